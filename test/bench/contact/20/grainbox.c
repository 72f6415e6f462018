/* grainbox.c: discrete element method, 2-D grains poured into a box.
 * Linear spring-dashpot contacts, gravity, velocity Verlet-like update,
 * linked cells for neighbour search.
 *      grainbox [columns] [rows] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

typedef struct { double x, y; } Vec;

typedef struct {
    Vec pos, vel, force;
    double radius, mass;
    int contacts;
} Grain;

typedef struct {
    int nx, ny;
    double size;
    int *head;      /* first grain of each cell or -1 */
    int *next;      /* next grain in the same cell    */
} Cells;

typedef struct {
    double width, height;
    double stiffness, damping, friction;
    double g, dt;
    int n;
    Grain *grains;
    Cells cells;
} World;

static unsigned long long rs = 0x9E3779B97F4A7C15ull;
static double frand(void)
{
    rs ^= rs >> 12; rs ^= rs << 25; rs ^= rs >> 27;
    return (double)((rs * 2685821657736338717ull) >> 11) / 9007199254740992.0;
}

static void world_init(World *w, int cols, int rows)
{
    double rmax = 0.5;
    w->width = cols * 1.06;
    w->height = rows * 2.2;
    w->stiffness = 4.0e4; w->damping = 30.0; w->friction = 0.3;
    w->g = 9.81; w->dt = 0.002;
    w->n = cols * rows;
    w->grains = calloc(w->n, sizeof(Grain));
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            Grain *p = &w->grains[r * cols + c];
            p->radius = rmax * (0.7 + 0.3 * frand());
            p->mass = 3.1415926 * p->radius * p->radius;
            p->pos.x = 0.55 + c * 1.05 + 0.1 * frand();
            p->pos.y = 0.55 + r * 1.05 + 0.02 * frand();
            p->vel.x = 4.0 * (frand() - 0.5);
            p->vel.y = -6.0 * frand();
        }
    Cells *k = &w->cells;
    k->size = 2.02 * rmax;
    k->nx = (int)(w->width / k->size) + 1;
    k->ny = (int)(w->height / k->size) + 1;
    k->head = malloc(sizeof(int) * k->nx * k->ny);
    k->next = malloc(sizeof(int) * w->n);
    if (!w->grains || !k->head || !k->next) exit(1);
}

static int cell_coord(double v, double size, int n)
{
    int c = (int)(v / size);
    return c < 0 ? 0 : c >= n ? n - 1 : c;
}

static void cells_fill(World *w)
{
    Cells *k = &w->cells;
    for (int i = 0; i < k->nx * k->ny; i++) k->head[i] = -1;
    for (int i = w->n - 1; i >= 0; i--) {
        int cx = cell_coord(w->grains[i].pos.x, k->size, k->nx);
        int cy = cell_coord(w->grains[i].pos.y, k->size, k->ny);
        k->next[i] = k->head[cy * k->nx + cx];
        k->head[cy * k->nx + cx] = i;
    }
}

/* force on a from contact with b */
static int contact(const World *w, Grain *a, const Grain *b)
{
    double dx = a->pos.x - b->pos.x, dy = a->pos.y - b->pos.y;
    double rr = a->radius + b->radius, d2 = dx * dx + dy * dy;
    if (d2 >= rr * rr || d2 == 0.0) return 0;
    double d = sqrt(d2), nx = dx / d, ny = dy / d;
    double vx = a->vel.x - b->vel.x, vy = a->vel.y - b->vel.y;
    double vn = vx * nx + vy * ny;
    double fn = w->stiffness * (rr - d) - w->damping * vn;
    if (fn < 0) fn = 0;
    double tx = -ny, ty = nx, vt = vx * tx + vy * ty;
    double ft = -5.0 * vt, lim = w->friction * fn;
    if (ft > lim) ft = lim;
    if (ft < -lim) ft = -lim;
    a->force.x += fn * nx + ft * tx;
    a->force.y += fn * ny + ft * ty;
    return 1;
}

static void walls(const World *w, Grain *p)
{
    double o;
    if ((o = p->radius - p->pos.x) > 0)
        p->force.x += w->stiffness * o - w->damping * p->vel.x;
    if ((o = p->pos.x + p->radius - w->width) > 0)
        p->force.x -= w->stiffness * o + w->damping * p->vel.x;
    if ((o = p->radius - p->pos.y) > 0) {
        p->force.y += w->stiffness * o - w->damping * p->vel.y;
        p->force.x -= 2.0 * p->vel.x;
    }
}

static long forces(World *w)
{
    const Cells *k = &w->cells;
    long total = 0;
    for (int i = 0; i < w->n; i++) {
        Grain *p = &w->grains[i];
        p->force.x = 0;
        p->force.y = -w->g * p->mass;
        p->contacts = 0;
        int cx = cell_coord(p->pos.x, k->size, k->nx), cy = cell_coord(p->pos.y, k->size, k->ny);
        for (int y = cy - 1; y <= cy + 1; y++)
            for (int x = cx - 1; x <= cx + 1; x++) {
                if (x < 0 || y < 0 || x >= k->nx || y >= k->ny) continue;
                for (int j = k->head[y * k->nx + x]; j >= 0; j = k->next[j])
                    if (j != i) p->contacts += contact(w, p, &w->grains[j]);
            }
        walls(w, p);
        total += p->contacts;
    }
    return total / 2;
}

static void move(World *w)
{
    for (int i = 0; i < w->n; i++) {
        Grain *p = &w->grains[i];
        p->vel.x += p->force.x / p->mass * w->dt;
        p->vel.y += p->force.y / p->mass * w->dt;
        p->pos.x += p->vel.x * w->dt;
        p->pos.y += p->vel.y * w->dt;
    }
}

static void stats(const World *w, int step, long pairs)
{
    double ke = 0, pe = 0, top = 0;
    for (int i = 0; i < w->n; i++) {
        const Grain *p = &w->grains[i];
        ke += 0.5 * p->mass * (p->vel.x * p->vel.x + p->vel.y * p->vel.y);
        pe += p->mass * w->g * p->pos.y;
        if (p->pos.y > top) top = p->pos.y;
    }
    printf("%5d  contacts %6ld  kinetic %.6f  potential %.4f  top %.6f\n", step, pairs, ke, pe, top);
}

int main(int argc, char **argv)
{
    int cols = argc > 1 ? atoi(argv[1]) : 500, rows = argc > 2 ? atoi(argv[2]) : 200;
    int steps = argc > 3 ? atoi(argv[3]) : 140;
    if (cols < 2 || rows < 2 || steps < 1) {
        fprintf(stderr, "usage: grainbox [columns] [rows] [steps]\n");
        return 1;
    }
    World w;
    struct timespec t0, t1;
    world_init(&w, cols, rows);
    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (int s = 1; s <= steps; s++) {
        cells_fill(&w);
        long pairs = forces(&w);
        move(&w);
        if (s % 20 == 0 || s == steps) stats(&w, s, pairs);
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);

    int hist[8] = { 0 };
    for (int i = 0; i < w.n; i++) hist[w.grains[i].contacts > 7 ? 7 : w.grains[i].contacts]++;
    printf("coordination:");
    for (int i = 0; i < 8; i++) printf(" %d", hist[i]);
    printf("\n");
    fprintf(stderr, "%d grains, %d steps: %.3f s\n", w.n, steps,
            (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
    free(w.grains); free(w.cells.head); free(w.cells.next);
    return 0;
}
