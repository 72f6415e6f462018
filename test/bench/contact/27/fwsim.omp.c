// fwsim: fault injection campaign on a tiny 16-bit controller.
// A single bit of code, RAM or register file is flipped at a chosen cycle, the
// firmware runs on, and the outcome (port output and trap) is classified.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOP, LDI, MOV, LD, ST, ADD, SUB, XOR, AND, SHR, SHL, BEQ, BNE, BLT, OUT, HLT };
enum trap { T_RUNNING, T_HALT, T_BADOP, T_BADADDR, T_WATCHDOG, T_NUM };

#define RAM_WORDS 256
#define ROM_WORDS 128
#define OUT_MAX   8
#define HASH_SIZE 1024

#define I(op, d, s, imm) (((uint32_t)(op) << 24) | ((d) << 20) | ((s) << 16) | ((imm) & 0xffff))

// r0 = 0 by convention. Fill 32 words by xorshift, sort them, CRC them, report.
static const uint32_t firmware[] = {
    I(LDI, 1, 0, 0xACE1), I(LDI, 2, 0, 0), I(LDI, 3, 0, 24), I(LDI, 15, 0, 1),
    // fill: 4
    I(MOV, 4, 1, 0), I(SHL, 4, 4, 7), I(XOR, 1, 4, 0), I(MOV, 4, 1, 0),
    I(SHR, 4, 4, 9), I(XOR, 1, 4, 0), I(MOV, 4, 1, 0), I(SHL, 4, 4, 8),
    I(XOR, 1, 4, 0), I(ST, 1, 2, 16), I(ADD, 2, 15, 0), I(BNE, 2, 3, 4),
    // sort: 16 (insertion)
    I(LDI, 2, 0, 1),
    I(LD, 5, 2, 16), I(MOV, 6, 2, 0),                       // 17
    I(BEQ, 6, 0, 27), I(MOV, 7, 6, 0), I(SUB, 7, 15, 0),    // 19
    I(LD, 8, 7, 16), I(BLT, 8, 5, 27),                      // 22
    I(ST, 8, 6, 16), I(MOV, 6, 7, 0), I(BEQ, 0, 0, 19),     // 24
    I(ST, 5, 6, 16), I(ADD, 2, 15, 0), I(BNE, 2, 3, 17),    // 27
    // crc: 30
    I(LDI, 9, 0, 0xffff), I(LDI, 2, 0, 0), I(LDI, 12, 0, 0xA001),
    I(LD, 5, 2, 16), I(XOR, 9, 5, 0), I(LDI, 10, 0, 16),    // 33
    I(MOV, 11, 9, 0), I(AND, 11, 15, 0), I(SHR, 9, 9, 1),   // 36
    I(BEQ, 11, 0, 41), I(XOR, 9, 12, 0),                    // 39
    I(SUB, 10, 15, 0), I(BNE, 10, 0, 36),                   // 41
    I(ADD, 2, 15, 0), I(BNE, 2, 3, 33),                     // 43
    I(OUT, 9, 0, 0), I(LD, 5, 0, 16), I(OUT, 5, 0, 0), I(HLT, 0, 0, 0),
};
#define CODE_WORDS (sizeof firmware / sizeof firmware[0])

// ---- machine state ----
static uint32_t rom[ROM_WORDS];
static uint16_t ram[RAM_WORDS];
static uint16_t reg[16];
static uint16_t port[OUT_MAX];
static unsigned nport;
static uint16_t pc;
static uint32_t cycle;
// one machine per thread
#pragma omp threadprivate(rom, ram, reg, port, nport, pc, cycle)

static void reset(void)
{
    memset(rom, 0, sizeof rom);
    memcpy(rom, firmware, sizeof firmware);
    memset(ram, 0, sizeof ram);
    memset(reg, 0, sizeof reg);
    pc = 0;
    nport = 0;
    cycle = 0;
}

static enum trap step(void)
{
    if (pc >= ROM_WORDS)
        return T_BADADDR;
    uint32_t w = rom[pc++];
    unsigned op = w >> 24, d = w >> 20 & 15, s = w >> 16 & 15;
    uint16_t imm = (uint16_t)w, ea = (uint16_t)(reg[s] + imm);
    cycle++;
    switch (op) {
    case NOP: break;
    case LDI: reg[d] = imm; break;
    case MOV: reg[d] = reg[s]; break;
    case LD:  if (ea >= RAM_WORDS) return T_BADADDR; reg[d] = ram[ea]; break;
    case ST:  if (ea >= RAM_WORDS) return T_BADADDR; ram[ea] = reg[d]; break;
    case ADD: reg[d] = (uint16_t)(reg[d] + reg[s]); break;
    case SUB: reg[d] = (uint16_t)(reg[d] - reg[s]); break;
    case XOR: reg[d] ^= reg[s]; break;
    case AND: reg[d] &= reg[s]; break;
    case SHR: reg[d] = (uint16_t)(reg[s] >> (imm & 15)); break;
    case SHL: reg[d] = (uint16_t)(reg[s] << (imm & 15)); break;
    case BEQ: if (reg[d] == reg[s]) pc = imm; break;
    case BNE: if (reg[d] != reg[s]) pc = imm; break;
    case BLT: if (reg[d] < reg[s]) pc = imm; break;
    case OUT: if (nport == OUT_MAX) return T_BADADDR; port[nport++] = reg[d]; break;
    case HLT: return T_HALT;
    default:  return T_BADOP;
    }
    return T_RUNNING;
}

