/* permtest - differential expression with Westfall-Young max-T permutation.
 * Two groups of samples, many genes; Welch t per gene, step-down adjusted p-values.
 * usage: permtest [genes] [samples] [permutations] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

struct gene { int id; double t, abs_t, raw_p, adj_p; long raw_hits, step_hits; };

static uint32_t mt[624];
static int mti = 625;

static void mt_seed(uint32_t s)
{
    mt[0] = s;
    for (mti = 1; mti < 624; mti++)
        mt[mti] = 1812433253u * (mt[mti - 1] ^ (mt[mti - 1] >> 30)) + (uint32_t)mti;
}

static uint32_t mt_next(void)
{
    if (mti >= 624) {
        for (int k = 0; k < 624; k++) {
            uint32_t y = (mt[k] & 0x80000000u) | (mt[(k + 1) % 624] & 0x7fffffffu);
            mt[k] = mt[(k + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        mti = 0;
    }
    uint32_t y = mt[mti++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static double unif(void) { return (mt_next() + 0.5) / 4294967296.0; }

static double gauss(void)
{
    static int have;
    static double kept;
    if (have) { have = 0; return kept; }
    double r = sqrt(-2 * log(unif())), a = 2 * M_PI * unif();
    have = 1;
    kept = r * sin(a);
    return r * cos(a);
}

static double welch(const float *x, const unsigned char *lab, int ns)
{
    double s[2] = { 0, 0 }, q[2] = { 0, 0 };
    int n[2] = { 0, 0 };
    for (int i = 0; i < ns; i++) {
        int g = lab[i];
        s[g] += x[i];
        q[g] += (double)x[i] * x[i];
        n[g]++;
    }
    double m0 = s[0] / n[0], m1 = s[1] / n[1];
    double v0 = (q[0] - s[0] * m0) / (n[0] - 1), v1 = (q[1] - s[1] * m1) / (n[1] - 1);
    return (m1 - m0) / sqrt(v0 / n[0] + v1 / n[1] + 1e-12);
}

static void shuffle(unsigned char *lab, int ns)
{
    for (int i = ns - 1; i > 0; i--) {
        int j = (int)(mt_next() % (uint32_t)(i + 1));
        unsigned char c = lab[i];
        lab[i] = lab[j];
        lab[j] = c;
    }
}

static int by_t_desc(const void *a, const void *b)
{
    const struct gene *x = a, *y = b;
    if (x->abs_t != y->abs_t) return x->abs_t < y->abs_t ? 1 : -1;
    return x->id - y->id;
}

int main(int argc, char **argv)
{
    int ng = argc > 1 ? atoi(argv[1]) : 2000;
    int ns = argc > 2 ? atoi(argv[2]) : 60;
    int np = argc > 3 ? atoi(argv[3]) : 2500;
    if (ng < 1 || ns < 6 || np < 1) {
        fprintf(stderr, "usage: permtest [genes] [samples>=6] [permutations]\n");
        return 2;
    }
    float *expr = malloc(sizeof *expr * (size_t)ng * ns);
    unsigned char *lab = malloc(ns);
    struct gene *g = calloc(ng, sizeof *g);
    double *maxima = malloc(sizeof *maxima * np);
    if (!expr || !lab || !g || !maxima) {
        fprintf(stderr, "permtest: out of memory\n");
        return 1;
    }
    mt_seed(20231);

    /* data: correlated in blocks of 20 genes, every 25th gene truly shifted */
    for (int i = 0; i < ns; i++)
        lab[i] = i >= ns * 2 / 5;
    for (int k = 0; k < ng; k++) {
        static double block[4096];
        if (k % 20 == 0)
            for (int i = 0; i < ns && i < 4096; i++)
                block[i] = gauss();
        double shift = k % 25 == 3 ? 0.3 + 1.5 * unif() : 0, noise = 0.5 + unif();
        for (int i = 0; i < ns; i++)
            expr[(size_t)k * ns + i] = (float)(8 + 0.5 * block[i % 4096] + noise * gauss() + (lab[i] ? shift : 0));
    }

    for (int k = 0; k < ng; k++) {
        g[k].id = k;
        g[k].t = welch(expr + (size_t)k * ns, lab, ns);
        g[k].abs_t = fabs(g[k].t);
    }
    qsort(g, ng, sizeof *g, by_t_desc);

    double tsum = 0, ptop = 0;
    for (int p = 0; p < np; p++) {
        shuffle(lab, ns);
        /* walk from the weakest gene up, carrying the running maximum */
        double run = 0;
        for (int k = ng - 1; k >= 0; k--) {
            double t = fabs(welch(expr + (size_t)g[k].id * ns, lab, ns));
            if (t >= g[k].abs_t)
                g[k].raw_hits++;
            if (t > run)
                run = t;
            if (run >= g[k].abs_t)
                g[k].step_hits++;
        }
        maxima[p] = run;
        tsum += run;
        if (run > ptop)
            ptop = run;
    }

    double prev = 0;
    int sig_raw = 0, sig_adj = 0, true_adj = 0;
    for (int k = 0; k < ng; k++) {
        g[k].raw_p = (double)(g[k].raw_hits + 1) / (np + 1);
        g[k].adj_p = (double)(g[k].step_hits + 1) / (np + 1);
        if (g[k].adj_p < prev)
            g[k].adj_p = prev;
        prev = g[k].adj_p;
        sig_raw += g[k].raw_p < 0.05;
        if (g[k].adj_p < 0.05) {
            sig_adj++;
            true_adj += g[k].id % 25 == 3;
        }
    }
    uint64_t digest = 14695981039346656037ull;
    for (int k = 0; k < ng; k++)
        digest = (digest ^ (uint64_t)(g[k].raw_hits * 1000003 + g[k].step_hits + g[k].id)) * 1099511628211ull;

    printf("genes %d samples %d permutations %d\n", ng, ns, np);
    printf("raw p<0.05: %d   adjusted p<0.05: %d (%d planted)\n", sig_raw, sig_adj, true_adj);
    printf("mean max|t| %.10f  largest %.8f\n", tsum / np, ptop);
    for (int k = 0; k < 5 && k < ng; k++)
        printf("  gene %4d t %+.6f raw %.5f adj %.5f\n", g[k].id, g[k].t, g[k].raw_p, g[k].adj_p);
    printf("digest %016llx\n", (unsigned long long)digest);
    free(expr);
    free(lab);
    free(g);
    free(maxima);
    return 0;
}
