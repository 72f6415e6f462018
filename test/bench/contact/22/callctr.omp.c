/* callctr - discrete event simulation of a two-skill call centre (library + driver). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct cc_sim cc_sim;
static const char *const cc_errstr[] = { "ok", "out of memory", "bad argument", "table full" };
typedef enum { CC_OK = 0, CC_ENOMEM, CC_EARG, CC_EFULL } cc_err;
typedef struct {
    double mean_service[2], mean_patience, hours, rate_per_min[2];
    int    group_size[3];         /* skill 0 only, skill 1 only, both */
} cc_config;

typedef struct {
    long   offered, answered, abandoned, in20, events;
    double wait_sum, busy_time[3];
    int    max_queue;
} cc_stats;

static void cc_destroy(cc_sim *s);

enum { EV_ARRIVAL, EV_ABANDON, EV_DONE };
enum { CALL_FREE, CALL_WAITING, CALL_SERVED };

typedef struct { double t; uint32_t seq; int32_t type, id, aux; } event;
typedef struct { double arrived; int state, skill, prev, next; uint32_t gen; } call;

struct cc_sim {
    cc_config cfg; uint64_t rng;
    event    *heap;  call *calls;
    int       nheap, cap_heap, ncalls, free_head;
    int       qhead[2], qtail[2], qlen[2], idle[3];
    uint32_t  seq; double now;
    cc_stats  st;
};

static double uni(cc_sim *s)                                  /* xorshift64* */
{
    s->rng ^= s->rng >> 12; s->rng ^= s->rng << 25; s->rng ^= s->rng >> 27;
    return (double)((s->rng * 2685821657736338717ULL) >> 11) * (1.0 / 9007199254740992.0);
}
static double expo(cc_sim *s, double mean) { return -mean * log(1.0 - uni(s)); }

/* events are ordered by time, then by insertion */
static int before(const event *a, const event *b)
{
    return a->t < b->t || (a->t == b->t && a->seq < b->seq);
}

static cc_err push(cc_sim *s, double t, int type, int id, int aux)
{
    if (s->nheap == s->cap_heap) return CC_EFULL;
    event e = { t, s->seq++, type, id, aux };
    int i = s->nheap++;
    while (i > 0) {
        int p = (i - 1) / 2;
        if (!before(&e, &s->heap[p])) break;
        s->heap[i] = s->heap[p]; i = p;
    }
    s->heap[i] = e;
    return CC_OK;
}

static event pop(cc_sim *s)
{
    event top = s->heap[0], last = s->heap[--s->nheap];
    int i = 0;
    for (int c; (c = 2 * i + 1) < s->nheap;) {
        if (c + 1 < s->nheap && before(&s->heap[c + 1], &s->heap[c])) c++;
        if (!before(&s->heap[c], &last)) break;
        s->heap[i] = s->heap[c]; i = c;
    }
    s->heap[i] = last;
    return top;
}

static void unlink_call(cc_sim *s, int id)
{
    call *c = &s->calls[id];
    if (c->prev >= 0) s->calls[c->prev].next = c->next; else s->qhead[c->skill] = c->next;
    if (c->next >= 0) s->calls[c->next].prev = c->prev; else s->qtail[c->skill] = c->prev;
    s->qlen[c->skill]--;
}

static void release(cc_sim *s, int id)
{
    s->calls[id].state = CALL_FREE; s->calls[id].gen++;
    s->calls[id].next = s->free_head; s->free_head = id;
}

static cc_err answer(cc_sim *s, int id, int group)
{
    call *c = &s->calls[id];
    double w = s->now - c->arrived;
    double mean = s->cfg.mean_service[c->skill] * (group == 2 ? 1.12 : 1.0);
    double d = 0.5 * (expo(s, mean) + expo(s, mean));         /* Erlang-2 */
    c->state = CALL_SERVED; c->gen++;                         /* cancels EV_ABANDON */
    s->idle[group]--; s->st.answered++; s->st.wait_sum += w;
    s->st.in20 += w <= 20.0 / 60.0;
    s->st.busy_time[group] += d;
    return push(s, s->now + d, EV_DONE, id, group);
}

/* hourly profile, thinning against a peak of 1.0 */
static double profile(double minutes)
{
    double x = minutes / 60.0;
    return 0.45 + 0.35 * exp(-(x - 2.5) * (x - 2.5) / 1.5) + 0.55 * exp(-(x - 6.0) * (x - 6.0) / 3.0);
}

static cc_err arrival(cc_sim *s, int skill)
{
    cc_err e = push(s, s->now + expo(s, 1.0 / s->cfg.rate_per_min[skill]), EV_ARRIVAL, skill, 0);
    if (e || s->now > s->cfg.hours * 60.0 || uni(s) > profile(s->now)) return e;
    int id = s->free_head;
    if (id < 0) return CC_EFULL;
    call *c = &s->calls[id];
    s->free_head = c->next;
    c->arrived = s->now; c->skill = skill; c->state = CALL_WAITING; c->next = -1;
    s->st.offered++;
    if (s->idle[skill] > 0) return answer(s, id, skill);
    if (s->idle[2] > 0) return answer(s, id, 2);
    c->prev = s->qtail[skill];
    if (c->prev >= 0) s->calls[c->prev].next = id; else s->qhead[skill] = id;
    s->qtail[skill] = id;
    if (++s->qlen[skill] > s->st.max_queue) s->st.max_queue = s->qlen[skill];
    return push(s, s->now + expo(s, s->cfg.mean_patience), EV_ABANDON, id, (int)c->gen);
}

