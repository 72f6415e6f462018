/* hjoin: answer three fixed reports over an in-memory order database.
 *   Q1  revenue by region and month, only orders whose note LIKE '%rush%late%'
 *   Q2  ten customers with the largest outstanding balance
 *   Q3  pairs (part, supplier) sold under list price, with totals
 * usage: hjoin [orders] [customers] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <omp.h>

#define REGIONS 7
#define MONTHS 24
#define NOTELEN 40

typedef struct { uint32_t id; uint8_t region; int64_t limit; } Customer;
typedef struct { uint32_t id, cust; int16_t day; char status; char note[NOTELEN]; } Order;
typedef struct { uint32_t order, part, supp; int32_t qty, cents; uint8_t disc; } Line;

typedef struct { Customer *cust; Order *ord; Line *line; int *price; size_t ncust, nord, nline, npart; } Db;

/* open addressing map from 64 bit key to running totals */
typedef struct { uint64_t key; int64_t sum; int32_t count; int32_t used; } Slot;
typedef struct { Slot *slots; size_t cap, n; } Map;

static uint32_t seed = 2463534242u;
static uint32_t rnd(void) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; return seed; }

static void *xalloc(size_t n, size_t sz)
{
    void *p = calloc(n ? n : 1, sz);
    if (!p) { fprintf(stderr, "hjoin: cannot allocate %zu x %zu\n", n, sz); exit(1); }
    return p;
}

static uint64_t mix(uint64_t k)
{
    k ^= k >> 33; k *= 0xff51afd7ed558ccdULL;
    k ^= k >> 33; k *= 0xc4ceb9fe1a85ec53ULL;
    return k ^ (k >> 33);
}

static void map_init(Map *m, size_t want)
{
    m->cap = 64;
    while (m->cap < want * 2) m->cap *= 2;
    m->slots = xalloc(m->cap, sizeof(Slot));
    m->n = 0;
}

static Slot *map_find(const Map *m, uint64_t key)
{
    size_t i = mix(key) & (m->cap - 1);
    while (m->slots[i].used && m->slots[i].key != key)
        i = (i + 1) & (m->cap - 1);
    return &m->slots[i];
}

static void map_grow(Map *m)
{
    Map bigger;
    map_init(&bigger, m->cap);
    for (size_t i = 0; i < m->cap; i++)
        if (m->slots[i].used) *map_find(&bigger, m->slots[i].key) = m->slots[i];
    bigger.n = m->n;
    free(m->slots); *m = bigger;
}

static void map_add(Map *m, uint64_t key, int64_t amount, int count)
{
    Slot *s = map_find(m, key);
    if (!s->used) {
        if (m->n * 10 > m->cap * 7) { map_grow(m); s = map_find(m, key); }
        s->used = 1; s->key = key;
        m->n++;
    }
    s->sum += amount;
    s->count += count;
}

static void load(Db *db, size_t norders, size_t ncust)
{
    static const char *frag[] = { "rush ", "late ", "gift ", "fragile ", "call ", "dock 4 ", "net30 ", "ruler ", "lattice " };
    db->ncust = ncust; db->nord = norders; db->npart = 4000;
    db->cust = xalloc(ncust, sizeof(Customer));
    db->ord = xalloc(norders, sizeof(Order));
    db->line = xalloc(norders * 5, sizeof(Line));
    db->price = xalloc(db->npart, sizeof(int));
    for (size_t i = 0; i < db->npart; i++) db->price[i] = 100 + (int)(rnd() % 90000);
    for (size_t i = 0; i < ncust; i++) {
        db->cust[i].id = (uint32_t)(i * 7919u + 13);
        db->cust[i].region = rnd() % REGIONS;
        db->cust[i].limit = 1000 * (1 + rnd() % 500);
    }
    for (size_t i = 0; i < norders; i++) {
        Order *o = &db->ord[i];
        size_t at = 0;
        o->id = (uint32_t)i;
        o->cust = (uint32_t)((rnd() % (ncust + ncust / 20)) * 7919u + 13);   /* some dangling */
        o->day = rnd() % (MONTHS * 30);
        o->status = "OPFC"[rnd() % 4];
        for (;;) {
            const char *f = frag[rnd() % 9];
            size_t l = strlen(f);
            if (at + l >= NOTELEN) break;
            memcpy(o->note + at, f, l);
            at += l;
        }
        for (unsigned k = 1 + rnd() % 5; k; k--) {
            Line *l = &db->line[db->nline++];
            l->order = o->id;
            l->part = rnd() % db->npart;
            l->supp = (l->part * 31 + rnd() % 80) % 1000;
            l->qty = 1 + rnd() % 20;
            l->cents = db->price[l->part] + (int)(rnd() % 2000) - 600;
            l->disc = rnd() % 11;
        }
    }
}

/* LIKE with '%' only */
static int like(const char *s, const char *pat)
{
    if (*pat == 0) return *s == 0;
    if (*pat == '%') { do { if (like(s, pat + 1)) return 1; } while (*s++); return 0; }
    return *s == *pat && like(s + 1, pat + 1);
}

static int64_t line_cents(const Line *l) { return (int64_t)l->qty * l->cents * (100 - l->disc) / 100; }

