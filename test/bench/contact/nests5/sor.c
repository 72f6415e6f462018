/* Electrostatic potential in a box with electrodes, by successive
   over-relaxation.  Static arrays, lexicographic order, and a residual check
   every CHECK sweeps. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MAXN 1026
#define CHECK 20

static double phi[MAXN][MAXN];          /* potential */
static double rho[MAXN][MAXN];          /* charge, already times h*h */
static unsigned char fixed[MAXN][MAXN]; /* electrode cells */

static int nrow, ncol;

static void put_electrode(int r0, int r1, int c0, int c1, double v)
{
    int r, c;
    for (r = r0; r <= r1; r++)
        for (c = c0; c <= c1; c++)
            if (r >= 0 && r < nrow + 2 && c >= 0 && c < ncol + 2) {
                phi[r][c] = v;
                fixed[r][c] = 1;
            }
}

static void put_charges(void)
{
    unsigned s = 99u;
    int r, c, n;
    for (n = 0; n < 400; n++) {
        s = s * 1103515245u + 12345u;
        r = 1 + (int)((s >> 16) % (unsigned)nrow);
        s = s * 1103515245u + 12345u;
        c = 1 + (int)((s >> 16) % (unsigned)ncol);
        rho[r][c] += (n & 1) ? 0.75 : -0.5;
    }
}

static void setup(void)
{
    int r, c;
    for (r = 0; r < nrow + 2; r++)
        for (c = 0; c < ncol + 2; c++) {
            phi[r][c] = 0.0;
            rho[r][c] = 0.0;
            fixed[r][c] = 0;
        }
    for (c = 0; c < ncol + 2; c++) {
        phi[0][c] = 1.0;
        phi[nrow + 1][c] = -1.0;
    }
    for (r = 1; r <= nrow; r++) {
        double z = (double)r / (nrow + 1);
        phi[r][0] = 1.0 - 2.0 * z;
        phi[r][ncol + 1] = 1.0 - 2.0 * z;
    }
    put_electrode(nrow / 4, nrow / 4 + 3, ncol / 5, ncol / 2, 3.0);
    put_electrode(nrow / 2, nrow / 2 + 1, ncol / 2, 4 * ncol / 5, -2.5);
    put_electrode(3 * nrow / 4, 3 * nrow / 4 + 8, ncol / 3, ncol / 3 + 8, 1.5);
    put_charges();
}

static void sweep(double omega)
{
    int r, c;
    for (r = 1; r <= nrow; r++)
        for (c = 1; c <= ncol; c++) {
            double gs;
            if (fixed[r][c])
                continue;
            gs = 0.25 * (phi[r - 1][c] + phi[r + 1][c] + phi[r][c - 1]
                         + phi[r][c + 1] + rho[r][c]);
            phi[r][c] += omega * (gs - phi[r][c]);
        }
}

static double residual(void)
{
    double worst = 0.0;
    int r, c;
    for (r = 1; r <= nrow; r++)
        for (c = 1; c <= ncol; c++)
            if (!fixed[r][c]) {
                double e = phi[r - 1][c] + phi[r + 1][c] + phi[r][c - 1]
                         + phi[r][c + 1] + rho[r][c] - 4.0 * phi[r][c];
                if (fabs(e) > worst)
                    worst = fabs(e);
            }
    return worst;
}

static double field_energy(void)
{
    double e = 0.0;
    int r, c;
    for (r = 0; r <= nrow; r++)
        for (c = 0; c <= ncol; c++) {
            double ex = phi[r][c + 1] - phi[r][c];
            double ey = phi[r + 1][c] - phi[r][c];
            e += 0.5 * (ex * ex + ey * ey);
        }
    return e;
}

int main(int argc, char **argv)
{
    int maxsweeps, n;
    double omega = 1.9, tol = 1e-7, res = 0.0;

    nrow = argc > 1 ? atoi(argv[1]) : 760;
    ncol = argc > 2 ? atoi(argv[2]) : 840;
    maxsweeps = argc > 3 ? atoi(argv[3]) : 160;
    if (nrow < 1 || ncol < 1 || nrow > MAXN - 2 || ncol > MAXN - 2) {
        fprintf(stderr, "grid must be within 1..%d\n", MAXN - 2);
        return 1;
    }
    setup();
    for (n = 1; n <= maxsweeps; n++) {
        sweep(omega);
        if (n % CHECK == 0) {
            res = residual();
            if (n % (4 * CHECK) == 0)
                printf("sweep %d residual %.8e\n", n, res);
            if (res < tol)
                break;
        }
    }
    printf("residual %.8e\n", residual());
    printf("energy %.10g\n", field_energy());
    printf("centre %.10g  quarter %.10g\n", phi[(nrow + 1) / 2][(ncol + 1) / 2],
           phi[(nrow + 3) / 4][(ncol + 3) / 4]);
    return 0;
}
