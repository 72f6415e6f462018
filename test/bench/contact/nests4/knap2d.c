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

/* one copy of an item may be added: classic backward pass, in place */
static void add_copy(struct table *t, const struct item *it)
{
    int cols = t->v + 1;
    for (int w = t->w; w >= it->weight; w--) {
        for (int v = t->v; v >= it->volume; v--) {
            int with = t->best[(w - it->weight) * cols + (v - it->volume)] + it->value;
            if (with > t->best[w * cols + v])
                t->best[w * cols + v] = with;
        }
    }
}

static int take(struct table *t, const struct item *items, int n)
{
    int passes = 0;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < items[i].copies; c++) {
            add_copy(t, &items[i]);
            passes++;
        }
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
