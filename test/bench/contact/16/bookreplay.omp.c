/* bookreplay - replays an exchange message feed into limit order books, one
 * per instrument (price-time priority, linked price levels, pooled orders). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADD, CANCEL, MARKET };

typedef struct {
    int inst;
    unsigned char type, side;
    int price, qty, id;
} Msg;

typedef struct Order {
    int id, qty;
    struct Order *next;
} Order;

typedef struct Level {
    int price;
    Order *head, *tail;
    struct Level *next;
} Level;

typedef struct {
    Level *side[2];          /* best level first */
    Order *free_orders;
    Level *free_levels;
    long trades, volume, resting;
    long long turnover;
    unsigned hash;
} Book;

static Order *new_order(Book *b)
{
    if (!b->free_orders) {
        Order *o = malloc(sizeof *o);
        if (!o) abort();
        return o;
    }
    Order *o = b->free_orders;
    b->free_orders = o->next;
    return o;
}

static Level *new_level(Book *b)
{
    if (!b->free_levels) {
        Level *l = malloc(sizeof *l);
        if (!l) abort();
        return l;
    }
    Level *l = b->free_levels;
    b->free_levels = l->next;
    return l;
}

static void drop_order(Book *b, Order *o) { o->next = b->free_orders; b->free_orders = o; }
static void drop_level(Book *b, Level *l) { l->next = b->free_levels; b->free_levels = l; }

static int better(int side, int a, int b) { return side == 0 ? a > b : a < b; }

static void trade(Book *b, int price, int qty, int id)
{
    b->trades++;
    b->volume += qty;
    b->turnover += (long long)price * qty;
    b->hash = (b->hash ^ (unsigned)(price * 131 + qty * 7 + id)) * 16777619u;
}

/* take liquidity from the other side while the limit allows; returns the rest */
static int match(Book *b, int side, int limit, int qty)
{
    Level **top = &b->side[!side];
    while (qty > 0 && *top && !better(!side, limit, (*top)->price)) {
        Level *l = *top;
        while (qty > 0 && l->head) {
            Order *o = l->head;
            int take = o->qty < qty ? o->qty : qty;
            trade(b, l->price, take, o->id);
            qty -= take;
            o->qty -= take;
            if (o->qty == 0) {
                l->head = o->next;
                drop_order(b, o);
                b->resting--;
            }
        }
        if (!l->head) {
            *top = l->next;
            drop_level(b, l);
        }
    }
    return qty;
}

static void add_order(Book *b, const Msg *m)
{
    int qty = match(b, m->side, m->price, m->qty);
    if (qty == 0)
        return;
    Level **pp = &b->side[m->side];
    while (*pp && better(m->side, (*pp)->price, m->price))
        pp = &(*pp)->next;
    Level *l = *pp;
    if (!l || l->price != m->price) {
        l = new_level(b);
        l->price = m->price;
        l->head = l->tail = NULL;
        l->next = *pp;
        *pp = l;
    }
    Order *o = new_order(b);
    o->id = m->id;
    o->qty = qty;
    o->next = NULL;
    if (l->head)
        l->tail->next = o;
    else
        l->head = o;
    l->tail = o;
    b->resting++;
}

static void cancel(Book *b, const Msg *m)
{
    for (Level **pp = &b->side[m->side]; *pp; pp = &(*pp)->next) {
        Level *l = *pp;
        Order *prev = NULL;
        for (Order *o = l->head; o; prev = o, o = o->next)
            if (o->id == m->id) {
                if (prev) prev->next = o->next;
                else l->head = o->next;
                if (l->tail == o) l->tail = prev;
                drop_order(b, o);
                b->resting--;
                if (!l->head) {
                    *pp = l->next;
                    drop_level(b, l);
                }
                return;
            }
    }
}

static void apply(Book *b, const Msg *m)
{
    switch (m->type) {
    case ADD:    add_order(b, m); break;
    case CANCEL: cancel(b, m); break;
    case MARKET: match(b, m->side, m->side == 0 ? 1 << 30 : 0, m->qty); break;
    }
}

static Msg *make_feed(long n, int ninst)
{
    Msg *f = malloc(sizeof *f * (size_t)n);
    unsigned s = 12345u;
    if (!f) abort();
    for (long i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        unsigned r = s >> 8, k = r % 20;
        int off = (int)(s >> 27);
        f[i].inst = (int)((r >> 5) % (unsigned)ninst);
        f[i].side = (r >> 17) & 1;
        f[i].type = k < 11 ? ADD : k < 18 ? CANCEL : MARKET;
        f[i].qty = 1 + (int)(s >> 12) % 90;
        if (f[i].qty < 1) f[i].qty += 90;
        if (f[i].type == MARKET) f[i].qty *= 5;
        f[i].price = 10000 + 10 * f[i].inst + (f[i].side == 0 ? -off : off) + (int)(r % 7) - 3;
        f[i].id = (int)i;
        if (f[i].type == CANCEL && i > 4L * ninst) {
            long back = i - 1 - (long)(s >> 16) % (4L * ninst);
            f[i].inst = f[back].inst;
            f[i].side = f[back].side;
            f[i].id = f[back].id;
        }
    }
    return f;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1200000;
    int ninst = argc > 2 ? atoi(argv[2]) : 60;
    Msg *feed = make_feed(n, ninst);
    Book *books = calloc((size_t)ninst, sizeof *books);
    if (!books) return 1;
    /* stable bucket sort of the feed by instrument, then one book per task */
    long *start = calloc((size_t)ninst + 1, sizeof *start), *idx = malloc(sizeof *idx * (size_t)(n + 1));
    long *pos = malloc(sizeof *pos * (size_t)(ninst + 1));
    if (!start || !idx || !pos) return 1;
    for (long i = 0; i < n; i++)
        start[feed[i].inst + 1]++;
    for (int k = 0; k < ninst; k++) {
        start[k + 1] += start[k];
        pos[k] = start[k];
    }
    for (long i = 0; i < n; i++)
        idx[pos[feed[i].inst]++] = i;
    #pragma omp parallel for schedule(dynamic, 1)
    for (int k = 0; k < ninst; k++) {
        Book local = books[k];
        for (long q = start[k]; q < start[k + 1]; q++)
            apply(&local, &feed[idx[q]]);
        books[k] = local;
    }
    free(start);
    free(idx);
    free(pos);
    long trades = 0, volume = 0, resting = 0;
    long long turnover = 0;
    unsigned hash = 2166136261u;
    for (int k = 0; k < ninst; k++) {
        Book *b = &books[k];
        trades += b->trades;
        volume += b->volume;
        resting += b->resting;
        turnover += b->turnover;
        hash = (hash ^ b->hash) * 16777619u;
        for (int s = 0; s < 2; s++)
            for (Level *l = b->side[s], *nl; l; l = nl) {
                nl = l->next;
                for (Order *o = l->head, *no; o; o = no) { no = o->next; free(o); }
                free(l);
            }
        for (Order *o = b->free_orders, *no; o; o = no) { no = o->next; free(o); }
        for (Level *l = b->free_levels, *nl; l; l = nl) { nl = l->next; free(l); }
    }
    printf("messages %ld trades %ld volume %ld\nresting %ld turnover %lld\nhash %08x\n", n, trades, volume, resting,
           turnover, hash);
    free(books);
    free(feed);
    return 0;
}
