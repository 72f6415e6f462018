/*
 * shallow.c -- dam break over an uneven bed with obstacles.
 * 2D shallow water, first-order finite volumes, Rusanov flux, reflecting walls.
 *
 *   shallow [nx ny tend]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GRAV 9.81
#define CFL  0.45
#define HDRY 1e-6

typedef struct { double h, hu, hv; } State;

typedef struct {
	int nx, ny;
	double dx;
	State *u, *unew;		/* (nx+2)*(ny+2), one ghost layer */
	double *bed;
	unsigned char *solid;
	long steps;
	double t;
} Grid;
typedef struct { int i, j; double peak, arrival; } Gauge;

static int idx(const Grid *g, int i, int j) { return j * (g->nx + 2) + i; }
static void die(const char *msg)
{
	fprintf(stderr, "shallow: %s\n", msg);
	exit(EXIT_FAILURE);
}

static Grid *grid_new(int nx, int ny)
{
	Grid *g = calloc(1, sizeof *g);
	size_t n = (size_t)(nx + 2) * (ny + 2);

	if (!g)
		die("no memory");
	g->nx = nx;
	g->ny = ny;
	g->dx = 100.0 / nx;
	g->u = calloc(n, sizeof *g->u);
	g->unew = calloc(n, sizeof *g->unew);
	g->bed = calloc(n, sizeof *g->bed);
	g->solid = calloc(n, 1);
	if (!g->u || !g->unew || !g->bed || !g->solid)
		die("no memory");
	return g;
}

static void grid_free(Grid *g)
{
	free(g->u), free(g->unew), free(g->bed), free(g->solid);
	free(g);
}

static void scene(Grid *g)
{
	static const double pier[][3] = {
		{ 52, 18, 4 }, { 60, 40, 5 }, { 48, 62, 3.5 }, { 70, 75, 6 }, { 80, 25, 4.5 }
	};
	int i, j;
	size_t k;
	for (j = 1; j <= g->ny; j++)
		for (i = 1; i <= g->nx; i++) {
			double x = (i - 0.5) * g->dx, y = (j - 0.5) * g->dx;
			int c = idx(g, i, j);

			g->bed[c] = 0.25 * sin(x * 0.15) * cos(y * 0.11) + 0.3;
			g->u[c].h = (x < 30 ? 4.0 : 1.0) - g->bed[c];
			for (k = 0; k < sizeof pier / sizeof pier[0]; k++)
				if (hypot(x - pier[k][0], y - pier[k][1]) < pier[k][2])
					g->solid[c] = 1;
			if (g->solid[c])
				g->u[c].h = 0;
		}
}

/* flux through a face with unit normal along x; caller swaps hu/hv for y */
static void rusanov(double hl, double nl, double tl, double hr, double nr, double tr, double f[3])
{
	double ul = hl > HDRY ? nl / hl : 0, ur = hr > HDRY ? nr / hr : 0;
	double vl = hl > HDRY ? tl / hl : 0, vr = hr > HDRY ? tr / hr : 0;
	double sl = fabs(ul) + sqrt(GRAV * hl), sr = fabs(ur) + sqrt(GRAV * hr);
	double s = sl > sr ? sl : sr;

	f[0] = 0.5 * (nl + nr) - 0.5 * s * (hr - hl);
	f[1] = 0.5 * (nl * ul + 0.5 * GRAV * hl * hl + nr * ur + 0.5 * GRAV * hr * hr)
	       - 0.5 * s * (nr - nl);
	f[2] = 0.5 * (nl * vl + nr * vr) - 0.5 * s * (tr - tl);
}

/* cell c and its neighbour q across a face; a wall mirrors the normal momentum */
static void face(const Grid *g, int c, int q, int vertical, int flip, double f[3])
{
	State a = g->u[c], b = g->u[q];

	if (g->solid[q]) {
		b = a;
		if (vertical)
			b.hv = -b.hv;
		else
			b.hu = -b.hu;
	}
	if (flip) {
		State t = a;
		a = b;
		b = t;
	}
	if (vertical)
		rusanov(a.h, a.hv, a.hu, b.h, b.hv, b.hu, f);
	else
		rusanov(a.h, a.hu, a.hv, b.h, b.hu, b.hv, f);
}

static double max_speed(const Grid *g)
{
	double smax = 0;
	int i, j;
	for (j = 1; j <= g->ny; j++)
		for (i = 1; i <= g->nx; i++) {
			const State *s = &g->u[idx(g, i, j)];
			double c, m;
			if (s->h <= HDRY)
				continue;
			c = sqrt(GRAV * s->h);
			m = fmax(fabs(s->hu), fabs(s->hv)) / s->h + c;
			if (m > smax)
				smax = m;
		}
	return smax;
}

