/* aobake.c
 * Bakes ambient occlusion into the vertices of a bumpy torus knot mesh with a
 * bounding volume hierarchy, then smooths the result along the edges.
 *
 * usage: aobake [segments] [sides] [rays per vertex]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <float.h>

typedef struct { float x, y, z; } vec3;
typedef struct { int v[3]; } face;

typedef struct bvh {
    vec3 lo, hi;
    struct bvh *left, *right;   /* both NULL in leaves */
    int first, count;
} bvh;

typedef struct {
    int nv, nf;
    vec3 *pos, *nrm;
    face *tri;
    float *ao;
    int *order;                 /* triangles in BVH order */
    bvh *root;
} mesh;

static vec3 v3(float x, float y, float z) { vec3 r = { x, y, z }; return r; }
static vec3 add(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static vec3 sub(vec3 a, vec3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static vec3 mul(vec3 a, float s) { return v3(a.x * s, a.y * s, a.z * s); }
static float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 cross(vec3 a, vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static vec3 normalize(vec3 a) { return mul(a, 1.0f / sqrtf(dot(a, a))); }

static float rnd(unsigned *s)
{
    *s = *s * 747796405u + 2891336453u;
    unsigned w = ((*s >> ((*s >> 28) + 4)) ^ *s) * 277803737u;
    return (float)(((w >> 22) ^ w) >> 8) / 16777216.0f;
}

static vec3 knot(float t)
{
    float r = 2.0f + cosf(3 * t);
    return v3(r * cosf(2 * t), r * sinf(2 * t), -sinf(3 * t));
}

static mesh *make_mesh(int seg, int sides)
{
    mesh *m = calloc(1, sizeof *m);
    unsigned seed = 77;
    m->nv = seg * sides;
    m->nf = 2 * m->nv;
    m->pos = malloc(m->nv * sizeof(vec3));
    m->nrm = calloc(m->nv, sizeof(vec3));
    m->tri = malloc(m->nf * sizeof(face));
    m->ao = malloc(m->nv * sizeof(float));
    int f = 0;
    for (int i = 0; i < seg; i++) {
        float t = 2 * (float)M_PI * i / seg;
        vec3 c = knot(t), tan = normalize(sub(knot(t + 0.01f), c));
        vec3 b = normalize(cross(tan, v3(0.3f, 0.2f, 1))), n = cross(b, tan);
        for (int j = 0; j < sides; j++) {
            float a = 2 * (float)M_PI * j / sides;
            float rad = 0.42f + 0.06f * sinf(9 * t) * cosf(3 * a) + 0.03f * rnd(&seed);
            m->pos[i * sides + j] = add(c, add(mul(n, rad * cosf(a)), mul(b, rad * sinf(a))));
            int i1 = (i + 1) % seg, j1 = (j + 1) % sides;
            m->tri[f++] = (face){ { i * sides + j, i1 * sides + j, i1 * sides + j1 } };
            m->tri[f++] = (face){ { i * sides + j, i1 * sides + j1, i * sides + j1 } };
        }
    }
    for (f = 0; f < m->nf; f++) {
        const int *v = m->tri[f].v;
        vec3 n = cross(sub(m->pos[v[2]], m->pos[v[0]]), sub(m->pos[v[1]], m->pos[v[0]]));
        for (int k = 0; k < 3; k++)
            m->nrm[v[k]] = add(m->nrm[v[k]], n);
    }
    for (int v = 0; v < m->nv; v++) {
        vec3 c = knot(2 * (float)M_PI * (v / sides) / seg);
        m->nrm[v] = normalize(m->nrm[v]);
        if (dot(m->nrm[v], sub(m->pos[v], c)) < 0)
            m->nrm[v] = mul(m->nrm[v], -1);
    }
    return m;
}

/* qsort has no context argument */
static const mesh *sort_mesh;
static int sort_axis;

static float centroid(int f, int axis)
{
    float s = 0;
    for (int k = 0; k < 3; k++)
        s += (&sort_mesh->pos[sort_mesh->tri[f].v[k]].x)[axis];
    return s;
}

static int by_centroid(const void *a, const void *b)
{
    int fa = *(const int *)a, fb = *(const int *)b;
    float x = centroid(fa, sort_axis), y = centroid(fb, sort_axis);
    return x < y ? -1 : x > y ? 1 : fa - fb;
}

static bvh *build(mesh *m, int first, int count)
{
    bvh *n = calloc(1, sizeof *n);
    n->lo = v3(FLT_MAX, FLT_MAX, FLT_MAX);
    n->hi = v3(-FLT_MAX, -FLT_MAX, -FLT_MAX);
    n->first = first;
    n->count = count;
    for (int i = first; i < first + count; i++)
        for (int k = 0; k < 3; k++) {
            vec3 p = m->pos[m->tri[m->order[i]].v[k]];
            n->lo = v3(fminf(n->lo.x, p.x), fminf(n->lo.y, p.y), fminf(n->lo.z, p.z));
            n->hi = v3(fmaxf(n->hi.x, p.x), fmaxf(n->hi.y, p.y), fmaxf(n->hi.z, p.z));
        }
    if (count <= 4)
        return n;
    vec3 d = sub(n->hi, n->lo);
    sort_mesh = m;
    sort_axis = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
    qsort(m->order + first, count, sizeof(int), by_centroid);
    n->left = build(m, first, count / 2);
    n->right = build(m, first + count / 2, count - count / 2);
    return n;
}

static void destroy(bvh *n)
{
    if (n) {
        destroy(n->left);
        destroy(n->right);
    }
    free(n);
}

static int hit_triangle(const mesh *m, int f, vec3 o, vec3 d, float maxt)
{
    const int *v = m->tri[f].v;
    vec3 e1 = sub(m->pos[v[1]], m->pos[v[0]]), e2 = sub(m->pos[v[2]], m->pos[v[0]]);
    vec3 p = cross(d, e2);
    float det = dot(e1, p);
    if (fabsf(det) < 1e-9f)
        return 0;
    vec3 s = sub(o, m->pos[v[0]]);
    float u = dot(s, p) / det;
    if (u < 0 || u > 1)
        return 0;
    vec3 q = cross(s, e1);
    float w = dot(d, q) / det, t = dot(e2, q) / det;
    return w >= 0 && u + w <= 1 && t > 1e-4f && t < maxt;
}

static int hit_box(const bvh *n, vec3 o, vec3 inv, float maxt)
{
    float ax = (n->lo.x - o.x) * inv.x, bx = (n->hi.x - o.x) * inv.x;
    float ay = (n->lo.y - o.y) * inv.y, by = (n->hi.y - o.y) * inv.y;
    float az = (n->lo.z - o.z) * inv.z, bz = (n->hi.z - o.z) * inv.z;
    float near = fmaxf(fmaxf(fminf(ax, bx), fminf(ay, by)), fminf(az, bz));
    float far = fminf(fminf(fmaxf(ax, bx), fmaxf(ay, by)), fmaxf(az, bz));
    return near <= far && far > 0 && near < maxt;
}

static int occluded(const mesh *m, const bvh *n, vec3 o, vec3 d, vec3 inv, float maxt)
{
    if (!hit_box(n, o, inv, maxt))
        return 0;
    if (n->left)
        return occluded(m, n->left, o, d, inv, maxt) || occluded(m, n->right, o, d, inv, maxt);
    for (int i = n->first; i < n->first + n->count; i++)
        if (hit_triangle(m, m->order[i], o, d, maxt))
            return 1;
    return 0;
}

static float bake_vertex(const mesh *m, int v, int rays)
{
    unsigned seed = 9781u * v + 1;
    vec3 n = m->nrm[v], o = add(m->pos[v], mul(n, 0.01f));
    vec3 t = normalize(cross(n, fabsf(n.x) < 0.7f ? v3(1, 0, 0) : v3(0, 1, 0))), b = cross(n, t);
    int open = 0;
    for (int r = 0; r < rays; r++) {            /* cosine weighted directions */
        float phi = 2 * (float)M_PI * rnd(&seed), u = rnd(&seed), s = sqrtf(u);
        vec3 d = add(add(mul(t, s * cosf(phi)), mul(b, s * sinf(phi))), mul(n, sqrtf(1 - u) + 1e-3f));
        vec3 inv = v3(1 / d.x, 1 / d.y, 1 / d.z);
        if (!occluded(m, m->root, o, d, inv, 3.0f))
            open++;
    }
    return (float)open / rays;
}

static void smooth(mesh *m, int passes)
{
    float *sum = malloc(m->nv * sizeof *sum), *cnt = malloc(m->nv * sizeof *cnt);
    while (passes--) {
        memset(sum, 0, m->nv * sizeof *sum);
        memset(cnt, 0, m->nv * sizeof *cnt);
        for (int f = 0; f < m->nf; f++)
            for (int k = 0; k < 3; k++) {
                int a = m->tri[f].v[k], b = m->tri[f].v[(k + 1) % 3];
                sum[a] += m->ao[b];
                cnt[a] += 1;
            }
        for (int v = 0; v < m->nv; v++)
            m->ao[v] = 0.5f * m->ao[v] + 0.5f * sum[v] / cnt[v];
    }
    free(sum);
    free(cnt);
}

int main(int argc, char **argv)
{
    int seg = argc > 1 ? atoi(argv[1]) : 240, sides = argc > 2 ? atoi(argv[2]) : 30;
    int rays = argc > 3 ? atoi(argv[3]) : 64, hist[10] = { 0 };
    mesh *m = make_mesh(seg, sides);
    m->order = malloc(m->nf * sizeof(int));
    for (int f = 0; f < m->nf; f++)
        m->order[f] = f;
    m->root = build(m, 0, m->nf);

    for (int v = 0; v < m->nv; v++)
        m->ao[v] = bake_vertex(m, v, rays);
    smooth(m, 3);

    double total = 0, lo = 1, hi = 0;
    for (int v = 0; v < m->nv; v++) {
        int bin = (int)(m->ao[v] * 10);
        hist[bin > 9 ? 9 : bin]++;
        total += m->ao[v];
        lo = m->ao[v] < lo ? m->ao[v] : lo;
        hi = m->ao[v] > hi ? m->ao[v] : hi;
    }
    printf("%d vertices, %d triangles, %d rays each\n", m->nv, m->nf, rays);
    printf("openness mean %.6f min %.6f max %.6f\nhistogram", total / m->nv, lo, hi);
    for (int b = 0; b < 10; b++)
        printf(" %d", hist[b]);
    putchar('\n');
    destroy(m->root);
    free(m->pos); free(m->nrm); free(m->tri); free(m->ao); free(m->order); free(m);
    return 0;
}
