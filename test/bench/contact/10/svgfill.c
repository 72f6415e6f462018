/* svgfill: flattens generated SVG-like paths and fills them with anti-aliased
 * scanlines into an RGB canvas, back to front.
 *
 *     svgfill [shapes] [width] [height] [seed]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUBSCAN 4               /* sample lines per pixel row */
#define FLATNESS 0.05f

typedef struct { float x, y; } Pt;
typedef struct { char op; Pt p[3]; } Cmd;
typedef struct { float ytop, ybot, x0, slope; int dir; } Edge;
typedef struct { float x; int dir; } Crossing;
typedef struct { int w, h; float *rgb; long painted; } Canvas;

typedef struct {
    Cmd *cmd;
    int ncmd, evenodd;
    float m[6];                 /* affine transform */
    float rgba[4];
} Shape;

typedef struct {
    Edge *e;
    int n, cap;
    float xmin, xmax, ymin, ymax;
} Outline;

typedef struct {                /* reused from shape to shape */
    float *cover;
    int *active, nactive, acap;
    Crossing *cross;
} Raster;

static unsigned long long seed;
static float frand(float lo, float hi)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return lo + (hi - lo) * (float)(seed >> 40) / 16777216.0f;
}

static Pt polar(float ang, float r) { return (Pt){ r * cosf(ang), r * sinf(ang) }; }

/* A blob of n curved petals, as one closed sub-path. */
static Cmd *blob(Cmd *c, int n, float r)
{
    float step = 6.2831853f / n;
    *c++ = (Cmd){ 'M', { polar(0, r) } };
    for (int i = 0; i < n; i++) {
        float a = i * step, bulge = frand(0.6f, 1.9f);
        Pt end = polar(a + step, r);
        int kind = (int)frand(0, 8);
        if (kind < 5)
            *c++ = (Cmd){ 'C', { polar(a + 0.2f * step, r * bulge), polar(a + 0.9f * step, r * frand(0.5f, 1.6f)), end } };
        else if (kind < 7)
            *c++ = (Cmd){ 'Q', { polar(a + 0.5f * step, r * bulge), end } };
        else
            *c++ = (Cmd){ 'L', { end } };
    }
    *c++ = (Cmd){ 'Z', { { 0, 0 } } };
    return c;
}

static void make_shape(Shape *s, int w, int h)
{
    int petals = (int)frand(5, 24), holes = (int)frand(0, 3);
    float size = 8 * expf(frand(0, 2.6f)), rot = frand(0, 6.28f), squash = frand(0.5f, 1);
    Cmd *c = s->cmd = malloc((petals + 2) * (holes + 1) * sizeof(Cmd));
    for (int k = 0; k <= holes; k++)
        c = blob(c, petals, 1.0f - 0.3f * k);
    s->ncmd = (int)(c - s->cmd);
    s->evenodd = frand(0, 1) < 0.6f;
    s->m[0] = size * cosf(rot);
    s->m[1] = size * sinf(rot);
    s->m[2] = -size * squash * sinf(rot);
    s->m[3] = size * squash * cosf(rot);
    s->m[4] = frand(0, w);
    s->m[5] = frand(0, h);
    for (int k = 0; k < 4; k++)
        s->rgba[k] = frand(0.2f, 1);
}

static void line(Outline *o, Pt a, Pt b)
{
    Pt t = a.y < b.y ? a : b, u = a.y < b.y ? b : a;
    o->xmin = fminf(o->xmin, fminf(a.x, b.x));
    o->xmax = fmaxf(o->xmax, fmaxf(a.x, b.x));
    if (a.y == b.y)
        return;
    o->ymin = fminf(o->ymin, t.y);
    o->ymax = fmaxf(o->ymax, u.y);
    if (o->n == o->cap) {
        o->cap = o->cap ? 2 * o->cap : 64;
        o->e = realloc(o->e, o->cap * sizeof(Edge));
    }
    o->e[o->n++] = (Edge){ t.y, u.y, t.x, (u.x - t.x) / (u.y - t.y), a.y < b.y ? 1 : -1 };
}

static Pt mid(Pt a, Pt b) { return (Pt){ 0.5f * (a.x + b.x), 0.5f * (a.y + b.y) }; }
static Pt toward(Pt a, Pt b) { return (Pt){ a.x + (b.x - a.x) * 2 / 3, a.y + (b.y - a.y) * 2 / 3 }; }

static void cubic(Outline *o, Pt a, Pt b, Pt c, Pt d, int depth)
{
    float dx = d.x - a.x, dy = d.y - a.y;
    float e1 = fabsf((b.x - d.x) * dy - (b.y - d.y) * dx), e2 = fabsf((c.x - d.x) * dy - (c.y - d.y) * dx);
    if (depth == 0 || (e1 + e2) * (e1 + e2) <= FLATNESS * (dx * dx + dy * dy)) {
        line(o, a, d);
        return;
    }
    Pt ab = mid(a, b), bc = mid(b, c), cd = mid(c, d), l = mid(ab, bc), r = mid(bc, cd), m = mid(l, r);
    cubic(o, a, ab, l, m, depth - 1);
    cubic(o, m, r, cd, d, depth - 1);
}

static Pt apply(const float *m, Pt p)
{
    return (Pt){ m[0] * p.x + m[2] * p.y + m[4], m[1] * p.x + m[3] * p.y + m[5] };
}

static int by_top(const void *a, const void *b)
{
    float d = ((const Edge *)a)->ytop - ((const Edge *)b)->ytop;
    return d < 0 ? -1 : d > 0;
}

