/* Spectral element operator, hand optimised: 8 elements as vector lanes, the
 * one dimensional contractions on whole lines held in registers, forward and
 * backward transforms fused per plane, all steps of a group of elements in one
 * go (elements are independent). */
#pragma GCC target("prefer-vector-width=512")
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

typedef double vd __attribute__((vector_size(64)));

static void *get(size_t n)
{
    void *p = aligned_alloc(64, (n + 63) / 64 * 64 + 64);
    if (!p) {
        fprintf(stderr, "tensor: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

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

static uint32_t jump(uint32_t s, size_t k)
{
    uint32_t a = 1664525u, c = 1013904223u;
    for (; k; k >>= 1) {
        if (k & 1)
            s = s * a + c;
        c = c * a + c;
        a *= a;
    }
    return s;
}

/* out[o*so] = sum over i of M(o,i) in[i*si], M(o,i) = B[o*mo + i*mi] */
#define MAXQ 16
static inline __attribute__((always_inline))
void line(int no, int ni, vd *out, size_t so, const vd *in, size_t si, const double *B, int mo, int mi)
{
    const vd zero = {0};
    if (__builtin_constant_p(ni) && ni <= MAXQ) {
        vd x[MAXQ];
#pragma GCC unroll 16
        for (int i = 0; i < ni; i++)
            x[i] = in[i * si];
#pragma GCC unroll 16
        for (int o = 0; o < no; o++) {
            vd s = zero;
#pragma GCC unroll 16
            for (int i = 0; i < ni; i++)
                s += B[o * mo + i * mi] * x[i];
            out[o * so] = s;
        }
    } else {
        for (int o = 0; o < no; o++) {
            vd s = zero;
            for (int i = 0; i < ni; i++)
                s += B[o * mo + i * mi] * in[i * si];
            out[o * so] = s;
        }
    }
}

static inline __attribute__((always_inline))
void element(int p, int q, const double *B, vd *u, const vd *geo, vd *t1, vd *t2, vd *ln,
             int steps, double omega)
{
    size_t pp = (size_t)p * p;
    for (int s = 0; s < steps; s++) {
        for (size_t bc = 0; bc < pp; bc++)
            line(q, p, t1 + bc, pp, u + bc, pp, B, p, 1);
        for (int i = 0; i < q; i++) {
            vd *t = t1 + i * pp;
            for (int c = 0; c < p; c++)
                line(q, p, t2 + c, p, t + c, p, B, p, 1);
            for (int j = 0; j < q; j++) {
                const vd *g = geo + ((size_t)i * q + j) * q;
                line(q, p, ln, 1, t2 + j * p, 1, B, p, 1);
                for (int k = 0; k < q; k++)
                    ln[k] = ln[k] * g[k];
                line(p, q, t2 + j * p, 1, ln, 1, B, 1, p);
            }
            for (int c = 0; c < p; c++)
                line(p, q, t + c, p, t2 + c, p, B, 1, p);
        }
        for (size_t bc = 0; bc < pp; bc++) {
            if (p <= MAXQ) {
                vd r[MAXQ];
                line(p, q, r, 1, t1 + bc, pp, B, 1, p);
                for (int a = 0; a < p; a++)
                    u[a * pp + bc] -= omega * r[a];
            } else {
                line(p, q, ln, 1, t1 + bc, pp, B, 1, p);
                for (int a = 0; a < p; a++)
                    u[a * pp + bc] -= omega * ln[a];
            }
        }
    }
}

int main(int argc, char **argv)
{
    int nelem = argc > 1 ? atoi(argv[1]) : 500;
    int p = argc > 2 ? atoi(argv[2]) : 7;
    int q = argc > 3 ? atoi(argv[3]) : 9;
    int steps = argc > 4 ? atoi(argv[4]) : 60;

    if (nelem < 1 || p < 1 || q < 1) {
        fprintf(stderr, "usage: tensor [elements [p [q [steps]]]]\n");
        return 1;
    }
    size_t p3 = (size_t)p * p * p, q3 = (size_t)q * q * q;
    int ng = (nelem + 7) / 8;
    double *B = get(sizeof(double) * q * p);
    vd *u = get(sizeof(vd) * ng * p3);
    lagrange(B, p, q);
    uint32_t su = jump(3u, (size_t)nelem * q3);
    int ne = nelem < 300 ? nelem : 300, nge = (ne + 7) / 8;
    double *m = get(sizeof(double) * ne * (nge * 8));
    size_t ldm = (size_t)nge * 8;

#pragma omp parallel
    {
        vd *t1 = get(sizeof(vd) * q * p * p), *t2 = get(sizeof(vd) * q * p);
        vd *ln = get(sizeof(vd) * (p > q ? p : q)), *geo = get(sizeof(vd) * q3);
#pragma omp for schedule(static)
        for (int g = 0; g < ng; g++) {
            uint32_t a[8], b[8];
            for (int l = 0; l < 8; l++) {
                a[l] = jump(3u, (size_t)(g * 8 + l) * q3);
                b[l] = jump(su, (size_t)(g * 8 + l) * p3);
            }
            for (size_t i = 0; i < q3; i++) {
                double *d = (double *)&geo[i];
                for (int l = 0; l < 8; l++) {
                    a[l] = a[l] * 1664525u + 1013904223u;
                    d[l] = (0.8 + 0.4 * (int)(a[l] >> 8) / 16777216.0) / (int)q3;
                }
            }
            vd *ug = u + g * p3;
            for (size_t i = 0; i < p3; i++) {
                double *d = (double *)&ug[i];
                for (int l = 0; l < 8; l++) {
                    b[l] = b[l] * 1664525u + 1013904223u;
                    d[l] = (int)(b[l] >> 8) / 16777216.0 - 0.5;
                }
            }
            if (p == 7 && q == 9)
                element(7, 9, B, ug, geo, t1, t2, ln, steps, 1.5);
            else
                element(p, q, B, ug, geo, t1, t2, ln, steps, 1.5);
        }
        /* gram matrix: rows of a group against groups on the right */
#pragma omp for schedule(dynamic, 1)
        for (int e = 0; e < nge; e++)
            for (int f = e; f < nge; f += 2) {
                int two = f + 1 < nge;
                const vd *x = u + e * p3, *y = u + f * p3, *z = u + (two ? f + 1 : f) * p3;
                vd a[8], b[8];
                for (int r = 0; r < 8; r++)
                    a[r] = b[r] = (vd){0};
                for (size_t i = 0; i < p3; i++) {
                    const double *xi = (const double *)&x[i];
                    vd yi = y[i], zi = z[i];
#pragma GCC unroll 8
                    for (int r = 0; r < 8; r++) {
                        a[r] += xi[r] * yi;
                        b[r] += xi[r] * zi;
                    }
                }
                for (int r = 0; r < 8 && e * 8 + r < ne; r++) {
                    *(vd *)&m[(e * 8 + r) * ldm + f * 8] = a[r];
                    if (two)
                        *(vd *)&m[(e * 8 + r) * ldm + f * 8 + 8] = b[r];
                }
            }
        free(t1);
        free(t2);
        free(ln);
        free(geo);
    }

    double sum = 0.0, sq = 0.0, diag = 0.0, off = 0.0;
    for (int e = 0; e < nelem; e++) {
        const double *x = (const double *)(u + e / 8 * p3) + e % 8;
        for (size_t i = 0; i < p3; i++) {
            sum += x[8 * i];
            sq += x[8 * i] * x[8 * i];
        }
    }
    for (int e = 0; e < ne; e++)
        for (int f = 0; f < ne; f++)
            if (e == f)
                diag += m[e * ldm + f];
            else {
                double x = f > e ? m[e * ldm + f] : m[f * ldm + e];
                off += x * x;
            }
    printf("%d elements, %d^3 nodes, %d^3 points\n", nelem, p, q);
    printf("sum %.10g norm2 %.10g\n", sum, sq);
    printf("gram diagonal %.10g off diagonal %.10g\n", diag, off);
    printf("u[0] %.10g u[last] %.10g\n", u[0][0],
           ((double *)&u[(nelem - 1) / 8 * p3 + p3 - 1])[(nelem - 1) % 8]);
    return 0;
}
