/* bmidx: ad hoc queries on a fact table through a compressed bitmap index.
 * Every value of every column has a bitmap in word-aligned hybrid form (31-bit
 * literals and fills).  A query is an expression over column ranges; bitmaps are
 * combined compressed, the answer is a count and the sum of a measure.
 * usage: bmidx [rows] [queries] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

#define NCOL 6
#define FILL 0x80000000u
#define ONES 0x40000000u
#define LEN  0x3fffffffu
#define FULL 0x7fffffffu

typedef struct { uint32_t *w; int n, cap; } wah;
typedef struct { const uint32_t *p, *end; uint32_t run, val; } cursor;
typedef struct { const char *name; int card; uint8_t *data; wah *bits; } column;
enum kind { RANGE, AND, OR, NOT };
typedef struct expr { enum kind kind; int col, lo, hi; struct expr *a, *b; } expr;

static column table[NCOL] = { { "region", 12, 0, 0 }, { "channel", 5, 0, 0 }, { "product", 60, 0, 0 },
    { "week", 52, 0, 0 }, { "status", 4, 0, 0 }, { "agent", 90, 0, 0 } };
static int32_t *amount;
static int nrows, ngroups;
static long words_read, words_made;

static uint32_t seed = 1;
static uint32_t rnd(uint32_t n) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * n >> 32);
}

static void *check(void *p) {
    if (p == NULL) {
        fputs("bmidx: out of memory\n", stderr); exit(1);
    }
    return p;
}

static void push(wah *b, uint32_t w) {
    if (b->n == b->cap) {
        b->cap = b->cap ? b->cap * 2 : 16;
        b->w = check(realloc(b->w, (size_t)b->cap * sizeof *b->w));
    }
    b->w[b->n++] = w;
}

/* add k equal groups of 31 bits */
static void append(wah *b, uint32_t group, uint32_t k) {
    if (k == 0) return;
    if (group != 0 && group != FULL) {
        while (k--) push(b, group);
        return;
    }
    uint32_t fill = FILL | (group ? ONES : 0);
    if (b->n && (b->w[b->n - 1] & ~LEN) == fill) b->w[b->n - 1] += k;
    else push(b, fill | k);
}

static cursor start(const wah *b) {
    return (cursor){ b->w, b->w + b->n, 0, 0 };
}

static void load(cursor *c) {
    uint32_t w = *c->p++;
    c->run = w & FILL ? w & LEN : 1;
    c->val = !(w & FILL) ? w : w & ONES ? FULL : 0;
    words_read++;
}

static wah combine(const wah *x, const wah *y, enum kind op) {
    wah r = { 0 };
    cursor a = start(x), b = start(y);
    for (int done = 0; done < ngroups; ) {
        if (a.run == 0) load(&a);
        if (b.run == 0) load(&b);
        uint32_t k = a.run < b.run ? a.run : b.run;
        append(&r, op == AND ? a.val & b.val : a.val | b.val, k);
        a.run -= k; b.run -= k;
        done += (int)k;
    }
    words_made += r.n;
    return r;
}

static wah complement(const wah *x) {
    wah r = { 0 };
    for (cursor c = start(x); c.p < c.end; ) {
        load(&c); append(&r, c.val ^ FULL, c.run);
    }
    words_made += r.n;
    return r;
}

static void build_column(column *c) {
    uint32_t *group = check(calloc((size_t)c->card, sizeof *group));
    int *filled = check(calloc((size_t)c->card, sizeof *filled));  /* groups written */
    c->bits = check(calloc((size_t)c->card, sizeof *c->bits));
    for (int g = 0; g < ngroups; g++) {
        int end = (g + 1) * 31 < nrows ? (g + 1) * 31 : nrows;
        for (int i = g * 31; i < end; i++) group[c->data[i]] |= 1u << (i - g * 31);
        for (int i = g * 31; i < end; i++) {
            int v = c->data[i];
            if (!group[v]) continue;
            append(&c->bits[v], 0, (uint32_t)(g - filled[v]));
            append(&c->bits[v], group[v], 1);
            filled[v] = g + 1; group[v] = 0;
        }
    }
    for (int v = 0; v < c->card; v++) append(&c->bits[v], 0, (uint32_t)(ngroups - filled[v]));
    free(group); free(filled);
}

