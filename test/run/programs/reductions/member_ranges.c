// SPDX-License-Identifier: Apache-2.0
//
// Members that subscripts nobody knows reach into: updates of a last array with
// more elements than it says beside members that are read, the same in the next
// structure of a block, work structures filled wholly and in part, in unions,
// and given to functions.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 4000

struct part {
  double weight, mean;
};
struct parts {
  int n;
  struct part part[8];
  int label[8];
};
struct work {
  int used;
  short row[64];
  int more[64], *chosen;
};
union both {
  int row[64];
  short half[128];
};

static double x[N];
static unsigned pick[N];
static int out[N];

static void count(struct parts *m, const struct parts *from, int n, int k) {
  for (int i = 0; i < n; i++) {
    double least = 1e300;
    int b = 0;
    for (int c = 0; c < k; c++) {
      double z = (x[i] - from->part[c].mean) * (x[i] - from->part[c].mean);
      if (z < least) {
        least = z;
        b = c;
      }
    }
    m->label[b]++;
  }
}
/// The labels of the first lie over the next ones.
static void shift(struct parts *m, int n, int k) {
  for (int i = 0; i < n; i++) {
    int at = (int)(pick[i] % (unsigned)k);
    m->label[at] += m[1].n + (at > 8 ? 1 : 0);
    out[i] += m[1].n;
  }
}

static void fill(struct work *w, int i, int size) {
  for (int k = 0; k < size; k++)
    w->row[k] = (short)(i + k);
}

static void whole(int n) {
  struct work w;
  for (int i = 0; i < n; i++) {
    w.used = i;
    for (int k = 0; k < 64; k++)
      w.row[k] = (short)(i + k);
    unsigned at = pick[i];
    for (int q = 0; q < 40; q++) {
      at = at * 69069u + 1u;
      short t = w.row[at >> 26];
      w.row[at >> 26] = w.row[at & 63];
      w.row[at & 63] = t;
    }
    out[i] += w.row[5] + w.used;
  }
  printf("%d %d\n", w.used, w.row[7]);
}
static void part(int n, int size) {
  struct work w;
  memset(&w, 0, sizeof w);
  for (int i = 0; i < n; i++) {
    fill(&w, i, size);
    unsigned at = pick[i];
    for (int q = 0; q < 40; q++) {
      at = at * 69069u + 1u;
      w.row[at >> 26] += (short)w.more[at & 63];
      w.more[at >> 26] = w.row[at & 63] & 7;
    }
    w.chosen = &w.more[at & 63];
    out[i] += *w.chosen + w.row[5];
  }
  printf("%d %d\n", w.row[63], *w.chosen);
}
static void halves(int n) {
  union both w;
  memset(&w, 0, sizeof w);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 60; k++)
      w.row[k] = i + k;
    unsigned at = pick[i];
    for (int q = 0; q < 40; q++) {
      at = at * 69069u + 1u;
      w.half[at >> 25]++;
    }
    out[i] += w.row[at & 63];
  }
  printf("%d\n", w.row[63]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N, k = argc > 2 ? atoi(argv[2]) : 8;
  if (n > N || n < 1 || k > 8)
    return 1;
  struct parts *m = calloc(3, sizeof *m);
  struct parts *large = calloc(1, sizeof *large + 64 * sizeof(int));
  if (!m || !large)
    return 1;
  for (int i = 0; i < n; i++) {
    x[i] = i % 97 * 0.1;
    pick[i] = (unsigned)i * 2654435761u;
  }
  for (int c = 0; c < 8; c++)
    m[0].part[c].mean = m[1].part[c].mean = large->part[c].mean = c;
  m[1].n = 2;
  count(m, m, n, k);
  count(m + 1, m, n, k);
  count(large, large, n, k);
  shift(m, n, 8);
  printf("%d %d %d\n", m->label[1], m[1].label[k - 1], large->label[0]);
  // Into the structure behind, and its count.
  int *over = (int *)((char *)m + offsetof(struct parts, label));
  for (int i = 0; i < n; i++)
    over[i % 9] += m[1].n & 1;
  printf("%d %d\n", over[8], m[1].n);
  for (int i = 0; i < n; i++)
    large->label[pick[i] >> 27] += 1 + large->n;
  printf("%d %d\n", large->label[3], large->label[31]);
  whole(n);
  part(n, n > 1 ? 60 : 64);
  part(n, 64);
  halves(n);
  unsigned long sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)out[i];
  printf("%lu\n", sum);
  free(large);
  free(m);
  return 0;
}
