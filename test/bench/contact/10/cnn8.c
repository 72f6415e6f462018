/*
 * cnn8 - texture classification with a small int8 convolutional network.
 *
 * Three 3x3 convolutions (random but fixed filters, ReLU, requantised to
 * int8 after every layer), 2x2 max pooling, quadrant average pooling, and a
 * nearest-centroid classifier whose centroids come from a training set.
 *
 * usage: cnn8 [n_train] [n_test] [seed]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NCLASS = 8, IMG = 32, IMG_C = 3, NCONV = 3, FEAT = 4 * 64 };

static const char *class_name[NCLASS] = {"horizontal", "vertical", "diagonal", "checker",
                                         "rings", "disc", "noise", "ramp"};

typedef struct {
    int cin, cout, side;
    int8_t *w;      /* [cout][3*3*cin] */
    int32_t *bias;  /* [cout] */
    int32_t mult;   /* requantisation: (acc * mult) >> shift */
    int shift;
} ConvLayer;

typedef struct {
    ConvLayer conv[NCONV];
    int8_t *act_a, *act_b; /* ping-pong activations */
    int8_t *patch;         /* one gathered 3x3 patch */
    int8_t feat[FEAT];
} Net;

static uint32_t rng_next(uint32_t *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    return *s ^= *s << 5;
}

static float rng_unit(uint32_t *s) { return (float)(rng_next(s) >> 8) / 16777216.0f; }

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    return p ? p : (exit(1), NULL);
}

static int8_t saturate8(int v) { return (int8_t)(v > 127 ? 127 : v < -128 ? -128 : v); }

static void conv_init(ConvLayer *L, int cin, int cout, int side, uint32_t *rs)
{
    int k = 9 * cin, e;
    *L = (ConvLayer){.cin = cin, .cout = cout, .side = side};
    L->w = xmalloc((size_t)cout * k);
    L->bias = xmalloc(sizeof(int32_t) * cout);
    for (int o = 0; o < cout; o++) {
        int sum = 0;
        for (int i = 0; i < k; i++) {
            L->w[o * k + i] = (int8_t)((int)(rng_next(rs) % 121) - 60);
            sum += L->w[o * k + i];
        }
        for (int i = 0; i < k; i++) /* take out the mean so that flat areas stay quiet */
            L->w[o * k + i] = saturate8(L->w[o * k + i] - sum / k);
        L->bias[o] = (int32_t)(rng_next(rs) % 4001) - 1000;
    }
    double m = frexp(1.6 / (35.0 * sqrt((double)k)), &e);
    L->mult = (int32_t)lround(m * (1 << 30));
    L->shift = 30 - e;
}

static void net_init(Net *net, uint32_t seed)
{
    uint32_t rs = seed;
    conv_init(&net->conv[0], IMG_C, 16, IMG, &rs);
    conv_init(&net->conv[1], 16, 32, IMG / 2, &rs);
    conv_init(&net->conv[2], 32, 64, IMG / 4, &rs);
    net->act_a = xmalloc(IMG * IMG * 64);
    net->act_b = xmalloc(IMG * IMG * 64);
    net->patch = xmalloc(9 * 64);
}

static int8_t requantize_relu(int32_t acc, int32_t mult, int shift)
{
    int64_t v = ((int64_t)acc * mult + ((int64_t)1 << (shift - 1))) >> shift;
    return (int8_t)(v < 0 ? 0 : v > 127 ? 127 : v);
}

static void gather_patch(const ConvLayer *L, const int8_t *in, int y, int x, int8_t *patch)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++, patch += L->cin) {
            int yy = y + dy, xx = x + dx;
            if (yy < 0 || yy >= L->side || xx < 0 || xx >= L->side)
                memset(patch, 0, L->cin);
            else
                memcpy(patch, in + (yy * L->side + xx) * L->cin, L->cin);
        }
}

