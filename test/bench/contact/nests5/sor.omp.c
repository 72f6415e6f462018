/* SOR, hand optimised.  The grid is stored by anti-diagonals (skewed), so the
 * lexicographic sweep becomes a vector loop along each diagonal; up to CHECK
 * sweeps run as a wavefront two diagonals apart, divided among the threads as
 * a pipeline. */
#pragma GCC target("prefer-vector-width=512")
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <sched.h>
#include <omp.h>

#define MAXN 1026
#define CHECK 20

static int nrow, ncol;
static size_t ld;
static double *P, *R, *W;   /* potential, charge, relaxation factor or 0 */

/* row r, column c in 0..n+1 lies on diagonal r+c */
#define AT(a, r, c) ((a)[(size_t)((r) + (c)) * ld + 7 + (r)])

static void put_electrode(int r0, int r1, int c0, int c1, double v)
{
    for (int r = r0; r <= r1; r++)
        for (int c = c0; c <= c1; c++)
            if (r >= 0 && r < nrow + 2 && c >= 0 && c < ncol + 2) {
                AT(P, r, c) = v;
                AT(W, r, c) = 0.0;
            }
}

static void put_charges(void)
{
    unsigned s = 99u;
    for (int n = 0; n < 400; n++) {
        s = s * 1103515245u + 12345u;
        int r = 1 + (int)((s >> 16) % (unsigned)nrow);
        s = s * 1103515245u + 12345u;
        int c = 1 + (int)((s >> 16) % (unsigned)ncol);
        AT(R, r, c) += (n & 1) ? 0.75 : -0.5;
    }
}

static void setup(double omega)
{
    int nd = nrow + ncol + 3;
#pragma omp parallel for schedule(static)
    for (int d = 0; d < nd; d++)
        for (size_t k = 0; k < ld; k++) {
            P[d * ld + k] = 0.0;
            R[d * ld + k] = 0.0;
            W[d * ld + k] = omega;
        }
    for (int c = 0; c < ncol + 2; c++) {
        AT(P, 0, c) = 1.0;
        AT(P, nrow + 1, c) = -1.0;
    }
    for (int r = 1; r <= nrow; r++) {
        double z = (double)r / (nrow + 1);
        AT(P, r, 0) = 1.0 - 2.0 * z;
        AT(P, r, ncol + 1) = 1.0 - 2.0 * z;
    }
    put_electrode(nrow / 4, nrow / 4 + 3, ncol / 5, ncol / 2, 3.0);
    put_electrode(nrow / 2, nrow / 2 + 1, ncol / 2, 4 * ncol / 5, -2.5);
    put_electrode(3 * nrow / 4, 3 * nrow / 4 + 8, ncol / 3, ncol / 3 + 8, 1.5);
    put_charges();
}

static inline void range(int d, int *lo, int *hi)
{
    *lo = d - ncol > 1 ? d - ncol : 1;
    *hi = d - 1 < nrow ? d - 1 : nrow;
}

static void relax(int d)
{
    int lo, hi;
    double *restrict p = P + (size_t)d * ld + 7;
    const double *restrict a = P + (size_t)(d - 1) * ld + 7;
    const double *restrict b = P + (size_t)(d + 1) * ld + 7;
    const double *restrict q = R + (size_t)d * ld + 7, *restrict w = W + (size_t)d * ld + 7;

    range(d, &lo, &hi);
#pragma omp simd simdlen(8)
    for (int r = lo; r <= hi; r++) {
        double gs = 0.25 * (a[r - 1] + b[r + 1] + a[r] + b[r] + q[r]);
        p[r] += w[r] * (gs - p[r]);
    }
}

static double diag_residual(int d, double worst)
{
    int lo, hi;
    const double *restrict p = P + (size_t)d * ld + 7;
    const double *restrict a = P + (size_t)(d - 1) * ld + 7;
    const double *restrict b = P + (size_t)(d + 1) * ld + 7;
    const double *restrict q = R + (size_t)d * ld + 7, *restrict w = W + (size_t)d * ld + 7;

    range(d, &lo, &hi);
#pragma omp simd simdlen(8) reduction(max:worst)
    for (int r = lo; r <= hi; r++) {
        double e = fabs(a[r - 1] + b[r + 1] + a[r] + b[r] + q[r] - 4.0 * p[r]);
        e = w[r] == 0.0 ? 0.0 : e;
        worst = e > worst ? e : worst;
    }
    return worst;
}

