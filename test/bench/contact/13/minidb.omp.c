/*
 * minidb.c - a small in-memory data base: hash join, group-by, sorting.
 *
 *   select region, month, category, count(*), sum(price*qty), max(...)
 *     from orders join customers using (cust) join items using (item)
 *    where status <> 'cancelled' and price*qty > 5.00 group by ... order by sum desc
 * and per customer: longest pause between two orders (sort by customer, date).
 *
 * An expert would run the probe of the join with group tables per thread
 * (all sums are integers: cents) and a parallel sort.
 *
 * SMALL: 20000 1000   (orders customers)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <omp.h>

#define NREGION 12
#define NMONTH  24
#define NCAT    16
#define NITEM   5000
#define GROUPS  (NREGION * NMONTH * NCAT)

struct customer { int64_t key; int region, active; };
struct item     { int key, cat; int price; };       /* cents */
struct order    { int64_t cust; int id, item, qty, day; char status; };
struct joined   { int cust, day, id; int64_t amount; };
struct group    { int region, month, cat; long count; int64_t sum, max; };

static int norders = 3000000, ncust = 80000;
static struct customer *customers;
static struct order *orders;
static struct item items[NITEM];
static struct joined *join, *scratch;
static int *bucket, hbits;                          /* hash index on customers */
static struct group groups[GROUPS];

static uint32_t seed = 4711;
#pragma omp threadprivate(seed)
static uint32_t rnd(uint32_t n)
{
    seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
    return seed % n;
}

#define CHUNK 16384             /* orders; 7 random numbers each */

static void load(void)
{
    for (int i = 0; i < ncust; i++) {
        customers[i].key = 1000000007LL * (i + 1) % 99999999977LL;
        customers[i].region = (int)rnd(NREGION);
        customers[i].active = rnd(20) != 0;
    }
    for (int i = 0; i < NITEM; i++) {
        items[i].key = i;
        items[i].cat = (int)rnd(NCAT);
        items[i].price = 99 + (int)rnd(20000) / (1 + i % 7);
    }
    int nchunk = (norders + CHUNK - 1) / CHUNK;
    uint32_t *start = malloc(nchunk * sizeof *start);
    if (!start) exit(1);
    for (int k = 0; k < nchunk; k++) {              /* the seeds of the chunks */
        start[k] = seed;
        for (int i = 0; i < 7 * CHUNK; i++)
            rnd(1);
    }
    #pragma omp parallel for schedule(static)
    for (int k = 0; k < nchunk; k++) {
    seed = start[k];
    for (int i = k * CHUNK; i < norders && i < (k + 1) * CHUNK; i++) {
        struct order *o = &orders[i];
        int c = (int)rnd(ncust);
        if (rnd(3) == 0) c /= 16;                   /* some buy a lot */
        o->id = i;
        o->cust = customers[c].key + (rnd(200) == 0);   /* dangling reference */
        o->item = (int)rnd(NITEM);
        o->qty = 1 + (int)rnd(9);
        o->day = (int)rnd(NMONTH * 30);
        o->status = "NPSC"[rnd(4)];                 /* new, paid, sent, cancelled */
    }
    }
    free(start);
}

static unsigned hash(int64_t key)
{
    return (unsigned)(((uint64_t)key * 0x9e3779b97f4a7c15ULL) >> (64 - hbits));
}

static void build_index(void)
{
    unsigned m = (1u << hbits) - 1;
    for (unsigned i = 0; i <= m; i++)
        bucket[i] = -1;
    for (int i = 0; i < ncust; i++) {
        unsigned h = hash(customers[i].key);
        while (bucket[h] >= 0)
            h = (h + 1) & m;
        bucket[h] = i;
    }
}

static int lookup(int64_t key)
{
    unsigned m = (1u << hbits) - 1, h = hash(key);
    int c;
    while ((c = bucket[h]) >= 0) {
        if (customers[c].key == key)
            return c;
        h = (h + 1) & m;
    }
    return -1;
}

/* one thread's share: rows are written to join[first...] */
static int query_part(int first, int end, struct group *groups, int *dangling, int *filtered)
{
    int n = first;
    for (int i = first; i < end; i++) {
        const struct order *o = &orders[i];
        int c = lookup(o->cust);
        if (c < 0) {
            ++*dangling;
            continue;
        }
        int64_t amount = (int64_t)o->qty * items[o->item].price;
        if (o->status == 'C' || !customers[c].active || amount < 500) {
            ++*filtered;
            continue;
        }
        struct group *g = &groups[(customers[c].region * NMONTH + o->day / 30) * NCAT + items[o->item].cat];
        g->count++;
        g->sum += amount;
        if (amount > g->max)
            g->max = amount;
        join[n].cust = c;
        join[n].day = o->day;
        join[n].id = o->id;
        join[n++].amount = amount;
    }
    return n - first;
}

