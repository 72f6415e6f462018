/* Shallow water equations on an Arakawa C grid: a zonal channel with a ridge
 * on the bottom, periodic in x, walls in the north and south, wind stress,
 * lateral friction and a passive tracer.
 *
 *    shallow [nx] [ny] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef double **Field;         /* field[j][i], j northwards */

typedef struct {
    int nx, ny;
    double dx, dy, dt;
    double f0, beta, g, visc, drag, tau0;
    Field u, v, h;              /* velocities and surface height */
    Field un, vn, hn;           /* next time level */
    Field depth;                /* resting depth */
    Field zeta, ke;             /* potential vorticity, kinetic energy */
    Field fx, fy;               /* mass fluxes */
    Field c, cn;                /* tracer */
    double *wind;
    int *east, *west;           /* periodic neighbours */
} Ocean;

static unsigned lcg = 7;

static double noise(void)
{
    lcg = lcg * 1103515245u + 12345u;
    return (lcg >> 16 & 0x7fff) / 32768.0 - 0.5;
}

static Field new_field(int ny, int nx)
{
    Field f = malloc(ny * sizeof *f);
    for (int j = 0; j < ny; j++)
        f[j] = calloc(nx, sizeof **f);
    return f;
}

static void free_field(Field f, int ny)
{
    for (int j = 0; j < ny; j++)
        free(f[j]);
    free(f);
}

static Field *all_fields(Ocean *o, int k)
{
    Field *list[] = { &o->u, &o->v, &o->h, &o->un, &o->vn, &o->hn, &o->depth,
                      &o->zeta, &o->ke, &o->fx, &o->fy, &o->c, &o->cn };
    return k < (int)(sizeof list / sizeof *list) ? list[k] : NULL;
}

static void ocean_init(Ocean *o, int nx, int ny)
{
    o->nx = nx;
    o->ny = ny;
    o->dx = o->dy = 2.0e4;
    o->dt = 60.0;
    o->f0 = 1.0e-4;
    o->beta = 1.6e-11;
    o->g = 9.81;
    o->visc = 500.0;
    o->drag = 1.0e-6;
    o->tau0 = 2.0e-4;
    for (int k = 0; all_fields(o, k); k++)
        *all_fields(o, k) = new_field(ny + 1, nx);
    o->wind = malloc(sizeof(double) * ny);
    o->east = malloc(sizeof(int) * nx);
    o->west = malloc(sizeof(int) * nx);
    for (int i = 0; i < nx; i++) {
        o->east[i] = (i + 1) % nx;
        o->west[i] = (i + nx - 1) % nx;
    }
    for (int j = 0; j < ny; j++) {
        double y = (j + 0.5) / ny;
        o->wind[j] = o->tau0 * sin(M_PI * y) * sin(M_PI * y);
        for (int i = 0; i < nx; i++) {
            double x = (i + 0.5) / nx;
            double ridge = exp(-40.0 * (x - 0.5) * (x - 0.5));
            o->depth[j][i] = 1000.0 - 300.0 * ridge * (0.5 + 0.5 * cos(2 * M_PI * y));
            o->h[j][i] = 0.8 * cos(M_PI * y) + 0.05 * noise()
                + 0.5 * exp(-200.0 * ((x - 0.25) * (x - 0.25) + (y - 0.5) * (y - 0.5)));
            o->c[j][i] = y > 0.4 && y < 0.6 && x < 0.4 ? 1.0 : 0.0;
        }
    }
    for (int j = 0; j < ny; j++)        /* geostrophic start */
        for (int i = 0; i < nx; i++) {
            int jp = j + 1 < ny ? j + 1 : j, jm = j > 0 ? j - 1 : j;
            o->u[j][i] = -o->g / o->f0 * (o->h[jp][i] - o->h[jm][i]) / ((jp - jm) * o->dy);
        }
}

/* u sits on west faces, v on south faces, zeta on south-west corners */
static void diagnose(Ocean *o)
{
    int nx = o->nx, ny = o->ny;
    #pragma omp for schedule(static)
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            int e = o->east[i], w = o->west[i];
            double hc = o->depth[j][i] + o->h[j][i];
            double hw = o->depth[j][w] + o->h[j][w];
            o->fx[j][i] = o->u[j][i] * 0.5 * (hc + hw);
            o->ke[j][i] = 0.25 * (o->u[j][i] * o->u[j][i] + o->u[j][e] * o->u[j][e]
                                  + o->v[j][i] * o->v[j][i] + o->v[j + 1][i] * o->v[j + 1][i]);
            if (j > 0) {
                double hs = o->depth[j - 1][i] + o->h[j - 1][i];
                double hsw = o->depth[j - 1][w] + o->h[j - 1][w];
                o->fy[j][i] = o->v[j][i] * 0.5 * (hc + hs);
                double f = o->f0 + o->beta * (j - 0.5 * ny) * o->dy;
                double rot = (o->v[j][i] - o->v[j][w]) / o->dx - (o->u[j][i] - o->u[j - 1][i]) / o->dy;
                o->zeta[j][i] = (f + rot) / (0.25 * (hc + hw + hs + hsw));
            }
        }
    #pragma omp single nowait           /* first used in momentum() */
    for (int i = 0; i < nx; i++) {
        o->zeta[0][i] = o->zeta[1][i];
        o->zeta[ny][i] = o->zeta[ny - 1][i];
    }
}

