/* LDL' factorisation of dense symmetric systems (row pointers, lower part) and solution
 * for a handful of load cases. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct symsys {
    int n;
    double **a;       /* lower triangle, full square rows */
    double *d;
};

static struct symsys *symsys_new(int n)
{
    struct symsys *s = malloc(sizeof(struct symsys));
    s->n = n;
    s->a = malloc(n * sizeof(double *));
    s->d = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        s->a[i] = calloc(n, sizeof(double));
    return s;
}

static void symsys_free(struct symsys *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->a[i]);
    free(s->a);
    free(s->d);
    free(s);
}

/* frame-like stiffness: decaying coupling plus noise, indefinite shift */
static void assemble(struct symsys *s, double shift)
{
    unsigned r = 4711;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++) {
            r = r * 1664525u + 1013904223u;
            s->a[i][j] = ((r >> 12) & 1023) / 1024.0 / (1.0 + 0.05 * (i - j));
            if (i == j)
                s->a[i][j] += 2.0 * sqrt(s->n) + 4 - shift;
        }
}

typedef double v8 __attribute__((vector_size(64), aligned(8)));
#define NB 32     /* column block */
#define MR 6

/* Blocked left-looking: for a block of NB columns, W[k][jj] = a[j0+jj][k] is packed
 * k-major; rows below are then a (row x k) * W product in registers with k upwards
 * and the term (a_ik * d_k) * a_jk as in the plain order; the last steps within the
 * block finish each row sequentially. */
static void rows_block(struct symsys *s, int i0, int m, int j0, int nb, const double *w)
{
    v8 acc[MR][NB / 8];
    double *r[MR];
    const double *d = s->d;
    for (int q = 0; q < MR; q++) {
        r[q] = s->a[i0 + (q < m ? q : 0)];
        for (int v = 0; v < NB / 8; v++)
            for (int l = 0; l < 8; l++)
                acc[q][v][l] = v * 8 + l < nb ? r[q][j0 + v * 8 + l] : 0.0;
    }
    for (int k = 0; k < j0; k++) {
        const v8 *b = (const v8 *)(w + (size_t)k * NB);
        v8 b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3];
        double dk = d[k];
#pragma GCC unroll 6
        for (int q = 0; q < MR; q++) {
            double x = r[q][k] * dk;
            acc[q][0] -= x * b0;
            acc[q][1] -= x * b1;
            acc[q][2] -= x * b2;
            acc[q][3] -= x * b3;
        }
    }
    for (int q = 0; q < m; q++)
        for (int j = 0; j < nb; j++)
            r[q][j0 + j] = acc[q][j / 8][j % 8];
}

/* triangular part inside the block, m rows side by side */
static void finish_rows(struct symsys *s, int i0, int m, int j0, int nb)
{
    double t[NB][8];
    for (int q = 0; q < 8; q++)
        for (int j = 0; j < NB; j++)
            t[j][q] = q < m && j < nb ? s->a[i0 + q][j0 + j] : 0.0;
    for (int j = 0; j < nb; j++) {
        v8 v = *(v8 *)t[j];
        for (int k = 0; k < j; k++)
            v -= *(v8 *)t[k] * s->d[j0 + k] * s->a[j0 + j][j0 + k];
        *(v8 *)t[j] = v / s->d[j0 + j];
    }
    for (int q = 0; q < m; q++)
        for (int j = 0; j < nb; j++)
            s->a[i0 + q][j0 + j] = t[j][q];
}

