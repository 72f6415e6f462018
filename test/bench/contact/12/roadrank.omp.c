/* roadrank.c
 * Weighted betweenness and closeness of the crossings of a random road map
 * (Brandes' algorithm with Dijkstra from every node).
 *
 * usage: roadrank [side]      side*side crossings
 */
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define BATCH 64    /* sources whose results are kept before they are summed */

typedef struct edge {
    int to;
    int w;
    struct edge *next;
} edge;

typedef struct {
    int x, y;
    edge *out;
    int degree;
    double between;
    double close;
    int ecc;
} node;

typedef struct {
    int n, m;
    node *v;
} graph;

/* ---- work space of one search ---- */
typedef struct {
    int *dist;
    double *sigma, *delta;
    int *order, norder;         /* nodes in the order they are settled */
    int *heap, *where, nheap;
} search;

static unsigned long lcg = 2463534242UL;
static int rnd(int n)
{
    lcg = (lcg * 1103515245UL + 12345UL) & 0xffffffffUL;
    return (int)((lcg >> 9) % (unsigned long)n);
}

static void *alloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) {
        fprintf(stderr, "roadrank: cannot allocate\n");
        exit(1);
    }
    return p;
}

static void connect(graph *g, int a, int b, int w)
{
    edge *e = alloc(2, sizeof *e);
    e[0].to = b; e[0].w = w; e[0].next = g->v[a].out; g->v[a].out = &e[0];
    e[1].to = a; e[1].w = w; e[1].next = g->v[b].out; g->v[b].out = &e[1];
    g->v[a].degree++;
    g->v[b].degree++;
    g->m++;
}

static int road_length(const node *a, const node *b)
{
    double dx = a->x - b->x, dy = a->y - b->y;
    return 1 + (int)(sqrt(dx * dx + dy * dy) / 8);
}

static graph *make_map(int side)
{
    graph *g = alloc(1, sizeof *g);
    g->n = side * side;
    g->v = alloc(g->n, sizeof(node));
    for (int i = 0; i < g->n; i++) {
        g->v[i].x = (i % side) * 100 + rnd(61) - 30;
        g->v[i].y = (i / side) * 100 + rnd(61) - 30;
    }
    for (int i = 0; i < g->n; i++) {
        int c = i % side, r = i / side;
        if (c + 1 < side && rnd(10) != 0)
            connect(g, i, i + 1, road_length(&g->v[i], &g->v[i + 1]));
        if (r + 1 < side && rnd(10) != 0)
            connect(g, i, i + side, road_length(&g->v[i], &g->v[i + side]));
        if (c + 1 < side && r + 1 < side && rnd(4) == 0)
            connect(g, i, i + side + 1, road_length(&g->v[i], &g->v[i + side + 1]));
    }
    for (int k = 0; k < side / 3; k++) {        /* motorways */
        int a = rnd(g->n), b = rnd(g->n);
        if (a != b)
            connect(g, a, b, 1 + road_length(&g->v[a], &g->v[b]) / 3);
    }
    return g;
}

/* ---- heap of node numbers ordered by distance, ties by number ---- */
static int less(const search *s, int a, int b)
{
    return s->dist[a] < s->dist[b] || (s->dist[a] == s->dist[b] && a < b);
}

static void place(search *s, int i, int v)
{
    s->heap[i] = v;
    s->where[v] = i;
}

static void up(search *s, int i)
{
    int v = s->heap[i];
    while (i > 0) {
        int p = (i - 1) / 2;
        if (!less(s, v, s->heap[p]))
            break;
        place(s, i, s->heap[p]);
        i = p;
    }
    place(s, i, v);
}

static int pop(search *s)
{
    int top = s->heap[0], v = s->heap[--s->nheap], i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= s->nheap)
            break;
        if (c + 1 < s->nheap && less(s, s->heap[c + 1], s->heap[c]))
            c++;
        if (!less(s, s->heap[c], v))
            break;
        place(s, i, s->heap[c]);
        i = c;
    }
    if (s->nheap > 0)
        place(s, i, v);
    s->where[top] = -2;
    return top;
}

static void init_search(search *s, int n)
{
    s->dist = alloc(n, sizeof(int));
    s->sigma = alloc(n, sizeof(double));
    s->delta = alloc(n, sizeof(double));
    s->order = alloc(n, sizeof(int));
    s->heap = alloc(n, sizeof(int));
    s->where = alloc(n, sizeof(int));
}

