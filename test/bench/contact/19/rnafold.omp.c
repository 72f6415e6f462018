/* rnafold - minimum free energy folding of an RNA (simplified nearest
 * neighbour model): stacks, hairpins, bulges/interior loops, multiloops. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INF 1000000
#define MAXLOOP 30
#define MINHP 3
#define ML_CLOSE 340
#define ML_BRANCH 40
#define ML_BASE 0

static int n;
static char *seq;
static signed char *base;
static int *V, *M, *F;          /* closed pair, multiloop part, exterior prefix */
static char *shape;
static long loops;
#pragma omp threadprivate(loops)

#define v(i, j) V[(size_t)(i) * n + (j)]
#define m(i, j) M[(size_t)(i) * n + (j)]

/* rows: A C G U */
static const int pair_kind[4][4] = { { 0, 0, 0, 1 }, { 0, 0, 2, 0 }, { 0, 3, 0, 4 }, { 5, 0, 6, 0 } };
static const int stack_e[7][7] = {
    { 0 },
    { 0, -93, -224, -208, -55, -110, -136 }, { 0, -211, -326, -236, -141, -208, -211 },
    { 0, -235, -342, -326, -153, -224, -251 }, { 0, -127, -251, -211, -50, -136, 129 },
    { 0, -133, -235, -211, -100, -93, -127 }, { 0, -100, -153, -141, 30, -55, -50 } };
static const int hairpin_e[10] = { INF, INF, INF, 540, 560, 570, 540, 600, 550, 640 };
static const int bulge_e[7] = { INF, 380, 280, 320, 360, 400, 440 };
static const int inter_e[7] = { INF, INF, 50, 160, 110, 200, 200 };

static int kind(int i, int j) { return pair_kind[base[i]][base[j]]; }
static int au(int k) { return k == 2 || k == 3 ? 0 : 45; }

static int loglen(int e6, int last, int len)
{
    int e = e6;
    for (int k = last; k < len; k++) e += 108 / k + 1;
    return e;
}

static int hairpin(int i, int j)
{
    int len = j - i - 1;
    if (len < MINHP) return INF;
    int e = len < 10 ? hairpin_e[len] : loglen(640, 9, len);
    if (len == 3) return e + au(kind(i, j));
    if (base[i + 1] == 2 && base[j - 1] == 0) e -= 80;       /* GA mismatch */
    if (base[i + 1] == 3 && base[j - 1] == 3) e -= 80;
    return e - 30;
}

static int interior(int i, int j, int p, int q)
{
    int a = p - i - 1, b = j - q - 1, k1 = kind(i, j), k2 = kind(p, q);
    if (a == 0 && b == 0) return stack_e[k1][k2];
    if (a == 0 || b == 0) {
        int len = a + b;
        if (len == 1) return bulge_e[1] + stack_e[k1][k2];
        return (len <= 6 ? bulge_e[len] : loglen(440, 6, len)) + au(k1) + au(k2);
    }
    int len = a + b, skew = a > b ? a - b : b - a;
    int e = (len <= 6 ? inter_e[len] : loglen(200, 6, len)) + (skew * 60 > 300 ? 300 : skew * 60);
    return e + (au(k1) ? 70 : 0) + (au(k2) ? 70 : 0);
}

static int closed(int i, int j)
{
    if (!kind(i, j)) return INF;
    int best = hairpin(i, j);
    for (int p = i + 1; p <= i + MAXLOOP + 1 && p < j - MINHP - 1; p++) {
        int qmin = j - 1 - (MAXLOOP - (p - i - 1));
        if (qmin < p + MINHP + 1) qmin = p + MINHP + 1;
        for (int q = j - 1; q >= qmin; q--) {
            if (v(p, q) >= INF) continue;
            int e = interior(i, j, p, q) + v(p, q);
            loops++;
            if (e < best) best = e;
        }
    }
    for (int k = i + 2; k < j - 1; k++) {
        int e = m(i + 1, k) + m(k + 1, j - 1) + ML_CLOSE + ML_BRANCH + au(kind(i, j));
        if (e < best) best = e;
    }
    return best;
}

static int multi(int i, int j)
{
    int best = v(i, j) < INF ? v(i, j) + ML_BRANCH + au(kind(i, j)) : INF;
    if (m(i + 1, j) + ML_BASE < best) best = m(i + 1, j) + ML_BASE;
    if (m(i, j - 1) + ML_BASE < best) best = m(i, j - 1) + ML_BASE;
    for (int k = i + 1; k < j; k++)
        if (m(i, k) + m(k + 1, j) < best) best = m(i, k) + m(k + 1, j);
    return best < INF ? best : INF;
}

