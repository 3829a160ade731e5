/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 64: Non-secure interrupts reach EL3 as FIQ also while a Secure service runs, whatever PSTATE says there. A call that must not be
 * interrupted needs PMR lowered by EL3 and restored afterwards. The twin: Secure boot code never opened PMR, and
 * Non-secure state, which may not touch a PMR below 0x80, cannot do it. Sources: TF-A 3d732e23e713; OP-TEE 30a673e35cc6.
 *
 * SCR_EL3 has RW=1 and FIQ=1. EL3 begins; the SMC handler returns to where EL3
 * called the service, in EL3: x19.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile PS\n start end=done daif=daif\n protocol tf-a-ehf"
        gm      "balanced handler regs=running"
        gm      "interrupt 32 prio=0xd0 group=1"

        gm      "scenario 64-faulty\n about PMR stays as Non-secure state left it: the call is torn apart"
        gm      "start entry=f_1\n set SCR_EL3=0x404"
        gm      "handler fiq=on_fiq sync=on_smc el=3"
        gm      "window critical from=f_1 to=f_3 name=service"
        gm      "raise 32 at=s_2"
        gm      "expect taken 32 window=service may"
        gm      "expect verdict critical-hit may"

        gm      "scenario 64-mended\n about EL3 lowers PMR for the call and restores it"
        gm      "start entry=m_0\n set SCR_EL3=0x404"
        gm      "handler fiq=on_fiq sync=on_smc el=3"
        gm      "window critical from=m_1 to=m_3 name=service"
        gm      "balanced from=m_0 to=m_4 regs=pmr"
        gm      "raise 32 at=s_2"
        gm      "expect taken 32 window=service never"
        gm      "expect taken 32 must"
        gm      "expect clean"

        /* The call is only as closed as the mask is low: Secure interrupts still come. */
        gm      "scenario 64-secure-interrupt\n about a Secure group 0 interrupt passes the lowered mask"
        gm      "start entry=m_0\n set SCR_EL3=0x404"
        gm      "handler fiq=on_fiq0 sync=on_smc el=3"
        gm      "interrupt 40 prio=0x40 group=0 class=nmi"
        gm      "window critical from=m_1 to=m_3 name=service"
        gm      "raise 40 at=s_2"
        gm      "expect taken 40 window=service may"
        gm      "expect taken 40 must"
        gm      "expect clean"

        gm      "scenario 64-never-opened\n about PMR below 0x80: Non-secure writes are ignored, nothing is taken"
        gm      "profile PF1\n machine eoimode=no\n protocol daif"
        gm      "start entry=n_1 pmr=0x78 daif=none"
        gm      "handler irq=on_irq el=1"
        gm      "raise 32 at=n_2"
        gm      "claim enabled at=n_3"
        gm      "expect value pmr at=n_2 in=0x78"
        gm      "expect read ICC_PMR_EL1 at=n_2 in=0"
        gm      "expect taken 32 never"
        gm      "expect verdict mask-mismatch at=n_3 must"

        gm      "scenario 64-opened\n about the same code after Secure state opened it"
        gm      "profile PF1\n machine eoimode=no\n protocol daif"
        gm      "start entry=n_1 pmr=0xf8 daif=none"
        gm      "handler irq=on_irq el=1"
        gm      "raise 32 at=n_2"
        gm      "claim enabled at=n_3"
        gm      "expect value pmr at=n_2 in=0xf0"
        gm      "expect read ICC_PMR_EL1 at=n_2 in=0xe0"
        gm      "expect taken 32 must"
        gm      "expect clean"

        .text
        .balign 4
        /* ERET from EL3 to the service in Secure EL1h, everything masked that PSTATE can mask. */
        .macro  enter_service
        mov     x9, #0x3c5
        msr     spsr_el3, x9
        adr     x9, s_1
        msr     elr_el3, x9
        .endm

f_1:    enter_service
        adr     x19, f_3
f_2:    eret
f_3:    nop
        b       done

m_0:    mov     x1, #0x80
m_1:    msr     ICC_PMR_EL1, x1
        enter_service
        adr     x19, m_3
m_2:    eret
m_3:    mov     x1, #0xf8
        msr     ICC_PMR_EL1, x1
m_4:    msr     daifclr, #1
m_5:    b       done

s_1:    nop
s_2:    nop
s_3:    smc     #0

on_smc: mov     x9, #0x3cd
        msr     spsr_el3, x9
        msr     elr_el3, x19
        eret

        /* EL3 acknowledges for Non-secure state; it uses that state's bank. */
on_fiq: mrs     x17, scr_el3
        orr     x18, x17, #1
        msr     scr_el3, x18
        isb
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, 1f
        msr     ICC_EOIR1_EL1, x16
1:      msr     scr_el3, x17
        eret

on_fiq0:
        mrs     x16, ICC_IAR0_EL1
        tbnz    x16, #9, 1f
        msr     ICC_EOIR0_EL1, x16
1:      eret

n_1:    mov     x1, #0xe0               /* Non-secure view of physical 0xf0 */
        msr     ICC_PMR_EL1, x1
n_2:    mrs     x2, ICC_PMR_EL1
n_3:    nop
        b       done

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq:
on_irq_iar:
        mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, on_irq_out
        msr     ICC_EOIR1_EL1, x16
on_irq_out:
        eret
done:   nop
