/* picbeam.c -- electrostatic particle-in-cell, 2d periodic box,
 * two warm electron beams through each other over fixed ions.
 * Units: plasma frequency 1, box cell 1, eps0 1.
 *
 * picbeam [particles-per-cell] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define NX 128
#define NY 64
#define DT 0.1
#define MAXT 16

struct plasma {
    int np;
    double *x, *y, *vx, *vy;
    double w;                       /* charge = -w, mass = w */
};

struct field {
    double rho[NY][NX];
    double phi[NY][NX];
    double ex[NY][NX], ey[NY][NX];
};

static struct field F;
static unsigned long long rs = 1234567;

static double frand(void)
{
    rs = rs * 2862933555777941757ull + 3037000493ull;
    return (double)(rs >> 11) * (1.0 / 9007199254740992.0);
}

static double maxwell(double vt)
{
    double r = sqrt(-2.0 * log(1.0 - frand()));
    return vt * r * cos(6.283185307179586 * frand());
}

static void die(const char *s)
{
    fprintf(stderr, "picbeam: %s\n", s);
    exit(1);
}

static void load(struct plasma *p, int ppc)
{
    p->np = NX * NY * ppc;
    p->w = 1.0 / ppc;
    p->x = malloc(sizeof(double) * p->np);
    p->y = malloc(sizeof(double) * p->np);
    p->vx = malloc(sizeof(double) * p->np);
    p->vy = malloc(sizeof(double) * p->np);
    if (!p->x || !p->y || !p->vx || !p->vy)
        die("out of memory");
    for (int i = 0; i < p->np; i++) {
        double beam = i & 1 ? 2.4 : -2.4;
        double x = NX * frand();
        p->y[i] = NY * frand();
        p->vx[i] = beam + maxwell(0.3);
        p->vy[i] = maxwell(0.3);
        /* seed one long wave a little */
        x += 0.05 * sin(2 * 3.141592653589793 * 5 * x / NX);
        p->x[i] = x - NX * floor(x / NX);
        if (p->x[i] >= NX) p->x[i] = 0;
    }
}

/* cloud-in-cell charge; ions are a uniform +1. Every thread collects on a
 * grid of its own; the grids are added in thread order, so runs repeat. */
static void deposit(const struct plasma *p)
{
    static double part[MAXT][NY][NX];
    int used = 1;
    #pragma omp parallel num_threads(omp_get_max_threads() < MAXT ? omp_get_max_threads() : MAXT)
    {
        double (*rho)[NX] = part[omp_get_thread_num()];
        #pragma omp single
        used = omp_get_num_threads();
        memset(rho, 0, sizeof part[0]);
        #pragma omp for schedule(static)
        for (int k = 0; k < p->np; k++) {
            int i = (int)p->x[k], j = (int)p->y[k];
            int ip = (i + 1) & (NX - 1), jp = (j + 1) & (NY - 1);
            double fx = p->x[k] - i, fy = p->y[k] - j;
            rho[j][i] -= p->w * (1 - fx) * (1 - fy);
            rho[j][ip] -= p->w * fx * (1 - fy);
            rho[jp][i] -= p->w * (1 - fx) * fy;
            rho[jp][ip] -= p->w * fx * fy;
        }
        #pragma omp for schedule(static)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                double r = 1.0;
                for (int t = 0; t < used; t++) r += part[t][j][i];
                F.rho[j][i] = r;
            }
    }
}

static void half_sweep(int colour, double omega)
{
    for (int j = 0; j < NY; j++) {
        const double *dn = F.phi[(j - 1) & (NY - 1)], *up = F.phi[(j + 1) & (NY - 1)];
        double *c = F.phi[j];
        for (int i = (j + colour) & 1; i < NX; i += 2) {
            double s = dn[i] + up[i] + c[(i - 1) & (NX - 1)] + c[(i + 1) & (NX - 1)];
            c[i] += omega * (0.25 * (s + F.rho[j][i]) - c[i]);
        }
    }
}

static double residual(void)
{
    double worst = 0;
    for (int j = 0; j < NY; j++) {
        const double *dn = F.phi[(j - 1) & (NY - 1)], *up = F.phi[(j + 1) & (NY - 1)];
        const double *c = F.phi[j];
        for (int i = 0; i < NX; i++) {
            double s = dn[i] + up[i] + c[(i - 1) & (NX - 1)] + c[(i + 1) & (NX - 1)];
            double r = fabs(s - 4 * c[i] + F.rho[j][i]);
            if (r > worst) worst = r;
        }
    }
    return worst;
}

