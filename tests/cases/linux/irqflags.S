/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linux's local_irq_enable, local_irq_disable, local_irq_save and local_irq_restore, as 6.1 and 6.12 have them (asm/irqflags.h), in the
 * variants DAIF (no pseudo-NMI), PMR with forced and PMR with relaxed synchronisation.
 *
 *      enable    DAIF: clear I and F.  PMR: write ON; DSB SY if forced
 *      disable   DAIF: set I and F.    PMR: write OFF, nothing else: masking synchronises itself
 *      save      read the flags; disable only if they say enabled
 *      restore   write the flags; after PMR always the same synchronisation as enable, whatever is restored
 *
 * 6.1: OFF 0x60, interrupts 0xa0, NMIs 0x20.  6.12: OFF 0xc0, interrupts 0xc0, NMIs 0x80. ON is 0xe0 in both.
 * docs/semantics.md, "Software variants": all are right, but relaxed on PMHE=1, which lacks the DSB after what unmasks. What only masks, and
 * a restore of masked flags, needs none. DSBs that do nothing are advice, so `expect clean`.
 *
 * One IRQ (32) and one NMI (23) arrive anywhere.  The handler leaves PMR alone; entry.S has the kernel's own.
 */
        .include "gicmask/gicmask.inc"
        .arch   armv8.2-a

        .set    ON, 0xe0
        .set    OFF_61, 0x60
        .set    OFF_612, 0xc0

        gm      "start end=done\n handler irq=on_irq"
        gm      "set x9=0xe0"
        gm      "balanced handler"

        /* ---- what the scenarios of a version and variant share ---- */
        .macro  says_61
        gm      "protocol linux-5.3\n interrupt 32 prio=0xa0\n interrupt 23 prio=0x20 class=nmi\n set x10=0x60"
        .endm
        .macro  says_612
        gm      "protocol linux-6.11\n interrupt 32 prio=0xc0\n interrupt 23 prio=0x80 class=nmi\n set x10=0xc0"
        .endm
        /* Without pseudo-NMIs 23 is an interrupt like any other, and PMR admits all. */
        .macro  says_daif
        gm      "protocol daif\n interrupt 23 prio=0xa0 class=irq\n interrupt 32 prio=0xa0\n start pmr=0xf0"
        .endm

        .macro  scenario sequence, version, variant, hint
        gm      "scenario linux/\sequence/\version-\variant-pmhe\hint"
        gm      "profile P0\n machine pmhe=\hint"
        .ifc    \variant, daif
        says_daif
        .else
        says_\version
        .endif
        gm      "start entry=\sequence\()_\version\()_\variant"
        gm      "raise 32 anywhere\n raise 23 anywhere"
        .endm

        .macro  off_at_start version, variant
        .ifc    \variant, daif
        gm      "start daif=if"
        .else
        .ifc    \version, 61
        gm      "start pmr=0x60"
        .else
        gm      "start pmr=0xc0"
        .endif
        .endif
        .endm

        /* Only relaxed synchronisation with PMHE=1 may find that the unmasking write never arrives. */
        .macro  outcome variant, hint
        .ifc    \variant\hint, relaxed1
        gm      "expect taken 32 may"
        gm      "expect verdict missing-dsb may"
        .else
        gm      "expect acknowledged 32 must"
        gm      "expect acknowledged 23 must"
        gm      "expect clean"
        .endif
        .endm

        /* ---- code ---- */
        .macro  write_on variant
        .ifc    \variant, daif
        msr     daifclr, #3
        nop
        .else
        msr     ICC_PMR_EL1, x9
        .ifc    \variant, forced
        dsb     sy
        .else
        nop
        .endif
        .endif
        .endm

        .macro  write_off variant
        .ifc    \variant, daif
        msr     daifset, #3
        .else
        msr     ICC_PMR_EL1, x10
        .endif
        .endm

        .macro  save_flags variant
        .ifc    \variant, daif
        mrs     x3, daif
        tbnz    x3, #7, 1f
        .else
        mrs     x3, ICC_PMR_EL1
        cmp     x3, #ON
        b.ne    1f
        .endif
        write_off \variant
