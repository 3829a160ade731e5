/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The guest side of oracle_qemu.c: an arm64 Linux program.  Reads cases from standard input and writes results to
 * standard output (qemu_protocol.h).  A signal frame holds every register, so a signal handler puts the start state
 * into one frame and takes the end state out of the next; the sequence ends in BRK, or earlier in whatever exception it
 * takes.
 */
#include "qemu_protocol.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

static struct qemu_case the_case;
static struct qemu_result the_result;
static ucontext_t host;
static uint64_t host_v[32][2];
static enum { IDLE, START, RUN } mode;

static struct fpsimd_context *simd_of(ucontext_t *c)
{
    return (struct fpsimd_context *)c->uc_mcontext.__reserved; /* the kernel puts it first */
}

static void enter(ucontext_t *c)
{
    host.uc_mcontext = c->uc_mcontext;
    memcpy(host_v, simd_of(c)->vregs, sizeof host_v);
    memcpy(c->uc_mcontext.regs, the_case.x, sizeof the_case.x);
    c->uc_mcontext.sp = the_case.sp;
    c->uc_mcontext.pc = RANDOM_CODE;
    c->uc_mcontext.pstate = the_case.nzcv;
    memcpy(simd_of(c)->vregs, the_case.v, sizeof the_case.v);
    mode = RUN;
}

static void leave(ucontext_t *c, bool faulted)
{
    memcpy(the_result.x, c->uc_mcontext.regs, sizeof the_result.x);
    the_result.sp = c->uc_mcontext.sp;
    the_result.pc = c->uc_mcontext.pc;
    the_result.nzcv = c->uc_mcontext.pstate & 0xf0000000u;
    the_result.faulted = faulted;
    memcpy(the_result.v, simd_of(c)->vregs, sizeof the_result.v);
    memcpy(c->uc_mcontext.regs, host.uc_mcontext.regs, sizeof host.uc_mcontext.regs);
    c->uc_mcontext.sp = host.uc_mcontext.sp;
    c->uc_mcontext.pc = host.uc_mcontext.pc + 4; /* after the BRK in main */
    c->uc_mcontext.pstate = host.uc_mcontext.pstate;
    memcpy(simd_of(c)->vregs, host_v, sizeof host_v);
    mode = IDLE;
}

static void handler(int number, siginfo_t *info, void *context)
{
    (void)info;
    if (mode == START) {
        enter(context);
    } else if (mode == RUN) {
        leave(context, number != SIGTRAP);
    } else {
        _exit(3);
    }
}

static bool transfer(bool out, void *data, size_t size)
{
    for (char *p = data; size > 0;) {
        ssize_t n = out ? write(1, p, size) : read(0, p, size);
        if (n <= 0) {
            return false;
        }
        p += n, size -= (size_t)n;
    }
    return true;
}

int main(void)
{
    static char stack[65536];
    static const int signals[] = {SIGTRAP, SIGILL, SIGSEGV, SIGBUS};
    uint32_t *code = mmap((void *)RANDOM_CODE, RANDOM_DATA - RANDOM_CODE, PROT_READ | PROT_WRITE | PROT_EXEC,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    uint8_t *data = mmap((void *)RANDOM_DATA, RANDOM_DATA_SIZE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    if (code == MAP_FAILED || data == MAP_FAILED || sigaltstack(&alternate, NULL) != 0) {
        return 2;
    }
    for (unsigned n = 0; n < sizeof signals / sizeof signals[0]; n++) {
        struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigaction(signals[n], &action, NULL);
    }
    while (transfer(false, &the_case, sizeof the_case) && transfer(false, data, RANDOM_DATA_SIZE)) {
        memcpy(code, the_case.word, sizeof the_case.word);
        __builtin___clear_cache((char *)code, (char *)code + sizeof the_case.word);
        mode = START;
        __asm__ volatile("brk #0" ::: "memory");
        if (!transfer(true, &the_result, sizeof the_result) || !transfer(true, data, RANDOM_DATA_SIZE)) {
            return 2;
        }
    }
    return 0;
}
