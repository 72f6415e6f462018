// SPDX-License-Identifier: Apache-2.0
// Collaborative filtering: factorises a sparse rating matrix into user and
// item factors with alternating least squares.  Small normal equations are
// solved by Cholesky.  Part of the ratings is held out to measure the error.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANK 20

typedef struct { int user, item; float stars; } rating_t;

// compressed rows of ratings, by user or by item
typedef struct {
	int rows;
	int *start;
	int *col;
	float *val;
} csr_t;

typedef struct {
	int users, items;
	csr_t by_user, by_item;
	rating_t *test;
	int ntest;
	double (*U)[RANK], (*V)[RANK];
	double mean, lambda;
} model_t;

static uint64_t state = 88172645463325252ull;

static double rnd(void)
{
	state ^= state << 7;
	state ^= state >> 9;
	return (state >> 11) * (1.0 / 9007199254740992.0);
}

static int csr_build(csr_t *m, int rows, const rating_t *r, int n, int transpose)
{
	m->rows = rows;
	m->start = calloc(rows + 1, sizeof(int));
	m->col = malloc(n * sizeof(int));
	m->val = malloc(n * sizeof(float));
	int *fill = malloc(rows * sizeof(int));
	if (!m->start || !m->col || !m->val || !fill) {
		free(fill);
		return -1;
	}
	for (int i = 0; i < n; i++)
		m->start[(transpose ? r[i].item : r[i].user) + 1]++;
	for (int i = 0; i < rows; i++) {
		m->start[i + 1] += m->start[i];
		fill[i] = m->start[i];
	}
	for (int i = 0; i < n; i++) {
		int k = fill[transpose ? r[i].item : r[i].user]++;
		m->col[k] = transpose ? r[i].user : r[i].item;
		m->val[k] = r[i].stars;
	}
	free(fill);
	return 0;
}

static int cholesky_solve(double A[RANK][RANK], double *b)
{
	for (int j = 0; j < RANK; j++) {
		double d = A[j][j];
		for (int k = 0; k < j; k++)
			d -= A[j][k] * A[j][k];
		if (d <= 0)
			return -1;
		d = sqrt(d);
		A[j][j] = d;
		for (int i = j + 1; i < RANK; i++) {
			double s = A[i][j];
			for (int k = 0; k < j; k++)
				s -= A[i][k] * A[j][k];
			A[i][j] = s / d;
		}
	}
	for (int i = 0; i < RANK; i++) {
		for (int k = 0; k < i; k++)
			b[i] -= A[i][k] * b[k];
		b[i] /= A[i][i];
	}
	for (int i = RANK - 1; i >= 0; i--) {
		for (int k = i + 1; k < RANK; k++)
			b[i] -= A[k][i] * b[k];
		b[i] /= A[i][i];
	}
	return 0;
}

static int solve_row(const csr_t *m, int row, double (*fixed)[RANK], double *out, double mean, double lambda)
{
	double A[RANK][RANK], b[RANK];
	int n = m->start[row + 1] - m->start[row];

	memset(A, 0, sizeof A);
	memset(b, 0, sizeof b);
	if (n == 0) {
		memset(out, 0, sizeof b);
		return 0;
	}
	for (int k = m->start[row]; k < m->start[row + 1]; k++) {
		const double *f = fixed[m->col[k]];
		double v = m->val[k] - mean;
		for (int i = 0; i < RANK; i++) {
			for (int j = 0; j <= i; j++)
				A[i][j] += f[i] * f[j];
			b[i] += v * f[i];
		}
	}
	for (int i = 0; i < RANK; i++)
		A[i][i] += lambda * n;
	if (cholesky_solve(A, b))
		return -1;
	memcpy(out, b, sizeof b);
	return 0;
}

