/*
 * Symmetric rank-2k update  C := C + A^T B + B^T A  for a sequence of sample
 * blocks (as used when accumulating cross statistics of two sensor arrays).
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
static void rank2k(double (*c)[N], double (*a)[N], double (*b)[N])
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < K; k++)
                c[i][j] += a[k][i] * b[k][j] + b[k][i] * a[k][j];
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