/* join and group; returns the number of joined rows */
static int run_query(int *dangling, int *filtered)
{
    int nt = omp_get_max_threads(), used = 1, n = 0;
    int *cnt = calloc(nt, sizeof *cnt), dang = 0, filt = 0;
    struct group *tab = calloc((size_t)nt * GROUPS, sizeof *tab);
    if (!cnt || !tab) exit(1);
    #pragma omp parallel reduction(+:dang, filt)
    {
        int t = omp_get_thread_num();
        #pragma omp single
        used = omp_get_num_threads();
        int first = (int)((int64_t)norders * t / used), end = (int)((int64_t)norders * (t + 1) / used);
        cnt[t] = query_part(first, end, tab + (size_t)t * GROUPS, &dang, &filt);
        #pragma omp barrier
        #pragma omp for schedule(static)
        for (int g = 0; g < GROUPS; g++)
            for (int k = 0; k < used; k++) {
                const struct group *p = &tab[(size_t)k * GROUPS + g];
                groups[g].count += p->count;
                groups[g].sum += p->sum;
                if (p->max > groups[g].max) groups[g].max = p->max;
            }
    }
    for (int k = 0; k < used; k++) {                /* close the gaps */
        memmove(join + n, join + (int)((int64_t)norders * k / used), cnt[k] * sizeof *join);
        n += cnt[k];
    }
    *dangling = dang;
    *filtered = filt;
    free(cnt); free(tab);
    return n;
}

static int cmp_joined(const void *a, const void *b)
{
    const struct joined *x = a, *y = b;
    if (x->cust != y->cust) return x->cust < y->cust ? -1 : 1;
    if (x->day != y->day) return x->day < y->day ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void sort_joined(struct joined *a, struct joined *tmp, int n)
{
    int h = n / 2, i = 0, j = h, k = 0;
    if (n < 60000) {
        qsort(a, n, sizeof *a, cmp_joined);
        return;
    }
    #pragma omp task
    sort_joined(a, tmp, h);
    sort_joined(a + h, tmp + h, n - h);
    #pragma omp taskwait
    while (i < h && j < n)
        tmp[k++] = cmp_joined(&a[i], &a[j]) <= 0 ? a[i++] : a[j++];
    memcpy(tmp + k, a + i, (h - i) * sizeof *a);
    memcpy(tmp + k + h - i, a + j, (n - j) * sizeof *a);
    memcpy(a, tmp, n * sizeof *a);
}

static int cmp_group(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    if (x->sum != y->sum) return x->sum > y->sum ? -1 : 1;
    int kx = (x->region * NMONTH + x->month) * NCAT + x->cat;
    int ky = (y->region * NMONTH + y->month) * NCAT + y->cat;
    return kx < ky ? -1 : kx > ky;
}

int main(int argc, char **argv)
{
    if (argc > 1) norders = atoi(argv[1]);
    if (argc > 2) ncust = atoi(argv[2]);
    if (norders < 1 || ncust < 16) return 1;
    for (hbits = 4; (1 << hbits) < 2 * ncust; hbits++)
        ;
    customers = malloc(ncust * sizeof *customers);
    orders = malloc(norders * sizeof *orders);
    join = malloc(norders * sizeof *join);
    scratch = malloc(norders * sizeof *scratch);
    bucket = malloc(sizeof *bucket << hbits);
    if (!customers || !orders || !join || !scratch || !bucket) return 1;
    load();
    build_index();
    for (int i = 0; i < GROUPS; i++) {
        groups[i].cat = i % NCAT;
        groups[i].month = i / NCAT % NMONTH;
        groups[i].region = i / NCAT / NMONTH;
    }

    int dangling = 0, filtered = 0, n = run_query(&dangling, &filtered);
    printf("%d orders, %d joined, %d dangling, %d filtered\n", norders, n, dangling, filtered);
    qsort(groups, GROUPS, sizeof groups[0], cmp_group);
    for (int i = 0; i < 10; i++)
        printf("region %2d month %2d category %2d: %5ld orders, %10.2f total, %8.2f max\n", groups[i].region,
               groups[i].month, groups[i].cat, groups[i].count, groups[i].sum / 100.0, groups[i].max / 100.0);

    #pragma omp parallel
    #pragma omp single
    sort_joined(join, scratch, n);
    int longest = 0, who = -1, buyers = 0;
    int64_t best = 0, total = 0;
    int bestc = -1;
    uint64_t check = 0;
    for (int i = 0, j; i < n; i = j) {
        int64_t sum = 0;
        for (j = i; j < n && join[j].cust == join[i].cust; j++) {
            sum += join[j].amount;
            check = check * 31 + join[j].id;
            if (j > i && join[j].day - join[j - 1].day > longest) {
                longest = join[j].day - join[j - 1].day;
                who = join[i].cust;
            }
        }
        total += sum;
        buyers++;
        if (sum > best) { best = sum; bestc = join[i].cust; }
    }
    printf("%d buyers, %.2f total, best customer %d (%.2f), longest pause %d days (customer %d)\n",
           buyers, total / 100.0, bestc, best / 100.0, longest, who);
    printf("order of the sorted join: %016llx\n", (unsigned long long)check);
    free(customers); free(orders); free(join); free(scratch); free(bucket);
    return 0;
}
