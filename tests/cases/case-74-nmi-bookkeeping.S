/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Case 74: on an NMI, the NMI context comes before any instrumentation, and the trace state is given back as it was found.
 * Sources: Linux f0cd5ac1e4c5, 2a9b3e6ac69a; Julien Thierry, "Fix interrupt tracing in the presence of NMIs", linux-arm-kernel
 * 2019-06-11; Wei Li, "Avoid entering NMI context improperly", linux-arm-kernel 2019-05-06. The single-step twin waits.
 *
 * x20 is the trace state: 1 says "interrupts are off". The NMI context is a NOP at each end.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        gm      "profile P0\n machine eoimode=no\n start entry=f_1 end=done"
        gm      "claim flag=x20 at=f_3"
        gm      "balanced handler"

        gm      "scenario 74-faulty\n about traced before the NMI context, and not traced on again"
        gm      "handler irq=early"
        gm      "window nmi from=early_2 to=early_4 name=nmi"
        gm      "instrument at=early_1"
        gm      "interrupt 23 state=pending"
        gm      "expect taken 23 at=f_1,f_2,f_3 must"
        gm      "expect verdict early-instrument at=early_1 must"
        gm      "expect verdict mask-mismatch at=f_3 must"

        gm      "scenario 74-mended\n about NMI context first, the trace state is restored"
        gm      "handler irq=late"
        gm      "window nmi from=late_1 to=late_6 name=nmi"
        gm      "instrument at=late_2"
        gm      "interrupt 23 state=pending"
        gm      "expect taken 23 at=f_1,f_2,f_3 must"
        gm      "expect clean"

        gm      "scenario 74-restored-late\n about the state is restored, but the first trace is too early"
        gm      "handler irq=half"
        gm      "window nmi from=half_2 to=half_5 name=nmi"
        gm      "instrument at=half_1"
        gm      "interrupt 23 state=pending"
        gm      "expect verdict early-instrument at=half_1 must"
        gm      "expect verdict mask-mismatch never"

        gm      "scenario 74-irq\n about an ordinary interrupt may be traced without NMI context"
        gm      "handler irq=half"
        gm      "instrument at=half_1"
        gm      "interrupt 32 state=pending"
        gm      "expect taken 32 at=f_1,f_2,f_3 must"
        gm      "expect clean"

        .text
        .balign 4
f_1:    nop
f_2:    isb
f_3:    nop
        b       done

early:
early_1:
        mov     x20, #1
early_2:
        nop
early_3:
        mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, early_4
        msr     ICC_EOIR1_EL1, x0
early_4:
        nop
early_5:
        eret

late:
late_1: nop
        mov     x21, x20
late_2: mov     x20, #1
late_3: mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, late_5
late_4: msr     ICC_EOIR1_EL1, x0
late_5: mov     x20, x21
late_6: nop
        eret

half:   mov     x21, x20
half_1: mov     x20, #1
half_2: nop
half_3: mrs     x0, ICC_IAR1_EL1
        tbnz    x0, #9, half_4
        msr     ICC_EOIR1_EL1, x0
half_4: mov     x20, x21
half_5: nop
        eret
done:   nop
