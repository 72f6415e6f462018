/*
 *  DIFFUS   steady diffusion in a layered rectangle
 *
 *     - d/dx ( k du/dx ) - d/dy ( k du/dy ) + s u = f
 *
 *  Five point box scheme on a graded mesh, harmonic means of the
 *  conductivity on the cell faces, point successive over-relaxation
 *  in natural order.  After convergence the balance of the boundary
 *  fluxes is printed as a check upon the whole.
 *
 *  usage: diffus [nx [ny [itmax]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define EPS   1.0e-9
#define NLAY  5
#define IJ(i,j) ((size_t)(i)*ld + (j))

static int nx, ny, ld;
static double *x, *y, *hx, *hy;
static double *ak, *u, *ap, *ae, *aw, *an, *as, *q;

static const double ylay[NLAY] = { 0.15, 0.40, 0.55, 0.85, 2.0 };
static const double klay[NLAY] = { 1.0, 12.5, 0.02, 4.0, 0.7 };

static double *vec(size_t n)
{
    double *p = calloc(n, sizeof *p);
    if (p == NULL) {
        fprintf(stderr, "DIFFUS: not enough core for %lu words\n", (unsigned long)n);
        exit(16);
    }
    return p;
}

/* graded mesh, geometric from both ends towards the middle */
static void mesh(int n, double ratio, double *z, double *h)
{
    int i;
    double s = 0.0, r;
    for (i = 1; i <= n; i++) {
        int k = i <= n / 2 ? i : n + 1 - i;
        r = pow(ratio, k - 1);
        h[i] = r;
        s += r;
    }
    z[0] = 0.0;
    for (i = 1; i <= n; i++) {
        h[i] /= s;
        z[i] = z[i - 1] + h[i];
    }
    h[0] = h[n + 1] = 0.0;
}

static double cond(double xx, double yy)
{
    int l = 0;
    double tilt = yy + 0.08 * sin(6.0 * xx);
    while (tilt > ylay[l] && l < NLAY - 1)
        l++;
    /* a lens of poor conductor */
    if ((xx - 0.6) * (xx - 0.6) + 4.0 * (yy - 0.3) * (yy - 0.3) < 0.02)
        return 1.0e-3;
    return klay[l];
}

static double face(double ka, double ha, double kb, double hb)
{
    return (ha + hb) > 0.0 ? 2.0 / (ha / ka + hb / kb) : 0.0;
}

static void coeff(void)
{
    int i, j;
    for (i = 0; i <= nx + 1; i++)
        for (j = 0; j <= ny + 1; j++) {
            double xm = i == 0 ? 0.0 : i > nx ? 1.0 : 0.5 * (x[i - 1] + x[i]);
            double ym = j == 0 ? 0.0 : j > ny ? 1.0 : 0.5 * (y[j - 1] + y[j]);
            ak[IJ(i, j)] = cond(xm, ym);
        }
    for (i = 1; i <= nx; i++)
        for (j = 1; j <= ny; j++) {
            double k0 = ak[IJ(i, j)], vol = hx[i] * hy[j];
            double src = exp(-40.0 * ((x[i] - .25) * (x[i] - .25) + (y[j] - .7) * (y[j] - .7)));
            aw[IJ(i, j)] = hy[j] * face(k0, hx[i], ak[IJ(i - 1, j)], hx[i - 1]);
            ae[IJ(i, j)] = hy[j] * face(k0, hx[i], ak[IJ(i + 1, j)], hx[i + 1]);
            as[IJ(i, j)] = hx[i] * face(k0, hy[j], ak[IJ(i, j - 1)], hy[j - 1]);
            an[IJ(i, j)] = hx[i] * face(k0, hy[j], ak[IJ(i, j + 1)], hy[j + 1]);
            ap[IJ(i, j)] = 1.0 / (aw[IJ(i, j)] + ae[IJ(i, j)] + as[IJ(i, j)]
                                  + an[IJ(i, j)] + 0.05 * vol);
            q[IJ(i, j)] = 30.0 * src * vol;
        }
    /* boundary data: u given on all four sides */
    for (i = 0; i <= nx + 1; i++) {
        u[IJ(i, 0)] = 1.0;
        u[IJ(i, ny + 1)] = sin(3.0 * i / (nx + 1.0));
    }
    for (j = 0; j <= ny + 1; j++) {
        u[IJ(0, j)] = 1.0 - (double)j / (ny + 1.0);
        u[IJ(nx + 1, j)] = 0.25;
    }
}

