/* Exposure fusion: Gaussian and Laplacian pyramids of three exposures of a scene,
 * blended with normalized weights (contrast, saturation, exposedness), collapsed;
 * then a small bilateral filter on the result.   usage: pyramid [w] [h] [frames] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 5
#define SHOTS 3

typedef struct Image { int w, h, ch; float *px; } Image;     /* interleaved channels */

static Image image(int w, int h, int ch)
{
    Image im = { w, h, ch, malloc((size_t)w * h * ch * sizeof(float)) };
    if (!im.px) exit(1);
    return im;
}

static inline int reflect(int i, int n)
{
    if (i < 0) i = -i;
    if (i >= n) i = 2 * n - 2 - i;
    return i;
}

static const float tap[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };

/* 5x5 binomial, rows then columns, every second pixel kept */
static void reduce(const Image *a, Image *b, float *tmp)
{
    int ch = a->ch;
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < b->w; x++)
            for (int c = 0; c < ch; c++) {
                float s = 0.0f;
                for (int k = -2; k <= 2; k++)
                    s += tap[k + 2] * a->px[((size_t)y * a->w + reflect(2 * x + k, a->w)) * ch + c];
                tmp[((size_t)y * b->w + x) * ch + c] = s;
            }
    for (int y = 0; y < b->h; y++)
        for (int x = 0; x < b->w * ch; x++) {
            float s = 0.0f;
            for (int k = -2; k <= 2; k++)
                s += tap[k + 2] * tmp[(size_t)reflect(2 * y + k, a->h) * b->w * ch + x];
            b->px[(size_t)y * b->w * ch + x] = s;
        }
}

/* out = base + sign * upsampled small */
static void expand_add(const Image *small, const Image *base, Image *out, float sign, float *tmp)
{
    int ch = base->ch, w = base->w, row = w * ch;
    for (int y = 0; y < small->h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < ch; c++) {
                float s = 0.0f;
                for (int k = -2; k <= 2; k++) {
                    int xs = x + k;
                    if (xs & 1) continue;
                    s += 2.0f * tap[k + 2] * small->px[((size_t)y * small->w + reflect(xs / 2, small->w)) * ch + c];
                }
                tmp[(size_t)y * row + x * ch + c] = s;
            }
    for (int y = 0; y < base->h; y++)
        for (int x = 0; x < row; x++) {
            float s = 0.0f;
            for (int k = -2; k <= 2; k++) {
                int ys = y + k;
                if (ys & 1) continue;
                s += 2.0f * tap[k + 2] * tmp[(size_t)reflect(ys / 2, small->h) * row + x];
            }
            out->px[(size_t)y * row + x] = base->px[(size_t)y * row + x] + sign * s;
        }
}

static void shoot(Image *im, int frame, float gain)
{
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            for (int c = 0; c < 3; c++) {
                uint32_t n = (uint32_t)(x * 7919 + y * 104729 + c * 31 + frame * 65537);
                n = (n ^ (n >> 13)) * 1274126177u;
                float u = (float)((x + 3 * frame) % 97) / 97.0f, v = (float)(y % 61) / 61.0f;
                float l = (0.05f + u * u * (1.0f + c) + 3.0f * v * v * v) * gain + (n >> 20) * 1e-5f;
                im->px[((size_t)y * im->w + x) * 3 + c] = l < 1.0f ? l : 1.0f;
            }
}

static void weigh(const Image *im, Image *wt)
{
    int w = im->w;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < w; x++) {
            const float *p = im->px + ((size_t)y * w + x) * 3;
            int xl = reflect(x - 1, w), xr = reflect(x + 1, w);
            int yu = reflect(y - 1, im->h), yd = reflect(y + 1, im->h);
            const float *l = im->px + ((size_t)y * w + xl) * 3, *r = im->px + ((size_t)y * w + xr) * 3;
            const float *u = im->px + ((size_t)yu * w + x) * 3, *d = im->px + ((size_t)yd * w + x) * 3;
            float mean = (p[0] + p[1] + p[2]) / 3.0f, lap = 0.0f, sat = 0.0f, exposed = 1.0f;
            for (int c = 0; c < 3; c++) {
                lap += fabsf(4.0f * p[c] - l[c] - r[c] - u[c] - d[c]);
                sat += (p[c] - mean) * (p[c] - mean);
                exposed *= 1.0f / (1.0f + 12.0f * (p[c] - 0.5f) * (p[c] - 0.5f));
            }
            wt->px[(size_t)y * w + x] = (lap + 0.01f) * (sqrtf(sat / 3.0f) + 0.05f) * exposed + 1e-6f;
        }
}

