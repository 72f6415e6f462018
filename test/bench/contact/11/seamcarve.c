/*
 * seamcarve - content aware image narrowing.
 *
 * Repeatedly computes a gradient energy map, finds the cheapest vertical seam
 * by dynamic programming and removes it. To be quicker, several disjoint
 * seams may be taken out of one cost map.
 *
 * usage: seamcarve [width height [seams [seams_per_pass]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct { unsigned char r, g, b; } Pixel;

typedef struct {
    int w, h, stride;
    Pixel *px;
} Picture;

typedef struct {
    int w, h;
    int **energy;       /* row tables, allocated for the original width */
    int **cost;
    signed char **step; /* -1, 0, +1 to the row above */
    int *seam;
    unsigned char *row_used;
} Carver;

static unsigned state = 0x1234567u;

static unsigned rnd(void)
{
    state = state * 1103515245u + 12345u;
    return state >> 16;
}

static void fail(const char *what)
{
    fprintf(stderr, "seamcarve: %s\n", what);
    exit(EXIT_FAILURE);
}

static void **alloc_rows(int w, int h, size_t elem)
{
    void **rows = malloc(h * sizeof *rows);
    char *block = malloc((size_t)w * h * elem);
    if (!rows || !block)
        fail("out of memory");
    for (int y = 0; y < h; y++)
        rows[y] = block + (size_t)y * w * elem;
    return rows;
}

static void free_rows(void *table)
{
    void **rows = table;
    free(rows[0]);
    free(rows);
}

static unsigned char clamp255(double v)
{
    return v < 0 ? 0 : v > 255 ? 255 : (unsigned char)v;
}

static Picture make_picture(int w, int h)
{
    Picture p = { w, h, w, malloc((size_t)w * h * sizeof(Pixel)) };
    if (!p.px)
        fail("out of memory");
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            Pixel *q = &p.px[(size_t)y * w + x];
            double sky = 200.0 - 120.0 * y / h;
            double hill = h * (0.6 + 0.12 * sin(x * 6.0 / w) + 0.04 * sin(x * 0.05));
            int noise = (int)(rnd() % 16);
            if (y < hill) {
                q->r = clamp255(sky * 0.5 + noise);
                q->g = clamp255(sky * 0.8 + noise);
                q->b = clamp255(sky + 40);
            } else {
                double tex = 30.0 * sin(x * 0.7) * cos(y * 0.9);
                q->r = clamp255(90 + tex + noise);
                q->g = clamp255(130 + tex);
                q->b = clamp255(40 + noise * 3);
            }
        }
    }
    for (int k = 0; k < 12; k++) {              /* a few solid objects */
        int ow = 10 + rnd() % (w / 12 + 1), oh = 10 + rnd() % (h / 4 + 1);
        int ox = rnd() % w, oy = rnd() % h;
        Pixel c = { rnd() & 255, rnd() & 255, rnd() & 255 };
        for (int y = oy; y < oy + oh && y < h; y++)
            for (int x = ox; x < ox + ow && x < w; x++)
                p.px[(size_t)y * w + x] = c;
    }
    return p;
}

static void carver_init(Carver *c, int w, int h)
{
    c->w = w;
    c->h = h;
    c->energy = (int **)alloc_rows(w, h, sizeof(int));
    c->cost = (int **)alloc_rows(w, h, sizeof(int));
    c->step = (signed char **)alloc_rows(w, h, 1);
    c->seam = malloc(h * sizeof *c->seam);
    c->row_used = malloc((size_t)w * h);
    if (!c->seam || !c->row_used)
        fail("out of memory");
}

static void carver_free(Carver *c)
{
    free_rows(c->energy);
    free_rows(c->cost);
    free_rows(c->step);
    free(c->seam);
    free(c->row_used);
}

static const Pixel *pixel_at(const Picture *p, int x, int y)
{
    if (x < 0) x = 0;
    if (y < 0) y = 0;
    if (x >= p->w) x = p->w - 1;
    if (y >= p->h) y = p->h - 1;
    return &p->px[(size_t)y * p->stride + x];
}

static int contrast(const Pixel *a, const Pixel *b)
{
    int dr = a->r - b->r, dg = a->g - b->g, db = a->b - b->b;
    return dr * dr + dg * dg + db * db;
}

static void compute_energy(Carver *c, const Picture *p)
{
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            int gx = contrast(pixel_at(p, x - 1, y), pixel_at(p, x + 1, y));
            int gy = contrast(pixel_at(p, x, y - 1), pixel_at(p, x, y + 1));
            c->energy[y][x] = (int)(16.0 * sqrt((double)(gx + gy)));
        }
}

