// SPDX-License-Identifier: Apache-2.0
// Values a book of American and Bermudan options on Cox-Ross-Rubinstein trees and reports bump-and-reprice greeks.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { CALL, PUT, STRADDLE };

struct contract {
  int id;
  enum kind kind;
  double strike, expiry;
  int every;            /* exercise allowed each this many steps */
  int quantity;
  int underlying;
};

struct market {
  double spot[8], vol[8], yield[8];
  double rate;
};

struct greeks { double price, delta, gamma, vega, rho; };

typedef double (*payoff_fn)(double s, double k);

static double pay_call(double s, double k) { return s > k ? s - k : 0.0; }
static double pay_put(double s, double k) { return k > s ? k - s : 0.0; }
static double pay_straddle(double s, double k) { return fabs(s - k); }

static payoff_fn payoff_of(enum kind k) {
  switch (k) {
  case CALL: return pay_call;
  case PUT: return pay_put;
  default: return pay_straddle;
  }
}

static double tree_price(const struct contract *c, double s0, double vol, double r, double q,
                         int steps, double *v, double *x) {
  double dt = c->expiry / steps;
  double u = exp(vol * sqrt(dt)), d = 1.0 / u;
  double p = (exp((r - q) * dt) - d) / (u - d), disc = exp(-r * dt);
  double pu = p * disc, pd = (1 - p) * disc;
  payoff_fn pay = payoff_of(c->kind);

  /* x holds the intrinsic value on the 2*steps+1 price levels */
  double s = s0 * pow(d, steps);
  for (int i = 0; i <= 2 * steps; i++) {
    x[i] = pay(s, c->strike);
    s *= u;
  }
  for (int i = 0; i <= steps; i++) v[i] = x[2 * i];
  for (int n = steps - 1; n >= 0; n--) {
    int base = steps - n;
    if (n % c->every == 0) {
      for (int i = 0; i <= n; i++) {
        double hold = pu * v[i + 1] + pd * v[i];
        double ex = x[base + 2 * i];
        v[i] = hold > ex ? hold : ex;
      }
    } else {
      for (int i = 0; i <= n; i++) v[i] = pu * v[i + 1] + pd * v[i];
    }
  }
  return v[0];
}

static void value_contract(const struct contract *c, const struct market *m, int steps,
                           struct greeks *g) {
  double *v = malloc((steps + 1) * sizeof(double));
  double *x = malloc((2 * steps + 1) * sizeof(double));
  double s = m->spot[c->underlying], vol = m->vol[c->underlying], q = m->yield[c->underlying];
  double hs = 0.01 * s;
  double up, dn;

  g->price = tree_price(c, s, vol, m->rate, q, steps, v, x);
  up = tree_price(c, s + hs, vol, m->rate, q, steps, v, x);
  dn = tree_price(c, s - hs, vol, m->rate, q, steps, v, x);
  g->delta = (up - dn) / (2 * hs);
  g->gamma = (up - 2 * g->price + dn) / (hs * hs);
  g->vega = tree_price(c, s, vol + 0.01, m->rate, q, steps, v, x) - g->price;
  g->rho = tree_price(c, s, vol, m->rate + 0.001, q, steps, v, x) - g->price;
  free(v);
  free(x);
}

static unsigned long seed = 2024;
static double uni(double a, double b) {
  seed = (seed * 25214903917UL + 11UL) & 0xFFFFFFFFFFFFUL;
  return a + (b - a) * ((double)seed / 281474976710656.0);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 800;
  int steps = argc > 2 ? atoi(argv[2]) : 1600;
  struct market mkt;
  struct contract *book = malloc(n * sizeof *book);
  struct greeks *res = malloc(n * sizeof *res);

  mkt.rate = 0.035;
  for (int i = 0; i < 8; i++) {
    mkt.spot[i] = uni(20, 200);
    mkt.vol[i] = uni(0.15, 0.45);
    mkt.yield[i] = uni(0, 0.04);
  }
  for (int i = 0; i < n; i++) {
    struct contract *c = &book[i];
    c->id = i;
    c->underlying = (int)uni(0, 8);
    c->kind = (enum kind)(int)uni(0, 3);
    c->strike = mkt.spot[c->underlying] * uni(0.8, 1.2);
    c->expiry = uni(0.1, 2.0);
    c->every = uni(0, 1) < 0.7 ? 1 : 10 + (int)uni(0, 40);
    c->quantity = (int)uni(-50, 100);
  }

  for (int i = 0; i < n; i++) value_contract(&book[i], &mkt, steps, &res[i]);

  struct greeks tot[8] = {{0}};
  for (int i = 0; i < n; i++) {
    struct greeks *t = &tot[book[i].underlying];
    double w = book[i].quantity;
    t->price += w * res[i].price;
    t->delta += w * res[i].delta;
    t->gamma += w * res[i].gamma;
    t->vega += w * res[i].vega;
    t->rho += w * res[i].rho;
  }
  printf("%-4s %14s %12s %12s %12s %12s\n", "und", "value", "delta", "gamma", "vega", "rho");
  for (int u = 0; u < 8; u++)
    printf("%-4d %14.6f %12.6f %12.6f %12.6f %12.6f\n", u, tot[u].price, tot[u].delta, tot[u].gamma,
           tot[u].vega, tot[u].rho);
  free(book);
  free(res);
  return 0;
}
