// SPDX-License-Identifier: Apache-2.0
/*
 * Discrete hidden Markov model: scores a collection of observation sequences
 * with the scaled forward algorithm and decodes them with Viterbi.
 *
 * Arguments: [sequences] [max length] [states] [symbols]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef struct hmm {
    int ns, nsym;
    double *pi, *A, *B;     /* ns, ns x ns, ns x nsym */
    double *logpi, *logA, *logB;
} hmm_t;

typedef struct {
    int len;
    int *obs;
    int *path;
    double loglik;
    double vscore;
} seq_t;

static unsigned int rstate = 2024;

static double rnd01(void)
{
    rstate = rstate * 1664525u + 1013904223u;
    return (rstate >> 8) * (1.0 / 16777216.0);
}

static void *alloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (p == NULL) {
        fprintf(stderr, "hmm: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

/* allocate rows of random stochastic vectors together with their logs */
static void stochastic(double **p, double **lp, int rows, int cols)
{
    *p = alloc(rows * cols, sizeof(double));
    *lp = alloc(rows * cols, sizeof(double));
    for (int r = 0; r < rows; r++) {
        double *row = *p + r * cols, sum = 0;
        for (int c = 0; c < cols; c++) {
            double v = rnd01();
            row[c] = 0.02 + v * v * v;
            sum += row[c];
        }
        for (int c = 0; c < cols; c++) {
            row[c] /= sum;
            (*lp)[r * cols + c] = log(row[c]);
        }
    }
}

static int draw(const double *p, int n)
{
    double u = rnd01();
    int i = 0;
    while (i < n - 1 && u >= p[i])
        u -= p[i++];
    return i;
}

static void sample(const hmm_t *h, seq_t *s, int maxlen)
{
    s->len = maxlen / 2 + (int)(rnd01() * (maxlen / 2)) + 1;
    s->obs = alloc(s->len, sizeof(int));
    s->path = alloc(s->len, sizeof(int));
    int q = draw(h->pi, h->ns);
    for (int t = 0; t < s->len; t++) {
        s->obs[t] = draw(h->B + q * h->nsym, h->nsym);
        q = draw(h->A + q * h->ns, h->ns);
    }
}

static double forward(const hmm_t *h, const seq_t *s)
{
    int n = h->ns;
    double *alpha = alloc(n, sizeof(double)), *next = alloc(n, sizeof(double));
    double ll = 0.0;
    for (int t = 0; t < s->len; t++) {
        double scale = 0.0;
        for (int j = 0; j < n; j++) {
            double acc = 0.0;
            if (t == 0)
                acc = h->pi[j];
            else
                for (int i = 0; i < n; i++)
                    acc += alpha[i] * h->A[i * n + j];
            next[j] = acc * h->B[j * h->nsym + s->obs[t]];
            scale += next[j];
        }
        for (int j = 0; j < n; j++)
            alpha[j] = next[j] / scale;
        ll += log(scale);
    }
    free(alpha), free(next);
    return ll;
}

static double viterbi(const hmm_t *h, seq_t *s)
{
    int n = h->ns, T = s->len;
    double *delta = alloc((size_t)T * n, sizeof(double));
    unsigned char *back = alloc((size_t)T * n, 1);
    for (int j = 0; j < n; j++)
        delta[j] = h->logpi[j] + h->logB[j * h->nsym + s->obs[0]];
    for (int t = 1; t < T; t++)
        for (int j = 0; j < n; j++) {
            const double *prev = delta + (size_t)(t - 1) * n;
            double best = prev[0] + h->logA[j];
            int arg = 0;
            for (int i = 1; i < n; i++) {
                double v = prev[i] + h->logA[i * n + j];
                if (v > best)
                    best = v, arg = i;
            }
            delta[(size_t)t * n + j] = best + h->logB[j * h->nsym + s->obs[t]];
            back[(size_t)t * n + j] = (unsigned char)arg;
        }
    int q = 0;
    for (int j = 1; j < n; j++)
        if (delta[(size_t)(T - 1) * n + j] > delta[(size_t)(T - 1) * n + q])
            q = j;
    double score = delta[(size_t)(T - 1) * n + q];
    for (int t = T - 1; t >= 0; t--) {
        s->path[t] = q;
        q = back[(size_t)t * n + q];
    }
    free(delta), free(back);
    return score;
}

int main(int argc, char **argv)
{
    int nseq = argc > 1 ? atoi(argv[1]) : 1100, maxlen = argc > 2 ? atoi(argv[2]) : 1500;
    int ns = argc > 3 ? atoi(argv[3]) : 24, nsym = argc > 4 ? atoi(argv[4]) : 20;
    hmm_t h;
    struct timespec a, b;
    seq_t *seq = alloc(nseq, sizeof *seq);
    h.ns = ns;
    h.nsym = nsym;
    stochastic(&h.pi, &h.logpi, 1, ns);
    stochastic(&h.A, &h.logA, ns, ns);
    stochastic(&h.B, &h.logB, ns, nsym);
    for (int i = 0; i < nseq; i++)
        sample(&h, &seq[i], maxlen);

    clock_gettime(CLOCK_MONOTONIC, &a);
    double total = 0, vtotal = 0;
    long occupancy[256] = { 0 };
#pragma omp parallel for schedule(dynamic, 4) reduction(+:total,vtotal,occupancy[:256])
    for (int i = 0; i < nseq; i++) {
        seq[i].loglik = forward(&h, &seq[i]);
        seq[i].vscore = viterbi(&h, &seq[i]);
        total += seq[i].loglik;
        vtotal += seq[i].vscore;
        for (int t = 0; t < seq[i].len; t++)
            occupancy[seq[i].path[t]]++;
    }
    clock_gettime(CLOCK_MONOTONIC, &b);

    printf("log likelihood %.4f   viterbi %.4f\n", total, vtotal);
    for (int j = 0; j < ns; j++)
        printf("%ld%c", occupancy[j], j == ns - 1 ? '\n' : ' ');
    fprintf(stderr, "time %.3f\n", (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);
    for (int i = 0; i < nseq; i++)
        free(seq[i].obs), free(seq[i].path);
    free(seq); free(h.pi); free(h.A); free(h.B);
    free(h.logpi); free(h.logA); free(h.logB);
    return 0;
}
