/* regal.c -- back end fragment: liveness, interference, Briggs colouring and
 * spill code insertion.   regal [nfuncs] [K registers] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef uint64_t word;
#define WBITS 64
#define NWORDS(n) (((n) + WBITS - 1) / WBITS)
#define BSET(v, i) ((v)[(i) / WBITS] |= (word)1 << ((i) % WBITS))
#define BCLR(v, i) ((v)[(i) / WBITS] &= ~((word)1 << ((i) % WBITS)))
#define BTST(v, i) ((v)[(i) / WBITS] >> ((i) % WBITS) & 1)
enum op { OP_CONST, OP_MOV, OP_ADD, OP_MUL, OP_LOAD, OP_STORE, OP_SPILLLD, OP_SPILLST, OP_NOPS };
typedef struct insn { struct insn *next; enum op op; int dst, a, b; } insn;     /* -1: none */
typedef struct { insn *head, **tail; int nsucc, succ[2], depth; word *use, *def, *in, *out; } block;
typedef struct { int id, nblocks, nvregs; block *blocks; } func;

/* arena: everything of a function dies together */
typedef struct chunk { struct chunk *next; size_t used, cap; } chunk;
static chunk *arena;
static void *alloc(size_t n) {
    n = (n + 15) & ~(size_t)15;
    if (!arena || arena->used + n > arena->cap) {
        size_t cap = n > 65536 ? n : 65536;
        chunk *c = malloc(sizeof(chunk) + cap + 16);
        if (!c) { fputs("regal: out of memory\n", stderr); exit(1); }
        *c = (chunk){ arena, 0, cap }; arena = c;
    }
    void *p = (char *)arena + sizeof(chunk) + arena->used;
    arena->used += n;
    return memset(p, 0, n);
}
static void arena_release(void) {
    while (arena) { chunk *n = arena->next; free(arena); arena = n; }
}

/* ---- global statistics, printed at exit ---- */
static long st_insns, st_rounds, st_spills, st_moves, st_edges, st_iters, st_colors[64];
static int st_maxpressure;
static uint32_t seed = 7;
static int rnd(int n) {
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 12) % (unsigned)n);
}
static void emit(block *b, enum op op, int dst, int x, int y) {
    insn *i = alloc(sizeof *i);
    i->op = op; i->dst = dst; i->a = x; i->b = y;
    *b->tail = i; b->tail = &i->next;
}
static func *synth(int id) {
    func *f = alloc(sizeof *f); f->id = id;
    f->nblocks = 6 + rnd(40); f->nvregs = 30 + rnd(170);
    f->blocks = alloc(f->nblocks * sizeof(block));
    for (int k = 0; k < f->nblocks; k++) {
        block *b = &f->blocks[k];
        int len = 4 + rnd(14), lo = rnd(f->nvregs), span = 4 + rnd(f->nvregs - 4);
        b->tail = &b->head; b->depth = rnd(4);
        for (int i = 0; i < len; i++) {
            int d = (lo + rnd(span)) % f->nvregs, x = (lo + rnd(span)) % f->nvregs, y = lo;
            enum op op = (enum op)rnd(OP_SPILLLD);
            emit(b, op, op == OP_STORE ? -1 : d, op == OP_CONST ? -1 : x,
                 op == OP_ADD || op == OP_MUL || op == OP_STORE ? y : -1);
        }
        if (k + 1 < f->nblocks) b->succ[b->nsucc++] = k + 1;
        if (rnd(3) == 0) b->succ[b->nsucc++] = rnd(f->nblocks);
    }
    return f;
}
static void liveness(func *f) {
    int nw = NWORDS(f->nvregs), changed = 1;
    for (block *b = f->blocks; b < f->blocks + f->nblocks; b++) {
        b->use = alloc(nw * sizeof(word)); b->def = alloc(nw * sizeof(word));
        b->in = alloc(nw * sizeof(word)); b->out = alloc(nw * sizeof(word));
        for (insn *i = b->head; i; i = i->next) {
            if (i->a >= 0 && !BTST(b->def, i->a)) BSET(b->use, i->a);
            if (i->b >= 0 && !BTST(b->def, i->b)) BSET(b->use, i->b);
            if (i->dst >= 0) BSET(b->def, i->dst);
        }
    }
    while (changed) {
        changed = 0; st_iters++;
        for (int k = f->nblocks - 1; k >= 0; k--) {
            block *b = &f->blocks[k];
            for (int w = 0; w < nw; w++) {
                word o = 0, in;
                for (int s = 0; s < b->nsucc; s++) o |= f->blocks[b->succ[s]].in[w];
                in = b->use[w] | (o & ~b->def[w]);
                changed |= in != b->in[w];
                b->out[w] = o; b->in[w] = in;
            }
        }
    }
}
static word *interference(func *f, int *deg, double *cost) {
    int nv = f->nvregs, nw = NWORDS(nv), n;
    word *g = alloc((size_t)nv * nw * sizeof(word)), *live = alloc(nw * sizeof(word));
    for (int k = 0; k < f->nblocks; k++) {
        block *b = &f->blocks[k];
        double wgt = 1;
        for (int d = 0; d < b->depth; d++) wgt *= 10;
        for (insn *i = (n = 0, b->head); i; i = i->next) n++;
        insn **stk = alloc(n * sizeof *stk);
        for (insn *i = (n = 0, b->head); i; i = i->next) stk[n++] = i;
        memcpy(live, b->out, nw * sizeof(word));
        while (n--) {
            insn *i = stk[n];
            int press = 0;
            if (i->dst >= 0) {
                for (int v = 0; v < nv; v++)
                    if (BTST(live, v) && v != i->dst && !(i->op == OP_MOV && v == i->a)) {
                        BSET(g + (size_t)v * nw, i->dst);
                        BSET(g + (size_t)i->dst * nw, v);
                    }
                BCLR(live, i->dst);
                cost[i->dst] += wgt;
            }
            if (i->a >= 0) { BSET(live, i->a); cost[i->a] += wgt; }
            if (i->b >= 0) { BSET(live, i->b); cost[i->b] += wgt; }
            for (int w = 0; w < nw; w++) press += __builtin_popcountll(live[w]);
            if (press > st_maxpressure) st_maxpressure = press;
        }
    }
    for (int v = 0; v < nv; v++) {
        for (int w = 0; w < nw; w++) deg[v] += __builtin_popcountll(g[(size_t)v * nw + w]);
        st_edges += deg[v];
    }
    return g;
}

