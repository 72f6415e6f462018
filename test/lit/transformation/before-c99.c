/* A C in which loops declare no iterators: nests keep their order, for they are
   written with such loops.
   RUN: %hocketcc -std=gnu89 -O2 --soc=generic-4 --cores=2 --no-fallback -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
   RUN: %hocketcc -ansi -O2 --soc=generic-4 --cores=2 --no-fallback --always-transform -Rhocket -Rhocket-missed %s -o %t 2>&1 | %FileCheck %s
   RUN: %hocketcc -std=gnu89 -std=gnu99 -O2 --soc=generic-4 --cores=2 --no-fallback -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=C99
   CHECK-NOT: loop-interchanged
   CHECK: [[#@LINE+12]]:3: remark: loop nest keeps its order, though another one may be faster: it would need C99
   C99: loop-interchanged
 */
#include <stdio.h>

static double v[2000], m[3000][2000];

int main(void) {
  int i, k;
  for (i = 0; i < 3000; i++)
    for (k = 0; k < 2000; k++)
      m[i][k] = i ^ k;
  for (k = 0; k < 2000; k++)
    for (i = 0; i < 3000; i++)
      v[k] += m[i][k] * 2;
  for (i = 0; i < 40; i++)
    printf("%g\n", v[i]);
  return 0;
}
