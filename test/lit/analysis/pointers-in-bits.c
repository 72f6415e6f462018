// Pointers that go through bit-fields, vectors and text are pointers still.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdint.h>
#include <stdio.h>
static int x[1000], y[1000], z[1000], v[1000], w[1000];
struct halves {
  uintptr_t low : 32, high : 32;
};
static int *join(struct halves h) {
  return (int *)(h.low | (uintptr_t)h.high << 32);
}
// CHECK: [[#@LINE+6]]:3 assigned: doall {{.*}} if '&x' and 'r' do not overlap
static void assigned(void) {
  struct halves h;
  h.low = (uintptr_t)x;
  h.high = (uintptr_t)x >> 32;
  int *r = join(h);
  for (int i = 0; i < 999; i++)
    x[i] = r[i] + 1;
}
// CHECK: [[#@LINE+4]]:3 initialized: doall {{.*}} if '&y' and 'r' do not overlap
static void initialized(void) {
  struct halves h = {(uintptr_t)y, (uintptr_t)y >> 32};
  int *r = join(h);
  for (int i = 0; i < 999; i++)
    y[i] = r[i] + 1;
}
// CHECK: [[#@LINE+6]]:3 printed: doall {{.*}} if '&z' and 'r' do not overlap
static void printed(void) {
  char text[40];
  int *r;
  snprintf(text, 40, "%p", (void *)z);
  sscanf(text, "%p", (void **)&r);
  for (int i = 0; i < 999; i++)
    z[i] = r[i] + 1;
}
typedef intptr_t pair __attribute__((vector_size(16)));
// CHECK: [[#@LINE+4]]:3 vector: doall {{.*}} if '&v' and 'r' do not overlap
static void vector(void) {
  pair p = {0, (intptr_t)v};
  int *r = (int *)p[1];
  for (int i = 0; i < 999; i++)
    v[i] = r[i] + 1;
}
// Nobody else has this one's address.
// CHECK: [[#@LINE+4]]:3 kept: doall {{.*}} its iterations are independent{{$}}
static void kept(int *r) {
  char text[40];
  snprintf(text, 40, "%d %s", w[0], "w");
  for (int i = 0; i < 999; i++)
    w[i] = r[i] + 1;
}
int main(int argc, char **argv) {
  assigned();
  initialized();
  printed();
  vector();
  kept((int *)argv);
  return 0;
}
