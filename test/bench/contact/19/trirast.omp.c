/* Software rasterizer: textured, lit torus-knot tubes with motion trails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef struct { float x, y, z; } vec3;
typedef struct { vec3 pos, nrm; float u, v; } vertex;
typedef struct { float x, y, w, u, v, light; int clip; } screen_vertex;
typedef struct { int a, b, c; } triangle;
typedef struct { int lo, hi; } rows;      /* picture rows a visible triangle covers */

typedef struct mesh {
    int nv, nt;
    vertex *v;
    triangle *t;
    vec3 centre;
    float spin;
    struct mesh *next;
} mesh;

typedef struct {
    int w, h;
    float *depth;
    uint32_t *color;
    float *trail;        /* 3 floats a pixel: decaying accumulation */
    long drawn, culled, clipped, fragments, passed;
} target;

static uint32_t texture[256][256];

static vec3 sub(vec3 a, vec3 b) { return (vec3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static vec3 cross(vec3 a, vec3 b)
{
    return (vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 unit(vec3 a)
{
    float l = sqrtf(dot(a, a));
    if (l < 1e-9f) return a;
    return (vec3){ a.x / l, a.y / l, a.z / l };
}

static vec3 knot(float t, int p, int q)
{
    float r = 1.6f + 0.7f * cosf(q * t);
    return (vec3){ r * cosf(p * t), r * sinf(p * t), -0.7f * sinf(q * t) };
}

static mesh *make_knot(int p, int q, int nl, int nr, vec3 centre, float spin, mesh *next)
{
    mesh *m = malloc(sizeof *m);
    m->nv = nl * nr;
    m->nt = 0;
    m->v = malloc(sizeof(vertex) * m->nv);
    m->t = malloc(sizeof(triangle) * m->nv * 2);
    m->centre = centre;
    m->spin = spin;
    m->next = next;
    for (int i = 0; i < nl; i++) {
        float t = 6.2831853f * i / nl;
        vec3 c = knot(t, p, q), d = unit(sub(knot(t + 0.001f, p, q), c));
        vec3 s = unit(cross(d, (vec3){ 0.1f, 0.2f, 1 })), up = cross(s, d);
        for (int j = 0; j < nr; j++) {
            float a = 6.2831853f * j / nr, ca = cosf(a), sa = sinf(a);
            vertex *v = &m->v[i * nr + j];
            v->nrm = (vec3){ s.x * ca + up.x * sa, s.y * ca + up.y * sa, s.z * ca + up.z * sa };
            v->pos = (vec3){ c.x + 0.3f * v->nrm.x, c.y + 0.3f * v->nrm.y, c.z + 0.3f * v->nrm.z };
            v->u = 8.0f * i / nl;
            v->v = 2.0f * j / nr;
            int i2 = (i + 1) % nl, j2 = (j + 1) % nr;
            m->t[m->nt++] = (triangle){ i * nr + j, i2 * nr + j, i2 * nr + j2 };
            m->t[m->nt++] = (triangle){ i * nr + j, i2 * nr + j2, i * nr + j2 };
        }
    }
    return m;
}

static void transform(const mesh *m, float time, const target *tg, screen_vertex *out)
{
    float a = time * m->spin, ca = cosf(a), sa = sinf(a), cb = cosf(a * 0.7f), sb = sinf(a * 0.7f);
    vec3 sun = unit((vec3){ 0.4f, 0.8f, -0.6f });
#pragma omp for
    for (int i = 0; i < m->nv; i++) {
        vec3 p = m->v[i].pos, n = m->v[i].nrm;
        vec3 q = { ca * p.x - sa * p.y, sa * p.x + ca * p.y, p.z };
        vec3 r = { q.x, cb * q.y - sb * q.z, sb * q.y + cb * q.z };
        vec3 nq = { ca * n.x - sa * n.y, sa * n.x + ca * n.y, n.z };
        vec3 nr = { nq.x, cb * nq.y - sb * nq.z, sb * nq.y + cb * nq.z };
        float z = r.z + m->centre.z;
        screen_vertex *o = &out[i];
        o->clip = z < 0.5f;
        o->w = o->clip ? 1 : 1 / z;
        o->x = tg->w * 0.5f + (r.x + m->centre.x) * o->w * tg->h;
        o->y = tg->h * 0.5f - (r.y + m->centre.y) * o->w * tg->h;
        o->u = m->v[i].u * o->w;
        o->v = m->v[i].v * o->w;
        float l = dot(nr, sun);
        o->light = (l < 0 ? 0.15f : 0.15f + 0.85f * l) + 0.1f * powf(l < 0 ? 0 : l, 20);
    }
}

static uint32_t sample(float u, float v)
{
    float fu = u * 256, fv = v * 256;
    int iu = (int)floorf(fu), iv = (int)floorf(fv);
    int au = (int)((fu - iu) * 256), av = (int)((fv - iv) * 256);
    uint32_t c[4] = { texture[iv & 255][iu & 255], texture[iv & 255][(iu + 1) & 255],
                      texture[(iv + 1) & 255][iu & 255], texture[(iv + 1) & 255][(iu + 1) & 255] };
    uint32_t out = 0;
    for (int s = 0; s < 24; s += 8) {
        int t = (int)(c[0] >> s & 255) * (256 - au) + (int)(c[1] >> s & 255) * au;
        int b = (int)(c[2] >> s & 255) * (256 - au) + (int)(c[3] >> s & 255) * au;
        out |= (uint32_t)((t * (256 - av) + b * av) >> 16) << s;
    }
    return out;
}

/* cull and clip once; hi < lo when nothing is to draw */
static rows setup(target *tg, const screen_vertex *a, const screen_vertex *b, const screen_vertex *c)
{
    const rows none = { 1, 0 };
    if (a->clip || b->clip || c->clip) { tg->clipped++; return none; }
    float area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
    if (area <= 0) { tg->culled++; return none; }
    int x0 = (int)floorf(fminf(a->x, fminf(b->x, c->x))), x1 = (int)ceilf(fmaxf(a->x, fmaxf(b->x, c->x)));
    int y0 = (int)floorf(fminf(a->y, fminf(b->y, c->y))), y1 = (int)ceilf(fmaxf(a->y, fmaxf(b->y, c->y)));
    if (y0 < 0) y0 = 0;
    if (y1 > tg->h - 1) y1 = tg->h - 1;
    if (x0 < 0) x0 = 0;
    if (x1 > tg->w - 1) x1 = tg->w - 1;
    if (x0 > x1 || y0 > y1) { tg->clipped++; return none; }
    tg->drawn++;
    return (rows){ y0, y1 };
}

/* rows y0..y1 of a triangle that setup() let pass */
static void draw_triangle(target *tg, int y0, int y1, const screen_vertex *a, const screen_vertex *b, const screen_vertex *c)
{
    float area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
    int x0 = (int)floorf(fminf(a->x, fminf(b->x, c->x))), x1 = (int)ceilf(fmaxf(a->x, fmaxf(b->x, c->x)));
    if (x0 < 0) x0 = 0;
    if (x1 > tg->w - 1) x1 = tg->w - 1;
    float inv = 1 / area;
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float px = x + 0.5f, py = y + 0.5f;
            float wa = ((b->x - px) * (c->y - py) - (b->y - py) * (c->x - px)) * inv;
            float wb = ((c->x - px) * (a->y - py) - (c->y - py) * (a->x - px)) * inv;
            float wc = 1 - wa - wb;
            if (wa < 0 || wb < 0 || wc < 0) continue;
            tg->fragments++;
            float w = wa * a->w + wb * b->w + wc * c->w;
            size_t at = (size_t)y * tg->w + x;
            if (w <= tg->depth[at]) continue;
            tg->depth[at] = w;
            tg->passed++;
            float z = 1 / w;
            uint32_t t = sample((wa * a->u + wb * b->u + wc * c->u) * z, (wa * a->v + wb * b->v + wc * c->v) * z);
            float l = wa * a->light + wb * b->light + wc * c->light, fog = z > 9 ? 0 : 1 - z / 9;
            int k = (int)(l * fog * 256);
            uint32_t o = 0;
            for (int s = 0; s < 24; s += 8) {
                int ch = (int)(t >> s & 255) * k >> 8;
                o |= (uint32_t)(ch > 255 ? 255 : ch) << s;
            }
            tg->color[at] = o;
        }
}

static void clear(target *tg)
{
#pragma omp for
    for (int i = 0; i < tg->w * tg->h; i++) { tg->depth[i] = 0; tg->color[i] = 0x201810; }
}

static void blend_trail(target *tg)
{
#pragma omp for
    for (int i = 0; i < tg->w * tg->h; i++)
        for (int s = 0; s < 3; s++)
            tg->trail[3 * i + s] = tg->trail[3 * i + s] * 0.75f + 0.25f * (float)(tg->color[i] >> (8 * s) & 255);
}

static void render(target *tg, const mesh *scene, float time, screen_vertex *sv, rows *ext)
{
    enum { BANDS = 12 };
    long drawn = 0, culled = 0, clipped = 0, fragments = 0, passed = 0;
#pragma omp parallel reduction(+:drawn, culled, clipped, fragments, passed)
    {
        clear(tg);
        screen_vertex *at = sv;
        for (const mesh *m = scene; m; m = m->next) {
            transform(m, time, tg, at);
            at += m->nv;
        }
        target mine = *tg;
        mine.drawn = mine.culled = mine.clipped = mine.fragments = mine.passed = 0;
        const screen_vertex *sw = sv;
        rows *ew = ext;
        for (const mesh *m = scene; m; m = m->next) {
#pragma omp for nowait
            for (int i = 0; i < m->nt; i++)
                ew[i] = setup(&mine, &sw[m->t[i].a], &sw[m->t[i].b], &sw[m->t[i].c]);
            sw += m->nv;
            ew += m->nt;
        }
#pragma omp barrier
#pragma omp for schedule(dynamic, 1)
        for (int b = 0; b < BANDS; b++) {
            int top = tg->h * b / BANDS, bot = tg->h * (b + 1) / BANDS - 1;
            const rows *e = ext;
            const screen_vertex *v = sv;
            for (const mesh *m = scene; m; m = m->next) {
                for (int i = 0; i < m->nt; i++) {
                    int lo = e[i].lo < top ? top : e[i].lo, hi = e[i].hi > bot ? bot : e[i].hi;
                    if (lo <= hi) draw_triangle(&mine, lo, hi, &v[m->t[i].a], &v[m->t[i].b], &v[m->t[i].c]);
                }
                v += m->nv;
                e += m->nt;
            }
        }
        blend_trail(tg);
        drawn += mine.drawn; culled += mine.culled; clipped += mine.clipped;
        fragments += mine.fragments; passed += mine.passed;
    }
    tg->drawn += drawn; tg->culled += culled; tg->clipped += clipped;
    tg->fragments += fragments; tg->passed += passed;
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 32;
    target tg = { 0 };
    tg.w = argc > 2 ? atoi(argv[2]) : 1280;
    tg.h = argc > 3 ? atoi(argv[3]) : 720;
    if (frames < 1 || tg.w < 8 || tg.h < 12) { fprintf(stderr, "bad size\n"); return 1; }
    size_t np = (size_t)tg.w * tg.h;
    tg.depth = malloc(np * sizeof *tg.depth);
    tg.color = malloc(np * sizeof *tg.color);
    tg.trail = calloc(np * 3, sizeof *tg.trail);
    for (int y = 0; y < 256; y++)
        for (int x = 0; x < 256; x++)
            texture[y][x] = ((x ^ y) & 32 ? 0xe0c080u : 0x4060a0u) ^ (uint32_t)((x * y) & 31) * 0x010101u;
    mesh *scene = NULL;
    for (int k = 0; k < 5; k++)
        scene = make_knot(2 + k % 2, 3 + k % 3, 360, 24,
                          (vec3){ (k - 2) * 1.1f, (k % 3 - 1) * 0.9f, 4.2f + 0.6f * k }, 0.5f + 0.2f * k, scene);
    screen_vertex *sv = malloc(sizeof *sv * scene->nv * 5);
    rows *ext = malloc(sizeof *ext * scene->nt * 5);
    for (int f = 0; f < frames; f++) {
        render(&tg, scene, f * 0.07f, sv, ext);
        if (f % 8 == 7) {
            uint64_t h = 5381;
            for (size_t i = 0; i < np; i++) h = h * 33 + tg.color[i];
            printf("frame %3d hash %016llx\n", f, (unsigned long long)h);
        }
    }
    uint64_t h = 5381;
    for (size_t i = 0; i < np * 3; i++) h = h * 33 + (uint64_t)(tg.trail[i] * 256);
    printf("trail hash %016llx\n", (unsigned long long)h);
    printf("drawn %ld culled %ld clipped %ld fragments %ld passed %ld\n", tg.drawn, tg.culled, tg.clipped, tg.fragments, tg.passed);
    return 0;
}