static void flatten(const Shape *s, Outline *o)
{
    Pt cur = { 0, 0 }, start = cur;
    o->n = 0;
    o->xmin = o->ymin = 1e30f;
    o->xmax = o->ymax = -1e30f;
    for (const Cmd *c = s->cmd; c < s->cmd + s->ncmd; c++) {
        Pt p = apply(s->m, c->p[0]), q = apply(s->m, c->p[1]), r = apply(s->m, c->p[2]);
        switch (c->op) {
        case 'M': cur = start = p; break;
        case 'L': line(o, cur, p); cur = p; break;
        case 'Q': cubic(o, cur, toward(cur, p), toward(q, p), q, 10); cur = q; break;
        case 'C': cubic(o, cur, p, q, r, 10); cur = r; break;
        case 'Z': line(o, cur, start); cur = start; break;
        }
    }
    qsort(o->e, o->n, sizeof(Edge), by_top);
}

static void span(float *cover, int w, float a, float b)
{
    a = a < 0 ? 0 : a;
    b = b > w ? w : b;
    if (a >= b)
        return;
    int i = (int)a, j = (int)b;
    cover[i] += ((i == j ? b : i + 1) - a) / SUBSCAN;
    for (int k = i + 1; k < j; k++)
        cover[k] += 1.0f / SUBSCAN;
    if (j > i && j < w)
        cover[j] += (b - j) / SUBSCAN;
}

static void sample_line(Raster *ra, const Outline *o, float sy, int evenodd, int w)
{
    int n = 0, wind = 0;
    for (int k = 0; k < ra->nactive; k++) {
        const Edge *e = &o->e[ra->active[k]];
        if (e->ytop > sy || e->ybot <= sy)
            continue;
        float x = e->x0 + (sy - e->ytop) * e->slope;
        int i = n++;
        for (; i > 0 && ra->cross[i - 1].x > x; i--)
            ra->cross[i] = ra->cross[i - 1];
        ra->cross[i] = (Crossing){ x, e->dir };
    }
    for (int i = 0; i + 1 < n; i++) {
        wind += ra->cross[i].dir;
        if (evenodd ? wind & 1 : wind)
            span(ra->cover, w, ra->cross[i].x, ra->cross[i + 1].x);
    }
}

static void fill(Canvas *cv, Raster *ra, const Outline *o, const Shape *s)
{
    int y0 = o->ymin < 0 ? 0 : (int)o->ymin, y1 = o->ymax >= cv->h ? cv->h - 1 : (int)o->ymax;
    int x0 = o->xmin < 1 ? 0 : (int)o->xmin - 1;        /* one pixel of slack */
    int x1 = o->xmax >= cv->w - 1 ? cv->w - 1 : (int)o->xmax + 1, next = 0;
    if (o->n > ra->acap) {
        ra->acap = 2 * o->n;
        ra->active = realloc(ra->active, ra->acap * sizeof(int));
        ra->cross = realloc(ra->cross, ra->acap * sizeof(Crossing));
    }
    ra->nactive = 0;
    for (int y = y0; y <= y1; y++) {
        int keep = 0;
        for (int k = 0; k < ra->nactive; k++)
            if (o->e[ra->active[k]].ybot > y)
                ra->active[keep++] = ra->active[k];
        for (; next < o->n && o->e[next].ytop < y + 1; next++)
            if (o->e[next].ybot > y)
                ra->active[keep++] = next;
        ra->nactive = keep;
        for (int k = 0; k < SUBSCAN; k++)
            sample_line(ra, o, y + (k + 0.5f) / SUBSCAN, s->evenodd, cv->w);
        float *px = cv->rgb + 3 * ((long)y * cv->w + x0);
        for (int x = x0; x <= x1; x++, px += 3) {
            float a = ra->cover[x] * s->rgba[3];
            ra->cover[x] = 0;
            if (a == 0)
                continue;
            for (int k = 0; k < 3; k++)
                px[k] += a * (s->rgba[k] - px[k]);
            cv->painted++;
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8000, nedge = 0;
    Canvas cv = { argc > 2 ? atoi(argv[2]) : 1024, argc > 3 ? atoi(argv[3]) : 768, NULL, 0 };
    seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 77;
    Shape *shapes = malloc(n * sizeof *shapes);
    for (int i = 0; i < n; i++)
        make_shape(&shapes[i], cv.w, cv.h);

    Raster ra = { calloc(cv.w + 1, sizeof(float)), NULL, 0, 0, NULL };
    Outline o = { NULL, 0, 0, 0, 0, 0, 0 };
    cv.rgb = malloc(3L * cv.w * cv.h * sizeof(float));
    for (long i = 0; i < 3L * cv.w * cv.h; i++)
        cv.rgb[i] = 1;
    for (int i = 0; i < n; i++) {
        flatten(&shapes[i], &o);
        nedge += o.n;
        fill(&cv, &ra, &o, &shapes[i]);
    }

    unsigned long hash = 5381;
    double mean[3] = { 0, 0, 0 };
    for (long i = 0; i < 3L * cv.w * cv.h; i++) {
        int v = (int)(cv.rgb[i] * 255 + 0.5f);
        hash = hash * 33 ^ v;
        mean[i % 3] += v;
    }
    printf("%d shapes, %d edges, %ld pixels blended\n", n, nedge, cv.painted);
    for (int k = 0; k < 3; k++)
        printf("mean %c %.4f\n", "RGB"[k], mean[k] / ((double)cv.w * cv.h));
    printf("hash %016lx\n", hash);
    return 0;
}
