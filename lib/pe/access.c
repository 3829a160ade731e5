/* SPDX-License-Identifier: Apache-2.0 */
/* Guest data accesses that need more than a hit in a plain page: alignment, MMIO, faults, observers. */
#include "pe/sysslot.h"

static void raise_data_abort(struct pe *pe, uint64_t address, bool write, unsigned dfsc)
{
    uint32_t iss = dfsc | (write ? 1u << 6 : 0);
    struct pe_fault fault = {.esr = PE_ESR(PE_EC_DATA_ABORT_LOWER, iss), .far_valid = true, .far = address};
    pe_raise(pe, &fault);
}

static bool is_misaligned(struct pe *pe, uint64_t address, unsigned size, bool align)
{
    unsigned natural = size == 16 && !align ? 8 : size;
    return (address & (natural - 1)) != 0 && (align || (pe_sctlr(pe, pe->s.el) & SCTLR_A) != 0);
}

/* 0x21: alignment; 0x10: synchronous external abort, not on a walk; 0x0f: permission, level 3. */
static bool finish(struct pe *pe, enum mem_result result, uint64_t address, unsigned size, bool write)
{
    if (result == MEM_OK) {
        return true;
    }
    if (result == MEM_DENIED) {
        raise_data_abort(pe, address, write, 0x0f);
        return false;
    }
    if (pe->config.stop_unmapped) {
        pe->s.stop =
            (struct pe_stop){.kind = PE_STOP_UNMAPPED_DATA, .write = write, .size = (uint8_t)size, .address = address};
        pe->attn |= PE_ATTN_STOP;
        pe->faulted = true;
        return false;
    }
    raise_data_abort(pe, address, write, 0x10);
    return false;
}

static struct mmio_access access_of(struct pe *pe, unsigned size)
{
    return (struct mmio_access){.pe = pe->config.index,
                                .secure = pe_secure(pe),
                                .size = (uint8_t)size,
                                .now = pe->host.now(pe->host.context, pe->config.index)};
}

bool pe_load_slow(struct pe *pe, uint64_t address, unsigned size, bool align, uint64_t *to)
{
    if (is_misaligned(pe, address, size, align)) {
        raise_data_abort(pe, address, false, 0x21);
        return false;
    }
    uint8_t bytes[16];
    struct mmio_access access = access_of(pe, size);
    if (!finish(pe, mem_guest_read_slow(pe->mem, &access, address, bytes), address, size, false)) {
        return false;
    }
    to[0] = load_le(bytes, size < 8 ? size : 8);
    if (size == 16) {
        to[1] = load_le(bytes + 8, 8);
    }
    if (pe->trace_memory) {
        pe->host.memory(pe->host.context, pe->config.index, false, address, size, to[0]);
    }
    return true;
}

bool pe_store_slow(struct pe *pe, uint64_t address, unsigned size, bool align, const uint64_t *from)
{
    if (is_misaligned(pe, address, size, align)) {
        raise_data_abort(pe, address, true, 0x21);
        return false;
    }
    uint8_t bytes[16];
    struct mmio_access access = access_of(pe, size);
    store_le(bytes, size < 8 ? size : 8, from[0]);
    if (size == 16) {
        store_le(bytes + 8, 8, from[1]);
    }
    if (!finish(pe, mem_guest_write_slow(pe->mem, &access, address, bytes), address, size, true)) {
        return false;
    }
    if (pe->trace_memory) {
        pe->host.memory(pe->host.context, pe->config.index, true, address, size, from[0]);
    }
    return true;
}
