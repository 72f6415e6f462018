// SPDX-License-Identifier: Apache-2.0
// Ray tracer for constructive solid geometry: scenes are trees of union,
// intersection and difference over spheres, boxes and cylinders.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXSPAN 32
#define FAR 1e9

typedef struct { double x, y, z; } vec;

typedef struct { vec org, dir; } ray;

enum kind { SPHERE, BOX, CYLINDER, UNION, INTERSECT, MINUS };

typedef struct node {
    enum kind kind;
    vec centre, size;
    vec colour;
    struct node *left, *right;
} node;

/* one boundary crossing; spans are pairs enter/leave in order of t */
typedef struct {
    double t;
    vec normal;
    const node *prim;
} hit;

typedef struct {
    int n; /* number of crossings, always even */
    hit h[MAXSPAN];
} spans;

static uint64_t seed = 88172645463325252ull;

static double uniform(double lo, double hi) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return lo + (hi - lo) * (double)(seed >> 11) / 9007199254740992.0;
}

static vec v3(double x, double y, double z) { return (vec){x, y, z}; }
static vec add(vec a, vec b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static vec sub(vec a, vec b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static vec mul(vec a, double s) { return v3(a.x * s, a.y * s, a.z * s); }
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec unit(vec a) { return mul(a, 1.0 / sqrt(dot(a, a))); }

static node *new_node(enum kind kind) {
    node *n = calloc(1, sizeof *n);
    if (!n)
        exit(1);
    n->kind = kind;
    return n;
}

static node *primitive(enum kind kind, vec centre, vec size, vec colour) {
    node *n = new_node(kind);
    n->centre = centre;
    n->size = size;
    n->colour = colour;
    return n;
}

static node *combine(enum kind op, node *l, node *r) {
    node *n = new_node(op);
    n->left = l;
    n->right = r;
    return n;
}

static void put_span(spans *s, const node *p, double t0, vec n0, double t1, vec n1) {
    s->n = 2;
    s->h[0] = (hit){t0, n0, p};
    s->h[1] = (hit){t1, n1, p};
}

static void hit_sphere(const node *n, const ray *r, spans *out) {
    vec oc = sub(r->org, n->centre);
    double b = dot(oc, r->dir), c = dot(oc, oc) - n->size.x * n->size.x;
    double disc = b * b - c;
    if (disc <= 0)
        return;
    double s = sqrt(disc);
    vec p0 = add(oc, mul(r->dir, -b - s)), p1 = add(oc, mul(r->dir, -b + s));
    put_span(out, n, -b - s, mul(p0, 1 / n->size.x), -b + s, mul(p1, 1 / n->size.x));
}

/* clip [t0,t1] against the slab |o + t d| <= half along one axis */
static int slab(double o, double d, double half, vec axis, double *t0, vec *n0, double *t1, vec *n1) {
    if (fabs(d) < 1e-12)
        return fabs(o) <= half;
    double a = (-half - o) / d, b = (half - o) / d;
    double sign = -1;
    if (a > b) {
        double tmp = a;
        a = b, b = tmp, sign = 1;
    }
    if (a > *t0)
        *t0 = a, *n0 = mul(axis, sign);
    if (b < *t1)
        *t1 = b, *n1 = mul(axis, -sign);
    return *t0 < *t1;
}

static void hit_box(const node *n, const ray *r, spans *out) {
    vec o = sub(r->org, n->centre), n0 = {0, 0, 0}, n1 = {0, 0, 0};
    double t0 = -FAR, t1 = FAR;
    if (slab(o.x, r->dir.x, n->size.x, v3(1, 0, 0), &t0, &n0, &t1, &n1) &&
        slab(o.y, r->dir.y, n->size.y, v3(0, 1, 0), &t0, &n0, &t1, &n1) &&
        slab(o.z, r->dir.z, n->size.z, v3(0, 0, 1), &t0, &n0, &t1, &n1))
        put_span(out, n, t0, n0, t1, n1);
}

static void hit_cylinder(const node *n, const ray *r, spans *out) {
    vec o = sub(r->org, n->centre);
    double a = r->dir.x * r->dir.x + r->dir.z * r->dir.z;
    if (a < 1e-12)
        return;
    double b = o.x * r->dir.x + o.z * r->dir.z;
    double c = o.x * o.x + o.z * o.z - n->size.x * n->size.x;
    double disc = b * b - a * c;
    if (disc <= 0)
        return;
    double s = sqrt(disc), t0 = (-b - s) / a, t1 = (-b + s) / a;
    vec n0 = v3((o.x + t0 * r->dir.x) / n->size.x, 0, (o.z + t0 * r->dir.z) / n->size.x);
    vec n1 = v3((o.x + t1 * r->dir.x) / n->size.x, 0, (o.z + t1 * r->dir.z) / n->size.x);
    if (slab(o.y, r->dir.y, n->size.y, v3(0, 1, 0), &t0, &n0, &t1, &n1))
        put_span(out, n, t0, n0, t1, n1);
}

static int inside(enum kind op, int a, int b) {
    if (op == UNION)
        return a || b;
    return op == INTERSECT ? a && b : a && !b;
}

static void intersect(const node *n, const ray *r, spans *out) {
    out->n = 0;
    switch (n->kind) {
    case SPHERE: hit_sphere(n, r, out); return;
    case BOX: hit_box(n, r, out); return;
    case CYLINDER: hit_cylinder(n, r, out); return;
    default: break;
    }
    spans a, b;
    intersect(n->left, r, &a);
    if (a.n == 0 && n->kind != UNION)
        return;
    intersect(n->right, r, &b);
    int i = 0, j = 0, in_a = 0, in_b = 0, state = 0;
    while (i < a.n || j < b.n) {
        hit h;
        if (j >= b.n || (i < a.n && a.h[i].t <= b.h[j].t)) {
            h = a.h[i++];
            in_a = !in_a;
        } else {
            h = b.h[j++];
            if (n->kind == MINUS)
                h.normal = mul(h.normal, -1);
            in_b = !in_b;
        }
        int now = inside(n->kind, in_a, in_b);
        if (now != state && out->n < MAXSPAN)
            out->h[out->n++] = h;
        state = now;
    }
}

static const hit *first_hit(const spans *s) {
    for (int i = 0; i < s->n; i++)
        if (s->h[i].t > 1e-6)
            return &s->h[i];
    return NULL;
}

static vec shade(const node *scene, const ray *r, int depth) {
    spans s;
    intersect(scene, r, &s);
    const hit *h = first_hit(&s);
    if (!h)
        return add(v3(0.25, 0.3, 0.4), mul(v3(0.3, 0.35, 0.4), r->dir.y));
    vec light = unit(v3(0.6, 0.9, -0.5));
    vec p = add(add(r->org, mul(r->dir, h->t)), mul(h->normal, 1e-5));
    double diffuse = dot(h->normal, light);
    if (diffuse > 0) {
        ray shadow = {p, light};
        spans blocked;
        intersect(scene, &shadow, &blocked);
        if (first_hit(&blocked))
            diffuse = 0;
    }
    vec c = mul(h->prim->colour, 0.2 + 0.8 * fmax(diffuse, 0));
    if (depth > 0) {
        ray refl = {p, sub(r->dir, mul(h->normal, 2 * dot(h->normal, r->dir)))};
        c = add(mul(c, 0.75), mul(shade(scene, &refl, depth - 1), 0.25));
    }
    return c;
}

/* each part is a rounded cube with a bore and a dimple */
static node *build_scene(int parts) {
    node *scene = primitive(BOX, v3(0, -2.5, 8), v3(9, 0.4, 9), v3(0.5, 0.5, 0.45));
    for (int i = 0; i < parts; i++) {
        vec c = v3(uniform(-4, 4), uniform(-1.3, 2.5), uniform(4, 12));
        double s = uniform(0.5, 0.9);
        vec col = v3(uniform(0.2, 1), uniform(0.2, 1), uniform(0.2, 1));
        node *cube = combine(INTERSECT, primitive(SPHERE, c, v3(1.3 * s, 0, 0), col),
                             primitive(BOX, c, v3(s, s, s), col));
        node *bore = primitive(CYLINDER, c, v3(0.5 * s, 2 * s, 0), v3(0.9, 0.8, 0.2));
        node *dimple = primitive(SPHERE, add(c, v3(0, 0, -s)), v3(0.4 * s, 0, 0), v3(0.9, 0.2, 0.2));
        scene = combine(UNION, scene, combine(MINUS, combine(MINUS, cube, bore), dimple));
    }
    return scene;
}

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 1440;
    int height = argc > 2 ? atoi(argv[2]) : 1080;
    node *scene = build_scene(argc > 3 ? atoi(argv[3]) : 10);
    vec *image = malloc(sizeof *image * (size_t)width * height);

#pragma omp parallel for schedule(dynamic, 4)
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double u = (x + 0.5 - width / 2.0) / height, v = (height / 2.0 - y - 0.5) / height;
            ray r = {v3(0, 0.6, -3), unit(v3(u, v - 0.05, 1))};
            image[(size_t)y * width + x] = shade(scene, &r, 2);
        }

    vec mean = {0, 0, 0};
    uint64_t hash = 1469598103934665603ull;
    for (long i = 0; i < (long)width * height; i++) {
        mean = add(mean, image[i]);
        int q = (int)(image[i].x * 255) << 16 | (int)(image[i].y * 255) << 8 | (int)(image[i].z * 255);
        hash = (hash ^ (uint64_t)(unsigned)q) * 1099511628211ull;
    }
    mean = mul(mean, 1.0 / ((double)width * height));
    printf("image %dx%d mean %.12f %.12f %.12f hash %016llx\n", width, height, mean.x, mean.y, mean.z,
           (unsigned long long)hash);
    free(image);
    return 0;
}
