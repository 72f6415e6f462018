/*
 * Where to put the depots?  A town is a street network of crossings and
 * streets with travel times.  For a number of candidate sites the travel
 * time to every crossing is found (Dijkstra), then depots are opened one
 * after the other such that the households are reached quickest.
 *
 *   depots [side of the town [candidates [depots]]]
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct street {
    int to;
    int seconds;
    struct street *next;
};

struct town {
    int ncross;
    struct street **streets;        /* list of each crossing */
    int *people;
};

/* binary heap of crossings, keyed by tentative time */
struct heap {
    int size;
    int *node;                      /* heap position -> crossing */
    int *pos;                       /* crossing -> heap position, -1 outside */
    int *key;                       /* the times, owned by the caller */
};

static unsigned long rand_next = 12345;

static int random_below(int n)
{
    rand_next = (rand_next * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return (int)((rand_next >> 7) % (unsigned long)n);
}

static void *xmalloc(size_t size)
{
    void *p = malloc(size);
    if (!p) {
        fprintf(stderr, "depots: out of memory\n");
        exit(1);
    }
    return p;
}

static void add_street(struct town *t, int a, int b, int seconds)
{
    struct street *s = xmalloc(sizeof *s);
    s->to = b;
    s->seconds = seconds;
    s->next = t->streets[a];
    t->streets[a] = s;
}

static void build_town(struct town *t, int side)
{
    t->ncross = side * side;
    t->streets = xmalloc((size_t)t->ncross * sizeof *t->streets);
    t->people = xmalloc((size_t)t->ncross * sizeof *t->people);
    for (int c = 0; c < t->ncross; c++) {
        t->streets[c] = NULL;
        t->people[c] = random_below(10) == 0 ? random_below(900) : random_below(40);
    }
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int c = y * side + x;
            int fast = y % 16 == 0 || x % 16 == 0;      /* avenues */
            int lo = fast ? 8 : 25, span = fast ? 10 : 60;
            if (x + 1 < side && random_below(12)) {
                add_street(t, c, c + 1, lo + random_below(span));
                if (random_below(6))                    /* else one-way */
                    add_street(t, c + 1, c, lo + random_below(span));
            }
            if (y + 1 < side && random_below(12)) {
                add_street(t, c, c + side, lo + random_below(span));
                if (random_below(6))
                    add_street(t, c + side, c, lo + random_below(span));
            }
        }
}

static void free_town(struct town *t)
{
    for (int c = 0; c < t->ncross; c++)
        while (t->streets[c]) {
            struct street *s = t->streets[c];
            t->streets[c] = s->next;
            free(s);
        }
    free(t->streets);
    free(t->people);
}

static void heap_init(struct heap *h, int n)
{
    h->size = 0;
    h->node = xmalloc((size_t)n * sizeof *h->node);
    h->pos = xmalloc((size_t)n * sizeof *h->pos);
    h->key = NULL;
}

static void heap_done(struct heap *h)
{
    free(h->node);
    free(h->pos);
}

static void heap_put(struct heap *h, int i, int c)
{
    h->node[i] = c;
    h->pos[c] = i;
}

static void heap_up(struct heap *h, int i)
{
    int c = h->node[i];
    while (i > 0 && h->key[h->node[(i - 1) / 2]] > h->key[c]) {
        heap_put(h, i, h->node[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    heap_put(h, i, c);
}

static int heap_pop(struct heap *h)
{
    int top = h->node[0], i = 0;
    int last = h->node[--h->size];
    h->pos[top] = -1;
    if (h->size > 0) {
        for (;;) {
            int kid = 2 * i + 1;
            if (kid >= h->size)
                break;
            if (kid + 1 < h->size && h->key[h->node[kid + 1]] < h->key[h->node[kid]])
                kid++;
            if (h->key[h->node[kid]] >= h->key[last])
                break;
            heap_put(h, i, h->node[kid]);
            i = kid;
        }
        heap_put(h, i, last);
    }
    return top;
}

/* travel times from a site; returns the number of crossings reached */
static int travel_times(const struct town *t, struct heap *h, int site, int *time)
{
    int reached = 0;
    for (int c = 0; c < t->ncross; c++) {
        time[c] = INT_MAX;
        h->pos[c] = -1;
    }
    h->key = time;
    time[site] = 0;
    h->size = 1;
    heap_put(h, 0, site);
    while (h->size > 0) {
        int c = heap_pop(h);
        reached++;
        for (const struct street *s = t->streets[c]; s; s = s->next) {
            int when = time[c] + s->seconds;
            if (when < time[s->to]) {
                if (h->pos[s->to] < 0)
                    heap_put(h, h->size++, s->to);
                time[s->to] = when;
                heap_up(h, h->pos[s->to]);
            }
        }
    }
    return reached;
}

/* person-seconds if a depot with these times joins those already open */
static long long total_time(const struct town *t, const int *nearest, const int *time)
{
    long long sum = 0;
    for (int c = 0; c < t->ncross; c++) {
        int w = time[c] < nearest[c] ? time[c] : nearest[c];
        sum += (long long)w * t->people[c];
    }
    return sum;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 180;
    int ncand = argc > 2 ? atoi(argv[2]) : 170;
    int ndepots = argc > 3 ? atoi(argv[3]) : 6;
    struct town town;

    if (side < 4 || ncand < 1 || ndepots < 1 || ndepots > ncand)
        return fprintf(stderr, "depots: bad arguments\n"), 1;
    build_town(&town, side);

    int *site = xmalloc((size_t)ncand * sizeof *site);
    int **times = xmalloc((size_t)ncand * sizeof *times);
    long reached = 0;
    for (int k = 0; k < ncand; k++)
        site[k] = random_below(town.ncross);
#pragma omp parallel reduction(+ : reached)
    {
        struct heap heap;               /* one per thread */
        heap_init(&heap, town.ncross);
#pragma omp for schedule(dynamic)
        for (int k = 0; k < ncand; k++) {
            times[k] = xmalloc((size_t)town.ncross * sizeof **times);
            reached += travel_times(&town, &heap, site[k], times[k]);
        }
        heap_done(&heap);
    }
    printf("%d crossings, %d candidates, %ld crossings reached\n", town.ncross, ncand, reached);

    long long *sums = xmalloc((size_t)ncand * sizeof *sums);
    int *nearest = xmalloc((size_t)town.ncross * sizeof *nearest);
    for (int c = 0; c < town.ncross; c++)
        nearest[c] = 3600 * 4;
    for (int d = 0; d < ndepots; d++) {
        long long best = LLONG_MAX;
        int chosen = -1;
#pragma omp parallel for schedule(static)
        for (int k = 0; k < ncand; k++)
            sums[k] = total_time(&town, nearest, times[k]);
        for (int k = 0; k < ncand; k++)
            if (sums[k] < best) {
                best = sums[k];
                chosen = k;
            }
        for (int c = 0; c < town.ncross; c++)
            if (times[chosen][c] < nearest[c])
                nearest[c] = times[chosen][c];
        printf("depot %d at crossing %d (%d,%d): %lld person-seconds\n", d + 1, site[chosen],
               site[chosen] % side, site[chosen] / side, best);
    }
    int late = 0;
    for (int c = 0; c < town.ncross; c++)
        if (nearest[c] > 1800)
            late += town.people[c];
    printf("%d people wait more than half an hour\n", late);

    for (int k = 0; k < ncand; k++)
        free(times[k]);
    free(times);
    free(site);
    free(nearest);
    free(sums);
    free_town(&town);
    return 0;
}
