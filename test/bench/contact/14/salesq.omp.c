/* In-memory column store query:
 *   select region, product class, count, sum(amount), max(amount), avg discount
 *   from sales join products where day between .. and price filter
 *   group by region, class having count > .. order by sum desc limit 10
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    int nrows;
    int32_t *product;
    int16_t *day;
    uint8_t *region;
    int32_t *qty;
    uint8_t *discount;
    uint16_t *customer;
} Sales;

typedef struct { int32_t key; int32_t price; int16_t cls; int16_t flags; } Product;

typedef struct {
    Product *slot;
    uint32_t mask;
    int used;
    long probes;
} ProductIndex;

typedef struct Group {
    uint32_t key;
    int count;
    int64_t sum, max;
    int64_t disc;
    struct Group *next;
} Group;

typedef struct {
    Group *bucket[512];
    Group *arena;
    int used, cap;
} GroupTable;

typedef struct Plan Plan;
struct Plan {
    int (*pred)(const Plan *, const Sales *, int row);
    int day_lo, day_hi, min_qty;
    long rows_in, rows_filtered, rows_nomatch, rows_out;
};

static uint64_t rs = 0x853c49e6748fea9bULL;
static uint32_t rnd(void)
{
    uint64_t o = rs;
    rs = o * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t x = (uint32_t)(((o >> 18) ^ o) >> 27), r = o >> 59;
    return x >> r | x << (-r & 31);
}

static uint32_t mix32(uint32_t h)
{
    h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; h *= 0xc2b2ae35; h ^= h >> 16;
    return h;
}

static int pidx_build(ProductIndex *ix, int nprod)
{
    uint32_t cap = 16;
    while (cap < (uint32_t)nprod * 2) cap *= 2;
    ix->slot = calloc(cap, sizeof(Product));
    if (!ix->slot) return -1;
    ix->mask = cap - 1;
    for (int i = 0; i < nprod; i++) {
        int32_t key = 1 + (int32_t)(mix32(i) % 4000000);
        uint32_t p = mix32(key) & ix->mask;
        while (ix->slot[p].key && ix->slot[p].key != key) p = (p + 1) & ix->mask;
        if (!ix->slot[p].key) ix->used++;
        Product *pr = &ix->slot[p];
        pr->key = key;
        pr->price = 100 + (int)(rnd() % 90000);
        pr->cls = (int16_t)(rnd() % 37);
        pr->flags = (int16_t)(rnd() & 3);
    }
    return 0;
}

static const Product *pidx_find(const ProductIndex *ix, int32_t key, long *probes)
{
    uint32_t p = mix32(key) & ix->mask;
    while (ix->slot[p].key) {
        ++*probes;
        if (ix->slot[p].key == key) return &ix->slot[p];
        p = (p + 1) & ix->mask;
    }
    ++*probes;
    return NULL;
}

static Group *gt_get(GroupTable *gt, uint32_t key)
{
    Group **pp = &gt->bucket[mix32(key) & 511];
    for (Group *g = *pp; g; g = g->next)
        if (g->key == key) return g;
    if (gt->used == gt->cap) { fprintf(stderr, "group arena full\n"); exit(1); }
    Group *g = &gt->arena[gt->used++];
    memset(g, 0, sizeof *g);
    g->key = key;
    g->max = -1;
    g->next = *pp;
    *pp = g;
    return g;
}

static int pred_sale(const Plan *pl, const Sales *s, int r)
{
    if (s->day[r] < pl->day_lo || s->day[r] > pl->day_hi) return 0;
    if (s->qty[r] < pl->min_qty) return 0;
    return s->customer[r] % 97 != 0;        /* test accounts */
}

static void *xalloc(size_t n);

