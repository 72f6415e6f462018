// scanpage: clean up a scanned text page.
// despeckle (5x5 median), local threshold after Sauvola, estimate the skew
// of the text lines, and report.          scanpage [width height]
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct image {
    int w, h;
    uint8_t **row;          // row[y][x]
};

static uint32_t seed = 20240117u;

static uint32_t next_random(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

static void *need(void *p)
{
    if (p == NULL) {
        perror("scanpage");
        exit(1);
    }
    return p;
}

static struct image *image_new(int w, int h)
{
    struct image *im = need(malloc(sizeof *im));
    im->w = w;
    im->h = h;
    im->row = need(malloc(h * sizeof *im->row));
    for (int y = 0; y < h; y++)
        im->row[y] = need(calloc(w, 1));
    return im;
}

static void image_free(struct image *im)
{
    for (int y = 0; y < im->h; y++)
        free(im->row[y]);
    free(im->row);
    free(im);
}

static void fill_box(struct image *im, int x0, int y0, int x1, int y1, int v)
{
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++)
            if (x >= 0 && y >= 0 && x < im->w && y < im->h)
                im->row[y][x] = (uint8_t)v;
}

// paper with a shadow, slanted lines of little strokes, dust
static struct image *make_page(int w, int h)
{
    struct image *im = image_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            im->row[y][x] = (uint8_t)(225 - 70 * x / w - 30 * y / h
                                      + (int)(next_random() % 12));
    double slope = 0.0218;
    for (int line = 40; line < h - 60; line += 34) {
        int x = 50;
        while (x < w - 60) {
            int letters = 2 + (int)(next_random() % 8);
            while (letters-- > 0) {
                int y = line + (int)(slope * x);
                int up = next_random() % 4 == 0 ? 6 : 0;
                fill_box(im, x, y - up, x + 2, y + 12, 60);
                if (next_random() & 1)
                    fill_box(im, x, y + 5, x + 7, y + 7, 55);
                if (next_random() & 2)
                    fill_box(im, x + 6, y, x + 8, y + 12, 65);
                x += 12;
            }
            x += 14;
        }
    }
    for (int k = 0; k < w * h / 40; k++) {
        int x = (int)(next_random() % (uint32_t)w);
        int y = (int)(next_random() % (uint32_t)h);
        im->row[y][x] = next_random() & 1 ? 255 : 0;
    }
    return im;
}

static inline int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

// 5x5 median by insertion sort of the window
static void despeckle(const struct image *src, struct image *dst)
{
    uint8_t win[25];
    for (int y = 0; y < src->h; y++) {
        for (int x = 0; x < src->w; x++) {
            int n = 0;
            for (int dy = -2; dy <= 2; dy++) {
                const uint8_t *line = src->row[clamp(y + dy, 0, src->h - 1)];
                for (int dx = -2; dx <= 2; dx++) {
                    uint8_t v = line[clamp(x + dx, 0, src->w - 1)];
                    int k = n++;
                    while (k > 0 && win[k - 1] > v) {
                        win[k] = win[k - 1];
                        k--;
                    }
                    win[k] = v;
                }
            }
            dst->row[y][x] = win[12];
        }
    }
}

// Sauvola: t = m * (1 + k * (s / 128 - 1)) in a (2r+1)^2 window, from
// summed area tables.  Ink becomes 1, paper 0.  Returns the ink count.
static long binarize(const struct image *src, struct image *dst, int r)
{
    int w = src->w, h = src->h;
    size_t pitch = (size_t)w + 1;
    int64_t *sum = need(calloc(pitch * (h + 1), sizeof *sum));
    int64_t *sqr = need(calloc(pitch * (h + 1), sizeof *sqr));
    long ink = 0;

    for (int y = 0; y < h; y++) {
        int64_t s = 0, q = 0;
        for (int x = 0; x < w; x++) {
            int v = src->row[y][x];
            s += v;
            q += v * v;
            sum[(y + 1) * pitch + x + 1] = sum[y * pitch + x + 1] + s;
            sqr[(y + 1) * pitch + x + 1] = sqr[y * pitch + x + 1] + q;
        }
    }
    for (int y = 0; y < h; y++) {
        size_t top = clamp(y - r, 0, h) * pitch;
        size_t bot = clamp(y + r + 1, 0, h) * pitch;
        int rows = clamp(y + r + 1, 0, h) - clamp(y - r, 0, h);
        for (int x = 0; x < w; x++) {
            int a = clamp(x - r, 0, w), b = clamp(x + r + 1, 0, w);
            double n = (double)rows * (b - a);
            double m = (sum[bot + b] - sum[bot + a] - sum[top + b] + sum[top + a]) / n;
            double v = (sqr[bot + b] - sqr[bot + a] - sqr[top + b] + sqr[top + a]) / n - m * m;
            double t = m * (1.0 + 0.3 * (sqrt(v > 0 ? v : 0) / 128.0 - 1.0));
            dst->row[y][x] = src->row[y][x] < t;
            ink += dst->row[y][x];
        }
    }
    free(sum);
    free(sqr);
    return ink;
}

// Sharpness of the projection profile when lines fall by "slope"
static double profile_score(const struct image *im, double slope, int *bins, int nbins)
{
    memset(bins, 0, nbins * sizeof *bins);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            if (im->row[y][x]) {
                int b = y - (int)floor(slope * x) + nbins / 4;
                if (b >= 0 && b < nbins)
                    bins[b]++;
            }
    double score = 0;
    for (int b = 1; b < nbins; b++) {
        double d = bins[b] - bins[b - 1];
        score += d * d;
    }
    return score;
}

static double find_skew(const struct image *im, double *best_score)
{
    int nbins = 2 * im->h;
    int *bins = need(malloc(nbins * sizeof *bins));
    double best = 0;
    *best_score = -1;
    for (int step = -30; step <= 30; step++) {
        double angle = step * 0.05;
        double score = profile_score(im, tan(angle * 3.14159265358979 / 180), bins, nbins);
        if (score > *best_score) {
            *best_score = score;
            best = angle;
        }
    }
    free(bins);
    return best;
}

static uint32_t fingerprint(const struct image *im)
{
    uint32_t hsh = 2166136261u;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            hsh = (hsh ^ im->row[y][x]) * 16777619u;
    return hsh;
}

int main(int argc, char *argv[])
{
    int w = argc > 2 ? atoi(argv[1]) : 1500;
    int h = argc > 2 ? atoi(argv[2]) : 1200;
    if (w < 200 || h < 200)
        return fprintf(stderr, "scanpage: page too small\n"), 1;

    struct image *page = make_page(w, h);
    struct image *clean = image_new(w, h);
    struct image *bw = image_new(w, h);
    despeckle(page, clean);
    long ink = binarize(clean, bw, 15);
    double score, skew = find_skew(bw, &score);
    printf("page   %dx%d  %08x\n", w, h, fingerprint(page));
    printf("clean  %08x\n", fingerprint(clean));
    printf("ink    %ld pixels (%.2f%%)  %08x\n", ink, 100.0 * ink / ((double)w * h), fingerprint(bw));
    printf("skew   %.2f degrees, score %.0f\n", skew, score);
    image_free(page);
    image_free(clean);
    image_free(bw);
    return 0;
}
