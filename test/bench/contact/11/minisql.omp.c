/*
 * minisql - a tiny column store with just enough operators to run
 *
 *   SELECT c.region, o.status, COUNT(*), SUM(o.amount), MIN(o.amount), MAX(o.amount)
 *   FROM orders o JOIN customers c ON o.customer = c.id
 *   WHERE o.day BETWEEN ? AND ? AND c.segment = ?
 *   GROUP BY c.region, o.status  ORDER BY sum DESC
 *
 * and a second query that ranks customers by revenue (group by customer, top k).
 *
 * usage: minisql [orders [customers [queries]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <inttypes.h>

typedef enum { COL_INT, COL_STR } coltype;

typedef struct {
    char name[16];
    coltype type;
    int64_t *ints;          /* values, or codes into dict for strings */
    const char *const *dict;
} column;

typedef struct {
    char name[16];
    int ncols;
    int64_t nrows;
    column cols[];
} table;

typedef struct bucket {
    int64_t key, row;
    struct bucket *next;
} bucket;

typedef struct {
    uint64_t mask;
    bucket **heads;
    bucket *pool;
    int64_t used;
} hashjoin;

typedef struct {
    int64_t key, count, sum, min, max;
} group;

typedef struct {
    uint64_t cap, used;
    group *slots;
    unsigned char *full;
} groupby;

static const char *const regions[] = { "north", "south", "east", "west", "islands", "overseas" };
static const char *const segments[] = { "retail", "corporate", "public", "online" };
static const char *const statuses[] = { "open", "paid", "shipped", "returned", "void" };
#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static uint64_t rng_s = 0x853c49e6748fea9bULL;

static uint32_t rng(void)
{
    uint64_t old = rng_s;
    rng_s = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t x = (uint32_t)(((old >> 18) ^ old) >> 27), rot = (uint32_t)(old >> 59);
    return (x >> rot) | (x << (-rot & 31));
}

static void *checked(void *p)
{
    if (!p) {
        fprintf(stderr, "minisql: out of memory\n");
        exit(1);
    }
    return p;
}

static uint64_t mix(int64_t key)
{
    uint64_t h = (uint64_t)key * 0x9E3779B97F4A7C15ULL;
    return h ^ (h >> 29);
}

static table *table_new(const char *name, int64_t nrows, int ncols)
{
    table *t = checked(calloc(1, sizeof *t + ncols * sizeof(column)));
    snprintf(t->name, sizeof t->name, "%s", name);
    t->nrows = nrows;
    t->ncols = ncols;
    return t;
}

static int64_t *table_add(table *t, int i, const char *name, coltype type, const char *const *dict)
{
    column *c = &t->cols[i];
    snprintf(c->name, sizeof c->name, "%s", name);
    c->type = type;
    c->dict = dict;
    return c->ints = checked(malloc(t->nrows * sizeof *c->ints));
}

static const column *table_col(const table *t, const char *name)
{
    for (int i = 0; i < t->ncols; i++)
        if (strcmp(t->cols[i].name, name) == 0)
            return &t->cols[i];
    fprintf(stderr, "minisql: no column %s in %s\n", name, t->name);
    exit(1);
}

static void table_free(table *t)
{
    for (int i = 0; i < t->ncols; i++)
        free(t->cols[i].ints);
    free(t);
}

static table *make_customers(int64_t n)
{
    table *t = table_new("customers", n, 3);
    int64_t *id = table_add(t, 0, "id", COL_INT, NULL);
    int64_t *region = table_add(t, 1, "region", COL_STR, regions);
    int64_t *segment = table_add(t, 2, "segment", COL_STR, segments);
    for (int64_t i = 0; i < n; i++) {
        id[i] = 100000 + i * 7;
        region[i] = rng() % COUNT(regions);
        segment[i] = rng() % 7 % COUNT(segments);
    }
    for (int64_t i = n - 1; i > 0; i--) {       /* shuffle the ids */
        int64_t j = rng() % (uint32_t)(i + 1), tmp = id[i];
        id[i] = id[j];
        id[j] = tmp;
    }
    return t;
}

static table *make_orders(int64_t n, int64_t customers)
{
    table *t = table_new("orders", n, 4);
    int64_t *cust = table_add(t, 0, "customer", COL_INT, NULL);
    int64_t *day = table_add(t, 1, "day", COL_INT, NULL);
    int64_t *amount = table_add(t, 2, "amount", COL_INT, NULL);
    int64_t *status = table_add(t, 3, "status", COL_STR, statuses);
    for (int64_t i = 0; i < n; i++) {
        /* about 3 % of the orders have no customer */
        cust[i] = 100000 + (int64_t)(rng() % (uint32_t)(customers + customers / 32 + 1)) * 7;
        day[i] = rng() % 730;
        amount[i] = 100 + rng() % 1000 * (1 + rng() % 40);
        status[i] = rng() % 11 % COUNT(statuses);
    }
    return t;
}

