/* Exact Euclidean distance map of a binary image (two passes), then a
 * histogram of the rounded distances of every row band and the thickest spot.
 *
 *   usage: edt [width [height [obstacles]]]
 */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BANDS 8
#define BINS 64

typedef unsigned char byte;

struct image {
    int w, h;
    byte **row;
};

struct field {
    int w, h;
    int **row;
};

struct stats {
    long hist[BANDS][BINS];
    double mean[BANDS];
    int maxd2, maxx, maxy;
};

static void **rows_alloc(int h, size_t bytes)
{
    void **r = malloc(h * sizeof *r);
    char *block = calloc(h, bytes);
    if (!r || !block) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (int y = 0; y < h; y++)
        r[y] = block + y * bytes;
    return r;
}

static unsigned rs = 12345;

static int rnd(int n)
{
    rs ^= rs << 13;
    rs ^= rs >> 17;
    rs ^= rs << 5;
    return (int)(rs % (unsigned)n);
}

/* background 0, obstacles 1: discs and bars */
static void draw(struct image *im, int count)
{
    for (int k = 0; k < count; k++) {
        int cx = rnd(im->w), cy = rnd(im->h), r = 1 + rnd(6);
        int bar = rnd(3) == 0;
        for (int y = cy - r; y <= cy + r; y++)
            for (int x = cx - r * (bar ? 4 : 1); x <= cx + r * (bar ? 4 : 1); x++) {
                if (x < 0 || y < 0 || x >= im->w || y >= im->h)
                    continue;
                if (bar ? abs(y - cy) <= 1 : (x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    im->row[y][x] = 1;
            }
    }
}

#define CW 512 /* columns walked together */

/* distance to the nearest obstacle pixel in the same column */
static void column_pass(const struct image *im, struct field *g)
{
    const int far = im->w + im->h, h = im->h;

#pragma omp parallel for schedule(dynamic, 1)
    for (int x0 = 0; x0 < im->w; x0 += CW) {
        int w = im->w - x0 < CW ? im->w - x0 : CW;
        int d[CW];
        for (int x = 0; x < w; x++)
            d[x] = far;
        for (int y = 0; y < h; y++) {
            const byte *restrict src = im->row[y] + x0;
            int *restrict dst = g->row[y] + x0;
#pragma omp simd
            for (int x = 0; x < w; x++) {
                int t = d[x] < far ? d[x] + 1 : far;
                t = src[x] ? 0 : t;
                dst[x] = d[x] = t;
            }
        }
        for (int x = 0; x < w; x++)
            d[x] = far;
        for (int y = h - 1; y >= 0; y--) {
            int *restrict dst = g->row[y] + x0;
#pragma omp simd
            for (int x = 0; x < w; x++) {
                int t = d[x] < far ? d[x] + 1 : far;
                t = dst[x] == 0 ? 0 : t;
                d[x] = t;
                dst[x] = t < dst[x] ? t : dst[x];
            }
        }
    }
}

#define XB 16 /* pixels that search together */

/* Squared distance.  XB neighbours look k columns to both sides at the same
 * time until the worst of them is settled; the row of squares is padded so
 * that no side needs a test. */
static void row_pass(const struct field *g, struct field *d2)
{
    const int w = g->w, pad = w + XB, big = INT_MAX / 2;

#pragma omp parallel
    {
        int *sq = malloc((size_t)(w + 2 * pad) * sizeof *sq);
        if (!sq)
            abort();
        for (int i = 0; i < w + 2 * pad; i++)
            sq[i] = big;
#pragma omp for schedule(dynamic, 8)
        for (int y = 0; y < g->h; y++) {
            const int *restrict src = g->row[y];
            int *restrict mid = sq + pad;
            for (int x = 0; x < w; x++)
                mid[x] = src[x] * src[x];
            for (int x0 = 0; x0 < w; x0 += XB) {
                int best[XB], n = w - x0 < XB ? w - x0 : XB, worst = 0;
                for (int i = 0; i < XB; i++) {
                    best[i] = i < n ? mid[x0 + i] : 0;
                    worst = best[i] > worst ? best[i] : worst;
                }
                for (int k = 1; k < w && k * k < worst; k++) {
                    const int *restrict l = mid + x0 - k, *restrict r = mid + x0 + k;
                    int kk = k * k;
                    worst = 0;
#pragma omp simd reduction(max : worst)
                    for (int i = 0; i < XB; i++) {
                        int c = l[i] < r[i] ? l[i] : r[i];
                        int b = best[i];
                        b = c + kk < b ? c + kk : b;
                        best[i] = b;
                        worst = b > worst ? b : worst;
                    }
                }
                memcpy(d2->row[y] + x0, best, n * sizeof *best);
            }
        }
        free(sq);
    }
}

/* bands in parallel: a band's mean is summed by one thread, row by row */
static void collect(const struct field *d2, struct stats *s)
{
    int maxd2[BANDS] = { 0 }, maxx[BANDS] = { 0 }, maxy[BANDS] = { 0 };

    memset(s, 0, sizeof *s);
#pragma omp parallel for schedule(dynamic, 1)
    for (int band = 0; band < BANDS; band++) {
        long hist[BINS] = { 0 };
        double *root = malloc(d2->w * sizeof *root), mean = 0.0;
        if (!root)
            abort();
        for (int y = 0; y < d2->h; y++) {
            if ((int)((long)y * BANDS / d2->h) != band)
                continue;
            const int *restrict row = d2->row[y];
            double sum = 0.0;
#pragma omp simd
            for (int x = 0; x < d2->w; x++)
                root[x] = sqrt((double)row[x]);
            for (int x = 0; x < d2->w; x++) {
                int bin = (int)(root[x] + 0.5);
                hist[bin < BINS ? bin : BINS - 1]++;
                sum += root[x];
                if (row[x] > maxd2[band]) {
                    maxd2[band] = row[x];
                    maxx[band] = x;
                    maxy[band] = y;
                }
            }
            mean += sum / d2->w;
        }
        s->mean[band] = mean;
        memcpy(s->hist[band], hist, sizeof hist);
        free(root);
    }
    for (int b = 0; b < BANDS; b++)
        if (maxd2[b] > s->maxd2) {
            s->maxd2 = maxd2[b];
            s->maxx = maxx[b];
            s->maxy = maxy[b];
        }
}

int main(int argc, char **argv)
{
    struct image im = { .w = argc > 1 ? atoi(argv[1]) : 2600, .h = argc > 2 ? atoi(argv[2]) : 2200 };
    int count = argc > 3 ? atoi(argv[3]) : 400;

    if (im.w < 2 || im.h < BANDS || count < 1 || im.w + im.h > 30000) {
        fprintf(stderr, "usage: %s [width [height [obstacles]]]\n", argv[0]);
        return 2;
    }
    struct field g = { im.w, im.h, NULL }, d2 = g;
    im.row = (byte **)rows_alloc(im.h, im.w);
    g.row = (int **)rows_alloc(im.h, im.w * sizeof(int));
    d2.row = (int **)rows_alloc(im.h, im.w * sizeof(int));
    struct stats st;

    draw(&im, count);
    column_pass(&im, &g);
    row_pass(&g, &d2);
    collect(&d2, &st);

    long check = 0;
    for (int y = 0; y < im.h; y++)
        for (int x = 0; x < im.w; x++)
            check += d2.row[y][x] * (long)((x ^ y) & 7);
    printf("largest distance %.9g at %d,%d\n", sqrt(st.maxd2), st.maxx, st.maxy);
    for (int b = 0; b < BANDS; b += 3)
        printf("band %d: mean %.12g, bins %ld %ld %ld %ld\n", b, st.mean[b], st.hist[b][0],
               st.hist[b][5], st.hist[b][20], st.hist[b][BINS - 1]);
    printf("check %ld\n", check);
    free(im.row[0]);
    free(g.row[0]);
    free(d2.row[0]);
    free(im.row);
    free(g.row);
    free(d2.row);
    return 0;
}
