// SPDX-License-Identifier: Apache-2.0
/*
 * Input-queued crossbar switch with virtual output queues, scheduled by the
 * iSLIP algorithm.  Measures throughput and delay at rising load, for
 * uniform, diagonal and bursty traffic.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define PORTS 32

struct cell {
    int born;
    struct cell *next;
};

struct queue {
    struct cell *head, *tail;
    int length;
};

struct sw {
    struct queue voq[PORTS][PORTS];
    int grant_ptr[PORTS], accept_ptr[PORTS];
    int burst_left[PORTS], burst_dest[PORTS];
    struct cell *free_list;
    uint64_t rng;
    long arrived, dropped, sent;
    long long delay;
    int longest;
};

enum pattern { UNIFORM, DIAGONAL, BURSTY, NPATTERNS };
static const char *pattern_name[] = { "uniform", "diagonal", "bursty" };

static double uni(struct sw *s)
{
    s->rng ^= s->rng << 13;
    s->rng ^= s->rng >> 7;
    s->rng ^= s->rng << 17;
    return (s->rng >> 11) * 0x1p-53;
}

static struct cell *cell_get(struct sw *s)
{
    struct cell *c = s->free_list;
    if (c)
        s->free_list = c->next;
    else
        c = malloc(sizeof *c);
    return c;
}

static void cell_put(struct sw *s, struct cell *c)
{
    c->next = s->free_list;
    s->free_list = c;
}

static int enqueue(struct sw *s, int in, int out, int now)
{
    struct queue *q = &s->voq[in][out];
    struct cell *c;

    s->arrived++;
    if (q->length >= 400 || !(c = cell_get(s))) {
        s->dropped++;
        return -1;
    }
    c->born = now;
    c->next = NULL;
    if (q->tail)
        q->tail->next = c;
    else
        q->head = c;
    q->tail = c;
    if (++q->length > s->longest)
        s->longest = q->length;
    return 0;
}

static void transmit(struct sw *s, int in, int out, int now)
{
    struct queue *q = &s->voq[in][out];
    struct cell *c = q->head;

    q->head = c->next;
    if (!q->head)
        q->tail = NULL;
    q->length--;
    s->sent++;
    s->delay += now - c->born;
    cell_put(s, c);
}

static void arrivals(struct sw *s, enum pattern p, double load, int now)
{
    for (int in = 0; in < PORTS; in++) {
        int out;
        switch (p) {
        case UNIFORM:
            if (uni(s) >= load)
                continue;
            out = (int)(uni(s) * PORTS);
            break;
        case DIAGONAL:
            if (uni(s) >= load)
                continue;
            out = uni(s) < 0.667 ? in : (in + 1) % PORTS;
            break;
        default:
            if (s->burst_left[in] == 0) {
                if (uni(s) >= load / (16 - 15 * load))
                    continue;
                s->burst_left[in] = 16;
                s->burst_dest[in] = (int)(uni(s) * PORTS);
            }
            s->burst_left[in]--;
            out = s->burst_dest[in];
        }
        enqueue(s, in, out, now);
    }
}

static int schedule(struct sw *s, int iterations, int match[PORTS])
{
    int out_taken[PORTS] = { 0 }, matched = 0;

    for (int i = 0; i < PORTS; i++)
        match[i] = -1;
    for (int it = 0; it < iterations; it++) {
        int grant[PORTS], news = 0;
        for (int out = 0; out < PORTS; out++) {
            grant[out] = -1;
            if (out_taken[out])
                continue;
            for (int k = 0; k < PORTS; k++) {
                int in = (s->grant_ptr[out] + k) % PORTS;
                if (match[in] < 0 && s->voq[in][out].length > 0) {
                    grant[out] = in;
                    break;
                }
            }
        }
        for (int in = 0; in < PORTS; in++) {
            if (match[in] >= 0)
                continue;
            for (int k = 0; k < PORTS; k++) {
                int out = (s->accept_ptr[in] + k) % PORTS;
                if (grant[out] != in)
                    continue;
                match[in] = out;
                out_taken[out] = 1;
                news++;
                if (it == 0) {
                    s->grant_ptr[out] = (in + 1) % PORTS;
                    s->accept_ptr[in] = (out + 1) % PORTS;
                }
                break;
            }
        }
        if (!news)
            break;
        matched += news;
    }
    return matched;
}

static void simulate(struct sw *s, enum pattern p, double load, int slots, uint64_t seed)
{
    int match[PORTS];

    memset(s, 0, sizeof *s);
    s->rng = seed;
    for (int now = 0; now < slots; now++) {
        arrivals(s, p, load, now);
        if (!schedule(s, 3, match))
            continue;
        for (int in = 0; in < PORTS; in++)
            if (match[in] >= 0)
                transmit(s, in, match[in], now);
    }
    for (int i = 0; i < PORTS; i++)
        for (int o = 0; o < PORTS; o++)
            while (s->voq[i][o].head) {
                struct cell *c = s->voq[i][o].head;
                s->voq[i][o].head = c->next;
                free(c);
            }
    while (s->free_list) {
        struct cell *c = s->free_list;
        s->free_list = c->next;
        free(c);
    }
}

int main(int argc, char **argv)
{
    static const double loads[] = { 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99 };
    enum { NLOADS = sizeof loads / sizeof *loads };
    int slots = argc > 1 ? atoi(argv[1]) : 10000;
    struct sw *all = malloc(NPATTERNS * NLOADS * sizeof *all);

    if (!all || slots <= 0) {
        fprintf(stderr, "usage: islip [slots]\n");
        return 2;
    }
    #pragma omp parallel for collapse(2) schedule(dynamic, 1)
    for (int p = 0; p < NPATTERNS; p++)
        for (int k = NLOADS - 1; k >= 0; k--)
            simulate(&all[p * NLOADS + k], p, loads[k], slots, 1000003u * (p + 1) + k);
    for (int p = 0; p < NPATTERNS; p++) {
        printf("%s traffic\n", pattern_name[p]);
        for (int k = 0; k < NLOADS; k++) {
            const struct sw *s = &all[p * NLOADS + k];
            printf("  load %.2f  throughput %.5f  delay %9.3f  lost %6ld  longest queue %d\n", loads[k],
                   (double)s->sent / PORTS / slots, s->sent ? (double)s->delay / s->sent : 0.0,
                   s->dropped, s->longest);
        }
    }
    free(all);
    return 0;
}
