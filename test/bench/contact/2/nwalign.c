// SPDX-License-Identifier: Apache-2.0
/* Pairwise Needleman-Wunsch scores of a family of DNA sequences with
 * linear gaps, then a crude UPGMA guide tree printed as merges. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MATCH 5
#define MISMATCH -4
#define GAP -6

struct seq {
    char name[16];
    int len;
    char *base;
};

static unsigned rs = 20231u;
static unsigned rnd(unsigned m)
{
    rs = rs * 1664525u + 1013904223u;
    return (rs >> 10) % m;
}

static void mutate(struct seq *dst, const struct seq *src, int id, int rate)
{
    dst->base = malloc(src->len * 2 + 8);
    int m = 0;
    for (int i = 0; i < src->len; i++) {
        int r = rnd(100);
        if (r < rate)
            dst->base[m++] = "ACGT"[rnd(4)];
        else if (r < rate + 3)
            continue;
        else {
            dst->base[m++] = src->base[i];
            if (r < rate + 6)
                dst->base[m++] = "ACGT"[rnd(4)];
        }
    }
    dst->len = m;
    snprintf(dst->name, sizeof dst->name, "s%03d", id);
}

static int max3(int a, int b, int c)
{
    int m = a > b ? a : b;
    return m > c ? m : c;
}

static int align_score(const struct seq *a, const struct seq *b)
{
    int *prev = malloc((b->len + 1) * sizeof(int));
    int *cur = malloc((b->len + 1) * sizeof(int));
    for (int j = 0; j <= b->len; j++)
        prev[j] = j * GAP;
    for (int i = 1; i <= a->len; i++) {
        cur[0] = i * GAP;
        for (int j = 1; j <= b->len; j++) {
            int s = a->base[i - 1] == b->base[j - 1] ? MATCH : MISMATCH;
            cur[j] = max3(prev[j - 1] + s, prev[j] + GAP, cur[j - 1] + GAP);
        }
        int *t = prev;
        prev = cur;
        cur = t;
    }
    int r = prev[b->len];
    free(prev);
    free(cur);
    return r;
}

static void guide_tree(double **d, int n)
{
    int *size = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        size[i] = 1;
    for (int step = 0; step < n - 1; step++) {
        int bi = -1, bj = -1;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; size[i] && j < n; j++)
                if (size[j] && (bi < 0 || d[i][j] < d[bi][bj]))
                    bi = i, bj = j;
        if (step < 6 || step == n - 2)
            printf("merge %3d + %3d at %.3f\n", bi, bj, d[bi][bj]);
        for (int k = 0; k < n; k++)
            if (size[k] && k != bi && k != bj)
                d[bi][k] = d[k][bi] = (d[bi][k] * size[bi] + d[bj][k] * size[bj]) /
                                      (size[bi] + size[bj]);
        size[bi] += size[bj];
        size[bj] = 0;
    }
    free(size);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 85, len = argc > 2 ? atoi(argv[2]) : 600;
    struct seq *s = calloc(n, sizeof *s);
    double **d = malloc(n * sizeof *d);
    struct timespec t0, t1;
    long total = 0;

    s[0].base = malloc(len);
    s[0].len = len;
    strcpy(s[0].name, "root");
    for (int i = 0; i < len; i++)
        s[0].base[i] = "ACGT"[rnd(4)];
    for (int i = 1; i < n; i++)
        mutate(&s[i], &s[rnd(i)], i, 8);
    for (int i = 0; i < n; i++)
        d[i] = calloc(n, sizeof **d);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            int sc = align_score(&s[i], &s[j]);
            double best = MATCH * (s[i].len < s[j].len ? s[i].len : s[j].len);
            d[i][j] = d[j][i] = 1.0 - sc / best;
            total += sc;
        }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    printf("%d sequences, score total %ld\n", n, total);
    guide_tree(d, n);
    fprintf(stderr, "%.3f s\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    for (int i = 0; i < n; i++) {
        free(d[i]);
        free(s[i].base);
    }
    free(d);
    free(s);
    return 0;
}
