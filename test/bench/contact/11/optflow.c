/*
 * optflow - coarse-to-fine optical flow between two frames.
 * Horn-Schunck refinement (Jacobi iterations) on a Gaussian pyramid, with
 * warping of the second frame by the flow found so far.
 *
 * usage: optflow [width height [iterations [alpha]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct {
    int w, h;
    float *v;
} plane_t;

typedef struct {
    plane_t u, v;
} flow_t;

#define MAX_LEVELS 6

static void die(const char *msg)
{
    fprintf(stderr, "optflow: %s\n", msg);
    exit(1);
}

static plane_t plane_create(int w, int h)
{
    plane_t p = { w, h, calloc((size_t)w * h, sizeof(float)) };
    if (p.v == NULL)
        die("out of memory");
    return p;
}

static void plane_destroy(plane_t *p)
{
    free(p->v);
    p->v = NULL;
}

static float get(const plane_t *p, int x, int y)
{
    x = x < 0 ? 0 : x >= p->w ? p->w - 1 : x;
    y = y < 0 ? 0 : y >= p->h ? p->h - 1 : y;
    return p->v[(size_t)y * p->w + x];
}

static void put(plane_t *p, int x, int y, float v)
{
    p->v[(size_t)y * p->w + x] = v;
}

static float bilinear(const plane_t *p, float x, float y)
{
    float fx = floorf(x), fy = floorf(y);
    int ix = (int)fx, iy = (int)fy;
    float a = x - fx, b = y - fy;
    return (1 - b) * ((1 - a) * get(p, ix, iy) + a * get(p, ix + 1, iy)) +
           b * ((1 - a) * get(p, ix, iy + 1) + a * get(p, ix + 1, iy + 1));
}

/* smooth value noise from a hashed lattice */
static float lattice(int x, int y)
{
    unsigned h = (unsigned)x * 374761393u + (unsigned)y * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return (float)((h ^ (h >> 16)) & 0xffff) / 65535.0f;
}

static float scene(float x, float y)
{
    float sum = 0, amp = 120, scale = 1 / 24.0f;
    for (int o = 0; o < 3; o++) {
        float sx = x * scale, sy = y * scale, fx = floorf(sx), fy = floorf(sy);
        float a = sx - fx, b = sy - fy;
        int ix = (int)fx, iy = (int)fy;
        a = a * a * (3 - 2 * a);
        b = b * b * (3 - 2 * b);
        sum += amp * ((1 - b) * ((1 - a) * lattice(ix, iy) + a * lattice(ix + 1, iy)) +
                      b * ((1 - a) * lattice(ix, iy + 1) + a * lattice(ix + 1, iy + 1)));
        amp *= 0.5f;
        scale *= 2;
    }
    return sum;
}

/* true motion: slow rotation about the centre plus a translation;
 * frame 0 shows at x what frame 1 shows at x + u */
static void true_flow(int w, int h, float x, float y, float *u, float *v)
{
    float dx = x - 0.5f * w, dy = y - 0.5f * h;
    *u = 1.5f - 0.008f * dy;
    *v = -0.8f + 0.008f * dx;
}

static void make_frames(plane_t *f0, plane_t *f1)
{
    for (int y = 0; y < f0->h; y++)
        for (int x = 0; x < f0->w; x++) {
            float u, v;
            true_flow(f0->w, f0->h, x, y, &u, &v);
            put(f0, x, y, scene(x + u, y + v));
            put(f1, x, y, scene(x, y));
        }
}

static void blur(const plane_t *in, plane_t *tmp, plane_t *out)
{
    static const float k[5] = { 1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f };
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            float s = 0;
            for (int i = -2; i <= 2; i++)
                s += k[i + 2] * get(in, x + i, y);
            put(tmp, x, y, s);
        }
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            float s = 0;
            for (int i = -2; i <= 2; i++)
                s += k[i + 2] * get(tmp, x, y + i);
            put(out, x, y, s);
        }
}

static plane_t half_size(const plane_t *in)
{
    plane_t tmp = plane_create(in->w, in->h), smooth = plane_create(in->w, in->h);
    plane_t out = plane_create((in->w + 1) / 2, (in->h + 1) / 2);
    blur(in, &tmp, &smooth);
    for (int y = 0; y < out.h; y++)
        for (int x = 0; x < out.w; x++)
            put(&out, x, y, get(&smooth, 2 * x, 2 * y));
    plane_destroy(&tmp);
    plane_destroy(&smooth);
    return out;
}

static int build_pyramid(plane_t base, plane_t *levels)
{
    int n = 1;
    levels[0] = base;
    while (n < MAX_LEVELS && levels[n - 1].w >= 48 && levels[n - 1].h >= 48) {
        levels[n] = half_size(&levels[n - 1]);
        n++;
    }
    return n;
}

static plane_t upscale_flow(const plane_t *coarse, int w, int h)
{
    plane_t p = plane_create(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            put(&p, x, y, 2.0f * bilinear(coarse, 0.5f * x, 0.5f * y));
    return p;
}

static void warp(const plane_t *img, const flow_t *f, plane_t *out)
{
    for (int y = 0; y < img->h; y++)
        for (int x = 0; x < img->w; x++)
            put(out, x, y, bilinear(img, x + get(&f->u, x, y), y + get(&f->v, x, y)));
}

static void derivatives(const plane_t *a, const plane_t *b, plane_t *ix, plane_t *iy, plane_t *it)
{
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++) {
            put(ix, x, y, 0.25f * (get(a, x + 1, y) - get(a, x - 1, y) + get(b, x + 1, y) - get(b, x - 1, y)));
            put(iy, x, y, 0.25f * (get(a, x, y + 1) - get(a, x, y - 1) + get(b, x, y + 1) - get(b, x, y - 1)));
            put(it, x, y, get(b, x, y) - get(a, x, y));
        }
}

