// SPDX-License-Identifier: Apache-2.0
/* In-memory query: joins line items with orders and customers through hash tables, groups revenue by nation and month, lists top customers. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

#define NATIONS 25
#define MONTHS 24

typedef struct { uint32_t key; uint16_t nation; uint16_t segment; } customer_row;
typedef struct { uint32_t key, custkey; uint32_t date; } order_row;

/* column store for the fact table */
typedef struct {
    size_t n;
    uint32_t *orderkey;
    int32_t *price;             /* cents */
    uint8_t *discount, *quantity;
} lineitem_cols;

typedef struct entry { uint32_t key; uint32_t row; struct entry *next; } entry;

typedef struct {
    uint32_t mask;
    entry **bucket;
    entry *pool;
} hash_index;

static uint64_t rng_state = 0xABCDEF0123456789ull;

static uint32_t rng(uint32_t n)
{
    rng_state ^= rng_state >> 12;
    rng_state ^= rng_state << 25;
    rng_state ^= rng_state >> 27;
    return (uint32_t)((rng_state * 2685821657736338717ull) >> 33) % n;
}

static uint32_t hash32(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x45d9f3bu;
    x = (x ^ (x >> 16)) * 0x45d9f3bu;
    return x ^ (x >> 16);
}

static hash_index *index_build(const void *rows, size_t stride, size_t n)
{
    hash_index *ix = malloc(sizeof *ix);
    uint32_t cap = 16;
    while (cap < n) cap <<= 1;
    ix->mask = cap - 1;
    ix->bucket = calloc(cap, sizeof *ix->bucket);
    ix->pool = malloc(n * sizeof *ix->pool);
    for (size_t i = 0; i < n; i++) {
        uint32_t key;
        memcpy(&key, (const char *)rows + i * stride, sizeof key);
        entry *e = &ix->pool[i];
        uint32_t h = hash32(key) & ix->mask;
        e->key = key;
        e->row = (uint32_t)i;
        e->next = ix->bucket[h];
        ix->bucket[h] = e;
    }
    return ix;
}

static const entry *index_find(const hash_index *ix, uint32_t key)
{
    for (const entry *e = ix->bucket[hash32(key) & ix->mask]; e; e = e->next)
        if (e->key == key) return e;
    return NULL;
}

static void index_free(hash_index *ix) { free(ix->bucket); free(ix->pool); free(ix); }

typedef struct {
    int64_t revenue[NATIONS][MONTHS];
    int64_t count[NATIONS][MONTHS];
    long misses, filtered;
} result_t;

static void run_query(const lineitem_cols *li, const order_row *ord, const hash_index *ox,
                      const customer_row *cust, const hash_index *cx, result_t *res, int64_t *spent)
{
    #pragma omp parallel
    {
    result_t *mine = calloc(1, sizeof *mine);
    #pragma omp for schedule(static) nowait
    for (size_t i = 0; i < li->n; i++) {
        if (li->quantity[i] < 5 || li->discount[i] > 8) {
            mine->filtered++;
            continue;
        }
        const entry *oe = index_find(ox, li->orderkey[i]);
        if (!oe) { mine->misses++; continue; }
        const order_row *o = &ord[oe->row];
        const entry *ce = index_find(cx, o->custkey);
        if (!ce) { mine->misses++; continue; }
        const customer_row *c = &cust[ce->row];
        int64_t rev = (int64_t)li->price[i] * (100 - li->discount[i]);
        mine->revenue[c->nation][o->date] += rev;
        mine->count[c->nation][o->date]++;
        #pragma omp atomic
        spent[ce->row] += rev;
    }
    #pragma omp critical
    {
        for (int k = 0; k < NATIONS; k++)
            for (int m = 0; m < MONTHS; m++) {
                res->revenue[k][m] += mine->revenue[k][m];
                res->count[k][m] += mine->count[k][m];
            }
        res->filtered += mine->filtered;
        res->misses += mine->misses;
    }
    free(mine);
    }
}

typedef struct { int64_t spent; uint32_t key; } top_row;

static int cmp_top(const void *a, const void *b)
{
    const top_row *x = a, *y = b;
    if (x->spent != y->spent) return x->spent < y->spent ? 1 : -1;
    return x->key < y->key ? -1 : x->key > y->key;
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) { perror("malloc"); exit(1); }
    return p;
}

int main(int argc, char **argv)
{
    size_t nl = argc > 1 ? (size_t)atol(argv[1]) : 6000000, no = nl / 4, nc = nl / 40;
    customer_row *cust = xmalloc(nc * sizeof *cust);
    order_row *ord = xmalloc(no * sizeof *ord);
    lineitem_cols li = { nl, xmalloc(nl * 4), xmalloc(nl * 4), xmalloc(nl), xmalloc(nl) };
    for (size_t i = 0; i < nc; i++) {
        cust[i].key = (uint32_t)(i * 7 + 3);
        cust[i].nation = (uint16_t)rng(NATIONS);
        cust[i].segment = (uint16_t)rng(5);
    }
    for (size_t i = 0; i < no; i++) {
        ord[i].key = (uint32_t)(i * 4 + (i & 1));
        ord[i].custkey = rng((uint32_t)nc) * 7 + (rng(100) ? 3 : 4);
        ord[i].date = rng(MONTHS);
    }
    for (size_t i = 0; i < nl; i++) {
        uint32_t k = rng((uint32_t)no);
        li.orderkey[i] = k * 4 + (rng(64) ? (k & 1) : 2);
        li.price[i] = (int32_t)rng(1000000) + 100;
        li.discount[i] = (uint8_t)rng(11);
        li.quantity[i] = (uint8_t)rng(50);
    }
    hash_index *cx, *ox;
    #pragma omp parallel sections
    {
        #pragma omp section
        ox = index_build(ord, sizeof *ord, no);
        #pragma omp section
        cx = index_build(cust, sizeof *cust, nc);
    }
    result_t *res = calloc(1, sizeof *res);
    int64_t *spent = calloc(nc, sizeof *spent);
    run_query(&li, ord, ox, cust, cx, res, spent);

    top_row *top = xmalloc(nc * sizeof *top);
    for (size_t i = 0; i < nc; i++) top[i] = (top_row){ spent[i], cust[i].key };
    qsort(top, nc, sizeof *top, cmp_top);
    printf("rows %zu filtered %ld misses %ld\n", nl, res->filtered, res->misses);
    for (int n = 0; n < NATIONS; n += 3) {
        int64_t r = 0, c = 0, best = 0;
        int bm = 0;
        for (int m = 0; m < MONTHS; m++) {
            r += res->revenue[n][m];
            c += res->count[n][m];
            if (res->revenue[n][m] > best) { best = res->revenue[n][m]; bm = m; }
        }
        printf("nation %2d items %8lld revenue %lld best month %d (%lld)\n", n, (long long)c, (long long)r, bm + 1, (long long)best);
    }
    for (size_t i = 0; i < 5 && i < nc; i++) printf("top customer %u spent %lld\n", top[i].key, (long long)top[i].spent);
    index_free(cx); index_free(ox);
    free(cust); free(ord); free(li.orderkey); free(li.price); free(li.discount); free(li.quantity);
    free(res); free(spent); free(top);
    return 0;
}
