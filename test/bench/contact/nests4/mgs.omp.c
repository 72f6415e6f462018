/* Orthonormal basis of a set of snapshots by modified Gram-Schmidt, in place.
 * Snapshots are the columns of a tall matrix stored row by row.
 *   usage: mgs [rows cols passes]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct matrix {
    int rows, cols, ld;
    double *data;
};

static struct matrix mat_new(int rows, int cols)
{
    struct matrix m;
    m.rows = rows;
    m.cols = cols;
    m.ld = cols + 3;
    m.data = calloc((size_t)rows * m.ld, sizeof(double));
    if (m.data == NULL) {
        perror("calloc");
        exit(EXIT_FAILURE);
    }
    return m;
}

#define ELEM(m, i, j) ((m)->data[(size_t)(i) * (m)->ld + (j)])

static double col_dot(const struct matrix *m, int a, int b)
{
    double s = 0.0;
    int i;
    for (i = 0; i < m->rows; i++)
        s += ELEM(m, i, a) * ELEM(m, i, b);
    return s;
}

typedef double v8 __attribute__((vector_size(64), aligned(8)));
#define BC 16          /* columns per panel: 8 lanes x 2, rows contiguous */

/* Left-looking over panels is impossible to reorder (each projection uses the updated
 * column), but different target columns j are independent: work on transposed copies
 * of 16 target columns at a time.  Per step k a panel is read once: the
 * subtraction of projection k-1 is fused with the dot of projection k. */
struct panels {
    int n, np;         /* rows, panels */
    double *p;         /* np blocks of rows x BC */
};

static inline double *panel(const struct panels *w, int b)
{
    return w->p + (size_t)b * w->n * BC;
}

/* t -= f_old * qold (if qold), then dot with q; q columns stored contiguously */
static void step(double *t, int n, const double *qold, const v8 f[2], const double *q, v8 d[2])
{
    v8 s0 = { 0 }, s1 = { 0 }, f0 = f[0], f1 = f[1];
    if (qold)
        for (int i = 0; i < n; i++) {
            v8 *x = (v8 *)(t + (size_t)i * BC);
            v8 a = x[0] - f0 * qold[i], b = x[1] - f1 * qold[i];
            x[0] = a;
            x[1] = b;
            s0 += q[i] * a;
            s1 += q[i] * b;
        }
    else
        for (int i = 0; i < n; i++) {
            v8 *x = (v8 *)(t + (size_t)i * BC);
            s0 += q[i] * x[0];
            s1 += q[i] * x[1];
        }
    d[0] = s0;
    d[1] = s1;
}

/* apply all finished q columns lo..hi-1 to panel b */
static void project(struct panels *w, struct matrix *r, const double *qs, const char *ok, int b, int lo, int hi)
{
    int n = w->n, prev = -1;
    v8 f[2] = { { 0 }, { 0 } }, d[2];
    double *t = panel(w, b);
    for (int k = lo; k < hi; k++) {
        if (!ok[k])
            continue;
        step(t, n, prev >= 0 ? qs + (size_t)(prev - lo) * n : NULL, f, qs + (size_t)(k - lo) * n, d);
        for (int c = 0; c < BC && b * BC + c < r->cols; c++)
            ELEM(r, k, b * BC + c) = d[c / 8][c % 8];
        f[0] = d[0];
        f[1] = d[1];
        prev = k;
    }
    if (prev >= 0) {
        const double *q = qs + (size_t)(prev - lo) * n;
        for (int i = 0; i < n; i++) {
            v8 *x = (v8 *)(t + (size_t)i * BC);
            x[0] = x[0] - f[0] * q[i];
            x[1] = x[1] - f[1] * q[i];
        }
    }
}

