/* SPDX-License-Identifier: Apache-2.0 */
/* Exclusive monitors: DDI 0487 B2.17. The reservation granule is 64 bytes (an IMPLEMENTATION DEFINED choice). */
#include "mem/mem.h"

enum { GRANULE = 64 };

static uint64_t granule(uint64_t address)
{
    return address & ~(uint64_t)(GRANULE - 1);
}

void mem_monitor_set(struct mem *mem, unsigned pe, uint64_t address)
{
    struct mem_monitor *m = &mem->monitors[pe];
    mem->monitors_open += !m->open;
    *m = (struct mem_monitor){.address = granule(address), .open = true};
}

void mem_monitor_clear(struct mem *mem, unsigned pe)
{
    mem->monitors_open -= mem->monitors[pe].open;
    /* A closed monitor has no address: equal states must compare equal. */
    mem->monitors[pe] = (struct mem_monitor){0};
}

bool mem_monitor_holds(const struct mem *mem, unsigned pe, uint64_t address)
{
    return mem->monitors[pe].open && mem->monitors[pe].address == granule(address);
}

void mem_monitor_store(struct mem *mem, uint64_t address, unsigned size)
{
    if (mem->monitors_open == 0) {
        return;
    }
    uint64_t first = granule(address);
    uint64_t last = granule(address + size - 1);
    for (unsigned pe = 0; pe < MEM_MAX_PES; pe++) {
        if (mem->monitors[pe].open && (mem->monitors[pe].address == first || mem->monitors[pe].address == last)) {
            mem_monitor_clear(mem, pe);
        }
    }
}