/* rewrite uses and definitions of v through fresh temporaries */
static void spill(func *f, int v) {
    for (int k = 0; k < f->nblocks; k++)
        for (insn **p = &f->blocks[k].head; *p; p = &(*p)->next) {
            insn *i = *p;
            if (i->a == v || i->b == v) {
                insn *ld = alloc(sizeof *ld);
                *ld = (insn){ i, OP_SPILLLD, f->nvregs++, -1, -1 };
                if (i->a == v) i->a = ld->dst;
                if (i->b == v) i->b = ld->dst;
                *p = ld; p = &ld->next;
            }
            if (i->dst == v) {
                insn *stx = alloc(sizeof *stx);
                i->dst = f->nvregs++;
                *stx = (insn){ i->next, OP_SPILLST, -1, i->dst, -1 };
                i->next = stx; p = &i->next;
            }
        }
    st_spills++;
}

/* one build-simplify-select round; number of vregs spilled */
static int color_round(func *f, int K, int *color, int firsttemp) {
    int nv = f->nvregs, nw = NWORDS(nv), sp = 0, nspill = 0;
    int *deg = alloc(nv * sizeof(int)), *d2 = alloc(nv * sizeof(int)), *stack = alloc(nv * sizeof(int));
    char *gone = alloc(nv);
    double *cost = alloc(nv * sizeof(double));
    st_rounds++;
    liveness(f);
    word *g = interference(f, deg, cost);
    memcpy(d2, deg, nv * sizeof(int));
    while (sp < nv) {
        double best = 0; int pick = -1;
        for (int v = 0; v < nv && pick < 0; v++)  if (!gone[v] && d2[v] < K) pick = v;
        for (int v = 0, any = pick >= 0; v < nv && !any; v++) {
            if (gone[v]) continue;
            double c = (v >= firsttemp ? 1e9 : cost[v]) / d2[v];
            if (pick < 0 || c < best) { pick = v; best = c; }
        }
        gone[stack[sp++] = pick] = 1;
        for (int v = 0; v < nv; v++) if (!gone[v] && BTST(g + (size_t)pick * nw, v)) d2[v]--;
    }
    while (sp--) {
        int v = stack[sp]; word taken = 0;
        for (int u = 0; u < nv; u++)
            if (color[u] >= 0 && BTST(g + (size_t)v * nw, u)) taken |= (word)1 << color[u];
        int c = 0;
        while (c < K && taken >> c & 1) c++;
        color[v] = c < K ? c : -1;
        if (c == K) stack[nv - 1 - nspill++] = v;
    }
    for (int s = 0; s < nspill; s++) spill(f, stack[nv - 1 - s]);
    return nspill;
}
static uint32_t allocate(func *f, int K) {
    int firsttemp = f->nvregs, *color, rounds = 0, left;
    uint32_t h = 2166136261u;
    do {
        color = alloc(f->nvregs * sizeof(int));
        for (int v = 0; v < f->nvregs; v++) color[v] = -1;
        left = color_round(f, K, color, firsttemp);
    } while (left && ++rounds < 12);
    for (int k = 0; k < f->nblocks; k++)
        for (insn *i = f->blocks[k].head; i; i = i->next) {
            int d = i->dst < 0 || left ? 63 : color[i->dst], a = i->a < 0 || left ? 63 : color[i->a];
            if (i->op == OP_MOV && d == a) { st_moves++; continue; }
            st_insns++;
            if (!left && i->dst >= 0) st_colors[d]++;
            h = (h ^ (uint32_t)(i->op << 12 | d << 6 | a)) * 16777619u;
        }
    return h;
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 240, K = argc > 2 ? atoi(argv[2]) : 14;
    uint32_t sum = 0;
    if (argc > 3) seed = (uint32_t)atoi(argv[3]);
    if (n < 1 || K < 4 || K > 60) { fputs("usage: regal [nfuncs] [4..60] [seed]\n", stderr); return 2; }
    for (int id = 0; id < n; id++) {
        func *f = synth(id);
        uint32_t h = allocate(f, K);
        sum = (sum << 3 | sum >> 29) ^ h;
        if (id % (n / 6 + 1) == 0) printf("f%d: %d blocks %d vregs %08x\n", id, f->nblocks, f->nvregs, h);
        arena_release();
    }
    printf("insns %ld rounds %ld spills %ld moves gone %ld edges %ld iterations %ld pressure %d\n",
           st_insns, st_rounds, st_spills, st_moves, st_edges / 2, st_iters, st_maxpressure);
    for (int c = 0; c < K; c++) printf("%s%ld", c ? " " : "colours: ", st_colors[c]);
    printf("\ncode %08x\n", sum);
    return 0;
}
