// SPDX-License-Identifier: Apache-2.0
/* Restricted Hartree-Fock for a ring or chain of hydrogen atoms in the STO-3G
   basis: one- and two-electron integrals over s-type Gaussians, symmetric
   orthogonalisation, damped self-consistent field iterations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

enum { NPRIM = 3, MAXIT = 100 };

typedef struct { double x, y, z; } Vec;

typedef struct {
    double p, k;        /* total exponent, prefactor with coefficients */
    Vec c;              /* centre of the product */
} PrimPair;

static const double expo[NPRIM] = { 3.42525091, 0.62391373, 0.16885540 };
static const double coef[NPRIM] = { 0.15432897, 0.53532814, 0.44463454 };

static int n, npairs;
static Vec *atom;
static PrimPair (*pair)[NPRIM * NPRIM];
static double *eri;     /* npairs x npairs */

#define M(a, i, j) ((a)[(i) * n + (j)])

static double dist2(Vec a, Vec b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z);
}

static double boys(double t)
{
    return t < 1e-6 ? 1.0 - t / 3.0 : 0.5 * sqrt(M_PI / t) * erf(sqrt(t));
}

static int index2(int i, int j)
{
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

static void place_atoms(double d, int ring)
{
    for (int i = 0; i < n; i++) {
        if (ring) {
            double r = d / (2 * sin(M_PI / n)), a = 2 * M_PI * i / n;
            atom[i] = (Vec){ r * cos(a), r * sin(a), 0 };
        } else
            atom[i] = (Vec){ 0, 0, d * i + (i % 2 ? 0.15 : 0) };
    }
}

static void make_pairs(void)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            PrimPair *q = pair[index2(i, j)];
            double r2 = dist2(atom[i], atom[j]);
            for (int a = 0; a < NPRIM; a++)
                for (int b = 0; b < NPRIM; b++, q++) {
                    double ea = expo[a], eb = expo[b], p = ea + eb;
                    double norm = pow(2 * ea / M_PI, 0.75) * pow(2 * eb / M_PI, 0.75);
                    q->p = p;
                    q->k = coef[a] * coef[b] * norm * exp(-ea * eb / p * r2);
                    q->c.x = (ea * atom[i].x + eb * atom[j].x) / p;
                    q->c.y = (ea * atom[i].y + eb * atom[j].y) / p;
                    q->c.z = (ea * atom[i].z + eb * atom[j].z) / p;
                }
        }
}

static void one_electron(double *S, double *H)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double s = 0, h = 0, r2 = dist2(atom[i], atom[j]);
            const PrimPair *q = pair[index2(i, j)];
            for (int a = 0; a < NPRIM; a++)
                for (int b = 0; b < NPRIM; b++, q++) {
                    double red = expo[a] * expo[b] / q->p;
                    double ov = q->k * pow(M_PI / q->p, 1.5);
                    s += ov;
                    h += red * (3 - 2 * red * r2) * ov;
                    for (int c = 0; c < n; c++)
                        h -= 2 * M_PI / q->p * q->k * boys(q->p * dist2(q->c, atom[c]));
                }
            M(S, i, j) = M(S, j, i) = s;
            M(H, i, j) = M(H, j, i) = h;
        }
}

static double repulsion(const PrimPair *a, const PrimPair *b)
{
    double sum = 0;
    for (int i = 0; i < NPRIM * NPRIM; i++)
        for (int j = 0; j < NPRIM * NPRIM; j++) {
            double p = a[i].p, q = b[j].p;
            double f = a[i].k * b[j].k;
            if (fabs(f) < 1e-14)
                continue;
            sum += f * 2 * pow(M_PI, 2.5) / (p * q * sqrt(p + q)) * boys(p * q / (p + q) * dist2(a[i].c, b[j].c));
        }
    return sum;
}

static void two_electron(void)
{
    for (int ij = 0; ij < npairs; ij++)
        for (int kl = 0; kl <= ij; kl++) {
            double v = repulsion(pair[ij], pair[kl]);
            eri[(size_t)ij * npairs + kl] = eri[(size_t)kl * npairs + ij] = v;
        }
}

