// SPDX-License-Identifier: Apache-2.0
/* coltable.c -- toy column store.
 *
 *   SELECT c.region, o.status, COUNT(*), SUM(price*qty), MIN(day), MAX(price)
 *   FROM orders o JOIN customers c ON o.cust = c.id
 *   WHERE o.day BETWEEN a AND b AND c.segment IN (...)
 *   GROUP BY c.region, o.status
 *
 * Amounts are integer cents.  The query runs for a number of date windows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <time.h>

enum column { C_CUST, C_DAY, C_PRICE, C_QTY, C_STATUS, NCOLS };
enum { NREGION = 24, NSTATUS = 5, NSEGMENT = 8 };

struct orders {
    size_t rows;
    int32_t *col[NCOLS];
};

struct customer {
    int64_t id;
    int16_t region;
    int16_t segment;
};

struct hashtab {
    size_t mask;
    struct customer **slot;
};

struct group {
    int64_t count;
    int64_t amount;
    int32_t min_day;
    int32_t max_price;
};

static uint64_t lcg_state = 17;

static uint32_t lcg(void)
{
    lcg_state = lcg_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)(lcg_state >> 33);
}

static uint64_t mix(uint64_t k)
{
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdULL;
    k ^= k >> 33;
    return k;
}

/* customer ids are sparse */
static int32_t cust_id(uint32_t i) { return (int32_t)(i * 37 + 1000); }

static struct orders *load_orders(size_t rows, int ncust)
{
    struct orders *t = malloc(sizeof *t);
    t->rows = rows;
    for (int c = 0; c < NCOLS; c++)
        t->col[c] = malloc(rows * sizeof(int32_t));
    for (size_t i = 0; i < rows; i++) {
        t->col[C_CUST][i] = cust_id(lcg() % (ncust + ncust / 10));   /* some dangling */
        t->col[C_DAY][i] = (int32_t)(lcg() % 730);
        t->col[C_PRICE][i] = 99 + (int32_t)(lcg() % 20000);
        t->col[C_QTY][i] = 1 + (int32_t)(lcg() % 9);
        t->col[C_STATUS][i] = (int32_t)(lcg() % NSTATUS);
    }
    return t;
}

static void free_orders(struct orders *t)
{
    for (int c = 0; c < NCOLS; c++)
        free(t->col[c]);
    free(t);
}

static void hash_build(struct hashtab *h, struct customer *c, int n)
{
    size_t size = 16;
    while (size < (size_t)n * 2)
        size *= 2;
    h->mask = size - 1;
    h->slot = calloc(size, sizeof *h->slot);
    for (int i = 0; i < n; i++) {
        size_t k = mix((uint64_t)c[i].id) & h->mask;
        while (h->slot[k] != NULL)
            k = (k + 1) & h->mask;
        h->slot[k] = &c[i];
    }
}

static const struct customer *hash_find(const struct hashtab *h, int64_t id)
{
    size_t k = mix((uint64_t)id) & h->mask;
    while (h->slot[k] != NULL) {
        if (h->slot[k]->id == id)
            return h->slot[k];
        k = (k + 1) & h->mask;
    }
    return NULL;
}

static void groups_clear(struct group *g)
{
    for (int i = 0; i < NREGION * NSTATUS; i++) {
        g[i].count = g[i].amount = 0;
        g[i].min_day = INT32_MAX;
        g[i].max_price = 0;
    }
}

static void query(const struct orders *t, const struct hashtab *h, int day_from, int day_to,
                  unsigned segments, struct group *out)
{
    const int32_t *day = t->col[C_DAY], *cust = t->col[C_CUST];

    groups_clear(out);
    for (size_t i = 0; i < t->rows; i++) {
        if (day[i] < day_from || day[i] > day_to)
            continue;
        const struct customer *c = hash_find(h, cust[i]);
        if (c == NULL || !(segments >> c->segment & 1))
            continue;
        struct group *g = &out[c->region * NSTATUS + t->col[C_STATUS][i]];
        g->count++;
        g->amount += (int64_t)t->col[C_PRICE][i] * t->col[C_QTY][i];
        if (day[i] < g->min_day)
            g->min_day = day[i];
        if (t->col[C_PRICE][i] > g->max_price)
            g->max_price = t->col[C_PRICE][i];
    }
}

static uint64_t digest(const struct group *g)
{
    uint64_t d = 0;
    for (int i = 0; i < NREGION * NSTATUS; i++)
        d = mix(d ^ (uint64_t)(g[i].count * 31 + g[i].amount + (int64_t)g[i].min_day * 7 + g[i].max_price));
    return d;
}

int main(int argc, char **argv)
{
    size_t rows = argc > 1 ? strtoul(argv[1], NULL, 10) : 4000000;
    int ncust = argc > 2 ? atoi(argv[2]) : 300000;
    int nquery = argc > 3 ? atoi(argv[3]) : 10;
    struct timespec t0, t1;

    struct orders *orders = load_orders(rows, ncust);
    struct customer *cust = malloc(ncust * sizeof *cust);
    for (int i = 0; i < ncust; i++) {
        cust[i].id = cust_id((uint32_t)i);
        cust[i].region = lcg() % NREGION;
        cust[i].segment = lcg() % NSEGMENT;
    }
    struct hashtab h;
    struct group g[NREGION * NSTATUS];

    clock_gettime(CLOCK_MONOTONIC, &t0);
    hash_build(&h, cust, ncust);
    for (int q = 0; q < nquery; q++) {
        int from = q * 37 % 365, to = from + 300 + q * 10, top = 0;
        query(orders, &h, from, to, 0x35 + q, g);
        for (int i = 1; i < NREGION * NSTATUS; i++)
            if (g[i].amount > g[top].amount)
                top = i;
        printf("q%-2d days %3d-%3d: top region %2d status %d: %lld rows, %lld.%02lld  [%016llx]\n", q,
               from, to, top / NSTATUS, top % NSTATUS, (long long)g[top].count,
               (long long)g[top].amount / 100, (long long)g[top].amount % 100,
               (unsigned long long)digest(g));
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "queries: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) / 1e9);
    free(h.slot);
    free(cust);
    free_orders(orders);
    return 0;
}
