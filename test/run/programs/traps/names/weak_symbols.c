// SPDX-License-Identifier: Apache-2.0
//
// Weak variables that nobody defines: they have no address, and nothing may
// touch them but what asks first.
#include "../../digest.h"
#define FAR __attribute__((noinline)) static
extern int absent __attribute__((weak)), absent_array[] __attribute__((weak));
int weak_but_here __attribute__((weak)) = 5;
static int a[2000], b[2000];

FAR int read_scalar(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (&absent)
      s += absent;
  }
  return s;
}
FAR int read_array(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += a[i];
    if (absent_array)
      s += absent_array[i];
  }
  return s;
}
FAR void sum(int n) {
  for (int i = 0; i < n; i++) {
    if (&absent)
      absent += a[i];
    b[i] = i;
  }
}
FAR void last(int n) {
  for (int i = 0; i < n; i++) {
    if (&absent)
      absent = a[i];
    b[i] = i + 1;
  }
}
FAR void greatest(int n) {
  for (int i = 0; i < n; i++) {
    if (&absent && a[i] > absent)
      absent = a[i];
    b[i] = i + 2;
  }
}
FAR void counters(int n) {
  for (int i = 0; i < n; i++) {
    if (absent_array)
      absent_array[a[i] & 15]++;
    b[i] = i + 3;
  }
}
FAR int here(int n) {
  for (int i = 0; i < n; i++)
    weak_but_here += a[i];
  return weak_but_here;
}

int main(void) {
  volatile int next = 0; /* keeps the calls apart */
  int counts[] = {0, 1, 3, 500, 2000};
  for (int i = 0; i < 2000; i++)
    a[i] = i * 7 % 101;
  for (; next < 5; next++) {
    int n = counts[next];
    printf("%d ", read_scalar(n));
    printf("%d ", read_array(n));
    sum(n);
    show("sum", b, sizeof b);
    last(n);
    show("last", b, sizeof b);
    greatest(n);
    show("greatest", b, sizeof b);
    counters(n);
    show("counters", b, sizeof b);
    printf("%d\n", here(n));
  }
  return 0;
}
