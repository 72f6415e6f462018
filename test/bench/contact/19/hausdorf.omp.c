/* hausdorf - one-sided Hausdorff distances between two triangle meshes,
 * with a bounding volume tree and early abandoning of samples. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <float.h>

typedef struct { double x, y, z; } vec;
typedef struct { vec a, b, c, mid; int id; } tri;

typedef struct node {
    vec lo, hi;
    struct node *kid[2];
    tri *t;
    int n;
} node;

typedef struct { tri *t; int n; node *root; double area; } mesh;

static vec sub(vec a, vec b) { return (vec){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static vec add(vec a, vec b) { return (vec){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static vec mul(vec a, double s) { return (vec){ a.x * s, a.y * s, a.z * s }; }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec cross(vec a, vec b) { return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }
static double axis(vec v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

/* closest squared distance from p to a triangle (Ericson) */
static double tri_dist2(vec p, const tri *t)
{
    vec ab = sub(t->b, t->a), ac = sub(t->c, t->a), ap = sub(p, t->a);
    double d1 = dot(ab, ap), d2 = dot(ac, ap);
    vec q;
    if (d1 <= 0 && d2 <= 0) { q = t->a; goto done; }
    vec bp = sub(p, t->b);
    double d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) { q = t->b; goto done; }
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) { q = add(t->a, mul(ab, d1 / (d1 - d3))); goto done; }
    vec cp = sub(p, t->c);
    double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) { q = t->c; goto done; }
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) { q = add(t->a, mul(ac, d2 / (d2 - d6))); goto done; }
    double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        q = add(t->b, mul(sub(t->c, t->b), (d4 - d3) / ((d4 - d3) + (d5 - d6))));
        goto done;
    }
    double den = 1.0 / (va + vb + vc);
    q = add(t->a, add(mul(ab, vb * den), mul(ac, vc * den)));
done:
    q = sub(p, q);
    return dot(q, q);
}

static int sort_axis;
#pragma omp threadprivate(sort_axis)
static int by_mid(const void *a, const void *b)
{
    const tri *s = a, *t = b;
    double x = axis(s->mid, sort_axis), y = axis(t->mid, sort_axis);
    return x < y ? -1 : x > y ? 1 : s->id - t->id;
}

static void grow(node *n, vec v)
{
    n->lo.x = fmin(n->lo.x, v.x); n->hi.x = fmax(n->hi.x, v.x);
    n->lo.y = fmin(n->lo.y, v.y); n->hi.y = fmax(n->hi.y, v.y);
    n->lo.z = fmin(n->lo.z, v.z); n->hi.z = fmax(n->hi.z, v.z);
}

static node *build(tri *t, int n)
{
    node *b = calloc(1, sizeof *b);
    if (!b) { perror("hausdorf"); exit(1); }
    b->lo = (vec){ DBL_MAX, DBL_MAX, DBL_MAX };
    b->hi = mul(b->lo, -1);
    for (int i = 0; i < n; i++) { grow(b, t[i].a); grow(b, t[i].b); grow(b, t[i].c); }
    if (n <= 6) { b->t = t; b->n = n; return b; }
    vec d = sub(b->hi, b->lo);
    sort_axis = d.x > d.y && d.x > d.z ? 0 : d.y > d.z ? 1 : 2;
    qsort(t, n, sizeof *t, by_mid);
    #pragma omp task if (n > 2000)
    b->kid[0] = build(t, n / 2);
    b->kid[1] = build(t + n / 2, n - n / 2);
    #pragma omp taskwait
    return b;
}

static void destroy(node *b)
{
    if (!b) return;
    destroy(b->kid[0]);
    destroy(b->kid[1]);
    free(b);
}

static double box_dist2(const node *b, vec p)
{
    double dx = fmax(fmax(b->lo.x - p.x, p.x - b->hi.x), 0);
    double dy = fmax(fmax(b->lo.y - p.y, p.y - b->hi.y), 0);
    double dz = fmax(fmax(b->lo.z - p.z, p.z - b->hi.z), 0);
    return dx * dx + dy * dy + dz * dz;
}

/* lowers *best; stops when something closer than enough is known. (Strictly
 * closer: a tie must be measured in full, to keep the first sample.) */
