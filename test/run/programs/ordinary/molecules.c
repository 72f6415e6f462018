// Molecular dynamics: Lennard-Jones particles in a periodic box, cell lists, velocity Verlet, pair distribution.
// ARGS: 5 10
// BENCH: 14 60
// FLAGS: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUTOFF 2.5
#define BINS 100

typedef struct {
  double x, y, z;
} Vector;

static int n, cellsAcross;
static double box, cellSize;
static Vector *position, *velocity, *force;
static int *cellHead, *cellNext;
static double potential, virial;
static unsigned long long rng = 88172645463325252ULL;

static double frand(void) {
  rng ^= rng << 7;
  rng ^= rng >> 9;
  return (double)(rng >> 11) / 9007199254740992.0;
}

static void setup(int side) {
  n = side * side * side;
  box = side * 1.2;
  cellsAcross = (int)(box / CUTOFF);
  if (cellsAcross < 1)
    cellsAcross = 1;
  cellSize = box / cellsAcross;
  position = malloc(n * sizeof *position);
  velocity = malloc(n * sizeof *velocity);
  force = malloc(n * sizeof *force);
  cellHead = malloc(sizeof *cellHead * cellsAcross * cellsAcross * cellsAcross);
  cellNext = malloc(n * sizeof *cellNext);
  int i = 0;
  Vector sum = {0, 0, 0};
  for (int x = 0; x < side; x++)
    for (int y = 0; y < side; y++)
      for (int z = 0; z < side; z++, i++) {
        position[i].x = (x + 0.5) * 1.2 + 0.05 * frand();
        position[i].y = (y + 0.5) * 1.2 + 0.05 * frand();
        position[i].z = (z + 0.5) * 1.2 + 0.05 * frand();
        velocity[i].x = frand() - 0.5;
        velocity[i].y = frand() - 0.5;
        velocity[i].z = frand() - 0.5;
        sum.x += velocity[i].x;
        sum.y += velocity[i].y;
        sum.z += velocity[i].z;
      }
  for (i = 0; i < n; i++) {
    velocity[i].x -= sum.x / n;
    velocity[i].y -= sum.y / n;
    velocity[i].z -= sum.z / n;
  }
}

static double wrap(double v) {
  while (v < 0)
    v += box;
  while (v >= box)
    v -= box;
  return v;
}

static double nearest(double d) {
  if (d > box / 2)
    return d - box;
  if (d < -box / 2)
    return d + box;
  return d;
}

static int cellOf(const Vector *p) {
  int cx = (int)(p->x / cellSize), cy = (int)(p->y / cellSize), cz = (int)(p->z / cellSize);
  if (cx >= cellsAcross)
    cx = cellsAcross - 1;
  if (cy >= cellsAcross)
    cy = cellsAcross - 1;
  if (cz >= cellsAcross)
    cz = cellsAcross - 1;
  return (cz * cellsAcross + cy) * cellsAcross + cx;
}

static void buildCells(void) {
  int cells = cellsAcross * cellsAcross * cellsAcross;
  for (int c = 0; c < cells; c++)
    cellHead[c] = -1;
  for (int i = 0; i < n; i++) {
    int c = cellOf(&position[i]);
    cellNext[i] = cellHead[c];
    cellHead[c] = i;
  }
}

/* Force on particle i from all others near it; each pair is seen from both sides. */
static void forceOn(int i, Vector *f, double *energy, double *pressure) {
  Vector p = position[i], sum = {0, 0, 0};
  double e = 0, w = 0;
  int c = cellOf(&p);
  int cx = c % cellsAcross, cy = c / cellsAcross % cellsAcross, cz = c / (cellsAcross * cellsAcross);
  int reach = cellsAcross >= 3 ? 1 : 0;
  for (int dz = -reach; dz <= reach; dz++)
    for (int dy = -reach; dy <= reach; dy++)
      for (int dx = -reach; dx <= reach; dx++) {
        int x = (cx + dx + cellsAcross) % cellsAcross, y = (cy + dy + cellsAcross) % cellsAcross;
        int z = (cz + dz + cellsAcross) % cellsAcross;
        for (int j = cellHead[(z * cellsAcross + y) * cellsAcross + x]; j >= 0; j = cellNext[j]) {
          if (j == i)
            continue;
          double rx = nearest(p.x - position[j].x), ry = nearest(p.y - position[j].y);
          double rz = nearest(p.z - position[j].z), r2 = rx * rx + ry * ry + rz * rz;
          if (r2 >= CUTOFF * CUTOFF)
            continue;
          double inverse = 1 / r2, six = inverse * inverse * inverse;
          double pull = 24 * inverse * six * (2 * six - 1);
          sum.x += pull * rx;
          sum.y += pull * ry;
          sum.z += pull * rz;
          e += 2 * six * (six - 1);
          w += pull * r2 / 2;
        }
      }
  *f = sum;
  *energy = e;
  *pressure = w;
}

static void computeForces(void) {
  potential = virial = 0;
  buildCells();
  for (int i = 0; i < n; i++) {
    double e, w;
    forceOn(i, &force[i], &e, &w);
    potential += e;
    virial += w;
  }
}

static void halfKick(double dt) {
  for (int i = 0; i < n; i++) {
    velocity[i].x += 0.5 * dt * force[i].x;
    velocity[i].y += 0.5 * dt * force[i].y;
    velocity[i].z += 0.5 * dt * force[i].z;
  }
}

static void drift(double dt) {
  for (int i = 0; i < n; i++) {
    position[i].x = wrap(position[i].x + dt * velocity[i].x);
    position[i].y = wrap(position[i].y + dt * velocity[i].y);
    position[i].z = wrap(position[i].z + dt * velocity[i].z);
  }
}

static double kinetic(void) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += velocity[i].x * velocity[i].x + velocity[i].y * velocity[i].y + velocity[i].z * velocity[i].z;
  return sum / 2;
}

static void distribution(int *bins) {
  memset(bins, 0, BINS * sizeof *bins);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double rx = nearest(position[i].x - position[j].x), ry = nearest(position[i].y - position[j].y);
      double rz = nearest(position[i].z - position[j].z);
      int bin = (int)(sqrt(rx * rx + ry * ry + rz * rz) * 20);
      if (bin < BINS)
        bins[bin]++;
    }
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 8, steps = argc > 2 ? atoi(argv[2]) : 20;
  int bins[BINS];
  setup(side);
  computeForces();
  for (int t = 0; t < steps; t++) {
    halfKick(0.004);
    drift(0.004);
    computeForces();
    halfKick(0.004);
    if (t % 5 == 4)
      printf("%d: kinetic %.10g potential %.10g virial %.10g\n", t, kinetic(), potential, virial);
  }
  distribution(bins);
  for (int k = 0; k < BINS; k += 10) {
    int sum = 0;
    for (int b = k; b < k + 10; b++)
      sum += bins[b];
    printf("%d ", sum);
  }
  printf("\n");
  free(position);
  free(velocity);
  free(force);
  free(cellHead);
  free(cellNext);
  return 0;
}
