/* Reaction-diffusion on a plate with position-dependent diffusivity by the
 * alternating-direction implicit method.  Old style: everything lives in
 * fixed global arrays.
 *
 *   usage: adi [points-per-side [steps]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NMAX 1024

static double u[NMAX][NMAX];   /* concentration */
static double w[NMAX][NMAX];   /* after the first half step */
static double dif[NMAX][NMAX]; /* diffusivity */
static double lo[NMAX], di[NMAX], up[NMAX], rh[NMAX];
static int n;
static double lam, rate, dt;

static double rnd(void)
{
    static long s = 1;
    s = s * 16807 % 2147483647;
    return (double)s / 2147483647.0;
}

static void init(void)
{
    int i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double x = (double)i / (n - 1), y = (double)j / (n - 1);
            dif[i][j] = (x > 0.3 && x < 0.5 ? 0.1 : 1.0) * (0.8 + 0.4 * rnd());
            u[i][j] = exp(-40.0 * ((x - 0.6) * (x - 0.6) + (y - 0.4) * (y - 0.4)));
        }
    dt = 0.5;
    lam = 0.8;
    rate = 0.02;
}

/* mean diffusivity at the face between two points */
static double face(double a, double b)
{
    return 2.0 * a * b / (a + b);
}

/* solve the tridiagonal system in lo, di, up, rh; the result is in rh */
static void thomas(int m)
{
    int k;

    for (k = 1; k < m; k++) {
        double f = lo[k] / di[k - 1];
        di[k] -= f * up[k - 1];
        rh[k] -= f * rh[k - 1];
    }
    rh[m - 1] /= di[m - 1];
    for (k = m - 2; k >= 0; k--)
        rh[k] = (rh[k] - up[k] * rh[k + 1]) / di[k];
}

/* implicit along the rows, explicit across; no flux through the edges */
static void half_step_rows(void)
{
    int i, j;

    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            double d = dif[i][j], c = u[i][j];
            double fl = j > 0 ? lam * face(d, dif[i][j - 1]) : 0.0;
            double fr = j < n - 1 ? lam * face(d, dif[i][j + 1]) : 0.0;
            double ft = i > 0 ? lam * face(d, dif[i - 1][j]) * (u[i - 1][j] - c) : 0.0;
            double fb = i < n - 1 ? lam * face(d, dif[i + 1][j]) * (u[i + 1][j] - c) : 0.0;
            lo[j] = -fl;
            up[j] = -fr;
            di[j] = 1.0 + fl + fr;
            rh[j] = c + ft + fb + 0.5 * dt * rate * c * (1.0 - c);
        }
        thomas(n);
        for (j = 0; j < n; j++)
            w[i][j] = rh[j];
    }
}

/* implicit down the columns */
static void half_step_columns(void)
{
    int i, j;

    for (j = 0; j < n; j++) {
        for (i = 0; i < n; i++) {
            double d = dif[i][j], c = w[i][j];
            double ft = i > 0 ? lam * face(d, dif[i - 1][j]) : 0.0;
            double fb = i < n - 1 ? lam * face(d, dif[i + 1][j]) : 0.0;
            double fl = j > 0 ? lam * face(d, dif[i][j - 1]) * (w[i][j - 1] - c) : 0.0;
            double fr = j < n - 1 ? lam * face(d, dif[i][j + 1]) * (w[i][j + 1] - c) : 0.0;
            lo[i] = -ft;
            up[i] = -fb;
            di[i] = 1.0 + ft + fb;
            rh[i] = c + fl + fr + 0.5 * dt * rate * c * (1.0 - c);
        }
        thomas(n);
        for (i = 0; i < n; i++)
            u[i][j] = rh[i] < 0.0 ? 0.0 : rh[i] > 1.0 ? 1.0 : rh[i];
    }
}

int main(int argc, char **argv)
{
    int i, j, s, steps;
    double mass = 0.0, check = 0.0, top = 0.0;

    n = argc > 1 ? atoi(argv[1]) : 900;
    steps = argc > 2 ? atoi(argv[2]) : 14;
    if (n < 3 || n > NMAX || steps < 1) {
        fprintf(stderr, "usage: %s [points-per-side <= %d [steps]]\n", argv[0], NMAX);
        return 2;
    }
    init();
    for (s = 0; s < steps; s++) {
        half_step_rows();
        half_step_columns();
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            mass += u[i][j];
            check += u[i][j] * ((i + 3 * j) % 10);
            top = u[i][j] > top ? u[i][j] : top;
        }
    printf("mass %.12g, check %.12g, top %.12g\n", mass, check, top);
    printf("samples %.12g %.12g %.12g\n", u[0][0], u[n / 2][n / 3], u[n - 1][n - 1]);
    return 0;
}
