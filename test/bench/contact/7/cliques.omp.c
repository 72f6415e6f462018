// SPDX-License-Identifier: Apache-2.0
// Enumerates all maximal cliques of a collaboration-like graph with the
// Bron-Kerbosch algorithm (pivoting, bit sets, degeneracy order at the top).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define MAXSIZE 128

typedef uint64_t word;

typedef struct {
    int n, words;
    word *adj;          // n rows of `words` words
    int *order, *rank;
} Graph;

typedef struct {
    const Graph *g;
    long count[MAXSIZE];
    long calls;
    int best[MAXSIZE], best_len;
    int stack[MAXSIZE], depth;
    uint64_t hash;
    word *pool;         // three sets for each depth
} Search;

static uint64_t rng = 0x9E3779B97F4A7C15u;

static uint32_t next_random(void)
{
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return (uint32_t)((rng * 2685821657736338717u) >> 32);
}

static inline word *row(const Graph *g, int v)
{
    return g->adj + (size_t)v * g->words;
}

static void connect(Graph *g, int a, int b)
{
    if (a == b)
        return;
    row(g, a)[b >> 6] |= (word)1 << (b & 63);
    row(g, b)[a >> 6] |= (word)1 << (a & 63);
}

static Graph *graph_create(int n)
{
    Graph *g = malloc(sizeof *g);
    if (!g)
        return NULL;
    g->n = n;
    g->words = (n + 63) / 64;
    g->adj = calloc((size_t)n * g->words, sizeof(word));
    g->order = malloc(n * sizeof(int));
    g->rank = malloc(n * sizeof(int));
    if (!g->adj || !g->order || !g->rank)
        return NULL;
    return g;
}

static void populate(Graph *g, int teams, int density)
{
    for (int a = 0; a < g->n; a++)
        for (int b = 0; b < a; b++)
            if ((int)(next_random() % 1000) < density)
                connect(g, a, b);
    for (int t = 0; t < teams; t++) {
        int member[16], m = 4 + next_random() % 12;
        for (int i = 0; i < m; i++)
            member[i] = next_random() % g->n;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < i; j++)
                connect(g, member[i], member[j]);
    }
}

// repeatedly removes a vertex of smallest degree
static int degeneracy(Graph *g)
{
    int *deg = malloc(g->n * sizeof *deg), result = 0;
    char *gone = calloc(g->n, 1);
    for (int v = 0; v < g->n; v++) {
        deg[v] = 0;
        for (int w = 0; w < g->words; w++)
            deg[v] += __builtin_popcountll(row(g, v)[w]);
    }
    for (int k = 0; k < g->n; k++) {
        int min = -1;
        for (int v = 0; v < g->n; v++)
            if (!gone[v] && (min < 0 || deg[v] < deg[min]))
                min = v;
        gone[min] = 1;
        g->order[k] = min;
        g->rank[min] = k;
        if (deg[min] > result)
            result = deg[min];
        for (int u = 0; u < g->n; u++)
            if (!gone[u] && (row(g, min)[u >> 6] >> (u & 63) & 1))
                deg[u]--;
    }
    free(deg);
    free(gone);
    return result;
}

static void report(Search *s)
{
    uint64_t h = 0;
    s->count[s->depth]++;
    for (int i = 0; i < s->depth; i++)
        h += (uint64_t)(s->stack[i] + 1) * 0x9E3779B97F4A7C15u;
    s->hash += h ^ (h >> 29);
    if (s->depth > s->best_len) {
        s->best_len = s->depth;
        memcpy(s->best, s->stack, s->depth * sizeof(int));
    }
}

static void expand(Search *s, const word *P0, const word *X0)
{
    const Graph *g = s->g;
    int words = g->words;
    word *P = s->pool + (size_t)s->depth * 3 * words, *X = P + words, *C = X + words;
    int pivot = -1, most = -1;
    word any = 0;

    s->calls++;
    for (int w = 0; w < words; w++) {
        P[w] = P0[w];
        X[w] = X0[w];
        any |= P[w] | X[w];
    }
    if (!any) {
        report(s);
        return;
    }
    for (int w = 0; w < words; w++)
        for (word m = P[w] | X[w]; m; m &= m - 1) {
            int u = w * 64 + __builtin_ctzll(m), c = 0;
            const word *a = row(g, u);
            for (int k = 0; k < words; k++)
                c += __builtin_popcountll(P[k] & a[k]);
            if (c > most) {
                most = c;
                pivot = u;
            }
        }
    for (int w = 0; w < words; w++)
        C[w] = P[w] & ~row(g, pivot)[w];
    for (int w = 0; w < words; w++)
        while (C[w]) {
            word bit = C[w] & -C[w];
            int v = w * 64 + __builtin_ctzll(bit);
            word p[words], x[words];
            for (int k = 0; k < words; k++) {
                p[k] = P[k] & row(g, v)[k];
                x[k] = X[k] & row(g, v)[k];
            }
            s->stack[s->depth++] = v;
            expand(s, p, x);
            s->depth--;
            P[w] &= ~bit;
            X[w] |= bit;
            C[w] &= ~bit;
        }
}

static void from_vertex(Search *s, int k)
{
    const Graph *g = s->g;
    int v = g->order[k];
    word p[g->words], x[g->words];
    memset(p, 0, sizeof p);
    memset(x, 0, sizeof x);
    for (int u = 0; u < g->n; u++)
        if (row(g, v)[u >> 6] >> (u & 63) & 1) {
            word *set = g->rank[u] > k ? p : x;
            set[u >> 6] |= (word)1 << (u & 63);
        }
    s->stack[0] = v;
    s->depth = 1;
    expand(s, p, x);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 360;
    int density = argc > 2 ? atoi(argv[2]) : 390;
    Graph *g = graph_create(n);
    Search *s = calloc(1, sizeof *s);
    if (!g || !s || !(s->pool = malloc(sizeof(word) * 3 * MAXSIZE * g->words))) {
        fprintf(stderr, "no memory for %d vertices\n", n);
        return 1;
    }
    populate(g, n / 3, density);
    printf("%d vertices, degeneracy %d\n", n, degeneracy(g));
    s->g = g;
    int first = n;      // where in the order the largest clique was found
    #pragma omp parallel
    {
        Search *my = calloc(1, sizeof *my);
        my->pool = malloc(sizeof(word) * 3 * MAXSIZE * g->words);
        my->g = g;
        int where = n, len = 0;
        #pragma omp for schedule(dynamic, 1) nowait
        for (int k = 0; k < n; k++) {
            from_vertex(my, k);
            if (my->best_len > len) {
                len = my->best_len;
                where = k;
            }
        }
        #pragma omp critical
        {
            for (int i = 0; i < MAXSIZE; i++)
                s->count[i] += my->count[i];
            s->calls += my->calls;
            s->hash += my->hash;
            if (len > s->best_len || (len == s->best_len && where < first)) {
                first = where;
                s->best_len = len;
                memcpy(s->best, my->best, sizeof s->best);
            }
        }
        free(my->pool);
        free(my);
    }

    long total = 0;
    for (int i = 1; i < MAXSIZE; i++)
        if (s->count[i]) {
            printf("size %2d: %8ld\n", i, s->count[i]);
            total += s->count[i];
        }
    printf("%ld maximal cliques, %ld calls, hash %016llx\nlargest:", total, s->calls, (unsigned long long)s->hash);
    for (int i = 0; i < s->best_len; i++)
        printf(" %d", s->best[i]);
    putchar('\n');
    return 0;
}
