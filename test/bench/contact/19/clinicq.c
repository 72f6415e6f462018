/*
 * clinicq: staffing study of an outpatient clinic. Patients arrive through a
 * day, pass triage, a doctor and perhaps the lab and the doctor again; the
 * study looks for the cheapest staffing that keeps waiting short. Every plan
 * is replicated until its confidence interval is narrow enough.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

enum kind { ARRIVE, TRIAGE_DONE, DOCTOR_DONE, LAB_DONE, BREAK_START, BREAK_END };
enum stage { TRIAGE, DOCTOR, LAB, NSTAGE };

typedef struct patient {
    double arrived, queued, waited;
    int urgency, visits;
    struct patient *next;
} patient;

typedef struct { double t; enum kind kind; patient *who; long seq; } event;

typedef struct { patient *head, *tail; int len, maxlen; } queue;

typedef struct { int staff[NSTAGE]; double slot; } plan;

typedef struct { double wait, p_long, overtime; int served, left, maxq; } outcome;

/* the simulator's state */
static event *heap;
static int nheap, heapcap;
static long seqno;
static queue line[NSTAGE][2];            /* urgent, normal */
static int idle[NSTAGE], on_break;
static patient *pool;
static unsigned long long rs;
static double now;
static outcome out;

static double u01(void)
{
    rs ^= rs >> 12; rs ^= rs << 25; rs ^= rs >> 27;
    return ((rs * 2685821657736338717ULL >> 11) + 0.5) / 9007199254740992.0;
}
static double expo(double mean) { return -mean * log(u01()); }
static double service(enum stage s, const patient *p)
{
    switch (s) {
    case TRIAGE: return 2 + expo(2.5);
    case DOCTOR: return p->visits > 1 ? 3 + expo(4) : 6 + expo(6) + expo(p->urgency ? 6 : 2);
    default:     return 8 + expo(7);
    }
}

static void schedule(double t, enum kind k, patient *who)
{
    if (nheap == heapcap) {
        heapcap = heapcap ? heapcap * 2 : 64;
        heap = realloc(heap, sizeof *heap * heapcap);
        if (!heap) { perror("realloc"); exit(1); }
    }
    event e = { t, k, who, seqno++ };
    int i = nheap++;
    while (i > 0) {
        int up = (i - 1) / 2;
        if (heap[up].t < e.t || (heap[up].t == e.t && heap[up].seq < e.seq)) break;
        heap[i] = heap[up];
        i = up;
    }
    heap[i] = e;
}

static event next_event(void)
{
    event top = heap[0], e = heap[--nheap];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= nheap) break;
        if (c + 1 < nheap && (heap[c + 1].t < heap[c].t || (heap[c + 1].t == heap[c].t && heap[c + 1].seq < heap[c].seq))) c++;
        if (e.t < heap[c].t || (e.t == heap[c].t && e.seq < heap[c].seq)) break;
        heap[i] = heap[c];
        i = c;
    }
    if (nheap) heap[i] = e;
    return top;
}

static patient *admit(void)
{
    patient *p = pool;
    if (p) pool = p->next;
    else if (!(p = malloc(sizeof *p))) { perror("malloc"); exit(1); }
    p->arrived = now;
    p->waited = 0;
    p->visits = 0;
    p->urgency = u01() < 0.15;
    p->next = NULL;
    return p;
}
static void discharge(patient *p) { p->next = pool; pool = p; }

static void start(enum stage s, patient *p)
{
    static const enum kind done[NSTAGE] = { TRIAGE_DONE, DOCTOR_DONE, LAB_DONE };
    idle[s]--;
    p->waited += now - p->queued;
    if (s == DOCTOR) p->visits++;
    schedule(now + service(s, p), done[s], p);
}

static void enqueue(enum stage s, patient *p)
{
    p->queued = now;
    if (idle[s] > 0) { start(s, p); return; }
    queue *q = &line[s][!p->urgency];
    p->next = NULL;
    if (q->tail) q->tail->next = p; else q->head = p;
    q->tail = p;
    if (++q->len > q->maxlen) q->maxlen = q->len;
}

static void release(enum stage s)
{
    idle[s]++;
    while (idle[s] > 0) {
        queue *q = line[s][0].head ? &line[s][0] : &line[s][1];
        patient *p = q->head;
        if (!p) return;
        q->head = p->next;
        if (!q->head) q->tail = NULL;
        q->len--;
        if (!p->urgency && p->visits == 0 && now - p->queued > 90 && u01() < 0.5) {
            out.left++;                       /* gave up and went home */
            discharge(p);
            continue;
        }
        start(s, p);
    }
}