/* nsweep SOR sweeps; largest change of the last sweep is returned */
static double sor(double omega, int nsweep)
{
    int i, j, s;
    double dmax = 0.0;
    for (s = 0; s < nsweep; s++) {
        dmax = 0.0;
        for (i = 1; i <= nx; i++)
            for (j = 1; j <= ny; j++) {
                size_t p = IJ(i, j);
                double t = q[p] + aw[p] * u[p - ld] + ae[p] * u[p + ld]
                         + an[p] * u[p + 1] + as[p] * u[p - 1];
                double d = omega * (t * ap[p] - u[p]);
                u[p] += d;
                if (fabs(d) > dmax)
                    dmax = fabs(d);
            }
    }
    return dmax;
}

static void balance(void)
{
    int i, j;
    double fw = 0.0, fe = 0.0, fs = 0.0, fn = 0.0, src = 0.0, sink = 0.0;
    for (j = 1; j <= ny; j++) {
        fw += aw[IJ(1, j)] * (u[IJ(0, j)] - u[IJ(1, j)]);
        fe += ae[IJ(nx, j)] * (u[IJ(nx + 1, j)] - u[IJ(nx, j)]);
    }
    for (i = 1; i <= nx; i++) {
        fs += as[IJ(i, 1)] * (u[IJ(i, 0)] - u[IJ(i, 1)]);
        fn += an[IJ(i, ny)] * (u[IJ(i, ny + 1)] - u[IJ(i, ny)]);
        for (j = 1; j <= ny; j++) {
            src += q[IJ(i, j)];
            sink += 0.05 * hx[i] * hy[j] * u[IJ(i, j)];
        }
    }
    printf(" FLUX W,E,S,N  %.12e %.12e %.12e %.12e\n", fw, fe, fs, fn);
    printf(" SOURCE %.15e  SINK %.15e  DEFECT %.3e\n", src, sink,
           fw + fe + fs + fn + src - sink);
}

int main(int argc, char **argv)
{
    int it, i, itmax, conv = 0;
    double omega, d = 0.0, rho;
    unsigned long long sum = 0, w;
    size_t k, n;

    nx = argc > 1 ? atoi(argv[1]) : 400;
    ny = argc > 2 ? atoi(argv[2]) : 400;
    itmax = argc > 3 ? atoi(argv[3]) : 600;
    if (nx < 8 || ny < 8 || itmax < 1) {
        fprintf(stderr, "DIFFUS: bad parameters\n");
        return 8;
    }
    ld = ny + 2;
    n = (size_t)(nx + 2) * ld;
    x = vec(nx + 2); y = vec(ny + 2); hx = vec(nx + 2); hy = vec(ny + 2);
    ak = vec(n); u = vec(n); ap = vec(n); q = vec(n);
    ae = vec(n); aw = vec(n); an = vec(n); as = vec(n);
    mesh(nx, 1.0 + 2.0 / nx, x, hx);
    mesh(ny, 1.0 + 1.5 / ny, y, hy);
    coeff();

    rho = cos(3.14159265358979 / (nx > ny ? nx : ny));
    omega = 2.0 / (1.0 + sqrt(1.0 - rho * rho));
    for (it = 0; it < itmax && !conv; it += 20) {
        d = sor(omega, 20);
        if (it % 100 == 0)
            printf(" ITER %5d   MAX CHANGE %.15e\n", it + 20, d);
        conv = d < EPS;
    }
    printf(" %s AFTER %d SWEEPS, OMEGA %.10f, LAST CHANGE %.6e\n",
           conv ? "CONVERGED" : "STOPPED", it, omega, d);
    for (i = 1; i <= 7; i++)
        printf(" U(%4d,MID) = %.16e\n", i * nx / 8, u[IJ(i * nx / 8, ny / 2)]);
    balance();
    for (k = 0; k < n; k++) {
        memcpy(&w, &u[k], sizeof w);
        sum = (sum << 7 | sum >> 57) ^ w;
    }
    printf(" CHECK WORD %016llx\n", sum);
    return 0;
}
