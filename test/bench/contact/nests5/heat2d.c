/*
 * heat2d - transient heat conduction in a rectangular plate.
 *
 * Explicit five point scheme.  The west edge is held at a fixed temperature,
 * the east edge loses heat to the ambient, north and south are insulated.
 * A rectangular heater sits somewhere in the plate.
 *
 * usage: heat2d [nx [ny [nsteps]]]
 */
#include <stdio.h>
#include <stdlib.h>

#define T_WEST    80.0
#define T_AMBIENT 20.0
#define BIOT      0.05

static double **alloc_grid(int rows, int cols)
{
    double **g;
    int i;

    g = malloc(rows * sizeof(*g));
    if (g == NULL) {
        fprintf(stderr, "heat2d: out of memory\n");
        exit(1);
    }
    for (i = 0; i < rows; i++) {
        g[i] = malloc(cols * sizeof(**g));
        if (g[i] == NULL) {
            fprintf(stderr, "heat2d: out of memory\n");
            exit(1);
        }
    }
    return g;
}

static void free_grid(double **g, int rows)
{
    int i;
    for (i = 0; i < rows; i++)
        free(g[i]);
    free(g);
}

static void init(double **t, double **q, int nx, int ny)
{
    int i, j;

    for (i = 0; i < nx + 2; i++)
        for (j = 0; j < ny + 2; j++) {
            t[i][j] = T_AMBIENT;
            q[i][j] = 0.0;
        }
    /* heater */
    for (i = nx / 4; i < nx / 2; i++)
        for (j = ny / 3; j < 2 * ny / 3; j++)
            q[i][j] = 0.4 + 0.1 * ((i * 7 + j * 3) % 5);
    /* a few cold spots */
    for (i = 3; i <= nx; i += 37)
        for (j = 5; j <= ny; j += 41)
            t[i][j] = -5.0;
}

static void boundary(double **t, int nx, int ny)
{
    int i, j;

    /* insulated north and south edges */
    for (i = 1; i <= nx; i++) {
        t[i][0] = t[i][1];
        t[i][ny + 1] = t[i][ny];
    }
    /* fixed west edge, convection on the east edge */
    for (j = 0; j < ny + 2; j++) {
        t[0][j] = T_WEST;
        t[nx + 1][j] = t[nx][j] - BIOT * (t[nx][j] - T_AMBIENT);
    }
}

static void step(double **new, double **old, double **q, int nx, int ny,
                 double cx, double cy, double dt)
{
    int i, j;

    for (i = 1; i <= nx; i++) {
        for (j = 1; j <= ny; j++) {
            double d2x = old[i + 1][j] - 2.0 * old[i][j] + old[i - 1][j];
            double d2y = old[i][j + 1] - 2.0 * old[i][j] + old[i][j - 1];
            new[i][j] = old[i][j] + cx * d2x + cy * d2y + dt * q[i][j];
        }
    }
    boundary(new, nx, ny);
}

static double total_heat(double **t, int nx, int ny)
{
    double sum = 0.0;
    int i, j;

    for (i = 1; i <= nx; i++)
        for (j = 1; j <= ny; j++)
            sum += t[i][j];
    return sum;
}

static double hottest(double **t, int nx, int ny, int *hi, int *hj)
{
    double best = t[1][1];
    int i, j;

    *hi = *hj = 1;
    for (i = 1; i <= nx; i++)
        for (j = 1; j <= ny; j++)
            if (t[i][j] > best) {
                best = t[i][j];
                *hi = i;
                *hj = j;
            }
    return best;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 900;
    int ny = argc > 2 ? atoi(argv[2]) : 1100;
    int nsteps = argc > 3 ? atoi(argv[3]) : 400;
    double cx = 0.21, cy = 0.17, dt = 0.8;
    double **cur, **next, **q, **tmp;
    double max;
    int n, report, hi, hj;

    if (nx < 1 || ny < 1 || nsteps < 0) {
        fprintf(stderr, "usage: heat2d [nx [ny [nsteps]]]\n");
        return 1;
    }
    cur = alloc_grid(nx + 2, ny + 2);
    next = alloc_grid(nx + 2, ny + 2);
    q = alloc_grid(nx + 2, ny + 2);
    init(cur, q, nx, ny);
    boundary(cur, nx, ny);

    report = nsteps / 4 > 0 ? nsteps / 4 : 1;
    for (n = 1; n <= nsteps; n++) {
        step(next, cur, q, nx, ny, cx, cy, dt);
        tmp = cur;
        cur = next;
        next = tmp;
        if (n % report == 0)
            printf("step %5d  heat %.10g  centre %.10g\n", n,
                   total_heat(cur, nx, ny), cur[(nx + 1) / 2][(ny + 1) / 2]);
    }
    max = hottest(cur, nx, ny, &hi, &hj);
    printf("hottest %.10g at %d,%d\n", max, hi, hj);
    printf("corners %.10g %.10g %.10g %.10g\n", cur[1][1], cur[1][ny],
           cur[nx][1], cur[nx][ny]);

    free_grid(cur, nx + 2);
    free_grid(next, nx + 2);
    free_grid(q, nx + 2);
    return 0;
}
