// SPDX-License-Identifier: Apache-2.0
//
// Pipelines in which a later iteration's ordered stage reads what earlier
// iterations' free stages wrote, or writes what they read; and where it is the
// free stage that would have to wait.
#include "../../digest.h"
#include <stdlib.h>

#define N 700
typedef struct {
  double cost, gain;
  int count;
} result;
static result results[N];
static double trace[N];
static int best_of[N];

static double work(int seed, int rounds) {
  double x = seed * 0.37 + 1;
  for (int i = 0; i < rounds; i++)
    x = x * 1.0000001 + (i ^ seed) % 5 * 1e-3;
  return x;
}

/* The best so far is looked up among what was written. */
__attribute__((noinline)) static double least(int n) {
  int best = 0;
  double mean = 0;
  for (int i = 0; i < n; i++) {
    result *r = &results[i];
    r->cost = 0;
    for (int k = 0; k < 4; k++)
      r->cost += work(i * 7 % 101 + k, 50 + i % 30);
    r->count = i % 5;
    mean += r->cost / n;
    if (r->cost < results[best].cost)
      best = i;
    best_of[i] = best;
  }
  return mean + best;
}

/* The ordered stage writes what free stages of earlier iterations read. */
__attribute__((noinline)) static double overwritten(int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double x = 0;
    for (int k = 0; k < 60; k++)
      x += trace[(i + k) % n] * 0.5 + k;
    sum += x;
    if (i >= 60)
      trace[i - 60] = sum * 1e-4;
  }
  return sum;
}

/* The free stage reads what the ordered one of the iteration before wrote. */
__attribute__((noinline)) static double back(int n) {
  double sum = 0;
  for (int i = 1; i < n; i++) {
    double x = work(i, 60) + trace[i - 1];
    sum += x;
    trace[i] = sum * 1e-3;
  }
  return sum;
}

/* What is behind the ordered stage is read before it two iterations on. */
__attribute__((noinline)) static double around(int n) {
  double sum = 0;
  for (int i = 2; i < n; i++) {
    double x = work(i, 40) + results[i - 2].gain;
    sum = sum * 0.5 + x;
    results[i].gain = work((int)sum, 40);
  }
  return sum;
}

/* A long stage behind the one in order reads what all before have written. */
__attribute__((noinline)) static double behind(int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    results[i].gain = work(i, 80);
    sum = sum * 0.25 + i;
    double x = sum;
    for (int k = 0; k < i && k < 50; k++)
      x += results[i - k].gain;
    trace[i] = x;
  }
  return sum;
}

/* Light in front, heavy behind, nothing in order between them. */
__attribute__((noinline)) static void handed(int n) {
  for (int i = 0; i < n; i++) {
    results[i].count = i * 3;
    double x = 0;
    for (int k = 0; k < 40; k++)
      x += results[(i * 5 + k) % (i + 1)].count;
    trace[i] = x + work(i, 50);
  }
}

int main(int argc, char **argv) {
  int n = argc > 8 ? atoi(argv[1]) : N;
  printf("%.17g\n", least(n));
  show("least", best_of, sizeof best_of);
  for (int i = 0; i < n; i++)
    trace[i] = i;
  printf("%.17g\n", overwritten(n));
  show("overwritten", trace, sizeof trace);
  printf("%.17g\n", back(n));
  printf("%.17g\n", around(n));
  show("around", trace, sizeof trace);
  printf("%.17g\n", behind(n));
  show("behind", trace, sizeof trace);
  handed(n);
  show("handed", trace, sizeof trace);
  for (int i = 0; i < n; i++)
    results[i].count ^= (int)results[i].cost;
  show("results", results, sizeof results);
}
