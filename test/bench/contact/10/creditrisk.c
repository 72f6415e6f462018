/*
 * creditrisk - default simulation of a loan book under a multi-factor copula.
 *
 * usage: creditrisk [obligors] [scenarios] [seed]
 *
 * Asset values follow  X_i = a_i*G + b_i*S_sector(i) + c_i*e_i  (Gaussian copula)
 * or the same divided by sqrt(chi2_4/4) (Student-t copula, 4 d.o.f.).
 * An obligor defaults when X_i falls below the quantile of its PD.
 * Reported: EL, volatility, VaR / ES, distribution of the default count and
 * the names that contribute most to the expected shortfall.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_SECTOR 9
#define N_RATING 7
#define DEF_BUCKETS 24

enum copula { GAUSSIAN, STUDENT4 };

typedef struct {
    int sector, rating;
    double ead, lgd_lo, lgd_hi;
    double a, b, c;              /* global, sector, idiosyncratic loading */
    double thr_gauss, thr_t4;
} obligor;

typedef struct {
    int n;
    obligor *ob;
    double total_ead;
    double chol[N_SECTOR][N_SECTOR];
} book;

typedef struct {
    uint64_t s;
    int have;
    double spare;
} rng;

static const double rating_pd[N_RATING] = {
    0.0003, 0.0008, 0.0020, 0.0065, 0.0180, 0.0480, 0.1400
};

static void rng_seed(rng *r, uint64_t seed, uint64_t stream)
{
    r->s = seed * 0x9E3779B97F4A7C15ull ^ (stream + 1) * 0xD1342543DE82EF95ull;
    r->have = 0;
}

