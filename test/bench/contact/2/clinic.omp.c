// SPDX-License-Identifier: Apache-2.0
/* Discrete event simulation of a clinic: arrivals, triage, doctors with
 * priorities; one event heap, one random stream (sequential by nature). */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

enum { ARRIVE, TRIAGED, TREATED };

typedef struct { double t; int kind, patient; } Event;
typedef struct { double arrived; int urgent; int next; } Patient;

static Event *heap;
static int nheap, capheap;
static Patient *pat;
static int npat;
static unsigned long long s = 2718281;

static double expo(double mean)
{
    s = s * 6364136223846793005ULL + 1442695040888963407ULL;
    return -mean * log(((s >> 11) + 1) / 9007199254740993.0);
}

static void push(double t, int kind, int p)
{
    if (nheap == capheap) {
        capheap = capheap ? 2 * capheap : 64;
        heap = realloc(heap, capheap * sizeof *heap);
    }
    int i = nheap++;
    while (i > 0 && heap[(i - 1) / 2].t > t) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i].t = t;
    heap[i].kind = kind;
    heap[i].patient = p;
}

static Event pop(void)
{
    Event top = heap[0], last = heap[--nheap];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= nheap)
            break;
        if (c + 1 < nheap && heap[c + 1].t < heap[c].t)
            c++;
        if (heap[c].t >= last.t)
            break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = last;
    return top;
}

typedef struct { int head, tail, len; } Queue;

static void enqueue(Queue *q, int p)
{
    pat[p].next = -1;
    if (q->len++)
        pat[q->tail].next = p;
    else
        q->head = p;
    q->tail = p;
}

static int dequeue(Queue *q)
{
    int p = q->head;
    q->head = pat[p].next;
    q->len--;
    return p;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6500000, doctors = argc > 2 ? atoi(argv[2]) : 12;
    int nurses = 3, free_n = nurses, free_d = doctors, maxq = 0;
    Queue wait = {0, 0, 0}, urgent = {0, 0, 0}, normal = {0, 0, 0};
    double wsum[2] = {0, 0}, now = 0, busy = 0;
    double *waits = malloc(n * sizeof *waits);
    long cnt[2] = {0, 0}, nw = 0;
    struct timespec a, b;
    pat = malloc(n * sizeof *pat);

    clock_gettime(CLOCK_MONOTONIC, &a);
    push(expo(1.0), ARRIVE, -1);
    while (nheap) {
        Event e = pop();
        busy += (doctors - free_d) * (e.t - now);
        now = e.t;
        if (e.kind == ARRIVE) {
            Patient *p = &pat[npat];
            p->arrived = now;
            p->urgent = expo(1.0) > 2.0;
            enqueue(&wait, npat++);
            if (npat < n)
                push(now + expo(1.0), ARRIVE, -1);
        } else if (e.kind == TRIAGED) {
            free_n++;
            enqueue(pat[e.patient].urgent ? &urgent : &normal, e.patient);
        } else {
            free_d++;
        }
        while (free_n && wait.len) {
            int p = dequeue(&wait);
            free_n--;
            push(now + expo(2.5), TRIAGED, p);
        }
        while (free_d && (urgent.len || normal.len)) {
            int p = dequeue(urgent.len ? &urgent : &normal);
            double w = now - pat[p].arrived;
            free_d--;
            wsum[pat[p].urgent] += w;
            cnt[pat[p].urgent]++;
            waits[nw++] = w;
            push(now + expo(pat[p].urgent ? 15 : 10), TREATED, p);
        }
        if (normal.len > maxq)
            maxq = normal.len;
    }
    double var = 0, mean = (wsum[0] + wsum[1]) / nw;
#pragma omp parallel for reduction(+:var)
    for (long i = 0; i < nw; i++)
        var += (waits[i] - mean) * (waits[i] - mean);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("patients %d, closing time %.3f\n", npat, now);
    printf("normal %ld mean wait %.5f\nurgent %ld mean wait %.5f\n", cnt[0], wsum[0] / cnt[0], cnt[1],
           wsum[1] / (cnt[1] ? cnt[1] : 1));
    printf("sd of wait %.5f, longest queue %d, doctors busy %.4f\n", sqrt(var / nw), maxq,
           busy / (now * doctors));
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(heap); free(pat); free(waits);
    return 0;
}
