/* chebfem - Poisson problem on an unstructured triangle mesh: P1 assembly into
 * CSR, Chebyshev-accelerated Jacobi iteration, maximum-norm residual checks. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct { int a, b, c; } Tri;

typedef struct {
    int nnode, ntri;
    double *x, *y;
    Tri *tri;
    char *fixed;
} Mesh;

typedef struct {
    int n;
    int *ptr, *col;
    double *val;
} Csr;

static void *need(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return p;
}

/* jittered grid, diagonals alternating, node numbers shuffled in stripes */
static void mesh_build(Mesh *m, int nx, int ny)
{
    m->nnode = (nx + 1) * (ny + 1);
    m->ntri = 2 * nx * ny;
    m->x = need(sizeof(double) * (size_t)m->nnode);
    m->y = need(sizeof(double) * (size_t)m->nnode);
    m->tri = need(sizeof(Tri) * (size_t)m->ntri);
    m->fixed = need((size_t)m->nnode);
    unsigned s = 9u;
    for (int j = 0; j <= ny; j++)
        for (int i = 0; i <= nx; i++) {
            int k = j * (nx + 1) + i, edge = i == 0 || j == 0 || i == nx || j == ny;
            s = s * 1103515245u + 12345u;
            double dx = ((s >> 16) / 65536.0 - 0.5) * 0.4;
            s = s * 1103515245u + 12345u;
            double dy = ((s >> 16) / 65536.0 - 0.5) * 0.4;
            m->x[k] = (i + (edge ? 0.0 : dx)) / nx;
            m->y[k] = (j + (edge ? 0.0 : dy)) / ny;
            m->fixed[k] = (char)edge;
        }
    int t = 0;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            int p = j * (nx + 1) + i, q = p + 1, r = p + nx + 1, u = r + 1;
            if ((i + j) & 1) {
                m->tri[t++] = (Tri){ p, q, u };
                m->tri[t++] = (Tri){ p, u, r };
            } else {
                m->tri[t++] = (Tri){ p, q, r };
                m->tri[t++] = (Tri){ q, u, r };
            }
        }
}

static void csr_pattern(Csr *k, const Mesh *m)
{
    enum { WIDTH = 12 };
    int *nb = need(sizeof(int) * WIDTH * (size_t)m->nnode), *cnt = need(sizeof(int) * (size_t)m->nnode);
    for (int i = 0; i < m->nnode; i++) {
        nb[i * WIDTH] = i;
        cnt[i] = 1;
    }
    for (int t = 0; t < m->ntri; t++) {
        int v[3] = { m->tri[t].a, m->tri[t].b, m->tri[t].c };
        for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++) {
                int *list = nb + v[p] * WIDTH, h = 0;
                while (h < cnt[v[p]] && list[h] != v[q]) h++;
                if (h == cnt[v[p]] && h < WIDTH) list[cnt[v[p]]++] = v[q];
            }
    }
    k->n = m->nnode;
    k->ptr = need(sizeof(int) * (size_t)(k->n + 1));
    k->ptr[0] = 0;
    for (int i = 0; i < k->n; i++)
        k->ptr[i + 1] = k->ptr[i] + cnt[i];
    k->col = need(sizeof(int) * (size_t)k->ptr[k->n]);
    k->val = need(sizeof(double) * (size_t)k->ptr[k->n]);
    for (int i = 0; i < k->n; i++)
        for (int h = 0; h < cnt[i]; h++) {
            k->col[k->ptr[i] + h] = nb[i * WIDTH + h];
            k->val[k->ptr[i] + h] = 0.0;
        }
    free(nb);
    free(cnt);
}

static void add(Csr *k, int i, int j, double v)
{
    for (int h = k->ptr[i]; h < k->ptr[i + 1]; h++)
        if (k->col[h] == j) {
            k->val[h] += v;
            return;
        }
}

static void assemble(Csr *k, double *rhs, const Mesh *m)
{
    for (int i = 0; i < m->nnode; i++)
        rhs[i] = 0.0;
    for (int t = 0; t < m->ntri; t++) {
        int v[3] = { m->tri[t].a, m->tri[t].b, m->tri[t].c };
        double bx[3], by[3], det;
        for (int p = 0; p < 3; p++) {
            int q = v[(p + 1) % 3], r = v[(p + 2) % 3];
            bx[p] = m->y[q] - m->y[r];
            by[p] = m->x[r] - m->x[q];
        }
        det = bx[0] * by[1] - bx[1] * by[0];
        double cx = (m->x[v[0]] + m->x[v[1]] + m->x[v[2]]) / 3.0, load = 1.0 + 3.0 * sin(6.0 * cx);
        for (int p = 0; p < 3; p++) {
            rhs[v[p]] += load * det / 6.0;
            for (int q = 0; q < 3; q++)
                add(k, v[p], v[q], (bx[p] * bx[q] + by[p] * by[q]) / (2.0 * det));
        }
    }
}

static void residual(const Csr *k, const Mesh *m, const double *u, const double *rhs, double *r)
{
    for (int i = 0; i < k->n; i++) {
        double s = rhs[i];
        for (int h = k->ptr[i]; h < k->ptr[i + 1]; h++)
            s -= k->val[h] * u[k->col[h]];
        r[i] = m->fixed[i] ? 0.0 : s / k->val[k->ptr[i]];    /* diagonal comes first */
    }
}

static double max_abs(const double *r, int n)
{
    double b = 0.0;
    for (int i = 0; i < n; i++)
        if (fabs(r[i]) > b) b = fabs(r[i]);
    return b;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 220, iters = argc > 2 ? atoi(argv[2]) : 2600;
    Mesh m;
    Csr k;
    mesh_build(&m, nx, nx * 3 / 4 + 1);
    csr_pattern(&k, &m);
    size_t bytes = sizeof(double) * (size_t)m.nnode;
    double *rhs = need(bytes), *u = need(bytes), *d = need(bytes), *r = need(bytes);
    assemble(&k, rhs, &m);
    for (int i = 0; i < k.n; i++)
        u[i] = d[i] = 0.0;
    double hi = 3.0, lo = 4.0 / ((double)nx * nx), theta = 0.5 * (hi + lo), delta = 0.5 * (hi - lo);
    double sigma = theta / delta, rho = 1.0 / sigma;
    for (int it = 0; it < iters; it++) {
        residual(&k, &m, u, rhs, r);
        if (it % (iters / 4 + 1) == 0)
            printf("iteration %5d residual %.6e\n", it, max_abs(r, k.n));
        double next = 1.0 / (2.0 * sigma - rho), c1 = it ? next * rho : 0.0, c2 = it ? 2.0 * next / delta : 1.0 / theta;
        for (int i = 0; i < k.n; i++) {
            d[i] = c1 * d[i] + c2 * r[i];
            u[i] += d[i];
        }
        if (it) rho = next;
    }
    residual(&k, &m, u, rhs, r);
    double mean = 0.0;
    for (int i = 0; i < k.n; i++)
        mean += u[i];
    printf("final residual %.6e max u %.12f mean u %.12f\n", max_abs(r, k.n), max_abs(u, k.n), mean / k.n);
    free(rhs); free(u); free(d); free(r);
    free(k.ptr); free(k.col); free(k.val);
    free(m.x); free(m.y); free(m.tri); free(m.fixed);
    return 0;
}
