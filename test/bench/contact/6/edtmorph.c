// SPDX-License-Identifier: Apache-2.0
/* Cleans a synthetic binary image by morphological opening/closing and computes its exact squared Euclidean distance transform. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef unsigned char u8;
#define FAR 100000000

struct image {
	int w, h;
	u8 *px;
};

static struct image *img_new(int w, int h)
{
	struct image *im = malloc(sizeof *im);
	im->w = w;
	im->h = h;
	im->px = calloc((size_t)w * h, 1);
	return im;
}

static void img_free(struct image *im)
{
	free(im->px);
	free(im);
}

static uint32_t lcg_state = 20240607;
static uint32_t lcg(void)
{
	lcg_state = lcg_state * 1103515245u + 12345u;
	return lcg_state >> 9;
}

static void draw_disk(struct image *im, int cx, int cy, int r)
{
	for (int y = cy - r; y <= cy + r; y++) {
		if (y < 0 || y >= im->h)
			continue;
		for (int x = cx - r; x <= cx + r; x++)
			if (x >= 0 && x < im->w && (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
				im->px[(size_t)y * im->w + x] = 1;
	}
}

/* dilate (grow = 1) or erode (grow = 0) by a 3x3 cross, borders replicate */
static void morph(const struct image *src, struct image *dst, int grow)
{
	int w = src->w, h = src->h;
	for (int y = 0; y < h; y++) {
		const u8 *mid = src->px + (size_t)y * w;
		const u8 *up = y > 0 ? mid - w : mid;
		const u8 *dn = y < h - 1 ? mid + w : mid;
		u8 *out = dst->px + (size_t)y * w;
		for (int x = 0; x < w; x++) {
			u8 l = mid[x > 0 ? x - 1 : 0];
			u8 r = mid[x < w - 1 ? x + 1 : w - 1];
			if (grow)
				out[x] = mid[x] | up[x] | dn[x] | l | r;
			else
				out[x] = mid[x] & up[x] & dn[x] & l & r;
		}
	}
}

static void morph_n(struct image **a, struct image **b, int grow, int times)
{
	while (times-- > 0) {
		morph(*a, *b, grow);
		struct image *t = *a;
		*a = *b;
		*b = t;
	}
}

/* lower envelope of parabolas, integers only */
static void edt_1d(const int *f, int n, int *d, int *v, int *z)
{
	int k = 0;
	v[0] = 0;
	z[0] = 0;
	for (int q = 1; q < n; q++) {
		for (;;) {
			int p = v[k];
			long num = (long)f[q] + (long)q * q - f[p] - (long)p * p;
			long den = 2L * (q - p);
			/* first integer x where q is at least as good */
			long s = num <= 0 ? 0 : (num + den - 1) / den;
			if (s <= z[k] && k > 0) {
				k--;
				continue;
			}
			if (s <= z[k]) {
				v[0] = q;
				z[0] = 0;
			} else if (s < n) {
				k++;
				v[k] = q;
				z[k] = (int)s;
			}
			break;
		}
	}
	for (int x = n - 1; x >= 0; x--) {
		while (z[k] > x)
			k--;
		d[x] = f[v[k]] + (x - v[k]) * (x - v[k]);
	}
}

static void distance_transform(const struct image *im, int *dist)
{
	int w = im->w, h = im->h, m = w > h ? w : h;
	int *f = malloc(m * sizeof(int)), *d = malloc(m * sizeof(int));
	int *v = malloc(m * sizeof(int)), *z = malloc(m * sizeof(int));

	for (int x = 0; x < w; x++) {
		for (int y = 0; y < h; y++)
			f[y] = im->px[(size_t)y * w + x] ? FAR : 0;
		edt_1d(f, h, d, v, z);
		for (int y = 0; y < h; y++)
			dist[(size_t)y * w + x] = d[y] > FAR ? FAR : d[y];
	}
	for (int y = 0; y < h; y++) {
		memcpy(f, dist + (size_t)y * w, w * sizeof(int));
		edt_1d(f, w, d, v, z);
		memcpy(dist + (size_t)y * w, d, w * sizeof(int));
	}
	free(f); free(d); free(v); free(z);
}

int main(int argc, char **argv)
{
	int w = argc > 1 ? atoi(argv[1]) : 5000;
	int h = argc > 2 ? atoi(argv[2]) : 4500;
	int ndisk = argc > 3 ? atoi(argv[3]) : 1500;
	struct image *a = img_new(w, h), *b = img_new(w, h);

	for (int i = 0; i < ndisk; i++) {
		int cx = lcg() % w, cy = lcg() % h;
		draw_disk(a, cx, cy, 5 + lcg() % 60);
	}
	for (int i = 0; i < w * (h / 50); i++)		/* salt and pepper */
		a->px[(size_t)(lcg() % h) * w + lcg() % w] ^= 1;

	morph_n(&a, &b, 0, 2);
	morph_n(&a, &b, 1, 5);
	morph_n(&a, &b, 0, 3);

	int *dist = malloc((size_t)w * h * sizeof(int));
	distance_transform(a, dist);

	long fg = 0, hist[32] = {0};
	int maxd = 0;
	uint64_t sum = 0;
	for (size_t i = 0; i < (size_t)w * h; i++) {
		fg += a->px[i];
		if (dist[i] > maxd)
			maxd = dist[i];
		sum += (uint64_t)dist[i] * (i % 1009 + 1);
		int bkt = 0;
		while ((dist[i] >> bkt) > 0)
			bkt++;
		hist[bkt]++;
	}
	printf("foreground %ld of %ld, max squared distance %d, checksum %016llx\n",
	       fg, (long)w * h, maxd, (unsigned long long)sum);
	for (int i = 0; i < 32; i++)
		if (hist[i])
			printf("  log2 bucket %2d: %ld\n", i, hist[i]);
	free(dist);
	img_free(a);
	img_free(b);
	return 0;
}
