// What the runtime may foresee keeps no loop from being tried, and none inside
// is taken instead: a generator's state, a count. A state that a condition
// moves on is another matter: copies run what moves it on of all iterations
// before their own.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state = 42;

static unsigned draw(void) {
  unsigned long long x = state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  state = x;
  return (unsigned)(x >> 40);
}

static unsigned walk(unsigned *stack, unsigned from, int n) {
  unsigned top = 0;
  for (int k = 0; k < n; k++) {
    if (top > 3 && from % 5 == 0)
      top--;
    stack[top++] = from;
    from = from * 31 + stack[from % top];
  }
  return stack[0] + from;
}

static unsigned out[5000];

static void by_equal_steps(unsigned *stack, int n) {
  // CHECK-DAG: foreseen-states.c:[[#@LINE+1]]:3: remark: loop runs speculatively
  for (int i = 0; i < 5000; i++) {
    unsigned from = draw();
    for (int k = 0; k < 50; k++)
      out[(i + k) % 5000] += walk(stack, from + (unsigned)k, n);
  }
}

static void by_chance(unsigned *stack, int n) {
  // CHECK-DAG: foreseen-states.c:[[#@LINE+1]]:3: remark: loop runs speculatively: {{.*}}; what iterations do before line [[#@LINE+5]] copies do again
  for (int i = 0; i < 5000; i++) {
    unsigned from = draw();
    if (from % 3 == 0)
      from += draw();
    for (int k = 0; k < 50; k++)
      out[(i + k) % 5000] += walk(stack, from + (unsigned)k, n);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200;
  unsigned *stack = malloc(((unsigned)n + 1) * sizeof *stack), sum = 0;
  if (!stack)
    return 1;
  by_equal_steps(stack, n);
  by_chance(stack, n);
  for (int i = 0; i < 5000; i++)
    sum = sum * 31 + out[i];
  printf("%u %llu\n", sum, state);
  free(stack);
  return 0;
}
