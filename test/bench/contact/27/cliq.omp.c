// cliq - census of the maximal cliques of a co-authorship-like graph.
// Degeneracy order outside, Bron-Kerbosch with pivoting on bitsets inside.
// usage: cliq [vertices] [groups] [seed]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t word;
typedef struct { int n, words; word *adj; int *deg; } graph;

#define ROW(g, v) ((g)->adj + (size_t)(v) * (g)->words)
#define HAS(s, v) ((s)[(v) >> 6] >> ((v) & 63) & 1)
#define ADD(s, v) ((s)[(v) >> 6] |= (word)1 << ((v) & 63))
#define DEL(s, v) ((s)[(v) >> 6] &= ~((word)1 << ((v) & 63)))
#define MAXK 128

static graph *g;
static int stack[MAXK], depth;
static long count[MAXK + 1], calls;
#pragma omp threadprivate(stack, depth, count, calls)
static long all_count[MAXK + 1], all_calls;
static uint64_t digest, all_digest;
#pragma omp threadprivate(digest)
static int *best, best_size, best_root; // first of the largest cliques
static int mine[MAXK], mine_size, mine_root, root;
#pragma omp threadprivate(mine, mine_size, mine_root, root)
static long *all_member, *member;
#pragma omp threadprivate(member)
//                    // in how many maximal cliques is v?

static void *alloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (p == NULL) {
        fprintf(stderr, "cliq: cannot allocate %zu x %zu\n", n, size);
        exit(EXIT_FAILURE);
    }
    return p;
}

static uint64_t state = 42;
static double frand(void)
{
    state = state * 2862933555777941757ULL + 3037000493ULL;
    return (double)(state >> 12) / (double)(1ULL << 52);
}

static void link_up(int a, int b)
{
    if (a == b || HAS(ROW(g, a), b)) return;
    ADD(ROW(g, a), b);
    ADD(ROW(g, b), a);
    g->deg[a]++;
    g->deg[b]++;
}

// overlapping groups, dense inside, and some noise between them
static void make_graph(int n, int groups)
{
    g = alloc(1, sizeof *g);
    g->n = n;
    g->words = (n + 63) / 64;
    g->adj = alloc((size_t)n * g->words, sizeof(word));
    g->deg = alloc(n, sizeof(int));
    int *who = alloc(n, sizeof(int));
    for (int k = 0; k < groups; k++) {
        int size = 12 + (int)(frand() * 30);
        double density = 0.55 + 0.33 * frand();
        for (int i = 0; i < size; i++) who[i % n] = (int)(frand() * n);
        for (int i = 0; i < size && i < n; i++)
            for (int j = 0; j < i; j++)
                if (frand() < density) link_up(who[i], who[j]);
    }
    for (int k = 0; k < 4 * n; k++) link_up((int)(frand() * n), (int)(frand() * n));
    free(who);
}

static int popcount(const word *s)
{
    int c = 0;
    for (int i = 0; i < g->words; i++) c += __builtin_popcountll(s[i]);
    return c;
}

static int common(const word *a, const word *b)
{
    int c = 0;
    for (int i = 0; i < g->words; i++) c += __builtin_popcountll(a[i] & b[i]);
    return c;
}

static int empty(const word *s)
{
    for (int i = 0; i < g->words; i++)
        if (s[i]) return 0;
    return 1;
}

static void report(void)
{
    uint64_t h = 0;
    for (int i = 0; i < depth; i++) {
        uint64_t x = (uint64_t)stack[i] * 0x9E3779B97F4A7C15ULL;
        h += (x ^ x >> 29) * 0xBF58476D1CE4E5B9ULL;
        member[stack[i]]++;
    }
    digest += h ^ h >> 32;              // no matter in which order they come
    count[depth]++;
    if (depth > mine_size) {
        mine_size = depth;
        mine_root = root;
        memcpy(mine, stack, depth * sizeof *mine);
    }
}

