/* miniquery.c -- a toy column store and a few report queries over a web
   shop's tables: customers, items, orders.

   scan with predicates -> hash join -> group by -> sort -> print      */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef struct Column {
    char name[16];
    int32_t *val;
} Column;

typedef struct Table {
    const char *name;
    int nrows, ncols;
    Column col[8];
} Table;

typedef int (*Pred)(int32_t value, int32_t arg);

typedef struct Filter {
    const char *col;
    Pred pred;
    int32_t arg;
} Filter;

typedef struct HashIndex {
    uint32_t mask;
    int32_t *bucket;        /* first row or -1 */
    int32_t *chain;
    const int32_t *key;
} HashIndex;

typedef struct Group {
    int32_t k1, k2;
    int64_t count, sum, min, max;
} Group;

typedef struct GroupTable {
    int n, cap;
    Group *g;
    int nslots;
    int *slot;
} GroupTable;

static int lt(int32_t v, int32_t a) { return v < a; }
static int ge(int32_t v, int32_t a) { return v >= a; }
static int eq(int32_t v, int32_t a) { return v == a; }
static int not_multiple(int32_t v, int32_t a) { return v % a != 0; }

static uint32_t rs = 1u;
static uint32_t rnd(void)
{
    rs = rs * 747796405u + 2891336453u;
    return ((rs >> ((rs >> 28) + 4)) ^ rs) >> 2;
}

static void die(const char *msg)
{
    fprintf(stderr, "miniquery: %s\n", msg);
    exit(1);
}

static void *need(size_t n)
{
    void *p = malloc(n);
    if (!p)
        die("out of memory");
    return p;
}

static Table *new_table(const char *name, int nrows, const char *cols)
{
    Table *t = need(sizeof *t);
    char buf[128], *tok;
    t->name = name;
    t->nrows = nrows;
    t->ncols = 0;
    strcpy(buf, cols);
    for (tok = strtok(buf, " "); tok; tok = strtok(NULL, " ")) {
        strcpy(t->col[t->ncols].name, tok);
        t->col[t->ncols++].val = need(nrows * sizeof(int32_t));
    }
    return t;
}

static void free_table(Table *t)
{
    int i;
    for (i = 0; i < t->ncols; i++)
        free(t->col[i].val);
    free(t);
}

static int32_t *column(const Table *t, const char *name)
{
    int i;
    for (i = 0; i < t->ncols; i++)
        if (strcmp(t->col[i].name, name) == 0)
            return t->col[i].val;
    die("no such column");
    return NULL;
}

