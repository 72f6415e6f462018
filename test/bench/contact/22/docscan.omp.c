/* docscan.c -- clean-up pipeline for a scanned page:
 * synth page, Sauvola binarization, skew estimate, deskew, segmentation */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

typedef struct {
    int w, h;
    uint8_t **row;      /* row pointers into one slab */
} Image;

static uint64_t rng_state = 0x9E3779B97F4A7C15ull;

static uint32_t rng(void)
{
    rng_state = rng_state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(rng_state >> 33);
}

static void *xalloc(size_t n)
{
    void *p = calloc(1, n);
    if (!p) { fprintf(stderr, "docscan: out of memory\n"); exit(2); }
    return p;
}

static Image *image_new(int w, int h)
{
    Image *im = xalloc(sizeof *im);
    uint8_t *slab = xalloc((size_t)w * h);
    im->w = w, im->h = h;
    im->row = xalloc((size_t)h * sizeof *im->row);
    for (int y = 0; y < h; y++)
        im->row[y] = slab + (size_t)y * w;
    return im;
}

static void image_free(Image *im)
{
    free(im->row[0]); free(im->row); free(im);
}

/* per-row folded Fletcher sum */
static uint32_t image_sum(const Image *im)
{
    uint32_t a = 1, b = 0;
    for (int y = 0; y < im->h; y++) {
        for (int x = 0; x < im->w; x++)
            b += a += im->row[y][x];
        a %= 65521, b %= 65521;
    }
    return b << 16 | a;
}

/* grey page, lines of made-up glyphs, drawn along a slanted baseline */
static Image *synth_page(int w, int h, double skew_deg)
{
    Image *im = image_new(w, h);
    uint32_t font[40];                                  /* 5x5 bits, with a stem */
    for (int g = 0; g < 40; g++) font[g] = (rng() & 0x1ffffff) | 0x0421084;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int shade = 225 - (90 * x) / w + (40 * y) / h;      /* lamp falls off to the right */
            shade += (int)(rng() % 23) - 11;
            im->row[y][x] = (uint8_t)(shade < 0 ? 0 : shade > 255 ? 255 : shade);
        }
    double sn = sin(skew_deg * 3.14159265358979 / 180), cs = cos(skew_deg * 3.14159265358979 / 180);
    for (int ly = 70; ly < h - 70; ly += 36) {
        int lx = 60, end = w - 60 - (int)(rng() % 300);
        while (lx < end) {
            int word = 2 + rng() % 8;
            while (word-- && lx < end) {
                uint32_t bits = font[rng() % 40];
                for (int k = 0; k < 15 * 15; k++) {
                    int gx = k % 15, gy = k / 15;
                    if (!(bits >> (gy / 3 * 5 + gx / 3) & 1)) continue;
                    double ux = lx + gx - w / 2, uy = ly + gy - h / 2;
                    int px = (int)lround(w / 2 + ux * cs - uy * sn);
                    int py = (int)lround(h / 2 + ux * sn + uy * cs);
                    if (px >= 0 && px < w && py >= 0 && py < h)
                        im->row[py][px] = (uint8_t)(im->row[py][px] * 35 / 100);
                }
                lx += 19;
            }
            lx += 16;
        }
    }
    return im;
}

/* Sauvola: T = m (1 + k (s/R - 1)), window moments from integral images */
static Image *binarize(const Image *g, int rad, double k)
{
    int w = g->w, h = g->h;
    size_t W = (size_t)w + 1;
    int64_t *s1 = xalloc(W * (h + 1) * sizeof *s1);
    int64_t *s2 = xalloc(W * (h + 1) * sizeof *s2);
    Image *out = image_new(w, h);
    #pragma omp parallel
    {
        #pragma omp for schedule(static)            /* along the rows ... */
        for (int y = 0; y < h; y++) {
            int64_t a = 0, b = 0;
            for (int x = 0; x < w; x++) {
                a += g->row[y][x];
                b += g->row[y][x] * g->row[y][x];
                s1[(y + 1) * W + x + 1] = a;
                s2[(y + 1) * W + x + 1] = b;
            }
        }
        #pragma omp for schedule(static)            /* ... then down strips of columns */
        for (int c = 0; c < w; c += 64)
            for (int y = 1; y < h; y++)
                for (int x = c; x < c + 64 && x < w; x++) {
                    s1[(y + 1) * W + x + 1] += s1[y * W + x + 1];
                    s2[(y + 1) * W + x + 1] += s2[y * W + x + 1];
                }
    }
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < h; y++) {
        int ya = y - rad < 0 ? 0 : y - rad, yb = y + rad >= h ? h : y + rad + 1;
        for (int x = 0; x < w; x++) {
            int xa = x - rad < 0 ? 0 : x - rad, xb = x + rad >= w ? w : x + rad + 1;
            double cnt = (double)(xb - xa) * (yb - ya);
            double m = (s1[yb * W + xb] - s1[ya * W + xb] - s1[yb * W + xa] + s1[ya * W + xa]) / cnt;
            double q = (s2[yb * W + xb] - s2[ya * W + xb] - s2[yb * W + xa] + s2[ya * W + xa]) / cnt;
            double var = q - m * m;
            double t = m * (1 + k * (sqrt(var > 0 ? var : 0) / 128 - 1));
            out->row[y][x] = g->row[y][x] < t;
        }
    }
    free(s1); free(s2);
    return out;
}

