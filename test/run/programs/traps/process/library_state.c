// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Hidden state of the C library.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char lines[100][40];
static int n[100];
static char out[100][40];
int main(void) {
  for (int i = 0; i < 100; i++)
    snprintf(lines[i], 40, "%d,%d,%d", i, i * 2, i * 3);
  for (int i = 0; i < 100; i++) {
    int c = 0;
    for (char *t = strtok(lines[i], ","); t; t = strtok(0, ","))
      c += atoi(t);
    n[i] = c;
  }
  for (int i = 0; i < 100; i++) {
    n[i] += rand() % 10;
  }
  for (int i = 0; i < 100; i++)
    strcpy(out[i], strerror(i % 5));
  for (int i = 0; i < 100; i++) {
    setenv("X", i & 1 ? "1" : "2", 1);
    n[i] += atoi(getenv("X"));
  }
  unsigned h = 0;
  for (int i = 0; i < 100; i++)
    h = h * 31 + n[i] + out[i][3];
  printf("%u\n", h);
  return 0;
}
