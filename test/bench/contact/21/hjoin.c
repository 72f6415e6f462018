// hjoin.c - in-memory star join: order items x orders x customers x products,
// filtered, grouped by (region, month) and by product class, top customers.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- arena
typedef struct chunk { struct chunk *next; size_t used, size; max_align_t mem[]; } chunk;
typedef struct { chunk *head; } arena;

static void *arena_get(arena *a, size_t n)
{
    n = (n + 15) & ~(size_t)15;
    if (!a->head || a->head->used + n > a->head->size) {
        size_t size = n > (1u << 20) ? n : (1u << 20);
        chunk *c = malloc(sizeof *c + size);
        if (!c) { perror("arena"); exit(1); }
        c->next = a->head; c->used = 0; c->size = size;
        a->head = c;
    }
    void *p = (char *)a->head->mem + a->head->used;
    a->head->used += n;
    return p;
}

static void arena_free(arena *a)
{
    while (a->head) { chunk *c = a->head; a->head = c->next; free(c); }
}

// ---------------------------------------------------------------- tables
typedef struct { uint32_t id; uint8_t region, segment; int64_t spent; } customer;
typedef struct { uint32_t id, cust; uint16_t day; uint8_t prio; } order;
typedef struct { uint32_t order, product; uint16_t qty; uint8_t disc; } item;
typedef struct { uint32_t id; uint8_t klass; int32_t cents; } product;

typedef struct node { struct node *next; uint32_t key; void *row; } node;
typedef struct { node **slot; uint32_t mask; size_t count, probes; } table;

static inline uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline uint32_t hash32(uint32_t k) { return k * 2654435769u ^ (k >> 15); }

static table table_new(size_t expected, arena *a)
{
    table t = { 0 };
    uint32_t n = 16;
    while (n < expected) n *= 2;
    t.mask = n - 1;
    t.slot = arena_get(a, n * sizeof *t.slot);
    memset(t.slot, 0, n * sizeof *t.slot);
    return t;
}

static void table_put(table *t, arena *a, uint32_t key, void *row)
{
    node *e = arena_get(a, sizeof *e);
    node **s = &t->slot[hash32(key) & t->mask];
    e->key = key; e->row = row; e->next = *s;
    *s = e;
    t->count++;
}

static void *table_get(table *t, uint32_t key)
{
    for (node *e = t->slot[hash32(key) & t->mask]; e; e = e->next) {
        t->probes++;
        if (e->key == key) return e->row;
    }
    return NULL;
}

enum { REGIONS = 6, MONTHS = 24, CLASSES = 10, TOP = 8 };
typedef struct { int64_t revenue[REGIONS][MONTHS], klass[CLASSES]; uint64_t rows[REGIONS], orphan, filtered; } groups;

// ---------------------------------------------------------------- load
static size_t NC = 60000, NO = 400000, NI = 4200000, NP = 5000;
static customer *cust;
static order *ord;
static item *items;
static product *prod;

static void load(arena *a)
{
    cust = arena_get(a, NC * sizeof *cust);
    ord = arena_get(a, NO * sizeof *ord);
    items = arena_get(a, NI * sizeof *items);
    prod = arena_get(a, NP * sizeof *prod);
    for (size_t i = 0; i < NC; i++) {
        uint64_t r = mix(i);
        cust[i] = (customer){ .id = (uint32_t)(i * 7 + 3), .region = (uint8_t)(r % REGIONS), .segment = (uint8_t)(r >> 20 & 3) };
    }
    for (size_t i = 0; i < NP; i++) {
        uint64_t r = mix(i + 1000000007u);
        prod[i] = (product){ .id = (uint32_t)(r >> 32), .klass = (uint8_t)(r % CLASSES), .cents = 99 + (int32_t)(r >> 8 & 0x3fff) };
    }
    for (size_t i = 0; i < NO; i++) {
        uint64_t r = mix(i + 5000000029u);
        ord[i] = (order){ .id = (uint32_t)(i * 3 + 11), .cust = (uint32_t)((r >> 16) % (NC + NC / 50) * 7 + 3),
                          .day = (uint16_t)(r % 730), .prio = (uint8_t)(r >> 60 & 3) };
    }
    for (size_t i = 0; i < NI; i++) {
        uint64_t r = mix(i + 9000000011u);
        items[i] = (item){ .order = (uint32_t)((r >> 20) % NO * 3 + 11), .product = prod[r % NP].id,
                           .qty = (uint16_t)(1 + (r >> 52 & 15)), .disc = (uint8_t)(r >> 58 & 7) };
    }
}

