/* despeck - clean a scanned page: adaptive median, local threshold, speck
 * removal and skew estimate.   usage: despeck [width height seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <omp.h>

typedef unsigned char u8;

static int W = 3000, H = 4000;
static u8 *page, *clean, *ink;
static uint32_t rng_state = 12345;

static uint32_t rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 17;
    rng_state ^= rng_state << 5;
    return rng_state;
}

static void *xalloc(size_t n)
{
    void *p = calloc(n, 1);
    if (!p) { fprintf(stderr, "out of memory\n"); exit(1); }
    return p;
}

static void fill_rect(int x, int y, int w, int h, int v)
{
    for (int j = y; j < y + h; j++)
        for (int i = x; i < x + w; i++) {
            int jj = j + i / 90;            /* the skew of the scan */
            if (i >= 0 && i < W && jj >= 0 && jj < H)
                page[(size_t)jj * W + i] = (u8)v;
        }
}

static void make_page(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            page[(size_t)y * W + x] = (u8)(235 - 60 * x / W - 30 * y / H);
    for (int line = 60; line < H - 80; line += 38) {
        int x = 80 + (int)(rnd() % 40);
        while (x < W - 100) {
            int glyph = rnd() % 6, dark = 30 + rnd() % 30;
            if (glyph == 0) { x += 18; continue; }
            if (glyph & 1) fill_rect(x, line, 4, 20, dark);
            if (glyph & 2) fill_rect(x, line + 8, 12, 4, dark);
            if (glyph & 4) fill_rect(x + 9, line, 4, 20, dark);
            x += 16;
        }
    }
    long salt = (long)W * H / 9;
    for (long k = 0; k < salt; k++) {
        size_t p = ((size_t)(rnd() % H)) * W + rnd() % W;
        page[p] = (rnd() & 1) ? 255 : 0;
    }
}

/* ---- adaptive median: window grows until the median is no impulse ---- */
static u8 win[81];
#pragma omp threadprivate(win)

static int gather(int x, int y, int r)
{
    int n = 0;
    for (int j = y - r; j <= y + r; j++) {
        if (j < 0 || j >= H) continue;
        for (int i = x - r; i <= x + r; i++) {
            if (i < 0 || i >= W) continue;
            u8 v = page[(size_t)j * W + i];
            int k = n++;
            while (k > 0 && win[k - 1] > v) { win[k] = win[k - 1]; k--; }
            win[k] = v;
        }
    }
    return n;
}

static int adaptive_median(int x, int y, int *grown)
{
    int v = page[(size_t)y * W + x], n = 0;
    for (int r = 1; r <= 4; r++) {
        n = gather(x, y, r);
        int lo = win[0], hi = win[n - 1], med = win[n / 2];
        if (med > lo && med < hi) {
            if (v > lo && v < hi) return v;
            return med;
        }
        (*grown)++;
    }
    return win[0] == win[n - 1] ? v : win[n / 2];
}

static int filter_page(void)
{
    int grown = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+:grown)
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int v = page[(size_t)y * W + x];
            /* only suspicious pixels */
            if (v > 4 && v < 251) { clean[(size_t)y * W + x] = (u8)v; continue; }
            clean[(size_t)y * W + x] = (u8)adaptive_median(x, y, &grown);
        }
    return grown;
}

/* ---- Sauvola threshold from column sums ---- */
static long binarize(int r, double k)
{
    long black = 0;
#pragma omp parallel reduction(+:black)
    {
    int nt = omp_get_num_threads(), me = omp_get_thread_num();
    int ya = (int)((long)H * me / nt), yb = (int)((long)H * (me + 1) / nt);
    int *colsum = xalloc(sizeof(int) * W);
    int *colsq = xalloc(sizeof(int) * W);
    for (int y = ya; y < yb; y++) {
        int y0 = y - r < 0 ? 0 : y - r, y1 = y + r >= H ? H - 1 : y + r;
        if (y == ya) {
            for (int j = y0; j <= y1; j++)
                for (int x = 0; x < W; x++) {
                    int v = clean[(size_t)j * W + x];
                    colsum[x] += v; colsq[x] += v * v;
                }
        } else {
            if (y + r < H)
                for (int x = 0; x < W; x++) {
                    int v = clean[(size_t)(y + r) * W + x];
                    colsum[x] += v; colsq[x] += v * v;
                }
            if (y - r - 1 >= 0)
                for (int x = 0; x < W; x++) {
                    int v = clean[(size_t)(y - r - 1) * W + x];
                    colsum[x] -= v; colsq[x] -= v * v;
                }
        }
        long s = 0, q = 0;
        for (int x = 0; x < r && x < W; x++) { s += colsum[x]; q += colsq[x]; }
        for (int x = 0; x < W; x++) {
            if (x + r < W) { s += colsum[x + r]; q += colsq[x + r]; }
            if (x - r - 1 >= 0) { s -= colsum[x - r - 1]; q -= colsq[x - r - 1]; }
            int x0 = x - r < 0 ? 0 : x - r, x1 = x + r >= W ? W - 1 : x + r;
            double n = (double)(x1 - x0 + 1) * (y1 - y0 + 1);
            double mean = s / n, var = q / n - mean * mean;
            double t = mean * (1 + k * (sqrt(var > 0 ? var : 0) / 128.0 - 1));
            u8 b = clean[(size_t)y * W + x] < t;
            ink[(size_t)y * W + x] = b;
            black += b;
        }
    }
    free(colsum); free(colsq);
    }
    return black;
}

