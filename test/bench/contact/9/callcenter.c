/*
 * callcenter - discrete event simulation of a telephone service desk.
 * Each staffing plan is simulated for a number of days and priced.
 * usage: callcenter [days [plans]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY 600.0               /* minutes */

typedef enum { EV_ARRIVE, EV_DONE, EV_GIVE_UP, EV_SHIFT, EV_CLOSE } EventKind;

typedef struct {
    double when;
    long serial;
    EventKind kind;
    int who;
} Event;

typedef struct {
    double arrived;
    int klass, next;
    enum { WAITING, TALKING, FINISHED, LOST } state;
} Call;

typedef struct {
    const char *name;
    int staff[3];               /* early, mid, late shift */
    double skill;
} Plan;

typedef struct {
    long calls, lost, served;
    double wait, busy, overtime;
    int longest_queue;
} DayStats;

typedef struct {
    Event *heap;
    int nheap, capheap;
    Call *calls;
    int ncalls, capcalls;
    int head[2], tail[2], queued, free_agents, agents;
    long serial;
    double now;
    unsigned long long rng;
    int closed;
} Sim;

static double uniform(Sim *s)
{
    s->rng ^= s->rng << 13;
    s->rng ^= s->rng >> 7;
    s->rng ^= s->rng << 17;
    return ((s->rng >> 11) + 0.5) / 9007199254740992.0;
}

static double expo(Sim *s, double mean) { return -mean * log(uniform(s)); }

static int before(const Event *a, const Event *b)
{
    return a->when < b->when || (a->when == b->when && a->serial < b->serial);
}

static void schedule(Sim *s, double when, EventKind kind, int who)
{
    Event e = { when, s->serial++, kind, who };
    int i;
    if (s->nheap == s->capheap) {
        s->capheap = s->capheap ? 2 * s->capheap : 64;
        s->heap = realloc(s->heap, s->capheap * sizeof *s->heap);
    }
    for (i = s->nheap++; i > 0 && before(&e, &s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = e;
}

static Event next_event(Sim *s)
{
    Event top = s->heap[0], last = s->heap[--s->nheap];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= s->nheap)
            break;
        if (c + 1 < s->nheap && before(&s->heap[c + 1], &s->heap[c]))
            c++;
        if (!before(&s->heap[c], &last))
            break;
        s->heap[i] = s->heap[c];
        i = c;
    }
    s->heap[i] = last;
    return top;
}

static int new_call(Sim *s)
{
    Call *c;
    if (s->ncalls == s->capcalls) {
        s->capcalls = s->capcalls ? 2 * s->capcalls : 256;
        s->calls = realloc(s->calls, s->capcalls * sizeof *s->calls);
    }
    c = &s->calls[s->ncalls];
    c->arrived = s->now;
    c->klass = uniform(s) < 0.2;
    c->state = WAITING;
    c->next = -1;
    return s->ncalls++;
}

static void serve(Sim *s, const Plan *plan, DayStats *st)
{
    while (s->free_agents > 0) {
        int k = s->head[1] >= 0 ? 1 : 0, id = s->head[k];
        double len;
        Call *c;
        if (id < 0)
            return;
        c = &s->calls[id];
        s->head[k] = c->next;
        if (c->state != WAITING)
            continue;           /* gave up in the meantime */
        c->state = TALKING;
        s->queued--;
        s->free_agents--;
        len = (0.5 + expo(s, c->klass ? 4.0 : 2.6)) / plan->skill;
        st->busy += len;
        st->wait += s->now - c->arrived;
        schedule(s, s->now + len, EV_DONE, id);
    }
}


