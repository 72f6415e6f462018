/* svmovo: one-vs-one kernel SVM trained by simplified SMO (second choice by
   largest error gap), model selection over kernels, held-out accuracy. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIM 8
#define NCLS 7

typedef double (*kernel_fn)(const double *a, const double *b, double p);

struct sample { double x[DIM]; int cls; };

struct svm {
	int n;
	const struct sample **sv;
	double *alpha;			/* signed: alpha * y */
	double bias;
	int iters;
};

/* training work space, reused for every pair of classes */
struct trainer {
	double *K;
	double *err;
	double *alpha;
	signed char *y;
	const struct sample **pt;
	int cap;
};

static double k_rbf(const double *a, const double *b, double p)
{
	double s = 0;
	for (int i = 0; i < DIM; i++)
		s += (a[i] - b[i]) * (a[i] - b[i]);
	return exp(-p * s);
}

static double k_poly(const double *a, const double *b, double p)
{
	double s = 1;
	for (int i = 0; i < DIM; i++)
		s += 0.3 * a[i] * b[i];
	return pow(fabs(s), p) * (s < 0 ? -1 : 1);
}

static double k_cosine(const double *a, const double *b, double p)
{
	double s = 0, aa = 1e-12, bb = 1e-12;
	for (int i = 0; i < DIM; i++) {
		s += a[i] * b[i];
		aa += a[i] * a[i];
		bb += b[i] * b[i];
	}
	return p * s / sqrt(aa * bb);
}

static const struct { const char *name; kernel_fn fn; double p; } grid[] = {
	{ "rbf 0.1", k_rbf, 0.1 }, { "rbf 0.6", k_rbf, 0.6 }, { "poly 3", k_poly, 3 }, { "cosine", k_cosine, 4 },
};

static unsigned int rstate = 1;
static double drand(void)
{
	rstate ^= rstate << 13;
	rstate ^= rstate >> 17;
	rstate ^= rstate << 5;
	return rstate / 4294967296.0;
}

static void make_samples(struct sample *s, int n)
{
	for (int i = 0; i < n; i++) {
		int c = i % NCLS;
		double r = 0.6 + 0.25 * c, th = 2 * M_PI * drand();
		s[i].cls = c;
		for (int d = 0; d < DIM; d++) {
			double g = drand() + drand() + drand() + drand() - 2;
			s[i].x[d] = 0.4 * g + (d == 0 ? r * cos(th) : d == 1 ? r * sin(th) : d == 2 + c % 6 ? 0.5 : 0);
		}
	}
}

static int trainer_open(struct trainer *t, int cap)
{
	t->cap = cap;
	t->K = malloc(sizeof(double) * cap * cap);
	t->err = malloc(sizeof(double) * cap);
	t->alpha = malloc(sizeof(double) * cap);
	t->y = malloc(cap);
	t->pt = malloc(sizeof *t->pt * cap);
	return t->K && t->err && t->alpha && t->y && t->pt ? 0 : -1;
}

static void trainer_close(struct trainer *t)
{
	free(t->K);
	free(t->err);
	free(t->alpha);
	free(t->y);
	free(t->pt);
}

static int step(struct trainer *t, int n, int i, int j, double C, double *bias)
{
	double ai = t->alpha[i], aj = t->alpha[j], yi = t->y[i], yj = t->y[j], lo, hi;
	if (i == j)
		return 0;
	if (yi != yj) {
		lo = fmax(0, aj - ai);
		hi = fmin(C, C + aj - ai);
	} else {
		lo = fmax(0, ai + aj - C);
		hi = fmin(C, ai + aj);
	}
	double eta = t->K[i * n + i] + t->K[j * n + j] - 2 * t->K[i * n + j];
	if (lo >= hi || eta <= 1e-12)
		return 0;
	double nj = aj + yj * (t->err[i] - t->err[j]) / eta;
	nj = nj < lo ? lo : nj > hi ? hi : nj;
	if (fabs(nj - aj) < 1e-5)
		return 0;
	double ni = ai + yi * yj * (aj - nj);
	double di = yi * (ni - ai), dj = yj * (nj - aj);
	double b1 = *bias - t->err[i] - di * t->K[i * n + i] - dj * t->K[i * n + j];
	double b2 = *bias - t->err[j] - di * t->K[i * n + j] - dj * t->K[j * n + j];
	double nb = ni > 0 && ni < C ? b1 : nj > 0 && nj < C ? b2 : 0.5 * (b1 + b2);
	for (int k = 0; k < n; k++)
		t->err[k] += di * t->K[i * n + k] + dj * t->K[j * n + k] + nb - *bias;
	t->alpha[i] = ni;
	t->alpha[j] = nj;
	*bias = nb;
	return 1;
}

