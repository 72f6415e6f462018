// SPDX-License-Identifier: Apache-2.0
/* Convex hulls, areas and diameters of many animal home ranges
 * (GPS fixes per animal), monotone chain. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef struct { double x, y; } Point;

typedef struct {
    int nfix;
    Point *fix;
    int nhull;
    double area, perimeter, diameter;
} Animal;

static unsigned long long s = 17;
static double rnd(void)
{
    s = s * 6364136223846793005ULL + 1442695040888963407ULL;
    return (s >> 11) / 9007199254740992.0;
}

static int by_x(const void *a, const void *b)
{
    const Point *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static double cross(Point o, Point a, Point b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static int hull(Point *p, int n, Point *h)
{
    int k = 0;
    qsort(p, n, sizeof *p, by_x);
    for (int i = 0; i < n; i++) {
        while (k >= 2 && cross(h[k - 2], h[k - 1], p[i]) <= 0)
            k--;
        h[k++] = p[i];
    }
    for (int i = n - 2, t = k + 1; i >= 0; i--) {
        while (k >= t && cross(h[k - 2], h[k - 1], p[i]) <= 0)
            k--;
        h[k++] = p[i];
    }
    return k - 1;
}

static void wander(Animal *a, int n)
{
    double x = 1000 * rnd(), y = 1000 * rnd(), hx = x, hy = y;
    a->nfix = n;
    a->fix = malloc(n * sizeof(Point));
    for (int i = 0; i < n; i++) {
        x += 4 * (rnd() - 0.5) + 0.002 * (hx - x);
        y += 4 * (rnd() - 0.5) + 0.002 * (hy - y);
        a->fix[i].x = x;
        a->fix[i].y = y;
    }
}

static void measure(Animal *a)
{
    Point *h = malloc((2 * a->nfix + 1) * sizeof(Point));
    a->nhull = hull(a->fix, a->nfix, h);
    a->area = a->perimeter = a->diameter = 0;
    for (int i = 0; i < a->nhull; i++) {
        Point p = h[i], q = h[(i + 1) % a->nhull];
        a->area += 0.5 * (p.x * q.y - q.x * p.y);
        a->perimeter += hypot(q.x - p.x, q.y - p.y);
        for (int j = i + 1; j < a->nhull; j++) {
            double d = hypot(h[j].x - p.x, h[j].y - p.y);
            if (d > a->diameter)
                a->diameter = d;
        }
    }
    free(h);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2100, fixes = argc > 2 ? atoi(argv[2]) : 4000;
    Animal *herd = malloc(n * sizeof *herd);
    struct timespec a, b;
    for (int i = 0; i < n; i++)
        wander(&herd[i], fixes / 2 + (int)(rnd() * fixes));
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < n; i++)
        measure(&herd[i]);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double area = 0, per = 0, maxd = 0;
    long hv = 0;
    for (int i = 0; i < n; i++) {
        area += herd[i].area;
        per += herd[i].perimeter;
        hv += herd[i].nhull;
        if (herd[i].diameter > maxd)
            maxd = herd[i].diameter;
        if (i < 5)
            printf("animal %d: %d fixes, hull %d, area %.3f, perimeter %.3f, diameter %.3f\n", i,
                   herd[i].nfix, herd[i].nhull, herd[i].area, herd[i].perimeter, herd[i].diameter);
    }
    printf("mean area %.4f perimeter %.4f hull size %.3f, widest %.3f\n", area / n, per / n,
           (double)hv / n, maxd);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    for (int i = 0; i < n; i++)
        free(herd[i].fix);
    free(herd);
    return 0;
}