static float local_mean(const plane_t *p, int x, int y)
{
    return (get(p, x - 1, y) + get(p, x + 1, y) + get(p, x, y - 1) + get(p, x, y + 1)) / 6.0f +
           (get(p, x - 1, y - 1) + get(p, x + 1, y - 1) + get(p, x - 1, y + 1) + get(p, x + 1, y + 1)) / 12.0f;
}

/* solve for the flow with the brightness equation linearised about f0 */
static void horn_schunck(flow_t *f, const plane_t *ix, const plane_t *iy, const plane_t *it, float alpha, int iters)
{
    int w = ix->w, h = ix->h;
    flow_t next = { plane_create(w, h), plane_create(w, h) };
    plane_t c = plane_create(w, h);

    for (int i = 0; i < w * h; i++)
        c.v[i] = it->v[i] - ix->v[i] * f->u.v[i] - iy->v[i] * f->v.v[i];
    for (int n = 0; n < iters; n++) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                size_t i = (size_t)y * w + x;
                float ub = local_mean(&f->u, x, y), vb = local_mean(&f->v, x, y);
                float gx = ix->v[i], gy = iy->v[i];
                float t = (gx * ub + gy * vb + c.v[i]) / (alpha * alpha + gx * gx + gy * gy);
                next.u.v[i] = ub - gx * t;
                next.v.v[i] = vb - gy * t;
            }
        }
        flow_t swap = *f;
        *f = next;
        next = swap;
    }
    plane_destroy(&next.u);
    plane_destroy(&next.v);
    plane_destroy(&c);
}

static flow_t compute_flow(plane_t *pyr0, plane_t *pyr1, int levels, float alpha, int iters)
{
    flow_t f = { plane_create(pyr0[levels - 1].w, pyr0[levels - 1].h),
                 plane_create(pyr0[levels - 1].w, pyr0[levels - 1].h) };
    for (int l = levels - 1; l >= 0; l--) {
        int w = pyr0[l].w, h = pyr0[l].h;
        if (l < levels - 1) {
            flow_t up = { upscale_flow(&f.u, w, h), upscale_flow(&f.v, w, h) };
            plane_destroy(&f.u);
            plane_destroy(&f.v);
            f = up;
        }
        plane_t warped = plane_create(w, h), ix = plane_create(w, h), iy = plane_create(w, h), it = plane_create(w, h);
        for (int pass = 0; pass < 2; pass++) {
            warp(&pyr1[l], &f, &warped);
            derivatives(&pyr0[l], &warped, &ix, &iy, &it);
            horn_schunck(&f, &ix, &iy, &it, alpha, iters);
        }
        plane_destroy(&warped);
        plane_destroy(&ix);
        plane_destroy(&iy);
        plane_destroy(&it);
    }
    return f;
}

int main(int argc, char **argv)
{
    int w = argc > 2 ? atoi(argv[1]) : 512, h = argc > 2 ? atoi(argv[2]) : 400;
    int iters = argc > 3 ? atoi(argv[3]) : 100;
    float alpha = argc > 4 ? (float)atof(argv[4]) : 6.0f;
    plane_t p0[MAX_LEVELS], p1[MAX_LEVELS];

    if (argc == 2 || w < 16 || h < 16 || w > 10000 || h > 10000 || iters < 1 || !(alpha > 0)) {
        fprintf(stderr, "usage: optflow [width height [iterations [alpha]]]\n");
        return 1;
    }
    p0[0] = plane_create(w, h);
    p1[0] = plane_create(w, h);
    make_frames(&p0[0], &p1[0]);
    int levels = build_pyramid(p0[0], p0);
    build_pyramid(p1[0], p1);
    flow_t f = compute_flow(p0, p1, levels, alpha, iters);

    double err = 0, su = 0, sv = 0, worst = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float u, v;
            true_flow(w, h, x, y, &u, &v);
            double e = hypot(get(&f.u, x, y) - u, get(&f.v, x, y) - v);
            err += e;
            su += get(&f.u, x, y);
            sv += get(&f.v, x, y);
            if (e > worst)
                worst = e;
        }
    printf("%d x %d, %d levels, %d iterations, alpha %.2f\n", w, h, levels, iters, alpha);
    printf("mean flow %.6f %.6f, end point error mean %.6f max %.6f\n", su / ((double)w * h), sv / ((double)w * h),
           err / ((double)w * h), worst);
    for (int k = 1; k < 5; k++)
        printf("flow at (%d,%d): %.6f %.6f\n", k * w / 5, k * h / 5, get(&f.u, k * w / 5, k * h / 5),
               get(&f.v, k * w / 5, k * h / 5));
    for (int l = 0; l < levels; l++) {
        plane_destroy(&p0[l]);
        plane_destroy(&p1[l]);
    }
    plane_destroy(&f.u);
    plane_destroy(&f.v);
    return 0;
}
