// mcl.c - Monte Carlo localisation of a wheeled robot on a known floor plan.
//
// The robot drives around in a building made of random rooms, measures ranges
// with a laser of NBEAM beams, and a particle filter recovers its pose.
//
// usage: mcl [particles] [steps]
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define W 300
#define H 220
#define NBEAM 24
#define MAXRANGE 60.0
#define STEP 0.5

typedef struct { double x, y, th; } pose_t;

typedef struct {
    pose_t pose;
    double logw, w;
    bool lost;                  // ran into a wall
} particle_t;

typedef struct {
    int n;
    particle_t *p;
    particle_t *spare;          // target of resampling
} filter_t;

static unsigned char grid[H][W];
static unsigned int rs = 2463534242u;

static double uniform(void)
{
    rs ^= rs << 13;
    rs ^= rs >> 17;
    rs ^= rs << 5;
    return rs / 4294967296.0;
}

static double gauss(double sigma)
{
    double s = 0;
    for (int i = 0; i < 6; i++)
        s += uniform();
    return sigma * (s - 3.0) * 1.41421356;
}

static bool blocked(double x, double y)
{
    if (x < 0 || y < 0 || x >= W || y >= H)
        return true;
    return grid[(int)y][(int)x] != 0;
}

// split rectangles by walls with doors, recursively
static void divide(int x0, int y0, int x1, int y1, int depth)
{
    int w = x1 - x0, h = y1 - y0;
    if (depth == 0 || w < 36 || h < 36) {
        if (w > 24 && h > 24)                   // a pillar or table
            for (int k = 0; k < 2; k++) {
                int px = x0 + 8 + (int)(uniform() * (w - 16)), py = y0 + 8 + (int)(uniform() * (h - 16));
                for (int y = py; y < py + 3; y++)
                    for (int x = px; x < px + 4; x++)
                        grid[y][x] = 1;
            }
        return;
    }
    if (w > h) {
        int x = x0 + w / 3 + (int)(uniform() * (w / 3)), door = y0 + 4 + (int)(uniform() * (h - 20));
        for (int y = y0; y < y1; y++)
            if (y < door || y >= door + 12)
                grid[y][x] = 1;
        divide(x0, y0, x, y1, depth - 1);
        divide(x + 1, y0, x1, y1, depth - 1);
    } else {
        int y = y0 + h / 3 + (int)(uniform() * (h / 3)), door = x0 + 4 + (int)(uniform() * (w - 20));
        for (int x = x0; x < x1; x++)
            if (x < door || x >= door + 12)
                grid[y][x] = 1;
        divide(x0, y0, x1, y, depth - 1);
        divide(x0, y + 1, x1, y1, depth - 1);
    }
}

static void build_map(void)
{
    for (int x = 0; x < W; x++)
        grid[0][x] = grid[H - 1][x] = 1;
    for (int y = 0; y < H; y++)
        grid[y][0] = grid[y][W - 1] = 1;
    divide(1, 1, W - 1, H - 1, 5);
}

static double cast(const pose_t *p, double bearing)
{
    double dx = STEP * cos(p->th + bearing), dy = STEP * sin(p->th + bearing);
    double x = p->x, y = p->y, r = 0;
    while (r < MAXRANGE) {
        x += dx;
        y += dy;
        r += STEP;
        if (blocked(x, y))
            break;
    }
    return r;
}

static void scan(const pose_t *p, double *z)
{
    for (int b = 0; b < NBEAM; b++)
        z[b] = cast(p, 2 * M_PI * b / NBEAM);
}

// log likelihood: mixture of a hit and a random measurement
static double likelihood(const pose_t *p, const double *z)
{
    double expected[NBEAM], l = 0;
    scan(p, expected);
    for (int b = 0; b < NBEAM; b++) {
        double d = (z[b] - expected[b]) / 1.5;
        l += log(0.9 * exp(-0.5 * d * d) + 0.1 / MAXRANGE);
    }
    return 0.4 * l;
}

static void predict(filter_t *f, double dist, double turn)
{
    for (int i = 0; i < f->n; i++) {
        particle_t *p = &f->p[i];
        p->pose.th = fmod(p->pose.th + turn + gauss(0.04), 2 * M_PI);
        double d = dist + gauss(0.15);
        p->pose.x += d * cos(p->pose.th);
        p->pose.y += d * sin(p->pose.th);
        p->lost = blocked(p->pose.x, p->pose.y);
    }
}

