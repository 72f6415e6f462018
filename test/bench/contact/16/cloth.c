/* cloth - hanging cloth falling over a ball; mass-spring grid, explicit
 * Verlet-style steps with forces gathered per node. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct { double x, y, z; } vec;

typedef struct {
    int rows, cols;
    double rest, k_struct, k_shear, k_bend, damp, mass, dt;
    vec **pos, **vel, **npos, **nvel;
    vec ball;
    double radius;
} Cloth;

static vec **grid_new(int r, int c)
{
    vec **g = malloc(sizeof(vec *) * (size_t)r);
    if (!g) exit(1);
    for (int i = 0; i < r; i++) {
        g[i] = calloc((size_t)c, sizeof(vec));
        if (!g[i]) exit(1);
    }
    return g;
}

static void grid_free(vec **g, int r)
{
    for (int i = 0; i < r; i++)
        free(g[i]);
    free(g);
}

static void cloth_init(Cloth *c, int rows, int cols)
{
    c->rows = rows;
    c->cols = cols;
    c->rest = 2.0 / (cols - 1);
    c->k_struct = 900.0;
    c->k_shear = 300.0;
    c->k_bend = 120.0;
    c->damp = 0.4;
    c->mass = 0.04;
    c->dt = 0.0015;
    c->pos = grid_new(rows, cols);
    c->vel = grid_new(rows, cols);
    c->npos = grid_new(rows, cols);
    c->nvel = grid_new(rows, cols);
    c->ball.x = 1.0;
    c->ball.y = -0.35;
    c->ball.z = 0.9;
    c->radius = 0.4;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            c->pos[i][j].x = j * c->rest;
            c->pos[i][j].y = 0.15 + 0.01 * sin(0.3 * i + 0.2 * j);
            c->pos[i][j].z = i * c->rest;
        }
}

static void cloth_free(Cloth *c)
{
    grid_free(c->pos, c->rows);
    grid_free(c->vel, c->rows);
    grid_free(c->npos, c->rows);
    grid_free(c->nvel, c->rows);
}

static const struct { int di, dj, kind; } springs[12] = {
    { 0, 1, 0 }, { 0, -1, 0 }, { 1, 0, 0 }, { -1, 0, 0 }, { 1, 1, 1 }, { 1, -1, 1 },
    { -1, 1, 1 }, { -1, -1, 1 }, { 0, 2, 2 }, { 0, -2, 2 }, { 2, 0, 2 }, { -2, 0, 2 }
};

static vec node_force(const Cloth *c, int i, int j)
{
    vec f = { 0.0, -9.81 * c->mass, 0.0 };
    const vec *p = &c->pos[i][j], *v = &c->vel[i][j];
    for (int s = 0; s < 12; s++) {
        int a = i + springs[s].di, b = j + springs[s].dj;
        if (a < 0 || b < 0 || a >= c->rows || b >= c->cols)
            continue;
        double k = springs[s].kind == 0 ? c->k_struct : springs[s].kind == 1 ? c->k_shear : c->k_bend;
        double l0 = springs[s].kind == 0 ? c->rest : springs[s].kind == 1 ? c->rest * 1.4142135623730951 : 2.0 * c->rest;
        double dx = c->pos[a][b].x - p->x, dy = c->pos[a][b].y - p->y, dz = c->pos[a][b].z - p->z;
        double len = sqrt(dx * dx + dy * dy + dz * dz) + 1e-12;
        double t = k * (len - l0) / len;
        f.x += t * dx;
        f.y += t * dy;
        f.z += t * dz;
    }
    f.x -= c->damp * v->x;
    f.y -= c->damp * v->y;
    f.z -= c->damp * v->z;
    return f;
}

static void collide(const Cloth *c, vec *p, vec *v)
{
    double dx = p->x - c->ball.x, dy = p->y - c->ball.y, dz = p->z - c->ball.z;
    double d2 = dx * dx + dy * dy + dz * dz;
    if (d2 >= c->radius * c->radius)
        return;
    double d = sqrt(d2) + 1e-12, s = c->radius / d;
    p->x = c->ball.x + dx * s;
    p->y = c->ball.y + dy * s;
    p->z = c->ball.z + dz * s;
    v->x *= 0.5;
    v->y *= 0.5;
    v->z *= 0.5;
}

static void cloth_step(Cloth *c)
{
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j < c->cols; j++) {
            vec p = c->pos[i][j], v = c->vel[i][j];
            if (!(i == 0 && j % 8 == 0)) {     /* pinned nodes on the rail */
                vec f = node_force(c, i, j);
                v.x += c->dt * f.x / c->mass;
                v.y += c->dt * f.y / c->mass;
                v.z += c->dt * f.z / c->mass;
                p.x += c->dt * v.x;
                p.y += c->dt * v.y;
                p.z += c->dt * v.z;
                collide(c, &p, &v);
            }
            c->npos[i][j] = p;
            c->nvel[i][j] = v;
        }
    vec **t = c->pos;
    c->pos = c->npos;
    c->npos = t;
    t = c->vel;
    c->vel = c->nvel;
    c->nvel = t;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 90;
    int steps = argc > 2 ? atoi(argv[2]) : 1400;
    Cloth c;
    cloth_init(&c, n, n + 10);
    if (argc > 3)
        c.ball.y = atof(argv[3]);
    for (int s = 0; s < steps; s++)
        cloth_step(&c);
    double ke = 0.0, low = 0.0, cx = 0.0;
    int touching = 0;
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.cols; j++) {
            vec p = c.pos[i][j], v = c.vel[i][j];
            ke += 0.5 * c.mass * (v.x * v.x + v.y * v.y + v.z * v.z);
            cx += p.x;
            if (p.y < low) low = p.y;
            double dx = p.x - c.ball.x, dy = p.y - c.ball.y, dz = p.z - c.ball.z;
            if (sqrt(dx * dx + dy * dy + dz * dz) < c.radius + 1e-6) touching++;
        }
    printf("kinetic %.10e\nlowest %.10f\nmean x %.10f\ntouching %d\n", ke, low, cx / (c.rows * c.cols), touching);
    cloth_free(&c);
    return 0;
}
