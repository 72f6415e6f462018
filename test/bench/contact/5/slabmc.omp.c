// SPDX-License-Identifier: Apache-2.0
/* One-group Monte Carlo transport of neutrons through a stack of slabs:
 * implicit capture, Russian roulette, Henyey-Greenstein scattering, track
 * length flux tally.  Histories come in batches, which give the error bars.
 * Random numbers: 63-bit LCG with a fixed stride per history, so a history
 * does not depend on how many numbers the one before it used.
 *
 * slabmc [batches] [histories per batch]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned long long u64;

#define RN_MULT 3512401965023503517ULL
#define RN_MASK ((1ULL << 63) - 1)
#define RN_STRIDE 152917ULL
#define NBINS 80
#define W_CUT 0.05
#define W_KEEP 0.2

struct slab { double thick, sigma_t, ratio, aniso; };

static const struct slab stack[] = {
    { 1.5, 0.80, 0.95, 0.30 },      /* moderator */
    { 0.4, 3.20, 0.35, 0.00 },      /* absorber  */
    { 2.0, 0.60, 0.98, 0.60 },      /* water     */
    { 0.8, 2.00, 0.90, -0.20 },     /* reflector */
};
#define NSLABS ((int)(sizeof stack / sizeof stack[0]))

struct tally {
    double leak_left, leak_right;
    double absorbed[NSLABS];
    double flux[NBINS];
    long collisions, killed;
};

struct score { double sum, sq; };

static double edge[NSLABS + 1];
static u64 rn_state;
#pragma omp threadprivate(rn_state)
static u64 stride_mult, stride_add;

static void rn_setup(void)
{
    u64 m = 1, a = 0;
    for (u64 i = 0; i < RN_STRIDE; i++) {       /* compose stride steps */
        m = (m * RN_MULT) & RN_MASK;
        a = (a * RN_MULT + 1) & RN_MASK;
    }
    stride_mult = m;
    stride_add = a;
}

/* seed of the n-th history after the given one */
static u64 rn_skip(u64 from, u64 n)
{
    u64 m = stride_mult, a = stride_add, gm = 1, ga = 0;
    for (; n; n >>= 1) {
        if (n & 1) {
            gm = (gm * m) & RN_MASK;
            ga = (ga * m + a) & RN_MASK;
        }
        a = (a * m + a) & RN_MASK;
        m = (m * m) & RN_MASK;
    }
    return (from * gm + ga) & RN_MASK;
}

static double rn(void)
{
    rn_state = (rn_state * RN_MULT + 1) & RN_MASK;
    return ((rn_state >> 10) + 0.5) * (1.0 / 9007199254740992.0);
}

static double scatter_cosine(double g)
{
    double u = 2 * rn() - 1;
    if (fabs(g) < 1e-6)
        return u;
    double t = (1 - g * g) / (1 + g * u);
    double m = (1 + g * g - t * t) / (2 * g);
    return m > 1 ? 1 : m < -1 ? -1 : m;
}

static void score_track(struct tally *t, double x0, double x1, double mu, double weight)
{
    double lo = x0 < x1 ? x0 : x1, hi = x0 < x1 ? x1 : x0;
    double h = edge[NSLABS] / NBINS;
    int first = (int)(lo / h), last = (int)(hi / h);
    if (last >= NBINS)
        last = NBINS - 1;
    for (int b = first; b <= last; b++) {
        double from = b * h > lo ? b * h : lo;
        double to = (b + 1) * h < hi ? (b + 1) * h : hi;
        if (to > from)
            t->flux[b] += weight * (to - from) / fabs(mu);
    }
}

