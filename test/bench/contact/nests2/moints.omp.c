/* Four-index transformation of two-electron integrals from basis functions to
 * molecular orbitals, one index after the other, and the MP2 correlation
 * energy from the result.
 *
 *   usage: moints [basis functions [occupied]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct molecule {
    int nbf, nocc;
    double *coeff;  /* C[basis][orbital] */
    double *energy; /* orbital energies, ascending */
    double *eri;    /* (pq|rs), full */
};

static void *take(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "moints: %zu bytes not available\n", bytes);
        exit(1);
    }
    return p;
}

static double centre(int p, int n)
{
    return 6.0 * p / n + 0.17 * (p * 37 % 11) / 11.0;
}

/* model integrals with the right symmetry and decay */
static void integrals(struct molecule *mol)
{
    int n = mol->nbf;
    double(*g)[n][n][n] = (double(*)[n][n][n])mol->eri;

    for (int p = 0; p < n; p++)
        for (int q = 0; q <= p; q++)
            for (int r = 0; r <= p; r++)
                for (int s = 0; s <= r; s++) {
                    double a = centre(p, n) - centre(q, n), b = centre(r, n) - centre(s, n);
                    double c = 0.5 * (centre(p, n) + centre(q, n) - centre(r, n) - centre(s, n));
                    double decay = (1.0 + a * a) * (1.0 + b * b);
                    double v = 1.0 / (decay * decay * (0.5 + fabs(c)));
                    g[p][q][r][s] = g[q][p][r][s] = g[p][q][s][r] = g[q][p][s][r] = v;
                    g[r][s][p][q] = g[s][r][p][q] = g[r][s][q][p] = g[s][r][q][p] = v;
                }
}

static void orbitals(struct molecule *mol)
{
    int n = mol->nbf;
    double(*c)[n] = (double(*)[n])mol->coeff;
    const double pi = 3.14159265358979323846;

    for (int p = 0; p < n; p++)
        for (int i = 0; i < n; i++) {
            double v = sqrt(2.0 / (n + 1)) * sin(pi * (p + 1) * (i + 1) / (n + 1));
            c[p][i] = (p + i) % 9 == 8 ? 0.0 : v;
        }
    for (int i = 0; i < n; i++)
        mol->energy[i] = (i < mol->nocc ? -2.5 : 0.4) + 0.05 * i + 0.001 * (i * 7 % 5);
}

static inline void clip(double *restrict x, int n, double cut)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        x[i] = fabs(x[i]) < cut ? 0.0 : x[i];
}

/* out[0..n) = sum_s f[s * fstep] * m[s * ld + (0..n)), s ascending */
static inline void combine(double *restrict out, const double *restrict f, size_t fstep,
                           const double *restrict m, size_t ld, int ns, int n)
{
    int s = 0;
#pragma omp simd
    for (int i = 0; i < n; i++)
        out[i] = 0.0;
    for (; s + 4 <= ns; s += 4) {
        const double *restrict m0 = m + s * ld, *restrict m1 = m0 + ld;
        const double *restrict m2 = m1 + ld, *restrict m3 = m2 + ld;
        double f0 = f[s * fstep], f1 = f[(s + 1) * fstep];
        double f2 = f[(s + 2) * fstep], f3 = f[(s + 3) * fstep];
#pragma omp simd
        for (int i = 0; i < n; i++) {
            double t = out[i];
            t += f0 * m0[i];
            t += f1 * m1[i];
            t += f2 * m2[i];
            t += f3 * m3[i];
            out[i] = t;
        }
    }
    for (; s < ns; s++) {
        double f0 = f[s * fstep];
#pragma omp simd
        for (int i = 0; i < n; i++)
            out[i] += f0 * m[s * ld + i];
    }
}

#define TILE 512 /* trailing elements kept in cache while the first index turns */

/* index 4 with C, then 3, 2 and 1.  For fixed p the first three steps stay in
 * two n^3 slices, so they are fused; always the last index runs in vectors. */
