// A recursive function that does nothing but work on the record behind a
// parameter that it hands on: members, and subscripts within arrays that are
// members and not the last one.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>

struct record {
  long nodes;
  int used[20];
  long found;
};
struct open {
  long nodes;
  int used[20];
};
static struct record table[100];
static struct open others[100];

static void search(struct record *r, int depth) {
  r->nodes++;
  for (int k = 0; k < 20; k++)
    if (!r->used[k] && depth > 0) {
      r->used[k] = depth;
      search(r, depth - 1);
      r->used[k] = 0;
    }
  r->found += depth;
}

static void step(struct record *r, int depth) {
  r->nodes++;
  if (depth > 0)
    step(r + 1, depth - 1);
}

/* The last member may have more elements than it says. */
static void last(struct open *r, int depth) {
  r->used[depth]++;
  if (depth > 0)
    last(r, depth - 1);
}

int main(void) {
  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int i = 0; i < 100; i++)
    search(&table[i], 3);
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < 90; i++)
    step(&table[i], 3);
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < 100; i++)
    last(&others[i], 3);
  printf("%ld %ld\n", table[3].found, others[4].nodes);
}
