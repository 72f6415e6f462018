// SPDX-License-Identifier: Apache-2.0
//
// Pointers that walk, apart and over each other's memory at every distance.
#include "../digest.h"

#include <stdint.h>
#include <string.h>

enum { size = 2600 };
static int a[size], b[size];
static unsigned char bytes[3 * size], others[3 * size];

static void fill(void) {
  int i;
  for (i = 0; i < size; i++) {
    a[i] = i * 11 % 307;
    b[i] = 3 * i - 1000;
  }
  for (i = 0; i < 3 * size; i++) {
    bytes[i] = (unsigned char)(i * 5);
    others[i] = (unsigned char)(i ^ 77);
  }
}

static int copy(int *p, const int *q, int n) {
  while (n--)
    *p++ = (int)((unsigned)*q++ * 3u);
  return n;
}

static long until(int *p, const int *q, const int *end) {
  const int *from = q;
  while (q < end)
    *p++ = *q++ + 1;
  return q - from;
}

static long up_to(int *p, int *end) {
  int *from = p;
  for (; p != end; p++)
    *p -= 7;
  return p - from;
}

static long by_twos(int *p, const int *q, const int *end) {
  long k = 0;
  for (; q < end; q += 2, p++, k++)
    *p = q[0] - q[1];
  return k;
}

static long downwards(int *p, int *begin) {
  int *from = p;
  int k = 0;
  while (p > begin) {
    *--p = k;
    k += 2;
  }
  return from - p;
}

static void colours(unsigned char *p, const unsigned char *q, int n) {
  int i;
  for (i = 0; i < n; i++) {
    *p++ = q[2];
    *p++ = q[1];
    *p++ = q[0];
    q += 3;
  }
}

static long reverse(int *p, int *q) {
  long k = 0;
  while (p < q) {
    int t = *p;
    *p++ = *q;
    *q-- = t;
    k++;
  }
  return k;
}

static int table(int *p, int n, int m) {
  int i, j, *from = p;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      *p++ = i * 100 + j;
  return (int)(p - from);
}

static int rows(int *p, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++) {
    for (j = 0; j < m; j++)
      p[j] = i ^ j;
    p += m;
  }
  return (int)(p - a);
}

static int fills_do(int *p, int n) {
  int *from = p;
  do
    *p++ = n;
  while (p < from + n);
  return (int)(p - from);
}

static int data_moves(int *p, const int *by, int n) {
  int i, *from = p;
  for (i = 0; i < n; i++) {
    *p = i;
    p += by[i] & 1;
  }
  return (int)(p - from);
}

static int own_bound(int *p, int *end) {
  int k = 0;
  while (p < end) {
    *p++ = k++;
    if (k % 64 == 0)
      end--;
  }
  return k;
}

/* The pointer stands in the memory that it walks over. */
static int over_itself(void) {
  static union {
    char *p;
    char c[64];
  } u;
  int k = 0;
  char *q = u.c + 16;
  u.p = u.c + 16;
  while (q < u.c + 48) {
    *q++ = (char)k++;
    if (u.p != u.c + 16)
      return -1;
  }
  return k;
}

#define RUN(call)                                                             \
  do {                                                                        \
    long value_;                                                              \
    fill();                                                                   \
    value_ = (long)(call);                                                    \
    printf("%s %ld ", #call, value_);                                         \
    show("a", a, sizeof a);                                                   \
    show("bytes", bytes, sizeof bytes);                                       \
  } while (0)

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 5, 64, 70, 257, 1000, 1200};
  unsigned k;
  int d;
  for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    printf("n = %d\n", n);
    RUN(copy(a, b, n));
    for (d = -3; d <= 3; d++)
      RUN(copy(a + 10 + d, a + 10, n));
    RUN(copy(a + n, a, n));
    RUN(until(a, b, b + n));
    RUN(until(a + 1, a, a + n));
    RUN(until(a, b + n, b));
    RUN(up_to(a, a + n));
    RUN(by_twos(a, b, b + n));
    RUN(by_twos(a, a, a + n));
    RUN(downwards(a + n, a));
    RUN((colours(bytes, others, n), 0));
    RUN((colours(bytes, bytes, n), 0));
    RUN((colours(bytes + 1, bytes, n), 0));
    RUN(reverse(a, a + n));
    RUN(reverse(a + n, a));
    RUN(table(a, n / 32, 32));
    RUN(table(a, 32, n / 32));
    RUN(rows(a, n / 32, 32));
    RUN(rows(a, 32, n / 32));
    RUN(fills_do(a, n));
    RUN(data_moves(a, b, n));
    RUN(own_bound(a, a + n));
  }
  RUN(over_itself());
  return 0;
}
