/*
 * hexnet.c - steady state of a heat exchanger network.
 *
 * A matrix of counter-current exchangers: hot streams run left to right, cold
 * streams right to left, with cross-overs between the trains.  Heat capacities
 * and the overall coefficient depend on temperature, so each exchanger is a
 * 2x2 nonlinear system solved by damped Newton; the network is iterated
 * (all exchangers use the stream temperatures of the previous sweep) until
 * nothing changes.  Repeated for several degrees of fouling.
 *
 * An expert would run the exchangers of one sweep in parallel; the largest
 * change is a max reduction, and a failure must name the first failing node.
 *
 * SMALL: 12 8 2       (trains columns fouling-cases)
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define TOL_NET     1e-8
#define TOL_NEWTON  1e-9
#define MAX_SWEEP   2000
#define MAX_NEWTON  40

typedef struct {
    int    hsrc, csrc;      /* upstream node, -1 = feed */
    double mh, mc;          /* mass flows */
    double area, u0;
    double tfeed_h, tfeed_c;
} Node;

static Node   *net;
static double *th, *tc, *th_new, *tc_new;   /* outlet temperatures */
static int    *iters;
static int     ntrain = 90, ncol = 36, ncase = 3;

static unsigned int seed = 20240607u;
static double rnd(double lo, double hi)
{
    seed = seed * 1664525u + 1013904223u;
    return lo + (hi - lo) * (seed >> 8) / 16777216.0;
}

static double cp_hot(double t)  { return 2.05 + 3.1e-3 * t + 1.0e-6 * t * t; }
static double cp_cold(double t) { return 4.21 - 1.0e-3 * t + 9.0e-6 * t * t; }

/* Chen's approximation of the log-mean temperature difference */
static double lmtd(double d1, double d2)
{
    return cbrt(d1 * d2 * 0.5 * (d1 + d2));
}

static void residual(const Node *n, double foul, double thi, double tci,
                     double tho, double tco, double *f)
{
    double qh = n->mh * cp_hot(0.5 * (thi + tho)) * (thi - tho);
    double qc = n->mc * cp_cold(0.5 * (tci + tco)) * (tco - tci);
    double u = n->u0 * (1.0 + 8e-4 * 0.5 * (tho + tco));
    u = u / (1.0 + u * foul);
    f[0] = qh - u * n->area * lmtd(thi - tco, tho - tci);
    f[1] = qh - qc;
}

/* returns the number of iterations or -1 */
static int solve_node(const Node *n, double foul, double thi, double tci,
                      double *tho, double *tco)
{
    double x = *tho, y = *tco;
    int it;

    if (thi - tci < 1e-6) {             /* nothing to exchange */
        *tho = thi;
        *tco = tci;
        return 0;
    }
    if (x <= tci || x >= thi || y <= tci || y >= thi) {
        x = thi - 0.3 * (thi - tci);
        y = tci + 0.3 * (thi - tci);
    }
    for (it = 1; it <= MAX_NEWTON; it++) {
        double f[2], fx[2], fy[2], h = 1e-5, det, dx, dy;
        residual(n, foul, thi, tci, x, y, f);
        residual(n, foul, thi, tci, x + h, y, fx);
        residual(n, foul, thi, tci, x, y - h, fy);
        double a = (fx[0] - f[0]) / h, b = (f[0] - fy[0]) / h;
        double c = (fx[1] - f[1]) / h, d = (f[1] - fy[1]) / h;
        det = a * d - b * c;
        if (fabs(det) < 1e-14)
            return -1;
        dx = -(d * f[0] - b * f[1]) / det;
        dy = -(a * f[1] - c * f[0]) / det;
        while (x + dx <= tci || x + dx >= thi || y + dy >= thi || y + dy <= tci) {
            dx *= 0.5;
            dy *= 0.5;
            if (fabs(dx) + fabs(dy) < 1e-13)
                break;
        }
        x += dx;
        y += dy;
        if (fabs(dx) + fabs(dy) < TOL_NEWTON) {
            *tho = x;
            *tco = y;
            return it;
        }
    }
    return -1;
}

