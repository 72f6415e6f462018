/* Least squares by modified Gram-Schmidt: A = Q R (A is m x n, m >= n),
 * R x = Q^T b, residual, loss of orthogonality of a few columns.
 * usage: mgs [m] [n] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef struct {
    int rows, cols;
    double *v;                  /* row major */
} Mat;
#define AT(M, i, j) ((M).v[(size_t)(i) * (M).cols + (j)])

static Mat mat_new(int rows, int cols)
{
    Mat m = { rows, cols, calloc((size_t)rows * cols, sizeof(double)) };
    if (!m.v)
        abort();
    return m;
}

static unsigned long long hash_bytes(const void *p, size_t n)
{
    const uint8_t *b = p;
    uint64_t h = 0xcbf29ce484222325u;
    while (n--)
        h = (h ^ *b++) * 0x100000001b3u;
    return h;
}

static void fill(Mat a, double *b)
{
    uint32_t s = 12345;
    for (int i = 0; i < a.rows; i++) {
        double t = (double)i / a.rows;
        for (int j = 0; j < a.cols; j++) {
            s = s * 1664525u + 1013904223u;
            AT(a, i, j) = (s >> 8) * (1.0 / 16777216) - 0.5 + t * (j % 7) * 0.125;
        }
        b[i] = t * t - 0.3 * t + (s >> 20) * 1e-4;
    }
}

/* a becomes Q */
static void mgs(Mat a, Mat r)
{
    int m = a.rows, n = a.cols;
    for (int k = 0; k < n; k++) {
        double nrm = 0;
        for (int i = 0; i < m; i++)
            nrm += AT(a, i, k) * AT(a, i, k);
        nrm = sqrt(nrm);
        AT(r, k, k) = nrm;
        for (int i = 0; i < m; i++)
            AT(a, i, k) /= nrm;
        for (int j = k + 1; j < n; j++) {
            double dot = 0;
            for (int i = 0; i < m; i++)
                dot += AT(a, i, k) * AT(a, i, j);
            AT(r, k, j) = dot;
            for (int i = 0; i < m; i++)
                AT(a, i, j) -= dot * AT(a, i, k);
        }
    }
}

/* b is overwritten by the residual */
static void least_squares(Mat q, Mat r, double *b, double *x)
{
    int m = q.rows, n = q.cols;
    for (int k = 0; k < n; k++) {
        double dot = 0;
        for (int i = 0; i < m; i++)
            dot += AT(q, i, k) * b[i];
        x[k] = dot;
        for (int i = 0; i < m; i++)
            b[i] -= dot * AT(q, i, k);
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            x[k] -= AT(r, k, j) * x[j];
        x[k] /= AT(r, k, k);
    }
}

/* largest |q_j . q_k| over pairs of every 4th column */
static double ortho_loss(Mat q)
{
    double worst = 0;
    for (int j = 0; j < q.cols; j += 4)
        for (int k = 0; k < j; k += 4) {
            double dot = 0;
            for (int i = 0; i < q.rows; i++)
                dot += AT(q, i, j) * AT(q, i, k);
            if (fabs(dot) > worst)
                worst = fabs(dot);
        }
    return worst;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 640;
    int n = argc > 2 ? atoi(argv[2]) : 480;
    if (n < 1 || m < n) {
        fprintf(stderr, "need m >= n >= 1\n");
        return 2;
    }
    Mat a = mat_new(m, n), r = mat_new(n, n);
    double *b = calloc(m, sizeof *b), *x = calloc(n, sizeof *x);
    if (!b || !x)
        return 1;
    fill(a, b);
    mgs(a, r);
    least_squares(a, r, b, x);
    double loss = ortho_loss(a), sq = 0, sx = 0, sb = 0;
    for (size_t i = 0; i < (size_t)m * n; i++)
        sq += a.v[i] * (1 + i % 3);
    for (int i = 0; i < n; i++)
        sx += fabs(x[i]);
    for (int i = 0; i < m; i++)
        sb += b[i] * b[i];
    printf("Q %.17g %016llx\n", sq, hash_bytes(a.v, sizeof(double) * m * n));
    printf("R %016llx\n", hash_bytes(r.v, sizeof(double) * n * n));
    printf("x %.17g %016llx\n", sx, hash_bytes(x, sizeof *x * n));
    printf("residual %.17g %016llx\n", sqrt(sb), hash_bytes(b, sizeof *b * m));
    printf("loss %.17g\n", loss);
    free(a.v);
    free(r.v);
    free(b);
    free(x);
    return 0;
}
