// A profile holds exactly what the program did: runs and iterations of loops,
// however they end, how often branches were taken that hold more than simple statements, in
// recursion too. Nothing of
// it shows while the program runs.
// RUN: rm -rf %t && mkdir %t
// RUN: %hocketcc -O2 --soc=host -Wall -Wextra -Werror --profile-generate=%t/p %s -o %t/x
// RUN: %status 3 %t/x > %t/out 2>&1
// RUN: %cc -O2 %s -o %t/plain
// RUN: %status 3 %t/plain > %t/expected 2>&1
// RUN: diff %t/expected %t/out
// RUN: %FileCheck %s < %t/p
// RUN: %hocketcc -O0 --soc=host --profile-generate=%t/p0 %s -o %t/x0
// RUN: %status 3 %t/x0 > %t/out0 2>&1
// RUN: %FileCheck %s < %t/p0
#include <stdio.h>
#include <stdlib.h>

// CHECK: {"hocket-profile": 1, "chip": "host ({{.*}})", "runs": 1, "ns": [[NS:[0-9]+]], "longest": [[NS]], "khz": {{[0-9]+}}, "functions": [
struct node {
  struct node *next;
  int value;
};

// CHECK-NEXT: {"name": "total", "file": "{{.*}}counts.c", "hash": "{{[0-9a-f]+}}", "places": [
static double total(const double *row, int m) {
  double sum = 0;
  // CHECK-NEXT: {"place": 0, "kind": "loop", "line": [[#@LINE+1]], "runs": 17, "times": 408, "timed": 0,
  for (int j = 0; j < m; j++)
    sum += row[j] * 3;
  return sum;
}

// CHECK-NEXT: {"name": "find"
static int find(const int *x, int n, int key) {
  // CHECK-NEXT: {"place": 0, "kind": "loop", "line": [[#@LINE+1]], "runs": 2, "times": 121,
  for (int i = 0; i < n; i++)
    if (x[i] == key)
      return i;
  return -1;
}

// CHECK-NEXT: {"name": "fib"
static int fib(int k) {
  int sum = 0;
  // CHECK-NEXT: {"place": 0, "kind": "branch", "line": [[#@LINE+1]], "runs": 177, "times": 89,
  if (k < 2)
    return k;
  // CHECK-NEXT: {"place": 1, "kind": "loop", "line": [[#@LINE+1]], "runs": 88, "times": 176, "timed": 1,
  for (int i = 1; i < 3; i++)
    sum += fib(k - i);
  return sum;
}

static double a[100][100];

// CHECK-NEXT: {"name": "fill"
static void fill(int n, int m) {
  // CHECK-NEXT: {"place": 0, "kind": "loop", "line": [[#@LINE+2]], "runs": 1, "times": 50, "timed": 1, "timed_times": 50, "ns": {{[1-9]}}
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    // CHECK-NEXT: {"place": 1, "kind": "loop", "line": [[#@LINE+1]], "runs": 50, "times": 1250, "timed": 0,
    for (int j = 0; j < m; j++)
      a[i][j] = i * j;
}

static int neverCalled(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum ^= i;
  return sum;
}

// CHECK: {"name": "neverCalled"
// CHECK-NEXT: {"place": 0, "kind": "loop", "line": {{[0-9]+}}, "runs": 0, "times": 0,
// CHECK-NEXT: {"name": "main"
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 50, x[100], sum = 0;
  if (argc > 5)
    return neverCalled(argc);
  // CHECK: "line": [[#@LINE+1]], "runs": 1, "times": 100,
  for (int i = 0; i < 100; i++)
    x[i] = i;
  // CHECK-NEXT: "kind": "call", "line": [[#@LINE+1]], "runs": 1, "times": 0, "timed": 1,
  fill(n, n / 2);
  double t = 0;
  // CHECK-NEXT: "kind": "loop", "line": [[#@LINE+1]], "runs": 1, "times": 50,
  for (int i = 0; i < n; i++) {
    // CHECK-NEXT: "kind": "branch", "line": [[#@LINE+1]], "runs": 50, "times": 17,
    if (i % 3 == 0)
      t += total(a[i], i);
    // Simple, in a loop: not counted.
    else if (i % 3 == 1)
      t -= 1;
  }
  struct node *list = NULL;
  // CHECK-NEXT: "line": [[#@LINE+1]], "runs": 1, "times": 50,
  for (int i = 0; i < n; i++) {
    struct node *p = malloc(sizeof *p);
    p->next = list;
    p->value = i;
    list = p;
  }
  // CHECK-NEXT: "line": [[#@LINE+1]], "runs": 1, "times": 50,
  for (struct node *p = list; p; p = p->next)
    sum += p->value;
  sum += find(x, 100, 20) + find(x, 100, 1000);
  // CHECK-NEXT: "kind": "call", "line": [[#@LINE+1]], "runs": 1,
  fib(10);
  // A macro's block is no loop.
  do {
    sum += 2;
  } while (0);
  // CHECK-NEXT: "kind": "loop", "line": [[#@LINE+1]], "runs": 1, "times": 7,
  do {
    if (++sum % 7 == 0)
      goto out;
  } while (sum % 100);
out:
  printf("%g %d\n", t, sum);
  // CHECK-NEXT: "kind": "loop", "line": [[#@LINE+1]], "runs": 1, "times": 3,
  for (int i = 0;; i++) {
    printf("%d\n", i);
    if (i == 2)
      exit(3);
  }
}
