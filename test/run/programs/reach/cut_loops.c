// SPDX-License-Identifier: Apache-2.0
//
// What must hold where a loop is cut into parts: where each part starts, what
// lives on from one part to the next, and parts that have no iterations.
#include "../digest.h"

#define N 1201
static double a[N + 4], b[N + 4];
static int k[N + 4];
static int from;

static void reset(void) {
  for (int i = 0; i < N + 4; i++) {
    a[i] = i % 19 + 1;
    b[i] = i % 11 - 3;
    k[i] = i % 7;
  }
}

/* The first part changes what the loop started from. */
static int changed_start(int s, int n) {
  int i;
  for (i = s; i < n; i++) {
    a[i] = a[0] * 0.5 + b[i];
    s = i + 3;
  }
  return i * 10 + s;
}

static int global_start(int n) {
  int i;
  for (i = from; i < n; i++) {
    a[i] = a[2] * 0.5 + b[i];
    from = 5;
  }
  return i + from;
}

/* The first value is computed from the iterator itself. */
static int own_iterator(int i, int n) {
  for (i = i + 1; i < n; i++)
    a[i] = a[1] * 0.25 + b[i];
  return i;
}

static int no_init(int i, int n) {
  for (; i < n; i++)
    a[i] = a[1] * 0.25 + b[i];
  return i;
}

static void memory_start(int n) {
  for (int i = k[3]; i < n; i++) {
    k[i] = 1;
    a[i] = a[3] * 0.5 + b[i];
  }
  for (int i = k[0]; i < n; i++)
    k[i] = k[i] + 2;
}

/* A start behind a pointer that may be to what the loop writes. */
static void pointed_start(const int *start, int *to, int n) {
  for (int i = *start; i < n; i++)
    to[i] = i % 5 + 1;
}

/* Reductions and private variables go on from part to part. */
static int with_sums(int n) {
  int sum = 3, most = -1, last = -7;
  double work[4];
  for (int i = 0; i < n; i++) {
    int t = k[i] * 3;
    for (int j = 0; j < 4; j++)
      work[j] = b[i] + j;
    a[i] = a[0] + work[t & 3];
    sum += t;
    if (t > most)
      most = t;
    if (t == 6)
      last = i;
  }
  return sum + 1000 * most + 100000 * (last + 7);
}

/* The place of the cut is changed in the loop. */
static int moving_pivot(int n, int at) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    b[i] = b[at] * 0.5 + 1;
    if (k[i] == 6)
      at = i / 2;
    count += k[i];
  }
  return count + at;
}

static int steps(int n) {
  int i, j = 0;
  for (i = 0; i < n; i += 2) {
    a[i] = a[0] + b[j];
    j += 1;
  }
  return i * 7 + j;
}

static void of_time(int n, int times) {
  for (int t = 0; t < times; t++) {
    for (int i = 0; i < n; i++)
      a[i] = a[0] * 0.5 + b[i];
    for (int i = 0; i < n; i++)
      b[i] = (b[n - 1] + a[i]) * 0.5;
    for (int i = 0; i < n; i++)
      a[i] = (a[n - 1 - i] + b[i]) * 0.25;
  }
}

/* Unsigned iterators, and bounds at the end of the type. */
static unsigned unsigned_range(unsigned n) {
  unsigned i;
  for (i = 0; i < n; i++)
    a[i] = a[n - 1] * 0.5 + b[i];
  return i;
}

static int counted_calls;
static int keep(int s) {
  counted_calls++;
  return s;
}
static void called_start(int n) {
  for (int i = keep(0); i < n; i++)
    a[i] = a[0] + 0.5 * b[i];
}

static int with_static(int n) {
  int result = 0;
  for (int i = 0; i < n; i++) {
    static int calls;
    a[i] = a[0] + b[i];
    calls += 1;
    result = calls;
  }
  return result;
}

static void everything(int n) {
  reset();
  printf("%d\n", changed_start(0, n));
  printf("%d\n", changed_start(1, n));
  from = 2;
  printf("%d\n", global_start(n));
  printf("%d %d\n", own_iterator(0, n), own_iterator(-1, n));
  printf("%d\n", no_init(1, n));
  show("starts", a, sizeof a);
  memory_start(n);
  show("memory", k, sizeof k);
  reset();
  pointed_start(&k[1], k, n);
  pointed_start(&k[5], k, n);
  show("pointed", k, sizeof k);
  printf("%d\n", with_sums(n));
  int at[] = {0, 1, n / 2, n - 1};
  for (int i = 0; i < 4; i++)
    if (at[i] >= 0)
      printf("%d\n", moving_pivot(n, at[i]));
  printf("%d\n", steps(n));
  show("steps", a, sizeof a);
  if (n > 0) {
    of_time(n, 5);
    printf("%u\n", unsigned_range((unsigned)n));
  }
  show("time", a, sizeof a);
  called_start(n);
  printf("%d %d\n", counted_calls, with_static(n));
  show("a", a, sizeof a);
  show("b", b, sizeof b);
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 8, 17, 64, 129, 600, N};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
    everything(sizes[i]);
  everything(-2);
  return 0;
}
