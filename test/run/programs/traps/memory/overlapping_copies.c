// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Library functions on overlapping memory in loops.
#include <stdio.h>
#include <string.h>
static char s[2000], d[2000];
static unsigned a[500];
int main(void) {
  for (int i = 0; i < 500; i++) {
    a[i] = i;
  }
  memset(s, 'a', 1999);
  for (int i = 0; i < 400; i++)
    memmove(s + i + 1, s + i, 3), s[i] = 'a' + i % 26;
  for (int i = 0; i < 490; i++)
    memcpy(a + i, a + i + 7, 8);
  for (int i = 0; i < 300; i++)
    strcpy(d + i * 4, i % 3 ? "ab" : "abcdefg");
  for (int i = 0; i < 100; i++)
    strcat(d, "x");
  for (int i = 0; i < 100; i++)
    snprintf(s + i * 10, 11, "%010d", i);
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i];
  for (int i = 0; i < 2000; i++)
    h = h * 31 + s[i] + 7 * d[i];
  printf("%u\n", h);
  return 0;
}
