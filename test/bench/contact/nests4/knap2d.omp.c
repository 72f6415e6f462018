/* Cargo loading: bounded multiples of each item, two limits (weight and volume).
 *     knap2d [maxweight maxvolume items]
 */
#include <stdio.h>
#include <stdlib.h>

struct item {
    int weight, volume, value, copies;
};

struct table {
    int w, v;          /* limits */
    int *best;         /* (w+1) x (v+1) */
};

static unsigned next(unsigned *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

static struct item *make_items(int n, int w, int v)
{
    struct item *it = malloc(n * sizeof(struct item));
    unsigned s = 777;
    for (int i = 0; i < n; i++) {
        it[i].weight = 1 + next(&s) % (w / 8 + 1);
        it[i].volume = 1 + next(&s) % (v / 8 + 1);
        it[i].value = 10 + next(&s) % 90 + it[i].weight / 2 + it[i].volume / 3;
        it[i].copies = 1 + next(&s) % 3;
    }
    return it;
}

/* All copies of an item in one pass over the table (8.4 MB, so passes cost memory
 * traffic): row w after c copies = max over m <= c of old row (w - m*weight), shifted
 * by m*volume, + m*value.  Rows go downwards; rows of one residue class modulo the
 * weight depend only on each other, so classes are shared between the threads and
 * every row reads rows that are still old. */
static void add_item(struct table *t, const struct item *it)
{
    const int cols = t->v + 1, V = t->v, wt = it->weight, vo = it->volume, val = it->value;
#pragma omp for schedule(static)
    for (int r = 0; r < wt; r++) {
        if (r + wt > t->w)
            continue;
        for (int w = r + (t->w - r) / wt * wt; w >= wt; w -= wt) {
            int *dst = t->best + (size_t)w * cols;
            int m = w / wt < it->copies ? w / wt : it->copies;
            const int *s1 = dst - (size_t)wt * cols - vo, *s2 = s1 - (size_t)wt * cols - vo,
                      *s3 = s2 - (size_t)wt * cols - vo;
            int e2 = m >= 2 ? 2 * vo : V + 1, e3 = m >= 3 ? 3 * vo : V + 1;
            if (e2 > V + 1) e2 = V + 1;
            if (e3 > V + 1) e3 = V + 1;
            int v = vo;
#pragma omp simd
            for (v = vo; v < e2; v++) {
                int a = s1[v] + val, d = dst[v];
                dst[v] = a > d ? a : d;
            }
#pragma omp simd
            for (v = e2; v < e3; v++) {
                int a = s1[v] + val, b = s2[v] + 2 * val, d = dst[v];
                a = a > b ? a : b;
                dst[v] = a > d ? a : d;
            }
#pragma omp simd
            for (v = e3; v <= V; v++) {
                int a = s1[v] + val, b = s2[v] + 2 * val, c = s3[v] + 3 * val, d = dst[v];
                a = a > b ? a : b;
                a = a > c ? a : c;
                dst[v] = a > d ? a : d;
            }
        }
    }
}

static int take(struct table *t, const struct item *items, int n)
{
    int passes = 0;
#pragma omp parallel
    for (int i = 0; i < n; i++)
        add_item(t, &items[i]);
    for (int i = 0; i < n; i++)
        passes += items[i].copies;
    return passes;
}

/* smallest weight limit that reaches a share of the optimum, per volume */
static long staircase(const struct table *t, int share)
{
    int cols = t->v + 1;
    int goal = (int)((long)t->best[t->w * cols + t->v] * share / 100);
    long acc = 0;
    for (int v = 0; v <= t->v; v++) {
        int w = 0;
        while (w <= t->w && t->best[w * cols + v] < goal)
            w++;
        acc += (long)w * (v % 11 + 1);
    }
    return acc;
}

int main(int argc, char **argv)
{
    struct table t;
    int n = 420;
    t.w = 1500;
    t.v = 1400;
    if (argc > 1)
        t.w = atoi(argv[1]);
    if (argc > 2)
        t.v = atoi(argv[2]);
    if (argc > 3)
        n = atoi(argv[3]);
    t.best = calloc((size_t)(t.w + 1) * (t.v + 1), sizeof(int));
    if (!t.best) {
        fputs("no memory\n", stderr);
        return 1;
    }
    struct item *items = make_items(n, t.w, t.v);
    int passes = take(&t, items, n);
    printf("passes %d best %d\n", passes, t.best[t.w * (t.v + 1) + t.v]);
    printf("half %d\n", t.best[t.w / 2 * (t.v + 1) + t.v / 2]);
    for (int share = 25; share < 100; share += 25)
        printf("share %d: %ld\n", share, staircase(&t, share));
    long sum = 0;
    for (int i = 0; i <= t.w; i += 3)
        for (int j = 0; j <= t.v; j += 2)
            sum += t.best[i * (t.v + 1) + j];
    printf("sum %ld\n", sum);
    free(items);
    free(t.best);
    return 0;
}
