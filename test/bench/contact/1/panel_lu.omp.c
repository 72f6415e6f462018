// SPDX-License-Identifier: Apache-2.0
// Potential flow around airfoils with constant-strength vortex panels.
// Builds the dense influence matrix for several angles of attack / sections,
// factors it with LU (partial pivoting) and reports lift.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define PI 3.14159265358979323846

typedef struct {
    double x1, y1, x2, y2;   // end points
    double xc, yc;           // control point
    double len, nx, ny;
} Panel;

static double **matrix(int n)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) a[i] = malloc(n * sizeof **a);
    return a;
}

static void free_matrix(double **a, int n)
{
    for (int i = 0; i < n; i++) free(a[i]);
    free(a);
}

// NACA 4-digit section, cosine spacing, starts and ends at trailing edge
static void naca4(Panel *p, int n, double m, double pp, double t)
{
    double *x = malloc((n + 1) * sizeof *x), *y = malloc((n + 1) * sizeof *y);
    for (int i = 0; i <= n; i++) {
        double th = 2 * PI * i / n;
        double xc = 0.5 * (1 + cos(th));
        double yt = 5 * t * (0.2969 * sqrt(xc) - 0.1260 * xc - 0.3516 * xc * xc
                             + 0.2843 * xc * xc * xc - 0.1036 * xc * xc * xc * xc);
        double yc = 0;
        if (pp > 0)
            yc = xc < pp ? m / (pp * pp) * (2 * pp * xc - xc * xc)
                         : m / ((1 - pp) * (1 - pp)) * (1 - 2 * pp + 2 * pp * xc - xc * xc);
        x[i] = xc;
        y[i] = th < PI ? yc - yt : yc + yt;
    }
    for (int i = 0; i < n; i++) {
        Panel *q = p + i;
        q->x1 = x[i];
        q->y1 = y[i];
        q->x2 = x[i + 1];
        q->y2 = y[i + 1];
        q->xc = 0.5 * (q->x1 + q->x2);
        q->yc = 0.5 * (q->y1 + q->y2);
        double dx = q->x2 - q->x1, dy = q->y2 - q->y1;
        q->len = sqrt(dx * dx + dy * dy);
        q->nx = dy / q->len;
        q->ny = -dx / q->len;
    }
    free(x);
    free(y);
}

// stream function at (x,y) of a unit vortex sheet on panel q
static double psi(const Panel *q, double x, double y)
{
    double tx = (q->x2 - q->x1) / q->len, ty = (q->y2 - q->y1) / q->len;
    double s = (x - q->x1) * tx + (y - q->y1) * ty;
    double d = (x - q->x1) * q->nx + (y - q->y1) * q->ny;
    double a = s, b = s - q->len;
    double r1 = a * a + d * d, r2 = b * b + d * d;
    double v = 0.5 * a * log(r1 + 1e-300) - 0.5 * b * log(r2 + 1e-300) - q->len;
    if (fabs(d) > 1e-12)
        v += d * (atan2(a, d) - atan2(b, d));
    return -v / (2 * PI);
}

// unknowns: panel strengths and the value of psi on the body
static void influence(double **a, const Panel *p, int n)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i][j] = psi(&p[j], p[i].xc, p[i].yc);
        a[i][n] = -1.0;
    }
    for (int j = 0; j <= n; j++) a[n][j] = 0;
    a[n][0] = a[n][n - 1] = 1.0;   // Kutta condition
}

static int lu_factor(double **a, int n, int *piv)
{
    for (int k = 0; k < n; k++) {
        int m = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[m][k])) m = i;
        piv[k] = m;
        if (a[m][k] == 0.0) return -1;
        if (m != k) {
            double *t = a[m];
            a[m] = a[k];
            a[k] = t;
        }
#pragma omp parallel for schedule(static) if (n - k > 64)
        for (int i = k + 1; i < n; i++) {
            double f = a[i][k] /= a[k][k];
            if (f == 0.0) continue;
            for (int j = k + 1; j < n; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    return 0;
}

static void lu_solve(double **a, int n, const int *piv, double *b)
{
    for (int k = 0; k < n; k++) {
        double t = b[piv[k]];
        b[piv[k]] = b[k];
        b[k] = t;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) b[i] -= a[i][j] * b[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1400;
    static const double thick[] = { 0.12, 0.15 };
    Panel *p = malloc(n * sizeof *p);
    double **a = matrix(n + 1);
    double *b = malloc((n + 1) * sizeof *b);
    int *piv = malloc((n + 1) * sizeof *piv);
    struct timespec t0, t1;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int s = 0; s < 2; s++) {
        naca4(p, n, 0.02, 0.4, thick[s]);
        influence(a, p, n);
        if (lu_factor(a, n + 1, piv)) {
            printf("singular\n");
            return 1;
        }
        printf("NACA 24%02d, %d panels\n", (int)(thick[s] * 100 + 0.5), n);
        for (int deg = -4; deg <= 8; deg += 4) {
            double al = deg * PI / 180, gamma = 0;
            for (int i = 0; i < n; i++)
                b[i] = -(p[i].yc * cos(al) - p[i].xc * sin(al));
            b[n] = 0;
            lu_solve(a, n + 1, piv, b);
            for (int i = 0; i < n; i++) gamma += b[i] * p[i].len;
            printf("  alpha %3d  cl %.8f  psi0 %.8f\n", deg, -2 * gamma, b[n]);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free_matrix(a, n + 1);
    free(b);
    free(p);
    free(piv);
    return 0;
}
