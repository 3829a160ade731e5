/* SPDX-License-Identifier: Apache-2.0 */
/* What a person needs to see of the first instruction that differs. */
#include "random.h"

#include <inttypes.h>
#include <string.h>

bool random_state_equal(const struct random_state *a, const struct random_state *b)
{
    return memcmp(a->x, b->x, sizeof a->x) == 0 && a->sp == b->sp && a->pc == b->pc && a->nzcv == b->nzcv &&
           memcmp(a->v, b->v, sizeof a->v) == 0 && a->faulted == b->faulted &&
           memcmp(a->memory, b->memory, RANDOM_DATA_SIZE) == 0;
}

static void line(FILE *out, const char *name, uint64_t before, uint64_t subject, uint64_t oracle)
{
    if (before != subject || before != oracle) {
        fprintf(out, "  %-8s %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "%s\n", name, before, subject, oracle,
                subject != oracle ? "  <-- differs" : "");
    }
}

static void memory(FILE *out, const struct random_state *before, const struct random_state *subject,
                   const struct random_state *oracle)
{
    for (unsigned n = 0, shown = 0; n < RANDOM_DATA_SIZE && shown < 16; n += 8) {
        uint64_t b, s, o;
        memcpy(&b, before->memory + n, 8);
        memcpy(&s, subject->memory + n, 8);
        memcpy(&o, oracle->memory + n, 8);
        if (b != s || b != o) {
            char name[16];
            snprintf(name, sizeof name, "%06x", (unsigned)RANDOM_DATA + n);
            line(out, name, b, s, o);
            shown++;
        }
    }
}

static void listing(FILE *out, const struct random_sequence *sequence, uint64_t pc)
{
    for (unsigned n = 0; n < sequence->words; n++) {
        struct isa_insn i;
        bool known = isa_decode(sequence->word[n], &i) == ISA_DECODED;
        uint64_t at = RANDOM_CODE + 4 * n;
        if (at + 48 >= pc && at <= pc) {
            fprintf(out, "%s %06" PRIx64 " %08" PRIx32 " %s\n", at == pc ? ">>" : "  ", at, sequence->word[n],
                    known ? isa_name(i.op) : "?");
        }
    }
}

void random_report(FILE *out, const struct random_sequence *sequence, const struct random_state *before,
                   const struct random_state *subject, const struct random_state *oracle, unsigned step)
{
    fprintf(out, "sequence seed 0x%" PRIx64 ", instruction %u differs:\n", sequence->seed, step);
    listing(out, sequence, before->pc);
    fprintf(out, "  %-8s %-16s %-16s %-16s\n", "", "before", "here", "oracle");
    char name[16];
    for (unsigned n = 0; n <= 16;
         n += n == 10 ? 6 : 5) { /* fields that name registers in most encodings: d or t, n, a or t2, m or s */
        unsigned reg = sequence->word[(before->pc - RANDOM_CODE) / 4] >> n & 31;
        if (reg < 31) {
            fprintf(out, "  (x%u was %016" PRIx64 ")\n", reg, before->x[reg]);
        }
    }
    for (unsigned n = 0; n < 31; n++) {
        snprintf(name, sizeof name, "x%u", n);
        line(out, name, before->x[n], subject->x[n], oracle->x[n]);
    }
    line(out, "sp", before->sp, subject->sp, oracle->sp);
    line(out, "pc", before->pc, subject->pc, oracle->pc);
    line(out, "nzcv", before->nzcv, subject->nzcv, oracle->nzcv);
    line(out, "faulted", before->faulted, subject->faulted, oracle->faulted);
    for (unsigned n = 0; n < 64; n++) {
        snprintf(name, sizeof name, "v%u.d[%u]", n / 2, n % 2);
        line(out, name, before->v[n / 2][n % 2], subject->v[n / 2][n % 2], oracle->v[n / 2][n % 2]);
    }
    memory(out, before, subject, oracle);
}
