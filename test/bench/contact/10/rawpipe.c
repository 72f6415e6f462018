// rawpipe -- develop a (synthetic) Bayer raw frame:
//   black level / lens shading -> white balance -> demosaic (Malvar-He-Cutler)
//   -> colour matrix -> tone curve -> unsharp mask on luma -> histogram
//
// usage: rawpipe [width height [frames [seed]]]

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int w, h; uint16_t *px; } RawFrame;        // RGGB, 14 bit
typedef struct { uint16_t r, g, b; } Rgb16;
typedef struct { int w, h; Rgb16 *px; } RgbImage;

enum { WHITE = 16383, BLACK = 512, TONE_BITS = 14, HBINS = 64, RADIUS = 3 };

typedef struct {
    float gain[3];
    int matrix[3][3];           // Q10 camera -> sRGB
    uint16_t tone[1 << TONE_BITS];
    int kernel[2 * RADIUS + 1]; // Q12 gaussian
    float amount;
    int threshold;
} Recipe;

typedef struct {
    long hist[3][HBINS], luma[HBINS];
    uint64_t sum[3];
    int clipped;
} Stats;

static inline uint32_t hash3(uint32_t x, uint32_t y, uint32_t s)
{
    uint32_t h = x * 0x8da6b343u ^ y * 0xd8163841u ^ s * 0xcb1ab31fu;
    h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; h *= 0x297a2d39u;
    return h ^ (h >> 15);
}

static inline int clampi(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

// mirror without repeating the edge sample; keeps the Bayer phase
static inline int mirror(int i, int n)
{
    if (i < 0) return -i;
    if (i >= n) return 2 * n - 2 - i;
    return i;
}

// ---- a test chart with sensor noise --------------------------------------
static int scene(int x, int y, int chan, int w, int h, uint32_t seed)
{
    int tile = (x * 12 / w) + 12 * (y * 8 / h);
    int base = 600 + (int)(hash3((uint32_t)tile, (uint32_t)chan, seed) % 9000);
    int dx = x - w / 2, dy = y - h / 2;
    int zone = ((dx * dx + dy * dy) >> 7) & 255;      // zone plate
    if (zone > 127) zone = 255 - zone;
    return base + zone * 20 + (x * 1500) / w;
}

static void expose(RawFrame *f, uint32_t seed)
{
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++) {
            int chan = (x & 1) + (y & 1);
            int v = scene(x, y, chan, f->w, f->h, seed);
            if (chan != 1) v = v * 5 / 8;
            int noise = (int)(hash3((uint32_t)x, (uint32_t)y, seed) & 127) - 64;
            f->px[(size_t)y * f->w + x] = (uint16_t)clampi(v + noise + BLACK, 0, WHITE);
        }
}

// ---- stage 1: black level and vignetting, in place -------------------------
static void correct_levels(RawFrame *f)
{
    float cx = 0.5f * f->w, cy = 0.5f * f->h, k = 0.35f / (cx * cx + cy * cy);
    for (int y = 0; y < f->h; y++) {
        uint16_t *row = f->px + (size_t)y * f->w;
        float dy = y - cy;
        for (int x = 0; x < f->w; x++) {
            float dx = x - cx;
            int v = clampi(row[x] - BLACK, 0, WHITE);
            v = (int)((float)v * (1.0f + k * (dx * dx + dy * dy)) + 0.5f);
            row[x] = (uint16_t)clampi(v, 0, WHITE);
        }
    }
}

// ---- stage 2: grey world white balance -------------------------------------
static void grey_world(const RawFrame *f, Recipe *rc)
{
    uint64_t sum[3] = { 0 }, cnt[3] = { 0 };
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++) {
            int v = f->px[(size_t)y * f->w + x], c = (x & 1) + (y & 1);
            if (v >= WHITE - 200) continue;           // ignore blown pixels
            sum[c] += (uint64_t)v;
            cnt[c]++;
        }
    for (int c = 0; c < 3; c++)
        rc->gain[c] = cnt[c] ? ((float)sum[1] / (float)cnt[1]) / ((float)sum[c] / (float)cnt[c]) : 1.0f;
}

