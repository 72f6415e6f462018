// SPDX-License-Identifier: Apache-2.0
/* Count solutions of the n-queens problem with bit masks.
 *
 * The search is split by the squares of the first two rows; for every first
 * column we keep the number of solutions and the number of visited nodes.
 *
 * Usage: queens [n]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef unsigned int mask_t;

struct start {
    int col0, col1;
    mask_t cols, left, right;       /* attacked squares in row 2 */
    unsigned long solutions;
    unsigned long nodes;
};

struct worklist {
    struct start *item;
    int count;
};

static mask_t full_mask(int n)
{
    return (1u << n) - 1u;
}

static void search(mask_t full, mask_t cols, mask_t left, mask_t right, struct start *out)
{
    mask_t avail = full & ~(cols | left | right);

    out->nodes++;
    if (cols == full) {
        out->solutions++;
        return;
    }
    while (avail) {
        mask_t bit = avail & (~avail + 1u);
        avail ^= bit;
        search(full, cols | bit, (left | bit) << 1, (right | bit) >> 1, out);
    }
}

static struct worklist make_worklist(int n)
{
    struct worklist w = { malloc(sizeof(struct start) * n * n), 0 };
    if (w.item == NULL) {
        perror("queens");
        exit(EXIT_FAILURE);
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            mask_t ma = 1u << a, mb = 1u << b;
            if (b >= a - 1 && b <= a + 1)
                continue;
            struct start *s = &w.item[w.count++];
            s->col0 = a;
            s->col1 = b;
            s->cols = ma | mb;
            s->left = ((ma << 1) | mb) << 1;
            s->right = ((ma >> 1) | mb) >> 1;
            s->solutions = s->nodes = 0;
        }
    return w;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 15;
    struct timespec t0, t1;

    if (n < 4 || n > 24) {
        fprintf(stderr, "queens: n must be between 4 and 24\n");
        return EXIT_FAILURE;
    }

    struct worklist w = make_worklist(n);
    mask_t full = full_mask(n);

    clock_gettime(CLOCK_MONOTONIC, &t0);
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < w.count; i++) {
        struct start s = w.item[i];         /* local copy: no false sharing */
        search(full, s.cols, s.left, s.right, &s);
        w.item[i] = s;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    unsigned long *by_col = calloc(n, sizeof *by_col);
    unsigned long total = 0, nodes = 0;
    if (by_col == NULL)
        return EXIT_FAILURE;
    for (int i = 0; i < w.count; i++) {
        by_col[w.item[i].col0] += w.item[i].solutions;
        total += w.item[i].solutions;
        nodes += w.item[i].nodes;
    }
    printf("%d queens: %lu solutions, %lu nodes visited\n", n, total, nodes);
    for (int c = 0; c < n; c++)
        printf("  first queen in column %2d: %lu\n", c, by_col[c]);
    fprintf(stderr, "search took %.3f s\n",
            (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));
    free(by_col);
    free(w.item);
    return EXIT_SUCCESS;
}
