/*
 * regal.c - register allocator pass of a small compiler back end.
 * Functions in a random but well-formed three-address IR are generated,
 * then for each one: liveness, interference graph, Briggs-style colouring
 * with spill and retry, and code emission into one output section.
 * usage: regal [functions] [registers] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#define MAXBLK  48
#define MAXINS  640
#define MAXVAR  256
#define WORDS   (MAXVAR / 64)
#define MAXTRY  6
#define MEM     (-2)                    /* operand lives in the stack frame */

enum { ADD, MUL, MOV, LOAD, STORE, CMP };
typedef struct { uint8_t op; int16_t dst, a, b; } Ins;
typedef struct { int first, last, succ[2]; int depth; } Block;
typedef struct { int nblk, nins, nvar; Block blk[MAXBLK]; Ins *ins; } Func;
typedef struct { uint64_t w[WORDS]; } Set;
typedef struct { long spills, retries, coalesced, failed, edges, passes, memops, awkward; } Stats;

static uint64_t rs;
static int rnd(int n)
{
    rs ^= rs >> 12; rs ^= rs << 25; rs ^= rs >> 27;
    return (int)((rs * 0x2545F4914F6CDD1DULL >> 33) % (uint64_t)n);
}

/* working storage of the pass */
static Set livein[MAXBLK], liveout[MAXBLK], use[MAXBLK], def[MAXBLK];
static Set graph[MAXVAR];
static int degree[MAXVAR], colour[MAXVAR], stack[MAXVAR], weight[MAXVAR];
static uint8_t removed[MAXVAR], spilled[MAXVAR];

static int has(const Set *s, int v) { return s->w[v >> 6] >> (v & 63) & 1; }
static void add(Set *s, int v) { s->w[v >> 6] |= 1ULL << (v & 63); }
static void del(Set *s, int v) { s->w[v >> 6] &= ~(1ULL << (v & 63)); }

static void generate(Func *f)
{
    f->nblk = 6 + rnd(MAXBLK - 6);
    f->nvar = 24 + rnd(MAXVAR - 24);
    f->ins = malloc(sizeof(Ins) * MAXINS);
    if (!f->ins) { fputs("regal: out of memory\n", stderr); exit(1); }
    f->nins = 0;
    for (int b = 0; b < f->nblk; b++) {
        Block *k = &f->blk[b];
        int len = 3 + rnd(MAXINS / MAXBLK - 3), base = rnd(f->nvar);
        k->first = f->nins, k->depth = rnd(3);
        for (int i = 0; i < len; i++) {
            Ins *x = &f->ins[f->nins++];
            x->op = (uint8_t)rnd(6);
            x->dst = (int16_t)((base + rnd(12)) % f->nvar);
            x->a = (int16_t)(rnd(4) ? (base + rnd(12)) % f->nvar : rnd(f->nvar));
            x->b = x->op == MOV || x->op == LOAD ? -1 : (int16_t)((base + rnd(12)) % f->nvar);
            if (x->op == STORE || x->op == CMP) x->dst = -1;
        }
        k->last = f->nins;
        k->succ[0] = b + 1 < f->nblk ? b + 1 : -1;
        k->succ[1] = rnd(3) == 0 ? rnd(f->nblk) : -1;
    }
}

static void liveness(const Func *f, Stats *st)
{
    int words = (f->nvar + 63) / 64, changed = 1;
    memset(use, 0, sizeof use); memset(def, 0, sizeof def);
    memset(livein, 0, sizeof livein); memset(liveout, 0, sizeof liveout);
    for (int b = 0; b < f->nblk; b++)
        for (int i = f->blk[b].first; i < f->blk[b].last; i++) {
            const Ins *x = &f->ins[i];
            if (x->a >= 0 && !has(&def[b], x->a)) add(&use[b], x->a);
            if (x->b >= 0 && !has(&def[b], x->b)) add(&use[b], x->b);
            if (x->dst >= 0) add(&def[b], x->dst);
        }
    while (changed) {
        changed = 0;
        st->passes++;
        for (int b = f->nblk - 1; b >= 0; b--)
            for (int w = 0; w < words; w++) {
                uint64_t out = 0;
                for (int s = 0; s < 2; s++)
                    if (f->blk[b].succ[s] >= 0) out |= livein[f->blk[b].succ[s]].w[w];
                uint64_t in = use[b].w[w] | (out & ~def[b].w[w]);
                if (in != livein[b].w[w] || out != liveout[b].w[w]) changed = 1;
                livein[b].w[w] = in, liveout[b].w[w] = out;
            }
    }
}

