/*
 * callcentre.c - staffing study of a call centre by event simulation.
 *
 * Calls of three classes arrive (Poisson, with a lunch time peak), wait in
 * one queue per class, are answered by agents (some of whom only know some
 * classes), may hang up when they lose patience, and may call again later.
 * A scenario is a staffing level and a traffic factor; each is simulated for
 * a number of days, and the averages over the days are printed.
 *
 *   callcentre [days per scenario]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NCLASS   3
#define DAY      (10.0 * 60)        /* minutes */
#define MAXAGENT 40

enum evtype { ARRIVE, FINISH, GIVEUP, RETRY };

struct call {
    int id, class;
    int waiting;
    double arrived;
    struct call *next;             /* in its queue */
    struct call *all;              /* list of all, for freeing */
};

struct event {
    double when;
    long order;                    /* breaks ties */
    enum evtype type;
    int which;                     /* class or agent */
    struct call *call;
};

struct queue {
    struct call *head, *tail;
    int length;
};

struct day {
    double now;
    uint64_t rng;
    struct event *heap;
    int nheap, capheap;
    long order;
    struct queue q[NCLASS];
    int busy[MAXAGENT];
    double busytime[MAXAGENT];
    int agents;
    double traffic;
    struct call *calls;
    int ncalls;
    /* results */
    long served, lost, within20s, retries;
    double waitsum, longest;
};

struct result {
    double wait, longest, use;
    double service_level, lost;
    long calls;
};

static const double rate[NCLASS]     = { 2.2, 1.3, 0.7 };   /* calls a minute */
static const double talk[NCLASS]     = { 3.0, 5.0, 9.0 };
static const double patience[NCLASS] = { 2.5, 4.0, 8.0 };

static double urand(struct day *d)
{
    d->rng = d->rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(d->rng >> 12) + 0.5) / 4503599627370496.0;
}

static double expo(struct day *d, double mean)
{
    return -mean * log(urand(d));
}

static int before(const struct event *a, const struct event *b)
{
    return a->when < b->when || (a->when == b->when && a->order < b->order);
}

static void schedule(struct day *d, double when, enum evtype type, int which, struct call *c)
{
    struct event e = { when, d->order++, type, which, c };
    int i;
    if (d->nheap == d->capheap) {
        d->capheap = d->capheap ? 2 * d->capheap : 64;
        d->heap = realloc(d->heap, d->capheap * sizeof *d->heap);
        if (!d->heap) {
            perror("heap");
            exit(1);
        }
    }
    for (i = d->nheap++; i > 0 && before(&e, &d->heap[(i - 1) / 2]); i = (i - 1) / 2)
        d->heap[i] = d->heap[(i - 1) / 2];
    d->heap[i] = e;
}

static struct event next_event(struct day *d)
{
    struct event top = d->heap[0], last = d->heap[--d->nheap];
    int i = 0, c;
    while ((c = 2 * i + 1) < d->nheap) {
        if (c + 1 < d->nheap && before(&d->heap[c + 1], &d->heap[c]))
            c++;
        if (!before(&d->heap[c], &last))
            break;
        d->heap[i] = d->heap[c];
        i = c;
    }
    d->heap[i] = last;
    return top;
}

static void enqueue(struct queue *q, struct call *c)
{
    c->next = NULL;
    c->waiting = 1;
    if (q->tail)
        q->tail->next = c;
    else
        q->head = c;
    q->tail = c;
    q->length++;
}

static void unlink_call(struct queue *q, struct call *c)
{
    struct call **pp = &q->head, *prev = NULL;
    while (*pp && *pp != c) {
        prev = *pp;
        pp = &(*pp)->next;
    }
    if (!*pp)
        return;
    *pp = c->next;
    if (q->tail == c)
        q->tail = prev;
    c->waiting = 0;
    q->length--;
}

static int knows(int agent, int class)
{
    return class == 0 || (class == 1 && agent % 3 != 0) || (class == 2 && agent % 3 == 2);
}

static double arrival_rate(const struct day *d, int class, double t)
{
    double x = (t - 0.45 * DAY) / (0.2 * DAY);
    return d->traffic * rate[class] * (0.7 + 0.6 * exp(-x * x));
}

static void next_arrival(struct day *d, int class)
{
    double max = d->traffic * rate[class] * 1.3, t = d->now;
    do {                                     /* thinning */
        t += expo(d, 1.0 / max);
    } while (t < DAY && urand(d) * max > arrival_rate(d, class, t));
    if (t < DAY)
        schedule(d, t, ARRIVE, class, NULL);
}

