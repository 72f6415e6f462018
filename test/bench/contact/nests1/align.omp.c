/*
 * Global alignment of DNA reads against a reference (Needleman-Wunsch with a
 * full score table), plus the length of the longest common subsequence.
 *
 * usage: align [reference length] [read length] [reads]
 *
 * OpenMP version: reads in parallel, alignment rows split into a vectorisable and
 * a serial part, LCS of eight reads at a time in SIMD lanes with two rows kept.
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
/* score table of (m+1) x (n+1) entries; the serial part of a row is split off */
static int align(int **score, const char *a, int m, const char *b, int n)
{
    for (int i = 0; i <= m; i++)
        score[i][0] = i * GAP;
    for (int j = 0; j <= n; j++)
        score[0][j] = 0;                  /* free start in the reference */
    for (int i = 1; i <= m; i++) {
        const int *up = score[i - 1];
        int *restrict cur = score[i];
        char ai = a[i - 1];
#pragma omp simd
        for (int j = 1; j <= n; j++) {
            int d = up[j - 1] + (ai == b[j - 1] ? MATCH : MISMATCH);
            int s = up[j] + GAP;
            cur[j] = d > s ? d : s;
        }
        int left = cur[0];
        for (int j = 1; j <= n; j++) {
            left = max2(cur[j], left + GAP);
            cur[j] = left;
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

#define LANES 8

/* LANES reads (m x LANES, interleaved) against one reference; two rows kept */
static void lcs(const int (*a)[LANES], int m, const char *b, int n, int *result)
{
    int (*row[2])[LANES];
    for (int i = 0; i < 2; i++)
        row[i] = calloc(n + 1, sizeof *row[i]);
    for (int i = 1; i <= m; i++) {
        int (*up)[LANES] = row[(i - 1) % 2], (*cur)[LANES] = row[i % 2];
        const int *ai = a[i - 1];
        for (int j = 1; j <= n; j++) {
            int bj = b[j - 1];
#pragma omp simd
            for (int l = 0; l < LANES; l++) {
                int d = up[j - 1][l] + 1;
                int s = up[j][l] > cur[j - 1][l] ? up[j][l] : cur[j - 1][l];
                cur[j][l] = ai[l] == bj ? d : s;
            }
        }
    }
    for (int l = 0; l < LANES; l++)
        result[l] = row[m % 2][n][l];
    free(row[0]);
    free(row[1]);
}

struct result {
    int score, start, end, same, common;
};

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000;
    int m = argc > 2 ? atoi(argv[2]) : 2000;
    int reads = argc > 3 ? atoi(argv[3]) : 20;
    char *ref = malloc(n), *read = malloc((size_t)reads * m);
    struct result *res = malloc(reads * sizeof *res);

    random_dna(ref, n);
    for (int r = 0; r < reads; r++)
        mutate(read + (size_t)r * m, m, ref, n);

#pragma omp parallel
    {
        int **table = malloc((m + 1) * sizeof *table);
        for (int i = 0; i <= m; i++)
            table[i] = malloc((n + 1) * sizeof **table);
#pragma omp for schedule(dynamic)
        for (int r = 0; r < reads; r++) {
            const char *rd = read + (size_t)r * m;
            res[r].end = align(table, rd, m, ref, n);
            res[r].score = table[m][res[r].end];
            res[r].same = trace(table, rd, m, ref, res[r].end, &res[r].start);
        }
        for (int i = 0; i <= m; i++)
            free(table[i]);
        free(table);

        int (*lane)[LANES] = malloc(m * sizeof *lane), common[LANES];
#pragma omp for schedule(dynamic)
        for (int r0 = 0; r0 < reads; r0 += LANES) {
            for (int i = 0; i < m; i++)
                for (int l = 0; l < LANES; l++)
                    lane[i][l] = read[(size_t)(r0 + l < reads ? r0 + l : r0) * m + i];
            lcs((const int (*)[LANES])lane, m, ref, n, common);
            for (int l = 0; l < LANES && r0 + l < reads; l++)
                res[r0 + l].common = common[l];
        }
        free(lane);
    }
    for (int r = 0; r < reads; r++)
        printf("read %2d: score %d at %d..%d, %d identical, lcs %d\n", r, res[r].score,
               res[r].start, res[r].end, res[r].same, res[r].common);
    free(res);
    free(ref);
    free(read);
    return 0;
}
