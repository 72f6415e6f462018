/* dither - reduce a true-colour picture to N palette colours
 * (median cut, then Floyd-Steinberg error diffusion).
 * usage: dither [width] [height] [colours]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
struct rgb { byte c[3]; };
struct hbin { byte c[3]; unsigned n; };
struct box { int lo, hi; unsigned long pop; };

static int W, H, NCOL;
static struct rgb *img;
static byte *out;
static struct rgb pal[256];
static int npal;
static int sort_axis;
static unsigned seed = 7;

static int rnd(int m) {
	seed = seed * 1664525u + 1013904223u;
	return (int)((seed >> 8) % (unsigned)m);
}

static void *xmalloc(size_t n) {
	void *p = malloc(n);
	if (!p) {
		perror("dither");
		exit(2);
	}
	return p;
}

static byte clip(int v) {
	return v < 0 ? 0 : v > 255 ? 255 : (byte)v;
}

static void paint(void) {
	int x, y, i;
	for (y = 0; y < H; y++)
		for (x = 0; x < W; x++) {
			struct rgb *p = &img[y * W + x];
			p->c[0] = (byte)(x * 255 / W);
			p->c[1] = (byte)(y * 255 / H);
			p->c[2] = (byte)(((x * x) / 37 + y * 3) & 255);
		}
	for (i = 0; i < 40; i++) {
		int cx = rnd(W), cy = rnd(H), r = 3 + rnd(W / 10 + 1);
		int cr = rnd(256), cg = rnd(256), cb = rnd(256);
		for (y = cy - r; y <= cy + r; y++)
			for (x = cx - r; x <= cx + r; x++) {
				int d = (x - cx) * (x - cx) + (y - cy) * (y - cy);
				if (x < 0 || y < 0 || x >= W || y >= H || d > r * r)
					continue;
				struct rgb *p = &img[y * W + x];
				int sh = d * 60 / (r * r);
				p->c[0] = clip(cr - sh);
				p->c[1] = clip(cg - sh + (x & 7));
				p->c[2] = clip(cb - sh + (y & 7));
			}
	}
}

static int cmp_bin(const void *a, const void *b) {
	const struct hbin *p = a, *q = b;
	int k, d = p->c[sort_axis] - q->c[sort_axis];
	for (k = 0; d == 0 && k < 3; k++)
		d = p->c[k] - q->c[k];
	return d;
}

static int widest(const struct hbin *b, const struct box *x, int *axis) {
	int best = -1, k, i;
	for (k = 0; k < 3; k++) {
		int mn = 255, mx = 0;
		for (i = x->lo; i < x->hi; i++) {
			if (b[i].c[k] < mn) mn = b[i].c[k];
			if (b[i].c[k] > mx) mx = b[i].c[k];
		}
		if (mx - mn > best) {
			best = mx - mn;
			*axis = k;
		}
	}
	return best;
}

static void median_cut(void) {
	unsigned *cnt = calloc(32768, sizeof *cnt);
	struct hbin *b = xmalloc(32768 * sizeof *b);
	struct box bx[256];
	int i, k, nb = 0, nbox = 1;
	if (!cnt)
		exit(2);
	for (i = 0; i < W * H; i++)
		cnt[(img[i].c[0] >> 3) << 10 | (img[i].c[1] >> 3) << 5 | img[i].c[2] >> 3]++;
	for (i = 0; i < 32768; i++)
		if (cnt[i]) {
			b[nb].c[0] = (byte)((i >> 10) * 8 + 4);
			b[nb].c[1] = (byte)((i >> 5 & 31) * 8 + 4);
			b[nb].c[2] = (byte)((i & 31) * 8 + 4);
			b[nb++].n = cnt[i];
		}
	bx[0] = (struct box){ 0, nb, (unsigned long)W * H };
	while (nbox < NCOL) {
		int pick = -1, axis = 0;
		unsigned long half = 0;
		for (i = 0; i < nbox; i++)
			if (bx[i].hi - bx[i].lo > 1 && (pick < 0 || bx[i].pop > bx[pick].pop))
				pick = i;
		if (pick < 0)
			break;
		struct box *x = &bx[pick];
		widest(b, x, &axis);
		sort_axis = axis;
		qsort(b + x->lo, (size_t)(x->hi - x->lo), sizeof *b, cmp_bin);
		for (i = x->lo; i < x->hi - 2 && half + b[i].n <= x->pop / 2; i++)
			half += b[i].n;
		if (i == x->lo)
			half += b[i++].n;
		bx[nbox++] = (struct box){ i, x->hi, x->pop - half };
		x->hi = i;
		x->pop = half;
	}
	for (i = 0; i < nbox; i++) {
		unsigned long s[3] = { 0, 0, 0 }, n = 0;
		int j;
		for (j = bx[i].lo; j < bx[i].hi; j++) {
			n += b[j].n;
			for (k = 0; k < 3; k++)
				s[k] += (unsigned long)b[j].n * b[j].c[k];
		}
		for (k = 0; k < 3; k++)
			pal[i].c[k] = (byte)(n ? s[k] / n : 0);
	}
	npal = nbox;
	free(cnt);
	free(b);
}

static int nearest(const int *c) {
	int i, best = 0, bd = 1 << 30;
	for (i = 0; i < npal; i++) {
		int r = c[0] - pal[i].c[0], g = c[1] - pal[i].c[1], b = c[2] - pal[i].c[2];
		int d = 3 * r * r + 6 * g * g + b * b;
		if (d < bd) {
			bd = d;
			best = i;
		}
	}
	return best;
}

static long long diffuse(void) {
	/* two error rows, one guard cell left and right */
	int *cur = calloc((size_t)(W + 2) * 3, sizeof(int));
	int *nxt = calloc((size_t)(W + 2) * 3, sizeof(int));
	long long total = 0;
	int x, y, k;
	if (!cur || !nxt)
		exit(2);
	for (y = 0; y < H; y++) {
		memset(nxt, 0, (size_t)(W + 2) * 3 * sizeof(int));
		for (x = 0; x < W; x++) {
			int want[3];
			for (k = 0; k < 3; k++)
				want[k] = clip(img[y * W + x].c[k] + cur[(x + 1) * 3 + k] / 16);
			int p = nearest(want);
			out[y * W + x] = (byte)p;
			for (k = 0; k < 3; k++) {
				int e = want[k] - pal[p].c[k];
				total += e * e;
				cur[(x + 2) * 3 + k] += e * 7;
				nxt[x * 3 + k] += e * 3;
				nxt[(x + 1) * 3 + k] += e * 5;
				nxt[(x + 2) * 3 + k] += e;
			}
		}
		int *t = cur;
		cur = nxt;
		nxt = t;
	}
	free(cur);
	free(nxt);
	return total;
}

int main(int argc, char **argv) {
	W = argc > 1 ? atoi(argv[1]) : 1450;
	H = argc > 2 ? atoi(argv[2]) : 1100;
	NCOL = argc > 3 ? atoi(argv[3]) : 256;
	if (W < 8 || H < 8 || NCOL < 2 || NCOL > 256) {
		fprintf(stderr, "dither: bad size\n");
		return 1;
	}
	img = xmalloc((size_t)W * H * sizeof *img);
	out = xmalloc((size_t)W * H);
	paint();
	median_cut();
	long long err = diffuse();
	unsigned crc = 1, use[256] = { 0 }, top = 0;
	for (int i = 0; i < W * H; i++) {
		crc = (crc << 5 | crc >> 27) * 69069u + out[i];
		use[out[i]]++;
	}
	for (int i = 1; i < npal; i++)
		if (use[i] > use[top])
			top = (unsigned)i;
	printf("%dx%d, %d colours, squared error %lld\n", W, H, npal, err);
	printf("most used #%02x%02x%02x (%u times), checksum %08x\n",
	       pal[top].c[0], pal[top].c[1], pal[top].c[2], use[top], crc);
	free(img);
	free(out);
	return 0;
}
