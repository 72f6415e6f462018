/* Reaction-diffusion on a plate with position-dependent diffusivity by the
 * alternating-direction implicit method.  Old style: everything lives in
 * fixed global arrays.
 *
 *   usage: adi [points-per-side [steps]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NMAX 1024

static double u[NMAX][NMAX];   /* concentration */
static double w[NMAX][NMAX];   /* after the first half step */
static double dif[NMAX][NMAX]; /* diffusivity */
static int n;
static double lam, rate, dt;

static double rnd(void)
{
    static long s = 1;
    s = s * 16807 % 2147483647;
    return (double)s / 2147483647.0;
}

static void init(void)
{
    int i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double x = (double)i / (n - 1), y = (double)j / (n - 1);
            dif[i][j] = (x > 0.3 && x < 0.5 ? 0.1 : 1.0) * (0.8 + 0.4 * rnd());
            u[i][j] = exp(-40.0 * ((x - 0.6) * (x - 0.6) + (y - 0.4) * (y - 0.4)));
        }
    dt = 0.5;
    lam = 0.8;
    rate = 0.02;
}

/* mean diffusivity at the face between two points */
static double face(double a, double b)
{
    return 2.0 * a * b / (a + b);
}

#define NV 8 /* lines solved side by side */

struct lines {
    double lo[NMAX][NV], di[NMAX][NV], up[NMAX][NV], rh[NMAX][NV];
};

/* NV tridiagonal systems in step; the result is in rh */
static void thomas(struct lines *restrict t, int m)
{
    int k, v;

    for (k = 1; k < m; k++)
#pragma omp simd
        for (v = 0; v < NV; v++) {
            double f = t->lo[k][v] / t->di[k - 1][v];
            t->di[k][v] -= f * t->up[k - 1][v];
            t->rh[k][v] -= f * t->rh[k - 1][v];
        }
    for (v = 0; v < NV; v++)
        t->rh[m - 1][v] /= t->di[m - 1][v];
    for (k = m - 2; k >= 0; k--)
#pragma omp simd
        for (v = 0; v < NV; v++)
            t->rh[k][v] = (t->rh[k][v] - t->up[k][v] * t->rh[k + 1][v]) / t->di[k][v];
}

/* implicit along the rows, explicit across; no flux through the edges.
 * The face values of a row are set up in vectors over j, then transposed
 * into the lanes of the solver. */
static void half_step_rows(void)
{
#pragma omp parallel
    {
        struct lines *t = calloc(1, sizeof *t);
        double f[NMAX + 1], r[NMAX];
        int i0, i, j, v;
        if (!t)
            abort();
#pragma omp for schedule(dynamic, 2)
        for (i0 = 0; i0 < n; i0 += NV) {
            int nv = n - i0 < NV ? n - i0 : NV;
            for (v = 0; v < NV; v++) {
                i = v < nv ? i0 + v : n - 1; /* spare lanes repeat a row */
                const double *d = dif[i], *c = u[i];
                const double *dt_ = dif[i > 0 ? i - 1 : i], *ct = u[i > 0 ? i - 1 : i];
                const double *db = dif[i < n - 1 ? i + 1 : i], *cb = u[i < n - 1 ? i + 1 : i];
                f[0] = f[n] = 0.0;
#pragma omp simd
                for (j = 1; j < n; j++)
                    f[j] = lam * face(d[j], d[j - 1]);
#pragma omp simd
                for (j = 0; j < n; j++) {
                    double ft = i > 0 ? lam * face(d[j], dt_[j]) * (ct[j] - c[j]) : 0.0;
                    double fb = i < n - 1 ? lam * face(d[j], db[j]) * (cb[j] - c[j]) : 0.0;
                    r[j] = c[j] + ft + fb + 0.5 * dt * rate * c[j] * (1.0 - c[j]);
                }
                for (j = 0; j < n; j++) {
                    t->lo[j][v] = -f[j];
                    t->up[j][v] = -f[j + 1];
                    t->di[j][v] = 1.0 + f[j] + f[j + 1];
                    t->rh[j][v] = r[j];
                }
            }
            thomas(t, n);
            for (v = 0; v < nv; v++)
                for (j = 0; j < n; j++)
                    w[i0 + v][j] = t->rh[j][v];
        }
        free(t);
    }
}

/* implicit down the columns, NV neighbouring columns at a time */
static void half_step_columns(void)
{
#pragma omp parallel
    {
        struct lines *t = calloc(1, sizeof *t);
        int j0, i, v;
        if (!t)
            abort();
#pragma omp for schedule(dynamic, 2)
        for (j0 = 0; j0 < n; j0 += NV) {
            int nv = n - j0 < NV ? n - j0 : NV;
            double above[NV] = { 0 };
            for (v = nv; v < NV; v++) /* unused lanes */
                for (i = 0; i < n; i++)
                    t->di[i][v] = 1.0, t->lo[i][v] = t->up[i][v] = t->rh[i][v] = 0.0;
            for (i = 0; i < n; i++) {
                const double *d = dif[i], *c = w[i], *db = dif[i < n - 1 ? i + 1 : i];
#pragma omp simd
                for (v = 0; v < nv; v++) {
                    int j = j0 + v, l = j > 0 ? j - 1 : j, r = j < n - 1 ? j + 1 : j;
                    double ft = above[v];
                    double fb = i < n - 1 ? lam * face(d[j], db[j]) : 0.0;
                    double fl = lam * face(d[j], d[l]) * (c[l] - c[j]);
                    double fr = lam * face(d[j], d[r]) * (c[r] - c[j]);
                    fl = j > 0 ? fl : 0.0;
                    fr = j < n - 1 ? fr : 0.0;
                    t->lo[i][v] = -ft;
                    t->up[i][v] = -fb;
                    t->di[i][v] = 1.0 + ft + fb;
                    t->rh[i][v] = c[j] + fl + fr + 0.5 * dt * rate * c[j] * (1.0 - c[j]);
                    above[v] = fb; /* face() is symmetric to the last bit */
                }
            }
            thomas(t, n);
            for (i = 0; i < n; i++)
                for (v = 0; v < nv; v++) {
                    double x = t->rh[i][v];
                    u[i][j0 + v] = x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
                }
        }
        free(t);
    }
}

int main(int argc, char **argv)
{
    int i, j, s, steps;
    double mass = 0.0, check = 0.0, top = 0.0;

    n = argc > 1 ? atoi(argv[1]) : 900;
    steps = argc > 2 ? atoi(argv[2]) : 14;
    if (n < 3 || n > NMAX || steps < 1) {
        fprintf(stderr, "usage: %s [points-per-side <= %d [steps]]\n", argv[0], NMAX);
        return 2;
    }
    init();
    for (s = 0; s < steps; s++) {
        half_step_rows();
        half_step_columns();
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            mass += u[i][j];
            check += u[i][j] * ((i + 3 * j) % 10);
            top = u[i][j] > top ? u[i][j] : top;
        }
    printf("mass %.12g, check %.12g, top %.12g\n", mass, check, top);
    printf("samples %.12g %.12g %.12g\n", u[0][0], u[n / 2][n / 3], u[n - 1][n - 1]);
    return 0;
}
