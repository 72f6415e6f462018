/* ktruss: truss decomposition of an undirected graph.
 * The trussness of an edge is the largest k such that the edge lies in a
 * subgraph where every edge closes at least k-2 triangles.
 * usage: ktruss [vertices] [edges drawn] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

typedef struct {
    int n, m;
    int *off;           /* n+1 */
    int *adj, *eid;     /* neighbours (sorted) and edge number, 2m each */
    int *eu, *ev;       /* end points, eu < ev */
} Graph;

static uint64_t rng = 0x853c49e6748fea9bull;

static uint32_t rnd(void)
{
    uint64_t old = rng;
    rng = old * 6364136223846793005ull + 1442695040888963407ull;
    uint32_t x = (uint32_t)(((old >> 18) ^ old) >> 27), r = (uint32_t)(old >> 59);
    return x >> r | x << (-r & 31);
}

static void *get(size_t n, size_t size)
{
    void *p = calloc(n + 1, size);
    if (!p) { perror("ktruss"); exit(EXIT_FAILURE); }
    return p;
}

static int cmp_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* overlapping communities of uneven size plus a skewed random background */
static uint64_t *draw_edges(int n, int m)
{
    uint64_t *e = get((size_t)m, sizeof *e);
    for (int i = 0; i < m; i++) {
        uint32_t a, b;
        if (rnd() % 10 < 6) {
            uint32_t c = rnd() % (uint32_t)(n / 50), width = 12 + c * 7 % 60;
            a = (c * 50 + rnd() % width) % (uint32_t)n;
            b = (c * 50 + rnd() % width) % (uint32_t)n;
        } else {
            double x = rnd() / 4294967296.0, y = rnd() / 4294967296.0;
            a = (uint32_t)(x * x * x * n);
            b = (uint32_t)(y * y * n);
        }
        e[i] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    }
    return e;
}

static void sort_edges(uint64_t *e, int m)
{
    qsort(e, (size_t)m, sizeof *e, cmp_u64);
}

static Graph build(int n, uint64_t *e, int m)
{
    Graph g = { .n = n };
    sort_edges(e, m);
    int k = 0;
    for (int i = 0; i < m; i++)             /* no loops, no duplicates */
        if (e[i] >> 32 != (e[i] & 0xffffffffu) && (k == 0 || e[i] != e[k - 1])) e[k++] = e[i];
    g.m = k;
    g.off = get((size_t)n + 1, sizeof(int));
    g.adj = get(2 * (size_t)k, sizeof(int));
    g.eid = get(2 * (size_t)k, sizeof(int));
    g.eu = get((size_t)k, sizeof(int));
    g.ev = get((size_t)k, sizeof(int));
    for (int i = 0; i < k; i++) {
        g.eu[i] = (int)(e[i] >> 32);
        g.ev[i] = (int)(e[i] & 0xffffffffu);
        g.off[g.eu[i] + 1]++;
        g.off[g.ev[i] + 1]++;
    }
    for (int v = 0; v < n; v++) g.off[v + 1] += g.off[v];
    int *fill = get((size_t)n, sizeof(int));
    for (int v = 0; v < n; v++) fill[v] = g.off[v];
    for (int pass = 0; pass < 2; pass++)    /* smaller neighbours first keeps lists sorted */
        for (int i = 0; i < k; i++) {
            int a = pass ? g.eu[i] : g.ev[i], b = pass ? g.ev[i] : g.eu[i];
            g.adj[fill[a]] = b;
            g.eid[fill[a]++] = i;
        }
    free(fill);
    return g;
}

static int common(const Graph *g, int u, int v)
{
    int i = g->off[u], ie = g->off[u + 1], j = g->off[v], je = g->off[v + 1], c = 0;
    while (i < ie && j < je) {
        int a = g->adj[i], b = g->adj[j];
        c += a == b;
        i += a <= b;
        j += b <= a;
    }
    return c;
}

static int64_t supports(const Graph *g, int *sup)
{
    int64_t tri = 0;
    for (int e = 0; e < g->m; e++) {
        sup[e] = common(g, g->eu[e], g->ev[e]);
        tri += sup[e];
    }
    return tri / 3;
}

/* mean local clustering coefficient; every edge's support counts at both ends */
static double clustering(const Graph *g, const int *sup)
{
    double sum = 0;
    for (int v = 0; v < g->n; v++) {
        int64_t d = g->off[v + 1] - g->off[v], t = 0;
        for (int i = g->off[v]; i < g->off[v + 1]; i++) t += sup[g->eid[i]];
        if (d > 1) sum += (double)t / (double)(d * (d - 1));
    }
    return sum / g->n;
}

