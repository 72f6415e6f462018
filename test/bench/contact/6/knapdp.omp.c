// SPDX-License-Identifier: Apache-2.0
/* Solves cargo loading as a 0/1 knapsack by dynamic programming with a decision bitmap, plus a bounded budget curve and greedy comparison. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    int weight, value;
    char tag[8];
} item_t;

typedef struct {
    int nitems, cap;
    item_t *items;
    int *best;              /* best[w] = value with capacity w */
    uint8_t *taken;         /* one bit per (item, w), rows padded to bytes */
    size_t row;
} knap_t;

static uint32_t s_rand = 5;

static int irand(int lo, int hi)
{
    s_rand = s_rand * 1664525u + 1013904223u;
    return lo + (int)((s_rand >> 9) % (uint32_t)(hi - lo + 1));
}

static knap_t *knap_create(int n, int cap)
{
    knap_t *k = malloc(sizeof *k);
    k->nitems = n;
    k->cap = cap;
    k->items = malloc(n * sizeof *k->items);
    k->best = calloc((size_t)cap + 1, sizeof *k->best);
    k->row = (size_t)cap / 8 + 1;
    k->taken = calloc(k->row, (size_t)n);
    for (int i = 0; i < n; i++) {
        item_t *it = &k->items[i];
        it->weight = irand(cap / (4 * n) + 1, 6 * (cap / n) + 2);
        it->value = it->weight / 7 + irand(10, 300);
        snprintf(it->tag, sizeof it->tag, "%c%03d", 'A' + i % 26, i % 1000);
    }
    return k;
}

static void knap_destroy(knap_t *k)
{
    free(k->items);
    free(k->best);
    free(k->taken);
    free(k);
}

static void knap_solve(knap_t *k)
{
    int cap = k->cap, nb = cap / 512 + 1;
    int *spare = malloc(((size_t)cap + 1) * sizeof *spare);
    int *result = k->best;
    #pragma omp parallel
    {
        int *old = k->best, *new = spare;
        for (int i = 0; i < k->nitems; i++) {
            int wt = k->items[i].weight, v = k->items[i].value;
            uint8_t *bits = k->taken + k->row * i;
            /* blocks of 512 capacities own whole bytes of the bitmap */
            #pragma omp for schedule(static)
            for (int b = 0; b < nb; b++) {
                int lo = b * 512, hi = lo + 511 < cap ? lo + 511 : cap;
                for (int w = lo; w <= hi && w < wt; w++)
                    new[w] = old[w];
                for (int w = lo > wt ? lo : wt; w <= hi; w++) {
                    int with = old[w - wt] + v;
                    new[w] = with > old[w] ? with : old[w];
                    bits[w >> 3] |= (uint8_t)((with > old[w]) << (w & 7));
                }
            }
            int *t = old;
            old = new;
            new = t;
        }
        #pragma omp single
        result = old;
    }
    free(result == spare ? k->best : spare);
    k->best = result;
}

static int knap_trace(const knap_t *k, int cap, int *chosen)
{
    int n = 0, w = cap;
    for (int i = k->nitems - 1; i >= 0; i--)
        if (k->taken[k->row * i + (w >> 3)] >> (w & 7) & 1) {
            chosen[n++] = i;
            w -= k->items[i].weight;
        }
    return n;
}

static const knap_t *cmp_ctx;

static int by_ratio(const void *a, const void *b)
{
    const item_t *x = &cmp_ctx->items[*(const int *)a], *y = &cmp_ctx->items[*(const int *)b];
    int64_t l = (int64_t)x->value * y->weight, r = (int64_t)y->value * x->weight;
    if (l != r)
        return l > r ? -1 : 1;
    return *(const int *)a - *(const int *)b;
}

static int greedy(const knap_t *k, int cap)
{
    int *ord = malloc(k->nitems * sizeof *ord), v = 0;
    for (int i = 0; i < k->nitems; i++)
        ord[i] = i;
    cmp_ctx = k;
    qsort(ord, k->nitems, sizeof *ord, by_ratio);
    for (int i = 0; i < k->nitems; i++) {
        const item_t *it = &k->items[ord[i]];
        if (it->weight <= cap) {
            cap -= it->weight;
            v += it->value;
        }
    }
    free(ord);
    return v;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 800;
    int cap = argc > 2 ? atoi(argv[2]) : 1500000;
    knap_t *k = knap_create(n, cap);
    int *chosen = malloc(n * sizeof *chosen);

    knap_solve(k);
    for (int q = 1; q <= 4; q++) {
        int c = (int)((int64_t)cap * q / 4), m = knap_trace(k, c, chosen), wsum = 0, vsum = 0;
        for (int i = 0; i < m; i++) {
            wsum += k->items[chosen[i]].weight;
            vsum += k->items[chosen[i]].value;
        }
        printf("capacity %d: value %d (greedy %d) items %d weight %d %s\n", c, k->best[c], greedy(k, c), m, wsum,
               vsum == k->best[c] ? "consistent" : "MISMATCH");
    }
    printf("last loaded:");
    int m = knap_trace(k, cap, chosen);
    for (int i = 0; i < m && i < 8; i++)
        printf(" %s", k->items[chosen[i]].tag);
    uint32_t h = 0, steps = 0;
    for (int w = 0; w <= cap; w++) {
        h = h * 31 + (uint32_t)k->best[w];
        steps += w > 0 && k->best[w] != k->best[w - 1];
    }
    printf("\ncurve steps %u hash %08x\n", steps, h);
    free(chosen);
    knap_destroy(k);
    return 0;
}
