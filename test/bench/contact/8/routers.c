// SPDX-License-Identifier: Apache-2.0
// Discrete-event simulation of many independent routers: bursty sources feed
// finite priority queues on output links; delays, drops and loads are reported.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NPORT 4
#define NCLASS 3
#define NSRC 12
#define NBUCKET 24

struct packet {
    double arrival;
    int bytes, class, src;
    struct packet *next;
};

struct queue {
    struct packet *head, *tail;
    int length;
};

struct port {
    struct queue q[NCLASS];
    struct packet *sending;
    double rate; /* bytes per microsecond */
    double busy;
    int limit, backlog;
};

struct source {
    double on_mean, off_mean, gap_mean, burst_end;
    int class;
};

struct class_stats {
    long sent, dropped, bytes;
    double delay, delay2, max_delay;
};

struct event {
    double when;
    int kind; /* 0..NSRC-1: source fires; NSRC..: port finishes */
};

struct router {
    uint64_t rng;
    double now;
    struct event heap[NSRC + NPORT + 1];
    int nheap;
    struct port port[NPORT];
    struct source src[NSRC];
    struct class_stats cls[NCLASS];
    long events, hist[NBUCKET];
    int peak;
};

static struct packet *free_packets;
static long packets_made;

static double rnd(struct router *r)
{
    r->rng = r->rng * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((r->rng >> 33) + 0.5) / 2147483648.0;
}

static double expo(struct router *r, double mean) { return -mean * log(rnd(r)); }

static struct packet *get_packet(void)
{
    struct packet *p = free_packets;
    if (p) return free_packets = p->next, p;
    packets_made++;
    return malloc(sizeof *p);
}

static void put_packet(struct packet *p)
{
    p->next = free_packets;
    free_packets = p;
}

static void schedule(struct router *r, double when, int kind)
{
    int i = r->nheap++;
    while (i > 0 && r->heap[(i - 1) / 2].when > when) {
        r->heap[i] = r->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    r->heap[i] = (struct event){when, kind};
}

static struct event next_event(struct router *r)
{
    struct event top = r->heap[0], last = r->heap[--r->nheap];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= r->nheap) break;
        if (c + 1 < r->nheap && r->heap[c + 1].when < r->heap[c].when) c++;
        if (r->heap[c].when >= last.when) break;
        r->heap[i] = r->heap[c];
        i = c;
    }
    r->heap[i] = last;
    return top;
}

static void push(struct queue *q, struct packet *p)
{
    p->next = NULL;
    if (q->tail) q->tail->next = p;
    else q->head = p;
    q->tail = p;
    q->length++;
}

static struct packet *pop(struct queue *q)
{
    struct packet *p = q->head;
    if (!p) return NULL;
    q->head = p->next;
    if (!q->head) q->tail = NULL;
    q->length--;
    return p;
}

static void start_sending(struct router *r, int n)
{
    struct port *pt = &r->port[n];
    for (int c = 0; c < NCLASS && !pt->sending; c++) pt->sending = pop(&pt->q[c]);
    if (!pt->sending) return;
    double t = pt->sending->bytes / pt->rate;
    pt->busy += t;
    schedule(r, r->now + t, NSRC + n);
}

static void finish_sending(struct router *r, int n)
{
    struct port *pt = &r->port[n];
    struct packet *p = pt->sending;
    struct class_stats *cs = &r->cls[p->class];
    double d = r->now - p->arrival;
    int bucket = d < 1 ? 0 : (int)(2 * log2(d));
    cs->sent++;
    cs->bytes += p->bytes;
    cs->delay += d;
    cs->delay2 += d * d;
    if (d > cs->max_delay) cs->max_delay = d;
    r->hist[bucket < NBUCKET ? bucket : NBUCKET - 1]++;
    pt->backlog -= p->bytes;
    put_packet(p);
    pt->sending = NULL;
    start_sending(r, n);
}

