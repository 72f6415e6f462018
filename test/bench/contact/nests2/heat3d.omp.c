/* Explicit heat conduction in a block of inhomogeneous material: insulated
 * sides and bottom, convection at the top, a heater inside.
 *
 *   usage: heat3d [cells-per-side [steps]]
 */
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int nx, ny, nz;
    float *cell;
};

struct box {
    int x0, x1, y0, y1, z0, z1;
};

struct problem {
    float dt, ambient, film, power, limit;
    struct box heater;
};

static inline size_t at(const struct grid *g, int x, int y, int z)
{
    return ((size_t)z * g->ny + y) * g->nx + x;
}

static inline float get(const struct grid *g, int x, int y, int z)
{
    return g->cell[at(g, x, y, z)];
}

static inline int inside(const struct box *b, int x, int y, int z)
{
    return x >= b->x0 && x < b->x1 && y >= b->y0 && y < b->y1 && z >= b->z0 && z < b->z1;
}

static struct grid grid_new(int nx, int ny, int nz, float value)
{
    struct grid g = { nx, ny, nz, malloc((size_t)nx * ny * nz * sizeof(float)) };
    if (!g.cell) {
        fprintf(stderr, "grid %dx%dx%d: out of memory\n", nx, ny, nz);
        exit(1);
    }
    for (size_t i = 0; i < (size_t)nx * ny * nz; i++)
        g.cell[i] = value;
    return g;
}

static void layers(struct grid *k)
{
    unsigned r = 9u;

    for (int z = 0; z < k->nz; z++)
        for (int y = 0; y < k->ny; y++)
            for (int x = 0; x < k->nx; x++) {
                r = r * 69069u + 1u;
                float base = z < k->nz / 3 ? 0.4f : z < 2 * k->nz / 3 ? 1.0f : 0.7f;
                k->cell[at(k, x, y, z)] = base * (0.9f + 0.2f * (float)(r >> 16) / 65536.0f);
            }
}

/* flow into a cell of conductivity kc and temperature tc from a neighbour */
static inline float flow(const struct grid *t, const struct grid *k, float tc, float kc, int x,
                         int y, int z)
{
    return 0.5f * (kc + get(k, x, y, z)) * (get(t, x, y, z) - tc);
}

static inline float cell_step(const struct problem *p, const struct grid *k,
                              const struct grid *old, int x, int y, int z)
{
    int nx = old->nx, ny = old->ny, nz = old->nz;
    float tc = get(old, x, y, z);
    float kc = get(k, x, y, z);
    float q = 0.0f;

    q += flow(old, k, tc, kc, x > 0 ? x - 1 : x, y, z);
    q += flow(old, k, tc, kc, x < nx - 1 ? x + 1 : x, y, z);
    q += flow(old, k, tc, kc, x, y > 0 ? y - 1 : y, z);
    q += flow(old, k, tc, kc, x, y < ny - 1 ? y + 1 : y, z);
    q += flow(old, k, tc, kc, x, y, z > 0 ? z - 1 : z);
    if (z < nz - 1)
        q += flow(old, k, tc, kc, x, y, z + 1);
    else
        q += p->film * (p->ambient - tc);
    if (inside(&p->heater, x, y, z))
        q += p->power;
    float tn = tc + p->dt * q;
    return tn > p->limit ? p->limit : tn;
}

/* one row in x: ends by the general routine, the rest in vectors */
static void row_step(const struct problem *p, const struct grid *k, const struct grid *old,
                     struct grid *new, int y, int z)
{
    int nx = old->nx, ny = old->ny, nz = old->nz;
    size_t c = at(old, 0, y, z);
    size_t s = y > 0 ? at(old, 0, y - 1, z) : c, n = y < ny - 1 ? at(old, 0, y + 1, z) : c;
    size_t d = z > 0 ? at(old, 0, y, z - 1) : c, u = z < nz - 1 ? at(old, 0, y, z + 1) : c;
    const float *restrict tc = old->cell + c, *restrict kc = k->cell + c;
    const float *restrict ts = old->cell + s, *restrict ks = k->cell + s;
    const float *restrict tn = old->cell + n, *restrict kn = k->cell + n;
    const float *restrict td = old->cell + d, *restrict kd = k->cell + d;
    const float *restrict tu = old->cell + u, *restrict ku = k->cell + u;
    float *restrict out = new->cell + c;
    const int top = z == nz - 1;
    const float film = p->film, ambient = p->ambient, dt = p->dt, limit = p->limit;
    const struct box *h = &p->heater;
    const int hot = y >= h->y0 && y < h->y1 && z >= h->z0 && z < h->z1;
    const int x0 = hot ? h->x0 : 0, x1 = hot ? h->x1 : 0;

