/* gabin - bin packing with a genetic algorithm.
 *
 * An individual is an order of the items; it is decoded by best fit with two
 * constraints (weight, and at most so many fragile items in a bin).
 * Usage: gabin [items] [population] [generations] [seed]
 *
 * In parallel: the decoding of the individuals of a generation.  Selection,
 * crossover and mutation draw from one random generator, so they stay in
 * order; split the loop into breeding and rating.
 *
 * SMALL: 30 10 6 1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY = 1000, MAXFRAGILE = 3, MAXITEMS = 5000 };

typedef struct { int weight; int fragile; } Item;
typedef struct { int room; int fragile; } Bin;
typedef struct {
    int *order;
    int bins;
    long waste;         /* sum of squares of the room left; more is better */
    int serial;
} Individual;

static Item *items;
static int nitems;
static Bin *bins;       /* scratch for decode */
static unsigned long rng;

static unsigned int rnd(unsigned int n)
{
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return (unsigned int)((rng * 2685821657736338717UL) >> 33) % n;
}

static void *must(void *p)
{
    if (p == NULL) {
        perror("gabin");
        exit(EXIT_FAILURE);
    }
    return p;
}

static void make_items(void)
{
    items = must(malloc(nitems * sizeof(Item)));
    for (int i = 0; i < nitems; i++) {
        int kind = rnd(10);
        items[i].weight = kind < 5 ? 50 + rnd(200) : kind < 8 ? 250 + rnd(250) : 450 + rnd(200);
        items[i].fragile = rnd(4) == 0;
    }
}

/* best fit: the fullest bin that can still take the item */
static int decode(const int *order, long *waste)
{
    int used = 0;
    for (int k = 0; k < nitems; k++) {
        const Item *it = &items[order[k]];
        int best = -1;
        for (int b = 0; b < used; b++) {
            if (bins[b].room < it->weight) continue;
            if (it->fragile && bins[b].fragile >= MAXFRAGILE) continue;
            if (best < 0 || bins[b].room < bins[best].room) {
                best = b;
                if (bins[b].room == it->weight) break;
            }
        }
        if (best < 0) {
            best = used++;
            bins[best].room = CAPACITY;
            bins[best].fragile = 0;
        }
        bins[best].room -= it->weight;
        bins[best].fragile += it->fragile;
    }
    *waste = 0;
    for (int b = 0; b < used; b++) *waste += (long)bins[b].room * bins[b].room;
    return used;
}

static void rate(Individual *x)
{
    x->bins = decode(x->order, &x->waste);
}

static int better(const Individual *a, const Individual *b)
{
    if (a->bins != b->bins) return a->bins < b->bins;
    if (a->waste != b->waste) return a->waste > b->waste;
    return a->serial < b->serial;
}

static int compare(const void *a, const void *b)
{
    return better(a, b) ? -1 : better(b, a) ? 1 : 0;
}

