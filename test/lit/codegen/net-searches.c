// A region of several searches does no iterations first, as one of a single search
// does: it has a net, for its entries may all lose.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --no-speculation --no-inlining --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static double *smooth;

// CHECK: static struct hk_net hk_extents_[[#N:]]_net
// CHECK-LABEL: int extents(
// CHECK: hk_asks(&hk_extents_[[#N]]_net
// CHECK: hk_is_readable(smooth
static int extents(int n) {
  int all = 0;
  for (int i = 5; i < n - 5; i++) {
    if (smooth[i] < 6 || smooth[i] <= smooth[i - 1] || smooth[i] < smooth[i + 1])
      continue;
    int a = i, b = i;
    while (a > 4 && smooth[a - 1] < smooth[a] && smooth[a - 1] > 0.1 * smooth[i])
      a--;
    while (b < n - 5 && smooth[b + 1] < smooth[b] && smooth[b + 1] > 0.1 * smooth[i])
      b++;
    all += b - a;
    i = b;
  }
  return all;
}

int main(int argc, char **argv) {
  (void)argv;
  int n = argc * 100000;
  smooth = malloc(sizeof *smooth * (unsigned)n);
  for (int i = 0; i < n; i++)
    smooth[i] = i % 19 * 5 % 11;
  printf("%d\n", extents(n));
  return 0;
}
