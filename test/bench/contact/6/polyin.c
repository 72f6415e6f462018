// SPDX-License-Identifier: Apache-2.0
/* Assigns random points to a linked list of star-shaped parcels by point-in-polygon tests and builds the convex hull of each parcel's points. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

struct pt { double x, y; };

struct poly {
	int id, nv;
	struct pt *v;
	double xmin, xmax, ymin, ymax;
	/* results */
	int npts;
	double hull_area;
	int hull_n;
	struct poly *next;
};

static unsigned long s = 20231105;

static double rnd(void)
{
	s = s * 6364136223846793005UL + 1442695040888963407UL;
	return (double)(s >> 11) / 9007199254740992.0;
}

static struct poly *star(int id)
{
	struct poly *p = calloc(1, sizeof(*p));
	double cx = rnd() * 100, cy = rnd() * 100, r = 3 + 6 * rnd();
	int i;

	p->id = id;
	p->nv = 40 + (int)(rnd() * 160);
	p->v = malloc(p->nv * sizeof(struct pt));
	p->xmin = p->ymin = 1e30;
	p->xmax = p->ymax = -1e30;
	for (i = 0; i < p->nv; i++) {
		double a = 6.283185307179586 * i / p->nv, q = r * (0.5 + 0.5 * rnd());
		struct pt *v = &p->v[i];
		v->x = cx + q * cos(a);
		v->y = cy + q * sin(a);
		if (v->x < p->xmin) p->xmin = v->x;
		if (v->x > p->xmax) p->xmax = v->x;
		if (v->y < p->ymin) p->ymin = v->y;
		if (v->y > p->ymax) p->ymax = v->y;
	}
	return p;
}

static int inside(const struct poly *p, struct pt q)
{
	int i, j, in = 0;

	if (q.x < p->xmin || q.x > p->xmax || q.y < p->ymin || q.y > p->ymax)
		return 0;
	for (i = 0, j = p->nv - 1; i < p->nv; j = i++) {
		const struct pt *a = &p->v[i], *b = &p->v[j];
		if ((a->y > q.y) != (b->y > q.y) &&
		    q.x < (b->x - a->x) * (q.y - a->y) / (b->y - a->y) + a->x)
			in = !in;
	}
	return in;
}

static int cmp_pt(const void *a, const void *b)
{
	const struct pt *p = a, *q = b;
	if (p->x != q->x)
		return p->x < q->x ? -1 : 1;
	if (p->y != q->y)
		return p->y < q->y ? -1 : 1;
	return 0;
}

static double cross(struct pt o, struct pt a, struct pt b)
{
	return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* Andrew's monotone chain; p gets sorted, h needs room for 2n points */
static int hull(struct pt *p, int n, struct pt *h)
{
	int i, k = 0, t;

	qsort(p, n, sizeof(*p), cmp_pt);
	if (n < 3) {
		memcpy(h, p, n * sizeof(*p));
		return n;
	}
	for (i = 0; i < n; i++) {
		while (k >= 2 && cross(h[k - 2], h[k - 1], p[i]) <= 0)
			k--;
		h[k++] = p[i];
	}
	for (i = n - 2, t = k + 1; i >= 0; i--) {
		while (k >= t && cross(h[k - 2], h[k - 1], p[i]) <= 0)
			k--;
		h[k++] = p[i];
	}
	return k - 1;
}

static void summarize(struct poly *p, const struct pt *pts, int n)
{
	struct pt *mine = malloc((n + 1) * sizeof(*mine)), *h;
	int i, k = 0;

	for (i = 0; i < n; i++)
		if (inside(p, pts[i]))
			mine[k++] = pts[i];
	h = malloc((2 * k + 2) * sizeof(*h));
	p->npts = k;
	p->hull_n = hull(mine, k, h);
	p->hull_area = 0;
	for (i = 0; i + 1 < p->hull_n; i++)
		p->hull_area += 0.5 * (h[i].x * h[i + 1].y - h[i + 1].x * h[i].y);
	if (p->hull_n > 2)
		p->hull_area += 0.5 * (h[p->hull_n - 1].x * h[0].y - h[0].x * h[p->hull_n - 1].y);
	free(mine);
	free(h);
}

int main(int argc, char **argv)
{
	int npoly = argc > 1 ? atoi(argv[1]) : 500;
	int npts = argc > 2 ? atoi(argv[2]) : 400000;
	struct poly *list = NULL, *p;
	struct pt *pts = malloc(npts * sizeof(*pts));
	long assigned = 0, hv = 0;
	double area = 0, best = -1;
	int i, bestid = -1;

	for (i = 0; i < npoly; i++) {
		p = star(i);
		p->next = list;
		list = p;
	}
	for (i = 0; i < npts; i++) {
		pts[i].x = rnd() * 100;
		pts[i].y = rnd() * 100;
	}
	for (p = list; p; p = p->next)
		summarize(p, pts, npts);
	for (p = list; p; p = p->next) {
		assigned += p->npts;
		hv += p->hull_n;
		area += p->hull_area;
		if (p->hull_area > best) {
			best = p->hull_area;
			bestid = p->id;
		}
		if (p->id % 100 == 0)
			printf("parcel %d points %d hull %d area %.9f\n", p->id, p->npts, p->hull_n, p->hull_area);
	}
	printf("parcels %d hits %ld hull vertices %ld area %.9f largest %d (%.9f)\n", npoly, assigned, hv, area, bestid, best);
	while (list) {
		p = list->next;
		free(list->v);
		free(list);
		list = p;
	}
	free(pts);
	return 0;
}