/* red-black SOR, warm start; returns sweeps used (the grid is too small to share) */
static int poisson(void)
{
    int n = 0;
    do {
        for (int k = 0; k < 10; k++) {
            half_sweep(0, 1.92);
            half_sweep(1, 1.92);
        }
        n += 10;
    } while (n < 400 && residual() > 2e-4);
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            F.ex[j][i] = 0.5 * (F.phi[j][(i - 1) & (NX - 1)] - F.phi[j][(i + 1) & (NX - 1)]);
            F.ey[j][i] = 0.5 * (F.phi[(j - 1) & (NY - 1)][i] - F.phi[(j + 1) & (NY - 1)][i]);
        }
    return n;
}

static double wrap(double a, double n)
{
    if (a < 0) a += n;
    if (a >= n) a -= n;
    return a;
}

/* leapfrog kick and drift; returns kinetic energy after the kick */
static double push(struct plasma *p)
{
    double ke = 0;
    #pragma omp parallel for schedule(static) reduction(+:ke)
    for (int k = 0; k < p->np; k++) {
        int i = (int)p->x[k], j = (int)p->y[k];
        int ip = (i + 1) & (NX - 1), jp = (j + 1) & (NY - 1);
        double fx = p->x[k] - i, fy = p->y[k] - j;
        double w00 = (1 - fx) * (1 - fy), w10 = fx * (1 - fy), w01 = (1 - fx) * fy, w11 = fx * fy;
        double ex = w00 * F.ex[j][i] + w10 * F.ex[j][ip] + w01 * F.ex[jp][i] + w11 * F.ex[jp][ip];
        double ey = w00 * F.ey[j][i] + w10 * F.ey[j][ip] + w01 * F.ey[jp][i] + w11 * F.ey[jp][ip];
        p->vx[k] -= ex * DT;
        p->vy[k] -= ey * DT;
        ke += p->vx[k] * p->vx[k] + p->vy[k] * p->vy[k];
        p->x[k] = wrap(p->x[k] + p->vx[k] * DT, NX);
        p->y[k] = wrap(p->y[k] + p->vy[k] * DT, NY);
    }
    return 0.5 * p->w * ke;
}

static double field_energy(void)
{
    double e = 0;
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++)
            e += F.ex[j][i] * F.ex[j][i] + F.ey[j][i] * F.ey[j][i];
    return 0.5 * e;
}

static void phase_space(const struct plasma *p)
{
    int h[16][64];
    memset(h, 0, sizeof h);
    for (int k = 0; k < p->np; k++) {
        int c = (int)(p->x[k] * 64 / NX), r = (int)((p->vx[k] + 6) * 16 / 12);
        if (r >= 0 && r < 16) h[15 - r][c]++;
    }
    for (int r = 0; r < 16; r++) {
        for (int c = 0; c < 64; c++) {
            int level = h[r][c] * 400 / p->np;
            putchar(h[r][c] == 0 ? ' ' : level > 3 ? '#' : ".:*"[level > 2 ? 2 : level]);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    int ppc = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 170;
    struct plasma p;
    double ke = 0, fe = 0, first = 0;
    long sweeps = 0;
    if (ppc < 1 || ppc > 2000 || steps < 1) die("bad arguments");
    load(&p, ppc);
    printf("%d particles on %dx%d, dt %.2f\n", p.np, NX, NY, DT);
    for (int s = 0; s < steps; s++) {
        deposit(&p);
        sweeps += poisson();
        fe = field_energy();
        ke = push(&p);
        if (s == 0) first = fe + ke;
        if (s % 15 == 0)
            printf("t %6.2f  field %10.3f  kinetic %10.1f\n", s * DT, fe, ke);
    }
    double px = 0;
    for (int k = 0; k < p.np; k++) px += p.vx[k];
    printf("energy drift %.2f %%, mean drift velocity %s, %ld sweeps\n", 100 * (fe + ke - first) / first,
           fabs(px / p.np) < 0.05 ? "small" : "LARGE", sweeps);
    phase_space(&p);
    free(p.x); free(p.y); free(p.vx); free(p.vy);
    return 0;
}
