// What does not keep a loop from being tried: its inner loop stands behind a
// call through a pointer, a table is local and static, a literal needs all 64
// bits. What the loop leaves alone of a record needs no mark.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: rm -rf %t.d && %hocketcc -O2 --soc=generic-4 --cores=2 --emit=%t.d %s
// RUN: %FileCheck %s --check-prefix=TEXT --input-file=%t.d/tried-behind-pointers.c
#include <stdio.h>
#include <stdlib.h>

struct work {
  int stack[64], top;
  unsigned long limit, done, key;
};

static unsigned long refill(struct work *w, unsigned long seed) {
  static const char *names[] = {"one", "three", "seven"};
  w->top = 0;
  for (int k = 0; k < 64; k++) {
    if (w->top > 1 && (seed ^ (unsigned long)k) % 3 == 0)
      w->top--;
    w->stack[w->top++] = (int)(seed % 1000);
    seed = seed * 0x9E3779B97F4A7C15u + (unsigned long)names[k % 3][1];
  }
  // TEXT: hk_main_s1_refill({{[^;]*}}){{$}}
  // TEXT: hk_spec_add(
  // TEXT: return seed % w->limit;
  w->done++;
  return seed % w->limit;
}

static unsigned long drain(struct work *w, unsigned long seed) {
  return refill(w, ~seed) + 1;
}

int main(int argc, char **argv) {
  static unsigned long out[4000];
  unsigned long (*use)(struct work *, unsigned long) =
      argc > 3 ? drain : refill;
  struct work *w = calloc(1, sizeof *w);
  if (!w)
    return 1;
  w->limit = (unsigned long)(argc + 1000);
  w->key = 0xF000000000000001u;
  // CHECK: tried-behind-pointers.c:[[#@LINE+1]]:3: remark: loop runs speculatively
  for (int i = 0; i < 4000; i++)
    out[i] = use(w, (unsigned long)i);
  printf("%lu %lu %s\n", out[17], w->done ^ w->key, argv[0] ? "" : "?");
  return 0;
}
