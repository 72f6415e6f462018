/*
 * central - betweenness and closeness of the stations of a transport
 * network (Brandes' algorithm, sampled sources, unweighted).
 *
 * usage: central [nodes] [degree] [sources]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct edge {
    int to;
    struct edge *next;
};

struct graph {
    int n;
    struct edge **adj;
    struct edge *pool;
    int used;
};

struct work {
    int *queue;
    int *dist;
    double *sigma;
    double *delta;
};

static unsigned long long seed = 42;

static int pick(int n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((seed >> 33) % (unsigned long long)n);
}

static void *need(void *p)
{
    if (!p) {
        fprintf(stderr, "central: out of memory\n");
        exit(1);
    }
    return p;
}

static void add_edge(struct graph *g, int a, int b)
{
    struct edge *e = &g->pool[g->used++];
    e->to = b;
    e->next = g->adj[a];
    g->adj[a] = e;
}

static int connected(const struct graph *g, int a, int b)
{
    for (const struct edge *e = g->adj[a]; e; e = e->next)
        if (e->to == b)
            return 1;
    return 0;
}

/* lines of neighbouring stations plus preferential shortcuts to hubs */
static struct graph *build(int n, int degree)
{
    struct graph *g = need(malloc(sizeof *g));
    int m = n * degree / 2;

    g->n = n;
    g->used = 0;
    g->adj = need(calloc((size_t)n, sizeof *g->adj));
    g->pool = need(malloc(((size_t)m + n) * 2 * sizeof *g->pool));
    for (int i = 1; i < n; i++)
        if (i % 50) {
            add_edge(g, i, i - 1);
            add_edge(g, i - 1, i);
        }
    for (int k = 0; k < m - n; k++) {
        int a = pick(n), b;
        if (k % 3 == 0)
            b = pick(n / 20 + 1) * 19 % n;
        else
            b = (a + 1 + pick(200)) % n;
        if (a == b || connected(g, a, b))
            continue;
        add_edge(g, a, b);
        add_edge(g, b, a);
    }
    return g;
}

static void work_init(struct work *w, int n)
{
    w->queue = need(malloc((size_t)n * sizeof *w->queue));
    w->dist = need(malloc((size_t)n * sizeof *w->dist));
    w->sigma = need(malloc((size_t)n * sizeof *w->sigma));
    w->delta = need(malloc((size_t)n * sizeof *w->delta));
}

static void work_free(struct work *w)
{
    free(w->queue);
    free(w->dist);
    free(w->sigma);
    free(w->delta);
}

/* one source: adds the dependencies to score and returns the closeness */
static double accumulate(const struct graph *g, int s, struct work *w, double *score, int *far)
{
    int head = 0, tail = 0;
    long total = 0;

    for (int i = 0; i < g->n; i++) {
        w->dist[i] = -1;
        w->sigma[i] = 0;
        w->delta[i] = 0;
    }
    w->dist[s] = 0;
    w->sigma[s] = 1;
    w->queue[tail++] = s;
    while (head < tail) {
        int v = w->queue[head++];
        total += w->dist[v];
        for (const struct edge *e = g->adj[v]; e; e = e->next) {
            if (w->dist[e->to] < 0) {
                w->dist[e->to] = w->dist[v] + 1;
                w->queue[tail++] = e->to;
            }
            if (w->dist[e->to] == w->dist[v] + 1)
                w->sigma[e->to] += w->sigma[v];
        }
    }
    *far = w->dist[w->queue[tail - 1]];
    for (int k = tail - 1; k > 0; k--) {
        int v = w->queue[k];
        for (const struct edge *e = g->adj[v]; e; e = e->next)
            if (w->dist[e->to] == w->dist[v] - 1)
                w->delta[e->to] += w->sigma[e->to] / w->sigma[v] * (1.0 + w->delta[v]);
        score[v] += w->delta[v];
    }
    return total ? (double)(tail - 1) / (double)total : 0.0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12000;
    int degree = argc > 2 ? atoi(argv[2]) : 8;
    int sources = argc > 3 ? atoi(argv[3]) : 200;
    int diameter = 0, best_src = -1;
    double best_close = -1, sum = 0;
    struct work w;

    if (n < 100 || degree < 3 || sources < 1 || sources > n)
        return 1;
    struct graph *g = build(n, degree);
    double *score = need(calloc((size_t)n, sizeof *score));
    work_init(&w, n);
    for (int k = 0; k < sources; k++) {
        int s = (int)((long long)k * n / sources), far;
        double c = accumulate(g, s, &w, score, &far);
        if (far > diameter) {
            diameter = far;
            printf("source %5d: eccentricity %d\n", s, far);
        }
        if (c > best_close) {
            best_close = c;
            best_src = s;
        }
    }
    printf("%d stations, %d links, diameter at least %d\n", n, g->used / 2, diameter);
    printf("closest source %d (%.8f)\n", best_src, best_close);
    for (int i = 0; i < n; i++)
        sum += score[i];
    printf("total betweenness %.6f\n", sum);
    for (int k = 0; k < 10; k++) {
        int top = 0;
        for (int i = 1; i < n; i++)
            if (score[i] > score[top])
                top = i;
        printf("%2d. station %5d  %.6f\n", k + 1, top, score[top]);
        score[top] = -1;
    }
    work_free(&w);
    free(score);
    free(g->pool);
    free(g->adj);
    free(g);
    return 0;
}
