/* Gray-Scott reaction diffusion on a periodic square. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

struct params {
    double Du, Dv, F, k;
};

static int wrap(int i, int n)
{
    if (i < 0)
        return i + n;
    if (i >= n)
        return i - n;
    return i;
}

static void seed_square(int n, double (*u)[n], double (*v)[n],
                        int ci, int cj, int half)
{
    for (int di = -half; di <= half; di++)
        for (int dj = -half; dj <= half; dj++) {
            int i = ((ci + di) % n + n) % n;
            int j = ((cj + dj) % n + n) % n;
            u[i][j] = 0.50;
            v[i][j] = 0.25;
        }
}

static void init(int n, double (*u)[n], double (*v)[n])
{
    uint32_t state = 2463534242u;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            u[i][j] = 1.0 - 0.02 * (state % 1000) / 1000.0;
            v[i][j] = 0.01 * ((state >> 10) % 1000) / 1000.0;
        }
    seed_square(n, u, v, n / 2, n / 2, n / 20 + 1);
    seed_square(n, u, v, n / 5, n / 3, n / 40 + 1);
    seed_square(n, u, v, 0, n - 1, n / 30 + 1);
}

/* nine point laplacian at (i,j) */
static double laplacian(int n, double (*a)[n], int i, int j)
{
    int im = wrap(i - 1, n), ip = wrap(i + 1, n);
    int jm = wrap(j - 1, n), jp = wrap(j + 1, n);

    return 0.2 * (a[im][j] + a[ip][j] + a[i][jm] + a[i][jp])
         + 0.05 * (a[im][jm] + a[im][jp] + a[ip][jm] + a[ip][jp])
         - a[i][j];
}

static void update(int n, double (*u)[n], double (*v)[n],
                   double (*unew)[n], double (*vnew)[n],
                   const struct params *p, double dt)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double uvv = u[i][j] * v[i][j] * v[i][j];
            double du = p->Du * laplacian(n, u, i, j) - uvv
                      + p->F * (1.0 - u[i][j]);
            double dv = p->Dv * laplacian(n, v, i, j) + uvv
                      - (p->F + p->k) * v[i][j];
            unew[i][j] = u[i][j] + dt * du;
            vnew[i][j] = v[i][j] + dt * dv;
        }
    }
}

static void statistics(int n, double (*a)[n], const char *name)
{
    double sum = 0.0, sq = 0.0, lo = a[0][0], hi = a[0][0];

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double x = a[i][j];
            sum += x;
            sq += x * x;
            if (x < lo)
                lo = x;
            if (x > hi)
                hi = x;
        }
    double mean = sum / ((double)n * n);
    printf("%s: mean %.10g var %.8g min %.8g max %.8g\n", name, mean,
           sq / ((double)n * n) - mean * mean, lo, hi);
}

/* crude picture hash: quantise v to 256 levels */
static uint32_t image_hash(int n, double (*v)[n])
{
    uint32_t h = 2166136261u;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int level = (int)(v[i][j] * 512.0);
            h = (h ^ (uint32_t)(level & 255)) * 16777619u;
        }
    return h;
}

int main(int argc, char **argv)
{
    int n = 400, steps = 400;
    struct params p = { 0.16, 0.08, 0.035, 0.060 };

    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        steps = atoi(argv[2]);
    if (n < 2 || steps < 0) {
        fprintf(stderr, "usage: %s [n [steps]]\n", argv[0]);
        return 1;
    }

    double (*u)[n] = malloc(sizeof(double[n][n]));
    double (*v)[n] = malloc(sizeof(double[n][n]));
    double (*u2)[n] = malloc(sizeof(double[n][n]));
    double (*v2)[n] = malloc(sizeof(double[n][n]));
    if (!u || !v || !u2 || !v2) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    init(n, u, v);
    statistics(n, u, "u0");

    for (int t = 0; t < steps; t++) {
        update(n, u, v, u2, v2, &p, 1.0);
        double (*s)[n] = u;
        u = u2;
        u2 = s;
        s = v;
        v = v2;
        v2 = s;
    }

    statistics(n, u, "u");
    statistics(n, v, "v");
    printf("hash %08x\n", (unsigned)image_hash(n, v));
    printf("centre %.10g %.10g\n", u[n / 2][n / 2], v[n / 2][n / 2]);
    free(u);
    free(v);
    free(u2);
    free(v2);
    return 0;
}
