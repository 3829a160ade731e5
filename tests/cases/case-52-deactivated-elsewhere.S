/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 52: the active state of a PPI exists once per PE. A driver that moved to another PE and writes ICC_DIR_EL1 there does nothing for
 * the PE that took it; the PPI never comes again. An SPI's active state is everybody's. Source: seL4 2ec8c1547823; the opposite
 * fault: QEMU 7175a562f157.
 *
 * 27 was dropped on PE 0 and is still active. PE 0 waits with PSTATE.I set for it to come again.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine pes=2\n start end=done daif=i\n handler irq=on_irq"
        gm      "interrupt 27 prio=0xa0 pe=0 state=active\n interrupt 27 prio=0xa0 pe=1"
        gm      "set pe=1 x1=27"
        gm      "balanced handler"

        gm      "scenario 52-faulty\n about PE 1 deactivates its own 27, which is not active"
        gm      "start pe=0 entry=w_1\n start pe=1 entry=dir"
        gm      "raise 27 at=w_1 pe=0"
        gm      "expect no-wake w_2 pe=0 must"
        gm      "expect taken 27 never"
        gm      "expect verdict no-wake at=w_2 pe=0 must"
        gm      "expect verdict eoi-without-ack at=dir pe=1 must"

        gm      "scenario 52-mended\n about the PE that took it deactivates it"
        gm      "start pe=0 entry=m_1\n start pe=1 entry=done\n set pe=0 x1=27"
        gm      "raise 27 at=m_1 pe=0"
        gm      "expect wakes m_2 pe=0 must"
        gm      "expect taken 27 at=m_3,m_4 pe=0 must"
        gm      "expect taken 27 pe=1 never"
        gm      "expect clean"

        gm      "scenario 52-recovered\n about PE 0 clears the active state in its own redistributor"
        gm      "start pe=0 entry=c_1\n start pe=1 entry=dir"
        gm      "raise 27 at=c_1 pe=0"
        gm      "expect wakes c_2 pe=0 must"
        gm      "expect taken 27 at=c_3,c_4 pe=0 must"
        gm      "expect verdict eoi-without-ack at=dir pe=1 must"

        gm      "scenario 52-spi\n about an SPI that is active on PE 0 is deactivated by PE 1"
        gm      "interrupt 33 state=active"
        gm      "start pe=0 entry=w_1\n start pe=1 entry=dir\n set pe=1 x1=33"
        gm      "raise 33 at=w_1 by=0"
        gm      "expect wakes w_2 pe=0 must"
        gm      "expect taken 33 at=w_3,w_4 pe=0 must"
        gm      "expect clean"

        .text
        .balign 4
w_1:    nop
w_2:    wfi
        msr     daifclr, #2
w_3:    isb
w_4:    b       done

m_1:    msr     ICC_DIR_EL1, x1
m_2:    wfi
        msr     daifclr, #2
m_3:    isb
m_4:    b       done

c_1:    movz    x2, #0x80b, lsl #16     /* GICR of PE 0, SGI frame */
        mov     w3, #1 << 27
        str     w3, [x2, #0x380]        /* GICR_ICACTIVER0 */
c_2:    wfi
        msr     daifclr, #2
c_3:    isb
c_4:    b       done

dir:    msr     ICC_DIR_EL1, x1
        b       done

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
        msr     ICC_DIR_EL1, x16
on_irq_out:
        eret
done:   nop
