// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=gnu11
//
// Variadic functions, alloca and malloc in an iteration.
#include "../digest.h"

#include <alloca.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define N 20000
static int a[N], lengths[N];
static char *strings[N];

static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  while (n-- > 0)
    s += va_arg(ap, int);
  va_end(ap);
  return s;
}

static int on_stack(int n) {
  int *p = alloca((size_t)(n + 1) * sizeof *p), s = 0;
  for (int i = 0; i <= n; i++)
    p[i] = i * n;
  for (int i = 0; i <= n; i++)
    s += p[n - i] ^ i;
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = sum(i % 4, i, 2 * i, 3 * i) + on_stack(i % 50);
  for (int i = 0; i < N; i++) {
    char text[64];
    snprintf(text, sizeof text, "%d-%x", i, (unsigned)a[i]);
    strings[i] = malloc(strlen(text) + 1);
    if (!strings[i])
      return 1;
    strcpy(strings[i], text);
  }
  for (int i = 0; i < N; i++) {
    int *copy = malloc(100 * sizeof *copy);
    if (!copy)
      return 1;
    for (int k = 0; k < 100; k++)
      copy[k] = a[(i + k) % N];
    lengths[i] = copy[99] ^ copy[i % 100] ^ (int)strlen(strings[i]);
    free(copy);
  }
  unsigned long long h = 0;
  for (int i = 0; i < N; i++) {
    h = h * 31 + digest(strings[i], strlen(strings[i]));
    free(strings[i]);
  }
  printf("%llx\n", h);
  show("lengths", lengths, sizeof lengths);
  return 0;
}
