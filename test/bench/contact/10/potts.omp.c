/*
 * Domain growth in the two dimensional q-state Potts model after a quench.
 * Metropolis dynamics, checkerboard order, periodic boundaries; every row has
 * its own random stream so that runs are reproducible row by row.  At regular
 * times the program reports the energy, the equal-spin correlation and the
 * sizes of the domains.
 *
 * usage: potts [L] [sweeps] [q] [temperature]
 */
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RMAX 48
#define NBIN 24

typedef unsigned char Spin;

typedef struct {
	int L, q;
	Spin *s;
	uint32_t *rng;          /* one stream per row */
	uint32_t accept[5];     /* thresholds for dE = 0..4 */
} Lattice;

typedef struct {
	int *parent, *size;
	int count, largest, bin[NBIN];
	double mean;            /* weighted by site */
} Domains;

static uint32_t draw(uint32_t *st)
{
	uint32_t x = *st;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return *st = x;
}

static void *alloc(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p) {
		fprintf(stderr, "potts: no memory\n");
		exit(2);
	}
	return p;
}

static void lattice_init(Lattice *lat, int L, int q, double temp)
{
	lat->L = L;
	lat->q = q;
	lat->s = alloc((size_t)L * L, 1);
	lat->rng = alloc(L, sizeof *lat->rng);
	for (int y = 0; y < L; y++) {
		lat->rng[y] = 2463534242u + 747796405u * y;
		for (int k = 0; k < 8; k++)
			draw(&lat->rng[y]);
		for (int x = 0; x < L; x++)
			lat->s[(size_t)y * L + x] = draw(&lat->rng[y]) % q;
	}
	for (int d = 0; d < 5; d++)
		lat->accept[d] = (uint32_t)(4294967295.0 * exp(-d / temp));
}

/* Proposals for one colour of one row. */
static int update_row(Lattice *lat, int y, int colour)
{
	int L = lat->L, moved = 0;
	Spin *row = lat->s + (size_t)y * L;
	const Spin *up = lat->s + (size_t)(y ? y - 1 : L - 1) * L;
	const Spin *down = lat->s + (size_t)(y + 1 < L ? y + 1 : 0) * L;
	uint32_t *rng = &lat->rng[y];

	for (int x = (y + colour) & 1; x < L; x += 2) {
		Spin old = row[x], l = row[x ? x - 1 : L - 1], r = row[x + 1 < L ? x + 1 : 0];
		Spin u = up[x], d = down[x];
		uint32_t pick = draw(rng);
		Spin new;
		int dE;

		/* interior sites only try the states around them now and then */
		if (old == l && old == r && old == u && old == d && pick & 0x80000000u)
			continue;
		new = (Spin)(((uint64_t)(pick & 0xffff) * lat->q) >> 16);
		if (new == old)
			continue;
		dE = (old == l) + (old == r) + (old == u) + (old == d)
		   - (new == l) - (new == r) - (new == u) - (new == d);
		if (dE > 0 && draw(rng) >= lat->accept[dE])
			continue;
		row[x] = new;
		moved++;
	}
	return moved;
}

static long sweep(Lattice *lat)
{
	long moved = 0;

	/* cells of one colour only read the other colour */
#pragma omp parallel reduction(+:moved)
	for (int colour = 0; colour < 2; colour++)
#pragma omp for schedule(static)
		for (int y = 0; y < lat->L; y++)
			moved += update_row(lat, y, colour);
	return moved;
}

static double energy(const Lattice *lat)
{
	int L = lat->L;
	long bonds = 0;

#pragma omp parallel for reduction(+:bonds) schedule(static)
	for (int y = 0; y < L; y++) {
		const Spin *row = lat->s + (size_t)y * L;
		const Spin *down = lat->s + (size_t)((y + 1) % L) * L;

		for (int x = 0; x < L; x++)
			bonds += (row[x] == down[x]) + (row[x] == row[x + 1 < L ? x + 1 : 0]);
	}
	return -(double)bonds / ((double)L * L);
}

/* Fraction of equal spins at distance r along the rows, excess over 1/q. */
static void correlation(const Lattice *lat, double g[RMAX])
{
	int L = lat->L;

#pragma omp parallel for schedule(dynamic, 1)
	for (int r = 0; r < RMAX; r++) {
		long same = 0;

		for (int y = 0; y < L; y++) {
			const Spin *row = lat->s + (size_t)y * L;

			for (int x = 0; x + r < L; x++)
				same += row[x] == row[x + r];
			for (int x = L - r; x < L; x++)
				same += row[x] == row[x + r - L];
		}
		g[r] = (double)same / ((double)L * L) - 1.0 / lat->q;
	}
}

