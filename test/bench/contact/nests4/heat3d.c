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

static Box make_box(int n)
{
    Box b;
    b.nx = n;
    b.ny = n - n / 8;
    b.nz = n / 2 + 1;
    b.sy = b.nx + 1;
    b.sz = b.sy * b.ny;
    size_t total = b.sz * b.nz;
    b.t = malloc(total * sizeof(float));
    b.tn = malloc(total * sizeof(float));
    b.k = malloc(total * sizeof(float));
    for (int z = 0; z < b.nz; z++)
        for (int y = 0; y < b.ny; y++)
            for (int x = 0; x < b.nx; x++) {
                size_t p = idx(&b, x, y, z);
                b.k[p] = 0.05f + 0.09f * ((z / 5 + y / 9) % 2);
                b.t[p] = 20.0f + (x * 13 + y * 7 + z * 5) % 30;
            }
    return b;
}

static float neighbour(const Box *b, int x, int y, int z, float self)
{
    if (x < 0 || x >= b->nx || y < 0 || y >= b->ny || z < 0 || z >= b->nz)
        return self + 0.3f * (15.0f - self);      // outside air
    return b->t[idx(b, x, y, z)];
}

static void boundary_point(Box *b, int x, int y, int z)
{
    size_t p = idx(b, x, y, z);
    float c = b->t[p];
    float s = neighbour(b, x - 1, y, z, c) + neighbour(b, x + 1, y, z, c)
              + neighbour(b, x, y - 1, z, c) + neighbour(b, x, y + 1, z, c)
              + neighbour(b, x, y, z - 1, c) + neighbour(b, x, y, z + 1, c);
    b->tn[p] = c + b->k[p] * (s - 6.0f * c);
}

static void step(Box *b)
{
    for (int z = 0; z < b->nz; z++)
        for (int y = 0; y < b->ny; y++) {
            if (z == 0 || z == b->nz - 1 || y == 0 || y == b->ny - 1) {
                for (int x = 0; x < b->nx; x++)
                    boundary_point(b, x, y, z);
                continue;
            }
            boundary_point(b, 0, y, z);
            for (int x = 1; x < b->nx - 1; x++) {
                size_t p = idx(b, x, y, z);
                float c = b->t[p];
                float s = b->t[p - 1] + b->t[p + 1] + b->t[p - b->sy] + b->t[p + b->sy]
                          + b->t[p - b->sz] + b->t[p + b->sz];
                b->tn[p] = c + b->k[p] * (s - 6.0f * c);
            }
            boundary_point(b, b->nx - 1, y, z);
        }
    float *swap = b->t;
    b->t = b->tn;
    b->tn = swap;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    int steps = argc > 2 ? atoi(argv[2]) : 250;
    if (n < 4)
        n = 4;
    Box b = make_box(n);
    for (int s = 0; s < steps; s++)
        step(&b);

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
    free(b.t);
    free(b.tn);
    free(b.k);
    return 0;
}
