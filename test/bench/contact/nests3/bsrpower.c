/* bsrpower: block power iteration with a sparse operator made of small dense
 * blocks.  Every row of blocks refers, by index, to blocks of a dictionary (few
 * kinds of coupling) and to the nodes whose small matrices (block x vectors)
 * it gathers: Y_i = sum_e coef_e * D[kind_e] * X[node_e].
 * Expert: register-blocked kernel for 6 x 12 (vectors over the 12 columns, all
 * 6 rows of results in registers), rows of blocks among threads; norms and
 * Rayleigh quotients in one pass, vectors over the columns.
 * SMALL: 300 4
 * Usage: bsrpower [nodes] [iterations] [block] [vectors]
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

/* C += coef * A B, where A is b x b and B, C are b x nv */
static void add_product(int b, int nv, double coef, double A[b][b], double B[b][nv],
                        double C[b][nv])
{
    for (int i = 0; i < b; i++)
        for (int j = 0; j < nv; j++) {
            double s = 0.0;
            for (int p = 0; p < b; p++)
                s += A[i][p] * B[p][j];
            C[i][j] += coef * s;
        }
}

static void apply(const struct Operator *op, int nv, double *X, double *Y)
{
    int b = op->block;
    size_t size = (size_t)b * nv;
    for (int i = 0; i < op->nodes; i++) {
        double *y = Y + i * size;
        for (size_t q = 0; q < size; q++)
            y[q] = 0.0;
        for (int e = op->start[i]; e < op->start[i + 1]; e++) {
            double *D = op->dict + (size_t)op->kind[e] * b * b;
            double *x = X + op->node[e] * size;
            add_product(b, nv, op->coef[e], (double (*)[b])D, (double (*)[nv])x,
                        (double (*)[nv])y);
        }
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
    for (int r = 0; r < len; r++)
        for (int v = 0; v < nv; v++)
            X[(size_t)r * nv + v] = cos(0.37 * r * (v + 1)) + 0.1 * v;

    printf("nodes %d entries %d block %d vectors %d\n", nodes, op.start[nodes], block, nv);
    for (int it = 1; it <= iterations; it++) {
        apply(&op, nv, X, Y);
        for (int v = 0; v < nv; v++) {
            double xy = 0.0, xx = 0.0, yy = 0.0;
            for (int r = 0; r < len; r++) {
                double x = X[(size_t)r * nv + v], y = Y[(size_t)r * nv + v];
                xy += x * y;
                xx += x * x;
                yy += y * y;
            }
            lambda[v] = xy / xx;
            double scale = 1.0 / sqrt(yy);
            for (int r = 0; r < len; r++)
                X[(size_t)r * nv + v] = Y[(size_t)r * nv + v] * scale;
        }
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
