/* Barnes-Hut gravity, 2D disc galaxy pair, pool allocated quadtree */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <assert.h>

#define THETA 0.55
#define EPS2  1e-4
#define MAXDEPTH 40

struct body {
    double x, y, vx, vy, ax, ay, m;
    int galaxy;
};

struct node {
    double cx, cy, half;        /* cell */
    double mx, my, m;           /* centre of mass */
    struct node *kid[4];
    struct body *b;             /* leaf body */
    int count;
};

struct pool {
    struct node *mem;
    int used, cap;
};

struct sim {
    struct body *bodies;
    int n;
    struct pool pool;
    struct node *root;
    long interactions, opened;
    int deepest;
};

static unsigned long long seed = 88172645463325252ULL;
static double frand(void)
{
    seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17;
    return (double)(seed >> 11) / 9007199254740992.0;
}

static struct node *pool_get(struct pool *p, double cx, double cy, double half)
{
    if (p->used == p->cap) {
        fprintf(stderr, "node pool exhausted\n");
        exit(3);
    }
    struct node *nd = &p->mem[p->used++];
    memset(nd, 0, sizeof *nd);
    nd->cx = cx; nd->cy = cy; nd->half = half;
    return nd;
}

static int quadrant(const struct node *nd, const struct body *b)
{
    return (b->x >= nd->cx) | (b->y >= nd->cy) << 1;
}

static void insert(struct sim *s, struct node *nd, struct body *b, int depth)
{
    while (1) {
        if (depth > s->deepest) s->deepest = depth;
        nd->mx += b->m * b->x;
        nd->my += b->m * b->y;
        nd->m += b->m;
        if (nd->count++ == 0) { nd->b = b; return; }
        if (depth >= MAXDEPTH) return;              /* merge coincident */
        if (nd->b) {
            struct body *o = nd->b;
            nd->b = NULL;
            int q = quadrant(nd, o);
            double h = nd->half / 2;
            nd->kid[q] = pool_get(&s->pool, nd->cx + (q & 1 ? h : -h), nd->cy + (q & 2 ? h : -h), h);
            insert(s, nd->kid[q], o, depth + 1);
        }
        int q = quadrant(nd, b);
        if (!nd->kid[q]) {
            double h = nd->half / 2;
            nd->kid[q] = pool_get(&s->pool, nd->cx + (q & 1 ? h : -h), nd->cy + (q & 2 ? h : -h), h);
        }
        nd = nd->kid[q];
        depth++;
    }
}

static void build(struct sim *s)
{
    double r = 1e-9;
    for (int i = 0; i < s->n; i++) {
        r = fmax(r, fabs(s->bodies[i].x));
        r = fmax(r, fabs(s->bodies[i].y));
    }
    s->pool.used = 0;
    s->root = pool_get(&s->pool, 0, 0, r * 1.001);
    for (int i = 0; i < s->n; i++)
        insert(s, s->root, &s->bodies[i], 0);
    for (int i = 0; i < s->pool.used; i++) {
        struct node *nd = &s->pool.mem[i];
        if (nd->m > 0) { nd->mx /= nd->m; nd->my /= nd->m; }
    }
}

static void gravity(long cnt[2], const struct node *nd, struct body *b)
{
    if (nd->b == b) return;
    double dx = nd->mx - b->x, dy = nd->my - b->y;
    double d2 = dx * dx + dy * dy;
    if (nd->b || nd->count == 0 || 4 * nd->half * nd->half < THETA * THETA * d2) {
        double inv = 1.0 / sqrt(d2 + EPS2);
        double f = nd->m * inv * inv * inv;
        b->ax += f * dx;
        b->ay += f * dy;
        cnt[0]++;
        return;
    }
    cnt[1]++;
    for (int q = 0; q < 4; q++)
        if (nd->kid[q])
            gravity(cnt, nd->kid[q], b);
}

static void step(struct sim *s, double dt)
{
    build(s);
    long inter = 0, opened = 0;
#pragma omp parallel for schedule(dynamic, 128) reduction(+:inter, opened)
    for (int i = 0; i < s->n; i++) {
        long cnt[2] = { 0, 0 };
        struct body *b = &s->bodies[i];
        b->ax = b->ay = 0;
        gravity(cnt, s->root, b);
        inter += cnt[0];
        opened += cnt[1];
    }
    s->interactions += inter;
    s->opened += opened;
    for (int i = 0; i < s->n; i++) {
        struct body *b = &s->bodies[i];
        b->vx += dt * b->ax;
        b->vy += dt * b->ay;
        b->x += dt * b->vx;
        b->y += dt * b->vy;
    }
}

static void disc(struct body *b, int n, double cx, double cy, double vx, double vy, int id)
{
    for (int i = 0; i < n; i++) {
        double r = sqrt(frand()), a = 2 * M_PI * frand();
        double v = sqrt(r * 0.5);
        b[i].x = cx + r * cos(a);
        b[i].y = cy + r * sin(a);
        b[i].vx = vx - v * sin(a);
        b[i].vy = vy + v * cos(a);
        b[i].m = 1.0 / n;
        b[i].galaxy = id;
    }
}

int main(int argc, char *argv[])
{
    struct sim s = { 0 };
    s.n = argc > 1 ? atoi(argv[1]) : 24000;
    int steps = argc > 2 ? atoi(argv[2]) : 14;
    if (s.n < 4 || steps < 1) return 1;

    s.bodies = calloc(s.n, sizeof *s.bodies);
    s.pool.cap = s.n * 6 + 1000;
    s.pool.mem = malloc(s.pool.cap * sizeof *s.pool.mem);
    assert(s.bodies && s.pool.mem);

    int half = s.n / 2;
    disc(s.bodies, half, -1.4, 0.2, 0.3, 0, 0);
    disc(s.bodies + half, s.n - half, 1.4, -0.2, -0.3, 0, 1);

    for (int k = 0; k < steps; k++) {
        step(&s, 0.01);
        double ke = 0, px = 0, lz = 0;
        for (int i = 0; i < s.n; i++) {
            struct body *b = &s.bodies[i];
            ke += 0.5 * b->m * (b->vx * b->vx + b->vy * b->vy);
            px += b->m * b->vx;
            lz += b->m * (b->x * b->vy - b->y * b->vx);
        }
        printf("step %d nodes %d depth %d ke %.9f px %+.6f lz %.9f\n", k, s.pool.used, s.deepest, ke, px, lz);
    }
    printf("interactions %ld opened %ld\n", s.interactions, s.opened);
    free(s.bodies);
    free(s.pool.mem);
    return 0;
}
