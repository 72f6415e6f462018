/* viewshed - place lookout towers on generated terrain.
 * For every candidate hilltop the visible cells are found by casting rays to the
 * rim of its range; towers are then chosen greedily by newly seen area.
 * usage: viewshed [grid] [candidates] [range_cells] [towers] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef struct {
    int w, h;
    float *z;            /* metres */
} Terrain;

typedef struct {
    int x, y;
    long seen;
    uint64_t *bits;      /* one bit per terrain cell */
} Tower;

#define CELL 30.0f
#define MAST 18.0f

static uint32_t hash2(uint32_t x, uint32_t y, uint32_t s)
{
    uint32_t h = x * 374761393u + y * 668265263u + s * 2246822519u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
}

static float lattice_noise(float x, float y, uint32_t s)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - (float)ix, fy = y - (float)iy;
    float c[4];
    for (int k = 0; k < 4; k++)
        c[k] = (float)(hash2((uint32_t)(ix + (k & 1)), (uint32_t)(iy + (k >> 1)), s) & 0xffff) / 65535.0f;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    float a = c[0] + (c[1] - c[0]) * fx, b = c[2] + (c[3] - c[2]) * fx;
    return a + (b - a) * fy;
}

static int terrain_make(Terrain *t, int n)
{
    t->w = t->h = n;
    t->z = malloc(sizeof(float) * (size_t)n * n);
    if (!t->z)
        return -1;
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float v = 0, amp = 420, f = 1.0f / 140;
            for (uint32_t o = 0; o < 6; o++) {
                float q = lattice_noise((float)x * f, (float)y * f, o);
                v += amp * (o == 1 ? fabsf(2 * q - 1) : q);
                amp *= 0.48f;
                f *= 2.1f;
            }
            t->z[(size_t)y * n + x] = v;
        }
    return 0;
}

static float height(const Terrain *t, int x, int y) { return t->z[(size_t)y * t->w + x]; }

/* Candidates: highest cell of each tile of a coarse raster over the map. */
static int pick_candidates(const Terrain *t, Tower *c, int want)
{
    int side = (int)ceil(sqrt((double)want)), n = 0;
    int tw = t->w / side, th = t->h / side;
    if (tw < 3 || th < 3)
        return -1;
    for (int ty = 0; ty < side; ty++)
        for (int tx = 0; tx < side && n < want; tx++) {
            int bx = tx * tw + 1, by = ty * th + 1;
            for (int y = ty * th + 1; y < (ty + 1) * th - 1; y++)
                for (int x = tx * tw + 1; x < (tx + 1) * tw - 1; x++)
                    if (height(t, x, y) > height(t, bx, by)) {
                        bx = x;
                        by = y;
                    }
            c[n].x = bx;
            c[n].y = by;
            c[n].seen = 0;
            c[n++].bits = NULL;
        }
    return n;
}

static void mark(Tower *c, size_t cell)
{
    uint64_t m = 1ull << (cell & 63);
    if (!(c->bits[cell >> 6] & m)) {
        c->bits[cell >> 6] |= m;
        c->seen++;
    }
}

/* Walk from the tower towards (ex, ey), keeping the steepest slope met so far. */
static void cast(const Terrain *t, Tower *c, int ex, int ey)
{
    int dx = ex - c->x, dy = ey - c->y;
    int n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    float sx = (float)dx / (float)n, sy = (float)dy / (float)n;
    float unit = CELL * sqrtf(sx * sx + sy * sy);
    float eye = height(t, c->x, c->y) + MAST, steepest = -1e30f;
    float px = (float)c->x + 0.5f, py = (float)c->y + 0.5f;
    for (int k = 1; k <= n; k++) {
        px += sx;
        py += sy;
        int x = (int)px, y = (int)py;
        if (px < 0 || py < 0 || x >= t->w || y >= t->h)
            return;
        float dist = unit * (float)k;
        float drop = dist * dist * 6.7e-8f;          /* curvature with refraction */
        float slope = (height(t, x, y) - drop - eye) / dist;
        if (slope >= steepest) {
            steepest = slope;
            mark(c, (size_t)y * t->w + x);
        }
    }
}

static int survey(const Terrain *t, Tower *c, int range)
{
    size_t words = ((size_t)t->w * t->h + 63) / 64;
    c->bits = calloc(words, sizeof *c->bits);
    if (!c->bits)
        return -1;
    mark(c, (size_t)c->y * t->w + c->x);
    for (int k = -range; k < range; k++) {
        cast(t, c, c->x + k, c->y - range);
        cast(t, c, c->x + range, c->y + k);
        cast(t, c, c->x - k, c->y + range);
        cast(t, c, c->x - range, c->y - k);
    }
    return 0;
}

static long gain(const Tower *c, const uint64_t *covered, size_t words)
{
    long g = 0;
    for (size_t i = 0; i < words; i++)
        g += __builtin_popcountll(c->bits[i] & ~covered[i]);
    return g;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, want = argc > 2 ? atoi(argv[2]) : 400;
    int range = argc > 3 ? atoi(argv[3]) : 200, towers = argc > 4 ? atoi(argv[4]) : 12;
    Terrain t;
    if (n < 16 || want < 1 || range < 1 || terrain_make(&t, n)) {
        fprintf(stderr, "viewshed: bad size or no memory\n");
        return 1;
    }
    Tower *cand = malloc(sizeof *cand * want);
    size_t words = ((size_t)n * n + 63) / 64;
    uint64_t *covered = calloc(words, sizeof *covered);
    int nc = cand && covered ? pick_candidates(&t, cand, want) : -1;
    if (nc < 1) {
        fprintf(stderr, "viewshed: cannot place candidates\n");
        return 1;
    }
    long visible = 0;
    int failed = 0;
    #pragma omp parallel for schedule(dynamic, 2) reduction(+ : visible) reduction(|| : failed)
    for (int i = 0; i < nc; i++) {
        if (survey(&t, &cand[i], range))
            failed = 1;
        else
            visible += cand[i].seen;
    }
    if (failed) {
        fprintf(stderr, "viewshed: no memory\n");
        return 1;
    }
    printf("candidates %d visible cells in total %ld\n", nc, visible);

    long total = 0;
    for (int k = 0; k < towers; k++) {
        int best = -1;
        long bg = 0;
        #pragma omp parallel
        {
            int mb = -1;
            long mg = 0;
            #pragma omp for schedule(static) nowait
            for (int i = 0; i < nc; i++) {
                long g = cand[i].seen > mg ? gain(&cand[i], covered, words) : 0;
                if (g > mg) {
                    mg = g;
                    mb = i;
                }
            }
            #pragma omp critical
            if (mb >= 0 && (mg > bg || (mg == bg && mb < best))) {
                bg = mg;
                best = mb;
            }
        }
        if (best < 0)
            break;
        for (size_t i = 0; i < words; i++)
            covered[i] |= cand[best].bits[i];
        total += bg;
        printf("tower %2d at (%d,%d) z %.1f adds %ld, coverage %.3f%%\n", k + 1, cand[best].x, cand[best].y,
               (double)height(&t, cand[best].x, cand[best].y), bg, 100.0 * (double)total / ((double)n * n));
    }
    uint64_t digest = 0;
    for (size_t i = 0; i < words; i++)
        digest = digest * 0x100000001b3ull + covered[i];
    printf("digest %016llx\n", (unsigned long long)digest);
    for (int i = 0; i < nc; i++)
        free(cand[i].bits);
    free(cand);
    free(covered);
    free(t.z);
    return 0;
}
