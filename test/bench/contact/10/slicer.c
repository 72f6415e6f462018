// slicer: cuts a closed triangle mesh into layers for 3D printing.
//
// The model is a bumpy tube around a torus knot, tilted a little.  Every facet
// adds its cut segments to the layers it crosses; then each layer links the
// segments into closed contours, measures area and perimeter, and plans straight
// infill lines, alternately along x and y.
//
// usage: slicer [sections along the knot] [sections around] [layer height]

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { double x, y; };
struct vertex { double x, y, z; };
struct facet { int v[3]; };

struct mesh {
    int nverts, nfacets;
    struct vertex *verts;
    struct facet *facets;
    double zmin, zmax;
};

// Cut of one facet, oriented so that the material is on the left.  A mesh edge
// is known by the (smaller, larger) pair of its vertices.
struct segment {
    struct point from, to;
    uint64_t edge_from, edge_to;
};

struct layer {
    double z;
    struct segment *seg;
    int nseg, cap;
    // results
    int contours, holes, strokes;
    double area, perimeter, infill;
};

struct bench { // work space for one layer
    int cap;   // contour points
    int *table, table_size; // hash: edge_from -> segment
    char *used;
    struct point *ring;
    double *hits; // of one infill line
};

static void *need(void *p)
{
    if (p) return p;
    fprintf(stderr, "slicer: out of memory\n");
    exit(1);
}

static void build_knot(struct mesh *m, int nu, int nv)
{
    m->nverts = nu * nv;
    m->nfacets = 2 * nu * nv;
    m->verts = need(malloc(m->nverts * sizeof *m->verts));
    m->facets = need(malloc(m->nfacets * sizeof *m->facets));
    m->zmin = 1e30, m->zmax = -1e30;
    for (int i = 0; i < nu; i++) {
        double u = 2 * 3.14159265358979 * i / nu, e = 1e-4, c[2][3];
        for (int k = 0; k < 2; k++) { // curve point and a close successor
            double a = u + k * e, r = 30 + 12 * cos(3 * a);
            c[k][0] = r * cos(2 * a), c[k][1] = r * sin(2 * a), c[k][2] = 14 * sin(3 * a);
        }
        double t[3] = {c[1][0] - c[0][0], c[1][1] - c[0][1], c[1][2] - c[0][2]};
        double l = sqrt(t[0] * t[0] + t[1] * t[1]), n[3] = {t[1] / l, -t[0] / l, 0};
        double b[3] = {t[1] * n[2] - t[2] * n[1], t[2] * n[0] - t[0] * n[2], t[0] * n[1] - t[1] * n[0]};
        double lb = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
        for (int j = 0; j < nv; j++) {
            double v = 2 * 3.14159265358979 * j / nv;
            double r = 6 + 0.5 * sin(5 * v + 9 * u) + 0.25 * sin(31 * u) * cos(8 * v), p[3];
            for (int d = 0; d < 3; d++)
                p[d] = c[0][d] + r * (cos(v) * n[d] + sin(v) * b[d] / lb);
            struct vertex *q = &m->verts[i * nv + j];
            q->x = p[0], q->y = p[1], q->z = p[2] + 0.12 * p[0];
            m->zmin = fmin(m->zmin, q->z), m->zmax = fmax(m->zmax, q->z);
            int i1 = (i + 1) % nu * nv, j1 = (j + 1) % nv;
            struct facet *f = &m->facets[2 * (i * nv + j)];
            f[0] = (struct facet){{i * nv + j, i * nv + j1, i1 + j}};
            f[1] = (struct facet){{i * nv + j1, i1 + j1, i1 + j}};
        }
    }
}

// where edge (a,b) meets the plane; same result from both facets of the edge
static struct point cut(const struct mesh *m, int a, int b, double z, uint64_t *edge)
{
    int lo = a < b ? a : b, hi = a < b ? b : a;
    const struct vertex *p = &m->verts[lo], *q = &m->verts[hi];
    double t = (z - p->z) / (q->z - p->z);
    *edge = (uint64_t)lo << 32 | (uint32_t)hi;
    return (struct point){p->x + t * (q->x - p->x), p->y + t * (q->y - p->y)};
}

static void slice_facet(const struct mesh *m, const struct facet *f, struct layer *layers, int nlayers,
                        double z0, double dz)
{
    double z[3], low, high;
    for (int k = 0; k < 3; k++)
        z[k] = m->verts[f->v[k]].z;
    low = fmin(z[0], fmin(z[1], z[2]));
    high = fmax(z[0], fmax(z[1], z[2]));
    int n = (int)ceil((low - z0) / dz) - 1;
    for (n = n < 0 ? 0 : n; n < nlayers && layers[n].z <= high; n++) {
        struct layer *l = &layers[n];
        struct segment s = {0};
        int crossings = 0;
        for (int k = 0; k < 3; k++) {
            int k1 = (k + 1) % 3;
            int up = z[k] < l->z && z[k1] >= l->z, down = z[k] >= l->z && z[k1] < l->z;
            if (up)
                s.to = cut(m, f->v[k], f->v[k1], l->z, &s.edge_to);
            if (down)
                s.from = cut(m, f->v[k], f->v[k1], l->z, &s.edge_from);
            crossings += up + down;
        }
        if (crossings != 2)
            continue;
        if (l->nseg == l->cap) {
            l->cap = l->cap ? 2 * l->cap : 64;
            l->seg = need(realloc(l->seg, l->cap * sizeof *l->seg));
        }
        l->seg[l->nseg++] = s;
    }
}