static void answer(struct day *d, int agent, struct call *c)
{
    double w = d->now - c->arrived, t = expo(d, talk[c->class] / 2) + expo(d, talk[c->class] / 2);
    d->busy[agent] = 1;
    d->busytime[agent] += t;
    d->served++;
    d->waitsum += w;
    if (w < 20.0 / 60)
        d->within20s++;
    if (w > d->longest)
        d->longest = w;
    schedule(d, d->now + t, FINISH, agent, c);
}

static void incoming(struct day *d, int class)
{
    struct call *c = malloc(sizeof *c);
    int a;
    c->id = d->ncalls++;
    c->class = class;
    c->arrived = d->now;
    c->waiting = 0;
    c->next = NULL;
    c->all = d->calls;
    d->calls = c;
    for (a = 0; a < d->agents; a++)
        if (!d->busy[a] && knows(a, class)) {
            answer(d, a, c);
            return;
        }
    enqueue(&d->q[class], c);
    schedule(d, d->now + expo(d, patience[class]), GIVEUP, class, c);
}

static void agent_free(struct day *d, int agent)
{
    int k, best = -1;
    d->busy[agent] = 0;
    for (k = NCLASS - 1; k >= 0; k--)
        if (d->q[k].head && knows(agent, k)
            && (best < 0 || d->q[k].head->arrived < d->q[best].head->arrived))
            best = k;
    if (best >= 0) {
        struct call *c = d->q[best].head;
        unlink_call(&d->q[best], c);
        answer(d, agent, c);
    }
}

static void give_up(struct day *d, struct call *c)
{
    if (!c->waiting)
        return;
    unlink_call(&d->q[c->class], c);
    d->lost++;
    if (urand(d) < 0.3) {
        d->retries++;
        schedule(d, d->now + expo(d, 15.0), RETRY, c->class, NULL);
    }
}

static void simulate(struct day *d, int agents, double traffic, uint64_t seed)
{
    static const struct day empty;
    struct call *c;
    int k;

    *d = empty;
    d->agents = agents;
    d->traffic = traffic;
    d->rng = seed * 2862933555777941757ULL + 3037000493ULL;
    for (k = 0; k < NCLASS; k++)
        next_arrival(d, k);
    while (d->nheap > 0) {
        struct event e = next_event(d);
        d->now = e.when;
        switch (e.type) {
        case ARRIVE:
            incoming(d, e.which);
            next_arrival(d, e.which);
            break;
        case RETRY:
            if (d->now < DAY)
                incoming(d, e.which);
            break;
        case FINISH:
            agent_free(d, e.which);
            break;
        case GIVEUP:
            give_up(d, e.call);
            break;
        }
    }
    while ((c = d->calls) != NULL) {
        d->calls = c->all;
        free(c);
    }
    free(d->heap);
    d->heap = NULL;
}

static void add_day(struct result *r, const struct day *d)
{
    double use = 0;
    int a;
    for (a = 0; a < d->agents; a++)
        use += d->busytime[a];
    r->use += use / (d->agents * DAY);
    r->wait += d->served ? d->waitsum / d->served : 0;
    r->service_level += d->served ? d->within20s / (double)d->served : 0;
    r->lost += d->ncalls ? d->lost / (double)d->ncalls : 0;
    r->calls += d->ncalls;
    if (d->longest > r->longest)
        r->longest = d->longest;
}

int main(int argc, char **argv)
{
    static const int staff[] = { 14, 18, 22, 26, 30 };
    static const double traffic[] = { 0.9, 1.0, 1.15, 1.3 };
    int days = argc > 1 ? atoi(argv[1]) : 100;
    int s, t, k;
    struct day *d = malloc(20 * (size_t)days * sizeof *d);

#pragma omp parallel for collapse(3) schedule(dynamic, 4)
    for (s = 0; s < 5; s++)
        for (t = 0; t < 4; t++)
            for (k = 0; k < days; k++) {
                struct day one;          /* on the thread's own stack */
                simulate(&one, staff[s], traffic[t], 1000 * s + k + 1);
                d[(s * 4 + t) * (size_t)days + k] = one;
            }

    printf("agents traffic   calls    wait  longest   use  level   lost\n");
    for (s = 0; s < 5; s++)
        for (t = 0; t < 4; t++) {
            struct result r = { 0 };
            for (k = 0; k < days; k++)
                add_day(&r, &d[(s * 4 + t) * (size_t)days + k]);
            printf("%6d %7.2f %7ld %7.4f %8.3f %.4f %.4f %.4f\n", staff[s], traffic[t],
                   r.calls, r.wait / days, r.longest, r.use / days,
                   r.service_level / days, r.lost / days);
        }
    free(d);
    return 0;
}