static void run_query(Plan *pl, const Sales *s, ProductIndex *ix, GroupTable *out)
{
    long rows_in = 0, rows_filtered = 0, rows_nomatch = 0, rows_out = 0, probes = 0;
#pragma omp parallel reduction(+:rows_in, rows_filtered, rows_nomatch, rows_out, probes)
    {
    GroupTable mine = { .cap = out->cap }, *gt = &mine;
    mine.arena = xalloc(mine.cap * sizeof(Group));
#pragma omp for schedule(static) nowait
    for (int r = 0; r < s->nrows; r++) {
        rows_in++;
        if (!pl->pred(pl, s, r)) { rows_filtered++; continue; }
        const Product *p = pidx_find(ix, s->product[r], &probes);
        if (!p || p->flags == 3) { rows_nomatch++; continue; }
        int64_t amount = (int64_t)p->price * s->qty[r] * (100 - s->discount[r]) / 100;
        Group *g = gt_get(gt, (uint32_t)s->region[r] << 16 | (uint16_t)p->cls);
        g->count++;
        g->sum += amount;
        g->disc += s->discount[r];
        if (amount > g->max) g->max = amount;
        rows_out++;
    }
#pragma omp critical
    for (int i = 0; i < mine.used; i++) {
        const Group *m = &mine.arena[i];
        Group *g = gt_get(out, m->key);
        g->count += m->count;
        g->sum += m->sum;
        g->disc += m->disc;
        if (m->max > g->max) g->max = m->max;
    }
    free(mine.arena);
    }
    pl->rows_in += rows_in; pl->rows_filtered += rows_filtered;
    pl->rows_nomatch += rows_nomatch; pl->rows_out += rows_out;
    ix->probes += probes;
}

static int by_sum(const void *a, const void *b)
{
    const Group *x = *(Group *const *)a, *y = *(Group *const *)b;
    if (x->sum != y->sum) return x->sum < y->sum ? 1 : -1;
    return x->key < y->key ? -1 : x->key > y->key;
}

static void *xalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) { perror("malloc"); exit(1); }
    return p;
}

int main(int argc, char **argv)
{
    Sales s;
    ProductIndex ix = { 0 };
    GroupTable gt = { 0 };
    Plan pl = { .pred = pred_sale, .day_lo = 40, .day_hi = 320, .min_qty = 2 };
    int nprod = 300000;

    s.nrows = argc > 1 ? atoi(argv[1]) : 4000000;
    s.product = xalloc(s.nrows * sizeof *s.product);
    s.day = xalloc(s.nrows * sizeof *s.day);
    s.region = xalloc(s.nrows);
    s.qty = xalloc(s.nrows * sizeof *s.qty);
    s.discount = xalloc(s.nrows);
    s.customer = xalloc(s.nrows * sizeof *s.customer);
    if (pidx_build(&ix, nprod)) return 1;
    for (int i = 0; i < s.nrows; i++) {
        uint32_t a = rnd();
        s.product[i] = 1 + (int32_t)(mix32(a % (nprod + nprod / 10)) % 4000000);
        s.day[i] = (a >> 8) % 366;
        s.region[i] = (a >> 3) % 50;
        s.qty[i] = 1 + (a >> 27);
        s.discount[i] = (a & 7) * 5;
        s.customer[i] = a >> 16;
    }
    gt.cap = 4096;
    gt.arena = xalloc(gt.cap * sizeof(Group));

    for (int q = 0; q < 5; q++) {           /* overlapping rolling windows */
        pl.day_lo = 20 + 45 * q;
        pl.day_hi = pl.day_lo + 150;
        run_query(&pl, &s, &ix, &gt);
    }

    Group **list = xalloc(gt.used * sizeof *list);
    int m = 0;
    for (int i = 0; i < gt.used; i++)
        if (gt.arena[i].count > 10) list[m++] = &gt.arena[i];
    qsort(list, m, sizeof *list, by_sum);
    printf("rows %ld filtered %ld nomatch %ld out %ld probes %ld groups %d/%d\n",
           pl.rows_in, pl.rows_filtered, pl.rows_nomatch, pl.rows_out, ix.probes, m, gt.used);
    uint64_t chk = 0;
    for (int i = 0; i < m; i++) {
        Group *g = list[i];
        chk = chk * 31 + g->sum + g->max + g->key;
        if (i < 10)
            printf("%2u/%-2u %6d %14lld.%02d max %lld disc %.2f\n", g->key >> 16, g->key & 0xffff, g->count,
                   (long long)(g->sum / 100), (int)(g->sum % 100), (long long)g->max, (double)g->disc / g->count);
    }
    printf("check %016llx\n", (unsigned long long)chk);
    free(list); free(gt.arena); free(ix.slot);
    free(s.product); free(s.day); free(s.region); free(s.qty); free(s.discount); free(s.customer);
    return 0;
}
