/* Least squares curve fitting with Householder QR, factored in place.
 * A is m x n row major; the reflectors are stored below the diagonal, the
 * diagonal of R separately. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define A(i, j) a[(i) * n + (j)]

static void qr_factor(double *a, int m, int n, double *rdiag)
{
    for (int k = 0; k < n; k++) {
        double nrm = 0.0;
        for (int i = k; i < m; i++)
            nrm += A(i, k) * A(i, k);
        nrm = sqrt(nrm);
        if (nrm != 0.0) {
            if (A(k, k) < 0.0)
                nrm = -nrm;
            for (int i = k; i < m; i++)
                A(i, k) /= nrm;
            A(k, k) += 1.0;
            /* apply to the remaining columns */
            for (int j = k + 1; j < n; j++) {
                double s = 0.0;
                for (int i = k; i < m; i++)
                    s += A(i, k) * A(i, j);
                s = -s / A(k, k);
                for (int i = k; i < m; i++)
                    A(i, j) += s * A(i, k);
            }
        }
        rdiag[k] = -nrm;
    }
}

/* b := Q' b, then back substitution into x */
static void qr_solve(const double *a, int m, int n, const double *rdiag,
                     double *b, double *x)
{
    for (int k = 0; k < n; k++) {
        double s = 0.0;
        if (A(k, k) == 0.0)
            continue;
        for (int i = k; i < m; i++)
            s += A(i, k) * b[i];
        s = -s / A(k, k);
        for (int i = k; i < m; i++)
            b[i] += s * A(i, k);
    }
    for (int k = n - 1; k >= 0; k--) {
        double s = b[k];
        for (int j = k + 1; j < n; j++)
            s -= A(k, j) * x[j];
        x[k] = rdiag[k] != 0.0 ? s / rdiag[k] : 0.0;
    }
}

/* periodic B-spline like hat bumps plus a polynomial part, perturbed so that
 * the columns are independent */
static void design(double *a, int m, int n)
{
    unsigned s = 20011u;
    for (int i = 0; i < m; i++) {
        double t = (double)i / m;
        for (int j = 0; j < n; j++) {
            double c = (double)j / n, d = t - c, v;
            if (d > 0.5)
                d -= 1.0;
            if (d < -0.5)
                d += 1.0;
            v = 1.0 - 8.0 * (d < 0 ? -d : d);
            if (v < 0.0)
                v = 0.0;
            s = s * 1103515245u + 12345u;
            A(i, j) = v * v + 0.2 * ((s >> 16) % 2048) / 2048.0;
        }
    }
}

static double signal(int i, int m)
{
    double t = (double)i / m;
    double saw = 5.0 * t - (int)(5.0 * t);
    return t * (1.0 - t) * 4.0 + 0.3 * saw;
}

int main(int argc, char **argv)
{
    int m = 1100, n = 640;
    if (argc > 1)
        m = atoi(argv[1]);
    if (argc > 2)
        n = atoi(argv[2]);
    if (n < 1 || m < n) {
        fprintf(stderr, "need m >= n >= 1\n");
        return 1;
    }

    double *a = malloc(sizeof(double) * m * n);
    double *keep = malloc(sizeof(double) * m * n);
    double *b = malloc(sizeof(double) * m);
    double *x = malloc(sizeof(double) * n);
    double *rdiag = malloc(sizeof(double) * n);
    if (!a || !keep || !b || !x || !rdiag) {
        fprintf(stderr, "memory\n");
        return 1;
    }

    design(a, m, n);
    for (int i = 0; i < m * n; i++)
        keep[i] = a[i];
    for (int i = 0; i < m; i++)
        b[i] = signal(i, m);

    qr_factor(a, m, n, rdiag);
    qr_solve(a, m, n, rdiag, b, x);

    double fit = 0.0, xn = 0.0, logdet = 0.0;
    for (int i = 0; i < m; i++) {
        double r = -signal(i, m);
        for (int j = 0; j < n; j++)
            r += keep[i * n + j] * x[j];
        fit += r * r;
    }
    for (int j = 0; j < n; j++) {
        xn += x[j] * x[j];
        if (rdiag[j] != 0.0)
            logdet += log(fabs(rdiag[j]));
    }
    double tail = 0.0;
    for (int i = n; i < m; i++)
        tail += b[i] * b[i];

    printf("residual %.8g\n", sqrt(fit));
    printf("from Q'b %.8g\n", sqrt(tail));
    printf("coefficient norm %.9g, first %.9g last %.9g\n", sqrt(xn), x[0], x[n - 1]);
    printf("log|R| %.10g\n", logdet);
    printf("R(0,n-1) %.10g R(n/2,n/2+) %.10g\n", A(0, n - 1),
           A(n / 2, n / 2 + 1 < n ? n / 2 + 1 : n - 1));
    free(a);
    free(keep);
    free(b);
    free(x);
    free(rdiag);
    return 0;
}