static void interfere(const Func *f, Stats *st)
{
    memset(graph, 0, sizeof(Set) * f->nvar);
    for (int v = 0; v < f->nvar; v++) weight[v] = degree[v] = 0;
    for (int b = 0; b < f->nblk; b++) {
        Set live = liveout[b];
        int cost = 1 << (3 * f->blk[b].depth);
        for (int i = f->blk[b].last - 1; i >= f->blk[b].first; i--) {
            const Ins *x = &f->ins[i];
            if (x->dst >= 0) {
                weight[x->dst] += cost;
                del(&live, x->dst);
                for (int w = 0; w < WORDS; w++) graph[x->dst].w[w] |= live.w[w];
                if (x->op == MOV && x->a >= 0) del(&graph[x->dst], x->a);
            }
            if (x->a >= 0) { add(&live, x->a); weight[x->a] += cost; }
            if (x->b >= 0) { add(&live, x->b); weight[x->b] += cost; }
        }
    }
    for (int v = 0; v < f->nvar; v++)
        for (int u = 0; u < f->nvar; u++) if (has(&graph[v], u)) add(&graph[u], v);
    for (int v = 0; v < f->nvar; v++) {
        del(&graph[v], v);
        for (int w = 0; w < WORDS; w++) degree[v] += __builtin_popcountll(graph[v].w[w]);
        st->edges += degree[v];
    }
}

static int colouring(const Func *f, int nreg)
{
    int n = f->nvar, bad = 0;
    memset(removed, 0, sizeof removed);
    for (int top = 0; top < n; top++) {
        int pick = -1, forced = -1;
        for (int v = 0; v < n; v++) {
            if (removed[v]) continue;
            if (degree[v] < nreg) { pick = v; break; }
            if (forced < 0 || (long)weight[v] * degree[forced] < (long)weight[forced] * degree[v]) forced = v;
        }
        if (pick < 0) pick = forced;
        removed[stack[top] = pick] = 1;
        for (int u = 0; u < n; u++) if (has(&graph[pick], u)) degree[u]--;
    }
    for (int v = 0; v < n; v++) colour[v] = -1, spilled[v] = 0;
    for (int top = n - 1; top >= 0; top--) {
        int v = stack[top];
        uint64_t taken = 0;
        for (int u = 0; u < n; u++) if (has(&graph[v], u) && colour[u] >= 0) taken |= 1ULL << colour[u];
        colour[v] = __builtin_ctzll(~taken);
        if (colour[v] >= nreg) { colour[v] = -1; spilled[v] = 1; bad++; }
    }
    return bad;
}

/* spilled variables live in the frame: their operands become memory operands */
static void rewrite(Func *f, Stats *st)
{
    for (int i = 0; i < f->nins; i++) {
        Ins *x = &f->ins[i];
        long m = st->memops;
        if (x->a >= 0 && spilled[x->a]) { x->a = MEM; st->memops++; }
        if (x->b >= 0 && spilled[x->b]) { x->b = MEM; st->memops++; }
        if (x->dst >= 0 && spilled[x->dst]) { x->dst = MEM; st->memops++; }
        if (st->memops - m > 1) st->awkward++;
    }
}

static int allocate(Func *f, int nreg, Stats *st)
{
    for (int t = 0; t < MAXTRY; t++) {
        liveness(f, st);
        interfere(f, st);
        int bad = colouring(f, nreg);
        if (bad == 0) return 0;
        st->spills += bad;
        st->retries++;
        rewrite(f, st);
    }
    st->failed++;
    return -1;
}

static size_t emit(const Func *f, uint8_t *out, Stats *st)
{
    size_t n = 0;
    for (int i = 0; i < f->nins; i++) {
        const Ins *x = &f->ins[i];
        if (x->op == MOV && x->dst >= 0 && x->a >= 0 && colour[x->dst] == colour[x->a]) { st->coalesced++; continue; }
        out[n++] = x->op;
        out[n++] = (uint8_t)(x->dst >= 0 ? colour[x->dst] : x->dst);
        out[n++] = (uint8_t)(x->a >= 0 ? colour[x->a] : x->a);
        if (x->b != -1) out[n++] = (uint8_t)(x->b >= 0 ? colour[x->b] : x->b);
    }
    return n;
}

int main(int argc, char **argv)
{
    int nfunc = argc > 1 ? atoi(argv[1]) : 3000;
    int nreg = argc > 2 ? atoi(argv[2]) : 10;
    rs = argc > 3 ? strtoull(argv[3], 0, 10) | 1 : 31337;
    if (nfunc < 1 || nreg < 4 || nreg > 32) return fputs("regal: bad arguments\n", stderr), 2;
    Stats st = { 0 };
    size_t size = 0, cap = 4 * MAXINS;
    uint8_t *text = malloc(cap);
    long vars = 0, ins = 0;
    for (int i = 0; i < nfunc && text; i++) {
        static Func f;
        generate(&f);
        ins += f.nins;
        if (allocate(&f, nreg, &st) == 0) {
            if (size + 4 * MAXINS > cap) text = realloc(text, cap *= 2);
            if (!text) return 1;
            size += emit(&f, text + size, &st);
        }
        vars += f.nvar;
        free(f.ins);
    }
    uint32_t hash = 1;
    for (size_t i = 0; i < size; i++) hash = (hash ^ text[i]) * 16777619u;
    printf("functions %d  instructions %ld  variables %ld\n", nfunc, ins, vars);
    printf("spills %ld  retries %ld  failed %ld  coalesced %ld\n", st.spills, st.retries, st.failed, st.coalesced);
    printf("edges %ld  liveness passes %ld  memory operands %ld (%ld awkward)\n", st.edges, st.passes, st.memops, st.awkward);
    printf("text %zu bytes  hash %08x\n", size, hash);
    return free(text), 0;
}