static void one_day(Sim *s, const Plan *plan, unsigned long long seed, DayStats *st)
{
    memset(st, 0, sizeof *st);
    s->nheap = s->ncalls = s->queued = s->closed = 0;
    s->head[0] = s->head[1] = -1;
    s->serial = 0;
    s->now = 0;
    s->rng = seed * 2654435761u + 88172645463325252ull;
    s->agents = s->free_agents = plan->staff[0];
    for (int i = 0; i < 10; i++)
        uniform(s);
    schedule(s, expo(s, 0.2), EV_ARRIVE, 0);
    schedule(s, DAY / 3, EV_SHIFT, 1);
    schedule(s, 2 * DAY / 3, EV_SHIFT, 2);
    schedule(s, DAY, EV_CLOSE, 0);

    while (s->nheap > 0) {
        Event e = next_event(s);
        s->now = e.when;
        switch (e.kind) {
        case EV_ARRIVE: {
            double rate;
            int id, k;
            if (s->closed)
                break;
            id = new_call(s);
            k = s->calls[id].klass;
            *(s->head[k] < 0 ? &s->head[k] : &s->calls[s->tail[k]].next) = id;
            s->tail[k] = id;
            st->calls++;
            if (++s->queued > st->longest_queue)
                st->longest_queue = s->queued;
            schedule(s, s->now + 1 + expo(s, 6.0), EV_GIVE_UP, id);
            rate = 4.0 + 3.0 * sin(M_PI * s->now / DAY) + 1.5 * sin(4 * M_PI * s->now / DAY);
            schedule(s, s->now + expo(s, 1 / rate), EV_ARRIVE, 0);
            break;
        }
        case EV_DONE:
            s->calls[e.who].state = FINISHED;
            st->served++;
            s->free_agents++;
            break;
        case EV_GIVE_UP:
            if (s->calls[e.who].state == WAITING) {
                s->calls[e.who].state = LOST;
                s->queued--;
                st->lost++;
            }
            break;
        case EV_SHIFT:
            s->free_agents += plan->staff[e.who] - s->agents;
            s->agents = plan->staff[e.who];
            break;
        case EV_CLOSE:
            s->closed = 1;
        }
        serve(s, plan, st);
    }
    st->overtime = s->now > DAY ? s->now - DAY : 0;
}

int main(int argc, char **argv)
{
    int days = argc > 1 ? atoi(argv[1]) : 80;
    int nplans = argc > 2 ? atoi(argv[2]) : 12;
    static const char *names[4] = { "even", "front", "peak", "back" };
    Plan *plans = malloc(nplans * sizeof *plans);
    DayStats *log = malloc((size_t)nplans * days * sizeof *log);
    Sim sim;
    double best_cost = 1e30;
    int best = 0;
    memset(&sim, 0, sizeof sim);
    for (int p = 0; p < nplans; p++) {
        int n = 17 + p;
        plans[p].name = names[p % 4];
        plans[p].staff[0] = n + 2 * (p % 4 == 1) - (p % 4 == 3);
        plans[p].staff[1] = n + 3 * (p % 4 == 2);
        plans[p].staff[2] = n + 2 * (p % 4 == 3) - (p % 4 == 1);
        plans[p].skill = 1.0 + 0.01 * (p % 3);
    }
    for (int p = 0; p < nplans; p++)
        for (int d = 0; d < days; d++)
            one_day(&sim, &plans[p], 1000 + d, &log[p * days + d]);
    for (int p = 0; p < nplans; p++) {
        DayStats t;
        double cost;
        memset(&t, 0, sizeof t);
        for (int d = 0; d < days; d++) {
            const DayStats *s = &log[p * days + d];
            t.calls += s->calls;
            t.lost += s->lost;
            t.served += s->served;
            t.wait += s->wait;
            t.busy += s->busy;
            t.overtime += s->overtime;
            t.longest_queue = s->longest_queue > t.longest_queue ? s->longest_queue : t.longest_queue;
        }
        cost = 3.0 * t.lost + 0.4 * t.wait
             + days * 200 * 0.5 * (plans[p].staff[0] + plans[p].staff[1] + plans[p].staff[2]);
        printf("%-6s %2d/%2d/%2d calls %ld lost %ld wait %.6f overtime %.4f busy %.4f queue %d cost %.2f\n",
               plans[p].name, plans[p].staff[0], plans[p].staff[1], plans[p].staff[2], t.calls, t.lost,
               t.served ? t.wait / t.served : 0, t.overtime / days, t.busy / days, t.longest_queue, cost);
        if (cost < best_cost) {
            best_cost = cost;
            best = p;
        }
    }
    printf("best plan: %d (%s) at %.2f\n", best, plans[best].name, best_cost);
    free(sim.heap);
    free(sim.calls);
    free(plans);
    free(log);
    return 0;
}
