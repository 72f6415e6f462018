/*
 * ljfix.c - molecular dynamics of a Lennard-Jones fluid in a periodic box.
 * Linked cells, half stencil, velocity Verlet; forces, energy and virial in 64-bit
 * fixed point, so a trajectory continues bit for bit whatever the particle order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

#define FSCALE   4294967296.0          /* 2^32 units of force  */
#define ESCALE   16777216.0            /* 2^24 units of energy */
#define RCUT     2.5

typedef double  vec3[3];
typedef int64_t fix3[3];

typedef struct {
	int     n, nc;                  /* particles, cells per side */
	double  box, dt;
	vec3   *r, *v;
	fix3   *f;
	int    *head, *next;            /* cell lists */
	int64_t epot, virial;
	long    pairs;
} md_t;

static uint32_t lfsr = 0xACE1u;

static double noise(void)
{
	int i;
	for (i = 0; i < 8; i++)
		lfsr = (lfsr >> 1) ^ (-(lfsr & 1u) & 0xD0000001u);
	return (lfsr & 0xFFFFF) / 1048576.0 - 0.5;
}

static void *alloc(size_t n, size_t s)
{
	void *p = calloc(n, s);
	if (p == NULL)
		perror("ljfix"), exit(1);
	return p;
}

static void md_create(md_t *m, int side, double density)
{
	int i, k;
	double gap;
	vec3 p = { 0, 0, 0 };
	memset(m, 0, sizeof *m);
	m->n = side * side * side;
	m->box = cbrt(m->n / density);
	m->dt = 0.004;
	m->nc = (int)(m->box / RCUT);
	m->r = alloc(m->n, sizeof(vec3));
	m->v = alloc(m->n, sizeof(vec3));
	m->f = alloc(m->n, sizeof(fix3));
	m->next = alloc(m->n, sizeof(int));
	m->head = alloc((size_t)m->nc * m->nc * m->nc, sizeof(int));
	gap = m->box / side;
	for (i = 0; i < m->n; i++) {
		int at[3] = { i / side / side, i / side % side, i % side };
		for (k = 0; k < 3; k++) {
			m->r[i][k] = (at[k] + 0.5 + 0.1 * noise()) * gap;
			m->v[i][k] = 3.0 * noise();
			p[k] += m->v[i][k];
		}
	}
	for (i = 0; i < m->n; i++)
		for (k = 0; k < 3; k++)
			m->v[i][k] -= p[k] / m->n;
}

static int cell_of(const md_t *m, const double *r)
{
	int k, a, c = 0;
	for (k = 0; k < 3; k++) {
		a = (int)(r[k] * (m->nc / m->box));
		c = c * m->nc + (a < m->nc ? a : m->nc - 1);
	}
	return c;
}

static void bin_particles(md_t *m)
{
	int i, c;
	for (c = 0; c < m->nc * m->nc * m->nc; c++)
		m->head[c] = -1;
	for (i = 0; i < m->n; i++) {
		c = cell_of(m, m->r[i]);
		m->next[i] = m->head[c];
		m->head[c] = i;
	}
}

static double wrap(double d, double box)
{
	if (d > 0.5 * box)
		return d - box;
	if (d < -0.5 * box)
		return d + box;
	return d;
}

static void interact(md_t *m, int i, int j)
{
	double dx = wrap(m->r[i][0] - m->r[j][0], m->box);
	double dy = wrap(m->r[i][1] - m->r[j][1], m->box);
	double dz = wrap(m->r[i][2] - m->r[j][2], m->box);
	double r2 = dx * dx + dy * dy + dz * dz, s2, s6, w;
	int64_t fx, fy, fz;
	if (r2 >= RCUT * RCUT)
		return;
	s2 = 1.0 / r2;
	s6 = s2 * s2 * s2;
	w = 48.0 * s6 * (s6 - 0.5);
	fx = (int64_t)(w * s2 * dx * FSCALE);
	fy = (int64_t)(w * s2 * dy * FSCALE);
	fz = (int64_t)(w * s2 * dz * FSCALE);
	m->f[i][0] += fx;
	m->f[i][1] += fy;
	m->f[i][2] += fz;
	m->f[j][0] -= fx;
	m->f[j][1] -= fy;
	m->f[j][2] -= fz;
	m->epot += (int64_t)(4.0 * s6 * (s6 - 1.0) * ESCALE);
	m->virial += (int64_t)(w * ESCALE);
	m->pairs++;
}

