/* ladder: amplitudes T[a][i][b][j] of a model of interacting electrons, refined
 * by the particle ladder and a ring term: the interaction V[a][c][b][d] is built
 * from three-index factors L[P][a][c], then
 *   R[a][i][b][j] = V0 + sum_cd V[a][c][b][d] T[c][i][d][j]
 *                   - sum_kc W[k][b][c][j] T[a][i][c][k],   T := R / energy gap.
 * Expert: every sum is a matrix product on packed copies (rows ab, columns ij or
 * the like), register-blocked, each sum in its own order; threads over rows.
 * SMALL: 7 4 9 2
 * Usage: ladder [virtuals] [occupied] [factors] [iterations]
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

static void build_interaction(const struct Tensor3 *L, struct Tensor4 *V)
{
    int nv = V->n[0];
    for (int a = 0; a < nv; a++)
        for (int c = 0; c < nv; c++)
            for (int b = 0; b < nv; b++)
                for (int d = 0; d < nv; d++) {
                    double s = 0.0;
                    for (int p = 0; p < L->n[0]; p++)
                        s += *at3(L, p, a, c) * *at3(L, p, b, d);
                    *at4(V, a, c, b, d) = s;
                }
}

static double gap(int nv, int a, int i, int b, int j)
{
    double ea = 1.0 + 0.9 * a / nv, eb = 1.0 + 0.9 * b / nv;
    return ea + eb + 0.8 + 0.05 * i + 0.05 * j;
}

static void residual(const struct Tensor4 *V, const struct Tensor4 *W, const struct Tensor4 *V0,
                     const struct Tensor4 *T, struct Tensor4 *R)
{
    int nv = T->n[0], no = T->n[1];
    for (int a = 0; a < nv; a++)
        for (int i = 0; i < no; i++)
            for (int b = 0; b < nv; b++)
                for (int j = 0; j < no; j++) {
                    double ladder = 0.0, ring = 0.0;
                    for (int c = 0; c < nv; c++)
                        for (int d = 0; d < nv; d++)
                            ladder += *at4(V, a, c, b, d) * *at4(T, c, i, d, j);
                    for (int k = 0; k < no; k++)
                        for (int c = 0; c < nv; c++)
                            ring += *at4(W, k, b, c, j) * *at4(T, a, i, c, k);
                    *at4(R, a, i, b, j) = *at4(V0, a, i, b, j) + ladder - ring;
                }
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
    printf("virtuals %d occupied %d factors %d\n", nv, no, np);
    for (int it = 1; it <= iterations; it++) {
        residual(&V, &W, &V0, &T, &R);
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
    free(L.v);
    free(V.v);
    free(W.v);
    free(V0.v);
    free(T.v);
    free(R.v);
    return 0;
}
