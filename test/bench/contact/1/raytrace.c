// SPDX-License-Identifier: Apache-2.0
/* Tiny Whitted ray tracer: spheres + checkered floor, reflections, shadows,
 * 2x2 supersampling.  Shapes dispatch through function pointers. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef struct { double x, y, z; } Vec;
typedef struct { Vec o, d; } Ray;

typedef struct Shape Shape;
struct Shape {
    double (*hit)(const Shape *, const Ray *);
    Vec (*normal)(const Shape *, Vec);
    Vec (*color)(const Shape *, Vec);
    Vec c;          /* centre, or point on plane */
    double r;
    Vec col;
    double refl;
};

typedef struct {
    Shape *shape;
    int nshapes;
    Vec light[2];
    long rays;
} Scene;

static Vec vec(double x, double y, double z) { Vec v = { x, y, z }; return v; }
static Vec add(Vec a, Vec b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static Vec sub(Vec a, Vec b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static Vec mul(Vec a, double s) { return vec(a.x * s, a.y * s, a.z * s); }
static double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vec norm(Vec a) { return mul(a, 1.0 / sqrt(dot(a, a))); }

static double sphere_hit(const Shape *s, const Ray *r)
{
    Vec oc = sub(r->o, s->c);
    double b = dot(oc, r->d), c = dot(oc, oc) - s->r * s->r, q = b * b - c;
    if (q < 0) return -1;
    q = sqrt(q);
    if (-b - q > 1e-6) return -b - q;
    return -b + q > 1e-6 ? -b + q : -1;
}
static Vec sphere_normal(const Shape *s, Vec p) { return mul(sub(p, s->c), 1 / s->r); }
static Vec plain_color(const Shape *s, Vec p) { (void)p; return s->col; }

static double floor_hit(const Shape *s, const Ray *r)
{
    if (fabs(r->d.y) < 1e-9) return -1;
    double t = (s->c.y - r->o.y) / r->d.y;
    return t > 1e-6 ? t : -1;
}
static Vec floor_normal(const Shape *s, Vec p) { (void)s; (void)p; return vec(0, 1, 0); }
static Vec floor_color(const Shape *s, Vec p)
{
    int k = ((int)floor(p.x) + (int)floor(p.z)) & 1;
    return k ? s->col : mul(s->col, 0.3);
}

static const Shape *nearest(const Scene *sc, const Ray *r, double *t)
{
    const Shape *best = NULL;
    for (int i = 0; i < sc->nshapes; i++) {
        double u = sc->shape[i].hit(&sc->shape[i], r);
        if (u > 0 && (!best || u < *t)) {
            *t = u;
            best = &sc->shape[i];
        }
    }
    return best;
}

static int in_shadow(const Scene *sc, Vec p, Vec to, double dist)
{
    Ray r = { p, to };
    for (int i = 0; i < sc->nshapes; i++) {
        double u = sc->shape[i].hit(&sc->shape[i], &r);
        if (u > 0 && u < dist) return 1;
    }
    return 0;
}

static Vec trace(Scene *sc, const Ray *r, int depth)
{
    double t = 0;
    sc->rays++;
    const Shape *s = nearest(sc, r, &t);
    if (!s) {
        double k = 0.5 * (r->d.y + 1);
        return vec(0.4 + 0.3 * k, 0.5 + 0.3 * k, 0.9);
    }
    Vec p = add(r->o, mul(r->d, t));
    Vec n = s->normal(s, p), base = s->color(s, p), c = mul(base, 0.1);
    if (dot(n, r->d) > 0) n = mul(n, -1);
    for (int i = 0; i < 2; i++) {
        Vec l = sub(sc->light[i], p);
        double d = sqrt(dot(l, l));
        l = mul(l, 1 / d);
        double k = dot(n, l);
        if (k <= 0 || in_shadow(sc, p, l, d)) continue;
        Vec h = norm(sub(l, r->d));
        double sp = pow(fmax(dot(n, h), 0), 40) * 0.3;
        c = add(c, add(mul(base, 0.45 * k), vec(sp, sp, sp)));
    }
    if (depth > 0 && s->refl > 0) {
        Ray rr = { p, sub(r->d, mul(n, 2 * dot(n, r->d))) };
        Vec rc = trace(sc, &rr, depth - 1);
        c = add(mul(c, 1 - s->refl), mul(rc, s->refl));
    }
    return c;
}

static void build(Scene *sc, int n)
{
    unsigned s = 5;
    sc->nshapes = n + 1;
    sc->shape = malloc((n + 1) * sizeof(Shape));
    for (int i = 0; i < n; i++) {
        double v[7];
        for (int k = 0; k < 7; k++) {
            s = s * 1103515245 + 12345;
            v[k] = ((s >> 16) & 1023) / 1023.0;
        }
        Shape sp = { sphere_hit, sphere_normal, plain_color,
            { 8 * v[0] - 4, 3 * v[1] - 0.6, 3 + 8 * v[2] }, 0.2 + 0.5 * v[3],
            { v[4], v[5], v[6] }, i % 3 ? 0.3 : 0.0 };
        sc->shape[i] = sp;
    }
    Shape fl = { floor_hit, floor_normal, floor_color, { 0, -1, 0 }, 0, { .9, .9, .8 }, 0.2 };
    sc->shape[n] = fl;
    sc->light[0] = vec(-6, 8, -3);
    sc->light[1] = vec(7, 5, 0);
    sc->rays = 0;
}

static unsigned char tone(double v) { v = 255 * v; return v > 255 ? 255 : (unsigned char)v; }

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 960, h = argc > 2 ? atoi(argv[2]) : 640;
    int ns = argc > 3 ? atoi(argv[3]) : 60;
    Scene sc;
    unsigned char *img = malloc(3 * w * h), *p = img;
    struct timespec a, b;
    build(&sc, ns);
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            Vec c = vec(0, 0, 0);
            for (int k = 0; k < 4; k++) {
                Ray r = { vec(0, 0.5, -2), norm(vec((x + 0.25 + 0.5 * (k & 1) - w / 2.0) / h,
                          (h / 2.0 - y - 0.25 - 0.5 * (k >> 1)) / h, 1)) };
                c = add(c, mul(trace(&sc, &r, 4), 0.25));
            }
            *p++ = tone(c.x);
            *p++ = tone(c.y);
            *p++ = tone(c.z);
        }
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "%.3f s\n", b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9);
    unsigned sum = 0;
    for (int i = 0; i < 3 * w * h; i++) sum = sum * 17 + img[i];
    p = img + 3 * (h / 2 * w + w / 2);
    printf("%dx%d, %d shapes, %ld rays\ncentre %d %d %d\nsum %08x\n", w, h, sc.nshapes,
           sc.rays, p[0], p[1], p[2], sum);
    free(sc.shape);
    free(img);
    return 0;
}
