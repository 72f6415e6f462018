/*
 * raytrace.c - small Whitted style ray tracer
 *
 * usage: raytrace [width height [samples]]
 *
 * Shapes carry their own intersect function; the scene is a linked list.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define EPS      1e-6
#define MAXDEPTH 5

typedef struct { double x, y, z; } Vec;
typedef struct { Vec o, d; } Ray;

typedef struct Material {
    Vec    color;
    double diffuse, specular, shininess, reflect, refract, ior;
    int    checker;
} Material;

typedef struct Shape Shape;

typedef struct Hit {
    double t;
    Vec p, n;
    const Shape *shape;
} Hit;

struct Shape {
    int (*intersect)(const Shape *, const Ray *, double tmax, Hit *);
    Material mat;
    Vec a, b;          /* centre / normal / corners */
    double r;
    Shape *next;
};

typedef struct { Vec pos, color; } Light;

typedef struct Scene {
    Shape *shapes;
    Light lights[4];
    int nlights;
    Vec eye, right, up, fwd;
    Vec background;
} Scene;

static long n_rays, n_shadow;      /* statistics, one copy per thread */
#pragma omp threadprivate(n_rays, n_shadow)

static unsigned lcg_state = 12345u;
static double rnd(void)
{
    lcg_state = lcg_state * 1664525u + 1013904223u;
    return (lcg_state >> 8) / 16777216.0;
}

