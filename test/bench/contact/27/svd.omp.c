/*
 * fredsvd - spectrum retrieval from a smoothing instrument.
 *
 * The instrument equation  b = A x  (a discretised Fredholm integral of the
 * first kind) is inverted with a truncated SVD.  The SVD is the one-sided
 * Jacobi method of Hestenes: columns of A are made orthogonal pair by pair,
 * the accumulated rotations are V, the column norms are the singular values.
 *
 * usage: svd [rows [cols [seed]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define MAX_SWEEPS 30
#define TOL 1e-13
#define TILE 15

struct matrix {
    int rows, cols;
    double **c;                 /* c[j] is column j */
};

static uint32_t rng_state;

static double uniform(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state * (1.0 / 4294967296.0);
}

static void *need(size_t n)
{
    void *p = calloc(1, n ? n : 1);
    if (!p) {
        fprintf(stderr, "svd: out of memory (%zu bytes)\n", n);
        exit(EXIT_FAILURE);
    }
    return p;
}

static struct matrix *mat_new(int rows, int cols)
{
    struct matrix *m = need(sizeof *m);
    m->rows = rows;
    m->cols = cols;
    m->c = need(cols * sizeof *m->c);
    for (int j = 0; j < cols; j++) m->c[j] = need(rows * sizeof(double));
    return m;
}

static void mat_free(struct matrix *m)
{
    for (int j = 0; j < m->cols; j++) free(m->c[j]);
    free(m->c);
    free(m);
}

/* line shape of the instrument: a triangle of slowly varying width */
static void fill_kernel(struct matrix *a)
{
    for (int j = 0; j < a->cols; j++) {
        double t = (j + 0.5) / a->cols;
        double w = 0.02 + 0.05 * t;
        for (int i = 0; i < a->rows; i++) {
            double d = fabs((i + 0.5) / a->rows - t);
            double v = d < w ? (1.0 - d / w) / (w * a->cols) : 0.0;
            a->c[j][i] = v + 1e-4 * (uniform() - 0.5);
        }
    }
}

static void rotate(double *x, double *y, int n, double cs, double sn)
{
    for (int i = 0; i < n; i++) {
        double xi = x[i], yi = y[i];
        x[i] = cs * xi - sn * yi;
        y[i] = sn * xi + cs * yi;
    }
}

/* orthogonalise columns p and q; returns the cosine that was found */
static double treat_pair(struct matrix *a, struct matrix *v, int p, int q, int *turned)
{
    double *x = a->c[p], *y = a->c[q];
    double xx = 0.0, yy = 0.0, xy = 0.0;

    for (int i = 0; i < a->rows; i++) {
        xx += x[i] * x[i];
        yy += y[i] * y[i];
        xy += x[i] * y[i];
    }
    double scale = sqrt(xx * yy);
    if (scale == 0.0 || fabs(xy) <= TOL * scale) return scale == 0.0 ? 0.0 : fabs(xy) / scale;

    double zeta = (yy - xx) / (2.0 * xy);
    double t = (zeta >= 0 ? 1.0 : -1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    double cs = 1.0 / sqrt(1.0 + t * t);
    rotate(x, y, a->rows, cs, cs * t);
    rotate(v->c[p], v->c[q], v->rows, cs, cs * t);
    ++*turned;
    return fabs(xy) / scale;
}

static double treat_tile(struct matrix *a, struct matrix *v, int p0, int q0, int *turned)
{
    int p1 = p0 + TILE < a->cols ? p0 + TILE : a->cols;
    int q1 = q0 + TILE < a->cols ? q0 + TILE : a->cols;
    double top = 0.0;

    for (int p = p0; p < p1; p++) {
        for (int q = q0 > p ? q0 : p + 1; q < q1; q++) {
            double c = treat_pair(a, v, p, q, turned);
            if (c > top) top = c;
        }
    }
    return top;
}

static int jacobi_svd(struct matrix *a, struct matrix *v, double *worst, long *rotations)
{
    int sweep, n = a->cols;

    for (int j = 0; j < v->cols; j++) v->c[j][j] = 1.0;
    *rotations = 0;
    for (sweep = 1; sweep <= MAX_SWEEPS; sweep++) {
        int turned = 0;
        double top = 0.0;
        /*
         * Pair (p,q) of the cyclic order must follow (p,q-1) and (p-1,q).  The
         * triangle of pairs is cut into tiles; tiles (I,J) with the same I+J
         * touch disjoint columns, so I+J is a wavefront that gives bit for bit
         * the rotations of the row by row order.
         */
        int nt = (n + TILE - 1) / TILE;
#pragma omp parallel reduction(+ : turned) reduction(max : top)
        for (int s = 0; s <= 2 * nt - 2; s++) {
            int first = s < nt ? 0 : s - nt + 1;
#pragma omp for schedule(dynamic, 1)
            for (int k = first; k <= s / 2; k++) {
                double c = treat_tile(a, v, k * TILE, (s - k) * TILE, &turned);
                if (c > top) top = c;
            }
        }
        *worst = top;
        *rotations += turned;
        if (turned == 0) return sweep;
    }
    return -1;
}

static double norm2(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) s += x[i] * x[i];
    return sqrt(s);
}

