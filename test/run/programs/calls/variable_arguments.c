// SPDX-License-Identifier: Apache-2.0
//
// Functions with variable arguments: what they take from their lists they may
// read, write, keep and give back; lists are copied and handed on, by value and
// by address; pointers come as integers and in structures.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 3000

struct pair {
  int *first, *second;
  int third;
};

static int a[N], b[N], c[N], d[N];
static int *kept[4] = {d, d + 1, d + 2, d + 3};

/// Nothing but numbers.
static long sum(int n, ...) {
  va_list list;
  long s = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    s += i % 2 ? va_arg(list, int) : (long)va_arg(list, double);
  va_end(list);
  return s;
}

/// Writes through each.
static void fill(int value, int n, ...) {
  va_list list;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    *va_arg(list, int *) += value + i;
  va_end(list);
}

static int *pick(int which, va_list list) {
  int *p = NULL;
  for (int i = 0; i <= which; i++)
    p = va_arg(list, int *);
  return p;
}
static int *last(int n, va_list *list) {
  int *p = NULL;
  for (int i = 0; i < n; i++)
    p = va_arg(*list, int *);
  return p;
}
/// Through copies, by value and by address.
static int *choose(int which, int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  int *p = pick(which, list), *q = last(n, &again);
  va_end(again);
  va_end(list);
  *q ^= 5;
  return p;
}

static void keep(int at, ...) {
  va_list list;
  va_start(list, at);
  struct pair p = va_arg(list, struct pair);
  uintptr_t number = va_arg(list, uintptr_t);
  va_end(list);
  kept[at & 3] = at % 3 ? p.second : (int *)number;
  *p.first += p.third;
}

/// A name, as a library function makes it of a list.
static int name(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to, size, format, list);
  va_end(list);
  return n;
}

static void swap(int levels, ...) {
  va_list list;
  va_start(list, levels);
  int *p = va_arg(list, int *), *q = va_arg(list, int *);
  va_end(list);
  if (levels > 0) {
    swap(levels - 1, q, p);
    return;
  }
  int t = *p;
  *p = *q;
  *q = t + 1;
}

static unsigned long digest(void) {
  unsigned long s = 0;
  for (int i = 0; i < N; i++)
    s = s * 31 + (unsigned)a[i] + 3u * (unsigned)b[i] + 5u * (unsigned)c[i] +
        7u * (unsigned)d[i];
  return s;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  if (n > N || n < 16)
    return 1;
  for (int i = 0; i < n; i++)
    a[i] = (int)sum(4, i * 0.5, i % 7, 2.0, i);
  for (int i = 0; i < n; i++) // each its own
    fill(i, 2, &b[i], &c[i]);
  printf("%lu\n", digest());
  for (int i = 1; i < n; i++) { // all the first
    fill(i, 2, &a[0], &b[i]);
    c[i] += a[0];
  }
  printf("%lu\n", digest());
  for (int i = 1; i < n; i++)
    d[i] = *choose(i % 3, 3, &a[i], &b[n - i], &c[i / 2]) + i;
  printf("%lu\n", digest());
  for (int i = 1; i < n; i++) {
    struct pair p = {&a[i], &b[n - i], i};
    keep(i, p, (uintptr_t)&d[i]);
    *kept[i & 3] += c[i];
    c[i - 1] = *kept[(i + 1) & 3] ? b[i] : 0;
    if (i == 3)
      printf("%d\n", c[2]);
    kept[(i + 1) & 3] = &d[0];
    kept[(i + 2) & 3] = &d[1];
    kept[(i + 3) & 3] = &d[2];
  }
  printf("%lu\n", digest());
  void (*indirect[2])(int, int, ...) = {fill, fill};
  for (int i = 1; i < n; i++)
    indirect[i & 1](i, 3, &a[i], &b[i - 1], &c[0]);
  printf("%lu\n", digest());
  for (int i = 1; i < n; i++)
    swap(i & 3, &a[i], &a[i - 1]);
  printf("%lu\n", digest());
  char text[64], other[64] = "";
  int length = 0;
  for (int i = 0; i < n; i++) {
    a[i] += name(text, sizeof text, "%d %s %d", i, other, b[i]);
    memcpy(other, text, 8);
    other[8] = 0;
    length += name(text, sizeof text, i & 1 ? "%d%n" : "%d", i, &d[i]);
    b[i] += d[i];
  }
  printf("%d %s %lu\n", length, text, digest());
  return 0;
}
