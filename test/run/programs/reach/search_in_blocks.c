// SPDX-License-Identifier: Apache-2.0
//
/* Searches in blocks from malloc and its like: as far as they go, beyond them
 * (the match comes before), with a size that changes its meaning. */
#include <stdio.h>
#include <stdlib.h>

/* Keeps the calls out of regions. */
static volatile int entered;

static int in_malloc(int n, int extra, int key) {
  int *p = malloc(n * sizeof *p), i, j;
  entered++;
  for (i = 0; i < n; i++)
    p[i] = i;
  for (i = 0; i < n + extra; i++)
    if (p[i] == key)
      break;
  for (j = 0; j < n && p[j] != key; j++)
    ;
  free(p);
  return i + 3 * j;
}

static int in_calloc(long n, int key) {
  short *p = calloc((size_t)n + 1, sizeof *p);
  long i;
  entered++;
  for (i = 0; i < n; i++)
    p[i] = (short)(i * 2);
  for (i = 0; i <= n; i++)
    if (p[i] > key) {
      free(p);
      return (int)i;
    }
  free(p);
  return -1;
}

/* The size is not what `n` says later. */
static int shrinks(int n, int key) {
  int *p, i;
  n /= 2;
  p = malloc((n + 1) * sizeof *p);
  entered++;
  for (i = 0; i < n; i++)
    p[i] = i;
  p[n] = key;
  n *= 2;
  for (i = 0; i < n; i++)
    if (p[i] == key)
      break;
  free(p);
  return i;
}

/* One pointer, two blocks; none at all. */
static int either(int n, int key, int which) {
  int *p = 0, i;
  entered++;
  if (which)
    p = malloc(n * sizeof *p);
  for (i = 0; p && i < n; i++)
    p[i] = n - i;
  for (i = 0; i < n; i++)
    if (!which || p[i] == key)
      break;
  free(p);
  return i;
}

/* Not read where it is no longer there. */
static int freed(int n, int key) {
  int *p = malloc(n * sizeof *p), i, done = key & 1;
  entered++;
  for (i = 0; i < n; i++)
    p[i] = i;
  if (done)
    free(p);
  for (i = 0; i < n; i++) {
    if (done)
      break;
    if (p[i] == key)
      break;
  }
  if (!done)
    free(p);
  return i;
}

int main(void) {
  static const int sizes[] = {1, 2, 100, 1025, 30000, 400000};
  unsigned s;
  for (s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
    int n = sizes[s], keys[] = {0, 1, n / 3, n / 2, n - 1}, k;
    for (k = 0; k < 5; k++) {
      printf("%d %d ", in_malloc(n, 0, keys[k] % n),
             in_malloc(n, 5000, keys[k] % n));
      printf("%d %d ", in_calloc(n, keys[k] & 8191), shrinks(n, keys[k]));
      printf("%d %d ", either(n, keys[k] + 1, 1), either(n, keys[k], 0));
      printf("%d\n", freed(n, keys[k]));
    }
  }
  return 0;
}
