/* Emergency department: discrete event simulation of staffing plans.
 *
 * Patients arrive (rate varies over the day), are triaged, wait for a doctor by
 * urgency, perhaps need an X-ray and the doctor again, perhaps leave unseen.
 * Each plan is replicated; means and half widths are reported.
 * usage: edsim [replications] [days]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define WARMUP (24 * 60.0)
#define NCLASS 4

enum kind { ARRIVAL, TRIAGED, SEEN, IMAGED, SHIFT };

typedef struct patient {
    struct patient *next;
    double arrived, queued, patience;
    int urgency, visits, image;
} Patient;

typedef struct { double t; long seq; enum kind kind; Patient *who; } Event;
typedef struct { const char *name; int nurses, day_docs, night_docs, scanners; } Plan;
typedef struct { double wait[NCLASS], stay, busy; long seen, left, maxq, events; } Result;
typedef struct { Patient *head, *tail; int len; } Queue;

/* the state of the department */
static Event *heap;
static int nheap, capheap;
static double now, last_change;
static long seqno;
static unsigned long long rng;
static const Plan *plan;
static Queue triage_q, doctor_q[NCLASS], scan_q;
static int nurses_busy, docs_busy, docs_on, scanners_busy;
static Patient *pool;
static Result res;
static long nwait[NCLASS];

static double uniform(void) {
    rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(rng >> 11) + 0.5) / 9007199254740992.0;
}

static double expo(double mean) { return -mean * log(uniform()); }
static double gamma2(double mean) { return expo(mean / 2) + expo(mean / 2); }