/* sales come in batches, so that neighbours are alike in some columns */
static void make_table(void) {
    for (int k = 0; k < NCOL; k++) table[k].data = check(malloc((size_t)nrows));
    amount = check(malloc((size_t)nrows * sizeof *amount));
    for (int i = 0; i < nrows; ) {
        int batch = 1 + (int)rnd(120), region = (int)rnd(12), product = (int)rnd(60), agent = (int)rnd(90);
        for (; batch-- && i < nrows; i++) {
            table[0].data[i] = (uint8_t)region;
            table[1].data[i] = (uint8_t)(rnd(3) ? region % 5 : (int)rnd(5));
            table[2].data[i] = (uint8_t)(rnd(4) ? product : (int)rnd(60));
            table[3].data[i] = (uint8_t)((int64_t)i * 52 / nrows);
            table[4].data[i] = (uint8_t)(rnd(20) ? 0 : 1 + rnd(3));
            table[5].data[i] = (uint8_t)(rnd(6) ? agent : (int)rnd(90));
            amount[i] = (int32_t)rnd(100000) - 2000;
        }
    }
}

static expr *make_query(int depth) {
    expr *e = check(calloc(1, sizeof *e));
    uint32_t r = rnd(10);
    if (depth == 0 || r == 0) {
        e->kind = RANGE;
        e->col = (int)rnd(NCOL);
        e->lo = (int)rnd((uint32_t)table[e->col].card);
        e->hi = e->lo + (int)rnd((uint32_t)(table[e->col].card - e->lo));
    } else if (r == 1) {
        e->kind = NOT; e->a = make_query(depth - 1);
    } else {
        e->kind = r < 6 ? AND : OR;
        e->a = make_query(depth - 1); e->b = make_query(depth - 1);
    }
    return e;
}

/* a range of values: OR of halves */
static wah any_of(const column *c, int lo, int hi) {
    if (lo == hi) return combine(&c->bits[lo], &c->bits[lo], OR);
    int mid = (lo + hi) / 2;
    wah a = any_of(c, lo, mid), b = any_of(c, mid + 1, hi), r = combine(&a, &b, OR);
    free(a.w); free(b.w);
    return r;
}

static wah eval(const expr *e) {
    if (e->kind == RANGE) return any_of(&table[e->col], e->lo, e->hi);
    wah a = eval(e->a), r;
    if (e->kind == NOT) r = complement(&a);
    else {
        wah b = eval(e->b);
        r = combine(&a, &b, e->kind); free(b.w);
    }
    free(a.w);
    return r;
}

static int64_t sum_rows(const wah *b, int *count) {
    int64_t sum = 0; int row = 0;
    for (cursor c = start(b); c.p < c.end; ) {
        for (load(&c); c.run; c.run--, row += 31)
            for (uint32_t w = c.val; w; w &= w - 1) {
                int i = row + __builtin_ctz(w);
                if (i >= nrows) continue;       /* padding of the last group */
                sum += amount[i]; ++*count;
            }
    }
    return sum;
}

static void free_query(expr *e) {
    if (!e) return;
    free_query(e->a); free_query(e->b); free(e);
}

int main(int argc, char **argv) {
    nrows = argc > 1 ? atoi(argv[1]) : 400000;
    int nq = argc > 2 ? atoi(argv[2]) : 60, size = 0;
    if (argc > 3) seed = (uint32_t)atoi(argv[3]);
    if (nrows < 1 || nq < 1) { fputs("usage: bmidx [rows] [queries] [seed]\n", stderr); return 1; }
    ngroups = (nrows + 30) / 31;
    make_table();
    for (int k = 0; k < NCOL; k++) {
        build_column(&table[k]);
        for (int v = 0; v < table[k].card; v++) size += table[k].bits[v].n;
    }
    printf("rows %d index words %d\n", nrows, size);
    uint64_t digest = 0;
    for (int q = 0; q < nq; q++) {
        expr *e = make_query(4);
        int count = 0;
        wah r = eval(e);
        int64_t sum = sum_rows(&r, &count);
        digest = (digest ^ (uint64_t)sum ^ (uint64_t)count << 40 ^ (uint64_t)r.n) * 0x9E3779B97F4A7C15ULL;
        digest ^= digest >> 29;
        if (q % 10 == 0) printf("query %d: %d rows, sum %lld, %d words\n", q, count, (long long)sum, r.n);
        free(r.w); free_query(e);
    }
    printf("read %ld made %ld digest %016llx\n", words_read, words_made, (unsigned long long)digest);
    for (int k = 0; k < NCOL; k++) {
        for (int v = 0; v < table[k].card; v++) free(table[k].bits[v].w);
        free(table[k].bits); free(table[k].data);
    }
    free(amount);
    return 0;
}
