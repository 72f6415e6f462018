/* seam.c - content-aware image narrowing (seam carving).
 *
 * Makes a synthetic picture, removes vertical seams of least energy from it
 * and then, after transposing it, horizontal ones.
 *     seam [width] [height] [vertical seams] [horizontal seams] [seed]
 *
 * In parallel: the energy map (rows), each row of the dynamic programme (its
 * columns; the rows follow one another, so it pays little), the shifting of
 * the rows when a seam is cut out, the generation of the picture.
 *
 * SMALL: 60 40 5 5 3
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <omp.h>

#define BAND 64

typedef struct { unsigned char r, g, b; } Pixel;

typedef struct {
    int w, h;
    int stride;
    Pixel *px;
} Image;

typedef struct {
    int *energy;      /* h * stride */
    int *cost;        /* h * stride */
    int *seam;        /* h */
} Work;

typedef struct { double x, y, r; Pixel c; } Blob;

static unsigned int state;

static int rnd(int n)
{
    state = state * 1103515245u + 12345u;
    return (int)((state >> 8) % (unsigned)n);
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (p == NULL) {
        fprintf(stderr, "seam: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static Image image_new(int w, int h)
{
    Image im = { w, h, w, NULL };
    im.px = xmalloc((size_t)w * h * sizeof(Pixel));
    return im;
}

static unsigned char clamp(double v)
{
    return v < 0 ? 0 : v > 255 ? 255 : (unsigned char)v;
}

static unsigned int grain(int x, int y)
{
    unsigned int z = (unsigned)x * 374761393u + (unsigned)y * 668265263u;
    z = (z ^ (z >> 13)) * 1274126177u;
    return (z ^ (z >> 16)) & 15;
}

static void paint(Image *im, const Blob *blob, int nblob)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++) {
        for (int x = 0; x < im->w; x++) {
            double r = 90 + 60.0 * y / im->h, g = 120, b = 200 - 90.0 * y / im->h;
            for (int k = 0; k < nblob; k++) {
                double dx = x - blob[k].x, dy = y - blob[k].y;
                double d = dx * dx + dy * dy, rr = blob[k].r * blob[k].r;
                if (d < rr) {
                    double a = 1 - d / rr;
                    r += a * (blob[k].c.r - r);
                    g += a * (blob[k].c.g - g);
                    b += a * (blob[k].c.b - b);
                }
            }
            double s = 12 * sin(x * 0.11) * sin(y * 0.07) + grain(x, y);
            Pixel *p = &im->px[(size_t)y * im->stride + x];
            p->r = clamp(r + s);
            p->g = clamp(g + s);
            p->b = clamp(b - s);
        }
    }
}

static int diff(const Pixel *a, const Pixel *b)
{
    int dr = a->r - b->r, dg = a->g - b->g, db = a->b - b->b;
    return dr * dr + dg * dg + db * db;
}

/* dual gradient energy; the borders look at the opposite side */
static void energy_map(const Image *im, int *energy)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++) {
        const Pixel *up = im->px + (size_t)(y ? y - 1 : im->h - 1) * im->stride;
        const Pixel *row = im->px + (size_t)y * im->stride;
        const Pixel *down = im->px + (size_t)(y + 1 < im->h ? y + 1 : 0) * im->stride;
        int *e = energy + (size_t)y * im->stride;
        for (int x = 0; x < im->w; x++) {
            int l = x ? x - 1 : im->w - 1, r = x + 1 < im->w ? x + 1 : 0;
            e[x] = (int)sqrt((double)(diff(&row[l], &row[r]) + diff(&up[x], &down[x])));
        }
    }
}

static void cost_row(const Image *im, const int *energy, int *cost, int y, int from, int to)
{
    const int *above = cost + (size_t)(y - 1) * im->stride;
    const int *e = energy + (size_t)y * im->stride;
    int *c = cost + (size_t)y * im->stride;
    for (int x = from; x < to; x++) {
        int m = above[x];
        if (x > 0 && above[x - 1] < m) m = above[x - 1];
        if (x + 1 < im->w && above[x + 1] < m) m = above[x + 1];
        c[x] = e[x] + m;
    }
}

