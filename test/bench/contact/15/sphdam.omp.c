// Smoothed particle hydrodynamics, 2-D dam break (weakly compressible).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  double x, y;
  double vx, vy;
  double ax, ay;
  double rho, p, drho;
  int fixed;
  int next;           // linked list inside the cell
} Particle;

typedef struct {
  int nx, ny;
  double size;
  int *head;
} CellGrid;

static double H, MASS, C0, RHO0 = 1000.0, ALPHA = 0.2;
static const double G = 9.81;

static double kernel_grad(double r)   // (dW/dr)/r, cubic spline in 2-D
{
  double q = r / H, s = 10.0 / (7.0 * M_PI * H * H * H * H);
  if (q < 1.0) return s * (-3.0 + 2.25 * q);
  if (q < 2.0) return -s * 0.75 * (2.0 - q) * (2.0 - q) / q;
  return 0.0;
}

static int add(Particle *P, int n, double x, double y, int fixed)
{
  memset(&P[n], 0, sizeof P[n]);
  P[n].x = x;
  P[n].y = y;
  P[n].rho = RHO0;
  P[n].fixed = fixed;
  return n + 1;
}

static void build_cells(CellGrid *g, Particle *P, int n)
{
  for (int i = 0; i < g->nx * g->ny; i++) g->head[i] = -1;
  for (int i = 0; i < n; i++) {
    int cx = (int)((P[i].x + 0.5) / g->size), cy = (int)((P[i].y + 0.5) / g->size);
    if (cx < 0) cx = 0;
    if (cy < 0) cy = 0;
    if (cx >= g->nx) cx = g->nx - 1;
    if (cy >= g->ny) cy = g->ny - 1;
    P[i].next = g->head[cy * g->nx + cx];
    g->head[cy * g->nx + cx] = i;
  }
}

static void interact(Particle *a, Particle *b)
{
  double dx = a->x - b->x, dy = a->y - b->y;
  double r2 = dx * dx + dy * dy;
  if (r2 >= 4.0 * H * H) return;
  double gw = kernel_grad(sqrt(r2));
  double dvx = a->vx - b->vx, dvy = a->vy - b->vy;
  double vr = dvx * dx + dvy * dy;
  double visc = 0.0;
  if (vr < 0.0)
    visc = -ALPHA * C0 * H * vr / (r2 + 0.01 * H * H) / (0.5 * (a->rho + b->rho));
  double f = -MASS * (a->p / (a->rho * a->rho) + b->p / (b->rho * b->rho) + visc) * gw;
  double d = MASS * vr * gw;
  a->ax += f * dx;
  a->ay += f * dy;
  b->ax -= f * dx;
  b->ay -= f * dy;
  a->drho += d;
  b->drho += d;
}

// A row of cells writes to itself and to the row above, so strips of rows
// are done in two colours: all even strips at once, then all odd ones.
#define STRIP 2
static void forces(CellGrid *g, Particle *P)
{
  static const int nb[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
  int nstrip = (g->ny + STRIP - 1) / STRIP;
  for (int colour = 0; colour < 2; colour++)
#pragma omp parallel for schedule(dynamic, 1)
  for (int strip = colour; strip < nstrip; strip += 2)
  for (int cy = strip * STRIP; cy < g->ny && cy < (strip + 1) * STRIP; cy++)
    for (int cx = 0; cx < g->nx; cx++)
      for (int i = g->head[cy * g->nx + cx]; i >= 0; i = P[i].next) {
        for (int j = P[i].next; j >= 0; j = P[j].next)
          interact(&P[i], &P[j]);
        for (int k = 0; k < 4; k++) {
          int ex = cx + nb[k][0], ey = cy + nb[k][1];
          if (ex < 0 || ex >= g->nx || ey >= g->ny) continue;
          for (int j = g->head[ey * g->nx + ex]; j >= 0; j = P[j].next)
            interact(&P[i], &P[j]);
        }
      }
}

static void report(const Particle *P, int n, int step, double t)
{
  double ek = 0, front = 0, cx = 0, cy = 0;
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (P[i].fixed) continue;
    m++;
    ek += 0.5 * MASS * (P[i].vx * P[i].vx + P[i].vy * P[i].vy);
    cx += P[i].x;
    cy += P[i].y;
    if (P[i].x > front) front = P[i].x;
  }
  printf("step %4d t %.4f front %.4f centre (%.4f,%.4f) ekin %.2f\n", step, t, front, cx / m, cy / m, ek);
}

int main(int argc, char **argv)
{
  int ny = argc > 1 ? atoi(argv[1]) : 80;
  int steps = argc > 2 ? atoi(argv[2]) : 800;
  double dx = 1.0 / ny, Lx = 3.0, Ly = 1.5;
  H = 1.3 * dx;
  MASS = RHO0 * dx * dx;
  C0 = 10.0 * sqrt(2.0 * G);
  double dt = 0.2 * H / C0;

  int cap = ny * ny + 4 * (int)(3 * (Lx + 2 * Ly) / dx) + 100, n = 0;
  Particle *P = malloc(cap * sizeof(Particle));
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < ny; i++)
      n = add(P, n, (i + 0.5) * dx, (j + 0.5) * dx, 0);
  for (int l = 0; l < 3; l++) {
    for (double x = -2.5 * dx; x < Lx + 3 * dx; x += dx) n = add(P, n, x, -(l + 0.5) * dx, 1);
    for (double y = 0.5 * dx; y < Ly; y += dx) {
      n = add(P, n, -(l + 0.5) * dx, y, 1);
      n = add(P, n, Lx + (l + 0.5) * dx, y, 1);
    }
  }
  CellGrid g;
  g.size = 2.0 * H;
  g.nx = (int)((Lx + 1.0) / g.size) + 1;
  g.ny = (int)((Ly + 1.0) / g.size) + 1;
  g.head = malloc(g.nx * g.ny * sizeof(int));

  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  printf("%d particles, h %.4f dt %.2e\n", n, H, dt);
  for (int s = 1; s <= steps; s++) {
    build_cells(&g, P, n);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
      double q = P[i].rho / RHO0;
      P[i].p = C0 * C0 * RHO0 / 7.0 * (q * q * q * q * q * q * q - 1.0);
      if (P[i].p < 0.0) P[i].p = 0.0;
      P[i].ax = 0.0;
      P[i].ay = -G;
      P[i].drho = 0.0;
    }
    forces(&g, P);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
      P[i].rho += dt * P[i].drho;
      if (P[i].fixed) {
        if (P[i].rho < RHO0) P[i].rho = RHO0;
        continue;
      }
      P[i].vx += dt * P[i].ax;
      P[i].vy += dt * P[i].ay;
      P[i].x += dt * P[i].vx;
      P[i].y += dt * P[i].vy;
    }
    if (s % (steps / 5 ? steps / 5 : 1) == 0) report(P, n, s, s * dt);
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  fprintf(stderr, "%.3f s\n", (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
  free(P);
  free(g.head);
  return 0;
}
