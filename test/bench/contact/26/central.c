/* Betweenness and closeness centrality of an unweighted network (Brandes).
 * The network is a ring of villages with preferential long-distance links.
 *
 * usage: central [vertices] [links per vertex]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef struct Edge {
    int to;
    struct Edge *next;
} Edge;

typedef struct {
    int n;
    long m;
    Edge **adj;         /* one list per vertex, built first */
    int *begin, *nbr;   /* then packed */
} Graph;

typedef struct {
    int *dist;
    int *order;         /* vertices in the order they were reached */
    double *sigma;      /* number of shortest paths */
    double *delta;      /* dependency of the source */
} Work;

static uint64_t seed = 20240229;

static int pick(int n)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return (int)((seed * 2685821657736338717ULL >> 33) % (uint64_t)n);
}

static void *get_mem(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "central: not enough memory\n");
        exit(1);
    }
    return p;
}

static int connected(const Graph *g, int a, int b)
{
    const Edge *e;
    for (e = g->adj[a]; e; e = e->next)
        if (e->to == b)
            return 1;
    return 0;
}

static void half_link(Graph *g, int a, int b)
{
    Edge *e = get_mem(1, sizeof *e);
    e->to = b;
    e->next = g->adj[a];
    g->adj[a] = e;
}

static int link_up(Graph *g, int a, int b)
{
    if (a == b || connected(g, a, b))
        return 0;
    half_link(g, a, b);
    half_link(g, b, a);
    g->m++;
    return 1;
}

static Graph *make_graph(int n, int k)
{
    Graph *g = get_mem(1, sizeof *g);
    int *ends = get_mem((size_t)n * (size_t)(k + 2) * 2, sizeof(int));
    long nends = 0;
    int v, i;

    g->n = n;
    g->adj = get_mem((size_t)n, sizeof *g->adj);
    for (v = 0; v < n; v++) {
        link_up(g, v, (v + 1) % n);
        ends[nends++] = v;
        for (i = 1; i < k; i++) {
            int to = pick(3) ? (v + 2 + pick(12)) % n : ends[pick((int)nends)];
            if (link_up(g, v, to))
                ends[nends++] = to;
        }
    }
    g->begin = get_mem((size_t)n + 1, sizeof(int));
    g->nbr = get_mem((size_t)g->m * 2, sizeof(int));
    for (v = 0, i = 0; v < n; v++) {
        Edge *e = g->adj[v];
        g->begin[v] = i;
        while (e) {
            Edge *dead = e;
            g->nbr[i++] = e->to;
            e = e->next;
            free(dead);
        }
        g->adj[v] = NULL;
    }
    g->begin[n] = i;
    free(ends);
    return g;
}

static void work_init(Work *w, int n)
{
    w->dist = get_mem((size_t)n, sizeof(int));
    w->order = get_mem((size_t)n, sizeof(int));
    w->sigma = get_mem((size_t)n, sizeof(double));
    w->delta = get_mem((size_t)n, sizeof(double));
}

static void work_done(Work *w)
{
    free(w->dist);
    free(w->order);
    free(w->sigma);
    free(w->delta);
}

/* one source: breadth-first search, then accumulation backwards;
   returns the sum of distances and through far the eccentricity */
static long brandes(const Graph *g, int s, Work *w, int *far)
{
    int head = 0, tail = 0, i, v;
    long total = 0;

    for (v = 0; v < g->n; v++) {
        w->dist[v] = -1;
        w->sigma[v] = 0.0;
        w->delta[v] = 0.0;
    }
    w->dist[s] = 0;
    w->sigma[s] = 1.0;
    w->order[tail++] = s;
    while (head < tail) {
        v = w->order[head++];
        total += w->dist[v];
        for (i = g->begin[v]; i < g->begin[v + 1]; i++) {
            int u = g->nbr[i];
            if (w->dist[u] < 0) {
                w->dist[u] = w->dist[v] + 1;
                w->order[tail++] = u;
            }
            if (w->dist[u] == w->dist[v] + 1)
                w->sigma[u] += w->sigma[v];
        }
    }
    *far = w->dist[w->order[tail - 1]];
    while (tail-- > 1) {
        v = w->order[tail];
        for (i = g->begin[v]; i < g->begin[v + 1]; i++) {
            int u = g->nbr[i];
            if (w->dist[u] == w->dist[v] - 1)
                w->delta[u] += w->sigma[u] / w->sigma[v] * (1.0 + w->delta[v]);
        }
    }
    return total;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2400;
    int k = argc > 2 ? atoi(argv[2]) : 5;
    int s, v, diameter = 0, centre = 0, broker = 0, far;
    long sum = 0, closest = -1;
    uint64_t check = 0;
    Work w;

    if (n < 16 || k < 1 || k > 50) {
        fprintf(stderr, "usage: %s [vertices >= 16] [links 1..50]\n", argv[0]);
        return 1;
    }
    Graph *g = make_graph(n, k);
    double *between = get_mem((size_t)n, sizeof(double));

    work_init(&w, n);
    for (s = 0; s < n; s++) {
        long d = brandes(g, s, &w, &far);
        sum += d;
        if (far > diameter)
            diameter = far;
        if (closest < 0 || d < closest) {
            closest = d;
            centre = s;
        }
        for (v = 0; v < n; v++)
            if (v != s)
                between[v] += w.delta[v];
    }
    for (v = 0; v < n; v++) {
        uint64_t bits;
        if (between[v] > between[broker])
            broker = v;
        memcpy(&bits, &between[v], sizeof bits);
        check = (check << 7 | check >> 57) ^ (bits * 0x9E3779B97F4A7C15ULL);
    }
    printf("%d vertices, %ld edges, diameter %d, mean distance %.9f\n",
           n, g->m, diameter, (double)sum / n / (n - 1));
    printf("centre %d (%ld), top broker %d with %.9f\n", centre, closest, broker, between[broker] / 2);
    printf("betweenness check %016llx\n", (unsigned long long)check);
    work_done(&w);
    free(between);
    free(g->begin);
    free(g->nbr);
    free(g->adj);
    free(g);
    return 0;
}
