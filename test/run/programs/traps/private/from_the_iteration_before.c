// SPDX-License-Identifier: Apache-2.0
//
// Values handed to the next iteration that look as if they could be had again.
#include "../../digest.h"

#include <stdlib.h>

enum { size = 4000 };
static int a[size + 16], b[size + 16], table[64];
static int global_before, counter;

static void fill(void) {
  int i;
  for (i = 0; i < size + 16; i++) {
    a[i] = i * 31 % 1009;
    b[i] = -i;
  }
  for (i = 0; i < 64; i++)
    table[i] = (i * 29 + 5) % 64;
}

/* What is read may be what was written: as it was before. */
static int overlapping(int n, const int *from, int *to) {
  int before = 0;
  for (int i = 0; i < n; i++) {
    int now = from[i];
    to[i] = now - before;
    before = now;
  }
  return before;
}

static int written_later(int n) {
  int before = 9;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    before = a[i];
    a[i] = before * 3 + 1;
  }
  return before;
}

static int written_far_off(int n) {
  int before = 9;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    before = a[i];
    a[n - 1 - i] = i;
  }
  return before;
}

static int passed_by(int n) {
  int before = 1;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    if (a[i] % 3 == 0)
      continue;
    before = a[i];
  }
  return before;
}

static int in_some_rows(int n) {
  int before = 1, i, j;
  for (i = 0; i < n; i++) {
    for (j = 0; j < i % 4; j++)
      before = a[i + j];
    b[i] += before;
  }
  return before;
}

static void remember(int x) { global_before = x; }

static int in_global(int n) {
  global_before = 3;
  for (int i = 0; i < n; i++) {
    b[i] = global_before;
    if (i % 1000 == 999)
      remember(a[i] + 7);
    else
      global_before = a[i];
  }
  return global_before;
}

/* The buffer is each iteration's own. */
static int in_buffer(int n) {
  int t[4] = {0, 0, 0, 0}, before = 2;
  for (int i = 0; i < n; i++) {
    t[0] = a[i] * 2;
    t[1] = t[0] + before;
    b[i] = t[1];
    before = t[0];
  }
  return before + t[1];
}

static int in_own_buffer(int n) {
  int before = 2;
  for (int i = 0; i < n; i++) {
    int t[2] = {a[i], a[i] + 1};
    b[i] = before;
    before = t[i & 1];
  }
  return before;
}

static int of_a_total(int n) {
  int before = 0, total = 0;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    total += a[i];
    before = total;
  }
  return before;
}

static int of_a_counter(int n) {
  int before = 0;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    before = counter++;
  }
  return before;
}

/* Before the loop has filled the chain, the index leads anywhere. */
static int through_chain(int n, int far) {
  int x = far, y = 0, z = 1;
  for (int i = 0; i < n; i++) {
    b[i] = z;
    z = table[y & 63];
    y = x;
    x = i % 64;
  }
  return x + y + z;
}

static int quotients(int n) {
  int d = 1, q = 100;
  for (int i = 0; i < n; i++) {
    b[i] = q;
    q = 1000 / d;
    d = i + 1;
  }
  return q + d;
}

static int both_ways(int n) {
  int x = 1, y = 2;
  for (int i = 0; i < n; i++) {
    int t = x;
    b[i] = t;
    x = y;
    y = t;
  }
  return x * 2 + y;
}

static int twice_an_iteration(int n) {
  int before = 5;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    before = a[i];
    b[i] += before;
    before = before * 2 + a[i + 1];
  }
  return before;
}

static int with_pointer_to_it(int n, int which) {
  int before = 5, other = 6, *p = which ? &before : &other;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    before = a[i];
    if (i % 100 == 7)
      *p = -1;
  }
  return before + other;
}

static int declared_together(int n) {
  int x = 1, y = 2;
  for (int i = 0; i < n; i++) {
    int u = a[i], v = counter++, w;
    w = u + v;
    b[i] = x + y + w;
    x = u;
    y = a[i + 1];
  }
  return x * y;
}

static int never(int n) {
  int before = 77;
  for (int i = 0; i < n; i++) {
    b[i] = before;
    before = a[i];
  }
  return before;
}

int main(void) {
  fill();
  printf("%d %d %d\n", overlapping(size, a, b), overlapping(size, a, a),
         overlapping(size, a + 1, a));
  printf("%d\n", overlapping(size, a, a + 1));
  show("a", a, sizeof a);
  fill();
  printf("%d", written_later(size));
  show("", b, sizeof b);
  printf("%d", written_far_off(size));
  show("", b, sizeof b);
  fill();
  printf("%d %d", passed_by(size), in_some_rows(size));
  show("", b, sizeof b);
  printf("%d", in_global(size));
  show("", b, sizeof b);
  printf("%d", in_buffer(size));
  show("", b, sizeof b);
  printf("%d", in_own_buffer(size));
  show("", b, sizeof b);
  printf("%d", of_a_total(size));
  show("", b, sizeof b);
  printf("%d", of_a_counter(size));
  show("", b, sizeof b);
  printf("%d", through_chain(size, 1 << 30));
  show("", b, sizeof b);
  printf("%d", quotients(size));
  show("", b, sizeof b);
  printf("%d %d", both_ways(size), both_ways(0));
  show("", b, sizeof b);
  printf("%d", twice_an_iteration(size));
  show("", b, sizeof b);
  printf("%d %d", with_pointer_to_it(size, 0), with_pointer_to_it(size, 1));
  show("", b, sizeof b);
  printf("%d", declared_together(size));
  show("", b, sizeof b);
  printf("%d %d %d", never(0), never(-5), never(1));
  show("", b, sizeof b);
  return 0;
}
