/* mjpg.c -- toy motion-JPEG codec: a synthetic grey clip is coded picture by
 * picture at a constant bit budget, decoded again and compared.
 * args: pictures width height kbytes-per-picture */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
	int w, h, bw, bh;
	uint8_t *pix, *rec;	/* w*h */
	float *coef;		/* 64 per block */
	int16_t *lev;		/* the same, zigzag order */
} pict_t;

typedef struct {
	uint8_t *buf;
	size_t cap, pos;	/* in bits */
} bits_t;

static float ctab[8][8];
static int zigzag[64];
static const uint8_t base_q[8] = { 16, 11, 12, 16, 24, 40, 52, 61 };

static void init_tables(void)
{
	int i = 0, x, y, s;
	for (y = 0; y < 8; y++)
		for (x = 0; x < 8; x++)
			ctab[y][x] = (float)((y ? 0.5 : sqrt(0.125)) * cos((2 * x + 1) * y * M_PI / 16));
	for (s = 0; s < 15; s++)
		for (x = 0; x <= s; x++) {
			int a = (s & 1) ? s - x : x, b = s - a;
			if (a < 8 && b < 8) zigzag[i++] = b * 8 + a;
		}
}

static void draw(pict_t *p, int t)
{
	int x, y;
	double cx = p->w * (0.5 + 0.3 * sin(t * 0.4)), cy = p->h * (0.5 + 0.3 * cos(t * 0.3));
	#pragma omp parallel for private(x)
	for (y = 0; y < p->h; y++)
		for (x = 0; x < p->w; x++) {
			double dx = x - cx, dy = y - cy, r = sqrt(dx * dx + dy * dy);
			double v = 120 + 60 * sin(r * 0.07 - t) + 30 * cos(x * 0.013 + y * 0.021);
			unsigned n = (unsigned)x * 73856093u ^ (unsigned)y * 19349663u ^ (unsigned)t * 83492791u;
			n = (n ^ (n >> 13)) * 1274126177u;
			v += (int)(n >> 28) - 8;
			if (((x >> 5) ^ (y >> 5)) % 7 == 3) v = 255 - v;
			p->pix[(size_t)y * p->w + x] = v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
		}
}

static void fdct(const uint8_t *src, int stride, float *out)
{
	float tmp[64];
	int u, v, k;
	for (v = 0; v < 8; v++)
		for (u = 0; u < 8; u++) {
			float s = 0;
			for (k = 0; k < 8; k++)
				s += ctab[u][k] * (src[v * stride + k] - 128);
			tmp[v * 8 + u] = s;
		}
	for (v = 0; v < 8; v++)
		for (u = 0; u < 8; u++) {
			float s = 0;
			for (k = 0; k < 8; k++)
				s += ctab[v][k] * tmp[k * 8 + u];
			out[v * 8 + u] = s;
		}
}

static void idct(const float *in, uint8_t *dst, int stride)
{
	float tmp[64];
	int x, y, k;
	for (y = 0; y < 8; y++)
		for (x = 0; x < 8; x++) {
			float s = 0;
			for (k = 0; k < 8; k++)
				s += ctab[k][x] * in[y * 8 + k];
			tmp[y * 8 + x] = s;
		}
	for (y = 0; y < 8; y++)
		for (x = 0; x < 8; x++) {
			float s = 128.5f;
			for (k = 0; k < 8; k++)
				s += ctab[k][y] * tmp[k * 8 + x];
			dst[y * stride + x] = s < 0 ? 0 : s > 255 ? 255 : (uint8_t)s;
		}
}

static float qstep(int i, int q)
{
	return base_q[i & 7] * 0.5f * base_q[i >> 3] / 16 * q / 8 + 1;
}

static void quantise(const pict_t *p, int q)
{
	float inv[64];
	int b, i;
	for (i = 0; i < 64; i++)
		inv[i] = 1 / qstep(zigzag[i], q);
	#pragma omp parallel for private(i)
	for (b = 0; b < p->bw * p->bh; b++)
		for (i = 0; i < 64; i++) {
			float v = p->coef[b * 64 + zigzag[i]] * inv[i];
			p->lev[b * 64 + i] = (int16_t)(v < 0 ? v - 0.5f : v + 0.5f);
		}
}

/* Exp-Golomb codes */
static int put_ue(bits_t *b, unsigned v)
{
	int n = 31 - __builtin_clz(v + 1), i;
	if (b)
		for (i = 2 * n; i >= 0; i--, b->pos++)
			if (i <= n && ((v + 1) >> i & 1))
				b->buf[b->pos >> 3] |= 0x80 >> (b->pos & 7);
	return 2 * n + 1;
}

static int len_ue(unsigned v)
{
	return 2 * (31 - __builtin_clz(v + 1)) + 1;
}

static unsigned get_ue(bits_t *b)
{
	unsigned v = 1;
	int n = 0;
	while (!(b->buf[b->pos >> 3] & (0x80 >> (b->pos & 7))))
		n++, b->pos++;
	b->pos++;
	for (; n > 0; n--, b->pos++)
		v = v << 1 | !!(b->buf[b->pos >> 3] & (0x80 >> (b->pos & 7)));
	return v - 1;
}

