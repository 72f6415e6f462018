/* isomesh -- polygonize an implicit surface (blobs + turbulence) by marching
 * tetrahedra, weld, smooth, check, draw.    isomesh [grid] [smoothing passes] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { float x, y, z; } vec;
typedef struct { int a, b, c; } tri;

typedef struct { int n; float *f; } Grid;      /* n points per side */

typedef struct {
    vec *v;
    tri *t;
    int nv, nt, capv, capt;
    long long *key;             /* vertex welding: grid edge -> vertex */
    int *val;
    unsigned mask;
} Mesh;

#define NBLOB 14
static struct { float x, y, z, r; } blob[NBLOB];

static vec sub(vec a, vec b) { return (vec){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static float dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec cross(vec a, vec b) { return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }

static void *grab(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);
    if (!p) { fprintf(stderr, "isomesh: out of memory\n"); exit(1); }
    return p;
}

static float lattice(int x, int y, int z)
{
    unsigned h = (unsigned)x * 73856093u ^ (unsigned)y * 19349663u ^ (unsigned)z * 83492791u;
    h = (h ^ h >> 15) * 0x2c1b3c6du, h = (h ^ h >> 12) * 0x297a2d39u;
    return (float)(h >> 8) / 16777216.0f - 0.5f;
}

static float noise(float x, float y, float z)
{
    int i = (int)x, j = (int)y, k = (int)z;
    float u = x - i, v = y - j, w = z - k, s = 0;
    u = u * u * (3 - 2 * u); v = v * v * (3 - 2 * v); w = w * w * (3 - 2 * w);
    for (int c = 0; c < 8; c++)
        s += lattice(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2))
           * (c & 1 ? u : 1 - u) * (c & 2 ? v : 1 - v) * (c & 4 ? w : 1 - w);
    return s;
}

static float field(float x, float y, float z)       /* unit cube, inside > 0 */
{
    float s = -1.0f;
    for (int i = 0; i < NBLOB; i++) {
        float dx = x - blob[i].x, dy = y - blob[i].y, dz = z - blob[i].z;
        float q = (dx * dx + dy * dy + dz * dz) / (blob[i].r * blob[i].r);
        if (q < 1) s += 2.2f * (1 - q) * (1 - q);
    }
    float amp = 0.9f, fq = 6;
    for (int oct = 0; oct < 6 && s > -0.95f; oct++, amp *= 0.45f, fq *= 2.03f)
        s += amp * noise(fq * x + oct, fq * y + oct, fq * z + oct);
    return s;
}

static Grid sample_field(int n)
{
    Grid g = { n, grab(NULL, sizeof(float) * n * n * n) };
    #pragma omp parallel for schedule(dynamic, 2)
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                float h = 1.0f / (n - 1);
                int rim = !i || !j || !k || i == n - 1 || j == n - 1 || k == n - 1;
                g.f[((size_t)k * n + j) * n + i] = rim ? -1.0f : field(i * h, j * h, k * h);
            }
    return g;
}

/* vertex on the edge from grid corner a to b; b is above a in some of x,y,z */
static int edge_vertex(Mesh *m, const Grid *g, int x, int y, int z, int a, int b)
{
    if (a > b) { int t = a; a = b; b = t; }
    int n = g->n, ax = x + (a & 1), ay = y + (a >> 1 & 1), az = z + (a >> 2), d = b - a;
    size_t p = ((size_t)az * n + ay) * n + ax, q = p + (d & 1) + (size_t)(d >> 1 & 1) * n + (size_t)(d >> 2) * n * n;
    long long key = (long long)p * 8 + d;
    unsigned h = (unsigned)((unsigned long long)key * 0x9E3779B97F4A7C15ull >> 32) & m->mask;
    while (m->key[h] != -1) {
        if (m->key[h] == key) return m->val[h];
        h = (h + 1) & m->mask;
    }
    float t = g->f[p] / (g->f[p] - g->f[q]), s = 1.0f / (n - 1);
    if (m->nv == m->capv) m->v = grab(m->v, sizeof(vec) * (m->capv *= 2));
    m->v[m->nv] = (vec){ s * (ax + t * (d & 1)), s * (ay + t * (d >> 1 & 1)), s * (az + t * (d >> 2)) };
    m->key[h] = key;
    return m->val[h] = m->nv++;
}

static void add_tri(Mesh *m, int a, int b, int c, int flip)
{
    if (m->nt == m->capt) m->t = grab(m->t, sizeof(tri) * (m->capt *= 2));
    m->t[m->nt++] = flip ? (tri){ a, c, b } : (tri){ a, b, c };
}

