/*
 * Scale-space blob detection: blur a grey image with Gaussians of growing
 * width (separable: rows first, then columns) and count the strong responses
 * in the differences of consecutive blurs.
 *
 * usage: blur [width] [height]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MAXR   24
#define SCALES 5

typedef struct {
    int width, height;
    float *pix;
} Image;

static Image image_new(int w, int h)
{
    Image im = { w, h, malloc((size_t)w * h * sizeof(float)) };
    return im;
}

static void scene(unsigned char *p, int w, int h)
{
    unsigned int s = 99u;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            s = s * 1664525u + 1013904223u;
            int blob = ((x / 37) * 5 + (y / 29) * 3) % 11;
            p[y * w + x] = (unsigned char)(blob * 18 + (s >> 27));
        }
}

static int gaussian(float *k, double sigma)
{
    int r = (int)ceil(2.5 * sigma);
    double sum = 0.0;
    for (int i = -r; i <= r; i++)
        sum += exp(-i * i / (2.0 * sigma * sigma));
    for (int i = -r; i <= r; i++)
        k[i + r] = (float)(exp(-i * i / (2.0 * sigma * sigma)) / sum);
    return r;
}

static int clamp(int v, int hi)
{
    if (v < 0)
        return 0;
    return v > hi ? hi : v;
}

static void blur(const Image *src, Image *tmp, Image *dst, double sigma)
{
    float k[2 * MAXR + 1];
    int r = gaussian(k, sigma);
    int w = src->width, h = src->height;

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            float s = 0.0f;
            for (int i = -r; i <= r; i++)
                s += k[i + r] * src->pix[y * w + clamp(x + i, w - 1)];
            tmp->pix[y * w + x] = s;
        }
    }
    for (int x = 0; x < w; x++) {
        for (int y = 0; y < h; y++) {
            float s = 0.0f;
            for (int i = -r; i <= r; i++)
                s += k[i + r] * tmp->pix[clamp(y + i, h - 1) * w + x];
            dst->pix[y * w + x] = s;
        }
    }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 2400;
    int h = argc > 2 ? atoi(argv[2]) : 1600;
    unsigned char *raw = malloc((size_t)w * h);
    Image im = image_new(w, h), tmp = image_new(w, h);
    Image a = image_new(w, h), b = image_new(w, h);

    scene(raw, w, h);
    for (int i = 0; i < w * h; i++)
        im.pix[i] = raw[i];

    double sigma = 1.0;
    blur(&im, &tmp, &a, sigma);
    for (int s = 0; s < SCALES; s++) {
        sigma *= 1.5;
        blur(&im, &tmp, &b, sigma);

        int count = 0;
        double energy = 0.0;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                float d = b.pix[y * w + x] - a.pix[y * w + x];
                energy += d * d;
                if (d > 10.0f || d < -10.0f)
                    count++;
            }
        printf("sigma %.4f: %d strong responses, energy %.17g\n", sigma, count, energy);

        Image t = a;
        a = b;
        b = t;
    }
    free(raw);
    free(im.pix);
    free(tmp.pix);
    free(a.pix);
    free(b.pix);
    return 0;
}
