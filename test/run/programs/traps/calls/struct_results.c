// SPDX-License-Identifier: Apache-2.0
//
// Structs that calls return are given to other calls at once. What is in them
// decides where the other one writes: by a number, by a pointer, by a number
// that was one, by a part of the struct handed on.
#include "../../digest.h"

#include <stdint.h>
#include <stdlib.h>

#define N 3000

typedef struct {
  int x, y, z;
} Place;
typedef struct {
  double *at;
  int step;
} Row;
typedef struct {
  uintptr_t where;
  int by;
} Hidden;
typedef struct {
  Place in[2];
} Two;

static double cells[N], other[N];
static long calls, sums[4];

static Place place(int i) {
  Place p = {i * 7 % 50, i % 3, i * 31 % N};
  calls++;
  return p;
}
static Place next(Place p) {
  p.x += 1;
  return p;
}
static Row row(int i) {
  Row r = {i % 2 ? cells + i % 10 : other + i % 20, i % 5};
  return r;
}
static Hidden hidden(int i) {
  Hidden h = {(uintptr_t)(cells + i % 40), i};
  return h;
}
static Two two(int i) {
  Two t = {{place(i), place(i + 1)}};
  return t;
}
static void add(Place p, double v) { cells[p.x] = cells[p.x] * 0.5 + v; }
static void deeper(Place p, double v) { add(next(p), v); }
static void count(Place p) { sums[p.y] += p.z; }
static void own(Place p, int i) { other[i] = p.x + 0.5 * p.z; }
static void by_row(Row r, int i) { r.at[r.step] += i; }
static void by_number(Hidden h) { *(double *)h.where += h.by; }
static void one_of(Two t, int which, double v) { add(t.in[which], v); }
static int changed(Place p) {
  p.x += p.y;
  p.y = p.x * 3;
  return p.y + p.z;
}

int main(void) {
  for (int i = 0; i < N; i++)
    cells[i] = other[i] = i % 13;
  for (int i = 0; i < N; i++)
    add(place(i), i);
  for (int i = 0; i < N; i++)
    deeper(place(i), i);
  for (int i = 0; i < N; i++)
    count(place(i));
  for (int i = 0; i < N; i++)
    own(place(i), i);
  show("other", other, sizeof other);
  for (int i = 0; i < N; i++)
    by_row(row(i), i);
  for (int i = 0; i < N; i++)
    by_number(hidden(i));
  for (int i = 0; i < N; i++)
    one_of(two(i), i & 1, i);
  long total = 0;
  for (int i = 0; i < N; i++)
    total += changed(next(place(i)));
  show("cells", cells, sizeof cells);
  show("other", other, sizeof other);
  printf("%ld %ld %ld %ld %ld\n", calls, sums[0], sums[1], sums[2], total);
  return 0;
}