static void query1(const Db *db, const Map *custidx)
{
    int64_t rev[REGIONS][MONTHS] = { { 0 } }, best = -1;
    size_t orphans = 0, matched = 0, br = 0, bm = 0;
    size_t *first_line = xalloc(db->nord + 1, sizeof(size_t));
    for (size_t i = 0, at = 0; i < db->nord; i++) {
        first_line[i] = at;
        while (at < db->nline && db->line[at].order == db->ord[i].id) at++;
        first_line[i + 1] = at;
    }
    #pragma omp parallel for schedule(static) reduction(+ : orphans, matched, rev)
    for (size_t i = 0; i < db->nord; i++) {
        const Order *o = &db->ord[i];
        size_t first = first_line[i], at = first_line[i + 1];
        if (!like(o->note, "%rush%late%")) continue;
        Slot *s = map_find(custidx, o->cust);
        if (!s->used) { orphans++; continue; }
        matched++;
        for (size_t k = first; k < at; k++)
            rev[db->cust[s->sum].region][o->day / 30] += line_cents(&db->line[k]);
    }
    free(first_line);
    printf("Q1 matched %zu orphans %zu\n", matched, orphans);
    for (size_t r = 0; r < REGIONS; r++) {
        int64_t t = 0;
        for (size_t m = 0; m < MONTHS; m++) {
            t += rev[r][m];
            if (rev[r][m] > best) { best = rev[r][m]; br = r; bm = m; }
        }
        printf("  region %zu %lld\n", r, (long long)t);
    }
    printf("  best cell %zu/%zu %lld\n", br, bm, (long long)best);
}

static int by_sum(const void *a, const void *b)
{
    const Slot *x = a, *y = b;
    if (x->sum != y->sum) return x->sum < y->sum ? 1 : -1;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* maps with disjoint keys; each is sorted on its own, then all are merged */
static void print_top(const char *title, Map *maps, int nmaps, size_t top)
{
    size_t n = 0, total = 0;
    uint64_t digest = 0;
    #pragma omp parallel for schedule(static, 1) reduction(+ : total)
    for (int k = 0; k < nmaps; k++) {
        Map *p = &maps[k];
        p->n = 0;
        for (size_t i = 0; i < p->cap; i++)
            if (p->slots[i].used) p->slots[p->n++] = p->slots[i];
        qsort(p->slots, p->n, sizeof(Slot), by_sum);
        total += p->n;
    }
    Map merged = { xalloc(total, sizeof(Slot)), total, total }, *m = &merged;
    size_t *at = xalloc(nmaps, sizeof(size_t));
    while (n < total) {
        int pick = -1;
        for (int k = 0; k < nmaps; k++)
            if (at[k] < maps[k].n && (pick < 0 || by_sum(&maps[k].slots[at[k]], &maps[pick].slots[at[pick]]) < 0)) pick = k;
        m->slots[n++] = maps[pick].slots[at[pick]++];
    }
    for (int k = 0; k < nmaps; k++) free(maps[k].slots);
    free(at);
    for (size_t i = 0; i < n; i++)
        digest = digest * 1000003 + m->slots[i].key + (uint64_t)m->slots[i].sum + (uint64_t)m->slots[i].count;
    printf("%s groups %zu digest %016llx\n", title, n, (unsigned long long)digest);
    for (size_t i = 0; i < n && i < top; i++)
        printf("  %llx %lld (%d)\n", (unsigned long long)m->slots[i].key, (long long)m->slots[i].sum, (int)m->slots[i].count);
    free(m->slots);
}

static void query2(const Db *db, const Map *custidx)
{
    Map bal;
    map_init(&bal, 1000);
    #pragma omp parallel
    {
        Map mine;
        map_init(&mine, 1000);
        #pragma omp for schedule(static) nowait
        for (size_t i = 0; i < db->nline; i++) {
            const Order *o = &db->ord[db->line[i].order];
            if (o->status != 'O' && o->status != 'P') continue;
            const Slot *s = map_find(custidx, o->cust);
            if (s->used && db->cust[s->sum].limit < line_cents(&db->line[i]))
                map_add(&mine, o->cust, line_cents(&db->line[i]), 1);
        }
        #pragma omp critical
        for (size_t i = 0; i < mine.cap; i++)
            if (mine.slots[i].used) map_add(&bal, mine.slots[i].key, mine.slots[i].sum, mine.slots[i].count);
        free(mine.slots);
    }
    print_top("Q2", &bal, 1, 10);
}

static void query3(const Db *db)
{
    int nt = omp_get_max_threads(), team = 1;
    Map *under = xalloc(nt, sizeof(Map));
    #pragma omp parallel num_threads(nt)
    {
        /* every thread reads all lines but owns a share of the parts */
        unsigned me = (unsigned)omp_get_thread_num(), all = (unsigned)omp_get_num_threads();
        Map mine;
        map_init(&mine, 100);
        for (size_t i = 0; i < db->nline; i++) {
            const Line *l = &db->line[i];
            if (l->part % all != me) continue;
            int gap = db->price[l->part] - l->cents;
            if (gap > 0) map_add(&mine, (uint64_t)l->part << 32 | l->supp, (int64_t)gap * l->qty, l->qty);
        }
        under[me] = mine;
        #pragma omp single
        team = (int)all;
    }
    print_top("Q3", under, team, 5);
    free(under);
}

int main(int argc, char **argv)
{
    Db db = { 0 };
    Map custidx;
    long no = argc > 1 ? atol(argv[1]) : 1100000, nc = argc > 2 ? atol(argv[2]) : 50000;
    if (no < 1 || nc < 1) { fprintf(stderr, "usage: hjoin [orders] [customers]\n"); return 2; }
    load(&db, no, nc);
    map_init(&custidx, db.ncust);
    for (size_t i = 0; i < db.ncust; i++) map_add(&custidx, db.cust[i].id, (int64_t)i, 0);
    query1(&db, &custidx);
    query2(&db, &custidx);
    query3(&db);
    free(custidx.slots); free(db.cust); free(db.ord); free(db.line); free(db.price);
    return 0;
}
