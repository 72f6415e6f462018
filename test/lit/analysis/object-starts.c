// Pointers that are always null or where an object starts; not those that were
// moved, came from outside, or lead to scalars, whose ends may be named, too.
// RUN: %hocketcc --stop-after=analysis --print-after=analysis %s | %FileCheck %s
// CHECK-DAG: holds starts: now
// CHECK-DAG: holds starts: then
// CHECK-DAG: holds starts: {{(main.)?}}array
// CHECK-DAG: holds starts: {{(main.)?}}member
// CHECK-NOT: holds starts: {{(main.)?}}middle
// CHECK-NOT: holds starts: {{(main.)?}}walking
// CHECK-NOT: holds starts: {{(main.)?}}scalar
// CHECK-NOT: holds starts: {{(main.)?}}outside
// CHECK-NOT: holds starts: {{(main.)?}}rounded
// CHECK-NOT: holds starts: {{(main.)?}}mixed
#include <stdint.h>
#include <stdlib.h>

struct S {
  int a, b;
};
static double *now, *then;
static int table[100];

int main(int argc, char **argv) {
  now = malloc(100);
  then = calloc(10, 10);
  double *t = now;
  now = then;
  then = t;
  int *array = argc > 2 ? table : NULL;
  struct S s = {1, 2};
  int *member = &s.a;
  int *middle = &s.b;
  int x = 3;
  int *scalar = &x;
  char *outside = argv[0];
  double *walking = now;
  for (int i = 0; i < argc; i++)
    *walking++ = 1;
  double *rounded = (double *)(((uintptr_t)then + 15) & ~(uintptr_t)15);
  double *mixed = argc > 3 ? now : then + 2;
  return *array + *member + *middle + *scalar + *outside + (*rounded > *mixed);
}
