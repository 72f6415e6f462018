/*
 * coldb.c - a few report queries on an in-memory column store: filtered
 * grouping, a hash join with top-k, and a text search over comments.
 * usage: coldb [orders] [customers] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#define REGIONS  7
#define MONTHS   36
#define TOPK     8
#define CMTLEN   44
#define GROUPBKT 4096

typedef struct {
    int n;
    int32_t *cust, *cents, *day;
    uint8_t *status, *qty;
    char *comment;                       /* n x CMTLEN, blank padded */
} Orders;

typedef struct { int n; int32_t *id; uint8_t *region, *segment; int64_t *balance; } Customers;
typedef struct { int *head, *next; uint32_t mask; } HashIndex;
typedef struct { int64_t revenue; long count, qty; int32_t min, max; } Agg;
typedef struct Group { int32_t key; Agg agg; struct Group *next; } Group;
typedef struct { Group *bucket[GROUPBKT]; Group *pool; int used, cap; } GroupTable;
typedef struct { long rows, matched, orphan, probes, bad; } Counters;

static uint64_t rs;

static uint32_t rnd(uint32_t n)
{
    rs += 0x9E3779B97F4A7C15ULL;
    uint64_t z = rs;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return (uint32_t)((z ^ z >> 31) >> 33) % n;
}

static void *alloc(size_t n)
{
    void *p = malloc(n);
    if (!p) { fprintf(stderr, "coldb: out of memory\n"); exit(1); }
    return p;
}

static uint32_t mix(uint32_t k) { k ^= k >> 15; k *= 0x2c1b3c6du; k ^= k >> 12; k *= 0x297a2d39u; return k ^ k >> 15; }

static void load_customers(Customers *c, int n)
{
    c->n = n;
    c->id = alloc(sizeof(int32_t) * n);
    c->region = alloc(n), c->segment = alloc(n);
    c->balance = alloc(sizeof(int64_t) * n);
    for (int i = 0; i < n; i++) {
        c->id[i] = 1000 + i * 3 + (int)rnd(2);
        c->region[i] = (uint8_t)rnd(REGIONS), c->segment[i] = (uint8_t)rnd(5);
        c->balance[i] = 0;
    }
}

static void load_orders(Orders *o, int n, int ncust)
{
    static const char *word[] = { "quick", "pending", "special", "deposits", "carefully", "requests",
                                  "express", "refund", "packages", "even", "final", "late" };
    o->n = n;
    o->cust = alloc(sizeof(int32_t) * n);
    o->cents = alloc(sizeof(int32_t) * n);
    o->day = alloc(sizeof(int32_t) * n);
    o->status = alloc(n), o->qty = alloc(n);
    o->comment = alloc((size_t)n * CMTLEN);
    for (int i = 0; i < n; i++) {
        uint32_t r = rnd(1u << 30);
        o->cust[i] = 1000 + (int)rnd(3 * ncust);
        o->cents[i] = r % 997 == 0 ? -1 : (int)(r % 90000) + 100;
        o->day[i] = (int)(r >> 8) % (MONTHS * 30);
        o->status[i] = (uint8_t)(r % 7);
        o->qty[i] = (uint8_t)(1 + r % 50);
        char *p = o->comment + (size_t)i * CMTLEN;
        int len = 0;
        memset(p, ' ', CMTLEN);
        for (uint32_t w = r; ; w = w / 12 + 5 * (w & 15)) {
            int l = (int)strlen(word[w % 12]);
            if (len + l >= CMTLEN) break;
            memcpy(p + len, word[w % 12], l);
            len += l + 1;
        }
    }
}

static void build_index(HashIndex *h, const Customers *c)
{
    uint32_t size = 1;
    while (size < (uint32_t)c->n) size *= 2;
    h->mask = size - 1;
    h->head = alloc(sizeof(int) * size);
    h->next = alloc(sizeof(int) * c->n);
    memset(h->head, -1, sizeof(int) * size);
    for (int i = 0; i < c->n; i++) {
        uint32_t b = mix((uint32_t)c->id[i]) & h->mask;
        h->next[i] = h->head[b];
        h->head[b] = i;
    }
}

static int lookup(const HashIndex *h, const Customers *c, int32_t id, Counters *k)
{
    for (int i = h->head[mix((uint32_t)id) & h->mask]; i >= 0; i = h->next[i]) {
        k->probes++;
        if (c->id[i] == id) return i;
    }
    return -1;
}

static void agg_add(Agg *a, int32_t cents, int qty)
{
    int64_t v = (int64_t)cents * qty;
    if (a->count == 0 || cents < a->min) a->min = cents;
    if (a->count == 0 || cents > a->max) a->max = cents;
    a->revenue += v;
    a->count++;
    a->qty += qty;
}

