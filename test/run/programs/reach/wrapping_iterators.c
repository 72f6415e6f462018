// SPDX-License-Identifier: Apache-2.0
//
// Unsigned and narrow iterators and subscripts, with bounds for which nothing
// wraps around and with bounds for which something does.
#include "../digest.h"

#include <stddef.h>
#include <stdint.h>

enum { size = 70000 };
static int a[size], b[size];
static unsigned stop;

static void fill(void) {
  int i;
  stop = 0;
  for (i = 0; i < size; i++) {
    a[i] = i % 4093;
    b[i] = 7 * i;
  }
}

static int bytes_up(int n) {
  unsigned char i;
  for (i = 0; i < n; i++)
    a[i] += b[i];
  return i;
}

static int bytes_equal(int from, unsigned char to) {
  unsigned char i = (unsigned char)from;
  int count = 0;
  while (i != to) {
    a[i] = count * 3;
    count++;
    i++;
  }
  return count;
}

static int words_up(unsigned from, unsigned to) {
  uint16_t i;
  int count = 0;
  for (i = (uint16_t)from; i != to; i++) {
    a[i] += 5;
    count++;
  }
  return count;
}

static int in_threes(unsigned char from, int to) {
  unsigned char i = from;
  int count = 0;
  while (i < to && count < 1000) {
    a[i] = count++;
    i += 3;
  }
  return count;
}

static int at_most(unsigned char from, unsigned char to) {
  unsigned char i = from;
  do {
    a[i] = i + 1;
    i += 2;
  } while (i <= to);
  return i;
}

static int less_one(unsigned n) {
  unsigned i;
  for (i = 1; i < n - 1 && n != 0; i++)
    a[i] = b[i - 1] + b[i + 1];
  return (int)i;
}

static int windows(unsigned n) {
  unsigned i;
  for (i = 0; i + 4 <= n; i += 4)
    a[i] = b[i + 3] - b[i];
  return (int)i;
}

static int product(unsigned n, unsigned m, unsigned from) {
  unsigned i, j;
  for (i = from; i < from + n; i++)
    for (j = 0; j < m; j++)
      a[(uint16_t)(i * m + j)] = (int)(i ^ j);
  return (int)a[7];
}

static int modulo(unsigned char step, int n) {
  unsigned char at = 0;
  int i;
  for (i = 0; i < n; i++) {
    a[at] = i;
    at += step;
  }
  return at;
}

static int modulo_one(unsigned char at, int n) {
  int i;
  for (i = 0; i < n; i++) {
    a[at] = i;
    at++;
  }
  return at;
}

#define RUN(call)                                                             \
  do {                                                                        \
    int value_;                                                               \
    fill();                                                                   \
    value_ = (call);                                                          \
    printf("%s %d ", #call, value_);                                          \
    show("a", a, sizeof a);                                                   \
  } while (0)

int main(void) {
  static const int sizes[] = {0, 1, 2, 60, 130, 250, 253, 254, 255};
  unsigned k;
  for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    printf("n = %d\n", n);
    RUN(bytes_up(n));
    RUN(bytes_equal(0, (unsigned char)n));
    RUN(bytes_equal(200, (unsigned char)n));
    RUN(words_up(0, (unsigned)n));
    RUN(words_up(65000, (unsigned)n));
    RUN(in_threes(0, n));
    RUN(in_threes(2, n));
    RUN(at_most(0, (unsigned char)(n & 127)));
    RUN(at_most(100, (unsigned char)(n & 127)));
    RUN(less_one((unsigned)n));
    RUN(windows((unsigned)n));
    RUN(product((unsigned)n, 100, 0));
    RUN(product((unsigned)n, 300, 0));
    RUN(product((unsigned)n, 256, 4294967000u));
    RUN(modulo(5, 2 * n));
    RUN(modulo(64, n));
    RUN(modulo_one(0, n));
    RUN(modulo_one(200, n));
    RUN(modulo_one(0, 3 * n));
  }
  return 0;
}
