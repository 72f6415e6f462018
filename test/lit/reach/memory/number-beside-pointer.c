// A number in front of a pointer in one structure is read without the pointer:
// what one constructor made is other memory than what a second call made, though
// the second call's sizes are read from the first one's result.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>
#include <string.h>

struct image {
  int w, h;
  unsigned char **row;
};

static struct image *create(int w, int h) {
  struct image *im = malloc(sizeof *im);
  im->w = w, im->h = h;
  im->row = malloc(h * sizeof *im->row);
  for (int y = 0; y < h; y++)
    im->row[y] = malloc(w);
  return im;
}

static int at(const struct image *im, int y, const int *where) {
  return im->row[where[y]][0];
}

static struct image *shuffle(const struct image *im, const int *where) {
  struct image *out = create(im->w, im->h);
  // CHECK: [[#@LINE+1]]:3 shuffle: doall
  for (int y = 0; y < im->h; y++)
    out->row[y][0] = at(im, y, where);
  return out;
}

// The parts of a pointer's bytes are read as numbers, and are a pointer again.
static struct image *copyByHalves(struct image *from, const int *where) {
  struct image *to = create(from->w, from->h);
  unsigned half[2];
  memcpy(half, &from->row, sizeof half);
  unsigned low = half[0], high = half[1];
  half[0] = low;
  half[1] = high;
  memcpy(&to->row, half, sizeof half);
  // CHECK: [[#@LINE+2]]:3 copyByHalves: doall {{.*}} if 'from->row' and 'to->row' do not overlap
  // CHECK-NEXT: check {{.*}} other than
  for (int y = 0; y < from->h; y++)
    to->row[y][0] = at(from, y, where);
  return to;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *where = malloc(n * sizeof *where);
  for (int i = 0; i < n; i++)
    where[i] = i * 7 % n;
  struct image *first = create(n, n);
  for (int y = 0; y < n; y++)
    memset(first->row[y], y, n);
  struct image *second = shuffle(first, where);
  struct image *third = copyByHalves(second, where);
  return third->row[n - 1][0];
}
