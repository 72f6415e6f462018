// SPDX-License-Identifier: Apache-2.0
//
// Loops and pointers that move by a variable which stays the same: with steps
// that divide the range and that do not, of 1, of more than the range, of zero
// iterations; up and down, in many types.
#include "../digest.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

enum { size = 40000 };
static double a[size + 64], b[size + 64];
static int numbers[size + 64];
static char sieve[size];
static double planes[200][100];

static void fill(void) {
  int i;
  for (i = 0; i < size + 64; i++) {
    a[i] = i % 1009 * 0.25;
    b[i] = i % 777 - 300;
    numbers[i] = i * 7 % 4093;
  }
}

static int from_to_by(int s, int n, int m, double *x, const double *y) {
  int i;
  for (i = s; i < n; i += m)
    x[i] = 2 * x[i] + y[i];
  return i;
}

static long down_by(long n, long m, double *x) {
  long i;
  for (i = n - 1; i >= 0; i -= m)
    x[i] = x[i] * 0.5 + (double)i;
  return i;
}

/* `step` is negative. */
static int down_with_plus(int n, int step, double *x) {
  int i;
  for (i = n; i > 0; i += step)
    x[i] -= 3;
  return i;
}

static size_t naturals(size_t from, size_t n, size_t m, double *x) {
  size_t i;
  for (i = from; i < n; i += m)
    x[i] = x[i] + 1;
  return i;
}

static unsigned words(unsigned n, unsigned m, double *x) {
  unsigned i, count = 0;
  for (i = 0; i < n; i += m) {
    x[i] = i;
    count++;
  }
  return i + count;
}

static int shorts(int n, short m, double *x) {
  short i;
  for (i = 0; i < n; i += m)
    x[i] = i;
  return i;
}

static ptrdiff_t column(double *p, int n, int stride) {
  double *first = p;
  int i;
  for (i = 0; i < n; i++) {
    *p = *p * 3 + i;
    p += stride;
  }
  return p - first;
}

static ptrdiff_t to_end(double *p, double *end, ptrdiff_t m) {
  double *first = p;
  while (p < end) {
    *p += 1;
    p += m;
  }
  return p - first;
}

static ptrdiff_t until_end(double *p, int n, int m) {
  double *first = p, *end = p + (ptrdiff_t)n * m;
  for (; p != end; p += m)
    *p -= 1;
  return p - first;
}

static int backwards(int n, int m, const double *y, double *x) {
  int j = 2 * m * n, i;
  for (i = 0; i < n; i++, j -= 2 * m)
    x[j] = y[i] + i;
  return j;
}

static int neighbours(int n, int m, double *x) {
  int i;
  for (i = 0; i + 1 < n; i += m)
    x[i + 1] = x[i] * 0.5;
  return i;
}

/* Each element from the next but m: in order. */
static int next_step(int n, int m, double *x) {
  int i;
  for (i = 0; i < n - m; i += m)
    x[i] = x[i + m] + 1;
  return i;
}

static void some_rows(int s, int m) {
  int i, j;
  for (i = s; i < 200; i += m)
    for (j = 0; j < 100; j++)
      planes[i][j] += i - j;
}

static void butterflies(int n, int m, double *x) {
  int k, j;
  for (k = 0; k + m <= n; k += m)
    for (j = 0; j < m / 2; j++) {
      double t = x[k + j];
      x[k + j] = t + x[k + j + m / 2];
      x[k + j + m / 2] = t - x[k + j + m / 2];
    }
}

static int primes(int n) {
  int i, j, count = 0;
  for (i = 2; i < n; i++)
    sieve[i] = 0;
  for (i = 2; i < n / i; i++)
    if (!sieve[i])
      for (j = i * i; j < n; j += i)
        sieve[j] = 1;
  for (i = 2; i < n; i++)
    count += !sieve[i];
  return count;
}

static int total(int s, int n, int m) {
  int i, t = 0;
  for (i = s; i < n; i += m)
    t += numbers[i] ^ i;
  return t;
}

static int at_least_once(int n, int m, double *x) {
  int i = 0;
  do {
    x[i] += 5;
    i += m;
  } while (i < n);
  return i;
}

/* Searches: the first that is found ends the loop. */
static int find(int s, int n, int m, int key) {
  int i;
  for (i = s; i < n; i += m)
    if (numbers[i] == key)
      break;
  return i;
}

static int find_from_end(int n, int m, int key) {
  int i;
  for (i = n - 1; i >= 0; i -= m)
    if (numbers[i] == key)
      return i;
  return -7;
}

static const int steps[] = {1, 2, 3, 7, 64, 1000, size - 1, size + 5};

int main(void) {
  unsigned s;
  fill();
  for (s = 0; s < sizeof steps / sizeof *steps; s++) {
    int m = steps[s];
    printf("%d:", m);
    printf(" %d %d", from_to_by(s, size, m, a, b), from_to_by(5, 5, m, a, b));
    printf(" %d", from_to_by(3, 2, m, b, a));
    printf(" %ld %d", down_by(size, m, a), down_with_plus(size, -m, b));
    printf(" %zu %u", naturals(s, size, m, a), words(size, m, b));
    printf(" %td", to_end(a + s, a + size, m));
    printf(" %d", total(s, size, m));
    printf(" %d %d", find(0, size, m, 4000), find(1, size, m, -1));
    printf(" %d %d", find_from_end(size, m, 77), find_from_end(0, m, 0));
    printf(" %d", at_least_once(size, m, a));
    printf(" %d", next_step(size, m, a));
    printf(" %d\n", neighbours(size, m, b));
  }
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  printf("%d %d\n", shorts(30000, 900, a), shorts(32000, 255, b));
  printf("%td %td %td\n", column(a, 199, 200), column(b + 39, 0, 8),
         column(b + 399, 100, -3));
  printf("%td %td\n", until_end(a, 3999, 10), until_end(b, 0, 10));
  printf("%d %d\n", backwards(999, 20, b, a), backwards(1, 3, a, b));
  some_rows(0, 1);
  some_rows(3, 2);
  some_rows(150, 40);
  butterflies(size, 8, a);
  butterflies(size, 1000, b);
  butterflies(17, 17, b);
  printf("primes %d %d\n", primes(size), primes(3));
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("planes", planes, sizeof planes);
  show("sieve", sieve, sizeof sieve);
  return 0;
}
