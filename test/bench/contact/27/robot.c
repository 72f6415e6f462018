// robot.c - Monte Carlo localization in a known map (course project, part 3)
//
// The robot drives around a building that it knows (occupancy grid). It has a
// noisy odometry and a laser scanner with NBEAM beams. The pose is estimated
// with a particle filter.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <stdbool.h>

#define GRID_W 240
#define GRID_H 180
#define CELL 0.1          // metres
#define NBEAM 12
#define MAX_RANGE 8.0
#define SIGMA 0.25
#define PI 3.14159265358979323846

typedef struct { double x, y, th, w; } Particle;
typedef struct { double x, y, th; } Pose;

bool wall[GRID_H][GRID_W];
double scan[NBEAM];       // what the laser sees now
Particle *particles, *resampled;
int num_particles = 1500;
long rays = 0;

// random numbers like in the lecture, so that runs can be repeated
unsigned int rand_state = 42;
double rand01(void)
{
    rand_state = rand_state * 1103515245u + 12345u;
    return ((rand_state >> 8) & 0x7fffff) / 8388608.0;
}

double rand_normal(double sigma)
{
    double s = 0;
    for (int i = 0; i < 6; i++)
        s += rand01() - 0.5;
    return s * sigma * 1.4142135623730951;
}

double normalize_angle(double a)
{
    while (a > PI) a -= 2 * PI;
    while (a < -PI) a += 2 * PI;
    return a;
}

void build_map(void)
{
    memset(wall, 0, sizeof wall);
    for (int x = 0; x < GRID_W; x++)
        wall[0][x] = wall[GRID_H - 1][x] = true;
    for (int y = 0; y < GRID_H; y++)
        wall[y][0] = wall[y][GRID_W - 1] = true;
    for (int k = 60; k < GRID_W; k += 60)           // rooms with doors
        for (int y = 0; y < GRID_H; y++)
            if (y % 90 < 36 || y % 90 > 52)
                wall[y][k] = true;
    for (int x = 0; x < GRID_W; x++)
        if (x % 60 < 22 || x % 60 > 38)
            wall[90][x] = true;
    for (int i = 0; i < 26; i++) {                   // furniture
        int x = 4 + (int)(rand01() * (GRID_W - 14)), y = 4 + (int)(rand01() * (GRID_H - 14));
        int w = 2 + (int)(rand01() * 7), h = 2 + (int)(rand01() * 7);
        for (int yy = y; yy < y + h; yy++)
            for (int xx = x; xx < x + w; xx++)
                wall[yy][xx] = true;
    }
}

bool blocked(double x, double y)
{
    int cx = (int)floor(x / CELL), cy = (int)floor(y / CELL);
    if (cx < 0 || cy < 0 || cx >= GRID_W || cy >= GRID_H)
        return true;
    return wall[cy][cx];
}

// march along the ray in half cells, then refine by bisection
double cast_ray(double x, double y, double th)
{
    double dx = cos(th), dy = sin(th), r = 0;
    while (r < MAX_RANGE && !blocked(x + r * dx, y + r * dy))
        r += CELL / 2;
    if (r >= MAX_RANGE)
        return MAX_RANGE;
    double lo = r - CELL / 2, hi = r;
    for (int i = 0; i < 5; i++) {
        double m = (lo + hi) / 2;
        if (blocked(x + m * dx, y + m * dy)) hi = m; else lo = m;
    }
    return hi > 0 ? hi : 0;
}

// steer away from walls, otherwise go on with a slow turn
void drive(Pose *p, double *v, double *omega)
{
    double left = cast_ray(p->x, p->y, p->th + 0.6), right = cast_ray(p->x, p->y, p->th - 0.6);
    double front = cast_ray(p->x, p->y, p->th);
    *v = front > 0.8 ? 0.25 : 0.02;
    *omega = front > 0.8 ? 0.15 * (left - right) / (left + right + 0.1) + 0.03 : 0.5;
    p->x += *v * cos(p->th);
    p->y += *v * sin(p->th);
    p->th = normalize_angle(p->th + *omega);
}