static Mesh polygonize(const Grid *g)
{
    static const int tet[6][4] = { { 0, 1, 3, 7 }, { 0, 3, 2, 7 }, { 0, 2, 6, 7 }, { 0, 6, 4, 7 }, { 0, 4, 5, 7 }, { 0, 5, 1, 7 } };
    Mesh m = { .capv = 1024, .capt = 1024, .mask = (1u << 21) - 1 };
    m.v = grab(NULL, sizeof(vec) * m.capv), m.t = grab(NULL, sizeof(tri) * m.capt);
    m.key = grab(NULL, sizeof *m.key << 21), m.val = grab(NULL, sizeof *m.val << 21);
    memset(m.key, -1, sizeof *m.key << 21);
    int n = g->n;
    for (int z = 0; z < n - 1; z++)
        for (int y = 0; y < n - 1; y++)
            for (int x = 0; x < n - 1; x++) {
                int in = 0;
                for (int c = 0; c < 8; c++)
                    in |= (g->f[((size_t)(z + (c >> 2)) * n + y + (c >> 1 & 1)) * n + x + (c & 1)] > 0) << c;
                if (in == 0 || in == 255) continue;
                for (int t = 0; t < 6; t++) {
                    int o[4], ni = 0, no = 4, odd = 0;      /* inside corners first, then outside */
                    for (int i = 0; i < 4; i++)
                        if (in >> tet[t][i] & 1) o[ni++] = tet[t][i];
                    for (int i = 3; i >= 0; i--)
                        if (!(in >> tet[t][i] & 1)) o[--no] = tet[t][i];
                    for (int i = 0; i < 4; i++)             /* parity of that reordering */
                        for (int j = 0; j < i; j++)
                            odd ^= !(in >> tet[t][j] & 1) && (in >> tet[t][i] & 1);
#define E(i, j) edge_vertex(&m, g, x, y, z, o[i], o[j])
                    if (ni == 1) add_tri(&m, E(0, 1), E(0, 2), E(0, 3), odd);
                    if (ni == 3) add_tri(&m, E(3, 0), E(3, 1), E(3, 2), odd);
                    if (ni == 2) {
                        int p = E(0, 2), q = E(0, 3), r = E(1, 3), s = E(1, 2);
                        add_tri(&m, p, q, r, odd), add_tri(&m, p, r, s, odd);
                    }
                }
            }
    free(m.key); free(m.val);
    return m;
}

/* Taubin smoothing: lambda pass, then mu pass, over the one-ring */
static void smooth(Mesh *m, int passes)
{
    int *off = calloc((size_t)m->nv + 2, sizeof *off), *nb = grab(NULL, sizeof(int) * 3 * m->nt);
    vec *w = grab(NULL, sizeof(vec) * m->nv);
    if (!off) exit(1);
    for (int i = 0; i < m->nt; i++) { off[m->t[i].a + 2]++; off[m->t[i].b + 2]++; off[m->t[i].c + 2]++; }
    for (int i = 1; i <= m->nv; i++) off[i + 1] += off[i];
    for (int i = 0; i < m->nt; i++) {       /* closed and oriented: one neighbour per corner */
        tri t = m->t[i];
        nb[off[t.a + 1]++] = t.b; nb[off[t.b + 1]++] = t.c; nb[off[t.c + 1]++] = t.a;
    }
    #pragma omp parallel
    for (int pass = 0; pass < 2 * passes; pass++) {
        float k = pass & 1 ? -0.53f : 0.5f;
        #pragma omp for schedule(static)
        for (int i = 0; i < m->nv; i++) {
            vec s = { 0, 0, 0 }, p = m->v[i];
            for (int e = off[i]; e < off[i + 1]; e++) {
                const vec *q = &m->v[nb[e]];
                s.x += q->x, s.y += q->y, s.z += q->z;
            }
            float r = k / (off[i + 1] - off[i]);
            w[i] = (vec){ p.x * (1 - k) + s.x * r, p.y * (1 - k) + s.y * r, p.z * (1 - k) + s.z * r };
        }
        #pragma omp single
        { vec *tmp = m->v; m->v = w; w = tmp; }
    }
    free(off); free(nb); free(w);
}

static void measure(const char *what, const Mesh *m)
{
    double area = 0, vol = 0;
    #pragma omp parallel for schedule(static) reduction(+:area, vol)
    for (int i = 0; i < m->nt; i++) {
        vec a = m->v[m->t[i].a], b = m->v[m->t[i].b], c = m->v[m->t[i].c];
        vec n = cross(sub(b, a), sub(c, a));
        area += 0.5 * sqrt(dot(n, n));
        vol += dot(a, cross(b, c)) / 6.0;
    }
    printf("%-9s %d vertices, %d triangles, euler %d, area %.4f, volume %.5f\n", what, m->nv, m->nt,
           m->nv - m->nt / 2, area, vol);
}

static void draw(const Mesh *m)     /* view along -z, depth test per character */
{
    float depth[30][72];
    char pic[30][73];
    memset(pic, ' ', sizeof pic);
    memset(depth, 0, sizeof depth);
    for (int i = 0; i < m->nt; i++) {
        vec a = m->v[m->t[i].a], n = cross(sub(m->v[m->t[i].b], a), sub(m->v[m->t[i].c], a));
        int r = 29 - (int)(a.y * 30), c = (int)(a.x * 72);
        if (n.z <= 0 || r < 0 || r > 29 || c < 0 || c > 71 || a.z <= depth[r][c]) continue;
        float lit = (0.4f * n.x + 0.5f * n.y + 0.77f * n.z) / sqrtf(dot(n, n));
        depth[r][c] = a.z;
        pic[r][c] = " .,:;-=+*#%@"[lit < 0 ? 1 : 1 + (int)(lit * 10.5f)];
    }
    for (int r = 0; r < 30; r++) printf("%.72s|\n", pic[r]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 230, passes = argc > 2 ? atoi(argv[2]) : 70;
    unsigned s = 2021;
    if (n < 8 || n > 240) return 1;
    for (int i = 0; i < NBLOB; i++) {
        float r[4];
        for (int k = 0; k < 4; k++) r[k] = (float)((s = s * 69069u + 1u) >> 16) / 65536.0f;
        blob[i].x = 0.25f + 0.5f * r[0], blob[i].y = 0.25f + 0.5f * r[1], blob[i].z = 0.25f + 0.5f * r[2];
        blob[i].r = 0.15f + 0.12f * r[3];
    }
    Grid g = sample_field(n);
    Mesh m = polygonize(&g);
    free(g.f);
    measure("raw", &m);
    smooth(&m, passes);
    measure("smoothed", &m), draw(&m);
    free(m.v); free(m.t);
    return 0;
}
