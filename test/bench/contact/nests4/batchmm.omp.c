/* Element-by-element operator of a high-order finite element mesh: for every element gather
 * its unknowns, multiply by the element matrices (small dense products) and scatter-add. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct mesh {
    int nelem, npe;       /* nodes per element */
    int nnode, nfield;
    int *conn;            /* nelem x npe */
    double *scale;
};

typedef double v8 __attribute__((vector_size(64)));
#define LE 8      /* elements side by side, one per lane */
#define MR 4
#define NF 5      /* unknown columns in registers at once */

/* c = a * b, b and c hold eight elements lane-interleaved, a is shared */
static void small_gemm(int p, int f, const double *a, const v8 *b, v8 *c)
{
    for (int i = 0; i < p; i += MR)
        for (int j = 0; j < f; j += NF) {
            const double *ar[MR];
            int m = p - i < MR ? p - i : MR, n = f - j < NF ? f - j : NF;
            v8 s[MR][NF];
            for (int r = 0; r < MR; r++)
                ar[r] = a + (i + (r < m ? r : 0)) * p;
            for (int r = 0; r < MR; r++)
                for (int q = 0; q < NF; q++)
                    s[r][q] = (v8){ 0 };
            for (int l = 0; l < p; l++) {
                const v8 *x = b + l * f + j;      /* padded by NF */
#pragma GCC unroll 4
                for (int r = 0; r < MR; r++) {
                    double y = ar[r][l];
#pragma GCC unroll 5
                    for (int q = 0; q < NF; q++)
                        s[r][q] += y * x[q];
                }
            }
            for (int r = 0; r < m; r++)
                for (int q = 0; q < n; q++)
                    c[(i + r) * f + j + q] = s[r][q];
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

/* products of eight elements at a time in parallel into res; the scatter-add then runs over
 * nodes through the list of (element, local) pairs in element order, also parallel */
static void apply(const struct mesh *m, const double *grad, const double *gradt, const double *mass,
                  const double *u, double *out, double *res, const int *first, const int *list)
{
    const int p = m->npe, f = m->nfield;
#pragma omp parallel
    {
        v8 *loc = aligned_alloc(64, (4 * (size_t)p * f + NF) * sizeof(v8));
        v8 *t1 = loc + p * f, *t2 = t1 + p * f, *t3 = t2 + p * f;
        memset(loc, 0, (4 * (size_t)p * f + NF) * sizeof(v8));
#pragma omp for schedule(static)
        for (int e = 0; e < m->nelem; e += LE) {
            int ne = m->nelem - e < LE ? m->nelem - e : LE;
            v8 sc = { 0 };
            for (int z = 0; z < ne; z++) {
                const int *nodes = m->conn + (size_t)(e + z) * p;
                sc[z] = m->scale[e + z];
                for (int i = 0; i < p; i++)
                    for (int q = 0; q < f; q++)
                        ((double *)loc)[(i * f + q) * LE + z] = u[(size_t)nodes[i] * f + q];
            }
            small_gemm(p, f, grad, loc, t1);
            for (int i = 0; i < p * f; i++)
                t1[i] *= sc;
            small_gemm(p, f, gradt, t1, t2);
            small_gemm(p, f, mass, loc, t3);
            for (int i = 0; i < p * f; i++)
                t2[i] += t3[i];
            for (int z = 0; z < ne; z++)
                for (int i = 0; i < p * f; i++)
                    res[(size_t)(e + z) * p * f + i] = ((double *)t2)[i * LE + z];
        }
#pragma omp for schedule(static)
        for (int i = 0; i < m->nnode; i++)
            for (int q = 0; q < f; q++) {
                double s = 0.0;
                for (int t = first[i]; t < first[i + 1]; t++)
                    s += res[(size_t)list[t] * f + q];
                out[(size_t)i * f + q] = s;
            }
        free(loc);
    }
}

/* for every node the slots e*p+i that touch it, in plain scatter order */
static void invert(const struct mesh *m, int *first, int *list)
{
    int n = m->nelem * m->npe;
    memset(first, 0, (m->nnode + 1) * sizeof(int));
    for (int t = 0; t < n; t++)
        first[m->conn[t] + 1]++;
    for (int i = 0; i < m->nnode; i++)
        first[i + 1] += first[i];
    for (int t = 0; t < n; t++)
        list[first[m->conn[t]]++] = t;
    for (int i = m->nnode; i > 0; i--)
        first[i] = first[i - 1];
    first[0] = 0;
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
    double *work = malloc((size_t)nelem * npe * nfield * sizeof(double));
    int *first = malloc((m.nnode + 1) * sizeof(int)), *list = malloc((size_t)nelem * npe * sizeof(int));
    invert(&m, first, list);
    size_t n = (size_t)m.nnode * nfield;
    double *u = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double));
    basis(npe, grad, gradt, mass);
    for (size_t i = 0; i < n; i++)
        u[i] = sin(0.01 * i) + 0.001 * (i % 13);
    for (int it = 0; it < iters; it++) {
        double big = 0.0;
        apply(&m, grad, gradt, mass, u, v, work, first, list);
#pragma omp simd reduction(max : big)
        for (size_t i = 0; i < n; i++) {
            double x = fabs(v[i]);
            big = x > big ? x : big;
        }
#pragma omp simd
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
    free(first);
    free(list);
    free(u);
    free(v);
    return 0;
}
