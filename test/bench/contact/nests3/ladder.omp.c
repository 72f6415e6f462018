/* ladder, optimized by hand: see ladder.c.
 * SMALL: 7 4 9 2
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Tensor4 {
    int n[4];
    double *v;
};

struct Tensor3 {
    int n[3];
    double *v;
};

static struct Tensor4 make4(int a, int b, int c, int d)
{
    struct Tensor4 t = { { a, b, c, d }, malloc(sizeof(double) * (size_t)a * b * c * d) };
    if (!t.v)
        abort();
    return t;
}

static double *at4(const struct Tensor4 *t, int a, int b, int c, int d)
{
    return t->v + (((size_t)a * t->n[1] + b) * t->n[2] + c) * t->n[3] + d;
}

static double *at3(const struct Tensor3 *t, int a, int b, int c)
{
    return t->v + ((size_t)a * t->n[1] + b) * t->n[2] + c;
}

static double wiggle(int a, int b, int c)
{
    return sin(0.7 * a + 1.9 * b + 0.23 * a * b + 2.3 * c) / (1.0 + 0.3 * abs(a - b));
}

typedef double v8 __attribute__((vector_size(64)));
typedef double v8u __attribute__((vector_size(64), aligned(8)));

#define MR 6
#define NR 16

static double *room(size_t n)
{
    double *p = malloc(sizeof(double) * (n ? n : 1));
    if (!p)
        abort();
    return p;
}

/* out (MR x NR) = sum over k of column k of a (a[k * MR + i]) times row k of b (b[k * NR + j]) */
static inline void micro(int depth, const double *a, const double *b, double out[MR][NR])
{
    v8 s[MR][2];
#pragma GCC unroll 6
    for (int i = 0; i < MR; i++)
        s[i][0] = s[i][1] = (v8){ 0 };
    for (int k = 0; k < depth; k++) {
        v8 b0 = *(const v8u *)(b + (size_t)k * NR), b1 = *(const v8u *)(b + (size_t)k * NR + 8);
#pragma GCC unroll 6
        for (int i = 0; i < MR; i++) {
            s[i][0] += a[(size_t)k * MR + i] * b0;
            s[i][1] += a[(size_t)k * MR + i] * b1;
        }
    }
#pragma GCC unroll 6
    for (int i = 0; i < MR; i++) {
        *(v8u *)out[i] = s[i][0];
        *(v8u *)(out[i] + 8) = s[i][1];
    }
}

static int panels(int n, int width)
{
    return (n + width - 1) / width;
}

static void build_interaction(const struct Tensor3 *L, struct Tensor4 *V)
{
    int nv = V->n[0], np = L->n[0], pairs = nv * nv;
    int na = panels(pairs, MR), nb = panels(pairs, NR);
    double *A = room((size_t)na * np * MR), *B = room((size_t)nb * np * NR);
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int t = 0; t < na; t++)
            for (int p = 0; p < np; p++)
                for (int i = 0; i < MR; i++)
                    A[((size_t)t * np + p) * MR + i] =
                        t * MR + i < pairs ? L->v[(size_t)p * pairs + t * MR + i] : 0.0;
#pragma omp for schedule(static)
        for (int t = 0; t < nb; t++)
            for (int p = 0; p < np; p++)
                for (int i = 0; i < NR; i++)
                    B[((size_t)t * np + p) * NR + i] =
                        t * NR + i < pairs ? L->v[(size_t)p * pairs + t * NR + i] : 0.0;
#pragma omp for schedule(dynamic, 4)
        for (int ta = 0; ta < na; ta++)
            for (int tb = 0; tb < nb; tb++) {
                double out[MR][NR];
                micro(np, A + (size_t)ta * np * MR, B + (size_t)tb * np * NR, out);
                int mi = pairs - ta * MR < MR ? pairs - ta * MR : MR;
                int mj = pairs - tb * NR < NR ? pairs - tb * NR : NR;
                for (int i = 0; i < mi; i++)
                    for (int j = 0; j < mj; j++)
                        V->v[(size_t)(ta * MR + i) * pairs + tb * NR + j] = out[i][j];
            }
    }
    free(A);
    free(B);
}