static enum trap run_until(uint32_t limit)
{
    enum trap t = T_RUNNING;
    while (t == T_RUNNING && cycle < limit)
        t = step();
    return t;
}

static void flip(unsigned where)
{
    if (where < CODE_WORDS * 32) { rom[where / 32] ^= 1u << (where % 32); return; }
    where -= CODE_WORDS * 32;
    if (where < 64 * 16) { ram[where / 16] ^= (uint16_t)(1u << (where % 16)); return; }
    where -= 64 * 16;
    reg[where / 16 % 16] ^= (uint16_t)(1u << (where % 16));
}
#define FLIP_BITS (CODE_WORDS * 32 + 64 * 16 + 16 * 16)

// ---- outcome table ----
struct outcome {
    uint32_t sig;
    enum trap trap;
    uint32_t count, first_trial, cycles_xor;
    struct outcome *next;
};
static struct outcome *table[HASH_SIZE];
static unsigned n_outcomes;

static uint32_t signature(enum trap t)
{
    uint32_t h = 0x811c9dc5u ^ (uint32_t)t;
    for (unsigned i = 0; i < nport; i++)
        h = (h ^ port[i]) * 0x01000193u;
    return h;
}

static void note(uint32_t sig, enum trap t, uint32_t trial, uint32_t cyc)
{
    struct outcome **p = &table[(sig ^ sig >> 10) % HASH_SIZE];
    while (*p && (*p)->sig != sig)
        p = &(*p)->next;
    if (!*p) {
        *p = calloc(1, sizeof **p);
        if (!*p) { perror("fwsim"); exit(1); }
        (*p)->sig = sig;
        (*p)->trap = t;
        (*p)->first_trial = trial;
        n_outcomes++;
    }
    (*p)->count++;
    (*p)->cycles_xor = ((*p)->cycles_xor << 1 | (*p)->cycles_xor >> 31) ^ cyc;
}

static uint32_t lfsr = 0xBEEF1234u;
static uint32_t next_random(void)
{
    lfsr ^= lfsr << 13; lfsr ^= lfsr >> 17; lfsr ^= lfsr << 5;
    return lfsr;
}

int main(int argc, char **argv)
{
    static const char *const names[T_NUM] = { "running", "halt", "bad opcode", "bad address", "watchdog" };
    uint32_t trials = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 50000;
    uint32_t by_trap[T_NUM] = { 0 }, silent = 0, hash = 0;

    reset();
    if (run_until(1000000) != T_HALT) {
        fputs("fwsim: golden run failed\n", stderr);
        return 1;
    }
    const uint32_t golden = signature(T_HALT), golden_cycles = cycle;
    printf("golden: %u cycles, port %04x %04x\n", golden_cycles, port[0], port[1]);

    // The random plan is drawn first; trials run anywhere, results are noted in order.
    struct trial { uint32_t where, when, sig, cycles; enum trap trap; } *plan = malloc((trials + 1) * sizeof *plan);
    if (!plan) { perror("fwsim"); return 1; }
    for (uint32_t i = 0; i < trials; i++) {
        plan[i].where = next_random() % FLIP_BITS;
        plan[i].when = next_random() % golden_cycles;
    }
    #pragma omp parallel for schedule(dynamic, 64)
    for (uint32_t i = 0; i < trials; i++) {
        reset();
        run_until(plan[i].when);
        flip(plan[i].where);
        enum trap t = run_until(golden_cycles * 2);
        if (t == T_RUNNING)
            t = T_WATCHDOG;
        plan[i].trap = t;
        plan[i].sig = signature(t);
        plan[i].cycles = cycle;
    }
    for (uint32_t i = 0; i < trials; i++) {
        by_trap[plan[i].trap]++;
        if (plan[i].sig == golden) silent++;
        note(plan[i].sig, plan[i].trap, i, plan[i].cycles);
    }
    free(plan);
    for (int t = 1; t < T_NUM; t++)
        printf("%-12s %u\n", names[t], by_trap[t]);
    printf("no effect    %u\n", silent);
    for (unsigned i = 0; i < HASH_SIZE; i++)
        for (struct outcome *o = table[i], *nx; o; o = nx) {
            hash = hash * 31 + (o->sig ^ o->count ^ o->first_trial * 7 ^ o->cycles_xor);
            nx = o->next;
            free(o);
        }
    printf("outcomes %u, hash %08x\n", n_outcomes, hash);
    return 0;
}
