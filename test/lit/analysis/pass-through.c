// What a function returns as it was given is what the call was given: the
// blocks of two calls are two.
// RUN: %hocketcc --stop-after=polyhedral --print-after=polyhedral %s | %FileCheck %s
// RUN: %hocketcc --stop-after=frontend --print-after=frontend %s | %FileCheck --check-prefix=VALUE %s
#include <stdio.h>
#include <stdlib.h>

static void *must(void *block) {
  if (!block) {
    perror("must");
    exit(1);
  }
  return block;
}

// Another one for some.
static void *some(void *block) {
  static double spare[100];
  if (!block)
    return spare;
  return block;
}

// Its parameter is another thing by then.
static void *moved(char *block) {
  block += 8;
  return block;
}

// What was given is another thing afterwards.
static double *given;
static double *changed(double *block) {
  given = NULL;
  return block;
}

int main(int argc, char **argv) {
  (void)argv;
  // VALUE: W double * &a (8) := call0
  double *a = must(malloc(100 * sizeof *a));
  double *b = must(must(malloc(100 * sizeof *b)));
  // VALUE: W double * &c (8) := call1
  double *c = some(malloc(100 * sizeof *c));
  // VALUE: W double * &d (8) := call1
  double *d = moved(malloc(101 * sizeof *d));
  given = d;
  // VALUE: W double * &e (8) := call0
  double *e = changed(given);
  c[argc] = e[argc];
  // CHECK: [[#@LINE+1]]:3 main: doall [loop-doall] loop is DOALL: its iterations are independent{{ *$}}
  for (int i = 0; i < 99; i++)
    a[i] = b[i + 1];
  c[argc] = d[argc] = a[argc];
  printf("%f %f\n", c[3], d[3]);
  return 0;
}