static void build(void)
{
    for (int r = 0; r < ntrain; r++)
        for (int c = 0; c < ncol; c++) {
            Node *n = &net[r * ncol + c];
            int up = (c % 6 == 5) ? (r + 1) % ntrain : r;       /* cross-over */
            n->hsrc = c == 0 ? -1 : up * ncol + c - 1;
            n->csrc = c == ncol - 1 ? -1 : r * ncol + c + 1;
            n->mh = rnd(1.5, 2.5);
            n->mc = rnd(0.8, 1.6);
            n->area = rnd(0.4, 1.4);
            n->u0 = rnd(0.25, 0.6);
            n->tfeed_h = rnd(160.0, 220.0);
            n->tfeed_c = rnd(10.0, 25.0);
        }
}

static int solve_network(double foul, int *sweeps, long *newton)
{
    int nn = ntrain * ncol;
    double change;
    long steps = 0;
    int bad = nn;               /* first node that failed */

    *sweeps = 0;
    do {
        change = 0.0;
        #pragma omp parallel for schedule(static) reduction(max:change) reduction(+:steps) reduction(min:bad)
        for (int i = 0; i < nn; i++) {
            const Node *n = &net[i];
            double thi = n->hsrc < 0 ? n->tfeed_h : th[n->hsrc];
            double tci = n->csrc < 0 ? n->tfeed_c : tc[n->csrc];
            th_new[i] = th[i];
            tc_new[i] = tc[i];
            int k = solve_node(n, foul, thi, tci, &th_new[i], &tc_new[i]);
            if (k < 0) {
                if (i < bad) bad = i;
                continue;
            }
            iters[i] = k;
            steps += k;
            double d = fabs(th_new[i] - th[i]) + fabs(tc_new[i] - tc[i]);
            if (d > change)
                change = d;
        }
        if (bad < nn) {
            printf("node %d: no convergence\n", bad);
            return 1;
        }
        double *t = th; th = th_new; th_new = t;
        t = tc; tc = tc_new; tc_new = t;
        ++*sweeps;
    } while (change > TOL_NET && *sweeps < MAX_SWEEP);
    *newton = steps;
    return change > TOL_NET ? 2 : 0;
}

int main(int argc, char **argv)
{
    if (argc > 1) ntrain = atoi(argv[1]);
    if (argc > 2) ncol = atoi(argv[2]);
    if (argc > 3) ncase = atoi(argv[3]);
    if (ntrain < 1 || ncol < 1 || ncase < 1)
        return 1;
    size_t nn = (size_t)ntrain * ncol;
    net = malloc(nn * sizeof *net);
    th = malloc(nn * sizeof *th);
    tc = malloc(nn * sizeof *tc);
    th_new = malloc(nn * sizeof *th);
    tc_new = malloc(nn * sizeof *tc);
    iters = calloc(nn, sizeof *iters);
    if (!net || !th || !tc || !th_new || !tc_new || !iters)
        return 1;
    build();

    for (int c = 0; c < ncase; c++) {
        double foul = 0.15 * c, duty = 0.0, hmean = 0.0, cmean = 0.0;
        int sweeps, rc, worst = 0;
        long newton;
        for (size_t i = 0; i < nn; i++) th[i] = 120.0, tc[i] = 60.0;
        rc = solve_network(foul, &sweeps, &newton);
        if (rc == 1)
            return 1;
        for (size_t i = 0; i < nn; i++) {
            double tci = net[i].csrc < 0 ? net[i].tfeed_c : tc[net[i].csrc];
            duty += net[i].mc * cp_cold(0.5 * (tci + tc[i])) * (tc[i] - tci);
            if (iters[i] > iters[worst])
                worst = (int)i;
        }
        for (int r = 0; r < ntrain; r++) {
            hmean += th[r * ncol + ncol - 1];
            cmean += tc[r * ncol];
        }
        printf("fouling %.2f: %s after %d sweeps, %ld newton steps, worst node %d\n",
               foul, rc ? "NOT CONVERGED" : "converged", sweeps, newton, worst);
        printf("  duty %.6f kW  hot out %.8f  cold out %.8f  mid %.9f\n",
               duty, hmean / ntrain, cmean / ntrain, th[nn / 2]);
    }
    free(net); free(th); free(tc); free(th_new); free(tc_new); free(iters);
    return 0;
}
