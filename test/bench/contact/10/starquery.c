/*
 * starquery: a hand-written plan for
 *
 *   SELECT n.nation, year(o.date), o.priority,
 *          count(*), sum(l.price*(100-l.disc)), min(l.price), max(l.qty), avg(l.qty)
 *   FROM   lineitem l JOIN orders o USING (orderkey) JOIN customer c USING (custkey)
 *   WHERE  c.segment <> 3 AND o.date in [d0,d1) AND l.disc between 2 and 8
 *          AND l.shipdate > o.date + 5
 *   GROUP  BY 1,2,3  ORDER BY revenue DESC  LIMIT 15
 *
 * followed by the customers with the highest revenue over the same join.
 * Tables are generated column by column; all money is in cents.
 *
 * usage: starquery [lineitems] [orders] [customers] [seed]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t n;
    uint8_t *nation, *segment;
} customer_t;
typedef struct {
    uint32_t n;
    uint32_t *key, *cust;
    uint16_t *date; /* days since the epoch of the data set, 7 years */
    uint8_t *prio;
} orders_t;
typedef struct {
    uint32_t n;
    uint32_t *order;
    int32_t *price;
    uint16_t *ship;
    uint8_t *qty, *disc;
} lineitem_t;

/* chained hash table over selected rows of orders */
typedef struct {
    uint32_t mask;
    int32_t *head; /* [mask+1], -1 = empty */
    int32_t *next; /* [orders.n] */
} joinhash_t;

typedef struct {
    uint32_t key; /* 0 = free slot */
    int32_t min_price, max_qty;
    int64_t count, revenue, qty;
} group_t;

typedef struct { uint32_t cap, used; group_t *slot; } groups_t;

typedef struct { uint32_t n, cap, *row; } sel_t; /* list of row numbers */

static uint64_t seed;

static void *alloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    return p ? p : (perror("calloc"), exit(1), NULL);
}

/* value of column c in row r: a hash, so that rows can be generated in any order */
static uint32_t draw(uint32_t c, uint32_t r, uint32_t range)
{
    uint64_t z = seed + ((uint64_t)c << 40) + r * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return (uint32_t)(((z >> 32) * range) >> 32);
}

static uint32_t mix(uint32_t k)
{
    k = (k ^ (k >> 16)) * 0x7feb352dU;
    k = (k ^ (k >> 15)) * 0x846ca68bU;
    return k ^ (k >> 16);
}

static void gen_customers(customer_t *t, uint32_t n)
{
    t->n = n;
    t->nation = alloc(n, 1), t->segment = alloc(n, 1);
    for (uint32_t i = 0; i < n; i++) {
        t->nation[i] = (uint8_t)draw(1, i, 25);
        t->segment[i] = (uint8_t)draw(2, i, 5);
    }
}

static void gen_orders(orders_t *t, uint32_t n, uint32_t ncust)
{
    t->n = n;
    t->key = alloc(n, 4), t->cust = alloc(n, 4);
    t->date = alloc(n, 2), t->prio = alloc(n, 1);
    for (uint32_t i = 0; i < n; i++) {
        t->key[i] = i * 4 + 1 + draw(3, i, 4); /* sparse, unique */
        t->cust[i] = draw(4, i, ncust);
        t->date[i] = (uint16_t)draw(5, i, 7 * 365);
        t->prio[i] = (uint8_t)draw(6, i, 5);
    }
}

static void gen_lineitems(lineitem_t *t, uint32_t n, const orders_t *o)
{
    t->n = n;
    t->order = alloc(n, 4), t->price = alloc(n, 4), t->ship = alloc(n, 2);
    t->qty = alloc(n, 1), t->disc = alloc(n, 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t r = draw(7, i, o->n);
        t->order[i] = o->key[r];
        t->ship[i] = (uint16_t)(o->date[r] + 1 + draw(8, i, 120));
        t->qty[i] = (uint8_t)(1 + draw(9, i, 50));
        t->price[i] = (int32_t)(t->qty[i] * (900 + draw(10, i, 100000)));
        t->disc[i] = (uint8_t)draw(11, i, 11);
    }
}

static void sel_push(sel_t *s, uint32_t row)
{
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 1024;
        s->row = realloc(s->row, s->cap * sizeof *s->row);
        if (!s->row)
            exit(1);
    }
    s->row[s->n++] = row;
}

static void build_orders(joinhash_t *h, const orders_t *o, const sel_t *sel)
{
    uint32_t size = 1024;
    while (size < sel->n)
        size *= 2;
    h->mask = size - 1;
    h->head = alloc(size, sizeof *h->head);
    h->next = alloc(o->n, sizeof *h->next);
    memset(h->head, 0xff, size * sizeof *h->head);
    for (uint32_t i = 0; i < sel->n; i++) {
        uint32_t row = sel->row[i], b = mix(o->key[row]) & h->mask;
        h->next[row] = h->head[b];
        h->head[b] = (int32_t)row;
    }
}

