/* ersim: discrete-event simulation of an emergency department, replicated
 * until the mean waiting time of urgent patients is known well enough. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

enum kind { ARRIVE, TRIAGED, TREATED, LABBACK, SHIFT };
enum { NLEVEL = 4 };

typedef struct patient {
    struct patient *next;
    int level, labs;
    double arrived, waiting_since, waited;
} Patient;

typedef struct event { double t; enum kind kind; Patient *who; unsigned long seq; } Event;

typedef struct { Patient *head, *tail; int len; } Queue;

typedef struct {
    uint64_t rng;
    Event *heap; int nheap, cap; unsigned long seq;
    Queue triage, ward[NLEVEL];
    int nurses, doctors, beds;
    double now;
    long seen[NLEVEL], left;
    double wait[NLEVEL], stay[NLEVEL];
    int longest_queue;
} Sim;

typedef struct { long n; double mean, m2; } Running;
typedef struct { double wait[NLEVEL], stay[NLEVEL]; long seen[NLEVEL], left; int longest; unsigned long events; } Outcome;

static double uni(Sim *s)
{
    s->rng ^= s->rng >> 12; s->rng ^= s->rng << 25; s->rng ^= s->rng >> 27;
    return ((s->rng * 2685821657736338717ULL >> 11) + 0.5) * 0x1p-53;
}
static double expo(Sim *s, double mean) { return -mean * log(uni(s)); }

static int before(const Event *a, const Event *b) { return a->t < b->t || (a->t == b->t && a->seq < b->seq); }

static void schedule(Sim *s, double dt, enum kind k, Patient *p)
{
    if (s->nheap == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 32;
        s->heap = realloc(s->heap, s->cap * sizeof *s->heap);
        if (!s->heap) { perror("ersim"); exit(1); }
    }
    Event e = { s->now + dt, k, p, s->seq++ };
    int i = s->nheap++;
    while (i && before(&e, &s->heap[(i - 1) / 2])) { s->heap[i] = s->heap[(i - 1) / 2]; i = (i - 1) / 2; }
    s->heap[i] = e;
}

static Event next_event(Sim *s)
{
    Event top = s->heap[0], e = s->heap[--s->nheap];
    int i = 0, c;
    while ((c = 2 * i + 1) < s->nheap) {
        if (c + 1 < s->nheap && before(&s->heap[c + 1], &s->heap[c])) c++;
        if (!before(&s->heap[c], &e)) break;
        s->heap[i] = s->heap[c];
        i = c;
    }
    s->heap[i] = e;
    return top;
}

static void enqueue(Sim *s, Queue *q, Patient *p)
{
    p->next = NULL;
    p->waiting_since = s->now;
    if (q->tail) q->tail->next = p; else q->head = p;
    q->tail = p;
    if (++q->len > s->longest_queue) s->longest_queue = q->len;
}
static Patient *dequeue(Sim *s, Queue *q)
{
    Patient *p = q->head;
    if (!p) return NULL;
    if (!(q->head = p->next)) q->tail = NULL;
    q->len--;
    p->waited += s->now - p->waiting_since;
    return p;
}

static void dispatch(Sim *s)
{
    while (s->nurses > 0 && s->triage.head) {
        s->nurses--;
        schedule(s, 2 + expo(s, 3), TRIAGED, dequeue(s, &s->triage));
    }
    for (int l = 0; l < NLEVEL && s->doctors > 0 && s->beds > 0; l++)
        while (s->doctors > 0 && s->beds > 0 && s->ward[l].head) {
            Patient *p = dequeue(s, &s->ward[l]);
            if (l == NLEVEL - 1 && !p->labs && p->waited > 180 && uni(s) < 0.5) { s->left++; free(p); continue; }
            s->doctors--; s->beds--;
            schedule(s, (p->labs ? 4 : 8) + expo(s, 22 - 4 * l), TREATED, p);
        }
}

static void arrival(Sim *s)
{
    double hour = fmod(s->now / 60, 24);
    double gap = 5.0 - 2.0 * sin((hour - 7) * 3.14159265 / 12);
    schedule(s, expo(s, gap), ARRIVE, NULL);
    Patient *p = calloc(1, sizeof *p);
    if (!p) { perror("ersim"); exit(1); }
    double u = uni(s);
    p->level = u < 0.05 ? 0 : u < 0.25 ? 1 : u < 0.65 ? 2 : 3;
    p->arrived = s->now;
    if (p->level == 0) enqueue(s, &s->ward[0], p);
    else enqueue(s, &s->triage, p);
}

static void treated(Sim *s, Patient *p)
{
    s->doctors++; s->beds++;
    if (!p->labs && uni(s) < 0.4 - 0.08 * p->level) {
        p->labs = 1;
        schedule(s, 20 + expo(s, 25), LABBACK, p);
        return;
    }
    s->seen[p->level]++;
    s->wait[p->level] += p->waited;
    s->stay[p->level] += s->now - p->arrived;
    free(p);
}

static Outcome replicate(int rep, int days)
{
    Sim s = { .rng = 0x9e3779b97f4a7c15ULL * (uint64_t)(rep + 1), .nurses = 3, .doctors = 6, .beds = 10 };
    Outcome o = { .left = 0 };
    schedule(&s, 0, ARRIVE, NULL);
    schedule(&s, 480, SHIFT, NULL);
    while (s.nheap && s.now < days * 1440.0) {
        Event e = next_event(&s);
        s.now = e.t;
        o.events++;
        switch (e.kind) {
        case ARRIVE:  arrival(&s); break;
        case TRIAGED: s.nurses++; enqueue(&s, &s.ward[e.who->level], e.who); break;
        case TREATED: treated(&s, e.who); break;
        case LABBACK: enqueue(&s, &s.ward[e.who->level], e.who); break;
        case SHIFT: {
            int night = (int)(s.now / 480) % 3 == 2;
            s.doctors += night ? -1 : (int)(s.now / 480) % 3 == 0 && s.now > 600 ? 1 : 0;
            schedule(&s, 480, SHIFT, NULL);
            break; }
        }
        dispatch(&s);
    }
    for (int l = 0; l < NLEVEL; l++) {
        o.seen[l] = s.seen[l];
        o.wait[l] = s.seen[l] ? s.wait[l] / s.seen[l] : 0;
        o.stay[l] = s.seen[l] ? s.stay[l] / s.seen[l] : 0;
    }
    o.left = s.left;
    o.longest = s.longest_queue;
    /* patients still in the house */
    while (s.nheap) { Event e = next_event(&s); free(e.who); }
    for (Patient *p; (p = dequeue(&s, &s.triage)); ) free(p);
    for (int l = 0; l < NLEVEL; l++) for (Patient *p; (p = dequeue(&s, &s.ward[l])); ) free(p);
    free(s.heap);
    return o;
}

