/* Element-by-element operator of a high-order finite element mesh: for every element gather
 * its unknowns, multiply by the element matrices (small dense products) and scatter-add. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct mesh {
    int nelem, npe;       /* nodes per element */
    int nnode, nfield;
    int *conn;            /* nelem x npe */
    double *scale;
};

static void small_gemm(int m, int n, int k, const double *a, const double *b, double *c)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double s = 0.0;
            for (int l = 0; l < k; l++)
                s += a[i * k + l] * b[l * n + j];
            c[i * n + j] = s;
        }
}

static void build_mesh(struct mesh *m, int nelem, int npe, int nfield)
{
    m->nelem = nelem;
    m->npe = npe;
    m->nfield = nfield;
    m->nnode = nelem * (npe / 2) + npe;
    m->conn = malloc((size_t)nelem * npe * sizeof(int));
    m->scale = malloc(nelem * sizeof(double));
    for (int e = 0; e < nelem; e++) {
        m->scale[e] = 1.0 + 0.1 * (e % 7);
        for (int i = 0; i < npe; i++)
            m->conn[(size_t)e * npe + i] = e * (npe / 2) + (i * 5 + e) % npe;
    }
}

static void basis(int npe, double *grad, double *gradt, double *mass)
{
    for (int i = 0; i < npe; i++)
        for (int j = 0; j < npe; j++) {
            double v = cos(0.3 * (i + 1) * (j + 0.5)) / npe;
            grad[i * npe + j] = v;
            gradt[j * npe + i] = v;
            mass[i * npe + j] = (i == j ? 0.5 : 0.0) + 0.2 / (1 + abs(i - j)) / npe;
        }
}

static void apply(const struct mesh *m, const double *grad, const double *gradt, const double *mass,
                  const double *u, double *out, double *work)
{
    int p = m->npe, f = m->nfield;
    double *loc = work, *t1 = loc + p * f, *t2 = t1 + p * f, *t3 = t2 + p * f;
    for (int i = 0; i < m->nnode * f; i++)
        out[i] = 0.0;
    for (int e = 0; e < m->nelem; e++) {
        const int *nodes = m->conn + (size_t)e * p;
        for (int i = 0; i < p; i++)
            for (int q = 0; q < f; q++)
                loc[i * f + q] = u[(size_t)nodes[i] * f + q];
        small_gemm(p, f, p, grad, loc, t1);
        for (int i = 0; i < p * f; i++)
            t1[i] *= m->scale[e];
        small_gemm(p, f, p, gradt, t1, t2);
        small_gemm(p, f, p, mass, loc, t3);
        for (int i = 0; i < p; i++)
            for (int q = 0; q < f; q++)
                out[(size_t)nodes[i] * f + q] += t2[i * f + q] + t3[i * f + q];
    }
}

int main(int argc, char **argv)
{
    int nelem = argc > 1 ? atoi(argv[1]) : 2500;
    int npe = argc > 2 ? atoi(argv[2]) : 27;
    int nfield = argc > 3 ? atoi(argv[3]) : 5;
    int iters = argc > 4 ? atoi(argv[4]) : 64;
    struct mesh m;
    build_mesh(&m, nelem, npe, nfield);
    double *grad = malloc(npe * npe * sizeof(double)), *gradt = malloc(npe * npe * sizeof(double));
    double *mass = malloc(npe * npe * sizeof(double));
    double *work = malloc(4 * npe * nfield * sizeof(double));
    size_t n = (size_t)m.nnode * nfield;
    double *u = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double));
    basis(npe, grad, gradt, mass);
    for (size_t i = 0; i < n; i++)
        u[i] = sin(0.01 * i) + 0.001 * (i % 13);
    for (int it = 0; it < iters; it++) {
        double big = 0.0;
        apply(&m, grad, gradt, mass, u, v, work);
        for (size_t i = 0; i < n; i++)
            if (fabs(v[i]) > big)
                big = fabs(v[i]);
        for (size_t i = 0; i < n; i++)
            u[i] = 0.5 * u[i] + 0.5 * v[i] / big;
        if (it % 8 == 7)
            printf("iteration %d: largest %.10g\n", it + 1, big);
    }
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += u[i] * (i % 3 + 1);
    printf("sum %.10g mid %.10g\n", s, u[n / 2]);
    free(m.conn);
    free(m.scale);
    free(grad);
    free(gradt);
    free(mass);
    free(work);
    free(u);
    free(v);
    return 0;
}
