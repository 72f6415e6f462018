/* motion.c - toy video encoder loop: block motion search against the
 * previous decoded frame, residual DCT, quantisation, reconstruction.
 *
 * usage: motion [frames [width height]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MB 16
#define RANGE 8

struct picture {
    int w, h;
    uint8_t **row;
};

struct vec {
    int dx, dy, cost;
};

static double dct_base[8][8];
static int width = 352, height = 288;
static int quant = 12;
static struct vec *field, *last_field;
static uint32_t seed = 7u;

static uint32_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static struct picture *new_picture(int w, int h)
{
    struct picture *p = malloc(sizeof *p);
    p->w = w;
    p->h = h;
    p->row = malloc(h * sizeof *p->row);
    for (int y = 0; y < h; y++)
        p->row[y] = calloc(w, 1);
    return p;
}

static void drop_picture(struct picture *p)
{
    for (int y = 0; y < p->h; y++)
        free(p->row[y]);
    free(p->row);
    free(p);
}

/* a panning textured background with a few discs moving over it */
static void render(struct picture *p, const uint8_t *texture, int t)
{
    #pragma omp parallel for
    for (int y = 0; y < p->h; y++)
        for (int x = 0; x < p->w; x++) {
            int u = (x + 2 * t) & 255, v = (y + t) & 255;
            int value = texture[v * 256 + u];
            for (int k = 0; k < 5; k++) {
                int cx = (60 * k + (k + 2) * t) % p->w;
                int cy = (50 * k + (5 - k) * t) % p->h;
                int r = 14 + 5 * k;
                int d = (x - cx) * (x - cx) + (y - cy) * (y - cy);
                if (d < r * r)
                    value = 40 * k + 30 + ((x - cx) & 15) + (d >> 5);
            }
            p->row[y][x] = value > 255 ? 255 : value;
        }
}

static int sad(const struct picture *a, int ax, int ay,
               const struct picture *b, int bx, int by, int limit)
{
    int sum = 0;
    for (int y = 0; y < MB; y++) {
        const uint8_t *pa = a->row[ay + y] + ax;
        const uint8_t *pb = b->row[by + y] + bx;
        for (int x = 0; x < MB; x++)
            sum += abs(pa[x] - pb[x]);
        if (sum >= limit)
            break;
    }
    return sum;
}

static struct vec search(const struct picture *cur, const struct picture *ref,
                         int x, int y, struct vec guess)
{
    struct vec best = { 0, 0, 0 };
    best.cost = sad(cur, x, y, ref, x, y, 1 << 30);
    for (int pass = 0; pass < 2; pass++) {
        int ox = pass ? guess.dx : 0, oy = pass ? guess.dy : 0;
        int reach = pass ? 2 : RANGE;
        for (int dy = oy - reach; dy <= oy + reach; dy++) {
            if (y + dy < 0 || y + dy + MB > ref->h)
                continue;
            for (int dx = ox - reach; dx <= ox + reach; dx++) {
                int c;
                if (x + dx < 0 || x + dx + MB > ref->w)
                    continue;
                c = sad(cur, x, y, ref, x + dx, y + dy, best.cost)
                    + 2 * (abs(dx) + abs(dy));
                if (c < best.cost) {
                    best.dx = dx;
                    best.dy = dy;
                    best.cost = c;
                }
            }
        }
    }
    return best;
}

static void dct8(double in[8][8], double out[8][8], int inverse)
{
    double tmp[8][8];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            double s = 0;
            for (int k = 0; k < 8; k++)
                s += in[i][k] * (inverse ? dct_base[k][j] : dct_base[j][k]);
            tmp[i][j] = s;
        }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            double s = 0;
            for (int k = 0; k < 8; k++)
                s += tmp[k][j] * (inverse ? dct_base[k][i] : dct_base[i][k]);
            out[i][j] = s;
        }
}