static void apply_gain(RawFrame *f, const Recipe *rc)
{
    uint16_t *p = f->px;
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++, p++) {
            int v = (int)(*p * rc->gain[(x & 1) + (y & 1)] + 0.5f);
            *p = (uint16_t)clampi(v, 0, WHITE);
        }
}

// ---- stage 3: demosaic + matrix + tone --------------------------------------
static Rgb16 demosaic_at(const RawFrame *f, int x, int y)
{
    const uint16_t *r[5];
    int xs[5];
    for (int k = 0; k < 5; k++) {
        r[k] = f->px + (size_t)mirror(y + k - 2, f->h) * f->w;
        xs[k] = mirror(x + k - 2, f->w);
    }
#define P(dx, dy) ((int)r[(dy) + 2][xs[(dx) + 2]])
    int c = P(0, 0), hor = P(-1, 0) + P(1, 0), ver = P(0, -1) + P(0, 1);
    int h2 = P(-2, 0) + P(2, 0), v2 = P(0, -2) + P(0, 2);
    int dia = P(-1, -1) + P(1, -1) + P(-1, 1) + P(1, 1);
#undef P
    Rgb16 o;
    if (((x ^ y) & 1) == 0) {                         // on red or blue
        int g = clampi((4 * c + 2 * (hor + ver) - h2 - v2) / 8, 0, WHITE);
        int opp = clampi((12 * c + 4 * dia - 3 * (h2 + v2)) / 16, 0, WHITE);
        o.g = (uint16_t)g;
        o.r = (uint16_t)((y & 1) ? opp : c);
        o.b = (uint16_t)((y & 1) ? c : opp);
    } else {                                          // on green
        int along = clampi((10 * c + 8 * hor - 2 * h2 + v2 - 2 * dia) / 16, 0, WHITE);
        int across = clampi((10 * c + 8 * ver - 2 * v2 + h2 - 2 * dia) / 16, 0, WHITE);
        o.g = (uint16_t)c;
        o.r = (uint16_t)((y & 1) ? across : along);
        o.b = (uint16_t)((y & 1) ? along : across);
    }
    return o;
}

static Rgb16 render(Rgb16 in, const Recipe *rc)
{
    int v[3];
    for (int k = 0; k < 3; k++) {
        int s = rc->matrix[k][0] * in.r + rc->matrix[k][1] * in.g + rc->matrix[k][2] * in.b;
        v[k] = rc->tone[clampi((s + 512) >> 10, 0, WHITE)];
    }
    return (Rgb16){ (uint16_t)v[0], (uint16_t)v[1], (uint16_t)v[2] };
}

static void develop(const RawFrame *f, RgbImage *out, const Recipe *rc)
{
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++)
            out->px[(size_t)y * f->w + x] = render(demosaic_at(f, x, y), rc);
}

// ---- stage 4: unsharp mask on luma ------------------------------------------
static inline int luma(const Rgb16 *p) { return (77 * p->r + 150 * p->g + 29 * p->b) >> 8; }

static void sharpen(RgbImage *im, const Recipe *rc, uint16_t *ly, uint16_t *tmp)
{
    int w = im->w, h = im->h;
    for (int i = 0; i < w * h; i++) ly[i] = (uint16_t)luma(&im->px[i]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int s = 2048;
            for (int k = -RADIUS; k <= RADIUS; k++) s += rc->kernel[k + RADIUS] * ly[y * w + clampi(x + k, 0, w - 1)];
            tmp[y * w + x] = (uint16_t)(s >> 12);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int s = 2048;
            for (int k = -RADIUS; k <= RADIUS; k++) s += rc->kernel[k + RADIUS] * tmp[clampi(y + k, 0, h - 1) * w + x];
            int d = ly[y * w + x] - (s >> 12);
            if (abs(d) < rc->threshold) continue;
            Rgb16 *p = &im->px[y * w + x];
            int add = (int)(rc->amount * (float)d);
            p->r = (uint16_t)clampi(p->r + add, 0, 65535);
            p->g = (uint16_t)clampi(p->g + add, 0, 65535);
            p->b = (uint16_t)clampi(p->b + add, 0, 65535);
        }
}

