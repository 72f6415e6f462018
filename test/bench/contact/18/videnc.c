/*
 * videnc - toy inter-frame video encoder: predictive diamond motion search,
 * 8x8 integer DCT of the residual, quantisation, bit estimate, closed loop
 * reconstruction.  The source is a procedurally generated moving scene.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MB 16
#define RANGE 15

struct mv { int16_t x, y; };

struct frame {
	int w, h;
	uint8_t *pix;
};

struct encoder {
	int w, h, mbw, mbh, qp;
	struct frame recon, ref;
	struct mv *mvs;
	int coef[64];
	/* statistics of the current frame */
	long bits, sads, skipped, intra;
};

static short dct_mat[8][8];

static int frame_alloc(struct frame *f, int w, int h)
{
	f->w = w, f->h = h;
	f->pix = calloc(1, (size_t)w * h);
	return f->pix ? 0 : -1;
}

static void dct_init(void)
{
	for (int k = 0; k < 8; k++)
		for (int n = 0; n < 8; n++)
			dct_mat[k][n] = (short)lrint(256 * (k ? 0.5 : sqrt(0.125)) * cos((2 * n + 1) * k * M_PI / 16));
}

static uint32_t mix(uint32_t a)
{
	a ^= a >> 16;
	a *= 0x7feb352d;
	a = (a ^ (a >> 15)) * 0x846ca68b;
	return a ^ (a >> 16);
}

static int texture(int x, int y, uint32_t salt)
{
	int c = (mix((x >> 3) * 7919 + (y >> 3) * 104729 + salt) & 63);
	int d = (mix(x * 31 + y * 517 + salt) & 7);
	return c * 2 + d;
}

static void scene(struct frame *f, int t)
{
	for (int y = 0; y < f->h; y++)
		for (int x = 0; x < f->w; x++) {
			int v = 60 + texture(x + 2 * t, y + t, 1);	/* panning background */
			for (int o = 0; o < 4; o++) {
				int cx = (int)(f->w * (0.5 + 0.4 * sin(t * 0.11 * (o + 1) + o)));
				int cy = (int)(f->h * (0.5 + 0.4 * cos(t * 0.07 * (o + 2))));
				int dx = x - cx, dy = y - cy;
				if (dx * dx + dy * dy < 30 * 30 * (o + 1))
					v = 20 + texture(dx + 500, dy + 500, 77 + o);
			}
			f->pix[y * f->w + x] = v > 255 ? 255 : v;
		}
}

static int sad16(const struct encoder *e, const struct frame *src, int x, int y, int mx, int my, int limit)
{
	int rx = x + mx, ry = y + my, s = 0;
	if (rx < 0 || ry < 0 || rx + MB > e->w || ry + MB > e->h)
		return 1 << 30;
	for (int j = 0; j < MB; j++) {
		const uint8_t *a = src->pix + (y + j) * e->w + x;
		const uint8_t *b = e->ref.pix + (ry + j) * e->w + rx;
		for (int i = 0; i < MB; i++)
			s += abs(a[i] - b[i]);
		if (s >= limit)
			break;
	}
	return s;
}

static int motion_search(struct encoder *e, const struct frame *src, int bx, int by, struct mv *out)
{
	static const struct mv big[8] = { {0,-2},{1,-1},{2,0},{1,1},{0,2},{-1,1},{-2,0},{-1,-1} };
	static const struct mv small[4] = { {0,-1},{1,0},{0,1},{-1,0} };
	int x = bx * MB, y = by * MB;
	struct mv best = { 0, 0 };
	int cost = sad16(e, src, x, y, 0, 0, 1 << 30);

	e->sads++;
	if (bx > 0) {		/* left neighbour as predictor */
		struct mv p = e->mvs[by * e->mbw + bx - 1];
		int c = sad16(e, src, x, y, p.x, p.y, cost);
		e->sads++;
		if (c < cost) {
			cost = c;
			best = p;
		}
	}
	for (int moved = 1; moved;) {
		struct mv centre = best;
		moved = 0;
		for (int k = 0; k < 8; k++) {
			struct mv c = { centre.x + big[k].x, centre.y + big[k].y };
			if (abs(c.x) > RANGE || abs(c.y) > RANGE)
				continue;
			int s = sad16(e, src, x, y, c.x, c.y, cost);
			e->sads++;
			if (s < cost) {
				cost = s;
				best = c, moved = 1;
			}
		}
	}
	struct mv centre = best;
	for (int k = 0; k < 4; k++) {
		int s = sad16(e, src, x, y, centre.x + small[k].x, centre.y + small[k].y, cost);
		e->sads++;
		if (s < cost) {
			cost = s;
			best.x = centre.x + small[k].x;
			best.y = centre.y + small[k].y;
		}
	}
	*out = best;
	return cost;
}

