/* Software rasteriser: a heightfield mesh + spheres of triangles, z-buffer,
 * Gouraud light, coverage counters.  Row pointers into one allocation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

typedef struct { float x, y, z; } Vec3;
typedef struct { float sx, sy, iz; float shade; int clip; } Vtx;
typedef struct { int a, b, c; uint32_t color; } Tri;

typedef struct {
    int w, h;
    uint32_t **rgb;
    float **depth;
    long drawn, culled, clipped, written, rejected;
} Target;

typedef struct {
    Vec3 *pos, *nrm;
    Tri *tri;
    int npos, ntri, cappos, captri;
} Mesh;

static Vec3 vsub(Vec3 a, Vec3 b) { return (Vec3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static Vec3 vcross(Vec3 a, Vec3 b) { return (Vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }
static float vdot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static int addPos(Mesh *m, Vec3 p)
{
    if (m->npos == m->cappos) {
        m->cappos = m->cappos ? 2 * m->cappos : 1024;
        m->pos = realloc(m->pos, m->cappos * sizeof(Vec3));
        if (!m->pos) exit(1);
    }
    m->pos[m->npos] = p;
    return m->npos++;
}

static void addTri(Mesh *m, int a, int b, int c, uint32_t col)
{
    if (m->ntri == m->captri) {
        m->captri = m->captri ? 2 * m->captri : 1024;
        m->tri = realloc(m->tri, m->captri * sizeof(Tri));
        if (!m->tri) exit(1);
    }
    m->tri[m->ntri++] = (Tri){ a, b, c, col };
}

static void buildTerrain(Mesh *m, int n)
{
    int base = m->npos;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) {
            float x = 20.0f * i / n - 10, z = 20.0f * j / n - 10;
            float y = 0.8f * sinf(x * 0.9f) * cosf(z * 0.7f) + 0.2f * sinf(3 * x + z) - 2.0f;
            addPos(m, (Vec3){ x, y, z });
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int p = base + j * (n + 1) + i;
            uint32_t c = (i / 8 + j / 8) & 1 ? 0x60a040 : 0x8b7340;
            addTri(m, p, p + n + 1, p + 1, c);
            addTri(m, p + 1, p + n + 1, p + n + 2, c);
        }
}

static void buildBall(Mesh *m, Vec3 c, float r, int n, uint32_t col)
{
    int base = m->npos;
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= 2 * n; i++) {
            float t = (float)M_PI * j / n, p = (float)M_PI * i / n;
            addPos(m, (Vec3){ c.x + r * sinf(t) * cosf(p), c.y + r * cosf(t), c.z + r * sinf(t) * sinf(p) });
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < 2 * n; i++) {
            int q = base + j * (2 * n + 1) + i;
            addTri(m, q, q + 1, q + 2 * n + 1, col);
            addTri(m, q + 1, q + 2 * n + 2, q + 2 * n + 1, col);
        }
}

static void normals(Mesh *m)
{
    m->nrm = calloc(m->npos, sizeof(Vec3));
    if (!m->nrm) exit(1);
    for (int i = 0; i < m->ntri; i++) {
        const Tri *t = &m->tri[i];
        Vec3 n = vcross(vsub(m->pos[t->b], m->pos[t->a]), vsub(m->pos[t->c], m->pos[t->a]));
        const int id[3] = { t->a, t->b, t->c };
        for (int k = 0; k < 3; k++) {
            m->nrm[id[k]].x += n.x; m->nrm[id[k]].y += n.y; m->nrm[id[k]].z += n.z;
        }
    }
}

static void transform(const Mesh *m, Vtx *out, const Target *t, float ang)
{
    float c = cosf(ang), s = sinf(ang);
#pragma omp parallel for
    for (int i = 0; i < m->npos; i++) {
        Vec3 p = m->pos[i], n = m->nrm[i];
        float x = c * p.x - s * p.z, z = s * p.x + c * p.z + 14.0f;
        float nx = c * n.x - s * n.z, nz = s * n.x + c * n.z;
        out[i].clip = z < 1.0f;
        if (out[i].clip) continue;
        out[i].iz = 1.0f / z;
        out[i].sx = t->w * 0.5f + t->w * 0.8f * x * out[i].iz;
        out[i].sy = t->h * 0.5f - t->w * 0.8f * (p.y - 0.5f) * out[i].iz;
        float l = sqrtf(vdot(n, n));
        float d = l > 0 ? (0.5f * nx + 0.7f * n.y - 0.5f * nz) / l : 0;
        out[i].shade = 0.25f + (d > 0 ? 0.75f * d : 0);
    }
}

static uint32_t scaleColor(uint32_t c, float k)
{
    int r = (int)((c >> 16 & 255) * k), g = (int)((c >> 8 & 255) * k), b = (int)((c & 255) * k);
    return (uint32_t)((r > 255 ? 255 : r) << 16 | (g > 255 ? 255 : g) << 8 | (b > 255 ? 255 : b));
}

/* draws the part of the triangle within rows [row0, row1); triangle counters
 * are kept by the band that starts at row 0 */