static void accumulate(const Image *im, const int *energy, int *cost)
{
    memcpy(cost, energy, im->w * sizeof(int));
    /* Bands of BAND rows: first the columns are split in blocks and each block
       is done as a shrinking trapezium, which needs nothing from its
       neighbours; then the triangles left between the blocks are filled. */
    int nblk = im->w / (4 * BAND) > 0 ? im->w / (4 * BAND) : 1;
    if (nblk > omp_get_max_threads()) nblk = omp_get_max_threads();
    #pragma omp parallel
    for (int y0 = 1; y0 < im->h; y0 += BAND) {
        int y1 = y0 + BAND < im->h ? y0 + BAND : im->h;
        #pragma omp for schedule(static)
        for (int b = 0; b < nblk; b++) {
            int lo = (int)((long)im->w * b / nblk), hi = (int)((long)im->w * (b + 1) / nblk);
            for (int y = y0; y < y1; y++)
                cost_row(im, energy, cost, y, b > 0 ? lo + (y - y0) + 1 : 0,
                         b + 1 < nblk ? hi - (y - y0) - 1 : im->w);
        }
        #pragma omp for schedule(static)
        for (int b = 1; b < nblk; b++) {
            int mid = (int)((long)im->w * b / nblk);
            for (int y = y0; y < y1; y++)
                cost_row(im, energy, cost, y, mid - (y - y0) - 1, mid + (y - y0) + 1);
        }
    }
}

/* follows the cheapest seam upwards, returns its cost */
static int trace(const Image *im, const int *cost, int *seam)
{
    const int *c = cost + (size_t)(im->h - 1) * im->stride;
    int x = 0, total;
    for (int i = 1; i < im->w; i++)
        if (c[i] < c[x]) x = i;
    total = c[x];
    for (int y = im->h - 1; ; y--) {
        seam[y] = x;
        if (y == 0) return total;
        c = cost + (size_t)(y - 1) * im->stride;
        int best = x;
        if (x > 0 && c[x - 1] < c[best]) best = x - 1;
        if (x + 1 < im->w && c[x + 1] < c[best]) best = x + 1;
        x = best;
    }
}

static void cut(Image *im, const int *seam)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++) {
        Pixel *p = im->px + (size_t)y * im->stride + seam[y];
        memmove(p, p + 1, (im->w - seam[y] - 1) * sizeof(Pixel));
    }
    im->w--;
}

static Image transpose(const Image *im)
{
    Image t = image_new(im->h, im->w);
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < t.h; y++)
        for (int x = 0; x < t.w; x++)
            t.px[(size_t)y * t.stride + x] = im->px[(size_t)x * im->stride + y];
    return t;
}

static unsigned int checksum(const Image *im)
{
    unsigned int a = 1, b = 0;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            const Pixel *p = &im->px[(size_t)y * im->stride + x];
            a = (a + p->r + 3u * p->g + 7u * p->b) % 65521u;
            b = (b + a) % 65521u;
        }
    return b << 16 | a;
}

static void carve(Image *im, int seams, const char *name)
{
    Work wk;
    wk.energy = xmalloc((size_t)im->stride * im->h * sizeof(int));
    wk.cost = xmalloc((size_t)im->stride * im->h * sizeof(int));
    wk.seam = xmalloc((size_t)im->h * sizeof(int));
    for (int i = 0; i < seams && im->w > 2; i++) {
        energy_map(im, wk.energy);
        accumulate(im, wk.energy, wk.cost);
        int c = trace(im, wk.cost, wk.seam);
        if (i % (seams / 6 + 1) == 0 || i == seams - 1)
            printf("%s seam %3d: cost %6d, from %d to %d\n", name, i, c,
                   wk.seam[0], wk.seam[im->h - 1]);
        cut(im, wk.seam);
    }
    free(wk.energy);
    free(wk.cost);
    free(wk.seam);
}

static int arg(int argc, char **argv, int i, int dflt)
{
    return argc > i ? atoi(argv[i]) : dflt;
}

int main(int argc, char **argv)
{
    Blob blob[12];
    int w = arg(argc, argv, 1, 900), h = arg(argc, argv, 2, 600);
    int nv = arg(argc, argv, 3, 200), nh = arg(argc, argv, 4, 160);
    state = (unsigned)arg(argc, argv, 5, 77);

    Image im = image_new(w, h);
    for (int k = 0; k < 12; k++) {
        Blob b = { rnd(w), rnd(h), 5 + rnd(w / 6 + 1), { 0, 0, 0 } };
        b.c.r = (unsigned char)rnd(256);
        b.c.g = (unsigned char)rnd(256);
        b.c.b = (unsigned char)rnd(256);
        blob[k] = b;
    }
    paint(&im, blob, 12);
    printf("%d x %d, checksum %08x\n", im.w, im.h, checksum(&im));
    carve(&im, nv, "vertical");
    printf("%d x %d, checksum %08x\n", im.w, im.h, checksum(&im));
    Image t = transpose(&im);
    free(im.px);
    carve(&t, nh, "horizontal");
    im = transpose(&t);
    free(t.px);
    printf("%d x %d, checksum %08x\n", im.w, im.h, checksum(&im));
    free(im.px);
    return 0;
}
