// SPDX-License-Identifier: Apache-2.0
/* Scan sequences with a hidden Markov model: scaled forward algorithm
 * and Viterbi log score per sequence. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef struct {
    int ns, nsym;
    double **trans;     /* trans[from][to] */
    double **emit;      /* emit[state][symbol] */
    double *init;
    double **ltrans, **lemit;
} Hmm;

static unsigned long long st = 99;
static double rnd(void)
{
    st = st * 6364136223846793005ULL + 1442695040888963407ULL;
    return (st >> 11) / 9007199254740992.0;
}

static double **matrix(int r, int c)
{
    double **m = malloc(r * sizeof *m);
    m[0] = malloc((size_t)r * c * sizeof **m);
    for (int i = 1; i < r; i++)
        m[i] = m[i - 1] + c;
    return m;
}

static void random_dist(double *p, int n, double peak)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] = pow(rnd(), peak) + 1e-3;
    for (int i = 0; i < n; i++)
        p[i] /= s;
}

static Hmm *hmm_random(int ns, int nsym)
{
    Hmm *h = malloc(sizeof *h);
    h->ns = ns;
    h->nsym = nsym;
    h->trans = matrix(ns, ns);
    h->emit = matrix(ns, nsym);
    h->ltrans = matrix(ns, ns);
    h->lemit = matrix(ns, nsym);
    h->init = malloc(ns * sizeof(double));
    random_dist(h->init, ns, 1);
    for (int i = 0; i < ns; i++) {
        random_dist(h->trans[i], ns, 4);
        random_dist(h->emit[i], nsym, 3);
        for (int j = 0; j < ns; j++)
            h->ltrans[i][j] = log(h->trans[i][j]);
        for (int j = 0; j < nsym; j++)
            h->lemit[i][j] = log(h->emit[i][j]);
    }
    return h;
}

static int draw(const double *p, int n)
{
    double r = rnd();
    int i = 0;
    while (i < n - 1 && (r -= p[i]) > 0)
        i++;
    return i;
}

static double forward(const Hmm *h, const int *obs, int len, double *alpha, double *next)
{
    double ll = 0;
    for (int i = 0; i < h->ns; i++)
        alpha[i] = h->init[i] * h->emit[i][obs[0]];
    for (int t = 1; t <= len; t++) {
        double c = 0;
        for (int i = 0; i < h->ns; i++)
            c += alpha[i];
        ll += log(c);
        if (t == len)
            break;
        for (int j = 0; j < h->ns; j++) {
            double s = 0;
            for (int i = 0; i < h->ns; i++)
                s += alpha[i] * h->trans[i][j];
            next[j] = s / c * h->emit[j][obs[t]];
        }
        double *x = alpha; alpha = next; next = x;
    }
    return ll;
}

static double viterbi(const Hmm *h, const int *obs, int len, double *v, double *next)
{
    for (int i = 0; i < h->ns; i++)
        v[i] = log(h->init[i]) + h->lemit[i][obs[0]];
    for (int t = 1; t < len; t++) {
        for (int j = 0; j < h->ns; j++) {
            double best = v[0] + h->ltrans[0][j];
            for (int i = 1; i < h->ns; i++)
                if (v[i] + h->ltrans[i][j] > best)
                    best = v[i] + h->ltrans[i][j];
            next[j] = best + h->lemit[j][obs[t]];
        }
        double *x = v; v = next; next = x;
    }
    double best = v[0];
    for (int i = 1; i < h->ns; i++)
        if (v[i] > best)
            best = v[i];
    return best;
}

int main(int argc, char **argv)
{
    int nseq = argc > 1 ? atoi(argv[1]) : 1400, len = argc > 2 ? atoi(argv[2]) : 400;
    Hmm *h = hmm_random(40, 20);
    int **seq = malloc(nseq * sizeof *seq);
    double *ll = malloc(nseq * sizeof *ll), *vs = malloc(nseq * sizeof *vs);
    struct timespec a, b;

    for (int s = 0; s < nseq; s++) {
        seq[s] = malloc(len * sizeof(int));
        int state = draw(h->init, h->ns);
        for (int t = 0; t < len; t++) {
            seq[s][t] = s % 3 ? draw(h->emit[state], h->nsym) : (int)(rnd() * h->nsym);
            state = draw(h->trans[state], h->ns);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
#pragma omp parallel
    {
    double *w1 = malloc(h->ns * sizeof(double)), *w2 = malloc(h->ns * sizeof(double));
#pragma omp for schedule(dynamic, 4)
    for (int s = 0; s < nseq; s++) {
        ll[s] = forward(h, seq[s], len, w1, w2);
        vs[s] = viterbi(h, seq[s], len, w1, w2);
    }
    free(w1);
    free(w2);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    double sl = 0, sv = 0;
    int hits = 0;
    for (int s = 0; s < nseq; s++) {
        sl += ll[s];
        sv += vs[s];
        if (ll[s] / len > -log(20.0))
            hits++;
    }
    for (int s = 0; s < nseq && s < 6; s++)
        printf("seq %d forward %.6f viterbi %.6f\n", s, ll[s], vs[s]);
    printf("sum %.6f %.6f hits %d of %d\n", sl, sv, hits, nseq);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    for (int s = 0; s < nseq; s++)
        free(seq[s]);
    free(seq); free(ll); free(vs); free(h->init);
    free(h->trans[0]); free(h->trans); free(h->emit[0]); free(h->emit);
    free(h->ltrans[0]); free(h->ltrans); free(h->lemit[0]); free(h->lemit); free(h);
    return 0;
}
