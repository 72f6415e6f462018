// SPDX-License-Identifier: Apache-2.0
// 2-D FDTD, TM mode: Ez, Hx, Hy on a Yee grid.  A sinusoidal point source
// shines on a dielectric cylinder; edges are damped by a graded conductivity.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

#define C0   299792458.0
#define EPS0 8.8541878128e-12
#define MU0  1.25663706212e-6
#define PAD  20

typedef struct {
  int nx, ny;
  double dx, dt;
  double **ez, **hx, **hy;   // fields
  double **ca, **cb;         // E update coefficients
} Grid;

static double **matrix(int nx, int ny) {
  double **m = malloc(nx * sizeof(double *));
  if (!m) abort();
  for (int i = 0; i < nx; i++) {
    m[i] = calloc(ny, sizeof(double));
    if (!m[i]) abort();
  }
  return m;
}

static void free_matrix(double **m, int nx) {
  for (int i = 0; i < nx; i++) free(m[i]);
  free(m);
}

static double edge_depth(int i, int n) {
  if (i < PAD) return (double)(PAD - i) / PAD;
  if (i >= n - PAD) return (double)(i - (n - PAD - 1)) / PAD;
  return 0.0;
}

static Grid *grid_new(int nx, int ny, double dx) {
  Grid *g = malloc(sizeof *g);
  if (!g) abort();
  g->nx = nx;
  g->ny = ny;
  g->dx = dx;
  g->dt = 0.7 * dx / (C0 * sqrt(2.0));
  g->ez = matrix(nx, ny);
  g->hx = matrix(nx, ny);
  g->hy = matrix(nx, ny);
  g->ca = matrix(nx, ny);
  g->cb = matrix(nx, ny);
  double cx = 0.6 * nx, cy = 0.5 * ny, rad = 0.12 * ny;
  #pragma omp parallel for schedule(static)
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) {
      double r2 = (i - cx) * (i - cx) + (j - cy) * (j - cy);
      double eps = EPS0 * (r2 < rad * rad ? 4.0 : 1.0);
      double d = fmax(edge_depth(i, nx), edge_depth(j, ny));
      double sigma = 0.8 * d * d * d;
      double loss = sigma * g->dt / (2.0 * eps);
      g->ca[i][j] = (1.0 - loss) / (1.0 + loss);
      g->cb[i][j] = g->dt / (eps * dx) / (1.0 + loss);
    }
  return g;
}

static void grid_free(Grid *g) {
  free_matrix(g->ez, g->nx);
  free_matrix(g->hx, g->nx);
  free_matrix(g->hy, g->nx);
  free_matrix(g->ca, g->nx);
  free_matrix(g->cb, g->nx);
  free(g);
}

// One time step.  Both H loops share a region and need no barrier between
// them (they write different arrays); E has to wait for both.
static void step(Grid *g) {
  const double ch = g->dt / (MU0 * g->dx);
  const int nx = g->nx, ny = g->ny;
  #pragma omp parallel
  {
    #pragma omp for schedule(static) nowait
    for (int i = 0; i < nx; i++) {
      double *restrict hx = g->hx[i];
      const double *restrict ez = g->ez[i];
      for (int j = 0; j < ny - 1; j++)
        hx[j] -= ch * (ez[j + 1] - ez[j]);
    }
    #pragma omp for schedule(static)
    for (int i = 0; i < nx - 1; i++) {
      double *restrict hy = g->hy[i];
      const double *restrict e0 = g->ez[i], *restrict e1 = g->ez[i + 1];
      for (int j = 0; j < ny; j++)
        hy[j] += ch * (e1[j] - e0[j]);
    }
    #pragma omp for schedule(static)
    for (int i = 1; i < nx - 1; i++) {
      double *restrict ez = g->ez[i];
      const double *ca = g->ca[i], *cb = g->cb[i];
      const double *hx = g->hx[i], *hy = g->hy[i], *hym = g->hy[i - 1];
      for (int j = 1; j < ny - 1; j++)
        ez[j] = ca[j] * ez[j] + cb[j] * (hy[j] - hym[j] - hx[j] + hx[j - 1]);
    }
  }
}

static double energy(const Grid *g) {
  double we = 0.0, wh = 0.0;
  #pragma omp parallel for schedule(static) reduction(+:we, wh)
  for (int i = 0; i < g->nx; i++)
    for (int j = 0; j < g->ny; j++) {
      we += g->ez[i][j] * g->ez[i][j];
      wh += g->hx[i][j] * g->hx[i][j] + g->hy[i][j] * g->hy[i][j];
    }
  return 0.5 * (EPS0 * we + MU0 * wh) * g->dx * g->dx;
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 720;
  int ny = argc > 2 ? atoi(argv[2]) : 560;
  int steps = argc > 3 ? atoi(argv[3]) : 1900;
  if (nx < 3 * PAD || ny < 3 * PAD) {
    fprintf(stderr, "grid too small\n");
    return 1;
  }
  const double freq = 3.0e9;
  Grid *g = grid_new(nx, ny, C0 / freq / 25.0);
  int report = steps / 5 > 0 ? steps / 5 : 1;
  double probe_sum = 0.0;

  struct timespec t0, t1;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (int n = 0; n < steps; n++) {
    step(g);
    double t = n * g->dt;
    double ramp = 1.0 - exp(-t * freq / 3.0);
    g->ez[nx / 5][ny / 2] += ramp * sin(2.0 * M_PI * freq * t);
    double p = g->ez[4 * nx / 5][ny / 2];
    probe_sum += p * p;
    if ((n + 1) % report == 0)
      printf("%5d  energy %.8e  probe % .6e\n", n + 1, energy(g), p);
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);

  printf("probe rms %.8e\n", sqrt(probe_sum / steps));
  fprintf(stderr, "fdtd: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
  grid_free(g);
  return 0;
}
