/* diff3d, hand optimised: face conductances computed once, padded flat arrays
 * with zero faces at the walls instead of conditions, time tiles: trapezoids
 * in i between threads, wavefront in i and parallelograms in j inside. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#define TB 8
#define JT 24

static int nx, ny, nz;
static size_t ldj, ldi;
static double *c[2], *fx, *fy, *fz, *kappa;
static const double dt = 0.11, decay = 1e-4, rate = 5.0;
static int wx, wy, wz;

/* cell i,j,k of a padded array; i,j from -1 */
#define IX(i, j) ((size_t)((i) + 1) * ldi + (size_t)((j) + 1) * ldj + 8)

static unsigned seed = 12345u;

static double rnd(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

static double *grid(void)
{
    size_t n = (size_t)(nx + 2) * ldi * sizeof(double);
    double *p = aligned_alloc(64, (n + 63) / 64 * 64);
    if (!p)
        exit(1);
    return p;
}

static inline double face(double a, double b)
{
    return 2.0 * a * b / (a + b);
}

static void kappa_plane(int i)
{
    for (int j = 0; j < ny; j++) {
        double *K = kappa + IX(i, j);
        for (int k = 0; k < nz; k++) {
            double layer = (k / 5) % 2 ? 1.0 : 0.55;
            K[k] = layer * (0.7 + 0.6 * rnd());
        }
        if (i > nx / 2 && i < nx / 2 + 6 && j > ny / 4 && j < 3 * ny / 4)
            for (int k = 0; k < nz; k++)
                K[k] = 0.01;
    }
}

static void zero_plane(int i)
{
    size_t o = (size_t)(i + 1) * ldi, n = ldi * sizeof(double);
    memset(c[0] + o, 0, n);
    memset(c[1] + o, 0, n);
    memset(fx + o, 0, n);
    memset(fy + o, 0, n);
    memset(fz + o, 0, n);
}

static void init_plane(int i)
{
    for (int j = 0; j < ny; j++) {
        const double *K = kappa + IX(i, j);
        if (i > 0) {
            double *f = fx + IX(i, j);
            const double *L = kappa + IX(i - 1, j);
            for (int k = 0; k < nz; k++)
                f[k] = face(K[k], L[k]);
        }
        if (j > 0) {
            double *f = fy + IX(i, j);
            const double *L = kappa + IX(i, j - 1);
            for (int k = 0; k < nz; k++)
                f[k] = face(K[k], L[k]);
        }
        double *f = fz + IX(i, j);
        for (int k = 1; k < nz; k++)
            f[k] = face(K[k], K[k - 1]);
        if (i >= nx / 5 && i < nx / 4) {
            double *p = c[0] + IX(i, j);
            for (int k = nz / 2; k < nz; k++)
                p[k] = 10.0;
        }
    }
}

static inline void rows(int b, int i, int j0, int j1)
{
    for (int j = j0; j <= j1; j++) {
        size_t o = IX(i, j);
        const double *restrict p = c[b ^ 1] + o;
        const double *restrict w = p - ldi, *restrict e = p + ldi;
        const double *restrict s = p - ldj, *restrict n = p + ldj;
        const double *restrict fw = fx + o, *restrict fe = fx + o + ldi;
        const double *restrict fs = fy + o, *restrict fn = fy + o + ldj;
        const double *restrict fb = fz + o;
        double *restrict d = c[b] + o;
        int m = nz;
#pragma omp simd simdlen(8)
        for (int k = 0; k < m; k++) {
            double me = p[k], flux = 0.0;
            flux += fw[k] * (w[k] - me);
            flux += fe[k] * (e[k] - me);
            flux += fs[k] * (s[k] - me);
            flux += fn[k] * (n[k] - me);
            flux += fb[k] * (p[k - 1] - me);
            flux += fb[k + 1] * (p[k + 1] - me);
            d[k] = me + dt * flux - decay * me;
        }
        if (i == wx && j == wy)
            d[wz] += dt * rate;
    }
}

static void block(int b0, int tb, int nc, const int *cut)
{
#pragma omp for schedule(static, 1)
    for (int q = 0; q < nc; q++) {
        int lo = cut[q], hi = cut[q + 1] - 1;
        int sl = q > 0, sr = q < nc - 1;
        for (int jb = 0; jb < ny + tb - 1; jb += JT)
            for (int r = lo; r <= hi + tb; r++)
                for (int s = 1; s <= tb; s++) {
                    int i = r - (s - 1);
                    if (i < lo + sl * (s - 1) || i > hi - sr * (s - 1))
                        continue;
                    int j0 = jb - (s - 1), j1 = jb + JT - 1 - (s - 1);
                    rows((b0 + s) & 1, i, j0 < 0 ? 0 : j0, j1 >= ny ? ny - 1 : j1);
                }
    }
#pragma omp for schedule(static, 1)
    for (int q = 1; q < nc; q++)
        for (int s = 2; s <= tb; s++)
            for (int i = cut[q] - (s - 1); i <= cut[q] + s - 2; i++)
                rows((b0 + s) & 1, i, 0, ny - 1);
}

static double mass(int b)
{
    double m = 0.0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            const double *p = c[b] + IX(i, j);
            for (int k = 0; k < nz; k++)
                m += p[k];
        }
    return m;
}