/* sharpness of the row profile when ink is projected along the given slope */
static double profile_score(const Image *b, double deg)
{
    double tn = tan(deg * 3.14159265358979 / 180), s = 0;
    int h = b->h, pad = b->w;
    int *prof = xalloc((size_t)(h + 2 * pad) * sizeof *prof);
    int *shift = xalloc((size_t)b->w * sizeof *shift);
    for (int x = 0; x < b->w; x++)
        shift[x] = pad - (int)lround((x - b->w / 2) * tn);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < b->w; x++) if (b->row[y][x]) prof[y + shift[x]]++;
    for (int i = 1; i < h + 2 * pad; i++)
        s += (double)(prof[i] - prof[i - 1]) * (prof[i] - prof[i - 1]);
    free(shift); free(prof);
    return s / h;
}

static double find_skew(const Image *b, double range, double step)
{
    int n = (int)lround(2 * range / step) + 1, best = 0;
    double *score = xalloc((size_t)n * sizeof *score);
    #pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++)
        score[i] = profile_score(b, -range + i * step);
    for (int i = 1; i < n; i++)
        if (score[i] > score[best]) best = i;
    for (int i = best > 2 ? best - 2 : 0; i <= best + 2 && i < n; i++)
        printf("  skew %+5.2f  score %.1f\n", -range + i * step, score[i]);
    free(score);
    return -range + best * step;
}

static Image *rotate(const Image *src, double deg)
{
    int w = src->w, h = src->h;
    double sn = sin(deg * 3.14159265358979 / 180), cs = cos(deg * 3.14159265358979 / 180);
    Image *out = image_new(w, h);
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double ux = x - w / 2, uy = y - h / 2;
            double fx = w / 2 + ux * cs - uy * sn, fy = h / 2 + ux * sn + uy * cs;
            int ix = (int)floor(fx), iy = (int)floor(fy);
            if (ix < 0 || iy < 0 || ix + 1 >= w || iy + 1 >= h) { out->row[y][x] = 200; continue; }
            const uint8_t *r0 = src->row[iy] + ix, *r1 = src->row[iy + 1] + ix;
            double ax = fx - ix, top = (1 - ax) * r0[0] + ax * r0[1], bot = (1 - ax) * r1[0] + ax * r1[1];
            out->row[y][x] = (uint8_t)(top + (fy - iy) * (bot - top) + 0.5);
        }
    return out;
}

/* cut the page into text lines, then each line into glyphs at empty columns */
static int segment(const Image *b, int *total)
{
    int *ink = xalloc((size_t)b->h * sizeof *ink), lines = 0, top = -1;
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < b->h; y++)
        for (int x = 0; x < b->w; x++) ink[y] += b->row[y][x];
    for (int y = 0; y < b->h; y++) {
        int on = ink[y] > b->w / 100 && y + 1 < b->h;
        if (on && top < 0) top = y;
        if (on || top < 0) continue;
        int glyphs = 0, words = 0, gap = 99, mass = 0;
        for (int x = 0; x < b->w; x++) {
            int col = 0;
            for (int yy = top; yy < y; yy++) col += b->row[yy][x];
            mass += col;
            if (col < 2) { gap++; continue; }
            glyphs += gap > 0, words += gap > 10, gap = 0;
        }
        if (y - top >= 6) {
            printf("  line %2d  rows %4d..%-4d %3d words %3d glyphs  ink %d\n", ++lines, top, y - 1, words, glyphs, mass);
            *total += glyphs;
        }
        top = -1;
    }
    free(ink);
    return lines;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1800, h = argc > 2 ? atoi(argv[2]) : 2400;
    double skew = argc > 3 ? atof(argv[3]) : 1.7;
    if (w < 500 || h < 200 || w > 8000 || h > 8000) { fprintf(stderr, "docscan: bad size\n"); return 1; }
    Image *page = synth_page(w, h, skew);
    printf("page %dx%d adler %08x\n", w, h, image_sum(page));
    Image *ink = binarize(page, 12, 0.25);
    printf("ink adler %08x\n", image_sum(ink));
    double est = find_skew(ink, 4.0, 0.05);
    printf("skew estimate %.2f (true %.2f)\n", est, skew);
    Image *flat = rotate(page, est);
    Image *bw = binarize(flat, 12, 0.25);
    printf("deskewed adler %08x ink %08x\n", image_sum(flat), image_sum(bw));
    int glyphs = 0, lines = segment(bw, &glyphs);
    printf("%d lines, %d glyphs\n", lines, glyphs);
    image_free(page); image_free(ink); image_free(flat); image_free(bw);
    return 0;
}
