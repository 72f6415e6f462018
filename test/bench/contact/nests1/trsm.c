/*
 * Structural response under many load cases.  The stiffness matrix of a
 * structure is available in factored form K = L D L^T (unit lower L, kept in
 * single precision as delivered by the mesh tool); all load cases are solved
 * by forward substitution, scaling, and backward substitution.
 *
 * usage: trsm [unknowns] [loadcases]
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

static void forward(const struct factor *f, struct loads *b)
{
    int n = f->n, m = b->m;
    for (int c = 0; c < m; c++) {
        for (int i = 0; i < n; i++) {
            double s = b->v[i * m + c];
            for (int k = 0; k < i; k++)
                s -= f->l[i * n + k] * b->v[k * m + c];
            b->v[i * m + c] = s;
        }
    }
}

static void scale(const struct factor *f, struct loads *b)
{
    for (int c = 0; c < b->m; c++)
        for (int i = 0; i < f->n; i++)
            b->v[i * b->m + c] /= f->d[i];
}

static void backward(const struct factor *f, struct loads *b)
{
    int n = f->n, m = b->m;
    for (int c = 0; c < m; c++) {
        for (int i = n - 1; i >= 0; i--) {
            double s = b->v[i * m + c];
            for (int k = i + 1; k < n; k++)
                s -= f->l[k * n + i] * b->v[k * m + c];
            b->v[i * m + c] = s;
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int m = argc > 2 ? atoi(argv[2]) : 900;
    struct factor f;
    struct loads b;

    make_factor(&f, n);
    make_loads(&b, n, m);

    forward(&f, &b);
    scale(&f, &b);
    backward(&f, &b);

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
