// SPDX-License-Identifier: Apache-2.0
/*
 * hulls - convex hulls of many point clouds, their overlaps (separating axis
 * test after a bounding box test) and a location query: which hulls contain
 * each of a large number of probe points (uniform grid of hull lists).
 *
 * usage: hulls [clouds] [points per cloud] [probes]
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y; } vec;

typedef struct {
    vec *v;                     /* counter-clockwise */
    int n;
    vec lo, hi;
    double area;
    int touching;               /* number of overlapping hulls */
    int hits;                   /* probes inside */
} poly;

typedef struct {
    int side;
    double cell;
    int *start, *list;
} grid;

static struct {
    long box_tests, sat_tests, overlaps;
    long edge_tests, inside;
} count;

static const double WORLD = 1000.0;
static uint64_t rs = 4101842887655102017u;

static double rnd(void)
{
    rs ^= rs >> 21;
    rs ^= rs << 35;
    rs ^= rs >> 4;
    return (double)((rs * 2685821657736338717u) >> 11) / 9007199254740992.0;
}

static double cross(vec o, vec a, vec b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static int by_xy(const void *pa, const void *pb)
{
    const vec *a = pa, *b = pb;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

static void make_cloud(vec *p, int n)
{
    vec c = { WORLD * rnd(), WORLD * rnd() };
    double rx = 4 + 12 * rnd(), ry = 4 + 12 * rnd(), turn = 6.2831853 * rnd();
    double co = cos(turn), si = sin(turn);
    for (int i = 0; i < n; i++) {
        double r = sqrt(rnd()), a = 6.2831853 * rnd();
        double u = rx * r * cos(a), w = ry * r * sin(a);
        p[i].x = c.x + u * co - w * si;
        p[i].y = c.y + u * si + w * co;
    }
}

/* Andrew's monotone chain; sorts p, stack has room for n + 1 points */
static void convex_hull(vec *p, int n, vec *stack, poly *out)
{
    int k = 0;
    qsort(p, n, sizeof *p, by_xy);
    for (int i = 0; i < n; i++) {
        while (k >= 2 && cross(stack[k - 2], stack[k - 1], p[i]) <= 0)
            k--;
        stack[k++] = p[i];
    }
    for (int i = n - 2, base = k + 1; i >= 0; i--) {
        while (k >= base && cross(stack[k - 2], stack[k - 1], p[i]) <= 0)
            k--;
        stack[k++] = p[i];
    }
    out->n = k > 1 ? k - 1 : 1;
    out->v = malloc(out->n * sizeof(vec));
    memcpy(out->v, stack, out->n * sizeof(vec));
}

static void measure(poly *p)
{
    p->lo.x = p->lo.y = DBL_MAX;
    p->hi.x = p->hi.y = -DBL_MAX;
    p->area = 0.0;
    for (int i = 0; i < p->n; i++) {
        vec a = p->v[i], b = p->v[(i + 1) % p->n];
        p->area += 0.5 * (a.x * b.y - a.y * b.x);
        p->lo.x = fmin(p->lo.x, a.x);
        p->lo.y = fmin(p->lo.y, a.y);
        p->hi.x = fmax(p->hi.x, a.x);
        p->hi.y = fmax(p->hi.y, a.y);
    }
}

static bool boxes_meet(const poly *a, const poly *b)
{
    return a->lo.x <= b->hi.x && b->lo.x <= a->hi.x && a->lo.y <= b->hi.y && b->lo.y <= a->hi.y;
}

/* does some edge of a have all of b on its outer side? */
static bool separated(const poly *a, const poly *b)
{
    for (int i = 0; i < a->n; i++) {
        vec p = a->v[i], q = a->v[(i + 1) % a->n];
        int k = 0;
        while (k < b->n && cross(p, q, b->v[k]) < 0)
            k++;
        if (k == b->n)
            return true;
    }
    return false;
}

static void find_overlaps(poly *h, int n)
{
    long boxes = 0, sats = 0, overlaps = 0;
#pragma omp parallel for schedule(dynamic, 32) reduction(+:boxes, sats, overlaps)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            boxes++;
            if (!boxes_meet(&h[i], &h[j]))
                continue;
            sats++;
            if (!separated(&h[i], &h[j]) && !separated(&h[j], &h[i])) {
#pragma omp atomic
                h[i].touching++;
#pragma omp atomic
                h[j].touching++;
                overlaps++;
            }
        }
    count.box_tests += boxes;
    count.sat_tests += sats;
    count.overlaps += overlaps;
}

static int cell_of(const grid *g, double c)
{
    int k = (int)floor((c + 20.0) / g->cell);
    return k < 0 ? 0 : k >= g->side ? g->side - 1 : k;
}

static void grid_build(grid *g, const poly *h, int n, int side)
{
    g->side = side;
    g->cell = (WORLD + 40.0) / side;
    g->start = calloc(side * side + 2, sizeof(int));
    g->list = NULL;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n; i++)
            for (int y = cell_of(g, h[i].lo.y); y <= cell_of(g, h[i].hi.y); y++)
                for (int x = cell_of(g, h[i].lo.x); x <= cell_of(g, h[i].hi.x); x++) {
                    if (pass == 0)
                        g->start[y * side + x + 2]++;
                    else
                        g->list[g->start[y * side + x + 1]++] = i;
                }
        if (pass == 0) {
            for (int k = 2; k <= side * side + 1; k++)
                g->start[k] += g->start[k - 1];
            g->list = malloc((g->start[side * side + 1] + 1) * sizeof(int));
        }
    }
}

