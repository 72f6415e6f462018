/* telroute - busy-day simulation of telephone exchanges with alternate routing.
 * usage: telroute [exchanges] [busy-hour calls per trunk*100] [seed]
 * Each exchange offers Poisson traffic to destinations found in a dial-prefix
 * trie; a call tries the routes of its prefix in order of tariff, holds one
 * circuit of that trunk group until it is released, and is billed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

#define NCARRIER 12
#define MAXROUTE 4

typedef struct Route { int carrier; int rate; struct Route *next; } Route;   /* rate: 1/1000 cent per s */
typedef struct Node { struct Node *kid[10]; Route *routes; } Node;

typedef struct { float end; short carrier; } Event;
typedef struct { Event *ev; int n, cap; } Heap;

typedef struct {
    uint64_t rng;
    int lines;                          /* scales the offered load */
    int size[NCARRIER], busy[NCARRIER];
    Heap rel;
} Exchange;

typedef struct {
    long long bill[NCARRIER], secs[NCARRIER];
    long carried[NCARRIER], firsttry, overflow, lost, badnum;
    long lost_hour[24];
    int peak[NCARRIER];
} Totals;

static Node *root;
static double load = 1.0;

static uint32_t rnd(uint64_t *s)
{
    *s = *s * 6364136223846793005ull + 1442695040888963407ull;
    uint32_t x = (uint32_t)(((*s >> 18) ^ *s) >> 27), r = (uint32_t)(*s >> 59);
    return x >> r | x << (-r & 31);
}
static double unif(uint64_t *s) { return (rnd(s) + 0.5) / 4294967296.0; }

static void push(Heap *h, Event e)
{
    if (h->n == h->cap) {
        h->cap = h->cap ? 2 * h->cap : 32;
        h->ev = realloc(h->ev, h->cap * sizeof *h->ev);
        if (!h->ev) { perror("telroute"); exit(1); }
    }
    int i = h->n++;
    while (i > 0 && h->ev[(i - 1) / 2].end > e.end) {
        h->ev[i] = h->ev[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->ev[i] = e;
}

static Event pop(Heap *h)
{
    Event top = h->ev[0], e = h->ev[--h->n];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= h->n) break;
        if (c + 1 < h->n && h->ev[c + 1].end < h->ev[c].end) c++;
        if (h->ev[c].end >= e.end) break;
        h->ev[i] = h->ev[c];
        i = c;
    }
    h->ev[i] = e;
    return top;
}

static Node *new_node(void)
{
    Node *n = calloc(1, sizeof *n);
    if (!n) { perror("telroute"); exit(1); }
    return n;
}

static void add_route(const char *prefix, int carrier, int rate)
{
    Node *n = root;
    for (; *prefix; prefix++) {
        Node **k = &n->kid[*prefix - '0'];
        if (!*k) *k = new_node();
        n = *k;
    }
    Route **p = &n->routes, *r = malloc(sizeof *r);
    if (!r) exit(1);
    while (*p && (*p)->rate <= rate) p = &(*p)->next;     /* cheapest first */
    r->carrier = carrier; r->rate = rate; r->next = *p;
    *p = r;
}

static const Route *longest_match(const char *num)
{
    const Node *n = root;
    const Route *best = NULL;
    while (n) {
        if (n->routes) best = n->routes;
        if (!*num) break;
        n = n->kid[*num++ - '0'];
    }
    return best;
}

static double profile(double hour)                        /* two-humped working day */
{
    double a = (hour - 10.3) / 2.4, b = (hour - 16.0) / 2.9;
    return 0.06 + 0.94 * exp(-a * a) + 0.8 * exp(-b * b);
}

static void dial(Exchange *x, char *num)
{
    int len = 7 + (int)(rnd(&x->rng) % 5);
    uint32_t r = rnd(&x->rng);
    for (int i = 0; i < len; i++) {
        if (i == 6) r = rnd(&x->rng);
        num[i] = (char)('0' + r % 10);
        r /= 10;
    }
    num[len] = 0;
}

