/* gridroute.c: answer many shortest-path queries on a weighted grid map (A*).
 *
 * The map has terrain types with different costs and is cut by walls;
 * movement is 8-connected, diagonal moves may not cut wall corners.
 *
 *   gridroute [width height [queries]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

enum terrain { T_PLAIN, T_FOREST, T_SWAMP, T_ROAD, T_WALL, T_COUNT };

static const int step_cost[T_COUNT] = { 10, 17, 29, 7, INT_MAX };
static const char glyph[T_COUNT + 1] = ".fs=#";

struct map {
    int w, h;
    unsigned char cell[];
};

struct heap_item {
    int f;
    int node;
};

struct planner {
    const struct map *map;
    int *g;
    int *parent;
    unsigned *stamp;
    unsigned char *closed;
    unsigned now;
    struct heap_item *heap;
    int heap_n, heap_cap;
};

struct query {
    int from, to;
    int cost;           /* -1 if unreachable */
    int length;         /* cells on the path */
    int expanded;
    unsigned hash;
};

static unsigned lcg = 12345;

static int irand(int n)
{
    lcg = lcg * 1664525u + 1013904223u;
    return (int)((lcg >> 8) % (unsigned)n);
}

static void paint(struct map *m, int x0, int y0, int w, int h, enum terrain t)
{
    for (int y = y0; y < y0 + h && y < m->h; y++)
        for (int x = x0; x < x0 + w && x < m->w; x++)
            m->cell[y * m->w + x] = t;
}

static struct map *map_generate(int w, int h)
{
    struct map *m = malloc(sizeof *m + (size_t)w * h);
    if (!m)
        return NULL;
    m->w = w;
    m->h = h;
    memset(m->cell, T_PLAIN, (size_t)w * h);
    int patches = w * h / 220;
    for (int i = 0; i < patches; i++)
        paint(m, irand(w), irand(h), 3 + irand(14), 3 + irand(14), irand(2) ? T_FOREST : T_SWAMP);
    for (int i = 0; i < (w + h) / 40; i++) {
        if (irand(2))
            paint(m, 0, irand(h), w, 1, T_ROAD);
        else
            paint(m, irand(w), 0, 1, h, T_ROAD);
    }
    for (int i = 0; i < w * h / 330; i++) {
        if (irand(2))
            paint(m, irand(w), irand(h), 4 + irand(20), 1, T_WALL);
        else
            paint(m, irand(w), irand(h), 1, 4 + irand(20), T_WALL);
    }
    return m;
}

static void planner_free(struct planner *p)
{
    free(p->g);
    free(p->parent);
    free(p->stamp);
    free(p->closed);
    free(p->heap);
}

static int planner_init(struct planner *p, const struct map *m)
{
    size_t n = (size_t)m->w * m->h;
    memset(p, 0, sizeof *p);
    p->map = m;
    p->g = malloc(n * sizeof *p->g);
    p->parent = malloc(n * sizeof *p->parent);
    p->stamp = calloc(n, sizeof *p->stamp);
    p->closed = calloc(n, 1);
    p->heap_cap = 1024;
    p->heap = malloc(p->heap_cap * sizeof *p->heap);
    if (!p->g || !p->parent || !p->stamp || !p->closed || !p->heap) {
        planner_free(p);
        return 0;
    }
    return 1;
}

/* ties are broken by node number so that results are reproducible */
static int item_less(struct heap_item a, struct heap_item b)
{
    return a.f < b.f || (a.f == b.f && a.node < b.node);
}

