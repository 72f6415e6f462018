/* pfilt.c -- robot localisation: odometry + compass + range beacons fused
 * with a particle filter (systematic resampling, per-particle RNG). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { float x, y, th; uint32_t rng; } particle_t;
typedef struct { float x, y; } vec2_t;
typedef struct { float v, w, compass, range[8]; } reading_t;

#define NB 8
static const vec2_t beacon[NB] = {
	{ 0, 0 }, { 50, 0 }, { 50, 50 }, { 0, 50 }, { 25, 5 }, { 5, 25 }, { 45, 27 }, { 26, 46 }
};

static inline uint32_t xs32(uint32_t *s)
{
	uint32_t x = *s;
	x ^= x << 13; x ^= x >> 17; x ^= x << 5;
	return *s = x;
}

static inline float unif(uint32_t *s) { return (float)(xs32(s) >> 8) * (1.0f / 16777216.0f); }

/* sum of uniforms, good enough for motion noise */
static inline float gauss(uint32_t *s)
{
	float g = unif(s) + unif(s) + unif(s) + unif(s) - 2.0f;
	return g * 1.7320508f;
}

static inline float wrap(float a)
{
	while (a > 3.14159265f) a -= 6.2831853f;
	while (a < -3.14159265f) a += 6.2831853f;
	return a;
}

/* ---- world ---- */
static uint32_t wrng = 0x1234567u;
static particle_t truth = { 10, 10, 0.3f, 0 };

static reading_t simulate(int t)
{
	reading_t r;
	float v = 0.6f + 0.2f * sinf(0.05f * (float)t), w = 0.05f + 0.04f * cosf(0.11f * (float)t);
	truth.th = wrap(truth.th + w);
	truth.x += v * cosf(truth.th);
	truth.y += v * sinf(truth.th);
	r.v = v + 0.03f * gauss(&wrng);
	r.w = w + 0.01f * gauss(&wrng);
	r.compass = truth.th + 0.08f * gauss(&wrng);
	for (int b = 0; b < NB; b++) {
		float d = hypotf(truth.x - beacon[b].x, truth.y - beacon[b].y);
		r.range[b] = (xs32(&wrng) % 10 == 0) ? -1.0f : d + 0.5f * gauss(&wrng);
		if (xs32(&wrng) % 25 == 0) r.range[b] += 9.0f;      /* multipath */
	}
	return r;
}

/* ---- filter ---- */
static void predict(particle_t *p, int n, const reading_t *z)
{
	for (int i = 0; i < n; i++) {
		float v = z->v + 0.06f * gauss(&p[i].rng), w = z->w + 0.02f * gauss(&p[i].rng);
		p[i].th = wrap(p[i].th + w);
		p[i].x += v * cosf(p[i].th);
		p[i].y += v * sinf(p[i].th);
	}
}

static double weigh(const particle_t *p, double *wt, int n, const reading_t *z)
{
	double sum = 0.0;
	for (int i = 0; i < n; i++) {
		float e = wrap(z->compass - p[i].th) / 0.1f;
		double l = exp(-0.5 * (double)(e * e)) + 1e-4;
		for (int b = 0; b < NB; b++) {
			if (z->range[b] < 0) continue;
			float dx = p[i].x - beacon[b].x, dy = p[i].y - beacon[b].y;
			float d = (sqrtf(dx * dx + dy * dy) - z->range[b]) / 0.6f;
			l *= 0.95 * exp(-0.5 * (double)(d * d)) + 0.01;
		}
		wt[i] = l;
		sum += l;
	}
	return sum;
}

static double estimate(const particle_t *p, const double *wt, int n, double sum, double *out)
{
	double x = 0, y = 0, c = 0, s = 0, n2 = 0;
	for (int i = 0; i < n; i++) {
		double w = wt[i] / sum;
		x += w * p[i].x;
		y += w * p[i].y;
		c += w * cosf(p[i].th);
		s += w * sinf(p[i].th);
		n2 += w * w;
	}
	out[0] = x; out[1] = y; out[2] = atan2(s, c);
	return 1.0 / n2;
}

static void resample(const particle_t *p, particle_t *q, const double *wt, int n, double sum)
{
	double step = sum / n, u = step * unif(&wrng), acc = wt[0];
	int k = 0;
	for (int i = 0; i < n; i++) {
		double target = u + i * step;
		while (acc < target && k < n - 1) acc += wt[++k];
		q[i] = p[k];
		q[i].rng = p[i].rng;                 /* streams stay with the slot */
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40000, steps = argc > 2 ? atoi(argv[2]) : 200, nres = 0;
	particle_t *p = malloc(sizeof *p * (size_t)n), *q = malloc(sizeof *q * (size_t)n);
	double *wt = malloc(sizeof *wt * (size_t)n), rms = 0;
	uint32_t seed = 99u;
	if (!p || !q || !wt || n < 2) return 1;
	for (int i = 0; i < n; i++) {
		p[i].x = 50.0f * unif(&seed);
		p[i].y = 50.0f * unif(&seed);
		p[i].th = 6.2831853f * unif(&seed) - 3.14159265f;
		p[i].rng = (uint32_t)i * 2654435761u + 17u;
		if (!p[i].rng) p[i].rng = 1;
	}
	for (int t = 0; t < steps; t++) {
		reading_t z = simulate(t);
		double est[3], sum, neff;
		predict(p, n, &z);
		sum = weigh(p, wt, n, &z);
		neff = estimate(p, wt, n, sum, est);
		double err = hypot(est[0] - truth.x, est[1] - truth.y);
		rms += err * err;
		if (t % 8 == 0)
			printf("%3d est %9.5f %9.5f %8.5f err %.5f neff %.2f\n", t, est[0], est[1], est[2], err, neff);
		if (neff < 0.5 * n) {
			particle_t *tmp = p;
			resample(p, q, wt, n, sum);
			p = q; q = tmp;
			nres++;
		}
	}
	printf("rms %.8f resampled %d\n", sqrt(rms / steps), nres);
	uint32_t h = 0;
	for (int i = 0; i < n; i++) h = h * 31u + (uint32_t)(int)(p[i].x * 4096.0f) + 7u * (uint32_t)(int)(p[i].y * 4096.0f);
	printf("particles %08x\n", (unsigned)h);
	return 0;
}
