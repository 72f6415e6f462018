// SPDX-License-Identifier: Apache-2.0
// Assembles a finite-element diffusion matrix on a distorted triangle mesh and
// solves it with successive over-relaxation, sweeping the rows colour by colour.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXCOLOUR 32

struct entry {
    int col;
    double val;
    struct entry *next;
};

struct mesh {
    int nv, nt;
    double *px, *py;
    char *fixed;
    int (*tri)[3];
    double *kappa;
};

struct csr {
    int n;
    int *start, *col;
    double *val, *diag;
};

struct colouring {
    int ncol;
    int first[MAXCOLOUR + 1];
    int *rows;
};

static uint64_t state = 88172645463325252ULL;

static double frand(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) * (1.0 / 9007199254740992.0);
}

static struct mesh make_mesh(int nx, int ny)
{
    struct mesh m;
    m.nv = nx * ny;
    m.nt = 2 * (nx - 1) * (ny - 1);
    m.px = malloc(sizeof(double) * m.nv);
    m.py = malloc(sizeof(double) * m.nv);
    m.fixed = calloc(m.nv, 1);
    m.tri = malloc(sizeof *m.tri * m.nt);
    m.kappa = malloc(sizeof(double) * m.nt);
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            int v = j * nx + i;
            int edge = i == 0 || j == 0 || i == nx - 1 || j == ny - 1;
            m.px[v] = (i + (edge ? 0 : 0.5 * (frand() - 0.5))) / (nx - 1);
            m.py[v] = (j + (edge ? 0 : 0.5 * (frand() - 0.5))) / (ny - 1);
            m.fixed[v] = i == 0 || i == nx - 1;
        }
    int t = 0;
    for (int j = 0; j + 1 < ny; j++)
        for (int i = 0; i + 1 < nx; i++) {
            int a = j * nx + i, b = a + 1, c = a + nx, d = c + 1;
            int flip = frand() < 0.5;
            int q[2][3] = {{a, b, flip ? d : c}, {flip ? a : b, d, c}};
            for (int k = 0; k < 2; k++, t++) {
                double cx = (m.px[q[k][0]] + m.px[q[k][1]] + m.px[q[k][2]]) / 3;
                double cy = (m.py[q[k][0]] + m.py[q[k][1]] + m.py[q[k][2]]) / 3;
                for (int l = 0; l < 3; l++) m.tri[t][l] = q[k][l];
                m.kappa[t] = 1 + 0.8 * sin(9 * cx) * cos(7 * cy) + 0.1 * frand();
            }
        }
    return m;
}

static void add(struct entry **rows, int r, int c, double v)
{
    struct entry **p = &rows[r];
    while (*p && (*p)->col < c) p = &(*p)->next;
    if (*p && (*p)->col == c) {
        (*p)->val += v;
        return;
    }
    struct entry *e = malloc(sizeof *e);
    *e = (struct entry){c, v, *p};
    *p = e;
}

static void assemble(const struct mesh *m, struct entry **rows, double *rhs)
{
    for (int t = 0; t < m->nt; t++) {
        const int *v = m->tri[t];
        double bx[3], by[3];
        for (int i = 0; i < 3; i++) {
            int j = v[(i + 1) % 3], k = v[(i + 2) % 3];
            bx[i] = m->py[j] - m->py[k];
            by[i] = m->px[k] - m->px[j];
        }
        double area2 = bx[0] * by[1] - bx[1] * by[0];
        double load = area2 / 6 * 4.0;
        for (int i = 0; i < 3; i++) {
            rhs[v[i]] += load;
            for (int j = 0; j < 3; j++)
                add(rows, v[i], v[j], m->kappa[t] * (bx[i] * bx[j] + by[i] * by[j]) / (2 * area2));
        }
    }
}

static double boundary(const struct mesh *m, int v) { return m->px[v] > 0.5 ? 1 + m->py[v] : 0; }

/* Dirichlet rows become identity rows, their columns move to the right-hand
   side, and the diagonal is kept apart. */
