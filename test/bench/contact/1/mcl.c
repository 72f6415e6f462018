// SPDX-License-Identifier: Apache-2.0
/* mcl.c -- Monte Carlo localization of a mobile robot.
 * Occupancy grid map, odometry motion model, range scanner beam model,
 * low-variance resampling. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

#define BEAMS     24
#define MAX_RANGE 12.0
#define RES       0.1      /* metres per cell */

typedef struct { double x, y, th; } pose_t;

typedef struct {
  pose_t   p;
  double   w;
  uint32_t rng;
} particle_t;

typedef struct {
  int w, h;
  uint8_t **occ;
} map_t;

typedef struct {
  int n;
  particle_t *cur, *next;
} filter_t;

static uint32_t rnd(uint32_t *s)
{
  *s ^= *s << 13;
  *s ^= *s >> 17;
  *s ^= *s << 5;
  return *s;
}

static double unif(uint32_t *s) { return rnd(s) / 4294967296.0; }

/* sum of uniforms is good enough */
static double normal(uint32_t *s, double sigma)
{
  double a = 0;
  int i;
  for (i = 0; i < 6; i++) a += unif(s);
  return sigma * (a - 3.0) * 1.4142;
}

static map_t *make_map(int w, int h)
{
  map_t *m = malloc(sizeof *m);
  uint32_t s = 77;
  int x, y, k;
  m->w = w;
  m->h = h;
  m->occ = malloc(h * sizeof *m->occ);
  for (y = 0; y < h; y++) {
    m->occ[y] = calloc(w, 1);
    for (x = 0; x < w; x++)
      if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
        m->occ[y][x] = 1;
  }
  for (k = 0; k < w * h / 1500; k++) {      /* furniture */
    int bx = rnd(&s) % w, by = rnd(&s) % h, bw = 2 + rnd(&s) % 12, bh = 2 + rnd(&s) % 12;
    if (abs(bx - w / 2) < 60 && abs(by - h / 2) < 60)
      continue;                             /* keep the middle free to drive in */
    for (y = by; y < by + bh && y < h; y++)
      for (x = bx; x < bx + bw && x < w; x++)
        m->occ[y][x] = 1;
  }
  return m;
}

static void free_map(map_t *m)
{
  int y;
  for (y = 0; y < m->h; y++) free(m->occ[y]);
  free(m->occ);
  free(m);
}

static int occupied(const map_t *m, double x, double y)
{
  int cx = (int)floor(x / RES), cy = (int)floor(y / RES);
  if (cx < 0 || cy < 0 || cx >= m->w || cy >= m->h) return 1;
  return m->occ[cy][cx];
}

static double cast_ray(const map_t *m, double x, double y, double th)
{
  double dx = cos(th) * RES * 0.5, dy = sin(th) * RES * 0.5, r = 0;
  while (r < MAX_RANGE) {
    if (occupied(m, x, y)) return r;
    x += dx;
    y += dy;
    r += RES * 0.5;
  }
  return MAX_RANGE;
}

static void scan(const map_t *m, const pose_t *p, double *z, uint32_t *s)
{
  int b;
  for (b = 0; b < BEAMS; b++)
    z[b] = cast_ray(m, p->x, p->y, p->th + b * 2 * M_PI / BEAMS) + normal(s, 0.05);
}

static void move(pose_t *p, double v, double om, uint32_t *s, double noise)
{
  double d = v + normal(s, noise * 0.1);
  p->th += om + normal(s, noise * 0.05);
  p->x += d * cos(p->th);
  p->y += d * sin(p->th);
}

static double likelihood(const map_t *m, const pose_t *p, const double *z)
{
  double ll = 0;
  int b;
  if (occupied(m, p->x, p->y)) return 1e-30;
  for (b = 0; b < BEAMS; b++) {
    double e = cast_ray(m, p->x, p->y, p->th + b * 2 * M_PI / BEAMS) - z[b];
    ll += log(0.9 * exp(-e * e / (2 * 0.3 * 0.3)) + 0.1);
  }
  return exp(ll * 0.5);
}

static void predict_and_weigh(filter_t *f, const map_t *m, double v, double om, const double *z)
{
  int i;
  double sum = 0;
  for (i = 0; i < f->n; i++) {
    particle_t *q = &f->cur[i];
    move(&q->p, v, om, &q->rng, 0.2);
    q->w = likelihood(m, &q->p, z);
    sum += q->w;
  }
  for (i = 0; i < f->n; i++) f->cur[i].w /= sum;
}

static void resample(filter_t *f, uint32_t *s)
{
  double step = 1.0 / f->n, r = unif(s) * step, c = f->cur[0].w;
  particle_t *t;
  int i, j = 0;
  for (i = 0; i < f->n; i++) {
    while (r > c && j < f->n - 1) c += f->cur[++j].w;
    f->next[i].p = f->cur[j].p;
    f->next[i].w = step;
    f->next[i].rng = f->cur[i].rng;
    r += step;
  }
  t = f->cur;
  f->cur = f->next;
  f->next = t;
}

static pose_t mean_pose(const filter_t *f)
{
  pose_t m = { 0, 0, 0 };
  double c = 0, s = 0;
  int i;
  for (i = 0; i < f->n; i++) {
    m.x += f->cur[i].p.x;
    m.y += f->cur[i].p.y;
    c += cos(f->cur[i].p.th);
    s += sin(f->cur[i].p.th);
  }
  m.x /= f->n;
  m.y /= f->n;
  m.th = atan2(s, c);
  return m;
}

int main(int argc, char **argv)
{
  filter_t f;
  int steps = 30, t, i;
  uint32_t s = 4711;
  double z[BEAMS];
  struct timespec t0, t1;
  map_t *map = make_map(300, 240);
  pose_t robot = { 15.0, 12.0, 0.3 }, est;

  f.n = argc > 1 ? atoi(argv[1]) : 4000;
  if (argc > 2) steps = atoi(argv[2]);
  f.cur = malloc(f.n * sizeof(particle_t));
  f.next = malloc(f.n * sizeof(particle_t));
  for (i = 0; i < f.n; i++) {
    f.cur[i].rng = 1u + 2654435761u * (i + 1);
    f.cur[i].p.x = robot.x + 8 * (unif(&s) - 0.5);
    f.cur[i].p.y = robot.y + 8 * (unif(&s) - 0.5);
    f.cur[i].p.th = robot.th + (unif(&s) - 0.5);
  }

  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (t = 1; t <= steps; t++) {
    double v = 0.25, om = 0.12 * sin(t * 0.2) + 0.1;
    move(&robot, v, om, &s, 0.02);
    scan(map, &robot, z, &s);
    predict_and_weigh(&f, map, v, om, z);
    resample(&f, &s);
    est = mean_pose(&f);
    if (t % 5 == 0)
      printf("%3d  true %.3f %.3f  est %.3f %.3f  err %.4f\n", t, robot.x, robot.y, est.x, est.y,
             hypot(robot.x - est.x, robot.y - est.y));
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  fprintf(stderr, "%d particles: %.3f s\n", f.n,
          (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
  free(f.cur);
  free(f.next);
  free_map(map);
  return 0;
}
