/* SPDX-License-Identifier: Apache-2.0 */
#include "option.h"

#include <math.h>

static double normal_cdf(double x) {
  return 0.5 * erfc(-x * 0.70710678118654752440);
}

static double payoff(const struct option *o, double price) {
  double gain = o->kind == CALL ? price - o->strike : o->strike - price;
  return gain > 0.0 ? gain : 0.0;
}

void price_european(struct option *o) {
  double spread = o->volatility * sqrt(o->years);
  double d1 = (log(o->spot / o->strike) +
               (o->rate + 0.5 * o->volatility * o->volatility) * o->years) /
              spread;
  double d2 = d1 - spread;
  double discounted = o->strike * exp(-o->rate * o->years);

  if (o->kind == CALL) {
    o->delta = normal_cdf(d1);
    o->european = o->spot * o->delta - discounted * normal_cdf(d2);
  } else {
    o->delta = normal_cdf(d1) - 1.0;
    o->european = discounted * normal_cdf(-d2) - o->spot * normal_cdf(-d1);
  }
}

double price_american(const struct option *o, int steps) {
  double value[MAX_STEPS + 1];
  double dt = o->years / steps;
  double up = exp(o->volatility * sqrt(dt));
  double down = 1.0 / up;
  double discount = exp(-o->rate * dt);
  double p_up = discount * (exp(o->rate * dt) - down) / (up - down);
  double p_down = discount - p_up;
  double lowest = o->spot * pow(down, steps);
  double price = lowest;
  int i, step;

  for (i = 0; i <= steps; i++) {
    value[i] = payoff(o, price);
    price *= up * up;
  }
  for (step = steps - 1; step >= 0; step--) {
    lowest *= up;
    price = lowest;
    for (i = 0; i <= step; i++) {
      double hold = p_up * value[i + 1] + p_down * value[i];
      double now = payoff(o, price);
      value[i] = hold > now ? hold : now;
      price *= up * up;
    }
  }
  return value[0];
}

void price_all(struct option *options, int count, int steps) {
  int i;

  for (i = 0; i < count; i++) {
    price_european(&options[i]);
    options[i].american = price_american(&options[i], steps);
  }
}
