// The last array of a structure may be longer than it says, but begins where it
// says: what is updated in it, by any subscript, is behind the other members.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>
struct part {
  double weight, mean;
};
struct parts {
  int n;
  struct part part[16];
  int label[16];
};
struct first {
  int *at;
  int label[16], last[4];
};

static int nearest(const struct part *part, int n, double x) {
  int best = 0;
  for (int c = 1; c < n; c++)
    if ((x - part[c].mean) * (x - part[c].mean) <
        (x - part[best].mean) * (x - part[best].mean))
      best = c;
  return best;
}

// CHECK: last-arrays.c:[[#@LINE+2]]:3 counted: reduction [loop-reduction] {{.*}} over 'm->label[b]'
static void counted(struct parts *m, const double *x, int n, int k) {
  for (int i = 0; i < n; i++) {
    double least = 1e300;
    int b = 0;
    for (int c = 0; c < k; c++) {
      double z = (x[i] - m->part[c].mean) * m->part[c].weight;
      if (z < least) {
        least = z;
        b = c;
      }
    }
    m->label[b]++;
  }
}

// CHECK: last-arrays.c:[[#@LINE+2]]:3 marked: {{doall|reduction}}
static void marked(struct parts *m, const int *at, int *out, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = m->n;
    m->label[at[i]] |= 1;
  }
}

// Two of them in one block.
// CHECK: last-arrays.c:[[#@LINE+2]]:3 next: sequential
static void next(struct parts *m, const double *x, int n, int k) {
  for (int i = 0; i < n; i++) {
    double least = 1e300;
    int b = 0;
    for (int c = 0; c < k; c++) {
      double z = (x[i] - m[1].part[c].mean) * m[1].part[c].weight;
      if (z < least) {
        least = z;
        b = c;
      }
    }
    m->label[b]++;
  }
}

// What is read of the last one stays in order, and the rest is before it.
// CHECK: last-arrays.c:[[#@LINE+2]]:3 behind: pipeline
static void behind(struct first *m, const unsigned *pick, int *out, int n) {
  for (int i = 0; i < n; i++) {
    unsigned at = pick[i] * 69069u;
    for (int q = 0; q < 9; q++)
      at = at * 69069u + (unsigned)m->label[at >> 28];
    out[i] = m->last[at >> 30];
    m->last[at & 7]++;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  struct parts *m = calloc(2, sizeof *m);
  struct first *f = calloc(1, sizeof *f + 64);
  double *x = calloc(1000, sizeof *x);
  int *at = calloc(1000, sizeof *at), *out = calloc(1000, sizeof *out);
  if (!m || !f || !x || !at || !out)
    return 1;
  counted(m, x, argc, nearest(m->part, argc, 3));
  marked(m, at, out, argc);
  next(m, x, argc, argc);
  behind(f, (unsigned *)at, out, argc);
  return out[0] + m->label[2];
}