static void expand(const word *cand, const word *done)
{
    calls++;
    if (empty(cand)) {
        if (empty(done)) report();
        return;
    }
    if (depth == MAXK) {
        fprintf(stderr, "cliq: clique larger than %d\n", MAXK);
        exit(EXIT_FAILURE);
    }
    int pivot = -1, most = -1;          // neighbour of most candidates
    for (int i = 0; i < g->words; i++)
        for (word w = cand[i] | done[i]; w; w &= w - 1) {
            int v = i * 64 + __builtin_ctzll(w), c = common(cand, ROW(g, v));
            if (c > most) {
                most = c;
                pivot = v;
            }
        }
    word p[g->words], x[g->words], np[g->words], nx[g->words];
    memcpy(p, cand, sizeof p);
    memcpy(x, done, sizeof x);
    for (int i = 0; i < g->words; i++)
        for (word w = cand[i] & ~ROW(g, pivot)[i]; w; w &= w - 1) {
            int v = i * 64 + __builtin_ctzll(w);
            const word *nb = ROW(g, v);
            for (int k = 0; k < g->words; k++) {
                np[k] = p[k] & nb[k];
                nx[k] = x[k] & nb[k];
            }
            stack[depth++] = v;
            expand(np, nx);
            depth--;
            DEL(p, v);
            ADD(x, v);
        }
}

// repeatedly take the vertex of least degree
static int degeneracy_order(int *order)
{
    int *deg = alloc(g->n, sizeof(int)), core = 0;
    memcpy(deg, g->deg, g->n * sizeof(int));
    for (int k = 0; k < g->n; k++) {
        int v = -1;
        for (int u = 0; u < g->n; u++)
            if (deg[u] >= 0 && (v < 0 || deg[u] < deg[v])) v = u;
        if (deg[v] > core) core = deg[v];
        for (int u = 0; u < g->n; u++)
            if (HAS(ROW(g, v), u) && deg[u] > 0) deg[u]--;
        deg[v] = -1;
        order[k] = v;
    }
    free(deg);
    return core;
}

static void census(const int *order)
{
    int *rank = alloc(g->n, sizeof(int));
    for (int k = 0; k < g->n; k++) rank[order[k]] = k;
#pragma omp parallel
    {
        word *p = alloc(g->words, sizeof(word)), *x = alloc(g->words, sizeof(word));
        member = alloc(g->n, sizeof(long));
        // roots come in increasing order to each thread: its first largest is the
        // one with the smallest root
#pragma omp for schedule(dynamic, 1)
        for (int k = 0; k < g->n; k++) {
            int v = order[k];
            memset(p, 0, g->words * sizeof(word));
            memset(x, 0, g->words * sizeof(word));
            for (int u = 0; u < g->n; u++)
                if (HAS(ROW(g, v), u)) {
                    if (rank[u] > k) ADD(p, u);
                    else ADD(x, u);
                }
            stack[0] = v;
            depth = 1;
            root = k;
            expand(p, x);
        }
#pragma omp critical
        {
            for (int k = 0; k <= MAXK; k++) all_count[k] += count[k];
            for (int v = 0; v < g->n; v++) all_member[v] += member[v];
            all_calls += calls;
            all_digest += digest;
            if (mine_size > best_size || (mine_size == best_size && mine_root < best_root)) {
                best_size = mine_size;
                best_root = mine_root;
                memcpy(best, mine, mine_size * sizeof *best);
            }
        }
        free(p); free(x); free(member);
    }
    free(rank);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 800, groups = argc > 2 ? atoi(argv[2]) : 240;
    if (argc > 3) state = strtoull(argv[3], NULL, 10);
    if (n < 2 || groups < 0) { fprintf(stderr, "usage: cliq [vertices] [groups] [seed]\n"); return EXIT_FAILURE; }
    make_graph(n, groups);
    int *order = alloc(n, sizeof(int)), edges = 0, star = 0, deepest = popcount(ROW(g, 0));
    best = alloc(MAXK, sizeof(int));
    all_member = alloc(n, sizeof(long));
    int core = degeneracy_order(order);
    census(order);
    for (int v = 0; v < n; v++) {
        edges += g->deg[v];
        if (all_member[v] > all_member[star]) star = v;
        if (popcount(ROW(g, v)) > deepest) deepest = popcount(ROW(g, v));
    }
    printf("vertices %d edges %d core %d max degree %d calls %ld digest %016llx\nsizes", n, edges / 2, core, deepest, all_calls, (unsigned long long)all_digest);
    for (int k = 1; k <= MAXK; k++)
        if (all_count[k]) printf(" %d:%ld", k, all_count[k]);
    printf("\nlargest (%d):", best_size);
    for (int i = 0; i < best_size; i++) printf(" %d", best[i]);
    printf("\nbusiest vertex %d in %ld cliques\n", star, all_member[star]);
    free(order); free(best); free(all_member); free(g->adj); free(g->deg); free(g);
    return 0;
}
