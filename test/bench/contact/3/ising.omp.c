// SPDX-License-Identifier: Apache-2.0
/*
 * 2-D Ising model on a torus, Metropolis updates in checkerboard order.
 * Scans a few temperatures and prints energy, |m|, specific heat and
 * acceptance.  Random numbers come from a counter-based hash, so a site's
 * number depends only on (seed, sweep, site).
 *
 * ising [L] [sweeps per temperature] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>
#include <time.h>

struct lattice {
    int L;
    signed char *spin;
    uint64_t seed;
    uint64_t sweep;
};

struct stats {
    double e, e2, m;
    long accepted, tried;
    int samples;
};

static uint32_t hash_rng(uint64_t seed, uint64_t sweep, uint64_t site)
{
    uint64_t z = seed ^ (sweep * 0x9E3779B97F4A7C15ULL) ^ (site * 0xD1B54A32D192ED03ULL);
    z ^= z >> 32;
    z *= 0xBF58476D1CE4E5B9ULL;
    z ^= z >> 29;
    z *= 0x94D049BB133111EBULL;
    return (uint32_t)(z >> 32);
}

static int lattice_init(struct lattice *lat, int L, uint64_t seed)
{
    lat->L = L;
    lat->seed = seed;
    lat->sweep = 0;
    lat->spin = malloc((size_t)L * L);
    if (lat->spin == NULL)
        return -1;
    #pragma omp parallel for schedule(static)
    for (int k = 0; k < L * L; k++)
        lat->spin[k] = (hash_rng(seed, 0, k) & 1) ? 1 : -1;
    return 0;
}

static inline int neighbour_sum(const struct lattice *lat, int i, int j)
{
    int L = lat->L;
    int up = i == 0 ? L - 1 : i - 1, down = i == L - 1 ? 0 : i + 1;
    int left = j == 0 ? L - 1 : j - 1, right = j == L - 1 ? 0 : j + 1;
    return lat->spin[up * L + j] + lat->spin[down * L + j]
         + lat->spin[i * L + left] + lat->spin[i * L + right];
}

static long half_sweep(struct lattice *lat, int parity, const uint32_t threshold[5])
{
    int L = lat->L;
    long accepted = 0;

    #pragma omp parallel for schedule(static) reduction(+:accepted)
    for (int i = 0; i < L; i++) {
        for (int j = (i + parity) & 1; j < L; j += 2) {
            int s = lat->spin[i * L + j];
            int ds = s * neighbour_sum(lat, i, j);      /* -4 .. 4, dE = 2 ds */
            if (ds <= 0 || hash_rng(lat->seed, lat->sweep, (uint64_t)i * L + j) < threshold[ds]) {
                lat->spin[i * L + j] = (signed char)-s;
                accepted++;
            }
        }
    }
    return accepted;
}

static void measure(const struct lattice *lat, struct stats *st)
{
    int L = lat->L;
    long e = 0, m = 0;

    #pragma omp parallel for schedule(static) reduction(+:e, m)
    for (int i = 0; i < L; i++) {
        int down = (i + 1) % L;
        for (int j = 0; j < L; j++) {
            int s = lat->spin[i * L + j];
            e -= s * (lat->spin[down * L + j] + lat->spin[i * L + (j + 1) % L]);
            m += s;
        }
    }
    double n = (double)L * L;
    st->e += e / n;
    st->e2 += (e / n) * (e / n);
    st->m += labs(m) / n;
    st->samples++;
}

static struct stats run_temperature(struct lattice *lat, double temp, int sweeps)
{
    struct stats st = { 0 };
    uint32_t threshold[5];

    for (int ds = 0; ds <= 4; ds++) {
        double p = exp(-2.0 * ds / temp);
        threshold[ds] = p >= 1.0 ? UINT32_MAX : (uint32_t)(p * 4294967296.0);
    }
    for (int t = 0; t < sweeps; t++) {
        lat->sweep++;
        st.accepted += half_sweep(lat, 0, threshold);
        st.accepted += half_sweep(lat, 1, threshold);
        st.tried += (long)lat->L * lat->L;
        if (t >= sweeps / 3)
            measure(lat, &st);
    }
    return st;
}

int main(int argc, char **argv)
{
    int L = argc > 1 ? atoi(argv[1]) : 384;
    int sweeps = argc > 2 ? atoi(argv[2]) : 160;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 20240611ULL;
    const double temps[] = { 1.5, 2.0, 2.2, 2.269, 2.4, 3.0 };
    int ntemps = sizeof temps / sizeof temps[0];
    struct lattice lat;
    struct timespec a, b;

    if (L < 2 || L % 2 != 0) {
        fprintf(stderr, "L must be even\n");
        return 1;
    }
    if (lattice_init(&lat, L, seed) != 0) {
        perror("malloc");
        return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
    printf("     T         E       |M|         C   accept\n");
    for (int k = ntemps - 1; k >= 0; k--) {
        struct stats st = run_temperature(&lat, temps[k], sweeps);
        double e = st.e / st.samples, var = st.e2 / st.samples - e * e;
        printf("%6.3f %9.5f %9.5f %9.4f %8.4f\n", temps[k], e, st.m / st.samples,
               var * L * L / (temps[k] * temps[k]), (double)st.accepted / st.tried);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "time: %.3f s\n", (b.tv_sec - a.tv_sec) + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(lat.spin);
    return 0;
}
