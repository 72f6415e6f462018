/* Successive over-relaxation for a five point problem with variable
 * coefficients and mixed boundary conditions, stopped on the largest change.
 * usage: sor [n] [m] [max sweeps] [sweeps per check] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

typedef struct {
    int n, m;                   /* interior points; arrays are n+2 by m+2 */
    double **u, **f;            /* row pointers */
    double **cn, **cs, **cw, **ce;
} Problem;

static double **grid(int n, int m)
{
    double **r = malloc((n + 2) * sizeof *r);
    double *d = calloc((size_t)(n + 2) * (m + 2), sizeof *d);
    if (!r || !d) {
        fprintf(stderr, "sor: out of memory\n");
        exit(1);
    }
    for (int i = 0; i < n + 2; i++)
        r[i] = d + (size_t)i * (m + 2);
    return r;
}

static void drop(double **g)
{
    free(g[0]);
    free(g);
}

static double conductivity(int i, int j)
{
    return 1.0 + ((i / 10 + j / 12) % 2) * 3.0 + 0.2 * sin(0.1 * i) * sin(0.13 * j);
}

static void setup(Problem *p)
{
    for (int i = 1; i <= p->n; i++)
        for (int j = 1; j <= p->m; j++) {
            double c = conductivity(i, j);
            double an = 0.5 * (c + conductivity(i - 1, j)), as = 0.5 * (c + conductivity(i + 1, j));
            double aw = 0.5 * (c + conductivity(i, j - 1)), ae = 0.5 * (c + conductivity(i, j + 1));
            double d = an + as + aw + ae;
            p->cn[i][j] = an / d;
            p->cs[i][j] = as / d;
            p->cw[i][j] = aw / d;
            p->ce[i][j] = ae / d;
            p->f[i][j] = (i % 31 == 7 && j % 29 == 5 ? 4.0 : 0.01) / d;
        }
    for (int j = 0; j <= p->m + 1; j++)
        p->u[0][j] = 1.0 + 0.5 * sin(0.02 * j);
}

/* One lexicographic sweep; the left wall is insulated (copied after each
 * point of column 1), the others are fixed.  Returns the largest change. */
static double sweep(Problem *p, double omega)
{
    double big = 0.0;
    for (int i = 1; i <= p->n; i++) {
        for (int j = 1; j <= p->m; j++) {
            double gs = p->cn[i][j] * p->u[i - 1][j] + p->cs[i][j] * p->u[i + 1][j]
                      + p->cw[i][j] * p->u[i][j - 1] + p->ce[i][j] * p->u[i][j + 1]
                      + p->f[i][j];
            double d = omega * (gs - p->u[i][j]);
            p->u[i][j] += d;
            if (fabs(d) > big)
                big = fabs(d);
        }
        p->u[i][0] = p->u[i][1];
    }
    return big;
}

static void report(const Problem *p, int sweeps, double change)
{
    uint64_t h = 14695981039346656037u;
    double sum = 0, flux = 0;
    for (int i = 0; i <= p->n + 1; i++) {
        const unsigned char *b = (const unsigned char *)p->u[i];
        for (size_t k = 0; k < (p->m + 2) * sizeof(double); k++)
            h = (h ^ b[k]) * 1099511628211u;
        for (int j = 0; j <= p->m + 1; j++)
            sum += p->u[i][j];
        flux += p->u[i][p->m];
    }
    printf("sweeps %d change %.17g\nsum %.17g flux %.17g\nhash %016llx\n", sweeps, change,
           sum, flux, (unsigned long long)h);
}

int main(int argc, char **argv)
{
    Problem p;
    p.n = argc > 1 ? atoi(argv[1]) : 384;
    p.m = argc > 2 ? atoi(argv[2]) : 320;
    int max = argc > 3 ? atoi(argv[3]) : 768, chunk = argc > 4 ? atoi(argv[4]) : 48;
    if (p.n < 1 || p.m < 1 || max < 1 || chunk < 1)
        return 2;
    double ***all[] = { &p.u, &p.f, &p.cn, &p.cs, &p.cw, &p.ce };
    for (int k = 0; k < 6; k++)
        *all[k] = grid(p.n, p.m);
    setup(&p);

    double change = 0;
    int s = 0;
    while (s < max) {
        for (int k = 0; k < chunk; k++)
            change = sweep(&p, 1.6 + 0.01 * (k % 8));
        s += chunk;
        printf("%d %.17g\n", s, change);
        if (change < 1e-7)
            break;
    }
    report(&p, s, change);
    for (int k = 0; k < 6; k++)
        drop(*all[k]);
    return 0;
}