    out[0] = cell_step(p, k, old, 0, y, z);
    if (nx > 1)
        out[nx - 1] = cell_step(p, k, old, nx - 1, y, z);
#pragma omp simd
    for (int x = 1; x < nx - 1; x++) {
        float t = tc[x], kk = kc[x], q = 0.0f;
        q += 0.5f * (kk + kc[x - 1]) * (tc[x - 1] - t);
        q += 0.5f * (kk + kc[x + 1]) * (tc[x + 1] - t);
        q += 0.5f * (kk + ks[x]) * (ts[x] - t);
        q += 0.5f * (kk + kn[x]) * (tn[x] - t);
        q += 0.5f * (kk + kd[x]) * (td[x] - t);
        q += top ? film * (ambient - t) : 0.5f * (kk + ku[x]) * (tu[x] - t);
        q = x >= x0 && x < x1 ? q + p->power : q;
        t += dt * q;
        out[x] = t > limit ? limit : t;
    }
}

#define DEPTH 4 /* time steps in flight */

/* Up to DEPTH steps as a pipeline over the planes: step s works two planes
 * behind step s-1, so all rows of one stage are independent and two buffers
 * are enough.  buf[0] holds the start; step s reads buf[s%2]. */
static void steps_skewed(const struct problem *p, const struct grid *k, struct grid *buf, int ns)
{
    int ny = k->ny, nz = k->nz;
#pragma omp parallel
    for (int stage = 0; stage < nz + 2 * (ns - 1); stage++) {
#pragma omp for schedule(static)
        for (int job = 0; job < ns * ny; job++) {
            int s = job / ny, y = job % ny, z = stage - 2 * s;
            if (z >= 0 && z < nz)
                row_step(p, k, &buf[s % 2], &buf[(s + 1) % 2], y, z);
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int steps = argc > 2 ? atoi(argv[2]) : 60;
    if (n < 4 || steps < 1) {
        fprintf(stderr, "usage: %s [cells-per-side [steps]]\n", argv[0]);
        return 2;
    }
    int nx = n + 3, ny = n, nz = n - 2;
    struct grid k = grid_new(nx, ny, nz, 1.0f);
    struct grid cur = grid_new(nx, ny, nz, 20.0f);
    struct grid nxt = grid_new(nx, ny, nz, 0.0f);
    struct problem p = { .dt = 0.12f, .ambient = 15.0f, .film = 0.3f, .power = 9.0f, .limit = 90.0f,
                         .heater = { nx / 4, nx / 2, ny / 3, ny / 2, nz / 4, nz / 3 + 1 } };

    layers(&k);
    for (int s = 0; s < steps; s += DEPTH) {
        int ns = steps - s < DEPTH ? steps - s : DEPTH;
        struct grid buf[2] = { cur, nxt };
        steps_skewed(&p, &k, buf, ns);
        cur = buf[ns % 2];
        nxt = buf[(ns + 1) % 2];
    }

    double heat = 0.0, check = 0.0;
    float hot = cur.cell[0], cold = cur.cell[0];
    for (size_t i = 0; i < (size_t)nx * ny * nz; i++) {
        float t = cur.cell[i];
        heat += t;
        check += t * (double)(i % 13);
        hot = t > hot ? t : hot;
        cold = t < cold ? t : cold;
    }
    printf("mean %.9f check %.9g\n", heat / ((double)nx * ny * nz), check);
    printf("range %.7g .. %.7g\n", (double)cold, (double)hot);
    printf("centre %.9g, top corner %.9g\n", (double)get(&cur, nx / 2, ny / 2, nz / 2),
           (double)get(&cur, nx - 1, ny - 1, nz - 1));
    free(k.cell);
    free(cur.cell);
    free(nxt.cell);
    return 0;
}
