// SPDX-License-Identifier: Apache-2.0
//
// Conditions that convert what they compare, and bounds that move and wrap
// around before the loop has met them. Everything is called through pointers,
// so that each loop is a region of its own.
#include "../../digest.h"
#include <stddef.h>
enum { N = 50000 };
static int a[N];

/* The unsigned number is beyond any n if i is negative. */
static long converted(long from, long n) {
  long runs = 0;
  for (int i = (int)from; (long)(unsigned)i < n; i++) {
    a[i + 500] = i + 1;
    runs++;
  }
  return runs;
}
static long converted_sum(long from, long n) {
  long runs = 0;
  for (int i = (int)from; (long)(i + 4u) < n; i++) {
    a[i + 500] += i + 2;
    runs++;
  }
  return runs;
}
/* A short is negative where the unsigned one is great. */
static long converted_short(long from, long n) {
  long runs = 0;
  for (short i = (short)from; (unsigned short)i < n; i++) {
    a[i + 5000] += i + 3;
    runs++;
  }
  return runs;
}

/* The bound falls below 0 and is great again. */
static long short_bound(long from, long to) {
  unsigned short e = (unsigned short)to;
  long i;
  for (i = from; i < e; i++, e--)
    a[i + 10000] += (int)i + 1;
  return i;
}
static long char_bound(long from, long to) {
  signed char e = (signed char)to;
  int i;
  for (i = (int)from; i < e; i++, e--)
    a[i + 10000] += i + 5;
  return i;
}
/* The smaller one wraps around first. */
static long both_fall(long from, long to) {
  size_t i = (size_t)from, j = (size_t)to;
  for (; i < j; i--, j -= 3)
    a[j] += (int)j + 1;
  return (long)j;
}
static long both_fall_by_less(long from, long to) {
  unsigned i = (unsigned)from, j = (unsigned)to, runs = 0;
  for (; i < j; i--, j -= 2) {
    a[j] += (int)j + 3;
    runs++;
  }
  return runs;
}
/* The greater one wraps around. */
static long both_rise(long from, long to) {
  unsigned i = (unsigned)from, j = (unsigned)to, runs = 0;
  for (; i < j; i += 2, j++)
    a[runs++] += (int)(j & 1023);
  return runs;
}
/* One that is as it seems. */
static long they_meet(long from, long to) {
  size_t i = (size_t)from, j = (size_t)to;
  for (; i < j; i++, j--) {
    int t = a[i];
    a[i] = a[j] % 1000 * 3;
    a[j] = t + 1;
  }
  return (long)(j - i);
}

typedef long Loop(long, long);
static void run(Loop *volatile loop, long from, long to) {
  printf("result %ld\n", (long)loop(from, to));
  show("a", a, sizeof a);
}

int main(void) {
  run(converted, -50, 1400);
  run(converted, 0, 1400);
  run(converted_sum, -50, 1400);
  run(converted_sum, 0, 1400);
  run(converted_short, -1000, 2000);
  run(converted_short, 0, 2000);
  run(short_bound, -1900, 13);
  run(short_bound, 0, 3000);
  run(char_bound, -1390, 13);
  run(both_fall, 0, 4000);
  run(both_fall, 30, 4000);
  run(both_fall, 1900, 4000);
  run(both_fall_by_less, 0, 4000);
  run(both_fall_by_less, 20, 4000);
  run(both_rise, 0xFFFFF000L, 0xFFFFFFF0L);
  run(both_rise, 0, 3000);
  run(they_meet, 0, 3001);
  run(they_meet, 0, 0);
  return 0;
}