/* cyclic Jacobi; a is destroyed, eigenvectors in the columns of v */
static void jacobi(double *a, double *v, double *w)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            M(v, i, j) = i == j;
    for (int sweep = 0; sweep < 50; sweep++) {
        double off = 0;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                double apq = M(a, p, q);
                off += apq * apq;
                if (fabs(apq) < 1e-14)
                    continue;
                double th = (M(a, q, q) - M(a, p, p)) / (2 * apq);
                double t = (th >= 0 ? 1 : -1) / (fabs(th) + sqrt(th * th + 1));
                double c = 1 / sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < n; k++) {
                    double x = M(a, k, p), y = M(a, k, q);
                    M(a, k, p) = c * x - s * y;
                    M(a, k, q) = s * x + c * y;
                }
                for (int k = 0; k < n; k++) {
                    double x = M(a, p, k), y = M(a, q, k);
                    M(a, p, k) = c * x - s * y;
                    M(a, q, k) = s * x + c * y;
                    x = M(v, k, p), y = M(v, k, q);
                    M(v, k, p) = c * x - s * y;
                    M(v, k, q) = s * x + c * y;
                }
            }
        if (off < 1e-22)
            break;
    }
    for (int i = 0; i < n; i++)
        w[i] = M(a, i, i);
}

static void matmul(double *c, const double *a, const double *b, int transpose_a)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += (transpose_a ? M(a, k, i) : M(a, i, k)) * M(b, k, j);
            M(c, i, j) = s;
        }
}

static void fock(double *F, const double *H, const double *P)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double g = 0;
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++)
                    g += M(P, k, l) * (eri[(size_t)index2(i, j) * npairs + index2(k, l)]
                         - 0.5 * eri[(size_t)index2(i, k) * npairs + index2(j, l)]);
            M(F, i, j) = M(H, i, j) + g;
        }
}

static void fail(const char *what)
{
    fprintf(stderr, "hfscf: %s\n", what);
    exit(1);
}

int main(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 46;
    double d = argc > 2 ? atof(argv[2]) : 1.8;
    if (n < 2 || n % 2)
        fail("the number of atoms must be even");
    npairs = n * (n + 1) / 2;
    size_t nn = (size_t)n * n;
    double *buf = calloc(9 * nn + n, sizeof *buf);
    atom = malloc(n * sizeof *atom);
    pair = malloc(npairs * sizeof *pair);
    eri = malloc((size_t)npairs * npairs * sizeof *eri);
    if (!buf || !atom || !pair || !eri)
        fail("out of memory");
    double *S = buf, *H = S + nn, *X = H + nn, *F = X + nn, *P = F + nn, *T = P + nn, *U = T + nn, *C = U + nn, *w = C + 2 * nn;
    for (int ring = 0; ring < 2; ring++) {
        place_atoms(d, ring);
        make_pairs();
        one_electron(S, H);
        two_electron();
        jacobi(S, U, w);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                M(X, i, j) = 0;
                for (int k = 0; k < n; k++)
                    M(X, i, j) += M(U, i, k) * M(U, j, k) / sqrt(w[k]);
            }
        double nuc = 0, old = 0, e = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                nuc += 1 / sqrt(dist2(atom[i], atom[j]));
        memset(P, 0, nn * sizeof *P);
        int it = 0;
        while (it++ < MAXIT) {
            fock(F, H, P);
            e = nuc;
            for (size_t k = 0; k < nn; k++)
                e += 0.5 * P[k] * (H[k] + F[k]);
            if (it > 2 && fabs(e - old) < 1e-9)
                break;
            old = e;
            matmul(T, F, X, 0);
            matmul(F, X, T, 1);
            jacobi(F, U, w);
            matmul(C, X, U, 0);
            memset(T, 0, nn * sizeof *T);
            for (int o = 0; o < n; o++) {
                int below = 0;
                for (int k = 0; k < n; k++)
                    below += w[k] < w[o] || (w[k] == w[o] && k < o);
                if (below >= n / 2)
                    continue;
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < n; j++)
                        M(T, i, j) += 2 * M(C, i, o) * M(C, j, o);
            }
            for (size_t k = 0; k < nn; k++)
                P[k] = it > 1 ? 0.4 * T[k] + 0.6 * P[k] : T[k];
        }
        printf("%s of %d atoms: nuclear %.8f total %.8f hartree after %d iterations\n",
               ring ? "ring" : "chain", n, nuc, e, it);
    }
    return 0;
}