static double rng_u(rng *r)
{
    uint64_t z = (r->s += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

static double rng_normal(rng *r)
{
    double u, v, q;
    if (r->have) { r->have = 0; return r->spare; }
    do {
        u = 2.0 * rng_u(r) - 1.0;
        v = 2.0 * rng_u(r) - 1.0;
        q = u * u + v * v;
    } while (q >= 1.0 || q == 0.0);
    q = sqrt(-2.0 * log(q) / q);
    r->spare = v * q;
    r->have = 1;
    return u * q;
}

/* normal quantile by bisection on erfc; only used while building the book */
static double normal_quantile(double p)
{
    double lo = -9.0, hi = 9.0;
    for (int it = 0; it < 80; it++) {
        double mid = 0.5 * (lo + hi);
        if (0.5 * erfc(-mid / sqrt(2.0)) < p) lo = mid; else hi = mid;
    }
    return 0.5 * (lo + hi);
}

static double t4_quantile(double p)
{
    double al = 4.0 * p * (1.0 - p);
    double q = cos(acos(sqrt(al)) / 3.0) / sqrt(al);
    double t = 2.0 * sqrt(q - 1.0);
    return p < 0.5 ? -t : t;
}

static void build_book(book *bk, int n, uint64_t seed)
{
    rng r;
    double rho[N_SECTOR][N_SECTOR];
    rng_seed(&r, seed, 0xABCDEF);
    bk->n = n;
    bk->ob = malloc(sizeof *bk->ob * (size_t)n);
    bk->total_ead = 0.0;
    for (int i = 0; i < n; i++) {
        obligor *o = &bk->ob[i];
        double u = rng_u(&r);
        o->sector = (int)(rng_u(&r) * N_SECTOR);
        o->rating = (int)(N_RATING * sqrt(u) * 0.999);
        if (o->rating > 3 && rng_u(&r) < 0.5) o->rating -= 2;
        o->ead = 0.2e6 * exp(1.1 * rng_normal(&r));
        o->lgd_lo = 0.15 + 0.2 * rng_u(&r);
        o->lgd_hi = o->lgd_lo + 0.45 * rng_u(&r);
        o->a = 0.25 + 0.2 * rng_u(&r);
        o->b = 0.15 + 0.25 * rng_u(&r);
        o->c = sqrt(1.0 - o->a * o->a - o->b * o->b);
        o->thr_gauss = normal_quantile(rating_pd[o->rating]);
        o->thr_t4 = t4_quantile(rating_pd[o->rating]);
        bk->total_ead += o->ead;
    }
    for (int i = 0; i < N_SECTOR; i++)
        for (int j = 0; j < N_SECTOR; j++)
            rho[i][j] = i == j ? 1.0 : 0.45 * exp(-0.3 * abs(i - j));
    memset(bk->chol, 0, sizeof bk->chol);
    for (int i = 0; i < N_SECTOR; i++)
        for (int j = 0; j <= i; j++) {
            double s = rho[i][j];
            for (int k = 0; k < j; k++) s -= bk->chol[i][k] * bk->chol[j][k];
            bk->chol[i][j] = i == j ? sqrt(s) : s / bk->chol[j][j];
        }
}

static void draw_factors(const book *bk, rng *r, double *global, double sect[N_SECTOR])
{
    double z[N_SECTOR];
    *global = rng_normal(r);
    for (int k = 0; k < N_SECTOR; k++) z[k] = rng_normal(r);
    for (int i = 0; i < N_SECTOR; i++) {
        sect[i] = 0.0;
        for (int k = 0; k <= i; k++) sect[i] += bk->chol[i][k] * z[k];
    }
}

static double loss_given_default(const obligor *o, rng *r, double global)
{
    double l = o->lgd_lo + (o->lgd_hi - o->lgd_lo) * rng_u(r) - 0.04 * global;
    return (l < 0.05 ? 0.05 : l > 1.0 ? 1.0 : l) * o->ead;
}

/* One scenario. hits[] counts defaults per name, contrib[] (may be NULL)
 * accumulates the loss per name. Returns the loss of the book. */
static double run_scenario(const book *bk, enum copula model, uint64_t seed, int id,
                           int *ndef, long *hits, double *contrib)
{
    rng r;
    double global, sect[N_SECTOR], scale = 1.0, loss = 0.0;
    rng_seed(&r, seed + 7919u * (unsigned)model, (uint64_t)id);
    draw_factors(bk, &r, &global, sect);
    if (model == STUDENT4) {
        double u1 = rng_u(&r), u2 = rng_u(&r);
        scale = sqrt(-2.0 * log(u1 * u2) / 4.0);
    }
    *ndef = 0;
    for (int i = 0; i < bk->n; i++) {
        const obligor *o = &bk->ob[i];
        double thr = (model == STUDENT4 ? o->thr_t4 : o->thr_gauss) * scale;
        double x = o->a * global + o->b * sect[o->sector] + o->c * rng_normal(&r);
        if (x >= thr) continue;
        double l = loss_given_default(o, &r, global);
        loss += l;
        ++*ndef;
        if (hits) hits[i]++;
        if (contrib) contrib[i] += l;
    }
    return loss;
}

static int cmp_double(const void *pa, const void *pb)
{
    double a = *(const double *)pa, b = *(const double *)pb;
    return (a > b) - (a < b);
}

static void simulate(const book *bk, enum copula model, int nscen, uint64_t seed)
{
    static const double levels[] = { 0.5, 0.9, 0.95, 0.99, 0.995, 0.999 };
    double *loss = malloc(sizeof *loss * (size_t)nscen);
    double *sorted = malloc(sizeof *sorted * (size_t)nscen);
    long *hits = calloc((size_t)bk->n, sizeof *hits);
    double *contrib = calloc((size_t)bk->n, sizeof *contrib);
    long buckets[DEF_BUCKETS] = { 0 };
    double sum = 0.0, sq = 0.0;

    for (int s = 0; s < nscen; s++) {
        int nd;
        loss[s] = run_scenario(bk, model, seed, s, &nd, hits, NULL);
        sum += loss[s];
        sq += loss[s] * loss[s];
        nd /= 4;
        buckets[nd < DEF_BUCKETS ? nd : DEF_BUCKETS - 1]++;
    }

    memcpy(sorted, loss, sizeof *loss * (size_t)nscen);
    qsort(sorted, (size_t)nscen, sizeof *sorted, cmp_double);
    double mean = sum / nscen;
    printf("== %s copula, %d scenarios\n", model == GAUSSIAN ? "gaussian" : "student-t4", nscen);
    printf("EAD %.2f  EL %.4f  sd %.4f\n", bk->total_ead, mean, sqrt(sq / nscen - mean * mean));
    for (size_t k = 0; k < sizeof levels / sizeof *levels; k++) {
        int at = (int)(levels[k] * nscen);
        double tail = 0.0;
        for (int i = at; i < nscen; i++) tail += sorted[i];
        printf("  q%.3f  VaR %14.4f  ES %14.4f\n", levels[k], sorted[at], tail / (nscen - at));
    }
    printf("defaults/4:");
    for (int k = 0; k < DEF_BUCKETS; k++) printf(" %ld", buckets[k]);
    printf("\n");

    /* replay the tail to attribute the shortfall to names */
    double var99 = sorted[(int)(0.99 * nscen)];
    int ntail = 0;
    for (int s = 0; s < nscen; s++) {
        int nd;
        if (loss[s] < var99) continue;
        run_scenario(bk, model, seed, s, &nd, NULL, contrib);
        ntail++;
    }
    for (int k = 0; k < 5; k++) {
        int best = 0;
        for (int i = 1; i < bk->n; i++)
            if (contrib[i] > contrib[best]) best = i;
        printf("  name %4d rating %d sector %d  hits %6ld  ES contribution %.4f\n", best,
               bk->ob[best].rating, bk->ob[best].sector, hits[best], contrib[best] / ntail);
        contrib[best] = -1.0;
    }
    free(loss); free(sorted); free(hits); free(contrib);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 600;
    int nscen = argc > 2 ? atoi(argv[2]) : 36000;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 20240607;
    book bk;
    build_book(&bk, n, seed);
    simulate(&bk, GAUSSIAN, nscen, seed);
    simulate(&bk, STUDENT4, nscen, seed);
    free(bk.ob);
    return 0;
}
