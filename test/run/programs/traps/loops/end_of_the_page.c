// SPDX-License-Identifier: Apache-2.0
//
// What a condition or an exit guards must not be read early: the array ends
// where memory ends.
#include "../../digest.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static unsigned *a, out[3000];
static int length(const unsigned *p) {
  int i = 0;
  while (p[i])
    i++;
  return i;
}
static int find(const unsigned *p, int n, unsigned v) {
  for (int i = 0; i < n; i++)
    if (p[i] == v)
      return i;
  return -1;
}
static void guarded(const unsigned *p, int n, int valid) {
  for (int i = 0; i < n; i++)
    if (i < valid)
      out[i] += p[i];
  for (int i = 0; i < n; i++)
    out[i] ^= i < valid ? p[i] : 3u;
}
static void null_rows(unsigned **rows, int n) {
  for (int i = 0; i < n; i++)
    if (rows[i])
      out[i] += rows[i][0];
}
static unsigned sum(const unsigned *p, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) {
    if (p[i] == 1u)
      break;
    s += p[i];
  }
  return s;
}
static void nothing(const unsigned *p, const int *n) {
  for (int i = 0; i < n[0]; i++)
    for (int j = 0; j < n[1]; j++)
      out[j] += p[0]; /* p may be null if either is 0 */
}
int main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *m = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (m == MAP_FAILED || mprotect(m + 2 * page, page, PROT_NONE))
    return 1;
  int n = (int)(page / sizeof *a);
  a = (unsigned *)(m + page); /* n elements before the end */
  for (int i = 0; i < n; i++)
    a[i] = (unsigned)i + 5u;
  unsigned *rows[900];
  for (int i = 0; i < 900; i++)
    rows[i] = i % 3 ? a + i % n : NULL;
  a[n - 1] = 0;
  printf("%d %d\n", length(a), length(a + n - 1));
  printf("%d %d\n", find(a, 2 * n, 0), find(a, 2 * n, 500));
  guarded(a, 2 * n < 3000 ? 2 * n : 3000, n);
  guarded(a + n, 900, 0);
  null_rows(rows, 900);
  a[n - 1] = 1;
  printf("%u %u\n", sum(a, 2 * n), sum(a + n - 1, 1000));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      nothing(i * j ? a : NULL, (int[]){i * 40, j * 40});
  nothing(NULL, (int[]){0, 1000});
  nothing(NULL, (int[]){1000, 0});
  show("out", out, sizeof out);
  return 0;
}
