// A struct of numbers that a call returns is given to another call at once:
// both are seen through, what is in it is unknown. Not so a struct with a
// pointer, which would lead anywhere.
// RUN: %hocketcc -O2 --soc=generic-4 --no-inlining --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float x, y, z;
} Vector;
typedef struct {
  float *at;
  int n;
} Row;
typedef struct {
  int w, h;
  long steps, hits;
  unsigned char *rgb;
} Image;

static float dot(Vector a, Vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static Vector march(float x, float y, Image *im) {
  Vector r = {x, y, 1};
  float t = 0;
  for (int i = 0; i < 200 && t < 50.f; i++) {
    float d = x * t - y * 0.01f + 0.3f;
    im->steps++;
    if (d < 0.01f) {
      im->hits++;
      r.x = t * 2;
      return r;
    }
    t += d * 0.1f;
  }
  return r;
}
static void put(Image *im, int x, int y, Vector c) {
  im->rgb[y * im->w + x] = (unsigned char)(dot(c, c) + c.x);
}

// CHECK: [[#@LINE+2]]:3 render: reduction {{.*}} 'im->hits' (+), 'im->steps' (+)
static void render(Image *im) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < 100; x++)
      put(im, x, y, march(x * 0.001f, y * 0.001f, im));
}

static Row row(float *all, int y) {
  Row r = {all + (y % 3) * 100, 100};
  return r;
}
static void clear(Row r, int y) { r.at[y % 7] += y; }

// CHECK: [[#@LINE+2]]:3 rows: sequential
static void rows(float *all) {
  for (int y = 0; y < 1000; y++)
    clear(row(all, y), y);
}

int main(int argc, char **argv) {
  (void)argv;
  Image im = {100, argc * 1000, 0, 0, malloc(argc * 100000)};
  float *all = calloc(300, sizeof(float));
  if (!im.rgb || !all)
    return 1;
  render(&im);
  rows(all);
  printf("%ld %ld %d %g\n", im.steps, im.hits, im.rgb[777], all[5]);
  return 0;
}
