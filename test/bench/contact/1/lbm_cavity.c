// SPDX-License-Identifier: Apache-2.0
/*
 * lbm_cavity.c -- D2Q9 lattice Boltzmann, lid driven square cavity.
 *
 * usage: lbm_cavity [n] [steps] [Re]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define Q 9

static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opp[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double w[Q] = {
	4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9,
	1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36
};

typedef struct {
	int nx, ny;
	double *f;		/* populations, cell major */
	double *ftmp;
	double *rho, *ux, *uy;
	double omega;
	double ulid;
} Lattice;

static void *xmalloc(size_t n)
{
	void *p = malloc(n);
	if (p == NULL) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	return p;
}

static Lattice *lattice_new(int nx, int ny, double re)
{
	Lattice *l = xmalloc(sizeof *l);
	size_t n = (size_t)nx * ny;

	l->nx = nx;
	l->ny = ny;
	l->f = xmalloc(n * Q * sizeof(double));
	l->ftmp = xmalloc(n * Q * sizeof(double));
	l->rho = xmalloc(n * sizeof(double));
	l->ux = xmalloc(n * sizeof(double));
	l->uy = xmalloc(n * sizeof(double));
	l->ulid = 0.1;
	l->omega = 1.0 / (3.0 * l->ulid * nx / re + 0.5);

	for (size_t i = 0; i < n; i++) {
		l->rho[i] = 1.0;
		l->ux[i] = l->uy[i] = 0.0;
		for (int k = 0; k < Q; k++)
			l->f[i * Q + k] = w[k];
	}
	return l;
}

static void lattice_free(Lattice *l)
{
	free(l->f);
	free(l->ftmp);
	free(l->rho);
	free(l->ux);
	free(l->uy);
	free(l);
}

static void collide(Lattice *l)
{
	for (int y = 0; y < l->ny; y++) {
		for (int x = 0; x < l->nx; x++) {
			int i = y * l->nx + x;
			double *f = &l->f[i * Q];
			double r = 0, u = 0, v = 0;

			for (int k = 0; k < Q; k++) {
				r += f[k];
				u += f[k] * cx[k];
				v += f[k] * cy[k];
			}
			u /= r;
			v /= r;
			l->rho[i] = r;
			l->ux[i] = u;
			l->uy[i] = v;
			double usq = 1.5 * (u * u + v * v);
			for (int k = 0; k < Q; k++) {
				double cu = 3.0 * (cx[k] * u + cy[k] * v);
				double feq = w[k] * r * (1.0 + cu + 0.5 * cu * cu - usq);
				f[k] += l->omega * (feq - f[k]);
			}
		}
	}
}

/* pull streaming with half way bounce back on all four walls */
static void stream(Lattice *l)
{
	for (int y = 0; y < l->ny; y++) {
		for (int x = 0; x < l->nx; x++) {
			int i = y * l->nx + x;
			for (int k = 0; k < Q; k++) {
				int xs = x - cx[k], ys = y - cy[k];
				if (xs < 0 || xs >= l->nx || ys < 0) {
					l->ftmp[i * Q + k] = l->f[i * Q + opp[k]];
				} else if (ys >= l->ny) {
					/* moving lid */
					l->ftmp[i * Q + k] = l->f[i * Q + opp[k]]
					    + 6.0 * w[k] * l->rho[i] * cx[k] * l->ulid;
				} else {
					l->ftmp[i * Q + k] = l->f[(ys * l->nx + xs) * Q + k];
				}
			}
		}
	}
	double *t = l->f;
	l->f = l->ftmp;
	l->ftmp = t;
}

static double max_speed(const Lattice *l)
{
	double m = 0;
	for (int i = 0; i < l->nx * l->ny; i++) {
		double s = l->ux[i] * l->ux[i] + l->uy[i] * l->uy[i];
		if (s > m)
			m = s;
	}
	return sqrt(m);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 256;
	int steps = argc > 2 ? atoi(argv[2]) : 600;
	double re = argc > 3 ? atof(argv[3]) : 400.0;
	struct timespec t0, t1;
	Lattice *l = lattice_new(n, n, re);

	clock_gettime(CLOCK_MONOTONIC, &t0);
	for (int s = 0; s < steps; s++) {
		collide(l);
		stream(l);
		if (s % 100 == 99)
			printf("step %5d  max |u| = %.12f\n", s + 1, max_speed(l));
	}
	clock_gettime(CLOCK_MONOTONIC, &t1);
	fprintf(stderr, "%d steps: %.3f s\n", steps,
	    (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));

	/* centre line profiles */
	for (int k = 0; k < 8; k++) {
		int j = k * (n - 1) / 7;
		printf("%3d  u=% .10e  v=% .10e\n", j,
		    l->ux[j * n + n / 2], l->uy[(n / 2) * n + j]);
	}
	lattice_free(l);
	return 0;
}
