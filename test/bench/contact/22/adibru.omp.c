/* adibru - Brusselator reaction-diffusion on the unit square,
 * Peaceman-Rachford ADI, zero-flux walls.
 *
 *   u_t = Du lap(u) + A - (B+1) u + u^2 v
 *   v_t = Dv lap(v) + B u - u^2 v
 *
 * usage: adibru [n] [steps]
 *
 * OpenMP: one parallel region around the time loop; rows are shared out for
 * the x lines, column strips for the y lines.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <omp.h>

#define NMAX 1024

static double u[NMAX][NMAX], v[NMAX][NMAX];
static double p[NMAX][NMAX], q[NMAX][NMAX];   /* right-hand sides */
static double wu[NMAX], wv[NMAX];             /* 1/pivot of the factorised operators */

static int n = 400;
static int nsteps = 350;
static double A = 4.5, B = 7.5, Du = 2.0, Dv = 16.0, h = 1.0, dt = 0.02;

static unsigned int seed = 20240117u;

static double rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed / 4294967296.0;
}

/* pivots of tridiag(-r, 1+2r, -r) with the first and last diagonal 1+r */
static void factor(double r, double *w)
{
    w[0] = 1.0 / (1.0 + r);
    for (int i = 1; i < n - 1; i++)
        w[i] = 1.0 / (1.0 + 2.0 * r - r * r * w[i - 1]);
    w[n - 1] = 1.0 / (1.0 + r - r * r * w[n - 2]);
}

static void init(void)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i][j] = A + 0.3 * (rnd() - 0.5);
            v[i][j] = B / A + 0.3 * (rnd() - 0.5);
        }
    /* a scratch across the sample */
    for (int k = n / 5; k < n / 2; k++) {
        u[k][(k * 3) / 2 % n] += 1.5;
        v[n - 1 - k][k] -= 0.4;
    }
}

/* p,q = (I + r d2/dy2) (u,v) + dt/2 reaction ; y is the first index */
static void rhs_y(double ru, double rv)
{
    #pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
        int im = i > 0 ? i - 1 : 0, ip = i < n - 1 ? i + 1 : n - 1;
        for (int j = 0; j < n; j++) {
            double a = u[i][j], b = v[i][j], c = a * a * b;
            p[i][j] = a + ru * (u[im][j] - 2.0 * a + u[ip][j])
                    + 0.5 * dt * (A - (B + 1.0) * a + c);
            q[i][j] = b + rv * (v[im][j] - 2.0 * b + v[ip][j])
                    + 0.5 * dt * (B * a - c);
        }
    }
}

static void rhs_x(double ru, double rv)
{
    #pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int jm = j > 0 ? j - 1 : 0, jp = j < n - 1 ? j + 1 : n - 1;
            double a = u[i][j], b = v[i][j], c = a * a * b;
            p[i][j] = a + ru * (u[i][jm] - 2.0 * a + u[i][jp])
                    + 0.5 * dt * (A - (B + 1.0) * a + c);
            q[i][j] = b + rv * (v[i][jm] - 2.0 * b + v[i][jp])
                    + 0.5 * dt * (B * a - c);
        }
}

static void line_solve(const double *d, double *x, double r, const double *w)
{
    x[0] = d[0] * w[0];
    for (int k = 1; k < n; k++)
        x[k] = (d[k] + r * x[k - 1]) * w[k];
    for (int k = n - 2; k >= 0; k--)
        x[k] += r * w[k] * x[k + 1];
}

static void solve_rows(double ru, double rv)
{
    #pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
        line_solve(p[i], u[i], ru, wu);
        line_solve(q[i], v[i], rv, wv);
    }
}

/* columns j0..j1-1 at once, so that memory is walked along rows */
static void solve_cols(double d[NMAX][NMAX], double x[NMAX][NMAX], double r, const double *w,
                       int j0, int j1)
{
    for (int j = j0; j < j1; j++)
        x[0][j] = d[0][j] * w[0];
    for (int i = 1; i < n; i++)
        for (int j = j0; j < j1; j++)
            x[i][j] = (d[i][j] + r * x[i - 1][j]) * w[i];
    for (int i = n - 2; i >= 0; i--)
        for (int j = j0; j < j1; j++)
            x[i][j] += r * w[i] * x[i + 1][j];
}

/* worst defect of the last column solve */
static double defect(double r)
{
    double worst = 0.0;
    #pragma omp parallel for reduction(max:worst)
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < n; j++) {
            double e = (1.0 + 2.0 * r) * u[i][j] - r * (u[i - 1][j] + u[i + 1][j]) - p[i][j];
            if (fabs(e) > worst)
                worst = fabs(e);
        }
    return worst;
}

static void report(int step)
{
    double su = 0.0, sv = 0.0, s2 = 0.0, lo = u[0][0], hi = u[0][0];
    #pragma omp parallel for reduction(+:su,sv,s2) reduction(min:lo) reduction(max:hi)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double a = u[i][j];
            su += a;
            sv += v[i][j];
            s2 += (a - A) * (a - A);
            if (a < lo) lo = a;
            if (a > hi) hi = a;
        }
    double nn = (double)n * n;
    printf("step %5d  t %7.3f  <u> %.6f  <v> %.6f  rms %.6f  range [%.5f %.5f]\n",
           step, step * dt, su / nn, sv / nn, sqrt(s2 / nn), lo, hi);
}

static void picture(void)
{
    static const char ramp[] = " .:-=+*#%@";
    double lo = 1e30, hi = -1e30;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (u[i][j] < lo) lo = u[i][j];
            if (u[i][j] > hi) hi = u[i][j];
        }
    for (int r = 0; r < 16; r++) {
        for (int c = 0; c < 48; c++) {
            double a = u[r * n / 64][c * n / 96];
            putchar(ramp[(int)(9.99 * (a - lo) / (hi - lo + 1e-12))]);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) nsteps = atoi(argv[2]);
    if (n < 16 || n > NMAX || nsteps < 1) {
        fprintf(stderr, "adibru: need 16 <= n <= %d, steps >= 1\n", NMAX);
        return 1;
    }
    double ru = 0.5 * dt * Du / (h * h), rv = 0.5 * dt * Dv / (h * h);
    factor(ru, wu);
    factor(rv, wv);
    init();
    report(0);
    for (int s0 = 0; s0 < nsteps; s0 += 50) {
        int s1 = s0 + 50 < nsteps ? s0 + 50 : nsteps;
        #pragma omp parallel
        {
            int t = omp_get_thread_num(), nt = omp_get_num_threads();
            int strip = ((n + nt - 1) / nt + 7) & ~7;      /* whole cache lines */
            int j0 = t * strip < n ? t * strip : n;
            int j1 = j0 + strip < n ? j0 + strip : n;
            for (int s = s0; s < s1; s++) {
                rhs_y(ru, rv);
                solve_rows(ru, rv);
                rhs_x(ru, rv);
                solve_cols(p, u, ru, wu, j0, j1);
                solve_cols(q, v, rv, wv, j0, j1);
                #pragma omp barrier
            }
        }
        report(s1);
    }
    printf("defect of last solve %s 1e-10\n", defect(ru) < 1e-10 ? "below" : "ABOVE");
    picture();
    return 0;
}