static int half_step(const csr_t *m, double (*fixed)[RANK], double (*out)[RANK], double mean, double lambda)
{
	int errors = 0;
	for (int r = 0; r < m->rows; r++)
		if (solve_row(m, r, fixed, out[r], mean, lambda) < 0)
			errors++;
	return errors;
}

static double predict(const model_t *md, int u, int i)
{
	double s = md->mean;
	for (int k = 0; k < RANK; k++)
		s += md->U[u][k] * md->V[i][k];
	return s < 1 ? 1 : s > 5 ? 5 : s;
}

static double test_rmse(const model_t *md)
{
	double sse = 0;
	for (int k = 0; k < md->ntest; k++) {
		double e = predict(md, md->test[k].user, md->test[k].item) - md->test[k].stars;
		sse += e * e;
	}
	return sqrt(sse / md->ntest);
}

static int generate(model_t *md, int n)
{
	enum { HIDDEN = 6 };
	float (*hu)[HIDDEN] = malloc(md->users * sizeof *hu), (*hi)[HIDDEN] = malloc(md->items * sizeof *hi);
	rating_t *train = malloc(n * sizeof *train);
	int rc = -1, nt = 0;
	md->test = malloc(n * sizeof *md->test);
	if (!hu || !hi || !train || !md->test)
		goto out;
	for (int u = 0; u < md->users; u++)
		for (int k = 0; k < HIDDEN; k++)
			hu[u][k] = rnd() - 0.5;
	for (int i = 0; i < md->items; i++)
		for (int k = 0; k < HIDDEN; k++)
			hi[i][k] = rnd() - 0.5;
	double sum = 0;
	for (int k = 0; k < n; k++) {
		rating_t r = { rnd() * md->users, rnd() * rnd() * md->items, 0 };
		double s = 3.4 + 0.8 * (rnd() - 0.5);
		for (int h = 0; h < HIDDEN; h++)
			s += 4.0 * hu[r.user][h] * hi[r.item][h];
		r.stars = s < 1 ? 1 : s > 5 ? 5 : floor(s * 2 + 0.5) / 2;
		if (k % 10 == 9)
			md->test[md->ntest++] = r;
		else {
			train[nt++] = r;
			sum += r.stars;
		}
	}
	md->mean = sum / nt;
	if (csr_build(&md->by_user, md->users, train, nt, 0) == 0 && csr_build(&md->by_item, md->items, train, nt, 1) == 0)
		rc = nt;
out:
	free(hu);
	free(hi);
	free(train);
	return rc;
}

int main(int argc, char **argv)
{
	model_t md = { .users = 5000, .items = 1800, .lambda = 0.04 };
	int n = argc > 1 ? atoi(argv[1]) : 900000, iters = argc > 2 ? atoi(argv[2]) : 8;

	int nt = generate(&md, n);
	md.U = calloc(md.users, sizeof *md.U);
	md.V = calloc(md.items, sizeof *md.V);
	if (nt < 0 || !md.U || !md.V) {
		fprintf(stderr, "alsrec: out of memory\n");
		return 1;
	}
	for (int i = 0; i < md.items; i++)
		for (int k = 0; k < RANK; k++)
			md.V[i][k] = 0.6 * (rnd() - 0.5);
	printf("%d ratings, mean %.6f, baseline rmse %.6f\n", nt, md.mean, test_rmse(&md));
	for (int it = 1; it <= iters; it++) {
		int bad = half_step(&md.by_user, md.V, md.U, md.mean, md.lambda);
		bad += half_step(&md.by_item, md.U, md.V, md.mean, md.lambda);
		printf("iteration %d: rmse %.8f%s\n", it, test_rmse(&md), bad ? " (singular systems)" : "");
	}
	for (int u = 0; u < 5; u++) {
		int best = 0;
		for (int i = 1; i < md.items; i++)
			if (predict(&md, u, i) > predict(&md, u, best))
				best = i;
		printf("user %d should try item %d (%.5f)\n", u, best, predict(&md, u, best));
	}
	return 0;
}
