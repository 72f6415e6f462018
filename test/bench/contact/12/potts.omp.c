/*
 *  Two-dimensional q-state Potts model, replica exchange Monte Carlo.
 *
 *  NT copies of an L x L lattice (helical neighbours avoided: plain periodic
 *  boundaries), each at its own inverse temperature, heat bath updates,
 *  neighbouring temperatures swapped now and then, energy / magnetisation
 *  moments and energy histogram per temperature, cluster statistics at the end.
 *
 *  potts [L] [sweeps] [warmup]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define Q    6
#define NT   12
#define NBIN 40

struct lattice {
    int L;
    unsigned char *spin;
    unsigned int rng[2];
    long energy;                 /* minus number of equal bonds */
};

struct moments {
    long n;
    double e, e2, m, m2, m4;
    int hist[NBIN];
    int accepted, tried;
};

static double beta[NT];
static struct lattice *copy[NT];       /* copy[t] is the one now at beta[t] */
static struct moments mom[NT];

static unsigned int next(unsigned int *s)
{
    /* xoroshiro64* */
    unsigned int s0 = s[0], s1 = s[1], r = s0 * 0x9E3779BBu;
    s1 ^= s0;
    s[0] = ((s0 << 26) | (s0 >> 6)) ^ s1 ^ (s1 << 9);
    s[1] = (s1 << 13) | (s1 >> 19);
    return r;
}

static double unit(unsigned int *s)
{
    return next(s) * (1.0 / 4294967296.0);
}

static struct lattice *new_lattice(int L, int number)
{
    struct lattice *a = malloc(sizeof *a);
    int i;
    a->L = L;
    a->spin = malloc(L * L);
    a->rng[0] = 0x1234567u + 7919u * number;
    a->rng[1] = 0x89abcdefu ^ (104729u * number);
    for (i = 0; i < 20; i++)
        next(a->rng);
    for (i = 0; i < L * L; i++)
        a->spin[i] = number % 2 ? 0 : next(a->rng) % Q;
    a->energy = 0;
    return a;
}

static long total_energy(const struct lattice *a)
{
    int x, y, L = a->L;
    long e = 0;
    for (y = 0; y < L; y++)
        for (x = 0; x < L; x++) {
            int s = a->spin[y * L + x];
            e -= s == a->spin[y * L + (x + 1) % L];
            e -= s == a->spin[(y + 1) % L * L + x];
        }
    return e;
}

static void sweep(struct lattice *a, double b)
{
    double boltz[5];
    int x, y, k, L = a->L;
    for (k = 0; k < 5; k++)
        boltz[k] = exp(b * k);
    for (y = 0; y < L; y++) {
        const unsigned char *up = a->spin + (y == 0 ? L - 1 : y - 1) * L;
        const unsigned char *dn = a->spin + (y == L - 1 ? 0 : y + 1) * L;
        unsigned char *row = a->spin + y * L;
        for (x = 0; x < L; x++) {
            int count[Q] = { 0 }, old = row[x];
            double p[Q], z = 0, r;
            count[up[x]]++;
            count[dn[x]]++;
            count[row[x == 0 ? L - 1 : x - 1]]++;
            count[row[x == L - 1 ? 0 : x + 1]]++;
            for (k = 0; k < Q; k++) {
                p[k] = boltz[count[k]];
                z += p[k];
            }
            r = unit(a->rng) * z;
            for (k = 0; k < Q - 1 && r >= p[k]; k++)
                r -= p[k];
            row[x] = k;
            a->energy += count[old] - count[k];
        }
    }
}

static double magnetisation(const struct lattice *a)
{
    long n[Q] = { 0 }, max = 0;
    int i, N = a->L * a->L;
    for (i = 0; i < N; i++)
        n[a->spin[i]]++;
    for (i = 0; i < Q; i++)
        if (n[i] > max)
            max = n[i];
    return (Q * (double)max / N - 1) / (Q - 1);
}

