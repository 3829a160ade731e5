/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 11: an SoC treats Non-secure distributor accesses as Secure, so nothing is shifted there. Values chosen
 * to land at 0xc0 (interrupts) and 0x80 (NMIs) stay at 0x80 and 0: the mask 0xc0 lets every interrupt through.
 * Sources: Linux 773c05f417fa (treat the distributor as if it had one security state: write 0xc0 and 0x80),
 * lore 20241213141037.3995049-1-maz@kernel.org; 4cb77793842a (with SCR_EL3.FIQ=1 there is no such value: mask
 * by PSTATE).
 *
 * The quirk is an option of the machine, quirk=dist-unshifted; the program writes its priorities.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PF0\n machine eoimode=no\n start entry=f_0 end=done\n handler irq=on_irq"
        gm      "set x1=0xc0 x2=0xe0 w5=0x80 w6=0"
        gm      "window critical from=f_1 to=f_3 name=section"
        gm      "raise 32 at=f_2\n raise 23 at=f_2"
        gm      "balanced handler"

        gm      "scenario 11-faulty\n about nothing is shifted: the section leaks interrupts"
        gm      "machine quirk=dist-unshifted"
        gm      "expect taken 32 window=section may"
        gm      "expect acknowledged 32 must"
        gm      "expect verdict critical-hit may"

        gm      "scenario 11-ordinary\n about the same program where the distributor shifts"
        gm      "expect taken 32 window=section never"
        gm      "expect taken 23 window=section may"
        gm      "expect acknowledged 32 must"
        gm      "expect acknowledged 23 must"
        gm      "expect clean"

        gm      "scenario 11-mended\n about priorities written as they have to be"
        gm      "machine quirk=dist-unshifted"
        gm      "set w5=0xc0 w6=0x80"
        gm      "expect taken 32 window=section never"
        gm      "expect taken 23 window=section may"
        gm      "expect acknowledged 32 must"
        gm      "expect acknowledged 23 must"
        gm      "expect clean"

        /* PMR 0xc0 and 0xe0 are physical 0xe0 and 0xf0: what is 0xc0 passes both. */
        gm      "scenario 11-fiq-faulty\n about SCR_EL3.FIQ=1 shifts PMR: the repair leaks again"
        gm      "profile PF1\n machine eoimode=no quirk=dist-unshifted"
        gm      "set w5=0xc0 w6=0x80"
        gm      "expect taken 32 window=section may"
        gm      "expect acknowledged 32 must"
        gm      "expect verdict critical-hit may"

        gm      "scenario 11-fiq-mended\n about no NMIs on such a board: PSTATE masks"
        gm      "profile PF1\n machine eoimode=no quirk=dist-unshifted\n start entry=d_0"
        gm      "interrupt 23 class=irq"
        gm      "set w5=0xc0 w6=0xc0"
        gm      "window critical from=d_1 to=d_3 name=by-pstate"
        gm      "raise 32 at=d_2\n raise 23 at=d_2"
        gm      "expect taken 32 window=by-pstate never"
        gm      "expect acknowledged 32 must"
        gm      "expect clean"

        .text
        .balign 4
        /* IPRIORITYR of SPI 32 in the distributor, of PPI 23 in PE 0's redistributor. */
        .macro  priorities
        movz    x4, #0x800, lsl #16
        strb    w5, [x4, #0x420]
        movz    x4, #0x80b, lsl #16
        strb    w6, [x4, #0x417]
        .endm

f_0:    priorities
f_1:    msr     ICC_PMR_EL1, x1
f_2:    nop
f_3:    msr     ICC_PMR_EL1, x2
f_4:    nop
f_5:    b       done

d_0:    priorities
d_1:    msr     daifset, #2
d_2:    nop
d_3:    msr     daifclr, #2
d_4:    b       done

        /* 1020 to 1023 (bit 9 set) are no interrupt: what came may have gone again (rule 10). */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