static void bilateral(const Image *a, Image *b, int radius, float k)
{
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++) {
            const float *p = a->px + ((size_t)y * a->w + x) * 3;
            float s[3] = { 0.0f, 0.0f, 0.0f }, sum = 0.0f;
            for (int dy = -radius; dy <= radius; dy++)
                for (int dx = -radius; dx <= radius; dx++) {
                    const float *q = a->px + ((size_t)reflect(y + dy, a->h) * a->w + reflect(x + dx, a->w)) * 3;
                    float e0 = q[0] - p[0], e1 = q[1] - p[1], e2 = q[2] - p[2];
                    float g = 1.0f / (1.0f + k * (e0 * e0 + e1 * e1 + e2 * e2) + 0.2f * (dx * dx + dy * dy));
                    for (int c = 0; c < 3; c++) s[c] += g * q[c];
                    sum += g;
                }
            for (int c = 0; c < 3; c++) b->px[((size_t)y * a->w + x) * 3 + c] = s[c] / sum;
        }
}

static uint64_t hash = 14695981039346656037ULL;
static double total(const Image *im)
{
    double s = 0.0;
    size_t n = (size_t)im->w * im->h * im->ch;
    for (size_t i = 0; i < n; i++) s += im->px[i];
    for (size_t i = 0; i < n * sizeof(float); i++)
        hash = (hash ^ ((const unsigned char *)im->px)[i]) * 1099511628211ULL;
    return s;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 480, h = argc > 2 ? atoi(argv[2]) : 320;
    int frames = argc > 3 ? atoi(argv[3]) : 7;
    if (w < 64 || h < 64) return 1;
    Image col[LEVELS], wgt[SHOTS][LEVELS], acc[LEVELS], shot[SHOTS], out = image(w, h, 3);
    float *tmp = malloc((size_t)w * h * 3 * sizeof *tmp);
    if (!tmp) return 1;
    for (int l = 0, lw = w, lh = h; l < LEVELS; l++, lw = (lw + 1) / 2, lh = (lh + 1) / 2) {
        col[l] = image(lw, lh, 3);
        acc[l] = image(lw, lh, 3);
        for (int s = 0; s < SHOTS; s++) wgt[s][l] = image(lw, lh, 1);
    }
    for (int s = 0; s < SHOTS; s++) shot[s] = image(w, h, 3);
    for (int f = 0; f < frames; f++) {
        for (int s = 0; s < SHOTS; s++) {
            shoot(&shot[s], f, 0.25f * (1 << (2 * s)));
            weigh(&shot[s], &wgt[s][0]);
        }
        for (int i = 0; i < w * h; i++) {
            float t = 0.0f;
            for (int s = 0; s < SHOTS; s++) t += wgt[s][0].px[i];
            for (int s = 0; s < SHOTS; s++) wgt[s][0].px[i] /= t;
        }
        for (int s = 0; s < SHOTS; s++) {
            for (size_t i = 0; i < (size_t)w * h * 3; i++) col[0].px[i] = shot[s].px[i];
            for (int l = 0; l + 1 < LEVELS; l++) {
                reduce(&col[l], &col[l + 1], tmp);
                reduce(&wgt[s][l], &wgt[s][l + 1], tmp);
                expand_add(&col[l + 1], &col[l], &col[l], -1.0f, tmp);
            }
            for (int l = 0; l < LEVELS; l++)
                for (int i = 0; i < col[l].w * col[l].h; i++)
                    for (int c = 0; c < 3; c++) {
                        float v = wgt[s][l].px[i] * col[l].px[3 * i + c];
                        acc[l].px[3 * i + c] = s == 0 ? v : acc[l].px[3 * i + c] + v;
                    }
        }
        for (int l = LEVELS - 2; l >= 0; l--) expand_add(&acc[l + 1], &acc[l], &acc[l], 1.0f, tmp);
        bilateral(&acc[0], &out, 3, 40.0f);
        double a = total(&acc[0]), b = total(&out);
        if (f % 2 == 0)
            printf("frame %d fused %.17g filtered %.17g hash %016llx\n", f, a, b, (unsigned long long)hash);
    }
    for (int l = 0; l < LEVELS; l++) {
        free(col[l].px); free(acc[l].px);
        for (int s = 0; s < SHOTS; s++) free(wgt[s][l].px);
    }
    for (int s = 0; s < SHOTS; s++) free(shot[s].px);
    free(out.px); free(tmp);
    return 0;
}
