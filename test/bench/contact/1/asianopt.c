// SPDX-License-Identifier: Apache-2.0
/* Monte Carlo price of an arithmetic-average Asian call under GBM,
 * with antithetic variates and a geometric-average control variate. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

struct option {
	double spot, strike, rate, vol, expiry;
	int fixings;
};

struct result {
	double price, stderror, beta;
};

typedef struct { unsigned long long s; } rng_t;

static void rng_seed(rng_t *r, unsigned long long path)
{
	r->s = (path + 1) * 0x9E3779B97F4A7C15ULL;
}

static double rng_uniform(rng_t *r)
{
	unsigned long long z = (r->s += 0x9E3779B97F4A7C15ULL);
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
	z ^= z >> 31;
	return ((z >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

static void rng_normal_pair(rng_t *r, double *a, double *b)
{
	double u = sqrt(-2.0 * log(rng_uniform(r)));
	double v = 2.0 * M_PI * rng_uniform(r);
	*a = u * cos(v);
	*b = u * sin(v);
}

static double ncdf(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }

/* closed form for the geometric average call */
static double geometric_price(const struct option *o)
{
	double n = o->fixings;
	double dt = o->expiry / n;
	double mu = (o->rate - 0.5 * o->vol * o->vol) * dt * (n + 1) / 2.0;
	double var = o->vol * o->vol * dt * (n + 1) * (2 * n + 1) / (6.0 * n);
	double sd = sqrt(var);
	double d2 = (log(o->spot / o->strike) + mu) / sd;
	double fwd = o->spot * exp(mu + 0.5 * var);
	return exp(-o->rate * o->expiry) * (fwd * ncdf(d2 + sd) - o->strike * ncdf(d2));
}

static double payoff(double avg, double strike)
{
	return avg > strike ? avg - strike : 0.0;
}

/* one antithetic pair of paths */
static void simulate(const struct option *o, unsigned long long path, double *z,
		     double *arith, double *geom)
{
	rng_t r;
	double dt = o->expiry / o->fixings;
	double drift = (o->rate - 0.5 * o->vol * o->vol) * dt;
	double sig = o->vol * sqrt(dt);
	double disc = exp(-o->rate * o->expiry);
	int i, sgn;

	rng_seed(&r, path);
	for (i = 0; i < o->fixings; i += 2)
		rng_normal_pair(&r, &z[i], &z[i + 1]);
	*arith = *geom = 0.0;
	for (sgn = -1; sgn <= 1; sgn += 2) {
		double x = log(o->spot), sa = 0.0, sg = 0.0;
		for (i = 0; i < o->fixings; i++) {
			x += drift + sgn * sig * z[i];
			sa += exp(x);
			sg += x;
		}
		*arith += 0.5 * disc * payoff(sa / o->fixings, o->strike);
		*geom += 0.5 * disc * payoff(exp(sg / o->fixings), o->strike);
	}
}

static struct result price(const struct option *o, int npaths)
{
	struct result res;
	double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
	double *z = malloc((o->fixings + 2) * sizeof(double));
	int p;

	for (p = 0; p < npaths; p++) {
		double a, g;
		simulate(o, p, z, &a, &g);
		sy += a;
		sx += g;
		sxx += g * g;
		sxy += a * g;
		syy += a * a;
	}
	free(z);
	double mx = sx / npaths, my = sy / npaths;
	double vx = sxx / npaths - mx * mx;
	double vy = syy / npaths - my * my;
	double cxy = sxy / npaths - mx * my;
	res.beta = vx > 0 ? cxy / vx : 0;
	res.price = my - res.beta * (mx - geometric_price(o));
	res.stderror = sqrt(fabs(vy - res.beta * cxy) / npaths);
	return res;
}

int main(int argc, char *argv[])
{
	int npaths = argc > 1 ? atoi(argv[1]) : 300000;
	struct option opt = { 100.0, 100.0, 0.05, 0.25, 1.0, 64 };
	static const double strikes[] = { 90.0, 100.0, 115.0 };
	struct timespec t0, t1;
	size_t k;

	if (argc > 2)
		opt.fixings = atoi(argv[2]);
	clock_gettime(CLOCK_MONOTONIC, &t0);
	for (k = 0; k < sizeof strikes / sizeof strikes[0]; k++) {
		opt.strike = strikes[k];
		struct result r = price(&opt, npaths);
		printf("K=%6.2f  price %.6f  +- %.5f  beta %.4f\n",
		       opt.strike, r.price, r.stderror, r.beta);
	}
	clock_gettime(CLOCK_MONOTONIC, &t1);
	fprintf(stderr, "elapsed %.3f s\n",
		(t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
	return 0;
}
