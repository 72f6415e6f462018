/* Spectral element operator: batched small tensor contractions.
 *
 * Every element has a p x p x p block of nodal values.  The values are
 * interpolated to q x q x q points with three 1-D contractions, multiplied by
 * a geometric factor and projected back; a few steps of a relaxation are made
 * with the result.  A final step contracts a global 4 index tensor.
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int nelem, p, q;
    double *b;          /* q x p interpolation matrix */
    double *geo;        /* nelem x q^3 */
    double *u;          /* nelem x p^3 */
    double *r;
    double *t1, *t2, *t3;   /* work, one element */
} Op;

static double *dalloc(size_t n)
{
    double *p = calloc(n ? n : 1, sizeof(double));
    if (!p) {
        fprintf(stderr, "tensor: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

/* Lagrange basis on equidistant nodes evaluated at q midpoints */
static void lagrange(double *b, int p, int q)
{
    for (int i = 0; i < q; i++) {
        double x = (i + 0.5) / q;
        for (int a = 0; a < p; a++) {
            double v = 1.0, xa = p > 1 ? (double)a / (p - 1) : 0.5;
            for (int k = 0; k < p; k++)
                if (k != a) {
                    double xk = (double)k / (p - 1);
                    v *= (x - xk) / (xa - xk);
                }
            b[i * p + a] = v;
        }
    }
}

static void setup(Op *op, int nelem, int p, int q)
{
    int p3 = p * p * p, q3 = q * q * q;
    unsigned s = 3u;

    op->nelem = nelem;
    op->p = p;
    op->q = q;
    op->b = dalloc((size_t)q * p);
    op->geo = dalloc((size_t)nelem * q3);
    op->u = dalloc((size_t)nelem * p3);
    op->r = dalloc((size_t)nelem * p3);
    op->t1 = dalloc((size_t)q * p * p);
    op->t2 = dalloc((size_t)q * q * p);
    op->t3 = dalloc((size_t)q3);
    lagrange(op->b, p, q);
    for (long i = 0; i < (long)nelem * q3; i++) {
        s = s * 1664525u + 1013904223u;
        op->geo[i] = (0.8 + 0.4 * (s >> 8) / 16777216.0) / q3;
    }
    for (long i = 0; i < (long)nelem * p3; i++) {
        s = s * 1664525u + 1013904223u;
        op->u[i] = (s >> 8) / 16777216.0 - 0.5;
    }
}

static void apply_element(Op *op, const double *u, const double *geo, double *r)
{
    int p = op->p, q = op->q;
    const double *B = op->b;
    double *t1 = op->t1, *t2 = op->t2, *t3 = op->t3;

    /* to the points */
    for (int i = 0; i < q; i++)
        for (int b = 0; b < p; b++)
            for (int c = 0; c < p; c++) {
                double s = 0.0;
                for (int a = 0; a < p; a++)
                    s += B[i * p + a] * u[(a * p + b) * p + c];
                t1[(i * p + b) * p + c] = s;
            }
    for (int i = 0; i < q; i++)
        for (int j = 0; j < q; j++)
            for (int c = 0; c < p; c++) {
                double s = 0.0;
                for (int b = 0; b < p; b++)
                    s += B[j * p + b] * t1[(i * p + b) * p + c];
                t2[(i * q + j) * p + c] = s;
            }
    for (int i = 0; i < q; i++)
        for (int j = 0; j < q; j++)
            for (int k = 0; k < q; k++) {
                double s = 0.0;
                for (int c = 0; c < p; c++)
                    s += B[k * p + c] * t2[(i * q + j) * p + c];
                t3[(i * q + j) * q + k] = s * geo[(i * q + j) * q + k];
            }
    /* and back */
    for (int i = 0; i < q; i++)
        for (int j = 0; j < q; j++)
            for (int c = 0; c < p; c++) {
                double s = 0.0;
                for (int k = 0; k < q; k++)
                    s += B[k * p + c] * t3[(i * q + j) * q + k];
                t2[(i * q + j) * p + c] = s;
            }
    for (int i = 0; i < q; i++)
        for (int b = 0; b < p; b++)
            for (int c = 0; c < p; c++) {
                double s = 0.0;
                for (int j = 0; j < q; j++)
                    s += B[j * p + b] * t2[(i * q + j) * p + c];
                t1[(i * p + b) * p + c] = s;
            }
    for (int a = 0; a < p; a++)
        for (int b = 0; b < p; b++)
            for (int c = 0; c < p; c++) {
                double s = 0.0;
                for (int i = 0; i < q; i++)
                    s += B[i * p + a] * t1[(i * p + b) * p + c];
                r[(a * p + b) * p + c] = s;
            }
}

static void relax(Op *op, double omega)
{
    int p3 = op->p * op->p * op->p, q3 = op->q * op->q * op->q;

    for (int e = 0; e < op->nelem; e++)
        apply_element(op, op->u + (size_t)e * p3, op->geo + (size_t)e * q3,
                      op->r + (size_t)e * p3);
    for (long i = 0; i < (long)op->nelem * p3; i++)
        op->u[i] -= omega * op->r[i];
}

/* m[e][f] = sum over nodes u_e . u_f  for the first ne elements */
static void gram(const Op *op, int ne, double *m)
{
    int p3 = op->p * op->p * op->p;
    for (int e = 0; e < ne; e++)
        for (int f = 0; f < ne; f++) {
            m[e * ne + f] = 0.0;
            for (int i = 0; i < p3; i++)
                m[e * ne + f] += op->u[(size_t)e * p3 + i] * op->u[(size_t)f * p3 + i];
        }
}

int main(int argc, char **argv)
{
    int nelem = argc > 1 ? atoi(argv[1]) : 500;
    int p = argc > 2 ? atoi(argv[2]) : 7;
    int q = argc > 3 ? atoi(argv[3]) : 9;
    int steps = argc > 4 ? atoi(argv[4]) : 60;
    Op op;

    if (nelem < 1 || p < 1 || q < 1) {
        fprintf(stderr, "usage: tensor [elements [p [q [steps]]]]\n");
        return 1;
    }
    setup(&op, nelem, p, q);
    for (int t = 0; t < steps; t++)
        relax(&op, 1.5);

    double sum = 0.0, sq = 0.0, diag = 0.0, off = 0.0;
    long n = (long)nelem * p * p * p;
    for (long i = 0; i < n; i++) {
        sum += op.u[i];
        sq += op.u[i] * op.u[i];
    }
    int ne = nelem < 300 ? nelem : 300;
    double *m = dalloc((size_t)ne * ne);
    gram(&op, ne, m);
    for (int e = 0; e < ne; e++)
        for (int f = 0; f < ne; f++)
            if (e == f)
                diag += m[e * ne + f];
            else
                off += m[e * ne + f] * m[e * ne + f];
    printf("%d elements, %d^3 nodes, %d^3 points\n", nelem, p, q);
    printf("sum %.10g norm2 %.10g\n", sum, sq);
    printf("gram diagonal %.10g off diagonal %.10g\n", diag, off);
    printf("u[0] %.10g u[last] %.10g\n", op.u[0], op.u[n - 1]);
    free(m);
    free(op.b); free(op.geo); free(op.u); free(op.r);
    free(op.t1); free(op.t2); free(op.t3);
    return 0;
}
