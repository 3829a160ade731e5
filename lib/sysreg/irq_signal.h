/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one interrupt sink: what a GIC CPU interface asserts to its PE.
 * semantics.md, "Derived": asserted = eligible.  The PE turns the group into IRQ or FIQ.
 */
#ifndef SYSREG_IRQ_SIGNAL_H
#define SYSREG_IRQ_SIGNAL_H

#include <stdbool.h>
#include <stdint.h>

enum irq_group {
    IRQ_NONE = 0,
    IRQ_GROUP0,    /* always FIQ */
    IRQ_GROUP1,    /* one security state (GICD_CTLR.DS=1): always IRQ */
    IRQ_GROUP1_S,  /* two: IRQ in Secure EL0/EL1(/EL2), FIQ elsewhere */
    IRQ_GROUP1_NS, /* two: IRQ in Non-secure EL0..EL2, FIQ in Secure state and at EL3 */
};

/* A plain value. */
struct irq_signal {
    uint8_t physical;              /* enum irq_group */
    bool superpriority;            /* FEAT_GICv3_NMI; false until it is modelled */
    bool virtual_irq, virtual_fiq; /* from the virtual CPU interface; false until it is modelled */
};

#endif