static double laplacian(const Ocean *o, Field q, int j, int i)
{
    int jm = j > 0 ? j - 1 : 0, jp = j < o->ny - 1 ? j + 1 : j;
    return (q[j][o->east[i]] - 2 * q[j][i] + q[j][o->west[i]]) / (o->dx * o->dx)
        + (q[jp][i] - 2 * q[j][i] + q[jm][i]) / (o->dy * o->dy);
}

static void momentum(Ocean *o)
{
    #pragma omp for schedule(static)
    for (int j = 0; j < o->ny; j++)
        for (int i = 0; i < o->nx; i++) {
            int e = o->east[i], w = o->west[i];
            double vbar = 0.25 * (o->fy[j][i] + o->fy[j][w] + o->fy[j + 1][i] + o->fy[j + 1][w]);
            double q = 0.5 * (o->zeta[j][i] + o->zeta[j + 1][i]);
            double dp = (o->g * (o->h[j][i] - o->h[j][w]) + o->ke[j][i] - o->ke[j][w]) / o->dx;
            o->un[j][i] = o->u[j][i] + o->dt * (q * vbar - dp + o->visc * laplacian(o, o->u, j, i)
                                                + o->wind[j] / o->depth[j][i] - o->drag * o->u[j][i]);
            if (j == 0)
                continue;
            double ubar = 0.25 * (o->fx[j][i] + o->fx[j][e] + o->fx[j - 1][i] + o->fx[j - 1][e]);
            q = 0.5 * (o->zeta[j][i] + o->zeta[j][e]);
            dp = (o->g * (o->h[j][i] - o->h[j - 1][i]) + o->ke[j][i] - o->ke[j - 1][i]) / o->dy;
            o->vn[j][i] = o->v[j][i] + o->dt * (-q * ubar - dp + o->visc * laplacian(o, o->v, j, i)
                                                - o->drag * o->v[j][i]);
        }
}

static double upwind(double flux, double a, double b)
{
    return flux > 0 ? flux * a : flux * b;
}

static void continuity(Ocean *o)
{
    #pragma omp for schedule(static)
    for (int j = 0; j < o->ny; j++)
        for (int i = 0; i < o->nx; i++) {
            int e = o->east[i], w = o->west[i];
            int jm = j > 0 ? j - 1 : j, jp = j < o->ny - 1 ? j + 1 : j;
            double div = (o->fx[j][e] - o->fx[j][i]) / o->dx + (o->fy[j + 1][i] - o->fy[j][i]) / o->dy;
            o->hn[j][i] = o->h[j][i] - o->dt * div;
            double adv = (upwind(o->fx[j][e], o->c[j][i], o->c[j][e])
                          - upwind(o->fx[j][i], o->c[j][w], o->c[j][i])) / o->dx
                + (upwind(o->fy[j + 1][i], o->c[j][i], o->c[jp][i])
                   - upwind(o->fy[j][i], o->c[jm][i], o->c[j][i])) / o->dy;
            double H0 = o->depth[j][i] + o->h[j][i], H1 = o->depth[j][i] + o->hn[j][i];
            o->cn[j][i] = (o->c[j][i] * H0 - o->dt * adv) / H1;
        }
}

static void swap(Field *a, Field *b)
{
    Field t = *a;
    *a = *b;
    *b = t;
}

/* forward-backward: continuity first, then momentum with the new height */
static void step(Ocean *o)
{
    #pragma omp parallel
    {
        diagnose(o);
        continuity(o);
        #pragma omp single
        {
            swap(&o->h, &o->hn);
            swap(&o->c, &o->cn);
        }
        momentum(o);
    }
    swap(&o->u, &o->un);
    swap(&o->v, &o->vn);
}

static void report(Ocean *o, int n)
{
    double mass = 0, energy = 0, tracer = 0, umax = 0;
    for (int j = 0; j < o->ny; j++)
        for (int i = 0; i < o->nx; i++) {
            double hh = o->depth[j][i] + o->h[j][i];
            mass += o->h[j][i];
            energy += hh * o->ke[j][i] + 0.5 * o->g * o->h[j][i] * o->h[j][i];
            tracer += hh * o->c[j][i];
            if (fabs(o->u[j][i]) > umax)
                umax = fabs(o->u[j][i]);
        }
    printf("step %4d  mass %+.6e  energy %.8e  tracer %.8e  umax %.6f\n", n, mass, energy, tracer, umax);
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 480;
    int ny = argc > 2 ? atoi(argv[2]) : 240;
    int steps = argc > 3 ? atoi(argv[3]) : 200;
    Ocean o;
    ocean_init(&o, nx, ny);
    for (int n = 1; n <= steps; n++) {
        step(&o);
        if (n % 50 == 0 || n == steps)
            report(&o, n);
    }
    for (int k = 0; all_fields(&o, k); k++)
        free_field(*all_fields(&o, k), ny + 1);
    free(o.wind);
    free(o.east);
    free(o.west);
    return 0;
}