static const double *sort_key;
static int by_sigma(const void *pa, const void *pb)
{
    int i = *(const int *)pa, j = *(const int *)pb;
    if (sort_key[i] != sort_key[j]) return sort_key[i] < sort_key[j] ? 1 : -1;
    return i - j;
}

static uint64_t hash_doubles(const double *x, int n)
{
    uint64_t h = 1469598103934665603ull, b;
    for (int i = 0; i < n; i++) {
        memcpy(&b, &x[i], sizeof b);
        h = (h ^ b) * 1099511628211ull;
        h ^= h >> 29;
    }
    return h;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 400;
    int n = argc > 2 ? atoi(argv[2]) : 300;
    rng_state = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 20261u;
    if (n < 2 || m < n || rng_state == 0) {
        fprintf(stderr, "usage: svd [rows [cols [seed]]], rows >= cols >= 2\n");
        return EXIT_FAILURE;
    }
    struct matrix *a = mat_new(m, n), *v = mat_new(n, n);
    double *truth = need(n * sizeof(double)), *b = need(m * sizeof(double));
    double *sigma = need(n * sizeof(double)), *x = need(n * sizeof(double));
    int *order = need(n * sizeof(int));

    fill_kernel(a);
    for (int j = 0; j < n; j++) {
        double t = (j + 0.5) / n;
        truth[j] = exp(-pow((t - 0.3) / 0.05, 2)) + 0.6 * exp(-pow((t - 0.62) / 0.09, 2));
        for (int i = 0; i < m; i++) b[i] += a->c[j][i] * truth[j];
    }
    for (int i = 0; i < m; i++) b[i] += 2e-4 * (uniform() - 0.5);

    double worst;
    long rotations;
    int sweeps = jacobi_svd(a, v, &worst, &rotations);
    for (int j = 0; j < n; j++) {
        sigma[j] = norm2(a->c[j], m);
        order[j] = j;
    }
    sort_key = sigma;
    qsort(order, n, sizeof *order, by_sigma);
    printf("sweeps %d rotations %ld worst cosine %.3e\n", sweeps, rotations, worst);
    printf("sigma max %.12e min %.12e\n", sigma[order[0]], sigma[order[n - 1]]);

    double err = 0.0, best = HUGE_VAL;
    int cut = 0;
    for (int k = 0; k < n; k++) {           /* add one component after the other */
        const double *u = a->c[order[k]], *w = v->c[order[k]];
        double s = sigma[order[k]], dot = 0.0;
        for (int i = 0; i < m; i++) dot += u[i] * b[i];
        err = 0.0;
        for (int j = 0; j < n; j++) {
            x[j] += dot / (s * s) * w[j];
            err += (x[j] - truth[j]) * (x[j] - truth[j]);
        }
        if (err < best) {
            best = err;
            cut = k + 1;
        }
    }
    printf("best truncation %d rms %.10f, full rms %.8e\n", cut, sqrt(best / n), sqrt(err / n));
    printf("hash sigma %016llx x %016llx\n", (unsigned long long)hash_doubles(sigma, n),
           (unsigned long long)hash_doubles(x, n));
    mat_free(a);
    mat_free(v);
    free(truth); free(b); free(sigma); free(x); free(order);
    return EXIT_SUCCESS;
}