static bool contains(const poly *p, vec q, long *edge_tests)
{
    if (q.x < p->lo.x || q.x > p->hi.x || q.y < p->lo.y || q.y > p->hi.y)
        return false;
    for (int i = 0; i < p->n; i++) {
        ++*edge_tests;
        if (cross(p->v[i], p->v[i + 1 < p->n ? i + 1 : 0], q) < 0)
            return false;
    }
    return true;
}

static int locate(const grid *g, poly *h, vec q, long *edge_tests)
{
    int c = cell_of(g, q.y) * g->side + cell_of(g, q.x), depth = 0;
    for (int k = g->start[c]; k < g->start[c + 1]; k++)
        if (contains(&h[g->list[k]], q, edge_tests)) {
#pragma omp atomic
            h[g->list[k]].hits++;
            depth++;
        }
    return depth;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 6000;
    int per = argc > 2 ? atoi(argv[2]) : 200;
    int probes = argc > 3 ? atoi(argv[3]) : 900000;
    if (n < 1 || per < 3) {
        fprintf(stderr, "need at least one cloud of three points\n");
        return 1;
    }
    vec *cloud = malloc((size_t)n * per * sizeof(vec));
    vec *probe = malloc((probes + 1) * sizeof(vec));
    poly *h = calloc(n, sizeof(poly));
    for (int i = 0; i < n; i++)
        make_cloud(cloud + (size_t)i * per, per);
    for (int i = 0; i < probes; i++) {
        probe[i].x = WORLD * rnd();
        probe[i].y = WORLD * rnd();
    }

#pragma omp parallel
    {
        vec *stack = malloc((2 * per + 1) * sizeof(vec));
#pragma omp for schedule(dynamic, 16)
        for (int i = 0; i < n; i++) {
            convex_hull(cloud + (size_t)i * per, per, stack, &h[i]);
            measure(&h[i]);
        }
        free(stack);
    }
    find_overlaps(h, n);
    grid g;
    int cover[8] = {0};
    grid_build(&g, h, n, 100);
    long edges = 0, inside = 0;
#pragma omp parallel for schedule(static) reduction(+:edges, inside, cover)
    for (int i = 0; i < probes; i++) {
        int d = locate(&g, h, probe[i], &edges);
        cover[d < 7 ? d : 7]++;
        inside += d > 0;
    }
    count.edge_tests += edges;
    count.inside += inside;

    double area = 0.0;
    long corners = 0;
    int big = 0, crowded = 0;
    uint32_t check = 0;
    for (int i = 0; i < n; i++) {
        area += h[i].area;
        corners += h[i].n;
        check = check * 16777619u ^ (uint32_t)(h[i].touching * 1000 + h[i].hits);
        if (h[i].area > h[big].area)
            big = i;
        if (h[i].touching > h[crowded].touching)
            crowded = i;
    }
    printf("%d hulls, %ld corners, area %.9f, largest %d (%.9f)\n", n, corners, area, big, h[big].area);
    printf("%ld box tests, %ld axis tests, %ld overlaps, most for %d (%d)\n", count.box_tests, count.sat_tests,
           count.overlaps, crowded, h[crowded].touching);
    printf("%ld of %d probes inside, %ld edge tests, depth", count.inside, probes, count.edge_tests);
    for (int d = 0; d < 8; d++)
        printf(" %d", cover[d]);
    printf("\ncheck %08x\n", check);
    for (int i = 0; i < n; i++)
        free(h[i].v);
    free(h); free(cloud); free(probe); free(g.start); free(g.list);
    return 0;
}
