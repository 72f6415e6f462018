/*
 * Symmetric rank-2k update  C := C + A^T B + B^T A  for a sequence of sample
 * blocks (as used when accumulating cross statistics of two sensor arrays).
 *
 * OpenMP version: tiled, packed columns, inner loop along the rows of A and B.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#ifndef N
#define N 480      /* channels */
#endif
#ifndef K
#define K 500      /* samples in a block */
#endif
#ifndef BLOCKS
#define BLOCKS 5
#endif

static void read_block(double (*a)[N], double (*b)[N], int block)
{
    for (int k = 0; k < K; k++) {
        double t = 0.002 * (k + K * block);
        for (int i = 0; i < N; i++) {
            a[k][i] = sin(t * (1 + i % 23)) + 0.01 * ((k * i) % 7);
            b[k][i] = cos(t * (1 + i % 19)) - 0.01 * ((k + i) % 5);
        }
    }
}

/* lower triangle only */
#define TI 16        /* rows of C per task */
#define TK 128       /* samples per pass */
#define TJ 240       /* columns of C per pass */

/* lower triangle only */
static void rank2k(double (*c)[N], double (*a)[N], double (*b)[N])
{
#pragma omp parallel for schedule(dynamic)
    for (int t = (N - 1) / TI; t >= 0; t--) {
        int i0 = t * TI, i1 = i0 + TI < N ? i0 + TI : N;
        double at[TI][TK], bt[TI][TK];
        for (int k0 = 0; k0 < K; k0 += TK) {
            int kn = k0 + TK < K ? TK : K - k0;
            for (int k = 0; k < kn; k++)
                for (int i = i0; i < i1; i++) {
                    at[i - i0][k] = a[k0 + k][i];
                    bt[i - i0][k] = b[k0 + k][i];
                }
            for (int j0 = 0; j0 < i1; j0 += TJ)
                for (int i = i0; i < i1; i++) {
                    int j1 = j0 + TJ < i + 1 ? j0 + TJ : i + 1;
                    double *restrict ci = c[i];
                    int k = 0;
                    for (; k + 1 < kn; k += 2) {
                        double a0 = at[i - i0][k], b0 = bt[i - i0][k];
                        double a1 = at[i - i0][k + 1], b1 = bt[i - i0][k + 1];
                        const double *pa = a[k0 + k], *pb = b[k0 + k];
                        const double *qa = a[k0 + k + 1], *qb = b[k0 + k + 1];
#pragma omp simd
                        for (int j = j0; j < j1; j++)
                            ci[j] = (ci[j] + (a0 * pb[j] + b0 * pa[j]))
                                  + (a1 * qb[j] + b1 * qa[j]);
                    }
                    for (; k < kn; k++)
                        for (int j = j0; j < j1; j++)
                            ci[j] += at[i - i0][k] * b[k0 + k][j] + bt[i - i0][k] * a[k0 + k][j];
                }
        }
    }
}

static void symmetrize(double (*c)[N])
{
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            c[i][j] = c[j][i];
}

int main(void)
{
    double (*a)[N] = malloc(sizeof(double[K][N]));
    double (*b)[N] = malloc(sizeof(double[K][N]));
    double (*c)[N] = calloc(N, sizeof(double[N]));

    if (!a || !b || !c)
        return 1;

    for (int blk = 0; blk < BLOCKS; blk++) {
        read_block(a, b, blk);
        rank2k(c, a, b);
    }
    symmetrize(c);

    double trace = 0.0, frob = 0.0, offsum = 0.0;
    for (int i = 0; i < N; i++) {
        trace += c[i][i];
        for (int j = 0; j < N; j++) {
            frob += c[i][j] * c[i][j];
            if (i != j)
                offsum += c[i][j];
        }
    }
    printf("trace   %.17g\n", trace);
    printf("frob    %.17g\n", sqrt(frob));
    printf("offdiag %.17g\n", offsum);
    printf("corner  %.17g %.17g\n", c[0][N - 1], c[N - 1][N / 2]);
    free(a);
    free(b);
    free(c);
    return 0;
}
