// SPDX-License-Identifier: Apache-2.0
//
// Arrays of structs, structs of arrays, both nested, one index for two
// dimensions, strides of a run-time width.
#include "../digest.h"

#include <stdlib.h>

#define N 4000
struct particle {
  double position[3];
  float mass;
  char kind;
  struct {
    short neighbours[4];
    int count;
  } near;
};
static struct particle particles[N];
static struct {
  double x[N], y[N];
  int id[N];
  struct {
    unsigned char r[N], g[N];
  } colour;
} soa;
static int grid[200][300];

static void planes(unsigned char *rgb, int width, int height, int stride) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      unsigned char *pixel = rgb + y * stride + x * 3;
      pixel[0] = (unsigned char)(x + y);
      pixel[1] = (unsigned char)(x * y);
      pixel[2] = (unsigned char)(pixel[0] ^ pixel[1]);
    }
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 301, stride = width * 3 + 5;
  unsigned char *rgb = calloc((size_t)stride * 200, 1);
  if (!rgb)
    return 1;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < 3; k++)
      particles[i].position[k] = i * 0.5 + k;
    particles[i].mass = (float)(i % 7);
    particles[i].kind = (char)('a' + i % 3);
    particles[i].near.count = i % 4;
    for (int k = 0; k < particles[i].near.count; k++)
      particles[i].near.neighbours[k] = (short)((i * 3 + k) % N);
    soa.x[i] = particles[i].position[0] * 2;
    soa.y[i] = -soa.x[i];
    soa.id[i] = i ^ 0x55;
    soa.colour.r[i] = (unsigned char)i;
  }
  for (int i = 0; i < N; i++) {
    struct particle *p = &particles[i];
    for (int k = 0; k < p->near.count; k++)
      soa.x[i] += particles[p->near.neighbours[k]].mass * p->position[1];
    soa.colour.g[i] = soa.colour.r[N - 1 - i];
    p->kind ^= 1;
  }
  for (int i = 1; i < N; i++)
    particles[i].mass += particles[i - 1].near.count;
  for (int i = 0; i < 200 * 300; i++)
    grid[i / 300][i % 300] = i ^ i >> 5;
  for (int i = 0; i < 200 * 300; i++)
    (&grid[0][0])[i] += (i / 300) * (i % 300);
  planes(rgb, width, 200, stride);
  show("rgb", rgb, (size_t)stride * 200);
  show("grid", grid, sizeof grid);
  show("x", soa.x, sizeof soa.x);
  show("y", soa.y, sizeof soa.y);
  show("id", soa.id, sizeof soa.id);
  show("colour", &soa.colour, sizeof soa.colour);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += particles[i].mass * (i & 15) + particles[i].kind;
  printf("%.17g\n", sum);
  free(rgb);
  return 0;
}
