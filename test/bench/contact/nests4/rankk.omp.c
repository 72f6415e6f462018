/* Symmetric rank-k update, lower triangle, packed-row matrix:
 *     C <- beta C + alpha (A A' ) ,  applied for a stream of sample blocks (forgetting factor)
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int n;
    double **row;     /* row[i] has i+1 entries */
} SymMat;

static SymMat sym_create(int n)
{
    SymMat s;
    s.n = n;
    s.row = malloc(n * sizeof *s.row);
    for (int i = 0; i < n; i++)
        s.row[i] = calloc(i + 1, sizeof(double));
    return s;
}

static void sym_destroy(SymMat *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->row[i]);
    free(s->row);
}

typedef double v8 __attribute__((vector_size(64), aligned(8)));
#define MR 6
#define NR 16

/* A' is copied in panels of NR rows (k-major); micro tile 6 x 16 in registers, each
 * element still sums over l upwards. */
static void tile(SymMat *c, double alpha, double beta, int k, const double *a, const double *pan, int i0, int j0)
{
    v8 s[MR][2];
    int n = c->n;
    const double *ar[MR];
    for (int r = 0; r < MR; r++) {
        ar[r] = a + (size_t)(i0 + r < n ? i0 + r : n - 1) * k;
        s[r][0] = s[r][1] = (v8){ 0 };
    }
    for (int l = 0; l < k; l++) {
        v8 b0 = *(const v8 *)(pan + (size_t)l * NR), b1 = *(const v8 *)(pan + (size_t)l * NR + 8);
#pragma GCC unroll 6
        for (int r = 0; r < MR; r++) {
            double x = ar[r][l];
            s[r][0] += x * b0;
            s[r][1] += x * b1;
        }
    }
    for (int r = 0; r < MR && i0 + r < n; r++) {
        double *row = c->row[i0 + r];
        for (int q = 0; q < NR && j0 + q <= i0 + r; q++)
            row[j0 + q] = beta * row[j0 + q] + alpha * s[r][q / 8][q % 8];
    }
}

static void rank_k_update(SymMat *c, double alpha, double beta, int k, double a[c->n][k])
{
    int n = c->n, np = (n + NR - 1) / NR;
    double *pan = malloc((size_t)np * NR * k * sizeof(double) + 64);
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int p = 0; p < np; p++)
            for (int q = 0; q < NR; q++) {
                int j = p * NR + q < n ? p * NR + q : n - 1;
                for (int l = 0; l < k; l++)
                    pan[((size_t)p * k + l) * NR + q] = a[j][l];
            }
#pragma omp for schedule(dynamic, 2)
        for (int p = 0; p < np; p++)
            for (int i = p * NR / MR * MR; i < n; i += MR)
                tile(c, alpha, beta, k, &a[0][0], pan + (size_t)p * k * NR, i, p * NR);
    }
    free(pan);
}

static unsigned int rng_state = 2463534242u;
static double rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return (rng_state & 0xffff) / 65536.0 - 0.5;
}

static void next_block(int n, int k, double a[n][k], double drift)
{
    for (int i = 0; i < n; i++)
        for (int l = 0; l < k; l++)
            a[i][l] = rnd() + drift * (i % 3);
}

static double sym_norm1(const SymMat *c)
{
    double best = 0;
    double *col = calloc(c->n, sizeof(double));
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j <= i; j++) {
            double v = c->row[i][j];
            if (v < 0)
                v = -v;
            col[j] += v;
            if (j != i)
                col[i] += v;
        }
    for (int i = 0; i < c->n; i++)
        if (col[i] > best)
            best = col[i];
    free(col);
    return best;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 900;
    int k = argc > 2 ? atoi(argv[2]) : 400;
    int blocks = argc > 3 ? atoi(argv[3]) : 12;
    SymMat c = sym_create(n);
    double *a = malloc((size_t)n * k * sizeof(double));
    if (!a)
        return 1;
    for (int b = 0; b < blocks; b++) {
        next_block(n, k, (double (*)[k])a, 0.01 * b);
        rank_k_update(&c, 1.0 / k, 0.9, k, (double (*)[k])a);
    }
    double trace = 0, all = 0;
    for (int i = 0; i < n; i++) {
        trace += c.row[i][i];
        for (int j = 0; j <= i; j++)
            all += c.row[i][j] * ((i + j) % 4 - 1.5);
    }
    printf("trace %.10g\nsum %.10g\nnorm1 %.10g\n", trace, all, sym_norm1(&c));
    sym_destroy(&c);
    free(a);
    return 0;
}