static Agg *group(GroupTable *t, int32_t key)
{
    Group **b = &t->bucket[mix((uint32_t)key) % GROUPBKT], *g;
    for (g = *b; g; g = g->next) if (g->key == key) return &g->agg;
    if (t->used == t->cap) { fprintf(stderr, "coldb: group table full\n"); exit(1); }
    g = &t->pool[t->used++];
    memset(g, 0, sizeof *g);
    g->key = key;
    g->next = *b;
    return *b = g, &g->agg;
}

/* LIKE '%first%second%' on a fixed width field */
static int like(const char *s, const char *first, const char *second)
{
    int l1 = (int)strlen(first), l2 = (int)strlen(second), i;
    for (i = 0; i + l1 <= CMTLEN; i++) if (s[i] == first[0] && memcmp(s + i, first, l1) == 0) break;
    if (i + l1 > CMTLEN) return 0;
    for (i += l1; i + l2 <= CMTLEN; i++) if (s[i] == second[0] && memcmp(s + i, second, l2) == 0) return 1;
    return 0;
}

/* join orders to customers; group by region, segment, month; post balances */
static void query_join(const Orders *o, Customers *c, const HashIndex *h, GroupTable *t, Counters *k)
{
    for (int i = 0; i < o->n; i++) {
        k->rows++;
        if (o->cents[i] < 0) { k->bad++; continue; }
        if (o->status[i] > 4) continue;
        int r = lookup(h, c, o->cust[i], k);
        if (r < 0) { k->orphan++; continue; }
        k->matched++;
        agg_add(group(t, (c->region[r] * 8 + c->segment[r]) * 64 + o->day[i] / 30), o->cents[i], o->qty[i]);
        c->balance[r] += o->status[i] == 4 ? -(int64_t)o->cents[i] : (int64_t)o->cents[i] * o->qty[i];
    }
}

static long query_text(const Orders *o, const char *first, const char *second, long *bystatus, int64_t *worth)
{
    long hits = 0;
    for (int i = 0; i < o->n; i++) {
        if (!like(o->comment + (size_t)i * CMTLEN, first, second)) continue;
        hits++;
        bystatus[o->status[i]]++;
        if (o->cents[i] > 0) *worth += o->cents[i];
    }
    return hits;
}

static int bykey(const void *a, const void *b) { return ((const Group *)a)->key - ((const Group *)b)->key; }

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1500000, nc = argc > 2 ? atoi(argv[2]) : 60000;
    rs = argc > 3 ? strtoull(argv[3], 0, 10) : 5;
    if (n < 1 || nc < TOPK) { fprintf(stderr, "usage: coldb [orders] [customers] [seed]\n"); return 2; }
    Orders o; Customers c; HashIndex h;
    static GroupTable t;
    Counters k = { 0 };
    load_customers(&c, nc);
    load_orders(&o, n, nc);
    build_index(&h, &c);
    t.cap = REGIONS * 8 * 64;
    t.pool = alloc(sizeof(Group) * t.cap);
    query_join(&o, &c, &h, &t, &k);
    qsort(t.pool, t.used, sizeof(Group), bykey);
    uint64_t sum = 1;
    for (int i = 0; i < t.used; i++) {
        Group *g = &t.pool[i];
        sum = sum * 0x100000001b3ULL ^ (uint64_t)g->agg.revenue ^ (uint64_t)g->agg.min << 40 ^ (uint64_t)g->agg.count;
        if (i % 160 == 0) printf("region %d segment %d month %2d: %6ld orders %12lld cents, %d..%d\n", g->key >> 9, g->key >> 6 & 7,
                                 g->key & 63, g->agg.count, (long long)g->agg.revenue, g->agg.min, g->agg.max);
    }
    printf("rows %ld bad %ld orphan %ld matched %ld probes %ld groups %d sum %016llx\n", k.rows, k.bad, k.orphan, k.matched, k.probes, t.used, (unsigned long long)sum);
    for (int top = 0; top < TOPK; top++) {
        int best = 0;
        for (int i = 1; i < nc; i++) if (c.balance[i] > c.balance[best]) best = i;
        printf("customer %d balance %lld\n", c.id[best], (long long)c.balance[best]);
        c.balance[best] = INT64_MIN;
    }
    static const char *ask[][2] = { { "special", "requests" }, { "late", "refund" }, { "express", "late" },
                                    { "pack", "even" }, { "final", "deposits" } };
    for (int q = 0; q < 5; q++) {
        long bystatus[7] = { 0 };
        int64_t worth = 0;
        printf("%s..%s: %ld", ask[q][0], ask[q][1], query_text(&o, ask[q][0], ask[q][1], bystatus, &worth));
        for (int s = 0; s < 7; s++) printf(" %ld", bystatus[s]);
        printf(" worth %lld\n", (long long)worth);
    }
    free(o.cust); free(o.cents); free(o.day); free(o.status); free(o.qty); free(o.comment);
    free(c.id); free(c.region); free(c.segment); free(c.balance); free(h.head); free(h.next); free(t.pool);
    return 0;
}
