/* channel.c -- D2Q9 lattice Boltzmann (two relaxation times) flow through a
 * plane channel filled with random cylinders; steady state search.
 *
 *   ./channel [NX] [NY] [max steps] [cylinders] [seed]
 *
 * Walls and cylinders: half-way bounce-back.  Inlet: parabolic velocity
 * (equilibrium).  Outlet: zero gradient.  Forces by momentum exchange.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define Q 9

typedef struct { double f[Q]; } Site;
typedef struct { int site, q; } Link;

static const int    CX[Q]  = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int    CY[Q]  = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int    OPP[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double W[Q]   = { 4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9,
                               1. / 36, 1. / 36, 1. / 36, 1. / 36 };

static int NX = 400, NY = 120;
static double U0 = 0.06, OMEGA_P, OMEGA_M;

static Site *cur, *nxt;                 /* swapped every step */
static unsigned char *solid;
static double *ux, *uy;                 /* velocity at the last check */
static Link *links;
static int nlinks, maxlinks;

static unsigned lcg_state;
static double lcg(void)
{
    lcg_state = lcg_state * 1664525u + 1013904223u;
    return (lcg_state >> 8) / 16777216.0;
}

static inline int at(int x, int y) { return y * NX + x; }

static double inlet_profile(int y)
{
    double s = (y - 0.5) / (NY - 2.0);
    return 4.0 * U0 * s * (1.0 - s);
}

static void equilibrium(double feq[Q], double rho, double u, double v)
{
    double uu = 1.5 * (u * u + v * v);
    for (int q = 0; q < Q; q++) {
        double cu = 3.0 * (CX[q] * u + CY[q] * v);
        feq[q] = W[q] * rho * (1.0 + cu + 0.5 * cu * cu - uu);
    }
}

static void moments(const Site *s, double *rho, double *u, double *v)
{
    const double *f = s->f;
    double r = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7] + f[8];
    *u = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) / r;
    *v = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) / r;
    *rho = r;
}

static void place_cylinder(int cx, int cy, int rad)
{
    for (int y = cy - rad; y <= cy + rad; y++)
        for (int x = cx - rad; x <= cx + rad; x++) {
            if (x < 0 || y < 0 || x >= NX || y >= NY) continue;
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= rad * rad)
                solid[at(x, y)] = 2;
        }
}

static void add_link(int site, int q)
{
    if (nlinks == maxlinks) {
        maxlinks = maxlinks ? 2 * maxlinks : 512;
        links = realloc(links, sizeof *links * (size_t)maxlinks);
    }
    links[nlinks].site = site;
    links[nlinks++].q = q;
}

static void setup(int ncyl)
{
    size_t n = (size_t)NX * (size_t)NY;
    cur = malloc(n * sizeof *cur);
    nxt = malloc(n * sizeof *nxt);
    solid = calloc(n, 1);
    ux = calloc(n, sizeof *ux);
    uy = calloc(n, sizeof *uy);
    for (int x = 0; x < NX; x++)
        solid[at(x, 0)] = solid[at(x, NY - 1)] = 1;
    for (int k = 0; k < ncyl; k++) {
        int cx = NX / 6 + (int)(lcg() * NX * 0.6), cy = (int)(NY * (0.1 + 0.8 * lcg()));
        place_cylinder(cx, cy, 2 + (int)(lcg() * NY / 16));
    }
    for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++) {
            int i = at(x, y);
            equilibrium(cur[i].f, 1.0, solid[i] ? 0.0 : inlet_profile(y), 0.0);
            nxt[i] = cur[i];
            if (solid[i] || x == 0 || x == NX - 1) continue;
            for (int q = 1; q < Q; q++)
                if (solid[at(x + CX[q], y + CY[q])] == 2) add_link(i, q);
        }
    double tau = 3.0 * (U0 * NY / 8 / 40.0) + 0.5;       /* Re = 40 on a cylinder */
    OMEGA_P = 1.0 / tau;
    OMEGA_M = 1.0 / (0.5 + 0.1875 / (tau - 0.5));        /* magic parameter 3/16 */
}

