/* boots.c - bootstrap confidence intervals and a permutation test for a
 * straight line fit and for robust location, one long LCG stream. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#ifndef NOBS
#define NOBS 1500
#endif

#define LCG_A 6364136223846793005ULL
#define LCG_C 1442695040888963407ULL

typedef unsigned long long u64;
typedef struct { double x, y; } Obs;
typedef struct { double slope, icept, r, median, trim; } Stat;

static u64 state = 20240229ULL;
static Obs data[NOBS];

static unsigned draw(unsigned n)
{
	state = state * LCG_A + LCG_C;
	return (unsigned)(((state >> 32) * n) >> 32);
}

static double normal(void)
{
	double u = (draw(1u << 30) + 0.5) / (1u << 30), v = (draw(1u << 30) + 0.5) / (1u << 30);
	return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

static void generate(void)
{
	int i;
	for (i = 0; i < NOBS; i++) {
		double e = normal();
		data[i].x = 10.0 * i / NOBS + 0.3 * normal();
		if (draw(20) == 0) e *= 8.0;
		data[i].y = 1.5 + 0.08 * data[i].x + e;
	}
}

/* k-th smallest, Hoare selection, reorders v */
static double kth(double *v, int n, int k)
{
	int l = 0, r = n - 1;
	while (l < r) {
		double p = v[k], t;
		int i = l, j = r;
		do {
			while (v[i] < p) i++;
			while (p < v[j]) j--;
			if (i <= j) { t = v[i]; v[i] = v[j]; v[j] = t; i++; j--; }
		} while (i <= j);
		if (j < k) l = i;
		if (k < i) r = j;
	}
	return v[k];
}

static Stat statistics(const Obs *o, double *work)
{
	double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0, lo, hi;
	int i, m = 0;
	Stat s;
	for (i = 0; i < NOBS; i++) {
		sx += o[i].x; sy += o[i].y;
		sxx += o[i].x * o[i].x; sxy += o[i].x * o[i].y; syy += o[i].y * o[i].y;
	}
	s.slope = (NOBS * sxy - sx * sy) / (NOBS * sxx - sx * sx);
	s.icept = (sy - s.slope * sx) / NOBS;
	s.r = (NOBS * sxy - sx * sy) / sqrt((NOBS * sxx - sx * sx) * (NOBS * syy - sy * sy));
	for (i = 0; i < NOBS; i++) work[i] = o[i].y - s.slope * o[i].x;
	s.median = kth(work, NOBS, NOBS / 2);
	lo = kth(work, NOBS, NOBS / 10);
	hi = kth(work, NOBS, NOBS - 1 - NOBS / 10);
	s.trim = 0;
	for (i = 0; i < NOBS; i++)
		if (work[i] >= lo && work[i] <= hi) { s.trim += work[i]; m++; }
	s.trim /= m;
	return s;
}

static void bootstrap(Stat *out, int reps)
{
	static Obs sample[NOBS];
	static double work[NOBS];
	int b, i;
	for (b = 0; b < reps; b++) {
		for (i = 0; i < NOBS; i++) sample[i] = data[draw(NOBS)];
		out[b] = statistics(sample, work);
	}
}

/* shuffles accumulate: every permutation starts from the one before */
static int permutation(double observed, int reps, double *largest)
{
	static int perm[NOBS];
	double mx = 0, my = 0, sxx = 0;
	int b, i, hits = 0;
	for (i = 0; i < NOBS; i++) { perm[i] = i; mx += data[i].x; my += data[i].y; }
	mx /= NOBS; my /= NOBS;
	for (i = 0; i < NOBS; i++) sxx += (data[i].x - mx) * (data[i].x - mx);
	for (b = 0; b < reps; b++) {
		double sxy = 0;
		for (i = NOBS - 1; i > 0; i--) {
			int j = (int)draw((unsigned)i + 1), t = perm[i];
			perm[i] = perm[j]; perm[j] = t;
		}
		for (i = 0; i < NOBS; i++) sxy += (data[i].x - mx) * (data[perm[i]].y - my);
		if (fabs(sxy / sxx) >= fabs(observed)) hits++;
		if (fabs(sxy / sxx) > *largest) *largest = fabs(sxy / sxx);
	}
	return hits;
}

static int cmp(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void interval(const char *name, double point, const Stat *s, int reps, int field)
{
	double *v = malloc(sizeof *v * (size_t)reps), mean = 0, var = 0;
	int b;
	for (b = 0; b < reps; b++) {
		v[b] = ((const double *)&s[b])[field];
		mean += v[b];
	}
	mean /= reps;
	for (b = 0; b < reps; b++) var += (v[b] - mean) * (v[b] - mean);
	qsort(v, (size_t)reps, sizeof *v, cmp);
	printf("%-9s %.9f bias %+.9f se %.9f  95%% [%.9f, %.9f]\n", name, point, mean - point,
		sqrt(var / (reps - 1)), v[(int)(0.025 * reps)], v[(int)(0.975 * reps)]);
	free(v);
}

int main(int argc, char **argv)
{
	static const char *names[] = { "slope", "intercept", "corr", "median", "trimmed" };
	static double work[NOBS];
	int reps = argc > 1 ? atoi(argv[1]) : 20000, perms = argc > 2 ? atoi(argv[2]) : 20000, f, hits;
	Stat point, *boot;
	double largest = 0;
	if (reps < 40) reps = 40;
	boot = malloc(sizeof *boot * (size_t)reps);
	if (!boot) return 1;
	generate();
	point = statistics(data, work);
	bootstrap(boot, reps);
	for (f = 0; f < 5; f++) interval(names[f], ((double *)&point)[f], boot, reps, f);
	hits = permutation(point.slope, perms, &largest);
	printf("permutations %d as extreme %d largest %.9f state %016llx\n", perms, hits, largest, state);
	free(boot);
	return 0;
}
