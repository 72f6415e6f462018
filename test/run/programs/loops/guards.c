// SPDX-License-Identifier: Apache-2.0
//
// What a condition protects must not happen without it: subscripts out of
// range, division by zero, null pointers.
#include "../digest.h"

#include <stdlib.h>

#define N 60000
struct node {
  int value;
  struct node *next;
};
static int a[N], index_of[N], divisor[N], out[N];
static struct node nodes[N], *maybe[N];

int main(void) {
  int *none = NULL, *some = a;
  for (int i = 0; i < N; i++) {
    a[i] = i * 17;
    index_of[i] = i * 7919 % (4 * N) - N;
    divisor[i] = i % 5;
    maybe[i] = i % 3 ? &nodes[i] : NULL;
  }
  for (int i = 0; i < N; i++)
    out[i] = index_of[i] >= 0 && index_of[i] < N ? a[index_of[i]] : -1;
  for (int i = 0; i < N; i++)
    if (divisor[i] != 0)
      out[i] += 1000 / divisor[i] + i % divisor[i];
  for (int i = 0; i < N; i++)
    if (maybe[i])
      maybe[i]->value = i;
  for (int i = 0; i < N; i++)
    out[i] ^= i > 0 ? a[i - 1] : i < N - 1 ? a[i + 1] : 0;
  for (int i = 0; i < N; i++) {
    int *p = i < N ? some : none;
    if (p)
      out[i] += p[i];
  }
  int limit = none ? *none : 3, zero = limit - 3;
  for (int i = 0; i < N; i++)
    if (zero)
      out[i] = i / zero;
  for (int i = 0; i < N; i++)
    if (i + 5 < N)
      out[i] += a[i + 5];
  show("out", out, sizeof out);
  show("nodes", &nodes[3].value, sizeof(int));
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += nodes[i].value;
  printf("%ld %d\n", sum, limit);
  return 0;
}
