/* Successive over-relaxation for a five point problem with variable
 * coefficients and mixed boundary conditions, stopped on the largest change.
 * usage: sor [n] [m] [max sweeps] [sweeps per check] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>
#include <stdatomic.h>
#include <sched.h>
#include <omp.h>

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

/* One lexicographic sweep's work on row i, columns a..b */
static inline double part(Problem *p, int i, int a, int b, double omega, double big)
{
    double *u = p->u[i], *un = p->u[i - 1], *us = p->u[i + 1], left = u[a - 1];
    const double *cn = p->cn[i], *cs = p->cs[i], *cw = p->cw[i], *ce = p->ce[i], *f = p->f[i];
    for (int j = a; j <= b; j++) {
        double gs = cn[j] * un[j] + cs[j] * us[j] + cw[j] * left + ce[j] * u[j + 1] + f[j];
        double d = omega * (gs - u[j]);
        u[j] = left = u[j] + d;
        big = fabs(d) > big ? fabs(d) : big;
    }
    if (a <= 1 && 1 <= b)
        u[0] = u[1];            /* nobody in the row reads u[0] again */
    return big;
}

/* S sweeps in flight: sweep s is in row r-s, s columns behind sweep s-1, so
 * the S updates of one column step are independent chains.  Bands of S sweeps
 * follow one another through the rows, one band per thread at a time. */
enum { S = 8 };

static double rows_step(Problem *p, int r, const double *om, int ns, double *bigs)
{
    int m = p->m, n = p->n;
    if (ns == S && r - (S - 1) >= 1 && r <= n && m >= 2 * S) {
        double *u = p->u[r], left[S], big[S], w[S];
        const double *cn = p->cn[r], *cs = p->cs[r], *cw = p->cw[r], *ce = p->ce[r], *f = p->f[r];
        const long st = m + 2;
        for (int s = 0; s < S; s++) {       /* prologue: columns 1 .. S-1-s */
            bigs[s] = part(p, r - s, 1, S - 1 - s, om[s], bigs[s]);
            left[s] = p->u[r - s][S - 1 - s];
            big[s] = bigs[s];
            w[s] = om[s];
        }
        for (int j = S; j <= m; j++) {
#pragma GCC unroll 8
            for (int s = 0; s < S; s++) {
                long q = j - s - s * st;
                double gs = cn[q] * u[q - st] + cs[q] * u[q + st] + cw[q] * left[s]
                          + ce[q] * u[q + 1] + f[q];
                double d = w[s] * (gs - u[q]);
                u[q] = left[s] = u[q] + d;
                big[s] = fabs(d) > big[s] ? fabs(d) : big[s];
            }
        }
        for (int s = 0; s < S; s++) {
            bigs[s] = part(p, r - s, m - s + 1, m, om[s], big[s]);
            p->u[r - s][0] = p->u[r - s][1];
        }
    } else
        for (int s = 0; s < ns; s++)
            if (r - s >= 1 && r - s <= n)
                bigs[s] = part(p, r - s, 1, m, om[s], bigs[s]);
    return bigs[ns - 1];
}

static double sweeps(Problem *p, int chunk)
{
    int nb = (chunk + S - 1) / S, steps = p->n + S - 1;
    double last = 0;
    atomic_int *done = calloc(nb, sizeof *done);
    if (!done)
        exit(1);
#pragma omp parallel
    for (int b = omp_get_thread_num(); b < nb; b += omp_get_num_threads()) {
        int ns = chunk - b * S < S ? chunk - b * S : S;
        double om[S], bigs[S] = { 0 }, v = 0;
        for (int s = 0; s < ns; s++)
            om[s] = 1.6 + 0.01 * ((b * S + s) % 8);
        for (int r = 1; r <= steps; r++) {
            /* row r+1 must have had the last sweep of the band before */
            int need = r + S < steps ? r + S : steps;
            for (int t = 0; b > 0 && atomic_load_explicit(&done[b - 1], memory_order_acquire) < need;)
                if (++t > 200)
                    sched_yield();
            v = rows_step(p, r, om, ns, bigs);
            atomic_store_explicit(&done[b], r, memory_order_release);
        }
        if (b == nb - 1)
            last = v;
    }
    free(done);
    return last;
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
        change = sweeps(&p, chunk);
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
