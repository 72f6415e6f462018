/*-------------------------------------------------------------------------
 * qexec.c
 *    Miniature row-store executor.  Runs, over generated data,
 *
 *    SELECT c.region, o.status, count(*), sum(o.cents), max(o.cents),
 *           count(distinct o.day)
 *      FROM orders o JOIN customer c ON o.cust = c.id
 *     WHERE o.comment LIKE '%fra%le%' AND o.day BETWEEN :lo AND :hi
 *     GROUP BY 1, 2 ORDER BY 4 DESC;
 *
 *    and then the twenty customers with the greatest turnover (sort by
 *    turnover desc, name asc).         usage: qexec [orders] [customers]
 *-------------------------------------------------------------------------
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#define PAGE_ROWS   128
#define COMMENT_LEN 44
#define NDAYS       2048

typedef struct CustomerRow { int32_t id; int16_t region; char name[18]; int64_t turnover; } CustomerRow;
typedef struct OrderRow { int32_t cust; int16_t day; char status; char comment[COMMENT_LEN]; int64_t cents; } OrderRow;
typedef struct Page { struct Page *next; int nrows; OrderRow rows[PAGE_ROWS]; } Page;

typedef struct HashJoinEntry { struct HashJoinEntry *next; CustomerRow *row; } HashJoinEntry;
typedef struct HashJoinTable { uint32_t mask; HashJoinEntry **buckets; HashJoinEntry *pool; } HashJoinTable;

typedef struct AggGroup {
    struct AggGroup *next;          /* hash chain */
    struct AggGroup *order;         /* order of creation */
    int16_t  region;
    char     status;
    int64_t  count, sum, max;
    uint64_t days[NDAYS / 64];
} AggGroup;
typedef struct AggTable { AggGroup *buckets[256]; AggGroup *first, **last; int ngroups; } AggTable;

static uint64_t prng = 88172645463325252ULL;
#pragma omp threadprivate(prng)

static uint32_t next_random(void)
{
    prng ^= prng << 13; prng ^= prng >> 7; prng ^= prng << 17;
    return (uint32_t)(prng >> 16);
}

static void *palloc(size_t n)
{
    void *p = calloc(1, n);
    if (p == NULL) { fprintf(stderr, "ERROR: out of memory (request %zu)\n", n); exit(EXIT_FAILURE); }
    return p;
}

static uint32_t hash_int32(uint32_t k)
{
    k ^= k >> 16; k *= 0x85ebca6bU; k ^= k >> 13; k *= 0xc2b2ae35U;
    return k ^ k >> 16;
}

static CustomerRow *load_customers(int n)
{
    static const char *syl[] = { "ka", "ro", "mi", "ten", "su", "lar", "bo", "vi" };
    CustomerRow *c = palloc(sizeof(CustomerRow) * (size_t)n);
    for (int i = 0; i < n; i++) {
        c[i].id = (int32_t)(i * 7 + 3);
        c[i].region = (int16_t)(next_random() % 12);
        for (int s = 0; s < 4; s++) strcat(c[i].name, syl[next_random() & 7]);
    }
    return c;
}

static void fill_page(Page *cur, int ncust)
{
    static const char *word[] = { "fragile ", "ship ", "late ", "frame ", "bottle ", "return ", "gift ", "table ", "frozen " };
    for (int i = 0; i < cur->nrows; i++) {
        OrderRow *o = &cur->rows[i];
        uint32_t r = next_random(), w = next_random();
        o->cust = (int32_t)(r % (uint32_t)(ncust + ncust / 9)) * 7 + 3;    /* some dangle */
        o->day = (int16_t)(w % NDAYS);
        o->status = "NPSX"[r >> 28 & 3];
        o->cents = (int64_t)(w >> 8) % 250000 + 99;
        for (size_t len = 0; len < COMMENT_LEN - 10; r = r * 69069 + 1) {
            const char *s = word[(r >> 16) % 9];
            strcpy(o->comment + len, s);
            len += strlen(s);
        }
    }
}

/* The generator is run ahead alone; the rows are made from its state at the
 * start of each run of pages. */
