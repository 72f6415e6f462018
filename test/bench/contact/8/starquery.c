// SPDX-License-Identifier: Apache-2.0
// A miniature column store: builds a customer/part/order/line-item schema and
// runs filter, hash-join and group-by queries with top-k reports over it.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NSEG 5
#define NBRAND 25
#define FIRST_YEAR 1992
#define NYEAR 7

struct customer_table {
    int n;
    int64_t *key;
    uint8_t *segment, *nation;
};

struct part_table {
    int n;
    int64_t *key;
    uint8_t *brand, *size;
};

struct order_table {
    int n;
    int64_t *key, *custkey;
    int *date; /* days since 1 Jan 1992 */
    uint8_t *priority;
};

struct line_table {
    int n;
    int64_t *orderkey, *partkey;
    int *price; /* cents */
    uint8_t *qty, *discount, *flag;
    int *shipdate;
};

struct hashtab {
    uint32_t mask;
    int *head, *next;
    const int64_t *key;
};

struct topk {
    int n, cap;
    int64_t value[20];
    int64_t key[20];
};

static uint64_t gen = 0x9E3779B97F4A7C15ULL;

static uint32_t draw(uint32_t n)
{
    gen ^= gen << 7;
    gen ^= gen >> 9;
    return (uint32_t)(((gen >> 32) * n) >> 32);
}

static void *column(int n, size_t width)
{
    void *p = malloc(n * width + 1);
    if (!p) exit(1);
    return p;
}

static int64_t scramble(int64_t i, int64_t salt) { return (i * 2654435761LL + salt) & 0xffffffffffLL; }

static void load(struct customer_table *c, struct part_table *p, struct order_table *o, struct line_table *l)
{
    c->key = column(c->n, 8), c->segment = column(c->n, 1), c->nation = column(c->n, 1);
    for (int i = 0; i < c->n; i++) {
        c->key[i] = scramble(i, 11);
        c->segment[i] = draw(NSEG);
        c->nation[i] = draw(25);
    }
    p->key = column(p->n, 8), p->brand = column(p->n, 1), p->size = column(p->n, 1);
    for (int i = 0; i < p->n; i++) {
        p->key[i] = scramble(i, 333);
        p->brand[i] = draw(NBRAND);
        p->size[i] = 1 + draw(50);
    }
    o->key = column(o->n, 8), o->custkey = column(o->n, 8), o->date = column(o->n, 4), o->priority = column(o->n, 1);
    for (int i = 0; i < o->n; i++) {
        o->key[i] = scramble(i, 5557);
        o->custkey[i] = scramble(draw(c->n), 11);
        o->date[i] = draw(2400);
        o->priority[i] = draw(5);
    }
    l->orderkey = column(l->n, 8), l->partkey = column(l->n, 8), l->price = column(l->n, 4);
    l->qty = column(l->n, 1), l->discount = column(l->n, 1), l->flag = column(l->n, 1), l->shipdate = column(l->n, 4);
    for (int i = 0; i < l->n; i++) {
        int ord = draw(o->n);
        l->orderkey[i] = o->key[ord];
        l->partkey[i] = scramble(draw(p->n), 333);
        l->price[i] = 1000 + draw(100000);
        l->qty[i] = 1 + draw(50);
        l->discount[i] = draw(11);
        l->flag[i] = draw(3);
        l->shipdate[i] = o->date[ord] + 1 + draw(120);
    }
}

static uint32_t hash(int64_t k)
{
    uint64_t h = (uint64_t)k * 0xff51afd7ed558ccdULL;
    return (uint32_t)(h >> 32);
}

static struct hashtab new_table(const int64_t *key, int n)
{
    struct hashtab h = {15, NULL, malloc(sizeof(int) * (n + 1)), key};
    while ((int)h.mask < n) h.mask = 2 * h.mask + 1;
    h.head = malloc(sizeof(int) * ((size_t)h.mask + 1));
    memset(h.head, -1, sizeof(int) * ((size_t)h.mask + 1));
    return h;
}

static void put(struct hashtab *h, int row)
{
    uint32_t b = hash(h->key[row]) & h->mask;
    h->next[row] = h->head[b];
    h->head[b] = row;
}

static int find(const struct hashtab *h, int64_t key)
{
    int r = h->head[hash(key) & h->mask];
    while (r >= 0 && h->key[r] != key) r = h->next[r];
    return r;
}

static void drop(struct hashtab *h)
{
    free(h->head);
    free(h->next);
}