static int train_pair(struct trainer *t, const struct sample *s, int ns, int a, int b, int kern, struct svm *m)
{
	const double C = 5.0, tol = 1e-3;
	int n = 0, quiet = 0;
	double bias = 0;

	for (int i = 0; i < ns && n < t->cap; i++)
		if (s[i].cls == a || s[i].cls == b) {
			t->pt[n] = &s[i];
			t->y[n++] = s[i].cls == a ? 1 : -1;
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++)
			t->K[i * n + j] = t->K[j * n + i] = grid[kern].fn(t->pt[i]->x, t->pt[j]->x, grid[kern].p);
	for (int i = 0; i < n; i++) {
		t->alpha[i] = 0;
		t->err[i] = -t->y[i];
	}
	for (m->iters = 0; quiet < 2 && m->iters < 40; m->iters++) {
		int changed = 0;
		for (int i = 0; i < n; i++) {
			double r = t->err[i] * t->y[i];
			if (!((r < -tol && t->alpha[i] < C) || (r > tol && t->alpha[i] > 0)))
				continue;
			int j = i;
			for (int k = 0; k < n; k++)
				if (fabs(t->err[k] - t->err[i]) > fabs(t->err[j] - t->err[i]))
					j = k;
			int ok = step(t, n, i, j, C, &bias);
			for (int k = 1; !ok && k < 8; k++)	/* fall back on others */
				ok = step(t, n, i, (i + k * 37) % n, C, &bias);
			changed += ok;
		}
		quiet = changed ? 0 : quiet + 1;
	}
	m->n = 0;
	m->bias = bias;
	m->sv = malloc(n * sizeof *m->sv);
	m->alpha = malloc(n * sizeof *m->alpha);
	if (!m->sv || !m->alpha)
		return -1;
	for (int i = 0; i < n; i++)
		if (t->alpha[i] > 0) {
			m->sv[m->n] = t->pt[i];
			m->alpha[m->n++] = t->alpha[i] * t->y[i];
		}
	return 0;
}

static int predict(const struct svm m[NCLS][NCLS], int kern, const double *x)
{
	int votes[NCLS] = { 0 }, best = 0;
	for (int a = 0; a < NCLS; a++)
		for (int b = a + 1; b < NCLS; b++) {
			double f = m[a][b].bias;
			for (int k = 0; k < m[a][b].n; k++)
				f += m[a][b].alpha[k] * grid[kern].fn(m[a][b].sv[k]->x, x, grid[kern].p);
			votes[f > 0 ? a : b]++;
		}
	for (int c = 1; c < NCLS; c++)
		if (votes[c] > votes[best])
			best = c;
	return best;
}

int main(int argc, char **argv)
{
	int ntrain = argc > 1 ? atoi(argv[1]) : 1540, ntest = argc > 2 ? atoi(argv[2]) : 700;
	struct sample *train = malloc(ntrain * sizeof *train), *test = malloc(ntest * sizeof *test);
	struct trainer t;
	if (!train || !test || ntrain < 2 * NCLS || trainer_open(&t, 2 * (ntrain / NCLS + 1)))
		return 1;
	make_samples(train, ntrain);
	make_samples(test, ntest);
	for (int g = 0; g < (int)(sizeof grid / sizeof *grid); g++) {
		static struct svm m[NCLS][NCLS];
		int nsv = 0, iters = 0, hit = 0;
		double bias = 0;
		for (int a = 0; a < NCLS; a++)
			for (int b = a + 1; b < NCLS; b++) {
				if (train_pair(&t, train, ntrain, a, b, g, &m[a][b]))
					return 1;
				nsv += m[a][b].n;
				iters += m[a][b].iters;
				bias += m[a][b].bias;
			}
		for (int i = 0; i < ntest; i++)
			hit += predict(m, g, test[i].x) == test[i].cls;
		printf("%-8s %5d vectors %4d sweeps bias %.10f accuracy %.5f\n", grid[g].name, nsv, iters, bias, (double)hit / ntest);
		for (int a = 0; a < NCLS; a++)
			for (int b = a + 1; b < NCLS; b++) {
				free(m[a][b].sv);
				free(m[a][b].alpha);
			}
	}
	trainer_close(&t);
	free(train);
	free(test);
	return 0;
}
