// shallow.c - rotating shallow water basin with a passive tracer
//
// Arakawa C grid, periodic east-west, walls north and south, wind stress,
// bottom drag, lateral viscosity, an upwind tracer and a ridge in the middle.
//
//   ./shallow [nx] [ny] [steps]

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int NX = 300, NY = 240, NSTEP = 350;

static const double G = 9.81;
static const double DX = 10e3, DT = 18.0;
static const double F0 = 1.0e-4, BETA = 1.6e-11;
static const double VISC = 800.0, DRAG = 2.0e-6, TAU = 2.0e-4;

/* prognostic fields, two time levels, and work arrays */
static double **eta, **u, **v, **c;
static double **eta1, **u1, **v1, **c1;
static double **depth, **hu, **hv, **vort;

static double **field(int ny, int nx)
{
    double **a = malloc(ny * sizeof *a);
    for (int j = 0; j < ny; j++)
        a[j] = calloc(nx, sizeof **a);
    return a;
}

static void drop(double **a, int ny)
{
    for (int j = 0; j < ny; j++)
        free(a[j]);
    free(a);
}

static void swap(double ***a, double ***b)
{
    double **t = *a;
    *a = *b;
    *b = t;
}

static unsigned long lcg = 99;
static double noise(void)
{
    lcg = (lcg * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return lcg / 2147483648.0 - 0.5;
}

static void initialise(void)
{
    for (int j = 0; j < NY; j++) {
        for (int i = 0; i < NX; i++) {
            double x = (i - NX / 2) / (double)NX, y = (j - NY / 2) / (double)NY;
            depth[j][i] = 500.0 - 220.0 * exp(-60.0 * x * x) - 60.0 * y;
            eta[j][i] = 1.5 * exp(-200.0 * ((x + 0.2) * (x + 0.2) + y * y))
                      + 0.01 * noise();
            c[j][i] = (fabs(y) < 0.1) ? 1.0 : 0.0;
        }
    }
}

/* layer transports on the cell faces and potential vorticity on the corners */
static void fluxes(void)
{
    for (int j = 0; j < NY; j++) {
        for (int i = 0; i < NX; i++) {
            int w = (i + NX - 1) % NX;
            double h0 = depth[j][i] + eta[j][i];
            double hw = depth[j][w] + eta[j][w];
            hu[j][i] = u[j][i] * 0.5 * (h0 + hw);
            if (j > 0) {
                double hs = depth[j - 1][i] + eta[j - 1][i];
                double hsw = depth[j - 1][w] + eta[j - 1][w];
                double f = F0 + BETA * DX * (j - NY / 2);
                hv[j][i] = v[j][i] * 0.5 * (h0 + hs);
                vort[j][i] = (f + (v[j][i] - v[j][w] - u[j][i] + u[j - 1][i]) / DX)
                           / (0.25 * (h0 + hw + hs + hsw));
            } else {
                hv[j][i] = 0.0;
                vort[j][i] = 0.0;
            }
        }
    }
}

static void step_eta(void)
{
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            int e = (i + 1) % NX;
            double north = (j + 1 < NY) ? hv[j + 1][i] : 0.0;
            eta1[j][i] = eta[j][i]
                - DT / DX * (hu[j][e] - hu[j][i] + north - hv[j][i]);
        }
}

static double kinetic(int j, int i)
{
    int e = (i + 1) % NX;
    double un = u[j][e], us = u[j][i];
    double vn = (j + 1 < NY) ? v[j + 1][i] : 0.0, vs = v[j][i];
    return 0.25 * (un * un + us * us + vn * vn + vs * vs);
}

static double lap(double **a, int j, int i)
{
    int e = (i + 1) % NX, w = (i + NX - 1) % NX;
    int n = (j + 1 < NY) ? j + 1 : j, s = (j > 0) ? j - 1 : j;
    return (a[j][e] + a[j][w] + a[n][i] + a[s][i] - 4.0 * a[j][i]) / (DX * DX);
}

