// SPDX-License-Identifier: Apache-2.0
// Integrates an ensemble of small ODE systems (Lorenz, FitzHugh-Nagumo, predator-prey) with adaptive Dormand-Prince.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXDIM 3

typedef void (*rhs_fn)(double t, const double *y, double *dy, const double *par);

typedef struct {
  const char *name;
  int dim;
  rhs_fn rhs;
} system_t;

typedef struct {
  const system_t *sys;
  double y[MAXDIM];
  double par[3];
  int accepted, rejected;
  double peak;
} member_t;

static void lorenz(double t, const double *y, double *dy, const double *p) {
  (void)t;
  dy[0] = p[0] * (y[1] - y[0]);
  dy[1] = y[0] * (p[1] - y[2]) - y[1];
  dy[2] = y[0] * y[1] - p[2] * y[2];
}

static void fhn(double t, const double *y, double *dy, const double *p) {
  double drive = p[0] + 0.1 * ((t - floor(t)) < 0.5 ? 1.0 : -1.0);
  dy[0] = y[0] - y[0] * y[0] * y[0] / 3.0 - y[1] + drive;
  dy[1] = p[1] * (y[0] + 0.7 - p[2] * y[1]);
}

static void lotka(double t, const double *y, double *dy, const double *p) {
  (void)t;
  dy[0] = y[0] * (p[0] - p[1] * y[1]) - 0.01 * y[0] * y[0];
  dy[1] = y[1] * (-p[2] + 0.8 * p[1] * y[0]);
}

static const system_t systems[3] = {
  {"lorenz", 3, lorenz}, {"fhn", 2, fhn}, {"lotka", 2, lotka}
};

static const double A[7][6] = {
  {0},
  {1.0/5},
  {3.0/40, 9.0/40},
  {44.0/45, -56.0/15, 32.0/9},
  {19372.0/6561, -25360.0/2187, 64448.0/6561, -212.0/729},
  {9017.0/3168, -355.0/33, 46732.0/5247, 49.0/176, -5103.0/18656},
  {35.0/384, 0, 500.0/1113, 125.0/192, -2187.0/6784, 11.0/84}
};
static const double C[7] = {0, 0.2, 0.3, 0.8, 8.0/9, 1, 1};
static const double Ee[7] = {
  71.0/57600, 0, -71.0/16695, 71.0/1920, -17253.0/339200, 22.0/525, -1.0/40
};

static void integrate(member_t *m, double tend, double tol) {
  double k[7][MAXDIM], yt[MAXDIM];
  double t = 0, h = 0.01;
  int d = m->sys->dim;
  rhs_fn f = m->sys->rhs;

  while (t < tend) {
    if (t + h > tend) h = tend - t;
    for (int s = 0; s < 7; s++) {
      for (int i = 0; i < d; i++) {
        double acc = 0;
        for (int j = 0; j < s; j++) acc += A[s][j] * k[j][i];
        yt[i] = m->y[i] + h * acc;
      }
      f(t + C[s] * h, yt, k[s], m->par);
    }
    double err = 0;
    for (int i = 0; i < d; i++) {
      double e = 0;
      for (int s = 0; s < 7; s++) e += Ee[s] * k[s][i];
      double sc = tol * (1.0 + fabs(yt[i]));
      e = h * e / sc;
      err += e * e;
    }
    err = sqrt(err / d);
    if (err <= 1.0) {
      t += h;
      memcpy(m->y, yt, sizeof(double) * d);
      m->accepted++;
      if (fabs(m->y[0]) > m->peak) m->peak = fabs(m->y[0]);
    } else {
      m->rejected++;
    }
    double fac = err > 1e-10 ? 0.9 * pow(err, -0.2) : 5.0;
    if (fac > 5.0) fac = 5.0;
    if (fac < 0.2) fac = 0.2;
    h *= fac;
    if (h < 1e-9) h = 1e-9;
  }
}

static uint64_t rng = 88172645463325252ULL;
static double frand(double lo, double hi) {
  rng ^= rng << 13; rng ^= rng >> 7; rng ^= rng << 17;
  return lo + (hi - lo) * ((rng >> 11) * (1.0 / 9007199254740992.0));
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4500;
  double tend = argc > 2 ? atof(argv[2]) : 30.0;
  member_t *ens = calloc(n, sizeof *ens);

  for (int i = 0; i < n; i++) {
    member_t *m = &ens[i];
    int which = (int)frand(0, 3);
    m->sys = &systems[which];
    switch (which) {
    case 0: m->par[0] = 10; m->par[1] = frand(20, 32); m->par[2] = 8.0 / 3; break;
    case 1: m->par[0] = frand(0.3, 0.8); m->par[1] = 0.08; m->par[2] = frand(0.7, 0.9); break;
    default: m->par[0] = frand(0.8, 1.3); m->par[1] = 0.4; m->par[2] = frand(0.3, 0.6); break;
    }
    for (int j = 0; j < m->sys->dim; j++) m->y[j] = frand(0.5, 2.0);
  }

  for (int i = 0; i < n; i++)
    integrate(&ens[i], tend, 1e-8);

  for (int s = 0; s < 3; s++) {
    long acc = 0, rej = 0;
    int cnt = 0;
    double mean = 0, peak = 0;
    for (int i = 0; i < n; i++) {
      if (ens[i].sys != &systems[s]) continue;
      cnt++;
      acc += ens[i].accepted;
      rej += ens[i].rejected;
      mean += ens[i].y[0];
      if (ens[i].peak > peak) peak = ens[i].peak;
    }
    printf("%-7s members %4d accepted %ld rejected %ld mean y0 %.8f peak %.8f\n",
           systems[s].name, cnt, acc, rej, cnt ? mean / cnt : 0.0, peak);
  }
  free(ens);
  return 0;
}
