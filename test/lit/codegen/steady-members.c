// What a copy reads needs no mark where the loop writes other members of the
// records, in all elements of an array, also in functions and by pointers to
// members; a part of what a call returns is nobody's memory.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct point {
  float at[3], found;
  int next;
};

struct cell {
  short x, y;
};

static struct point *points;

static unsigned stack[64];
static float search(int i, unsigned n) {
  unsigned top = 0;
  float sum = 0;
  for (unsigned k = 0; k < n; k++) {
    if (top > 40 || (top > 3 && i % 5 == 0))
      top--;
    stack[top++] = (unsigned)i;
    const float *c = points[i].at;
    sum += c[0] - c[2];
    i = points[i].next;
  }
  return sum;
}

static struct cell cell_of(int i) {
  struct cell c = {(short)(i % 8), (short)(i / 8 % 8)};
  return c;
}

static unsigned char seen[64];

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
  points = calloc((size_t)n, sizeof *points);
  for (int i = 0; i < n; i++)
    points[i].next = (i * 7 + 1) % n;
  for (int i = 0; i < n; i++) {
    points[i].found = search(i, 900);
    seen[cell_of(i).x * 8 + cell_of(i).y] = 1;
  }
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += points[i].found * (float)seen[i % 64];
  printf("%g\n", sum);
  return 0;
}
// CHECK: static float hk_main_s1_search(int i, unsigned int n)
// CHECK: const float *c = points[i].at;
// CHECK-NEXT: sum += c[0] - c[2];
// CHECK-NEXT: i = points[i].next;
// CHECK: static void hk_main_s1(void *hk_spec_frame, long long hk_spec_from)
// CHECK: = &(points[i].found);
// CHECK: = &(seen[hk_main_s1_cell_of(i).x * 8 + hk_main_s1_cell_of(i).y]);
