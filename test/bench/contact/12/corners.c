/* corners.c : Harris corner detection, binary descriptors and matching
   between two views of a synthetic scene.   usage: corners [width height] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define NBITS   256
#define PATCH   14
#define KRADIUS 4

typedef struct {
    int w, h;
    float **row;            /* row[y][x] */
} Image;

typedef struct {
    int x, y;
    float strength;
    unsigned bits[NBITS / 32];
} Corner;

typedef struct {
    Corner *item;
    int n, cap;
} CornerList;

static int pairs[NBITS][4];
static float kernel[2 * KRADIUS + 1];

static void die(const char *msg)
{
    fprintf(stderr, "corners: %s\n", msg);
    exit(1);
}

static Image *image_new(int w, int h)
{
    Image *im = malloc(sizeof *im);
    if (!im) die("memory");
    im->w = w;
    im->h = h;
    im->row = malloc(h * sizeof(float *));
    if (!im->row) die("memory");
    for (int y = 0; y < h; y++) {
        im->row[y] = calloc(w, sizeof(float));
        if (!im->row[y]) die("memory");
    }
    return im;
}

static void image_free(Image *im)
{
    for (int y = 0; y < im->h; y++)
        free(im->row[y]);
    free(im->row);
    free(im);
}

static unsigned state = 7;
static int irand(int n)
{
    state = state * 1103515245u + 12345u;
    return (int)((state >> 10) % (unsigned)n);
}

/* noise that depends on the position only */
static float noise(int x, int y, unsigned salt)
{
    unsigned k = (unsigned)x * 374761393u + (unsigned)y * 668265263u + salt * 2246822519u;
    k = (k ^ (k >> 13)) * 1274126177u;
    return (float)((k >> 16) & 255) / 255.0f - 0.5f;
}

/* the scene: many rectangles, view shifted by (dx,dy) */
static void draw_scene(Image *im, int dx, int dy, unsigned salt)
{
    int nrect = im->w * im->h / 1500 + 10;
    state = 7;
    for (int k = 0; k < nrect; k++) {
        int x0 = irand(im->w) - 20 + dx, y0 = irand(im->h) - 20 + dy;
        int w = 6 + irand(40), h = 6 + irand(40), c = irand(256);
        for (int y = y0 < 0 ? 0 : y0; y < y0 + h && y < im->h; y++)
            for (int x = x0 < 0 ? 0 : x0; x < x0 + w && x < im->w; x++)
                im->row[y][x] = (float)c;
    }
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            im->row[y][x] += 8 * noise(x, y, salt);
}

static int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static void blur(const Image *src, Image *dst, Image *tmp)
{
    int w = src->w, h = src->h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int k = -KRADIUS; k <= KRADIUS; k++)
                s += kernel[k + KRADIUS] * src->row[y][clampi(x + k, 0, w - 1)];
            tmp->row[y][x] = s;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int k = -KRADIUS; k <= KRADIUS; k++)
                s += kernel[k + KRADIUS] * tmp->row[clampi(y + k, 0, h - 1)][x];
            dst->row[y][x] = s;
        }
}

static void gradients(const Image *im, Image *xx, Image *yy, Image *xy)
{
    for (int y = 1; y < im->h - 1; y++) {
        const float *a = im->row[y - 1], *b = im->row[y], *c = im->row[y + 1];
        for (int x = 1; x < im->w - 1; x++) {
            float gx = a[x + 1] + 2 * b[x + 1] + c[x + 1] - a[x - 1] - 2 * b[x - 1] - c[x - 1];
            float gy = c[x - 1] + 2 * c[x] + c[x + 1] - a[x - 1] - 2 * a[x] - a[x + 1];
            xx->row[y][x] = gx * gx / 64;
            yy->row[y][x] = gy * gy / 64;
            xy->row[y][x] = gx * gy / 64;
        }
    }
}

static float harris(Image *xx, Image *yy, Image *xy, Image *resp)
{
    float best = 0;
    for (int y = 0; y < resp->h; y++)
        for (int x = 0; x < resp->w; x++) {
            float a = xx->row[y][x], b = yy->row[y][x], c = xy->row[y][x];
            float r = a * b - c * c - 0.05f * (a + b) * (a + b);
            resp->row[y][x] = r;
            if (r > best)
                best = r;
        }
    return best;
}

static void push(CornerList *l, int x, int y, float s)
{
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 16;
        l->item = realloc(l->item, l->cap * sizeof(Corner));
        if (!l->item) die("memory");
    }
    Corner *c = &l->item[l->n++];
    memset(c, 0, sizeof *c);
    c->x = x;
    c->y = y;
    c->strength = s;
}

static int is_peak(const Image *r, int x, int y)
{
    float v = r->row[y][x];
    for (int j = -4; j <= 4; j++)
        for (int i = -4; i <= 4; i++)
            if (r->row[y + j][x + i] > v || (r->row[y + j][x + i] == v && (j < 0 || (j == 0 && i < 0))))
                return 0;
    return 1;
}