static struct { _Alignas(128) int done; } progress[256];

/* ns sweeps in total, this thread does [g0,g1) of them */
static void sweeps(int me, int g0, int g1)
{
    int dmax = nrow + ncol, g = g1 - g0, seen = 0;

    if (g == 0)
        return;
    for (int f = 2; f <= dmax + 2 * (g - 1); f++) {
        if (g0 > 0 && f <= dmax) {
            int need = f + 1 < dmax ? f + 1 : dmax, spin = 0;
            while (seen < need) {
                seen = __atomic_load_n(&progress[me - 1].done, __ATOMIC_ACQUIRE);
                if (seen < need && ++spin > 2000) {
                    sched_yield();
                    spin = 0;
                }
            }
        }
        for (int k = 0; k < g; k++) {
            int d = f - 2 * k;
            if (d >= 2 && d <= dmax)
                relax(d);
        }
        __atomic_store_n(&progress[me].done, f - 2 * (g - 1), __ATOMIC_RELEASE);
    }
}

static double field_energy(void)
{
    double e = 0.0;
    for (int r = 0; r <= nrow; r++)
        for (int c = 0; c <= ncol; c++) {
            double ex = AT(P, r, c + 1) - AT(P, r, c);
            double ey = AT(P, r + 1, c) - AT(P, r, c);
            e += 0.5 * (ex * ex + ey * ey);
        }
    return e;
}

int main(int argc, char **argv)
{
    int maxsweeps;
    double tol = 1e-7, res = 0.0, last = -1.0;

    nrow = argc > 1 ? atoi(argv[1]) : 760;
    ncol = argc > 2 ? atoi(argv[2]) : 840;
    maxsweeps = argc > 3 ? atoi(argv[3]) : 160;
    if (nrow < 1 || ncol < 1 || nrow > MAXN - 2 || ncol > MAXN - 2) {
        fprintf(stderr, "grid must be within 1..%d\n", MAXN - 2);
        return 1;
    }
    ld = ((size_t)nrow + 2 + 7 + 7) / 8 * 8;
    if (ld % 64 == 0)
        ld += 8;
    size_t bytes = (size_t)(nrow + ncol + 3) * ld * sizeof(double);
    P = aligned_alloc(64, bytes);
    R = aligned_alloc(64, bytes);
    W = aligned_alloc(64, bytes);
    if (!P || !R || !W)
        return 1;
    setup(1.9);

    int n = 0, stop = 0;
#pragma omp parallel
    {
        int me = omp_get_thread_num(), nt = omp_get_num_threads();
        if (nt > 256)
            abort();
        while (!stop && n < maxsweeps) {
            int ns = CHECK - n % CHECK;
            if (ns > maxsweeps - n)
                ns = maxsweeps - n;
            int use = nt < ns ? nt : ns;
            progress[me].done = 0;
#pragma omp barrier
            if (me < use)
                sweeps(me, (int)((long)ns * me / use), (int)((long)ns * (me + 1) / use));
#pragma omp barrier
#pragma omp single
            {
                n += ns;
                res = 0.0;
            }
            if (n % CHECK == 0) {
#pragma omp for schedule(static) reduction(max:res)
                for (int d = 2; d <= nrow + ncol; d++)
                    res = diag_residual(d, res);
#pragma omp single
                {
                    if (n % (4 * CHECK) == 0)
                        printf("sweep %d residual %.8e\n", n, res);
                    if (res < tol)
                        stop = 1;
                    last = res;
                }
            } else {
#pragma omp single
                last = -1.0;
            }
        }
    }
    if (last < 0.0) {
        last = 0.0;
        for (int d = 2; d <= nrow + ncol; d++)
            last = diag_residual(d, last);
    }
    printf("residual %.8e\n", last);
    printf("energy %.10g\n", field_energy());
    printf("centre %.10g  quarter %.10g\n", AT(P, (nrow + 1) / 2, (ncol + 1) / 2),
           AT(P, (nrow + 3) / 4, (ncol + 3) / 4));
    return 0;
}
