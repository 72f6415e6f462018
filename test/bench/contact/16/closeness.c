/* closeness - harmonic closeness and eccentricity of sampled vertices of a
 * small-world network, by breadth-first search level by level. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct edge {
    int to;
    struct edge *next;
} edge;

typedef struct {
    int nv;
    edge **adj;
    edge *pool;
    int npool;
} graph;

static unsigned long long rng = 88172645463325252ULL;

static unsigned rnd(unsigned n)
{
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (unsigned)((rng >> 16) % n);
}

static void link_to(graph *g, int a, int b)
{
    edge *e = &g->pool[g->npool++];
    e->to = b;
    e->next = g->adj[a];
    g->adj[a] = e;
}

/* ring lattice with k neighbours on each side; every link rewired with p=1/12 */
static graph *small_world(int nv, int k)
{
    graph *g = malloc(sizeof *g);
    if (!g) exit(1);
    g->nv = nv;
    g->npool = 0;
    g->adj = calloc((size_t)nv, sizeof *g->adj);
    g->pool = malloc(sizeof(edge) * 2 * (size_t)nv * (size_t)k);
    if (!g->adj || !g->pool) exit(1);
    for (int v = 0; v < nv; v++)
        for (int d = 1; d <= k; d++) {
            int w = (v + d) % nv;
            if (rnd(12) == 0)
                w = (int)rnd((unsigned)nv);
            if (w == v)
                continue;
            link_to(g, v, w);
            link_to(g, w, v);
        }
    return g;
}

static void free_graph(graph *g)
{
    free(g->adj);
    free(g->pool);
    free(g);
}

/* search scratch */
static int *level;
static int *queue;

static double bfs_harmonic(const graph *g, int src, int *ecc, int *reached)
{
    int head = 0, tail = 0, depth = 0;
    double sum = 0.0;
    memset(level, 0xff, sizeof(int) * (size_t)g->nv);
    level[src] = 0;
    queue[tail++] = src;
    while (head < tail) {
        int end = tail;
        depth++;
        while (head < end) {
            int v = queue[head++];
            for (const edge *e = g->adj[v]; e; e = e->next)
                if (level[e->to] < 0) {
                    level[e->to] = depth;
                    queue[tail++] = e->to;
                }
        }
        sum += (double)(tail - end) / depth;
    }
    *ecc = level[queue[tail - 1]];
    *reached = tail;
    return sum;
}

int main(int argc, char **argv)
{
    int nv = argc > 1 ? atoi(argv[1]) : 12000;
    int nsrc = argc > 2 ? atoi(argv[2]) : 2200;
    if (nv < 10) nv = 10;
    graph *g = small_world(nv, 3);
    double *clo = malloc(sizeof(double) * (size_t)nsrc);
    int *ecc = malloc(sizeof(int) * (size_t)nsrc), *cnt = malloc(sizeof(int) * (size_t)nsrc);
    level = malloc(sizeof(int) * (size_t)nv);
    queue = malloc(sizeof(int) * (size_t)nv);
    if (!clo || !ecc || !cnt || !level || !queue)
        return 1;

    for (int s = 0; s < nsrc; s++) {
        int src = (int)((long long)s * 7919 % nv);
        clo[s] = bfs_harmonic(g, src, &ecc[s], &cnt[s]) / (nv - 1);
    }

    int best = 0, radius = ecc[0], diameter = 0;
    double mean = 0.0;
    long long touched = 0;
    for (int s = 0; s < nsrc; s++) {
        if (clo[s] > clo[best]) best = s;
        if (ecc[s] < radius) radius = ecc[s];
        if (ecc[s] > diameter) diameter = ecc[s];
        mean += clo[s];
        touched += cnt[s];
    }
    printf("vertices %d links %d sources %d\n", nv, g->npool / 2, nsrc);
    printf("most central %d (%.9f), mean %.9f\n", (int)((long long)best * 7919 % nv), clo[best], mean / nsrc);
    printf("radius %d diameter %d reached %lld\n", radius, diameter, touched);
    free(clo); free(ecc); free(cnt); free(level); free(queue);
    free_graph(g);
    return 0;
}
