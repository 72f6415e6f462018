/*
 * gridpath - answers route queries on a weighted terrain map with A* and a
 * binary heap (8 neighbours, integer costs).
 *
 * usage: gridpath [size] [queries]
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum terrain { ROAD, GRASS, FOREST, SWAMP, WALL, NTERRAIN };

static const int step_cost[NTERRAIN] = { 5, 9, 17, 31, -1 };
static const char *const terrain_name[NTERRAIN] = { "road", "grass", "forest", "swamp", "wall" };
static const int dir_x[8] = { 1, 0, -1, 0, 1, -1, -1, 1 };
static const int dir_y[8] = { 0, 1, 0, -1, 1, 1, -1, -1 };

struct map { int w, h; unsigned char *cell; };

struct heap_item { int key, node; };

struct finder {
    const struct map *map;
    int *cost;
    int *parent;
    unsigned *stamp;            /* search in which cost[] was set */
    unsigned search;
    struct heap_item *heap;
    int heap_len, heap_cap;
    long expanded;
};

struct route {
    int cost;                   /* -1: unreachable */
    int length;
    int uses[NTERRAIN];
};

static unsigned seed = 31337;

static int rnd(int n)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 9) % (unsigned)n);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fprintf(stderr, "gridpath: out of memory\n");
        exit(1);
    }
    return p;
}

