// Rows that are parts of one block, as in a matrix with an array of pointers to
// its rows: whether they overlap is tested on entry by looking at the pointers.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>

struct image {
  int w, h;
  unsigned char **row;
};

static struct image *create(int w, int h, int overlap) {
  struct image *im = malloc(sizeof *im);
  im->w = w, im->h = h;
  im->row = malloc(h * sizeof *im->row);
  unsigned char *all = calloc((size_t)w * h, 1);
  for (int y = 0; y < h; y++)
    im->row[y] = all + (size_t)y * (w - overlap);
  return im;
}

static void invert(struct image *im) {
  // CHECK: [[#@LINE+3]]:3 invert: doall {{.*}} if no rows of 'im->row' overlap
  // CHECK: condition @at_most(0LL, {{.*}}(im->w){{.*}} && @rows_apart(im->row, 0LL,
  // CHECK-SAME: 8LL, 8, {{.*}}(im->w)
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      im->row[y][x] = 255 - im->row[y][x];
}

static void edges(struct image *im, struct image *out) {
  // CHECK: [[#@LINE+2]]:3 edges: doall {{.*}} if no rows of 'out->row' overlap and the rows of 'im->row' and the rows of 'out->row' do not overlap
  // CHECK: condition {{.*}} && @apart({{.*}}@index_min(im->row{{.*}}@index_max(out->row
  for (int y = 1; y < im->h - 1; y++) {
    unsigned char *above = im->row[y - 1], *below = im->row[y + 1];
    for (int x = 0; x < im->w; x++)
      out->row[y][x] = above[x] - below[x];
  }
}

static void smear(struct image *im) {
  // CHECK: [[#@LINE+1]]:3 smear: sequential  [carried-dependence]
  for (int y = 1; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      im->row[y][x] += im->row[y - 1][x];
}

static void some(struct image *im, const int *used) {
  // Which rows are used is not known before: the entry may not look at others.
  // CHECK: [[#@LINE+1]]:3 some: sequential  [shared-rows]
  for (int y = 0; y < im->h; y++)
    if (used[y])
      im->row[y][0] = 1;
}

// Rows next to the border: those that the loop reads anyway.
static void walls(struct image *im, struct image *out) {
  // CHECK: [[#@LINE+1]]:3 walls: doall {{.*}} if no rows of 'out->row' overlap and the rows of 'im->row' and the rows of 'out->row' do not overlap
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) {
      int sum = im->row[y][x];
      if (y > 0)
        sum += im->row[y - 1][x];
      if (y + 1 < im->h)
        sum += im->row[y + 1][x];
      out->row[y][x] = sum;
    }
}

static void beyond(struct image *im, struct image *out, int n) {
  // Of the last row nobody knows whether it is read.
  // CHECK: [[#@LINE+1]]:3 beyond: sequential  [shared-rows]
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) {
      int sum = im->row[y][x];
      if (y < n)
        sum += im->row[y + 1][x];
      out->row[y][x] = sum;
    }
}

// Two loops over the same rows.
static void columns(struct image *im, int n) {
  // CHECK: [[#@LINE+1]]:3 columns: doall {{.*}} if no rows of 'im->row' overlap
  for (int x = 0; x < im->w; x++) {
    int sum = 0;
    for (int y = 0; y < n; y++)
      sum += im->row[y][x];
    for (int y = 0; y < n; y++)
      im->row[y][x] = sum;
  }
}

static unsigned char *planes[9];
static void collide(int w, const unsigned char *solid) {
  // CHECK: [[#@LINE+1]]:3 collide: doall {{.*}} if no rows of 'planes' overlap
  for (int x = 0; x < w; x++) {
    if (solid[x])
      continue;
    int sum = 0;
    for (int q = 0; q < 9; q++)
      sum += planes[q][x];
    for (int q = 0; q < 9; q++)
      planes[q][x] = sum;
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *used = calloc(n, sizeof *used);
  struct image *a = create(n, n, argc > 2), *b = create(n, n, 0);
  invert(a);
  edges(a, b);
  edges(b, a);
  smear(b);
  some(a, used);
  walls(a, b);
  walls(b, a);
  beyond(a, b, n);
  beyond(b, a, n);
  columns(a, n);
  for (int q = 0; q < 9; q++)
    planes[q] = a->row[q];
  collide(n, b->row[0]);
  return b->row[1][1];
}
