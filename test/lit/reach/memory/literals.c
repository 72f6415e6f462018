// Compound literals in a body without braces: each iteration has its own (C11
// 6.8.5). In C89 one would last as long as the block around the loop.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
// RUN: %hocketcc -O2 -std=gnu89 --soc=generic-4 --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s --check-prefix=OLD
typedef struct {
  double x, y;
} pair;
pair c[1000];

// CHECK: literals.c:[[#@LINE+4]]:3 set: doall [loop-doall]
// OLD: literals.c:[[#@LINE+3]]:3 set: sequential
void set(int n) {
  int i;
  for (i = 0; i < n; i++)
    c[i] = (pair){i, 2};
}

// CHECK: literals.c:[[#@LINE+3]]:3 if_any: doall [loop-doall]
void if_any(int n) {
  int i;
  for (i = 0; i < n; i++)
    if (c[i].x > 3)
      c[i] = (pair){i, 2};
}