static void history(struct tally *t)
{
    double x = 0, mu = sqrt(rn()), weight = 1;
    int s = 0;

    for (;;) {
        double path = -log(rn()) / stack[s].sigma_t;
        double nx = x + path * mu;
        if (fabs(mu) < 1e-9)
            mu = 1e-9;
        if (nx >= edge[s + 1]) {
            score_track(t, x, edge[s + 1], mu, weight);
            x = edge[s + 1];
            if (++s == NSLABS) {
                t->leak_right += weight;
                return;
            }
            continue;
        }
        if (nx <= edge[s]) {
            score_track(t, x, edge[s], mu, weight);
            x = edge[s];
            if (--s < 0) {
                t->leak_left += weight;
                return;
            }
            continue;
        }
        score_track(t, x, nx, mu, weight);
        x = nx;
        t->collisions++;
        t->absorbed[s] += weight * (1 - stack[s].ratio);
        weight *= stack[s].ratio;
        if (weight < W_CUT) {
            if (rn() * W_KEEP > weight) {
                t->killed++;
                return;
            }
            weight = W_KEEP;
        }
        double c = scatter_cosine(stack[s].aniso), phi = 6.283185307179586 * rn();
        mu = mu * c + sqrt((1 - mu * mu) * (1 - c * c)) * cos(phi);
        if (mu > 1) mu = 1;
        if (mu < -1) mu = -1;
    }
}

static void add(struct score *s, double v)
{
    s->sum += v;
    s->sq += v * v;
}

static void report(const char *what, const struct score *s, int n)
{
    double mean = s->sum / n, var = (s->sq / n - mean * mean) / (n - 1);
    printf("%-14s %.8f +- %.8f\n", what, mean, sqrt(var > 0 ? var : 0));
}

int main(int argc, char **argv)
{
    int batches = argc > 1 ? atoi(argv[1]) : 100;
    int per = argc > 2 ? atoi(argv[2]) : 10000;
    struct score left = { 0, 0 }, right = { 0, 0 }, absorbed[NSLABS], flux[NBINS];
    long collisions = 0, killed = 0;

    if (batches < 2 || per < 1) {
        fprintf(stderr, "usage: slabmc [batches >= 2] [histories per batch]\n");
        return 1;
    }
    memset(absorbed, 0, sizeof absorbed);
    memset(flux, 0, sizeof flux);
    for (int s = 0; s < NSLABS; s++)
        edge[s + 1] = edge[s] + stack[s].thick;

    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    rn_setup();
    u64 seed = 19073486328125ULL;
    #pragma omp parallel for schedule(dynamic, 1) ordered
    for (int b = 0; b < batches; b++) {
        struct tally t;
        u64 own = rn_skip(seed, (u64)b * per);
        memset(&t, 0, sizeof t);
        for (int h = 0; h < per; h++) {
            rn_state = own;
            history(&t);
            own = (own * stride_mult + stride_add) & RN_MASK;
        }
        #pragma omp ordered
        {
        add(&left, t.leak_left / per);
        add(&right, t.leak_right / per);
        for (int s = 0; s < NSLABS; s++)
            add(&absorbed[s], t.absorbed[s] / per);
        for (int i = 0; i < NBINS; i++)
            add(&flux[i], t.flux[i] / per / (edge[NSLABS] / NBINS));
        collisions += t.collisions;
        killed += t.killed;
        }
    }
    seed = rn_skip(seed, (u64)batches * per);
    clock_gettime(CLOCK_MONOTONIC, &t1);

    report("reflected", &left, batches);
    report("transmitted", &right, batches);
    for (int s = 0; s < NSLABS; s++) {
        char name[32];
        snprintf(name, sizeof name, "absorbed in %d", s);
        report(name, &absorbed[s], batches);
    }
    for (int i = 0; i < NBINS; i += 8) {
        char name[32];
        snprintf(name, sizeof name, "flux bin %d", i);
        report(name, &flux[i], batches);
    }
    printf("collisions %ld killed %ld last seed %llu\n", collisions, killed, seed);
    fprintf(stderr, "time %.3f\n", t1.tv_sec - t0.tv_sec + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    return 0;
}
