/* blobs: synthetic micrograph -> median filter -> Otsu threshold -> connected
 * components, with per-object statistics.   blobs [width height ncells seed] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct image { int w, h; unsigned char *px; };

struct object {
    int area, xmin, ymin, xmax, ymax, perim;
    long sx, sy, mass;
};

static unsigned int prng;

static unsigned int next_random(void)
{
    prng ^= prng << 13;
    prng ^= prng >> 17;
    prng ^= prng << 5;
    return prng;
}

static struct image *new_image(int w, int h)
{
    struct image *im = malloc(sizeof(*im));
    if (im == NULL || (im->px = calloc((size_t)w * h, 1)) == NULL) {
        perror("blobs");
        exit(1);
    }
    im->w = w, im->h = h;
    return im;
}

static void delete_image(struct image *im)
{
    free(im->px);
    free(im);
}

static unsigned char *pixel(const struct image *im, int x, int y)
{
    return im->px + (size_t)y * im->w + x;
}

static void draw_cell(struct image *im, int cx, int cy, int rad, int level)
{
    for (int y = cy - rad; y <= cy + rad; y++)
        for (int x = cx - rad; x <= cx + rad; x++) {
            int d2 = (x - cx) * (x - cx) + (y - cy) * (y - cy);
            if (x < 0 || y < 0 || x >= im->w || y >= im->h || d2 > rad * rad)
                continue;
            unsigned char *p = pixel(im, x, y);
            int v = level - level * d2 / (2 * rad * rad);
            if (v > *p)
                *p = v;
        }
}

static struct image *synthesize(int w, int h, int ncells)
{
    struct image *im = new_image(w, h);
    memset(im->px, 60, (size_t)w * h);
    for (int i = 0; i < ncells; i++) {
        int x = next_random() % w, y = next_random() % h;
        int r = 4 + next_random() % 18;
        draw_cell(im, x, y, r, 130 + next_random() % 110);
    }
    for (size_t i = 0; i < (size_t)w * h; i++) {
        unsigned int r = next_random();
        int v = im->px[i] + (int)(r & 31) + (int)(r >> 8 & 31) - 31;
        if ((r >> 16) % 29 == 0)
            v = r >> 31 ? 255 : 0;                     /* salt and pepper */
        im->px[i] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
    return im;
}

/* Huang's sliding histogram median, window clipped at the borders */
static void median_filter(const struct image *in, struct image *out, int rad)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int y = 0; y < in->h; y++) {
        int hist[256];
        int y0 = y - rad < 0 ? 0 : y - rad, y1 = y + rad >= in->h ? in->h - 1 : y + rad;
        int count = 0, below = 0, med = 0;
        memset(hist, 0, sizeof(hist));
        for (int x = -rad; x < in->w; x++) {
            int add = x + rad, drop = x - rad - 1;
            if (add < in->w)
                for (int v = y0; v <= y1; v++) {
                    int g = *pixel(in, add, v);
                    hist[g]++, count++;
                    below += g < med;
                }
            if (drop >= 0)
                for (int v = y0; v <= y1; v++) {
                    int g = *pixel(in, drop, v);
                    hist[g]--, count--;
                    below -= g < med;
                }
            if (x < 0)
                continue;
            while (below > count / 2)
                below -= hist[--med];
            while (below + hist[med] <= count / 2)
                below += hist[med++];
            *pixel(out, x, y) = med;
        }
    }
}

static int otsu(const struct image *im)
{
    long hist[256] = { 0 };
    double total = (double)im->w * im->h, sum = 0, sumb = 0, wb = 0, best = -1;
    int thr = 0;
#pragma omp parallel for reduction(+:hist)
    for (size_t i = 0; i < (size_t)im->w * im->h; i++)
        hist[im->px[i]]++;
    for (int i = 0; i < 256; i++)
        sum += i * (double)hist[i];
    for (int i = 0; i < 256; i++) {
        wb += hist[i];
        if (wb == 0 || wb == total)
            continue;
        sumb += i * (double)hist[i];
        double d = sumb / wb - (sum - sumb) / (total - wb);
        double between = wb * (total - wb) * d * d;
        if (between > best)
            best = between, thr = i;
    }
    return thr;
}

static int find_root(int *parent, int i)
{
    int r = i;
    while (parent[r] != r)
        r = parent[r];
    while (parent[i] != r) {
        int next = parent[i];
        parent[i] = r;
        i = next;
    }
    return r;
}

