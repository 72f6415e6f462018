// A bound or factor in memory that the written pointer might reach: tested on
// entry, so that the loop's own writes do not change it.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s

int count;
struct image {
  int width, height;
  int *pixels;
};
// CHECK: [[#@LINE+3]]:3 global: doall {{.*}} do not overlap
// CHECK-NEXT: check {{.*}}&count
void global(int *to) {
  for (int i = 0; i < count; i++)
    to[i] = i;
}
// CHECK: [[#@LINE+2]]:3 member: doall {{.*}} do not overlap
void member(struct image *m, int *to) {
  for (int i = 0; i < m->width; i++)
    to[i] = i * m->height;
}
// The bound is one of the elements.
// CHECK: [[#@LINE+2]]:3 first: sequential
void first(int *to) {
  for (int i = 0; i < to[0]; i++)
    to[i] = i;
}