static void map_generate(struct map *m, int size)
{
    m->w = m->h = size;
    m->cell = xmalloc((size_t)size * size);
    memset(m->cell, GRASS, (size_t)size * size);
    for (int b = 0; b < size / 2; b++) {
        int cx = rnd(size), cy = rnd(size), r = 3 + rnd(size / 20), kind = rnd(3) ? FOREST : SWAMP;
        for (int y = cy - r; y <= cy + r; y++)
            for (int x = cx - r; x <= cx + r; x++)
                if (x >= 0 && y >= 0 && x < size && y < size && (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    m->cell[y * size + x] = (unsigned char)kind;
    }
    for (int k = 0; k < size; k++) {
        int x = rnd(size), y = rnd(size), d = rnd(4), len = 5 + rnd(size / 8);
        int kind = k % 4 ? WALL : ROAD;
        for (int i = 0; i < len * (kind == ROAD ? 4 : 1); i++, x += dir_x[d], y += dir_y[d])
            if (x >= 0 && y >= 0 && x < size && y < size)
                m->cell[y * size + x] = (unsigned char)kind;
    }
}

static void heap_push(struct finder *f, int key, int node)
{
    int i = f->heap_len++;
    if (f->heap_len > f->heap_cap) {
        f->heap_cap = f->heap_cap * 2 + 64;
        f->heap = realloc(f->heap, (size_t)f->heap_cap * sizeof *f->heap);
        if (!f->heap)
            exit(1);
    }
    while (i > 0 && f->heap[(i - 1) / 2].key > key) {
        f->heap[i] = f->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    f->heap[i].key = key;
    f->heap[i].node = node;
}

static struct heap_item heap_pop(struct finder *f)
{
    struct heap_item top = f->heap[0], last = f->heap[--f->heap_len];
    int i = 0, c;
    while ((c = 2 * i + 1) < f->heap_len) {
        if (c + 1 < f->heap_len && f->heap[c + 1].key < f->heap[c].key)
            c++;
        if (f->heap[c].key >= last.key)
            break;
        f->heap[i] = f->heap[c];
        i = c;
    }
    f->heap[i] = last;
    return top;
}

static int estimate(const struct map *m, int a, int b)
{
    int dx = abs(a % m->w - b % m->w), dy = abs(a / m->w - b / m->w);
    int lo = dx < dy ? dx : dy, hi = dx < dy ? dy : dx;
    return step_cost[ROAD] * (hi - lo) + step_cost[ROAD] * 14 / 10 * lo;
}

static void finder_init(struct finder *f, const struct map *m)
{
    size_t n = (size_t)m->w * m->h;
    memset(f, 0, sizeof *f);
    f->map = m;
    f->cost = xmalloc(n * sizeof *f->cost);
    f->parent = xmalloc(n * sizeof *f->parent);
    f->stamp = calloc(n, sizeof *f->stamp);
    if (!f->stamp)
        exit(1);
}

static void finder_free(struct finder *f)
{
    free(f->cost);
    free(f->parent);
    free(f->stamp);
    free(f->heap);
}

static struct route find_route(struct finder *f, int from, int to)
{
    const struct map *m = f->map;
    struct route r = { -1, 0, { 0 } };

    f->search++;
    f->heap_len = 0;
    f->cost[from] = 0;
    f->parent[from] = -1;
    f->stamp[from] = f->search;
    heap_push(f, estimate(m, from, to), from);
    while (f->heap_len) {
        struct heap_item it = heap_pop(f);
        int x = it.node % m->w, y = it.node / m->w;
        if (it.node == to)
            break;
        if (it.key > f->cost[it.node] + estimate(m, it.node, to))
            continue;           /* outdated */
        f->expanded++;
        for (int d = 0; d < 8; d++) {
            int nx = x + dir_x[d], ny = y + dir_y[d], v, c;
            if (nx < 0 || ny < 0 || nx >= m->w || ny >= m->h)
                continue;
            v = ny * m->w + nx;
            c = step_cost[m->cell[v]];
            if (c < 0)
                continue;
            c = f->cost[it.node] + (d < 4 ? c : c * 14 / 10);
            if (f->stamp[v] == f->search && f->cost[v] <= c)
                continue;
            f->stamp[v] = f->search;
            f->cost[v] = c;
            f->parent[v] = it.node;
            heap_push(f, c + estimate(m, v, to), v);
        }
    }
    if (f->stamp[to] != f->search)
        return r;
    r.cost = f->cost[to];
    for (int v = to; v >= 0; v = f->parent[v]) {
        r.uses[m->cell[v]]++;
        r.length++;
    }
    return r;
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 400, queries = argc > 2 ? atoi(argv[2]) : 90;
    int lost = 0, longest = -1, best_cost = INT_MIN;
    long cost = 0, uses[NTERRAIN] = { 0 };
    struct map m;
    long expanded = 0;

    if (size < 40)
        return 1;
    map_generate(&m, size);
    struct query {
        int from, to;
        struct route r;
    } *query = xmalloc(((size_t)queries + 1) * sizeof *query);
    for (int q = 0; q < queries; q++) {
        int from, to;
        do
            from = rnd(size * size);
        while (m.cell[from] == WALL);
        do
            to = rnd(size * size);
        while (m.cell[to] == WALL);
        query[q].from = from;
        query[q].to = to;
    }
#pragma omp parallel reduction(+ : expanded)
    {
        struct finder f;
        finder_init(&f, &m);
#pragma omp for schedule(dynamic, 1)
        for (int q = 0; q < queries; q++)
            query[q].r = find_route(&f, query[q].from, query[q].to);
        expanded += f.expanded;
        finder_free(&f);
    }
    for (int q = 0; q < queries; q++) {
        struct route r = query[q].r;
        int from = query[q].from, to = query[q].to;
        if (r.cost < 0) {
            lost++;
            continue;
        }
        cost += r.cost;
        for (int k = 0; k < NTERRAIN; k++)
            uses[k] += r.uses[k];
        if (r.cost > best_cost) {
            best_cost = r.cost;
            longest = q;
        }
        if (q % 5 == 0)
            printf("%3d: (%d,%d) to (%d,%d): cost %d, %d cells\n", q, from % size, from / size, to % size, to / size,
                   r.cost, r.length);
    }
    printf("%d unreachable, total cost %ld, most expensive query %d, %ld nodes expanded\n", lost, cost, longest,
           expanded);
    for (int k = 0; k < NTERRAIN; k++)
        printf("  %-7s %ld\n", terrain_name[k], uses[k]);
    free(query);
    free(m.cell);
    return 0;
}
