// SPDX-License-Identifier: Apache-2.0
/*
 * kmeans - Lloyd's algorithm on synthetic Gaussian blobs
 *
 * usage: kmeans [npoints] [dim] [k] [iterations]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <float.h>
#include <time.h>

typedef struct {
    int n;          /* number of points */
    int dim;        /* features per point */
    double *x;      /* n * dim, row major */
    int *label;     /* cluster of each point */
} Dataset;

typedef struct {
    int k;
    int dim;
    double *center; /* k * dim */
    double *sum;    /* k * dim accumulator */
    int *count;     /* members per cluster */
} Model;

static unsigned long long rng_state = 88172645463325252ULL;

static double uniform(void)
{
    rng_state = rng_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static void *xmalloc(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "kmeans: out of memory\n");
        exit(1);
    }
    return p;
}

static void generate(Dataset *d, int blobs)
{
    double *mid = xmalloc(sizeof(double) * blobs * d->dim);
    for (int i = 0; i < blobs * d->dim; i++)
        mid[i] = 20.0 * uniform() - 10.0;
    for (int i = 0; i < d->n; i++) {
        int b = (int)(uniform() * blobs);
        for (int j = 0; j < d->dim; j++) {
            double g = uniform() + uniform() + uniform() + uniform() - 2.0;
            d->x[(size_t)i * d->dim + j] = mid[b * d->dim + j] + 2.0 * g;
        }
        d->label[i] = -1;
    }
    free(mid);
}

static void init_centers(Model *m, const Dataset *d)
{
    for (int c = 0; c < m->k; c++) {
        int pick = (int)(uniform() * d->n);
        memcpy(m->center + (size_t)c * m->dim, d->x + (size_t)pick * d->dim,
               sizeof(double) * m->dim);
    }
}

/* index of the closest centre; squared distance returned through *best */
static int nearest(const Model *m, const double *p, double *best)
{
    int idx = 0;
    double bd = DBL_MAX;
    for (int c = 0; c < m->k; c++) {
        const double *q = m->center + (size_t)c * m->dim;
        double dist = 0.0;
        for (int j = 0; j < m->dim; j++) {
            double t = p[j] - q[j];
            dist += t * t;
        }
        if (dist < bd) {
            bd = dist;
            idx = c;
        }
    }
    *best = bd;
    return idx;
}

static int assign(Model *m, Dataset *d, double *inertia)
{
    int changed = 0;
    double total = 0.0;
#pragma omp parallel for schedule(static) reduction(+:changed,total)
    for (int i = 0; i < d->n; i++) {
        double dist;
        int c = nearest(m, d->x + (size_t)i * d->dim, &dist);
        if (c != d->label[i]) {
            d->label[i] = c;
            changed++;
        }
        total += dist;
    }
    *inertia = total;
    return changed;
}

static void update(Model *m, const Dataset *d)
{
    memset(m->sum, 0, sizeof(double) * m->k * m->dim);
    memset(m->count, 0, sizeof(int) * m->k);
#pragma omp parallel
    {
        int kd = m->k * m->dim, dim = m->dim;
        double *lsum = calloc(kd, sizeof(double));
        int *lcount = calloc(m->k, sizeof(int));
        if (!lsum || !lcount)
            exit(1);
#pragma omp for schedule(static) nowait
        for (int i = 0; i < d->n; i++) {
            int c = d->label[i];
            lcount[c]++;
            for (int j = 0; j < dim; j++)
                lsum[c * dim + j] += d->x[(size_t)i * dim + j];
        }
#pragma omp critical
        {
            for (int c = 0; c < m->k; c++)
                m->count[c] += lcount[c];
            for (int j = 0; j < kd; j++)
                m->sum[j] += lsum[j];
        }
        free(lsum), free(lcount);
    }
    for (int c = 0; c < m->k; c++)
        if (m->count[c] > 0)
            for (int j = 0; j < m->dim; j++)
                m->center[c * m->dim + j] = m->sum[c * m->dim + j] / m->count[c];
}

int main(int argc, char **argv)
{
    Dataset d;
    Model m;
    d.n = argc > 1 ? atoi(argv[1]) : 200000;
    d.dim = argc > 2 ? atoi(argv[2]) : 8;
    m.k = argc > 3 ? atoi(argv[3]) : 16;
    int iters = argc > 4 ? atoi(argv[4]) : 90;
    m.dim = d.dim;

    d.x = xmalloc(sizeof(double) * d.n * d.dim);
    d.label = xmalloc(sizeof(int) * d.n);
    m.center = xmalloc(sizeof(double) * m.k * m.dim);
    m.sum = xmalloc(sizeof(double) * m.k * m.dim);
    m.count = xmalloc(sizeof(int) * m.k);
    generate(&d, m.k);
    init_centers(&m, &d);

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    double inertia = 0.0;
    int it, changed = 0;
    for (it = 0; it < iters; it++) {
        changed = assign(&m, &d, &inertia);
        if (changed == 0)
            break;
        update(&m, &d);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    printf("iterations %d  last changed %d  inertia %.4e\n", it, changed, inertia);
    for (int c = 0; c < m.k; c++)
        printf("cluster %2d: %7d points, centre (%.4f, %.4f)\n", c, m.count[c],
               m.center[c * m.dim], m.center[c * m.dim + (m.dim > 1)]);
    fprintf(stderr, "time %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(d.x); free(d.label); free(m.center); free(m.sum); free(m.count);
    return 0;
}