static void source_fires(struct router *r, int n)
{
    struct source *s = &r->src[n];
    int port = (int)(rnd(r) * NPORT);
    struct port *pt = &r->port[port];
    double u = rnd(r);
    int bytes = u < 0.5 ? 64 : u < 0.7 ? 576 : 200 + (int)(rnd(r) * 1300);
    if (pt->backlog + bytes > pt->limit) {
        r->cls[s->class].dropped++;
    } else {
        struct packet *p = get_packet();
        *p = (struct packet){r->now, bytes, s->class, n, NULL};
        pt->backlog += bytes;
        if (pt->backlog > r->peak) r->peak = pt->backlog;
        push(&pt->q[s->class], p);
        if (!pt->sending) start_sending(r, port);
    }
    double gap = expo(r, s->gap_mean);
    if (r->now + gap > s->burst_end) {
        gap += expo(r, s->off_mean);
        s->burst_end = r->now + gap + expo(r, s->on_mean);
    }
    schedule(r, r->now + gap, n);
}

static void init_router(struct router *r, int id)
{
    memset(r, 0, sizeof *r);
    r->rng = 0x853C49E6748FEA9BULL ^ ((uint64_t)id * 0x9E3779B97F4A7C15ULL);
    for (int i = 0; i < NPORT; i++) {
        r->port[i].rate = 60 + 80 * rnd(r);
        r->port[i].limit = 20000 + (int)(rnd(r) * 60000);
    }
    for (int i = 0; i < NSRC; i++) {
        r->src[i] = (struct source){200 + 800 * rnd(r), 300 + 900 * rnd(r), 5 + 10 * rnd(r), 0, i % NCLASS};
        schedule(r, expo(r, 500), i);
    }
}

static void run_router(struct router *r, double until)
{
    while (r->nheap > 0 && r->heap[0].when < until) {
        struct event e = next_event(r);
        r->now = e.when;
        r->events++;
        if (e.kind < NSRC) source_fires(r, e.kind);
        else finish_sending(r, e.kind - NSRC);
    }
    for (int i = 0; i < NPORT; i++) { /* hand back what is still queued */
        if (r->port[i].sending) put_packet(r->port[i].sending);
        for (int c = 0; c < NCLASS; c++)
            for (struct packet *p; (p = pop(&r->port[i].q[c]));) put_packet(p);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300;
    double until = argc > 2 ? atof(argv[2]) : 60000;
    struct router *net = malloc(sizeof *net * n);
    for (int i = 0; i < n; i++) {
        init_router(&net[i], i);
        run_router(&net[i], until);
    }

    struct class_stats all[NCLASS] = {{0}};
    long events = 0, hist[NBUCKET] = {0};
    double load = 0;
    int peak = 0;
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < NCLASS; c++) {
            struct class_stats *a = &all[c], *b = &net[i].cls[c];
            a->sent += b->sent, a->dropped += b->dropped, a->bytes += b->bytes;
            a->delay += b->delay, a->delay2 += b->delay2, a->max_delay = fmax(a->max_delay, b->max_delay);
        }
        for (int k = 0; k < NBUCKET; k++) hist[k] += net[i].hist[k];
        for (int k = 0; k < NPORT; k++) load += net[i].port[k].busy / until;
        events += net[i].events;
        if (net[i].peak > peak) peak = net[i].peak;
    }
    printf("routers %d events %ld mean load %.9f peak backlog %d\n", n, events, load / (n * NPORT), peak);
    for (int c = 0; c < NCLASS; c++) {
        double m = all[c].delay / all[c].sent;
        printf("class %d: sent %ld dropped %ld bytes %ld delay %.9f sd %.9f max %.6f\n", c, all[c].sent, all[c].dropped,
               all[c].bytes, m, sqrt(all[c].delay2 / all[c].sent - m * m), all[c].max_delay);
    }
    for (int k = 0; k < NBUCKET; k++) printf("%ld%c", hist[k], k % 8 == 7 ? '\n' : ' ');
    free(net);
    return packets_made == 0;
}