static outcome simulate_day(const plan *pl, unsigned long long seed)
{
    rs = seed * 0x9E3779B97F4A7C15ULL + 88172645463325252ULL;
    for (int k = 0; k < 8; k++) u01();
    nheap = 0; seqno = 0; now = 0; on_break = 0;
    memset(line, 0, sizeof line);
    memset(&out, 0, sizeof out);
    for (int s = 0; s < NSTAGE; s++) idle[s] = pl->staff[s];
    schedule(expo(pl->slot), ARRIVE, NULL);
    schedule(240, BREAK_START, NULL);
    double close = 540;
    int late = 0;
    while (nheap) {
        event e = next_event();
        now = e.t;
        switch (e.kind) {
        case ARRIVE: {
            if (now > close) break;
            enqueue(TRIAGE, admit());
            double rush = now < 120 ? 0.7 : now > 400 ? 1.5 : 1.0;
            schedule(now + expo(pl->slot * rush), ARRIVE, NULL);
            break;
        }
        case TRIAGE_DONE: release(TRIAGE); enqueue(DOCTOR, e.who); break;
        case DOCTOR_DONE:
            release(DOCTOR);
            if (e.who->visits == 1 && u01() < 0.35) { enqueue(LAB, e.who); break; }
            out.served++;
            out.wait += e.who->waited;
            if (e.who->waited > 45) late++;
            discharge(e.who);
            break;
        case LAB_DONE: release(LAB); enqueue(DOCTOR, e.who); break;
        case BREAK_START:
            if (on_break < pl->staff[DOCTOR] / 2) { on_break++; idle[DOCTOR]--; schedule(now + 30, BREAK_END, NULL); }
            break;
        case BREAK_END:
            release(DOCTOR);
            if (now < 400) schedule(now, BREAK_START, NULL);
            on_break--;
            break;
        }
    }
    for (int s = 0; s < NSTAGE; s++)
        for (int k = 0; k < 2; k++)
            if (line[s][k].maxlen > out.maxq) out.maxq = line[s][k].maxlen;
    out.wait /= out.served ? out.served : 1;
    out.p_long = out.served ? (double)late / out.served : 0;
    out.overtime = now > close ? now - close : 0;
    return out;
}

int main(int argc, char **argv)
{
    int maxrep = argc > 1 ? atoi(argv[1]) : 4000;
    double width = argc > 2 ? atof(argv[2]) : 0.025;
    if (maxrep < 2 || width <= 0) { fprintf(stderr, "usage: clinicq max-replications relative-width\n"); return 1; }
    double cheapest = 1e30;
    plan best = { { 0, 0, 0 }, 0 };
    long days = 0;
    for (int d = 5; d <= 9; d++)
        for (int t = 1; t <= 3; t++)
            for (int l = 1; l <= 3; l++) {
                plan pl = { { t, d, l }, 2.6 };
                double mean = 0, m2 = 0, over = 0, plong = 0;
                int n = 0, maxq = 0;
                long left = 0;
                while (n < maxrep) {
                    outcome o = simulate_day(&pl, (unsigned long long)(n * 100 + d * 9 + t * 3 + l));
                    n++;
                    double delta = o.wait - mean;
                    mean += delta / n;
                    m2 += delta * (o.wait - mean);
                    over += o.overtime;
                    plong += o.p_long;
                    left += o.left;
                    if (o.maxq > maxq) maxq = o.maxq;
                    if (n >= 20 && 1.96 * sqrt(m2 / (n - 1) / n) < width * mean) break;
                }
                days += n;
                double cost = 900.0 * d + 320.0 * t + 410.0 * l + 12 * over / n + 25.0 * left / n;
                int ok = mean < 25 && plong / n < 0.15;
                printf("D%d T%d L%d reps %4d wait %8.4f long %.4f over %8.3f left %5ld maxq %3d cost %9.2f %s\n",
                       d, t, l, n, mean, plong / n, over / n, left, maxq, cost, ok ? "ok" : "-");
                if (ok && cost < cheapest) { cheapest = cost; best = pl; }
            }
    printf("days %ld best D%d T%d L%d cost %.2f\n", days, best.staff[DOCTOR], best.staff[TRIAGE], best.staff[LAB], cheapest);
    while (pool) { patient *p = pool; pool = p->next; free(p); }
    free(heap);
    return 0;
}
