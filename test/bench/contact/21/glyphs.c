/* glyphs.c - outline font rasteriser: quadratic outlines are flattened and
 * accumulated as signed area coverage, then blended on an 8 bit page. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_W 1400
#define PAGE_H 1000
#define MAXPTS 96
#define BOX 220

typedef struct Pt { float x, y; } Pt;
typedef struct Contour { int n; int dir; Pt p[MAXPTS]; } Contour;    /* on, off, on, off ... closed */
typedef struct Outline { int nc; Contour c[3]; } Outline;
typedef struct Glyph { int x0, y0, w, h; float *acc; } Glyph;

typedef struct Canvas Canvas;
struct Canvas {
	int w, h;
	unsigned char *pix;
	void (*blend)(Canvas *self, int x, int y, int alpha, int ink);
};

static void blend_over(Canvas *c, int x, int y, int a, int ink)
{
	unsigned char *p = &c->pix[y * c->w + x];
	*p = (unsigned char)((*p * (255 - a) + ink * a + 127) / 255);
}

static void blend_multiply(Canvas *c, int x, int y, int a, int ink)
{
	unsigned char *p = &c->pix[y * c->w + x];
	int m = *p * ink / 255;
	*p = (unsigned char)((*p * (255 - a) + m * a + 127) / 255);
}

static unsigned hash(unsigned a, unsigned b)
{
	unsigned h = a * 0x9e3779b1u ^ b * 0x85ebca77u;
	h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; h *= 0x297a2d39u;
	return h ^ (h >> 15);
}

static float frand(unsigned a, unsigned b) { return (float)(hash(a, b) >> 8) / 16777216.0f; }

/* a blobby letter: wavy outer ring plus up to two holes */
static void design(Outline *o, unsigned code)
{
	int k, i;
	o->nc = 1 + (int)(hash(code, 1) % 3);
	for (k = 0; k < o->nc; k++) {
		Contour *c = &o->c[k];
		float cx = k ? (k == 1 ? 0.35f : 0.65f) : 0.5f, cy = 0.5f, r = k ? 0.13f : 0.42f;
		int lobes = 6 + (int)(hash(code, 2 + (unsigned)k) % 24);
		c->n = 2 * lobes;
		c->dir = k ? -1 : 1;
		for (i = 0; i < c->n; i++) {
			float a = 6.2831853f * (float)(c->dir * i) / (float)c->n;
			float q = r * (0.72f + 0.28f * frand(code * 131u + (unsigned)k, (unsigned)i + 10));
			if (i & 1) q *= 1.18f;
			c->p[i].x = cx + q * cosf(a);
			c->p[i].y = cy + q * sinf(a);
		}
	}
}

/* signed area accumulation of one segment, y down, clipped to the box */
static void line(Glyph *g, Pt a, Pt b)
{
	float dir = 1.0f, dxdy, x;
	int y, y1;
	if (a.y == b.y) return;
	if (a.y > b.y) { Pt t = a; a = b; b = t; dir = -1.0f; }
	dxdy = (b.x - a.x) / (b.y - a.y);
	x = a.x;
	y1 = (int)ceilf(b.y);
	if (y1 > g->h) y1 = g->h;
	for (y = (int)a.y; y < y1; y++) {
		float *row = g->acc + y * (g->w + 2);
		float top = (float)y > a.y ? (float)y : a.y, bot = (float)(y + 1) < b.y ? (float)(y + 1) : b.y;
		float dy = bot - top, xn = x + dxdy * dy, d = dy * dir;
		float lo = x < xn ? x : xn, hi = x < xn ? xn : x;
		int i0 = (int)lo, i1 = (int)ceilf(hi), i;
		if (i1 <= i0 + 1) {
			float m = 0.5f * (x + xn) - (float)i0;
			row[i0] += d - d * m;
			row[i0 + 1] += d * m;
		} else {
			float s = 1.0f / (hi - lo), f0 = 1.0f - (lo - (float)i0), f1 = hi - (float)i1 + 1.0f;
			float a0 = 0.5f * s * f0 * f0, am = 0.5f * s * f1 * f1;
			row[i0] += d * a0;
			if (i1 == i0 + 2)
				row[i0 + 1] += d * (1.0f - a0 - am);
			else {
				float a1 = s * (1.5f - (lo - (float)i0));
				row[i0 + 1] += d * (a1 - a0);
				for (i = i0 + 2; i < i1 - 1; i++) row[i] += d * s;
				row[i1 - 1] += d * (1.0f - (a1 + (float)(i1 - i0 - 3) * s) - am);
			}
			row[i1] += d * am;
		}
		x = xn;
	}
}

