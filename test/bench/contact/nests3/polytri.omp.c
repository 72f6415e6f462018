/* polytri, optimized by hand: see polytri.c.
 * SMALL: 70
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

#define TS 64 /* side of a tile */

typedef double v8 __attribute__((vector_size(64)));
typedef long long m8 __attribute__((vector_size(64)));
typedef double v8u __attribute__((vector_size(64), aligned(8)));
typedef long long m8u __attribute__((vector_size(64), aligned(8)));

static int np; /* corners, rounded up to whole tiles */
static double *cost, *xs, *ys; /* np x np, np, np */
static long long *apex;        /* np x np */

static double *crow(int i)
{
    return cost + (size_t)i * np;
}

static inline v8 pick(m8 m, v8 a, v8 b)
{
    return (v8)(((m8)a & m) | ((m8)b & ~m));
}

/* minima of the chords (i, j..j+15) over k0 <= k < k1, all of them known */
static void minima(int i, int j, int k0, int k1, double *best, long long *which)
{
    const double *ci = crow(i);
    v8 b0 = *(v8u *)best, b1 = *(v8u *)(best + 8);
    m8 w0 = *(m8u *)which, w1 = *(m8u *)(which + 8);
    double xi = xs[i], yi = ys[i];
    v8 x0 = *(v8u *)(xs + j) - xi, x1 = *(v8u *)(xs + j + 8) - xi;
    v8 y0 = *(v8u *)(ys + j) - yi, y1 = *(v8u *)(ys + j + 8) - yi;
    for (int k = k0; k < k1; k++) {
        const double *ck = crow(k) + j;
        double dx = xs[k] - xi, dy = ys[k] - yi, cik = ci[k];
        v8 t0 = dx * y0 - x0 * dy, t1 = dx * y1 - x1 * dy;
        v8 c0 = cik + *(v8u *)ck + 0.25 * t0 * t0;
        v8 c1 = cik + *(v8u *)(ck + 8) + 0.25 * t1 * t1;
        m8 m0 = c0 < b0, m1 = c1 < b1;
        m8 kk = (m8){ 0 } + k;
        b0 = pick(m0, c0, b0);
        b1 = pick(m1, c1, b1);
        w0 = (kk & m0) | (w0 & ~m0);
        w1 = (kk & m1) | (w1 & ~m1);
    }
    *(v8u *)best = b0;
    *(v8u *)(best + 8) = b1;
    *(m8u *)which = w0;
    *(m8u *)(which + 8) = w1;
}

/* candidates with apex k for the chords (i, j0..j1-1) */
static void candidates(int i, int k, int j0, int j1, double *best, long long *which)
{
    const double *ck = crow(k);
    double xi = xs[i], yi = ys[i], dx = xs[k] - xi, dy = ys[k] - yi, cik = crow(i)[k];
#pragma omp simd
    for (int j = j0; j < j1; j++) {
        double t = dx * (ys[j] - yi) - (xs[j] - xi) * dy;
        double c = cik + ck[j] + 0.25 * t * t;
        long long w = which[j];
        double b = best[j];
        best[j] = c < b ? c : b;
        which[j] = c < b ? k : w;
    }
}

static void triangle_tile(int n, int i0)
{
    int end = i0 + TS < n ? i0 + TS : n;
    for (int i = end - 2; i >= i0; i--) {
        double *ci = crow(i);
        long long *wi = apex + (size_t)i * np;
        ci[i + 1] = 0.0;
        for (int k = i + 1; k < end; k++)
            candidates(i, k, k + 1, end, ci, wi);
    }
}

static void square_tile(int n, int i0, int j0)
{
    static _Thread_local double mid[TS][TS];
    static _Thread_local long long midk[TS][TS];
    int jend = j0 + TS < n ? j0 + TS : n;
    for (int i = 0; i < TS; i++)
        for (int j = 0; j < TS; j++) {
            mid[i][j] = INFINITY;
            midk[i][j] = -1;
        }
    for (int k0 = i0 + TS; k0 < j0; k0 += TS)
        for (int i = 0; i < TS; i++)
            for (int j = 0; j < TS; j += 16)
                minima(i0 + i, j0 + j, k0, k0 + TS, &mid[i][j], &midk[i][j]);
    for (int i = i0 + TS - 1; i >= i0; i--) {
        double *ci = crow(i);
        long long *wi = apex + (size_t)i * np;
        const double *m = mid[i - i0];
        const long long *mk = midk[i - i0];
        /* apex in the row range of the tile: smaller k than in the middle */
        for (int j = 0; j < TS; j += 16)
            minima(i, j0 + j, i + 1, i0 + TS, ci + j0 + j, wi + j0 + j);
        for (int j = 0; j < TS; j++)
            if (m[j] < ci[j0 + j]) {
                ci[j0 + j] = m[j];
                wi[j0 + j] = mk[j];
            }
        if (i + 1 == j0)
            ci[j0] = 0.0;
        for (int k = j0; k < jend; k++)
            candidates(i, k, k + 1, jend, ci, wi);
    }
}

static void solve(struct Table *t, const struct Point *p)
{
    int n = t->n, tiles = (n + TS - 1) / TS;
    np = tiles * TS;
    cost = malloc(sizeof(double) * np * np);
    apex = malloc(sizeof(long long) * np * np);
    xs = malloc(sizeof(double) * np);
    ys = malloc(sizeof(double) * np);
    for (int i = 0; i < np; i++) {
        xs[i] = i < n ? p[i].x : 0.0;
        ys[i] = i < n ? p[i].y : 0.0;
    }
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < np; i++)
            for (int j = 0; j < np; j++) {
                cost[(size_t)i * np + j] = INFINITY;
                apex[(size_t)i * np + j] = -1;
            }
        for (int d = 0; d < tiles; d++) {
#pragma omp for schedule(dynamic, 1)
            for (int a = 0; a < tiles - d; a++)
                if (d == 0)
                    triangle_tile(n, a * TS);
                else
                    square_tile(n, a * TS, (a + d) * TS);
        }
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                t->cost[(size_t)i * n + j] = cost[(size_t)i * np + j];
                t->split[(size_t)i * n + j] = (int)apex[(size_t)i * np + j];
            }
    }
    free(cost);
    free(apex);
    free(xs);
    free(ys);
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
