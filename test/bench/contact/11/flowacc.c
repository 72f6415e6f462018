/*
 * flowacc.c
 *
 * Hydrology on a synthetic terrain: midpoint terrain, depression filling by
 * alternating sweeps (Planchon & Darboux), D8 flow directions, flow
 * accumulation, slope and topographic wetness index, stream network.
 *
 * Usage: flowacc [rows] [cols] [stream_threshold]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef float elev_t;

typedef struct {
    int nrows, ncols;
    double cellsize;
    elev_t **z;                 /* row pointers */
} Raster;

typedef struct {
    int nrows, ncols;
    signed char **d;            /* 0..7, -1 for outlets */
} DirGrid;

static const int drow[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
static const int dcol[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };

static void *emalloc(size_t n)
{
    void *p = malloc(n);
    if (p == NULL) {
        fprintf(stderr, "flowacc: out of memory (%zu bytes)\n", n);
        exit(EXIT_FAILURE);
    }
    return p;
}

static Raster *raster_alloc(int nrows, int ncols)
{
    Raster *r = emalloc(sizeof *r);
    r->nrows = nrows;
    r->ncols = ncols;
    r->cellsize = 30.0;
    r->z = emalloc(nrows * sizeof *r->z);
    r->z[0] = emalloc((size_t)nrows * ncols * sizeof(elev_t));
    for (int i = 1; i < nrows; i++)
        r->z[i] = r->z[0] + (size_t)i * ncols;
    return r;
}

static void raster_free(Raster *r)
{
    free(r->z[0]);
    free(r->z);
    free(r);
}

static DirGrid *dir_alloc(int nrows, int ncols)
{
    DirGrid *g = emalloc(sizeof *g);
    g->nrows = nrows;
    g->ncols = ncols;
    g->d = emalloc(nrows * sizeof *g->d);
    g->d[0] = emalloc((size_t)nrows * ncols);
    for (int i = 1; i < nrows; i++)
        g->d[i] = g->d[0] + (size_t)i * ncols;
    return g;
}

static inline int inside(int nrows, int ncols, int r, int c)
{
    return r >= 0 && r < nrows && c >= 0 && c < ncols;
}

static inline int on_border(const Raster *z, int r, int c)
{
    return r == 0 || c == 0 || r == z->nrows - 1 || c == z->ncols - 1;
}

/* repeatable value in [-1, 1) for a lattice point */
static double lattice_noise(int x, int y, int octave)
{
    unsigned h = (unsigned)x * 374761393u + (unsigned)y * 668265263u + (unsigned)octave * 2246822519u;
    h = (h ^ (h >> 13)) * 1274126177u;
    h ^= h >> 16;
    return (double)h / 2147483648.0 - 1.0;
}

static double smooth_noise(double x, double y, int octave)
{
    int xi = (int)floor(x), yi = (int)floor(y);
    double fx = x - xi, fy = y - yi;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    double a = lattice_noise(xi, yi, octave), b = lattice_noise(xi + 1, yi, octave);
    double c = lattice_noise(xi, yi + 1, octave), d = lattice_noise(xi + 1, yi + 1, octave);
    return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy;
}

static void make_terrain(Raster *t)
{
    for (int r = 0; r < t->nrows; r++)
        for (int c = 0; c < t->ncols; c++) {
            double z = 400.0 + 0.15 * r + 0.05 * c, amp = 120.0, freq = 1.0 / 160;
            for (int o = 0; o < 6; o++) {
                z += amp * smooth_noise(c * freq, r * freq, o);
                amp *= 0.5;
                freq *= 2;
            }
            t->z[r][c] = (elev_t)z;
        }
}

/* one sweep in one of four scan orders; returns number of changed cells */
static long fill_sweep(const Raster *dem, Raster *w, int order, float eps)
{
    int nr = dem->nrows, nc = dem->ncols;
    long changed = 0;

    for (int i = 0; i < nr; i++) {
        int r = (order & 1) ? nr - 1 - i : i;
        for (int j = 0; j < nc; j++) {
            int c = (order & 2) ? nc - 1 - j : j;
            if (w->z[r][c] <= dem->z[r][c])
                continue;
            for (int k = 0; k < 8; k++) {
                int rr = r + drow[k], cc = c + dcol[k];
                if (!inside(nr, nc, rr, cc))
                    continue;
                float lim = w->z[rr][cc] + eps;
                if (dem->z[r][c] >= lim) {
                    w->z[r][c] = dem->z[r][c];
                    changed++;
                    break;
                }
                if (w->z[r][c] > lim) {
                    w->z[r][c] = lim;
                    changed++;
                }
            }
        }
    }
    return changed;
}

static int fill_depressions(const Raster *dem, Raster *w, float eps)
{
    int sweeps = 0;
    for (int r = 0; r < dem->nrows; r++)
        for (int c = 0; c < dem->ncols; c++)
            w->z[r][c] = on_border(dem, r, c) ? dem->z[r][c] : 1e9f;
    while (fill_sweep(dem, w, sweeps % 4, eps) > 0)
        sweeps++;
    return sweeps;
}

static void flow_directions(const Raster *z, DirGrid *g)
{
    for (int r = 0; r < z->nrows; r++)
        for (int c = 0; c < z->ncols; c++) {
            double best = 0;
            int dir = -1;
            for (int k = 0; k < 8; k++) {
                int rr = r + drow[k], cc = c + dcol[k];
                if (!inside(z->nrows, z->ncols, rr, cc))
                    continue;
                double dist = (k & 1) ? M_SQRT2 : 1.0;
                double drop = (z->z[r][c] - z->z[rr][cc]) / dist;
                if (drop > best) {
                    best = drop;
                    dir = k;
                }
            }
            g->d[r][c] = (signed char)(on_border(z, r, c) ? -1 : dir);
        }
}

/* drain cells in topological order, starting at the ridges */
static void accumulate(const DirGrid *g, int *acc)
{
    int nr = g->nrows, nc = g->ncols;
    size_t n = (size_t)nr * nc, head = 0, tail = 0;
    unsigned char *indeg = emalloc(n);
    int *queue = emalloc(n * sizeof *queue);

    memset(indeg, 0, n);
    for (int r = 0; r < nr; r++)
        for (int c = 0; c < nc; c++) {
            int d = g->d[r][c];
            acc[(size_t)r * nc + c] = 1;
            if (d >= 0)
                indeg[(size_t)(r + drow[d]) * nc + c + dcol[d]]++;
        }
    for (size_t i = 0; i < n; i++)
        if (indeg[i] == 0)
            queue[tail++] = (int)i;
    while (head < tail) {
        int at = queue[head++], r = at / nc, c = at % nc, d = g->d[r][c];
        if (d < 0)
            continue;
        int to = (r + drow[d]) * nc + c + dcol[d];
        acc[to] += acc[at];
        if (--indeg[to] == 0)
            queue[tail++] = to;
    }
    free(indeg);
    free(queue);
}

static void wetness(const Raster *z, const int *acc, Raster *twi)
{
    for (int r = 0; r < z->nrows; r++)
        for (int c = 0; c < z->ncols; c++) {
            int n = r > 0 ? r - 1 : r, s = r < z->nrows - 1 ? r + 1 : r;
            int w = c > 0 ? c - 1 : c, e = c < z->ncols - 1 ? c + 1 : c;
            double gx = (z->z[r][e] - z->z[r][w]) / ((e - w) * z->cellsize);
            double gy = (z->z[s][c] - z->z[n][c]) / ((s - n) * z->cellsize);
            double slope = sqrt(gx * gx + gy * gy);
            double area = acc[(size_t)r * z->ncols + c] * z->cellsize;
            twi->z[r][c] = (elev_t)log(area / (slope > 1e-4 ? slope : 1e-4));
        }
}

int main(int argc, char **argv)
{
    int nr = argc > 1 ? atoi(argv[1]) : 2000, nc = argc > 2 ? atoi(argv[2]) : 2400;
    int threshold = argc > 3 ? atoi(argv[3]) : 1000;

    if (argc > 4 || nr < 3 || nc < 3 || nr > 20000 || nc > 20000) {
        fprintf(stderr, "usage: flowacc [rows] [cols] [stream_threshold]\n");
        return 2;
    }
    Raster *dem = raster_alloc(nr, nc), *filled = raster_alloc(nr, nc), *twi = raster_alloc(nr, nc);
    DirGrid *dir = dir_alloc(nr, nc);
    int *acc = emalloc((size_t)nr * nc * sizeof *acc);

    make_terrain(dem);
    int sweeps = fill_depressions(dem, filled, 0.001f);
    flow_directions(filled, dir);
    accumulate(dir, acc);
    wetness(filled, acc, twi);

    long streams = 0, pits = 0;
    double volume = 0, index = 0;
    int biggest = 0;
    unsigned hash = 0;
    for (int r = 0; r < nr; r++)
        for (int c = 0; c < nc; c++) {
            int a = acc[r * nc + c];
            streams += a >= threshold;
            pits += dir->d[r][c] < 0 && !on_border(dem, r, c);
            volume += filled->z[r][c] - dem->z[r][c];
            index += twi->z[r][c];
            if (a > acc[biggest]) biggest = r * nc + c;
            hash = hash * 31u + (unsigned)a;
        }
    printf("grid %d x %d, %d sweeps, %ld interior pits left\n", nr, nc, sweeps, pits);
    printf("fill volume %.4f, mean wetness %.7f\n", volume, index / ((double)nr * nc));
    printf("stream cells %ld, largest basin %d cells at (%d,%d)\n", streams, acc[biggest], biggest / nc, biggest % nc);
    printf("hash %08x\n", hash);
    raster_free(dem); raster_free(filled); raster_free(twi);
    free(dir->d[0]); free(dir->d); free(dir);
    free(acc);
    return 0;
}
