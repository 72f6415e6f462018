/*
 * lbflow.c - lattice Boltzmann (D2Q9, BGK) flow around a cylinder in a channel.
 *
 * Zou/He-like inlet with a parabolic profile, outlet with zero gradient, bounce
 * back at walls and obstacle; the force on the obstacle comes from the
 * momentum exchange, summed row by row.  Stops when the flow has settled or
 * after the given number of steps.
 *
 * An expert would run the rows in parallel (two lattices), and keep the
 * sums of the rows in arrays.
 *
 * SMALL: 60 24 60     (nx ny steps)
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define Q 9
#define IDX(x, y) ((size_t)(y) * nx + (x))

static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opp[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double wt[Q] = { 4.0/9, 1.0/9, 1.0/9, 1.0/9, 1.0/9, 1.0/36, 1.0/36, 1.0/36, 1.0/36 };

static int nx = 420, ny = 150, steps = 380;
static double *f[2], *ux, *uy, *rho;        /* f[.][cell * Q + q] */
static char *solid;
static double *row_fx, *row_fy, *row_diff;

static double feq(int q, double r, double u, double v)
{
    double cu = cx[q] * u + cy[q] * v;
    return wt[q] * r * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * (u * u + v * v));
}

static double inlet(int y)
{
    double h = ny - 2.0, t = y - 0.5;
    return 4.0 * 0.08 * t * (h - t) / (h * h);
}

static void init(void)
{
    double ox = nx / 4.0, oy = ny / 2.0 + 1.3, r = ny / 9.0;
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            size_t i = IDX(x, y);
            solid[i] = y == 0 || y == ny - 1 ? 1 : (x - ox) * (x - ox) + (y - oy) * (y - oy) <= r * r ? 2 : 0;
            rho[i] = 1.0;
            ux[i] = solid[i] ? 0.0 : inlet(y);
            uy[i] = 0.0;
            for (int q = 0; q < Q; q++)
                f[0][i * Q + q] = feq(q, 1.0, ux[i], 0.0);
        }
}

/* collide in place, keeps the macroscopic fields */
static void collide(double *a, double omega)
{
    for (int y = 0; y < ny; y++) {
        double diff = 0.0;
        for (int x = 0; x < nx; x++) {
            size_t i = IDX(x, y);
            double *p = a + i * Q, r = 0.0, u = 0.0, v = 0.0;
            if (solid[i])
                continue;
            for (int q = 0; q < Q; q++) {
                r += p[q];
                u += cx[q] * p[q];
                v += cy[q] * p[q];
            }
            u /= r;
            v /= r;
            if (x == 0) {                       /* inlet: impose the profile */
                u = inlet(y);
                v = 0.0;
                for (int q = 0; q < Q; q++)
                    p[q] = feq(q, r, u, v);
            }
            diff += fabs(u - ux[i]) + fabs(v - uy[i]);
            rho[i] = r;
            ux[i] = u;
            uy[i] = v;
            for (int q = 0; q < Q; q++)
                p[q] += omega * (feq(q, r, u, v) - p[q]);
        }
        row_diff[y] = diff;
    }
}

/* pull scheme */
static void stream(const double *a, double *b)
{
    for (int y = 1; y < ny - 1; y++) {
        double fx = 0.0, fy = 0.0;
        for (int x = 0; x < nx; x++) {
            size_t i = IDX(x, y);
            if (solid[i])
                continue;
            for (int q = 0; q < Q; q++) {
                int xs = x - cx[q], ys = y - cy[q];
                if (xs < 0) {
                    b[i * Q + q] = a[i * Q + q];
                    continue;
                }
                if (xs >= nx)
                    xs = nx - 1;
                size_t j = IDX(xs, ys);
                if (solid[j]) {
                    double g = a[i * Q + opp[q]];
                    b[i * Q + q] = g;
                    if (solid[j] == 2) {
                        fx -= 2.0 * cx[q] * g;
                        fy -= 2.0 * cy[q] * g;
                    }
                } else
                    b[i * Q + q] = a[j * Q + q];
            }
        }
        row_fx[y] = fx;
        row_fy[y] = fy;
    }
}

static double total(const double *row)
{
    double s = 0.0;
    for (int y = 0; y < ny; y++)
        s += row[y];
    return s;
}

int main(int argc, char **argv)
{
    int t, cur = 0;
    double change;

    if (argc > 1) nx = atoi(argv[1]);
    if (argc > 2) ny = atoi(argv[2]);
    if (argc > 3) steps = atoi(argv[3]);
    if (nx < 20 || ny < 12 || steps < 1) {
        fprintf(stderr, "usage: lbflow [nx [ny [steps]]]\n");
        return 1;
    }
    size_t n = (size_t)nx * ny;
    f[0] = calloc(n * Q, sizeof(double));
    f[1] = calloc(n * Q, sizeof(double));
    ux = calloc(n, sizeof(double));
    uy = calloc(n, sizeof(double));
    rho = calloc(n, sizeof(double));
    solid = calloc(n, 1);
    row_fx = calloc(ny, sizeof(double));
    row_fy = calloc(ny, sizeof(double));
    row_diff = calloc(ny, sizeof(double));
    if (!f[0] || !f[1] || !ux || !uy || !rho || !solid || !row_fx || !row_fy || !row_diff)
        return 1;
    init();
    t = 0;
    do {
        collide(f[cur], 1.0 / 0.56);
        stream(f[cur], f[!cur]);
        cur = !cur;
        t++;
        change = total(row_diff) / n;
        if (t % (steps / 10 + 1) == 0)
            printf("step %5d  drag %12.9f  lift %12.9f  change %.6e\n", t, total(row_fx), total(row_fy), change);
        if (!(change < 1.0)) {
            printf("unstable at step %d\n", t);
            return 1;
        }
    } while (t < steps && (t < 50 || change > 1e-9));

    double mass = 0.0, wmax = 0.0;
    int wx = 0, wy = 0;
    for (int y = 0; y < ny; y++) {
        double s = 0.0;
        for (int x = 0; x < nx; x++)
            s += rho[IDX(x, y)];
        mass += s;
    }
    for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++) {
            double w = uy[IDX(x + 1, y)] - uy[IDX(x - 1, y)] - ux[IDX(x, y + 1)] + ux[IDX(x, y - 1)];
            if (fabs(w) > fabs(wmax)) wmax = w, wx = x, wy = y;
        }
    printf("%d steps, mass %.9f, strongest vorticity %.9f at %d,%d\n", t, mass, 0.5 * wmax, wx, wy);
    for (int k = 1; k <= 5; k++) {
        size_t i = IDX(k * (nx - 1) / 5, ny / 2);
        printf("centre line %3d: u %.10f v %.10f rho %.10f\n", k * (nx - 1) / 5, ux[i], uy[i], rho[i]);
    }
    return 0;
}
