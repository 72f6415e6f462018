// SPDX-License-Identifier: Apache-2.0
// A small stack machine: assembles textual programs and interprets each of them
// over a range of arguments, reporting output, instruction counts and faults.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODE_MAX 512
#define STACK_MAX 256
#define MEMORY 65536

enum op {
    PUSH, LOAD, STORE, JMP, JZ, CALL, /* with operand */
    RET, DUP, POP, SWAP, ADD, SUB, MUL, DIV, MOD, LT, EQ, NOT, XOR, SHR, LD, ST, OUT, HALT, NOPS
};

static const char *const mnemonic[NOPS] = {"push", "load", "store", "jmp", "jz",  "call", "ret", "dup",
                                           "pop",  "swap", "add",   "sub", "mul", "div",  "mod", "lt",
                                           "eq",   "not",  "xor",   "shr", "ld",  "st",   "out", "halt"};

/* stack entries each operation takes */
static const int needs[NOPS] = {0, 0, 1, 0, 1, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 1, 2, 1, 0};

struct insn {
    enum op op;
    int32_t arg;
};

struct program {
    const char *name;
    int length;
    struct insn code[CODE_MAX];
};

enum status { OK, STACK_FAULT, MEMORY_FAULT, DIVIDE_FAULT, OUT_OF_FUEL };
static const char *const status_text[] = {"ok", "stack fault", "memory fault", "division by zero", "out of fuel"};

struct job {
    const struct program *prog;
    int32_t input;
    enum status status;
    long executed;
    uint32_t output; /* digest of everything printed */
    int32_t last;
    long mix[NOPS];
};

/* every program finds its argument in memory cell 0 */
static const char *const sources[][2] = {
    {"sieve", "push 2 store 1 loop: load 1 dup mul load 0 lt jz count load 1 push 16 add ld not jz next "
              "load 1 dup mul store 2 mark: load 2 load 0 lt jz next push 1 load 2 push 16 add st "
              "load 2 load 1 add store 2 jmp mark next: load 1 push 1 add store 1 jmp loop "
              "count: push 2 store 1 push 0 store 3 c1: load 1 load 0 lt jz done "
              "load 1 push 16 add ld not load 3 add store 3 load 1 push 1 add store 1 jmp c1 done: load 3 out halt"},
    {"fib", "load 0 push 1200 div push 3 add call fib out halt fib: dup push 2 lt jz rec ret "
            "rec: dup push 1 sub call fib swap push 2 sub call fib add ret"},
    {"collatz", "push 1 store 1 next: load 1 load 0 lt jz done load 1 store 2 push 0 store 3 "
                "step: load 2 push 1 eq not jz check load 2 push 2 mod jz even load 2 push 3 mul push 1 add store 2 "
                "jmp tick even: load 2 push 1 shr store 2 tick: load 3 push 1 add store 3 jmp step "
                "check: load 4 load 3 lt jz skip load 3 store 4 load 1 store 5 "
                "skip: load 1 push 2 add store 1 jmp next done: load 5 out load 4 out halt"},
    {"gcd", "push 1 store 1 outer: load 1 load 0 push 60 div lt jz done push 1 store 2 "
            "inner: load 2 load 1 lt jz onext load 1 store 3 load 2 store 4 euclid: load 4 jz test "
            "load 3 load 4 mod load 4 store 3 store 4 jmp euclid test: load 3 push 1 eq load 5 add store 5 "
            "load 2 push 1 add store 2 jmp inner onext: load 1 push 1 add store 1 jmp outer done: load 5 out halt"},
    {"sort", "load 0 push 25 div store 6 push 0 store 1 push 7 store 2 fill: load 1 load 6 lt jz sort "
             "load 2 push 1103515 mul push 12345 add store 2 load 2 push 8 shr push 9973 mod load 1 push 100 add st "
             "load 1 push 1 add store 1 jmp fill sort: push 1 store 1 so: load 1 load 6 lt jz sum "
             "load 1 push 100 add ld store 3 load 1 store 4 si: load 4 jz place load 4 push 99 add ld store 5 "
             "load 3 load 5 lt jz place load 5 load 4 push 100 add st load 4 push 1 sub store 4 jmp si "
             "place: load 3 load 4 push 100 add st load 1 push 1 add store 1 jmp so "
             "sum: push 0 store 1 su: load 1 load 6 lt jz done load 1 push 100 add ld out "
             "load 1 push 37 add store 1 jmp su done: halt"},
    {"hash", "push 1 store 1 push 40503 store 2 loop: load 1 load 0 lt jz done load 2 load 1 xor push 16777619 mul "
             "dup push 13 shr xor store 2 load 1 push 1 add store 1 jmp loop done: load 2 out halt"},
    {"runaway", "load 0 push 40000 add store 1 top: load 1 load 1 st load 1 push 7 add store 1 jmp top"},
};
enum { NPROG = sizeof sources / sizeof *sources };

static void assemble(struct program *p, const char *name, const char *text) {
    struct { char name[16]; int at; } label[32], fix[64];
    int nlabel = 0, nfix = 0;
    char tok[32], operand[32];
    p->name = name;
    p->length = 0;
    for (int used = 0; sscanf(text, "%31s%n", tok, &used) == 1; text += used) {
        size_t len = strlen(tok);
        if (tok[len - 1] == ':') {
            snprintf(label[nlabel].name, sizeof label[nlabel].name, "%.*s", (int)len - 1, tok);
            label[nlabel++].at = p->length;
            continue;
        }
        int op = 0;
        while (op < NOPS && strcmp(tok, mnemonic[op]) != 0)
            op++;
        if (op == NOPS || p->length == CODE_MAX) {
            fprintf(stderr, "%s: cannot assemble '%s'\n", name, tok);
            exit(2);
        }
        struct insn *in = &p->code[p->length];
        *in = (struct insn){(enum op)op, 0};
        if (op <= CALL) {
            text += used;
            if (sscanf(text, "%31s%n", operand, &used) != 1)
                exit(2);
            if (op >= JMP) {
                snprintf(fix[nfix].name, sizeof fix[nfix].name, "%.15s", operand);
                fix[nfix++].at = p->length;
            } else
                in->arg = atoi(operand);
        }
        p->length++;
    }
    for (int f = 0; f < nfix; f++)
        for (int l = 0; l < nlabel; l++)
            if (strcmp(fix[f].name, label[l].name) == 0)
                p->code[fix[f].at].arg = label[l].at;
}

