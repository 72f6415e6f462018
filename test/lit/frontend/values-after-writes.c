// What a statement loads after it has written: of which variable that may be is
// known still.
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s -o /dev/null | %FileCheck %s
// RUN: %hocketcc --stop-after=analysis --print-after=analysis %s -o /dev/null | %FileCheck %s --check-prefix=MEMORY
#include <stdlib.h>
typedef struct {
  float x, y, score, angle;
  int level;
} point;
typedef struct {
  point *v;
  int n;
} list;

// CHECK-LABEL: function push(l, k)
// CHECK: `l->v[l->n++] = k`
// CHECK: W point *ptr(l) + (20 * *i32(l + 8)) (20) := *u0(&k)
// MEMORY-LABEL: function push
// MEMORY: W! {heap{{[0-9]+}}@[[#ALLOCATED:]]} size 20 at *ptr(l) + (20 * *i32(l + 8)) : point
static void push(list *l, point k) { l->v[l->n++] = k; }

// What is read through a pointer may have been written.
// CHECK-LABEL: function again(l, k)
// CHECK: `l->v[l->n++] = *k`
// CHECK: W point *ptr(l) + (20 * *i32(l + 8)) (20) := ?(
static void again(list *l, const point *k) { l->v[l->n++] = *k; }

int main(int argc, char **argv) {
  list l = {malloc(800), 0};
  point k = {1, 2, 3, 4, argc};
  push(&l, k);
  again(&l, &k);
  return l.v[0].level + (argv == NULL);
}