static int factor(struct symsys *s)
{
    int neg = 0, n = s->n;
    double *w = aligned_alloc(64, (size_t)n * NB * sizeof(double));
#pragma omp parallel
    for (int j0 = 0; j0 < n; j0 += NB) {
        int nb = n - j0 < NB ? n - j0 : NB;
#pragma omp for schedule(static)
        for (int k0 = 0; k0 < j0; k0 += 64)
            for (int j = 0; j < NB; j++)
                for (int k = k0; k < k0 + 64 && k < j0; k++)
                    w[(size_t)k * NB + j] = j < nb ? s->a[j0 + j][k] : 0.0;
#pragma omp single
        for (int j = j0; j < j0 + nb; j++) {
            /* diagonal block, its columns share the k loop over earlier columns */
            double v[NB] = { 0 }, *aj = s->a[j], dj = aj[j];
            int r = j0 + nb - j - 1;
            for (int i = 0; i < r; i++)
                v[i] = s->a[j + 1 + i][j];
            for (int k = 0; k < j0; k++) {
                double x = aj[k], dk = s->d[k];
                const double *wk = w + (size_t)k * NB + (j - j0 + 1);
                dj -= x * x * dk;
                for (int i = 0; i < r; i++)
                    v[i] -= wk[i] * dk * x;
            }
            for (int k = j0; k < j; k++) {
                dj -= aj[k] * aj[k] * s->d[k];
                for (int i = 0; i < r; i++)
                    v[i] -= s->a[j + 1 + i][k] * s->d[k] * aj[k];
            }
            s->d[j] = dj;
            if (dj < 0)
                neg++;
            for (int i = 0; i < r; i++)
                s->a[j + 1 + i][j] = v[i] / dj;
            aj[j] = 1.0;
        }
#pragma omp for schedule(dynamic, 2)
        for (int i = j0 + nb; i < n; i += 24) {
            int e = i + 24 < n ? i + 24 : n;
            for (int q = i; q < e; q += MR)
                rows_block(s, q, e - q < MR ? e - q : MR, j0, nb, w);
            for (int q = i; q < e; q += 8)
                finish_rows(s, q, e - q < 8 ? e - q : 8, j0, nb);
        }
    }
    free(w);
    return neg;
}

/* eight load cases side by side */
static void solve8(const struct symsys *s, double *x0, int m)
{
    int n = s->n;
    v8 *x = aligned_alloc(64, (size_t)n * sizeof(v8));
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 8; c++)
            x[i][c] = c < m ? x0[(size_t)c * n + i] : 0.0;
    for (int i = 0; i < n; i++) {
        const double *a = s->a[i];
        v8 v = x[i];
        for (int k = 0; k < i; k++)
            v -= a[k] * x[k];
        x[i] = v;
    }
    for (int i = 0; i < n; i++)
        x[i] /= s->d[i];
    /* x_i takes its terms with k upwards, which forbids the column-oriented form */
    for (int i = n - 1; i >= 0; i--) {
        v8 v = x[i];
        for (int k = i + 1; k < n; k++)
            v -= s->a[k][i] * x[k];
        x[i] = v;
    }
    for (int i = 0; i < n; i++)
        for (int c = 0; c < m; c++)
            x0[(size_t)c * n + i] = x[i][c];
    free(x);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1200;
    int cases = argc > 2 ? atoi(argv[2]) : 12;
    int shifts = argc > 3 ? atoi(argv[3]) : 4;
    struct symsys *s = symsys_new(n);
    double *x = malloc((size_t)n * cases * sizeof(double));

    for (int q = 0; q < shifts; q++) {
        double logdet = 0, sum = 0;
        int neg;
        assemble(s, 25.0 * q);
        neg = factor(s);
        for (int i = 0; i < n; i++)
            logdet += log(fabs(s->d[i]));
        for (int c = 0; c < cases; c++)
            for (int i = 0; i < n; i++)
                x[(size_t)c * n + i] = (i * (c + 1)) % 17 - 8;
#pragma omp parallel for schedule(dynamic, 1)
        for (int c = 0; c < cases; c += 8)
            solve8(s, x + (size_t)c * n, cases - c < 8 ? cases - c : 8);
        for (int i = 0; i < n * cases; i++)
            sum += x[i] * (i % 5);
        printf("shift %g: negative %d log|det| %.10g sum %.10g\n", 25.0 * q, neg, logdet, sum);
    }
    free(x);
    symsys_free(s);
    return 0;
}
