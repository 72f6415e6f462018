// SPDX-License-Identifier: Apache-2.0
/* Two-dimensional SPH dam break with linked cell lists. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct { double x, y; } vec2;

typedef struct particle {
  vec2 pos, vel, acc;
  double rho, p;
  struct particle *next;   /* in cell */
} particle;

#define H 0.02
#define MASS 0.0001
#define RHO0 1.0
#define STIFF 40.0
#define VISC 0.08
#define GRAV 9.81
#define DT 0.0002

static double box_w = 2.0, box_h = 1.0;
static int ncx, ncy;
static particle **cells;

static int cell_of(const particle *q, int *cy) {
  int cx = (int)(q->pos.x / H);
  int y = (int)(q->pos.y / H);
  if (cx < 0) cx = 0;
  if (cx >= ncx) cx = ncx - 1;
  if (y < 0) y = 0;
  if (y >= ncy) y = ncy - 1;
  *cy = y;
  return cx;
}

static void bin_particles(particle *ps, int n) {
  for (int c = 0; c < ncx * ncy; c++) cells[c] = NULL;
  for (int i = 0; i < n; i++) {
    int cy, cx = cell_of(&ps[i], &cy);
    ps[i].next = cells[cy * ncx + cx];
    cells[cy * ncx + cx] = &ps[i];
  }
}

static void density(particle *ps, int n) {
  const double k = 4.0 / (3.14159265358979 * pow(H, 8));
  for (int i = 0; i < n; i++) {
    particle *a = &ps[i];
    int cy, cx = cell_of(a, &cy);
    double rho = 0;
    for (int y = cy - 1; y <= cy + 1; y++) {
      if (y < 0 || y >= ncy) continue;
      for (int x = cx - 1; x <= cx + 1; x++) {
        if (x < 0 || x >= ncx) continue;
        for (particle *b = cells[y * ncx + x]; b; b = b->next) {
          double dx = a->pos.x - b->pos.x, dy = a->pos.y - b->pos.y;
          double d2 = H * H - dx * dx - dy * dy;
          if (d2 > 0) rho += MASS * k * d2 * d2 * d2;
        }
      }
    }
    a->rho = rho;
    a->p = rho > RHO0 ? STIFF * (rho - RHO0) : 0;
  }
}

static void forces(particle *ps, int n) {
  const double kp = 30.0 / (3.14159265358979 * pow(H, 5));
  const double kv = 40.0 / (3.14159265358979 * pow(H, 5));
  for (int i = 0; i < n; i++) {
    particle *a = &ps[i];
    int cy, cx = cell_of(a, &cy);
    vec2 f = {0, -GRAV};
    for (int y = cy - 1; y <= cy + 1; y++) {
      if (y < 0 || y >= ncy) continue;
      for (int x = cx - 1; x <= cx + 1; x++) {
        if (x < 0 || x >= ncx) continue;
        for (particle *b = cells[y * ncx + x]; b; b = b->next) {
          if (b == a) continue;
          double dx = a->pos.x - b->pos.x, dy = a->pos.y - b->pos.y;
          double r2 = dx * dx + dy * dy;
          if (r2 >= H * H || r2 < 1e-18) continue;
          double r = sqrt(r2), w = H - r;
          double fp = MASS * (a->p + b->p) / (2 * a->rho * b->rho) * kp * w * w / r;
          double fv = MASS * VISC / (a->rho * b->rho) * kv * w;
          f.x += fp * dx + fv * (b->vel.x - a->vel.x);
          f.y += fp * dy + fv * (b->vel.y - a->vel.y);
        }
      }
    }
    a->acc = f;
  }
}

static void bounce(double *x, double *v, double lo, double hi) {
  if (*x < lo) { *x = lo; *v *= -0.4; }
  if (*x > hi) { *x = hi; *v *= -0.4; }
}

static void advance(particle *ps, int n) {
  for (int i = 0; i < n; i++) {
    particle *q = &ps[i];
    q->vel.x += DT * q->acc.x;
    q->vel.y += DT * q->acc.y;
    q->pos.x += DT * q->vel.x;
    q->pos.y += DT * q->vel.y;
    bounce(&q->pos.x, &q->vel.x, 0.001, box_w - 0.001);
    bounce(&q->pos.y, &q->vel.y, 0.001, box_h - 0.001);
  }
}

static void report(const particle *ps, int n, int step) {
  double ke = 0, pe = 0, front = 0, rmax = 0;
  for (int i = 0; i < n; i++) {
    ke += 0.5 * MASS * (ps[i].vel.x * ps[i].vel.x + ps[i].vel.y * ps[i].vel.y);
    pe += MASS * GRAV * ps[i].pos.y;
    if (ps[i].pos.x > front) front = ps[i].pos.x;
    if (ps[i].rho > rmax) rmax = ps[i].rho;
  }
  printf("step %5d kinetic %.9f potential %.9f front %.6f max density %.6f\n", step, ke, pe, front, rmax);
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 60;
  int ny = argc > 2 ? atoi(argv[2]) : 80;
  int steps = argc > 3 ? atoi(argv[3]) : 1000;
  int n = nx * ny;
  unsigned s = 7;
  particle *ps = calloc(n, sizeof *ps);
  ncx = (int)(box_w / H) + 1;
  ncy = (int)(box_h / H) + 1;
  cells = malloc(sizeof *cells * ncx * ncy);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      particle *q = &ps[j * nx + i];
      s = s * 1664525u + 1013904223u;
      q->pos.x = 0.01 + i * 0.01 + (s >> 16) * 1e-8;
      q->pos.y = 0.01 + j * 0.01;
    }
  for (int t = 0; t <= steps; t++) {
    bin_particles(ps, n);
    density(ps, n);
    forces(ps, n);
    if (t % (steps / 4 ? steps / 4 : 1) == 0) report(ps, n, t);
    advance(ps, n);
  }
  free(ps);
  free(cells);
  return 0;
}
