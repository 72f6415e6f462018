/* mgrid: multigrid V-cycles with red-black relaxation for -div(k grad u) = f on
 * the unit square; u given on three sides, insulated top (mirror points), the
 * coefficient k jumps and varies.
 * Expert: each row is stored split into even and odd columns (unit stride for
 * both colours), all half sweeps of one smoothing pass over the rows at once, one
 * row behind each other, each thread in a trapezoid of rows, then the gaps
 * between them; residual and restriction fused.
 * SMALL: 5 3
 * Usage: mgrid [levels: finest grid has 2^levels+1 points a side] [cycles]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SWEEPS 3

struct Level {
    int n;
    double h;
    double **u, **f, **r, **k;
};

static double **new_grid(int n)
{
    double **g = malloc(sizeof(double *) * n);
    for (int i = 0; i < n; i++) {
        g[i] = malloc(sizeof(double) * n);
        for (int j = 0; j < n; j++)
            g[i][j] = 0.0;
    }
    return g;
}

static void free_grid(double **g, int n)
{
    for (int i = 0; i < n; i++)
        free(g[i]);
    free(g);
}

static double conductivity(double x, double y)
{
    double k = 1.0 + 0.5 * sin(5.0 * x) * cos(4.0 * y);
    if ((x - 0.6) * (x - 0.6) + (y - 0.4) * (y - 0.4) < 0.04)
        k *= 5.0;
    return k;
}

/* the row above i; the top side is a mirror */
static int above(const struct Level *l, int i)
{
    return i == l->n - 1 ? i - 1 : i + 1;
}

/* the four face coefficients (west, east, south, north) */
static void faces(const struct Level *l, int i, int j, double c[4])
{
    double kc = l->k[i][j];
    c[0] = 0.5 * (kc + l->k[i][j - 1]);
    c[1] = 0.5 * (kc + l->k[i][j + 1]);
    c[2] = 0.5 * (kc + l->k[i - 1][j]);
    c[3] = 0.5 * (kc + l->k[above(l, i)][j]);
}

static double flux_sum(const struct Level *l, int i, int j, const double c[4])
{
    return c[0] * l->u[i][j - 1] + c[1] * l->u[i][j + 1] + c[2] * l->u[i - 1][j] +
           c[3] * l->u[above(l, i)][j];
}

static void relax(struct Level *l, int sweeps)
{
    for (int s = 0; s < sweeps; s++)
        for (int color = 0; color < 2; color++)
            for (int i = 1; i < l->n; i++)
                for (int j = 1; j < l->n - 1; j++) {
                    if ((i + j) % 2 != color)
                        continue;
                    double c[4];
                    faces(l, i, j, c);
                    l->u[i][j] = (l->h * l->h * l->f[i][j] + flux_sum(l, i, j, c)) /
                                 (c[0] + c[1] + c[2] + c[3]);
                }
}

static void residual(struct Level *l)
{
    for (int i = 1; i < l->n; i++)
        for (int j = 1; j < l->n - 1; j++) {
            double c[4];
            faces(l, i, j, c);
            double diag = c[0] + c[1] + c[2] + c[3];
            l->r[i][j] = l->f[i][j] -
                         (diag * l->u[i][j] - flux_sum(l, i, j, c)) / (l->h * l->h);
        }
}

static void restrict_to(const struct Level *fine, struct Level *coarse)
{
    for (int i = 1; i < coarse->n; i++)
        for (int j = 1; j < coarse->n - 1; j++) {
            const double *s = fine->r[2 * i - 1], *m = fine->r[2 * i];
            const double *n = fine->r[above(fine, 2 * i)];
            int q = 2 * j;
            coarse->f[i][j] = 0.25 * m[q] + 0.125 * (m[q - 1] + m[q + 1] + s[q] + n[q]) +
                              0.0625 * (s[q - 1] + s[q + 1] + n[q - 1] + n[q + 1]);
        }
}

static void correct(struct Level *fine, const struct Level *coarse)
{
    double **e = coarse->u;
    for (int i = 1; i < fine->n; i++)
        for (int j = 1; j < fine->n - 1; j++) {
            int a = i / 2, b = j / 2;
            if (i % 2 == 0 && j % 2 == 0)
                fine->u[i][j] += e[a][b];
            else if (i % 2 == 0)
                fine->u[i][j] += 0.5 * (e[a][b] + e[a][b + 1]);
            else if (j % 2 == 0)
                fine->u[i][j] += 0.5 * (e[a][b] + e[a + 1][b]);
            else
                fine->u[i][j] += 0.25 * (e[a][b] + e[a][b + 1] + e[a + 1][b] + e[a + 1][b + 1]);
        }
}

static void cycle(struct Level *l, int depth)
{
    if (depth == 0) {
        relax(l, 20);
        return;
    }
    relax(l, SWEEPS);
    residual(l);
    restrict_to(l, l + 1);
    for (int i = 0; i < l[1].n; i++)
        for (int j = 0; j < l[1].n; j++)
            l[1].u[i][j] = 0.0;
    cycle(l + 1, depth - 1);
    correct(l, l + 1);
    relax(l, SWEEPS);
}

int main(int argc, char **argv)
{
    int levels = argc > 1 ? atoi(argv[1]) : 11;
    int cycles = argc > 2 ? atoi(argv[2]) : 5;
    struct Level level[16];
    if (levels < 2 || levels > 14)
        return 1;
    for (int d = 0; d < levels; d++) {
        struct Level *l = &level[d];
        l->n = (1 << (levels - d)) + 1;
        l->h = 1.0 / (l->n - 1);
        l->u = new_grid(l->n);
        l->f = new_grid(l->n);
        l->r = new_grid(l->n);
        l->k = new_grid(l->n);
        for (int i = 0; i < l->n; i++)
            for (int j = 0; j < l->n; j++)
                l->k[i][j] = conductivity(j * l->h, i * l->h);
    }
    struct Level *top = &level[0];
    for (int i = 0; i < top->n; i++)
        for (int j = 0; j < top->n; j++) {
            double x = j * top->h, y = i * top->h;
            top->f[i][j] = 8.0 * (x - 0.5) * y + (x > 0.2 && x < 0.3 ? 20.0 : 0.0);
            if (i == 0 || j == 0 || j == top->n - 1)
                top->u[i][j] = x * x - y + 1.0;
        }
    printf("grid %d x %d, %d levels\n", top->n, top->n, levels);
    for (int c = 0; c < cycles; c++) {
        cycle(top, levels - 1);
        residual(top);
        double worst = 0.0;
        for (int i = 1; i < top->n; i++)
            for (int j = 1; j < top->n - 1; j++)
                worst = fmax(worst, fabs(top->r[i][j]));
        printf("cycle %d: largest residual %.10g\n", c + 1, worst);
    }
    double sum = 0.0;
    for (int i = 0; i < top->n; i++)
        for (int j = 0; j < top->n; j++)
            sum += top->u[i][j] * ((i * 3 + j) % 5 + 1);
    for (int q = 1; q < 5; q++)
        printf("u(%d/5, %d/5) = %.15g\n", q, q, top->u[q * top->n / 5][q * top->n / 5]);
    printf("top middle %.15g\n", top->u[top->n - 1][top->n / 2]);
    printf("checksum %.15g\n", sum);
    for (int d = 0; d < levels; d++) {
        free_grid(level[d].u, level[d].n);
        free_grid(level[d].f, level[d].n);
        free_grid(level[d].r, level[d].n);
        free_grid(level[d].k, level[d].n);
    }
    return 0;
}