static void quad(Glyph *g, Pt a, Pt b, Pt c)
{
	float dx = a.x - 2 * b.x + c.x, dy = a.y - 2 * b.y + c.y;
	int n = 1 + (int)sqrtf(sqrtf(dx * dx + dy * dy) * 6.0f), i;
	Pt p = a;
	for (i = 1; i <= n; i++) {
		float t = (float)i / (float)n, u = 1 - t;
		Pt q = { u * u * a.x + 2 * u * t * b.x + t * t * c.x, u * u * a.y + 2 * u * t * b.y + t * t * c.y };
		line(g, p, q);
		p = q;
	}
}

static void render(const Outline *o, float size, float angle, float px, float py, Glyph *g)
{
	float c = cosf(angle), s = sinf(angle);
	int k, i;
	g->w = g->h = (int)(size * 1.6f) + 2;
	g->x0 = (int)floorf(px) - g->w / 2;
	g->y0 = (int)floorf(py) - g->h / 2;
	memset(g->acc, 0, sizeof(float) * (size_t)(g->w + 2) * (size_t)(g->h + 1));
	for (k = 0; k < o->nc; k++) {
		const Contour *ct = &o->c[k];
		Pt t[MAXPTS + 1];
		for (i = 0; i <= ct->n; i++) {
			Pt p = ct->p[i % ct->n];
			p.x = (p.x - 0.5f) * size; p.y = (p.y - 0.5f) * size;
			t[i].x = c * p.x - s * p.y + px - (float)g->x0;
			t[i].y = s * p.x + c * p.y + py - (float)g->y0;
		}
		for (i = 0; i < ct->n; i += 2) quad(g, t[i], t[i + 1], t[i + 2]);
	}
}

static long composite(Canvas *cv, const Glyph *g, int ink)
{
	long touched = 0;
	int x, y;
	for (y = 0; y < g->h; y++) {
		float sum = 0;
		if (g->y0 + y < 0 || g->y0 + y >= cv->h) continue;
		for (x = 0; x < g->w; x++) {
			int a;
			sum += g->acc[y * (g->w + 2) + x];
			a = (int)(fabsf(sum) * 255.0f + 0.5f);
			if (a == 0 || g->x0 + x < 0 || g->x0 + x >= cv->w) continue;
			cv->blend(cv, g->x0 + x, g->y0 + y, a > 255 ? 255 : a, ink);
			touched++;
		}
	}
	return touched;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40000, i, y, x;
	static Outline font[64];
	static float acc[(BOX + 2) * (BOX + 1)];
	static unsigned char pix[PAGE_W * PAGE_H];
	Canvas cv = { PAGE_W, PAGE_H, pix, blend_over };
	Glyph g = { 0, 0, 0, 0, acc };
	long touched = 0;
	unsigned crc = 1, hist[8] = { 0 };
	memset(pix, 255, sizeof pix);
	for (i = 0; i < 64; i++) design(&font[i], (unsigned)i);
	for (i = 0; i < n; i++) {
		unsigned u = (unsigned)i + 1000u;
		float size = 20.0f + 110.0f * frand(u, 1) * frand(u, 2);
		render(&font[hash(u, 3) % 64], size, 6.2831853f * frand(u, 4), PAGE_W * frand(u, 5), PAGE_H * frand(u, 6), &g);
		cv.blend = hash(u, 7) % 3 ? blend_over : blend_multiply;
		touched += composite(&cv, &g, (int)(hash(u, 8) % 256));
	}
	printf("glyphs %d pixels blended %ld\n", n, touched);
	for (y = 0; y < PAGE_H; y++)
		for (x = 0; x < PAGE_W; x++) {
			crc = (crc << 5 | crc >> 27) * 3u + pix[y * PAGE_W + x];
			hist[pix[y * PAGE_W + x] >> 5]++;
		}
	for (i = 0; i < 8; i++) printf("%3d.. %u\n", i * 32, hist[i]);
	for (y = 50; y < PAGE_H; y += 100) {
		for (x = 25; x < PAGE_W; x += 50) putchar(" .:-=+*#%@"[9 - pix[y * PAGE_W + x] * 10 / 256]);
		putchar('\n');
	}
	printf("page %08x\n", crc);
	return 0;
}
