/* edtlevels - porosity analysis of a material section.
 *
 * A random grey field is smoothed, thresholded at several levels, and for
 * each level the exact Euclidean distance transform (lower envelope of
 * parabolas) gives the local pore radius.  Prints the radius histogram.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NBINS = 12 };

static const double levels[] = { 0.30, 0.38, 0.45, 0.50, 0.55, 0.62 };

static uint32_t hash2(uint32_t x, uint32_t y)
{
	uint32_t h = x * 374761393u + y * 668265263u;
	h = (h ^ (h >> 13)) * 1274126177u;
	return h ^ (h >> 16);
}

static void fill_field(float *f, int w, int h)
{
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			f[(size_t)y * w + x] = (hash2(x, y) & 0xffff) / 65535.0f;
}

/* running box blur along a line of n samples, stride s */
static void box_line(float *p, int n, int s, int r, float *line)
{
	for (int i = 0; i < n; i++)
		line[i] = p[(size_t)i * s];
	double acc = 0;
	int cnt = 0;
	for (int i = 0; i < r && i < n; i++) {
		acc += line[i];
		cnt++;
	}
	for (int i = 0; i < n; i++) {
		if (i + r < n) {
			acc += line[i + r];
			cnt++;
		}
		if (i - r - 1 >= 0) {
			acc -= line[i - r - 1];
			cnt--;
		}
		p[(size_t)i * s] = (float)(acc / cnt);
	}
}

static void smooth(float *f, int w, int h, int r, float *line)
{
	for (int y = 0; y < h; y++)
		box_line(f + (size_t)y * w, w, 1, r, line);
	for (int x = 0; x < w; x++)
		box_line(f + x, h, w, r, line);
}

static void normalise(float *f, int n)
{
	float lo = f[0], hi = f[0];
	for (int i = 1; i < n; i++) {
		if (f[i] < lo) lo = f[i];
		if (f[i] > hi) hi = f[i];
	}
	for (int i = 0; i < n; i++)
		f[i] = (f[i] - lo) / (hi - lo);
}

/* 1-D squared distance transform (Felzenszwalb & Huttenlocher) */
static void dt1d(const float *f, float *d, int n, int *v, float *z)
{
	int k = 0;
	v[0] = 0;
	z[0] = -INFINITY;
	z[1] = INFINITY;
	for (int q = 1; q < n; q++) {
		float s;
		for (;;) {
			int p = v[k];
			s = ((f[q] + (float)q * q) - (f[p] + (float)p * p)) / (2.0f * (q - p));
			if (s > z[k] || k == 0)
				break;
			k--;
		}
		if (s <= z[k]) {
			v[0] = q;
			z[1] = INFINITY;
			continue;
		}
		k++;
		v[k] = q;
		z[k] = s;
		z[k + 1] = INFINITY;
	}
	k = 0;
	for (int q = 0; q < n; q++) {
		while (z[k + 1] < q)
			k++;
		d[q] = (float)(q - v[k]) * (q - v[k]) + f[v[k]];
	}
}

static void edt(float *g, int w, int h, float *fin, float *fout, int *v, float *z)
{
	for (int x = 0; x < w; x++) {
		for (int y = 0; y < h; y++)
			fin[y] = g[(size_t)y * w + x];
		dt1d(fin, fout, h, v, z);
		for (int y = 0; y < h; y++)
			g[(size_t)y * w + x] = fout[y];
	}
	for (int y = 0; y < h; y++) {
		memcpy(fin, g + (size_t)y * w, w * sizeof(float));
		dt1d(fin, g + (size_t)y * w, w, v, z);
	}
}

static int is_ridge(const float *g, int w, int x, int y)
{
	float c = g[(size_t)y * w + x];
	if (c <= 0)
		return 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++)
			if (g[(size_t)(y + j) * w + x + i] > c)
				return 0;
	return 1;
}

int main(int argc, char **argv)
{
	int w = argc > 1 ? atoi(argv[1]) : 2200;
	int h = argc > 2 ? atoi(argv[2]) : 1800;
	if (w < 16 || h < 16) {
		fprintf(stderr, "usage: edtlevels [w] [h]\n");
		return 2;
	}
	int m = w > h ? w : h;
	size_t n = (size_t)w * h;
	float *field = malloc(n * sizeof *field), *g = malloc(n * sizeof *g);
	float *fin = malloc(m * sizeof *fin), *fout = malloc(m * sizeof *fout);
	float *z = malloc((m + 2) * sizeof *z);
	int *v = malloc((m + 1) * sizeof *v);
	if (!field || !g || !fin || !fout || !z || !v) {
		perror("edtlevels");
		return 1;
	}

	fill_field(field, w, h);
	for (int pass = 0; pass < 3; pass++)
		smooth(field, w, h, 5, fin);
	normalise(field, (int)n);

	for (size_t l = 0; l < sizeof levels / sizeof *levels; l++) {
		long open = 0, ridges = 0, hist[NBINS] = { 0 };
		double sum = 0;
		for (size_t i = 0; i < n; i++) {
			g[i] = field[i] < levels[l] ? 1e12f : 0.0f;
			open += g[i] > 0;
		}
		edt(g, w, h, fin, fout, v, z);
		for (int y = 1; y < h - 1; y++)
			for (int x = 1; x < w - 1; x++)
				if (is_ridge(g, w, x, y)) {
					float r = sqrtf(g[(size_t)y * w + x]);
					int b = (int)r;
					hist[b < NBINS ? b : NBINS - 1]++;
					ridges++;
					sum += r;
				}
		printf("level %.2f porosity %.5f ridges %ld mean radius %.6f\n ", levels[l],
		       (double)open / n, ridges, ridges ? sum / ridges : 0.0);
		for (int b = 0; b < NBINS; b++)
			printf(" %ld", hist[b]);
		printf("\n");
	}
	free(field); free(g); free(fin); free(fout); free(z); free(v);
	return 0;
}
