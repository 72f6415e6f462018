// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Library callbacks and threads between parallel loops.
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
static int a[500], b[500];
static int depth;
static const int *key;
static int by(const void *x, const void *y) {
  return key[*(const int *)x] - key[*(const int *)y];
}
static int idx[500];
static void *th(void *p) {
  int *q = p;
  for (int i = 0; i < 500; i++)
    q[i] += i;
  return p;
}
int main(void) {
  for (int i = 0; i < 500; i++) {
    a[i] = (i * 7919) % 500;
    b[i] = (i * 104729) % 499;
    idx[i] = i;
  }
  key = a;
  qsort(idx, 500, sizeof *idx, by);
  for (int i = 0; i < 500; i++)
    a[idx[i]] += i;
  key = b;
  for (int i = 0; i < 500; i++)
    b[i] += depth;
  qsort(idx, 500, sizeof *idx, by);
  for (int i = 0; i < 500; i++) {
    int *p = bsearch(&i, idx, 500, sizeof *idx, by);
    a[i] += p ? (int)(p - idx) : -1;
  }
  pthread_t t;
  pthread_create(&t, 0, th, b);
  pthread_join(t, 0);
  for (int i = 0; i < 500; i++)
    a[i] += b[i];
  pthread_create(&t, 0, th, a);
  for (int i = 0; i < 500; i++)
    b[i] ^= i;
  pthread_join(t, 0);
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + b[i] * 3 + idx[i] * 7;
  printf("%u\n", h);
  return 0;
}
