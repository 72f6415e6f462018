/* krig: interpolates scattered measurements onto a grid by ordinary kriging
 * (exponential variogram with nugget), with the kriging variance, and checks
 * the variogram by leaving out every point in turn.
 *   krig [points] [grid] [seed]
 *
 * In parallel: the grid points (each needs a triangular solve), the assembly
 * and the elimination of the matrix (rows below the pivot), the points of the
 * cross-validation.
 *
 * SMALL: 40 8 2
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct { double x, y, z; } point;
typedef struct { double nugget, sill, range; } variogram;
typedef double (*covfn)(const variogram *, double);

typedef struct {
    int n;              /* points; the matrix is (n+1) x (n+1) */
    const point *p;
    variogram v;
    covfn cov;
    double **a;         /* LU, by rows */
    int *perm;
} model;

static unsigned long long s0 = 1, s1 = 2;

static double frand(void)                   /* xoroshiro128+ */
{
    unsigned long long a = s0, b = s1, r = a + b;
    b ^= a;
    s0 = (a << 24 | a >> 40) ^ b ^ (b << 16);
    s1 = b << 37 | b >> 27;
    return (r >> 11) / 9007199254740992.0;
}

static void *alloc(size_t n)
{
    void *p = malloc(n);
    if (!p) { fprintf(stderr, "krig: no memory\n"); exit(1); }
    return p;
}

static double exponential(const variogram *v, double h)
{
    return h == 0 ? v->nugget + v->sill : v->sill * exp(-3 * h / v->range);
}

static double spherical(const variogram *v, double h)
{
    double t = h / v->range;
    if (h == 0) return v->nugget + v->sill;
    return t >= 1 ? 0 : v->sill * (1 - 1.5 * t + 0.5 * t * t * t);
}

static double truth(double x, double y)
{
    return sin(5 * x) * cos(4 * y) + 2 * exp(-20 * ((x - 0.7) * (x - 0.7) + (y - 0.3) * (y - 0.3))) + x;
}

static double dist(const point *a, double x, double y)
{
    return sqrt((a->x - x) * (a->x - x) + (a->y - y) * (a->y - y));
}

static void scatter(point *p, int n)
{
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0 || i < 10) { p[i].x = frand(); p[i].y = frand(); }
        else {                              /* clustered near an earlier point */
            const point *q = &p[(int)(frand() * i)];
            p[i].x = fabs(fmod(q->x + 0.1 * (frand() - 0.5) + 1, 1));
            p[i].y = fabs(fmod(q->y + 0.1 * (frand() - 0.5) + 1, 1));
        }
        p[i].z = truth(p[i].x, p[i].y) + 0.2 * (frand() + frand() - 1);
    }
}

/* covariances between the points, bordered by ones */
static void assemble(model *m)
{
    int n = m->n;
    #pragma omp parallel for schedule(static)
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j < n; j++)
            m->a[i][j] = i < n ? m->cov(&m->v, dist(&m->p[i], m->p[j].x, m->p[j].y)) : 1;
        m->a[i][n] = i < n;
    }
}

static int factor(model *m)
{
    int n = m->n + 1;
    for (int i = 0; i < n; i++) m->perm[i] = i;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m->a[i][k]) > fabs(m->a[p][k])) p = i;
        if (fabs(m->a[p][k]) < 1e-12) return 0;
        if (p != k) {
            double *t = m->a[p]; m->a[p] = m->a[k]; m->a[k] = t;
            int u = m->perm[p]; m->perm[p] = m->perm[k]; m->perm[k] = u;
        }
        #pragma omp parallel for schedule(static) if (n - k > 64)
        for (int i = k + 1; i < n; i++) {
            double f = m->a[i][k] /= m->a[k][k];
            if (f == 0) continue;
            for (int j = k + 1; j < n; j++) m->a[i][j] -= f * m->a[k][j];
        }
    }
    return 1;
}

static void solve(const model *m, const double *b, double *x)
{
    int n = m->n + 1;
    for (int i = 0; i < n; i++) {
        double s = b[m->perm[i]];
        for (int j = 0; j < i; j++) s -= m->a[i][j] * x[j];
        x[i] = s;
    }
    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        for (int j = i + 1; j < n; j++) s -= m->a[i][j] * x[j];
        x[i] = s / m->a[i][i];
    }
}