1:
        .endm

        .macro  restore_flags variant
        .ifc    \variant, daif
        msr     daif, x3
        nop
        .else
        msr     ICC_PMR_EL1, x3
        .ifc    \variant, forced
        dsb     sy
        .else
        nop
        .endif
        .endif
        .endm

        .macro  enable version, variant
        .irp    hint, 0, 1
        scenario enable, \version, \variant, \hint
        off_at_start \version, \variant
        gm      "window critical to=enable_\version\()_\variant\()_write"
        gm      "claim masked at=enable_\version\()_\variant\()_write"
        gm      "claim enabled at=enable_\version\()_\variant\()_open"
        gm      "claim protocol at=enable_\version\()_\variant\()_open"
        outcome \variant, \hint
        .endr
enable_\version\()_\variant:
        nop
enable_\version\()_\variant\()_write:
        write_on \variant
enable_\version\()_\variant\()_open:
        nop
        isb
        nop
        b       done
        .endm

        .macro  disable version, variant
        .irp    hint, 0, 1
        scenario disable, \version, \variant, \hint
        gm      "window critical from=disable_\version\()_\variant\()_write name=off"
        gm      "claim masked at=disable_\version\()_\variant\()_off"
        gm      "claim protocol at=disable_\version\()_\variant\()_off"
        gm      "expect taken 32 window=off never"
        .ifnc   \variant, daif
        gm      "expect acknowledged 23 must"
        gm      "expect taken 23 window=off may"
        .endif
        gm      "expect clean"
        .endr
disable_\version\()_\variant:
        nop
disable_\version\()_\variant\()_write:
        write_off \variant
disable_\version\()_\variant\()_off:
        nop
        isb
        nop
        b       done
        .endm

        /* From enabled; the flags come back as they were. */
        .macro  save version, variant
        .irp    hint, 0, 1
        scenario save, \version, \variant, \hint
        gm      "window critical from=save_\version\()_\variant\()_section to=save_\version\()_\variant\()_restore name=off"
        gm      "claim masked at=save_\version\()_\variant\()_section"
        gm      "claim enabled at=save_\version\()_\variant\()_end"
        gm      "balanced from=save_\version\()_\variant to=save_\version\()_\variant\()_end"
        gm      "expect taken 32 window=off never"
        outcome \variant, \hint
        .endr
save_\version\()_\variant:
        save_flags \variant
save_\version\()_\variant\()_section:
        nop
        nop
save_\version\()_\variant\()_restore:
        restore_flags \variant
save_\version\()_\variant\()_end:
        nop
        isb
        nop
        b       done
        .endm

        /* Nested in a section that is off already: nothing is unmasked, so that no variant lacks anything. */
        .macro  nested version, variant
        .irp    hint, 0, 1
        scenario nested, \version, \variant, \hint
        off_at_start \version, \variant
        gm      "window critical name=off"
        gm      "claim masked at=nested_\version\()_\variant\()_section"
        gm      "claim masked at=nested_\version\()_\variant\()_end"
        gm      "balanced from=nested_\version\()_\variant to=nested_\version\()_\variant\()_end"
        gm      "expect taken 32 never"
        .ifnc   \variant, daif
        gm      "expect acknowledged 23 must"
        .else
        gm      "expect taken 23 never"
        .endif
        gm      "expect clean"
        .endr
nested_\version\()_\variant:
        save_flags \variant
nested_\version\()_\variant\()_section:
        nop
        nop
nested_\version\()_\variant\()_restore:
        restore_flags \variant
nested_\version\()_\variant\()_end:
        nop
        isb
        nop
        b       done
        .endm

        .text
        .balign 4
        .irp    sequence, enable, disable, save, nested
        .irp    variant, daif, forced, relaxed
        \sequence 61, \variant
        \sequence 612, \variant
        .endr
        .endr

        /* What came may have gone again, or a higher one may be replacing it (rules 6, 10): 1020 to 1023 have bit 9, no INTID here has. */
on_irq: mrs     x16, ICC_IAR1_EL1
        tbnz    x16, #9, 1f
        msr     ICC_EOIR1_EL1, x16
        msr     ICC_DIR_EL1, x16
1:      eret
done:   nop
