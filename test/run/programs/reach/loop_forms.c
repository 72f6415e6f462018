// SPDX-License-Identifier: Apache-2.0
//
// Counting loops in other spellings than `for (i = a; i < b; i++)`, with no
// iteration, one, few and many; what their variables hold afterwards.
#include "../digest.h"

#include <stdlib.h>
#include <string.h>

enum { size = 3000 };
static int a[size + 16], b[size + 16];

static void fill(void) {
  int i;
  for (i = 0; i < size + 16; i++) {
    a[i] = i * 7 % 1001;
    b[i] = 5 - i;
  }
}

static int while_up(int n) {
  int i = 0;
  while (i < n) {
    a[i] = b[i] * 2;
    i++;
  }
  return i;
}

static int while_down(int n) {
  while (n > 0) {
    n -= 3;
    a[n + 3] = b[n + 2] + n;
  }
  return n;
}

static int while_count(int n) {
  while (n--)
    a[n] = b[n] + n;
  return n;
}

static unsigned while_unsigned(unsigned n) {
  while (n--)
    a[n] = b[n] ^ (int)n;
  return n;
}

static unsigned char while_narrow(unsigned char n) {
  while (n--)
    a[n] = b[n] ^ n;
  return n;
}

static int before_test(int n) {
  int i = -1;
  while (++i < n)
    a[i] = b[i] - i;
  return i;
}

static int after_test(int n) {
  int i = 0;
  while (i++ < n)
    a[i] = b[i - 1] - i;
  return i;
}

static int do_up(int n) {
  int i = 0;
  do {
    a[i] = b[i] + 9;
    i++;
  } while (i < n);
  return i;
}

static int do_in_test(int n) {
  int i = 0;
  do
    a[i] = b[i] + i;
  while (++i < n);
  return i;
}

static int do_after_test(int n) {
  int i = 0;
  do
    a[i] = b[i] + 3 * i;
  while (i++ < n);
  return i;
}

static int do_skips(int n) {
  int i = 0;
  do {
    if (b[i] & 1)
      continue;
    a[i] = -i;
  } while (++i < n);
  return i;
}

static int for_skips(int n) {
  int i, j;
  for (i = 0, j = n; i < n; i++, j -= 2) {
    if (b[i] % 3 == 0)
      continue;
    a[i] = j;
  }
  return i * 10000 + j;
}

static int no_init(int n) {
  int i = n / 3;
  for (; i < n; i++)
    a[i] = b[i] * b[i];
  return i;
}

static int in_fours(int n) {
  int i;
  for (i = 0; i + 4 <= n; i += 4) {
    a[i] = 1;
    a[i + 1] = b[i];
    a[i + 2] = i;
    a[i + 3] = 4;
  }
  for (; i < n; i++)
    a[i] = 5;
  return i;
}

static int reverse(int n) {
  int i = 0, j = n - 1;
  while (i < j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
    i++;
    j--;
  }
  return i * 10000 + j;
}

static int unsigned_down(unsigned n) {
  unsigned i;
  for (i = n; i-- > 0;)
    a[i] = (int)i + b[i];
  return (int)i;
}

static int several(int n) {
  int j = 5, k = 2 * n, i;
  for (i = 0; i < n; i++) {
    a[i] = j - k;
    j += 3;
    b[i] = j + k;
    k--;
    k--;
  }
  return j * 100000 + k;
}

static int first_and_last(int n) {
  int j = 0, i;
  for (i = 0; i < n; i += 2) {
    a[j] = i;
    j++;
  }
  return j * 10000 + i;
}

/* ---- none of these may be split -------------------------------------- */

static int moves_bound(int n) {
  int i = 0;
  while (i < n) {
    if (b[i] == -100)
      n -= 10;
    a[i] = b[i];
    i++;
  }
  return i * 10000 + n;
}

static int may_not_move(int n) {
  int i = 0, turns = 0;
  while (i < n && turns < 4 * size) {
    turns++;
    if (b[i] % 3 == 0 && turns % 2)
      continue;
    a[i] = turns;
    i++;
  }
  return i * 10000 + turns;
}

static int moves_twice(int n) {
  int i = 0;
  while (i < n) {
    a[i] = i;
    if (b[i] & 2)
      i++;
    i++;
  }
  return i;
}

static int reads_before(int n) {
  int i = 1;
  while (i < n) {
    a[i] = a[i - 1] + 1;
    i++;
  }
  return i;
}

static int through_pointer(int n) {
  int i = 0, *p = &i;
  while (i < n) {
    a[i] = b[i] + 1;
    if (b[i] == -50)
      *p += 2;
    i++;
  }
  return i;
}

static int until_zero(const char *s) {
  int n = 0;
  while (*s++)
    a[n++] = *s;
  return n;
}

static int wraps(unsigned char from, unsigned char to) {
  int count = 0;
  unsigned char i = from;
  while (i != to) {
    a[i] = count++;
    i++;
  }
  return count;
}

static int jumps_over(unsigned n) {
  int count = 0;
  unsigned char i;
  for (i = 0; i != n; i += 3)
    a[i] = count++;
  return count;
}

static int meets_in_bytes(int n) {
  unsigned char i = 200;
  int count = 0;
  while (i > n) {
    a[i] += 1;
    count++;
    i -= 50;
  }
  return count;
}

static void both(const char *name, int value) {
  printf("%s %d ", name, value);
  show("a", a, sizeof a);
}

#define RUN(call)                                                             \
  do {                                                                        \
    int value_;                                                               \
    fill();                                                                   \
    value_ = (int)(call);                                                     \
    both(#call, value_);                                                      \
  } while (0)

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 7, 64, 65, 257, 1000, size};
  static const int fewer[] = {-7, -1};
  unsigned k;
  for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    printf("n = %d\n", n);
    RUN(while_up(n));
    RUN(while_down(n));
    RUN(while_count(n));
    RUN(while_unsigned((unsigned)n));
    RUN(while_narrow((unsigned char)n));
    RUN(before_test(n));
    RUN(after_test(n));
    RUN(do_up(n));
    RUN(do_in_test(n));
    RUN(do_after_test(n));
    RUN(for_skips(n));
    RUN(no_init(n));
    RUN(in_fours(n));
    RUN(reverse(n));
    RUN(unsigned_down((unsigned)n));
    RUN(several(n));
    RUN(first_and_last(n));
    RUN(moves_bound(n));
    RUN(may_not_move(n));
    RUN(moves_twice(n));
    RUN(reads_before(n));
    RUN(through_pointer(n));
    RUN(wraps((unsigned char)n, 17));
    RUN(jumps_over((unsigned)n % 256 / 3 * 3));
    RUN(meets_in_bytes(n % 256));
  }
  for (k = 0; k < sizeof fewer / sizeof *fewer; k++) {
    int n = fewer[k];
    RUN(while_up(n));
    RUN(while_down(n));
    RUN(before_test(n));
    RUN(after_test(n));
    RUN(do_up(n));
    RUN(do_in_test(n));
    RUN(do_after_test(n));
    RUN(for_skips(n));
    RUN(in_fours(n));
    RUN(several(n));
  }
  RUN(do_skips(1));
  RUN(until_zero("a string of some length"));
  RUN(jumps_over(7));
  return 0;
}
