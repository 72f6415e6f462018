// SPDX-License-Identifier: Apache-2.0
//
// Loops that seem to walk by a variable: it changes on the way, is zero or
// walks away, the iterator wraps around, or two steps meet.
#include "../../digest.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

enum { size = 3000 };
static int a[size + 600], at_zero;
static int shared_step;

static void fill(void) {
  int i;
  for (i = 0; i < size + 600; i++)
    a[i] = i % 97;
}

static int step_grows(int n, int m) {
  int i, count = 0;
  for (i = 0; i < n; i += m) {
    a[i] = count++;
    if (i % 5 == 0)
      m++;
  }
  return i + count;
}

static int step_changes_at_once(int n) {
  int i, m = 1;
  for (i = 0; i < n; i += m)
    a[i] += m = i % 3 + 1;
  return i;
}

static int step_behind_pointer(int n, int *where) {
  int m = 2, *pm = where ? where : &m, i;
  for (i = 0; i < n; i += m) {
    a[i] = i;
    *pm = 3;
  }
  return i;
}

static int step_of_everybody(int n, int *p) {
  int i;
  shared_step = 1;
  for (i = 0; i < n; i += shared_step)
    p[i] = i == 9 ? 4 : 1;
  return i;
}

/* Zero: ends by what is found. */
static int stands_still(int m) {
  int i, rounds = 0;
  for (i = 0; i < 10 && at_zero < 50; i += m) {
    at_zero++;
    rounds += a[i];
  }
  return rounds;
}

/* Not one iteration, whatever the step. */
static int never_starts(int from, int n, int m) {
  int i;
  for (i = from; i < n; i += m)
    a[i] = -1;
  return i;
}

/* Beyond the type: the loop goes on from below. */
static unsigned bytes_wrap(int n, int m) {
  unsigned char i;
  unsigned count = 0;
  for (i = 0; i < n; i += m) {
    a[i] += 3;
    if (++count == 700)
      return count + i;
  }
  return count + i;
}

static unsigned words_wrap(unsigned from, unsigned n, unsigned m) {
  unsigned i, count = 0;
  for (i = from; i < n; i += m) {
    a[(i >> 4) % size]++;
    if (++count == 900)
      break;
  }
  return i + count;
}

/* `m` is -1 in disguise. */
static size_t walks_back(size_t n, size_t m) {
  size_t i;
  for (i = 100; i < n; i += m)
    a[i] = a[i + 1] + 1;
  return i;
}

static unsigned counts_below_zero(unsigned n, unsigned m) {
  unsigned i, count = 0;
  for (i = n; i >= m; i -= m) {
    a[i] = a[i - m] + 1;
    count++;
  }
  return i + count;
}

/* The first by one element, the next by a whole row: they may meet. */
static void in_two_steps(int n, int m, int k, int *x) {
  int i;
  int *p = x, *q = x + k;
  for (i = 0; i < n; i++) {
    *q = *p + 1;
    p += m;
    q += m;
  }
}

static void parts_of_steps(int n, int m, int *x) {
  int i;
  for (i = 0; i < n; i += m) {
    x[i] = x[i + m - 1] + 1;
    x[i + m / 2] += 2;
  }
}

static void blocks_that_meet(int n, int m, int width, int *x) {
  int i, j;
  for (i = 0; i < n; i += m)
    for (j = 0; j < width; j++)
      x[i + j] = (x[i + j] * 2 + j) & 0xfff;
}

static int against_end(int n, int m) {
  int i, count = 0;
  for (i = 0; i != n; i += m) {
    a[i % size]++;
    if (++count > 1500)
      break;
  }
  return i + count;
}

static long long far_steps(long long from, long long n, long long m) {
  long long i, count = 0;
  for (i = from; i < n; i += m) {
    a[count % size] += 1;
    count++;
  }
  return count;
}

static void moved_twice(int n, int m, int *x) {
  int i = 0;
  while (i < n) {
    x[i] += 1;
    i += m;
    if (i % 4 == 3)
      i += m;
  }
}

int main(void) {
  fill();
  printf("%d %d\n", step_grows(size, 1), step_changes_at_once(size));
  printf("%d %d\n", step_behind_pointer(size, NULL),
         step_behind_pointer(size, &shared_step));
  printf("%d %d\n", step_of_everybody(size, a),
         step_of_everybody(1, &shared_step));
  printf("%d %d\n", stands_still(0), at_zero);
  printf("%d %d %d\n", never_starts(5, 5, 0), never_starts(9, 2, -1),
         never_starts(3, 3, INT_MIN));
  printf("%u %u %u\n", bytes_wrap(250, 7), bytes_wrap(256, 1),
         bytes_wrap(200, 300));
  printf("%u %u\n", words_wrap(UINT_MAX - 50000, UINT_MAX, 100),
         words_wrap(0, 40000, UINT_MAX - 3));
  printf("%zu\n", walks_back(size, (size_t)-1));
  printf("%u %u\n", counts_below_zero(size, 1), counts_below_zero(size, 250));
  in_two_steps(900, 1, 1, a);
  in_two_steps(900, 3, 3, a);
  in_two_steps(900, 3, 2, a);
  in_two_steps(900, 0, 5, a);
  in_two_steps(200, -3, 3, a + 900);
  show("a", a, sizeof a);
  parts_of_steps(size, 1, a);
  parts_of_steps(size, 2, a);
  parts_of_steps(size, 50, a);
  blocks_that_meet(size, 10, 10, a);
  blocks_that_meet(size, 10, 11, a);
  blocks_that_meet(size, 10, 500, a);
  show("a", a, sizeof a);
  printf("%d %d\n", against_end(2000, 2), against_end(2001, 2));
  printf("%lld %lld\n", far_steps(LLONG_MIN + 10, LLONG_MIN / 2, 1LL << 52),
         far_steps(0, LLONG_MAX - (1LL << 62), 1LL << 52));
  moved_twice(size, 1, a);
  moved_twice(size, 5, a);
  show("a", a, sizeof a);
  return 0;
}
