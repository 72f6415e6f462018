// Totals that a called function names itself, or reaches through a parameter;
// two calls deep, behind an early return, beside another use of the function.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
struct stats {
  long n, sum;
  int max;
};
static long total;
static int a[1000], b[1000], counters[64];

static void add(int x) { total += x; }
static void addSome(int x) {
  if (x < 3)
    return;
  add(x);
}
static void count(struct stats *s, int x) {
  s->n++;
  s->sum += x;
  if (x > s->max)
    s->max = x;
}
static void tally(int *h, int x) { h[x & 63]++; }
static void tallyHere(int x) { counters[x & 63] += 2; }
static long running(int x) { return total += x; }
static void kept(int x) {
  static long sum;
  sum += x;
}
static int down(int x) {
  if (x > 0)
    total += down(x - 1);
  return x;
}

static void totals(int n) {
  // CHECK: [[#@LINE+2]]:3 totals: reduction
  // CHECK-NEXT: reduction add 'total'
  for (int i = 0; i < n; i++)
    add(a[i]);
  // CHECK: [[#@LINE+2]]:3 totals: reduction
  // CHECK-NEXT: reduction add 'total'
  for (int i = 0; i < n; i++)
    addSome(a[i]);
  // CHECK: [[#@LINE+1]]:3 totals: sequential  [carried-dependence]
  for (int i = 0; i < n; i++)
    b[i] = (int)running(a[i]);
  // CHECK: [[#@LINE+1]]:3 totals: sequential  [carried-dependence]
  for (int i = 0; i < n; i++) {
    add(a[i]);
    b[i] = total & 1;
  }
  // CHECK: [[#@LINE+2]]:3 totals: reduction
  // CHECK-NEXT: reduction add 'kept_sum'
  for (int i = 0; i < n; i++)
    kept(a[i]);
  // CHECK: [[#@LINE+1]]:3 totals: sequential  [carried-dependence]
  for (int i = 0; i < n; i++)
    down(a[i]);
}

static void members(struct stats *s, struct stats *t, int n) {
  // CHECK: [[#@LINE+3]]:3 members: reduction
  // CHECK-DAG: reduction add 's->n'
  // CHECK-DAG: reduction max 's->max'
  for (int i = 0; i < n; i++)
    count(s, a[i]);
  // CHECK: [[#@LINE+1]]:3 members: sequential
  for (int i = 1; i < n; i++)
    count(&t[i], t[i - 1].max);
}

static void histograms(int *h, int n) {
  int own[64] = {0};
  // CHECK: [[#@LINE+1]]:3 histograms: reduction
  for (int i = 0; i < n; i++)
    tally(h, a[i]);
  // CHECK: [[#@LINE+2]]:3 histograms: reduction
  // CHECK-NEXT: reduction add 'h[x & 63]'
  for (int i = 0; i < n; i++)
    b[i] += a[i], tally(own, a[i]);
  // CHECK: [[#@LINE+2]]:3 histograms: reduction
  // CHECK-NEXT: reduction add 'counters[x & 63]'
  for (int i = 0; i < n; i++)
    tallyHere(a[i]);
  // CHECK: [[#@LINE+1]]:3 histograms: sequential
  for (int i = 0; i < n; i++) {
    tallyHere(a[i]);
    b[i] = counters[i & 63];
  }
  // CHECK: [[#@LINE+1]]:3 histograms: sequential
  for (int i = 0; i < n; i++)
    tally(i & 1 ? own : own + 1, a[i]);
  for (int i = 0; i < 64; i++)
    h[i] += own[i];
}

int main(int argc, char **argv) {
  struct stats s = {0, 0, 0}, t[1000] = {{0, 0, 0}};
  static int h[64];
  totals(argc);
  members(&s, t, argc);
  histograms(h, argc);
  printf("%ld %ld %d %d %d\n", total, s.sum, t[3].max, h[1], b[2]);
}
