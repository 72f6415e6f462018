/* bsrpower, optimized by hand: see bsrpower.c.
 * SMALL: 300 4
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define KINDS 37

struct Operator {
    int nodes, block;
    int *start;   /* nodes + 1 */
    int *node;    /* which node an entry gathers from */
    int *kind;    /* which dictionary block it multiplies with */
    double *coef;
    double *dict; /* KINDS blocks of block x block */
};

static unsigned long long state = 88172645463325252ULL;

static unsigned rnd(unsigned range)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 20) % range);
}

static void *get(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static void build(struct Operator *op, int nodes, int block)
{
    op->nodes = nodes;
    op->block = block;
    op->start = get(sizeof(int) * (nodes + 1));
    op->node = get(sizeof(int) * (size_t)nodes * 15);
    op->kind = get(sizeof(int) * (size_t)nodes * 15);
    op->coef = get(sizeof(double) * (size_t)nodes * 15);
    op->dict = get(sizeof(double) * KINDS * block * block);
    int e = 0;
    for (int i = 0; i < nodes; i++) {
        int count = 7 + (int)rnd(8);
        op->start[i] = e;
        op->node[e] = i;
        op->kind[e] = 0;
        op->coef[e++] = 2.0;
        for (int c = 0; c < count; c++) {
            int far = rnd(10) == 0;
            int range = far ? nodes : (nodes < 200 ? nodes : 200);
            op->node[e] = (int)((i + rnd(range)) % nodes);
            op->kind[e] = (int)rnd(KINDS);
            op->coef[e++] = (1 + rnd(100)) / 100.0;
        }
    }
    op->start[nodes] = e;
    for (int k = 0; k < KINDS; k++)
        for (int a = 0; a < block; a++)
            for (int b = 0; b < block; b++)
                op->dict[(k * block + a) * block + b] =
                    (a == b ? 1.0 : 0.0) + 0.3 * sin(1.0 + k * 0.7 + a * 1.3 + b * (a + 1.0));
}

typedef double v4 __attribute__((vector_size(32)));
typedef double v4u __attribute__((vector_size(32), aligned(8)));

/* three rows of the 6 x 12 result: nine accumulators */
static inline void rows3(double coef, const double *A, const double *B, v4 y[3][3])
{
    v4 s[3][3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++)
#pragma GCC unroll 3
        for (int q = 0; q < 3; q++)
            s[i][q] = (v4){ 0, 0, 0, 0 };
#pragma GCC unroll 6
    for (int p = 0; p < 6; p++) {
        v4 b0 = *(const v4u *)(B + p * 12), b1 = *(const v4u *)(B + p * 12 + 4);
        v4 b2 = *(const v4u *)(B + p * 12 + 8);
#pragma GCC unroll 3
        for (int i = 0; i < 3; i++) {
            double a = A[i * 6 + p];
            s[i][0] += a * b0;
            s[i][1] += a * b1;
            s[i][2] += a * b2;
        }
    }
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++)
#pragma GCC unroll 3
        for (int q = 0; q < 3; q++)
            y[i][q] += coef * s[i][q];
}

static void node_6_12(const struct Operator *op, int i, const double *X, double *Y)
{
    for (int half = 0; half < 2; half++) {
        v4 y[3][3];
#pragma GCC unroll 3
        for (int r = 0; r < 3; r++)
#pragma GCC unroll 3
            for (int q = 0; q < 3; q++)
                y[r][q] = (v4){ 0, 0, 0, 0 };
        for (int e = op->start[i]; e < op->start[i + 1]; e++)
            rows3(op->coef[e], op->dict + op->kind[e] * 36 + half * 18,
                  X + (size_t)op->node[e] * 72, y);
        double *out = Y + (size_t)i * 72 + half * 36;
#pragma GCC unroll 3
        for (int r = 0; r < 3; r++)
#pragma GCC unroll 3
            for (int q = 0; q < 3; q++)
                *(v4u *)(out + r * 12 + q * 4) = y[r][q];
    }
}

