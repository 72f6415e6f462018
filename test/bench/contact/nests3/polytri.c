/* polytri: the most even triangulation of a convex polygon, i.e. the one with
 * the smallest sum of squared triangle areas, by dynamic programming over the
 * chords (i, j): cost(i,j) = min over k of cost(i,k) + cost(k,j) + area(i,k,j)^2.
 * Expert: square tiles of chords, tile diagonals among threads; the part of the
 * minimum over k outside the tile as a kernel with 16 minima and their k in
 * registers (vectors over j), the rest row by row; first minimum kept.
 * SMALL: 70
 * Usage: polytri [corners]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct Point {
    double x, y;
};

struct Table {
    int n;
    double *cost; /* cost[i * n + j], i < j */
    int *split;
};

/* corners of a bumpy convex curve: sort of an ellipse with uneven steps */
static struct Point *polygon(int n)
{
    struct Point *p = malloc(sizeof(struct Point) * n);
    double total = 0.0, angle = 0.0;
    for (int i = 0; i < n; i++)
        total += 1.0 + 0.9 * sin(12.9898 * i + 0.3 * i * i);
    for (int i = 0; i < n; i++) {
        p[i].x = 50.0 * cos(angle) + 3.0 * cos(angle + 0.4);
        p[i].y = 30.0 * sin(angle) + 2.0 * cos(angle + 2.8);
        angle += 2.0 * 3.14159265358979 / total * (1.0 + 0.9 * sin(12.9898 * i + 0.3 * i * i));
    }
    return p;
}

static double area_squared(struct Point a, struct Point b, struct Point c)
{
    double twice = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    return 0.25 * twice * twice;
}

static void solve(struct Table *t, const struct Point *p)
{
    int n = t->n;
    for (int i = 0; i + 1 < n; i++)
        t->cost[(size_t)i * n + i + 1] = 0.0;
    for (int length = 2; length < n; length++)
        for (int i = 0; i + length < n; i++) {
            int j = i + length;
            double best = INFINITY;
            int which = -1;
            for (int k = i + 1; k < j; k++) {
                double c = t->cost[(size_t)i * n + k] + t->cost[(size_t)k * n + j] +
                           area_squared(p[i], p[k], p[j]);
                if (c < best) {
                    best = c;
                    which = k;
                }
            }
            t->cost[(size_t)i * n + j] = best;
            t->split[(size_t)i * n + j] = which;
        }
}

struct Summary {
    int triangles, depth;
    double area, largest, perimeter;
    unsigned hash;
};

static double distance(struct Point a, struct Point b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* walk over the triangles of the best triangulation of the chord (i, j) */
static void walk(const struct Table *t, const struct Point *p, int i, int j, int depth,
                 struct Summary *s)
{
    if (j - i < 2)
        return;
    int k = t->split[(size_t)i * t->n + j];
    double area = sqrt(area_squared(p[i], p[k], p[j]));
    s->triangles++;
    s->area += area;
    if (area > s->largest)
        s->largest = area;
    if (depth > s->depth)
        s->depth = depth;
    s->perimeter += distance(p[i], p[k]) + distance(p[k], p[j]) + distance(p[i], p[j]);
    s->hash = s->hash * 31u + (unsigned)(i * 7 + k * 3 + j);
    walk(t, p, i, k, depth + 1, s);
    walk(t, p, k, j, depth + 1, s);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1400;
    if (n < 3)
        return 1;
    struct Point *p = polygon(n);
    struct Table t = { n, malloc(sizeof(double) * n * n), malloc(sizeof(int) * n * n) };
    if (!t.cost || !t.split)
        return 1;
    solve(&t, p);

    struct Summary s = { 0, 0, 0.0, 0.0, 0.0, 1u };
    walk(&t, p, 0, n - 1, 1, &s);
    printf("%d corners, best sum of squares %.15g\n", n, t.cost[n - 1]);
    printf("%d triangles, depth %d, area %.15g, largest %.12g\n", s.triangles, s.depth, s.area,
           s.largest);
    printf("sum of perimeters %.15g, hash %08x\n", s.perimeter, s.hash);
    double check = 0.0;
    unsigned splits = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 2; j < n; j++) {
            check += t.cost[(size_t)i * n + j] / (j - i);
            splits = splits * 16777619u + (unsigned)t.split[(size_t)i * n + j];
        }
    printf("checksum %.15g, splits %08x\n", check, splits);
    for (int q = 1; q <= 4; q++) {
        int i = q * n / 10, j = n - 1 - q;
        printf("chord %d-%d: cost %.15g apex %d\n", i, j, t.cost[(size_t)i * n + j],
               t.split[(size_t)i * n + j]);
    }
    free(p);
    free(t.cost);
    free(t.split);
    return 0;
}
