/* mclgrid - Monte-Carlo localisation of a mobile robot in a warehouse grid: motion model,
 * ray-cast sensor model, effective sample size, low-variance resampling.
 * usage: mclgrid [particles] [steps] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define SIDE 320
#define BEAMS 14
#define MAXRANGE 90.0

typedef struct {
    double x, y, th;
    double weight;
    uint64_t rng;
} Particle;

typedef struct {
    unsigned char *cell;        /* 1 = shelf or wall */
    int side;
} Map;

typedef struct {
    double range[BEAMS];
    double forward, turn;
} Reading;

typedef struct {
    Particle *p, *spare;
    int n;
    long resamplings;
} Filter;

static uint64_t splitmix(uint64_t *s)
{
    uint64_t z = (*s += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}
static double uni(uint64_t *s) { return (double)(splitmix(s) >> 11) / 9007199254740992.0; }
static double gauss(uint64_t *s) { return uni(s) + uni(s) + uni(s) + uni(s) - 2.0; }

static int blocked(const Map *m, double x, double y)
{
    int ix = (int)x, iy = (int)y;
    if (x < 0 || y < 0 || ix >= m->side || iy >= m->side) return 1;
    return m->cell[iy * m->side + ix];
}

static void furnish(Map *m, uint64_t *rng)
{
    for (int i = 0; i < m->side; i++)
        m->cell[i] = m->cell[(m->side - 1) * m->side + i] = m->cell[i * m->side] = m->cell[i * m->side + m->side - 1] = 1;
    for (int s = 0; s < 70; s++) {
        int w = 4 + splitmix(rng) % 30, h = 3 + splitmix(rng) % 8;
        if (splitmix(rng) & 1) { int t = w; w = h; h = t; }
        int x = splitmix(rng) % (m->side - w), y = splitmix(rng) % (m->side - h);
        for (int j = 0; j < h; j++) memset(m->cell + (y + j) * m->side + x, 1, w);
    }
}

/* distance to the first occupied cell, stepping from grid line to grid line */
static double cast(const Map *m, double x, double y, double ang)
{
    double dx = cos(ang), dy = sin(ang);
    int ix = (int)x, iy = (int)y, sx = dx > 0 ? 1 : -1, sy = dy > 0 ? 1 : -1;
    double tdx = fabs(dx) < 1e-12 ? 1e30 : fabs(1 / dx), tdy = fabs(dy) < 1e-12 ? 1e30 : fabs(1 / dy);
    double tx = (dx > 0 ? ix + 1 - x : x - ix) * tdx, ty = (dy > 0 ? iy + 1 - y : y - iy) * tdy, t = 0;
    while (t < MAXRANGE) {
        if (ix < 0 || iy < 0 || ix >= m->side || iy >= m->side) break;
        if (m->cell[iy * m->side + ix]) return t;
        if (tx < ty) { t = tx; tx += tdx; ix += sx; }
        else { t = ty; ty += tdy; iy += sy; }
    }
    return MAXRANGE;
}

static void drive(Particle *robot, const Map *m, Reading *r)
{
    r->turn = 0.25 * (uni(&robot->rng) - 0.5);
    r->forward = 1.5 + uni(&robot->rng);
    for (int tries = 0; tries < 32; tries++) {
        double a = robot->th + r->turn;
        if (!blocked(m, robot->x + 4 * r->forward * cos(a), robot->y + 4 * r->forward * sin(a))) break;
        r->turn += 0.7;
    }
    robot->th += r->turn;
    double nx = robot->x + r->forward * cos(robot->th), ny = robot->y + r->forward * sin(robot->th);
    if (blocked(m, nx, ny)) r->forward = 0;
    else { robot->x = nx; robot->y = ny; }
    for (int b = 0; b < BEAMS; b++) {
        r->range[b] = cast(m, robot->x, robot->y, robot->th + b * 2 * M_PI / BEAMS) + 0.8 * gauss(&robot->rng);
        if (splitmix(&robot->rng) % 20 == 0) r->range[b] = MAXRANGE * uni(&robot->rng);
    }
}

static int predict(Particle *p, const Map *m, const Reading *r)
{
    p->th += r->turn + 0.04 * gauss(&p->rng);
    double step = r->forward + 0.25 * gauss(&p->rng);
    p->x += step * cos(p->th);
    p->y += step * sin(p->th);
    if (!blocked(m, p->x, p->y)) return 0;
    p->weight = 0;
    return 1;
}

static int judge(Particle *p, const Map *m, const Reading *r)
{
    double score = 0;
    int rays = 0;
    if (p->weight == 0) return 0;
    for (int b = 0; b < BEAMS; b++) {
        double e = cast(m, p->x, p->y, p->th + b * 2 * M_PI / BEAMS) - r->range[b];
        score += log(0.08 + exp(-e * e / 18.0));
        rays++;
        if (score < -18) break;     /* hopeless */
    }
    p->weight *= exp(score * 0.5);
    return rays;
}

static void resample(Filter *f, uint64_t *rng)
{
    double step = 1.0 / f->n, u = uni(rng) * step, c = f->p[0].weight;
    int i = 0;
    for (int k = 0; k < f->n; k++, u += step) {
        while (u > c && i < f->n - 1) c += f->p[++i].weight;
        f->spare[k] = f->p[i];
        f->spare[k].weight = step;
        f->spare[k].rng = splitmix(rng);
    }
    Particle *t = f->p;
    f->p = f->spare;
    f->spare = t;
    f->resamplings++;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000;
    int steps = argc > 2 ? atoi(argv[2]) : 60;
    uint64_t rng = argc > 3 ? strtoull(argv[3], NULL, 10) : 31;
    if (n < 1 || steps < 1) return 1;

    Map map = { calloc(SIDE * SIDE, 1), SIDE };
    furnish(&map, &rng);
    Filter f = { malloc(n * sizeof(Particle)), malloc(n * sizeof(Particle)), n, 0 };
    long rays = 0, lost = 0;
    Particle robot = { 0, 0, 1.0, 1, splitmix(&rng) };
    do {
        robot.x = 20 + uni(&rng) * (SIDE - 40);
        robot.y = 20 + uni(&rng) * (SIDE - 40);
    } while (blocked(&map, robot.x, robot.y));
    for (int i = 0; i < n; i++) {
        Particle *p = &f.p[i];
        p->x = robot.x + 40 * gauss(&rng);
        p->y = robot.y + 40 * gauss(&rng);
        p->th = robot.th + 0.8 * gauss(&rng);
        p->weight = 1.0 / n;
        p->rng = splitmix(&rng);
    }

    double worst = 0, mx = 0, my = 0;
    for (int s = 0; s < steps; s++) {
        Reading r;
        double sum = 0, sq = 0;
        drive(&robot, &map, &r);
        #pragma omp parallel for schedule(dynamic, 64) reduction(+ : rays, lost)
        for (int i = 0; i < n; i++) {
            lost += predict(&f.p[i], &map, &r);
            rays += judge(&f.p[i], &map, &r);
        }
        for (int i = 0; i < n; i++) sum += f.p[i].weight;    /* fixed order of rounding */
        if (sum <= 0) {
            for (int i = 0; i < n; i++) f.p[i].weight = 1;
            sum = n;
        }
        mx = my = 0;
        for (int i = 0; i < n; i++) {
            Particle *p = &f.p[i];
            p->weight /= sum;
            sq += p->weight * p->weight;
            mx += p->weight * p->x;
            my += p->weight * p->y;
        }
        double err = hypot(mx - robot.x, my - robot.y);
        if (s > steps / 2 && err > worst) worst = err;
        if (1 / sq < 0.6 * n) resample(&f, &rng);
    }
    uint64_t digest = 0;
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &f.p[i].x, sizeof bits);
        digest = digest * 0x100000001b3ull + (bits ^ f.p[i].rng);
    }
    printf("robot %.9f %.9f estimate %.9f %.9f worst %.9f\n", robot.x, robot.y, mx, my, worst);
    printf("rays %ld lost %ld resamplings %ld digest %016llx\n", rays, lost, f.resamplings, (unsigned long long)digest);
    free(map.cell);
    free(f.p);
    free(f.spare);
    return 0;
}
