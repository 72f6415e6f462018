// SPDX-License-Identifier: Apache-2.0
/* Removes salt-and-pepper noise from a grey image with Huang's running
   histogram median filter, for a number of window sizes, and reports how
   close every result comes to the clean original. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct image {
	int w, h;
	int stride;
	uint8_t *pix;
};

struct window {
	int hist[256];
	int median;	/* current median level */
	int below;	/* number of samples < median */
	int total;
};

static uint32_t lcg_state = 77u;

static uint32_t lcg(void)
{
	lcg_state = lcg_state * 1664525u + 1013904223u;
	return lcg_state >> 8;
}

static struct image *image_new(int w, int h)
{
	struct image *im = malloc(sizeof *im);

	if (!im)
		return NULL;
	im->w = w;
	im->h = h;
	im->stride = (w + 63) & ~63;
	im->pix = calloc((size_t)im->stride * h, 1);
	if (!im->pix) {
		free(im);
		return NULL;
	}
	return im;
}

static void image_free(struct image *im)
{
	if (im) {
		free(im->pix);
		free(im);
	}
}

static void draw_scene(struct image *im)
{
	for (int y = 0; y < im->h; y++) {
		uint8_t *row = im->pix + (size_t)y * im->stride;
		for (int x = 0; x < im->w; x++) {
			int v = 40 + (x * 120) / im->w + (y * 60) / im->h;
			int cx = x % 200 - 100, cy = y % 160 - 80;
			if (cx * cx + cy * cy < 2500)
				v = 230 - v / 2;
			if (((x >> 5) ^ (y >> 6)) % 7 == 3)
				v += 25;
			row[x] = v > 255 ? 255 : v;
		}
	}
}

static void add_noise(struct image *dst, const struct image *src, int percent)
{
	for (int y = 0; y < src->h; y++)
		for (int x = 0; x < src->w; x++) {
			size_t o = (size_t)y * src->stride + x;
			int r = lcg() % 200;
			if (r < percent)
				dst->pix[o] = 0;
			else if (r < 2 * percent)
				dst->pix[o] = 255;
			else
				dst->pix[o] = src->pix[o];
		}
}

static inline int clampi(int v, int lo, int hi)
{
	return v < lo ? lo : v > hi ? hi : v;
}

static void win_add(struct window *win, int level)
{
	win->hist[level]++;
	if (level < win->median)
		win->below++;
	win->total++;
}

static void win_del(struct window *win, int level)
{
	win->hist[level]--;
	if (level < win->median)
		win->below--;
	win->total--;
}

static int win_settle(struct window *win)
{
	int half = win->total / 2;

	while (win->below > half) {
		win->median--;
		win->below -= win->hist[win->median];
	}
	while (win->below + win->hist[win->median] <= half) {
		win->below += win->hist[win->median];
		win->median++;
	}
	return win->median;
}

static void median_row(struct image *dst, const struct image *src, int y, int r)
{
	struct window win;
	uint8_t *out = dst->pix + (size_t)y * dst->stride;

	memset(&win, 0, sizeof win);
	win.median = 128;
	for (int dy = -r; dy <= r; dy++) {
		const uint8_t *row = src->pix +
			(size_t)clampi(y + dy, 0, src->h - 1) * src->stride;
		for (int dx = -r; dx <= r; dx++)
			win_add(&win, row[clampi(dx, 0, src->w - 1)]);
	}
	out[0] = win_settle(&win);
	for (int x = 1; x < src->w; x++) {
		int xo = clampi(x - r - 1, 0, src->w - 1);
		int xn = clampi(x + r, 0, src->w - 1);
		for (int dy = -r; dy <= r; dy++) {
			const uint8_t *row = src->pix +
				(size_t)clampi(y + dy, 0, src->h - 1) * src->stride;
			win_del(&win, row[xo]);
			win_add(&win, row[xn]);
		}
		out[x] = win_settle(&win);
	}
}

static void median_filter(struct image *dst, const struct image *src, int r)
{
	for (int y = 0; y < src->h; y++)
		median_row(dst, src, y, r);
}

static double psnr(const struct image *a, const struct image *b)
{
	long long sse = 0;

	for (int y = 0; y < a->h; y++)
		for (int x = 0; x < a->w; x++) {
			int d = a->pix[(size_t)y * a->stride + x] -
				b->pix[(size_t)y * b->stride + x];
			sse += d * d;
		}
	if (sse == 0)
		return 99.0;
	return 10.0 * log10(255.0 * 255.0 * a->w * a->h / (double)sse);
}

static unsigned checksum(const struct image *im)
{
	unsigned s = 0;

	for (int y = 0; y < im->h; y++)
		for (int x = 0; x < im->w; x++)
			s += im->pix[(size_t)y * im->stride + x] * (unsigned)(x + 31 * y + 1);
	return s;
}

int main(int argc, char *argv[])
{
	int w = argc > 1 ? atoi(argv[1]) : 2880;
	int h = argc > 2 ? atoi(argv[2]) : 2160;
	static const int radii[] = { 1, 2, 4, 7, 11 };
	struct image *clean, *noisy = NULL, *out = NULL;
	int rc = EXIT_FAILURE;

	clean = image_new(w, h);
	if (!clean)
		goto done;
	noisy = image_new(w, h);
	out = image_new(w, h);
	if (!noisy || !out)
		goto done;
	draw_scene(clean);
	add_noise(noisy, clean, 18);
	printf("noisy    %8.3f dB  %08x\n", psnr(clean, noisy), checksum(noisy));
	for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
		median_filter(out, noisy, radii[i]);
		printf("radius %2d %7.3f dB  %08x\n", radii[i],
		       psnr(clean, out), checksum(out));
	}
	rc = EXIT_SUCCESS;
done:
	if (rc)
		fprintf(stderr, "medhuang: out of memory\n");
	image_free(clean);
	image_free(noisy);
	image_free(out);
	return rc;
}