/* the diagonal panel, one column after the other */
static int factor_panel(struct panels *w, struct matrix *r, double *qs, char *ok, int b, double tol)
{
    int n = w->n, c0 = b * BC, m = r->cols - c0 < BC ? r->cols - c0 : BC, rank = 0;
    double *t = panel(w, b);
    for (int c = 0; c < m; c++) {
        double s[BC] = { 0 }, nn = 0.0;
        double *q = qs + (size_t)c * n;
        for (int i = 0; i < n; i++)
            nn += t[(size_t)i * BC + c] * t[(size_t)i * BC + c];
        double norm = sqrt(nn);
        ELEM(r, c0 + c, c0 + c) = norm;
        ok[c0 + c] = !(norm < tol);
        if (norm < tol) {
            for (int j = c0 + c + 1; j < r->cols; j++)
                ELEM(r, c0 + c, j) = 0.0;
            continue;
        }
        rank++;
        double inv = 1.0 / norm;
        for (int i = 0; i < n; i++) {
            double *x = t + (size_t)i * BC;
            double v = x[c] *= inv;
            q[i] = v;
#pragma omp simd
            for (int j = 0; j < BC; j++)
                s[j] += v * x[j];
        }
        for (int j = 0; j <= c; j++)
            s[j] = 0.0;
        for (int i = 0; i < n; i++) {
            double *x = t + (size_t)i * BC, v = q[i];
            for (int j = c + 1; j < BC; j++)
                x[j] -= s[j] * v;
        }
        for (int j = c + 1; j < m; j++)
            ELEM(r, c0 + c, c0 + j) = s[j];
    }
    return rank;
}

/* returns numerical rank; r gets the triangular factor */
static int orthonormalise(struct matrix *q, struct matrix *r, double tol)
{
    int n = q->rows, cols = q->cols, rank = 0;
    struct panels w = { n, (cols + BC - 1) / BC, NULL };
    char *ok = calloc(cols, 1);
    double *qs[2];
    w.p = aligned_alloc(64, (size_t)w.np * n * BC * sizeof(double));
    for (int k = 0; k < 2; k++)
        qs[k] = malloc((size_t)n * BC * sizeof(double));
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < w.np * BC; j++)
                panel(&w, j / BC)[(size_t)i * BC + j % BC] = j < cols ? ELEM(q, i, j) : 0.0;
#pragma omp single
        rank += factor_panel(&w, r, qs[0], ok, 0, tol);
        for (int b = 0; b + 1 < w.np; b++) {
            double *now = qs[b & 1], *next = qs[!(b & 1)];
            int hi = (b + 1) * BC < cols ? (b + 1) * BC : cols;
            /* look-ahead: one thread readies the next panel while the other goes on */
#pragma omp for schedule(dynamic, 1)
            for (int j = b + 1; j < w.np; j++) {
                project(&w, r, now, ok, j, b * BC, hi);
                if (j == b + 1)
                    rank += factor_panel(&w, r, next, ok, j, tol);
            }
        }
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < cols; j++)
                ELEM(q, i, j) = panel(&w, j / BC)[(size_t)i * BC + j % BC];
    }
    free(w.p);
    free(ok);
    free(qs[0]);
    free(qs[1]);
    return rank;
}

static void snapshots(struct matrix *m)
{
    int i, j;
    unsigned x = 1u;
    for (i = 0; i < m->rows; i++)
        for (j = 0; j < m->cols; j++) {
            x = 69069u * x + 1u;
            ELEM(m, i, j) = cos(0.001 * i * (j % 17 + 1)) + (x >> 16) / 65536.0 - 0.5;
        }
    /* a few dependent ones */
    for (j = 20; j < m->cols; j += 50)
        for (i = 0; i < m->rows; i++)
            ELEM(m, i, j) = 0.0;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 3000;
    int cols = argc > 2 ? atoi(argv[2]) : 300;
    int passes = argc > 3 ? atoi(argv[3]) : 2;
    struct matrix q = mat_new(rows, cols);
    struct matrix r = mat_new(cols, cols);
    double logdet, worst = 0.0, mix = 0.0;
    int pass, j, rank;

    snapshots(&q);
    for (pass = 0; pass < passes; pass++) {
        rank = orthonormalise(&q, &r, 1e-9);
        logdet = 0.0;
        for (j = 0; j < cols; j++)
            if (ELEM(&r, j, j) > 1e-9)
                logdet += log(ELEM(&r, j, j));
        printf("pass %d rank %d logdet %.9g\n", pass, rank, logdet);
    }
    for (j = 0; j + 7 < cols; j += 3) {
        double d = fabs(col_dot(&q, j, j + 7));
        if (d > worst)
            worst = d;
    }
    for (j = 0; j < rows; j++)
        mix += ELEM(&q, j, j % cols) * (1 + j % 3);
    printf("worst %.10g mix %.10g\n", worst, mix);
    free(q.data);
    free(r.data);
    return 0;
}
