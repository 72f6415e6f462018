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

/* distance to the nearest obstacle pixel in the same column */
static void column_pass(const struct image *im, struct field *g)
{
    int far = im->w + im->h;

    for (int x = 0; x < im->w; x++) {
        int d = far;
        for (int y = 0; y < im->h; y++) {
            d = im->row[y][x] ? 0 : d < far ? d + 1 : far;
            g->row[y][x] = d;
        }
        d = far;
        for (int y = im->h - 1; y >= 0; y--) {
            d = g->row[y][x] == 0 ? 0 : d < far ? d + 1 : far;
            if (d < g->row[y][x])
                g->row[y][x] = d;
        }
    }
}

/* squared distance: best column to the left or right, nearest first */
static void row_pass(const struct field *g, struct field *d2)
{
    for (int y = 0; y < g->h; y++)
        for (int x = 0; x < g->w; x++) {
            int best = g->row[y][x] * g->row[y][x];
            for (int k = 1; k * k < best; k++) {
                if (x - k < 0 && x + k >= g->w)
                    break;
                if (x - k >= 0) {
                    int c = g->row[y][x - k];
                    int d = c * c + k * k;
                    best = d < best ? d : best;
                }
                if (x + k < g->w) {
                    int c = g->row[y][x + k];
                    int d = c * c + k * k;
                    best = d < best ? d : best;
                }
            }
            d2->row[y][x] = best;
        }
}

static void collect(const struct field *d2, struct stats *s)
{
    memset(s, 0, sizeof *s);
    for (int y = 0; y < d2->h; y++) {
        int band = (int)((long)y * BANDS / d2->h);
        double sum = 0.0;
        for (int x = 0; x < d2->w; x++) {
            double d = sqrt((double)d2->row[y][x]);
            int bin = (int)(d + 0.5);
            s->hist[band][bin < BINS ? bin : BINS - 1]++;
            sum += d;
            if (d2->row[y][x] > s->maxd2) {
                s->maxd2 = d2->row[y][x];
                s->maxx = x;
                s->maxy = y;
            }
        }
        s->mean[band] += sum / d2->w;
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