static void find_corners(const Image *resp, float thresh, CornerList *out)
{
    for (int y = PATCH + 1; y < resp->h - PATCH - 1; y++)
        for (int x = PATCH + 1; x < resp->w - PATCH - 1; x++)
            if (resp->row[y][x] > thresh && is_peak(resp, x, y))
                push(out, x, y, resp->row[y][x]);
}

static void describe(const Image *im, Corner *c)
{
    for (int k = 0; k < NBITS; k++) {
        float a = im->row[c->y + pairs[k][1]][c->x + pairs[k][0]];
        float b = im->row[c->y + pairs[k][3]][c->x + pairs[k][2]];
        if (a < b)
            c->bits[k / 32] |= 1u << (k % 32);
    }
}

static int distance(const Corner *a, const Corner *b)
{
    int d = 0;
    for (int k = 0; k < NBITS / 32; k++) {
        unsigned v = a->bits[k] ^ b->bits[k];
        while (v) {
            v &= v - 1;
            d++;
        }
    }
    return d;
}

static void detect(const Image *im, CornerList *out)
{
    Image *sm = image_new(im->w, im->h), *tmp = image_new(im->w, im->h);
    Image *xx = image_new(im->w, im->h), *yy = image_new(im->w, im->h), *xy = image_new(im->w, im->h);
    Image *resp = image_new(im->w, im->h);
    blur(im, sm, tmp);
    gradients(sm, xx, yy, xy);
    blur(xx, xx, tmp);
    blur(yy, yy, tmp);
    blur(xy, xy, tmp);
    float best = harris(xx, yy, xy, resp);
    find_corners(resp, 0.002f * best, out);
    for (int i = 0; i < out->n; i++)
        describe(sm, &out->item[i]);
    image_free(sm);
    image_free(tmp);
    image_free(xx);
    image_free(yy);
    image_free(xy);
    image_free(resp);
}

/* best match of every corner of a in b, with ratio test */
static int match_all(const CornerList *a, const CornerList *b, int *match)
{
    int good = 0;
    for (int i = 0; i < a->n; i++) {
        int d1 = NBITS + 1, d2 = NBITS + 1, arg = -1;
        for (int j = 0; j < b->n; j++) {
            int d = distance(&a->item[i], &b->item[j]);
            if (d < d1) {
                d2 = d1;
                d1 = d;
                arg = j;
            } else if (d < d2)
                d2 = d;
        }
        match[i] = -1;
        if (arg >= 0 && d1 < 60 && d1 * 10 < d2 * 8) {
            match[i] = arg;
            good++;
        }
    }
    return good;
}

static void summary(const char *name, const CornerList *l)
{
    double s = 0;
    unsigned h = 0;
    for (int i = 0; i < l->n; i++) {
        s += l->item[i].strength;
        for (int k = 0; k < NBITS / 32; k++)
            h = h * 31 + l->item[i].bits[k];
        h = h * 31 + (unsigned)(l->item[i].x * 65536 + l->item[i].y);
    }
    printf("%s: %d corners, strength %.6e, hash %08x\n", name, l->n, s, h);
}

int main(int argc, char **argv)
{
    int w = 1600, h = 1200;
    if (argc == 3) {
        w = atoi(argv[1]);
        h = atoi(argv[2]);
    }
    if (w < 64 || h < 64) die("image too small");
    float ks = 0;
    for (int k = -KRADIUS; k <= KRADIUS; k++)
        ks += kernel[k + KRADIUS] = expf(-(float)(k * k) / 4.5f);
    for (int k = 0; k <= 2 * KRADIUS; k++)
        kernel[k] /= ks;
    for (int k = 0; k < NBITS; k++)
        for (int i = 0; i < 4; i++)
            pairs[k][i] = irand(2 * PATCH + 1) - PATCH;

    Image *a = image_new(w, h), *b = image_new(w, h);
    draw_scene(a, 0, 0, 1);
    draw_scene(b, 11, -7, 2);
    CornerList ca = { 0 }, cb = { 0 };
    detect(a, &ca);
    detect(b, &cb);
    summary("view 1", &ca);
    summary("view 2", &cb);

    int *match = malloc((ca.n + 1) * sizeof(int));
    if (!match) die("memory");
    int good = match_all(&ca, &cb, match), right = 0;
    long sx = 0, sy = 0;
    for (int i = 0; i < ca.n; i++)
        if (match[i] >= 0) {
            int dx = cb.item[match[i]].x - ca.item[i].x, dy = cb.item[match[i]].y - ca.item[i].y;
            sx += dx;
            sy += dy;
            if (abs(dx - 11) <= 1 && abs(dy + 7) <= 1)
                right++;
        }
    printf("%d matches, %d correct, mean shift %.3f %.3f\n", good, right,
           good ? (double)sx / good : 0.0, good ? (double)sy / good : 0.0);
    free(match);
    free(ca.item);
    free(cb.item);
    image_free(a);
    image_free(b);
    return 0;
}
