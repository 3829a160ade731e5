/* SPDX-License-Identifier: Apache-2.0 */
/* Guest data accesses that need more than a hit in a plain page: alignment, MMIO, faults, observers. */
#include "pe/sysslot.h"

static void raise_data_abort(struct pe *pe, uint64_t address, bool write, unsigned dfsc)
{
    enum { WNR = 1 << 6 };
    pe_raise_abort(pe, PE_EC_DATA_ABORT_LOWER, address, dfsc | (write ? WNR : 0u));
}

static bool is_device(const struct mem *mem, uint64_t address)
{
    for (unsigned i = 0; i < mem->device_count; i++) {
        if (address - mem->devices[i].base < mem->devices[i].size) {
            return true;
        }
    }
    return false;
}

/* Memory is flat and Normal whatever SCTLR_ELx.M says (choice: nothing is translated); devices are Device memory. */
static bool is_misaligned(struct pe *pe, uint64_t address, unsigned size, bool align)
{
    return (address & (size - 1)) != 0 &&
           (align || (pe_sctlr(pe, pe->s.el) & SCTLR_A) != 0 || is_device(pe->mem, address));
}

static bool finish(struct pe *pe, enum mem_result result, uint64_t address, unsigned size, bool write)
{
    if (result == MEM_OK) {
        return true;
    }
    if (result == MEM_DENIED) {
        raise_data_abort(pe, address, write, PE_FSC_PERMISSION);
        return false;
    }
    if (pe->config.stop_unmapped) {
        pe->s.stop =
            (struct pe_stop){.kind = PE_STOP_UNMAPPED_DATA, .write = write, .size = (uint8_t)size, .address = address};
        pe->attn |= PE_ATTN_STOP;
        pe->faulted = true;
        return false;
    }
    raise_data_abort(pe, address, write, PE_FSC_EXTERNAL);
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
        raise_data_abort(pe, address, false, PE_FSC_ALIGNMENT);
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
        raise_data_abort(pe, address, true, PE_FSC_ALIGNMENT);
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
        pe->host.memory(pe->host.context, pe->config.index, true, address, size, from[0] & mask64(size * 8));
    }
    return true;
}
