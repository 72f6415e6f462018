// Nothing proves that the searches do not depend on each other: each is tried
// while the ones before still run.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket --always-speculate %s -o %t 2>&1 | %FileCheck %s
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket --no-speculation %s -o %t 2>&1 | %FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %t
#include <stdio.h>
#include <stdlib.h>

struct search {
  int *stack, *seen, top;
};

static int *next;

static int reach(struct search *s, int from, int n) {
  int count = 0;
  for (int i = 0; i < n; i++)
    s->seen[i] = 0;
  s->top = 0;
  s->stack[s->top++] = from;
  while (s->top > 0) {
    int v = s->stack[--s->top];
    if (s->seen[v]++)
      continue;
    count++;
    s->stack[s->top++] = next[v];
  }
  return count;
}

// NONE-NOT: runs speculatively
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  struct search s = {malloc(n * sizeof(int) + 8), malloc(n * sizeof(int)), 0};
  int *found = malloc(n * sizeof(int)), sum = 0;
  next = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++)
    next[i] = (i * 7 + 3) % n;
  // CHECK: loop-speculative.c:[[#@LINE+1]]:3: remark: loop runs speculatively: a copy of the process runs later iterations ahead, and counts if no iteration before changed what they read; from line [[#@LINE+2]] on the program does them once one was wrong [-Rhocket=loop-speculative]
  for (int i = 0; i < n; i++)
    found[i] = reach(&s, i, n);
  for (int i = 0; i < n; i++)
    sum += found[i];
  printf("%d\n", sum);
  return 0;
}
