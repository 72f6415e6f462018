/*
 * Structural response under many load cases.  The stiffness matrix of a
 * structure is available in factored form K = L D L^T (unit lower L, kept in
 * single precision as delivered by the mesh tool); all load cases are solved
 * by forward substitution, scaling, and backward substitution.
 *
 * usage: trsm [unknowns] [loadcases]
 *
 * OpenMP version: the phases are fused over packed strips of load cases, the
 * inner loop runs over the cases of a strip, and L is transposed once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct factor {
    int n;
    float *l;    /* n*n, strictly lower part used */
    double *d;   /* n */
};

struct loads {
    int n, m;
    double *v;   /* n rows (unknowns) x m columns (load cases) */
};

static void make_factor(struct factor *f, int n)
{
    f->n = n;
    f->l = malloc((size_t)n * n * sizeof(float));
    f->d = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            float v = 0.0f;
            if (j < i)
                v = (float)((i * 7 + j * 13) % 29 - 14) / (14.0f + 3.0f * (i - j));
            f->l[i * n + j] = v * 0.5f;
        }
        f->d[i] = 2.0 + (i % 17) * 0.25;
    }
}

static void make_loads(struct loads *b, int n, int m)
{
    b->n = n;
    b->m = m;
    b->v = malloc((size_t)n * m * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int c = 0; c < m; c++)
            b->v[i * m + c] = ((i * 31 + c * 17) % 101) / 101.0 - (i == c ? 2.0 : 0.0);
}

#define TC 64        /* load cases solved together */

/* x[i][*] -= sum over k in [k0,k1) of l[k] * x[k][*], k ascending */
static void eliminate(double (*x)[TC], int i, int k0, int k1, const float *l)
{
    double *restrict s = x[i];
    int k = k0;
    for (; k + 3 < k1; k += 4) {
        double l0 = l[k], l1 = l[k + 1];
        double l2 = l[k + 2], l3 = l[k + 3];
        const double *x0 = x[k], *x1 = x[k + 1], *x2 = x[k + 2], *x3 = x[k + 3];
#pragma omp simd
        for (int c = 0; c < TC; c++)
            s[c] = (((s[c] - l0 * x0[c]) - l1 * x1[c]) - l2 * x2[c]) - l3 * x3[c];
    }
    for (; k < k1; k++) {
        double lk = l[k];
#pragma omp simd
        for (int c = 0; c < TC; c++)
            s[c] -= lk * x[k][c];
    }
}

/* all three phases on packed strips of TC load cases */
static void solve(const struct factor *f, struct loads *b)
{
    int n = f->n, m = b->m;
    float *lt = malloc((size_t)n * n * sizeof(float));

#pragma omp parallel
    {
        double (*x)[TC] = calloc(n, sizeof *x);
#pragma omp for
        for (int ii = 0; ii < n; ii += 32)
            for (int k = 0; k < n; k++)
                for (int i = ii; i < n && i < ii + 32; i++)
                    lt[(size_t)i * n + k] = f->l[(size_t)k * n + i];
#pragma omp for schedule(dynamic)
        for (int cc = 0; cc < m; cc += TC) {
            int w = m - cc < TC ? m - cc : TC;
            for (int i = 0; i < n; i++)
                for (int c = 0; c < w; c++)
                    x[i][c] = b->v[i * m + cc + c];
            for (int i = 0; i < n; i++)
                eliminate(x, i, 0, i, f->l + (size_t)i * n);
            for (int i = 0; i < n; i++)
                for (int c = 0; c < TC; c++)
                    x[i][c] /= f->d[i];
            for (int i = n - 1; i >= 0; i--)
                eliminate(x, i, i + 1, n, lt + (size_t)i * n);
            for (int i = 0; i < n; i++)
                for (int c = 0; c < w; c++)
                    b->v[i * m + cc + c] = x[i][c];
        }
        free(x);
    }
    free(lt);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int m = argc > 2 ? atoi(argv[2]) : 900;
    struct factor f;
    struct loads b;

    make_factor(&f, n);
    make_loads(&b, n, m);

    solve(&f, &b);

    /* largest displacement and its location, plus a global sum */
    double big = 0.0, sum = 0.0;
    int bi = 0, bc = 0;
    for (int c = 0; c < m; c++) {
        for (int i = 0; i < n; i++) {
            double v = b.v[i * m + c];
            sum += v;
            if (fabs(v) > big) {
                big = fabs(v);
                bi = i;
                bc = c;
            }
        }
    }
    printf("unknowns %d, load cases %d\n", n, m);
    printf("sum of displacements %.17g\n", sum);
    printf("largest %.17g at unknown %d, case %d\n", big, bi, bc);
    free(f.l);
    free(f.d);
    free(b.v);
    return 0;
}
