/* molprint - path fingerprints of random drug-like molecules and Butina clustering by
 * Tanimoto similarity. usage: molprint [molecules] [threshold_percent] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define MAXATOM 40
#define MAXBOND 4
#define WORDS 16
#define PATHLEN 6

typedef struct {
    uint8_t element;
    uint8_t degree;
    uint8_t to[MAXBOND];
    uint8_t order[MAXBOND];
} Atom;

typedef struct Near {
    int other;
    float similarity;
    struct Near *next;
} Near;

typedef struct {
    Atom atom[MAXATOM];
    int natoms;
    uint64_t bits[WORDS];
    int weight;         /* number of set bits */
    Near *near;
    int nnear;
    int cluster;
} Molecule;

typedef struct {
    const Molecule *mol;
    unsigned char visited[MAXATOM];
    uint64_t *bits;
    long paths;
} Walk;

static uint64_t state;
static uint32_t rnd(uint32_t n)
{
    state += 0xA0761D6478BD642Full;
    __uint128_t t = (__uint128_t)state * (state ^ 0xE7037ED1A0B428DBull);
    return (uint32_t)((uint64_t)(t >> 64 ^ t) >> 32) % n;
}

static int popcount(uint64_t v)
{
    v -= v >> 1 & 0x5555555555555555ull;
    v = (v & 0x3333333333333333ull) + (v >> 2 & 0x3333333333333333ull);
    return (int)(((v + (v >> 4)) & 0x0F0F0F0F0F0F0F0Full) * 0x0101010101010101ull >> 56);
}

static int link_atoms(Molecule *m, int a, int b, int order)
{
    Atom *x = &m->atom[a], *y = &m->atom[b];
    if (a == b || x->degree == MAXBOND || y->degree == MAXBOND) return 0;
    for (int k = 0; k < x->degree; k++)
        if (x->to[k] == b) return 0;
    x->to[x->degree] = (uint8_t)b;
    x->order[x->degree++] = (uint8_t)order;
    y->to[y->degree] = (uint8_t)a;
    y->order[y->degree++] = (uint8_t)order;
    return 1;
}

static void mutate(Molecule *m)
{
    for (int k = 1 + rnd(3); k > 0; k--) {
        if (rnd(2)) m->atom[rnd(m->natoms)].element = (uint8_t)rnd(6);
        else if (m->natoms < MAXATOM) {
            int a = m->natoms++;
            memset(&m->atom[a], 0, sizeof m->atom[a]);
            m->atom[a].element = (uint8_t)rnd(4);
            if (!link_atoms(m, a, rnd(a), 1)) m->natoms--;
        }
    }
}

static void invent(Molecule *m)
{
    memset(m, 0, sizeof *m);
    int want = 14 + rnd(18);
    m->natoms = 1;
    while (m->natoms < want) {
        int a = m->natoms;
        memset(&m->atom[a], 0, sizeof m->atom[a]);
        m->atom[a].element = (uint8_t)(rnd(3) ? 0 : rnd(6));
        int back = a - 1 - (int)rnd(a < 3 ? a : 3);
        if (link_atoms(m, a, back, 1 + (rnd(5) == 0))) m->natoms++;
    }
    for (int r = 1 + rnd(4); r > 0; r--) {
        int a = rnd(m->natoms - 5);
        link_atoms(m, a, a + 4 + rnd(2), 1 + rnd(2));
    }
}

static void extend(Walk *w, int at, int depth, uint32_t hash)
{
    const Atom *a = &w->mol->atom[at];
    hash = (hash ^ (a->element + 1u)) * 16777619u;
    uint32_t h = hash ^ hash >> 15;
    w->bits[(h >> 6) % WORDS] |= 1ull << (h & 63);
    w->paths++;
    if (depth == PATHLEN) return;
    w->visited[at] = 1;
    for (int k = 0; k < a->degree; k++)
        if (!w->visited[a->to[k]]) extend(w, a->to[k], depth + 1, (hash ^ (uint32_t)(a->order[k] * 64)) * 16777619u);
    w->visited[at] = 0;
}

