/* heat2d, hand optimised: contiguous storage, time-skewed row wavefront in L2
 * per thread, trapezoid cuts between the threads (split tiling).
 * Every point is computed with the original operations in the original order. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

#define T_WEST    80.0
#define T_AMBIENT 20.0
#define BIOT      0.05
#define TB 16            /* time steps of a tile */
#define JT 2048          /* columns of a tile */
#define SK 8             /* lean per step: whole vectors stay aligned */

static int nx, ny;
static size_t ld;
static double *buf[2], *q;

#define ROW(b, i) (buf[b] + (size_t)(i) * ld + 7)      /* element j=1 is 64 byte aligned */
#define QROW(i) (q + (size_t)(i) * ld + 7)

static double *grid(size_t rows)
{
    static int count;   /* different offsets within a page: no 4K aliasing */
    double *p = aligned_alloc(64, rows * ld * sizeof(double) + 4096);
    if (!p) {
        fprintf(stderr, "heat2d: out of memory\n");
        exit(1);
    }
    p += 168 * count++;
    return p;
}

static void init_row(int i, double dt)
{
    double *t = ROW(0, i), *t2 = ROW(1, i), *s = QROW(i);
    int j;
    for (j = 0; j < ny + 2; j++) {
        t[j] = T_AMBIENT;
        t2[j] = T_AMBIENT;
        s[j] = 0.0;
    }
    if (i >= nx / 4 && i < nx / 2)
        for (j = ny / 3; j < 2 * ny / 3; j++)
            s[j] = dt * (0.4 + 0.1 * ((i * 7 + j * 3) % 5));
    if (i >= 3 && i <= nx && (i - 3) % 37 == 0)
        for (j = 5; j <= ny; j += 41)
            t[j] = -5.0;
}

static void row_edges(int b, int i)
{
    double *t = ROW(b, i);
    t[0] = t[1];
    t[ny + 1] = t[ny];
}

/* columns j0..j1 of row i into buffer b; q holds dt * q */
static inline void update_row(int b, int i, int j0, int j1, double cx, double cy)
{
    double *restrict d = ROW(b, i);
    const double *restrict c = ROW(b ^ 1, i), *restrict u = ROW(b ^ 1, i - 1);
    const double *restrict l = ROW(b ^ 1, i + 1), *restrict s = QROW(i);

#pragma omp simd simdlen(8)
    for (int j = j0; j <= j1; j++) {
        double c2 = 2.0 * c[j];
        double d2x = l[j] - c2 + u[j];
        double d2y = c[j + 1] - c2 + c[j - 1];
        d[j] = c[j] + cx * d2x + cy * d2y + s[j];
    }
    if (j0 == 1)
        d[0] = d[1];
    if (j1 == ny)
        d[ny + 1] = d[ny];
    if (i == nx) {
        double *restrict e = ROW(b, nx + 1);
        for (int j = j0; j <= j1; j++)
            e[j] = d[j] - BIOT * (d[j] - T_AMBIENT);
    }
}

/* advance tb steps from buffer b0; chunk boundaries cut[0..nc].  Inside a
 * chunk: column tiles leaning left by SK columns per step, in each of them a
 * wavefront over the rows, so that the working set stays in L1. */
static void block(int b0, int tb, int nc, const int *cut, double cx, double cy)
{
#pragma omp for schedule(static, 1)
    for (int c = 0; c < nc; c++) {
        int lo = cut[c], hi = cut[c + 1] - 1;
        int sl = c > 0, sr = c < nc - 1;
        for (int jb = 1; jb <= ny + SK * (tb - 1); jb += JT)
            for (int r = lo; r <= hi + tb; r++)
                for (int s = 1; s <= tb; s++) {
                    int i = r - (s - 1), j0 = jb - SK * (s - 1), j1 = j0 + JT - 1;
                    if (i < lo + sl * (s - 1) || i > hi - sr * (s - 1))
                        continue;
                    if (j0 < 1)
                        j0 = 1;
                    if (j1 > ny)
                        j1 = ny;
                    if (j0 <= j1)
                        update_row((b0 + s) & 1, i, j0, j1, cx, cy);
                }
    }
#pragma omp for schedule(static, 1)
    for (int c = 1; c < nc; c++)
        for (int s = 2; s <= tb; s++)
            for (int i = cut[c] - (s - 1); i <= cut[c] + s - 2; i++)
                update_row((b0 + s) & 1, i, 1, ny, cx, cy);
}

