// SPDX-License-Identifier: Apache-2.0
/*
 * heatfem.c - stationary heat conduction on a perturbed triangular mesh.
 *
 * P1 finite elements, CSR matrix, conjugate gradients with Jacobi
 * preconditioning.  Left edge held at 1, right edge held at 0, the other
 * two edges are insulated; the plate contains a few badly conducting discs.
 *
 * usage: heatfem [cells per side]
 */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    int nnode, ntri;
    double *x, *y;
    int (*tri)[3];
    double *kappa;
    char *fixed;
} mesh_t;

typedef struct {
    int n;
    int *ptr, *col;
    double *val;
} csr_t;

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static double frand(unsigned *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (double)(*s >> 8) / 16777216.0;
}

static double conductivity(double x, double y)
{
    static const double disc[5][3] = {
        {0.25, 0.30, 0.12}, {0.55, 0.70, 0.17}, {0.75, 0.25, 0.15},
        {0.20, 0.75, 0.09}, {0.50, 0.40, 0.08}
    };
    for (int i = 0; i < 5; i++) {
        double dx = x - disc[i][0], dy = y - disc[i][1];
        if (dx * dx + dy * dy < disc[i][2] * disc[i][2])
            return 0.02 + 0.01 * i;
    }
    return 1.0;
}

static void mesh_build(mesh_t *m, int n)
{
    unsigned seed = 12345;
    double h = 1.0 / n;

    m->nnode = (n + 1) * (n + 1);
    m->ntri = 2 * n * n;
    m->x = xmalloc(m->nnode * sizeof(double));
    m->y = xmalloc(m->nnode * sizeof(double));
    m->fixed = xmalloc(m->nnode);
    m->tri = xmalloc(m->ntri * sizeof(*m->tri));
    m->kappa = xmalloc(m->ntri * sizeof(double));
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) {
            int k = j * (n + 1) + i;
            double jx = 0.4 * h * (frand(&seed) - 0.5);
            double jy = 0.4 * h * (frand(&seed) - 0.5);
            m->x[k] = i * h + (i > 0 && i < n ? jx : 0.0);
            m->y[k] = j * h + (j > 0 && j < n ? jy : 0.0);
            m->fixed[k] = i == 0 || i == n;
        }
    int t = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            int up = (i + j) & 1;
            int q[2][3] = {{a, b, up ? c : d}, {up ? b : a, d, c}};
            for (int s = 0; s < 2; s++, t++) {
                double cx = 0, cy = 0;
                for (int v = 0; v < 3; v++) {
                    m->tri[t][v] = q[s][v];
                    cx += m->x[q[s][v]] / 3;
                    cy += m->y[q[s][v]] / 3;
                }
                m->kappa[t] = conductivity(cx, cy);
            }
        }
}

static int cmp_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* sparsity pattern from the node adjacency of the mesh */
static void csr_pattern(csr_t *A, const mesh_t *m)
{
    int n = m->nnode;
    int *cnt = calloc(n + 1, sizeof(int));
    int *elem = xmalloc(3 * (size_t)m->ntri * sizeof(int));
    int *seen = xmalloc(n * sizeof(int));
    for (int t = 0; t < m->ntri; t++)
        for (int v = 0; v < 3; v++)
            cnt[m->tri[t][v] + 1]++;
    for (int i = 0; i < n; i++) {
        cnt[i + 1] += cnt[i];
        seen[i] = -1;
    }
    for (int t = m->ntri - 1; t >= 0; t--)
        for (int v = 0; v < 3; v++)
            elem[--cnt[m->tri[t][v] + 1]] = t;
    /* cnt[i+1] is now the start of node i's list, cnt[i+2] its end */
    A->n = n;
    A->ptr = xmalloc((n + 1) * sizeof(int));
    A->col = xmalloc((3 * (size_t)m->ntri * 3) * sizeof(int));
    int nz = 0;
    for (int i = 0; i < n; i++) {
        int end = i + 2 <= n ? cnt[i + 2] : 3 * m->ntri;
        A->ptr[i] = nz;
        for (int e = cnt[i + 1]; e < end; e++)
            for (int v = 0; v < 3; v++) {
                int j = m->tri[elem[e]][v];
                if (seen[j] != i) {
                    seen[j] = i;
                    A->col[nz++] = j;
                }
            }
        qsort(A->col + A->ptr[i], nz - A->ptr[i], sizeof(int), cmp_int);
    }
    A->ptr[n] = nz;
    A->val = calloc(nz, sizeof(double));
    free(cnt);
    free(elem);
    free(seen);
}

static double *csr_entry(const csr_t *A, int i, int j)
{
    int k = A->ptr[i];
    while (A->col[k] != j)
        k++;
    return &A->val[k];
}