static void nearest(const node *b, vec p, double *best, double enough)
{
    if (*best < enough) return;
    if (b->t) {
        for (int i = 0; i < b->n; i++) {
            double d = tri_dist2(p, &b->t[i]);
            if (d < *best) *best = d;
        }
        return;
    }
    double d0 = box_dist2(b->kid[0], p), d1 = box_dist2(b->kid[1], p);
    int first = d1 < d0;
    if ((first ? d1 : d0) < *best) nearest(b->kid[first], p, best, enough);
    if ((first ? d0 : d1) < *best) nearest(b->kid[!first], p, best, enough);
}

static vec bumpy(double u, double v, double amp, double twist)
{
    double r = 1 + amp * sin(5 * u + twist) * sin(4 * v) + 0.02 * cos(17 * u) * sin(13 * v + twist);
    return (vec){ r * sin(v) * cos(u), r * sin(v) * sin(u), 1.1 * r * cos(v) };
}

static mesh make_mesh(int res, double amp, double twist)
{
    mesh m = { malloc(sizeof(tri) * 4 * res * res), 0, NULL, 0 };
    if (!m.t) { perror("hausdorf"); exit(1); }
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < 2 * res; i++)
        for (int j = 0; j < res; j++) {
            vec q[4];
            for (int k = 0; k < 4; k++)
                q[k] = bumpy(pi * (i + (k & 1)) / res, pi * (j + (k >> 1)) / res, amp, twist);
            for (int k = 0; k < 2; k++) {
                tri t = { q[k], q[k + 1], q[k ? 3 : 2], { 0 }, m.n };
                vec nrm = cross(sub(t.b, t.a), sub(t.c, t.a));
                double ar = 0.5 * sqrt(dot(nrm, nrm));
                if (ar < 1e-12) continue;           /* poles */
                t.mid = mul(add(add(t.a, t.b), t.c), 1.0 / 3);
                m.area += ar;
                m.t[m.n++] = t;
            }
        }
    m.root = build(m.t, m.n);
    return m;
}

/* max over samples of a of the distance to b; also a coarse map per octant */
static double one_sided(const mesh *a, const mesh *b, int sub_n, vec *where, double octant[8])
{
    double worst = 0;
    long worst_at = -1;
    int per = (sub_n + 1) * (sub_n + 1);
    for (int o = 0; o < 8; o++) octant[o] = 0;
    #pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < a->n; i++) {
        const tri *t = &a->t[i];
        int o = (t->mid.x > 0) | (t->mid.y > 0) << 1 | (t->mid.z > 0) << 2;
        double bound;
        #pragma omp atomic read
        bound = octant[o];
        for (int u = 0; u <= sub_n; u++)
            for (int v = 0; u + v <= sub_n; v++) {
                double fu = (double)u / sub_n, fv = (double)v / sub_n;
                vec p = add(mul(t->a, 1 - fu - fv), add(mul(t->b, fu), mul(t->c, fv)));
                double d = DBL_MAX;
                nearest(b->root, p, &d, bound);
                if (d < bound || d == 0) continue;
                long at = (long)i * per + u * (sub_n + 1) + v;
                #pragma omp critical
                {
                    if (d > octant[o]) {
                        #pragma omp atomic write
                        octant[o] = d;
                    }
                    bound = octant[o];
                    if (d > worst || (d == worst && at < worst_at)) { worst = d; worst_at = at; *where = p; }
                }
            }
    }
    return sqrt(worst);
}

int main(int argc, char **argv)
{
    int res = argc > 1 ? atoi(argv[1]) : 100, sub_n = argc > 2 ? atoi(argv[2]) : 6;
    if (res < 3 || sub_n < 1) { fprintf(stderr, "usage: hausdorf [resolution] [subdivision]\n"); return 2; }
    mesh m[2];
    #pragma omp parallel
    #pragma omp single
    {
        #pragma omp task
        m[0] = make_mesh(res, 0.08, 0.0);
        m[1] = make_mesh(res * 9 / 10, 0.085, 0.07);
        #pragma omp taskwait
    }
    double both = 0;
    for (int k = 0; k < 2; k++) {
        vec at = { 0, 0, 0 };
        double oct[8], d = one_sided(&m[k], &m[!k], sub_n, &at, oct);
        printf("mesh %d: %d triangles area %.10f\n", k, m[k].n, m[k].area);
        printf("  distance %.12f at (%.9f, %.9f, %.9f)\n  octants", d, at.x, at.y, at.z);
        for (int o = 0; o < 8; o++) printf(" %.7f", sqrt(oct[o]));
        printf("\n");
        if (d > both) both = d;
    }
    printf("Hausdorff distance %.12f\n", both);
    for (int k = 0; k < 2; k++) { destroy(m[k].root); free(m[k].t); }
    return 0;
}
