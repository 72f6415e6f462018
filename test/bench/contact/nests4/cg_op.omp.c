// Conjugate gradients on a variable-coefficient diffusion operator (matrix free).
//   cg_op [width height iterations]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct {
    int w, h;
    double *v;
} Field;

typedef struct {
    Field kx, ky;      // face conductivities
    double sigma;      // reaction term
} Operator;

static Field field_alloc(int w, int h)
{
    Field f = { w, h, calloc((size_t)w * h, sizeof(double)) };
    if (!f.v) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return f;
}

static double at(const Field *f, int x, int y)
{
    return f->v[(size_t)y * f->w + x];
}

#define R 8

// one row of out = A p, boundary columns peeled
static void apply_row(const Operator *op, const Field *p, double *o, int y)
{
    const int w = p->w, h = p->h;
    const double *c = p->v + (size_t)y * w, *kx = op->kx.v + (size_t)y * w, *ky = op->ky.v + (size_t)y * w;
    const double sg = op->sigma;
    for (int x = 0; x < w; x += w > 1 ? w - 1 : 1) {
        double acc = sg * c[x];
        if (x > 0) acc += kx[x] * (c[x] - c[x - 1]);
        if (x < w - 1) acc += kx[x + 1] * (c[x] - c[x + 1]);
        if (y > 0) acc += ky[x] * (c[x] - c[x - w]);
        if (y < h - 1) acc += ky[x + w] * (c[x] - c[x + w]);
        o[x] = acc;
    }
    if (y > 0 && y < h - 1) {
#pragma omp simd
        for (int x = 1; x < w - 1; x++) {
            double acc = sg * c[x];
            acc += kx[x] * (c[x] - c[x - 1]);
            acc += kx[x + 1] * (c[x] - c[x + 1]);
            acc += ky[x] * (c[x] - c[x - w]);
            acc += ky[x + w] * (c[x] - c[x + w]);
            o[x] = acc;
        }
    } else {
        for (int x = 1; x < w - 1; x++) {
            double acc = sg * c[x];
            acc += kx[x] * (c[x] - c[x - 1]);
            acc += kx[x + 1] * (c[x] - c[x + 1]);
            if (y > 0) acc += ky[x] * (c[x] - c[x - w]);
            if (y < h - 1) acc += ky[x + w] * (c[x] - c[x + w]);
            o[x] = acc;
        }
    }
}

// row sums of a block of rows: R independent chains
static void row_dots(const double *a, const double *b, int w, int rows, double *out)
{
    if (rows == R) {
        double s[R] = { 0 };
        for (int x = 0; x < w; x++)
            for (int k = 0; k < R; k++)
                s[k] += a[(size_t)k * w + x] * b[(size_t)k * w + x];
        memcpy(out, s, sizeof s);
    } else
        for (int k = 0; k < rows; k++) {
            double s = 0.0;
            for (int x = 0; x < w; x++)
                s += a[(size_t)k * w + x] * b[(size_t)k * w + x];
            out[k] = s;
        }
}

static double add_up(const double *s, int n)
{
    double t = 0.0;
    for (int i = 0; i < n; i++)
        t += s[i];
    return t;
}

static int solve(const Operator *op, Field *x, const Field *b, int maxit, double *rnorm)
{
    int w = b->w, h = b->h, it = 0;
    size_t n = (size_t)w * h;
    Field r = field_alloc(w, h), p = field_alloc(w, h), q = field_alloc(w, h);
    double *sums = malloc(sizeof(double) * (h + R)), *sums2 = malloc(sizeof(double) * (h + R));
    memcpy(r.v, b->v, n * sizeof(double));
    memcpy(p.v, b->v, n * sizeof(double));
    for (int y = 0; y < h; y += R)
        row_dots(r.v + (size_t)y * w, r.v + (size_t)y * w, w, h - y < R ? h - y : R, sums + y);
    double rr0 = add_up(sums, h);
    double rr_final = rr0;
#pragma omp parallel
    {
        double rr = rr0;
        int k;
        for (k = 0; k < maxit && rr > 1e-20; k++) {
#pragma omp for schedule(static)
            for (int y = 0; y < h; y += R) {
                int m = h - y < R ? h - y : R;
                for (int i = 0; i < m; i++)
                    apply_row(op, &p, q.v + (size_t)(y + i) * w, y + i);
                row_dots(p.v + (size_t)y * w, q.v + (size_t)y * w, w, m, sums + y);
            }
            double alpha = rr / add_up(sums, h);
#pragma omp for schedule(static)
            for (int y = 0; y < h; y += R) {
                int m = h - y < R ? h - y : R;
                size_t o = (size_t)y * w, e = o + (size_t)m * w;
                double *xv = x->v, *rv = r.v;
                const double *pv = p.v, *qv = q.v;
#pragma omp simd
                for (size_t i = o; i < e; i++) {
                    xv[i] += alpha * pv[i];
                    rv[i] += -alpha * qv[i];
                }
                row_dots(rv + o, rv + o, w, m, sums2 + y);
            }
            double rnew = add_up(sums2, h);
            double beta = rnew / rr;
            double *pv = p.v;
            const double *rv = r.v;
#pragma omp for simd schedule(static)
            for (size_t i = 0; i < n; i++)
                pv[i] = rv[i] + beta * pv[i];
            rr = rnew;
        }
#pragma omp single
        {
            it = k;
            rr_final = rr;
        }
    }
    *rnorm = sqrt(rr_final);
    free(r.v);
    free(p.v);
    free(q.v);
    free(sums);
    free(sums2);
    return it;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 640;
    int h = argc > 2 ? atoi(argv[2]) : 600;
    int maxit = argc > 3 ? atoi(argv[3]) : 300;
    Operator op = { field_alloc(w, h), field_alloc(w, h), 0.01 };
    Field x = field_alloc(w, h), b = field_alloc(w, h);

    unsigned long long seed = 88172645463325252ULL;
    for (int y = 0; y < h; y++)
        for (int i = 0; i < w; i++) {
            size_t k = (size_t)y * w + i;
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            op.kx.v[k] = 0.5 + (seed % 1000) * 0.001;
            op.ky.v[k] = 0.5 + ((seed >> 20) % 1000) * 0.001;
            b.v[k] = ((seed >> 40) % 2001) * 0.001 - 1.0;
        }

    double rn;
    int it = solve(&op, &x, &b, maxit, &rn);
    double check = 0.0;
    for (int y = 0; y < h; y++)
        for (int i = (y % 3); i < w; i += 3)
            check += at(&x, i, y) * (1 + y % 5);
    printf("iterations %d\nresidual %.10g\nchecksum %.10g\n", it, rn, check);
    free(op.kx.v);
    free(op.ky.v);
    free(x.v);
    free(b.v);
    return 0;
}
