// SPDX-License-Identifier: Apache-2.0
//
// Static variables that are declared in the body of a loop: outside of it they
// have no name, and a copy of the text would have others.
#include "../../digest.h"
#define FAR __attribute__((noinline)) static
static int a[2000], b[2000], c[2000];
int external;

FAR void sum(int n) {
  for (int i = 0; i < n; i++) {
    static int sum;
    sum += a[i] & 1;
    if (i == n - 1)
      c[0] = sum;
  }
}
FAR void only_sum(int n) {
  for (int i = 0; i < n; i++) {
    static int sum;
    sum += a[i] & 1;
  }
}
FAR void running(int n) {
  for (int i = 0; i < n; i++) {
    static int sum;
    sum += a[i] & 1;
    b[i] = sum;
  }
}
FAR void scratch(int n) {
  for (int i = 0; i < n; i++) {
    static int x;
    x = a[i];
    b[i] = x + 1;
  }
}
FAR void buffer(int n) {
  for (int i = 0; i < n; i++) {
    static int x[8];
    for (int j = 0; j < 8; j++)
      x[j] = a[i] + j;
    b[i] = x[7];
  }
}
FAR void best_so_far(int n) {
  for (int i = 0; i < n; i++) {
    static int best, at;
    if (a[i] > best) {
      best = a[i];
      at = i;
    }
    b[i] = at;
  }
}
FAR void best(int n) {
  for (int i = 0; i < n; i++) {
    static int best;
    if (a[i] > best)
      best = a[i];
  }
}
FAR void counters(int n) {
  for (int i = 0; i < n; i++) {
    static int count[64];
    count[a[i] & 63]++;
    if (i == n - 1)
      c[1] = count[3];
  }
}
FAR void only_counters(int n) {
  for (int i = 0; i < n; i++) {
    static int count[64];
    count[a[i] & 63]++;
  }
}
FAR void table(int n) {
  for (int i = 0; i < n; i++) {
    static const int table[4] = {4, 3, 2, 1};
    b[i] = table[a[i] & 3];
  }
}
FAR int table_beside(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    static const int table[4] = {4, 3, 2, 1};
    s += table[a[i] & 3];
    b[i] = s;
  }
  return s;
}
FAR void own_elements(int n) {
  for (int i = 0; i < n; i++) {
    static int x[2000];
    b[i] = x[i] += a[i];
  }
}
FAR void through_pointer(int n) {
  for (int i = 0; i < n; i++) {
    static int x, *p = &x;
    *p += a[i];
    b[i] = x;
  }
}
FAR int hidden_by_local(int n) {
  int external = 0;
  for (int i = 0; i < n; i++) {
    extern int external;
    external += a[i];
  }
  return external;
}
/* The inner loops may run in parallel. */
FAR void outer_body(int n) {
  for (int r = 0; r < 3; r++) {
    static int x, y[64];
    for (int i = 0; i < n; i++)
      x += a[i & 3];
    for (int i = 0; i < n; i++)
      y[a[i] & 63] += a[i & 3];
    c[r] = x + y[3];
  }
}

int main(void) {
  int counts[] = {0, 1, 3, 100, 600};
  for (int i = 0; i < 2000; i++)
    a[i] = i * 7 % 13;
  for (int k = 0; k < 10; k++) {
    int n = counts[k / 2];
    sum(n);
    only_sum(n);
    running(n);
    show("running", b, sizeof b);
    scratch(n);
    show("scratch", b, sizeof b);
    buffer(n);
    show("buffer", b, sizeof b);
    best_so_far(n);
    show("best", b, sizeof b);
    best(n);
    counters(n);
    only_counters(n);
    table(n);
    show("table", b, sizeof b);
    printf("%d\n", table_beside(n));
    show("beside", b, sizeof b);
    own_elements(n);
    show("own", b, sizeof b);
    through_pointer(n);
    show("through", b, sizeof b);
    printf("%d %d\n", hidden_by_local(n), external);
    outer_body(n);
    show("c", c, sizeof c);
  }
  return 0;
}