/* populations arriving at (x,y); reflected ones come from the site itself */
static void gather(Site *in, int x, int y)
{
    int here = at(x, y);
    for (int q = 0; q < Q; q++) {
        int from = here - CX[q] - CY[q] * NX;
        in->f[q] = solid[from] ? cur[here].f[OPP[q]] : cur[from].f[q];
    }
}

static void relax(Site *out, const Site *in)
{
    double rho, u, v, feq[Q];
    moments(in, &rho, &u, &v);
    equilibrium(feq, rho, u, v);
    for (int q = 0; q < Q; q++) {
        int o = OPP[q];
        double sym  = 0.5 * (in->f[q] + in->f[o] - feq[q] - feq[o]);
        double anti = 0.5 * (in->f[q] - in->f[o] - feq[q] + feq[o]);
        out->f[q] = in->f[q] - OMEGA_P * sym - OMEGA_M * anti;
    }
}

static void update_row(int y)
{
    Site in;
    equilibrium(nxt[at(0, y)].f, 1.0, inlet_profile(y), 0.0);
    for (int x = 1; x < NX - 1; x++) {
        int i = at(x, y);
        if (solid[i]) continue;
        gather(&in, x, y);
        relax(&nxt[i], &in);
    }
    nxt[at(NX - 1, y)] = nxt[at(NX - 2, y)];
}

static void step(void)
{
    for (int y = 1; y < NY - 1; y++)
        update_row(y);
    Site *t = cur;
    cur = nxt;
    nxt = t;
}

/* largest velocity change since the previous call */
static double velocity_change(void)
{
    double worst = 0.0;
    for (int y = 1; y < NY - 1; y++)
        for (int x = 0; x < NX; x++) {
            int i = at(x, y);
            double rho, u, v;
            if (solid[i]) continue;
            moments(&cur[i], &rho, &u, &v);
            double d = fabs(u - ux[i]) + fabs(v - uy[i]);
            if (d > worst) worst = d;
            ux[i] = u;
            uy[i] = v;
        }
    return worst;
}

static void forces(double *fx, double *fy)
{
    *fx = *fy = 0.0;
    for (const Link *l = links; l < links + nlinks; l++) {
        double m = 2.0 * cur[l->site].f[l->q];
        *fx += m * CX[l->q];
        *fy += m * CY[l->q];
    }
}

static void report(void)
{
    for (int k = 1; k <= 6; k++) {
        int x = k * (NX - 1) / 6;
        double flux = 0.0, dens = 0.0, peak = 0.0;
        int open = 0;
        for (int y = 1; y < NY - 1; y++) {
            double rho, u, v;
            if (solid[at(x, y)]) continue;
            moments(&cur[at(x, y)], &rho, &u, &v);
            flux += rho * u;
            dens += rho;
            if (u > peak) peak = u;
            open++;
        }
        printf("x=%4d open %3d  flux %.10f  mean rho %.10f  peak u %.10f\n",
               x, open, flux, dens / open, peak);
    }
}

int main(int argc, char **argv)
{
    int maxsteps = 600, ncyl = 14, t = 0;
    if (argc > 1) NX = atoi(argv[1]);
    if (argc > 2) NY = atoi(argv[2]);
    if (argc > 3) maxsteps = atoi(argv[3]);
    if (argc > 4) ncyl = atoi(argv[4]);
    lcg_state = argc > 5 ? (unsigned)atoi(argv[5]) : 4711u;
    if (NX < 16 || NY < 16) return fprintf(stderr, "lattice too small\n"), 1;

    setup(ncyl);
    printf("lattice %d x %d, %d force links, omega+ %.6f omega- %.6f\n", NX, NY, nlinks, OMEGA_P, OMEGA_M);
    velocity_change();
    while (t < maxsteps) {
        step();
        if (++t % 25) continue;
        double fx, fy, d = velocity_change();
        forces(&fx, &fy);
        if (t % 100 == 0) printf("step %5d  change %.4e  drag %.10f  lift %.10f\n", t, d, fx, fy);
        if (d < 1e-7) break;
    }
    report();
    return 0;
}
