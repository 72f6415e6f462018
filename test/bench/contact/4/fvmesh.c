// SPDX-License-Identifier: Apache-2.0
/*
 * fvmesh.c - explicit finite-volume solver for a transported and diffusing
 * temperature on an unstructured triangle mesh.
 *
 * usage: fvmesh [quads per side] [steps]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { double x, y; } Vec2;

typedef struct {
    int left, right;      /* right == -1 on the boundary */
    Vec2 n;               /* normal out of left, scaled by the face length */
    Vec2 mid;
    double gdiff;         /* |n| / distance between the two centroids */
} Face;

typedef struct {
    Vec2 c;
    double area;
    double T;
    double resid;
    Vec2 grad;
} Cell;

typedef struct {
    int nnode, ncell, nface;
    Vec2 *node;
    int (*tri)[3];
    Face *face;
    Cell *cell;
} Mesh;

typedef struct { int a, b, cell; } Edge;

static uint64_t rng_state = 88172645463325252ull;

static double frand(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (double)(rng_state >> 11) / 9007199254740992.0;
}

static void *xalloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p) { perror("calloc"); exit(1); }
    return p;
}

static int edge_cmp(const void *pa, const void *pb)
{
    const Edge *a = pa, *b = pb;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    if (a->b != b->b) return a->b < b->b ? -1 : 1;
    return (a->cell > b->cell) - (a->cell < b->cell);
}

static void make_triangles(Mesh *m, int n)
{
    m->nnode = (n + 1) * (n + 1);
    m->ncell = 2 * n * n;
    m->node = xalloc(m->nnode, sizeof *m->node);
    m->tri = xalloc(m->ncell, sizeof *m->tri);
    double h = 1.0 / n;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) {
            Vec2 *p = &m->node[j * (n + 1) + i];
            p->x = i * h;
            p->y = j * h;
            if (i > 0 && i < n) p->x += 0.4 * h * (frand() - 0.5);
            if (j > 0 && j < n) p->y += 0.4 * h * (frand() - 0.5);
        }
    int k = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            int flip = frand() < 0.5;
            int t1[3] = { a, b, flip ? c : d }, t2[3] = { flip ? b : a, d, c };
            for (int s = 0; s < 3; s++) {
                m->tri[k][s] = t1[s];
                m->tri[k + 1][s] = t2[s];
            }
            k += 2;
        }
    /* mesh generators do not number cells nicely */
    for (int i = m->ncell - 1; i > 0; i--) {
        int w = i < 400 ? i : 400;
        int j = i - (int)(frand() * w);
        for (int s = 0; s < 3; s++) {
            int t = m->tri[i][s];
            m->tri[i][s] = m->tri[j][s];
            m->tri[j][s] = t;
        }
    }
}

static void build_geometry(Mesh *m)
{
    m->cell = xalloc(m->ncell, sizeof *m->cell);
    Edge *e = xalloc(3 * (size_t)m->ncell, sizeof *e);
    int ne = 0;
    for (int c = 0; c < m->ncell; c++) {
        const int *t = m->tri[c];
        Vec2 p = m->node[t[0]], q = m->node[t[1]], r = m->node[t[2]];
        Cell *cell = &m->cell[c];
        cell->c.x = (p.x + q.x + r.x) / 3;
        cell->c.y = (p.y + q.y + r.y) / 3;
        cell->area = 0.5 * ((q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y));
        for (int s = 0; s < 3; s++) {
            int a = t[s], b = t[(s + 1) % 3];
            e[ne++] = (Edge){ a < b ? a : b, a < b ? b : a, c };
        }
    }
    qsort(e, ne, sizeof *e, edge_cmp);
    m->face = xalloc(ne, sizeof *m->face);
    for (int i = 0; i < ne; ) {
        Face *f = &m->face[m->nface++];
        Vec2 a = m->node[e[i].a], b = m->node[e[i].b];
        f->left = e[i].cell;
        f->right = -1;
        f->mid = (Vec2){ 0.5 * (a.x + b.x), 0.5 * (a.y + b.y) };
        f->n = (Vec2){ b.y - a.y, a.x - b.x };
        Vec2 cl = m->cell[f->left].c, co = f->mid;
        if (f->n.x * (f->mid.x - cl.x) + f->n.y * (f->mid.y - cl.y) < 0)
            f->n = (Vec2){ -f->n.x, -f->n.y };
        if (i + 1 < ne && e[i + 1].a == e[i].a && e[i + 1].b == e[i].b) {
            f->right = e[i + 1].cell;
            co = m->cell[f->right].c;
            i++;
        }
        f->gdiff = hypot(f->n.x, f->n.y) / hypot(co.x - cl.x, co.y - cl.y);
        i++;
    }
    free(e);
}