static int32_t probe(const joinhash_t *h, const orders_t *o, uint32_t key)
{
    int32_t r = h->head[mix(key) & h->mask];
    while (r >= 0 && o->key[r] != key)
        r = h->next[r];
    return r;
}

static group_t *group_find(groups_t *g, uint32_t key);

static void groups_grow(groups_t *g)
{
    groups_t old = *g;
    g->cap = old.cap ? 2 * old.cap : 64;
    g->slot = alloc(g->cap, sizeof *g->slot);
    g->used = 0;
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.slot[i].key)
            *group_find(g, old.slot[i].key) = old.slot[i];
    free(old.slot);
}

static group_t *group_find(groups_t *g, uint32_t key)
{
    if (2 * g->used >= g->cap)
        groups_grow(g);
    uint32_t i = mix(key) & (g->cap - 1);
    while (g->slot[i].key && g->slot[i].key != key)
        i = (i + 1) & (g->cap - 1);
    if (!g->slot[i].key) {
        g->slot[i] = (group_t){.key = key, .min_price = INT32_MAX};
        g->used++;
    }
    return &g->slot[i];
}

static int by_revenue(const void *pa, const void *pb)
{
    const group_t *a = pa, *b = pb;
    if (a->revenue == b->revenue)
        return a->key < b->key ? -1 : a->key > b->key;
    return a->revenue < b->revenue ? 1 : -1;
}

int main(int argc, char **argv)
{
    uint32_t nl = argc > 1 ? (uint32_t)atol(argv[1]) : 7000000;
    uint32_t no = argc > 2 ? (uint32_t)atol(argv[2]) : 1000000;
    uint32_t nc = argc > 3 ? (uint32_t)atol(argv[3]) : 100000;
    seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 42;
    const uint16_t d0 = 200, d1 = 2200;
    customer_t c; orders_t o; lineitem_t l;
    sel_t osel = {0}, lsel = {0};
    joinhash_t h;
    groups_t g = {0};
    gen_customers(&c, nc);
    gen_orders(&o, no, nc);
    gen_lineitems(&l, nl, &o);

    for (uint32_t i = 0; i < o.n; i++)
        if (o.date[i] >= d0 && o.date[i] < d1 && c.segment[o.cust[i]] != 3)
            sel_push(&osel, i);
    for (uint32_t i = 0; i < l.n; i++)
        if (l.disc[i] >= 2 && l.disc[i] <= 8)
            sel_push(&lsel, i);
    build_orders(&h, &o, &osel);

    int64_t *spent = alloc(nc, sizeof *spent), joined = 0;
    for (uint32_t k = 0; k < lsel.n; k++) {
        uint32_t i = lsel.row[k];
        int32_t r = probe(&h, &o, l.order[i]);
        if (r < 0 || l.ship[i] <= o.date[r] + 5)
            continue;
        uint32_t cust = o.cust[r];
        int64_t revenue = (int64_t)l.price[i] * (100 - l.disc[i]);
        group_t *gr = group_find(&g, 1 + ((c.nation[cust] * 7u + o.date[r] / 365u) * 5u + o.prio[r]));
        gr->count++;
        gr->revenue += revenue;
        gr->qty += l.qty[i];
        if (l.price[i] < gr->min_price) gr->min_price = l.price[i];
        if (l.qty[i] > gr->max_qty) gr->max_qty = l.qty[i];
        spent[cust] += revenue;
        joined++;
    }

    printf("orders selected %u, lineitems selected %u, joined %lld, groups %u\n", osel.n, lsel.n,
           (long long)joined, g.used);
    qsort(g.slot, g.cap, sizeof *g.slot, by_revenue); /* free slots have revenue 0 */
    for (uint32_t i = 0; i < g.used && i < 15; i++) {
        const group_t *p = &g.slot[i];
        uint32_t k = p->key - 1;
        printf("nation %2u year %u prio %u: count %6lld  revenue %10lld.%02lld  min %7d  max %2d  avg %.3f\n",
               k / 35, 1992 + k / 5 % 7, k % 5, (long long)p->count, (long long)(p->revenue / 10000),
               (long long)(p->revenue / 100 % 100), p->min_price, p->max_qty, (double)p->qty / (double)p->count);
    }
    for (int top = 0; top < 5; top++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < nc; i++)
            if (spent[i] > spent[best])
                best = i;
        printf("customer %6u  revenue %lld\n", best, (long long)spent[best]);
        spent[best] = -1;
    }
    return 0;
}