static int32_t dot8(const int8_t *a, const int8_t *b, int n)
{
    int32_t s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void conv_forward(const ConvLayer *L, const int8_t *in, int8_t *out, int8_t *patch)
{
    int k = 9 * L->cin;
    for (int y = 0; y < L->side; y++)
        for (int x = 0; x < L->side; x++) {
            gather_patch(L, in, y, x, patch);
            for (int o = 0; o < L->cout; o++)
                *out++ = requantize_relu(dot8(patch, L->w + o * k, k) + L->bias[o],
                                         L->mult, L->shift);
        }
}

static void maxpool2(const int8_t *in, int8_t *out, int side, int ch)
{
    for (int y = 0; y < side; y += 2)
        for (int x = 0; x < side; x += 2)
            for (int c = 0; c < ch; c++) {
                const int8_t *p = in + (y * side + x) * ch + c, *q = p + side * ch;
                int8_t m = p[0];
                if (p[ch] > m) m = p[ch];
                if (q[0] > m) m = q[0];
                if (q[ch] > m) m = q[ch];
                *out++ = m;
            }
}

static void quadrant_average(const int8_t *in, int8_t *feat, int side, int ch)
{
    int half = side / 2;
    for (int q = 0; q < 4; q++)
        for (int c = 0; c < ch; c++) {
            int s = 0;
            for (int y = 0; y < half; y++)
                for (int x = 0; x < half; x++)
                    s += in[((y + (q >> 1) * half) * side + x + (q & 1) * half) * ch + c];
            feat[q * ch + c] = (int8_t)((s + half * half / 2) / (half * half));
        }
}

/* image in net->act_a; leaves the features in net->feat */
static void net_forward(Net *net)
{
    for (int l = 0; l < NCONV; l++) {
        const ConvLayer *L = &net->conv[l];
        conv_forward(L, net->act_a, net->act_b, net->patch);
        if (l < NCONV - 1)
            maxpool2(net->act_b, net->act_a, L->side, L->cout);
        else
            quadrant_average(net->act_b, net->feat, L->side, L->cout);
    }
}

/* synthetic texture number id */
static int make_image(uint32_t id, int8_t *img)
{
    uint32_t rs = id * 2654435761u + 97u;
    for (int i = 0; i < 4; i++)
        rng_next(&rs);
    int label = (int)(rng_next(&rs) % NCLASS);
    float f = 0.5f + 0.7f * rng_unit(&rs), ph = 6.28f * rng_unit(&rs);
    float cx = 10 + 12 * rng_unit(&rs), cy = 10 + 12 * rng_unit(&rs), tint[IMG_C];
    for (int c = 0; c < IMG_C; c++)
        tint[c] = 30 + 50 * rng_unit(&rs);
    for (int y = 0; y < IMG; y++)
        for (int x = 0; x < IMG; x++) {
            float v = 0, r = sqrtf((x - cx) * (x - cx) + (y - cy) * (y - cy));
            switch (label) {
            case 0: v = sinf(f * y + ph); break;
            case 1: v = sinf(f * x + ph); break;
            case 2: v = sinf(f * 0.7f * (x + y) + ph); break;
            case 3: v = sinf(f * x + ph) * sinf(f * y + ph) > 0 ? 1.f : -1.f; break;
            case 4: v = sinf(f * r + ph); break;
            case 5: v = r < 4 + 5 * f ? 1.f : -1.f; break;
            case 6: v = 2 * rng_unit(&rs) - 1; break;
            default: v = (x * cosf(ph) + y * sinf(ph)) / IMG; break;
            }
            for (int c = 0; c < IMG_C; c++)
                img[(y * IMG + x) * IMG_C + c] =
                    saturate8((int)(tint[c] * v + 60 * (rng_unit(&rs) - 0.5f)));
        }
    return label;
}

int main(int argc, char **argv)
{
    int ntrain = argc > 1 ? atoi(argv[1]) : 300;
    int ntest = argc > 2 ? atoi(argv[2]) : 1000;
    uint32_t seed = argc > 3 ? (uint32_t)atoi(argv[3]) : 12345u;
    static int sum[NCLASS][FEAT], count[NCLASS], confusion[NCLASS][NCLASS];
    static int8_t centroid[NCLASS][FEAT];
    Net net;
    net_init(&net, seed);
    for (int i = 0; i < ntrain; i++) {
        int label = make_image(seed + i, net.act_a);
        net_forward(&net);
        count[label]++;
        for (int j = 0; j < FEAT; j++)
            sum[label][j] += net.feat[j];
    }
    for (int c = 0; c < NCLASS; c++)
        for (int j = 0; j < FEAT; j++)
            centroid[c][j] = (int8_t)(count[c] ? sum[c][j] / count[c] : 0);

    int hits = 0, worst = -1, worst_margin = 0x7fffffff;
    uint64_t check = 0;
    for (int i = 0; i < ntest; i++) {
        int label = make_image(seed + 1000000 + i, net.act_a), pred = 0;
        int best = 0x7fffffff, second = 0x7fffffff;
        net_forward(&net);
        for (int c = 0; c < NCLASS; c++) {
            int d = 0;
            for (int j = 0; j < FEAT; j++)
                d += (net.feat[j] - centroid[c][j]) * (net.feat[j] - centroid[c][j]);
            if (d < best) {
                second = best;
                best = d;
                pred = c;
            } else if (d < second)
                second = d;
        }
        confusion[label][pred]++;
        hits += label == pred;
        check += (uint64_t)best * (uint64_t)(2 * i + 1);
        if (second - best < worst_margin) {
            worst_margin = second - best;
            worst = i;
        }
    }
    printf("train %d  test %d  accuracy %.2f%%\n", ntrain, ntest, 100.0 * hits / ntest);
    for (int c = 0; c < NCLASS; c++) {
        printf("%-11s", class_name[c]);
        for (int p = 0; p < NCLASS; p++)
            printf(" %5d%s", confusion[c][p], p == NCLASS - 1 ? "\n" : "");
    }
    printf("closest call: image %d, margin %d\nchecksum %016llx\n", worst, worst_margin,
           (unsigned long long)check);
    return 0;
}