#define FOLD(v)   ((unsigned)((v) > 0 ? 2 * (v) - 1 : -2 * (v)))
#define UNFOLD(u) ((u) & 1 ? (int)((u) + 1) / 2 : -(int)((u) / 2))

static long entropy_code(const pict_t *p, bits_t *out)
{
	long n = 0;
	int b, i, run, dc = 0;
	for (b = 0; b < p->bw * p->bh; b++) {
		const int16_t *l = p->lev + b * 64;
		n += put_ue(out, FOLD(l[0] - dc));
		dc = l[0];
		for (run = 0, i = 1; i < 64; i++) {
			if (l[i] != 0) {
				n += put_ue(out, run + 1) + put_ue(out, FOLD(l[i]));
				run = 0;
			} else
				run++;
		}
		n += put_ue(out, 0);
	}
	return n;
}

/* length only: the DC predictor of a block is known without coding the others */
static long count_bits(const pict_t *p)
{
	long n = 0;
	int b;
	#pragma omp parallel for reduction(+:n)
	for (b = 0; b < p->bw * p->bh; b++) {
		const int16_t *l = p->lev + b * 64;
		int run = 0, i, bits = len_ue(FOLD(l[0] - (b ? l[-64] : 0))) + len_ue(0);
		for (i = 1; i < 64; i++) {
			if (l[i] != 0) {
				bits += len_ue(run + 1) + len_ue(FOLD(l[i]));
				run = 0;
			} else
				run++;
		}
		n += bits;
	}
	return n;
}

static void decode(pict_t *p, bits_t *in, int q)
{
	int b, i, dc = 0;
	unsigned u;
	in->pos = 0;
	for (b = 0; b < p->bw * p->bh; b++) {
		float *blk = p->coef + (size_t)b * 64;	/* the encoder is done with them */
		memset(blk, 0, 64 * sizeof(float));
		u = get_ue(in);
		dc += UNFOLD(u);
		blk[0] = dc * qstep(0, q);
		for (i = 1; (u = get_ue(in)) != 0; i++) {
			i += u - 1;
			u = get_ue(in);
			blk[zigzag[i]] = UNFOLD(u) * qstep(zigzag[i], q);
		}
	}
	#pragma omp parallel for
	for (b = 0; b < p->bw * p->bh; b++)
		idct(p->coef + (size_t)b * 64, p->rec + (size_t)(b / p->bw) * 8 * p->w + b % p->bw * 8, p->w);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, t, b, q = 8;
	pict_t p = { .w = (argc > 2 ? atoi(argv[2]) : 1024) & ~7, .h = (argc > 3 ? atoi(argv[3]) : 768) & ~7 };
	long budget = (argc > 4 ? atol(argv[4]) : 90) * 8192, left = 0, total = 0;
	size_t np = (size_t)p.w * p.h, k;
	bits_t bs = { .cap = np * 4 + 64 };
	struct timespec t0, t1;

	if (n < 1 || p.w < 8 || p.h < 8 || budget < 1) return 2;
	clock_gettime(CLOCK_MONOTONIC, &t0);
	p.bw = p.w / 8, p.bh = p.h / 8;
	p.pix = malloc(np), p.rec = malloc(np), bs.buf = malloc(bs.cap);
	p.coef = malloc(np * sizeof(float)), p.lev = malloc(np * sizeof(int16_t));
	if (!p.pix || !p.rec || !p.coef || !p.lev || !bs.buf) return 1;
	init_tables();
	for (t = 0; t < n; t++) {
		long used, sse = 0;
		draw(&p, t);
		#pragma omp parallel for
		for (b = 0; b < p.bw * p.bh; b++)
			fdct(p.pix + (size_t)(b / p.bw) * 8 * p.w + b % p.bw * 8, p.w, p.coef + (size_t)b * 64);
		/* walk q from the last picture's value until it just fits */
		quantise(&p, q);
		while (q > 1 && count_bits(&p) < budget + left)
			quantise(&p, --q);
		while (q < 255 && count_bits(&p) > budget + left)
			quantise(&p, ++q);
		memset(bs.buf, 0, bs.cap), bs.pos = 0;
		used = entropy_code(&p, &bs);
		left += budget - used, total += used;
		decode(&p, &bs, q);
		#pragma omp parallel for reduction(+:sse)
		for (k = 0; k < np; k++)
			sse += (p.pix[k] - p.rec[k]) * (p.pix[k] - p.rec[k]);
		printf("picture %2d q %3d bits %8ld left %7ld psnr %.4f dB\n", t, q, used, left,
		       10 * log10(255.0 * 255.0 * np / (sse ? sse : 1)));
	}
	printf("total %ld bits, %.4f bit/pixel\n", total, (double)total / n / np);
	clock_gettime(CLOCK_MONOTONIC, &t1);
	fprintf(stderr, "time %.3f\n", t1.tv_sec - t0.tv_sec + (t1.tv_nsec - t0.tv_nsec) / 1e9);
	free(p.pix), free(p.rec), free(p.coef), free(p.lev), free(bs.buf);
	return 0;
}