static void step_u(void)
{
    for (int j = 0; j < NY; j++) {
        double wind = -TAU * cos(2.0 * M_PI * (j + 0.5) / NY);
        for (int i = 0; i < NX; i++) {
            int w = (i + NX - 1) % NX;
            int n = (j + 1 < NY) ? j + 1 : j;
            double h = 0.5 * (depth[j][i] + depth[j][w]);
            double q = 0.5 * (vort[j][i] + vort[n][i]);
            double vbar = 0.25 * (hv[j][i] + hv[j][w] + hv[n][i] + hv[n][w]);
            double grad = G * (eta1[j][i] - eta1[j][w])
                        + kinetic(j, i) - kinetic(j, w);
            u1[j][i] = u[j][i] + DT * (q * vbar - grad / DX + wind / h
                        - DRAG * u[j][i] + VISC * lap(u, j, i));
        }
    }
}

static void step_v(void)
{
    for (int i = 0; i < NX; i++)
        v1[0][i] = 0.0;
    for (int j = 1; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            int e = (i + 1) % NX;
            double q = 0.5 * (vort[j][i] + vort[j][e]);
            double ubar = 0.25 * (hu[j][i] + hu[j][e] + hu[j - 1][i] + hu[j - 1][e]);
            double grad = G * (eta1[j][i] - eta1[j - 1][i])
                        + kinetic(j, i) - kinetic(j - 1, i);
            v1[j][i] = v[j][i] + DT * (-q * ubar - grad / DX
                        - DRAG * v[j][i] + VISC * lap(v, j, i));
        }
}

static double upwind(double vel, double behind, double ahead)
{
    return vel > 0.0 ? vel * behind : vel * ahead;
}

static void step_tracer(void)
{
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            int e = (i + 1) % NX, w = (i + NX - 1) % NX;
            double fw = upwind(u[j][i], c[j][w], c[j][i]);
            double fe = upwind(u[j][e], c[j][i], c[j][e]);
            double fs = j > 0 ? upwind(v[j][i], c[j - 1][i], c[j][i]) : 0.0;
            double fn = j + 1 < NY ? upwind(v[j + 1][i], c[j][i], c[j + 1][i]) : 0.0;
            double div = u[j][e] - u[j][i]
                       + (j + 1 < NY ? v[j + 1][i] : 0.0) - (j > 0 ? v[j][i] : 0.0);
            c1[j][i] = c[j][i] - DT / DX * (fe - fw + fn - fs - c[j][i] * div)
                     + DT * VISC * lap(c, j, i);
        }
}

static void report(int step)
{
    double mass = 0.0, ke = 0.0, pe = 0.0, tracer = 0.0, umax = 0.0;
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            double h = depth[j][i] + eta[j][i];
            mass += eta[j][i];
            ke += h * kinetic(j, i);
            pe += 0.5 * G * eta[j][i] * eta[j][i];
            tracer += c[j][i] * h;
            if (fabs(u[j][i]) > umax)
                umax = fabs(u[j][i]);
        }
    printf("step %5d  mass %.9e  ke %.9e  pe %.9e  tracer %.9e  umax %.6f\n",
           step, mass, ke, pe, tracer, umax);
}

int main(int argc, char **argv)
{
    if (argc > 1) NX = atoi(argv[1]);
    if (argc > 2) NY = atoi(argv[2]);
    if (argc > 3) NSTEP = atoi(argv[3]);

    double ***all[] = { &eta, &u, &v, &c, &eta1, &u1, &v1, &c1,
                        &depth, &hu, &hv, &vort };
    int nall = sizeof all / sizeof all[0];
    for (int k = 0; k < nall; k++)
        *all[k] = field(NY, NX);

    initialise();
    report(0);
    for (int n = 1; n <= NSTEP; n++) {
        fluxes();
        step_eta();
        step_u();
        step_v();
        step_tracer();
        swap(&eta, &eta1);
        swap(&u, &u1);
        swap(&v, &v1);
        swap(&c, &c1);
        if (n % 70 == 0)
            report(n);
    }
    printf("eta centre %.9f  tracer centre %.9f\n",
           eta[NY / 2][NX / 2], c[NY / 2][NX / 2]);

    for (int k = 0; k < nall; k++)
        drop(*all[k], NY);
    return 0;
}
