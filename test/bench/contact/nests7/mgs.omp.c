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

/* Columns live in zero padded panels of PW, row after row, so that one row of
 * a panel is four vectors.  The sums over i stay in order, lane by lane. */
enum { PW = 32 };
typedef double v8 __attribute__((vector_size(64)));
typedef v8 Row[PW / 8];

/* subtract dot*q from the panel; if qn, form the dots with qn on the way */
static void apply(int m, const double *q, const Row dot, Row *p,
                  const double *qn, Row out)
{
    v8 d0 = dot[0], d1 = dot[1], d2 = dot[2], d3 = dot[3];
    v8 s0 = { 0 }, s1 = s0, s2 = s0, s3 = s0;
    for (int i = 0; i < m; i++) {
        double f = q[i], g = qn ? qn[i] : 0;
        v8 a0 = p[i][0] - d0 * f, a1 = p[i][1] - d1 * f;
        v8 a2 = p[i][2] - d2 * f, a3 = p[i][3] - d3 * f;
        p[i][0] = a0, p[i][1] = a1, p[i][2] = a2, p[i][3] = a3;
        s0 += a0 * g, s1 += a1 * g, s2 += a2 * g, s3 += a3 * g;
    }
    out[0] = s0, out[1] = s1, out[2] = s2, out[3] = s3;
}

static void dots(int m, const double *q, Row *p, Row out)
{
    v8 s0 = { 0 }, s1 = s0, s2 = s0, s3 = s0;
    for (int i = 0; i < m; i++) {
        s0 += p[i][0] * q[i], s1 += p[i][1] * q[i];
        s2 += p[i][2] * q[i], s3 += p[i][3] * q[i];
    }
    out[0] = s0, out[1] = s1, out[2] = s2, out[3] = s3;
}

/* orthogonalize the panel of columns j0.. itself */
static void factor(Mat r, int m, int j0, int w, Row *p, double *qt)
{
    for (int k = 0; k < w; k++) {
        double *q = qt + (size_t)(j0 + k) * m, nrm = 0;
        for (int i = 0; i < m; i++) {
            q[i] = ((double *)p[i])[k];
            nrm += q[i] * q[i];
        }
        nrm = sqrt(nrm);
        AT(r, j0 + k, j0 + k) = nrm;
        for (int i = 0; i < m; i++)
            q[i] /= nrm;
        Row dot;
        dots(m, q, p, dot);
        for (int j = 0; j <= k; j++)
            ((double *)dot)[j] = 0;
        for (int j = k + 1; j < w; j++)
            AT(r, j0 + k, j0 + j) = ((double *)dot)[j];
        Row ignore;
        apply(m, q, dot, p, NULL, ignore);
    }
}

static void mgs(Mat a, Mat r)
{
    int m = a.rows, n = a.cols, np = (n + PW - 1) / PW;
    Row *p = aligned_alloc(64, sizeof(Row) * np * m);
    double *qt = malloc(sizeof *qt * m * n);
    if (!p || !qt)
        abort();
    memset(p, 0, sizeof(Row) * np * m);
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int b = 0; b < np; b++)
            for (int i = 0; i < m; i++)
                memcpy(p[(size_t)b * m + i], &AT(a, i, b * PW),
                       sizeof(double) * (n - b * PW < PW ? n - b * PW : PW));
#pragma omp single
        factor(r, m, 0, n < PW ? n : PW, p, qt);
        for (int kb = 0; kb + 1 < np; kb++) {
            /* the next panel comes first and is factored at once, while the
             * other threads update the rest */
#pragma omp for schedule(dynamic, 1)
            for (int b = kb + 1; b < np; b++) {
                Row *pb = p + (size_t)b * m, dot, nxt;
                int w = n - b * PW < PW ? n - b * PW : PW;
                const double *q = qt + (size_t)kb * PW * m;
                dots(m, q, pb, dot);
                for (int k = 0; k < PW; k++, q += m) {
                    memcpy(&AT(r, kb * PW + k, b * PW), dot, sizeof(double) * w);
                    apply(m, q, dot, pb, k + 1 < PW ? q + m : NULL, nxt);
                    memcpy(dot, nxt, sizeof(Row));
                }
                if (b == kb + 1)
                    factor(r, m, b * PW, w, pb, qt);
            }
        }
#pragma omp for schedule(static)
        for (int i0 = 0; i0 < m; i0 += 16)
            for (int j = 0; j < n; j++)
                for (int i = i0; i < i0 + 16 && i < m; i++)
                    AT(a, i, j) = qt[(size_t)j * m + i];
    }
    free(p);
    free(qt);
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
    int nc = (q.cols + 3) / 4, ld = (nc + 7) / 8 * 8;
    double *c = calloc((size_t)q.rows * ld, sizeof *c);
    if (!c)
        abort();
    for (int i = 0; i < q.rows; i++)
        for (int j = 0; j < nc; j++)
            c[(size_t)i * ld + j] = AT(q, i, 4 * j);
#pragma omp parallel for schedule(dynamic) reduction(max:worst)
    for (int j = 1; j < nc; j++)
        for (int k0 = 0; k0 < j; k0 += 32) {
            double s[32] = { 0 };
            int w = j - k0 < 32 ? j - k0 : 32, wp = (w + 7) & ~7;
            for (int i = 0; i < q.rows; i++) {
                double f = c[(size_t)i * ld + j];
                for (int k = 0; k < wp; k++)
                    s[k] += f * c[(size_t)i * ld + k0 + k];
            }
            for (int k = 0; k < w; k++)
                worst = fabs(s[k]) > worst ? fabs(s[k]) : worst;
        }
    free(c);
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
