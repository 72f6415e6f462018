/*
 * truss.c - plane truss girder: finite element assembly and conjugate
 * gradients with diagonal preconditioning, several load cases.
 *
 * The structure is an nx * ny grid of joints with horizontal, vertical and both
 * diagonal bars; some bars are missing.  The stiffness matrix is stored in CSR
 * form, dot products are added up by blocks of 512 (better rounding).
 *
 * An expert would run the rows of the matrix-vector product, the vector
 * updates and the blocks of the dot products in parallel (assembly is short).
 *
 * SMALL: 16 6 1       (nx ny load-cases)
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define BLOCK 512
#define ROWMAX 20
#define DOF(n, k) (2 * (n) + (k))

struct joint { double x, y; int fixed; };
struct bar { int a, b; double area, len, c, s; };

static int nx = 180, ny = 120, ncases = 2;
static int njoint, nbar, ndof;
static struct joint *J;
static struct bar *B;
static int *rowptr, *col;
static double *val, *diag, *f, *u, *r, *z, *p, *q;

static void *xalloc(size_t n, size_t sz)
{
    void *m = calloc(n, sz);
    if (!m) exit(1);
    return m;
}

static void add_bar(int a, int b, double area)
{
    struct bar *e = &B[nbar];
    double dx = J[b].x - J[a].x, dy = J[b].y - J[a].y;
    if ((a * 31 + b * 17) % 101 == 5 && area < 4.0)     /* missing bar */
        return;
    e->a = a, e->b = b, e->area = area;
    e->len = sqrt(dx * dx + dy * dy);
    e->c = dx / e->len;
    e->s = dy / e->len;
    nbar++;
}

static void make_structure(void)
{
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            struct joint *t = &J[i * ny + j];
            t->x = i * 1.0 + 0.05 * sin(3.0 * i + j);
            t->y = j * 0.8 + 0.05 * cos(2.0 * j - i);
            t->fixed = i == 0 || i == nx - 1;
        }
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            int n = i * ny + j;
            if (i + 1 < nx) add_bar(n, n + ny, 4.0);
            if (j + 1 < ny) add_bar(n, n + 1, 3.0);
            if (i + 1 < nx && j + 1 < ny) {
                add_bar(n, n + ny + 1, 2.0);
                add_bar(n + 1, n + ny, 2.0);
            }
        }
}

static int addto(int i, int j, double v)
{
    int k;
    for (k = rowptr[i]; k < rowptr[i + 1] && col[k] >= 0; k++)
        if (col[k] == j) {
            val[k] += v;
            return 0;
        }
    if (k == rowptr[i + 1]) return -1;
    col[k] = j, val[k] = v;
    return 0;
}

static int assemble(void)
{
    for (int i = 0; i <= ndof; i++) rowptr[i] = i * ROWMAX;
    for (int k = 0; k < ndof * ROWMAX; k++) col[k] = -1;
    for (int e = 0; e < nbar; e++) {
        const struct bar *b = &B[e];
        double k0 = 2.1e4 * b->area / b->len, d[2] = { b->c, b->s };
        int n[2] = { b->a, b->b };
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                double v = k0 * d[i % 2] * d[j % 2] * (i / 2 == j / 2 ? 1.0 : -1.0);
                if (i != j && (J[n[i / 2]].fixed || J[n[j / 2]].fixed)) continue;
                if (addto(DOF(n[i / 2], i % 2), DOF(n[j / 2], j % 2), v) < 0)
                    return -1;
            }
    }
    for (int i = 0; i < ndof; i++) {
        diag[i] = 1.0;
        for (int k = rowptr[i]; k < rowptr[i + 1] && col[k] >= 0; k++)
            if (col[k] == i) diag[i] = val[k];
    }
    return 0;
}