static uint32_t hash32(uint32_t x)
{
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

/* ---- operators ---- */

static int *scan(const Table *t, const Filter *f, int nf, int *nout)
{
    int *sel = need((t->nrows + 1) * sizeof *sel), n = 0, r, k;
    int32_t *cols[8];
    for (k = 0; k < nf; k++)
        cols[k] = column(t, f[k].col);
    for (r = 0; r < t->nrows; r++) {
        for (k = 0; k < nf; k++)
            if (!f[k].pred(cols[k][r], f[k].arg))
                break;
        if (k == nf)
            sel[n++] = r;
    }
    *nout = n;
    return sel;
}

static HashIndex *build_index(const Table *t, const char *key, const int *sel, int n)
{
    HashIndex *h = need(sizeof *h);
    uint32_t size = 16;
    int i;
    while (size < 2u * n)
        size *= 2;
    h->mask = size - 1;
    h->bucket = need(size * sizeof *h->bucket);
    h->chain = need(t->nrows * sizeof *h->chain);
    h->key = column(t, key);
    memset(h->bucket, -1, size * sizeof *h->bucket);
    for (i = 0; i < n; i++) {
        uint32_t b = hash32(h->key[sel[i]]) & h->mask;
        h->chain[sel[i]] = h->bucket[b];
        h->bucket[b] = sel[i];
    }
    return h;
}

static int probe(const HashIndex *h, int32_t key)
{
    int r = h->bucket[hash32(key) & h->mask];
    while (r >= 0 && h->key[r] != key)
        r = h->chain[r];
    return r;
}

static void free_index(HashIndex *h)
{
    free(h->bucket);
    free(h->chain);
    free(h);
}

static GroupTable *new_groups(void)
{
    GroupTable *gt = need(sizeof *gt);
    int i;
    gt->n = 0;
    gt->cap = 64;
    gt->g = need(gt->cap * sizeof *gt->g);
    gt->nslots = 1 << 14;
    gt->slot = need(gt->nslots * sizeof *gt->slot);
    for (i = 0; i < gt->nslots; i++)
        gt->slot[i] = -1;
    return gt;
}

static Group *group(GroupTable *gt, int32_t k1, int32_t k2)
{
    uint32_t s = hash32((uint32_t)k1 * 31337u + (uint32_t)k2) & (gt->nslots - 1);
    Group *g;
    while (gt->slot[s] >= 0) {
        g = &gt->g[gt->slot[s]];
        if (g->k1 == k1 && g->k2 == k2)
            return g;
        s = (s + 1) & (gt->nslots - 1);
    }
    if (gt->n >= gt->nslots / 2)
        die("too many groups");
    if (gt->n == gt->cap) {
        gt->cap *= 2;
        gt->g = realloc(gt->g, gt->cap * sizeof *gt->g);
        if (!gt->g)
            die("out of memory");
    }
    gt->slot[s] = gt->n;
    g = &gt->g[gt->n++];
    g->k1 = k1;
    g->k2 = k2;
    g->count = g->sum = 0;
    g->min = INT64_MAX;
    g->max = INT64_MIN;
    return g;
}

static void accumulate(Group *g, int64_t v)
{
    g->count++;
    g->sum += v;
    if (v < g->min) g->min = v;
    if (v > g->max) g->max = v;
}

static int by_sum(const void *a, const void *b)
{
    const Group *p = a, *q = b;
    if (p->sum != q->sum) return p->sum < q->sum ? 1 : -1;
    if (p->k1 != q->k1) return p->k1 < q->k1 ? -1 : 1;
    return p->k2 < q->k2 ? -1 : p->k2 > q->k2;
}

static void print_top(const char *title, GroupTable *gt, int k)
{
    int i;
    qsort(gt->g, gt->n, sizeof *gt->g, by_sum);
    printf("%s: %d groups\n", title, gt->n);
    for (i = 0; i < k && i < gt->n; i++)
        printf("  %5d %5d  n=%lld sum=%lld min=%lld max=%lld\n", gt->g[i].k1, gt->g[i].k2,
               (long long)gt->g[i].count, (long long)gt->g[i].sum,
               (long long)gt->g[i].min, (long long)gt->g[i].max);
    free(gt->g);
    free(gt->slot);
    free(gt);
}

/* sales by (customer column, item column) for the orders that pass */
static void join_report(const char *title, const Table *orders, const Table *cust,
                        const Table *items, const Filter *fo, int nfo,
                        const Filter *fc, int nfc, const char *ccol, const char *icol)
{
    int no, nc, ni, i;
    int *so = scan(orders, fo, nfo, &no);
    int *sc = scan(cust, fc, nfc, &nc);
    int *si = scan(items, NULL, 0, &ni);
    HashIndex *hc = build_index(cust, "id", sc, nc);
    HashIndex *hi = build_index(items, "id", si, ni);
    const int32_t *ocust = column(orders, "cust"), *oitem = column(orders, "item");
    const int32_t *oqty = column(orders, "qty"), *price = column(items, "price");
    const int32_t *cv = column(cust, ccol), *iv = column(items, icol);
    GroupTable *gt = new_groups();

    for (i = 0; i < no; i++) {
        int o = so[i], c = probe(hc, ocust[o]), it;
        if (c < 0)
            continue;
        it = probe(hi, oitem[o]);
        if (it < 0)
            continue;
        accumulate(group(gt, cv[c], iv[it]), (int64_t)oqty[o] * price[it]);
    }
    print_top(title, gt, 3);
    free(so);
    free(sc);
    free(si);
    free_index(hc);
    free_index(hi);
}

int main(int argc, char **argv)
{
    int no = argc > 1 ? atoi(argv[1]) : 6000000, nc = no / 25 + 1, ni = no / 250 + 1, i;
    Table *cust = new_table("cust", nc, "id region age");
    Table *items = new_table("items", ni, "id category price");
    Table *orders = new_table("orders", no, "cust item qty day");
    Filter year[] = { { "day", ge, 365 }, { "day", lt, 730 } };
    Filter busy[] = { { "qty", ge, 2 }, { "day", not_multiple, 7 } };
    Filter adult[] = { { "age", ge, 18 } };
    Filter north[] = { { "region", lt, 20 }, { "age", lt, 50 } };
    Filter single[] = { { "qty", eq, 1 } };

    for (i = 0; i < nc; i++) {
        cust->col[0].val[i] = i * 17 + 5;
        cust->col[1].val[i] = rnd() % 50;
        cust->col[2].val[i] = 10 + rnd() % 80;
    }
    for (i = 0; i < ni; i++) {
        items->col[0].val[i] = i * 29 + 3;
        items->col[1].val[i] = rnd() % 40;
        items->col[2].val[i] = 100 + rnd() % 20000;
    }
    for (i = 0; i < no; i++) {
        orders->col[0].val[i] = (rnd() % (nc + nc / 20)) * 17 + 5;
        orders->col[1].val[i] = (rnd() % ni) * 29 + 3;
        orders->col[2].val[i] = 1 + rnd() % 6;
        orders->col[3].val[i] = rnd() % 1095;
    }

    join_report("second year, region x category", orders, cust, items,
                year, 2, NULL, 0, "region", "category");
    join_report("adults, age x category", orders, cust, items,
                NULL, 0, adult, 1, "age", "category");
    join_report("busy days, north, region x category", orders, cust, items,
                busy, 2, north, 2, "region", "category");
    join_report("single pieces, age x category", orders, cust, items,
                single, 1, NULL, 0, "age", "category");
    join_report("everything, region x category", orders, cust, items,
                NULL, 0, NULL, 0, "region", "category");
    free_table(cust);
    free_table(items);
    free_table(orders);
    return 0;
}
