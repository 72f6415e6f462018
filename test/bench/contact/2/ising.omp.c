// SPDX-License-Identifier: Apache-2.0
/* 2-D Ising model, checkerboard Metropolis with a counter-based random
 * number per site; scans temperature and prints observables. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>
#include <time.h>

typedef struct {
    int L;
    signed char *spin;
    float accept[5];        /* by (spin * neighbours + 4) / 2 */
    uint32_t sweep;
} Lattice;

static uint32_t mix(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9e3779b1u ^ b * 0x85ebca77u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    return h ^ h >> 15;
}

static void set_temperature(Lattice *l, double T)
{
    for (int k = 0; k < 5; k++) {
        double dE = 2.0 * (2 * k - 4);
        l->accept[k] = dE <= 0 ? 1.0f : (float)exp(-dE / T);
    }
}

static void update(Lattice *l, int colour)
{
    int L = l->L;
#pragma omp parallel for schedule(static)
    for (int y = 0; y < L; y++) {
        signed char *row = l->spin + y * L;
        signed char *up = l->spin + (y ? y - 1 : L - 1) * L;
        signed char *dn = l->spin + (y < L - 1 ? y + 1 : 0) * L;
        for (int x = (y + colour) & 1; x < L; x += 2) {
            int s = row[x ? x - 1 : L - 1] + row[x < L - 1 ? x + 1 : 0] + up[x] + dn[x];
            int k = (row[x] * s + 4) / 2;
            float r = (mix(l->sweep, (uint32_t)(y * L + x)) >> 8) / 16777216.0f;
            if (r < l->accept[k])
                row[x] = -row[x];
        }
    }
}

static void measure(const Lattice *l, long *mag, long *energy)
{
    int L = l->L;
    long m = 0, e = 0;
#pragma omp parallel for reduction(+:m, e)
    for (int y = 0; y < L; y++)
        for (int x = 0; x < L; x++) {
            int s = l->spin[y * L + x];
            m += s;
            e -= s * (l->spin[y * L + (x + 1) % L] + l->spin[(y + 1) % L * L + x]);
        }
    *mag = m;
    *energy = e;
}

int main(int argc, char **argv)
{
    Lattice l;
    l.L = (argc > 1 ? atoi(argv[1]) : 256) & ~1;
    int sweeps = argc > 2 ? atoi(argv[2]) : 220;
    l.spin = malloc((size_t)l.L * l.L);
    l.sweep = 1;
    double N = (double)l.L * l.L;
    struct timespec a, b;

    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < l.L * l.L; i++)
        l.spin[i] = 1;
    printf("    T      <|m|>      <e>       heat\n");
    for (double T = 1.8; T < 2.85; T += 0.1) {
        double sm = 0, se = 0, se2 = 0;
        int cnt = 0;
        set_temperature(&l, T);
        for (int s = 0; s < sweeps; s++) {
            update(&l, 0);
            update(&l, 1);
            l.sweep++;
            if (s >= sweeps / 3 && s % 2 == 0) {
                long m, e;
                measure(&l, &m, &e);
                sm += labs(m) / N;
                se += e / N;
                se2 += (e / N) * (e / N);
                cnt++;
            }
        }
        double me = se / cnt;
        printf("%6.2f %9.5f %9.5f %10.5f\n", T, sm / cnt, me, N * (se2 / cnt - me * me) / (T * T));
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    free(l.spin);
    return 0;
}
