/* Content aware width reduction (seam carving), int energies.  The energy map
 * is rebuilt for every seam, seams are kept to draw them later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef unsigned char px[3];

struct carver {
    int w, h, stride;
    px *img;                    /* h rows of stride pixels, w in use */
    int *energy, *cost;
    signed char *from;
    int *seam;
    long long removed_energy;
    unsigned hist[8];           /* energy classes of removed pixels */
};

static int *row_i(int *base, const struct carver *c, int y) { return base + (size_t)y * c->stride; }

static int grad(const px a, const px b)
{
    int d = 0;
    for (int k = 0; k < 3; k++) {
        int t = a[k] - b[k];
        d += t * t;
    }
    return d;
}

static unsigned isqrt(unsigned v)
{
    unsigned r = 0, bit = 1u << 18;
    while (bit > v) bit >>= 2;
    for (; bit; bit >>= 2) {
        if (v >= r + bit) { v -= r + bit; r = (r >> 1) + bit; }
        else r >>= 1;
    }
    return r;
}

static void energy_map(struct carver *c)
{
    for (int y = 0; y < c->h; y++) {
        const px *up = c->img + (size_t)(y ? y - 1 : y) * c->stride;
        const px *cur = c->img + (size_t)y * c->stride;
        const px *dn = c->img + (size_t)(y + 1 < c->h ? y + 1 : y) * c->stride;
        int *e = row_i(c->energy, c, y);
        for (int x = 0; x < c->w; x++) {
            int l = x ? x - 1 : 0, r = x + 1 < c->w ? x + 1 : x;
            e[x] = (int)isqrt((unsigned)(grad(cur[l], cur[r]) + grad(up[x], dn[x])));
        }
    }
}

static int find_seam(struct carver *c)
{
    memcpy(c->cost, c->energy, c->w * sizeof(int));
    for (int y = 1; y < c->h; y++) {
        const int *p = row_i(c->cost, c, y - 1), *e = row_i(c->energy, c, y);
        int *q = row_i(c->cost, c, y);
        signed char *f = c->from + (size_t)y * c->stride;
        for (int x = 0; x < c->w; x++) {
            int best = p[x], d = 0;
            if (x > 0 && p[x - 1] < best) { best = p[x - 1]; d = -1; }
            if (x + 1 < c->w && p[x + 1] < best) { best = p[x + 1]; d = 1; }
            q[x] = e[x] + best;
            f[x] = (signed char)d;
        }
    }
    const int *last = row_i(c->cost, c, c->h - 1);
    int x = 0;
    for (int i = 1; i < c->w; i++) if (last[i] < last[x]) x = i;
    int total = last[x];
    for (int y = c->h - 1; y >= 0; y--) {
        c->seam[y] = x;
        if (y) x += c->from[(size_t)y * c->stride + x];
    }
    return total;
}

static void remove_seam(struct carver *c)
{
    for (int y = 0; y < c->h; y++) {
        px *r = c->img + (size_t)y * c->stride;
        int x = c->seam[y], e = row_i(c->energy, c, y)[x];
        c->hist[e < 4 ? 0 : e < 8 ? 1 : e < 16 ? 2 : e < 32 ? 3 : e < 64 ? 4 : e < 128 ? 5 : e < 256 ? 6 : 7]++;
        memmove(r + x, r + x + 1, (size_t)(c->w - x - 1) * sizeof(px));
    }
    c->w--;
}

static int carver_init(struct carver *c, int w, int h)
{
    memset(c, 0, sizeof *c);
    c->w = c->stride = w;
    c->h = h;
    size_t n = (size_t)w * h;
    c->img = malloc(n * sizeof(px));
    c->energy = malloc(n * sizeof(int));
    c->cost = malloc(n * sizeof(int));
    c->from = calloc(n, 1);
    c->seam = malloc(h * sizeof(int));
    if (!c->img || !c->energy || !c->cost || !c->from || !c->seam) return -1;
    unsigned s = 2718281;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            px *p = &c->img[(size_t)y * w + x];
            s = s * 1103515245u + 12345u;
            int n8 = s >> 28;
            (*p)[0] = (unsigned char)(90 + 100 * y / h + n8);
            (*p)[1] = (unsigned char)(140 + n8);
            (*p)[2] = (unsigned char)(200 - 120 * y / h + n8 / 2);
            int cx = x - w / 3, cy = y - h / 2;
            if (cx * cx + cy * cy < h * h / 16) { (*p)[0] = (unsigned char)(30 + (x ^ y) % 64); (*p)[1] = (unsigned char)(x * 7 % 200); }
            if (x > w * 3 / 4 && (x / 9 + y / 13) % 3 == 0) { (*p)[2] = 20; (*p)[0] = (unsigned char)(200 - n8); }
        }
    return 0;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 900, h = argc > 2 ? atoi(argv[2]) : 600;
    int cut = argc > 3 ? atoi(argv[3]) : 60;
    struct carver c;
    if (w < 8 || h < 8 || cut >= w - 4) { fprintf(stderr, "usage: seam [w h cut]\n"); return 1; }
    if (carver_init(&c, w, h)) { fprintf(stderr, "out of memory\n"); return 1; }
    int lo = 0, hi = 0;
    for (int k = 0; k < cut; k++) {
        energy_map(&c);
        int t = find_seam(&c);
        c.removed_energy += t;
        if (k == 0 || t < lo) lo = t;
        if (k == 0 || t > hi) hi = t;
        remove_seam(&c);
    }
    unsigned hash = 0;
    for (int y = 0; y < c.h; y++)
        for (int x = 0; x < c.w; x++)
            for (int k = 0; k < 3; k++) hash = hash * 131 + c.img[(size_t)y * c.stride + x][k];
    printf("%dx%d hash %08x energy %lld seams %d..%d\n", c.w, c.h, hash, c.removed_energy, lo, hi);
    printf("classes");
    for (int k = 0; k < 8; k++) printf(" %u", c.hist[k]);
    printf("\n");
    free(c.img); free(c.energy); free(c.cost); free(c.from); free(c.seam);
    return 0;
}
