/* lsm.c - Bermudan put / strangle desk pricer, Longstaff-Schwartz with a
 * cubic basis, deterministic term structure of vol, antithetics.
 *   lsm [paths] [exercise dates]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

#define NB 4                            /* 1, x, x^2, x^3 */

typedef double (*payoff_fn)(double s, const void *ctx);

typedef struct { double k; } vanilla_ctx;
typedef struct { double klo, khi; } strangle_ctx;

typedef struct { const char *name; payoff_fn pay; const void *ctx; } product_t;

typedef struct {
    double s0, r, q;
    double vol[3], volt[3];             /* piecewise constant local vol */
    double T;
    int    ndates, substeps;
} market_t;

typedef struct {
    double price, stderr_, euro;
    long   exercised[8];
    double avg_tau;
} result_t;

static uint64_t g_seed = 20080915u;
#pragma omp threadprivate(g_seed)

static double uniform(void)
{
    g_seed = g_seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(g_seed >> 11) + 0.5) / 9007199254740992.0;
}

/* the generator n draws further on (Brown's jump ahead) */
static uint64_t jump(uint64_t x, uint64_t n)
{
    uint64_t a = 6364136223846793005ULL, c = 1442695040888963407ULL, ra = 1, rc = 0;
    for (; n; n >>= 1) {
        if (n & 1) {
            ra *= a;
            rc = rc * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    return ra * x + rc;
}

/* Acklam's inverse normal */
static double inv_norm(double p)
{
    static const double a[6] = { -3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
                                 1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00 };
    static const double b[5] = { -5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                                 6.680131188771972e+01, -1.328068155288572e+01 };
    static const double c[6] = { -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                                 -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00 };
    static const double d[4] = { 7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                                 3.754408661907416e+00 };
    double q, r;
    if (p < 0.02425) {
        q = sqrt(-2 * log(p));
        return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
               ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    }
    if (p > 1 - 0.02425)
        return -inv_norm(1 - p);
    q = p - 0.5;
    r = q * q;
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
           (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
}

static double pay_put(double s, const void *c)
{
    double k = ((const vanilla_ctx *)c)->k;
    return s < k ? k - s : 0.0;
}

static double pay_strangle(double s, const void *c)
{
    const strangle_ctx *x = c;
    return s < x->klo ? x->klo - s : s > x->khi ? 1.5 * (s - x->khi) : 0.0;
}

static double local_vol(const market_t *m, double t)
{
    int i = 0;
    while (i < 2 && t > m->volt[i])
        i++;
    return m->vol[i];
}

/* spots[d * npaths + p]: spot of path p at date d (1-based dates -> d-1) */
static void simulate(const market_t *m, double *spots, long npaths)
{
    double dt = m->T / (m->ndates * m->substeps), sq = sqrt(dt);
    uint64_t seed0 = g_seed, per = (uint64_t)m->ndates * m->substeps;
    #pragma omp parallel for schedule(dynamic, 1)
    for (long blk = 0; blk < npaths; blk += 512) {
    g_seed = jump(seed0, blk / 2 * per);
    for (long p = blk; p < npaths && p < blk + 512; p += 2) {
        double x1 = log(m->s0), x2 = x1, t = 0;
        for (int d = 0; d < m->ndates; d++) {
            for (int k = 0; k < m->substeps; k++) {
                double v = local_vol(m, t), z = inv_norm(uniform());
                double mu = (m->r - m->q - 0.5 * v * v) * dt;
                x1 += mu + v * sq * z;
                x2 += mu - v * sq * z;
                t += dt;
            }
            spots[d * npaths + p] = exp(x1);
            spots[d * npaths + p + 1] = exp(x2);
        }
    }
    }
    g_seed = jump(seed0, npaths / 2 * per);
}

/* symmetric positive definite solve, in place Cholesky; 0 if singular */
static int solve_spd(double A[NB][NB], double *b)
{
    for (int i = 0; i < NB; i++) {
        for (int j = 0; j <= i; j++) {
            double s = A[i][j];
            for (int k = 0; k < j; k++)
                s -= A[i][k] * A[j][k];
            if (i == j) {
                if (s <= 1e-14)
                    return 0;
                A[i][i] = sqrt(s);
            } else
                A[i][j] = s / A[j][j];
        }
    }
    for (int i = 0; i < NB; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= A[i][k] * b[k];
        b[i] /= A[i][i];
    }
    for (int i = NB - 1; i >= 0; i--) {
        for (int k = i + 1; k < NB; k++)
            b[i] -= A[k][i] * b[k];
        b[i] /= A[i][i];
    }
    return 1;
}

static result_t price(const product_t *pr, const market_t *m, const double *spots, long n)
{
    result_t res;
    double *cf = malloc(n * sizeof *cf);
    int *when = malloc(n * sizeof *when);
    double dt = m->T / m->ndates, df = exp(-m->r * dt);
    memset(&res, 0, sizeof res);
    if (!cf || !when) {
        perror("lsm");
        exit(1);
    }
    for (long p = 0; p < n; p++) {
        cf[p] = pr->pay(spots[(m->ndates - 1) * n + p], pr->ctx);
        when[p] = m->ndates;
        res.euro += cf[p];
    }
    res.euro *= exp(-m->r * m->T) / n;
    for (int d = m->ndates - 2; d >= 0; d--) {
        const double *s = spots + d * n;
        double A[NB][NB] = { { 0 } }, b[NB] = { 0 };
        long itm = 0;
        for (long p = 0; p < n; p++) {
            cf[p] *= df;
            if (pr->pay(s[p], pr->ctx) > 0) {
                double x = s[p] / m->s0 - 1, f[NB] = { 1, x, x * x, x * x * x };
                for (int i = 0; i < NB; i++) {
                    for (int j = 0; j <= i; j++)
                        A[i][j] += f[i] * f[j];
                    b[i] += f[i] * cf[p];
                }
                itm++;
            }
        }
        if (itm < 4 * NB || !solve_spd(A, b))
            continue;
        for (long p = 0; p < n; p++) {
            double now = pr->pay(s[p], pr->ctx);
            if (now > 0) {
                double x = s[p] / m->s0 - 1;
                if (now > b[0] + x * (b[1] + x * (b[2] + x * b[3]))) {
                    cf[p] = now;
                    when[p] = d + 1;
                }
            }
        }
    }
    double sum = 0, sum2 = 0;
    for (long p = 0; p < n; p++) {
        double v = cf[p] * df;
        sum += v;
        sum2 += v * v;
        res.avg_tau += when[p] * dt;
        res.exercised[(when[p] - 1) * 8 / m->ndates]++;
    }
    res.price = sum / n;
    res.stderr_ = sqrt((sum2 / n - res.price * res.price) / n);
    res.avg_tau /= n;
    free(cf);
    free(when);
    return res;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 130000;
    market_t m = { 100, 0.04, 0.01, { 0.22, 0.30, 0.26 }, { 0.3, 0.7, 9 }, 1.0, 50, 3 };
    static const vanilla_ctx k0 = { 90 }, k1 = { 100 }, k2 = { 110 };
    static const strangle_ctx k3 = { 92, 115 };
    const product_t book[4] = { { "put90", pay_put, &k0 }, { "put100", pay_put, &k1 },
                                { "put110", pay_put, &k2 }, { "strangle", pay_strangle, &k3 } };
    if (argc > 2) m.ndates = atoi(argv[2]);
    if (n < 100 || m.ndates < 2) { fprintf(stderr, "usage: lsm [paths>=100] [dates>=2]\n"); return 2; }
    n += n & 1;
    double *spots = malloc(sizeof(double) * n * m.ndates);
    if (!spots) { fprintf(stderr, "lsm: out of memory\n"); return 1; }
    simulate(&m, spots, n);
    /* the sums must keep their order: go parallel over the book and, within
       a product, leave the order of the paths alone */
    result_t rs[4];
    #pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < 4; i++)
        rs[i] = price(&book[i], &m, spots, n);
    for (int i = 0; i < 4; i++) {
        result_t r = rs[i];
        printf("%-9s %.15f +- %.12f euro %.15f tau %.12f ex", book[i].name, r.price, r.stderr_, r.euro, r.avg_tau);
        for (int k = 0; k < 8; k++) printf(" %ld", r.exercised[k]);
        printf("\n");
    }
    printf("rng %016llx\n", (unsigned long long)g_seed);
    free(spots);
    return 0;
}
