/* voronoi.c: Lloyd relaxation of a point set.
   Each Voronoi cell is cut out of the unit square by the bisectors with the
   points of the surrounding grid buckets, nearest rings first.  Then the hull
   of the relaxed points and a round of nearest-site queries.  */

#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct { double x, y; } Point;

#define MAXV 64

typedef struct {
    int n;
    Point v[MAXV];
} Polygon;

typedef struct {
    int side;           /* buckets per side */
    int *head;          /* side*side */
    int *next;          /* one per point */
} Grid;

typedef struct {
    double area, perimeter, moved;
    Point centroid;
    int edges;
} Cell;

static unsigned long long state = 88172645463325252ULL;

static double frand(void)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(state >> 11) / 9007199254740992.0;
}

static double dist2(Point a, Point b)
{
    double dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

static double cross(Point o, Point a, Point b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static int bucket(const Grid *g, double c)
{
    int k = (int)(c * g->side);
    if (k < 0) k = 0;
    if (k >= g->side) k = g->side - 1;
    return k;
}

static void grid_build(Grid *g, const Point *p, int n)
{
    int i;
    for (i = 0; i < g->side * g->side; i++)
        g->head[i] = -1;
    for (i = 0; i < n; i++) {
        int b = bucket(g, p[i].y) * g->side + bucket(g, p[i].x);
        g->next[i] = g->head[b];
        g->head[b] = i;
    }
}

/* keep the part of the polygon nearer to a than to b */
static int clip(Polygon *poly, Point a, Point b)
{
    Polygon out;
    double nx = b.x - a.x, ny = b.y - a.y;
    double c = 0.5 * (nx * (a.x + b.x) + ny * (a.y + b.y));
    int i, cut = 0;

    out.n = 0;
    for (i = 0; i < poly->n; i++) {
        Point p = poly->v[i], q = poly->v[(i + 1) % poly->n];
        double dp = nx * p.x + ny * p.y - c;
        double dq = nx * q.x + ny * q.y - c;
        if (dp <= 0 && out.n < MAXV)
            out.v[out.n++] = p;
        if ((dp < 0 && dq > 0) || (dp > 0 && dq < 0)) {
            double t = dp / (dp - dq);
            cut = 1;
            if (out.n < MAXV) {
                out.v[out.n].x = p.x + t * (q.x - p.x);
                out.v[out.n].y = p.y + t * (q.y - p.y);
                out.n++;
            }
        }
    }
    if (cut) {
        poly->n = out.n;
        for (i = 0; i < out.n; i++)
            poly->v[i] = out.v[i];
    }
    return cut;
}

static double reach2(const Polygon *poly, Point c)
{
    double r = 0;
    int i;
    for (i = 0; i < poly->n; i++) {
        double d = dist2(poly->v[i], c);
        if (d > r)
            r = d;
    }
    return r;
}

static void build_cell(const Grid *g, const Point *p, int me, Polygon *poly)
{
    static const Point square[4] = { {0, 0}, {1, 0}, {1, 1}, {0, 1} };
    int gx = bucket(g, p[me].x), gy = bucket(g, p[me].y);
    int ring, x, y, i;
    double h = 1.0 / g->side;

    poly->n = 4;
    for (i = 0; i < 4; i++)
        poly->v[i] = square[i];
    for (ring = 0; ring < g->side; ring++) {
        double clear = (ring - 1) * h;    /* nothing unseen is nearer */
        if (ring > 1 && clear * clear > 4.0 * reach2(poly, p[me]))
            break;
        for (y = gy - ring; y <= gy + ring; y++) {
            if (y < 0 || y >= g->side)
                continue;
            for (x = gx - ring; x <= gx + ring; x++) {
                if (x < 0 || x >= g->side)
                    continue;
                if (abs(x - gx) != ring && abs(y - gy) != ring)
                    continue;
                for (i = g->head[y * g->side + x]; i >= 0; i = g->next[i])
                    if (i != me)
                        clip(poly, p[me], p[i]);
            }
        }
    }
}

static void measure(const Polygon *poly, Cell *c)
{
    double a = 0, sx = 0, sy = 0, per = 0;
    int i;
    for (i = 0; i < poly->n; i++) {
        Point p = poly->v[i], q = poly->v[(i + 1) % poly->n];
        double w = p.x * q.y - q.x * p.y;
        a += w;
        sx += (p.x + q.x) * w;
        sy += (p.y + q.y) * w;
        per += sqrt(dist2(p, q));
    }
    c->area = 0.5 * a;
    c->perimeter = per;
    c->centroid.x = sx / (3 * a);
    c->centroid.y = sy / (3 * a);
    c->edges = poly->n;
}

static void relax(Grid *g, Point *p, Cell *cells, int n)
{
    int i;
    grid_build(g, p, n);
    for (i = 0; i < n; i++) {
        Polygon poly;
        build_cell(g, p, i, &poly);
        measure(&poly, &cells[i]);
        cells[i].moved = sqrt(dist2(cells[i].centroid, p[i]));
    }
    for (i = 0; i < n; i++)
        p[i] = cells[i].centroid;
}

static int nearest(const Grid *g, const Point *p, Point q)
{
    int gx = bucket(g, q.x), gy = bucket(g, q.y), ring, x, y, i, best = -1;
    double bd = 1e30, h = 1.0 / g->side;
    for (ring = 0; ring < g->side; ring++) {
        if (best >= 0 && ring > 0 && (ring - 1) * h * ((ring - 1) * h) > bd)
            break;
        for (y = gy - ring; y <= gy + ring; y++)
            for (x = gx - ring; x <= gx + ring; x++) {
                if (x < 0 || y < 0 || x >= g->side || y >= g->side)
                    continue;
                if (abs(x - gx) != ring && abs(y - gy) != ring)
                    continue;
                for (i = g->head[y * g->side + x]; i >= 0; i = g->next[i]) {
                    double d = dist2(p[i], q);
                    if (d < bd || (d == bd && i < best)) {
                        bd = d;
                        best = i;
                    }
                }
            }
    }
    return best;
}

static int by_xy(const void *a, const void *b)
{
    const Point *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    if (p->y != q->y) return p->y < q->y ? -1 : 1;
    return 0;
}

static int hull(Point *p, int n, Point *out)
{
    int i, k = 0, lower;
    qsort(p, n, sizeof *p, by_xy);
    for (i = 0; i < n; i++) {
        while (k >= 2 && cross(out[k - 2], out[k - 1], p[i]) <= 0) k--;
        out[k++] = p[i];
    }
    lower = k + 1;
    for (i = n - 2; i >= 0; i--) {
        while (k >= lower && cross(out[k - 2], out[k - 1], p[i]) <= 0) k--;
        out[k++] = p[i];
    }
    return k - 1;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50000;
    int rounds = argc > 2 ? atoi(argv[2]) : 8;
    int queries = argc > 3 ? atoi(argv[3]) : 500000;
    Point *p = malloc(n * sizeof *p), *h = malloc((2 * n + 2) * sizeof *h);
    Cell *cells = malloc(n * sizeof *cells);
    int *hits = calloc(n, sizeof *hits);
    int edge_hist[MAXV + 1] = { 0 };
    Grid g;
    int i, r, nh, most = 0;
    double total;

    g.side = (int)sqrt(n / 2.0) + 1;
    g.head = malloc(g.side * g.side * sizeof *g.head);
    g.next = malloc(n * sizeof *g.next);
    for (i = 0; i < n; i++) {
        double a = frand(), b = frand();
        p[i].x = a * sqrt(b);            /* denser towards one side */
        p[i].y = b;
    }

    for (r = 0; r < rounds; r++) {
        double area = 0, per = 0, moved = 0, big = 0;
        relax(&g, p, cells, n);
        for (i = 0; i < n; i++) {
            area += cells[i].area;
            per += cells[i].perimeter;
            moved += cells[i].moved;
            if (cells[i].area > big)
                big = cells[i].area;
        }
        printf("round %d area %.9f perimeter %.6f moved %.8f largest %.8f\n",
               r, area, per, moved, big);
    }
    for (i = 0; i < n; i++)
        edge_hist[cells[i].edges]++;
    printf("edges:");
    for (i = 3; i < 12; i++)
        printf(" %d", edge_hist[i]);
    printf("\n");

    grid_build(&g, p, n);
    total = 0;
    for (i = 0; i < queries; i++) {
        Point q;
        int k;
        q.x = frand();
        q.y = frand();
        k = nearest(&g, p, q);
        hits[k]++;
        total += sqrt(dist2(p[k], q));
    }
    for (i = 1; i < n; i++)
        if (hits[i] > hits[most])
            most = i;
    printf("queries: mean distance %.9f, busiest site %d (%d)\n",
           total / queries, most, hits[most]);

    nh = hull(p, n, h);
    total = 0;
    for (i = 1; i + 1 < nh; i++)
        total += 0.5 * cross(h[0], h[i], h[i + 1]);
    printf("hull of %d points, area %.9f\n", nh, total);
    free(p); free(h); free(cells); free(hits); free(g.head); free(g.next);
    return 0;
}