void init_particles(void)
{
    for (int i = 0; i < num_particles; i++) {
        Particle *p = &particles[i];
        do {
            p->x = rand01() * GRID_W * CELL;
            p->y = rand01() * GRID_H * CELL;
        } while (blocked(p->x, p->y));
        p->th = (rand01() * 2 - 1) * PI;
        p->w = 1.0 / num_particles;
    }
}

void update_particles(double v, double omega)
{
    double total = 0;
    for (int i = 0; i < num_particles; i++) {
        Particle *p = &particles[i];
        double vn = v + rand_normal(0.03);
        p->x += vn * cos(p->th);
        p->y += vn * sin(p->th);
        p->th = normalize_angle(p->th + omega + rand_normal(0.04));
        if (blocked(p->x, p->y)) {
            p->w = 1e-12;
        } else {
            double logw = 0;
            for (int b = 0; b < NBEAM; b++) {
                double d = cast_ray(p->x, p->y, p->th + b * 2 * PI / NBEAM) - scan[b];
                rays++;
                if (fabs(d) > 1.0) d = 1.0;         // people walk around
                logw -= d * d / (2 * SIGMA * SIGMA);
            }
            p->w = exp(logw / 3) + 1e-12;
        }
        total += p->w;
    }
    for (int i = 0; i < num_particles; i++)
        particles[i].w /= total;
}

// low variance sampler; a few random particles for recovery
void resample(void)
{
    double r = rand01() / num_particles, c = particles[0].w;
    int i = 0;
    for (int m = 0; m < num_particles; m++) {
        double u = r + (double)m / num_particles;
        while (u > c && i < num_particles - 1)
            c += particles[++i].w;
        resampled[m] = particles[i];
        if (m % 100 == 99) {
            resampled[m].x = rand01() * GRID_W * CELL;
            resampled[m].y = rand01() * GRID_H * CELL;
        }
        resampled[m].w = 1.0 / num_particles;
    }
    Particle *t = particles; particles = resampled; resampled = t;
}

Pose estimate(void)
{
    Pose e = { 0, 0, 0 };
    double c = 0, s = 0;
    for (int i = 0; i < num_particles; i++) {
        e.x += particles[i].w * particles[i].x;
        e.y += particles[i].w * particles[i].y;
        c += particles[i].w * cos(particles[i].th);
        s += particles[i].w * sin(particles[i].th);
    }
    e.th = atan2(s, c);
    return e;
}

int main(int argc, char *argv[])
{
    int steps = 60;
    if (argc > 1) steps = atoi(argv[1]);
    if (argc > 2) num_particles = atoi(argv[2]);
    if (steps < 1 || num_particles < 100) {
        printf("usage: robot [steps [particles>=100]]\n");
        return 1;
    }
    particles = malloc(num_particles * sizeof(Particle));
    resampled = malloc(num_particles * sizeof(Particle));
    if (!particles || !resampled) {
        printf("not enough memory\n");
        return 1;
    }
    build_map();
    init_particles();
    Pose robot = { 3.0, 2.6, 0.4 };
    double sum_err = 0, v, omega;
    for (int t = 0; t < steps; t++) {
        drive(&robot, &v, &omega);
        for (int b = 0; b < NBEAM; b++)
            scan[b] = cast_ray(robot.x, robot.y, robot.th + b * 2 * PI / NBEAM) + rand_normal(0.05);
        update_particles(v, omega);
        Pose e = estimate();
        double err = hypot(e.x - robot.x, e.y - robot.y);
        sum_err += err;
        if (t % 10 == 9)
            printf("step %3d robot (%.6f %.6f) guess (%.6f %.6f %.6f) error %.6f\n",
                   t + 1, robot.x, robot.y, e.x, e.y, e.th, err);
        resample();
    }
    printf("%ld rays, mean error %.9f, last random %u\n", rays, sum_err / steps, rand_state);
    free(particles);
    free(resampled);
    return 0;
}
