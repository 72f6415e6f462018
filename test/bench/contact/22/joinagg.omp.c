// joinagg.c - in-memory query over delimited text:
//
//   SELECT c.region, p.category, count(*), sum(qty*price), count(distinct c.id)
//   FROM orders o JOIN customers c USING (cust) JOIN parts p USING (sku)
//   WHERE o.date BETWEEN :lo AND :hi AND o.status <> 'X'
//   GROUP BY c.region, p.category ORDER BY 4 DESC LIMIT 5
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { const char *p; uint32_t n; } sv;            // string view

static bool sv_eq(sv a, sv b) { return a.n == b.n && memcmp(a.p, b.p, a.n) == 0; }
static int sv_cmp(sv a, sv b)
{
    int c = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
    return c ? c : (a.n > b.n) - (a.n < b.n);
}
static uint64_t sv_hash(sv s)
{
    uint64_t h = 0xcbf29ce484222325ULL;
    for (uint32_t i = 0; i < s.n; i++) h = (h ^ (unsigned char)s.p[i]) * 0x100000001b3ULL;
    return h ^ (h >> 32);
}
static sv sv_field(sv *line, char sep)
{
    sv f = { line->p, 0 };
    while (f.n < line->n && line->p[f.n] != sep) f.n++;
    uint32_t skip = f.n < line->n ? f.n + 1 : f.n;
    line->p += skip;
    line->n -= skip;
    return f;
}
static uint64_t sv_uint(sv s)
{
    uint64_t v = 0;
    for (uint32_t i = 0; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++) v = v * 10 + (uint64_t)(s.p[i] - '0');
    return v;
}

// ---- text buffer -------------------------------------------------------
typedef struct { char *p; size_t n, cap; } buffer;
static void buf_reserve(buffer *b, size_t extra)
{
    if (b->n + extra <= b->cap) return;
    b->cap = (b->n + extra) * 2;
    b->p = realloc(b->p, b->cap);
    if (!b->p) { fputs("oom\n", stderr); exit(1); }
}
static void buf_str(buffer *b, const char *s)
{
    size_t n = strlen(s);
    buf_reserve(b, n);
    memcpy(b->p + b->n, s, n);
    b->n += n;
}
static void buf_num(buffer *b, uint32_t v, int width)
{
    char t[12];
    int i = 12;
    do { t[--i] = (char)('0' + v % 10); v /= 10; width--; } while (v || width > 0);
    buf_reserve(b, 12);
    memcpy(b->p + b->n, t + i, (size_t)(12 - i));
    b->n += (size_t)(12 - i);
}

// ---- dictionary: key -> row number --------------------------------------
typedef struct { sv *keys; uint32_t *slots, n, mask; } dict;
static void dict_init(dict *d, uint32_t expect)
{
    uint32_t cap = 16;
    while (cap < expect * 2) cap *= 2;
    *d = (dict){ calloc(expect + 1, sizeof(sv)), calloc(cap, sizeof(uint32_t)), 0, cap - 1 };
    if (!d->keys || !d->slots) exit(1);
}
static uint32_t *dict_slot(const dict *d, sv k)
{
    uint32_t i = (uint32_t)sv_hash(k) & d->mask;
    while (d->slots[i] && !sv_eq(d->keys[d->slots[i] - 1], k)) i = (i + 1) & d->mask;
    return &d->slots[i];
}
static uint32_t dict_add(dict *d, sv k)
{
    uint32_t *s = dict_slot(d, k);
    if (!*s) { d->keys[d->n] = k; *s = ++d->n; }
    return *s - 1;
}

// ---- data generation ----------------------------------------------------
static uint32_t g_state = 2463534242u;
static uint32_t rnd(uint32_t n)
{
    g_state ^= g_state << 13; g_state ^= g_state >> 17; g_state ^= g_state << 5;
    return (uint32_t)((uint64_t)g_state * n >> 32);
}

enum { NCUST = 30000, NPART = 5000, NREGION = 12, NCAT = 30 };

