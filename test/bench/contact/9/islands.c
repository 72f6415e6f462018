/*
 * islands - measures a synthetic archipelago: every coastline is grown by
 * recursive midpoint displacement, then simplified (Douglas-Peucker),
 * wrapped in its hull, and measured. At the end a survey of random
 * positions is located on the map.
 *
 * usage: islands [islands [detail [survey points]]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y; } Point;

typedef struct {
    int n, cap;
    Point *p;
} Path;

typedef struct {
    char name[24];
    unsigned seed;
    Point centre;
    double radius;
    Path coast, outline, hull;
    double area, perimeter, diameter, width;
    Point lo, hi;
    int visits;
} Island;

static unsigned lcg(unsigned *s)
{
    *s = *s * 1103515245u + 12345u;
    return (*s >> 9) & 0x3fffff;
}

static double uniform(unsigned *s)
{
    return lcg(s) / 4194304.0;
}

static void path_add(Path *path, Point p)
{
    if (path->n == path->cap) {
        path->cap = path->cap ? 2 * path->cap : 16;
        path->p = realloc(path->p, path->cap * sizeof(Point));
    }
    path->p[path->n++] = p;
}

static double cross(Point o, Point a, Point b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static double dist(Point a, Point b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static void fractal(Path *out, Point a, Point b, int depth, unsigned *seed)
{
    Point m;
    double k;

    if (depth == 0) {
        path_add(out, a);
        return;
    }
    k = 0.35 * (uniform(seed) - 0.5);
    m.x = (a.x + b.x) / 2 - k * (b.y - a.y);
    m.y = (a.y + b.y) / 2 + k * (b.x - a.x);
    fractal(out, a, m, depth - 1, seed);
    fractal(out, m, b, depth - 1, seed);
}

static void grow(Island *isl, int detail)
{
    Point corner[7];
    for (int i = 0; i < 7; i++) {
        double r = isl->radius * (0.6 + 0.4 * uniform(&isl->seed));
        corner[i].x = isl->centre.x + r * cos(2 * M_PI * i / 7);
        corner[i].y = isl->centre.y + r * sin(2 * M_PI * i / 7);
    }
    for (int i = 0; i < 7; i++)
        fractal(&isl->coast, corner[i], corner[(i + 1) % 7], detail, &isl->seed);
}

static void simplify(const Path *in, int from, int to, double tol, Path *out)
{
    int far = -1;
    double worst = tol, len;
    Point a = in->p[from], b = in->p[to % in->n];

    len = dist(a, b);
    for (int i = from + 1; i < to; i++) {
        double d = len > 0 ? fabs(cross(a, b, in->p[i])) / len : dist(a, in->p[i]);
        if (d > worst) {
            worst = d;
            far = i;
        }
    }
    if (far < 0) {
        path_add(out, a);
        return;
    }
    simplify(in, from, far, tol, out);
    simplify(in, far, to, tol, out);
}

static int by_x(const void *pa, const void *pb)
{
    const Point *a = pa, *b = pb;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->y < b->y ? -1 : a->y > b->y;
}

static void make_hull(const Path *in, Path *hull)
{
    Point *s = malloc(in->n * sizeof *s);
    memcpy(s, in->p, in->n * sizeof *s);
    qsort(s, in->n, sizeof *s, by_x);
    for (int pass = 0; pass < 2; pass++) {
        int base = hull->n;
        for (int i = 0; i < in->n; i++) {
            Point q = s[pass ? in->n - 1 - i : i];
            while (hull->n >= base + 2 && cross(hull->p[hull->n - 2], hull->p[hull->n - 1], q) <= 0)
                hull->n--;
            path_add(hull, q);
        }
        hull->n--;
    }
    free(s);
}

static void measure(Island *isl)
{
    const Path *c = &isl->coast, *h = &isl->hull;

    isl->area = isl->perimeter = isl->diameter = 0;
    isl->lo = isl->hi = c->p[0];
    for (int i = 0; i < c->n; i++) {
        Point a = c->p[i], b = c->p[(i + 1) % c->n];
        isl->area += (a.x * b.y - a.y * b.x) / 2;
        isl->perimeter += dist(a, b);
        if (a.x < isl->lo.x) isl->lo.x = a.x;
        if (a.y < isl->lo.y) isl->lo.y = a.y;
        if (a.x > isl->hi.x) isl->hi.x = a.x;
        if (a.y > isl->hi.y) isl->hi.y = a.y;
    }
    isl->width = 1e30;
    for (int i = 0; i < h->n; i++) {
        Point a = h->p[i], b = h->p[(i + 1) % h->n];
        double reach = 0;
        for (int j = 0; j < h->n; j++) {
            double d = cross(a, b, h->p[j]) / dist(a, b);
            if (d > reach)
                reach = d;
            if (dist(a, h->p[j]) > isl->diameter)
                isl->diameter = dist(a, h->p[j]);
        }
        if (reach < isl->width)
            isl->width = reach;
    }
}

static int inside(const Path *poly, Point q)
{
    int in = 0;
    for (int i = 0, j = poly->n - 1; i < poly->n; j = i++) {
        Point a = poly->p[i], b = poly->p[j];
        if ((a.y > q.y) != (b.y > q.y) &&
            q.x < (b.x - a.x) * (q.y - a.y) / (b.y - a.y) + a.x)
            in = !in;
    }
    return in;
}

static Island *locate(Island *all, int n, Point q)
{
    for (int i = 0; i < n; i++) {
        Island *isl = &all[i];
        if (q.x < isl->lo.x || q.x > isl->hi.x || q.y < isl->lo.y || q.y > isl->hi.y)
            continue;
        if (inside(&isl->hull, q) && inside(&isl->outline, q))
            return isl;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400;
    int detail = argc > 2 ? atoi(argv[2]) : 8;
    int survey = argc > 3 ? atoi(argv[3]) : 600000;
    unsigned seed = 4711;
    Island *all = calloc(n, sizeof *all), *top = all;
    double land = 0, coast = 0, ratio = 0;
    int kept = 0, corners = 0, dry = 0;

    for (int i = 0; i < n; i++) {
        snprintf(all[i].name, sizeof all[i].name, "isla-%03d", i);
        all[i].seed = lcg(&seed);
        all[i].centre.x = 1000 * uniform(&seed);
        all[i].centre.y = 1000 * uniform(&seed);
        all[i].radius = 5 + 40 * uniform(&seed) * uniform(&seed);
    }
    for (int i = 0; i < n; i++) {
        Island *isl = &all[i];
        grow(isl, detail);
        simplify(&isl->coast, 0, isl->coast.n, 0.002 * isl->radius, &isl->outline);
        make_hull(&isl->coast, &isl->hull);
        measure(isl);
    }
    for (int k = 0; k < survey; k++) {
        Point q;
        Island *hit;
        q.x = 1000 * uniform(&seed);
        q.y = 1000 * uniform(&seed);
        hit = locate(all, n, q);
        if (hit) {
            hit->visits++;
            dry++;
        }
    }
    for (int i = 0; i < n; i++) {
        Island *isl = &all[i];
        land += isl->area;
        coast += isl->perimeter;
        ratio += isl->width / isl->diameter;
        kept += isl->outline.n;
        corners += isl->hull.n;
        if (isl->visits > top->visits)
            top = isl;
    }
    printf("%d islands, land %.6f, coast %.6f\n", n, land, coast);
    printf("outline points %d, hull corners %d, mean slenderness %.9f\n", kept, corners, ratio / n);
    printf("survey: %d of %d on land, most on %s (%d, area %.6f)\n",
           dry, survey, top->name, top->visits, top->area);
    for (int i = 0; i < n; i++) {
        free(all[i].coast.p);
        free(all[i].outline.p);
        free(all[i].hull.p);
    }
    free(all);
    return 0;
}
