/* Contour lines from a gridded survey: smooth, marching squares for several
 * levels into a growing segment list, then statistics per level. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct { float x0, y0, x1, y1; short level; unsigned char kase; } segment;

typedef struct {
    segment *s;
    size_t n, cap;
    int oom;
} seglist;

typedef struct grid { int nx, ny; double **v; } grid;

static grid *grid_new(int nx, int ny)
{
    grid *g = malloc(sizeof *g);
    if (!g) return NULL;
    g->nx = nx; g->ny = ny;
    g->v = malloc(ny * sizeof *g->v);
    if (!g->v) { free(g); return NULL; }
    for (int j = 0; j < ny; j++) {
        g->v[j] = malloc(nx * sizeof **g->v);
        if (!g->v[j]) {
            while (j--) free(g->v[j]);
            free(g->v); free(g);
            return NULL;
        }
    }
    return g;
}

static void grid_free(grid *g)
{
    if (!g) return;
    for (int j = 0; j < g->ny; j++) free(g->v[j]);
    free(g->v);
    free(g);
}

static double survey(double x, double y)
{
    double z = 0, f = 1, a = 50;
    for (int o = 0; o < 4; o++) {
        z += a * sin(f * x + 1.3 * o) * cos(f * y * 1.1 - 0.7 * o);
        f *= 2.1;
        a *= 0.45;
    }
    return z;
}

/* despeckle: replace a sample that sticks out of its 8 neighbours */
static int despeckle(const grid *in, grid *out)
{
    int fixed = 0;
#pragma omp parallel for reduction(+:fixed)
    for (int j = 0; j < in->ny; j++)
        for (int i = 0; i < in->nx; i++) {
            double c = in->v[j][i], lo = 1e30, hi = -1e30, sum = 0;
            int n = 0;
            for (int dj = -1; dj <= 1; dj++)
                for (int di = -1; di <= 1; di++) {
                    int y = j + dj, x = i + di;
                    if ((!di && !dj) || x < 0 || y < 0 || x >= in->nx || y >= in->ny) continue;
                    double t = in->v[y][x];
                    if (t < lo) lo = t;
                    if (t > hi) hi = t;
                    sum += t;
                    n++;
                }
            if (c < lo - 1.0 || c > hi + 1.0) { c = sum / n; fixed++; }
            out->v[j][i] = c;
        }
    return fixed;
}

static void push(seglist *l, double x0, double y0, double x1, double y1, int lev, int kase)
{
    if (l->n == l->cap) {
        size_t nc = l->cap ? l->cap * 2 : 4096;
        segment *ns = realloc(l->s, nc * sizeof *ns);
        if (!ns) { l->oom = 1; return; }
        l->s = ns;
        l->cap = nc;
    }
    segment *s = &l->s[l->n++];
    s->x0 = (float)x0; s->y0 = (float)y0; s->x1 = (float)x1; s->y1 = (float)y1;
    s->level = (short)lev;
    s->kase = (unsigned char)kase;
}

static double cut(double a, double b, double z)
{
    double d = b - a;
    return fabs(d) < 1e-12 ? 0.5 : (z - a) / d;
}

