/* raybvh.c -- renders a triangle mesh with a BVH: shadows, mirror bounces,
   2x2 supersampling; writes nothing, prints image statistics.  */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { float x, y, z; } V3;
typedef struct { V3 a, e1, e2, n; int mat; } Tri;
typedef struct { V3 lo, hi; } Box;
typedef struct { Box b; int left, first, count; } BNode;
typedef struct { V3 colour; float mirror; } Material;
typedef struct { V3 o, d, inv; } Ray;
typedef struct { float t; int tri; } Hit;

static Tri *tris;
static int ntri, captri;
static BNode *bvh;
static int nbvh;
static long rays_cast, boxes_tested;

static const Material mats[] = {
    { { 0.8f, 0.8f, 0.75f }, 0.0f }, { { 0.9f, 0.3f, 0.2f }, 0.1f }, { { 0.3f, 0.5f, 0.9f }, 0.5f },
};

static V3 v3(float x, float y, float z) { V3 v = { x, y, z }; return v; }
static V3 add(V3 a, V3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static V3 sub(V3 a, V3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static V3 mul(V3 a, float s) { return v3(a.x * s, a.y * s, a.z * s); }
static float dot(V3 a, V3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static V3 cross(V3 a, V3 b) { return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
static V3 norm(V3 a) { return mul(a, 1.0f / sqrtf(dot(a, a))); }

static void add_tri(V3 a, V3 b, V3 c, int mat)
{
    if (ntri == captri) {
        captri = captri ? 2 * captri : 256;
        tris = realloc(tris, captri * sizeof *tris);
        if (!tris) { perror("raybvh"); exit(1); }
    }
    Tri *t = &tris[ntri++];
    t->a = a;
    t->e1 = sub(b, a);
    t->e2 = sub(c, a);
    t->n = norm(cross(t->e1, t->e2));
    t->mat = mat;
}

/* torus knot as a tube of quads */
static V3 knot(float t, float phi)
{
    float r = 2.0f + 0.8f * cosf(3 * t);
    V3 c = v3(r * cosf(2 * t), 0.9f * sinf(3 * t) + 1.2f, r * sinf(2 * t));
    V3 out = norm(v3(cosf(2 * t), 0, sinf(2 * t)));
    return add(c, add(mul(out, 0.4f * cosf(phi)), v3(0, 0.4f * sinf(phi), 0)));
}

static void build_scene(int seg)
{
    const float tau = 6.2831853f;
    for (int i = 0; i < seg; i++)
        for (int j = 0; j < 16; j++) {
            float t0 = tau * i / seg, t1 = tau * (i + 1) / seg, p0 = tau * j / 16, p1 = tau * (j + 1) / 16;
            V3 a = knot(t0, p0), b = knot(t1, p0), c = knot(t1, p1), d = knot(t0, p1);
            int m = 1 + (i / 12) % 2;
            add_tri(a, b, c, m);
            add_tri(a, c, d, m);
        }
    add_tri(v3(-9, -1, -9), v3(-9, -1, 9), v3(9, -1, 9), 0);
    add_tri(v3(-9, -1, -9), v3(9, -1, 9), v3(9, -1, -9), 0);
}

static float axis(V3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

static void grow(Box *b, V3 p)
{
    b->lo = v3(fminf(b->lo.x, p.x), fminf(b->lo.y, p.y), fminf(b->lo.z, p.z));
    b->hi = v3(fmaxf(b->hi.x, p.x), fmaxf(b->hi.y, p.y), fmaxf(b->hi.z, p.z));
}

static V3 centroid(const Tri *t) { return add(t->a, mul(add(t->e1, t->e2), 1.0f / 3)); }

static int sort_axis;
static int by_centroid(const void *a, const void *b)
{
    float x = axis(centroid(a), sort_axis), y = axis(centroid(b), sort_axis);
    return (x > y) - (x < y);
}

static int build_bvh(int first, int count)
{
    int me = nbvh++;
    BNode n = { { v3(FLT_MAX, FLT_MAX, FLT_MAX), v3(-FLT_MAX, -FLT_MAX, -FLT_MAX) }, -1, first, count };
    for (int i = first; i < first + count; i++) {
        grow(&n.b, tris[i].a);
        grow(&n.b, add(tris[i].a, tris[i].e1));
        grow(&n.b, add(tris[i].a, tris[i].e2));
    }
    if (count > 4) {
        V3 s = sub(n.b.hi, n.b.lo);
        sort_axis = s.x > s.y && s.x > s.z ? 0 : s.y > s.z ? 1 : 2;
        qsort(tris + first, count, sizeof *tris, by_centroid);
        n.left = build_bvh(first, count / 2);
        n.count = build_bvh(first + count / 2, count - count / 2);  /* right child */
    }
    bvh[me] = n;
    return me;
}

static int hit_box(const Box *b, const Ray *r, float best)
{
    float x0 = (b->lo.x - r->o.x) * r->inv.x, x1 = (b->hi.x - r->o.x) * r->inv.x;
    float y0 = (b->lo.y - r->o.y) * r->inv.y, y1 = (b->hi.y - r->o.y) * r->inv.y;
    float z0 = (b->lo.z - r->o.z) * r->inv.z, z1 = (b->hi.z - r->o.z) * r->inv.z;
    float tn = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fminf(z0, z1));
    float tf = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fmaxf(z0, z1));
    boxes_tested++;
    return tf >= 0 && tn <= tf && tn < best;
}

static void intersect(int node, const Ray *r, Hit *h)
{
    const BNode *n = &bvh[node];
    if (!hit_box(&n->b, r, h->t)) return;
    if (n->left >= 0) {
        intersect(n->left, r, h);
        intersect(n->count, r, h);
        return;
    }
    for (int i = n->first; i < n->first + n->count; i++) {
        V3 p = cross(r->d, tris[i].e2);
        float det = dot(tris[i].e1, p);
        if (fabsf(det) < 1e-9f) continue;
        V3 s = sub(r->o, tris[i].a), q = cross(s, tris[i].e1);
        float u = dot(s, p) / det, v = dot(r->d, q) / det, t = dot(tris[i].e2, q) / det;
        if (u < 0 || v < 0 || u + v > 1 || t < 1e-4f || t >= h->t) continue;
        h->t = t;
        h->tri = i;
    }
}

static Hit cast(V3 o, V3 d)
{
    Ray r = { o, d, { 1 / d.x, 1 / d.y, 1 / d.z } };
    Hit h = { FLT_MAX, -1 };
    rays_cast++;
    intersect(0, &r, &h);
    return h;
}

static V3 shade(V3 o, V3 d, int depth)
{
    static const V3 light = { 4, 8, -3 };
    Hit h = cast(o, d);
    if (h.tri < 0) return add(mul(v3(0.5f, 0.7f, 1.0f), 0.5f + 0.5f * d.y), v3(0.1f, 0.1f, 0.1f));
    const Tri *t = &tris[h.tri];
    const Material *m = &mats[t->mat];
    V3 p = add(o, mul(d, h.t)), n = dot(t->n, d) > 0 ? mul(t->n, -1) : t->n, l = norm(sub(light, p));
    p = add(p, mul(n, 2e-3f));
    float diff = dot(n, l) > 0 && cast(p, l).tri < 0 ? dot(n, l) : 0;
    V3 c = mul(m->colour, 0.15f + 0.85f * diff);
    if (m->mirror > 0 && depth < 3) {
        V3 refl = shade(p, norm(sub(d, mul(n, 2 * dot(d, n)))), depth + 1);
        c = add(mul(c, 1 - m->mirror), mul(refl, m->mirror));
    }
    return c;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 320, h = argc > 2 ? atoi(argv[2]) : 240, seg = 400;
    if (w < 1 || h < 1) return 2;
    uint8_t *img = malloc(3 * (size_t)w * h);
    build_scene(seg);
    bvh = malloc(2 * ntri * sizeof *bvh);
    if (!img || !bvh) return 1;
    build_bvh(0, ntri);
    V3 eye = v3(1, 4.5f, -8), fwd = norm(sub(v3(0, 0.8f, 0), eye)), right = norm(cross(v3(0, 1, 0), fwd)), up = cross(fwd, right);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            V3 c = v3(0, 0, 0);
            for (int s = 0; s < 4; s++) {
                float px = (x + 0.25f + 0.5f * (s & 1)) / w - 0.5f, py = 0.5f - (y + 0.25f + 0.5f * (s >> 1)) / h;
                V3 d = norm(add(fwd, add(mul(right, 1.1f * px * w / h), mul(up, 1.1f * py))));
                c = add(c, mul(shade(eye, d, 0), 0.25f));
            }
            uint8_t *p = img + 3 * ((size_t)y * w + x);
            p[0] = (uint8_t)(255 * sqrtf(fminf(c.x, 1)));
            p[1] = (uint8_t)(255 * sqrtf(fminf(c.y, 1)));
            p[2] = (uint8_t)(255 * sqrtf(fminf(c.z, 1)));
        }
    uint32_t hash = 0;
    double mean[3] = { 0 };
    for (int i = 0; i < 3 * w * h; i++) {
        hash = hash * 31 + img[i];
        mean[i % 3] += img[i];
    }
    printf("%d triangles, %d nodes, %ld rays, %ld box tests\n", ntri, nbvh, rays_cast, boxes_tested);
    printf("image %dx%d hash %08x mean %.4f %.4f %.4f\n", w, h, hash, mean[0] / (w * h), mean[1] / (w * h), mean[2] / (w * h));
    free(img); free(bvh); free(tris);
    return 0;
}