static long fingerprint(Molecule *m)
{
    Walk w = { m, { 0 }, m->bits, 0 };
    for (int i = 0; i < m->natoms; i++) extend(&w, i, 1, 2166136261u);
    for (int i = 0; i < WORDS; i++) m->weight += popcount(m->bits[i]);
    return w.paths;
}

static float tanimoto(const Molecule *a, const Molecule *b)
{
    int both = 0;
    for (int i = 0; i < WORDS; i++) both += popcount(a->bits[i] & b->bits[i]);
    return (float)both / (float)(a->weight + b->weight - both);
}

static void remember(Molecule *m, int other, float s)
{
    Near *e = malloc(sizeof *e);
    e->other = other;
    e->similarity = s;
    e->next = m->near;
    m->near = e;
    m->nnear++;
}

typedef struct {
    int other;
    float similarity;
} Match;

typedef struct {
    Match *m;
    int n, cap;
} Row;

static void note(Row *r, int other, float s)
{
    if (r->n == r->cap) {
        r->cap = r->cap * 2 + 4;
        r->m = realloc(r->m, r->cap * sizeof *r->m);
    }
    r->m[r->n++] = (Match){ other, s };
}

static Molecule *sort_base;
static int by_crowd(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    if (sort_base[x].nnear != sort_base[y].nnear) return sort_base[y].nnear - sort_base[x].nnear;
    return x - y;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8000;
    float limit = (argc > 2 ? atoi(argv[2]) : 62) / 100.0f;
    state = argc > 3 ? strtoull(argv[3], NULL, 10) : 404;
    if (n < 1) return 1;

    Molecule *mol = malloc(n * sizeof *mol);
    int *order = malloc(n * sizeof *order);
    for (int i = 0; i < n; i++) {
        if (i < 20 || rnd(3) == 0) invent(&mol[i]);
        else {
            mol[i] = mol[rnd(i)];
            mutate(&mol[i]);
        }
        order[i] = i;
    }

    long paths = 0, pairs = 0;
    #pragma omp parallel for schedule(dynamic, 32) reduction(+ : paths)
    for (int i = 0; i < n; i++) paths += fingerprint(&mol[i]);

    /* pass 1 finds the pairs row by row, pass 2 links them in row order */
    Row *row = calloc(n, sizeof *row);
    #pragma omp parallel for schedule(dynamic, 32)
    for (int i = n - 1; i >= 0; i--)
        for (int j = 0; j < i; j++) {
            int lo = mol[i].weight < mol[j].weight ? mol[i].weight : mol[j].weight;
            int hi = mol[i].weight + mol[j].weight - lo;
            if ((float)lo < limit * (float)hi) continue;
            float s = tanimoto(&mol[i], &mol[j]);
            if (s >= limit) note(&row[i], j, s);
        }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < row[i].n; k++) {
            remember(&mol[i], row[i].m[k].other, row[i].m[k].similarity);
            remember(&mol[row[i].m[k].other], i, row[i].m[k].similarity);
        }
        pairs += row[i].n;
        free(row[i].m);
    }
    free(row);

    sort_base = mol;
    qsort(order, n, sizeof *order, by_crowd);
    int clusters = 0, singles = 0, largest = 0;
    double cohesion = 0;
    uint32_t digest = 7;
    for (int k = 0; k < n; k++) {
        Molecule *c = &mol[order[k]];
        if (c->cluster) continue;
        int size = 1;
        c->cluster = ++clusters;
        for (Near *e = c->near; e; e = e->next) {
            digest = digest * 131u + (uint32_t)e->other;
            if (mol[e->other].cluster) continue;
            mol[e->other].cluster = clusters;
            cohesion += e->similarity;
            size++;
        }
        if (size == 1) singles++;
        if (size > largest) largest = size;
    }
    for (int i = 0; i < n; i++) digest = digest * 131u + (uint32_t)mol[i].cluster;
    printf("molecules %d paths %ld pairs %ld\n", n, paths, pairs);
    printf("clusters %d singletons %d largest %d cohesion %.9f digest %08x\n", clusters, singles, largest, cohesion, digest);
    for (int i = 0; i < n; i++)
        for (Near *e = mol[i].near, *nx; e; e = nx) {
            nx = e->next;
            free(e);
        }
    free(mol);
    free(order);
    return 0;
}