static void heap_push(struct planner *p, int f, int node)
{
    if (p->heap_n == p->heap_cap) {
        struct heap_item *q = realloc(p->heap, 2 * p->heap_cap * sizeof *q);
        if (!q) {
            fprintf(stderr, "gridroute: out of memory\n");
            exit(1);
        }
        p->heap = q;
        p->heap_cap *= 2;
    }
    struct heap_item it = { f, node };
    int i = p->heap_n++;
    while (i > 0 && item_less(it, p->heap[(i - 1) / 2])) {
        p->heap[i] = p->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    p->heap[i] = it;
}

static struct heap_item heap_pop(struct planner *p)
{
    struct heap_item top = p->heap[0], last = p->heap[--p->heap_n];
    int i = 0, c;
    while ((c = 2 * i + 1) < p->heap_n) {
        if (c + 1 < p->heap_n && item_less(p->heap[c + 1], p->heap[c]))
            c++;
        if (!item_less(p->heap[c], last))
            break;
        p->heap[i] = p->heap[c];
        i = c;
    }
    p->heap[i] = last;
    return top;
}

static int heuristic(const struct map *m, int a, int b)
{
    int dx = abs(a % m->w - b % m->w), dy = abs(a / m->w - b / m->w);
    int lo = dx < dy ? dx : dy, hi = dx < dy ? dy : dx;
    return 7 * (hi - lo) + 9 * lo;      /* road everywhere */
}

static int passable(const struct map *m, int x, int y)
{
    return x >= 0 && y >= 0 && x < m->w && y < m->h && m->cell[y * m->w + x] != T_WALL;
}

static void relax(struct planner *p, int from, int to, int cost, int goal)
{
    int g = p->g[from] + cost;
    if (p->stamp[to] != p->now) {
        p->stamp[to] = p->now;
        p->closed[to] = 0;
    } else if (p->closed[to] || p->g[to] <= g) {
        return;
    }
    p->g[to] = g;
    p->parent[to] = from;
    heap_push(p, g + heuristic(p->map, to, goal), to);
}

static void plan(struct planner *p, struct query *q)
{
    static const int dirs[8][2] = {
        { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 }
    };
    const struct map *m = p->map;

    p->now++;
    p->heap_n = 0;
    p->stamp[q->from] = p->now;
    p->closed[q->from] = 0;
    p->g[q->from] = 0;
    p->parent[q->from] = -1;
    heap_push(p, heuristic(m, q->from, q->to), q->from);
    q->cost = -1;
    q->length = q->expanded = 0;
    q->hash = 5381;
    while (p->heap_n > 0) {
        int u = heap_pop(p).node;
        if (p->closed[u])
            continue;
        p->closed[u] = 1;
        q->expanded++;
        if (u == q->to) {
            q->cost = p->g[u];
            break;
        }
        int x = u % m->w, y = u / m->w;
        for (int d = 0; d < 8; d++) {
            int nx = x + dirs[d][0], ny = y + dirs[d][1];
            if (!passable(m, nx, ny))
                continue;
            int c = step_cost[m->cell[ny * m->w + nx]];
            if (d >= 4) {
                if (!passable(m, x, ny) || !passable(m, nx, y))
                    continue;
                c = c * 181 / 128;
            }
            relax(p, u, ny * m->w + nx, c, q->to);
        }
    }
    if (q->cost >= 0)
        for (int u = q->to; u >= 0; u = p->parent[u]) {
            q->hash = q->hash * 33 + (unsigned)u;
            q->length++;
        }
}

static int random_free_cell(const struct map *m)
{
    int c;
    do
        c = irand(m->w * m->h);
    while (m->cell[c] == T_WALL);
    return c;
}

int main(int argc, char **argv)
{
    int w = 400, h = 300, nq = 180;
    if (argc > 2) { w = atoi(argv[1]); h = atoi(argv[2]); }
    if (argc > 3) nq = atoi(argv[3]);
    if (argc == 2 || w < 20 || h < 20 || nq < 1 || w > 20000 || h > 20000) {
        fprintf(stderr, "usage: gridroute [width height [queries]]\n");
        return 2;
    }

    struct map *m = map_generate(w, h);
    struct query *queries = malloc(nq * sizeof *queries);
    if (!m || !queries) {
        fprintf(stderr, "gridroute: out of memory\n");
        free(m);
        free(queries);
        return 1;
    }
    for (int i = 0; i < nq; i++) {
        queries[i].from = random_free_cell(m);
        queries[i].to = random_free_cell(m);
    }
    /* one planner per thread; queries differ a lot in cost */
    int broken = 0;
#pragma omp parallel reduction(|:broken)
    {
        struct planner pl;
        int ready = planner_init(&pl, m);
        broken = !ready;
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < nq; i++)
            if (ready)
                plan(&pl, &queries[i]);
        if (ready)
            planner_free(&pl);
    }
    if (broken) {
        fprintf(stderr, "gridroute: out of memory\n");
        free(m);
        free(queries);
        return 1;
    }

    long cost = 0, length = 0, expanded = 0;
    int failed = 0, longest = 0;
    unsigned hash = 0;
    for (int i = 0; i < nq; i++) {
        const struct query *q = &queries[i];
        expanded += q->expanded;
        hash = hash * 1000003u ^ q->hash;
        if (q->cost < 0) {
            failed++;
            continue;
        }
        cost += q->cost;
        length += q->length;
        if (q->length > queries[longest].length)
            longest = i;
    }
    int census[T_COUNT] = { 0 };
    for (int i = 0; i < w * h; i++)
        census[m->cell[i]]++;
    printf("map %d x %d:", w, h);
    for (int t = 0; t < T_COUNT; t++)
        printf(" %c %d", glyph[t], census[t]);
    printf("\n%d queries, %d unreachable, total cost %ld, cells %ld, expanded %ld, hash %08x\n",
           nq, failed, cost, length, expanded, hash);
    printf("longest: query %d (%d,%d)->(%d,%d) %d cells, cost %d\n", longest,
           queries[longest].from % w, queries[longest].from / w,
           queries[longest].to % w, queries[longest].to / w,
           queries[longest].length, queries[longest].cost);

    free(queries);
    free(m);
    return 0;
}
