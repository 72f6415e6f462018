// SPDX-License-Identifier: Apache-2.0
//
// A file is written, read back and removed between parallel loops.
#include "../digest.h"

#include <stdlib.h>

#define N 50000
static int a[N], b[N];

static void save(const char *name, const int *p, int n) {
  FILE *f = fopen(name, "wb");
  if (!f || fwrite(p, sizeof *p, (size_t)n, f) != (size_t)n || fclose(f) != 0)
    exit(1);
}

static void load(const char *name, int *p, int n) {
  FILE *f = fopen(name, "rb");
  if (!f || fread(p, sizeof *p, (size_t)n, f) != (size_t)n)
    exit(1);
  fclose(f);
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i * 7 ^ i >> 3;
  save("one.bin", a, N);
  for (int i = 0; i < N; i++)
    a[i] = 0;
  load("one.bin", b, N);
  for (int i = 0; i < N; i++)
    a[i] = b[N - 1 - i] + 1;
  save("two.bin", a, N);
  load("two.bin", b, N / 2);
  for (int i = 0; i < N; i++)
    b[i] += a[i] & 15;
  if (remove("one.bin") != 0)
    return 1;
  printf("%d\n", fopen("one.bin", "rb") == NULL);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