/* all pairs of one cell with itself and its 13 forward neighbours */
static void cell_forces(md_t *m, int c)
{
	int nc = m->nc, z = c % nc, y = c / nc % nc, x = c / nc / nc, k, i, j;
	for (k = 13; k < 27; k++) {
		int xx = (x + k / 9 - 1 + nc) % nc, yy = (y + k / 3 % 3 - 1 + nc) % nc;
		int zz = (z + k % 3 - 1 + nc) % nc, d = (xx * nc + yy) * nc + zz;
		for (i = m->head[c]; i >= 0; i = m->next[i])
			for (j = k == 13 ? m->next[i] : m->head[d]; j >= 0; j = m->next[j])
				interact(m, i, j);
	}
}

static void forces(md_t *m)
{
	int c;

	memset(m->f, 0, (size_t)m->n * sizeof(fix3));
	m->epot = m->virial = 0;
	bin_particles(m);
	for (c = 0; c < m->nc * m->nc * m->nc; c++)
		cell_forces(m, c);
}

static void kick(md_t *m, int i)
{
	int k;
	for (k = 0; k < 3; k++)
		m->v[i][k] += 0.5 * m->dt / FSCALE * (double)m->f[i][k];
}

static void drift(md_t *m, int i)
{
	int k;
	for (k = 0; k < 3; k++) {
		double x = m->r[i][k] + m->dt * m->v[i][k];
		m->r[i][k] = x < 0.0 ? x + m->box : x >= m->box ? x - m->box : x;
	}
}

static void step(md_t *m)
{
	int i;
	for (i = 0; i < m->n; i++) {
		kick(m, i);
		drift(m, i);
	}
	forces(m);
	for (i = 0; i < m->n; i++)
		kick(m, i);
}

static void report(const md_t *m, int t)
{
	double ek = 0.0;
	for (int i = 0; i < 3 * m->n; i++)
		ek += 0.5 * (m->v[i / 3][i % 3] * m->v[i / 3][i % 3]);
	printf("%5d  T %.10f  U/N %.10f  W/N %.10f  E/N %.8f\n", t, ek / 1.5 / m->n,
	       m->epot / ESCALE / m->n, m->virial / ESCALE / 3.0 / m->n,
	       (ek + m->epot / ESCALE) / m->n);
}

int main(int argc, char **argv)
{
	int side = argc > 1 ? atoi(argv[1]) : 17, steps = argc > 2 ? atoi(argv[2]) : 110;
	uint64_t h = 0, b;
	int t, i;
	md_t m;
	if (side < 8 || steps < 1) {
		fprintf(stderr, "usage: ljfix [particles per side >= 8] [steps]\n");
		return 1;
	}
	md_create(&m, side, 0.8);
	forces(&m);
	for (t = 1; t <= steps; t++) {
		step(&m);
		if (t % 20 == 0 || t == steps)
			report(&m, t);
	}
	for (i = 0; i < 3 * m.n; i++) {
		memcpy(&b, &m.r[i / 3][i % 3], 8);
		h = h * 1099511628211u + b + (uint64_t)m.f[i / 3][i % 3];
	}
	printf("%d particles, %ld pairs, state %016llx\n", m.n, m.pairs, (unsigned long long)h);
	free(m.r), free(m.v), free(m.f), free(m.next), free(m.head);
	return 0;
}