static void transform(int *b, int inverse)
{
	int t[64];
	for (int pass = 0; pass < 2; pass++) {
		for (int r = 0; r < 8; r++)
			for (int k = 0; k < 8; k++) {
				int s = 0;
				for (int n = 0; n < 8; n++)
					s += b[r * 8 + n] * (inverse ? dct_mat[n][k] : dct_mat[k][n]);
				t[k * 8 + r] = (s + 128) >> 8;
			}
		memcpy(b, t, sizeof t);
	}
}

static int golomb_bits(int v)
{
	unsigned u = v > 0 ? 2 * v - 1 : -2 * v;
	int n = 0;
	for (u++; u > 1; u >>= 1)
		n++;
	return 2 * n + 1;
}

static void code_residual(struct encoder *e, const struct frame *src, int x, int y, struct mv m, int use_ref)
{
	for (int k = 0; k < 64; k++) {
		int px = x + (k & 7), py = y + (k >> 3);
		int pred = use_ref ? e->ref.pix[(py + m.y) * e->w + px + m.x] : 128;
		e->coef[k] = src->pix[py * e->w + px] - pred;
	}
	transform(e->coef, 0);
	for (int k = 0; k < 64; k++) {
		int q = e->coef[k] / e->qp;
		e->bits += golomb_bits(q);
		e->coef[k] = q * e->qp;
	}
	transform(e->coef, 1);
	for (int k = 0; k < 64; k++) {
		int px = x + (k & 7), py = y + (k >> 3);
		int pred = use_ref ? e->ref.pix[(py + m.y) * e->w + px + m.x] : 128;
		int v = pred + e->coef[k];
		e->recon.pix[py * e->w + px] = v < 0 ? 0 : v > 255 ? 255 : v;
	}
}

static void encode_mb(struct encoder *e, const struct frame *src, int bx, int by)
{
	struct mv m;
	int x = bx * MB, y = by * MB;
	int cost = motion_search(e, src, bx, by, &m);
	int inter = cost < 12 * MB * MB;

	e->mvs[by * e->mbw + bx] = m;
	if (cost < 2 * MB * MB) {
		e->skipped++;
		e->bits++;
		for (int j = 0; j < MB; j++)
			memcpy(e->recon.pix + (y + j) * e->w + x, e->ref.pix + (y + j + m.y) * e->w + x + m.x, MB);
		return;
	}
	e->intra += !inter;
	e->bits += golomb_bits(m.x) + golomb_bits(m.y);
	for (int k = 0; k < 4; k++)
		code_residual(e, src, x + (k & 1) * 8, y + (k >> 1) * 8, m, inter);
}

static void encode_frame(struct encoder *e, const struct frame *src)
{
	e->bits = e->sads = e->skipped = e->intra = 0;
	for (int by = 0; by < e->mbh; by++)
		for (int bx = 0; bx < e->mbw; bx++)
			encode_mb(e, src, bx, by);
	struct frame t = e->ref;
	e->ref = e->recon;
	e->recon = t;
}

int main(int argc, char **argv)
{
	int frames = argc > 1 ? atoi(argv[1]) : 150;
	struct encoder e = { .w = 640, .h = 352, .mbw = 640 / MB, .mbh = 352 / MB, .qp = 12 };
	struct frame src;
	e.mvs = calloc(e.mbw * e.mbh, sizeof *e.mvs);
	if (!e.mvs || frame_alloc(&src, e.w, e.h) || frame_alloc(&e.ref, e.w, e.h) || frame_alloc(&e.recon, e.w, e.h)) {
		fprintf(stderr, "videnc: out of memory\n");
		return 1;
	}
	dct_init();
	for (int t = 0; t < frames; t++) {
		long err = 0;
		scene(&src, t);
		encode_frame(&e, &src);
		for (int i = 0; i < e.w * e.h; i++)
			err += (src.pix[i] - e.ref.pix[i]) * (src.pix[i] - e.ref.pix[i]);
		printf("frame %2d bits %8ld skip %4ld intra %4ld sads %6ld err %ld\n", t, e.bits, e.skipped, e.intra, e.sads, err);
	}
	free(e.mvs); free(src.pix); free(e.ref.pix); free(e.recon.pix);
	return 0;
}
