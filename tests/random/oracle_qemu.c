/* SPDX-License-Identifier: Apache-2.0 */
/* The second oracle: qemu-aarch64 -cpu max in user mode, which runs qemu_runner.c and answers through pipes. */
#include "oracle.h"
#include "qemu_protocol.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct qemu {
    struct random_oracle oracle;
    pid_t child;
    int to, from;
    struct qemu_case one;
};

static bool transfer(int fd, bool out, void *data, size_t size)
{
    for (char *p = data; size > 0;) {
        ssize_t n = out ? write(fd, p, size) : read(fd, p, size);
        if (n <= 0) {
            return false;
        }
        p += n, size -= (size_t)n;
    }
    return true;
}

static bool run(struct random_oracle *oracle, const struct random_sequence *sequence, const struct random_state *start,
                uint64_t until, struct random_state *end)
{
    struct qemu *q = (struct qemu *)oracle;
    struct qemu_result result;
    const uint32_t brk = 0xd4200000;
    memcpy(q->one.x, start->x, sizeof start->x);
    memcpy(q->one.v, start->v, sizeof start->v);
    memcpy(q->one.word, sequence->word, sequence->words * 4);
    q->one.sp = start->sp, q->one.nzcv = start->nzcv;
    q->one.word[(until - RANDOM_CODE) / 4] = brk;
    q->one.word[sequence->words] = brk;
    if (!transfer(q->to, true, &q->one, sizeof q->one) || !transfer(q->to, true, start->memory, RANDOM_DATA_SIZE) ||
        !transfer(q->from, false, &result, sizeof result) || !transfer(q->from, false, end->memory, RANDOM_DATA_SIZE)) {
        return false;
    }
    memcpy(end->x, result.x, sizeof end->x);
    memcpy(end->v, result.v, sizeof end->v);
    end->sp = result.sp, end->pc = result.pc, end->nzcv = result.nzcv, end->faulted = result.faulted;
    return true;
}

static void close_qemu(struct random_oracle *oracle)
{
    struct qemu *q = (struct qemu *)oracle;
    close(q->to);
    close(q->from);
    waitpid(q->child, NULL, 0);
    free(q);
}

static void child(const int in[2], const int out[2])
{
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    /* With SVE the frame would hold the SIMD registers twice, and the other copy would win. */
    execl(QEMU_PROGRAM, QEMU_PROGRAM, "-cpu", "max,sve=off,sme=off", QEMU_RUNNER, (char *)NULL);
    _exit(127);
}

struct random_oracle *random_oracle_qemu(void)
{
    int in[2], out[2];
    struct qemu *q = calloc(1, sizeof *q);
    if (q == NULL || access(QEMU_RUNNER, X_OK) != 0 || pipe(in) != 0 || pipe(out) != 0) {
        free(q);
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN);
    q->child = fork();
    if (q->child == 0) {
        child(in, out);
    }
    close(in[0]), close(out[1]);
    q->to = in[1], q->from = out[0];
    q->oracle = (struct random_oracle){"qemu", run, close_qemu};
    return &q->oracle;
}
