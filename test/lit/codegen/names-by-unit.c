// Names are counted in their unit: a unit that two programs have in common has
// the same text in both, whatever stands before it, so that what was compiled
// for one of them serves the other.
// RUN: rm -rf %t.1 %t.2
// RUN: %hocketcc -O2 --cores=2 --always-parallel --emit=%t.1 %s %S/inputs/shared-unit.c -o %t
// RUN: %hocketcc -O2 --cores=2 --always-parallel --emit=%t.2 -DMORE %s %S/inputs/shared-unit.c -o %t
// RUN: not cmp %t.1/names-by-unit.c %t.2/names-by-unit.c
// RUN: cmp %t.1/shared-unit.c %t.2/shared-unit.c
// RUN: grep -q "hk_fill_1_run" %t.2/shared-unit.c
// RUN: grep -q "hk_add_2_run" %t.2/shared-unit.c
#include <stdio.h>

void fill(double *a, int n);
double add(const double *a, int n);

static double data[4000], more[4000];

int main(int argc, char **argv) {
  (void)argv;
  int n = 3000 + argc;
#ifdef MORE
  for (int i = 0; i < n; i++)
    more[i] = i * 0.5;
#endif
  fill(data, n);
  printf("%g %g\n", add(data, n), more[7]);
  return 0;
}