static double gap(int nv, int a, int i, int b, int j)
{
    double ea = 1.0 + 0.9 * a / nv, eb = 1.0 + 0.9 * b / nv;
    return ea + eb + 0.8 + 0.05 * i + 0.05 * j;
}

/* V as panels of MR rows ab, depth cd: packed once, as V does not change */
static double *pack_v(const struct Tensor4 *V)
{
    int nv = V->n[0], pairs = nv * nv, na = panels(pairs, MR);
    double *A = room((size_t)na * pairs * MR);
#pragma omp parallel for schedule(static)
    for (int t = 0; t < na; t++)
        for (int i = 0; i < MR; i++) {
            int ab = t * MR + i, a = ab / nv, b = ab % nv;
            for (int c = 0; c < nv; c++)
                for (int d = 0; d < nv; d++)
                    A[((size_t)t * pairs + c * nv + d) * MR + i] =
                        ab < pairs ? *at4(V, a, c, b, d) : 0.0;
        }
    return A;
}

/* W as panels of NR columns bj, depth kc */
static double *pack_w(const struct Tensor4 *W)
{
    int no = W->n[0], nv = W->n[1], cols = nv * no, nb = panels(cols, NR);
    double *B = room((size_t)nb * no * nv * NR);
    for (int t = 0; t < nb; t++)
        for (int k = 0; k < no; k++)
            for (int c = 0; c < nv; c++)
                for (int q = 0; q < NR; q++) {
                    int bj = t * NR + q;
                    B[((size_t)t * no * nv + k * nv + c) * NR + q] =
                        bj < cols ? *at4(W, k, bj / no, c, bj % no) : 0.0;
                }
    return B;
}

static void residual(const double *PV, const double *PW, const struct Tensor4 *V0,
                     const struct Tensor4 *T, struct Tensor4 *R)
{
    int nv = T->n[0], no = T->n[1], pairs = nv * nv, oo = no * no, vo = nv * no;
    int na = panels(pairs, MR), nb = panels(oo, NR), ma = panels(vo, MR), mb = panels(vo, NR);
    double *B = room((size_t)nb * pairs * NR), *A = room((size_t)ma * vo * MR);
#pragma omp parallel
    {
        /* T as panels of NR columns ij with depth cd, and of MR rows ai with depth kc */
#pragma omp for schedule(static) nowait
        for (int c = 0; c < nv; c++)
            for (int t = 0; t < nb; t++)
                for (int d = 0; d < nv; d++)
                    for (int q = 0; q < NR; q++) {
                        int ij = t * NR + q;
                        B[((size_t)t * pairs + c * nv + d) * NR + q] =
                            ij < oo ? *at4(T, c, ij / no, d, ij % no) : 0.0;
                    }
#pragma omp for schedule(static)
        for (int t = 0; t < ma; t++)
            for (int i = 0; i < MR; i++) {
                int ai = t * MR + i;
                for (int k = 0; k < no; k++)
                    for (int c = 0; c < nv; c++)
                        A[((size_t)t * vo + k * nv + c) * MR + i] =
                            ai < vo ? *at4(T, ai / no, ai % no, c, k) : 0.0;
            }
#pragma omp for schedule(dynamic, 2)
        for (int t = 0; t < na; t++)
            for (int s = 0; s < nb; s++) {
                double out[MR][NR];
                micro(pairs, PV + (size_t)t * pairs * MR, B + (size_t)s * pairs * NR, out);
                for (int p = 0; p < MR && t * MR + p < pairs; p++)
                    for (int q = 0; q < NR && s * NR + q < oo; q++) {
                        int a = (t * MR + p) / nv, b = (t * MR + p) % nv;
                        int i = (s * NR + q) / no, j = (s * NR + q) % no;
                        *at4(R, a, i, b, j) = *at4(V0, a, i, b, j) + out[p][q];
                    }
            }
#pragma omp for schedule(dynamic, 2)
        for (int t = 0; t < ma; t++)
            for (int s = 0; s < mb; s++) {
                double out[MR][NR];
                micro(vo, A + (size_t)t * vo * MR, PW + (size_t)s * vo * NR, out);
                for (int p = 0; p < MR && t * MR + p < vo; p++)
                    for (int q = 0; q < NR && s * NR + q < vo; q++)
                        R->v[(size_t)(t * MR + p) * vo + s * NR + q] -= out[p][q];
            }
    }
    free(A);
    free(B);
}