static void add(Running *r, double x)
{
    double d = x - r->mean;
    r->mean += d / ++r->n;
    r->m2 += d * (x - r->mean);
}
static double half_width(const Running *r) { return r->n < 2 ? 1e9 : 1.96 * sqrt(r->m2 / (r->n - 1) / r->n); }

int main(int argc, char **argv)
{
    double goal = argc > 1 ? atof(argv[1]) : 0.03;
    int days = argc > 2 ? atoi(argv[2]) : 14, maxrep = argc > 3 ? atoi(argv[3]) : 20000, rep;
    Running w[NLEVEL] = { { 0 } }, st[NLEVEL] = { { 0 } };
    long seen[NLEVEL] = { 0 }, left = 0;
    unsigned long events = 0;
    int longest = 0;
    for (rep = 0; rep < maxrep; rep++) {
        Outcome o = replicate(rep, days);
        for (int l = 0; l < NLEVEL; l++) { add(&w[l], o.wait[l]); add(&st[l], o.stay[l]); seen[l] += o.seen[l]; }
        left += o.left;
        events += o.events;
        if (o.longest > longest) longest = o.longest;
        if (rep >= 30 && half_width(&w[1]) < goal) { rep++; break; }
    }
    printf("replications %d events %lu left unseen %ld longest queue %d\n", rep, events, left, longest);
    for (int l = 0; l < NLEVEL; l++)
        printf("level %d patients %8ld wait %10.5f +- %.5f stay %10.5f +- %.5f\n", l + 1, seen[l], w[l].mean,
               half_width(&w[l]), st[l].mean, half_width(&st[l]));
    return 0;
}
