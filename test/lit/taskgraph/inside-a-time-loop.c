// Set-up, a sequential loop that not all cores can follow (nobody knows before
// the set-up how long the loop inside is), and a sum: the loop inside is a
// region, for it runs each time; not the whole, in which one core would run it.
// RUN: %hocketcc -O2 --soc=generic-4 --stop-after=taskgraph --print-after=taskgraph %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int n;
  unsigned char *now, *next;
} city;

static city *make(int n) {
  city *c = malloc(sizeof *c);
  c->n = n;
  c->now = calloc(n, 1);
  c->next = calloc(n, 1);
  for (int i = 0; i < n; i++)
    c->now[i] = (unsigned char)(i * 7 % 3);
  return c;
}

// CHECK: region
// CHECK-NOT: whole loop
// CHECK: chunks loop {{.*}}:[[#@LINE+2]]
static void step(city *c) {
  for (int i = 0; i < c->n; i++)
    c->next[i] = (unsigned char)(c->now[i] * 5 % 7);
  unsigned char *t = c->now;
  c->now = c->next;
  c->next = t;
}

int main(int argc, char **argv) {
  city *c = make(argc > 1 ? atoi(argv[1]) : 100000);
  int days = argc > 2 ? atoi(argv[2]) : 250;
  for (int d = 0; d < days; d++)
    step(c);
  long sum = 0;
  for (int i = 0; i < c->n; i++)
    sum += c->now[i];
  printf("%ld\n", sum);
}