static hashjoin join_build(const column *key, const column *filter, int64_t want, int64_t nrows)
{
    hashjoin j = { 1, NULL, NULL, 0 };
    while (j.mask < (uint64_t)nrows)
        j.mask <<= 1;
    j.heads = checked(calloc(j.mask, sizeof *j.heads));
    j.pool = checked(malloc(nrows * sizeof *j.pool));
    j.mask--;
    for (int64_t r = 0; r < nrows; r++) {
        if (filter && filter->ints[r] != want)
            continue;
        bucket *b = &j.pool[j.used++];
        bucket **head = &j.heads[mix(key->ints[r]) & j.mask];
        b->key = key->ints[r];
        b->row = r;
        b->next = *head;
        *head = b;
    }
    return j;
}

static int64_t join_probe(const hashjoin *j, int64_t key)
{
    for (const bucket *b = j->heads[mix(key) & j->mask]; b; b = b->next)
        if (b->key == key)
            return b->row;
    return -1;
}

static void join_free(hashjoin *j)
{
    free(j->heads);
    free(j->pool);
}

static void groupby_init(groupby *g, uint64_t cap)
{
    g->cap = cap;
    g->used = 0;
    g->slots = checked(malloc(cap * sizeof *g->slots));
    g->full = checked(calloc(cap, 1));
}

static void groupby_free(groupby *g)
{
    free(g->slots);
    free(g->full);
}

static group *groupby_find(groupby *g, int64_t key)
{
    if (2 * (g->used + 1) > g->cap) {
        groupby big;
        groupby_init(&big, 2 * g->cap);
        for (uint64_t i = 0; i < g->cap; i++)
            if (g->full[i])
                *groupby_find(&big, g->slots[i].key) = g->slots[i];
        groupby_free(g);
        *g = big;
    }
    uint64_t i = mix(key) & (g->cap - 1);
    while (g->full[i] && g->slots[i].key != key)
        i = (i + 1) & (g->cap - 1);
    if (!g->full[i]) {
        g->full[i] = 1;
        g->used++;
        g->slots[i] = (group){ key, 0, 0, INT64_MAX, INT64_MIN };
    }
    return &g->slots[i];
}

static void group_update(group *g, int64_t v)
{
    g->count++;
    g->sum += v;
    if (v < g->min)
        g->min = v;
    if (v > g->max)
        g->max = v;
}

/* fold a partial result into g; all aggregates are integers */
static void groupby_merge(groupby *g, const groupby *part)
{
    for (uint64_t i = 0; i < part->cap; i++) {
        if (!part->full[i])
            continue;
        const group *p = &part->slots[i];
        group *q = groupby_find(g, p->key);
        q->count += p->count;
        q->sum += p->sum;
        if (p->min < q->min)
            q->min = p->min;
        if (p->max > q->max)
            q->max = p->max;
    }
}

static int by_sum_desc(const void *a, const void *b)
{
    const group *p = a, *q = b;
    if (p->sum != q->sum)
        return p->sum < q->sum ? 1 : -1;
    return (p->key > q->key) - (p->key < q->key);
}

static int64_t groupby_sort(groupby *g)
{
    int64_t n = 0;
    for (uint64_t i = 0; i < g->cap; i++)
        if (g->full[i])
            g->slots[n++] = g->slots[i];
    if (n < 4096) {
        qsort(g->slots, n, sizeof *g->slots, by_sum_desc);
        return n;
    }
    /* the order is total: sort two halves at once and merge them */
    int64_t h = n / 2, a = 0, b = h;
    group *out = checked(malloc(g->cap * sizeof *out));
#pragma omp parallel sections
    {
#pragma omp section
        qsort(g->slots, h, sizeof *g->slots, by_sum_desc);
#pragma omp section
        qsort(g->slots + h, n - h, sizeof *g->slots, by_sum_desc);
    }
    for (int64_t i = 0; i < n; i++)
        out[i] = b == n || (a < h && by_sum_desc(&g->slots[a], &g->slots[b]) < 0) ? g->slots[a++] : g->slots[b++];
    free(g->slots);
    g->slots = out;
    return n;
}

