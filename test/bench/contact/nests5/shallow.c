/* Linearised-plus-advection shallow water model of a small basin, single
 * precision, Arakawa C grid, forward-backward time stepping.
 *
 *   eta  surface elevation (cell centres)
 *   u,v  velocities on west / south faces
 *   dep  rest depth (0 = land)
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int nx, ny;         /* cells */
    float *eta, *u, *v, *un, *vn, *dep, *h;
    float dt, dx, g, f, drag;
} Ocean;

#define AT(a, i, j) ((a)[(size_t)(j) * (o->nx + 2) + (i)])

static float *zeros(size_t n)
{
    float *p = calloc(n, sizeof *p);
    if (!p) {
        perror("calloc");
        exit(2);
    }
    return p;
}

static Ocean *ocean_new(int nx, int ny)
{
    Ocean *o = malloc(sizeof *o);
    size_t n = (size_t)(nx + 2) * (ny + 2);

    if (!o)
        exit(2);
    o->nx = nx;
    o->ny = ny;
    o->eta = zeros(n);
    o->u = zeros(n);
    o->v = zeros(n);
    o->un = zeros(n);
    o->vn = zeros(n);
    o->dep = zeros(n);
    o->h = zeros(n);
    o->dt = 2.0f;
    o->dx = 200.0f;
    o->g = 9.81f;
    o->f = 1.0e-4f;
    o->drag = 2.0e-5f;
    return o;
}

static void ocean_free(Ocean *o)
{
    free(o->eta); free(o->u); free(o->v); free(o->un); free(o->vn);
    free(o->dep); free(o->h);
    free(o);
}

static void bathymetry(Ocean *o)
{
    int i, j;

    for (j = 1; j <= o->ny; j++)
        for (i = 1; i <= o->nx; i++) {
            float x = (float)i / o->nx, y = (float)j / o->ny;
            float d = 60.0f * x * (1.0f - x) * 4.0f + 20.0f * y;
            float ix = x - 0.7f, iy = y - 0.4f;
            if (ix * ix + iy * iy < 0.006f)
                d = 0.0f;                       /* an island */
            AT(o->dep, i, j) = d < 3.0f ? 0.0f : d;
            if (AT(o->dep, i, j) > 0.0f)
                AT(o->eta, i, j) = 0.02f * (x - 0.5f);  /* wind set-up */
            ix = x - 0.3f;
            iy = y - 0.6f;
            if (AT(o->dep, i, j) > 0.0f && ix * ix + iy * iy < 0.01f)
                AT(o->eta, i, j) = 2.0f - 200.0f * (ix * ix + iy * iy);
        }
}

static int wet(const Ocean *o, int i, int j)
{
    return AT(o->dep, i, j) > 0.0f;
}

static void momentum(Ocean *o)
{
    const float c = o->dt * o->g / o->dx, fr = 1.0f - o->dt * o->drag;
    int i, j;

    for (j = 1; j <= o->ny; j++)
        for (i = 1; i <= o->nx; i++) {
            /* west face of cell i,j */
            if (wet(o, i, j) && wet(o, i - 1, j)) {
                float vb = 0.25f * (AT(o->v, i, j) + AT(o->v, i - 1, j)
                         + AT(o->v, i, j + 1) + AT(o->v, i - 1, j + 1));
                float adv = AT(o->u, i, j) * (AT(o->u, i + 1, j) - AT(o->u, i - 1, j));
                AT(o->un, i, j) = fr * AT(o->u, i, j)
                    - c * (AT(o->eta, i, j) - AT(o->eta, i - 1, j))
                    + o->dt * (o->f * vb - 0.5f * adv / o->dx);
            } else
                AT(o->un, i, j) = 0.0f;
            /* south face */
            if (wet(o, i, j) && wet(o, i, j - 1)) {
                float ub = 0.25f * (AT(o->u, i, j) + AT(o->u, i, j - 1)
                         + AT(o->u, i + 1, j) + AT(o->u, i + 1, j - 1));
                float adv = AT(o->v, i, j) * (AT(o->v, i, j + 1) - AT(o->v, i, j - 1));
                AT(o->vn, i, j) = fr * AT(o->v, i, j)
                    - c * (AT(o->eta, i, j) - AT(o->eta, i, j - 1))
                    - o->dt * (o->f * ub + 0.5f * adv / o->dx);
            } else
                AT(o->vn, i, j) = 0.0f;
        }
}

static void continuity(Ocean *o)
{
    const float c = o->dt / o->dx;
    int i, j;

    for (j = 0; j <= o->ny + 1; j++)
        for (i = 0; i <= o->nx + 1; i++)
            AT(o->h, i, j) = AT(o->dep, i, j) > 0.0f ?
                             AT(o->dep, i, j) + AT(o->eta, i, j) : 0.0f;

    for (j = 1; j <= o->ny; j++)
        for (i = 1; i <= o->nx; i++) {
            float fw = 0.5f * (AT(o->h, i, j) + AT(o->h, i - 1, j)) * AT(o->u, i, j);
            float fe = 0.5f * (AT(o->h, i + 1, j) + AT(o->h, i, j)) * AT(o->u, i + 1, j);
            float fs = 0.5f * (AT(o->h, i, j) + AT(o->h, i, j - 1)) * AT(o->v, i, j);
            float fn = 0.5f * (AT(o->h, i, j + 1) + AT(o->h, i, j)) * AT(o->v, i, j + 1);
            if (AT(o->dep, i, j) > 0.0f)
                AT(o->eta, i, j) -= c * (fe - fw + fn - fs);
        }
}

static void timestep(Ocean *o)
{
    float *t;

    momentum(o);
    t = o->u; o->u = o->un; o->un = t;
    t = o->v; o->v = o->vn; o->vn = t;
    continuity(o);
}

static void gauge(const Ocean *o, int step)
{
    double vol = 0.0, ke = 0.0;
    int i, j;

    for (j = 1; j <= o->ny; j++)
        for (i = 1; i <= o->nx; i++) {
            vol += AT(o->eta, i, j);
            ke += AT(o->dep, i, j) * (AT(o->u, i, j) * AT(o->u, i, j)
                                    + AT(o->v, i, j) * AT(o->v, i, j));
        }
    printf("%5d volume %.9g ke %.9g gauge %.7g\n", step, vol, ke,
           AT(o->eta, (o->nx + 1) / 2, (o->ny + 1) / 2));
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 480;
    int ny = argc > 2 ? atoi(argv[2]) : 360;
    int steps = argc > 3 ? atoi(argv[3]) : 400;
    Ocean *o;
    int n;

    if (nx < 1 || ny < 1) {
        fprintf(stderr, "usage: shallow nx ny steps\n");
        return 1;
    }
    o = ocean_new(nx, ny);
    bathymetry(o);
    gauge(o, 0);
    for (n = 1; n <= steps; n++) {
        timestep(o);
        if (n % 100 == 0)
            gauge(o, n);
    }
    gauge(o, steps);
    ocean_free(o);
    return 0;
}