static void border(Grid *g)
{
	int i, j;
	for (j = 0; j < g->ny + 2; j++)
		g->solid[idx(g, 0, j)] = g->solid[idx(g, g->nx + 1, j)] = 1;
	for (i = 0; i < g->nx + 2; i++)
		g->solid[idx(g, i, 0)] = g->solid[idx(g, i, g->ny + 1)] = 1;
}

static void update(Grid *g, double dt)
{
	int i, j, w = g->nx + 2;
	double r = dt / g->dx;
	State *tmp;
	for (j = 1; j <= g->ny; j++)
		for (i = 1; i <= g->nx; i++) {
			double fw[3], fe[3], fs[3], fn[3];
			int c = idx(g, i, j);
			State *s = &g->unew[c];

			if (g->solid[c])
				continue;
			face(g, c, c - 1, 0, 1, fw);
			face(g, c, c + 1, 0, 0, fe);
			face(g, c, c - w, 1, 1, fs);
			face(g, c, c + w, 1, 0, fn);
			*s = g->u[c];
			s->h -= r * (fe[0] - fw[0] + fn[0] - fs[0]);
			s->hu -= r * (fe[1] - fw[1] + fn[2] - fs[2]);
			s->hv -= r * (fe[2] - fw[2] + fn[1] - fs[1]);
			if (s->h < HDRY) {
				s->h = s->h < 0 ? 0 : s->h;
				s->hu = s->hv = 0;
			} else {		/* bed slope + Manning friction */
				double sp = sqrt(s->hu * s->hu + s->hv * s->hv) / s->h;
				double fr = 1 + dt * GRAV * 0.0009 * sp / (s->h * cbrt(s->h));
				int e = g->solid[c + 1] ? c : c + 1, wq = g->solid[c - 1] ? c : c - 1;
				int n = g->solid[c + w] ? c : c + w, sq = g->solid[c - w] ? c : c - w;

				s->hu -= r * GRAV * s->h * 0.5 * (g->bed[e] - g->bed[wq]);
				s->hv -= r * GRAV * s->h * 0.5 * (g->bed[n] - g->bed[sq]);
				s->hu /= fr;
				s->hv /= fr;
			}
		}
	tmp = g->u;
	g->u = g->unew;
	g->unew = tmp;
	g->t += dt;
	g->steps++;
}

static void report(const Grid *g)
{
	double mass = 0, energy = 0;
	int i, j;
	for (j = 1; j <= g->ny; j++)
		for (i = 1; i <= g->nx; i++) {
			const State *s = &g->u[idx(g, i, j)];
			mass += s->h;
			if (s->h > HDRY)
				energy += 0.5 * (s->hu * s->hu + s->hv * s->hv) / s->h
				        + 0.5 * GRAV * s->h * s->h;
		}
	printf("t=%8.4f steps=%5ld volume=%.9f energy=%.9f\n", g->t, g->steps,
	       mass * g->dx * g->dx, energy * g->dx * g->dx);
}

int main(int argc, char **argv)
{
	int nx = argc > 1 ? atoi(argv[1]) : 220, ny = argc > 2 ? atoi(argv[2]) : 200, k;
	double tend = argc > 3 ? atof(argv[3]) : 8.0, next = 0;
	Gauge gauge[4] = { { 0 } };
	Grid *g;

	if (nx < 8 || ny < 8 || tend <= 0)
		die("bad arguments");
	g = grid_new(nx, ny);
	scene(g);
	border(g);
	for (k = 0; k < 4; k++) {
		gauge[k].i = nx * (4 + k) / 10;
		gauge[k].j = ny * (1 + 2 * k) / 10;
	}
	while (g->t < tend) {
		double s = max_speed(g), dt;

		if (s <= 0 || s > 1e4)
			die("solution blew up");
		if (g->t >= next) {
			report(g);
			next += tend / 8;
		}
		dt = CFL * g->dx / s;
		if (g->t + dt > tend)
			dt = tend - g->t;
		update(g, dt);
		for (k = 0; k < 4; k++) {
			double eta = g->u[idx(g, gauge[k].i, gauge[k].j)].h;

			if (eta > gauge[k].peak) {
				gauge[k].peak = eta;
				gauge[k].arrival = g->t;
			}
		}
	}
	report(g);
	for (k = 0; k < 4; k++)
		printf("gauge (%d,%d): peak depth %.6f at t=%.5f\n", gauge[k].i, gauge[k].j,
		       gauge[k].peak, gauge[k].arrival);
	grid_free(g);
	return 0;
}
