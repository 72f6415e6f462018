// SPDX-License-Identifier: Apache-2.0
// Prices and deltas of European options after Black and Scholes, for a book of
// options under several moves of the market.
//
// SMALL: 300 2
//
// All options are independent; the loss of each scenario is the greatest of a
// list, kept in order of scenarios.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double strike, years, volatility;
  int put;
} Option;

static double normal(double x) {
  return 0.5 * erfc(-x * 0.70710678118654752440);
}

static double price(const Option *o, double spot, double rate, double *delta) {
  double deviation = o->volatility * sqrt(o->years);
  double d1 = (log(spot / o->strike) +
               (rate + 0.5 * o->volatility * o->volatility) * o->years) /
              deviation;
  double d2 = d1 - deviation;
  double discounted = o->strike * exp(-rate * o->years);
  if (o->put) {
    *delta = normal(d1) - 1.0;
    return discounted * normal(-d2) - spot * normal(-d1);
  }
  *delta = normal(d1);
  return spot * *delta - discounted * normal(d2);
}

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[1]) : 100000,
      scenarios = argc > 2 ? atoi(argv[2]) : 150;
  Option *book = malloc(n * sizeof *book);
  double *today = malloc(n * sizeof *today), *moved = malloc(n * sizeof *moved),
         *delta = malloc(n * sizeof *delta);
  if (!book || !today || !moved || !delta)
    return 1;
  for (int i = 0; i < n; i++) {
    book[i].strike = 80.0 + i % 41;
    book[i].years = 0.1 + (i % 37) / 12.0;
    book[i].volatility = 0.1 + (i % 23) / 60.0;
    book[i].put = i % 3 == 0;
  }
  for (int i = 0; i < n; i++)
    today[i] = price(&book[i], 100.0, 0.03, &delta[i]);
  double worst = 0.0;
  int at = -1;
  for (int s = 0; s < scenarios; s++) {
    double spot = 70.0 + 0.4 * s, value = 0.0;
    for (int i = 0; i < n; i++) {
      double ignored;
      moved[i] = price(&book[i], spot, 0.03, &ignored) - today[i] -
                 delta[i] * (spot - 100.0);
    }
    for (int i = 0; i < n; i++)
      value += moved[i];
    if (value > worst) {
      worst = value;
      at = s;
    }
  }
  printf("scenario %d, hedged gain %.17g, first option %.17g\n", at, worst,
         today[0]);
  free(book);
  free(today);
  free(moved);
  free(delta);
  return 0;
}
