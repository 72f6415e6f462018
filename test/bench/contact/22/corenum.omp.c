/* Structure report for a scale-free graph: R-MAT generation, CSR build with
 * de-duplication, k-core decomposition, triangles by core-ordered orientation,
 * clustering coefficient per core level, label propagation communities. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t  n;
    uint64_t  m;          /* directed entries */
    uint64_t *off;
    uint32_t *adj;
} graph;

static void *xalloc(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) { fputs("out of memory\n", stderr); exit(EXIT_FAILURE); }
    return p;
}

static uint64_t splitmix(uint64_t *s)
{
    uint64_t z = (*s += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

static void rmat_edge(unsigned scale, uint64_t *seed, uint32_t *u, uint32_t *v)
{
    uint32_t a = 0, b = 0;
    uint64_t r = 0;
    for (unsigned i = 0; i < scale; i++) {
        if (i % 4 == 0) r = splitmix(seed);
        unsigned x = r & 0xffff;
        r >>= 16;
        a <<= 1; b <<= 1;
        if (x < 31457) continue;                  /* 0.48 */
        else if (x < 45220) b |= 1;               /* 0.21 */
        else if (x < 58983) a |= 1;
        else { a |= 1; b |= 1; }
    }
    *u = a; *v = b;
}

static int cmp_u32(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static graph build(unsigned scale, uint64_t nedges, uint64_t seed)
{
    graph g = { .n = 1u << scale };
    uint32_t *src = xalloc(nedges, sizeof *src), *dst = xalloc(nedges, sizeof *dst);
    uint64_t *pos = xalloc(g.n + 1ull, sizeof *pos), w = 0;

    g.off = xalloc(g.n + 1ull, sizeof *g.off);
    const uint64_t draws = (scale + 3) / 4;       /* splitmix is counter based: jump to edge e */
    #pragma omp parallel for schedule(static)
    for (uint64_t e = 0; e < nedges; e++) {
        uint64_t s = seed + e * draws * 0x9e3779b97f4a7c15ull;
        rmat_edge(scale, &s, &src[e], &dst[e]);
    }
    for (uint64_t e = 0; e < nedges; e++) {
        if (src[e] == dst[e]) continue;
        pos[src[e]]++;
        pos[dst[e]]++;
    }
    for (uint32_t v = 0; v < g.n; v++) g.off[v + 1] = g.off[v] + pos[v];
    memcpy(pos, g.off, (g.n + 1ull) * sizeof *pos);
    g.adj = xalloc(g.off[g.n], sizeof *g.adj);
    for (uint64_t e = 0; e < nedges; e++) {
        if (src[e] == dst[e]) continue;
        g.adj[pos[src[e]]++] = dst[e];
        g.adj[pos[dst[e]]++] = src[e];
    }
    #pragma omp parallel for schedule(dynamic, 64)
    for (uint32_t v = 0; v < g.n; v++)
        qsort(g.adj + g.off[v], g.off[v + 1] - g.off[v], sizeof *g.adj, cmp_u32);
    for (uint32_t v = 0; v < g.n; v++) {          /* compact, drop duplicates */
        uint64_t b = g.off[v], e = g.off[v + 1];
        g.off[v] = w;
        for (uint64_t i = b; i < e; i++)
            if (i == b || g.adj[i] != g.adj[w - 1]) g.adj[w++] = g.adj[i];
    }
    g.off[g.n] = g.m = w;
    free(src); free(dst); free(pos);
    return g;
}

/* Batagelj-Zaversnik peeling; fills core[] and the peeling rank */
static uint32_t kcore(const graph *g, uint32_t *core, uint32_t *rank)
{
    uint32_t maxd = 0, start = 0, kmax = 0;
    uint32_t *vert = xalloc(g->n, sizeof *vert);
    for (uint32_t v = 0; v < g->n; v++) {
        core[v] = (uint32_t)(g->off[v + 1] - g->off[v]);
        if (core[v] > maxd) maxd = core[v];
    }
    uint32_t *bin = xalloc(maxd + 2ull, sizeof *bin);
    for (uint32_t v = 0; v < g->n; v++) bin[core[v]]++;
    for (uint32_t d = 0; d <= maxd; d++) { uint32_t c = bin[d]; bin[d] = start; start += c; }
    for (uint32_t v = 0; v < g->n; v++) { rank[v] = bin[core[v]]++; vert[rank[v]] = v; }
    for (uint32_t d = maxd; d > 0; d--) bin[d] = bin[d - 1];
    bin[0] = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t v = vert[i];
        if (core[v] > kmax) kmax = core[v];
        for (uint64_t e = g->off[v]; e < g->off[v + 1]; e++) {
            uint32_t u = g->adj[e];
            if (core[u] <= core[v]) continue;
            uint32_t pw = bin[core[u]], w = vert[pw];
            if (u != w) { vert[rank[u]] = w; vert[pw] = u; rank[w] = rank[u]; rank[u] = pw; }
            bin[core[u]]++;
            core[u]--;
        }
    }
    free(bin); free(vert);
    return kmax;
}

static uint64_t triangles(const graph *g, const uint32_t *rank, uint32_t *tri)
{
    uint64_t total = 0;
    #pragma omp parallel reduction(+: total)
    {
    uint32_t *mark = xalloc(g->n, sizeof *mark);
    #pragma omp for schedule(dynamic, 64)
    for (uint32_t u = 0; u < g->n; u++) {
        for (uint64_t e = g->off[u]; e < g->off[u + 1]; e++)
            if (rank[g->adj[e]] > rank[u]) mark[g->adj[e]] = u + 1;
        uint32_t mine = 0;
        for (uint64_t e = g->off[u]; e < g->off[u + 1]; e++) {
            uint32_t v = g->adj[e];
            if (rank[v] < rank[u]) continue;
            for (uint64_t f = g->off[v]; f < g->off[v + 1]; f++) {
                uint32_t w = g->adj[f];
                if (mark[w] != u + 1 || rank[w] < rank[v]) continue;
                total++;
                #pragma omp atomic
                tri[v]++;
                #pragma omp atomic
                tri[w]++;
                mine++;
            }
        }
        #pragma omp atomic
        tri[u] += mine;
    }
    free(mark);
    }
    return total;
}

/* synchronous label propagation, ties to the smaller label; returns changes */
static uint32_t propagate(const graph *g, const uint32_t *lab, uint32_t *out)
{
    uint32_t changed = 0;
    #pragma omp parallel reduction(+: changed)
    {
    uint32_t *count = xalloc(g->n, sizeof *count);
    #pragma omp for schedule(dynamic, 64)
    for (uint32_t v = 0; v < g->n; v++) {
        uint32_t best = lab[v], cnt = 0;
        for (uint64_t e = g->off[v]; e < g->off[v + 1]; e++) {
            uint32_t l = lab[g->adj[e]], c = ++count[l];
            if (c > cnt || (c == cnt && l < best)) { cnt = c; best = l; }
        }
        for (uint64_t e = g->off[v]; e < g->off[v + 1]; e++) count[lab[g->adj[e]]] = 0;
        out[v] = best;
        changed += best != lab[v];
    }
    free(count);
    }
    return changed;
}

int main(int argc, char **argv)
{
    unsigned scale = argc > 1 ? (unsigned)atoi(argv[1]) : 16;
    if (scale < 4 || scale > 22) return EXIT_FAILURE;
    graph g = build(scale, 17ull << scale, 2718281828ull);
    uint32_t *core = xalloc(g.n, sizeof *core), *rank = xalloc(g.n, sizeof *rank);
    uint32_t *tri = xalloc(g.n, sizeof *tri);
    uint32_t *la = xalloc(g.n, sizeof *la), *lb = xalloc(g.n, sizeof *lb);

    uint32_t kmax = kcore(&g, core, rank);
    printf("vertices %u, edges %llu, degeneracy %u\n", g.n, (unsigned long long)(g.m / 2), kmax);
    printf("triangles %llu\n", (unsigned long long)triangles(&g, rank, tri));

    printf("%6s %8s %12s %10s\n", "core", "vertices", "triangles", "clustering");
    for (uint32_t lo = 0; lo <= kmax; lo += kmax / 8 + 1) {
        uint32_t hi = lo + kmax / 8, cnt = 0, used = 0;
        uint64_t t = 0;
        double cc = 0.0;
        for (uint32_t v = 0; v < g.n; v++) {
            if (core[v] < lo || core[v] > hi) continue;
            double d = (double)(g.off[v + 1] - g.off[v]);
            cnt++;
            t += tri[v];
            if (d >= 2.0) { cc += 2.0 * tri[v] / (d * (d - 1.0)); used++; }
        }
        printf("%6u %8u %12llu %10.6f\n", lo, cnt, (unsigned long long)t, used ? cc / used : 0.0);
    }

    for (uint32_t v = 0; v < g.n; v++) la[v] = v;
    for (int it = 1; it <= 10; it++) {
        uint32_t ch = propagate(&g, la, lb), *t = la;
        la = lb; lb = t;
        printf("label propagation %2d: %u changed\n", it, ch);
        if (ch == 0) break;
    }
    memset(rank, 0, g.n * sizeof *rank);
    uint32_t ncomm = 0, largest = 0;
    for (uint32_t v = 0; v < g.n; v++) {
        if (rank[la[v]]++ == 0) ncomm++;
        if (rank[la[v]] > largest) largest = rank[la[v]];
    }
    printf("communities %u, largest %u\n", ncomm, largest);
    free(g.off); free(g.adj); free(core); free(rank); free(tri); free(la); free(lb);
    return EXIT_SUCCESS;
}
