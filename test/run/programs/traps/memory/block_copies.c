// SPDX-License-Identifier: Apache-2.0
//
// Blocks of bytes whose lengths are known at run time alone: those that meet
// between iterations, and those that only touch.
#include "../../digest.h"

#include <stdlib.h>
#include <string.h>

static unsigned char a[8192], b[8192], c[8192];

static void fill(void) {
  for (int i = 0; i < 8192; i++) {
    a[i] = (unsigned char)(i * 7 >> 2);
    b[i] = (unsigned char)(i * 13 >> 3);
    c[i] = (unsigned char)(i >> 1);
  }
}

/* Rows that touch, and rows of which the next one takes the last byte. */
static void rows(int n, int pitch, int length) {
  for (int i = 0; i < n; i++)
    memcpy(a + i * pitch, b + i * pitch, length);
  for (int i = 0; i < n; i++)
    memset(c + i * pitch, i, length);
}

/* Each block comes from the one before. */
static void along(int n, int m) {
  for (int i = 1; i < n; i++)
    memcpy(a + i * m, a + (i - 1) * m, m);
}

static void backwards(int n, int m) {
  for (int i = n - 1; i > 0; i--)
    memmove(a + i * m, a + i * m - m / 2, m);
}

/* Lengths and places from tables; the last pair meets. */
static void bySize(const int *at, const unsigned *length, int n) {
  for (int i = 0; i < n; i++)
    memcpy(c + at[i], b + i, length[i]);
}

static void put(unsigned char *to, const unsigned char *from, size_t n) {
  if (n > 2)
    memcpy(to, from, n);
  else
    memset(to, 255, n + 1);
}

/* The callee writes one byte more than it is told. */
static void inCallee(size_t n, size_t m) {
  for (size_t i = 0; i < n; i++)
    put(a + i * m, b + i * m, m);
}

/* Before the pointer. */
static void put2(unsigned char *end, unsigned char *from, int n) {
  memcpy(end - n, from, n);
}
static void before(int n, int m, int k) {
  for (int i = 1; i <= n; i++)
    put2(c + i * m, a + i, k);
}

static int equal(int n, int m) {
  int same = 0;
  for (int i = 0; i + 1 < n; i++) {
    same += memcmp(a + i * m, a + (i + 1) * m, m) == 0;
    a[i * m] = (unsigned char)same;
  }
  return same;
}

/* A length that wraps around to a small one. */
static void wrapped(unsigned long n, unsigned long huge) {
  for (unsigned long i = 0; i < n; i++)
    memcpy(b + i * 8, c + i * 8, huge * 8);
}

static void shrinking(int n, int m) {
  for (int i = 0; i < n; i++)
    memset(a + i, i, m - i); /* each a piece of the one before */
}

static int byValue(const void *x, const void *y) {
  return *(const unsigned char *)x - *(const unsigned char *)y;
}
static void sorted(int n, int m, int k) {
  for (int i = 0; i < n; i++)
    qsort(a + i * m, k, 1, byValue);
}

int main(int argc, char **argv) {
  int n = 60, m = argc > 1 ? atoi(argv[1]) : 32;
  int at[40];
  unsigned length[40];
  for (int i = 0; i < 40; i++) {
    at[i] = i * 50;
    length[i] = (unsigned)(i == 38 ? 60 : i % 50);
  }
  fill();
  rows(n, m, m);
  show("rows", a, sizeof a);
  rows(n, m, m + 1);
  show("rows and one", a, sizeof a);
  show("set", c, sizeof c);
  along(n, m);
  show("along", a, sizeof a);
  fill();
  backwards(n, m);
  show("backwards", a, sizeof a);
  bySize(at, length, 40);
  show("by size", c, sizeof c);
  inCallee(60, (size_t)m);
  inCallee(60, 2);
  show("callee", a, sizeof a);
  before(n, m, m);
  before(n, m, m + 3);
  show("before", c, sizeof c);
  printf("%d\n", equal(n, m));
  show("equal", a, sizeof a);
  wrapped(60, (1UL << 61) + 3);
  show("wrapped", b, sizeof b);
  shrinking(n, 100);
  show("shrinking", a, sizeof a);
  fill();
  sorted(n, m, m);
  sorted(n, m, m + 5);
  show("sorted", a, sizeof a);
  return 0;
}