/* code one 8x8 block; returns the number of bits it would take */
static int code_block(const struct picture *cur, const struct picture *ref,
                      struct picture *rec, int x, int y, const struct vec *v)
{
    double a[8][8], b[8][8];
    int bits = 2, run = 0;

    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = cur->row[y + i][x + j] - ref->row[y + i + v->dy][x + j + v->dx];
    dct8(a, b, 0);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int level = (int)(b[i][j] / (quant + i + j));
            if (level == 0) {
                run++;
            } else {
                int mag = abs(level);
                bits += 2 + run / 4;
                while (mag) {
                    bits += 2;
                    mag >>= 1;
                }
                run = 0;
            }
            b[i][j] = level * (quant + i + j);
        }
    dct8(b, a, 1);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int value = ref->row[y + i + v->dy][x + j + v->dx] + (int)lrint(a[i][j]);
            rec->row[y + i][x + j] = value < 0 ? 0 : value > 255 ? 255 : value;
        }
    return bits;
}

static int encode(const struct picture *cur, const struct picture *ref, struct picture *rec)
{
    int bits = 0, across = width / MB;
    #pragma omp parallel for collapse(2) schedule(dynamic, 8) reduction(+:bits)
    for (int y = 0; y < height; y += MB)
        for (int x = 0; x < width; x += MB) {
            struct vec *v = &field[y / MB * across + x / MB];
            *v = search(cur, ref, x, y, last_field[y / MB * across + x / MB]);
            bits += 6 + abs(v->dx) + abs(v->dy);
            for (int k = 0; k < 4; k++)
                bits += code_block(cur, ref, rec, x + k % 2 * 8, y + k / 2 * 8, v);
        }
    return bits;
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 70;
    long total = 0;
    uint32_t check = 1;
    double worst = 1e9;

    if (argc > 3) {
        width = atoi(argv[2]) / MB * MB;
        height = atoi(argv[3]) / MB * MB;
    }
    if (width < 2 * MB || height < 2 * MB)
        return 1;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            dct_base[i][j] = (i ? 0.5 : sqrt(0.125)) * cos((2 * j + 1) * i * M_PI / 16);

    uint8_t *texture = malloc(256 * 256);
    for (int i = 0; i < 256 * 256; i++)
        texture[i] = 90 + 40 * sin((i & 255) * 0.1) + 30 * sin((i >> 8) * 0.17) + rnd() % 12;
    struct picture *cur = new_picture(width, height);
    struct picture *ref = new_picture(width, height);
    struct picture *rec = new_picture(width, height);
    int nmb = width / MB * (height / MB);
    field = calloc(nmb, sizeof *field);
    last_field = calloc(nmb, sizeof *last_field);

    for (int t = 0; t < frames; t++) {
        int bits;
        double err = 0, psnr;
        render(cur, texture, t);
        bits = encode(cur, ref, rec);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                int d = cur->row[y][x] - rec->row[y][x];
                err += d * d;
            }
        psnr = 10 * log10(65025.0 * width * height / (err + 1));
        if (psnr < worst)
            worst = psnr;
        total += bits;
        for (int i = 0; i < nmb; i++)
            check = check * 31 + (uint32_t)(field[i].dx * 17 + field[i].dy);
        /* keep the stream near its budget */
        if (bits > nmb * 260 && quant < 40)
            quant++;
        else if (bits < nmb * 200 && quant > 4)
            quant--;
        struct picture *p = ref; ref = rec; rec = p;
        struct vec *f = field; field = last_field; last_field = f;
    }
    printf("%d frames of %dx%d\n", frames, width, height);
    printf("bits %ld  final quant %d  worst psnr %.4f\n", total, quant, worst);
    printf("vector check %08x\n", (unsigned)check);
    drop_picture(cur);
    drop_picture(ref);
    drop_picture(rec);
    free(texture);
    free(field);
    free(last_field);
    return 0;
}
