// Lattice Boltzmann flow (D2Q9) through a channel with a cylinder; drag and vorticity.
// ARGS: 60 24 40
// BENCH: 400 160 100
// FLAGS: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Q = 9 };

static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[Q] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

typedef struct {
  int nx, ny;
  double omega;
  double *f, *g; /* [y][x][q] */
  unsigned char *solid;
  double *ux, *uy, *rho;
} Flow;

static size_t cell(const Flow *flow, int x, int y) { return (size_t)y * flow->nx + x; }

static double equilibrium(int q, double rho, double ux, double uy) {
  double cu = cx[q] * ux + cy[q] * uy;
  return weight[q] * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
}

static Flow *createFlow(int nx, int ny) {
  Flow *flow = malloc(sizeof *flow);
  size_t cells = (size_t)nx * ny;
  if (!flow)
    exit(1);
  flow->nx = nx;
  flow->ny = ny;
  flow->omega = 1.0 / (3 * 0.02 + 0.5);
  flow->f = malloc(cells * Q * sizeof *flow->f);
  flow->g = malloc(cells * Q * sizeof *flow->g);
  flow->solid = calloc(cells, 1);
  flow->ux = calloc(cells, sizeof *flow->ux);
  flow->uy = calloc(cells, sizeof *flow->uy);
  flow->rho = calloc(cells, sizeof *flow->rho);
  if (!flow->f || !flow->g || !flow->solid || !flow->ux || !flow->uy || !flow->rho)
    exit(1);
  return flow;
}

static void destroyFlow(Flow *flow) {
  free(flow->f);
  free(flow->g);
  free(flow->solid);
  free(flow->ux);
  free(flow->uy);
  free(flow->rho);
  free(flow);
}

static void placeObstacles(Flow *flow) {
  int r = flow->ny / 6, centreX = flow->nx / 5, centreY = flow->ny / 2 + 1;
  for (int y = 0; y < flow->ny; y++)
    for (int x = 0; x < flow->nx; x++) {
      int dx = x - centreX, dy = y - centreY;
      if (y == 0 || y == flow->ny - 1 || dx * dx + dy * dy <= r * r)
        flow->solid[cell(flow, x, y)] = 1;
    }
}

static void startFlow(Flow *flow, double speed) {
  for (int y = 0; y < flow->ny; y++)
    for (int x = 0; x < flow->nx; x++) {
      double *f = flow->f + cell(flow, x, y) * Q;
      for (int q = 0; q < Q; q++)
        f[q] = equilibrium(q, 1.0, speed, 0.0);
    }
}

static void moments(Flow *flow) {
  for (int y = 0; y < flow->ny; y++)
    for (int x = 0; x < flow->nx; x++) {
      size_t at = cell(flow, x, y);
      const double *f = flow->f + at * Q;
      double rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < Q; q++) {
        rho += f[q];
        ux += cx[q] * f[q];
        uy += cy[q] * f[q];
      }
      flow->rho[at] = rho;
      flow->ux[at] = flow->solid[at] ? 0 : ux / rho;
      flow->uy[at] = flow->solid[at] ? 0 : uy / rho;
    }
}

static void collide(Flow *flow) {
  size_t cells = (size_t)flow->nx * flow->ny;
  for (size_t at = 0; at < cells; at++) {
    double *f = &flow->f[at * Q];
    if (flow->solid[at])
      continue;
    for (int q = 0; q < Q; q++) {
      double target = equilibrium(q, flow->rho[at], flow->ux[at], flow->uy[at]);
      f[q] += flow->omega * (target - f[q]);
    }
  }
}

static void stream(Flow *flow) {
  int nx = flow->nx, ny = flow->ny;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double *to = flow->g + cell(flow, x, y) * Q;
      for (int q = 0; q < Q; q++) {
        int fromX = x - cx[q], fromY = y - cy[q];
        if (fromX < 0)
          fromX += nx;
        if (fromX >= nx)
          fromX -= nx;
        if (fromY < 0)
          fromY += ny;
        if (fromY >= ny)
          fromY -= ny;
        size_t from = cell(flow, fromX, fromY);
        if (flow->solid[from])
          to[q] = flow->f[cell(flow, x, y) * Q + opposite[q]];
        else
          to[q] = flow->f[from * Q + q];
      }
    }
  double *swap = flow->f;
  flow->f = flow->g;
  flow->g = swap;
}

static void inflow(Flow *flow, double speed) {
  for (int y = 1; y < flow->ny - 1; y++) {
    double *f = flow->f + cell(flow, 0, y) * Q;
    for (int q = 0; q < Q; q++)
      f[q] = equilibrium(q, 1.0, speed, 0.0);
    double *last = flow->f + cell(flow, flow->nx - 1, y) * Q;
    const double *before = last - Q;
    for (int q = 0; q < Q; q++)
      last[q] = before[q];
  }
}

static double drag(const Flow *flow) {
  double force = 0;
  for (int y = 1; y < flow->ny - 1; y++)
    for (int x = 1; x < flow->nx - 1; x++) {
      size_t at = cell(flow, x, y);
      if (flow->solid[at])
        continue;
      for (int q = 1; q < Q; q++)
        if (flow->solid[cell(flow, x + cx[q], y + cy[q])])
          force += 2 * cx[q] * flow->f[at * Q + q];
    }
  return force;
}

static double strongestVortex(const Flow *flow, int *whereX, int *whereY) {
  double strongest = -1;
  for (int y = 1; y < flow->ny - 1; y++)
    for (int x = 1; x < flow->nx - 1; x++) {
      double curl = flow->uy[cell(flow, x + 1, y)] - flow->uy[cell(flow, x - 1, y)] -
                    flow->ux[cell(flow, x, y + 1)] + flow->ux[cell(flow, x, y - 1)];
      if (fabs(curl) > strongest) {
        strongest = fabs(curl);
        *whereX = x;
        *whereY = y;
      }
    }
  return strongest;
}

int main(int argc, char **argv) {
  int nx = argc > 1 ? atoi(argv[1]) : 200, ny = argc > 2 ? atoi(argv[2]) : 80;
  int steps = argc > 3 ? atoi(argv[3]) : 100;
  Flow *flow = createFlow(nx, ny);
  placeObstacles(flow);
  startFlow(flow, 0.08);
  for (int t = 0; t < steps; t++) {
    moments(flow);
    collide(flow);
    stream(flow);
    inflow(flow, 0.08);
    if (t % (steps / 4 + 1) == 0)
      printf("step %d drag %.12g\n", t, drag(flow));
  }
  moments(flow);
  int x = 0, y = 0;
  double vortex = strongestVortex(flow, &x, &y);
  printf("vortex %.12g at %d %d\n", vortex, x, y);
  double mass = 0;
  for (int i = 0; i < nx * ny; i++)
    mass += flow->rho[i];
  printf("mass %.12g\n", mass);
  destroyFlow(flow);
  return 0;
}
