/* American put on a GBM underlying: Longstaff-Schwartz Monte
   Carlo with cubic Laguerre regression, antithetic paths. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NB 4

static uint64_t s0 = 0x9E3779B97F4A7C15ULL, s1 = 0xD1B54A32D192ED03ULL;

static double uniform(void)
{
    uint64_t a = s0, b = s1;
    s0 = b;
    a ^= a << 23;
    s1 = a ^ b ^ (a >> 17) ^ (b >> 26);
    return ((s1 + b) >> 11) * (1.0 / 9007199254740992.0);
}

static int have_spare = 0;
static double carry_u, carry_v;

/* One time step's normals.  Only the generator itself is serial; the
   transform (and the tail of an odd pair) is done by everybody. */
static void gauss_fill(double *z, double *raw, int n)
{
    int first = have_spare, pairs = (n - first + 1) / 2;
    double pu = carry_u, pv = carry_v;
    for (int i = 0; i < 2 * pairs; i += 2) {
        raw[i] = 1.0 - uniform();
        raw[i + 1] = uniform();
    }
    have_spare = first + 2 * pairs > n;
    if (have_spare) {
        carry_u = raw[2 * pairs - 2];
        carry_v = raw[2 * pairs - 1];
    }
    if (first && n > 0)
        z[0] = sqrt(-2.0 * log(pu)) * sin(2.0 * M_PI * pv);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < pairs; i++) {
        double r = sqrt(-2.0 * log(raw[2 * i])), a = 2.0 * M_PI * raw[2 * i + 1];
        int k = first + 2 * i;
        z[k] = r * cos(a);
        if (k + 1 < n)
            z[k + 1] = r * sin(a);
    }
}

static void basis(double x, double *phi)
{
    phi[0] = 1.0;
    phi[1] = 1.0 - x;
    phi[2] = 1.0 - 2.0 * x + 0.5 * x * x;
    phi[3] = 1.0 - 3.0 * x + 1.5 * x * x - x * x * x / 6.0;
}

/* symmetric positive definite solve, in place Cholesky */
static int cholesky_solve(double a[NB][NB], double *b)
{
    for (int j = 0; j < NB; j++) {
        double d = a[j][j];
        for (int k = 0; k < j; k++)
            d -= a[j][k] * a[j][k];
        if (d <= 1e-14)
            return -1;
        a[j][j] = sqrt(d);
        for (int i = j + 1; i < NB; i++) {
            double t = a[i][j];
            for (int k = 0; k < j; k++)
                t -= a[i][k] * a[j][k];
            a[i][j] = t / a[j][j];
        }
    }
    for (int i = 0; i < NB; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = NB - 1; i >= 0; i--) {
        for (int k = i + 1; k < NB; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return 0;
}

typedef struct {
    double spot, strike, rate, vol, expiry;
    int steps;
} option_t;

static double price_american(const option_t *o, int npath, double *european)
{
    double dt = o->expiry / o->steps, disc = exp(-o->rate * dt);
    double drift = (o->rate - 0.5 * o->vol * o->vol) * dt, sd = o->vol * sqrt(dt);
    double **S = malloc((o->steps + 1) * sizeof(double *));
    double *cash = malloc(npath * sizeof(double));
    double *z = malloc((npath / 2 + 2) * sizeof(double));
    double *raw = malloc((npath / 2 + 4) * sizeof(double));

    for (int t = 0; t <= o->steps; t++)
        S[t] = malloc(npath * sizeof(double));
    for (int p = 0; p < npath; p++)
        S[0][p] = o->spot;
    for (int t = 1; t <= o->steps; t++) {
        gauss_fill(z, raw, npath / 2);
#pragma omp parallel for schedule(static)
        for (int p = 0; p < npath; p += 2) {
            S[t][p] = S[t - 1][p] * exp(drift + sd * z[p / 2]);
            S[t][p + 1] = S[t - 1][p + 1] * exp(drift - sd * z[p / 2]);
        }
    }
    free(z);
    free(raw);

    double sum = 0.0;
    for (int p = 0; p < npath; p++) {
        cash[p] = fmax(o->strike - S[o->steps][p], 0.0);
        sum += cash[p];
    }
    *european = exp(-o->rate * o->expiry) * sum / npath;

    for (int t = o->steps - 1; t > 0; t--) {
        double A[NB][NB] = {{0}}, b[NB] = {0};
        int itm = 0;
#pragma omp parallel for schedule(static) reduction(+ : A, b, itm)
        for (int p = 0; p < npath; p++) {
            double phi[NB];
            cash[p] *= disc;
            if (S[t][p] >= o->strike)
                continue;
            itm++;
            basis(S[t][p] / o->strike, phi);
            for (int i = 0; i < NB; i++) {
                for (int j = 0; j <= i; j++)
                    A[i][j] += phi[i] * phi[j];
                b[i] += phi[i] * cash[p];
            }
        }
        if (itm < 10 * NB || cholesky_solve(A, b) < 0)
            continue;
#pragma omp parallel for schedule(static)
        for (int p = 0; p < npath; p++) {
            double phi[NB];
            double exercise = o->strike - S[t][p];
            if (exercise <= 0.0)
                continue;
            basis(S[t][p] / o->strike, phi);
            double cont = b[0] * phi[0] + b[1] * phi[1] + b[2] * phi[2] + b[3] * phi[3];
            if (exercise > cont)
                cash[p] = exercise;
        }
    }
    sum = 0.0;
    for (int p = 0; p < npath; p++)
        sum += cash[p] * disc;
    for (int t = 0; t <= o->steps; t++)
        free(S[t]);
    free(S);
    free(cash);
    return fmax(sum / npath, o->strike - o->spot);
}

int main(int argc, char **argv)
{
    int npath = argc > 1 ? atoi(argv[1]) & ~1 : 140000;
    int steps = argc > 2 ? atoi(argv[2]) : 50;
    static const double spots[] = {36, 40, 44}, vols[] = {0.2, 0.4};

    printf("  spot   vol  european  american  premium\n");
    for (int v = 0; v < 2; v++)
        for (int s = 0; s < 3; s++) {
            option_t o = {spots[s], 40.0, 0.06, vols[v], 1.0, steps};
            double eu, am = price_american(&o, npath, &eu);
            printf("%6.1f  %4.2f  %8.3f  %8.3f  %7.3f\n", o.spot, o.vol, eu, am, am - eu);
        }
    return 0;
}
