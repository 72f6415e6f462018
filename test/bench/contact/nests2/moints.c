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

/* index 4 with C, then 3, 2 and 1; the two arrays swap roles */
static void transform(int n, double c[n][n], double a[n][n][n][n], double b[n][n][n][n], double cut)
{
    for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++)
            for (int r = 0; r < n; r++)
                for (int l = 0; l < n; l++) {
                    double sum = 0.0;
                    for (int s = 0; s < n; s++)
                        sum += a[p][q][r][s] * c[s][l];
                    b[p][q][r][l] = fabs(sum) < cut ? 0.0 : sum;
                }
    for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++)
            for (int l = 0; l < n; l++)
                for (int k = 0; k < n; k++) {
                    double sum = 0.0;
                    for (int r = 0; r < n; r++)
                        sum += b[p][q][r][l] * c[r][k];
                    a[p][q][k][l] = fabs(sum) < cut ? 0.0 : sum;
                }
    for (int p = 0; p < n; p++)
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                for (int j = 0; j < n; j++) {
                    double sum = 0.0;
                    for (int q = 0; q < n; q++)
                        sum += a[p][q][k][l] * c[q][j];
                    b[p][j][k][l] = fabs(sum) < cut ? 0.0 : sum;
                }
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                for (int i = 0; i < n; i++) {
                    double sum = 0.0;
                    for (int p = 0; p < n; p++)
                        sum += b[p][j][k][l] * c[p][i];
                    a[i][j][k][l] = fabs(sum) < cut ? 0.0 : sum;
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