static void node_any(const struct Operator *op, int nv, int i, const double *X, double *Y)
{
    int b = op->block;
    size_t size = (size_t)b * nv;
    double *y = Y + i * size, s[nv];
    for (size_t q = 0; q < size; q++)
        y[q] = 0.0;
    for (int e = op->start[i]; e < op->start[i + 1]; e++) {
        const double *D = op->dict + (size_t)op->kind[e] * b * b;
        const double *x = X + op->node[e] * size;
        double coef = op->coef[e];
        for (int r = 0; r < b; r++) {
            for (int j = 0; j < nv; j++)
                s[j] = 0.0;
            for (int p = 0; p < b; p++) {
                double a = D[r * b + p];
#pragma omp simd
                for (int j = 0; j < nv; j++)
                    s[j] += a * x[p * nv + j];
            }
#pragma omp simd
            for (int j = 0; j < nv; j++)
                y[r * nv + j] += coef * s[j];
        }
    }
}

static void apply(const struct Operator *op, int nv, const double *X, double *Y)
{
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < op->nodes; i++)
        if (op->block == 6 && nv == 12)
            node_6_12(op, i, X, Y);
        else
            node_any(op, nv, i, X, Y);
}

/* the three sums of columns v0 .. v0+nc-1, each running down the rows in order */
static void column_sums(int len, int nv, int v0, int nc, const double *X, const double *Y,
                        double *xy, double *xx, double *yy)
{
    if (nc == 4) {
        v4 a = { 0 }, b = { 0 }, c = { 0 };
        for (int r = 0; r < len; r++) {
            v4 x = *(const v4u *)(X + (size_t)r * nv + v0);
            v4 y = *(const v4u *)(Y + (size_t)r * nv + v0);
            a += x * y;
            b += x * x;
            c += y * y;
        }
        for (int v = 0; v < 4; v++) {
            xy[v0 + v] = a[v];
            xx[v0 + v] = b[v];
            yy[v0 + v] = c[v];
        }
        return;
    }
    for (int v = v0; v < v0 + nc; v++) {
        double a = 0.0, b = 0.0, c = 0.0;
        for (int r = 0; r < len; r++) {
            double x = X[(size_t)r * nv + v], y = Y[(size_t)r * nv + v];
            a += x * y;
            b += x * x;
            c += y * y;
        }
        xy[v] = a;
        xx[v] = b;
        yy[v] = c;
    }
}

int main(int argc, char **argv)
{
    int nodes = argc > 1 ? atoi(argv[1]) : 12000;
    int iterations = argc > 2 ? atoi(argv[2]) : 20;
    int block = argc > 3 ? atoi(argv[3]) : 6;
    int nv = argc > 4 ? atoi(argv[4]) : 12;
    struct Operator op;
    build(&op, nodes, block);
    int len = nodes * block;
    double *X = get(sizeof(double) * (size_t)len * nv);
    double *Y = get(sizeof(double) * (size_t)len * nv);
    double *lambda = get(sizeof(double) * nv);
    double xy[nv], xx[nv], yy[nv], scale[nv];
    for (int r = 0; r < len; r++)
        for (int v = 0; v < nv; v++)
            X[(size_t)r * nv + v] = cos(0.37 * r * (v + 1)) + 0.1 * v;

    printf("nodes %d entries %d block %d vectors %d\n", nodes, op.start[nodes], block, nv);
    for (int it = 1; it <= iterations; it++) {
        apply(&op, nv, X, Y);
#pragma omp parallel for schedule(static, 1)
        for (int v = 0; v < nv; v += 4)
            column_sums(len, nv, v, nv - v < 4 ? nv - v : 4, X, Y, xy, xx, yy);
        for (int v = 0; v < nv; v++) {
            lambda[v] = xy[v] / xx[v];
            scale[v] = 1.0 / sqrt(yy[v]);
        }
#pragma omp parallel for schedule(static)
        for (int r = 0; r < len; r++)
#pragma omp simd
            for (int v = 0; v < nv; v++)
                X[(size_t)r * nv + v] = Y[(size_t)r * nv + v] * scale[v];
        if (it % 5 == 0 || it == iterations)
            printf("iteration %d: %.15g %.15g\n", it, lambda[0], lambda[nv - 1]);
    }
    for (int v = 0; v < nv; v++) {
        double s = 0.0;
        for (int r = 0; r < len; r++)
            s += X[(size_t)r * nv + v] * (r % 11 - 5);
        printf("vector %d: quotient %.15g projection %.15g\n", v, lambda[v], s);
    }
    free(X);
    free(Y);
    free(lambda);
    free(op.start);
    free(op.node);
    free(op.kind);
    free(op.coef);
    free(op.dict);
    return 0;
}
