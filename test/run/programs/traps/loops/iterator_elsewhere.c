// SPDX-License-Identifier: Apache-2.0
//
// The iterator or the bound is changed in the body, by a callee, or under
// another name.
#include "../../digest.h"
static unsigned a[2000];
static int global, bound = 1000;
static void skip(int *p) {
  if (*p % 5 == 0)
    ++*p;
}
static void skip_global(void) {
  if (global == 500)
    global += 100;
}
static void lower(int i) {
  if (i == 600)
    bound = 700;
}
int main(void) {
  for (int i = 0; i < 1000; i++) {
    a[i] += 1u;
    skip(&i);
  }
  for (global = 0; global < 1000; global++) {
    a[global] += 2u;
    skip_global();
  }
  for (int i = 0; i < bound; i++) {
    a[i] += 3u;
    lower(i);
  }
  printf("%d %d\n", global, bound);
  int n = 1000, *p = &n;
  for (int i = 0; i < n; i++) {
    a[i] += 4u;
    if (a[i] == 6u && i > 900)
      *p = 950;
  }
  for (int i = 0; i < 1000; i++) {
    if (a[i] & 1)
      i += 2;
    a[i] ^= 8u;
  }
  for (int i = 0, m = 1000; i < m; i++, m--)
    a[i] += (unsigned)m;
  for (int i = 0; i < 1000; i++) {
    int i = 5; /* another one */
    a[i] += 1u;
  }
  for (int i = 0; i < 1000; i++)
    for (i = i; i % 7; i++)
      a[i] += 3u;
  int i, j;
  for (i = j = 0; i < 1000; i++) {
    a[j] += (unsigned)i;
    if (a[i] & 4)
      j++;
    else
      j = i;
  }
  unsigned char c;
  for (c = 0; c < 200; c++)
    a[c] += c;
  int *q = &i;
  for (i = 0; i < 1000; i++)
    a[*q] ^= (unsigned)*q;
  for (i = 0; i < 1000; i++) {
    a[i] += 1u;
    *q += i % 3;
  }
  printf("%d %d %d\n", i, j, c);
  show("a", a, sizeof a);
  return 0;
}
