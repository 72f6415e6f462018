// Blocks that each iteration allocates are its own if nothing keeps pointers to
// them, however they are linked; those of the program around it are not.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

struct item {
  struct item *next;
  int value;
};
struct list {
  struct item *first;
};

static void push(struct list *l, int value) {
  struct item *one = malloc(sizeof *one);
  one->value = value;
  one->next = l->first;
  l->first = one;
}

// CHECK: [[#@LINE+2]]:3 own: doall
static void own(int *out, int n) {
  for (int i = 0; i < n; i++) {
    struct list l = {0};
    for (int k = 0; k < i % 50; k++)
      push(&l, i * k);
    out[i] = 0;
    while (l.first) {
      struct item *gone = l.first;
      out[i] = out[i] * 3 + gone->value;
      l.first = gone->next;
      free(gone);
    }
  }
}

static struct item *kept;

// CHECK: [[#@LINE+2]]:3 shared: sequential
static void shared(int *out, int n) {
  for (int i = 0; i < n; i++) {
    struct item *one = malloc(sizeof *one);
    one->value = i;
    one->next = kept;
    out[i] = one->next ? one->next->value++ : 0;
    if (i % 3 == 0)
      kept = one;
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *out = calloc(n, sizeof *out);
  own(out, n);
  printf("%d\n", out[argc]);
  shared(out, n);
  printf("%d\n", out[argc]);
  return 0;
}