static void run_exchange(Exchange *x, Totals *t)
{
    double now = 0, scale = x->lines * load / 180.0;
    char num[16];
    for (;;) {
        now -= log(unif(&x->rng)) / (scale * 1.75);       /* thinning at the maximum rate */
        if (now >= 86400.0) break;
        int hour = (int)(now / 3600);
        if (unif(&x->rng) * 1.75 > profile(now / 3600)) continue;
        while (x->rel.n && x->rel.ev[0].end <= (float)now) x->busy[pop(&x->rel).carrier]--;
        dial(x, num);
        const Route *r = longest_match(num);
        if (!r) { t->badnum++; continue; }
        int tries = 0;
        while (r && x->busy[r->carrier] >= x->size[r->carrier]) { r = r->next; tries++; }
        if (!r) { t->lost++; t->lost_hour[hour]++; continue; }
        if (tries) t->overflow++; else t->firsttry++;
        int secs = 1 + (int)(-180.0 * log(unif(&x->rng)));
        int c = r->carrier;
        if (++x->busy[c] > t->peak[c]) t->peak[c] = x->busy[c];
        push(&x->rel, (Event){ (float)(now + secs), (short)c });
        t->carried[c]++;
        t->secs[c] += secs;
        t->bill[c] += (long long)secs * r->rate * (hour >= 8 && hour < 19 ? 10 : 6) / 10;
    }
}

static void merge(Totals *a, const Totals *b)
{
    for (int c = 0; c < NCARRIER; c++) {
        a->bill[c] += b->bill[c];
        a->secs[c] += b->secs[c];
        a->carried[c] += b->carried[c];
        if (b->peak[c] > a->peak[c]) a->peak[c] = b->peak[c];
    }
    for (int h = 0; h < 24; h++) a->lost_hour[h] += b->lost_hour[h];
    a->firsttry += b->firsttry;
    a->overflow += b->overflow;
    a->lost += b->lost;
    a->badnum += b->badnum;
}
#pragma omp declare reduction(totals : Totals : merge(&omp_out, &omp_in)) initializer(memset(&omp_priv, 0, sizeof omp_priv))

static void free_trie(Node *n)
{
    if (!n) return;
    for (int d = 0; d < 10; d++) free_trie(n->kid[d]);
    while (n->routes) { Route *r = n->routes; n->routes = r->next; free(r); }
    free(n);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300;
    if (argc > 2) load = atof(argv[2]) / 100.0;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 5;
    if (n < 1 || load <= 0) return 1;

    root = new_node();
    for (int i = 0; i < 900; i++) {
        char p[8];
        int len = i < 9 ? 1 : 2 + (int)(rnd(&seed) % 4), k = 1 + (int)(rnd(&seed) % MAXROUTE);
        for (int j = 0; j < len; j++) p[j] = (char)('0' + rnd(&seed) % 10);
        if (i < 9) p[0] = (char)('1' + i);
        p[len] = 0;
        while (k--) add_route(p, (int)(rnd(&seed) % NCARRIER), 20 + (int)(rnd(&seed) % 400) * len / 2);
    }
    Exchange *ex = calloc(n, sizeof *ex);
    if (!ex) return 1;
    for (Exchange *x = ex; x < ex + n; x++) {
        x->rng = seed ^ (uint64_t)rnd(&seed) << 24;
        x->lines = 6 + (int)(rnd(&seed) % 70);
        for (int c = 0; c < NCARRIER; c++) x->size[c] = 1 + x->lines / 12 + (int)(rnd(&seed) % (x->lines / 6 + 1));
    }

    Totals tot;
    memset(&tot, 0, sizeof tot);
#pragma omp parallel for schedule(dynamic, 1) reduction(totals : tot)
    for (int i = 0; i < n; i++) run_exchange(&ex[i], &tot);

    long long sum = 0;
    for (int c = 0; c < NCARRIER; c++) {
        printf("carrier %2d calls %8ld seconds %10lld peak %3d billed %lld.%03lld\n", c, tot.carried[c], tot.secs[c],
               tot.peak[c], tot.bill[c] / 100000, tot.bill[c] / 100 % 1000);
        sum += tot.bill[c];
    }
    printf("first choice %ld overflow %ld lost %ld unallocated %ld total %lld\n", tot.firsttry, tot.overflow, tot.lost,
           tot.badnum, sum);
    for (int h = 0; h < 24; h++) printf("%ld%c", tot.lost_hour[h], h == 23 ? '\n' : ' ');
    for (int i = 0; i < n; i++) free(ex[i].rel.ev);
    free(ex);
    free_trie(root);
    return 0;
}
