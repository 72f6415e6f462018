// SPDX-License-Identifier: Apache-2.0
// needle.c: global alignment scores (Needleman-Wunsch, affine-free) for many
// pairs of DNA reads, with traceback to obtain the identity of each pair.
//
//   ./needle [pairs] [read length]

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MATCH     2
#define MISMATCH -1
#define GAP      -2

struct pair {
    char *a, *b;
    int la, lb;
};

struct result {
    int score;
    int identities;
    int length;         // alignment columns
};

static unsigned long long state = 0x9E3779B97F4A7C15ULL;

static unsigned next_random(void)
{
    state = state * 2862933555777941757ULL + 3037000493ULL;
    return (unsigned)(state >> 35);
}

static void *must_alloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "needle: allocation of %zu bytes failed\n", n);
        exit(1);
    }
    return p;
}

// b is a mutated copy of a
static void random_pair(struct pair *p, int len)
{
    static const char acgt[] = "ACGT";
    p->la = len - (int)(next_random() % (len / 4 + 1));
    p->a = must_alloc(p->la + 1);
    p->b = must_alloc(2 * p->la + 1);
    int n = 0;
    for (int i = 0; i < p->la; i++) {
        p->a[i] = acgt[next_random() & 3];
        unsigned r = next_random() % 100;
        if (r < 5)
            continue;                               // deletion
        p->b[n++] = r < 15 ? acgt[next_random() & 3] : p->a[i];
        if (r > 95)
            p->b[n++] = acgt[next_random() & 3];    // insertion
    }
    p->a[p->la] = p->b[n] = '\0';
    p->lb = n;
}

static int max2(int x, int y)
{
    return x > y ? x : y;
}

static struct result align(const struct pair *p)
{
    int cols = p->lb + 1;
    int *dp = must_alloc(sizeof(int) * (p->la + 1) * cols);
    struct result r = { 0, 0, 0 };

    for (int j = 0; j < cols; j++)
        dp[j] = j * GAP;
    for (int i = 1; i <= p->la; i++) {
        int *cur = dp + i * cols, *prev = cur - cols;
        cur[0] = i * GAP;
        for (int j = 1; j < cols; j++) {
            int diag = prev[j - 1] + (p->a[i - 1] == p->b[j - 1] ? MATCH : MISMATCH);
            cur[j] = max2(diag, max2(prev[j], cur[j - 1]) + GAP);
        }
    }
    r.score = dp[p->la * cols + p->lb];

    int i = p->la, j = p->lb;
    while (i > 0 || j > 0) {
        int here = dp[i * cols + j];
        r.length++;
        if (i > 0 && j > 0) {
            int same = p->a[i - 1] == p->b[j - 1];
            if (here == dp[(i - 1) * cols + j - 1] + (same ? MATCH : MISMATCH)) {
                r.identities += same;
                i--;
                j--;
                continue;
            }
        }
        if (i > 0 && here == dp[(i - 1) * cols + j] + GAP)
            i--;
        else
            j--;
    }
    free(dp);
    return r;
}

int main(int argc, char **argv)
{
    int npairs = argc > 1 ? atoi(argv[1]) : 2400;
    int len = argc > 2 ? atoi(argv[2]) : 700;
    struct pair *pairs = must_alloc(sizeof *pairs * npairs);
    struct result *res = must_alloc(sizeof *res * npairs);
    struct timespec start, stop;

    for (int i = 0; i < npairs; i++)
        random_pair(&pairs[i], len);

    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < npairs; i++)
        res[i] = align(&pairs[i]);
    clock_gettime(CLOCK_MONOTONIC, &stop);

    long total = 0, ident = 0, columns = 0;
    int best = 0;
    for (int i = 0; i < npairs; i++) {
        total += res[i].score;
        ident += res[i].identities;
        columns += res[i].length;
        if (res[i].score > res[best].score)
            best = i;
    }
    printf("pairs     %d\n", npairs);
    printf("total     %ld\n", total);
    printf("identity  %.3f%%\n", 100.0 * ident / columns);
    printf("best      #%d score %d\n", best, res[best].score);
    fprintf(stderr, "aligned in %.3f s\n",
            (stop.tv_sec - start.tv_sec) + 1e-9 * (stop.tv_nsec - start.tv_nsec));

    for (int i = 0; i < npairs; i++) {
        free(pairs[i].a);
        free(pairs[i].b);
    }
    free(pairs);
    free(res);
    return 0;
}