static struct csr compress(struct entry **rows, const struct mesh *m, double *rhs)
{
    struct csr a = {m->nv, malloc(sizeof(int) * (m->nv + 1)), NULL, NULL, malloc(sizeof(double) * m->nv)};
    int nnz = 0;
    for (int r = 0; r < a.n; r++)
        for (struct entry *e = rows[r]; e; e = e->next) nnz++;
    a.col = malloc(sizeof(int) * nnz);
    a.val = malloc(sizeof(double) * nnz);
    nnz = 0;
    for (int r = 0; r < a.n; r++) {
        a.start[r] = nnz;
        a.diag[r] = 1;
        if (m->fixed[r]) rhs[r] = boundary(m, r);
        for (struct entry *e = rows[r], *nx; e; e = nx) {
            nx = e->next;
            if (!m->fixed[r] && e->col == r) a.diag[r] = e->val;
            else if (!m->fixed[r] && m->fixed[e->col]) rhs[r] -= e->val * boundary(m, e->col);
            else if (!m->fixed[r]) {
                a.col[nnz] = e->col;
                a.val[nnz++] = e->val;
            }
            free(e);
        }
    }
    a.start[a.n] = nnz;
    return a;
}

static struct colouring colour_rows(const struct csr *a)
{
    struct colouring c = {0};
    int *colour = malloc(sizeof(int) * a->n), count[MAXCOLOUR + 1] = {0};
    for (int r = 0; r < a->n; r++) colour[r] = -1;
    for (int r = 0; r < a->n; r++) {
        unsigned used = 0;
        for (int k = a->start[r]; k < a->start[r + 1]; k++)
            if (colour[a->col[k]] >= 0) used |= 1u << colour[a->col[k]];
        int q = 0;
        while (used >> q & 1) q++;
        colour[r] = q;
        count[q]++;
        if (q >= c.ncol) c.ncol = q + 1;
    }
    for (int q = 0; q < c.ncol; q++) c.first[q + 1] = c.first[q] + count[q];
    int fill[MAXCOLOUR];
    for (int q = 0; q < c.ncol; q++) fill[q] = c.first[q];
    c.rows = malloc(sizeof(int) * a->n);
    for (int r = 0; r < a->n; r++) c.rows[fill[colour[r]]++] = r;
    free(colour);
    return c;
}

static double relax(const struct csr *a, const double *b, double *x, int r, double omega)
{
    double s = b[r];
    for (int k = a->start[r]; k < a->start[r + 1]; k++) s -= a->val[k] * x[a->col[k]];
    double d = omega * (s / a->diag[r] - x[r]);
    x[r] += d;
    return fabs(d);
}

static double sweep(const struct csr *a, const struct colouring *c, const double *b, double *x, double omega)
{
    double worst = 0;
    for (int q = 0; q < c->ncol; q++)
        for (int i = c->first[q]; i < c->first[q + 1]; i++) {
            double d = relax(a, b, x, c->rows[i], omega);
            if (d > worst) worst = d;
        }
    return worst;
}

static double residual(const struct csr *a, const double *b, const double *x)
{
    double worst = 0;
    for (int r = 0; r < a->n; r++) {
        double s = b[r] - a->diag[r] * x[r];
        for (int k = a->start[r]; k < a->start[r + 1]; k++) s -= a->val[k] * x[a->col[k]];
        if (fabs(s) > worst) worst = fabs(s);
    }
    return worst;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 300, ny = argc > 2 ? atoi(argv[2]) : 280;
    int maxit = argc > 3 ? atoi(argv[3]) : 1000;
    double omega = 2 / (1 + sin(3.14159265358979 / nx));
    struct mesh m = make_mesh(nx, ny);
    struct entry **rows = calloc(m.nv, sizeof *rows);
    double *rhs = calloc(m.nv, sizeof *rhs), *x = calloc(m.nv, sizeof *x);
    assemble(&m, rows, rhs);
    struct csr a = compress(rows, &m, rhs);
    struct colouring c = colour_rows(&a);
    printf("unknowns %d entries %d colours %d:", a.n, a.start[a.n] + a.n, c.ncol);
    for (int q = 0; q < c.ncol; q++) printf(" %d", c.first[q + 1] - c.first[q]);
    printf("\n");

    int it = 0;
    double change = 1;
    while (it < maxit && change > 1e-13) {
        change = sweep(&a, &c, rhs, x, omega);
        if (++it % 50 == 0) printf("%5d change %.12e residual %.12e\n", it, change, residual(&a, rhs, x));
    }
    double sum = 0, lo = x[0], hi = x[0];
    for (int i = 0; i < a.n; i++) sum += x[i], lo = fmin(lo, x[i]), hi = fmax(hi, x[i]);
    printf("stopped after %d: mean %.15f min %.15f max %.15f\n", it, sum / a.n, lo, hi);
    for (int i = 1; i < 8; i++) printf("x(%d/8) = %.15f\n", i, x[(ny / 2) * nx + i * nx / 8]);
    return 0;
}
