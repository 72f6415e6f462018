// A trading desk: Monte Carlo paths with a generator per path, barrier and Asian options, least-squares regression,
// correlated baskets by Cholesky, value at risk by sorting.
// ARGS: 200 16
// BENCH: 60000 64
// FLAGS: -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSETS 5

typedef struct {
  uint64_t state;
} Generator;

typedef struct {
  double spot, rate, volatility, years, strike, barrier;
} Deal;

typedef struct {
  double call, asian, knockOut;
} Payoff;

static uint64_t mix(uint64_t z) {
  z += 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

static double uniform(Generator *g) {
  g->state = g->state * 6364136223846793005ULL + 1442695040888963407ULL;
  return ((double)(mix(g->state) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(Generator *g) {
  double u = uniform(g), v = uniform(g);
  return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

static Payoff walk(const Deal *deal, int steps, uint64_t number) {
  Generator g = {mix(number)};
  double dt = deal->years / steps, s = deal->spot, sum = 0;
  double drift = (deal->rate - 0.5 * deal->volatility * deal->volatility) * dt, shake = deal->volatility * sqrt(dt);
  int isOut = 0;
  for (int t = 0; t < steps; t++) {
    s *= exp(drift + shake * normal(&g));
    sum += s;
    if (s > deal->barrier)
      isOut = 1;
  }
  Payoff p;
  p.call = s > deal->strike ? s - deal->strike : 0;
  p.asian = sum / steps > deal->strike ? sum / steps - deal->strike : 0;
  p.knockOut = isOut ? 0 : p.call;
  return p;
}

static void price(const Deal *deal, int paths, int steps, Payoff *all, Payoff *mean) {
  for (int i = 0; i < paths; i++)
    all[i] = walk(deal, steps, (uint64_t)i);
  memset(mean, 0, sizeof *mean);
  for (int i = 0; i < paths; i++) {
    mean->call += all[i].call;
    mean->asian += all[i].asian;
    mean->knockOut += all[i].knockOut;
  }
  double discount = exp(-deal->rate * deal->years) / paths;
  mean->call *= discount;
  mean->asian *= discount;
  mean->knockOut *= discount;
}

static double bell(double x) { return 0.5 * erfc(-x / sqrt(2)); }

static double blackScholes(const Deal *d) {
  double spread = d->volatility * sqrt(d->years);
  double d1 = (log(d->spot / d->strike) + (d->rate + 0.5 * d->volatility * d->volatility) * d->years) / spread;
  return d->spot * bell(d1) - d->strike * exp(-d->rate * d->years) * bell(d1 - spread);
}

static int cholesky(double a[ASSETS][ASSETS], double l[ASSETS][ASSETS]) {
  memset(l, 0, sizeof(double) * ASSETS * ASSETS);
  for (int i = 0; i < ASSETS; i++)
    for (int j = 0; j <= i; j++) {
      double sum = a[i][j];
      for (int k = 0; k < j; k++)
        sum -= l[i][k] * l[j][k];
      if (i == j) {
        if (sum <= 0)
          return 0;
        l[i][i] = sqrt(sum);
      } else
        l[i][j] = sum / l[j][j];
    }
  return 1;
}

/* Loss of a basket after ten days, for each path. */
static void basket(double l[ASSETS][ASSETS], const double *share, double *loss, int paths) {
  for (int i = 0; i < paths; i++) {
    Generator g = {mix(1000003ULL * i + 7)};
    double z[ASSETS], value = 0;
    for (int a = 0; a < ASSETS; a++)
      z[a] = normal(&g);
    for (int a = 0; a < ASSETS; a++) {
      double move = 0;
      for (int b = 0; b <= a; b++)
        move += l[a][b] * z[b];
      value += share[a] * (exp(0.04 * move) - 1);
    }
    loss[i] = -value;
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Fits y = c0 + c1 x + c2 x^2 by normal equations. */
static void fit(const Payoff *all, int n, double c[3]) {
  double m[3][4] = {{0}};
  for (int i = 0; i < n; i++) {
    double x[3] = {1, all[i].asian, all[i].asian * all[i].asian};
    for (int r = 0; r < 3; r++) {
      for (int k = 0; k < 3; k++)
        m[r][k] += x[r] * x[k];
      m[r][3] += x[r] * all[i].call;
    }
  }
  for (int p = 0; p < 3; p++)
    for (int r = 0; r < 3; r++) {
      if (r == p)
        continue;
      double factor = m[r][p] / m[p][p];
      for (int k = p; k < 4; k++)
        m[r][k] -= factor * m[p][k];
    }
  for (int r = 0; r < 3; r++)
    c[r] = m[r][3] / m[r][r];
}

static void smile(const Deal *base, double *implied, int count) {
  for (int k = 0; k < count; k++) {
    Deal d = *base;
    d.strike = base->spot * (0.7 + 0.6 * k / count);
    d.volatility = 0.2 + 0.1 * pow(d.strike / d.spot - 1, 2);
    double target = blackScholes(&d), low = 0.01, high = 2;
    while (high - low > 1e-10) {
      d.volatility = (low + high) / 2;
      if (blackScholes(&d) > target)
        high = d.volatility;
      else
        low = d.volatility;
    }
    implied[k] = low;
  }
}

int main(int argc, char **argv) {
  int paths = argc > 1 ? atoi(argv[1]) : 2000, steps = argc > 2 ? atoi(argv[2]) : 50;
  Deal deal = {100, 0.03, 0.25, 1, 105, 140};
  Payoff *all = malloc(paths * sizeof *all), mean;
  price(&deal, paths, steps, all, &mean);
  printf("call %.10f (exact %.10f) asian %.10f knock-out %.10f\n", mean.call, blackScholes(&deal), mean.asian,
         mean.knockOut);
  double c[3];
  fit(all, paths, c);
  printf("fit %.8f %.8f %.8f\n", c[0], c[1], c[2]);
  double correlation[ASSETS][ASSETS], l[ASSETS][ASSETS], share[ASSETS];
  for (int a = 0; a < ASSETS; a++) {
    share[a] = 1000 * (a + 1);
    for (int b = 0; b < ASSETS; b++)
      correlation[a][b] = a == b ? 1 : 0.3 / (1 + abs(a - b));
  }
  if (!cholesky(correlation, l))
    return 1;
  double *loss = malloc(paths * sizeof *loss);
  basket(l, share, loss, paths);
  qsort(loss, paths, sizeof *loss, ascending);
  int tail = paths * 99 / 100;
  double beyond = 0;
  for (int i = tail; i < paths; i++)
    beyond += loss[i];
  printf("value at risk %.6f, expected shortfall %.6f\n", loss[tail], beyond / (paths - tail));
  double implied[64];
  smile(&deal, implied, 64);
  for (int k = 0; k < 64; k += 9)
    printf("%.8f ", implied[k]);
  printf("\n");
  free(loss);
  free(all);
  return 0;
}