/* ---- specks: flood fill, erase small components ---- */
static int remove_specks(int minarea, int *kept)
{
    int *stack = xalloc(sizeof(int) * ((size_t)W * H + 8));
    int gone = 0;
    *kept = 0;
    for (int s = 0; s < W * H; s++) {
        if (ink[s] != 1) continue;
        int top = 0, area = 0;
        stack[top++] = s; ink[s] = 2;
        while (area < top) {               /* queue keeps all members */
            int p = stack[area++], x = p % W, y = p / W;
            if (x > 0 && ink[p - 1] == 1) { ink[p - 1] = 2; stack[top++] = p - 1; }
            if (x < W - 1 && ink[p + 1] == 1) { ink[p + 1] = 2; stack[top++] = p + 1; }
            if (y > 0 && ink[p - W] == 1) { ink[p - W] = 2; stack[top++] = p - W; }
            if (y < H - 1 && ink[p + W] == 1) { ink[p + W] = 2; stack[top++] = p + W; }
        }
        if (area < minarea) {
            for (int k = 0; k < top; k++) ink[stack[k]] = 0;
            gone++;
        } else (*kept)++;
    }
    free(stack);
    return gone;
}

/* ---- skew: the angle with the sharpest row profile ---- */
static double skew(double *bestscore)
{
    double best = -1, angle = 0, scores[121];
#pragma omp parallel
    {
    int *prof = xalloc(sizeof(int) * 3 * H);
#pragma omp for schedule(dynamic, 2)
    for (int a = -60; a <= 60; a++) {
        double slope = a * 0.0005;
        memset(prof, 0, sizeof(int) * 3 * H);
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                if (ink[(size_t)y * W + x]) {
                    int row = y - (int)(slope * x) + H;
                    if (row < 0 || row >= 3 * H) continue;
                    prof[row]++;
                }
        double score = 0;
        for (int y = 1; y < 3 * H; y++) {
            double d = prof[y] - prof[y - 1];
            score += d * d;
        }
        scores[a + 60] = score;
    }
    free(prof);
    }
    for (int a = -60; a <= 60; a++)
        if (scores[a + 60] > best) { best = scores[a + 60]; angle = a * 0.0005; }
    *bestscore = best;
    return angle;
}

int main(int argc, char **argv)
{
    if (argc > 2) { W = atoi(argv[1]); H = atoi(argv[2]); }
    if (argc > 3) rng_state = (uint32_t)atoi(argv[3]) | 1;
    if (W < 16 || H < 16) { fprintf(stderr, "page too small\n"); return 1; }
    page = xalloc((size_t)W * H);
    clean = xalloc((size_t)W * H);
    ink = xalloc((size_t)W * H);
    make_page();
    printf("page %d x %d\n", W, H);
    printf("window growths %d\n", filter_page());
    printf("black pixels   %ld\n", binarize(20, 0.25));
    int kept, gone = remove_specks(12, &kept);
    printf("components kept %d removed %d\n", kept, gone);
    double sc, an = skew(&sc);
    printf("skew %.4f score %.0f\n", an, sc);
    uint64_t h = 1469598103934665603ULL;
    for (size_t p = 0; p < (size_t)W * H; p++)
        h = (h ^ (uint64_t)(clean[p] * 3 + ink[p])) * 1099511628211ULL;
    printf("hash %016llx\n", (unsigned long long)h);
    return 0;
}
