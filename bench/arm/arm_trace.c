/* This qemu plugin counts the instructions that a program executes between two writes to standard output, and
   prints the count before the written text. So a program that prints a label after each piece of work prints
   a table. Before the count, the plugin prints a window of the executed instructions, one per line, as bytes.
   The window holds whole iterations of the main loop, so that a model can compute the loop's time elsewhere.

   cc -shared -fPIC arm_trace.c -o arm_trace.so && qemu-aarch64 -plugin ./arm_trace.so PROGRAM

   This file declares version 1 of qemu's plugin interface, because Debian 12 ships no header for it. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;   /* a translation block */
struct qemu_plugin_insn; /* an instruction of a block */

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*f)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, void (*f)(unsigned vcpu, void *data),
                                          int flags, void *data);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id,
                                          void (*f)(qemu_plugin_id_t, unsigned vcpu, int64_t number, uint64_t,
                                                    uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                                    uint64_t, uint64_t));

EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv);

enum {
    NO_REGISTERS = 0, /* the callback reads and writes no registers */
    WRITE = 64,       /* the number of this system call on AArch64 Linux */
    STANDARD_OUTPUT = 1
};

/* The window begins after SETTLED instructions, when the set-up is over. The window ends when the loop comes
   back to the window's first instruction after at least ENOUGH instructions. */
enum { SETTLED = 8000, ENOUGH = 1500, WINDOW_MAX = 1 << 16 };

typedef unsigned char word[4];

typedef struct block {
    uint64_t address;
    size_t length;
    word insn[];
} block;

static uint64_t executed;
static enum { BEFORE, WITHIN, AFTER } stage;
static uint64_t window_start;
static word window[WINDOW_MAX];
static size_t window_length;

static void look(const block *b) {
    if (stage == BEFORE && executed >= SETTLED) {
        window_start = b->address;
        window_length = 0;
        stage = WITHIN;
    }
    if (stage == WITHIN && window_length >= ENOUGH && b->address == window_start)
        stage = AFTER;
    if (stage == WITHIN)
        for (size_t i = 0; i < b->length && window_length < WINDOW_MAX; i++, window_length++)
            for (int k = 0; k < 4; k++)
                window[window_length][k] = b->insn[i][k];
}

static void execute(unsigned vcpu, void *data) {
    const block *b = data;
    (void)vcpu;
    look(b);
    executed += b->length;
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb) {
    size_t length = qemu_plugin_tb_n_insns(tb);
    /* never freed: qemu may execute the block at any time */
    block *b = malloc(sizeof *b + length * sizeof b->insn[0]);
    (void)id;
    if (b == NULL)
        abort();
    b->address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0));
    b->length = length;
    for (size_t i = 0; i < length; i++) {
        const unsigned char *bytes = qemu_plugin_insn_data(qemu_plugin_tb_get_insn(tb, i));
        for (int k = 0; k < 4; k++)
            b->insn[i][k] = bytes[k];
    }
    qemu_plugin_register_vcpu_tb_exec_cb(tb, execute, NO_REGISTERS, b);
}

static void call(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t file, uint64_t a2, uint64_t a3,
                 uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
    (void)id, (void)vcpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != WRITE || file != STANDARD_OUTPUT)
        return;
    if (stage == AFTER)
        for (size_t i = 0; i < window_length; i++)
            printf("0x%02x 0x%02x 0x%02x 0x%02x\n", window[i][0], window[i][1], window[i][2], window[i][3]);
    printf("%" PRIu64 " ", executed);
    fflush(stdout);
    executed = 0;
    stage = BEFORE;
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv) {
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_vcpu_syscall_cb(id, call);
    return 0;
}