static void drawTri(Target *t, const Vtx *v, const Tri *tr, int row0, int row1)
{
    int count = row0 == 0;
    const Vtx *a = &v[tr->a], *b = &v[tr->b], *c = &v[tr->c];
    if (!count && !a->clip && !b->clip && !c->clip &&
        ((a->sy < row0 - 1 && b->sy < row0 - 1 && c->sy < row0 - 1) ||
         (a->sy > row1 + 1 && b->sy > row1 + 1 && c->sy > row1 + 1))) return;
    if (a->clip || b->clip || c->clip) { t->clipped += count; return; }
    float area = (b->sx - a->sx) * (c->sy - a->sy) - (c->sx - a->sx) * (b->sy - a->sy);
    if (area >= 0) { t->culled += count; return; }
    int x0 = (int)floorf(fminf(a->sx, fminf(b->sx, c->sx))), x1 = (int)ceilf(fmaxf(a->sx, fmaxf(b->sx, c->sx)));
    int y0 = (int)floorf(fminf(a->sy, fminf(b->sy, c->sy))), y1 = (int)ceilf(fmaxf(a->sy, fmaxf(b->sy, c->sy)));
    if (x0 < 0) x0 = 0;
    if (y0 < 0) y0 = 0;
    if (x1 > t->w - 1) x1 = t->w - 1;
    if (y1 > t->h - 1) y1 = t->h - 1;
    if (x0 > x1 || y0 > y1) { t->clipped += count; return; }
    t->drawn += count;
    if (y0 < row0) y0 = row0;
    if (y1 > row1 - 1) y1 = row1 - 1;
    float inv = 1.0f / area;
    for (int y = y0; y <= y1; y++) {
        for (int x = x0; x <= x1; x++) {
            float px = x + 0.5f, py = y + 0.5f;
            float w0 = ((b->sx - px) * (c->sy - py) - (c->sx - px) * (b->sy - py)) * inv;
            float w1 = ((c->sx - px) * (a->sy - py) - (a->sx - px) * (c->sy - py)) * inv;
            float w2 = 1.0f - w0 - w1;
            if (w0 < 0 || w1 < 0 || w2 < 0) continue;
            float iz = w0 * a->iz + w1 * b->iz + w2 * c->iz;
            if (iz <= t->depth[y][x]) { t->rejected++; continue; }
            t->depth[y][x] = iz;
            t->rgb[y][x] = scaleColor(tr->color, w0 * a->shade + w1 * b->shade + w2 * c->shade);
            t->written++;
        }
    }
}

static int targetInit(Target *t, int w, int h)
{
    memset(t, 0, sizeof *t);
    t->w = w; t->h = h;
    t->rgb = malloc(h * sizeof *t->rgb);
    t->depth = malloc(h * sizeof *t->depth);
    if (!t->rgb || !t->depth) return -1;
    t->rgb[0] = malloc(sizeof(uint32_t) * w * h);
    t->depth[0] = malloc(sizeof(float) * w * h);
    if (!t->rgb[0] || !t->depth[0]) return -1;
    for (int y = 1; y < h; y++) { t->rgb[y] = t->rgb[0] + y * w; t->depth[y] = t->depth[0] + y * w; }
    return 0;
}

static void render(Target *t, const Mesh *m, Vtx *v, float ang)
{
    long drawn = 0, culled = 0, clipped = 0, written = 0, rejected = 0;
    transform(m, v, t, ang);
    const int bands = 6;
#pragma omp parallel for schedule(dynamic, 1) reduction(+:drawn, culled, clipped, written, rejected)
    for (int b = 0; b < bands; b++) {
        Target my = *t;
        my.drawn = my.culled = my.clipped = my.written = my.rejected = 0;
        int r0 = t->h * b / bands, r1 = t->h * (b + 1) / bands;
        for (int y = r0; y < r1; y++)
            for (int x = 0; x < t->w; x++) { t->rgb[y][x] = 0x202030 + y / 8; t->depth[y][x] = 0; }
        for (int i = 0; i < m->ntri; i++)
            drawTri(&my, v, &m->tri[i], r0, r1);
        drawn += my.drawn; culled += my.culled; clipped += my.clipped;
        written += my.written; rejected += my.rejected;
    }
    t->drawn += drawn; t->culled += culled; t->clipped += clipped;
    t->written += written; t->rejected += rejected;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1800, frames = argc > 2 ? atoi(argv[2]) : 18;
    Target t;
    Mesh m = { 0 };
    if (w < 32 || targetInit(&t, w, w * 3 / 4)) { fprintf(stderr, "bad size\n"); return 1; }
    buildTerrain(&m, 120);
    unsigned r = 5;
    for (int k = 0; k < 30; k++) {
        float f[4];
        for (int i = 0; i < 4; i++) { r = r * 1103515245u + 12345u; f[i] = (r >> 16 & 0x7fff) / 32768.0f; }
        buildBall(&m, (Vec3){ 14 * f[0] - 7, 4 * f[1] - 1.5f, 14 * f[2] - 7 }, 0.4f + f[3], 24, r & 0xffffff);
    }
    normals(&m);
    Vtx *v = malloc(m.npos * sizeof *v);
    if (!v) return 1;
    uint32_t sum = 0;
    for (int k = 0; k < frames; k++) {
        render(&t, &m, v, 0.13f * k);
        uint32_t h = 2166136261u;
        for (int i = 0; i < t.w * t.h; i++) h = (h ^ t.rgb[0][i]) * 16777619u;
        if (k % 5 == 0) printf("frame %d hash %08x\n", k, h);
        sum = sum * 31 + h;
    }
    printf("tris %d drawn %ld culled %ld clipped %ld written %ld rejected %ld sum %08x\n", m.ntri, t.drawn,
           t.culled, t.clipped, t.written, t.rejected, sum);
    free(v); free(m.pos); free(m.nrm); free(m.tri);
    free(t.rgb[0]); free(t.depth[0]); free(t.rgb); free(t.depth);
    return 0;
}
