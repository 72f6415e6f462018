// SPDX-License-Identifier: Apache-2.0
/* Trace-driven simulation of a two-level cache with LRU replacement, plus a
 * tournament branch predictor, run on the instruction/data trace of a small
 * synthetic CPU.  The usual "simple-scalar for the afternoon" program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

#define GHIST 12

typedef struct line {
    uint64_t tag;
    int valid, dirty;
    struct line *prev, *next;       /* LRU chain within the set */
} line_t;

typedef struct cache {
    const char *name;
    int sets, ways, shift;
    line_t *pool;
    line_t **head, **tail;          /* most and least recently used */
    struct cache *lower;
    long hits, misses, writebacks;
} cache_t;

typedef enum { OP_ALU, OP_LOAD, OP_STORE, OP_BRANCH } op_t;

typedef struct {
    uint64_t pc, base, addr;
    uint32_t rng;
    int loop_left, phase;
} cpu_t;

typedef struct {
    uint8_t local[1 << GHIST], global[1 << GHIST], chooser[1 << GHIST];
    unsigned hist;
    long total, wrong;
} bpred_t;

static cache_t *cache_new(const char *name, int kb, int ways, int block, cache_t *lower)
{
    cache_t *c = calloc(1, sizeof *c);
    int s, w;
    c->name = name;
    c->ways = ways;
    c->sets = kb * 1024 / block / ways;
    while (1 << c->shift < block)
        c->shift++;
    c->lower = lower;
    c->pool = calloc((size_t)c->sets * ways, sizeof(line_t));
    c->head = calloc(c->sets, sizeof(line_t *));
    c->tail = calloc(c->sets, sizeof(line_t *));
    for (s = 0; s < c->sets; s++) {
        line_t *l = c->pool + s * ways;
        for (w = 0; w < ways; w++) {
            l[w].prev = w > 0 ? &l[w - 1] : NULL;
            l[w].next = w < ways - 1 ? &l[w + 1] : NULL;
        }
        c->head[s] = &l[0];
        c->tail[s] = &l[ways - 1];
    }
    return c;
}

static void cache_free(cache_t *c)
{
    free(c->pool);
    free(c->head);
    free(c->tail);
    free(c);
}

static void touch(cache_t *c, int set, line_t *l)
{
    if (c->head[set] == l)
        return;
    l->prev->next = l->next;
    if (l->next)
        l->next->prev = l->prev;
    else
        c->tail[set] = l->prev;
    l->prev = NULL;
    l->next = c->head[set];
    c->head[set]->prev = l;
    c->head[set] = l;
}

static int cache_access(cache_t *c, uint64_t addr, int write)
{
    uint64_t block = addr >> c->shift;
    int set = (int)(block % c->sets);
    int cycles = 0;
    line_t *l;

    for (l = c->head[set]; l; l = l->next)
        if (l->valid && l->tag == block) {
            c->hits++;
            l->dirty |= write;
            touch(c, set, l);
            return 1;
        }
    c->misses++;
    l = c->tail[set];
    if (l->valid && l->dirty) {
        c->writebacks++;
        if (c->lower)
            cache_access(c->lower, l->tag << c->shift, 1);
    }
    cycles = c->lower ? 8 + cache_access(c->lower, addr, 0) : 90;
    l->valid = 1;
    l->dirty = write;
    l->tag = block;
    touch(c, set, l);
    return cycles;
}

static void bump(uint8_t *ctr, int up)
{
    if (up && *ctr < 3)
        ++*ctr;
    if (!up && *ctr > 0)
        --*ctr;
}

static int predict(bpred_t *b, uint64_t pc, int taken)
{
    unsigned mask = (1 << GHIST) - 1;
    unsigned li = (pc >> 2) & mask, gi = (li ^ b->hist) & mask;
    int pl = b->local[li] > 1, pg = b->global[gi] > 1;
    int p = b->chooser[li] > 1 ? pg : pl;

    if (pl != pg)
        bump(&b->chooser[li], pg == taken);
    bump(&b->local[li], taken);
    bump(&b->global[gi], taken);
    b->hist = (b->hist << 1 | taken) & mask;
    b->total++;
    b->wrong += p != taken;
    return p == taken ? 0 : 14;
}

/* next instruction of the synthetic program */
static op_t cpu_step(cpu_t *u, int *taken)
{
    op_t op;
    u->rng = u->rng * 1664525u + 1013904223u;
    uint32_t r = u->rng >> 8;

    u->pc += 4;
    if (u->loop_left > 0 && (u->pc & 63) == 0) {
        u->loop_left--;
        *taken = u->loop_left > 0;
        if (*taken)
            u->pc -= 64;
        return OP_BRANCH;
    }
    switch (r % 10) {
    case 0: case 1: case 2:
        op = OP_LOAD;
        break;
    case 3:
        op = OP_STORE;
        break;
    case 4:
        *taken = (r >> 5) % 16 > (unsigned)(u->pc >> 2 & 15);
        if (*taken && u->loop_left <= 0)
            u->pc = 0x400000 + ((r >> 4) % 20000) * 4, u->loop_left = 4 + r % 60;
        return OP_BRANCH;
    default:
        return OP_ALU;
    }
    if (u->phase++ % 50000 == 0)
        u->base = 0x10000000 + (uint64_t)(r % 64) * 0x40000;
    if (r & 0x10000)
        u->addr += 8;                                   /* streaming */
    else
        u->addr = u->base + ((r >> 3) % 24576) * 8;     /* working set */
    return op;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 80000000, i, cycles = 0;
    cache_t *l2 = cache_new("L2", 512, 8, 64, NULL);
    cache_t *il1 = cache_new("IL1", 32, 4, 64, l2), *dl1 = cache_new("DL1", 32, 8, 64, l2);
    cache_t *all[3] = { il1, dl1, l2 };
    bpred_t *bp = calloc(1, sizeof *bp);
    cpu_t cpu = { 0x400000, 0x10000000, 0x10000000, 1, 0, 0 };
    struct timespec t0, t1;

    /* Every access depends on the state left by the one before, so the
       simulation stays sequential. */
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (i = 0; i < n; i++) {
        int taken = 0;
        op_t op = cpu_step(&cpu, &taken);
        cycles += cache_access(il1, cpu.pc, 0);
        if (op == OP_LOAD || op == OP_STORE)
            cycles += cache_access(dl1, cpu.addr, op == OP_STORE);
        else if (op == OP_BRANCH)
            cycles += predict(bp, cpu.pc, taken);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    for (i = 0; i < 3; i++)
        printf("%-4s hits %ld misses %ld (%.3f%%) writebacks %ld\n", all[i]->name, all[i]->hits,
               all[i]->misses, 100.0 * all[i]->misses / (all[i]->hits + all[i]->misses), all[i]->writebacks);
    printf("branches %ld, mispredicted %ld\n", bp->total, bp->wrong);
    printf("CPI %.5f\n", (double)cycles / n);
    for (i = 0; i < 3; i++)
        cache_free(all[i]);
    free(bp);
    return 0;
}
