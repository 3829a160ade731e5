/* SPDX-License-Identifier: Apache-2.0 */
/* The profiles of docs/directives.md: settings that published faults share. */
#include "scenario/scenario.h"

const struct scenario_word scenario_profiles[] = {{"P0", 0}, {"P0h", 1}, {"PF1", 2}, {"PF0", 3}, {"PS", 4}, {NULL, 0}};

struct profile {
    uint32_t security, el, pmr;
    bool secure, scr_fiq, pmhe, eoimode;
    uint32_t irq, nmi; /* physical priorities of 32, 33 and of 23, 24; 0: no interrupts */
};

/* Non-secure software that writes 0xa0 and 0x20 gets 0xd0 and 0x90: 0x80 | value >> 1 (IHI 0069, 4.8.1). */
static const struct profile profiles[] = {
    {.security = 1, .el = 1, .pmr = 0xe0, .scr_fiq = true, .eoimode = true, .irq = 0xa0, .nmi = 0x20},
    {.security = 1, .el = 1, .pmr = 0xe0, .scr_fiq = true, .eoimode = true, .irq = 0xa0, .nmi = 0x20, .pmhe = true},
    {.security = 2, .el = 1, .pmr = 0xf0, .scr_fiq = true, .eoimode = true, .irq = 0xd0, .nmi = 0x90},
    {.security = 2, .el = 1, .pmr = 0xe0, .scr_fiq = false, .eoimode = true, .irq = 0xd0, .nmi = 0x90},
    {.security = 2, .el = 3, .pmr = 0xf8, .secure = true, .scr_fiq = true},
};

enum gm_status scenario_profile_apply(struct scenario_parser *p, uint32_t number)
{
    const struct profile *profile = &profiles[number];
    static const struct {
        uint32_t intid;
        bool nmi;
    } interrupts[] = {{32, false}, {33, false}, {23, true}, {24, true}};
    union scenario_item item;
    scenario_item_init(&(struct scenario_form){.item = ITEM_MACHINE}, &item);
    p->s->machine = item.machine;
    p->s->machine.security = profile->security;
    p->s->machine.el = profile->el;
    p->s->machine.secure = profile->secure;
    p->s->machine.scr_fiq = profile->scr_fiq;
    p->s->machine.pmhe = profile->pmhe;
    p->s->machine.eoimode = profile->eoimode;
    for (unsigned pe = 0; pe < GM_MAX_PES; pe++) {
        p->s->starts[pe].pmr = profile->pmr;
        p->s->starts[pe].daif = 0;
    }
    enum gm_status status = GM_OK;
    for (size_t i = 0; i < ARRAY_SIZE(interrupts) && profile->irq != 0 && status == GM_OK; i++) {
        struct gm_scenario_interrupt interrupt = {
            .intid = interrupts[i].intid,
            .priority = interrupts[i].nmi ? profile->nmi : profile->irq,
            .group = 1,
            .enabled = true,
            .edge = true,
            .pe = interrupts[i].intid < 32 ? GM_EVERY_PE : 0,
            .class_ = interrupts[i].nmi ? GM_CLASS_NMI : GM_CLASS_IRQ,
        };
        status = scenario_interrupt_merge(p, &interrupt, NULL, 0);
    }
    return status;
}