int main(int argc, char **argv)
{
    int nv = argc > 1 ? atoi(argv[1]) : 38;
    int no = argc > 2 ? atoi(argv[2]) : 12;
    int np = argc > 3 ? atoi(argv[3]) : 50;
    int iterations = argc > 4 ? atoi(argv[4]) : 4;
    struct Tensor3 L = { { np, nv, nv }, malloc(sizeof(double) * (size_t)np * nv * nv) };
    struct Tensor4 V = make4(nv, nv, nv, nv), W = make4(no, nv, nv, no);
    struct Tensor4 V0 = make4(nv, no, nv, no), T = make4(nv, no, nv, no), R = make4(nv, no, nv, no);
    for (int p = 0; p < np; p++)
        for (int a = 0; a < nv; a++)
            for (int c = 0; c < nv; c++)
                *at3(&L, p, a, c) =
                    0.22 / sqrt(np) * (wiggle(a, c, p) + wiggle(c, a, p)) + (a == c ? 0.02 : 0.0);
    for (int k = 0; k < no; k++)
        for (int b = 0; b < nv; b++)
            for (int c = 0; c < nv; c++)
                for (int j = 0; j < no; j++)
                    *at4(&W, k, b, c, j) = 0.05 * wiggle(b, c, k + 2 * j);
    for (int a = 0; a < nv; a++)
        for (int i = 0; i < no; i++)
            for (int b = 0; b < nv; b++)
                for (int j = 0; j < no; j++) {
                    double v = wiggle(a, i, 1) * wiggle(b, j, 1) + 0.1 * wiggle(a + b, i + j, 2);
                    *at4(&V0, a, i, b, j) = v;
                    *at4(&T, a, i, b, j) = v / gap(nv, a, i, b, j);
                }
    build_interaction(&L, &V);
    double *PV = pack_v(&V), *PW = pack_w(&W);
    printf("virtuals %d occupied %d factors %d\n", nv, no, np);
    for (int it = 1; it <= iterations; it++) {
        residual(PV, PW, &V0, &T, &R);
        double energy = 0.0, change = 0.0;
        for (int a = 0; a < nv; a++)
            for (int i = 0; i < no; i++)
                for (int b = 0; b < nv; b++)
                    for (int j = 0; j < no; j++) {
                        double t = *at4(&R, a, i, b, j) / gap(nv, a, i, b, j);
                        double *old = at4(&T, a, i, b, j);
                        energy += t * *at4(&V0, a, i, b, j);
                        change = fmax(change, fabs(t - *old));
                        *old = t;
                    }
        printf("iteration %d: energy %.15g change %.12g\n", it, energy, change);
    }
    double checksum = 0.0;
    for (size_t q = 0; q < (size_t)nv * no * nv * no; q++)
        checksum += T.v[q] * (double)(q % 9 + 1);
    printf("checksum %.15g\n", checksum);
    for (int q = 0; q < 4; q++) {
        int a = q * nv / 4, i = q * no / 4;
        printf("T[%d %d %d %d] = %.15g, V[%d %d %d %d] = %.15g\n", a, i, nv - 1 - a, no - 1,
               *at4(&T, a, i, nv - 1 - a, no - 1), a, 0, nv - 1, a, *at4(&V, a, 0, nv - 1, a));
    }
    free(PV);
    free(PW);
    free(L.v);
    free(V.v);
    free(W.v);
    free(V0.v);
    free(T.v);
    free(R.v);
    return 0;
}
