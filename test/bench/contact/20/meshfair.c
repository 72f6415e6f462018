// Builds a bumpy planet (subdivided icosahedron), smooths it with Taubin's
// lambda/mu scheme and reports area, volume, normals and a curvature histogram.
// meshfair [subdivision level] [iterations]
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct { float x, y, z; } Vec3;
typedef struct { int v[3]; } Tri;

typedef struct {
    int   numVerts, numTris;
    Vec3 *pos, *normal;
    Tri  *tris;
    int  *adjStart, *adj;       // one-ring in CSR form
} Mesh;

static inline Vec3  add(Vec3 a, Vec3 b) { return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline Vec3  sub(Vec3 a, Vec3 b) { return (Vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline Vec3  mul(Vec3 a, float s) { return (Vec3){a.x * s, a.y * s, a.z * s}; }
static inline float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Vec3  cross(Vec3 a, Vec3 b) { return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static inline float length(Vec3 a) { return sqrtf(dot(a, a)); }
static inline Vec3  normalize(Vec3 a) { float l = length(a); return l > 0.0f ? mul(a, 1.0f / l) : a; }

static void *allocOrDie(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p) { fprintf(stderr, "meshfair: cannot allocate %zu bytes\n", n); exit(1); }
    return p;
}

// ------------------------------------------------------------ construction

static Mesh icosahedron(void)
{
    static const int f[20][3] = {
        {0,11,5},{0,5,1},{0,1,7},{0,7,10},{0,10,11},{1,5,9},{5,11,4},{11,10,2},{10,7,6},{7,1,8},
        {3,9,4},{3,4,2},{3,2,6},{3,6,8},{3,8,9},{4,9,5},{2,4,11},{6,2,10},{8,6,7},{9,8,1}};
    const float t = (1.0f + sqrtf(5.0f)) / 2.0f;
    const Vec3 p[12] = {{-1,t,0},{1,t,0},{-1,-t,0},{1,-t,0},{0,-1,t},{0,1,t},{0,-1,-t},{0,1,-t},{t,0,-1},{t,0,1},{-t,0,-1},{-t,0,1}};
    Mesh m = {.numVerts = 12, .numTris = 20};
    m.pos = allocOrDie(sizeof(Vec3) * 12);
    m.tris = allocOrDie(sizeof(Tri) * 20);
    for (int i = 0; i < 12; i++) m.pos[i] = normalize(p[i]);
    for (int i = 0; i < 20; i++)
        for (int k = 0; k < 3; k++) m.tris[i].v[k] = f[i][k];
    return m;
}

typedef struct { uint64_t key; int vert; } EdgeSlot;

static int midpoint(Mesh *m, EdgeSlot *table, uint32_t mask, int a, int b)
{
    uint64_t key = a < b ? (uint64_t)a << 32 | (uint32_t)b : (uint64_t)b << 32 | (uint32_t)a;
    uint32_t h = (uint32_t)((key * 0x9E3779B97F4A7C15ull) >> 33) & mask;
    while (table[h].key) {
        if (table[h].key == key) return table[h].vert;
        h = (h + 1) & mask;
    }
    table[h].key = key;
    table[h].vert = m->numVerts;
    m->pos[m->numVerts] = normalize(add(m->pos[a], m->pos[b]));
    return m->numVerts++;
}

static void subdivide(Mesh *m)
{
    int numEdges = m->numTris * 3 / 2;
    uint32_t size = 1;
    while (size < 2u * numEdges) size *= 2;
    EdgeSlot *table = calloc(size, sizeof *table);
    Tri *out = allocOrDie(sizeof(Tri) * 4 * m->numTris), *o = out;
    m->pos = realloc(m->pos, sizeof(Vec3) * (m->numVerts + numEdges));
    if (!table || !m->pos) exit(1);
    for (const Tri *t = m->tris; t < m->tris + m->numTris; t++) {
        int a = t->v[0], b = t->v[1], c = t->v[2];
        int ab = midpoint(m, table, size - 1, a, b);
        int bc = midpoint(m, table, size - 1, b, c);
        int ca = midpoint(m, table, size - 1, c, a);
        *o++ = (Tri){{a, ab, ca}};
        *o++ = (Tri){{b, bc, ab}};
        *o++ = (Tri){{c, ca, bc}};
        *o++ = (Tri){{ab, bc, ca}};
    }
    free(table);
    free(m->tris);
    m->tris = out;
    m->numTris *= 4;
}

// In a closed, consistently oriented mesh every directed edge occurs once.
static void buildAdjacency(Mesh *m)
{
    m->adjStart = calloc(m->numVerts + 1, sizeof(int));
    m->adj = allocOrDie(sizeof(int) * 3 * m->numTris);
    int *fill = allocOrDie(sizeof(int) * m->numVerts);
    if (!m->adjStart) exit(1);
    for (int i = 0; i < m->numTris; i++)
        for (int k = 0; k < 3; k++) m->adjStart[m->tris[i].v[k] + 1]++;
    for (int i = 0; i < m->numVerts; i++) {
        m->adjStart[i + 1] += m->adjStart[i];
        fill[i] = m->adjStart[i];
    }
    for (int i = 0; i < m->numTris; i++)
        for (int k = 0; k < 3; k++) m->adj[fill[m->tris[i].v[k]]++] = m->tris[i].v[(k + 1) % 3];
    free(fill);
}

static void addBumps(Mesh *m)
{
    uint32_t s = 1u;
    for (int i = 0; i < m->numVerts; i++) {
        Vec3 p = m->pos[i];
        float h = 0.08f * sinf(5 * p.x + 1) * cosf(4 * p.y) + 0.04f * sinf(11 * p.z + 3 * p.x);
        s = s * 1664525u + 1013904223u;
        m->pos[i] = mul(p, 1.0f + h + 0.03f * ((float)(s >> 8) / 16777216.0f - 0.5f));
    }
}

// -------------------------------------------------------------- processing

static void laplace(const Mesh *m, const Vec3 *src, Vec3 *dst, float factor)
{
    for (int i = 0; i < m->numVerts; i++) {
        Vec3 c = {0, 0, 0};
        float total = 1e-20f;
        for (const int *a = m->adj + m->adjStart[i]; a < m->adj + m->adjStart[i + 1]; a++) {
            Vec3 e = sub(src[*a], src[i]);
            float w = 1.0f / (length(e) + 1e-12f);      // Fujiwara weights
            c = add(c, mul(e, w));
            total += w;
        }
        dst[i] = add(src[i], mul(c, factor / total));
    }
}

static void computeNormals(Mesh *m)
{
    for (int i = 0; i < m->numVerts; i++) m->normal[i] = (Vec3){0, 0, 0};
    for (int i = 0; i < m->numTris; i++) {
        const int *v = m->tris[i].v;
        Vec3 n = cross(sub(m->pos[v[1]], m->pos[v[0]]), sub(m->pos[v[2]], m->pos[v[0]]));
        for (int k = 0; k < 3; k++) m->normal[v[k]] = add(m->normal[v[k]], n);
    }
    for (int i = 0; i < m->numVerts; i++) m->normal[i] = normalize(m->normal[i]);
}

static void report(const Mesh *m, const char *title)
{
    double area = 0, volume = 0;
    float worst = 0;
    int hist[12] = {0};
    for (int i = 0; i < m->numTris; i++) {
        Vec3 a = m->pos[m->tris[i].v[0]], b = m->pos[m->tris[i].v[1]], c = m->pos[m->tris[i].v[2]];
        Vec3 n = cross(sub(b, a), sub(c, a));
        area += 0.5 * length(n);
        volume += dot(a, n) / 6.0;
    }
    for (int i = 0; i < m->numVerts; i++) {
        float bend = 0;
        int deg = m->adjStart[i + 1] - m->adjStart[i];
        for (int k = m->adjStart[i]; k < m->adjStart[i + 1]; k++) {
            float d = dot(m->normal[i], m->normal[m->adj[k]]);
            bend += acosf(d > 1.0f ? 1.0f : d < -1.0f ? -1.0f : d);
        }
        bend /= deg;
        if (bend > worst) worst = bend;
        int bin = (int)(bend * 40.0f);
        hist[bin > 11 ? 11 : bin]++;
    }
    printf("%-9s area %.9f volume %.9f worst bend %.7f\n  bend", title, area, volume, worst);
    for (int i = 0; i < 12; i++) printf(" %d", hist[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int level = argc > 1 ? atoi(argv[1]) : 7, iters = argc > 2 ? atoi(argv[2]) : 80;
    if (level < 0 || level > 9 || iters < 0) { fprintf(stderr, "level 0..9, iterations >= 0\n"); return 1; }
    struct timespec t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);

    Mesh m = icosahedron();
    for (int i = 0; i < level; i++) subdivide(&m);
    addBumps(&m);
    buildAdjacency(&m);
    m.normal = allocOrDie(sizeof(Vec3) * m.numVerts);
    printf("%d vertices, %d triangles\n", m.numVerts, m.numTris);
    computeNormals(&m);
    report(&m, "raw");

    Vec3 *tmp = allocOrDie(sizeof(Vec3) * m.numVerts);
    for (int i = 1; i <= iters; i++) {
        laplace(&m, m.pos, tmp, 0.50f);
        laplace(&m, tmp, m.pos, -0.53f);
        if (i % 20 == 0) {
            char title[32];
            snprintf(title, sizeof title, "iter %d", i);
            computeNormals(&m);
            report(&m, title);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
    free(tmp); free(m.pos); free(m.normal); free(m.tris); free(m.adjStart); free(m.adj);
    return 0;
}