static void accumulate(Carver *c, int w)
{
    for (int x = 0; x < w; x++) {
        c->cost[0][x] = c->energy[0][x];
        c->step[0][x] = 0;
    }
    for (int y = 1; y < c->h; y++) {
        const int *up = c->cost[y - 1];
        for (int x = 0; x < w; x++) {
            int best = up[x], s = 0;
            if (x > 0 && up[x - 1] < best) {
                best = up[x - 1];
                s = -1;
            }
            if (x + 1 < w && up[x + 1] < best) {
                best = up[x + 1];
                s = 1;
            }
            c->cost[y][x] = c->energy[y][x] + best;
            c->step[y][x] = (signed char)s;
        }
    }
}

/* Follow the cheapest seam that ends in a free column; 0 if it runs into
 * a seam that was already taken in this pass. */
static int trace(Carver *c, int w, int *total)
{
    int y = c->h - 1, x = -1;
    for (int i = 0; i < w; i++)
        if (!c->row_used[(size_t)y * c->w + i] && (x < 0 || c->cost[y][i] < c->cost[y][x]))
            x = i;
    if (x < 0)
        return 0;
    *total = c->cost[y][x];
    for (; y >= 0; y--) {
        if (c->row_used[(size_t)y * c->w + x]) {
            c->row_used[(size_t)(c->h - 1) * c->w + c->seam[c->h - 1]] = 2;
            return 0;
        }
        c->seam[y] = x;
        x += c->step[y][x];
    }
    for (y = 0; y < c->h; y++)
        c->row_used[(size_t)y * c->w + c->seam[y]] = 1;
    return 1;
}

static void remove_marked(const Carver *c, Picture *p, int count)
{
    for (int y = 0; y < p->h; y++) {
        Pixel *row = p->px + (size_t)y * p->stride;
        const unsigned char *used = c->row_used + (size_t)y * c->w;
        int k = 0;
        for (int x = 0; x < p->w; x++)
            if (used[x] != 1)
                row[k++] = row[x];
    }
    p->w -= count;
}

int main(int argc, char **argv)
{
    int w = 1000, h = 640, seams = 120, per_pass = 3;
    if (argc > 2) { w = atoi(argv[1]); h = atoi(argv[2]); }
    if (argc > 3) seams = atoi(argv[3]);
    if (argc > 4) per_pass = atoi(argv[4]);
    if (argc == 2 || w < 16 || h < 16 || seams < 1 || seams > w - 8 || per_pass < 1) {
        fprintf(stderr, "usage: %s [width height [seams [seams_per_pass]]]\n", argv[0]);
        return 2;
    }

    Picture pic = make_picture(w, h);
    Carver cv;
    carver_init(&cv, w, h);
    long long removed_energy = 0;
    int done = 0, passes = 0, first = -1, last = 0;
    while (done < seams) {
        int want = seams - done < per_pass ? seams - done : per_pass;
        int got = 0, tries = 0, total = 0;
        compute_energy(&cv, &pic);
        accumulate(&cv, pic.w);
        memset(cv.row_used, 0, (size_t)cv.w * cv.h);
        while (got < want && tries++ < 8 * want) {
            if (!trace(&cv, pic.w, &total))
                continue;
            got++;
            removed_energy += total;
            if (first < 0)
                first = total;
            last = total;
        }
        remove_marked(&cv, &pic, got);
        done += got;
        passes++;
    }

    unsigned hash = 2166136261u;
    long long sum[3] = { 0, 0, 0 };
    for (int y = 0; y < pic.h; y++)
        for (int x = 0; x < pic.w; x++) {
            const Pixel *q = pixel_at(&pic, x, y);
            sum[0] += q->r;
            sum[1] += q->g;
            sum[2] += q->b;
            hash = ((((hash ^ q->r) * 16777619u) ^ q->g) * 16777619u ^ q->b) * 16777619u;
        }
    printf("%dx%d -> %dx%d in %d passes\n", w, h, pic.w, pic.h, passes);
    printf("seam energy: first %d last %d total %lld\n", first, last, removed_energy);
    printf("channel sums %lld %lld %lld hash %08x\n", sum[0], sum[1], sum[2], hash);
    const Pixel *mid = pixel_at(&pic, pic.w / 2, pic.h / 2);
    printf("middle pixel %d %d %d, last seam at top %d bottom %d\n", mid->r, mid->g, mid->b,
           cv.seam[0], cv.seam[cv.h - 1]);
    carver_free(&cv);
    free(pic.px);
    return 0;
}
