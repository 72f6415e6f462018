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

static unsigned draw_from(u64 *s, unsigned n)
{
	*s = *s * LCG_A + LCG_C;
	return (unsigned)(((*s >> 32) * n) >> 32);
}

static unsigned draw(unsigned n) { return draw_from(&state, n); }

/* the state n draws later */
static u64 jump(u64 s, u64 n)
{
	u64 a = LCG_A, c = LCG_C, ra = 1, rc = 0;
	for (; n; n >>= 1) {
		if (n & 1) { ra *= a; rc = rc * a + c; }
		c += a * c;
		a *= a;
	}
	return s * ra + rc;
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

#define CHUNK 100
#define BATCH 64

/* one task per CHUNK replicates, each at its own place in the stream */
static void bootstrap_tasks(Stat *out, int reps, u64 start)
{
	int b0;
	for (b0 = 0; b0 < reps; b0 += CHUNK)
#pragma omp task firstprivate(b0)
		{
			Obs sample[NOBS];
			double work[NOBS];
			u64 s = jump(start, (u64)b0 * NOBS);
			int b, i;
			for (b = b0; b < b0 + CHUNK && b < reps; b++) {
				for (i = 0; i < NOBS; i++) sample[i] = data[draw_from(&s, NOBS)];
				out[b] = statistics(sample, work);
			}
		}
}

/* The shuffles form a chain and stay on the calling thread, which hands out
 * batches of finished permutations; fills slope[]. */
static void permutation_tasks(double *slope, int reps, u64 s)
{
	static unsigned short perm[NOBS];
	static double mx, my, sxx;
	int b, i;
	for (i = 0; i < NOBS; i++) { perm[i] = (unsigned short)i; mx += data[i].x; my += data[i].y; }
	mx /= NOBS; my /= NOBS;
	for (i = 0; i < NOBS; i++) sxx += (data[i].x - mx) * (data[i].x - mx);
	for (b = 0; b < reps; b += BATCH) {
		int n = reps - b < BATCH ? reps - b : BATCH, k;
		unsigned short *store = malloc((size_t)n * sizeof perm);
		if (!store) exit(1);
		for (k = 0; k < n; k++) {
			for (i = NOBS - 1; i > 0; i--) {
				int j = (int)draw_from(&s, (unsigned)i + 1);
				unsigned short t = perm[i];
				perm[i] = perm[j]; perm[j] = t;
			}
			for (i = 0; i < NOBS; i++) store[k * NOBS + i] = perm[i];
		}
#pragma omp task firstprivate(b, n, store) private(k, i)
		{
			for (k = 0; k < n; k++) {
				double sxy = 0;
				for (i = 0; i < NOBS; i++) sxy += (data[i].x - mx) * (data[store[k * NOBS + i]].y - my);
				slope[b + k] = fabs(sxy / sxx);
			}
			free(store);
		}
	}
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
	int reps = argc > 1 ? atoi(argv[1]) : 20000, perms = argc > 2 ? atoi(argv[2]) : 20000, f, b, hits = 0;
	Stat point, *boot;
	double largest = 0, *slope;
	u64 mid;
	if (reps < 40) reps = 40;
	boot = malloc(sizeof *boot * (size_t)reps);
	slope = malloc(sizeof *slope * (size_t)(perms > 0 ? perms : 1));
	if (!boot || !slope) return 1;
	generate();
	point = statistics(data, work);
	mid = jump(state, (u64)reps * NOBS);
#pragma omp parallel
#pragma omp single
	{
		bootstrap_tasks(boot, reps, state);
		permutation_tasks(slope, perms, mid);
	}
	state = perms > 0 ? jump(mid, (u64)perms * (NOBS - 1)) : mid;
	for (f = 0; f < 5; f++) interval(names[f], ((double *)&point)[f], boot, reps, f);
	for (b = 0; b < perms; b++) {
		if (slope[b] >= fabs(point.slope)) hits++;
		if (slope[b] > largest) largest = slope[b];
	}
	printf("permutations %d as extreme %d largest %.9f state %016llx\n", perms, hits, largest, state);
	free(boot);
	free(slope);
	return 0;
}
