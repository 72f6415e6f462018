/* viewshed - synthesises a terrain, computes what each candidate lookout tower can see and
 * chooses towers greedily for maximum coverage.
 * usage: viewshed [size] [towers] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define RADIUS 140
#define CHOSEN 12

typedef struct {
    int w, h;
    float *z;
} Terrain;

typedef struct {
    int x, y;
    float eye;
    uint64_t *seen;     /* one bit per cell */
    int cells, taken;
} Tower;

typedef void (*cell_fn)(void *ctx, int cell);

typedef struct {
    Tower *tower;
    int *popularity;
} Marker;

static uint32_t mix(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x85EBCA6Bu ^ (b + 0x9E3779B9u) * 0xC2B2AE35u ^ c * 0x27D4EB2Fu;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    return h ^ h >> 13;
}

static float lattice(int x, int y, uint32_t seed) { return (mix(x, y, seed) & 0xffff) / 65536.0f; }

static float noise(float x, float y, uint32_t seed)
{
    int ix = (int)floorf(x), iy = (int)floorf(y);
    float fx = x - ix, fy = y - iy;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    float a = lattice(ix, iy, seed), b = lattice(ix + 1, iy, seed);
    float c = lattice(ix, iy + 1, seed), d = lattice(ix + 1, iy + 1, seed);
    return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy;
}

static void raise_terrain(Terrain *t, uint32_t seed)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < t->h; y++)
        for (int x = 0; x < t->w; x++) {
            float amp = 180, scale = 1 / 170.0f, v = 0;
            for (int o = 0; o < 6; o++) {
                v += amp * noise(x * scale, y * scale, seed + o);
                amp *= 0.48f;
                scale *= 2.1f;
            }
            t->z[y * t->w + x] = v;
        }
}

static void mark_seen(void *ctx, int cell)
{
    Marker *m = ctx;
    uint64_t bit = 1ull << (cell & 63), *word = &m->tower->seen[cell >> 6];
    if (*word & bit) return;
    *word |= bit;
    m->tower->cells++;
    m->popularity[cell]++;
}

/* walks one sight line, reporting each cell that rises above the horizon so far */
static void sight_line(const Terrain *t, const Tower *tw, int tx, int ty, cell_fn visit, void *ctx)
{
    int dx = abs(tx - tw->x), dy = abs(ty - tw->y);
    int sx = tx > tw->x ? 1 : -1, sy = ty > tw->y ? 1 : -1;
    int x = tw->x, y = tw->y, err = dx - dy;
    float horizon = -1e9f;
    while (x != tx || y != ty) {
        int e2 = 2 * err;
        if (e2 > -dy) { err -= dy; x += sx; }
        if (e2 < dx) { err += dx; y += sy; }
        if (x < 0 || y < 0 || x >= t->w || y >= t->h) return;
        float ex = x - tw->x, ey = y - tw->y, d2 = ex * ex + ey * ey;
        if (d2 > RADIUS * RADIUS) return;
        float slope = (t->z[y * t->w + x] - tw->eye) / sqrtf(d2);
        if (slope >= horizon) {
            horizon = slope;
            visit(ctx, y * t->w + x);
        }
    }
}

static void survey(const Terrain *t, Tower *tw, cell_fn visit, void *ctx)
{
    for (int k = -RADIUS; k <= RADIUS; k++) {
        sight_line(t, tw, tw->x + k, tw->y - RADIUS, visit, ctx);
        sight_line(t, tw, tw->x + k, tw->y + RADIUS, visit, ctx);
        sight_line(t, tw, tw->x - RADIUS, tw->y + k, visit, ctx);
        sight_line(t, tw, tw->x + RADIUS, tw->y + k, visit, ctx);
    }
}

static int gain_of(const Tower *tw, const uint64_t *covered, int words)
{
    int g = 0;
    for (int i = 0; i < words; i++)
        for (uint64_t v = tw->seen[i] & ~covered[i]; v; v &= v - 1) g++;
    return g;
}

int main(int argc, char **argv)
{
    int size = argc > 1 ? atoi(argv[1]) : 500;
    int nt = argc > 2 ? atoi(argv[2]) : 760;
    uint32_t seed = argc > 3 ? (uint32_t)atoi(argv[3]) : 21;
    if (size < 16 || nt < 1) return 1;

    Terrain t = { size, size, malloc(sizeof(float) * size * size) };
    int words = (size * size + 63) / 64;
    int *popularity = calloc((size_t)size * size, sizeof *popularity);
    Tower *towers = calloc(nt, sizeof *towers);
    raise_terrain(&t, seed);
    for (int i = 0; i < nt; i++) {
        Tower *tw = &towers[i];
        tw->x = mix(i, 1, seed) % size;
        tw->y = mix(i, 2, seed) % size;
        tw->eye = t.z[tw->y * size + tw->x] + 6 + mix(i, 3, seed) % 20;
        tw->seen = calloc(words, sizeof *tw->seen);
    }

    #pragma omp parallel
    {
        int *mine = calloc((size_t)size * size, sizeof *mine);
        #pragma omp for schedule(dynamic, 4) nowait
        for (int i = 0; i < nt; i++) {
            Marker m = { &towers[i], mine };
            survey(&t, &towers[i], mark_seen, &m);
        }
        #pragma omp critical
        for (int c = 0; c < size * size; c++) popularity[c] += mine[c];
        free(mine);
    }

    uint64_t *covered = calloc(words, sizeof *covered);
    int total = 0;
    for (int round = 0; round < CHOSEN && round < nt; round++) {
        int best = -1, bestgain = 0;
        #pragma omp parallel
        {
            int mybest = -1, mygain = 0;
            #pragma omp for schedule(dynamic, 8) nowait
            for (int i = 0; i < nt; i++) {
                if (towers[i].taken || towers[i].cells <= mygain) continue;
                int g = gain_of(&towers[i], covered, words);
                if (g > mygain) {
                    mygain = g;
                    mybest = i;
                }
            }
            #pragma omp critical
            if (mybest >= 0 && (mygain > bestgain || (mygain == bestgain && mybest < best))) {
                bestgain = mygain;
                best = mybest;
            }
        }
        if (best < 0) break;
        towers[best].taken = 1;
        for (int i = 0; i < words; i++) covered[i] |= towers[best].seen[i];
        total += bestgain;
        printf("tower %d at %d,%d adds %d\n", best, towers[best].x, towers[best].y, bestgain);
    }

    int peak = 0;
    uint64_t digest = seed;
    double relief = 0;
    for (int c = 0; c < size * size; c++) {
        if (popularity[c] > popularity[peak]) peak = c;
        digest = digest * 1099511628211ull + (uint64_t)popularity[c];
        relief += t.z[c];
    }
    printf("covered %d peak %d,%d seen by %d relief %.6f digest %016llx\n", total, peak % size,
           peak / size, popularity[peak], relief / size / size, (unsigned long long)digest);
    for (int i = 0; i < nt; i++) free(towers[i].seen);
    free(towers);
    free(covered);
    free(popularity);
    free(t.z);
    return 0;
}
