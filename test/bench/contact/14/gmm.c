#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

/* Gaussian mixture by EM, diagonal covariance.  K-means++ style seeding. */

#define DIM 6
#define KMAX 16

typedef struct { double w, mu[DIM], var[DIM], logdet; } comp_t;
typedef struct { double n, s[DIM], ss[DIM]; } suff_t;

typedef struct model {
    int k;
    comp_t c[KMAX];
    suff_t acc[KMAX];
    double resp[KMAX];
    double loglik;
    int iters, reseeded;
} model_t;

typedef struct { int n; double (*x)[DIM]; int *label; } data_t;

static unsigned long long st = 1;
static double ru(void)
{
    st = st * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(st >> 11) * 0x1p-53;
}
static double rn(void)
{
    double a = 0;
    for (int i = 0; i < 12; i++) a += ru();
    return a - 6;
}

static double sqdist(const double *a, const double *b)
{
    double d = 0;
    for (int i = 0; i < DIM; i++) d += (a[i] - b[i]) * (a[i] - b[i]);
    return d;
}

static int seed_model(model_t *m, const data_t *d, int k)
{
    double *best = malloc(d->n * sizeof *best);
    if (!best) return -1;
    memset(m, 0, sizeof *m);
    m->k = k;
    int pick = (int)(ru() * d->n);
    for (int i = 0; i < d->n; i++) best[i] = 1e300;
    for (int c = 0; c < k; c++) {
        memcpy(m->c[c].mu, d->x[pick], sizeof m->c[c].mu);
        m->c[c].w = 1.0 / k;
        for (int j = 0; j < DIM; j++) m->c[c].var[j] = 1.0;
        int far = 0;
        for (int i = 0; i < d->n; i++) {
            double q = sqdist(d->x[i], m->c[c].mu);
            if (q < best[i]) best[i] = q;
            if (best[i] > best[far]) far = i;
        }
        pick = far;
    }
    free(best);
    return 0;
}

static void prepare(model_t *m)
{
    for (int c = 0; c < m->k; c++) {
        double l = log(m->c[c].w);
        for (int j = 0; j < DIM; j++) l -= 0.5 * log(2 * M_PI * m->c[c].var[j]);
        m->c[c].logdet = l;
        memset(&m->acc[c], 0, sizeof m->acc[c]);
    }
    m->loglik = 0;
}

static double responsibilities(model_t *m, const double *x)
{
    double top = -1e300, sum = 0;
    for (int c = 0; c < m->k; c++) {
        const comp_t *g = &m->c[c];
        double l = g->logdet;
        for (int j = 0; j < DIM; j++) {
            double z = x[j] - g->mu[j];
            l -= 0.5 * z * z / g->var[j];
        }
        m->resp[c] = l;
        if (l > top) top = l;
    }
    for (int c = 0; c < m->k; c++) {
        m->resp[c] = exp(m->resp[c] - top);
        sum += m->resp[c];
    }
    for (int c = 0; c < m->k; c++) m->resp[c] /= sum;
    return top + log(sum);
}

static void estep(model_t *m, const data_t *d)
{
    prepare(m);
    for (int i = 0; i < d->n; i++) {
        const double *x = d->x[i];
        m->loglik += responsibilities(m, x);
        for (int c = 0; c < m->k; c++) {
            double r = m->resp[c];
            if (r < 1e-10) continue;
            suff_t *a = &m->acc[c];
            a->n += r;
            for (int j = 0; j < DIM; j++) {
                a->s[j] += r * x[j];
                a->ss[j] += r * x[j] * x[j];
            }
        }
    }
}

static void mstep(model_t *m, const data_t *d)
{
    for (int c = 0; c < m->k; c++) {
        suff_t *a = &m->acc[c];
        comp_t *g = &m->c[c];
        if (a->n < 5) {                     /* starved: move it somewhere */
            memcpy(g->mu, d->x[(c * 7919) % d->n], sizeof g->mu);
            g->w = 1.0 / d->n;
            m->reseeded++;
            continue;
        }
        g->w = a->n / d->n;
        for (int j = 0; j < DIM; j++) {
            g->mu[j] = a->s[j] / a->n;
            double v = a->ss[j] / a->n - g->mu[j] * g->mu[j];
            g->var[j] = v > 1e-4 ? v : 1e-4;
        }
    }
}

static int fit(model_t *m, const data_t *d, int maxit)
{
    double prev = -1e300;
    for (m->iters = 0; m->iters < maxit; m->iters++) {
        estep(m, d);
        if (!isfinite(m->loglik)) return -1;
        if (m->iters > 3 && m->loglik - prev < 1e-9 * d->n) break;
        prev = m->loglik;
        mstep(m, d);
    }
    return 0;
}

static int classify(model_t *m, data_t *d, int *size)
{
    int unsure = 0;
    for (int i = 0; i < d->n; i++) {
        responsibilities(m, d->x[i]);
        int b = 0;
        for (int c = 1; c < m->k; c++) if (m->resp[c] > m->resp[b]) b = c;
        if (m->resp[b] < 0.6) unsure++;
        d->label[i] = b;
        size[b]++;
    }
    return unsure;
}

int main(int argc, char **argv)
{
    data_t d;
    d.n = argc > 1 ? atoi(argv[1]) : 180000;
    int maxit = argc > 2 ? atoi(argv[2]) : 14;
    if (d.n < 50) return 1;
    d.x = malloc(d.n * sizeof *d.x);
    d.label = malloc(d.n * sizeof *d.label);
    if (!d.x || !d.label) return 1;

    double centre[7][DIM];
    for (int c = 0; c < 7; c++) for (int j = 0; j < DIM; j++) centre[c][j] = 8 * ru() - 4;
    for (int i = 0; i < d.n; i++) {
        double skew = ru();
        int c = (int)(7 * skew * ru());
        for (int j = 0; j < DIM; j++) d.x[i][j] = centre[c][j] + rn() * (0.4 + 0.1 * ((c + j) % 5));
    }
    static const int tryk[] = { 4, 7, 10 };
    for (int t = 0; t < 3; t++) {
        model_t m;
        int size[KMAX] = { 0 };
        if (seed_model(&m, &d, tryk[t]) || fit(&m, &d, maxit)) { puts("fit failed"); return 1; }
        int unsure = classify(&m, &d, size);
        double p = m.k * (2.0 * DIM + 1) - 1;
        printf("k=%d iters %d loglik %.3f bic %.2f unsure %d reseeded %d sizes", m.k, m.iters,
               m.loglik, p * log(d.n) - 2 * m.loglik, unsure, m.reseeded);
        for (int c = 0; c < m.k; c++) printf(" %d", size[c]);
        printf("\n");
    }
    free(d.x); free(d.label);
    return 0;
}
