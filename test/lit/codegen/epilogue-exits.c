// An epilogue that may end the program gives no memory back by that: the program
// need not look after each what memory there is. One that frees does.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static unsigned stack[64];
static unsigned work(unsigned x, unsigned n) {
  unsigned top = 0;
  for (unsigned k = 0; k < n; k++) {
    if (top > 40 || (top > 3 && x % 5 == 0))
      top--;
    stack[top++] = x;
    x = x * 31 + stack[x % top];
  }
  return x;
}

struct list {
  struct list *next;
  unsigned of;
};

static void add(struct list **list, unsigned x) {
  struct list *one = malloc(sizeof *one);
  if (!one) {
    fprintf(stderr, "no memory\n");
    exit(1);
  }
  one->next = *list;
  one->of = x;
  *list = one;
}

static void replace(struct list **list, unsigned x) {
  struct list *old = *list;
  add(list, x);
  if (old) {
    (*list)->next = old->next;
    free(old);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
  struct list *all = 0, *last = 0;
  unsigned sum = 0;
  // CHECK: struct hk_spec_loop {{.*}} = {"{{.*}}:[[# @LINE + 1]] main", {{[a-z_0-9]+}}, 0, 0, 1, 2, 1, 0,
  for (int i = 0; i < n; i++) {
    unsigned found = work((unsigned)i, 90000);
    add(&all, found);
  }
  // CHECK: struct hk_spec_loop {{.*}} = {"{{.*}}:[[# @LINE + 1]] main", {{[a-z_0-9]+}}, 0, 0, 1, 2, 0, 0,
  for (int i = 0; i < n; i++) {
    unsigned found = work((unsigned)i, 90000);
    replace(&last, found);
  }
  for (struct list *one = all; one; one = one->next)
    sum = sum * 31 + one->of;
  printf("%u %u\n", sum, last ? last->of : 0);
  return 0;
}
