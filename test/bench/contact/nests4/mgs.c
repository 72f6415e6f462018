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

static void col_sub(struct matrix *m, int dst, int src, double f)
{
    int i;
    for (i = 0; i < m->rows; i++)
        ELEM(m, i, dst) -= f * ELEM(m, i, src);
}

static void col_scale(struct matrix *m, int c, double f)
{
    int i;
    for (i = 0; i < m->rows; i++)
        ELEM(m, i, c) *= f;
}

/* returns numerical rank; r gets the triangular factor */
static int orthonormalise(struct matrix *q, struct matrix *r, double tol)
{
    int k, j, rank = 0;
    for (k = 0; k < q->cols; k++) {
        double norm = sqrt(col_dot(q, k, k));
        ELEM(r, k, k) = norm;
        if (norm < tol) {
            for (j = k + 1; j < q->cols; j++)
                ELEM(r, k, j) = 0.0;
            continue;
        }
        rank++;
        col_scale(q, k, 1.0 / norm);
        for (j = k + 1; j < q->cols; j++) {
            double p = col_dot(q, k, j);
            ELEM(r, k, j) = p;
            col_sub(q, j, k, p);
        }
    }
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