static double total_heat(int b)
{
    double sum = 0.0;
    for (int i = 1; i <= nx; i++) {
        const double *t = ROW(b, i);
        for (int j = 1; j <= ny; j++)
            sum += t[j];
    }
    return sum;
}

int main(int argc, char **argv)
{
    nx = argc > 1 ? atoi(argv[1]) : 900;
    ny = argc > 2 ? atoi(argv[2]) : 1100;
    int nsteps = argc > 3 ? atoi(argv[3]) : 400;
    double cx = 0.21, cy = 0.17, dt = 0.8;

    if (nx < 1 || ny < 1 || nsteps < 0) {
        fprintf(stderr, "usage: heat2d [nx [ny [nsteps]]]\n");
        return 1;
    }
    ld = ((size_t)ny + 2 + 7 + 7) / 8 * 8;
    if (ld % 64 == 0)
        ld += 8;
    buf[0] = grid(nx + 2);
    buf[1] = grid(nx + 2);
    q = grid(nx + 2);

    int nc = omp_get_max_threads(), tbmax;
    if (nc > nx / 8)
        nc = nx / 8 > 0 ? nx / 8 : 1;
    int *cut = malloc((nc + 1) * sizeof(int));
    for (int c = 0; c <= nc; c++)
        cut[c] = 1 + (int)((long)nx * c / nc);
    tbmax = TB;
    if (nc > 1 && nx / nc / 2 < tbmax)
        tbmax = nx / nc / 2;
    if (tbmax < 1)
        tbmax = 1;
    int report = nsteps / 4 > 0 ? nsteps / 4 : 1;

#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (int c = 0; c < nc; c++)
            for (int i = cut[c] - (c == 0); i < cut[c + 1] + (c == nc - 1); i++)
                init_row(i, dt);
#pragma omp single
        {
            for (int i = 1; i <= nx; i++)
                row_edges(0, i);
            for (int j = 1; j <= ny; j++) {
                double t = ROW(0, nx)[j];
                ROW(0, nx + 1)[j] = t - BIOT * (t - T_AMBIENT);
            }
            for (int b = 0; b < 2; b++)
                for (int j = 0; j < ny + 2; j++)
                    ROW(b, 0)[j] = T_WEST;
        }
        int n = 0;
        while (n < nsteps) {
            int tb = report - n % report;
            if (tb > tbmax)
                tb = tbmax;
            if (tb > nsteps - n)
                tb = nsteps - n;
            block(n & 1, tb, nc, cut, cx, cy);
            n += tb;
            if (n % report == 0) {
#pragma omp single
                printf("step %5d  heat %.10g  centre %.10g\n", n,
                       total_heat(n & 1), ROW(n & 1, (nx + 1) / 2)[(ny + 1) / 2]);
            }
        }
    }

    int b = nsteps & 1, hi = 1, hj = 1;
    double best = ROW(b, 1)[1];
    for (int i = 1; i <= nx; i++) {
        const double *t = ROW(b, i);
        double m = t[1];
#pragma omp simd reduction(max:m)
        for (int j = 1; j <= ny; j++)
            m = t[j] > m ? t[j] : m;
        if (m > best) {
            int j = 1;
            while (t[j] != m)
                j++;
            best = m;
            hi = i;
            hj = j;
        }
    }
    printf("hottest %.10g at %d,%d\n", best, hi, hj);
    printf("corners %.10g %.10g %.10g %.10g\n", ROW(b, 1)[1], ROW(b, 1)[ny],
           ROW(b, nx)[1], ROW(b, nx)[ny]);
    return 0;
}
