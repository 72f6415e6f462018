// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11 -w
//
// What the sizes in types do and read: in parameters, casts, sizeof and
// offsetof. Each `pick` lets a pointer point into the array that a loop reads.
#include <stddef.h>
#include <stdio.h>

#define N 20000
#define WAYS 5

static int a[WAYS][N], b[WAYS][N], x[N];
static int *p[WAYS] = {a[0], a[1], a[2], a[3], a[4]};
static int width;

static int pick(int way) {
  p[way] = b[way];
  return 3;
}

__attribute__((noinline)) static int byParameter(int n, int (*q)[pick(0)]) {
  return n;
}
__attribute__((noinline)) static int byDecay(int n, int q[pick(1)]) {
  return n;
}
__attribute__((noinline)) static void *byCast(int *q) {
  return (int (*)[pick(2)])q;
}
__attribute__((noinline)) static int bySizeof(int *q) {
  return (int)sizeof(*(int (*)[pick(3)])q);
}
struct with {
  int k[4];
};
__attribute__((noinline)) static int byOffset(void) {
  return (int)offsetof(struct with, k[pick(4)]);
}
/* Reads a variable of the file when it is entered. */
__attribute__((noinline)) static int ofWidth(int n, int (*q)[width]) {
  return n + (int)sizeof(*q);
}

int main(void) {
  int sum = byParameter(1, 0) + byDecay(1, 0) + (byCast(a[2]) != 0) +
            bySizeof(a[3]) + byOffset();
  for (int i = 0; i < N - 1; i++)
    p[0][i + 1] = b[0][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[1][i + 1] = b[1][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[2][i + 1] = b[2][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[3][i + 1] = b[3][i] + 1;
  for (int i = 0; i < N - 1; i++)
    p[4][i + 1] = b[4][i] + 1;
  for (int i = 0; i < N; i++) {
    width = i;
    x[i] = ofWidth(i, 0);
  }
  unsigned digest = 0;
  for (int i = 0; i < N; i++)
    digest = digest * 31 + (unsigned)x[i];
  printf("%d %u\n", sum, digest);
  for (int k = 0; k < WAYS; k++)
    printf("%d %d %d\n", k, a[k][N - 1], b[k][N - 1]);
  return 0;
}
