// Particle sizing in a shading-corrected microscope picture.
//   flat field -> 3x3 median -> two-level threshold -> 8-connected blobs by runs
// Prints a size table and digests of the blob list (raster order of first pixel).
// usage: blobs [width [height [particles]]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <omp.h>

typedef unsigned char u8;

typedef struct {
    int w, h;
    u8 *px;
} Image;

typedef struct {
    int row, x0, x1;            // x1 exclusive
    int parent;
} Run;

typedef struct {
    Run *v;
    int n, cap;
} RunList;

typedef struct {
    int32_t area, xmin, xmax, ymin, ymax, strong;
    int64_t sx, sy, sxx, syy, sxy, light;
} Blob;

enum { LOW = 96, HIGH = 150, MINAREA = 6 };

static void die(const char *what) {
    fprintf(stderr, "blobs: %s\n", what);
    exit(2);
}

static Image imgNew(int w, int h) {
    Image im = { w, h, calloc((size_t)w, (size_t)h) };
    if (!im.px) die("no memory for image");
    return im;
}

static uint32_t mix(uint32_t x) {
    x ^= x >> 16; x *= 0x7feb352dU;
    x ^= x >> 15; x *= 0x846ca68bU;
    return x ^ (x >> 16);
}

static uint32_t lcg = 77;
static int pick(int n) {
    lcg = lcg * 1664525u + 1013904223u;
    return (int)((lcg >> 8) % (uint32_t)n);
}

static void drawParticle(Image *im, int cx, int cy, int a, int b, int lum) {
    for (int y = -b; y <= b; y++)
        for (int x = -a; x <= a; x++) {
            if (cx + x < 0 || cx + x >= im->w || cy + y < 0 || cy + y >= im->h) continue;
            if (x * x * b * b + y * y * a * a > a * a * b * b) continue;
            im->px[(size_t)(cy + y) * im->w + cx + x] = (u8)lum;
        }
}

static void addNoiseAndShade(Image *im) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            size_t i = (size_t)y * im->w + x;
            uint32_t r = mix((uint32_t)i);
            int v = im->px[i] + (int)(r & 31) + (int)(r >> 8 & 31);
            if ((r >> 20) % 61 == 0)
                v = 255;                                // hot pixel
            im->px[i] = (u8)(v * (128 + x * 64 / im->w + y * 64 / im->h) / 256);
        }
}

static void flatField(Image *im) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            size_t i = (size_t)y * im->w + x;
            int v = im->px[i] * 256 / (128 + x * 64 / im->w + y * 64 / im->h);
            im->px[i] = v > 255 ? 255 : (u8)v;
        }
}

static void median3(const Image *in, Image *out) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < in->h; y++) {
        for (int x = 0; x < in->w; x++) {
            u8 s[9];
            int n = 0;
            for (int j = y - 1; j <= y + 1; j++)
                for (int i = x - 1; i <= x + 1; i++) {
                    if (j < 0 || j >= in->h || i < 0 || i >= in->w) continue;
                    u8 v = in->px[(size_t)j * in->w + i];
                    int k = n++;
                    while (k > 0 && s[k - 1] > v) {
                        s[k] = s[k - 1];
                        k--;
                    }
                    s[k] = v;
                }
            out->px[(size_t)y * in->w + x] = s[n / 2];
        }
    }
}

static int root(Run *v, int i) {
    while (v[i].parent != i) {
        v[i].parent = v[v[i].parent].parent;
        i = v[i].parent;
    }
    return i;
}

static void unite(Run *v, int a, int b) {
    a = root(v, a);
    b = root(v, b);
    if (a < b) v[b].parent = a;
    else v[a].parent = b;
}

static void addRun(RunList *l, int row, int x0, int x1) {
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 1024;
        l->v = realloc(l->v, l->cap * sizeof *l->v);
        if (!l->v) die("no memory for runs");
    }
    l->v[l->n] = (Run){ row, x0, x1, l->n };
    l->n++;
}

static void joinRows(Run *v, int up, int upEnd, int cur, int curEnd) {
    while (up < upEnd && cur < curEnd) {
        if (v[up].x1 >= v[cur].x0 && v[cur].x1 >= v[up].x0)     // 8-neighbours
            unite(v, up, cur);
        if (v[up].x1 < v[cur].x1) up++;
        else cur++;
    }
}

// rows [y0,y1) only; *head and *tail: runs of the first row, start of the last row's
static void findRuns(const Image *im, RunList *l, int y0, int y1, int *head, int *tail) {
    int prev = 0, cur = 0;
    for (int y = y0; y < y1; y++) {
        const u8 *p = im->px + (size_t)y * im->w;
        for (int x = 0; x < im->w; ) {
            while (x < im->w && p[x] < LOW) x++;
            int start = x;
            while (x < im->w && p[x] >= LOW) x++;
            if (x > start) addRun(l, y, start, x);
        }
        joinRows(l->v, prev, cur, cur, l->n);
        prev = cur;
        cur = l->n;
        if (y == y0) *head = cur;
    }
    *tail = prev;
}