static void build(table *tc, table *tp, table *to, arena *a)
{
    for (size_t i = 0; i < NC; i++)
        if (cust[i].segment != 2) table_put(tc, a, cust[i].id, &cust[i]);
    for (size_t i = 0; i < NP; i++) table_put(tp, a, prod[i].id, &prod[i]);
    for (size_t i = 0; i < NO; i++)
        if (ord[i].prio != 0) table_put(to, a, ord[i].id, &ord[i]);
}

static void join(table *tc, table *tp, table *to, groups *g)
{
    for (size_t i = 0; i < NI; i++) {
        const item *it = &items[i];
        order *o = table_get(to, it->order);
        if (!o) { g->filtered++; continue; }
        customer *c = table_get(tc, o->cust);
        if (!c) { g->orphan++; continue; }
        product *p = table_get(tp, it->product);
        if (!p) { g->orphan++; continue; }
        int64_t amount = (int64_t)p->cents * it->qty * (100 - it->disc) / 100;
        g->revenue[c->region][o->day * MONTHS / 730] += amount;
        g->klass[p->klass] += amount;
        g->rows[c->region]++;
        c->spent += amount;
    }
}

static int by_spent(const void *x, const void *y)
{
    const customer *a = *(customer *const *)x, *b = *(customer *const *)y;
    if (a->spent != b->spent) return a->spent < b->spent ? 1 : -1;
    return a->id < b->id ? -1 : a->id > b->id;
}

int main(int argc, char **argv)
{
    arena a = { 0 };
    groups g;
    memset(&g, 0, sizeof g);
    if (argc > 1) NI = strtoul(argv[1], NULL, 10);
    load(&a);
    table tc = table_new(NC, &a), tp = table_new(NP, &a), to = table_new(NO, &a);
    build(&tc, &tp, &to, &a);
    join(&tc, &tp, &to, &g);

    printf("customers %zu products %zu orders %zu probes %zu %zu %zu\n", tc.count, tp.count, to.count, tc.probes, tp.probes, to.probes);
    printf("filtered %" PRIu64 " orphan %" PRIu64 "\n", g.filtered, g.orphan);
    for (int r = 0; r < REGIONS; r++) {
        printf("region %d rows %" PRIu64, r, g.rows[r]);
        for (int m = 0; m < MONTHS; m += 6) printf(" %" PRId64 ".%02d", g.revenue[r][m] / 100, (int)(g.revenue[r][m] % 100));
        printf("\n");
    }
    for (int k = 0; k < CLASSES; k++) printf("class %d %" PRId64 "\n", k, g.klass[k]);
    customer **idx = arena_get(&a, NC * sizeof *idx);
    for (size_t i = 0; i < NC; i++) idx[i] = &cust[i];
    qsort(idx, NC, sizeof *idx, by_spent);
    for (int i = 0; i < TOP; i++) printf("top %d customer %u %" PRId64 "\n", i + 1, (unsigned)idx[i]->id, idx[i]->spent);
    uint64_t h = 0;
    for (size_t i = 0; i < NC; i++) h = mix(h ^ (uint64_t)idx[i]->spent ^ ((uint64_t)idx[i]->id << 40));
    printf("check %016" PRIx64 "\n", h);
    arena_free(&a);
    return 0;
}
