/*
 * regseg.c - segmentation of a grey image by seeded region growing, followed
 * by connected component labelling of what the growing left over.
 *
 *   1. synthetic image, 2. 3x3 median filter (several passes)
 *   3. seeds in raster order, each region grows while a pixel is close to the
 *      running mean of the region (depends on the order: serial by nature)
 *   4. the small regions are thrown away; connected components (union-find)
 *      of the holes, statistics
 *
 * An expert would run the filter rows and the pixel statistics in parallel;
 * the growing itself stays serial, so there is only a modest gain.
 *
 * SMALL: 160 120 2    (width height median-passes)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u8;

static int W = 3400, H = 2800, passes = 1;
static u8 *img, *tmp;
static int *label, *stack_, *parent;

typedef struct { long area, sum, perim; int x0, y0, x1, y1; } Region;
static Region *reg;
static int nreg;

#define AT(a, x, y)  ((a)[(size_t)(y) * W + (x)])
#define SWAP(a, b)   do { if ((a) > (b)) { u8 t_ = (a); (a) = (b); (b) = t_; } } while (0)

static unsigned lcg = 12345;
static int noise(int amp)
{
    lcg = lcg * 1103515245u + 12345u;
    return (int)((lcg >> 16) % (2u * amp + 1u)) - amp;
}

static void make_image(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            AT(img, x, y) = (u8)(40 + 60 * x / W + 20 * y / H);
    for (int k = 0; k < 90; k++) {
        int cx = (k * 7919) % W, cy = (k * 104729) % H;
        int r = W / 40 + (k * 31) % (W / 30 + 1), g = 90 + (k * 53) % 120;
        for (int y = cy - r; y <= cy + r; y++)
            for (int x = cx - r; x <= cx + r; x++) {
                if (x < 0 || y < 0 || x >= W || y >= H) continue;
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r)
                    AT(img, x, y) = (u8)g;
            }
    }
    for (int i = 0; i < W * H; i++) {
        int v = img[i] + noise(14);
        img[i] = (u8)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

static u8 med9(u8 *p)
{
    SWAP(p[1], p[2]); SWAP(p[4], p[5]); SWAP(p[7], p[8]);
    SWAP(p[0], p[1]); SWAP(p[3], p[4]); SWAP(p[6], p[7]);
    SWAP(p[1], p[2]); SWAP(p[4], p[5]); SWAP(p[7], p[8]);
    SWAP(p[0], p[3]); SWAP(p[5], p[8]); SWAP(p[4], p[7]);
    SWAP(p[3], p[6]); SWAP(p[1], p[4]); SWAP(p[2], p[5]);
    SWAP(p[4], p[7]); SWAP(p[4], p[2]); SWAP(p[6], p[4]);
    SWAP(p[4], p[2]);
    return p[4];
}

static void median(void)
{
    memcpy(tmp, img, (size_t)W * H);
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            u8 n[9];
            int k = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    n[k++] = AT(tmp, x + dx, y + dy);
            AT(img, x, y) = med9(n);
        }
}

/* grow one region from pixel i, return its area */
static long grow(int i, int id)
{
    static const int dx[4] = { 1, -1, 0, 0 }, dy[4] = { 0, 0, 1, -1 };
    long n = 0, sum = 0;
    int sp = 1;
    stack_[0] = i;
    label[i] = id;
    while (sp > 0) {
        int p = stack_[--sp], x = p % W, y = p / W;
        sum += img[p];
        n++;
        for (int d = 0; d < 4; d++) {
            int xx = x + dx[d], yy = y + dy[d];
            if (xx < 0 || yy < 0 || xx >= W || yy >= H) continue;
            int q = yy * W + xx;
            if (!label[q] && labs((long)img[q] * n - sum) <= 13 * n)
                label[stack_[sp++] = q] = id;
        }
    }
    return n;
}

static int find(int a)
{
    while (parent[a] != a) {
        parent[a] = parent[parent[a]];
        a = parent[a];
    }
    return a;
}

static void unite(int a, int b)
{
    a = find(a), b = find(b);
    if (a < b) parent[b] = a;
    else parent[a] = b;
}

int main(int argc, char **argv)
{
    if (argc > 1) W = atoi(argv[1]);
    if (argc > 2) H = atoi(argv[2]);
    if (argc > 3) passes = atoi(argv[3]);
    if (W < 16 || H < 16 || W > 5000 || H > 5000) return 1;
    int n = W * H;
    img = malloc(n), tmp = malloc(n);
    label = calloc(n, sizeof(int));
    stack_ = malloc(n * sizeof(int));
    parent = malloc(n * sizeof(int));
    reg = malloc((n / 4) * sizeof(Region));
    if (!img || !tmp || !label || !stack_ || !parent || !reg) return 1;
    make_image();
    for (int p = 0; p < passes; p++)
        median();

    long small = 0, minarea = n / 4000 + 4;
    for (int i = 0; i < n; i++)
        if (!label[i]) {
            long a = grow(i, nreg + 1);
            if (nreg == n / 4) return 1;                /* hopelessly noisy */
            reg[nreg++].area = a;
            if (a < minarea) small++;
        }
    printf("%dx%d: %d regions, %ld of them small\n", W, H, nreg, small);
    for (int r = 0; r < nreg; r++) {
        Region *g = &reg[r];
        g->sum = g->perim = 0, g->x0 = W, g->y0 = H, g->x1 = g->y1 = -1;
    }
    for (int y = 0; y < H; y++)                         /* statistics */
        for (int x = 0; x < W; x++) {
            int l = AT(label, x, y);
            Region *g = &reg[l - 1];
            g->sum += AT(img, x, y);
            if (x < g->x0) g->x0 = x;
            if (x > g->x1) g->x1 = x;
            if (y < g->y0) g->y0 = y;
            if (y > g->y1) g->y1 = y;
            if (x == 0 || y == 0 || x == W - 1 || y == H - 1 || AT(label, x - 1, y) != l ||
                AT(label, x + 1, y) != l || AT(label, x, y - 1) != l || AT(label, x, y + 1) != l)
                g->perim++;
        }

    /* holes: pixels of small regions, 4-connected components */
    for (int i = 0; i < n; i++)
        parent[i] = reg[label[i] - 1].area < minarea ? i : -1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int i = y * W + x;
            if (parent[i] < 0) continue;
            if (x > 0 && parent[i - 1] >= 0) unite(i, i - 1);
            if (y > 0 && parent[i - W] >= 0) unite(i, i - W);
        }
    int comps = 0, holes = 0;
    unsigned long check = 0;
    for (int i = 0; i < n; i++) {
        if (parent[i] < 0) continue;
        holes++, comps += parent[i] == i;
        check += (unsigned long)find(i) * 2654435761u % 1000003u;
    }
    printf("holes: %d pixels in %d components, check %lu\n", holes, comps, check);

    long total = 0, per = 0, shown = 0;
    for (int r = 0; r < nreg; r++) {
        Region *g = &reg[r];
        total += g->sum;
        per += g->perim;
        if (g->area >= 4 * minarea && shown++ < 20)
            printf("region %6d area %7ld mean %3ld perim %6ld box %d,%d-%d,%d\n", r + 1,
                   g->area, g->sum / g->area, g->perim, g->x0, g->y0, g->x1, g->y1);
    }
    printf("grey sum %ld, perimeter %ld, %ld large regions\n", total, per, shown);
    return 0;
}