static void emit(struct job *j, int32_t v) {
    j->output = (j->output ^ (uint32_t)v) * 16777619u;
    j->last = v;
}

static void run(struct job *j, long fuel) {
    const struct insn *code = j->prog->code;
    int32_t stack[STACK_MAX], t;
    int calls[STACK_MAX], sp = 0, depth = 0, pc = 0;
    int32_t *mem = calloc(MEMORY, sizeof *mem);
    if (!mem)
        exit(1);
    mem[0] = j->input;
    j->status = OUT_OF_FUEL;
    j->output = 2166136261u;
    while (j->executed < fuel) {
        const struct insn in = code[pc++];
        j->executed++;
        j->mix[in.op]++;
        if (sp < needs[in.op] || sp > STACK_MAX - 2 || depth > STACK_MAX - 2 || (in.op == RET && depth == 0)) {
            j->status = STACK_FAULT;
            break;
        }
        switch (in.op) {
        case PUSH: stack[sp++] = in.arg; continue;
        case LOAD: stack[sp++] = mem[in.arg]; continue;
        case STORE: mem[in.arg] = stack[--sp]; continue;
        case JMP: pc = in.arg; continue;
        case JZ: pc = stack[--sp] == 0 ? in.arg : pc; continue;
        case CALL: calls[depth++] = pc; pc = in.arg; continue;
        case RET: pc = calls[--depth]; continue;
        case DUP: stack[sp] = stack[sp - 1]; sp++; continue;
        case POP: sp--; continue;
        case SWAP: t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; continue;
        case ADD: sp--; stack[sp - 1] = (int32_t)((uint32_t)stack[sp - 1] + (uint32_t)stack[sp]); continue;
        case SUB: sp--; stack[sp - 1] = (int32_t)((uint32_t)stack[sp - 1] - (uint32_t)stack[sp]); continue;
        case MUL: sp--; stack[sp - 1] = (int32_t)((uint32_t)stack[sp - 1] * (uint32_t)stack[sp]); continue;
        case DIV:
        case MOD:
            sp--;
            if (stack[sp] == 0) {
                j->status = DIVIDE_FAULT;
                break;
            }
            if (stack[sp] == -1) /* INT_MIN / -1 wraps */
                stack[sp - 1] = in.op == DIV ? (int32_t)-(uint32_t)stack[sp - 1] : 0;
            else
                stack[sp - 1] = in.op == DIV ? stack[sp - 1] / stack[sp] : stack[sp - 1] % stack[sp];
            continue;
        case LT: sp--; stack[sp - 1] = stack[sp - 1] < stack[sp]; continue;
        case EQ: sp--; stack[sp - 1] = stack[sp - 1] == stack[sp]; continue;
        case NOT: stack[sp - 1] = !stack[sp - 1]; continue;
        case XOR: sp--; stack[sp - 1] ^= stack[sp]; continue;
        case SHR: sp--; stack[sp - 1] = (int32_t)((uint32_t)stack[sp - 1] >> (stack[sp] & 31)); continue;
        case LD:
        case ST:
            t = stack[--sp];
            if (t < 0 || t >= MEMORY) {
                j->status = MEMORY_FAULT;
                break;
            }
            if (in.op == LD)
                stack[sp++] = mem[t];
            else
                mem[t] = stack[--sp];
            continue;
        case OUT: emit(j, stack[--sp]); continue;
        default: j->status = OK; break;
        }
        break;
    }
    free(mem);
}

int main(int argc, char **argv) {
    int runs = argc > 1 ? atoi(argv[1]) : 36;
    int top = argc > 2 ? atoi(argv[2]) : 30000;
    long fuel = argc > 3 ? atol(argv[3]) : 12000000;
    struct program *prog = calloc(NPROG, sizeof *prog);
    int njobs = NPROG * runs;
    struct job *jobs = calloc((size_t)njobs, sizeof *jobs);
    for (int p = 0; p < NPROG; p++)
        assemble(&prog[p], sources[p][0], sources[p][1]);
    for (int i = 0; i < njobs; i++) {
        jobs[i].prog = &prog[i % NPROG];
        jobs[i].input = top - (i / NPROG) * (top / (runs + 1));
    }

#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < njobs; i++)
        run(&jobs[i], fuel);

    long total = 0, mix[NOPS] = {0};
    for (int i = 0; i < njobs; i++) {
        const struct job *j = &jobs[i];
        if (i < 4 * NPROG)
            printf("%-8s(%5d) %-16s %9ld insns, last %11d, digest %08x\n", j->prog->name, j->input,
                   status_text[j->status], j->executed, j->last, j->output);
        total += j->executed;
        for (int o = 0; o < NOPS; o++)
            mix[o] += j->mix[o];
    }
    printf("%ld instructions in %d runs\n", total, njobs);
    for (int o = 0; o < NOPS; o++)
        printf("%s=%ld%c", mnemonic[o], mix[o], o == NOPS - 1 ? '\n' : ' ');
    free(jobs);
    free(prog);
    return 0;
}
