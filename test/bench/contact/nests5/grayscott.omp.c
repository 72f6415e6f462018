/* Gray-Scott, hand optimised: ghost columns instead of wrap, split time tiling
 * over rows (cuts also at the periodic seam), row wavefronts in cache. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <omp.h>

#define TB 16
#define OFF 8

static int n;
static size_t ld;
static double *U[2], *V[2];
static double Du = 0.16, Dv = 0.08, F = 0.035, kk = 0.060;

#define AT(a, i, j) ((a)[(size_t)(i) * ld + OFF + (j)])

static double *grid(void)
{
    double *p = aligned_alloc(64, (size_t)n * ld * sizeof(double));
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

static void seed_square(int ci, int cj, int half)
{
    for (int di = -half; di <= half; di++)
        for (int dj = -half; dj <= half; dj++) {
            int i = ((ci + di) % n + n) % n;
            int j = ((cj + dj) % n + n) % n;
            AT(U[0], i, j) = 0.50;
            AT(V[0], i, j) = 0.25;
        }
}

static void ghosts(double *row)
{
    row[-1] = row[n - 1];
    row[n] = row[0];
}

static void init(void)
{
    uint32_t state = 2463534242u;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            AT(U[0], i, j) = 1.0 - 0.02 * (state % 1000) / 1000.0;
            AT(V[0], i, j) = 0.01 * ((state >> 10) % 1000) / 1000.0;
        }
    seed_square(n / 2, n / 2, n / 20 + 1);
    seed_square(n / 5, n / 3, n / 40 + 1);
    seed_square(0, n - 1, n / 30 + 1);
    for (int i = 0; i < n; i++) {
        ghosts(&AT(U[0], i, 0));
        ghosts(&AT(V[0], i, 0));
    }
}

/* row i may be any integer within -n..2n-1; writes buffer b */
static void update_row(int b, int i)
{
    if (i < 0)
        i += n;
    if (i >= n)
        i -= n;
    int im = i > 0 ? i - 1 : n - 1, ip = i < n - 1 ? i + 1 : 0;
    const double *restrict u = &AT(U[b ^ 1], i, 0), *restrict um = &AT(U[b ^ 1], im, 0);
    const double *restrict up = &AT(U[b ^ 1], ip, 0);
    const double *restrict v = &AT(V[b ^ 1], i, 0), *restrict vm = &AT(V[b ^ 1], im, 0);
    const double *restrict vp = &AT(V[b ^ 1], ip, 0);
    double *restrict u2 = &AT(U[b], i, 0), *restrict v2 = &AT(V[b], i, 0);
    double du_ = Du, dv_ = Dv, f = F, fk = F + kk, dt = 1.0;
    int m = n;

#pragma omp simd simdlen(8)
    for (int j = 0; j < m; j++) {
        double lu = 0.2 * (um[j] + up[j] + u[j - 1] + u[j + 1])
                  + 0.05 * (um[j - 1] + um[j + 1] + up[j - 1] + up[j + 1]) - u[j];
        double lv = 0.2 * (vm[j] + vp[j] + v[j - 1] + v[j + 1])
                  + 0.05 * (vm[j - 1] + vm[j + 1] + vp[j - 1] + vp[j + 1]) - v[j];
        double uvv = u[j] * v[j] * v[j];
        double du = du_ * lu - uvv + f * (1.0 - u[j]);
        double dv = dv_ * lv + uvv - fk * v[j];
        u2[j] = u[j] + dt * du;
        v2[j] = v[j] + dt * dv;
    }
    ghosts(u2);
    ghosts(v2);
}

static void block(int b0, int tb, int nc, const int *cut)
{
#pragma omp for schedule(static, 1)
    for (int c = 0; c < nc; c++) {
        int lo = cut[c], hi = cut[c + 1] - 1;
        for (int r = lo; r <= hi; r++)
            for (int s = 1; s <= tb; s++) {
                int i = r - (s - 1);
                if (i < lo + (s - 1) || i > hi - (s - 1))
                    continue;
                update_row((b0 + s) & 1, i);
            }
    }
#pragma omp for schedule(static, 1)
    for (int c = 0; c < nc; c++)
        for (int s = 2; s <= tb; s++)
            for (int i = cut[c] - (s - 1); i <= cut[c] + s - 2; i++)
                update_row((b0 + s) & 1, i);
}

static void statistics(const double *a, const char *name)
{
    double sum = 0.0, sq = 0.0, lo = AT(a, 0, 0), hi = lo;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double x = AT(a, i, j);
            sum += x;
            sq += x * x;
            lo = x < lo ? x : lo;
            hi = x > hi ? x : hi;
        }
    double mean = sum / ((double)n * n);
    printf("%s: mean %.10g var %.8g min %.8g max %.8g\n", name, mean,
           sq / ((double)n * n) - mean * mean, lo, hi);
}

int main(int argc, char **argv)
{
    int steps = 400;
    n = 400;
    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        steps = atoi(argv[2]);
    if (n < 2 || steps < 0) {
        fprintf(stderr, "usage: %s [n [steps]]\n", argv[0]);
        return 1;
    }
    ld = ((size_t)n + OFF + 1 + 7) / 8 * 8;
    if (ld % 64 == 0)
        ld += 8;
    for (int b = 0; b < 2; b++) {
        U[b] = grid();
        V[b] = grid();
    }
    init();
    statistics(U[0], "u0");

    int nc = omp_get_max_threads(), tbmax = TB;
    if (nc > n / 4)
        nc = n / 4 > 0 ? n / 4 : 1;
    int *cut = malloc((nc + 1) * sizeof(int));
    for (int c = 0; c <= nc; c++)
        cut[c] = (int)((long)n * c / nc);
    if (n / nc / 2 < tbmax)
        tbmax = n / nc / 2;
    if (tbmax < 1)
        tbmax = 1;

#pragma omp parallel
    for (int t = 0; t < steps; ) {
        int tb = steps - t < tbmax ? steps - t : tbmax;
        block(t & 1, tb, nc, cut);
        t += tb;
    }

    double *u = U[steps & 1], *v = V[steps & 1];
    statistics(u, "u");
    statistics(v, "v");
    uint32_t h = 2166136261u;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            h = (h ^ (uint32_t)((int)(AT(v, i, j) * 512.0) & 255)) * 16777619u;
    printf("hash %08x\n", (unsigned)h);
    printf("centre %.10g %.10g\n", AT(u, n / 2, n / 2), AT(v, n / 2, n / 2));
    return 0;
}