static void query_regions(const table *orders, const table *cust, int64_t d0, int64_t d1, int segment)
{
    const column *oc = table_col(orders, "customer"), *day = table_col(orders, "day");
    const column *amount = table_col(orders, "amount"), *status = table_col(orders, "status");
    const column *region = table_col(cust, "region");
    hashjoin j = join_build(table_col(cust, "id"), table_col(cust, "segment"), segment, cust->nrows);
    groupby g;

    groupby_init(&g, 16);
#pragma omp parallel
    {
        groupby part;
        groupby_init(&part, 64);
#pragma omp for schedule(static) nowait
        for (int64_t r = 0; r < orders->nrows; r++) {
            if (day->ints[r] < d0 || day->ints[r] > d1)
                continue;
            int64_t c = join_probe(&j, oc->ints[r]);
            if (c < 0)
                continue;
            int64_t key = region->ints[c] * COUNT(statuses) + status->ints[r];
            group_update(groupby_find(&part, key), amount->ints[r]);
        }
#pragma omp critical
        groupby_merge(&g, &part);
        groupby_free(&part);
    }
    int64_t n = groupby_sort(&g);
    printf("segment %s, days %" PRId64 "..%" PRId64 ": %" PRId64 " groups\n", segments[segment], d0, d1, n);
    for (int64_t i = 0; i < n && i < 4; i++) {
        const group *p = &g.slots[i];
        printf("  %-9s %-9s %8" PRId64 " %12" PRId64 " %6" PRId64 " %6" PRId64 "\n",
               region->dict[p->key / COUNT(statuses)], status->dict[p->key % COUNT(statuses)],
               p->count, p->sum, p->min, p->max);
    }
    groupby_free(&g);
    join_free(&j);
}

static void query_top(const table *orders, const table *cust, int64_t status_code, int top)
{
    const column *oc = table_col(orders, "customer"), *status = table_col(orders, "status");
    const column *amount = table_col(orders, "amount"), *region = table_col(cust, "region");
    hashjoin j = join_build(table_col(cust, "id"), NULL, 0, cust->nrows);
    groupby g;
    int64_t orphans = 0, check = 0;

    groupby_init(&g, 1024);
#pragma omp parallel reduction(+:orphans)
    {
        groupby part;
        groupby_init(&part, 1024);
#pragma omp for schedule(static) nowait
        for (int64_t r = 0; r < orders->nrows; r++) {
            if (status->ints[r] != status_code)
                continue;
            int64_t c = join_probe(&j, oc->ints[r]);
            if (c < 0)
                orphans++;
            else
                group_update(groupby_find(&part, c), amount->ints[r]);
        }
#pragma omp critical
        {
            if (g.used == 0) {      /* first one in: just take it over */
                groupby tmp = g;
                g = part;
                part = tmp;
            } else {
                groupby_merge(&g, &part);
            }
        }
        groupby_free(&part);
    }
    int64_t n = groupby_sort(&g);
    for (int64_t i = 0; i < n; i++)
        check = (check * 31 + g.slots[i].sum + g.slots[i].key) % 1000000007;
    printf("top customers, status %s: %" PRId64 " groups, %" PRId64 " orphans, check %" PRId64 "\n",
           statuses[status_code], n, orphans, check);
    for (int64_t i = 0; i < n && i < top; i++)
        printf("  row %-7" PRId64 " %-9s %5" PRId64 " %10" PRId64 "\n", g.slots[i].key,
               region->dict[region->ints[g.slots[i].key]], g.slots[i].count, g.slots[i].sum);
    groupby_free(&g);
    join_free(&j);
}

int main(int argc, char **argv)
{
    long norders = argc > 1 ? atol(argv[1]) : 4000000;
    long ncust = argc > 2 ? atol(argv[2]) : 80000;
    int queries = argc > 3 ? atoi(argv[3]) : 12;

    if (norders < 1 || ncust < 1 || ncust > 100000000 || queries < 0) {
        fprintf(stderr, "usage: minisql [orders [customers [queries]]]\n");
        return 1;
    }
    table *cust = make_customers(ncust);
    table *orders = make_orders(norders, ncust);
    for (int q = 0; q < queries; q++) {
        int64_t d0 = rng() % 400, len = 60 + rng() % 270;
        query_regions(orders, cust, d0, d0 + len, q % COUNT(segments));
    }
    for (int s = 0; s < 3; s++)
        query_top(orders, cust, s, 3);
    table_free(orders);
    table_free(cust);
    return 0;
}