static void generate(buffer *cust, buffer *part, buffer *ord, uint32_t rows)
{
    static const char *const region[NREGION] = { "north", "south", "east", "west", "centre", "islands", "alps",
        "coast", "capital", "valley", "lakes", "border" };
    for (uint32_t i = 0; i < NCUST; i++) {
        buf_str(cust, "C"); buf_num(cust, i * 7919u % 100003u, 6);
        buf_str(cust, "|"); buf_str(cust, region[rnd(100) < 40 ? rnd(3) : rnd(NREGION)]);
        buf_str(cust, "|name"); buf_num(cust, rnd(100000), 1); buf_str(cust, "\n");
    }
    for (uint32_t i = 0; i < NPART; i++) {
        buf_str(part, "SKU-"); buf_num(part, i * 31u + 1000u, 1); buf_str(part, "|cat");
        buf_num(part, rnd(NCAT), 2); buf_str(part, "|"); buf_num(part, 99 + rnd(50000), 1); buf_str(part, "\n");
    }
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t c = rnd(NCUST), s = rnd(NPART + 50);             // a few dangling parts
        if (rnd(4)) c = c % 2000;
        buf_num(ord, i, 1); buf_str(ord, "|"); buf_num(ord, 2018 + rnd(5), 4); buf_str(ord, "-");
        buf_num(ord, 1 + rnd(12), 2); buf_str(ord, "-"); buf_num(ord, 1 + rnd(28), 2);
        buf_str(ord, "|C"); buf_num(ord, c * 7919u % 100003u, 6); buf_str(ord, "|SKU-");
        buf_num(ord, s * 31u + 1000u, 1); buf_str(ord, "|"); buf_num(ord, 1 + rnd(20), 1);
        buf_str(ord, rnd(30) ? "|A\n" : "|X\n");
    }
}

// ---- query ---------------------------------------------------------------
typedef struct { sv region, cat; uint64_t rows, cents, distinct; } group;

static int by_revenue(const void *a, const void *b)
{
    const group *x = a, *y = b;
    if (x->cents != y->cents) return x->cents < y->cents ? 1 : -1;
    int c = sv_cmp(x->region, y->region);
    return c ? c : sv_cmp(x->cat, y->cat);
}

enum { NBLOCK = 64 };
typedef struct {
    buffer orders;
    size_t block[NBLOCK + 1];                // line-aligned block boundaries
    dict cust, part, region, cat;
    uint32_t cust_region[NCUST], part_cat[NPART], part_price[NPART];
} database;

static void load_dims(database *db, const buffer *cust, const buffer *part)
{
    dict_init(&db->cust, NCUST); dict_init(&db->part, NPART);
    dict_init(&db->region, NREGION); dict_init(&db->cat, NCAT);
    for (sv t = { cust->p, (uint32_t)cust->n }; t.n;) {
        sv line = sv_field(&t, '\n'), id = sv_field(&line, '|');
        db->cust_region[dict_add(&db->cust, id)] = dict_add(&db->region, sv_field(&line, '|'));
    }
    for (sv t = { part->p, (uint32_t)part->n }; t.n;) {
        sv line = sv_field(&t, '\n');
        uint32_t row = dict_add(&db->part, sv_field(&line, '|'));
        db->part_cat[row] = dict_add(&db->cat, sv_field(&line, '|'));
        db->part_price[row] = (uint32_t)sv_uint(line);
    }
}

static void split_blocks(database *db)
{
    const buffer *o = &db->orders;
    for (size_t b = 1; b < NBLOCK; b++) {
        size_t at = o->n * b / NBLOCK;
        while (at > 0 && at < o->n && o->p[at - 1] != '\n') at++;
        db->block[b] = at;
    }
    db->block[NBLOCK] = o->n;
}

