/*
 * rnafold - minimum free energy folding of a single RNA strand (simplified
 * nearest neighbour model: stacking, hairpins, bulges/interior loops and
 * multi-branch loops) with trace back.
 *
 * usage: rnafold [length] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINLOOP 3
#define MAXINT 24
#define INF 100000

enum { A, C, G, U };

typedef struct {
    int n;
    unsigned char *s;
    int *v;             /* best energy of i..j when i pairs with j */
    int *w;             /* best energy of i..j */
    char *dots;
} fold_t;

#define V(f, i, j) ((f)->v[(i) * (f)->n + (j)])
#define W(f, i, j) ((f)->w[(i) * (f)->n + (j)])

/* pair type: 0 none, 1 CG, 2 GC, 3 GU, 4 UG, 5 AU, 6 UA */
static const unsigned char pair_type[4][4] = {
    { 0, 0, 0, 5 }, { 0, 0, 1, 0 }, { 0, 2, 0, 3 }, { 6, 0, 4, 0 }
};

static const int stack_energy[7][7] = {
    { 0 },
    { 0, -240, -330, -210, -140, -210, -210 },
    { 0, -330, -340, -250, -150, -220, -240 },
    { 0, -210, -250, 130, -50, -140, -130 },
    { 0, -140, -150, -50, 30, -60, -100 },
    { 0, -210, -220, -140, -60, -110, -90 },
    { 0, -210, -240, -130, -100, -90, -130 },
};

static const int hairpin_init[10] = { INF, INF, INF, 540, 560, 570, 540, 600, 550, 640 };

static int hairpin(const fold_t *f, int i, int j)
{
    int len = j - i - 1, e;
    if (len < MINLOOP)
        return INF;
    e = len < 10 ? hairpin_init[len] : 640 + 11 * (len - 9) / 2;
    if (len > 3 && f->s[i + 1] == G && f->s[j - 1] == A)
        e -= 110;
    return e;
}

static int interior(const fold_t *f, int i, int j, int k, int l)
{
    int a = k - i - 1, b = j - l - 1, t = pair_type[f->s[i]][f->s[j]];
    int u = pair_type[f->s[k]][f->s[l]], e;
    if (a == 0 && b == 0)
        return stack_energy[t][u];
    if (a == 0 || b == 0) {
        e = 280 + 40 * (a + b);
        return a + b == 1 ? e + stack_energy[t][u] : e + (t > 2 ? 50 : 0) + (u > 2 ? 50 : 0);
    }
    e = 110 + 20 * (a + b) + 60 * abs(a - b);
    return e + (t > 2 ? 70 : 0) + (u > 2 ? 70 : 0);
}

static int paired_energy(const fold_t *f, int i, int j)
{
    int best = hairpin(f, i, j);

    for (int k = i + 1; k <= i + MAXINT + 1 && k < j - MINLOOP - 1; k++) {
        int lmin = j - 1 - (MAXINT - (k - i - 1));
        if (lmin < k + MINLOOP + 1)
            lmin = k + MINLOOP + 1;
        for (int l = j - 1; l >= lmin; l--) {
            int e;
            if (!pair_type[f->s[k]][f->s[l]])
                continue;
            e = V(f, k, l) + interior(f, i, j, k, l);
            if (e < best)
                best = e;
        }
    }
    for (int k = i + MINLOOP + 2; k < j - MINLOOP - 2; k++) {
        int e = W(f, i + 1, k) + W(f, k + 1, j - 1) + 340;
        if (e < best)
            best = e;
    }
    return best;
}

static int open_energy(const fold_t *f, int i, int j)
{
    int best = 0;
    const int *row = &W(f, i, 0);

    if (V(f, i, j) < best)
        best = V(f, i, j);
    for (int k = i; k < j; k++) {
        int e = row[k] + W(f, k + 1, j);
        if (e < best)
            best = e;
    }
    return best;
}

static void fill(fold_t *f)
{
    for (int len = 1; len <= f->n; len++)
        for (int i = 0; i + len <= f->n; i++) {
            int j = i + len - 1;
            V(f, i, j) = INF;
            if (len > MINLOOP + 1 && pair_type[f->s[i]][f->s[j]])
                V(f, i, j) = paired_energy(f, i, j);
            W(f, i, j) = open_energy(f, i, j);
        }
}

static void trace_pair(fold_t *f, int i, int j);

static void trace_open(fold_t *f, int i, int j)
{
    while (i < j) {
        int e = W(f, i, j), k;
        if (e == 0)
            return;
        if (e == V(f, i, j)) {
            trace_pair(f, i, j);
            return;
        }
        for (k = i; k < j; k++)
            if (W(f, i, k) + W(f, k + 1, j) == e)
                break;
        trace_open(f, i, k);
        i = k + 1;
    }
}

static void trace_pair(fold_t *f, int i, int j)
{
    int e = V(f, i, j);

    f->dots[i] = '(';
    f->dots[j] = ')';
    if (e == hairpin(f, i, j))
        return;
    for (int k = i + 1; k <= i + MAXINT + 1 && k < j - MINLOOP - 1; k++)
        for (int l = j - 1; l > k + MINLOOP && (k - i - 1) + (j - l - 1) <= MAXINT; l--)
            if (pair_type[f->s[k]][f->s[l]] && V(f, k, l) + interior(f, i, j, k, l) == e) {
                trace_pair(f, k, l);
                return;
            }
    for (int k = i + MINLOOP + 2; k < j - MINLOOP - 2; k++)
        if (W(f, i + 1, k) + W(f, k + 1, j - 1) + 340 == e) {
            trace_open(f, i + 1, k);
            trace_open(f, k + 1, j - 1);
            return;
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1050;
    unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 2024u;
    fold_t f;
    int pairs = 0;

    if (n < 5 || n > 8000) {
        fprintf(stderr, "rnafold: length must be 5..8000\n");
        return 1;
    }
    f.n = n;
    f.s = malloc((size_t)n);
    f.v = malloc((size_t)n * n * sizeof *f.v);
    f.w = calloc((size_t)n * n, sizeof *f.w);
    f.dots = malloc((size_t)n + 1);
    if (!f.s || !f.v || !f.w || !f.dots)
        return 1;
    for (int i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        f.s[i] = (unsigned char)((seed >> 16) & 3);
    }
    memset(f.dots, '.', (size_t)n);
    f.dots[n] = '\0';
    fill(&f);
    trace_open(&f, 0, n - 1);
    for (int i = 0; i < n; i += 70) {
        for (int k = i; k < n && k < i + 70; k++)
            putchar("ACGU"[f.s[k]]);
        printf("\n%.70s\n", f.dots + i);
    }
    for (int i = 0; i < n; i++)
        pairs += f.dots[i] == '(';
    printf("%d pairs, free energy %.2f kcal/mol\n", pairs, W(&f, 0, n - 1) / 100.0);
    free(f.s); free(f.v); free(f.w); free(f.dots);
    return 0;
}