static void shuffle(int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = rnd(i + 1), t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

static int by_weight(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (items[x].weight != items[y].weight) return items[y].weight - items[x].weight;
    return x - y;
}

static const Individual *tournament(const Individual *pop, int n)
{
    const Individual *w = &pop[rnd(n)];
    for (int i = 0; i < 2; i++) {
        const Individual *c = &pop[rnd(n)];
        if (better(c, w)) w = c;
    }
    return w;
}

/* order crossover: a stretch of a, the rest in the order of b */
static void cross(const Individual *a, const Individual *b, Individual *child)
{
    static char taken[MAXITEMS];
    int lo = rnd(nitems), hi = rnd(nitems), k = 0;
    if (lo > hi) { int t = lo; lo = hi; hi = t; }
    memset(taken, 0, nitems);
    for (int i = lo; i <= hi; i++) {
        child->order[i] = a->order[i];
        taken[a->order[i]] = 1;
    }
    for (int i = 0; i < nitems; i++) {
        if (taken[b->order[i]]) continue;
        if (k == lo) k = hi + 1;
        child->order[k++] = b->order[i];
    }
}

static void mutate(Individual *x)
{
    int times = rnd(4);
    while (times-- > 0) {
        int i = rnd(nitems), j = rnd(nitems), t = x->order[i];
        if (rnd(2)) {                       /* swap */
            x->order[i] = x->order[j];
            x->order[j] = t;
        } else {                            /* move i to j */
            if (i < j) memmove(x->order + i, x->order + i + 1, (j - i) * sizeof(int));
            else memmove(x->order + j + 1, x->order + j, (i - j) * sizeof(int));
            x->order[j] = t;
        }
    }
}

static Individual *new_population(int n)
{
    Individual *p = must(malloc(n * sizeof *p));
    for (int i = 0; i < n; i++) p[i].order = must(malloc(nitems * sizeof(int)));
    return p;
}

static void free_population(Individual *p, int n)
{
    for (int i = 0; i < n; i++) free(p[i].order);
    free(p);
}

int main(int argc, char **argv)
{
    int npop, gens, serial = 0, elite;
    long total = 0;
    nitems = argc > 1 ? atoi(argv[1]) : 500;
    npop = argc > 2 ? atoi(argv[2]) : 120;
    gens = argc > 3 ? atoi(argv[3]) : 300;
    rng = argc > 4 ? strtoul(argv[4], NULL, 10) + 1 : 271828;
    if (nitems < 2 || nitems > MAXITEMS || npop < 4) {
        fprintf(stderr, "usage: gabin [items] [population] [generations] [seed]\n");
        return EXIT_FAILURE;
    }
    elite = npop / 20 + 1;
    make_items();
    bins = must(malloc(nitems * sizeof(Bin)));
    for (int i = 0; i < nitems; i++) total += items[i].weight;
    printf("%d items, weight %ld, at least %ld bins\n", nitems, total, (total + CAPACITY - 1) / CAPACITY);

    Individual *pop = new_population(npop), *next = new_population(npop);
    for (int i = 0; i < npop; i++) {
        for (int k = 0; k < nitems; k++) pop[i].order[k] = k;
        if (i == 0) qsort(pop[i].order, nitems, sizeof(int), by_weight);
        else shuffle(pop[i].order, nitems);
        pop[i].serial = serial++;
        rate(&pop[i]);
    }
    printf("best fit decreasing: %d bins, waste %ld\n", pop[0].bins, pop[0].waste);
    qsort(pop, npop, sizeof *pop, compare);

    for (int g = 0; g < gens; g++) {
        for (int i = 0; i < npop; i++) {
            Individual *c = &next[i];
            if (i < elite) {
                memcpy(c->order, pop[i].order, nitems * sizeof(int));
                c->bins = pop[i].bins;
                c->waste = pop[i].waste;
                c->serial = pop[i].serial;
                continue;
            }
            const Individual *a = tournament(pop, npop), *b = tournament(pop, npop);
            if (rnd(10) < 8) cross(a, b, c);
            else memcpy(c->order, a->order, nitems * sizeof(int));
            mutate(c);
            c->serial = serial++;
            rate(c);
        }
        qsort(next, npop, sizeof *next, compare);
        Individual *t = pop;
        pop = next;
        next = t;
        if (g % (gens / 12 + 1) == 0 || g == gens - 1) {
            long sum = 0;
            for (int i = 0; i < npop; i++) sum += pop[i].bins;
            printf("generation %4d: best %d bins, waste %ld (no. %d), mean %.3f\n", g + 1, pop[0].bins,
                   pop[0].waste, pop[0].serial, (double)sum / npop);
        }
    }

    long waste;
    unsigned int sum = 0;
    int used = decode(pop[0].order, &waste);
    for (int i = 0; i < nitems; i++) sum = sum * 31 + (unsigned int)pop[0].order[i];
    printf("%d bins, checksum %08x, room left in the first:", used, sum);
    for (int b = 0; b < used && b < 15; b++) printf(" %d", bins[b].room);
    printf("\n");
    free_population(pop, npop);
    free_population(next, npop);
    free(items);
    free(bins);
    return EXIT_SUCCESS;
}
