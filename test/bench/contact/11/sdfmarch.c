/*
 * sdfmarch - sphere-trace a small scene of signed distance fields
 *
 * usage: sdfmarch [width [height [blobs]]]
 *
 * Prints a tiny ASCII preview and checksums of the rendered picture.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAX_STEPS 96
#define FAR_DIST  40.0f
#define HIT_EPS   0.0015f

typedef struct { float x, y, z; } vec3;

enum prim_kind { PRIM_SPHERE, PRIM_BOX, PRIM_TORUS, PRIM_CAPSULE };

typedef struct {
    enum prim_kind kind;
    vec3 pos;
    vec3 dim;           /* meaning depends on kind */
    vec3 color;
} prim_t;

typedef struct {
    int    nprims;
    prim_t *prims;
    vec3   light;
    float  floor_y;
} scene_t;

typedef struct {
    int width, height;
    unsigned char *rgb;
    long steps;         /* total march steps, for statistics */
    long hits;
} image_t;

typedef struct {
    float dist;
    int   id;           /* -1: floor */
} sample_t;

static vec3 v3(float x, float y, float z) { vec3 r = { x, y, z }; return r; }
static inline vec3 vadd(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 vsub(vec3 a, vec3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vec3 vmul(vec3 a, float s) { return v3(a.x * s, a.y * s, a.z * s); }
static inline float vdot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float vlen(vec3 a) { return sqrtf(vdot(a, a)); }
static inline vec3 vnorm(vec3 a) { return vmul(a, 1.0f / vlen(a)); }
static inline float clampf(float v, float lo, float hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}
static inline float maxf(float a, float b) { return a > b ? a : b; }
static inline float minf(float a, float b) { return a < b ? a : b; }

static unsigned rng_state = 12345u;
static float frand(float lo, float hi)
{
    rng_state = rng_state * 1664525u + 1013904223u;
    return lo + (hi - lo) * (float)(rng_state >> 8) / 16777216.0f;
}

static float prim_distance(const prim_t *p, vec3 at)
{
    vec3 q = vsub(at, p->pos);

    switch (p->kind) {
    case PRIM_SPHERE:
        return vlen(q) - p->dim.x;
    case PRIM_BOX: {
        vec3 d = v3(fabsf(q.x) - p->dim.x, fabsf(q.y) - p->dim.y, fabsf(q.z) - p->dim.z);
        vec3 o = v3(maxf(d.x, 0), maxf(d.y, 0), maxf(d.z, 0));
        return vlen(o) + minf(maxf(d.x, maxf(d.y, d.z)), 0.0f) - 0.03f;
    }
    case PRIM_TORUS: {
        float l = sqrtf(q.x * q.x + q.z * q.z) - p->dim.x;
        return sqrtf(l * l + q.y * q.y) - p->dim.y;
    }
    case PRIM_CAPSULE: {
        float h = clampf(q.y, 0.0f, p->dim.x);
        q.y -= h;
        return vlen(q) - p->dim.y;
    }
    }
    return FAR_DIST;
}

static sample_t scene_distance(const scene_t *sc, vec3 at)
{
    sample_t s = { at.y - sc->floor_y, -1 };
    for (int i = 0; i < sc->nprims; i++) {
        float d = prim_distance(&sc->prims[i], at);
        if (d < s.dist) {
            s.dist = d;
            s.id = i;
        }
    }
    return s;
}

static vec3 scene_normal(const scene_t *sc, vec3 p)
{
    const float e = 0.002f;
    float dx = scene_distance(sc, v3(p.x + e, p.y, p.z)).dist - scene_distance(sc, v3(p.x - e, p.y, p.z)).dist;
    float dy = scene_distance(sc, v3(p.x, p.y + e, p.z)).dist - scene_distance(sc, v3(p.x, p.y - e, p.z)).dist;
    float dz = scene_distance(sc, v3(p.x, p.y, p.z + e)).dist - scene_distance(sc, v3(p.x, p.y, p.z - e)).dist;
    return vnorm(v3(dx, dy, dz));
}

static float soft_shadow(const scene_t *sc, vec3 from, vec3 dir, long *steps)
{
    float res = 1.0f, t = 0.03f;
    for (int i = 0; i < 32 && t < 12.0f; i++) {
        float d = scene_distance(sc, vadd(from, vmul(dir, t))).dist;
        ++*steps;
        if (d < 0.001f)
            return 0.0f;
        res = minf(res, 10.0f * d / t);
        t += clampf(d, 0.02f, 0.6f);
    }
    return res;
}

static vec3 surface_color(const scene_t *sc, int id, vec3 p)
{
    if (id >= 0)
        return sc->prims[id].color;
    int check = ((int)floorf(p.x) + (int)floorf(p.z)) & 1;
    return check ? v3(0.75f, 0.75f, 0.7f) : v3(0.25f, 0.27f, 0.3f);
}

static vec3 trace(const scene_t *sc, vec3 org, vec3 dir, image_t *img)
{
    float t = 0.0f;
    for (int i = 0; i < MAX_STEPS && t < FAR_DIST; i++) {
        vec3 p = vadd(org, vmul(dir, t));
        sample_t s = scene_distance(sc, p);
        img->steps++;
        if (s.dist < HIT_EPS) {
            vec3 n = scene_normal(sc, p);
            float diff = maxf(vdot(n, sc->light), 0.0f);
            img->hits++;
            if (diff > 0.0f)
                diff *= soft_shadow(sc, vadd(p, vmul(n, 0.01f)), sc->light, &img->steps);
            vec3 c = vmul(surface_color(sc, s.id, p), 0.2f + 0.8f * diff);
            float fog = clampf(t / FAR_DIST, 0.0f, 1.0f);
            return vadd(vmul(c, 1.0f - fog), vmul(v3(0.6f, 0.7f, 0.8f), fog));
        }
        t += s.dist;
    }
    return v3(0.6f, 0.7f, 0.8f + 0.2f * dir.y);
}

static void put_pixel(image_t *img, int x, int y, vec3 c)
{
    unsigned char *p = img->rgb + 3 * ((size_t)y * img->width + x);
    p[0] = (unsigned char)(255.0f * sqrtf(clampf(c.x, 0, 1)));
    p[1] = (unsigned char)(255.0f * sqrtf(clampf(c.y, 0, 1)));
    p[2] = (unsigned char)(255.0f * sqrtf(clampf(c.z, 0, 1)));
}

static void render(image_t *img, const scene_t *sc)
{
    vec3 eye = v3(0.0f, 2.2f, -7.5f);
    float aspect = (float)img->width / img->height;

    for (int y = 0; y < img->height; y++) {
        for (int x = 0; x < img->width; x++) {
            float u = (2.0f * (x + 0.5f) / img->width - 1.0f) * aspect;
            float v = 1.0f - 2.0f * (y + 0.5f) / img->height;
            vec3 dir = vnorm(v3(u, v - 0.25f, 1.8f));
            put_pixel(img, x, y, trace(sc, eye, dir, img));
        }
    }
}

static void build_scene(scene_t *sc, int n)
{
    sc->nprims = n;
    sc->prims = malloc(n * sizeof *sc->prims);
    if (!sc->prims) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    sc->light = vnorm(v3(-0.5f, 0.8f, -0.45f));
    sc->floor_y = -0.5f;
    for (int i = 0; i < n; i++) {
        prim_t *p = &sc->prims[i];
        p->kind = (enum prim_kind)(i % 4);
        p->pos = v3(frand(-4, 4), frand(0, 2.5f), frand(-2, 5));
        p->dim = v3(frand(0.4f, 0.8f), frand(0.12f, 0.35f), frand(0.2f, 0.5f));
        p->color = v3(frand(0.2f, 1), frand(0.2f, 1), frand(0.2f, 1));
    }
}

static void preview(const image_t *img, int cols, int rows)
{
    static const char ramp[] = " .:-=+*#%@";
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++) {
            int x = c * img->width / cols, y = r * img->height / rows;
            const unsigned char *p = img->rgb + 3 * ((size_t)y * img->width + x);
            putchar(ramp[(p[0] + p[1] + p[2]) * 9 / 765]);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    image_t img = { 640, 420, NULL, 0, 0 };
    int blobs = 14;
    scene_t sc;

    if (argc > 4 || (argc > 1 && !strcmp(argv[1], "-h"))) {
        fprintf(stderr, "usage: %s [width [height [blobs]]]\n", argv[0]);
        return 2;
    }
    if (argc > 1) img.width = atoi(argv[1]);
    if (argc > 2) img.height = atoi(argv[2]);
    if (argc > 3) blobs = atoi(argv[3]);
    if (img.width < 8 || img.height < 8 || blobs < 1 || blobs > 1000) {
        fprintf(stderr, "%s: bad size\n", argv[0]);
        return 2;
    }
    img.rgb = calloc((size_t)img.width * img.height, 3);
    if (!img.rgb) {
        perror("calloc");
        return 1;
    }
    build_scene(&sc, blobs);
    render(&img, &sc);
    preview(&img, 64, 20);

    unsigned long sum = 0, h = 5381;
    size_t n = (size_t)img.width * img.height * 3;
    for (size_t i = 0; i < n; i++) {
        sum += img.rgb[i];
        h = (h * 33 ^ img.rgb[i]) & 0xffffffffUL;
    }
    printf("%dx%d hits %ld steps %ld\n", img.width, img.height, img.hits, img.steps);
    printf("sum %lu hash %08lx\n", sum, h);
    free(img.rgb);
    free(sc.prims);
    return 0;
}