static cc_err done(cc_sim *s, int id, int group)
{
    int a = s->qhead[0], b = s->qhead[1], n = group == 0 ? a : b;
    release(s, id);
    s->idle[group]++;
    if (group == 2)                           /* serve the longest waiting head */
        n = a < 0 ? b : b < 0 ? a : s->calls[a].arrived <= s->calls[b].arrived ? a : b;
    if (n < 0) return CC_OK;
    unlink_call(s, n);
    return answer(s, n, group);
}

static cc_err cc_create(cc_sim **out, const cc_config *cfg, uint64_t seed)
{
    if (!out || !cfg || cfg->hours <= 0) return CC_EARG;
    cc_sim *s = calloc(1, sizeof *s);
    if (!s) return CC_ENOMEM;
    s->cfg = *cfg; s->rng = seed * 0x9E3779B97F4A7C15ULL + 1; s->cap_heap = 1 << 14; s->ncalls = 1 << 12;
    s->heap = malloc((size_t)s->cap_heap * sizeof *s->heap);
    s->calls = calloc((size_t)s->ncalls, sizeof *s->calls);
    if (!s->heap || !s->calls) { cc_destroy(s); return CC_ENOMEM; }
    for (int i = 0; i < s->ncalls; i++) s->calls[i].next = i + 1 < s->ncalls ? i + 1 : -1;
    for (int i = 0; i < 2; i++) s->qhead[i] = s->qtail[i] = -1;
    for (int i = 0; i < 3; i++) s->idle[i] = cfg->group_size[i];
    *out = s;
    return CC_OK;
}

static cc_err cc_run_day(cc_sim *s, cc_stats *out)
{
    cc_err e = push(s, 0.0, EV_ARRIVAL, 0, 0);
    if (!e) e = push(s, 0.0, EV_ARRIVAL, 1, 0);
    while (!e && s->nheap > 0) {
        event ev = pop(s);
        s->now = ev.t;
        s->st.events++;
        if (ev.type == EV_ARRIVAL) { if (s->now <= s->cfg.hours * 60.0) e = arrival(s, ev.id); }
        else if (ev.type == EV_DONE) e = done(s, ev.id, ev.aux);
        else if (s->calls[ev.id].state == CALL_WAITING && (int)s->calls[ev.id].gen == ev.aux) {
            unlink_call(s, ev.id); release(s, ev.id); s->st.abandoned++;
        }
    }
    *out = s->st;
    return e;
}

static void cc_destroy(cc_sim *s) { if (s) { free(s->heap); free(s->calls); free(s); } }

/* ---------------------------------------------------------------- driver */
typedef struct { long n; double mean, m2; } welford;
static void wf_add(welford *w, double x)
{
    double d = x - w->mean;
    w->mean += d / (double)++w->n; w->m2 += d * (x - w->mean);
}
static void wf_print(const char *name, const welford *w)
{
    double sd = w->n > 1 ? sqrt(w->m2 / (double)(w->n - 1)) : 0.0;
    printf("%-22s %10.4f +- %.4f\n", name, w->mean, 1.96 * sd / sqrt((double)w->n));
}

int main(int argc, char **argv)
{
    int reps = argc > 1 ? atoi(argv[1]) : 220;
    cc_config cfg = { { 4.0, 6.5 }, 3.0, 10.0, { 30.0, 21.0 }, { 88, 100, 36 } };
    welford sl = { 0, 0, 0 }, ab = sl, asa = sl, occ[3] = { sl, sl, sl };
    const char *gname[3] = { "occupancy skill A [%]", "occupancy skill B [%]", "occupancy both [%]" };
    long events = 0, worst = 0;
    if (reps < 1) return 1;
    cc_stats *res = calloc((size_t)reps, sizeof *res);
    cc_err *errs = calloc((size_t)reps, sizeof *errs);
    if (!res || !errs) { fprintf(stderr, "create: %s\n", cc_errstr[CC_ENOMEM]); return 1; }
    #pragma omp parallel for schedule(dynamic, 1)
    for (int r = 0; r < reps; r++) {
        cc_sim *s;
        errs[r] = cc_create(&s, &cfg, (uint64_t)r + 1);
        if (errs[r]) continue;
        errs[r] = cc_run_day(s, &res[r]);
        cc_destroy(s);
    }
    for (int r = 0; r < reps; r++) {
        cc_stats st = res[r];
        if (errs[r]) { fprintf(stderr, "replication %d: %s\n", r, cc_errstr[errs[r]]); return 1; }
        if (!st.offered || !st.answered) continue;
        wf_add(&sl, 100.0 * (double)st.in20 / (double)st.offered);
        wf_add(&ab, 100.0 * (double)st.abandoned / (double)st.offered);
        wf_add(&asa, 60.0 * st.wait_sum / (double)st.answered);
        for (int g = 0; g < 3; g++) wf_add(&occ[g], 100.0 * st.busy_time[g] / (cfg.hours * 60.0 * cfg.group_size[g]));
        events += st.events;
        if (st.max_queue > worst) worst = st.max_queue;
    }
    printf("replications %d, events %ld, worst queue %ld\n", reps, events, worst);
    wf_print("service level 20s [%]", &sl);
    wf_print("abandoned [%]", &ab);
    wf_print("mean wait [s]", &asa);
    for (int g = 0; g < 3; g++) wf_print(gname[g], &occ[g]);
    free(res); free(errs);
    return 0;
}