static void assemble(csr_t *A, double *rhs, const mesh_t *m, const double *u)
{
    for (int t = 0; t < m->ntri; t++) {
        const int *v = m->tri[t];
        double bx[3], by[3];
        for (int a = 0; a < 3; a++) {
            int b = v[(a + 1) % 3], c = v[(a + 2) % 3];
            bx[a] = m->y[b] - m->y[c];
            by[a] = m->x[c] - m->x[b];
        }
        double area = 0.5 * (bx[0] * by[1] - bx[1] * by[0]);
        for (int a = 0; a < 3; a++) {
            if (m->fixed[v[a]])
                continue;
            for (int b = 0; b < 3; b++) {
                double k = m->kappa[t] * (bx[a] * bx[b] + by[a] * by[b]) / (4 * area);
                if (m->fixed[v[b]])
                    rhs[v[a]] -= k * u[v[b]];
                else
                    *csr_entry(A, v[a], v[b]) += k;
            }
        }
    }
    for (int i = 0; i < A->n; i++)
        if (m->fixed[i]) {
            *csr_entry(A, i, i) = 1.0;
            rhs[i] = u[i];
        }
}

static void spmv(const csr_t *A, const double *x, double *y)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++) {
        double s = 0.0;
        for (int k = A->ptr[i]; k < A->ptr[i + 1]; k++)
            s += A->val[k] * x[A->col[k]];
        y[i] = s;
    }
}

/* summed in fixed blocks, the result does not depend on the thread count */
static double dot(const double *a, const double *b, int n)
{
    enum { BLOCKS = 64 };
    double part[BLOCKS], s = 0.0;
#pragma omp parallel for schedule(static)
    for (int k = 0; k < BLOCKS; k++) {
        int lo = (int)((long)n * k / BLOCKS), hi = (int)((long)n * (k + 1) / BLOCKS);
        double t = 0.0;
        for (int i = lo; i < hi; i++)
            t += a[i] * b[i];
        part[k] = t;
    }
    for (int k = 0; k < BLOCKS; k++)
        s += part[k];
    return s;
}

static void axpy(double alpha, const double *x, double *y, int n)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
}

static int pcg(const csr_t *A, const double *b, double *x, double tol, int maxit)
{
    int n = A->n, it;
    double *r = xmalloc(n * sizeof(double)), *z = xmalloc(n * sizeof(double));
    double *p = xmalloc(n * sizeof(double)), *q = xmalloc(n * sizeof(double));
    double *dinv = xmalloc(n * sizeof(double));

    spmv(A, x, q);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        dinv[i] = 1.0 / *csr_entry(A, i, i);
        r[i] = b[i] - q[i];
        z[i] = dinv[i] * r[i];
        p[i] = z[i];
    }
    double rz = dot(r, z, n), stop = tol * sqrt(dot(b, b, n));
    for (it = 0; it < maxit; it++) {
        spmv(A, p, q);
        double alpha = rz / dot(p, q, n);
        axpy(alpha, p, x, n);
        axpy(-alpha, q, r, n);
        if (sqrt(dot(r, r, n)) < stop)
            break;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++)
            z[i] = dinv[i] * r[i];
        double rznew = dot(r, z, n), beta = rznew / rz;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < n; i++)
            p[i] = z[i] + beta * p[i];
        rz = rznew;
    }
    free(r); free(z); free(p); free(q); free(dinv);
    return it;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 260;
    mesh_t m;
    csr_t A;
    struct timespec t0, t1;

    mesh_build(&m, n);
    csr_pattern(&A, &m);
    double *u = calloc(m.nnode, sizeof(double)), *rhs = calloc(m.nnode, sizeof(double));
    for (int i = 0; i < m.nnode; i++)
        u[i] = m.fixed[i] && m.x[i] < 0.5 ? 1.0 : 0.0;
    assemble(&A, rhs, &m, u);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    int it = pcg(&A, rhs, u, 1e-9, 5000);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    double mean = 0.0, xm = 0.0;
    for (int i = 0; i < m.nnode; i++) {
        mean += u[i] / m.nnode;
        xm += u[i] * m.x[i] / m.nnode;
    }
    printf("nodes %d, nonzeros %d, iterations %d\n", m.nnode, A.ptr[A.n], it);
    printf("mean %.6f  moment %.6f\n", mean, xm);
    for (int i = 1; i < 8; i++)
        printf("u[%d/8] = %.6f\n", i, u[(n / 2) * (n + 1) + i * n / 8]);
    fprintf(stderr, "solve %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(m.x); free(m.y); free(m.tri); free(m.kappa); free(m.fixed);
    free(A.ptr); free(A.col); free(A.val); free(u); free(rhs);
    return 0;
}