static int find(int *parent, int i)
{
	while (parent[i] != i) {
		parent[i] = parent[parent[i]];
		i = parent[i];
	}
	return i;
}

static void unite(Domains *dom, int a, int b)
{
	a = find(dom->parent, a);
	b = find(dom->parent, b);
	if (a == b)
		return;
	if (a > b) {
		int t = a;

		a = b;
		b = t;
	}
	dom->parent[b] = a;
	dom->size[a] += dom->size[b];
	dom->size[b] = 0;
}

/* Bonds to the right and down inside rows [y0,y1). */
static void label_strip(const Lattice *lat, Domains *dom, int y0, int y1)
{
	int L = lat->L;
	const Spin *s = lat->s;

	for (int i = y0 * L; i < y1 * L; i++) {
		dom->parent[i] = i;
		dom->size[i] = 1;
	}
	for (int y = y0; y < y1; y++)
		for (int x = 0; x < L; x++) {
			int i = y * L + x, right = y * L + (x + 1) % L;

			if (s[i] == s[right])
				unite(dom, i, right);
			if (y + 1 < y1 && s[i] == s[i + L])
				unite(dom, i, i + L);
		}
}

static void label_domains(const Lattice *lat, Domains *dom)
{
	int L = lat->L, n = L * L, nstrip = omp_get_max_threads(), count = 0, largest = 0, bin[NBIN] = { 0 };
	const Spin *s = lat->s;
	int64_t sq = 0;

	if (nstrip > L)
		nstrip = L;
#pragma omp parallel for schedule(static, 1)
	for (int k = 0; k < nstrip; k++)
		label_strip(lat, dom, (int)((long)L * k / nstrip), (int)((long)L * (k + 1) / nstrip));
	for (int k = 1; k <= nstrip; k++) {     /* join across the strip borders */
		int y = (int)((long)L * k / nstrip), above = (y - 1) * L, below = y % L * L;

		for (int x = 0; x < L; x++)
			if (s[above + x] == s[below + x])
				unite(dom, above + x, below + x);
	}
#pragma omp parallel for reduction(+:count, sq, bin) reduction(max:largest) schedule(static)
	for (int i = 0; i < n; i++) {
		int size = dom->size[i];

		if (size == 0)
			continue;
		count++;
		bin[ilogb(size)]++;
		sq += (int64_t)size * size;
		if (size > largest)
			largest = size;
	}
	dom->count = count;
	dom->largest = largest;
	memcpy(dom->bin, bin, sizeof bin);
	dom->mean = (double)sq / n;
}

static void report(int t, long moved, const Lattice *lat, Domains *dom, double g[RMAX])
{
	int r = 1;

	label_domains(lat, dom);
	correlation(lat, g);
	while (r < RMAX - 1 && g[r] > 0.5 * g[0])
		r++;
	printf("t %4d  moves %9ld  E %9.6f  domains %6d  largest %7d  mean %11.3f  R %7.4f\n", t, moved, energy(lat),
	       dom->count, dom->largest, dom->mean, r - 1 + (g[r - 1] - 0.5 * g[0]) / (g[r - 1] - g[r]));
}

int main(int argc, char **argv)
{
	int L = argc > 1 ? atoi(argv[1]) & ~1 : 640, sweeps = argc > 2 ? atoi(argv[2]) : 150;
	int q = argc > 3 ? atoi(argv[3]) : 6;
	double g[RMAX];
	long moved = 0;
	unsigned hash = 0;
	Lattice lat;
	Domains dom;

	lattice_init(&lat, L, q, argc > 4 ? atof(argv[4]) : 0.5);
	dom.parent = alloc((size_t)L * L, sizeof *dom.parent);
	dom.size = alloc((size_t)L * L, sizeof *dom.size);
	for (int t = 0, next = 1; t <= sweeps; t++) {
		if (t == next || t == sweeps) {
			report(t, moved, &lat, &dom, g);
			next = next * 3 / 2 + 1;
			moved = 0;
		}
		if (t < sweeps)
			moved += sweep(&lat);
	}
	for (int b = 0; b < NBIN; b++)
		if (dom.bin[b])
			printf("domains of %7d+ sites: %d\n", 1 << b, dom.bin[b]);
	for (int r = 0; r < RMAX; r += 8)
		printf("g(%2d) = %.6f\n", r, g[r]);
	for (int i = 0; i < L * L; i++)
		hash = hash * 31 + lat.s[i];
	printf("hash %08x\n", hash);
	return 0;
}
