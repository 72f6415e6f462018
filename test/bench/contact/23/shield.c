/*
 * shield -- analog Monte Carlo for neutrons through a layered shield
 *
 * 1-D slabs, three energy groups, isotropic-ish scattering with a linear
 * anisotropy, (n,2n) secondaries kept in a small bank.  Results are batch
 * means with standard errors.   shield [batches] [histories per batch]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NGROUP 3
#define NLAYER 5
#define NZONE  60
#define NBANK  256

struct layer {
    double thick;
    double sigt[NGROUP];
    double siga[NGROUP];
    double down[NGROUP];      /* prob. of slowing down per scatter */
    double n2n;               /* only in group 0 */
    double mubar;
};

struct neutron {
    double x, mu, w;
    int    g;
};

static const struct layer mat[NLAYER] = {
    {  4.0, {0.25, 0.45, 0.60}, {0.01, 0.01, 0.02}, {0.10, 0.05, 0.0}, 0.03, 0.10 },  /* steel */
    { 20.0, {0.12, 0.60, 1.20}, {0.00, 0.01, 0.03}, {0.45, 0.40, 0.0}, 0.00, 0.35 },  /* water */
    {  3.0, {0.30, 0.40, 0.50}, {0.01, 0.01, 0.02}, {0.08, 0.04, 0.0}, 0.08, 0.05 },  /* lead  */
    { 12.0, {0.11, 0.55, 1.60}, {0.01, 0.04, 0.90}, {0.40, 0.35, 0.0}, 0.00, 0.30 },  /* boronated poly */
    { 25.0, {0.15, 0.30, 0.45}, {0.01, 0.01, 0.03}, {0.15, 0.10, 0.0}, 0.00, 0.15 },  /* concrete */
};

static double edge[NLAYER + 1];       /* layer boundaries */
static double width;                  /* zone width */

/* tallies of the current batch */
static double flux[NZONE][NGROUP];
static double leak_front, leak_back, absorbed;
static int    n_coll, n_lost;

/* accumulated over batches */
static double flux_sum[NZONE][NGROUP], flux_sq[NZONE][NGROUP];
static double leak_sum, leak_sq, refl_sum, abs_sum;
static long   coll_total;
static int    lost_total, max_bank;

static struct neutron bank[NBANK];
static int nbank;

static unsigned long long rng_state;