static void offer(struct topk *t, int64_t value, int64_t key)
{
    int i = t->n < t->cap ? t->n++ : t->cap;
    for (; i > 0 && (t->value[i - 1] < value || (t->value[i - 1] == value && t->key[i - 1] > key)); i--)
        if (i < t->cap) {
            t->value[i] = t->value[i - 1];
            t->key[i] = t->key[i - 1];
        }
    if (i < t->cap) {
        t->value[i] = value;
        t->key[i] = key;
    }
}

static int64_t revenue(const struct line_table *l, int i) { return (int64_t)l->price[i] * (100 - l->discount[i]); }

/* select flag, year, count, sum(qty), sum(revenue) from line where shipdate < D group by flag, year */
static void query_summary(const struct line_table *l, int before)
{
    int64_t cnt[3][NYEAR + 1] = {{0}}, qty[3][NYEAR + 1] = {{0}}, rev[3][NYEAR + 1] = {{0}};
    for (int i = 0; i < l->n; i++) {
        if (l->shipdate[i] >= before) continue;
        int f = l->flag[i], y = l->shipdate[i] / 365;
        cnt[f][y]++;
        qty[f][y] += l->qty[i];
        rev[f][y] += revenue(l, i);
    }
    for (int f = 0; f < 3; f++)
        for (int y = 0; y <= NYEAR; y++)
            if (cnt[f][y])
                printf("%c %d %8lld %9lld %.4f\n", "ANR"[f], FIRST_YEAR + y, (long long)cnt[f][y],
                       (long long)qty[f][y], rev[f][y] / 10000.0);
}

/* customers of one segment, orders before a date, line items after it: best unshipped orders */
static void query_pending(const struct customer_table *c, const struct order_table *o, const struct line_table *l,
                          int segment, int date)
{
    struct hashtab hc = new_table(c->key, c->n), ho = new_table(o->key, o->n);
    int64_t *sum = calloc(o->n, sizeof *sum), total = 0;
    int cust = 0, open = 0, groups = 0;
    for (int i = 0; i < c->n; i++)
        if (c->segment[i] == segment) put(&hc, i), cust++;
    for (int i = 0; i < o->n; i++)
        if (o->date[i] < date && find(&hc, o->custkey[i]) >= 0) put(&ho, i), open++;
    for (int i = 0; i < l->n; i++) {
        if (l->shipdate[i] <= date) continue;
        int r = find(&ho, l->orderkey[i]);
        if (r >= 0) sum[r] += revenue(l, i);
    }
    struct topk top = {.cap = 5};
    for (int r = 0; r < o->n; r++)
        if (sum[r]) groups++, total += sum[r], offer(&top, sum[r], o->key[r]);
    printf("segment %d: %d customers, %d orders, %d groups, %.4f\n", segment, cust, open, groups, total / 10000.0);
    for (int i = 0; i < top.n; i++) printf("  order %lld %.4f\n", (long long)top.key[i], top.value[i] / 10000.0);
    drop(&hc);
    drop(&ho);
    free(sum);
}

/* revenue by brand and order year for parts of some sizes */
static void query_brands(const struct part_table *p, const struct order_table *o, const struct line_table *l, int size)
{
    struct hashtab hp = new_table(p->key, p->n), ho = new_table(o->key, o->n);
    int64_t rev[NBRAND][NYEAR] = {{0}};
    for (int i = 0; i < p->n; i++)
        if (p->size[i] <= size) put(&hp, i);
    for (int i = 0; i < o->n; i++) put(&ho, i);
    for (int i = 0; i < l->n; i++) {
        int r = find(&hp, l->partkey[i]);
        if (r < 0) continue;
        int q = find(&ho, l->orderkey[i]);
        rev[p->brand[r]][o->date[q] / 365] += revenue(l, i);
    }
    for (int b = 0; b < NBRAND; b++) {
        printf("brand %2d", b);
        for (int y = 0; y < NYEAR; y++) printf(" %.4f", rev[b][y] / 10000.0);
        printf("\n");
    }
    drop(&hp);
    drop(&ho);
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 120, rounds = argc > 2 ? atoi(argv[2]) : 6;
    struct customer_table c = {.n = 500 * scale};
    struct part_table p = {.n = 400 * scale};
    struct order_table o = {.n = 3000 * scale};
    struct line_table l = {.n = 24000 * scale};
    load(&c, &p, &o, &l);
    for (int k = 0; k < rounds; k++) {
        query_summary(&l, 2300 - 300 * k);
        for (int s = 0; s < NSEG; s++) query_pending(&c, &o, &l, s, 700 + 180 * k + 60 * s);
        query_brands(&p, &o, &l, 12 + 6 * k);
    }
    return 0;
}