static Vec v(double x, double y, double z) { Vec r = { x, y, z }; return r; }
static Vec add(Vec a, Vec b) { return v(a.x + b.x, a.y + b.y, a.z + b.z); }
static Vec sub(Vec a, Vec b) { return v(a.x - b.x, a.y - b.y, a.z - b.z); }
static Vec mul(Vec a, double s) { return v(a.x * s, a.y * s, a.z * s); }
static Vec vmul(Vec a, Vec b) { return v(a.x * b.x, a.y * b.y, a.z * b.z); }
static double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vec cross(Vec a, Vec b)
{
    return v(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static Vec norm(Vec a) { return mul(a, 1.0 / sqrt(dot(a, a))); }

static int hit_sphere(const Shape *s, const Ray *r, double tmax, Hit *h)
{
    Vec oc = sub(r->o, s->a);
    double b = dot(oc, r->d);
    double c = dot(oc, oc) - s->r * s->r;
    double disc = b * b - c;
    if (disc < 0)
        return 0;
    double sq = sqrt(disc);
    double t = -b - sq;
    if (t < EPS)
        t = -b + sq;
    if (t < EPS || t >= tmax)
        return 0;
    h->t = t;
    h->p = add(r->o, mul(r->d, t));
    h->n = mul(sub(h->p, s->a), 1.0 / s->r);
    h->shape = s;
    return 1;
}

static int hit_plane(const Shape *s, const Ray *r, double tmax, Hit *h)
{
    double den = dot(s->a, r->d);
    if (fabs(den) < EPS)
        return 0;
    double t = (s->r - dot(s->a, r->o)) / den;
    if (t < EPS || t >= tmax)
        return 0;
    h->t = t;
    h->p = add(r->o, mul(r->d, t));
    h->n = s->a;
    h->shape = s;
    return 1;
}

static int hit_box(const Shape *s, const Ray *r, double tmax, Hit *h)
{
    const double lo[3] = { s->a.x, s->a.y, s->a.z };
    const double hi[3] = { s->b.x, s->b.y, s->b.z };
    const double o[3] = { r->o.x, r->o.y, r->o.z };
    const double d[3] = { r->d.x, r->d.y, r->d.z };
    double tn = -1e30, tf = 1e30;
    int axis = 0;
    for (int i = 0; i < 3; i++) {
        if (fabs(d[i]) < 1e-12) {
            if (o[i] < lo[i] || o[i] > hi[i])
                return 0;
            continue;
        }
        double t0 = (lo[i] - o[i]) / d[i], t1 = (hi[i] - o[i]) / d[i];
        if (t0 > t1) { double t = t0; t0 = t1; t1 = t; }
        if (t0 > tn) { tn = t0; axis = i; }
        if (t1 < tf) tf = t1;
        if (tn > tf)
            return 0;
    }
    if (tn < EPS || tn >= tmax)
        return 0;
    h->t = tn;
    h->p = add(r->o, mul(r->d, tn));
    double sg = d[axis] > 0 ? -1.0 : 1.0;
    h->n = v(axis == 0 ? sg : 0, axis == 1 ? sg : 0, axis == 2 ? sg : 0);
    h->shape = s;
    return 1;
}

static Shape *add_shape(Scene *sc, int (*fn)(const Shape *, const Ray *, double, Hit *),
                        Vec a, Vec b, double r, Material m)
{
    Shape *s = malloc(sizeof *s);
    if (!s) { perror("malloc"); exit(1); }
    s->intersect = fn;
    s->a = a; s->b = b; s->r = r;
    s->mat = m;
    s->next = sc->shapes;
    sc->shapes = s;
    return s;
}

static void build_scene(Scene *sc)
{
    Material floor_m = { { 0.9, 0.9, 0.9 }, 0.9, 0.0, 1, 0.15, 0, 1, 1 };
    sc->shapes = NULL;
    add_shape(sc, hit_plane, v(0, 1, 0), v(0, 0, 0), 0.0, floor_m);
    for (int i = 0; i < 26; i++) {
        Material m = { { 0.2 + 0.8 * rnd(), 0.2 + 0.8 * rnd(), 0.2 + 0.8 * rnd() },
                       0.8, 0.5, 20 + 60 * rnd(), 0, 0, 1, 0 };
        if (i % 3 == 0) m.reflect = 0.4;
        if (i % 7 == 0) { m.refract = 0.7; m.ior = 1.45; m.diffuse = 0.2; }
        double r = 0.25 + 0.5 * rnd();
        Vec c = v(-4 + 8 * rnd(), r + 1.5 * rnd(), 2 + 7 * rnd());
        add_shape(sc, hit_sphere, c, v(0, 0, 0), r, m);
    }
    for (int i = 0; i < 8; i++) {
        Material m = { { rnd(), rnd(), rnd() }, 0.9, 0.2, 10, i % 2 ? 0.2 : 0.0, 0, 1, 0 };
        Vec lo = v(-5 + 10 * rnd(), 0, 3 + 7 * rnd());
        Vec hi = add(lo, v(0.4 + 0.5 * rnd(), 0.5 + 1.5 * rnd(), 0.4 + 0.5 * rnd()));
        add_shape(sc, hit_box, lo, hi, 0, m);
    }
    sc->nlights = 2;
    sc->lights[0].pos = v(-5, 8, -3);
    sc->lights[0].color = v(0.8, 0.8, 0.75);
    sc->lights[1].pos = v(6, 5, 0);
    sc->lights[1].color = v(0.35, 0.35, 0.5);
    sc->background = v(0.25, 0.4, 0.7);
    sc->eye = v(0, 2.2, -4);
    sc->fwd = norm(sub(v(0, 0.8, 5), sc->eye));
    sc->right = norm(cross(v(0, 1, 0), sc->fwd));
    sc->up = cross(sc->fwd, sc->right);
}

static int closest(const Scene *sc, const Ray *r, Hit *best)
{
    double tmax = 1e30;
    int found = 0;
    for (const Shape *s = sc->shapes; s; s = s->next)
        if (s->intersect(s, r, tmax, best)) {
            tmax = best->t;
            found = 1;
        }
    return found;
}

static int in_shadow(const Scene *sc, const Ray *r, double dist)
{
    Hit h;
    n_shadow++;
    for (const Shape *s = sc->shapes; s; s = s->next)
        if (s->intersect(s, r, dist, &h))
            return 1;
    return 0;
}

static Vec trace(const Scene *sc, const Ray *r, int depth)
{
    Hit h;
    n_rays++;
    if (!closest(sc, r, &h)) {
        double k = 0.5 * (r->d.y + 1.0);
        return add(mul(sc->background, k), mul(v(0.9, 0.9, 0.9), 1 - k));
    }
    const Material *m = &h.shape->mat;
    Vec n = h.n, base = m->color;
    int inside = dot(n, r->d) > 0;
    if (inside)
        n = mul(n, -1);
    if (m->checker && (((int)floor(h.p.x) + (int)floor(h.p.z)) & 1))
        base = mul(base, 0.25);

    Vec col = mul(base, 0.08);
    for (int i = 0; i < sc->nlights; i++) {
        const Light *l = &sc->lights[i];
        Vec tol = sub(l->pos, h.p);
        double dist = sqrt(dot(tol, tol));
        tol = mul(tol, 1 / dist);
        double nl = dot(n, tol);
        if (nl <= 0)
            continue;
        Ray sr = { add(h.p, mul(n, 1e-4)), tol };
        if (in_shadow(sc, &sr, dist))
            continue;
        col = add(col, mul(vmul(base, l->color), m->diffuse * nl));
        if (m->specular > 0) {
            Vec half = norm(sub(tol, r->d));
            double s = pow(fmax(0, dot(n, half)), m->shininess);
            col = add(col, mul(l->color, m->specular * s));
        }
    }
    if (depth < MAXDEPTH && m->reflect > 0) {
        Ray rr = { add(h.p, mul(n, 1e-4)), sub(r->d, mul(n, 2 * dot(n, r->d))) };
        col = add(col, mul(trace(sc, &rr, depth + 1), m->reflect));
    }
    if (depth < MAXDEPTH && m->refract > 0) {
        double eta = inside ? m->ior : 1 / m->ior;
        double ci = -dot(n, r->d);
        double k = 1 - eta * eta * (1 - ci * ci);
        if (k > 0) {
            Ray tr = { sub(h.p, mul(n, 1e-4)),
                       norm(add(mul(r->d, eta), mul(n, eta * ci - sqrt(k)))) };
            col = add(col, mul(trace(sc, &tr, depth + 1), m->refract));
        }
    }
    return col;
}

static Vec pixel(const Scene *sc, int x, int y, int w, int h, int ss)
{
    Vec sum = v(0, 0, 0);
    double aspect = (double)w / h;
    for (int j = 0; j < ss; j++)
        for (int i = 0; i < ss; i++) {
            double u = ((x + (i + 0.5) / ss) / w * 2 - 1) * aspect * 0.7;
            double t = (1 - (y + (j + 0.5) / ss) / h * 2) * 0.7;
            Ray r = { sc->eye, norm(add(sc->fwd, add(mul(sc->right, u), mul(sc->up, t)))) };
            sum = add(sum, trace(sc, &r, 0));
        }
    return mul(sum, 1.0 / (ss * ss));
}

static unsigned char tone(double c)
{
    if (c < 0) c = 0;
    c = pow(c / (1 + 0.3 * c), 1 / 2.2);
    if (c > 1) c = 1;
    return (unsigned char)(c * 255 + 0.5);
}

int main(int argc, char **argv)
{
    int w = argc > 2 ? atoi(argv[1]) : 960;
    int h = argc > 2 ? atoi(argv[2]) : 720;
    int ss = argc > 3 ? atoi(argv[3]) : 2;
    if (w < 1 || h < 1 || ss < 1) { fprintf(stderr, "bad size\n"); return 1; }
    unsigned char *img = malloc((size_t)w * h * 3);
    if (!img) { perror("malloc"); return 1; }
    Scene sc;
    build_scene(&sc);

    long tot_rays = 0, tot_shadow = 0;
    #pragma omp parallel reduction(+:tot_rays, tot_shadow)
    {
    #pragma omp for schedule(dynamic, 4)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            Vec c = pixel(&sc, x, y, w, h, ss);
            unsigned char *p = img + ((size_t)y * w + x) * 3;
            p[0] = tone(c.x);
            p[1] = tone(c.y);
            p[2] = tone(c.z);
        }
    tot_rays += n_rays;
    tot_shadow += n_shadow;
    }

    unsigned long sum[3] = { 0, 0, 0 };
    unsigned crc = 2166136261u;
    for (size_t i = 0; i < (size_t)w * h * 3; i++) {
        sum[i % 3] += img[i];
        crc = (crc ^ img[i]) * 16777619u;
    }
    printf("image %dx%d, %d samples per pixel\n", w, h, ss * ss);
    printf("mean rgb %.4f %.4f %.4f\n", sum[0] / ((double)w * h),
           sum[1] / ((double)w * h), sum[2] / ((double)w * h));
    printf("fnv %08x\n", crc);
    printf("rays %ld shadow rays %ld\n", tot_rays, tot_shadow);
    while (sc.shapes) {
        Shape *n = sc.shapes->next;
        free(sc.shapes);
        sc.shapes = n;
    }
    free(img);
    return 0;
}