static void cell(const grid *g, int i, int j, double z, int lev, seglist *out)
{
    double a = g->v[j][i], b = g->v[j][i + 1], c = g->v[j + 1][i + 1], d = g->v[j + 1][i];
    int k = (a > z) | (b > z) << 1 | (c > z) << 2 | (d > z) << 3;
    double ex[4], ey[4];
    if (k == 0 || k == 15) return;
    ex[0] = i + cut(a, b, z); ey[0] = j;
    ex[1] = i + 1;            ey[1] = j + cut(b, c, z);
    ex[2] = i + cut(d, c, z); ey[2] = j + 1;
    ex[3] = i;                ey[3] = j + cut(a, d, z);
    switch (k) {
    case 1: case 14: push(out, ex[3], ey[3], ex[0], ey[0], lev, k); break;
    case 2: case 13: push(out, ex[0], ey[0], ex[1], ey[1], lev, k); break;
    case 3: case 12: push(out, ex[3], ey[3], ex[1], ey[1], lev, k); break;
    case 4: case 11: push(out, ex[1], ey[1], ex[2], ey[2], lev, k); break;
    case 6: case 9:  push(out, ex[0], ey[0], ex[2], ey[2], lev, k); break;
    case 7: case 8:  push(out, ex[3], ey[3], ex[2], ey[2], lev, k); break;
    case 5: case 10: {
        int mid = (a + b + c + d) / 4 > z;
        if (mid == (k == 5)) {
            push(out, ex[3], ey[3], ex[2], ey[2], lev, k);
            push(out, ex[0], ey[0], ex[1], ey[1], lev, k);
        } else {
            push(out, ex[3], ey[3], ex[0], ey[0], lev, k);
            push(out, ex[1], ey[1], ex[2], ey[2], lev, k);
        }
        break;
    }
    }
}

static int trace(const grid *g, const double *level, int nlev, seglist *out)
{
    /* strips with own lists, joined in order */
    enum { STRIPS = 16 };
    seglist part[STRIPS];
    int rows = g->ny - 1;
    memset(part, 0, sizeof part);
#pragma omp parallel for schedule(dynamic, 1)
    for (int s = 0; s < STRIPS; s++)
        for (int j = (int)((long)rows * s / STRIPS); j < (int)((long)rows * (s + 1) / STRIPS); j++)
            for (int i = 0; i + 1 < g->nx; i++)
                for (int l = 0; l < nlev; l++)
                    cell(g, i, j, level[l], l, &part[s]);
    size_t n = 0;
    for (int s = 0; s < STRIPS; s++) { n += part[s].n; out->oom |= part[s].oom; }
    out->s = malloc((n + 1) * sizeof *out->s);
    if (!out->s) out->oom = 1;
    if (!out->oom)
        for (int s = 0; s < STRIPS; s++) {
            if (part[s].n) memcpy(out->s + out->n, part[s].s, part[s].n * sizeof *out->s);
            out->n += part[s].n;
        }
    out->cap = n + 1;
    for (int s = 0; s < STRIPS; s++) free(part[s].s);
    return out->oom ? -1 : 0;
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 2900, ny = nx * 5 / 8;
    if (nx < 16) { fprintf(stderr, "grid too small\n"); return 1; }
    grid *raw = grid_new(nx, ny), *g = grid_new(nx, ny);
    if (!raw || !g) return 1;
    unsigned r = 777;
#pragma omp parallel for
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            raw->v[j][i] = survey(i * 12.0 / nx, j * 12.0 / nx);
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
            r = r * 1664525u + 1013904223u;
            if (r >> 20 == 7) raw->v[j][i] += 200;
        }
    int fixed = despeckle(raw, g);
    fixed += despeckle(g, raw);

    double level[24];
    int nlev = 24;
    for (int l = 0; l < nlev; l++) level[l] = -60 + 5.0 * l;
    seglist list = { 0 };
    if (trace(raw, level, nlev, &list)) { fprintf(stderr, "out of memory\n"); return 1; }

    double len[24] = { 0 }, total = 0;
    int cnt[24] = { 0 };
    unsigned long long order = 0;
    for (size_t k = 0; k < list.n; k++) {
        const segment *s = &list.s[k];
        double d = hypot(s->x1 - s->x0, s->y1 - s->y0);
        len[s->level] += d;
        cnt[s->level]++;
        total += d;
        order = order * 1099511628211ULL + (unsigned long long)(s->x0 * 64) + s->kase;
    }
    printf("%d x %d, %d spikes fixed, %zu segments, order %016llx\n", nx, ny, fixed, list.n, order);
    for (int l = 0; l < nlev; l += 4) printf("level %6.1f: %d segments length %.4f\n", level[l], cnt[l], len[l]);
    printf("total length %.3f\n", total);
    grid_free(raw); grid_free(g);
    free(list.s);
    return 0;
}
