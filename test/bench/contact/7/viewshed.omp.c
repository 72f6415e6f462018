// SPDX-License-Identifier: Apache-2.0
/*
 * Cumulative viewshed: from how many of a number of lookout towers can each
 * cell of an elevation model be seen?  Earth curvature and refraction are
 * taken into account.  Terrain by the diamond-square method.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dem {
	int size;
	double cell;		/* metres */
	float **z;
};

struct tower {
	int x, y;
	double height;
	long seen;
};

static unsigned int rnd_state = 31337;

static double rnd_pm1(void)
{
	rnd_state = rnd_state * 22695477u + 1u;
	return ((rnd_state >> 8) / 8388608.0) - 1.0;
}

static void dem_free(struct dem *d)
{
	if (!d)
		return;
	if (d->z)
		for (int i = 0; i < d->size; i++)
			free(d->z[i]);
	free(d->z);
	free(d);
}

static struct dem *dem_alloc(int size, double cell)
{
	struct dem *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->size = size;
	d->cell = cell;
	d->z = calloc(size, sizeof *d->z);
	if (!d->z)
		goto fail;
	for (int i = 0; i < size; i++)
		if (!(d->z[i] = calloc(size, sizeof **d->z)))
			goto fail;
	return d;
fail:
	dem_free(d);
	return NULL;
}

static void diamond_square(struct dem *d, double rough)
{
	int n = d->size - 1;
	double amp = 420.0;

	for (int s = n; s > 1; s /= 2) {
		int h = s / 2;
		for (int y = h; y < n; y += s)
			for (int x = h; x < n; x += s)
				d->z[y][x] = (d->z[y - h][x - h] + d->z[y - h][x + h] + d->z[y + h][x - h] +
					      d->z[y + h][x + h]) / 4 + amp * rnd_pm1();
		for (int y = 0; y <= n; y += h)
			for (int x = (y / h) % 2 ? 0 : h; x <= n; x += s) {
				double sum = 0;
				int cnt = 0;
				if (y >= h) sum += d->z[y - h][x], cnt++;
				if (y + h <= n) sum += d->z[y + h][x], cnt++;
				if (x >= h) sum += d->z[y][x - h], cnt++;
				if (x + h <= n) sum += d->z[y][x + h], cnt++;
				d->z[y][x] = sum / cnt + amp * rnd_pm1();
			}
		amp *= rough;
	}
	for (int y = 0; y <= n; y++)
		for (int x = 0; x <= n; x++)
			if (d->z[y][x] < 0)
				d->z[y][x] = 0;		/* lakes */
}

static double elevation(const struct dem *d, double x, double y)
{
	int ix = (int)x, iy = (int)y;
	double fx = x - ix, fy = y - iy;

	if (ix >= d->size - 1)
		ix = d->size - 2, fx = 1;
	if (iy >= d->size - 1)
		iy = d->size - 2, fy = 1;
	return (d->z[iy][ix] * (1 - fx) + d->z[iy][ix + 1] * fx) * (1 - fy) +
	       (d->z[iy + 1][ix] * (1 - fx) + d->z[iy + 1][ix + 1] * fx) * fy;
}

static int visible(const struct dem *d, const struct tower *t, int tx, int ty)
{
	double eye = d->z[t->y][t->x] + t->height;
	int dx = tx - t->x, dy = ty - t->y;
	int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);

	if (steps <= 1)
		return 1;
	double dist = sqrt((double)dx * dx + (double)dy * dy) * d->cell;
	double drop = 0.87 * dist * dist / (2 * 6371000.0);
	double slope = (d->z[ty][tx] + 1.6 - drop - eye) / dist;
	double sx = (double)dx / steps, sy = (double)dy / steps, ds = dist / steps;
	for (int k = 1; k < steps; k++) {
		double r = k * ds;
		double z = elevation(d, t->x + k * sx, t->y + k * sy) - 0.87 * r * r / (2 * 6371000.0);
		if (z > eye + slope * r)
			return 0;
	}
	return 1;
}

static long look_around(const struct dem *d, const struct tower *t, int reach, unsigned char *count)
{
	int x0 = t->x - reach < 0 ? 0 : t->x - reach, x1 = t->x + reach >= d->size ? d->size - 1 : t->x + reach;
	int y0 = t->y - reach < 0 ? 0 : t->y - reach, y1 = t->y + reach >= d->size ? d->size - 1 : t->y + reach;
	long seen = 0;

	#pragma omp parallel for schedule(dynamic, 4) reduction(+:seen)
	for (int y = y0; y <= y1; y++)
		for (int x = x0; x <= x1; x++) {
			int dx = x - t->x, dy = y - t->y;
			if (dx * dx + dy * dy > reach * reach)
				continue;
			if (visible(d, t, x, y)) {
				count[(size_t)y * d->size + x]++;
				seen++;
			}
		}
	return seen;
}

static void highest_near(const struct dem *d, struct tower *t, int r)
{
	int bx = t->x, by = t->y;

	for (int y = t->y - r; y <= t->y + r; y++)
		for (int x = t->x - r; x <= t->x + r; x++)
			if (x >= 0 && y >= 0 && x < d->size && y < d->size && d->z[y][x] > d->z[by][bx])
				bx = x, by = y;
	t->x = bx;
	t->y = by;
}

int main(int argc, char **argv)
{
	int size = 1025, towers = 14, reach = 215;
	int rc = 1;

	if (argc > 1)
		towers = atoi(argv[1]);
	if (argc > 2)
		reach = atoi(argv[2]);
	struct dem *d = dem_alloc(size, 30.0);
	unsigned char *count = calloc(size, size);
	struct tower *t = calloc(towers > 0 ? towers : 1, sizeof *t);
	if (!d || !count || !t)
		goto out;
	diamond_square(d, 0.52);
	for (int i = 0; i < towers; i++) {
		t[i].x = (int)((rnd_pm1() + 1) / 2 * (size - 1));
		t[i].y = (int)((rnd_pm1() + 1) / 2 * (size - 1));
		t[i].height = 12 + 4 * (i % 4);
		highest_near(d, &t[i], 40);
		t[i].seen = look_around(d, &t[i], reach, count);
		printf("tower %2d at %4d,%4d  elevation %8.3f  sees %7ld cells\n", i, t[i].x, t[i].y,
		       d->z[t[i].y][t[i].x], t[i].seen);
	}
	long hist[256] = { 0 };
	unsigned sum = 0;
	for (long i = 0; i < (long)size * size; i++) {
		hist[count[i]]++;
		sum = sum * 33 + count[i];
	}
	for (int i = 0; i <= towers && i < 256; i++)
		if (hist[i])
			printf("seen by %2d: %8ld\n", i, hist[i]);
	printf("checksum %08x\n", sum);
	rc = 0;
out:
	if (rc)
		fprintf(stderr, "viewshed: out of memory\n");
	dem_free(d);
	free(count);
	free(t);
	return rc;
}