#define RUN 64
static Page *load_orders(int n, int ncust, Page ***dir, int *npages)
{
    int np = (n + PAGE_ROWS - 1) / PAGE_ROWS, nr = (np + RUN - 1) / RUN;
    Page **d = palloc(sizeof(Page *) * (size_t)(np + 1));
    uint64_t *state = palloc(sizeof(uint64_t) * (size_t)nr);
    for (int r = 0; r < nr; r++) {
        long rows = (long)n - (long)r * RUN * PAGE_ROWS;
        state[r] = prng;
        for (long k = 0; k < 2 * (rows < RUN * PAGE_ROWS ? rows : RUN * PAGE_ROWS); k++) next_random();
    }
    #pragma omp parallel for schedule(dynamic, 1)
    for (int r = 0; r < nr; r++) {
        prng = state[r];
        for (int p = r * RUN; p < np && p < (r + 1) * RUN; p++) {
            d[p] = palloc(sizeof(Page));
            d[p]->nrows = n - p * PAGE_ROWS < PAGE_ROWS ? n - p * PAGE_ROWS : PAGE_ROWS;
            fill_page(d[p], ncust);
        }
    }
    for (int p = 0; p < np; p++) d[p]->next = d[p + 1];
    free(state);
    *dir = d;
    *npages = np;
    return d[0];
}

/* LIKE with % and _ */
static int like_match(const char *s, const char *pat)
{
    for (; *pat; s++, pat++) {
        if (*pat == '%') {
            while (*pat == '%') pat++;
            if (*pat == '\0') return 1;
            for (; *s; s++)
                if ((*s == *pat || *pat == '_') && like_match(s, pat)) return 1;
            return 0;
        }
        if (*s == '\0' || (*pat != '_' && *pat != *s)) return 0;
    }
    return *s == '\0';
}

static void hashjoin_build(HashJoinTable *ht, CustomerRow *rows, int n)
{
    uint32_t size = 16;
    while (size < (uint32_t)n) size <<= 1;
    ht->mask = size - 1;
    ht->buckets = palloc(size * sizeof(HashJoinEntry *));
    ht->pool = palloc((size_t)n * sizeof(HashJoinEntry));
    for (int i = 0; i < n; i++) {
        uint32_t h = hash_int32((uint32_t)rows[i].id) & ht->mask;
        ht->pool[i].row = &rows[i];
        ht->pool[i].next = ht->buckets[h];
        ht->buckets[h] = &ht->pool[i];
    }
}

static CustomerRow *hashjoin_probe(const HashJoinTable *ht, int32_t id)
{
    HashJoinEntry *e = ht->buckets[hash_int32((uint32_t)id) & ht->mask];
    while (e != NULL && e->row->id != id) e = e->next;
    return e ? e->row : NULL;
}

static AggGroup *agg_lookup(AggTable *at, int16_t region, char status)
{
    uint32_t h = hash_int32((uint32_t)region << 8 | (uint8_t)status) & 255;
    AggGroup *g = at->buckets[h];
    while (g != NULL && (g->region != region || g->status != status)) g = g->next;
    if (g == NULL) {
        g = palloc(sizeof(AggGroup));
        g->region = region; g->status = status; g->max = INT64_MIN;
        g->next = at->buckets[h]; at->buckets[h] = g;
        *at->last = g; at->last = &g->order;
        at->ngroups++;
    }
    return g;
}

static void scan_range(Page **dir, int from, int to, const HashJoinTable *ht, AggTable *at, int lo, int hi,
                       long *nscan, long *nmatch)
{
    for (int i = from; i < to; i++) {
        Page *p = dir[i];
        for (int r = 0; r < p->nrows; r++) {
            OrderRow *o = &p->rows[r];
            CustomerRow *c;
            ++*nscan;
            if (o->day < lo || o->day > hi || !like_match(o->comment, "%fra%le%")) continue;
            if ((c = hashjoin_probe(ht, o->cust)) == NULL) continue;
            AggGroup *g = agg_lookup(at, c->region, o->status);
            g->count++;
            g->sum += o->cents;
            if (o->cents > g->max) g->max = o->cents;
            g->days[o->day >> 6] |= 1ULL << (o->day & 63);
            #pragma omp atomic
            c->turnover += o->cents;
            ++*nmatch;
        }
    }
}