static Vec2 velocity(Vec2 p)
{
    double x = p.x - 0.5, y = p.y - 0.5;
    return (Vec2){ 0.3 - 2.0 * y * (1 - x * x), 2.0 * x * (1 - y * y) };
}

static double boundary_value(const Face *f, double inside)
{
    if (f->mid.x < 1e-12)
        return f->mid.y > 0.3 && f->mid.y < 0.6 ? 1.0 : 0.0;
    return inside;
}

static void compute_gradients(Mesh *m)
{
    for (int c = 0; c < m->ncell; c++)
        m->cell[c].grad = (Vec2){ 0, 0 };
    for (int i = 0; i < m->nface; i++) {
        const Face *f = &m->face[i];
        Cell *l = &m->cell[f->left];
        if (f->right < 0) {
            double t = boundary_value(f, l->T);
            l->grad.x += t * f->n.x;
            l->grad.y += t * f->n.y;
        } else {
            Cell *r = &m->cell[f->right];
            double t = 0.5 * (l->T + r->T);
            l->grad.x += t * f->n.x;
            l->grad.y += t * f->n.y;
            r->grad.x -= t * f->n.x;
            r->grad.y -= t * f->n.y;
        }
    }
    for (int c = 0; c < m->ncell; c++) {
        m->cell[c].grad.x /= m->cell[c].area;
        m->cell[c].grad.y /= m->cell[c].area;
    }
}

static double reconstruct(const Cell *c, Vec2 at, double other)
{
    double v = c->T + c->grad.x * (at.x - c->c.x) + c->grad.y * (at.y - c->c.y);
    double lo = fmin(c->T, other), hi = fmax(c->T, other);
    return v < lo ? lo : v > hi ? hi : v;
}

static void add_fluxes(Mesh *m, double kappa)
{
    for (int i = 0; i < m->nface; i++) {
        const Face *f = &m->face[i];
        Cell *l = &m->cell[f->left];
        Cell *r = f->right >= 0 ? &m->cell[f->right] : NULL;
        double tr = r ? r->T : boundary_value(f, l->T);
        Vec2 u = velocity(f->mid);
        double vn = u.x * f->n.x + u.y * f->n.y;
        double up;
        if (vn >= 0)
            up = reconstruct(l, f->mid, tr);
        else
            up = r ? reconstruct(r, f->mid, l->T) : tr;
        double flux = vn * up - kappa * f->gdiff * (tr - l->T);
        l->resid -= flux;
        if (r)
            r->resid += flux;
    }
}

static double advance(Mesh *m, double dt)
{
    double change = 0;
    for (int c = 0; c < m->ncell; c++) {
        Cell *k = &m->cell[c];
        double d = dt * k->resid / k->area;
        k->T += d;
        k->resid = 0;
        if (fabs(d) > change)
            change = fabs(d);
    }
    return change;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 130;
    int steps = argc > 2 ? atoi(argv[2]) : 500;
    Mesh m = { 0 };
    struct timespec t0, t1;

    make_triangles(&m, n);
    build_geometry(&m);
    for (int c = 0; c < m.ncell; c++) {
        double x = m.cell[c].c.x - 0.6, y = m.cell[c].c.y - 0.7;
        m.cell[c].T = exp(-60 * (x * x + y * y));
    }
    double dt = 0.08 / n, kappa = 0.02 / n;

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int s = 1; s <= steps; s++) {
        compute_gradients(&m);
        add_fluxes(&m, kappa);
        double change = advance(&m, dt);
        if (s % (steps / 5 > 0 ? steps / 5 : 1) == 0)
            printf("step %5d  max change %.12e\n", s, change);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    double heat = 0, peak = 0;
    for (int c = 0; c < m.ncell; c++) {
        heat += m.cell[c].T * m.cell[c].area;
        if (m.cell[c].T > peak) peak = m.cell[c].T;
    }
    printf("cells %d faces %d heat %.15f peak %.15f\n", m.ncell, m.nface, heat, peak);
    fprintf(stderr, "solve: %.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(m.node); free(m.tri); free(m.face); free(m.cell);
    return 0;
}
