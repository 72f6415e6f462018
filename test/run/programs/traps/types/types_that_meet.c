// SPDX-License-Identifier: Apache-2.0
//
// Different types that C lets meet: signed and unsigned, an enumeration and its
// integer, characters, may_alias, the members of a union, a member and its type.
#include "../../digest.h"
#include <stdint.h>
#include <stdlib.h>
enum colour { Red, Green = 200000 };
typedef float __attribute__((may_alias)) any_float;
union both {
  int i;
  float f;
};
struct point {
  int x, y;
};
static int a[9000];
static void signs(int *p, unsigned *q, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1] = (int)(q[i] * 3u + 1u);
}
static void enums(enum colour *p, unsigned *q, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1] = (enum colour)((q[i] + 3u) % 200000u);
}
static void bytes(uint8_t *p, int *q, int n) {
  for (int i = 0; i < n; i++)
    p[4 * i + 4] = (uint8_t)(q[i] + 1);
}
static void any(any_float *p, int *q, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1] = (float)(q[i] & 0xffff);
}
static void members(struct point *p, int *q, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1].x = (q[2 * i] + q[2 * i + 1]) % 1000;
}
static void unions(union both *p, union both *q, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1].i = (int)(q[i].f * 0.5f) + i;
}
int main(void) {
  for (int i = 0; i < 9000; i++)
    a[i] = i;
  signs(a, (unsigned *)a, 8500);
  show("signs", a, sizeof a);
  enums((enum colour *)a, (unsigned *)a, 8500);
  show("enums", a, sizeof a);
  bytes((uint8_t *)a, a, 8500);
  show("bytes", a, sizeof a);
  any((any_float *)a, a, 8500);
  show("any", a, sizeof a);
  void *points = malloc(4500 * sizeof(struct point));
  for (int i = 0; i < 9000; i++)
    ((int *)points)[i] = i % 100;
  members(points, points, 4400);
  show("members", points, 4500 * sizeof(struct point));
  free(points);
  static union both mixed[9000];
  for (int i = 0; i < 9000; i++)
    mixed[i].f = (float)i;
  unions(mixed, mixed, 8500);
  show("unions", mixed, sizeof mixed);
  return 0;
}
