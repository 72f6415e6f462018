// SPDX-License-Identifier: Apache-2.0
// Clusters synthetic points: k-means++ seeding, Lloyd iterations, then a
// Gaussian mixture with diagonal covariances fitted by EM; model choice by BIC.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIM 6 /* features per point */

typedef struct {
    int n;
    double *x;   /* n rows of DIM */
    int *origin; /* component that generated the row */
} dataset;

typedef struct {
    int k;
    double *mean, *var, *weight;
} mixture;

static unsigned long long state = 42;

static double uniform01(void) {
    state = state * 6364136223846793005ull + 1ull;
    return (double)(state >> 11) * (1.0 / 9007199254740992.0);
}

static double gaussian(void) {
    double u = uniform01() + 1e-300, v = uniform01();
    return sqrt(-2.0 * log(u)) * cos(2.0 * M_PI * v);
}

static dataset generate(int n, int groups) {
    dataset d = {n, malloc(sizeof(double) * n * DIM), malloc(sizeof(int) * n)};
    double *centre = malloc(sizeof(double) * groups * DIM);
    double *spread = malloc(sizeof(double) * groups * DIM);
    for (int i = 0; i < groups * DIM; i++) {
        centre[i] = 10.0 * uniform01();
        spread[i] = 0.3 + 0.9 * uniform01();
    }
    for (int i = 0; i < n; i++) {
        double u = uniform01();
        int g = (int)(u * u * groups);
        d.origin[i] = g;
        for (int j = 0; j < DIM; j++)
            d.x[i * DIM + j] = centre[g * DIM + j] + spread[g * DIM + j] * gaussian();
    }
    free(centre);
    free(spread);
    return d;
}

static double dist2(const double *a, const double *b) {
    double s = 0;
    for (int j = 0; j < DIM; j++) {
        double t = a[j] - b[j];
        s += t * t;
    }
    return s;
}

static void seed_centres(const dataset *d, int k, double *centre) {
    double *best = malloc(sizeof *best * d->n);
    memcpy(centre, d->x, sizeof(double) * DIM);
    for (int i = 0; i < d->n; i++)
        best[i] = DBL_MAX;
    for (int c = 1; c < k; c++) {
        double total = 0;
        for (int i = 0; i < d->n; i++) {
            double t = dist2(d->x + i * DIM, centre + (c - 1) * DIM);
            if (t < best[i])
                best[i] = t;
            total += best[i];
        }
        double pick = uniform01() * total;
        int i = 0;
        while (i < d->n - 1 && (pick -= best[i]) > 0)
            i++;
        memcpy(centre + c * DIM, d->x + i * DIM, sizeof(double) * DIM);
    }
    free(best);
}

static int assign_labels(const dataset *d, int k, const double *centre, int *label) {
    int moved = 0;
    for (int i = 0; i < d->n; i++) {
        int arg = 0;
        double low = DBL_MAX;
        for (int c = 0; c < k; c++) {
            double t = dist2(d->x + i * DIM, centre + c * DIM);
            if (t < low) {
                low = t;
                arg = c;
            }
        }
        if (label[i] != arg) {
            label[i] = arg;
            moved++;
        }
    }
    return moved;
}

static void update_centres(const dataset *d, int k, double *centre, const int *label, int *count) {
    memset(count, 0, sizeof *count * k);
    memset(centre, 0, sizeof *centre * k * DIM);
    for (int i = 0; i < d->n; i++) {
        count[label[i]]++;
        for (int j = 0; j < DIM; j++)
            centre[label[i] * DIM + j] += d->x[i * DIM + j];
    }
    for (int c = 0; c < k; c++)
        for (int j = 0; j < DIM; j++)
            if (count[c] > 0)
                centre[c * DIM + j] /= count[c];
}

static void mixture_from_labels(const dataset *d, mixture *m, const int *label, const int *count) {
    for (int c = 0; c < m->k; c++)
        m->weight[c] = (count[c] + 1.0) / (d->n + m->k);
    for (int i = 0; i < m->k * DIM; i++)
        m->var[i] = 1e-3;
    for (int i = 0; i < d->n; i++) {
        int c = label[i];
        for (int j = 0; j < DIM; j++) {
            double t = d->x[i * DIM + j] - m->mean[c * DIM + j];
            m->var[c * DIM + j] += t * t / (count[c] + 1);
        }
    }
}