/* the following are called by all threads of a parallel region */
static void matvec(const double *x, double *y)
{
    #pragma omp for schedule(static)
    for (int i = 0; i < ndof; i++) {
        double s = 0.0;
        for (int k = rowptr[i]; k < rowptr[i + 1] && col[k] >= 0; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}

/* each thread adds up the parts of the blocks itself, in the same order;
   two part buffers are used in turn, so one barrier is enough */
static double dot(const double *a, const double *b, double *part)
{
    double total = 0.0;
    int nblk = (ndof + BLOCK - 1) / BLOCK;
    #pragma omp for schedule(static)
    for (int k = 0; k < nblk; k++) {
        double s = 0.0;
        int i0 = k * BLOCK, end = i0 + BLOCK < ndof ? i0 + BLOCK : ndof;
        for (int i = i0; i < end; i++)
            s += a[i] * b[i];
        part[k] = s;
    }
    for (int k = 0; k < nblk; k++)
        total += part[k];
    return total;
}

static int solve(double tol, int maxit)
{
    int result = -1;
    double *part = xalloc(2 * ((size_t)ndof / BLOCK + 1), sizeof(double)), *part2 = part + ndof / BLOCK + 1;

    #pragma omp parallel
    {
        int it = 0;                     /* every thread keeps the scalars */
        double rz, rz0;
        #pragma omp for schedule(static)
        for (int i = 0; i < ndof; i++) {
            u[i] = 0.0, r[i] = f[i];
            p[i] = z[i] = r[i] / diag[i];
        }
        rz = rz0 = dot(r, z, part2);
        while (rz > tol * tol * rz0) {
            if (++it > maxit) break;
            matvec(p, q);
            double alpha = rz / dot(p, q, part);
            #pragma omp for schedule(static)
            for (int i = 0; i < ndof; i++) {
                u[i] += alpha * p[i];
                r[i] -= alpha * q[i];
                z[i] = r[i] / diag[i];
            }
            double beta = dot(r, z, part2);
            #pragma omp for schedule(static)
            for (int i = 0; i < ndof; i++)
                p[i] = z[i] + beta / rz * p[i];
            rz = beta;
        }
        #pragma omp master
        result = it > maxit ? -1 : it;
    }
    free(part);
    return result;
}

int main(int argc, char **argv)
{
    if (argc > 1) nx = atoi(argv[1]);
    if (argc > 2) ny = atoi(argv[2]);
    if (argc > 3) ncases = atoi(argv[3]);
    if (nx < 3 || ny < 2) return 1;
    njoint = nx * ny;
    ndof = 2 * njoint;
    J = xalloc(njoint, sizeof *J);
    B = xalloc(4 * (size_t)njoint, sizeof *B);
    rowptr = xalloc(ndof + 1, sizeof(int));
    col = xalloc((size_t)ndof * ROWMAX, sizeof(int));
    val = xalloc((size_t)ndof * ROWMAX, sizeof(double));
    double **vec[] = { &diag, &f, &u, &r, &z, &p, &q };
    for (int i = 0; i < 7; i++) *vec[i] = xalloc(ndof, sizeof(double));
    make_structure();
    if (assemble() < 0) return 1;
    printf("%d joints, %d bars, %d unknowns\n", njoint, nbar, ndof);
    for (int lc = 0; lc < ncases; lc++) {
        double smax = 0.0, umax = 0.0, work = 0.0;
        int ebar = 0, it;
        for (int n = 0; n < njoint; n++) {
            int top = n % ny == ny - 1, i = n / ny;
            double w = lc == 0 ? 1.0 : lc == 1 ? (i < nx / 2) * 2.0 : 1.0 + sin(0.1 * lc * i);
            f[DOF(n, 0)] = J[n].fixed || !top ? 0.0 : 0.1 * lc;
            f[DOF(n, 1)] = J[n].fixed ? 0.0 : top ? -w : -0.01;
        }
        if ((it = solve(1e-8, 20000)) < 0) return 1;
        for (int e = 0; e < nbar; e++) {
            const struct bar *b = &B[e];
            double el = b->c * (u[DOF(b->b, 0)] - u[DOF(b->a, 0)]) + b->s * (u[DOF(b->b, 1)] - u[DOF(b->a, 1)]);
            double sig = 2.1e4 * el / b->len;
            work += 0.5 * sig * el * b->area;
            if (fabs(sig) > fabs(smax)) smax = sig, ebar = e;
        }
        for (int n = 0; n < njoint; n++)
            umax = fmax(umax, fabs(u[DOF(n, 1)]));
        printf("case %d: %d iterations, max deflection %.9f, max stress %.6f in bar %d (%d-%d), energy %.9f\n",
               lc, it, umax, smax, ebar, B[ebar].a, B[ebar].b, work);
    }
    return 0;
}
