/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The only file that knows Capstone.  Compiled here against 4.0.2; 5 keeps its names, 6 renames the architecture.  No
 * instruction ids or operand details are used: they change between majors, and Capstone 4 gets the accesses wrong.
 */
#include <gicmask/disasm.h>

#include "base/alloc.h"
#include "base/bits.h"
#include "disasm/special.h"

#include <capstone/capstone.h>
#include <stdio.h>

#if CS_API_MAJOR >= 6
#define ARCHITECTURE CS_ARCH_AARCH64
#else
#define ARCHITECTURE CS_ARCH_ARM64
#endif

struct gm_disassembler {
    struct gm_allocator allocator;
    csh handle;
    cs_insn *insn; /* one, reused for every call */
};

enum gm_status gm_disassembler_create(const struct gm_allocator *allocator, struct gm_disassembler **created)
{
    if (!created) {
        return GM_BAD_ARGUMENT;
    }
    *created = NULL;
    struct gm_allocator a = base_allocator(allocator);
    struct gm_disassembler *d = base_calloc(&a, 1, sizeof *d);
    if (!d) {
        return GM_NO_MEMORY;
    }
    d->allocator = a;
    cs_err error = cs_open(ARCHITECTURE, CS_MODE_LITTLE_ENDIAN, &d->handle);
    if (error != CS_ERR_OK) {
        base_free(&a, d);
        return error == CS_ERR_MEM ? GM_NO_MEMORY : GM_UNSUPPORTED;
    }
    d->insn = cs_malloc(d->handle);
    if (!d->insn) {
        cs_close(&d->handle);
        base_free(&a, d);
        return GM_NO_MEMORY;
    }
    *created = d;
    return GM_OK;
}

void gm_disassembler_destroy(struct gm_disassembler *disassembler)
{
    if (disassembler) {
        struct gm_allocator a = disassembler->allocator;
        cs_free(disassembler->insn, 1);
        cs_close(&disassembler->handle);
        base_free(&a, disassembler);
    }
}

/* Capstone 4 prints a register that it does not know by number, always as op0 3, even in words that are no MRS or MSR.
 */
static bool is_generic(const char *operands)
{
    const char *at = strstr(operands, "s3_");
    return at && (at == operands || at[-1] == ' ');
}

static bool capstone_text(struct gm_disassembler *d, uint32_t word, uint64_t address, char *text, size_t size)
{
    uint8_t bytes[4];
    const uint8_t *code = bytes;
    size_t left = sizeof bytes;
    store_le(bytes, sizeof bytes, word);
    if (!cs_disasm_iter(d->handle, &code, &left, &address, d->insn)) {
        return false;
    }
    if (is_generic(d->insn->op_str)) {
        return disasm_sysreg(word, true, text, size);
    }
    bool bare = d->insn->op_str[0] == '\0';
    snprintf(text, size, bare ? "%s" : "%s %s", d->insn->mnemonic, d->insn->op_str);
    return true;
}

enum gm_status gm_disassembler_text(struct gm_disassembler *disassembler, uint32_t word, uint64_t address, char *text,
                                    size_t size)
{
    if (!disassembler || !text || size == 0) {
        return GM_BAD_ARGUMENT;
    }
    if (!disasm_special(word, address, text, size) && !disasm_sysreg(word, false, text, size) &&
        !capstone_text(disassembler, word, address, text, size)) {
        snprintf(text, size, ".word 0x%08x", word);
    }
    return GM_OK;
}

enum gm_status gm_disasm(uint32_t word, uint64_t address, char *text, size_t size)
{
    struct gm_disassembler *d = NULL;
    if (!text || size == 0) {
        return GM_BAD_ARGUMENT;
    }
    text[0] = '\0';
    enum gm_status status = gm_disassembler_create(NULL, &d);
    if (status == GM_OK) {
        status = gm_disassembler_text(d, word, address, text, size);
    }
    gm_disassembler_destroy(d);
    return status;
}
