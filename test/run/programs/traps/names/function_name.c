// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// The name of the function, as its text prints it.
#include <assert.h>
#include <stdio.h>
static int a[500];
static const char *where(const char *f) { return f; }
static int work(int n) {
  for (int i = 0; i < n; i++)
    a[i] = i;
  puts(__func__);
  puts(__FUNCTION__);
  puts(__PRETTY_FUNCTION__);
  const char *s = where(__func__);
  for (int i = 0; i < n; i++)
    a[i] += s[i % 4];
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < n; i++)
      a[i] += __func__[i % 4];
    printf("%s %d\n", __func__, t);
  }
  return a[3];
}
int main(void) {
  printf("%d\n", work(500));
  return 0;
}