/* peel edges in order of support, kept in buckets as in the k-core algorithm */
static int peel(const Graph *g, int *sup, int *truss)
{
    int m = g->m, maxs = 0, kmax = 2;
    int *order = get((size_t)m, sizeof(int)), *pos = get((size_t)m, sizeof(int));
    for (int e = 0; e < m; e++) if (sup[e] > maxs) maxs = sup[e];
    int *bin = get((size_t)maxs + 2, sizeof(int));
    for (int e = 0; e < m; e++) bin[sup[e] + 1]++;
    for (int s = 0; s <= maxs; s++) bin[s + 1] += bin[s];
    for (int e = 0; e < m; e++) { pos[e] = bin[sup[e]]++; order[pos[e]] = e; }
    for (int s = maxs + 1; s > 0; s--) bin[s] = bin[s - 1];
    bin[0] = 0;
    for (int i = 0; i < m; i++) {
        int e = order[i], s = sup[e];
        if (s + 2 > kmax) kmax = s + 2;
        truss[e] = s + 2;
        int a = g->off[g->eu[e]], ae = g->off[g->eu[e] + 1];
        int b = g->off[g->ev[e]], be = g->off[g->ev[e] + 1];
        while (a < ae && b < be) {
            if (g->adj[a] < g->adj[b]) { a++; continue; }
            if (g->adj[a] > g->adj[b]) { b++; continue; }
            int f[2] = { g->eid[a++], g->eid[b++] };
            if (truss[f[0]] || truss[f[1]]) continue;
            for (int q = 0; q < 2; q++) {   /* move f one bucket down */
                int sf = sup[f[q]];
                if (sf <= s) continue;
                int at = pos[f[q]], head = bin[sf], other = order[head];
                order[at] = other; pos[other] = at;
                order[head] = f[q]; pos[f[q]] = head;
                bin[sf]++;
                sup[f[q]]--;
            }
        }
    }
    free(order); free(pos); free(bin);
    return kmax;
}

static int find(int *p, int x)
{
    while (p[x] != x) x = p[x] = p[p[x]];
    return x;
}

/* number and largest size of the components formed by edges of truss >= k */
static void pieces(const Graph *g, const int *truss, int k, int *count, int *largest)
{
    int *p = get((size_t)g->n, sizeof(int)), *size = get((size_t)g->n, sizeof(int));
    for (int v = 0; v < g->n; v++) p[v] = v;
    for (int e = 0; e < g->m; e++)
        if (truss[e] >= k) p[find(p, g->eu[e])] = find(p, g->ev[e]);
    *count = *largest = 0;
    for (int v = 0; v < g->n; v++) size[find(p, v)]++;
    for (int v = 0; v < g->n; v++) {
        *count += size[v] > 1;
        if (size[v] > *largest) *largest = size[v];
    }
    free(p); free(size);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40000, m = argc > 2 ? atoi(argv[2]) : 900000;
    if (n < 100 || m < 100) { fprintf(stderr, "ktruss: too small\n"); return 1; }
    uint64_t *e = draw_edges(n, m);
    Graph g = build(n, e, m);
    free(e);
    int dmax = 0;
    for (int v = 0; v < n; v++) if (g.off[v + 1] - g.off[v] > dmax) dmax = g.off[v + 1] - g.off[v];
    printf("%d vertices, %d edges, max degree %d\n", g.n, g.m, dmax);
    int *sup = get((size_t)g.m, sizeof(int)), *truss = get((size_t)g.m, sizeof(int));
    int64_t tri = supports(&g, sup);
    printf("%lld triangles, clustering %.6f\n", (long long)tri, clustering(&g, sup));
    int kmax = peel(&g, sup, truss);
    int *hist = get((size_t)kmax + 1, sizeof(int)), left = g.m;
    for (int i = 0; i < g.m; i++) hist[truss[i]]++;
    for (int k = 2; k <= kmax; k++) {
        int c, big;
        pieces(&g, truss, k, &c, &big);
        printf("k %2d: %7d edges, %6d remain, %5d pieces, largest %d\n", k, hist[k], left, c, big);
        left -= hist[k];
    }
    free(hist); free(sup); free(truss);
    free(g.off); free(g.adj); free(g.eid); free(g.eu); free(g.ev);
    return 0;
}
