// Where a selection assigns places in memory, a chunk has variables of its own
// in their stead: the value on entry is read where the user's comparison first
// asks for it, addresses are noted where they are assigned, and only what a
// chunk selected is written afterwards.
// RUN: rm -rf %t.d
// RUN: %hocketcc -O2 --always-parallel --cores=4 --no-inlining --emit=%t.d %s -o %t
// RUN: %FileCheck %s < %t.d/selected-places.c
#include <stdio.h>

// CHECK: struct { int took; int m0; void *at0; int m1; void *at1; } {{.*}} hk_best_max[4];
// CHECK: int hk_took_max = 0;
// CHECK-NEXT: int hk_held_max_0;
// CHECK-NEXT: void *hk_where_max_0 = 0;
// CHECK: if (a[i] > (*(hk_where_max_0 ? &hk_held_max_0 : (hk_held_max_0 = *(int *)(hk_where_max_0 = (void *)&(*max)), &hk_held_max_0)))) {
// CHECK-NEXT: (*(hk_took_max = 1, hk_where_max_0 = (void *)&(*max), &hk_held_max_0)) = a[i];
// CHECK-NEXT: (*(hk_where_max_1 = (void *)&(*pos), &hk_held_max_1)) = i;
// CHECK: if (hk_f->hk_best_max[hk_k].took) {
// CHECK: if (hk_f->hk_best_max[hk_k].m0 > (*(int *)hk_f->hk_best_max[hk_k].at0)) {
// CHECK-NEXT: (*(int *)hk_f->hk_best_max[hk_k].at0) = hk_f->hk_best_max[hk_k].m0;
// CHECK-NEXT: (*(int *)hk_f->hk_best_max[hk_k].at1) = hk_f->hk_best_max[hk_k].m1;
static void find_max(const int *a, int n, int *max, int *pos) {
  for (int i = 0; i < n; i++)
    if (a[i] > *max) {
      *max = a[i];
      *pos = i;
    }
}

static int data[20000];
int main(void) {
  int max = -1, pos = -1;
  for (int i = 0; i < 20000; i++)
    data[i] = (int)(i * 48271LL % 997);
  find_max(data, 20000, &max, &pos);
  printf("%d %d\n", max, pos);
  return 0;
}