static void end_search(search *s)
{
    free(s->dist);
    free(s->sigma);
    free(s->delta);
    free(s->order);
    free(s->heap);
    free(s->where);
}

static void dijkstra(const graph *g, search *s, int src)
{
    for (int i = 0; i < g->n; i++) {
        s->dist[i] = INT_MAX;
        s->sigma[i] = 0;
        s->delta[i] = 0;
        s->where[i] = -1;
    }
    s->norder = 0;
    s->nheap = 1;
    s->dist[src] = 0;
    s->sigma[src] = 1;
    place(s, 0, src);
    while (s->nheap > 0) {
        int u = pop(s);
        s->order[s->norder++] = u;
        for (const edge *e = g->v[u].out; e; e = e->next) {
            int d = s->dist[u] + e->w;
            if (d < s->dist[e->to]) {
                s->dist[e->to] = d;
                s->sigma[e->to] = s->sigma[u];
                if (s->where[e->to] == -1)
                    place(s, s->nheap++, e->to);
                up(s, s->where[e->to]);
            } else if (d == s->dist[e->to])
                s->sigma[e->to] += s->sigma[u];
        }
    }
}

/* dependencies, farthest node first */
static void accumulate(const graph *g, search *s)
{
    for (int i = s->norder - 1; i > 0; i--) {
        int w = s->order[i];
        for (const edge *e = g->v[w].out; e; e = e->next)
            if (s->dist[e->to] + e->w == s->dist[w])
                s->delta[e->to] += s->sigma[e->to] / s->sigma[w] * (1 + s->delta[w]);
    }
}

static void centrality(graph *g)
{
    double *part = alloc((size_t)BATCH * g->n, sizeof(double));
    #pragma omp parallel
    {
    search s;
    init_search(&s, g->n);
    for (int first = 0; first < g->n; first += BATCH) {
    int last = first + BATCH < g->n ? first + BATCH : g->n;
    #pragma omp for schedule(dynamic, 1)
    for (int src = first; src < last; src++) {
        dijkstra(g, &s, src);
        accumulate(g, &s);
        long total = 0;
        for (int i = 1; i < s.norder; i++) {
            int w = s.order[i];
            total += s.dist[w];
        }
        g->v[src].close = total ? (double)(s.norder - 1) / total : 0;
        g->v[src].ecc = s.dist[s.order[s.norder - 1]];
        s.delta[src] = 0;
        memcpy(part + (size_t)(src - first) * g->n, s.delta, g->n * sizeof(double));
    }
    /* sum in the order of the sources */
    #pragma omp for schedule(static)
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < last - first; k++)
            g->v[i].between += part[(size_t)k * g->n + i];
    }
    end_search(&s);
    }
    free(part);
}

static const node *sort_base;
static int by_rank(const void *a, const void *b)
{
    const node *x = sort_base + *(const int *)a, *y = sort_base + *(const int *)b;
    if (x->between != y->between)
        return x->between < y->between ? 1 : -1;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 56;
    if (side < 2 || side > 300) {
        fprintf(stderr, "usage: roadrank [side 2..300]\n");
        return 1;
    }
    graph *g = make_map(side);
    centrality(g);

    int *rank = alloc(g->n, sizeof(int)), radius = INT_MAX, diameter = 0, isolated = 0;
    double sb = 0, sc = 0;
    for (int i = 0; i < g->n; i++) {
        rank[i] = i;
        sb += g->v[i].between;
        sc += g->v[i].close;
        if (g->v[i].degree == 0)
            isolated++;
        else if (g->v[i].ecc < radius)
            radius = g->v[i].ecc;
        if (g->v[i].ecc > diameter)
            diameter = g->v[i].ecc;
    }
    sort_base = g->v;
    qsort(rank, g->n, sizeof(int), by_rank);
    printf("%d crossings, %d roads, %d isolated\n", g->n, g->m, isolated);
    printf("betweenness sum %.6f, mean closeness %.9f\n", sb, sc / g->n);
    printf("radius %d, diameter %d\n", radius, diameter);
    for (int k = 0; k < 6 && k < g->n; k++) {
        const node *v = &g->v[rank[k]];
        printf("%d. crossing %5d (%d,%d) degree %d betweenness %.6f closeness %.8f\n", k + 1, rank[k],
               v->x, v->y, v->degree, v->between, v->close);
    }
    free(rank);
    return 0;
}
