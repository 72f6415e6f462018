// A loop that walks along an array of declared length runs no more often than
// that has elements, whatever its bound is: so nothing is tested on entry where
// even the whole array is too little work.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct board {
  int count;
  struct piece {
    unsigned char line, length;
  } piece[14];
  unsigned long start;
};

static unsigned long cells(const struct piece *p) {
  unsigned long m = 0;
  for (int i = 0; i < p->length; i++)
    m |= 1ul << (p->line + i);
  return m;
}

__attribute__((noinline)) unsigned long taken(const struct board *b) {
  unsigned long all = 0;
  // CHECK: trips-by-extents.c:[[#@LINE+1]]:3: remark: stays sequential: about {{.*}} ns of work
  for (int c = 0; c < b->count; c++)
    all |= cells(&b->piece[c]);
  return all;
}

// The last array of a record may be longer than it says.
struct open {
  int count;
  int item[1];
};

__attribute__((noinline)) int largest(const struct open *o) {
  int most = 0;
  // CHECK: trips-by-extents.c:[[#@LINE+1]]:3: remark: region of
  for (int c = 0; c < o->count; c++)
    most = o->item[c] > most ? o->item[c] : most;
  return most;
}

// Beyond the table another way is gone.
static double table[64];
static long rest;
static int length;

__attribute__((noinline)) void looked(const double *a) {
  // CHECK: trips-by-extents.c:[[#@LINE+1]]:3: remark: region of
  for (int i = 0; i < length; i++) {
    if (i >= 64) {
      rest += (long)(a[i] / (a[i] * a[i] + 1));
      continue;
    }
    table[i] = a[i];
  }
}

int main(int argc, char **argv) {
  struct board b = {argc, {{1, 2}}, 3};
  struct open *o = calloc(1, sizeof *o + 4000000);
  o->count = argc > 1 ? atoi(argv[1]) : 1000000;
  length = argc > 2 ? atoi(argv[2]) : 1000000;
  double *a = calloc(length, sizeof *a);
  looked(a);
  printf("%lu %d %g %ld\n", taken(&b), largest(o), table[3], rest);
  return 0;
}
