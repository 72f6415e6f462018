/* hashjoin - radix-partitioned hash join of an orders and a lines relation
 * with a grouped aggregate on top:
 *   select region, count(*), sum(qty*price), max(qty*price)
 *   from orders join lines using (okey) where lines.flag <> 3 group by region */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <omp.h>

#define RADIX_BITS 7
#define PARTS (1 << RADIX_BITS)
#define REGIONS 25

typedef struct { uint64_t okey; int region, prio; } Order;
typedef struct { uint64_t okey; int qty, price, flag, pad; } Line;

typedef struct Entry {
    const Order *o;
    struct Entry *next;
} Entry;

typedef struct {
    size_t nbuckets;
    Entry **bucket;
    Entry *pool;
    size_t used;
} HashTable;

typedef struct { int64_t count, revenue, largest; } Group;

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33; x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33; x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static Order *gen_orders(size_t n)
{
    Order *o = xmalloc(n * sizeof *o);
    #pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        uint64_t h = mix(i + 1);
        o[i].okey = i * 4 + (h & 3);
        o[i].region = (int)(h >> 20) % REGIONS;
        if (o[i].region < 0) o[i].region += REGIONS;
        o[i].prio = (int)(h >> 60);
    }
    return o;
}

static Line *gen_lines(size_t n, size_t norders)
{
    Line *l = xmalloc(n * sizeof *l);
    #pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) {
        uint64_t h = mix(i * 3 + 77), k = (h >> 8) % (norders + norders / 8);
        l[i].okey = k * 4 + (mix(k + 1) & 3);
        l[i].qty = 1 + (int)(h & 63);
        l[i].price = 100 + (int)((h >> 40) & 0xffff);
        l[i].flag = (int)(h >> 58) & 7;
        l[i].pad = 0;
    }
    return l;
}

static unsigned part_of(uint64_t key) { return (unsigned)(mix(key) >> (64 - RADIX_BITS)); }

static size_t *partition_orders(const Order *in, size_t n, Order *out)
{
    int nt = omp_get_max_threads();
    size_t *start = calloc(PARTS + 1, sizeof *start), (*cnt)[PARTS] = calloc((size_t)nt, sizeof *cnt);
    if (!start || !cnt) exit(1);
    #pragma omp parallel num_threads(nt)
    {
        size_t *pos = cnt[omp_get_thread_num()];
        size_t lo = n * (size_t)omp_get_thread_num() / (size_t)omp_get_num_threads();
        size_t hi = n * ((size_t)omp_get_thread_num() + 1) / (size_t)omp_get_num_threads();
        for (size_t i = lo; i < hi; i++)
            pos[part_of(in[i].okey)]++;
        #pragma omp barrier
        #pragma omp single
        {
            size_t run = 0;
            for (int p = 0; p < PARTS; p++) {
                start[p] = run;
                for (int t = 0; t < nt; t++) {
                    size_t c = cnt[t][p];
                    cnt[t][p] = run;
                    run += c;
                }
            }
            start[PARTS] = run;
        }
        for (size_t i = lo; i < hi; i++)
            out[pos[part_of(in[i].okey)]++] = in[i];
    }
    free(cnt);
    return start;
}

static size_t *partition_lines(const Line *in, size_t n, Line *out)
{
    int nt = omp_get_max_threads();
    size_t *start = calloc(PARTS + 1, sizeof *start), (*cnt)[PARTS] = calloc((size_t)nt, sizeof *cnt);
    if (!start || !cnt) exit(1);
    #pragma omp parallel num_threads(nt)
    {
        size_t *pos = cnt[omp_get_thread_num()];
        size_t lo = n * (size_t)omp_get_thread_num() / (size_t)omp_get_num_threads();
        size_t hi = n * ((size_t)omp_get_thread_num() + 1) / (size_t)omp_get_num_threads();
        for (size_t i = lo; i < hi; i++)
            pos[part_of(in[i].okey)]++;
        #pragma omp barrier
        #pragma omp single
        {
            size_t run = 0;
            for (int p = 0; p < PARTS; p++) {
                start[p] = run;
                for (int t = 0; t < nt; t++) {
                    size_t c = cnt[t][p];
                    cnt[t][p] = run;
                    run += c;
                }
            }
            start[PARTS] = run;
        }
        for (size_t i = lo; i < hi; i++)
            out[pos[part_of(in[i].okey)]++] = in[i];
    }
    free(cnt);
    return start;
}

static void ht_build(HashTable *h, const Order *o, size_t n)
{
    h->nbuckets = 16;
    while (h->nbuckets < n)
        h->nbuckets *= 2;
    h->bucket = calloc(h->nbuckets, sizeof *h->bucket);
    h->pool = xmalloc(n * sizeof *h->pool);
    h->used = 0;
    if (!h->bucket) exit(1);
    for (size_t i = 0; i < n; i++) {
        Entry *e = &h->pool[h->used++];
        size_t b = mix(o[i].okey) & (h->nbuckets - 1);
        e->o = &o[i];
        e->next = h->bucket[b];
        h->bucket[b] = e;
    }
}

static void ht_free(HashTable *h)
{
    free(h->bucket);
    free(h->pool);
}

static void join_part(const Order *o, size_t no, const Line *l, size_t nl, Group *g)
{
    HashTable h;
    ht_build(&h, o, no);
    for (size_t i = 0; i < nl; i++) {
        if (l[i].flag == 3)
            continue;
        for (Entry *e = h.bucket[mix(l[i].okey) & (h.nbuckets - 1)]; e; e = e->next)
            if (e->o->okey == l[i].okey) {
                Group *r = &g[e->o->region];
                int64_t amount = (int64_t)l[i].qty * l[i].price;
                r->count++;
                r->revenue += amount;
                if (amount > r->largest)
                    r->largest = amount;
            }
    }
    ht_free(&h);
}

int main(int argc, char **argv)
{
    size_t no = argc > 1 ? strtoul(argv[1], NULL, 10) : 1800000;
    size_t nl = argc > 2 ? strtoul(argv[2], NULL, 10) : 9000000;
    Order *orders = gen_orders(no), *osorted = xmalloc(no * sizeof *osorted);
    Line *lines = gen_lines(nl, no), *lsorted = xmalloc(nl * sizeof *lsorted);
    size_t *os = partition_orders(orders, no, osorted);
    size_t *ls = partition_lines(lines, nl, lsorted);
    Group groups[REGIONS] = { { 0, 0, 0 } };
    #pragma omp parallel
    {
        Group mine[REGIONS];
        memset(mine, 0, sizeof mine);
        #pragma omp for schedule(dynamic, 1) nowait
        for (int p = 0; p < PARTS; p++)
            join_part(osorted + os[p], os[p + 1] - os[p], lsorted + ls[p], ls[p + 1] - ls[p], mine);
        #pragma omp critical
        for (int r = 0; r < REGIONS; r++) {
            groups[r].count += mine[r].count;
            groups[r].revenue += mine[r].revenue;
            if (mine[r].largest > groups[r].largest)
                groups[r].largest = mine[r].largest;
        }
    }
    int64_t all = 0;
    for (int r = 0; r < REGIONS; r++) {
        all += groups[r].count;
        if (r % 6 == 0)
            printf("region %2d: %ld rows, revenue %ld, largest %ld\n", r, (long)groups[r].count,
                   (long)groups[r].revenue, (long)groups[r].largest);
    }
    printf("joined rows %ld\n", (long)all);
    free(orders); free(osorted); free(lines); free(lsorted); free(os); free(ls);
    return 0;
}