static void estimate(const model *m, double x, double y, double *work, double *value, double *var)
{
    int n = m->n;
    double *b = work, *w = work + n + 1, z = 0, v = m->v.nugget + m->v.sill;
    for (int i = 0; i < n; i++) b[i] = m->cov(&m->v, dist(&m->p[i], x, y));
    b[n] = 1;
    solve(m, b, w);
    for (int i = 0; i < n; i++) { z += w[i] * m->p[i].z; v -= w[i] * b[i]; }
    *value = z;
    *var = v - w[n];
}

/* leave-one-out through the inverse: error_i = (K^-1 z)_i / (K^-1)_ii */
static void crossvalidate(const model *m, double *err, double *work)
{
    int n = m->n;
    double *b = work, *u = work + n + 1;
    for (int i = 0; i < n; i++) b[i] = m->p[i].z;
    b[n] = 0;
    solve(m, b, u);
    #pragma omp parallel
    {
        double *unit = alloc(2 * (n + 1) * sizeof *unit), *w = unit + n + 1;
        #pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= n; j++) unit[j] = j == i;
            solve(m, unit, w);
            err[i] = u[i] / w[i];
        }
        free(unit);
    }
}

static model model_new(const point *p, int n, variogram v, covfn cov)
{
    model m = { n, p, v, cov, alloc((n + 1) * sizeof(double *)), alloc((n + 1) * sizeof(int)) };
    for (int i = 0; i <= n; i++) m.a[i] = alloc((n + 1) * sizeof(double));
    return m;
}

static void model_free(model *m)
{
    for (int i = 0; i <= m->n; i++) free(m->a[i]);
    free(m->a);
    free(m->perm);
}

static double rms(const double *e, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += e[i] * e[i];
    return sqrt(s / n);
}

int main(int argc, char **argv)
{
    static const struct { const char *name; covfn cov; variogram v; } tries[] = {
        { "exponential, short", exponential, { 0.01, 1.0, 0.3 } },
        { "exponential, long", exponential, { 0.01, 1.0, 1.2 } },
        { "spherical", spherical, { 0.02, 1.0, 0.8 } },
    };
    int n = argc > 1 ? atoi(argv[1]) : 600, g = argc > 2 ? atoi(argv[2]) : 44, best = 0;
    if (argc > 3) s1 = strtoull(argv[3], NULL, 10) * 2654435761u + 1;
    if (n < 10) n = 10;
    if (g < 2) g = 2;
    for (int i = 0; i < 20; i++) frand();
    point *p = alloc(n * sizeof *p);
    double *work = alloc(2 * (n + 1) * sizeof *work), *err = alloc(n * sizeof *err), least = 0;
    scatter(p, n);

    for (int t = 0; t < 3; t++) {
        model m = model_new(p, n, tries[t].v, tries[t].cov);
        assemble(&m);
        if (!factor(&m)) { printf("%s: singular\n", tries[t].name); continue; }
        crossvalidate(&m, err, work);
        double r = rms(err, n);
        printf("%-20s leave-one-out rms %.9f\n", tries[t].name, r);
        if (t == 0 || r < least) { least = r; best = t; }
        model_free(&m);
    }

    model m = model_new(p, n, tries[best].v, tries[best].cov);
    double *z = alloc((size_t)g * g * sizeof *z), *v = alloc((size_t)g * g * sizeof *v), lo, hi;
    assemble(&m);
    factor(&m);
    #pragma omp parallel
    {
        double *mine = alloc(2 * (n + 1) * sizeof *mine);
        #pragma omp for collapse(2) schedule(dynamic, 16)
        for (int i = 0; i < g; i++)
            for (int j = 0; j < g; j++)
                estimate(&m, (j + 0.5) / g, (i + 0.5) / g, mine, &z[i * g + j], &v[i * g + j]);
        free(mine);
    }

    double *e = alloc((size_t)g * g * sizeof *e), mv = 0;
    lo = hi = z[0];
    for (int k = 0; k < g * g; k++) {
        if (z[k] < lo) lo = z[k];
        if (z[k] > hi) hi = z[k];
        e[k] = z[k] - truth((k % g + 0.5) / g, (k / g + 0.5) / g);
        mv += v[k];
    }
    printf("%s: values %.6f .. %.6f, error rms %.9f, mean variance %.9f\n", tries[best].name, lo, hi, rms(e, g * g), mv / (g * g));
    for (int i = 0; i < g && i < 44; i += 2) {
        for (int j = 0; j < g; j++) putchar(" .:-=+*#%@"[(int)((z[i * g + j] - lo) / (hi - lo) * 9.999)]);
        putchar('\n');
    }
    model_free(&m);
    free(p); free(work); free(err); free(z); free(v); free(e);
    return 0;
}
