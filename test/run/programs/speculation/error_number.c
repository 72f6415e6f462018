// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 3
// FLAGS: -lm
//
// errno after loops whose iterations set it, or leave it alone.
#include "../digest.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { N = 120 };
static double values[N], logs[N];
static int codes[N], steps[64];
static long found;

static int work(int n) {
  unsigned s = (unsigned)n;
  for (int i = 0; i < 300; i++)
    s = s * 5 + (s >> 7) + (unsigned)i;
  return (int)(s & 0xff);
}

static void fail(int code) { errno = code; }

/* By the mathematics library, in one iteration or in none. */
static void takeLogs(double sign, int at) {
  errno = 7;
  double kept = values[at];
  values[at] = sign * (2 + kept);
  for (int i = 0; i < N; i++) {
    logs[(i * 7 + work(i)) % N] += work(i);
    codes[i] = log(values[i]) > 3;
  }
  printf("at %d: %d\n", at, errno);
  values[at] = kept;
}

/* By a function of the program, the last time at some iteration. */
static void failUntil(int last) {
  errno = 9;
  for (int i = 0; i < N; i++) {
    steps[work(i) % 64] += i;
    if (i <= last && i % 5 == 0)
      fail(1000 + i);
  }
  printf("until %d: %d\n", last, errno);
}

/* To nothing, and to what looks like nothing. */
static void reset(int to) {
  errno = 11;
  for (int i = 0; i < N; i++) {
    steps[work(i + to) % 64] ^= i;
    if (i == N - 3)
      errno = to;
  }
  printf("to %d: %d\n", to, errno);
}

static int lastError(void) { return errno; }

/* Each iteration has to see what those before have left. */
static void look(void) {
  const int *place = &errno;
  errno = 0;
  for (int i = 0; i < N; i++) {
    steps[work(i) % 64] += lastError() + (errno == 20);
    if (work(i) % 16 == 3)
      errno = i;
  }
  int last = errno;
  for (int i = 0; i < N; i++) {
    char digits[32];
    sprintf(digits, "%d%s", work(i), i % 3 ? "" : "99999999999999999999");
    errno = 0;
    found += strtol(digits, NULL, 10) / 1000 + errno;
    codes[i] ^= errno;
  }
  errno = 0;
  for (int i = 0; i < N; i++) {
    steps[work(i) % 64] += *place;
    codes[i] += log(values[i]) > 2;
  }
  printf("looked: %d %d\n", last, errno);
}

/* What is printed where iterations end badly is errno, too. */
static int read(const char *text) {
  errno = 0;
  long value = strtol(text, NULL, 10);
  if (errno != 0) {
    perror("read");
    exit(1);
  }
  return (int)value;
}

int main(void) {
  int n = read("120");
  for (int i = 0; i < N; i++)
    values[i] = 1 + i % 9;
  takeLogs(1, 0);
  takeLogs(-1, 3);
  takeLogs(-1, 20);
  takeLogs(-1, 50);
  takeLogs(-1, 80);
  takeLogs(-1, n - 2);
  failUntil(-1);
  failUntil(10);
  failUntil(70);
  failUntil(n);
  reset(0);
  reset(-1);
  look();
  show("logs", logs, sizeof logs);
  show("codes", codes, sizeof codes);
  show("steps", steps, sizeof steps);
  printf("%ld\n", found);
  return 0;
}
