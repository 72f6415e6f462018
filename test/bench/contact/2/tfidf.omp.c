// SPDX-License-Identifier: Apache-2.0
/* TF-IDF vectors of generated documents and nearest document by cosine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

typedef struct { int term; float w; } Entry;

typedef struct {
    int n, cap;
    Entry *e;           /* sorted by term */
} Doc;

static unsigned rng = 8088;
static unsigned rnd(unsigned m)
{
    rng = rng * 1664525u + 1013904223u;
    return (rng >> 9) % m;
}

static int by_term(const void *a, const void *b)
{
    return ((const Entry *)a)->term - ((const Entry *)b)->term;
}

static void add_word(Doc *d, int term)
{
    for (int i = 0; i < d->n; i++)
        if (d->e[i].term == term) {
            d->e[i].w += 1;
            return;
        }
    if (d->n == d->cap) {
        d->cap = d->cap ? 2 * d->cap : 32;
        d->e = realloc(d->e, d->cap * sizeof(Entry));
    }
    d->e[d->n].term = term;
    d->e[d->n++].w = 1;
}

static Doc *make_docs(int n, int words, int vocab)
{
    Doc *d = calloc(n, sizeof *d);
    for (int i = 0; i < n; i++) {
        int topic = rnd(20);
        for (int k = 0; k < words; k++) {
            unsigned r = rnd(vocab);
            int t = rnd(3) ? (int)(r * (unsigned long long)r / vocab) : (topic * 197 + (int)rnd(150)) % vocab;
            add_word(&d[i], t);
        }
        qsort(d[i].e, d[i].n, sizeof(Entry), by_term);
    }
    return d;
}

static void weigh(Doc *d, int n, int vocab)
{
    int *df = calloc(vocab, sizeof(int));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < d[i].n; k++)
            df[d[i].e[k].term]++;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double norm = 0;
        for (int k = 0; k < d[i].n; k++) {
            Entry *e = &d[i].e[k];
            e->w = (float)((1 + log(e->w)) * log((double)n / df[e->term]));
            norm += e->w * e->w;
        }
        for (int k = 0; k < d[i].n; k++)
            d[i].e[k].w /= (float)sqrt(norm);
    }
    free(df);
}

static float dot(const Doc *a, const Doc *b)
{
    int i = 0, j = 0;
    float s = 0;
    while (i < a->n && j < b->n) {
        if (a->e[i].term < b->e[j].term)
            i++;
        else if (a->e[i].term > b->e[j].term)
            j++;
        else
            s += a->e[i++].w * b->e[j++].w;
    }
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 880, words = argc > 2 ? atoi(argv[2]) : 250, vocab = 4000;
    Doc *d = make_docs(n, words, vocab);
    int *nearest = malloc(n * sizeof(int));
    float *best = malloc(n * sizeof(float));
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    weigh(d, n, vocab);
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++) {
        best[i] = -1;
        nearest[i] = -1;
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            float c = dot(&d[i], &d[j]);
            if (c > best[i]) {
                best[i] = c;
                nearest[i] = j;
            }
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    double mean = 0;
    int mutual = 0;
    for (int i = 0; i < n; i++) {
        mean += best[i];
        mutual += nearest[nearest[i]] == i;
    }
    for (int i = 0; i < 8 && i < n; i++)
        printf("doc %d (%d terms) ~ doc %d  cos %.5f\n", i, d[i].n, nearest[i], best[i]);
    printf("mean best cosine %.6f, mutual %d\n", mean / n, mutual);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    for (int i = 0; i < n; i++)
        free(d[i].e);
    free(d); free(nearest); free(best);
    return 0;
}