static int slot(const struct bench *w, const struct segment *seg, uint64_t edge)
{
    int h = (int)((edge * 0x9e3779b97f4a7c15ULL) >> 40) & (w->table_size - 1);
    while (w->table[h] >= 0 && seg[w->table[h]].edge_from != edge)
        h = (h + 1) & (w->table_size - 1);
    return h;
}

static void reserve(struct bench *w, int nseg)
{
    if (nseg >= w->cap) {
        w->cap = 2 * nseg + 64;
        for (w->table_size = 64; w->table_size < 2 * w->cap; w->table_size *= 2)
            ;
        w->table = need(realloc(w->table, w->table_size * sizeof *w->table));
        w->used = need(realloc(w->used, w->cap));
        w->ring = need(realloc(w->ring, w->cap * sizeof *w->ring));
        w->hits = need(realloc(w->hits, w->cap * sizeof *w->hits));
    }
    memset(w->used, 0, nseg);
    memset(w->table, -1, w->table_size * sizeof *w->table);
}

static void measure_contour(struct layer *l, const struct bench *w, int n)
{
    double area = 0;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        const struct point *p = &w->ring[j], *q = &w->ring[i];
        area += 0.5 * (p->x * q->y - q->x * p->y);
        l->perimeter += sqrt((q->x - p->x) * (q->x - p->x) + (q->y - p->y) * (q->y - p->y));
    }
    l->area += area;
    l->contours++;
    l->holes += area < 0;
}

static void link_contours(struct layer *l, struct bench *w)
{
    reserve(w, l->nseg);
    for (int i = 0; i < l->nseg; i++)
        w->table[slot(w, l->seg, l->seg[i].edge_from)] = i;
    for (int first = 0; first < l->nseg; first++) {
        int n = 0, i = first;
        while (i >= 0 && !w->used[i]) {
            w->used[i] = 1;
            w->ring[n++] = l->seg[i].from;
            i = w->table[slot(w, l->seg, l->seg[i].edge_to)];
        }
        if (n >= 3 && i == first)
            measure_contour(l, w, n);
    }
}

// Even-odd filling: sorted hits of every line with the contours, taken in pairs.
static void plan_infill(struct layer *l, struct bench *w, double gap, int along_y)
{
    double lo = 1e30, hi = -1e30;
    for (int i = 0; i < l->nseg; i++) {
        double c = along_y ? l->seg[i].from.x : l->seg[i].from.y;
        lo = fmin(lo, c), hi = fmax(hi, c);
    }
    for (double c = lo + 0.5 * gap; c < hi; c += gap) {
        int n = 0;
        for (int i = 0; i < l->nseg; i++) {
            struct point p = l->seg[i].from, q = l->seg[i].to;
            if (along_y)
                p = (struct point){p.y, p.x}, q = (struct point){q.y, q.x};
            if ((p.y < c) == (q.y < c))
                continue;
            double x = p.x + (c - p.y) / (q.y - p.y) * (q.x - p.x);
            int k = n++;
            for (; k > 0 && w->hits[k - 1] > x; k--)
                w->hits[k] = w->hits[k - 1];
            w->hits[k] = x;
        }
        for (int k = 0; k + 1 < n; k += 2) {
            l->infill += w->hits[k + 1] - w->hits[k];
            l->strokes++;
        }
    }
}

int main(int argc, char **argv)
{
    int nu = argc > 1 ? atoi(argv[1]) : 2400, nv = argc > 2 ? atoi(argv[2]) : 120;
    double dz = argc > 3 ? atof(argv[3]) : 0.1, volume = 0, path = 0, infill = 0;
    struct mesh mesh;
    struct bench work = {0};
    long segments = 0, strokes = 0, contours = 0;

    build_knot(&mesh, nu, nv);
    double z0 = mesh.zmin + 0.5 * dz;
    int nlayers = (int)((mesh.zmax - z0) / dz) + 1;
    struct layer *layers = need(calloc(nlayers, sizeof *layers));
    for (int n = 0; n < nlayers; n++)
        layers[n].z = z0 + n * dz;
    for (int f = 0; f < mesh.nfacets; f++)
        slice_facet(&mesh, &mesh.facets[f], layers, nlayers, z0, dz);
    for (int n = 0; n < nlayers; n++) {
        link_contours(&layers[n], &work);
        plan_infill(&layers[n], &work, 0.4, n % 2);
    }

    printf("%d facets, %d layers\n", mesh.nfacets, nlayers);
    for (int n = 0; n < nlayers; n++) {
        const struct layer *l = &layers[n];
        if (n % 20 == 10)
            printf("z %8.3f  segments %5d  contours %d (%d holes)  area %10.5f  perimeter %9.5f  infill %10.4f\n",
                   l->z, l->nseg, l->contours, l->holes, l->area, l->perimeter, l->infill);
        volume += l->area * dz, path += l->perimeter, infill += l->infill;
        segments += l->nseg, strokes += l->strokes, contours += l->contours;
    }
    printf("segments %ld, contours %ld, infill strokes %ld\n", segments, contours, strokes);
    printf("volume %.6f, wall path %.6f, infill path %.6f\n", volume, path, infill);
    return 0;
}
