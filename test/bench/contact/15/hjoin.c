/*
 * hjoin.c -- star join of sales facts with customer and product dimensions
 *
 *   select region, category, month, count(*), sum(qty), sum(price*qty*(1-disc))
 *   from sales join customer using (cust) join product using (prod)
 *   where customer.segment <> 3 and sales.qty > 2
 *   group by region, category, month
 *   order by revenue desc limit 15
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

#define NREGION 25
#define NCATEGORY 12
#define NMONTH 12

struct customer { uint32_t key; uint8_t region, segment; };
struct product  { uint32_t key; int32_t price; uint8_t category; };
struct sale     { uint32_t cust, prod; uint16_t day; uint8_t qty, disc; };

struct hash_index {
    uint32_t mask;
    uint32_t *keys;
    int32_t  *rows;
};

struct group {
    int region, category, month;
    int64_t count, qty, revenue;
};

struct hash_agg {
    int cap, n;
    int *slot;
    struct group *g;
};

static uint64_t rs = 777;

static uint32_t rnd(void)
{
    rs = rs * 2862933555777941757ULL + 3037000493ULL;
    return (uint32_t)(rs >> 32);
}

static uint32_t mix(uint32_t k)
{
    k ^= k >> 16;
    k *= 0x7feb352dU;
    k ^= k >> 15;
    k *= 0x846ca68bU;
    return k ^ (k >> 16);
}

static struct hash_index *index_create(int n)
{
    struct hash_index *ix = malloc(sizeof *ix);
    uint32_t cap = 16;
    while (cap < 2u * n)
        cap *= 2;
    ix->mask = cap - 1;
    ix->keys = malloc(cap * sizeof *ix->keys);
    ix->rows = malloc(cap * sizeof *ix->rows);
    memset(ix->rows, 0xff, cap * sizeof *ix->rows);
    return ix;
}

static void index_insert(struct hash_index *ix, uint32_t key, int32_t row)
{
    uint32_t h = mix(key) & ix->mask;
    while (ix->rows[h] >= 0)
        h = (h + 1) & ix->mask;
    ix->keys[h] = key;
    ix->rows[h] = row;
}

static int32_t index_find(const struct hash_index *ix, uint32_t key)
{
    uint32_t h = mix(key) & ix->mask;
    while (ix->rows[h] >= 0) {
        if (ix->keys[h] == key)
            return ix->rows[h];
        h = (h + 1) & ix->mask;
    }
    return -1;
}

static void index_free(struct hash_index *ix)
{
    free(ix->keys);
    free(ix->rows);
    free(ix);
}

static void agg_init(struct hash_agg *a)
{
    a->cap = 8192;
    a->n = 0;
    a->slot = malloc(a->cap * sizeof *a->slot);
    memset(a->slot, 0xff, a->cap * sizeof *a->slot);
    a->g = malloc(a->cap * sizeof *a->g);
}

static struct group *agg_find(struct hash_agg *a, int region, int category, int month)
{
    uint32_t h = mix(region * 10007 + category * 101 + month) & (a->cap - 1);
    for (; a->slot[h] >= 0; h = (h + 1) & (a->cap - 1)) {
        struct group *g = &a->g[a->slot[h]];
        if (g->region == region && g->category == category && g->month == month)
            return g;
    }
    struct group *g = &a->g[a->n];
    a->slot[h] = a->n++;
    memset(g, 0, sizeof *g);
    g->region = region;
    g->category = category;
    g->month = month;
    return g;
}

static void agg_free(struct hash_agg *a)
{
    free(a->slot);
    free(a->g);
}

static int by_revenue(const void *pa, const void *pb)
{
    const struct group *a = pa, *b = pb;
    if (a->revenue != b->revenue)
        return a->revenue < b->revenue ? 1 : -1;
    if (a->region != b->region)
        return a->region - b->region;
    if (a->category != b->category)
        return a->category - b->category;
    return a->month - b->month;
}

int main(int argc, char **argv)
{
    int nsale = argc > 1 ? atoi(argv[1]) : 15000000;
    int ncust = argc > 2 ? atoi(argv[2]) : 300000;
    int nprod = argc > 3 ? atoi(argv[3]) : 40000;
    struct customer *cust = malloc(ncust * sizeof *cust);
    struct product *prod = malloc(nprod * sizeof *prod);
    struct sale *sale = malloc(nsale * sizeof *sale);
    struct timespec t0, t1;

    for (int i = 0; i < ncust; i++)
        cust[i] = (struct customer){ (uint32_t)i * 7 + 3, rnd() % NREGION, rnd() % 6 };
    for (int i = 0; i < nprod; i++)
        prod[i] = (struct product){ (uint32_t)i * 13 + 1, 99 + rnd() % 20000, rnd() % NCATEGORY };
    for (int i = 0; i < nsale; i++) {
        uint32_t r = rnd(), c = rnd();
        sale[i].cust = (c % (ncust + ncust / 50)) * 7 + 3;     /* some have no customer row */
        sale[i].prod = (r % nprod) * 13 + 1;
        sale[i].day = (r >> 7) % 365;
        sale[i].qty = 1 + (c >> 20) % 9;
        sale[i].disc = (c >> 9) % 30;
    }

    clock_gettime(CLOCK_MONOTONIC, &t0);
    struct hash_index *ci = index_create(ncust), *pi = index_create(nprod);
    struct hash_agg agg;
    long orphans = 0, joined = 0;

    for (int i = 0; i < ncust; i++)
        index_insert(ci, cust[i].key, i);
    for (int i = 0; i < nprod; i++)
        index_insert(pi, prod[i].key, i);
    agg_init(&agg);
    for (int i = 0; i < nsale; i++) {
        const struct sale *s = &sale[i];
        if (s->qty <= 2)
            continue;
        int32_t c = index_find(ci, s->cust);
        if (c < 0) {
            orphans++;
            continue;
        }
        if (cust[c].segment == 3)
            continue;
        int32_t p = index_find(pi, s->prod);
        if (p < 0)
            continue;
        struct group *g = agg_find(&agg, cust[c].region, prod[p].category, s->day * 12 / 365);
        g->count++;
        g->qty += s->qty;
        g->revenue += (int64_t)prod[p].price * s->qty * (100 - s->disc);
        joined++;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "query: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);

    qsort(agg.g, agg.n, sizeof *agg.g, by_revenue);
    printf("rows %d joined %ld orphans %ld groups %d\n", nsale, joined, orphans, agg.n);
    for (int i = 0; i < 15 && i < agg.n; i++) {
        struct group *g = &agg.g[i];
        printf("region %2d category %2d month %2d count %6lld qty %7lld revenue %lld.%02lld\n", g->region,
               g->category, g->month + 1, (long long)g->count, (long long)g->qty,
               (long long)g->revenue / 10000, (long long)g->revenue / 100 % 100);
    }
    index_free(ci);
    index_free(pi);
    agg_free(&agg);
    free(cust);
    free(prod);
    free(sale);
    return 0;
}
