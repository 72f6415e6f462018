/*
 * joinagg - a tiny query engine: orders JOIN customers JOIN products,
 * filtered, grouped by (region, category), with a top list per group.
 *
 * usage: joinagg [orders] [customers] [products]
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REGIONS 8
#define CATEGORIES 12
#define GROUPS (REGIONS * CATEGORIES)
#define TOPN 5

struct customer {
    uint64_t id;
    uint8_t region, level;
    uint16_t discount;      /* permille */
};

struct product {
    uint64_t sku;
    uint8_t category;
    int32_t price;          /* cents */
};

struct order {
    uint64_t customer, sku;
    int32_t quantity;
    int32_t day;
};

/* open addressing, stores row number + 1 */
struct index {
    uint32_t mask;
    uint32_t *slot;
    const uint64_t *(*key_of)(const void *rows, uint32_t row);
    const void *rows;
};

struct top {
    int64_t amount;
    uint32_t order;
};

struct group {
    int64_t revenue, quantity, count;
    int32_t first_day, last_day;
    struct top top[TOPN];
};

static uint64_t rng = 0x9e3779b97f4a7c15ull;

static uint64_t next(void)
{
    uint64_t z = (rng += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static void *table(size_t rows, size_t size)
{
    void *p = calloc(rows, size);
    if (!p) {
        fprintf(stderr, "joinagg: table of %zu rows does not fit\n", rows);
        exit(1);
    }
    return p;
}

static uint32_t mix(uint64_t k)
{
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdull;
    k ^= k >> 33;
    return (uint32_t)k;
}

static const uint64_t *customer_key(const void *rows, uint32_t row)
{
    return &((const struct customer *)rows)[row].id;
}

static const uint64_t *product_key(const void *rows, uint32_t row)
{
    return &((const struct product *)rows)[row].sku;
}

static void index_build(struct index *ix, const void *rows, uint32_t n,
                        const uint64_t *(*key_of)(const void *, uint32_t))
{
    uint32_t size = 16;
    while (size < n * 2)
        size *= 2;
    ix->mask = size - 1;
    ix->slot = table(size, sizeof *ix->slot);
    ix->key_of = key_of;
    ix->rows = rows;
    for (uint32_t r = 0; r < n; r++) {
        uint32_t h = mix(*key_of(rows, r)) & ix->mask;
        while (ix->slot[h])
            h = (h + 1) & ix->mask;
        ix->slot[h] = r + 1;
    }
}

static int64_t index_find(const struct index *ix, uint64_t key)
{
    uint32_t h = mix(key) & ix->mask;
    while (ix->slot[h]) {
        if (*ix->key_of(ix->rows, ix->slot[h] - 1) == key)
            return (int64_t)ix->slot[h] - 1;
        h = (h + 1) & ix->mask;
    }
    return -1;
}

static void top_insert(struct top *t, int64_t amount, uint32_t order)
{
    int i;
    if (amount <= t[TOPN - 1].amount)
        return;
    for (i = TOPN - 1; i > 0 && t[i - 1].amount < amount; i--)
        t[i] = t[i - 1];
    t[i].amount = amount;
    t[i].order = order;
}

static void group_add(struct group *g, int64_t amount, const struct order *o, uint32_t row)
{
    if (g->count == 0 || o->day < g->first_day)
        g->first_day = o->day;
    if (g->count == 0 || o->day > g->last_day)
        g->last_day = o->day;
    g->count++;
    g->revenue += amount;
    g->quantity += o->quantity;
    top_insert(g->top, amount, row);
}

static uint32_t run_query(const struct order *orders, uint32_t n, const struct index *cust,
                          const struct index *prod, int day_from, int day_to, struct group *groups)
{
    uint32_t dangling = 0;
    for (uint32_t r = 0; r < n; r++) {
        const struct order *o = &orders[r];
        const struct customer *c;
        const struct product *p;
        int64_t ci, pi, amount;
        if (o->day < day_from || o->day >= day_to)
            continue;
        ci = index_find(cust, o->customer);
        pi = index_find(prod, o->sku);
        if (ci < 0 || pi < 0) {
            dangling++;
            continue;
        }
        c = (const struct customer *)cust->rows + ci;
        p = (const struct product *)prod->rows + pi;
        amount = (int64_t)p->price * o->quantity * (1000 - c->discount) / 1000;
        if (c->level < 2 && amount < 500)
            continue;
        group_add(&groups[c->region * CATEGORIES + p->category], amount, o, r);
    }
    return dangling;
}

static void group_merge(struct group *to, const struct group *from)
{
    if (!from->count)
        return;
    if (to->count == 0 || from->first_day < to->first_day)
        to->first_day = from->first_day;
    if (to->count == 0 || from->last_day > to->last_day)
        to->last_day = from->last_day;
    to->count += from->count;
    to->revenue += from->revenue;
    to->quantity += from->quantity;
    for (int k = 0; k < TOPN && from->top[k].amount > 0; k++)
        top_insert(to->top, from->top[k].amount, from->top[k].order);
}

static uint32_t run_parallel(const struct order *orders, uint32_t n, const struct index *cust,
                             const struct index *prod, int day_from, int day_to, struct group *groups)
{
    uint32_t dangling = 0;
#pragma omp parallel reduction(+ : dangling)
    {
        struct group mine[GROUPS];
        memset(mine, 0, sizeof mine);
        uint32_t t = (uint32_t)omp_get_thread_num(), nt = (uint32_t)omp_get_num_threads();
        uint32_t lo = (uint32_t)((uint64_t)n * t / nt), hi = (uint32_t)((uint64_t)n * (t + 1) / nt);
        dangling += run_query(orders + lo, hi - lo, cust, prod, day_from, day_to, mine);
        for (int g = 0; g < GROUPS; g++)
            for (int k = 0; k < TOPN; k++)
                mine[g].top[k].order += lo;
#pragma omp for ordered schedule(static, 1)
        for (uint32_t k = 0; k < nt; k++)
#pragma omp ordered
            for (int g = 0; g < GROUPS; g++)
                group_merge(&groups[g], &mine[g]);
    }
    return dangling;
}

static void print_groups(const struct group *groups)
{
    for (int g = 0; g < GROUPS; g += 7) {
        const struct group *x = &groups[g];
        printf("region %d category %2d: %7lld orders %9lld units %14lld.%02lld, days %d-%d, top", g / CATEGORIES,
               g % CATEGORIES, (long long)x->count, (long long)x->quantity, (long long)(x->revenue / 100),
               (long long)(x->revenue % 100), x->first_day, x->last_day);
        for (int k = 0; k < 3; k++)
            printf(" #%u", x->top[k].order);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    uint32_t norders = argc > 1 ? (uint32_t)atol(argv[1]) : 2000000;
    uint32_t ncust = argc > 2 ? (uint32_t)atol(argv[2]) : 120000;
    uint32_t nprod = argc > 3 ? (uint32_t)atol(argv[3]) : 20000;
    struct index by_cust, by_prod;

    if (!norders || !ncust || !nprod)
        return 1;
    struct customer *cust = table(ncust, sizeof *cust);
    struct product *prod = table(nprod, sizeof *prod);
    struct order *orders = table(norders, sizeof *orders);
    for (uint32_t i = 0; i < ncust; i++) {
        uint64_t v = next();
        cust[i] = (struct customer){ i * 2654435761ull % 4294967291ull, (uint8_t)(v % REGIONS),
                                     (uint8_t)(v >> 8 & 3), (uint16_t)((v >> 16) % 200) };
    }
    for (uint32_t i = 0; i < nprod; i++) {
        uint64_t v = next();
        prod[i] = (struct product){ i * 40503ull + 1000000, (uint8_t)(v % CATEGORIES),
                                    (int32_t)(99 + (v >> 8) % 20000) };
    }
    for (uint32_t i = 0; i < norders; i++) {
        uint64_t v = next();
        orders[i] = (struct order){ cust[(v & 0xffffff) % ncust].id,
                                    (v >> 24 & 255) ? prod[(v >> 32) % nprod].sku : 7,
                                    (int32_t)(1 + (v >> 50 & 15)), (int32_t)(v >> 54) % 730 };
    }
    index_build(&by_cust, cust, ncust, customer_key);
    index_build(&by_prod, prod, nprod, product_key);
    for (int q = 0; q < 8; q++) {
        struct group groups[GROUPS];
        uint32_t bad;
        memset(groups, 0, sizeof groups);
        bad = run_parallel(orders, norders, &by_cust, &by_prod, q * 60, q * 60 + 310, groups);
        printf("quarter %d: %u dangling orders\n", q, bad);
        print_groups(groups);
    }
    free(by_cust.slot); free(by_prod.slot); free(cust); free(prod); free(orders);
    return 0;
}