int main(int argc, char *argv[])
{
    int steps = 100;
    nx = 90, ny = 80, nz = 100;
    if (argc > 1) nx = atoi(argv[1]);
    if (argc > 2) ny = atoi(argv[2]);
    if (argc > 3) nz = atoi(argv[3]);
    if (argc > 4) steps = atoi(argv[4]);
    if (nx < 1 || ny < 1 || nz < 1) {
        fprintf(stderr, "bad grid %dx%dx%d\n", nx, ny, nz);
        return EXIT_FAILURE;
    }
    wx = nx / 3; wy = ny / 2; wz = nz / 4;
    ldj = ((size_t)nz + 8 + 7 + 1) / 8 * 8;
    ldi = ldj * (ny + 2) + 8;
    if (ldi % 512 == 0)
        ldi += 16;
    c[0] = grid(); c[1] = grid();
    fx = grid(); fy = grid(); fz = grid(); kappa = grid();

    int nc = omp_get_max_threads(), tbmax = TB;
    if (nc > nx / 8)
        nc = nx / 8 > 0 ? nx / 8 : 1;
    int *cut = malloc((nc + 1) * sizeof(int));
    for (int q = 0; q <= nc; q++)
        cut[q] = (int)((long)nx * q / nc);
    if (nc > 1 && nx / nc / 2 < tbmax)
        tbmax = nx / nc / 2;
    if (tbmax < 1)
        tbmax = 1;

#pragma omp parallel
    {
#pragma omp single nowait
        for (int i = 0; i < nx; i++)
            kappa_plane(i);
#pragma omp for schedule(static)
        for (int i = -1; i <= nx; i++)
            zero_plane(i);
#pragma omp for schedule(static)
        for (int i = 0; i < nx; i++)
            init_plane(i);
#pragma omp single
        printf("mass at start %.12g\n", mass(0));
        for (int t = 0; t < steps; ) {
            int tb = steps - t < tbmax ? steps - t : tbmax;
            block(t & 1, tb, nc, cut);
            t += tb;
        }
    }
    int b = steps > 0 ? steps & 1 : 0;
    printf("mass at end   %.12g\n", mass(b));
    printf("along x:");
    for (int p = 0; p < 6; p++)
        printf(" %.8g", c[b][IX(p * (nx - 1) / 5, wy) + wz]);
    printf("\n");
    printf("well %.10g corner %.10g\n", c[b][IX(wx, wy) + wz],
           c[b][IX(nx - 1, ny - 1) + nz - 1]);
    return 0;
}
