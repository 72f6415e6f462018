// SPDX-License-Identifier: Apache-2.0
//
// Output inside loops: to stdout, stderr and a file, in order.
#include "../digest.h"

#define N 4000
static int a[N];

static void say(FILE *f, int i) { fprintf(f, "%d:%d\n", i, a[i]); }

int main(void) {
  FILE *f = fopen("order.txt", "w+");
  int read_back = 0, lines = 0, v, w;
  if (!f)
    return 1;
  for (int i = 0; i < N; i++) {
    int s = 0;
    for (int k = 0; k < 100; k++)
      s += (i ^ k) % 13;
    a[i] = s;
    if (i % 400 == 0)
      printf("%d %d\n", i, s);
  }
  for (int i = 0; i < N; i++)
    say(f, i);
  for (int i = 0; i < N; i += 500) {
    putchar('a' + i / 500);
    fputs(".", stderr);
  }
  putchar('\n');
  rewind(f);
  while (fscanf(f, "%d:%d", &v, &w) == 2) {
    read_back ^= v * w;
    lines++;
  }
  fclose(f);
  printf("%d %d\n", lines, read_back);
  return 0;
}
