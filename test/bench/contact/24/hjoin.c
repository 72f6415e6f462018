/* hjoin - one analytic query over three in-memory tables: filter by LIKE pattern, hash join
 * (orders x customers), aggregate per region and month, top customers by revenue.
 * usage: hjoin [customers] [orders] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define REGIONS 12
#define MONTHS 24
#define TOP 8
#define COMMENT 28

typedef struct {
    uint32_t key;
    uint16_t region;
    uint8_t segment;
    char name[13];
} Customer;

typedef struct {
    uint32_t customer;
    int32_t cents;
    uint8_t month, discount;
    char comment[COMMENT];
} Order;

typedef struct Slot {
    const Customer *row;
    int64_t revenue;
    int32_t orders;
    struct Slot *next;
} Slot;

typedef struct {
    Slot **head;
    Slot *pool;
    uint32_t mask;
    int used;
} HashTable;

typedef struct {
    int64_t cents;
    long count;
    int32_t max;
} Cell;

typedef struct {
    Cell cell[REGIONS][MONTHS];
    long matched, orphaned, filtered;
} Aggregate;

typedef struct {
    const Slot *item[TOP];
    int n;
} Leaders;

static uint64_t hash64(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

static void fill_customer(Customer *c, int i, uint64_t seed)
{
    uint64_t h = hash64(seed ^ (uint64_t)i * 0x9E3779B97F4A7C15ull);
    c->key = (uint32_t)i * 2654435761u ^ (uint32_t)seed;
    c->region = (uint16_t)(h % REGIONS);
    c->segment = (uint8_t)(h >> 20 & 7);
    for (int k = 0; k < 12; k++) c->name[k] = (char)('A' + (h >> (k * 5)) % 26);
    c->name[12] = 0;
}

static void fill_order(Order *o, int i, int ncust, uint64_t seed)
{
    static const char *word[] = { "special", "urgent", "gift", "fragile", "bulk", "return", "ok", "late" };
    uint64_t h = hash64(seed * 31 + 0xABCDEFull + (uint64_t)i * 0xA24BAED4963EE407ull);
    uint32_t who = (uint32_t)(h % (uint64_t)(ncust + ncust / 16));
    if (h >> 60 < 5) who %= (uint32_t)(ncust / 50 + 1);      /* heavy buyers */
    o->customer = who * 2654435761u ^ (uint32_t)seed;
    o->cents = (int32_t)(100 + (h >> 17) % 90000);
    o->month = (uint8_t)((h >> 36) % MONTHS);
    o->discount = (uint8_t)((h >> 41) % 30);
    char *p = o->comment;
    for (int w = 0; w < 3; w++) {
        const char *s = word[h >> (44 + 3 * w) & 7];
        while (*s) *p++ = *s++;
        if (w < 2) *p++ = ' ';
    }
    *p = 0;
}

/* SQL LIKE with % and _ */
static int like(const char *s, const char *pat)
{
    const char *star = NULL, *mark = NULL;
    while (*s) {
        if (*pat == '%') {
            star = pat++;
            mark = s;
        } else if (*pat == *s || *pat == '_') {
            pat++;
            s++;
        } else if (star) {
            pat = star + 1;
            s = ++mark;
        } else
            return 0;
    }
    while (*pat == '%') pat++;
    return !*pat;
}

static void insert(HashTable *t, const Customer *c)
{
    Slot *s = &t->pool[t->used++];
    Slot **h = &t->head[hash64(c->key) & t->mask];
    s->row = c;
    s->revenue = 0;
    s->orders = 0;
    s->next = *h;
    *h = s;
}

static Slot *probe(const HashTable *t, uint32_t key)
{
    Slot *s = t->head[hash64(key) & t->mask];
    while (s && s->row->key != key) s = s->next;
    return s;
}

static void consume(Aggregate *a, HashTable *t, const Order *o)
{
    if (like(o->comment, "%special%late%") || like(o->comment, "gift%re_urn%")) {
        a->filtered++;
        return;
    }
    Slot *s = probe(t, o->customer);
    if (!s) {
        a->orphaned++;
        return;
    }
    int32_t net = (int32_t)((int64_t)o->cents * (100 - o->discount) / 100);
    Cell *c = &a->cell[s->row->region][o->month];
    s->revenue += net;
    s->orders++;
    c->cents += net;
    c->count++;
    if (net > c->max) c->max = net;
    a->matched++;
}

static int richer(const Slot *a, const Slot *b)
{
    if (a->revenue != b->revenue) return a->revenue > b->revenue;
    return a->row->key < b->row->key;
}

static void rank(Leaders *l, const Slot *s)
{
    int i = l->n;
    if (i == TOP) {
        if (!richer(s, l->item[--i])) return;
    } else
        l->n++;
    for (; i > 0 && richer(s, l->item[i - 1]); i--) l->item[i] = l->item[i - 1];
    l->item[i] = s;
}

int main(int argc, char **argv)
{
    int nc = argc > 1 ? atoi(argv[1]) : 120000;
    int no = argc > 2 ? atoi(argv[2]) : 3600000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1234;
    if (nc < 1 || no < 1) return 1;

    Customer *cust = malloc(nc * sizeof *cust);
    Order *ord = malloc(no * sizeof *ord);
    for (int i = 0; i < nc; i++) fill_customer(&cust[i], i, seed);
    for (int i = 0; i < no; i++) fill_order(&ord[i], i, nc, seed);

    HashTable t = { NULL, malloc(nc * sizeof(Slot)), 1, 0 };
    while (t.mask < (uint32_t)nc) t.mask *= 2;
    t.head = calloc(t.mask, sizeof *t.head);
    t.mask--;
    for (int i = 0; i < nc; i++)
        if (cust[i].segment != 3) insert(&t, &cust[i]);

    Aggregate *agg = calloc(1, sizeof *agg);
    for (int i = 0; i < no; i++) consume(agg, &t, &ord[i]);

    Leaders top = { { NULL }, 0 };
    for (int i = 0; i < t.used; i++) rank(&top, &t.pool[i]);

    uint64_t digest = 0;
    for (int r = 0; r < REGIONS; r++) {
        int64_t sum = 0;
        for (int m = 0; m < MONTHS; m++) {
            const Cell *c = &agg->cell[r][m];
            sum += c->cents;
            digest = hash64(digest + (uint64_t)c->cents * 3 + (uint64_t)c->count + (uint64_t)c->max);
        }
        printf("region %2d revenue %lld\n", r, (long long)sum);
    }
    for (int i = 0; i < top.n; i++)
        printf("top %s %u orders %d revenue %lld\n", top.item[i]->row->name, top.item[i]->row->key, top.item[i]->orders,
               (long long)top.item[i]->revenue);
    printf("matched %ld orphaned %ld filtered %ld digest %016llx\n", agg->matched, agg->orphaned, agg->filtered,
           (unsigned long long)digest);
    free(cust);
    free(ord);
    free(t.pool);
    free(t.head);
    free(agg);
    return 0;
}
