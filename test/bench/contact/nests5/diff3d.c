/* Contaminant diffusion in a heterogeneous block of soil.
 *
 * Cell centred finite volumes on an nx x ny x nz box, zero flux walls,
 * harmonic means of the cell conductivities at the faces, first order decay
 * and a well that injects at constant rate.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double ***field;

struct sim {
    int nx, ny, nz;
    field cur, next;        /* concentration */
    field kappa;            /* conductivity of the cells */
    double dt, decay;
    int wx, wy, wz;         /* injection well */
    double rate;
};

static unsigned seed = 12345u;

static double rnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

static field newField(int nx, int ny, int nz)
{
    field f = malloc(nx * sizeof(double **));
    for (int i = 0; i < nx; i++) {
        f[i] = malloc(ny * sizeof(double *));
        for (int j = 0; j < ny; j++) {
            f[i][j] = malloc(nz * sizeof(double));
            for (int k = 0; k < nz; k++)
                f[i][j][k] = 0.0;
        }
    }
    return f;
}

static void freeField(field f, int nx, int ny)
{
    for (int i = 0; i < nx; i++) {
        for (int j = 0; j < ny; j++)
            free(f[i][j]);
        free(f[i]);
    }
    free(f);
}

static void setup(struct sim *s, int nx, int ny, int nz)
{
    s->nx = nx; s->ny = ny; s->nz = nz;
    s->cur = newField(nx, ny, nz);
    s->next = newField(nx, ny, nz);
    s->kappa = newField(nx, ny, nz);
    s->dt = 0.11;
    s->decay = 1e-4;
    s->wx = nx / 3; s->wy = ny / 2; s->wz = nz / 4;
    s->rate = 5.0;
    /* layered soil with noise, and one nearly tight lens */
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                double layer = (k / 5) % 2 ? 1.0 : 0.55;
                s->kappa[i][j][k] = layer * (0.7 + 0.6 * rnd());
                if (i > nx / 2 && i < nx / 2 + 6 && j > ny / 4 && j < 3 * ny / 4)
                    s->kappa[i][j][k] = 0.01;
            }
    for (int i = nx / 5; i < nx / 4; i++)
        for (int j = 0; j < ny; j++)
            for (int k = nz / 2; k < nz; k++)
                s->cur[i][j][k] = 10.0;
}

static inline double face(double a, double b)
{
    return 2.0 * a * b / (a + b);
}

static void advance(struct sim *s)
{
    int nx = s->nx, ny = s->ny, nz = s->nz;
    field c = s->cur, d = s->next, K = s->kappa;

    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            for (int k = 0; k < nz; k++) {
                double flux = 0.0;
                double me = c[i][j][k], kap = K[i][j][k];
                if (i > 0)
                    flux += face(kap, K[i-1][j][k]) * (c[i-1][j][k] - me);
                if (i < nx - 1)
                    flux += face(kap, K[i+1][j][k]) * (c[i+1][j][k] - me);
                if (j > 0)
                    flux += face(kap, K[i][j-1][k]) * (c[i][j-1][k] - me);
                if (j < ny - 1)
                    flux += face(kap, K[i][j+1][k]) * (c[i][j+1][k] - me);
                if (k > 0)
                    flux += face(kap, K[i][j][k-1]) * (c[i][j][k-1] - me);
                if (k < nz - 1)
                    flux += face(kap, K[i][j][k+1]) * (c[i][j][k+1] - me);
                d[i][j][k] = me + s->dt * flux - s->decay * me;
            }
    d[s->wx][s->wy][s->wz] += s->dt * s->rate;

    s->cur = d;
    s->next = c;
}

static double mass(const struct sim *s)
{
    double m = 0.0;
    for (int i = 0; i < s->nx; i++)
        for (int j = 0; j < s->ny; j++)
            for (int k = 0; k < s->nz; k++)
                m += s->cur[i][j][k];
    return m;
}

static void profile(const struct sim *s)
{
    int j = s->wy, k = s->wz;
    printf("along x:");
    for (int p = 0; p < 6; p++) {
        int i = p * (s->nx - 1) / 5;
        printf(" %.8g", s->cur[i][j][k]);
    }
    printf("\n");
}

int main(int argc, char *argv[])
{
    int nx = 90, ny = 80, nz = 100, steps = 100;
    struct sim s;

    if (argc > 1) nx = atoi(argv[1]);
    if (argc > 2) ny = atoi(argv[2]);
    if (argc > 3) nz = atoi(argv[3]);
    if (argc > 4) steps = atoi(argv[4]);
    if (nx < 1 || ny < 1 || nz < 1) {
        fprintf(stderr, "bad grid %dx%dx%d\n", nx, ny, nz);
        return EXIT_FAILURE;
    }
    memset(&s, 0, sizeof s);
    setup(&s, nx, ny, nz);
    printf("mass at start %.12g\n", mass(&s));
    for (int t = 0; t < steps; t++)
        advance(&s);
    printf("mass at end   %.12g\n", mass(&s));
    profile(&s);
    printf("well %.10g corner %.10g\n", s.cur[s.wx][s.wy][s.wz],
           s.cur[nx-1][ny-1][nz-1]);

    freeField(s.cur, nx, ny);
    freeField(s.next, nx, ny);
    freeField(s.kappa, nx, ny);
    return 0;
}
