// Heat conduction in a box with a layered material: explicit steps, convective faces.
//   heat3d [n steps]          n = points per side
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int nx, ny, nz;
    size_t sy, sz;        // strides
    float *t, *tn, *k;
} Box;

static size_t idx(const Box *b, int x, int y, int z)
{
    return z * b->sz + y * b->sy + x;
}

// rows are whole cache lines and x = 1, the first vector store, is on a line
#define LEAD 15
static float *row_alloc(size_t n)
{
    return (float *)aligned_alloc(64, (n * sizeof(float) + 127) / 64 * 64) + LEAD;
}

static Box make_box(int n)
{
    Box b;
    b.nx = n;
    b.ny = n - n / 8;
    b.nz = n / 2 + 1;
    b.sy = (b.nx + 16 + 15) / 16 * 16;
    b.sz = b.sy * b.ny;
    size_t total = b.sz * b.nz;
    b.t = row_alloc(total);
    b.tn = row_alloc(total);
    b.k = row_alloc(total);
    for (int z = 0; z < b.nz; z++)
        for (int y = 0; y < b.ny; y++)
            for (int x = 0; x < b.nx; x++) {
                size_t p = idx(&b, x, y, z);
                b.k[p] = 0.05f + 0.09f * ((z / 5 + y / 9) % 2);
                b.t[p] = 20.0f + (x * 13 + y * 7 + z * 5) % 30;
            }
    return b;
}

#ifndef TB
#define TB 4           // time levels per pass
#endif
#ifndef YT
#define YT 44          // rows per tile core
#endif

static inline float outside(float c)
{
    return c + 0.3f * (15.0f - c);
}

// one row (all x) from source planes lo / mid / hi (pointers to its first point)
static void row(const Box *b, const float *lo, const float *mid, const float *hi, float *o, const float *k,
                size_t sy, int y, int z)
{
    const int nx = b->nx;
    const int f = (y == 0 ? 4 : 0) | (y == b->ny - 1 ? 8 : 0) | (z == 0 ? 16 : 0) | (z == b->nz - 1 ? 32 : 0);
    const float *n = mid - (y > 0 ? sy : 0), *s = mid + (y < b->ny - 1 ? sy : 0);
    for (int x = 0; x < nx; x += nx - 1) {
        float c = mid[x];
        float t = (x == 0 ? outside(c) : mid[x - 1]) + (x == nx - 1 ? outside(c) : mid[x + 1])
                  + (f & 4 ? outside(c) : n[x]) + (f & 8 ? outside(c) : s[x])
                  + (f & 16 ? outside(c) : lo[x]) + (f & 32 ? outside(c) : hi[x]);
        o[x] = c + k[x] * (t - 6.0f * c);
    }
    if (f == 0) {
#pragma omp simd
        for (int x = 1; x < nx - 1; x++) {
            float c = mid[x];
            float t = mid[x - 1] + mid[x + 1] + n[x] + s[x] + lo[x] + hi[x];
            o[x] = c + k[x] * (t - 6.0f * c);
        }
    } else {
#pragma omp simd
        for (int x = 1; x < nx - 1; x++) {
            float c = mid[x], e = outside(c);
            float t = mid[x - 1] + mid[x + 1] + (f & 4 ? e : n[x]) + (f & 8 ? e : s[x])
                      + (f & 16 ? e : lo[x]) + (f & 32 ? e : hi[x]);
            o[x] = c + k[x] * (t - 6.0f * c);
        }
    }
}

// `levels` steps at once: tiles of rows (y) with halos recomputed, streaming over z; level
// l of the pipeline keeps three planes of its tile in a small ring.
static void tile_pass(const Box *b, int levels, int ya, int yb, float *ring)
{
    const size_t sy = b->sy;
    const int tw = YT + 2 * TB + 2;                  // rows of a ring plane
    const int base = ya - TB > 0 ? ya - TB : 0;      // first row kept
    for (int zz = 0; zz < b->nz + levels - 1; zz++)
        for (int l = 1; l <= levels; l++) {
            int z = zz - (l - 1), h = levels - l;
            if (z < 0 || z >= b->nz)
                continue;
            int y0 = ya - h > 0 ? ya - h : 0, y1 = yb + h < b->ny ? yb + h : b->ny;
            const float *p[3];
            for (int q = -1; q <= 1; q++) {
                int s = z + q < 0 ? 0 : z + q >= b->nz ? b->nz - 1 : z + q;
                p[q + 1] = l == 1 ? b->t + s * b->sz + (size_t)base * sy
                                  : ring + ((size_t)(l - 1) * 3 + s % 3) * tw * sy;
            }
            float *o = l == levels ? b->tn + z * b->sz + (size_t)base * sy : ring + ((size_t)l * 3 + z % 3) * tw * sy;
            for (int y = y0; y < y1; y++) {
                size_t r = (size_t)(y - base) * sy;
                row(b, p[0] + r, p[1] + r, p[2] + r, o + r, b->k + z * b->sz + (size_t)y * sy, sy, y, z);
            }
        }
}

static void run(Box *b, int steps)
{
#pragma omp parallel
    {
        float *ring = row_alloc((size_t)TB * 3 * (YT + 2 * TB + 2) * b->sy);
        for (int s = 0; s < steps; s += TB) {
            int levels = steps - s < TB ? steps - s : TB;
#pragma omp for schedule(dynamic, 1)
            for (int y = 0; y < b->ny; y += YT)
                tile_pass(b, levels, y, y + YT < b->ny ? y + YT : b->ny, ring);
#pragma omp single
            {
                float *swap = b->t;
                b->t = b->tn;
                b->tn = swap;
            }
        }
        free(ring - LEAD);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    int steps = argc > 2 ? atoi(argv[2]) : 250;
    if (n < 4)
        n = 4;
    Box b = make_box(n);
    run(&b, steps);

    double total = 0;
    float hot = -1e9f, cold = 1e9f;
    for (int z = 0; z < b.nz; z++)
        for (int y = 0; y < b.ny; y++)
            for (int x = 0; x < b.nx; x++) {
                float v = b.t[idx(&b, x, y, z)];
                total += v;
                if (v > hot)
                    hot = v;
                if (v < cold)
                    cold = v;
            }
    printf("steps %d total %.10g hot %.9g cold %.9g\n", steps, total, hot, cold);
    printf("centre %.9g corner %.9g\n", b.t[idx(&b, b.nx / 2, b.ny / 2, b.nz / 2)], b.t[0]);
    free(b.t - LEAD);
    free(b.tn - LEAD);
    free(b.k - LEAD);
    return 0;
}
