// SPDX-License-Identifier: Apache-2.0
/* Looks for variable stars: Lomb-Scargle periodograms of unevenly sampled
   light curves, with a refinement of the highest peak and a phase folded
   mean curve for the detections.                                          */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXOBS 600
#define PHASES 10

struct curve
{
	int id, n;
	double t[MAXOBS], mag[MAXOBS], err[MAXOBS];
	double true_period;
};

struct peak
{
	double freq, power;
	double fap;	/* false alarm probability */
};

static unsigned int lfsr = 0xACE1u;

static double urand(void)
{
	lfsr = lfsr * 1103515245u + 12345u;
	return ((lfsr >> 9) & 0x3fffff) / 4194304.0;
}

static void observe(struct curve *c, int id)
{
	double night = 0.0, amp, phase;
	int kind = id % 4;

	c->id = id;
	c->n = 0;
	c->true_period = kind == 3 ? 0.0 : 0.3 + 6.0 * urand();
	amp = 0.05 + 0.3 * urand();
	phase = urand();
	while (c->n < MAXOBS && night < 220.0)
	{
		int k, visits = 1 + (int)(4 * urand());
		if (urand() < 0.35)
		{
			night += 1.0;	/* clouds */
			continue;
		}
		for (k = 0; k < visits && c->n < MAXOBS; k++)
		{
			double t = night + 0.35 * urand(), m = 14.0;
			if (kind != 3)
			{
				double ph = t / c->true_period + phase;
				ph -= floor(ph);
				if (kind == 0)
					m += amp * sin(2 * M_PI * ph);
				else if (kind == 1)	/* saw tooth, like RR Lyrae */
					m += amp * (ph < 0.2 ? 1 - 5 * ph : 1.25 * (ph - 0.2)) - amp / 2;
				else			/* eclipses */
					m += ph < 0.12 ? amp : ph > 0.5 && ph < 0.6 ? amp / 2 : 0;
			}
			c->err[c->n] = 0.01 + 0.03 * urand();
			c->t[c->n] = t;
			c->mag[c->n] = m + c->err[c->n] * (urand() + urand() + urand() - 1.5) * 2;
			c->n++;
		}
		night += 1.0;
	}
}

/* Power at one frequency, y is the mean-free signal with weights w. */
static double power_at(const double *t, const double *y, const double *w, int n, double freq)
{
	double s2 = 0, c2 = 0, tau, yc = 0, ys = 0, cc = 0, ss = 0;
	double om = 2 * M_PI * freq;
	int i;

	for (i = 0; i < n; i++)
	{
		s2 += w[i] * sin(2 * om * t[i]);
		c2 += w[i] * cos(2 * om * t[i]);
	}
	tau = atan2(s2, c2) / (2 * om);
	for (i = 0; i < n; i++)
	{
		double c = cos(om * (t[i] - tau)), s = sin(om * (t[i] - tau));
		yc += w[i] * y[i] * c;
		ys += w[i] * y[i] * s;
		cc += w[i] * c * c;
		ss += w[i] * s * s;
	}
	return yc * yc / cc + ys * ys / ss;
}

static struct peak find_period(const struct curve *c, double fmin, double fmax, int nfreq, double *power)
{
	double y[MAXOBS], w[MAXOBS], mean = 0, sw = 0, var = 0, step = (fmax - fmin) / nfreq;
	struct peak best = { 0, -1, 1 };
	int i;

	for (i = 0; i < c->n; i++)
	{
		w[i] = 1 / (c->err[i] * c->err[i]);
		sw += w[i];
		mean += w[i] * c->mag[i];
	}
	mean /= sw;
	for (i = 0; i < c->n; i++)
	{
		w[i] /= sw;
		y[i] = c->mag[i] - mean;
		var += w[i] * y[i] * y[i];
	}
	#pragma omp parallel for schedule(static)
	for (i = 0; i < nfreq; i++)
		power[i] = power_at(c->t, y, w, c->n, fmin + i * step) / var;
	for (i = 0; i < nfreq; i++)
		if (power[i] > best.power)
		{
			best.power = power[i];
			best.freq = fmin + i * step;
		}
	/* golden section around the peak */
	double lo = best.freq - step, hi = best.freq + step, g = 0.61803398875;
	while (hi - lo > 1e-7)
	{
		double a = hi - g * (hi - lo), b = lo + g * (hi - lo);
		if (power_at(c->t, y, w, c->n, a) > power_at(c->t, y, w, c->n, b))
			hi = b;
		else
			lo = a;
	}
	best.freq = (lo + hi) / 2;
	best.power = power_at(c->t, y, w, c->n, best.freq) / var;
	double z = pow(1 - best.power, (c->n - 3) / 2.0) * nfreq;
	best.fap = z < 1 ? z : 1;
	return best;
}

static void print_folded(const struct curve *c, double freq)
{
	double sum[PHASES] = { 0 };
	int cnt[PHASES] = { 0 }, i;

	for (i = 0; i < c->n; i++)
	{
		double ph = c->t[i] * freq;
		int b = (int)((ph - floor(ph)) * PHASES);
		sum[b] += c->mag[i];
		cnt[b]++;
	}
	printf("     ");
	for (i = 0; i < PHASES; i++)
		printf(" %7.3f", cnt[i] ? sum[i] / cnt[i] : 0.0);
	printf("\n");
}

int main(int argc, char **argv)
{
	int stars = argc > 1 ? atoi(argv[1]) : 14;
	int nfreq = argc > 2 ? atoi(argv[2]) : 3600;
	struct curve *c = malloc(sizeof *c);
	double *power = malloc(nfreq * sizeof *power);
	int s, found = 0;

	if (c == NULL || power == NULL)
	{
		fprintf(stderr, "lombscargle: no memory\n");
		return 1;
	}
	for (s = 0; s < stars; s++)
	{
		observe(c, s);
		struct peak p = find_period(c, 0.05, 4.0, nfreq, power);
		printf("star %3d: %3d points, period %10.6f (true %9.6f) power %.5f fap %.3e\n",
		       c->id, c->n, 1 / p.freq, c->true_period, p.power, p.fap);
		if (p.fap > 1e-6)
			continue;
		found++;
		print_folded(c, p.freq);
	}
	printf("%d of %d stars are variable\n", found, stars);
	free(c);
	free(power);
	return 0;
}