static void run_query(const database *db, sv lo, sv hi, int limit)
{
    group *g = calloc(NREGION * NCAT, sizeof *g);
    uint64_t *seen = calloc(((size_t)NCUST * NCAT + 63) / 64, sizeof *seen);
    if (!g || !seen) exit(1);
    uint64_t scanned = 0, filtered = 0, dangling = 0, digest = 0;
    #pragma omp parallel reduction(+: scanned, filtered, dangling)
    {
    group *mine = calloc(NREGION * NCAT, sizeof *mine);
    if (!mine) exit(1);
    #pragma omp for schedule(dynamic, 1) nowait
    for (int b = 0; b < NBLOCK; b++)
    for (sv t = { db->orders.p + db->block[b], (uint32_t)(db->block[b + 1] - db->block[b]) }; t.n; scanned++) {
        sv line = sv_field(&t, '\n');
        sv_field(&line, '|');
        sv date = sv_field(&line, '|'), cid = sv_field(&line, '|'), sku = sv_field(&line, '|');
        uint64_t qty = sv_uint(sv_field(&line, '|'));
        sv month = { date.p, 7 };
        if (sv_cmp(month, lo) < 0 || sv_cmp(month, hi) > 0 || line.p[0] == 'X') { filtered++; continue; }
        uint32_t c = *dict_slot(&db->cust, cid), p = *dict_slot(&db->part, sku);
        if (!c || !p) { dangling++; continue; }
        uint32_t region = db->cust_region[--c], cat = db->part_cat[--p];
        group *a = &mine[region * NCAT + cat];
        size_t bit = (size_t)c * NCAT + cat;
        a->rows++;
        a->cents += qty * db->part_price[p];
        uint64_t old, flag = 1ULL << (bit % 64);
        #pragma omp atomic read
        old = seen[bit / 64];
        if (old & flag) continue;
        #pragma omp atomic capture
        { old = seen[bit / 64]; seen[bit / 64] |= flag; }
        if (!(old & flag)) a->distinct++;            // first one to set it counts
    }
    #pragma omp critical
    for (int i = 0; i < NREGION * NCAT; i++) {
        g[i].rows += mine[i].rows;
        g[i].cents += mine[i].cents;
        g[i].distinct += mine[i].distinct;
    }
    free(mine);
    }

    for (uint32_t i = 0; i < NREGION * NCAT; i++) {
        g[i].region = i / NCAT < db->region.n ? db->region.keys[i / NCAT] : (sv){ "?", 1 };
        g[i].cat = i % NCAT < db->cat.n ? db->cat.keys[i % NCAT] : (sv){ "?", 1 };
    }
    qsort(g, NREGION * NCAT, sizeof *g, by_revenue);
    printf("%.7s..%.7s: scanned %llu filtered %llu dangling %llu\n", lo.p, hi.p, (unsigned long long)scanned,
           (unsigned long long)filtered, (unsigned long long)dangling);
    for (int i = 0; i < limit; i++)
        printf("  %-8.*s %-6.*s %7llu %11llu.%02llu %6llu\n", (int)g[i].region.n, g[i].region.p, (int)g[i].cat.n,
               g[i].cat.p, (unsigned long long)g[i].rows, (unsigned long long)(g[i].cents / 100),
               (unsigned long long)(g[i].cents % 100), (unsigned long long)g[i].distinct);
    for (int i = 0; i < NREGION * NCAT; i++) digest = digest * 1000003u + g[i].cents + g[i].rows + g[i].distinct;
    printf("  digest %016llx\n", (unsigned long long)digest);
    free(g); free(seen);
}

int main(int argc, char **argv)
{
    static database db;
    static const char *const window[][2] = { { "2019-03", "2021-09" }, { "2018-01", "2018-12" }, { "2020-01", "2022-12" },
        { "2018-07", "2019-06" }, { "2021-12", "2021-12" }, { "2018-01", "2022-12" } };
    uint32_t nrows = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1500000u;
    buffer cust = { 0 }, part = { 0 };
    if (nrows > 50000000u) return 1;
    generate(&cust, &part, &db.orders, nrows);
    load_dims(&db, &cust, &part);
    split_blocks(&db);
    printf("orders: %zu bytes, %u customers, %u parts\n", db.orders.n, db.cust.n, db.part.n);
    for (size_t i = 0; i < sizeof window / sizeof window[0]; i++)
        run_query(&db, (sv){ window[i][0], 7 }, (sv){ window[i][1], 7 }, 5);

    dict *all[] = { &db.cust, &db.part, &db.region, &db.cat };
    for (int i = 0; i < 4; i++) { free(all[i]->keys); free(all[i]->slots); }
    free(cust.p); free(part.p); free(db.orders.p);
    return 0;
}