// ---- stage 5: statistics -------------------------------------------------------
static void measure(const RgbImage *im, Stats *st)
{
    memset(st, 0, sizeof *st);
    for (const Rgb16 *p = im->px, *end = p + (size_t)im->w * im->h; p < end; p++) {
        st->hist[0][p->r >> 10]++;
        st->hist[1][p->g >> 10]++;
        st->hist[2][p->b >> 10]++;
        st->luma[luma(p) >> 10]++;
        st->sum[0] += p->r; st->sum[1] += p->g; st->sum[2] += p->b;
        if (p->r == 65535 || p->g == 65535 || p->b == 65535) st->clipped++;
    }
}

static void init_recipe(Recipe *rc)
{
    static const int m[3][3] = { { 1720, -560, -136 }, { -240, 1560, -296 }, { 20, -480, 1484 } };
    double sum = 0, g[2 * RADIUS + 1];
    memcpy(rc->matrix, m, sizeof m);
    for (int i = 0; i < 1 << TONE_BITS; i++) {
        double t = (double)i / WHITE, s = pow(t, 1 / 2.2);
        rc->tone[i] = (uint16_t)(65535.0 * (s + 0.15 * s * (1 - s) * (2 * s - 1)) + 0.5);
    }
    for (int k = -RADIUS; k <= RADIUS; k++) sum += g[k + RADIUS] = exp(-k * k / (2 * 1.3 * 1.3));
    for (int k = 0; k <= 2 * RADIUS; k++) rc->kernel[k] = (int)(4096 * g[k] / sum + 0.5);
    rc->amount = 0.8f;
    rc->threshold = 180;
}

int main(int argc, char **argv)
{
    int w = argc > 2 ? atoi(argv[1]) & ~1 : 1600, h = argc > 2 ? atoi(argv[2]) & ~1 : 1200;
    int frames = argc > 3 ? atoi(argv[3]) : 8;
    uint32_t seed = argc > 4 ? (uint32_t)atoi(argv[4]) : 99;
    if (w < 16 || h < 16) { fprintf(stderr, "frame too small\n"); return 1; }
    size_t n = (size_t)w * (size_t)h;
    RawFrame raw = { w, h, malloc(n * sizeof(uint16_t)) };
    RgbImage img = { w, h, malloc(n * sizeof(Rgb16)) };
    uint16_t *ly = malloc(n * sizeof *ly), *tmp = malloc(n * sizeof *tmp);
    static Recipe rc;
    static Stats st;

    init_recipe(&rc);
    for (int k = 0; k < frames; k++) {
        expose(&raw, seed + (uint32_t)k);
        correct_levels(&raw);
        grey_world(&raw, &rc);
        apply_gain(&raw, &rc);
        develop(&raw, &img, &rc);
        sharpen(&img, &rc, ly, tmp);
        measure(&img, &st);
        printf("frame %d: gains %.4f %.4f %.4f  sums %llu %llu %llu  clipped %d\n", k, rc.gain[0], rc.gain[1], rc.gain[2],
               (unsigned long long)st.sum[0], (unsigned long long)st.sum[1], (unsigned long long)st.sum[2], st.clipped);
        for (int b = 0; b < HBINS; b += 4) printf(" %ld/%ld/%ld/%ld", st.hist[0][b], st.hist[1][b], st.hist[2][b], st.luma[b]);
        printf("\n");
    }
    free(raw.px); free(img.px); free(ly); free(tmp);
    return 0;
}