static void measure(const struct lattice *a, struct moments *o)
{
    double e = a->energy / (double)(a->L * a->L), m = magnetisation(a);
    int bin = (int)(-e / 2.0 * NBIN);
    o->n++;
    o->e += e;
    o->e2 += e * e;
    o->m += m;
    o->m2 += m * m;
    o->m4 += m * m * m * m;
    if (bin < 0) bin = 0;
    if (bin >= NBIN) bin = NBIN - 1;
    o->hist[bin]++;
}

static void exchange(int parity, unsigned int *rng)
{
    int t;
    for (t = parity; t + 1 < NT; t += 2) {
        double d = (beta[t + 1] - beta[t]) * (double)(copy[t + 1]->energy - copy[t]->energy);
        mom[t].tried++;
        if (d >= 0 || unit(rng) < exp(d)) {
            struct lattice *tmp = copy[t];
            copy[t] = copy[t + 1];
            copy[t + 1] = tmp;
            mom[t].accepted++;
        }
    }
}

/* clusters of equal spins by flood fill with an explicit stack */
static int clusters(const struct lattice *a, int *largest)
{
    int L = a->L, N = L * L, i, n = 0;
    char *seen = calloc(N, 1);
    int *stack = malloc(N * sizeof *stack);
    *largest = 0;
    for (i = 0; i < N; i++) {
        int sp = 0, size = 0;
        if (seen[i])
            continue;
        n++;
        seen[i] = 1;
        stack[sp++] = i;
        while (sp > 0) {
            int c = stack[--sp], x = c % L, y = c / L, k;
            int nb[4];
            size++;
            nb[0] = y * L + (x + 1) % L;
            nb[1] = y * L + (x + L - 1) % L;
            nb[2] = (y + 1) % L * L + x;
            nb[3] = (y + L - 1) % L * L + x;
            for (k = 0; k < 4; k++)
                if (!seen[nb[k]] && a->spin[nb[k]] == a->spin[c]) {
                    seen[nb[k]] = 1;
                    stack[sp++] = nb[k];
                }
        }
        if (size > *largest)
            *largest = size;
    }
    free(seen);
    free(stack);
    return n;
}

int main(int argc, char **argv)
{
    int L = argc > 1 ? atoi(argv[1]) : 64;
    int sweeps = argc > 2 ? atoi(argv[2]) : 1600;
    int warmup = argc > 3 ? atoi(argv[3]) : 300;
    unsigned int swaprng[2] = { 77u, 991u };
    int t, s;

    for (t = 0; t < NT; t++) {
        beta[t] = 1.16 + 0.012 * t;       /* transition near 1.238 */
        copy[t] = new_lattice(L, t);
        copy[t]->energy = total_energy(copy[t]);
    }
    for (s = 0; s < sweeps; s++) {
        /* work on a temperature is the same for all, but hot ones branch more */
#pragma omp parallel for schedule(dynamic, 1)
        for (t = 0; t < NT; t++) {
            sweep(copy[t], beta[t]);
            if (s >= warmup)
                measure(copy[t], &mom[t]);
        }
        exchange(s & 1, swaprng);
    }

    printf("  beta        e          C        m       binder  accept clusters largest peak\n");
    for (t = 0; t < NT; t++) {
        struct moments *o = &mom[t];
        double n = o->n ? o->n : 1, e = o->e / n, m2 = o->m2 / n;
        int big, k, peak = 0, nc = clusters(copy[t], &big);
        for (k = 1; k < NBIN; k++)
            if (o->hist[k] > o->hist[peak])
                peak = k;
        if (copy[t]->energy != total_energy(copy[t]))
            printf("energy book-keeping is off!\n");
        printf("%.4f %.8f %10.6f %.6f %9.6f  %.4f  %6d %7d %4d\n", beta[t], e,
               beta[t] * beta[t] * L * L * (o->e2 / n - e * e), o->m / n,
               1 - o->m4 / n / (3 * m2 * m2),
               o->tried ? o->accepted / (double)o->tried : 0.0, nc, big, peak);
    }
    for (t = 0; t < NT; t++) {
        free(copy[t]->spin);
        free(copy[t]);
    }
    return 0;
}
