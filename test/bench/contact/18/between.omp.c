/* between.c - Brandes betweenness and closeness of a collaboration network.
   The graph grows by preferential attachment; adjacency as linked lists.   */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct edge_s {
    int to;
    struct edge_s *next;
} Edge;

typedef struct {
    int n;
    long m;
    Edge **adj;
    int *degree;
} Graph;

#define BATCH 64

/* work space of one single-source run */
typedef struct {
    int *queue;
    int *dist;
    double *sigma;
    double *delta;
} Brandes;

static unsigned long seedv = 1234567;

static int randint(int n)
{
    seedv = (seedv * 25214903917UL + 11) & 0xffffffffffffUL;
    return (int)((seedv >> 17) % (unsigned)n);
}

static void *emalloc(size_t n)
{
    void *p = malloc(n);
    if (p == NULL) {
        perror("between");
        exit(EXIT_FAILURE);
    }
    return p;
}

static int connected(const Graph *g, int a, int b)
{
    for (const Edge *e = g->adj[a]; e; e = e->next)
        if (e->to == b)
            return 1;
    return 0;
}

static void half_edge(Graph *g, int a, int b)
{
    Edge *e = emalloc(sizeof *e);
    e->to = b;
    e->next = g->adj[a];
    g->adj[a] = e;
    g->degree[a]++;
}

static int link_nodes(Graph *g, int a, int b)
{
    if (a == b || connected(g, a, b))
        return 0;
    half_edge(g, a, b);
    half_edge(g, b, a);
    g->m++;
    return 1;
}

static void graph_init(Graph *g, int n)
{
    g->n = n;
    g->m = 0;
    g->adj = emalloc(n * sizeof *g->adj);
    g->degree = emalloc(n * sizeof *g->degree);
    for (int i = 0; i < n; i++) {
        g->adj[i] = NULL;
        g->degree[i] = 0;
    }
}

static void graph_free(Graph *g)
{
    for (int i = 0; i < g->n; i++) {
        Edge *e = g->adj[i];
        while (e) {
            Edge *next = e->next;
            free(e);
            e = next;
        }
    }
    free(g->adj);
    free(g->degree);
}

/* new node links to k old ones, picked as an end of a random earlier link */
static void grow(Graph *g, int k)
{
    int *ends = emalloc(2 * (size_t)g->n * (k + 1) * sizeof *ends), ne = 0;
    link_nodes(g, 0, 1);
    ends[ne++] = 0;
    ends[ne++] = 1;
    for (int v = 2; v < g->n; v++) {
        if (randint(200) == 0)
            continue;               /* a loner */
        for (int j = 0; j < k && j < v; j++) {
            int u = randint(4) ? ends[randint(ne)] : randint(v);
            if (link_nodes(g, v, u)) {
                ends[ne++] = u;
                ends[ne++] = v;
            }
        }
    }
    free(ends);
}

static void brandes_init(Brandes *b, int n)
{
    b->queue = emalloc(n * sizeof(int));
    b->dist = emalloc(n * sizeof(int));
    b->sigma = emalloc(n * sizeof(double));
    b->delta = NULL;            /* lent by the batch */
}

static void brandes_free(Brandes *b)
{
    free(b->queue);
    free(b->dist);
    free(b->sigma);
}

/* breadth first search counting shortest paths; returns nodes reached */
static int bfs(const Graph *g, Brandes *b, int s)
{
    int head = 0, tail = 0;
    for (int i = 0; i < g->n; i++) {
        b->dist[i] = -1;
        b->sigma[i] = 0;
        b->delta[i] = 0;
    }
    b->dist[s] = 0;
    b->sigma[s] = 1;
    b->queue[tail++] = s;
    while (head < tail) {
        int v = b->queue[head++];
        for (const Edge *e = g->adj[v]; e; e = e->next) {
            int w = e->to;
            if (b->dist[w] < 0) {
                b->dist[w] = b->dist[v] + 1;
                b->queue[tail++] = w;
            }
            if (b->dist[w] == b->dist[v] + 1)
                b->sigma[w] += b->sigma[v];
        }
    }
    return tail;
}

static long accumulate(const Graph *g, Brandes *b, int reached)
{
    long far = 0;
    for (int k = reached - 1; k > 0; k--) {
        int w = b->queue[k];
        far += b->dist[w];
        for (const Edge *e = g->adj[w]; e; e = e->next) {
            int v = e->to;
            if (b->dist[v] == b->dist[w] - 1)
                b->delta[v] += b->sigma[v] / b->sigma[w] * (1.0 + b->delta[w]);
        }
    }
    return far;
}

static const double *sort_key;

static int descending(const void *a, const void *b)
{
    int i = *(const int *)a, j = *(const int *)b;
    if (sort_key[i] != sort_key[j])
        return sort_key[i] > sort_key[j] ? -1 : 1;
    return i - j;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2500, k = argc > 2 ? atoi(argv[2]) : 4;
    Graph g;
    if (n < 10 || k < 1) {
        fprintf(stderr, "usage: between [nodes] [links]\n");
        return 2;
    }
    graph_init(&g, n);
    grow(&g, k);

    double *centrality = emalloc(n * sizeof *centrality), *close = emalloc(n * sizeof *close);
    int *order = emalloc(n * sizeof *order), diameter = 0, largest = 0;
    memset(centrality, 0, n * sizeof *centrality);
    /* Dependencies of a batch of sources are kept and then added in source
       order, so the rounding is that of the plain loop. */
    double *deltas = emalloc((size_t)BATCH * n * sizeof *deltas);
#pragma omp parallel reduction(max : diameter, largest)
    {
        Brandes b;
        brandes_init(&b, n);
        for (int s0 = 0; s0 < n; s0 += BATCH) {
            int s1 = s0 + BATCH < n ? s0 + BATCH : n;
#pragma omp for schedule(dynamic)
            for (int s = s0; s < s1; s++) {
                b.delta = deltas + (size_t)(s - s0) * n;
                int reached = bfs(&g, &b, s);
                long far = accumulate(&g, &b, reached);
                int ecc = b.dist[b.queue[reached - 1]];
                close[s] = far > 0 ? (double)(reached - 1) * (reached - 1) / ((double)far * (n - 1)) : 0;
                if (ecc > diameter)
                    diameter = ecc;
                if (reached > largest)
                    largest = reached;
            }
#pragma omp for schedule(static)
            for (int c = 0; c < n; c += 256)
                for (int s = s0; s < s1; s++)
                    for (int v = c; v < c + 256 && v < n; v++)
                        if (v != s)
                            centrality[v] += deltas[(size_t)(s - s0) * n + v];
        }
        brandes_free(&b);
    }
    free(deltas);

    printf("%d nodes, %ld edges, largest component %d, diameter %d\n", g.n, g.m, largest, diameter);
    for (int i = 0; i < n; i++)
        order[i] = i;
    sort_key = centrality;
    qsort(order, n, sizeof *order, descending);
    for (int i = 0; i < 8; i++)
        printf("%2d: node %5d degree %4d betweenness %.9e closeness %.9f\n", i + 1, order[i],
               g.degree[order[i]], centrality[order[i]], close[order[i]]);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += centrality[i];
    printf("total %.10e\n", sum);
    graph_free(&g);
    free(centrality);
    free(close);
    free(order);
    return 0;
}
