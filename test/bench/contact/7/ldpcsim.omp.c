// SPDX-License-Identifier: Apache-2.0
/* Bit error rates of a regular LDPC code on the Gaussian channel, decoded
   with the normalised min-sum algorithm (integer messages). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define COLW 3      /* checks per bit  */
#define ROWW 6      /* bits per check  */

struct code {
	int n, m;               /* bits, checks */
	int *row;               /* m * ROWW bit numbers */
	int *edge;              /* n * COLW edge numbers */
};

struct decoder {
	const struct code *c;
	int *to_check;          /* message on each edge, bit to check */
	int *to_bit;
	int *total;
	unsigned char *hard;
	int max_iter;
};

static unsigned long long rs = 0x1234567ull;

static double urand(void)
{
	rs = rs * 6364136223846793005ull + 1442695040888963407ull;
	return ((rs >> 12) + 0.5) / 4503599627370496.0;
}

static double gauss(void)
{
	static int have;
	static double spare;

	if (have) {
		have = 0;
		return spare;
	}
	double u, v, s;
	do {
		u = 2 * urand() - 1;
		v = 2 * urand() - 1;
		s = u * u + v * v;
	} while (s >= 1 || s == 0);
	s = sqrt(-2 * log(s) / s);
	spare = v * s;
	have = 1;
	return u * s;
}

static void shuffle(int *p, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int j = (int)(urand() * (i + 1));
		int t = p[i];
		p[i] = p[j];
		p[j] = t;
	}
}

/* Gallager's construction: COLW bands, each a permutation of the bits */
static struct code *code_new(int n)
{
	struct code *c = malloc(sizeof *c);
	int *perm = malloc(n * sizeof *perm), *used = calloc(n, sizeof *used);

	if (!c || !perm || !used || n % ROWW)
		return NULL;
	c->n = n;
	c->m = n * COLW / ROWW;
	c->row = malloc(c->m * ROWW * sizeof(int));
	c->edge = malloc(n * COLW * sizeof(int));
	if (!c->row || !c->edge)
		return NULL;
	int e = 0;
	for (int band = 0; band < COLW; band++) {
		for (int i = 0; i < n; i++)
			perm[i] = i;
		if (band > 0)
			shuffle(perm, n);
		for (int i = 0; i < n; i++, e++) {
			int b = perm[i];
			c->row[e] = b;
			c->edge[b * COLW + used[b]++] = e;
		}
	}
	free(perm);
	free(used);
	return c;
}

static int decoder_init(struct decoder *d, const struct code *c, int max_iter)
{
	int edges = c->m * ROWW;

	d->c = c;
	d->max_iter = max_iter;
	d->to_check = malloc(edges * sizeof(int));
	d->to_bit = malloc(edges * sizeof(int));
	d->total = malloc(c->n * sizeof(int));
	d->hard = malloc(c->n);
	return d->to_check && d->to_bit && d->total && d->hard ? 0 : -1;
}

static void decoder_free(struct decoder *d)
{
	free(d->to_check);
	free(d->to_bit);
	free(d->total);
	free(d->hard);
}

static void check_pass(struct decoder *d)
{
	for (int r = 0; r < d->c->m; r++) {
		const int *in = d->to_check + r * ROWW;
		int *out = d->to_bit + r * ROWW;
		int min1 = 1 << 20, min2 = 1 << 20, at = 0, sign = 0;

		for (int k = 0; k < ROWW; k++) {
			int a = abs(in[k]);
			sign ^= in[k] < 0;
			if (a < min1) {
				min2 = min1;
				min1 = a;
				at = k;
			} else if (a < min2)
				min2 = a;
		}
		for (int k = 0; k < ROWW; k++) {
			int mag = (k == at ? min2 : min1) * 13 / 16;
			out[k] = (sign ^ (in[k] < 0)) ? -mag : mag;
		}
	}
}

static void bit_pass(struct decoder *d, const int *llr)
{
	for (int b = 0; b < d->c->n; b++) {
		const int *e = d->c->edge + b * COLW;
		int t = llr[b];

		for (int k = 0; k < COLW; k++)
			t += d->to_bit[e[k]];
		d->total[b] = t;
		d->hard[b] = t < 0;
		for (int k = 0; k < COLW; k++) {
			int v = t - d->to_bit[e[k]];
			d->to_check[e[k]] = v > 2047 ? 2047 : v < -2047 ? -2047 : v;
		}
	}
}

static int syndrome_ok(const struct decoder *d)
{
	for (int r = 0; r < d->c->m; r++) {
		int s = 0;
		for (int k = 0; k < ROWW; k++)
			s ^= d->hard[d->c->row[r * ROWW + k]];
		if (s)
			return 0;
	}
	return 1;
}

/* returns the number of iterations, negative when it did not converge */
static int decode(struct decoder *d, const int *llr)
{
	for (int e = 0; e < d->c->m * ROWW; e++)
		d->to_check[e] = llr[d->c->row[e]];
	for (int it = 1; it <= d->max_iter; it++) {
		check_pass(d);
		bit_pass(d, llr);
		if (syndrome_ok(d))
			return it;
	}
	return -d->max_iter;
}

/* the all-zero word is as good as any other for a linear code */
static void channel(int *llr, int n, double sigma)
{
	for (int i = 0; i < n; i++) {
		double y = 1.0 + sigma * gauss();
		int q = (int)lrint(2.0 * y / (sigma * sigma) * 8.0);
		llr[i] = q > 511 ? 511 : q < -511 ? -511 : q;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 2304;
	int frames = argc > 2 ? atoi(argv[2]) : 200;
	struct code *c = code_new(n);
	int *llr = malloc((size_t)n * frames * sizeof *llr);	/* a whole batch */

	if (!c || !llr) {
		fprintf(stderr, "ldpcsim: bad length or no memory\n");
		return 1;
	}
	printf("(%d,%d) code, %d frames per point\n", n, n - c->m, frames);
	printf("Eb/N0      BER        FER     iterations\n");
	for (int p = 0; p < 8; p++) {
		double ebn0 = 1.0 + 0.25 * p;
		double sigma = sqrt(1.0 / pow(10.0, ebn0 / 10.0));
		long errors = 0, lost = 0, iters = 0;

		/* the noise comes from one stream, so it is drawn beforehand */
		for (int f = 0; f < frames; f++)
			channel(llr + (size_t)f * n, n, sigma);
		#pragma omp parallel reduction(+:errors, lost, iters)
		{
			struct decoder d;
			if (decoder_init(&d, c, 40))
				abort();
			#pragma omp for schedule(dynamic, 1)
			for (int f = 0; f < frames; f++) {
				int it = decode(&d, llr + (size_t)f * n);
				iters += abs(it);
				if (it < 0)
					lost++;
				for (int i = 0; i < n; i++)
					errors += d.hard[i];
			}
			decoder_free(&d);
		}
		printf("%5.2f  %.4e  %.4e  %7.3f\n", ebn0, (double)errors / n / frames,
		       (double)lost / frames, (double)iters / frames);
	}
	free(llr);
	return 0;
}