static double correct(filter_t *f, const double *z)
{
    double best = -1e300, total = 0, sq = 0;
    for (int i = 0; i < f->n; i++) {
        particle_t *p = &f->p[i];
        if (p->lost) {
            p->logw = -1e4;
            continue;
        }
        p->logw = likelihood(&p->pose, z);
        if (p->logw > best)
            best = p->logw;
    }
    for (int i = 0; i < f->n; i++)
        total += f->p[i].w = exp(f->p[i].logw - best) + 1e-300;
    for (int i = 0; i < f->n; i++) {
        f->p[i].w /= total;
        sq += f->p[i].w * f->p[i].w;
    }
    return 1.0 / sq;            // effective sample size
}

static void resample(filter_t *f)
{
    double u = uniform() / f->n, c = f->p[0].w;
    int k = 0;
    for (int i = 0; i < f->n; i++, u += 1.0 / f->n) {
        while (u > c && k + 1 < f->n)
            c += f->p[++k].w;
        f->spare[i] = f->p[k];
    }
    particle_t *t = f->p;
    f->p = f->spare;
    f->spare = t;
}

static pose_t estimate(const filter_t *f)
{
    pose_t e = { 0, 0, 0 };
    double s = 0, c = 0;
    for (int i = 0; i < f->n; i++) {
        e.x += f->p[i].w * f->p[i].pose.x;
        e.y += f->p[i].w * f->p[i].pose.y;
        s += f->p[i].w * sin(f->p[i].pose.th);
        c += f->p[i].w * cos(f->p[i].pose.th);
    }
    e.th = atan2(s, c);
    return e;
}

int main(int argc, char **argv)
{
    filter_t f;
    f.n = argc > 1 ? atoi(argv[1]) : 4000;
    int steps = argc > 2 ? atoi(argv[2]) : 60, resampled = 0;
    f.p = malloc(sizeof(particle_t) * f.n);
    f.spare = malloc(sizeof(particle_t) * f.n);
    pose_t robot, est = { 0, 0, 0 };
    double z[NBEAM], travelled = 0, sumerr = 0;

    build_map();
    do {
        robot = (pose_t){ W * (0.3 + 0.4 * uniform()), H * (0.3 + 0.4 * uniform()), 0.3 };
    } while (blocked(robot.x, robot.y));
    for (int i = 0; i < f.n; i++)
        do {
            f.p[i].pose = (pose_t){ W * uniform(), H * uniform(), 2 * M_PI * uniform() };
        } while (blocked(f.p[i].pose.x, f.p[i].pose.y));

    for (int s = 1; s <= steps; s++) {
        // drive ahead, or turn towards the more open side
        double left = cast(&robot, 0.5), right = cast(&robot, -0.5), ahead = cast(&robot, 0);
        double turn = ahead < 15 ? (left > right ? 0.7 : -0.7) : 0.1 * (uniform() - 0.5);
        double dist = ahead < 6 ? 0 : 2.0;
        robot.th += turn;
        if (cast(&robot, 0) < 4)
            dist = 0;
        robot.x += dist * cos(robot.th);
        robot.y += dist * sin(robot.th);
        travelled += dist;
        scan(&robot, z);
        for (int b = 0; b < NBEAM; b++)
            z[b] += gauss(0.3);

        predict(&f, dist, turn);
        double ess = correct(&f, z);
        est = estimate(&f);
        double err = hypot(est.x - robot.x, est.y - robot.y);
        sumerr += err;
        if (s % 15 == 0)
            printf("step %3d  error %.4f  effective particles %.1f\n", s, err, ess);
        if (ess < 0.5 * f.n) {
            resample(&f);
            resampled++;
        }
    }
    printf("travelled %.1f, mean error %.4f, resampled %d times\n", travelled, sumerr / steps, resampled);
    printf("robot %.3f %.3f  estimate %.3f %.3f %.3f\n", robot.x, robot.y, est.x, est.y, est.th);
    free(f.p);
    free(f.spare);
    return 0;
}