static void join(int *parent, int a, int b)
{
    a = find_root(parent, a), b = find_root(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

/* 8-connected labelling; parent[] is indexed by pixel and ends up pointing at
 * the first pixel (raster order) of each object.  Returns number of objects. */
static int label(const struct image *im, int thr, int *parent, int *number)
{
    int w = im->w, h = im->h, n = 0, strips = 4;
    int first[5] = { 0 };

    /* strips on their own, then stitch the seams; roots stay raster-first */
#pragma omp parallel for schedule(dynamic, 1)
    for (int s = 0; s < strips; s++) {
        int ya = (int)((long)h * s / strips), yb = (int)((long)h * (s + 1) / strips);
        for (int y = ya; y < yb; y++)
            for (int x = 0; x < w; x++) {
                int i = y * w + x;
                parent[i] = i;
                if (im->px[i] <= thr)
                    continue;
                if (x > 0 && im->px[i - 1] > thr)
                    join(parent, i, i - 1);
                for (int dx = -1; y > ya && dx <= 1; dx++)
                    if (x + dx >= 0 && x + dx < w && im->px[i - w + dx] > thr)
                        join(parent, i, i - w + dx);
            }
    }
    for (int s = 1; s < strips; s++) {
        int y = (int)((long)h * s / strips);
        for (int x = 0; y > 0 && x < w; x++)
            for (int dx = -1; dx <= 1; dx++)
                if (im->px[y * w + x] > thr && x + dx >= 0 && x + dx < w &&
                    im->px[(y - 1) * w + x + dx] > thr)
                    join(parent, y * w + x, (y - 1) * w + x + dx);
    }
    /* number the roots strip by strip, then everyone looks up its root */
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (int s = 0; s < strips; s++) {
            int c = 0;
            for (int i = (int)((long)h * s / strips) * w; i < (int)((long)h * (s + 1) / strips) * w; i++)
                c += im->px[i] > thr && parent[i] == i;
            first[s + 1] = c;
        }
#pragma omp single
        for (int s = 0; s < strips; s++)
            first[s + 1] += first[s];
#pragma omp for schedule(static, 1)
        for (int s = 0; s < strips; s++) {
            int c = first[s];
            for (int i = (int)((long)h * s / strips) * w; i < (int)((long)h * (s + 1) / strips) * w; i++)
                if (im->px[i] > thr && parent[i] == i)
                    number[i] = c++;
        }
#pragma omp for schedule(static)
        for (int i = 0; i < w * h; i++)
            if (im->px[i] <= thr) {
                number[i] = -1;
            } else if (parent[i] != i) {
                int r = parent[i];
                while (parent[r] != r)
                    r = parent[r];
                number[i] = number[r];
            }
    }
    n = first[strips];
    return n;
}

static void absorb(struct object *d, const struct object *o)
{
    d->area += o->area;
    d->sx += o->sx;
    d->sy += o->sy;
    d->mass += o->mass;
    d->perim += o->perim;
    if (o->xmin < d->xmin) d->xmin = o->xmin;
    if (o->xmax > d->xmax) d->xmax = o->xmax;
    if (o->ymin < d->ymin) d->ymin = o->ymin;
    if (o->ymax > d->ymax) d->ymax = o->ymax;
}

static void measure(const struct image *raw, const int *number, struct object *obj, int nobj)
{
    int w = raw->w, h = raw->h;
    for (int k = 0; k < nobj; k++)
        obj[k].xmin = obj[k].ymin = 1 << 30;
#pragma omp parallel
    {
        struct object *mine = calloc(nobj + 1, sizeof(*mine));
        if (!mine) {
            perror("blobs");
            exit(1);
        }
        for (int k = 0; k < nobj; k++)
            mine[k].xmin = mine[k].ymin = 1 << 30;
#pragma omp for schedule(static)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                int i = y * w + x;
                if (number[i] < 0)
                    continue;
                struct object *o = &mine[number[i]];
                o->area++;
                o->sx += x;
                o->sy += y;
                o->mass += raw->px[i];
                o->perim += x == 0 || x == w - 1 || y == 0 || y == h - 1 || number[i - 1] < 0 ||
                            number[i + 1] < 0 || number[i - w] < 0 || number[i + w] < 0;
                if (x < o->xmin) o->xmin = x;
                if (x > o->xmax) o->xmax = x;
                if (y < o->ymin) o->ymin = y;
                if (y > o->ymax) o->ymax = y;
            }
#pragma omp critical
        for (int k = 0; k < nobj; k++)
            absorb(&obj[k], &mine[k]);
        free(mine);
    }
}

static int larger(const void *p, const void *q)
{
    const struct object *a = p, *b = q;
    if (a->area != b->area)
        return a->area > b->area ? -1 : 1;
    if (a->ymin != b->ymin)
        return a->ymin < b->ymin ? -1 : 1;
    return (a->xmin > b->xmin) - (a->xmin < b->xmin);
}

int main(int argc, char *argv[])
{
    int w = argc > 1 ? atoi(argv[1]) : 3200, h = argc > 2 ? atoi(argv[2]) : 2400;
    int ncells = argc > 3 ? atoi(argv[3]) : 6500, rad = 9, thr, n, small = 0;
    prng = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 0) | 1u : 0xC0FFEEu;
    if (w < 16 || h < 16 || (long)w * h > 200000000L)
        return fputs("blobs: bad size\n", stderr), 1;

    struct image *raw = synthesize(w, h, ncells), *med = new_image(w, h), *tmp = new_image(w, h);
    int *parent = malloc(sizeof(int) * w * h), *number = malloc(sizeof(int) * w * h);
    if (!parent || !number)
        return perror("blobs"), 1;
    median_filter(raw, tmp, rad);
    median_filter(tmp, med, rad / 2);
    thr = otsu(med);
    n = label(med, thr, parent, number);
    struct object *obj = calloc(n + 1, sizeof(*obj));
    if (!obj)
        return perror("blobs"), 1;
    measure(raw, number, obj, n);
    qsort(obj, n, sizeof(*obj), larger);
    for (int k = 0; k < n; k++)
        small += obj[k].area < 50;
    printf("%dx%d  threshold %d  objects %d (%d small)\n", w, h, thr, n, small);
    for (int k = 0; k < n; k += k < 12 ? 1 : n / 10 + 1) {
        const struct object *o = &obj[k];
        printf("%4d: area %6d at (%8.2f,%8.2f) box %d..%d x %d..%d round %.4f mean %.2f\n", k, o->area,
               (double)o->sx / o->area, (double)o->sy / o->area, o->xmin, o->xmax, o->ymin, o->ymax,
               12.566370614 * o->area / ((double)o->perim * o->perim), (double)o->mass / o->area);
    }
    delete_image(raw), delete_image(med), delete_image(tmp);
    free(parent), free(number), free(obj);
    return 0;
}