/* responsibilities for every point; returns the log likelihood */
static double e_step(const dataset *d, const mixture *m, double *resp, double *loglik) {
    int k = m->k;
    double *constant = malloc(sizeof *constant * k);
    for (int c = 0; c < k; c++) {
        constant[c] = log(m->weight[c]);
        for (int j = 0; j < DIM; j++)
            constant[c] -= 0.5 * log(2 * M_PI * m->var[c * DIM + j]);
    }
    for (int i = 0; i < d->n; i++) {
        const double *x = d->x + i * DIM;
        double *r = resp + (size_t)i * k, top = -DBL_MAX, sum = 0;
        for (int c = 0; c < k; c++) {
            double q = 0;
            for (int j = 0; j < DIM; j++) {
                double t = x[j] - m->mean[c * DIM + j];
                q += t * t / m->var[c * DIM + j];
            }
            r[c] = constant[c] - 0.5 * q;
            if (r[c] > top)
                top = r[c];
        }
        for (int c = 0; c < k; c++) {
            r[c] = exp(r[c] - top);
            sum += r[c];
        }
        for (int c = 0; c < k; c++)
            r[c] /= sum;
        loglik[i] = top + log(sum);
    }
    double total = 0;
    for (int i = 0; i < d->n; i++)
        total += loglik[i];
    free(constant);
    return total;
}

static void m_step(const dataset *d, mixture *m, const double *resp) {
    int k = m->k;
    for (int c = 0; c < k; c++) {
        double *mean = m->mean + c * DIM, *var = m->var + c * DIM, mass = 1e-9;
        memset(mean, 0, sizeof *mean * DIM);
        memset(var, 0, sizeof *var * DIM);
        for (int i = 0; i < d->n; i++) {
            double r = resp[(size_t)i * k + c];
            mass += r;
            for (int j = 0; j < DIM; j++)
                mean[j] += r * d->x[i * DIM + j];
        }
        for (int j = 0; j < DIM; j++)
            mean[j] /= mass;
        for (int i = 0; i < d->n; i++) {
            double r = resp[(size_t)i * k + c];
            for (int j = 0; j < DIM; j++) {
                double t = d->x[i * DIM + j] - mean[j];
                var[j] += r * t * t;
            }
        }
        for (int j = 0; j < DIM; j++)
            var[j] = var[j] / mass + 1e-4;
        m->weight[c] = mass / d->n;
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 30000;
    int kmax = argc > 2 ? atoi(argv[2]) : 12;
    int rounds = argc > 3 ? atoi(argv[3]) : 20;
    const int groups = 8;
    dataset d = generate(n, groups);
    int *label = malloc(sizeof *label * n), *count = malloc(sizeof *count * kmax);
    double *resp = malloc(sizeof *resp * n * kmax), *loglik = malloc(sizeof *loglik * n);
    double best_bic = DBL_MAX;
    int best_k = 0;

    for (int k = 2; k <= kmax; k++) {
        mixture m = {k, malloc(sizeof(double) * k * DIM), malloc(sizeof(double) * k * DIM),
                     malloc(sizeof(double) * k)};
        int iter = 0, moved;
        for (int i = 0; i < n; i++)
            label[i] = -1;
        seed_centres(&d, k, m.mean);
        do {
            moved = assign_labels(&d, k, m.mean, label);
            update_centres(&d, k, m.mean, label, count);
        } while (moved > n / 1000 && ++iter < 60);

        mixture_from_labels(&d, &m, label, count);
        double ll = 0;
        for (int r = 0; r < rounds; r++) {
            ll = e_step(&d, &m, resp, loglik);
            m_step(&d, &m, resp);
        }
        double bic = -2 * ll + (2.0 * k * DIM + k - 1) * log((double)n);
        printf("k=%2d  lloyd %2d (moved %d)  log likelihood %.6f  BIC %.4f  w0 %.8f\n", k, iter, moved, ll, bic,
               m.weight[0]);
        if (bic < best_bic) {
            best_bic = bic;
            best_k = k;
        }
        free(m.mean);
        free(m.var);
        free(m.weight);
    }
    printf("generated with %d components, BIC selects %d\n", groups, best_k);
    free(d.x), free(d.origin), free(label), free(count), free(resp), free(loglik);
    return 0;
}
