// SPDX-License-Identifier: Apache-2.0
/* Checkerboard Metropolis simulation of the 2-D Ising model over a range of temperatures, with a counter-based random number per site. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

#ifndef LSIZE
#define LSIZE 512
#endif
#define UPDATES_BETWEEN 2

static int8_t spin[LSIZE][LSIZE];
static uint32_t threshold[5];          /* acceptance per (s * sum of neighbours)/2 + 2 */

static uint32_t mix(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x85ebca6bu ^ b * 0xc2b2ae35u ^ c * 0x27d4eb2fu;
    h ^= h >> 15; h *= 0x2c1b3c6du;
    h ^= h >> 12; h *= 0x297a2d39u;
    h ^= h >> 15;
    return h;
}

static void init_lattice(void)
{
    for (uint32_t i = 0; i < LSIZE; i++)
        for (uint32_t j = 0; j < LSIZE; j++)
            spin[i][j] = (mix(i, j, 0xabcdef) & 1) ? 1 : -1;
}

static void set_temperature(double T)
{
    for (int k = 0; k < 5; k++) {
        int de = 4 * (k - 2);
        threshold[k] = de <= 0 ? UINT32_MAX : (uint32_t)(exp(-de / T) * 4294967295.0);
    }
}

static long half_sweep(int color, uint32_t t)
{
    long flips = 0;
    #pragma omp parallel for schedule(static) reduction(+:flips)
    for (int i = 0; i < LSIZE; i++) {
        int up = (i + LSIZE - 1) % LSIZE, dn = (i + 1) % LSIZE;
        for (int j = (i + color) & 1; j < LSIZE; j += 2) {
            int lf = (j + LSIZE - 1) % LSIZE, rt = (j + 1) % LSIZE;
            int s = spin[i][j];
            int nb = spin[up][j] + spin[dn][j] + spin[i][lf] + spin[i][rt];
            if (mix((uint32_t)i, (uint32_t)j, t) <= threshold[s * nb / 2 + 2]) {
                spin[i][j] = (int8_t)-s;
                flips++;
            }
        }
    }
    return flips;
}

static void measure(long *mag, long *energy)
{
    long m = 0, e = 0;
    #pragma omp parallel for schedule(static) reduction(+:m, e)
    for (int i = 0; i < LSIZE; i++)
        for (int j = 0; j < LSIZE; j++) {
            m += spin[i][j];
            e -= spin[i][j] * (spin[(i + 1) % LSIZE][j] + spin[i][(j + 1) % LSIZE]);
        }
    *mag = m;
    *energy = e;
}

/* size of domain boundaries along rows: run-length histogram */
static void domain_runs(long *hist, int nh)
{
    #pragma omp parallel for schedule(static) reduction(+:hist[:nh])
    for (int i = 0; i < LSIZE; i++) {
        int run = 1;
        for (int j = 1; j < LSIZE; j++) {
            if (spin[i][j] == spin[i][j - 1]) {
                run++;
            } else {
                hist[run < nh ? run : nh - 1]++;
                run = 1;
            }
        }
        hist[run < nh ? run : nh - 1]++;
    }
}

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 120;
    int ntemp = argc > 2 ? atoi(argv[2]) : 6;
    uint32_t t = 1;
    init_lattice();
    for (int k = 0; k < ntemp; k++) {
        double T = 3.2 - 0.3 * k;
        long flips = 0, samples = 0, hist[9] = {0};
        double am = 0, m2 = 0, m4 = 0, en = 0;
        set_temperature(T);
        for (int s = 0; s < sweeps; s++) {
            flips += half_sweep(0, t++);
            flips += half_sweep(1, t++);
            if (s >= sweeps / 4 && s % UPDATES_BETWEEN == 0) {
                long m, e;
                measure(&m, &e);
                double x = (double)m / (LSIZE * LSIZE);
                am += fabs(x);
                m2 += x * x;
                m4 += x * x * x * x;
                en += (double)e / (LSIZE * LSIZE);
                samples++;
            }
        }
        domain_runs(hist, 9);
        if (samples)
            printf("T %.2f flips %ld |m| %.8f e %.8f binder %.8f runs", T, flips, am / samples, en / samples,
                   1 - (m4 / samples) / (3 * (m2 / samples) * (m2 / samples)));
        for (int i = 1; i < 9; i++)
            printf(" %ld", hist[i]);
        printf("\n");
    }
    uint64_t h = 14695981039346656037ull;
    for (int i = 0; i < LSIZE; i++)
        for (int j = 0; j < LSIZE; j++)
            h = (h ^ (uint8_t)spin[i][j]) * 1099511628211ull;
    printf("final lattice %016llx\n", (unsigned long long)h);
    return 0;
}