static void schedule(double delay, enum kind kind, Patient *who) {
    if (nheap == capheap) {
        capheap = capheap ? 2 * capheap : 64;
        heap = realloc(heap, (size_t)capheap * sizeof *heap);
        if (!heap) { perror("edsim"); exit(1); }
    }
    Event e = { now + delay, seqno++, kind, who };
    int i = nheap++;
    for (; i > 0 && heap[(i - 1) / 2].t > e.t; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = e;
}

static int earlier(const Event *a, const Event *b) {
    return a->t < b->t || (a->t == b->t && a->seq < b->seq);
}

static Event next_event(void) {
    Event top = heap[0], e = heap[--nheap];
    int i = 0, c;
    while ((c = 2 * i + 1) < nheap) {
        if (c + 1 < nheap && earlier(&heap[c + 1], &heap[c])) c++;
        if (!earlier(&heap[c], &e)) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = e;
    return top;
}

static Patient *admit(void) {
    Patient *p = pool;
    if (p) pool = p->next;
    else if (!(p = malloc(sizeof *p))) { perror("edsim"); exit(1); }
    double u = uniform();
    p->next = NULL;
    p->arrived = now;
    p->urgency = u < 0.05 ? 0 : u < 0.25 ? 1 : u < 0.7 ? 2 : 3;
    p->patience = 60 + expo(p->urgency < 2 ? 2000 : 240);
    p->visits = 0;
    p->image = uniform() < 0.35;
    return p;
}

static void discharge(Patient *p) { p->next = pool; pool = p; }

static void enqueue(Queue *q, Patient *p) {
    p->queued = now;
    p->next = NULL;
    if (q->tail) q->tail->next = p;
    else q->head = p;
    q->tail = p;
    if (++q->len > res.maxq) res.maxq = q->len;
}

static Patient *dequeue(Queue *q) {
    Patient *p = q->head;
    if (!p) return NULL;
    if (!(q->head = p->next)) q->tail = NULL;
    q->len--;
    return p;
}

static void note_busy(void) {
    if (now > WARMUP) res.busy += docs_busy * (now - (last_change > WARMUP ? last_change : WARMUP));
    last_change = now;
}

static void start_work(void) {
    Patient *p;
    while (nurses_busy < plan->nurses && (p = dequeue(&triage_q))) {
        nurses_busy++; schedule(gamma2(6.0), TRIAGED, p);
    }
    while (scanners_busy < plan->scanners && (p = dequeue(&scan_q))) {
        scanners_busy++; schedule(5 + gamma2(14.0), IMAGED, p);
    }
    for (int u = 0; u < NCLASS; u++)
        while (docs_busy < docs_on && (p = dequeue(&doctor_q[u]))) {
            if (!p->visits && now - p->arrived > p->patience) {
                res.left++;
                discharge(p);
                continue;
            }
            if (now > WARMUP && !p->visits) {
                res.wait[u] += now - p->queued;
                nwait[u]++;
            }
            note_busy(); docs_busy++;
            schedule(p->visits++ ? gamma2(7.0) : gamma2(u < 2 ? 24.0 : 13.0), SEEN, p);
        }
}

static double arrival_gap(void)         /* thinning */
{
    double t = now, peak = 16.0;
    do {
        t += expo(60.0 / peak);
    } while (uniform() * peak > 9.0 - 6.5 * cos((fmod(t, 1440.0) / 60 - 4) * 3.14159265358979 / 12));
    return t - now;
}

static void handle(Event e) {
    now = e.t;
    res.events++;
    switch (e.kind) {
    case ARRIVAL:
        enqueue(&triage_q, admit());
        schedule(arrival_gap(), ARRIVAL, NULL); break;
    case TRIAGED: nurses_busy--; enqueue(&doctor_q[e.who->urgency], e.who); break;
    case IMAGED: scanners_busy--; enqueue(&doctor_q[e.who->urgency], e.who); break;
    case SEEN:
        note_busy();
        docs_busy--;
        if (e.who->image) {
            e.who->image = 0;
            enqueue(&scan_q, e.who);
        } else {
            if (now > WARMUP) { res.stay += now - e.who->arrived; res.seen++; }
            discharge(e.who);
        }
        break;
    case SHIFT:
        docs_on = docs_on == plan->day_docs ? plan->night_docs : plan->day_docs;
        schedule(720.0, SHIFT, NULL);
    }
    start_work();
}

static Result replicate(const Plan *p, int rep, double days) {
    static const Result nothing;
    static const Queue none;
    plan = p; res = nothing;
    now = last_change = 0; seqno = 0;
    nurses_busy = docs_busy = scanners_busy = 0;
    docs_on = p->night_docs;
    rng = 0x9E3779B97F4A7C15ULL * (unsigned long long)(rep + 1);
    for (int u = 0; u < NCLASS; u++) nwait[u] = 0;
    schedule(arrival_gap(), ARRIVAL, NULL);
    schedule(480.0, SHIFT, NULL);
    while (heap[0].t < days * 1440) handle(next_event());
    while (nheap) { Patient *q = heap[--nheap].who; if (q) discharge(q); }
    for (Queue *q = doctor_q; q < doctor_q + NCLASS; *q++ = none)
        for (Patient *w; (w = dequeue(q)); ) discharge(w);
    for (Patient *w; (w = dequeue(&triage_q)) || (w = dequeue(&scan_q)); ) discharge(w);
    for (int u = 0; u < NCLASS; u++) res.wait[u] /= nwait[u] ? nwait[u] : 1;
    res.stay /= res.seen ? res.seen : 1;
    res.busy /= days * 1440 - WARMUP;
    return res;
}

int main(int argc, char **argv) {
    static const Plan plans[] = { { "today", 2, 5, 3, 1 }, { "scanner", 2, 5, 3, 2 }, { "nurse", 3, 5, 3, 1 }, { "night", 2, 5, 4, 1 }, { "both", 2, 6, 3, 2 } };
    int reps = argc > 1 ? atoi(argv[1]) : 14;
    double days = argc > 2 ? atof(argv[2]) : 100;
    if (reps < 2 || days < 2) { fprintf(stderr, "usage: edsim [replications >= 2] [days >= 2]\n"); return 1; }
    for (size_t k = 0; k < sizeof plans / sizeof plans[0]; k++) {
        double sum = 0, sq = 0, w[NCLASS] = { 0 }, busy = 0;
        long left = 0, maxq = 0, events = 0;
        for (int r = 0; r < reps; r++) {
            Result x = replicate(&plans[k], r, days);
            sum += x.stay; sq += x.stay * x.stay; busy += x.busy;
            for (int u = 0; u < NCLASS; u++) w[u] += x.wait[u];
            left += x.left; events += x.events;
            if (x.maxq > maxq) maxq = x.maxq;
        }
        double mean = sum / reps, half = 1.96 * sqrt((sq - sum * mean) / (reps - 1) / reps);
        printf("%-8s stay %.10f +- %.10f busy %.10f left %ld queue %ld events %ld\n", plans[k].name, mean, half, busy / reps, left, maxq, events);
        printf("         waits %.12g %.12g %.12g %.12g\n", w[0] / reps, w[1] / reps, w[2] / reps, w[3] / reps);
    }
    while (pool) { Patient *p = pool->next; free(pool); pool = p; }
    free(heap);
    return 0;
}
