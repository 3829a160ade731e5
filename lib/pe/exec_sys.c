/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers.  The operations of the SYS space are in pe/exec_sysop.c. */
#include "pe/exec.h"

/* Memory is sequentially consistent (semantics.md rule 18): DMB orders nothing more. */
HANDLER(DMB)
{
    (void)i;
    exec_next(pe);
}

HANDLER(DSB)
{
    pe->host.dsb(pe->host.context, pe->config.index, i->opt);
    exec_next(pe);
}

/* nXS: a DSB of both access types whose domain is CRm<3:2>. */
HANDLER(DSB_nXS)
{
    pe->host.dsb(pe->host.context, pe->config.index, i->opt | 3u);
    exec_next(pe);
}

HANDLER(ISB)
{
    (void)i;
    exec_next(pe);
    pe->host.context_sync(pe->host.context, pe->config.index);
    pe_recheck(pe);
}

HANDLER(SB)
{
    (void)i;
    exec_next(pe);
}

HANDLER(CLREX)
{
    (void)i;
    mem_monitor_clear(pe->mem, pe->config.index);
    exec_next(pe);
}
