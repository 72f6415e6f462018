/* adiplate - transient heat conduction in a composite plate.
 *
 * Peaceman-Rachford ADI scheme on a uniform grid with cell-wise conductivity,
 * a moving laser spot as the source and cold (Dirichlet) edges.
 *
 * usage: adiplate [nx] [ny] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

static int nx = 900, ny = 800, nsteps = 26;
static double dt = 0.002, hx, hy;

static double **T;      /* temperature            */
static double **Th;     /* half-step temperature  */
static double **K;      /* conductivity           */
static double **Q;      /* heat source            */

/* work vectors of the tridiagonal solver */
static double *ta, *tb, *tc, *td, *tx;

static double **grid_new(int r, int c)
{
    double **g = malloc(r * sizeof *g);
    double *p = calloc((size_t)r * c, sizeof *p);
    if (!g || !p) {
        fprintf(stderr, "adiplate: out of memory\n");
        exit(1);
    }
    for (int i = 0; i < r; i++)
        g[i] = p + (size_t)i * c;
    return g;
}

static void grid_free(double **g)
{
    free(g[0]);
    free(g);
}

static double harm(double a, double b)
{
    return 2.0 * a * b / (a + b);
}

static void setup_material(void)
{
    for (int i = 0; i < ny; i++)
        for (int j = 0; j < nx; j++) {
            double x = (j + 0.5) * hx, y = (i + 0.5) * hy;
            double k = 1.0;
            if (fmod(x * 6.0, 1.0) < 0.3)          /* copper fibres */
                k = 4.0;
            if ((x - 0.6) * (x - 0.6) + (y - 0.4) * (y - 0.4) < 0.02)
                k = 0.15;                          /* a void with filler */
            K[i][j] = k;
            T[i][j] = 20.0;
        }
    for (int j = 0; j < nx; j++)
        Th[0][j] = Th[ny - 1][j] = 20.0;
    for (int i = 0; i < ny; i++)
        Th[i][0] = Th[i][nx - 1] = 20.0;
}

static void laser(double t)
{
    double cx = 0.5 + 0.3 * cos(12.0 * t), cy = 0.5 + 0.3 * sin(17.0 * t);
    for (int i = 0; i < ny; i++) {
        double dy = (i + 0.5) * hy - cy;
        for (int j = 0; j < nx; j++) {
            double dx = (j + 0.5) * hx - cx;
            double r2 = dx * dx + dy * dy;
            Q[i][j] = r2 < 0.03 ? 9.0e3 * exp(-r2 / 0.004) : 0.0;
        }
    }
}

/* Thomas algorithm on ta,tb,tc,td; the solution is left in tx */
static void thomas(int n)
{
    for (int i = 1; i < n; i++) {
        double m = ta[i] / tb[i - 1];
        tb[i] -= m * tc[i - 1];
        td[i] -= m * td[i - 1];
    }
    tx[n - 1] = td[n - 1] / tb[n - 1];
    for (int i = n - 2; i >= 0; i--)
        tx[i] = (td[i] - tc[i] * tx[i + 1]) / tb[i];
}

static void step_x(void)        /* implicit along rows */
{
    double rx = 0.5 * dt / (hx * hx), ry = 0.5 * dt / (hy * hy);
    for (int i = 1; i < ny - 1; i++) {
        ta[0] = tc[0] = 0.0; tb[0] = 1.0; td[0] = T[i][0];
        for (int j = 1; j < nx - 1; j++) {
            double kw = harm(K[i][j], K[i][j - 1]), ke = harm(K[i][j], K[i][j + 1]);
            double kn = harm(K[i][j], K[i - 1][j]), ks = harm(K[i][j], K[i + 1][j]);
            ta[j] = -rx * kw;
            tc[j] = -rx * ke;
            tb[j] = 1.0 + rx * (kw + ke);
            td[j] = T[i][j] + 0.5 * dt * Q[i][j]
                  + ry * (kn * (T[i - 1][j] - T[i][j]) + ks * (T[i + 1][j] - T[i][j]));
        }
        ta[nx - 1] = tc[nx - 1] = 0.0; tb[nx - 1] = 1.0; td[nx - 1] = T[i][nx - 1];
        thomas(nx);
        for (int j = 0; j < nx; j++)
            Th[i][j] = tx[j];
    }
}

static void step_y(void)        /* implicit along columns */
{
    double rx = 0.5 * dt / (hx * hx), ry = 0.5 * dt / (hy * hy);
    for (int j = 1; j < nx - 1; j++) {
        ta[0] = tc[0] = 0.0; tb[0] = 1.0; td[0] = Th[0][j];
        for (int i = 1; i < ny - 1; i++) {
            double kw = harm(K[i][j], K[i][j - 1]), ke = harm(K[i][j], K[i][j + 1]);
            double kn = harm(K[i][j], K[i - 1][j]), ks = harm(K[i][j], K[i + 1][j]);
            ta[i] = -ry * kn;
            tc[i] = -ry * ks;
            tb[i] = 1.0 + ry * (kn + ks);
            td[i] = Th[i][j] + 0.5 * dt * Q[i][j]
                  + rx * (kw * (Th[i][j - 1] - Th[i][j]) + ke * (Th[i][j + 1] - Th[i][j]));
        }
        ta[ny - 1] = tc[ny - 1] = 0.0; tb[ny - 1] = 1.0; td[ny - 1] = Th[ny - 1][j];
        thomas(ny);
        for (int i = 0; i < ny; i++)
            T[i][j] = tx[i];
    }
}

static void report(int step, double t)
{
    double tmax = T[0][0], sum = 0.0;
    int im = 0, jm = 0;
    for (int i = 0; i < ny; i++)
        for (int j = 0; j < nx; j++) {
            sum += T[i][j];
            if (T[i][j] > tmax) { tmax = T[i][j]; im = i; jm = j; }
        }
    printf("step %4d  t=%.4f  mean %.9f  max %.9f at (%d,%d)\n",
           step, t, sum / ((double)nx * ny), tmax, jm, im);
}

int main(int argc, char **argv)
{
    if (argc > 1) nx = atoi(argv[1]);
    if (argc > 2) ny = atoi(argv[2]);
    if (argc > 3) nsteps = atoi(argv[3]);
    if (nx < 8 || ny < 8 || nsteps < 1) {
        fprintf(stderr, "usage: adiplate [nx] [ny] [steps]\n");
        return 1;
    }
    hx = 1.0 / nx;
    hy = 1.0 / ny;
    T = grid_new(ny, nx); Th = grid_new(ny, nx);
    K = grid_new(ny, nx); Q = grid_new(ny, nx);
    int n = nx > ny ? nx : ny;
    ta = malloc(n * sizeof *ta); tb = malloc(n * sizeof *tb);
    tc = malloc(n * sizeof *tc); td = malloc(n * sizeof *td);
    tx = malloc(n * sizeof *tx);
    if (!ta || !tb || !tc || !td || !tx) return 1;

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    setup_material();
    double t = 0.0;
    for (int s = 1; s <= nsteps; s++) {
        laser(t);
        step_x();
        step_y();
        t += dt;
        if (s % 5 == 0 || s == nsteps)
            report(s, t);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    printf("profile:");
    for (int p = 1; p <= 9; p++)
        printf(" %.6f", T[ny / 2][p * nx / 10]);
    printf("\n");
    fprintf(stderr, "time %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));

    grid_free(T); grid_free(Th); grid_free(K); grid_free(Q);
    free(ta); free(tb); free(tc); free(td); free(tx);
    return 0;
}
