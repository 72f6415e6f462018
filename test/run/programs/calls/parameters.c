// SPDX-License-Identifier: Apache-2.0
//
// Results through pointers, structs by value, strings, many arguments.
#include "../digest.h"

#include <string.h>

#define N 30000
struct stats {
  long sum;
  int low, high;
};
struct box {
  double size[3];
  int tag;
};
static int a[N];
static struct box boxes[N];
static double volumes[N];

static void study(const int *p, int n, struct stats *out, int *count) {
  out->sum = 0;
  out->low = p[0];
  out->high = p[0];
  for (int i = 0; i < n; i++) {
    out->sum += p[i];
    if (p[i] < out->low)
      out->low = p[i];
    if (p[i] > out->high)
      out->high = p[i];
  }
  *count += n;
}

static struct box grow(struct box b, double by) {
  for (int k = 0; k < 3; k++)
    b.size[k] *= by + k;
  b.tag++;
  return b;
}

static double volume(const struct box *b) {
  return b->size[0] * b->size[1] * b->size[2];
}

static void split(int v, int *high, int *low) {
  *high = v / 100;
  *low = v % 100;
}

static int many(int a1, int a2, int a3, int a4, int a5, int a6, int a7,
                double a8, short a9) {
  return a1 + 2 * a2 + 3 * a3 + 4 * a4 + 5 * a5 + 6 * a6 + 7 * a7 + (int)a8 +
         a9;
}

int main(void) {
  struct stats s;
  int count = 0, hi = 0, lo = 0;
  for (int i = 0; i < N; i++) {
    split(i * 7 % 10007, &hi, &lo);
    a[i] = hi * lo + many(i, hi, lo, 1, 2, 3, 4, 0.5 * i, (short)i);
    boxes[i] = (struct box){{1.0 + i % 3, 2.0, i % 7 + 0.5}, i};
  }
  for (int i = 0; i < N; i++)
    boxes[i] = grow(boxes[N - 1 - i], 1.5);
  for (int i = 0; i < N; i++)
    volumes[i] = volume(&boxes[i]) + (double)strlen("hocket" + i % 6);
  study(a, N, &s, &count);
  study(a + 5, 1, &s, &count);
  printf("%ld %d %d %d %d %d\n", s.sum, s.low, s.high, count, hi, lo);
  show("a", a, sizeof a);
  show("volumes", volumes, sizeof volumes);
  return 0;
}