/* one aggregate table per thread over a contiguous range, merged in order */
static void exec_scan(Page **dir, int np, const HashJoinTable *ht, AggTable *at, int lo, int hi, long *nscan, long *nmatch)
{
    int nt = omp_get_max_threads();
    AggTable *part = palloc(sizeof(AggTable) * (size_t)nt);
    long scanned = 0, matched = 0;
    #pragma omp parallel num_threads(nt) reduction(+:scanned, matched)
    {
        int me = omp_get_thread_num(), n = omp_get_num_threads();
        AggTable mine = { .first = NULL };
        mine.last = &mine.first;
        scan_range(dir, (int)((long)np * me / n), (int)((long)np * (me + 1) / n), ht, &mine, lo, hi, &scanned, &matched);
        part[me] = mine;
    }
    for (int t = 0; t < nt; t++)
        for (AggGroup *g = part[t].first, *nx; g; g = nx) {
            AggGroup *to = agg_lookup(at, g->region, g->status);
            nx = g->order;
            to->count += g->count;
            to->sum += g->sum;
            if (g->max > to->max) to->max = g->max;
            for (int k = 0; k < NDAYS / 64; k++) to->days[k] |= g->days[k];
            free(g);
        }
    free(part);
    *nscan = scanned;
    *nmatch = matched;
}

static int cmp_group(const void *a, const void *b)
{
    const AggGroup *x = *(AggGroup *const *)a, *y = *(AggGroup *const *)b;
    if (x->sum != y->sum) return x->sum < y->sum ? 1 : -1;
    return x->region != y->region ? x->region - y->region : x->status - y->status;
}

static int cmp_customer(const void *a, const void *b)
{
    const CustomerRow *x = a, *y = b;
    if (x->turnover != y->turnover) return x->turnover < y->turnover ? 1 : -1;
    int c = strcmp(x->name, y->name);
    return c ? c : x->id - y->id;
}

static void sort_customers(CustomerRow *v, CustomerRow *tmp, size_t n)
{
    if (n < 8192) { qsort(v, n, sizeof *v, cmp_customer); return; }
    size_t h = n / 2, i = 0, j = h, k = 0;
    #pragma omp task
    sort_customers(v, tmp, h);
    sort_customers(v + h, tmp + h, n - h);
    #pragma omp taskwait
    while (i < h && j < n) tmp[k++] = cmp_customer(&v[i], &v[j]) <= 0 ? v[i++] : v[j++];
    while (i < h) tmp[k++] = v[i++];
    memcpy(v, tmp, k * sizeof *v);
}

int main(int argc, char **argv)
{
    int norders = argc > 1 ? atoi(argv[1]) : 2300000, ncust = argc > 2 ? atoi(argv[2]) : 150000;
    if (norders < 1 || ncust < 20) { fprintf(stderr, "usage: qexec [orders] [customers >= 20]\n"); return EXIT_FAILURE; }
    long nscan = 0, nmatch = 0;
    HashJoinTable ht;
    AggTable at = { .first = NULL };
    at.last = &at.first;
    CustomerRow *cust = load_customers(ncust);
    Page **dir;
    int npages;
    Page *orders = load_orders(norders, ncust, &dir, &npages);
    hashjoin_build(&ht, cust, ncust);
    exec_scan(dir, npages, &ht, &at, 100, 1900, &nscan, &nmatch);
    printf("scanned %ld, joined %ld, groups %d\n", nscan, nmatch, at.ngroups);
    AggGroup **v = palloc((size_t)(at.ngroups + 1) * sizeof *v);
    int n = 0;
    for (AggGroup *g = at.first; g; g = g->order) v[n++] = g;
    printf("first group seen: %d %c\n", n ? v[0]->region : -1, n ? v[0]->status : '-');
    qsort(v, (size_t)n, sizeof *v, cmp_group);
    for (int i = 0; i < n; i++) {
        int d = 0;
        for (int k = 0; k < NDAYS / 64; k++) d += __builtin_popcountll(v[i]->days[k]);
        if (i < 8) printf("%2d %c %7lld %14lld %8lld %5d\n", v[i]->region, v[i]->status, (long long)v[i]->count,
                          (long long)v[i]->sum, (long long)v[i]->max, d);
    }
    CustomerRow *tmp = palloc(sizeof(CustomerRow) * (size_t)ncust);
    #pragma omp parallel
    #pragma omp single
    sort_customers(cust, tmp, (size_t)ncust);
    free(tmp);
    free(dir);
    uint64_t h = 0;
    for (int i = 0; i < ncust; i++) h = h * 1099511628211ULL + (uint64_t)cust[i].turnover * 31 + (uint64_t)cust[i].id;
    for (int i = 0; i < 5; i++) printf("%s %lld\n", cust[i].name, (long long)cust[i].turnover);
    printf("check %016llx\n", (unsigned long long)h);
    while (orders) { Page *p = orders->next; free(orders); orders = p; }
    while (at.first) { AggGroup *g = at.first->order; free(at.first); at.first = g; }
    free(v); free(ht.buckets); free(ht.pool); free(cust);
    return EXIT_SUCCESS;
}