// one strip per thread, then the lists are put together and joined at the seams;
// the smallest run stays the root, so that the labels are those of one pass
static void labelStrips(const Image *im, RunList *l) {
    int ns = omp_get_max_threads();
    if (ns > im->h) ns = im->h;
    RunList *part = calloc(ns, sizeof *part);
    int *head = calloc(ns, sizeof *head), *tail = calloc(ns, sizeof *tail);
    int *base = calloc(ns + 1, sizeof *base);
    if (!part || !head || !tail || !base) die("no memory for strips");
#pragma omp parallel for schedule(static, 1)
    for (int s = 0; s < ns; s++)
        findRuns(im, &part[s], (int)((int64_t)im->h * s / ns), (int)((int64_t)im->h * (s + 1) / ns),
                 &head[s], &tail[s]);
    for (int s = 0; s < ns; s++) base[s + 1] = base[s] + part[s].n;
    l->n = l->cap = base[ns];
    l->v = malloc((l->n + 1) * sizeof *l->v);
    if (!l->v) die("no memory for runs");
#pragma omp parallel for schedule(static, 1)
    for (int s = 0; s < ns; s++)
        for (int i = 0; i < part[s].n; i++) {
            l->v[base[s] + i] = part[s].v[i];
            l->v[base[s] + i].parent += base[s];
        }
    for (int s = 1; s < ns; s++)
        joinRows(l->v, base[s - 1] + tail[s - 1], base[s], base[s], base[s] + head[s]);
    for (int s = 0; s < ns; s++) free(part[s].v);
    free(part); free(head); free(tail); free(base);
}

static void measure(const Image *im, Run r, Blob *b) {
    if (b->area == 0) *b = (Blob){ .xmin = r.x0, .xmax = r.x1 - 1, .ymin = r.row, .ymax = r.row };
    if (r.x0 < b->xmin) b->xmin = r.x0;
    if (r.x1 - 1 > b->xmax) b->xmax = r.x1 - 1;
    b->ymax = r.row;
    b->area += r.x1 - r.x0;
    for (int x = r.x0; x < r.x1; x++) {
        u8 v = im->px[(size_t)r.row * im->w + x];
        b->strong += v >= HIGH;
        b->light += v;
        b->sx += x; b->sy += r.row;
        b->sxx += (int64_t)x * x; b->sxy += (int64_t)x * r.row; b->syy += (int64_t)r.row * r.row;
    }
}

int main(int argc, char **argv) {
    int w = argc > 1 ? atoi(argv[1]) : 2600, h = argc > 2 ? atoi(argv[2]) : 2000;
    int count = argc > 3 ? atoi(argv[3]) : 9000;
    if (w < 8 || h < 8 || count < 0) die("usage: blobs [width [height [particles]]]");
    Image raw = imgNew(w, h), img = imgNew(w, h);
    for (int k = 0; k < count; k++) {
        int cx = pick(w), cy = pick(h), a = 2 + pick(9), b = 2 + pick(9);
        drawParticle(&raw, cx, cy, a, b, 60 + pick(110));
    }
    addNoiseAndShade(&raw);
    flatField(&raw);
    median3(&raw, &img);
    RunList runs = { 0 };
    labelStrips(&img, &runs);
    Blob *blob = calloc(runs.n + 1, sizeof *blob);
    if (!blob) die("no memory for blobs");
    for (int i = 0; i < runs.n; i++) measure(&img, runs.v[i], &blob[root(runs.v, i)]);
    int hist[12] = { 0 }, kept = 0, weak = 0, tiny = 0;
    uint64_t geo = 7, mom = 7;
    for (int i = 0; i < runs.n; i++) {
        const Blob *b = &blob[i];
        if (b->area == 0) continue;
        if (b->area < MINAREA) { tiny++; continue; }
        if (b->strong == 0) { weak++; continue; }       // never above the high level
        int bin = 0;
        for (int s = b->area; s > 7 && bin < 11; s /= 2) bin++;
        hist[bin]++;
        kept++;
        geo = geo * 1000003u + (uint64_t)(b->area * 31 + b->xmin * 7 + b->xmax * 5 + b->ymin * 3 + b->ymax);
        int64_t u20 = b->sxx - b->sx * b->sx / b->area, u02 = b->syy - b->sy * b->sy / b->area;
        mom = mom * 1000003u + (uint64_t)(u20 ^ (u02 << 20) ^ b->light ^ (b->sxy << 3));
    }
    printf("runs %d kept %d weak %d tiny %d\nsizes", runs.n, kept, weak, tiny);
    for (int k = 0; k < 12; k++) printf(" %d", hist[k]);
    printf("\ngeometry %016llx\nmoments  %016llx\n", (unsigned long long)geo, (unsigned long long)mom);
    free(blob); free(runs.v); free(raw.px); free(img.px);
    return 0;
}
