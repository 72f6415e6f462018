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

static void apply(const Operator *op, const Field *p, Field *out)
{
    int w = p->w, h = p->h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double c = at(p, x, y);
            double acc = op->sigma * c;
            if (x > 0)
                acc += at(&op->kx, x, y) * (c - at(p, x - 1, y));
            if (x < w - 1)
                acc += at(&op->kx, x + 1, y) * (c - at(p, x + 1, y));
            if (y > 0)
                acc += at(&op->ky, x, y) * (c - at(p, x, y - 1));
            if (y < h - 1)
                acc += at(&op->ky, x, y + 1) * (c - at(p, x, y + 1));
            out->v[(size_t)y * w + x] = acc;
        }
}

// row sums first: loses fewer digits than one long sum
static double inner(const Field *a, const Field *b)
{
    double total = 0.0;
    for (int y = 0; y < a->h; y++) {
        double s = 0.0;
        for (int x = 0; x < a->w; x++)
            s += at(a, x, y) * at(b, x, y);
        total += s;
    }
    return total;
}

static void axpy(Field *y, double a, const Field *x)
{
    size_t n = (size_t)y->w * y->h;
    for (size_t i = 0; i < n; i++)
        y->v[i] += a * x->v[i];
}

static int solve(const Operator *op, Field *x, const Field *b, int maxit, double *rnorm)
{
    int w = b->w, h = b->h, it;
    size_t n = (size_t)w * h;
    Field r = field_alloc(w, h), p = field_alloc(w, h), q = field_alloc(w, h);
    memcpy(r.v, b->v, n * sizeof(double));
    memcpy(p.v, b->v, n * sizeof(double));
    double rr = inner(&r, &r);
    for (it = 0; it < maxit && rr > 1e-20; it++) {
        apply(op, &p, &q);
        double alpha = rr / inner(&p, &q);
        axpy(x, alpha, &p);
        axpy(&r, -alpha, &q);
        double rnew = inner(&r, &r);
        double beta = rnew / rr;
        for (size_t i = 0; i < n; i++)
            p.v[i] = r.v[i] + beta * p.v[i];
        rr = rnew;
    }
    *rnorm = sqrt(rr);
    free(r.v);
    free(p.v);
    free(q.v);
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
