// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Short circuits guard what the loop must not evaluate.
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
static int data[500];
static int *tab[500];
__attribute__((noinline)) static bool all(const int *p, int n) {
  bool ok = p != NULL;
  for (int i = 0; i < n; i++)
    ok = ok && p[i] > 0;
  return ok;
}
__attribute__((noinline)) static bool any(int **p, int n) {
  bool none = false;
  for (int i = 0; i < n; i++)
    none = none || p[i] == NULL || *p[i] == 7;
  return none;
}
__attribute__((noinline)) static bool seq(int n) {
  bool ok = true;
  for (int i = 0; i < n; i++) {
    ok = ok && tab[i] != NULL;
    ok = ok && *tab[i] == 1;
  }
  return ok;
}
__attribute__((noinline)) static bool dv(int n, int k) {
  bool ok = k != 0;
  for (int i = 0; i < n; i++)
    ok = ok && i / k < 1000;
  return ok;
}
int main(void) {
  for (int i = 0; i < 500; i++)
    data[i] = i + 1;
  for (int i = 0; i < 250; i++) {
    tab[i] = data;
  }
  printf("%d %d %d %d %d %d\n", all(data, 500), all(NULL, 500), any(tab, 500),
         seq(500), dv(500, 0), dv(500, 3));
  return 0;
}
