// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --no-call-tasks
// REGIONS: 7
//
// What the header's step leaves in its variables after the last iteration of a
// pipeline, whose chunks set them for each of their iterations.
#include <stdio.h>

static unsigned x[20000], carry;

static unsigned heavy(unsigned v) {
  for (int k = 0; k < 3000; k++) {
    v ^= v << 13;
    v ^= v >> 17;
    v ^= v << 5;
    v += k;
  }
  return v;
}

static void down(int n) {
  int m = 3, i;
  long q = 100;
  for (i = n; i > 0; i -= 3, m += 2, q--) {
    unsigned h = heavy(i + m);
    carry = carry * 5 + h;
    x[m] = carry;
  }
  printf("down %d %d %ld %u\n", m, i, q, carry);
}

static void pointer(int n) {
  unsigned *p = x, *e = x + n;
  int k = 0;
  for (; p < e; p += 2, ++k) {
    unsigned h = heavy(*p + k);
    carry = carry * 5 + h;
    *p = carry;
  }
  printf("pointer %ld %d %u\n", (long)(p - x), k, carry);
}

static void in_body(int n) {
  int i = 0, m = 7;
  while (i < n) {
    unsigned h = heavy(i + m);
    carry = carry * 5 + h;
    x[i] = carry;
    i += 2;
    m++;
  }
  printf("in body %d %d %u\n", m, i, carry);
}

static void in_test(int n) {
  int i = 0, m = 7;
  do {
    unsigned h = heavy(i + m);
    carry = carry * 5 + h;
    x[i] = carry;
    m++;
  } while (++i < n);
  printf("in test %d %d %u\n", m, i, carry);
}

static void in_test_first(int n) {
  int m = 0, i = n;
  while (i-- > 0) {
    unsigned h = heavy(i);
    carry = carry * 5 + h;
    x[m++] = carry;
  }
  printf("in test, first %d %d %u\n", m, i, carry);
}

static void continued(int n) {
  int m = 0, i;
  for (i = 0; i < n; m += 3, i++) {
    unsigned h = heavy(i);
    if (h & 1)
      continue;
    carry = carry * 5 + h;
    x[i] = m;
  }
  printf("continued %d %d %u\n", m, i, carry);
}

static void two_ends(int n) {
  int m = 0;
  unsigned last = 0;
  for (int i = 0, j = n; i < j; i++, j--, m++) {
    unsigned h = heavy(i + j);
    carry = carry * 5 + h;
    x[i] = carry;
    last = h;
  }
  printf("two ends %d %u %u\n", m, last, carry);
}

/* Whatever else the step does stays in order. */
static void work(int n) {
  unsigned sum = 0;
  int i, count = 0;
  for (i = 0; i < n; i++, sum += x[i], count += x[i] > 1000) {
    unsigned h = heavy(i);
    carry = carry * 5 + h;
    x[i] = carry;
  }
  printf("work %u %d %d %u\n", sum, i, count, carry);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 7, 400};
  for (int k = 0; k < 5; k++) {
    down(sizes[k]);
    pointer(sizes[k]);
    in_body(sizes[k]);
    in_test(sizes[k]);
    in_test_first(sizes[k]);
    continued(sizes[k]);
    two_ends(sizes[k]);
    work(sizes[k]);
  }
  return 0;
}
