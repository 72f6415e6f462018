// A call that is a task is one of a twin, too: beside the call in the sequential
// version it would be the second one, and a compiler would no longer write the
// function out in place, where it sees that the table's size does not change.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct table {
  int n;
  int *a, *b;
};

static void closeA(struct table *t) {
  for (int k = 0; k < t->n; k++)
    for (int i = 1; i < t->n; i++)
      if (t->a[k] < t->a[i - 1])
        t->a[i] += t->a[i - 1] ^ k;
}

static void closeB(struct table *t) {
  for (int k = 0; k < t->n; k++)
    for (int i = 1; i < t->n; i++)
      if (t->b[k] > t->b[i - 1])
        t->b[i] += t->b[i - 1] ^ k;
}

// CHECK: int main(
// CHECK: closeA(&t);
// CHECK: closeB(&t);
// CHECK: tasks of hk_main_
// CHECK: static __attribute__((__unused__)) void [[A:hk_main_[0-9_a-z]+_t_closeA]](struct table *t)
// CHECK: struct table t = hk_f->t;
// CHECK: {{^ *}}[[A]](&t);
// CHECK: {{hk_main_[0-9_a-z]+_t_closeB}}(&t);
int main(void) {
  struct table t = {3000, NULL, NULL};
  t.a = calloc(3000, sizeof *t.a);
  t.b = calloc(3000, sizeof *t.b);
  if (!t.a || !t.b)
    return 1;
  for (int i = 0; i < 3000; i++)
    t.a[i] = i * 7919 % 3001, t.b[i] = i * 104729 % 2999;
  closeA(&t);
  closeB(&t);
  printf("%d %d\n", t.a[77], t.b[2000]);
  return 0;
}
