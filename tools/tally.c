/* SPDX-License-Identifier: Apache-2.0 */
#include "tally.h"
#include "vectors.h"

#include <stddef.h>

/* Encodings: Arm DDI 0487, C6.2; ICC_PMR_EL1 is S3_0_C4_C6_0, DAIF S3_3_C4_C2_1; masks leave out Rt or the immediate.
 */
static const struct {
    uint32_t mask, value;
    size_t counter; /* offset in struct tally */
} rows[] = {
    {0xffffffff, 0xd503201f, offsetof(struct tally, nops)},
    {0xffffffff, 0xd503207f, offsetof(struct tally, wfi)},
    {0xffffffe0, 0xd5384600, offsetof(struct tally, pmr_reads)},
    {0xffffffe0, 0xd5184600, offsetof(struct tally, pmr_writes)},
    {0xffffffe0, 0xd53b4220, offsetof(struct tally, daif_reads)},
    {0xffffffe0, 0xd51b4220, offsetof(struct tally, daif_writes)},
    {0xfffff0ff, 0xd50340df, offsetof(struct tally, daif_writes)}, /* DAIFSet */
    {0xfffff0ff, 0xd50340ff, offsetof(struct tally, daif_writes)}, /* DAIFClr */
    {0xfffff0ff, 0xd503309f, offsetof(struct tally, dsb)},
    {0xfffff3ff, 0xd503323f, offsetof(struct tally, dsb)}, /* DSB nXS */
    {0xfffff0ff, 0xd50330df, offsetof(struct tally, isb)},
};

void tally_word(struct tally *tally, uint32_t word)
{
    tally->instructions++;
    /* DSB with CRm 0 and 4 are SSBB and PSSBB: speculation barriers, which order no interrupt. */
    if ((word & 0xfffffbff) == 0xd503309f) {
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((word & rows[i].mask) == rows[i].value) {
            ++*(uint64_t *)((char *)tally + rows[i].counter);
        }
    }
}

static void on_insn(void *context, struct gm_machine *machine, const struct gm_insn_event *event)
{
    struct tally_observer *observer = context;
    (void)machine;
    if (!vectors_parked(event->pc)) {
        tally_word(&observer->tally, event->word);
    }
}

static void on_exception(void *context, struct gm_machine *machine, const struct gm_exception_event *event)
{
    struct tally_observer *observer = context;
    (void)machine;
    observer->tally.exceptions[event->kind & 3]++;
}

void tally_observer_init(struct tally_observer *observer)
{
    *observer = (struct tally_observer){
        .observer = {.context = observer, .insn = on_insn, .exception = on_exception},
    };
}
