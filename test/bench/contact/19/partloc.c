/* Monte-Carlo localization of a robot with a range scanner in a floor plan. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <stdbool.h>

#define BEAMS 24
#define MAXR 12.0
#define RES 0.1          /* metres per cell */

struct map { int w, h; char *occ; };
struct pose { double x, y, th; };
struct particle { struct pose at; double weight; };
struct filter {
    int n;
    struct particle *p, *spare;
    double ess;
    int resamplings, dead;
};

static unsigned long long prng = 0x853c49e6748fea9bULL;
static double uniform(void)
{
    prng = prng * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((prng >> 11) + 0.5) / 9007199254740992.0;
}
static double gauss(double sigma)
{
    static bool have;
    static double kept;
    if (have) { have = false; return kept * sigma; }
    double u, v, s;
    do {
        u = 2 * uniform() - 1;
        v = 2 * uniform() - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    double m = sqrt(-2 * log(s) / s);
    kept = v * m;
    have = true;
    return u * m * sigma;
}

static void wall(struct map *m, int x0, int y0, int x1, int y1)
{
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            if (x >= 0 && y >= 0 && x < m->w && y < m->h) m->occ[y * m->w + x] = 1;
}

static void rooms(struct map *m, int x0, int y0, int x1, int y1, int depth)
{
    if (depth == 0 || x1 - x0 < 50 || y1 - y0 < 50) {
        for (int k = 0; k < 4; k++) {
        int bx = x0 + 8 + (int)(uniform() * (x1 - x0 - 20)), by = y0 + 8 + (int)(uniform() * (y1 - y0 - 20));
        wall(m, bx, by, bx + 3 + k, by + 7 - k);          /* some furniture */
        }
        return;
    }
    if (x1 - x0 > y1 - y0) {
        int c = x0 + (int)((x1 - x0) * (0.35 + 0.3 * uniform())), d = y0 + 5 + (int)(uniform() * (y1 - y0 - 25));
        wall(m, c, y0, c + 1, d);
        wall(m, c, d + 14, c + 1, y1);
        rooms(m, x0, y0, c, y1, depth - 1);
        rooms(m, c + 1, y0, x1, y1, depth - 1);
    } else {
        int c = y0 + (int)((y1 - y0) * (0.35 + 0.3 * uniform())), d = x0 + 5 + (int)(uniform() * (x1 - x0 - 25));
        wall(m, x0, c, d, c + 1);
        wall(m, d + 14, c, x1, c + 1);
        rooms(m, x0, y0, x1, c, depth - 1);
        rooms(m, x0, c + 1, x1, y1, depth - 1);
    }
}

static bool blocked(const struct map *m, double x, double y)
{
    int cx = (int)floor(x / RES), cy = (int)floor(y / RES);
    return cx < 0 || cy < 0 || cx >= m->w || cy >= m->h || m->occ[cy * m->w + cx];
}

/* grid traversal until an occupied cell */
static double cast(const struct map *m, double x, double y, double th)
{
    double dx = cos(th), dy = sin(th);
    int cx = (int)floor(x / RES), cy = (int)floor(y / RES);
    int sx = dx > 0 ? 1 : -1, sy = dy > 0 ? 1 : -1;
    double tdx = fabs(dx) > 1e-12 ? RES / fabs(dx) : 1e30, tdy = fabs(dy) > 1e-12 ? RES / fabs(dy) : 1e30;
    double tx = fabs(dx) > 1e-12 ? ((cx + (dx > 0)) * RES - x) / dx : 1e30;
    double ty = fabs(dy) > 1e-12 ? ((cy + (dy > 0)) * RES - y) / dy : 1e30;
    double t = 0;
    while (t < MAXR) {
        if (cx < 0 || cy < 0 || cx >= m->w || cy >= m->h) return t;
        if (m->occ[cy * m->w + cx]) return t;
        if (tx < ty) { t = tx; tx += tdx; cx += sx; }
        else { t = ty; ty += tdy; cy += sy; }
    }
    return MAXR;
}

static void scan(const struct map *m, struct pose r, double *z)
{
    for (int b = 0; b < BEAMS; b++) {
        z[b] = cast(m, r.x, r.y, r.th + b * (2 * M_PI / BEAMS)) + gauss(0.05);
        if (uniform() < 0.03) z[b] *= uniform();       /* somebody walks by */
        if (z[b] > MAXR) z[b] = MAXR;
    }
}

static double likelihood(const struct map *m, struct pose p, const double *z)
{
    double logp = 0;
    for (int b = 0; b < BEAMS; b++) {
        double e = cast(m, p.x, p.y, p.th + b * (2 * M_PI / BEAMS));
        double d = z[b] - e;
        double q = 0.9 * exp(-d * d / (2 * 0.3 * 0.3)) + 0.08 * (z[b] < e) + 0.02;
        logp += log(q);
    }
    return exp(logp / 2);              /* beams are not independent */
}

static struct pose step(struct pose p, double v, double w)
{
    p.th += w;
    p.x += v * cos(p.th);
    p.y += v * sin(p.th);
    return p;
}

static void resample(struct filter *f)
{
    double u = uniform() / f->n, c = f->p[0].weight;
    for (int i = 0, j = 0; i < f->n; i++, u += 1.0 / f->n) {
        while (u > c && j < f->n - 1) c += f->p[++j].weight;
        f->spare[i] = f->p[j];
        f->spare[i].weight = 1.0 / f->n;
    }
    struct particle *t = f->p; f->p = f->spare; f->spare = t;
    f->resamplings++;
}

static void update(struct filter *f, const struct map *m, double v, double w, const double *z)
{
    double sum = 0, sq = 0;
    for (int i = 0; i < f->n; i++) {
        struct particle *p = &f->p[i];
        double nv = v + gauss(0.03), nw = w + gauss(0.02);
        p->at = step(p->at, nv, nw);
        if (blocked(m, p->at.x, p->at.y)) { p->weight *= 1e-6; f->dead++; }
        else p->weight *= likelihood(m, p->at, z) + 1e-12;
        sum += p->weight;
    }
    for (int i = 0; i < f->n; i++) {
        f->p[i].weight /= sum;
        sq += f->p[i].weight * f->p[i].weight;
    }
    f->ess = 1 / sq;
    if (f->ess < f->n * 0.5) resample(f);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 7500, steps = argc > 2 ? atoi(argv[2]) : 60;
    if (n < 10 || steps < 1) { fprintf(stderr, "usage: partloc particles steps\n"); return 1; }
    struct map m = { 420, 300, calloc(420 * 300, 1) };
    wall(&m, 0, 0, 419, 1); wall(&m, 0, 298, 419, 299); wall(&m, 0, 0, 1, 299); wall(&m, 418, 0, 419, 299);
    rooms(&m, 2, 2, 417, 297, 4);
    struct filter f = { n, malloc(sizeof *f.p * n), malloc(sizeof *f.spare * n), 0, 0, 0 };
    struct pose robot;
    for (bool clear = false; !clear; ) {
        robot = (struct pose){ 42 * uniform(), 30 * uniform(), 0 };
        clear = true;
        for (int k = 0; k < 16; k++) {
            struct pose q = step(robot, k < 8 ? 0.5 : 1.0, k * M_PI / 4);
            if (blocked(&m, q.x, q.y)) clear = false;
        }
    }
    for (int i = 0; i < n; i++) {
        struct pose *p = &f.p[i].at;
        do { p->x = 42 * uniform(); p->y = 30 * uniform(); } while (blocked(&m, p->x, p->y));
        p->th = 2 * M_PI * uniform();
        f.p[i].weight = 1.0 / n;
    }
    for (int k = 0; k < steps; k++) {
        double v = 0.25, w = 0.12 * sin(k * 0.3), z[BEAMS];
        for (int tries = 0; tries < 12; tries++) {      /* steer clear of walls */
            struct pose q = step(robot, 0.6, w);
            if (!blocked(&m, q.x, q.y)) break;
            w += 0.55;
        }
        struct pose next = step(robot, v, w);
        if (blocked(&m, next.x, next.y)) v = 0;
        robot = step(robot, v, w);
        scan(&m, robot, z);
        update(&f, &m, v, w, z);
        double ex = 0, ey = 0;
        for (int i = 0; i < n; i++) { ex += f.p[i].weight * f.p[i].at.x; ey += f.p[i].weight * f.p[i].at.y; }
        if (k % 5 == 4 || k == steps - 1)
            printf("step %3d robot (%7.3f,%7.3f) guess (%7.3f,%7.3f) ess %.3f\n", k, robot.x, robot.y, ex, ey, f.ess);
    }
    printf("resamplings %d dead %d\n", f.resamplings, f.dead);
    free(m.occ); free(f.p); free(f.spare);
    return 0;
}
