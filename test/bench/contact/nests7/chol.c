/* Cholesky factorization of a Gaussian-process kernel matrix, multi-RHS
 * solve and log determinant.   usage: chol [n] [nrhs] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

static uint64_t rng_state = 88172645463325252ULL;

static double rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (double)(rng_state >> 11) * (1.0 / 9007199254740992.0);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static uint64_t fnv(uint64_t h, const void *data, size_t len)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < len; i++) {
        h ^= p[i];
        h *= 1099511628211ULL;
    }
    return h;
}

/* K(i,j) = 1/(1+|x_i-x_j|^2) plus noise on the diagonal (lower part) */
static void kernel_matrix(int n, const double *x, const double *y, double *a)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j];
            a[(size_t)i * n + j] = 1.0 / (1.0 + 40.0 * (dx * dx + dy * dy));
        }
        a[(size_t)i * n + i] += 0.25;
    }
}

/* in place, lower triangle; returns 0 or the failing column + 1 */
static int cholesky(int n, double *a)
{
    for (int j = 0; j < n; j++) {
        double *aj = a + (size_t)j * n;
        double d = aj[j];
        for (int k = 0; k < j; k++)
            d -= aj[k] * aj[k];
        if (!(d > 0.0))
            return j + 1;
        d = sqrt(d);
        aj[j] = d;
        for (int i = j + 1; i < n; i++) {
            double *ai = a + (size_t)i * n;
            double s = ai[j];
            for (int k = 0; k < j; k++)
                s -= ai[k] * aj[k];
            ai[j] = s / d;
        }
    }
    return 0;
}

/* L L^T X = B, B is n x m, row major */
static void solve(int n, int m, const double *l, double *b)
{
    for (int c = 0; c < m; c++)
        for (int i = 0; i < n; i++) {
            double s = b[(size_t)i * m + c];
            for (int k = 0; k < i; k++)
                s -= l[(size_t)i * n + k] * b[(size_t)k * m + c];
            b[(size_t)i * m + c] = s / l[(size_t)i * n + i];
        }
    for (int c = 0; c < m; c++)
        for (int i = n - 1; i >= 0; i--) {
            double s = b[(size_t)i * m + c];
            for (int k = n - 1; k > i; k--)
                s -= l[(size_t)k * n + i] * b[(size_t)k * m + c];
            b[(size_t)i * m + c] = s / l[(size_t)i * n + i];
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1600;
    int m = argc > 2 ? atoi(argv[2]) : 48;
    if (n < 1 || m < 1)
        return 2;
    double *a = xmalloc(sizeof *a * n * n);
    double *b = xmalloc(sizeof *b * n * m);
    double *x = xmalloc(sizeof *x * n), *y = xmalloc(sizeof *y * n);

    memset(a, 0, sizeof *a * n * n);
    for (int i = 0; i < n; i++) {
        x[i] = 3.0 * rnd();
        y[i] = 3.0 * rnd();
    }
    for (int i = 0; i < n; i++)
        for (int c = 0; c < m; c++)
            b[(size_t)i * m + c] = x[i] * (c + 1) - y[i] * y[i] + 0.1 * rnd();

    kernel_matrix(n, x, y, a);
    int rc = cholesky(n, a);
    if (rc) {
        printf("not positive definite at %d\n", rc - 1);
        return 1;
    }
    solve(n, m, a, b);

    double logdet = 0.0, suml = 0.0, sumx = 0.0;
    uint64_t h = 14695981039346656037ULL;
    for (int i = 0; i < n; i++) {
        logdet += 2.0 * log(a[(size_t)i * n + i]);
        for (int j = 0; j <= i; j++)
            suml += a[(size_t)i * n + j];
        h = fnv(h, a + (size_t)i * n, sizeof *a * (i + 1));
    }
    for (size_t i = 0; i < (size_t)n * m; i++)
        sumx += b[i];
    printf("n %d rhs %d logdet %.17g\n", n, m, logdet);
    printf("L sum %.17g hash %016llx\n", suml, (unsigned long long)h);
    printf("X sum %.17g hash %016llx\n", sumx,
           (unsigned long long)fnv(14695981039346656037ULL, b, sizeof *b * n * m));
    free(a);
    free(b);
    free(x);
    free(y);
    return 0;
}
