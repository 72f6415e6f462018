/*
 * Assignment 4 (Statistical Hydrology)
 *
 * For every gauging station: remove the seasonal cycle, seasonal
 * Mann-Kendall test, Theil-Sen slope, and a block bootstrap of the slope
 * under "no trend".  At the end: Walker field significance test.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NY   40
#define NM   (NY*12)
#define BLK  4                       /* years in one bootstrap block */
#define MISS (-999.0)
#define MAXST 200
#define MAXB  500

unsigned int seed = 20240517u;

double rnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

int cmp(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    if (x < y) return -1;
    if (x > y) return 1;
    return 0;
}

double median(double *v, int n)
{
    if (n == 0) return 0.0;
    qsort(v, n, sizeof(double), cmp);
    if (n % 2) return v[n / 2];
    return 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

int main(int argc, char **argv)
{
    static double x[NM], res[NM], y[NM], med[12], tmp[NM];
    static double sl[12 * NY * (NY - 1) / 2];
    static double boot[MAXB], pval[MAXST];
    int nst = 26, nb = 64;
    int st, i, j, m, b, n, k;
    int up = 0, down = 0;
    double sumslope = 0.0, pmin;

    if (argc > 1) nst = atoi(argv[1]);
    if (argc > 2) nb = atoi(argv[2]);
    if (nst < 1 || nst > MAXST || nb < 2 || nb > MAXB) {
        printf("usage: mktrend [stations] [bootstraps]\n");
        return 1;
    }
    printf("station  n_obs       S        Z    slope/yr     q05      q95   p_boot\n");

    for (st = 0; st < nst; st++) {
        /* ---- "read" the data: seasonal + trend + AR(1) noise ---- */
        double trend = (rnd() - 0.45) * 0.08;
        double phi = 0.2 + 0.5 * rnd();
        double amp = 2.0 + 3.0 * rnd();
        double phase = rnd() * 12.0;
        double e = 0.0;
        int nobs = 0;
        for (i = 0; i < NM; i++) {
            double g = 0.0;
            for (k = 0; k < 12; k++) g += rnd();
            e = phi * e + (g - 6.0);
            x[i] = 20.0 + amp * sin(2.0 * 3.14159265358979 * (i + phase) / 12.0)
                 + trend * i / 12.0 + e;
            x[i] = floor(x[i] * 100.0 + 0.5) / 100.0;
            if (rnd() < 0.03) x[i] = MISS;
            else nobs++;
        }

        /* ---- remove the seasonal cycle ---- */
        for (m = 0; m < 12; m++) {
            n = 0;
            for (i = m; i < NM; i += 12)
                if (x[i] != MISS) tmp[n++] = x[i];
            med[m] = median(tmp, n);
            for (i = m; i < NM; i += 12)
                if (x[i] != MISS) x[i] -= med[m];
        }

        /* ---- seasonal Mann-Kendall ---- */
        double S = 0.0, var = 0.0, Z;
        for (m = 0; m < 12; m++) {
            n = 0;
            for (i = m; i < NM; i += 12) {
                if (x[i] == MISS) continue;
                n++;
                for (j = i + 12; j < NM; j += 12) {
                    if (x[j] == MISS) continue;
                    if (x[j] > x[i]) S += 1.0;
                    else if (x[j] < x[i]) S -= 1.0;
                }
            }
            var += n * (n - 1.0) * (2.0 * n + 5.0) / 18.0;
        }
        if (S > 0) Z = (S - 1.0) / sqrt(var);
        else if (S < 0) Z = (S + 1.0) / sqrt(var);
        else Z = 0.0;

        /* ---- Theil-Sen slope ---- */
        n = 0;
        for (m = 0; m < 12; m++)
            for (i = m; i < NM; i += 12)
                for (j = i + 12; j < NM; j += 12)
                    if (x[i] != MISS && x[j] != MISS)
                        sl[n++] = (x[j] - x[i]) / ((j - i) / 12);
        double slope = median(sl, n);

        /* ---- block bootstrap of the detrended series ---- */
        for (i = 0; i < NM; i++)
            res[i] = (x[i] == MISS) ? MISS : x[i] - slope * (i / 12);
        int extreme = 0;
        for (b = 0; b < nb; b++) {
            for (k = 0; k < NY; k += BLK) {
                int start = (int)(rnd() * (NY - BLK + 1));
                for (i = 0; i < BLK * 12; i++)
                    y[k * 12 + i] = res[start * 12 + i];
            }
            n = 0;
            for (m = 0; m < 12; m++)
                for (i = m; i < NM; i += 12)
                    for (j = i + 12; j < NM; j += 12)
                        if (y[i] != MISS && y[j] != MISS)
                            sl[n++] = (y[j] - y[i]) / ((j - i) / 12);
            boot[b] = median(sl, n);
            if (fabs(boot[b]) >= fabs(slope)) extreme++;
        }
        qsort(boot, nb, sizeof(double), cmp);
        pval[st] = (extreme + 1.0) / (nb + 1.0);

        printf("%5d  %6d  %8.0f  %7.3f  %9.5f  %8.5f %8.5f  %6.4f%s\n",
               st + 1, nobs, S, Z, slope, boot[(int)(0.05 * nb)],
               boot[(int)(0.95 * nb)], pval[st], pval[st] < 0.05 ? " *" : "");
        if (pval[st] < 0.05) {
            if (slope > 0) up++;
            else down++;
        }
        sumslope += slope;
    }

    /* ---- field significance ---- */
    pmin = 1.0;
    for (st = 0; st < nst; st++)
        if (pval[st] < pmin) pmin = pval[st];
    printf("\nstations with upward trend   : %d\n", up);
    printf("stations with downward trend : %d\n", down);
    printf("mean slope                   : %.6f per year\n", sumslope / nst);
    printf("Walker test: min p = %.4f, critical = %.5f -> %s\n", pmin,
           1.0 - pow(0.95, 1.0 / nst),
           pmin <= 1.0 - pow(0.95, 1.0 / nst) ? "field significant" : "not significant");
    return 0;
}