static double uniform(void)
{
    rng_state = rng_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((rng_state >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

static int find_layer(double x)
{
    int l = 0;
    while (l < NLAYER - 1 && x >= edge[l + 1])
        l++;
    return l;
}

/* track length estimator, flight from x to x + s*mu */
static void score_track(double x, double mu, double s, double w, int g)
{
    double x2 = x + s * mu;
    double lo = x < x2 ? x : x2, hi = x < x2 ? x2 : x;
    int i = (int)(lo / width), j = (int)(hi / width), k;

    if (i < 0) i = 0;
    if (j > NZONE - 1) j = NZONE - 1;
    if (i >= j) {
        flux[i < NZONE ? i : NZONE - 1][g] += w * s;
        return;
    }
    for (k = i; k <= j; k++) {
        double a = k * width, b = a + width;
        if (a < lo) a = lo;
        if (b > hi) b = hi;
        flux[k][g] += w * (b - a) / fabs(mu);
    }
}

static void push(const struct neutron *p)
{
    if (nbank >= NBANK) {
        n_lost++;
        return;
    }
    bank[nbank++] = *p;
    if (nbank > max_bank)
        max_bank = nbank;
}

static double new_direction(double mubar)
{
    double mu;
    do
        mu = 2.0 * uniform() - 1.0;
    while (uniform() * (1.0 + 3.0 * mubar) > 1.0 + 3.0 * mubar * mu && mubar > 0.0);
    if (fabs(mu) < 1e-6)
        mu = 1e-6;
    return mu;
}

static void history(struct neutron n)
{
    for (;;) {
        int l = find_layer(n.x);
        const struct layer *m = &mat[l];
        double s = -log(uniform()) / m->sigt[n.g];
        double wall = ((n.mu > 0.0 ? edge[l + 1] : edge[l]) - n.x) / n.mu;

        if (s >= wall) {                      /* crosses a boundary */
            score_track(n.x, n.mu, wall, n.w, n.g);
            if (n.mu > 0.0 && l == NLAYER - 1) { leak_back += n.w; return; }
            if (n.mu < 0.0 && l == 0) { leak_front += n.w; return; }
            n.x = n.mu > 0.0 ? edge[l + 1] : edge[l] - 1e-9;
            continue;
        }
        score_track(n.x, n.mu, s, n.w, n.g);
        n.x += s * n.mu;
        n_coll++;
        absorbed += n.w * m->siga[n.g] / m->sigt[n.g];
        n.w *= 1.0 - m->siga[n.g] / m->sigt[n.g];
        if (n.w < 0.1) {                      /* roulette */
            if (uniform() > n.w / 0.5)
                return;
            n.w = 0.5;
        }
        if (n.g == 0 && m->n2n > 0.0 && uniform() < m->n2n) {
            struct neutron t = n;
            t.g = 1;
            t.mu = new_direction(0.0);
            push(&t);
        }
        if (uniform() < m->down[n.g])
            n.g++;
        n.mu = new_direction(m->mubar);
    }
}

int main(int argc, char **argv)
{
    int nbatch = argc > 1 ? atoi(argv[1]) : 90;
    int nhist = argc > 2 ? atoi(argv[2]) : 3000;
    int b, h, i, g;

    if (nbatch < 2 || nhist < 1) {
        fprintf(stderr, "shield: need at least 2 batches\n");
        return 1;
    }
    for (i = 0; i < NLAYER; i++)
        edge[i + 1] = edge[i] + mat[i].thick;
    width = edge[NLAYER] / NZONE;

    for (b = 0; b < nbatch; b++) {
        memset(flux, 0, sizeof flux);
        leak_front = leak_back = absorbed = 0.0;
        n_coll = n_lost = 0;
        rng_state = 88172645463325252ULL + (unsigned long long)b * 0x9E3779B97F4A7C15ULL;
        for (h = 0; h < nhist; h++) {
            struct neutron src = { 0.0, sqrt(uniform()), 1.0, 0 };
            push(&src);
            while (nbank > 0)
                history(bank[--nbank]);
        }
        for (i = 0; i < NZONE; i++)
            for (g = 0; g < NGROUP; g++) {
                double f = flux[i][g] / nhist / width;
                flux_sum[i][g] += f;
                flux_sq[i][g] += f * f;
            }
        leak_sum += leak_back / nhist;
        leak_sq += leak_back / nhist * (leak_back / nhist);
        refl_sum += leak_front / nhist;
        abs_sum += absorbed / nhist;
        coll_total += n_coll;
        lost_total += n_lost;
    }

    printf("# x  fast  err  epithermal  err  thermal  err\n");
    for (i = 0; i < NZONE; i += 3) {
        printf("%6.2f", (i + 0.5) * width);
        for (g = 0; g < NGROUP; g++) {
            double mean = flux_sum[i][g] / nbatch;
            double var = (flux_sq[i][g] / nbatch - mean * mean) / (nbatch - 1);
            printf("  %.8e %.2e", mean, sqrt(var > 0.0 ? var : 0.0));
        }
        printf("\n");
    }
    printf("transmission %.10e +- %.3e\n", leak_sum / nbatch,
           sqrt(fabs(leak_sq / nbatch - leak_sum / nbatch * (leak_sum / nbatch)) / (nbatch - 1)));
    printf("reflection   %.10e\nabsorption   %.10e\n", refl_sum / nbatch, abs_sum / nbatch);
    printf("collisions %ld  lost %d  deepest bank %d\n", coll_total, lost_total, max_bank);
    return 0;
}