static void fill(void)
{
    for (size_t k = 0; k < (size_t)n * n; k++) V[k] = M[k] = INF;
    long tried = 0;
#pragma omp parallel reduction(+:tried)
    {
        for (int d = MINHP + 1; d < n; d++) {         /* all pairs of one span at once */
#pragma omp for schedule(dynamic, 16)
            for (int i = 0; i < n - d; i++) {
                v(i, i + d) = closed(i, i + d);
                m(i, i + d) = multi(i, i + d);
            }
        }
        tried = loops;
    }
    loops = tried;
    F[0] = 0;
    for (int j = 0; j < n; j++) {
        F[j + 1] = F[j];
        for (int i = 0; i + MINHP < j; i++)
            if (v(i, j) < INF && F[i] + v(i, j) + au(kind(i, j)) < F[j + 1])
                F[j + 1] = F[i] + v(i, j) + au(kind(i, j));
    }
}

/* ---- traceback ---- */
static void trace_multi(int i, int j);

static void trace_closed(int i, int j)
{
    shape[i] = '(';
    shape[j] = ')';
    int want = v(i, j);
    if (want == hairpin(i, j)) return;
    for (int p = i + 1; p <= i + MAXLOOP + 1 && p < j - MINHP - 1; p++)
        for (int q = j - 1; q > p + MINHP && p - i + j - q - 2 <= MAXLOOP; q--)
            if (v(p, q) < INF && want == interior(i, j, p, q) + v(p, q)) { trace_closed(p, q); return; }
    for (int k = i + 2; k < j - 1; k++)
        if (want == m(i + 1, k) + m(k + 1, j - 1) + ML_CLOSE + ML_BRANCH + au(kind(i, j))) {
            trace_multi(i + 1, k);
            trace_multi(k + 1, j - 1);
            return;
        }
    fprintf(stderr, "traceback lost at %d %d\n", i, j);
    exit(3);
}

static void trace_multi(int i, int j)
{
    int want = m(i, j);
    if (v(i, j) < INF && want == v(i, j) + ML_BRANCH + au(kind(i, j))) { trace_closed(i, j); return; }
    if (want == m(i + 1, j) + ML_BASE) { trace_multi(i + 1, j); return; }
    if (want == m(i, j - 1) + ML_BASE) { trace_multi(i, j - 1); return; }
    for (int k = i + 1; k < j; k++)
        if (want == m(i, k) + m(k + 1, j)) { trace_multi(i, k); trace_multi(k + 1, j); return; }
}

static void trace(void)
{
    memset(shape, '.', strlen(seq));
    for (int j = n; j > 0; ) {
        if (F[j] == F[j - 1]) { j--; continue; }
        int i = 0;
        while (!(v(i, j - 1) < INF && F[j] == F[i] + v(i, j - 1) + au(kind(i, j - 1)))) i++;
        trace_closed(i, j - 1);
        j = i;
    }
}

int main(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 1150;
    unsigned s = argc > 2 ? (unsigned)atoi(argv[2]) : 2024;
    if (n < 10 || n > 20000) { fprintf(stderr, "usage: rnafold [length] [seed]\n"); return 1; }
    seq = calloc(n + 1, 1);
    shape = calloc(n + 1, 1);
    base = malloc(n);
    V = malloc(sizeof(int) * n * n);
    M = malloc(sizeof(int) * n * n);
    F = malloc(sizeof(int) * (n + 1));
    if (!V || !M) { fprintf(stderr, "out of memory\n"); return 1; }
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        base[i] = (signed char)(s >> 30);
        seq[i] = "ACGU"[base[i]];
    }
    fill();
    trace();
    int pairs = 0, depth = 0, deepest = 0;
    for (int i = 0; i < n; i++) {
        if (shape[i] == '(') { pairs++; if (++depth > deepest) deepest = depth; }
        else if (shape[i] == ')') depth--;
    }
    for (int i = 0; i < n; i += 75) printf("%5d %.75s\n      %.75s\n", i + 1, seq + i, shape + i);
    printf("energy %.2f kcal/mol, pairs %d, depth %d, loops tried %ld\n", F[n] / 100.0, pairs, deepest, loops);
    return 0;
}