static void transform(int n, double c[n][n], double a[n][n][n][n], double b[n][n][n][n], double cut)
{
    const size_t n2 = (size_t)n * n, n3 = n2 * n;

#pragma omp parallel
    {
        double *slab = take(2 * n2 * sizeof *slab), *half = slab + n2;
        double *col = take((size_t)TILE * n * sizeof *col);
#pragma omp for schedule(dynamic, 1)
        for (int p = 0; p < n; p++) {
            for (int q = 0; q < n; q++) {
                for (int r = 0; r < n; r++) {
                    combine(slab + r * (size_t)n, a[p][q][r], 1, &c[0][0], n, n, n);
                    clip(slab + r * (size_t)n, n, cut);
                }
                for (int k = 0; k < n; k++) {
                    combine(half + k * (size_t)n, &c[0][k], n, slab, n, n, n);
                    clip(half + k * (size_t)n, n, cut);
                }
                for (size_t i = 0; i < n2; i++)
                    (&a[p][q][0][0])[i] = half[i];
            }
            for (size_t t = 0; t < n2; t += TILE) {
                int w = n2 - t < TILE ? (int)(n2 - t) : TILE;
                for (int j = 0; j < n; j++) {
                    combine(&b[p][j][0][0] + t, &c[0][j], n, &a[p][0][0][0] + t, n2, n, w);
                    clip(&b[p][j][0][0] + t, w, cut);
                }
            }
        }
#pragma omp for schedule(static)
        for (size_t t = 0; t < n3; t += TILE) {
            int w = n3 - t < TILE ? (int)(n3 - t) : TILE;
            for (int p = 0; p < n; p++)
                for (int i = 0; i < w; i++)
                    col[(size_t)p * TILE + i] = (&b[p][0][0][0])[t + i];
            for (int i = 0; i < n; i++) {
                combine(&a[i][0][0][0] + t, &c[0][i], n, col, TILE, n, w);
                clip(&a[i][0][0][0] + t, w, cut);
            }
        }
        free(col);
        free(slab);
    }
}

static double mp2(const struct molecule *mol)
{
    int n = mol->nbf;
    double(*g)[n][n][n] = (double(*)[n][n][n])mol->eri;
    double e2 = 0.0;

    for (int i = 0; i < mol->nocc; i++)
        for (int j = 0; j < mol->nocc; j++)
            for (int a = mol->nocc; a < n; a++)
                for (int b = mol->nocc; b < n; b++) {
                    double d = mol->energy[i] + mol->energy[j] - mol->energy[a] - mol->energy[b];
                    double x = g[i][a][j][b];
                    e2 += x * (2.0 * x - g[i][b][j][a]) / d;
                }
    return e2;
}

int main(int argc, char **argv)
{
    struct molecule mol;
    mol.nbf = argc > 1 ? atoi(argv[1]) : 46;
    mol.nocc = argc > 2 ? atoi(argv[2]) : mol.nbf / 5;
    if (mol.nbf < 2 || mol.nbf > 120 || mol.nocc < 1 || mol.nocc >= mol.nbf) {
        fprintf(stderr, "usage: %s [basis functions [occupied]]\n", argv[0]);
        return 2;
    }
    int n = mol.nbf;
    size_t n4 = (size_t)n * n * n * n;
    mol.coeff = take((size_t)n * n * sizeof(double));
    mol.energy = take(n * sizeof(double));
    mol.eri = take(n4 * sizeof(double));
    double *work = take(n4 * sizeof(double));

    integrals(&mol);
    orbitals(&mol);
    double before = 0.0;
    for (size_t i = 0; i < n4; i++)
        before += mol.eri[i];
    transform(n, (double(*)[n])mol.coeff, (double(*)[n][n][n])mol.eri, (double(*)[n][n][n])work,
              1e-9);

    double trace = 0.0, check = 0.0;
    long zeros = 0;
    for (int i = 0; i < n; i++)
        trace += mol.eri[(size_t)i * (n + 1) * ((size_t)n * n + 1)];
    for (size_t i = 0; i < n4; i++) {
        check += mol.eri[i] * ((double)(i % 19) - 9.0);
        zeros += mol.eri[i] == 0.0;
    }
    printf("sum of integrals %.12g, trace %.12g, zeros %ld\n", before, trace, zeros);
    printf("check %.12g, E2 %.12g\n", check, mp2(&mol));
    free(mol.coeff);
    free(mol.energy);
    free(mol.eri);
    free(work);
    return 0;
}
