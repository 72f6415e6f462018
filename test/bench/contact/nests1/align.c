/*
 * Global alignment of DNA reads against a reference (Needleman-Wunsch with a
 * full score table), plus the length of the longest common subsequence.
 *
 * usage: align [reference length] [read length] [reads]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCH     2
#define MISMATCH -1
#define GAP      -2

static unsigned int seed = 4711u;

static unsigned int rnd(unsigned int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 12) % n;
}

static void random_dna(char *s, int n)
{
    for (int i = 0; i < n; i++)
        s[i] = "ACGT"[rnd(4)];
}

/* copy of a piece of the reference with errors */
static void mutate(char *dst, int m, const char *ref, int n)
{
    int pos = rnd(n > m ? n - m : 1);
    for (int i = 0; i < m; i++) {
        unsigned int what = rnd(20);
        if (what == 0)
            dst[i] = "ACGT"[rnd(4)];
        else {
            if (what == 1)
                pos++;
            dst[i] = ref[pos % n];
            if (what != 2)
                pos++;
        }
    }
}

static int max2(int a, int b)
{
    return a > b ? a : b;
}

/* score table of (m+1) x (n+1) entries */
static int align(int **score, const char *a, int m, const char *b, int n)
{
    for (int i = 0; i <= m; i++)
        score[i][0] = i * GAP;
    for (int j = 0; j <= n; j++)
        score[0][j] = 0;                  /* free start in the reference */
    for (int i = 1; i <= m; i++) {
        for (int j = 1; j <= n; j++) {
            int s = score[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? MATCH : MISMATCH);
            s = max2(s, score[i - 1][j] + GAP);
            s = max2(s, score[i][j - 1] + GAP);
            score[i][j] = s;
        }
    }
    int end = 0;
    for (int j = 1; j <= n; j++)
        if (score[m][j] > score[m][end])
            end = j;
    return end;
}

static int trace(int **score, const char *a, int m, const char *b, int end, int *start)
{
    int i = m, j = end, same = 0;
    while (i > 0 && j > 0) {
        int d = a[i - 1] == b[j - 1] ? MATCH : MISMATCH;
        if (score[i][j] == score[i - 1][j - 1] + d) {
            same += d == MATCH;
            i--;
            j--;
        } else if (score[i][j] == score[i - 1][j] + GAP)
            i--;
        else
            j--;
    }
    *start = j;
    return same;
}

static int lcs(int **len, const char *a, int m, const char *b, int n)
{
    for (int j = 0; j <= n; j++)
        len[0][j] = 0;
    for (int i = 0; i <= m; i++)
        len[i][0] = 0;
    for (int j = 1; j <= n; j++)
        for (int i = 1; i <= m; i++)
            if (a[i - 1] == b[j - 1])
                len[i][j] = len[i - 1][j - 1] + 1;
            else
                len[i][j] = max2(len[i - 1][j], len[i][j - 1]);
    return len[m][n];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000;
    int m = argc > 2 ? atoi(argv[2]) : 2000;
    int reads = argc > 3 ? atoi(argv[3]) : 20;
    char *ref = malloc(n), *read = malloc(m);
    int **table = malloc((m + 1) * sizeof *table);
    for (int i = 0; i <= m; i++)
        table[i] = malloc((n + 1) * sizeof **table);

    random_dna(ref, n);
    for (int r = 0; r < reads; r++) {
        int start;
        mutate(read, m, ref, n);
        int end = align(table, read, m, ref, n);
        int score = table[m][end];
        int same = trace(table, read, m, ref, end, &start);
        int common = lcs(table, read, m, ref, n);
        printf("read %2d: score %d at %d..%d, %d identical, lcs %d\n",
               r, score, start, end, same, common);
    }
    for (int i = 0; i <= m; i++)
        free(table[i]);
    free(table);
    free(ref);
    free(read);
    return 0;
}
