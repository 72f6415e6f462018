/*
 * RNA secondary structure by maximum weighted pairing (Nussinov style) with
 * a minimum hairpin length and a bonus for stacked pairs; integer energies.
 *
 *   rnafold [length [seed]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXLEN 2048
#define MINLOOP 3
#define max(x, y) ((x) > (y) ? (x) : (y))

static char seq[MAXLEN + 1];
static int best[MAXLEN][MAXLEN];        /* best[i][j], interval i..j */
static char fold[MAXLEN + 1];
static int stack_i[2 * MAXLEN], stack_j[2 * MAXLEN];

static void random_sequence(int n, unsigned seed)
{
    static const char base[] = "ACGU";
    int i;
    for (i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        seq[i] = base[seed >> 30];
    }
    seq[n] = 0;
}

/* weight of pairing bases a and b, 0 when they do not pair */
static int bond(char a, char b)
{
    if ((a == 'G' && b == 'C') || (a == 'C' && b == 'G'))
        return 6;
    if ((a == 'A' && b == 'U') || (a == 'U' && b == 'A'))
        return 4;
    if ((a == 'G' && b == 'U') || (a == 'U' && b == 'G'))
        return 1;
    return 0;
}

static int pair_score(int i, int j)
{
    int w = bond(seq[i], seq[j]);
    if (w && i + 1 < j - 1 - MINLOOP && bond(seq[i + 1], seq[j - 1]))
        w += 2;                 /* stacking */
    return w;
}

static void fill(int n)
{
    int i, j, k, t;

    for (i = n - 1; i >= 0; i--) {
        for (j = i; j < n && j <= i + MINLOOP; j++)
            best[i][j] = 0;
        for (j = i + MINLOOP + 1; j < n; j++) {
            t = max(best[i + 1][j], best[i][j - 1]);
            if (bond(seq[i], seq[j]))
                t = max(t, best[i + 1][j - 1] + pair_score(i, j));
            for (k = i + 1; k < j; k++)
                t = max(t, best[i][k] + best[k + 1][j]);
            best[i][j] = t;
        }
    }
}

static int traceback(int n)
{
    int sp = 0, pairs = 0, i, j, k;

    memset(fold, '.', n);
    fold[n] = 0;
    if (n > 0) {
        stack_i[sp] = 0;
        stack_j[sp++] = n - 1;
    }
    while (sp > 0) {
        i = stack_i[--sp];
        j = stack_j[sp];
        if (j - i <= MINLOOP)
            continue;
        if (best[i][j] == best[i + 1][j]) {
            stack_i[sp] = i + 1;
            stack_j[sp++] = j;
        } else if (best[i][j] == best[i][j - 1]) {
            stack_i[sp] = i;
            stack_j[sp++] = j - 1;
        } else if (bond(seq[i], seq[j]) &&
                   best[i][j] == best[i + 1][j - 1] + pair_score(i, j)) {
            fold[i] = '(';
            fold[j] = ')';
            pairs++;
            stack_i[sp] = i + 1;
            stack_j[sp++] = j - 1;
        } else {
            for (k = i + 1; k < j; k++)
                if (best[i][j] == best[i][k] + best[k + 1][j]) {
                    stack_i[sp] = i;
                    stack_j[sp++] = k;
                    stack_i[sp] = k + 1;
                    stack_j[sp++] = j;
                    break;
                }
        }
    }
    return pairs;
}

static unsigned table_hash(int n)
{
    unsigned h = 5381;
    int i, j;
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++)
            h = h * 33u + (unsigned)best[i][j];
    return h;
}

static int depth(const char *s)
{
    int d = 0, m = 0;
    for (; *s; s++) {
        if (*s == '(')
            d++;
        if (*s == ')')
            d--;
        m = max(m, d);
    }
    return m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1200;
    unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 17u;
    int pairs;

    if (n < 1 || n > MAXLEN) {
        fprintf(stderr, "length must be 1..%d\n", MAXLEN);
        return 1;
    }
    random_sequence(n, seed);
    fill(n);
    pairs = traceback(n);
    printf("%.60s\n%.60s\n", seq, fold);
    printf("score %d pairs %d depth %d\n", best[0][n - 1], pairs, depth(fold));
    printf("table %08x\n", table_hash(n));
    return 0;
}
