/* Blend two exposures of a scene with Laplacian pyramids (Burt and Adelson).
 * Images are interleaved float RGB; the blur is separable with mirrored edges.
 *
 *   usage: pyramid [width [height]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 6

typedef struct {
    int w, h, ch;
    float *p;
} Image;

static const float kernel[5] = { 0.05f, 0.25f, 0.4f, 0.25f, 0.05f };

static Image img_new(int w, int h, int ch)
{
    Image im = { w, h, ch, malloc((size_t)w * h * ch * sizeof(float)) };
    if (!im.p) {
        fprintf(stderr, "no memory for %d x %d image\n", w, h);
        exit(1);
    }
    return im;
}

static inline float *img_at(const Image *im, int x, int y)
{
    return im->p + ((size_t)y * im->w + x) * im->ch;
}

static inline int mirror(int i, int n)
{
    if (i < 0)
        i = -i;
    if (i >= n)
        i = 2 * n - 2 - i;
    return i < 0 ? 0 : i;
}

static Image blur(const Image *in)
{
    Image tmp = img_new(in->w, in->h, in->ch), out = img_new(in->w, in->h, in->ch);

    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            for (int c = 0; c < in->ch; c++) {
                float s = 0.0f;
                for (int k = -2; k <= 2; k++)
                    s += kernel[k + 2] * img_at(in, mirror(x + k, in->w), y)[c];
                img_at(&tmp, x, y)[c] = s;
            }
    for (int x = 0; x < in->w; x++)
        for (int y = 0; y < in->h; y++)
            for (int c = 0; c < in->ch; c++) {
                float s = 0.0f;
                for (int k = -2; k <= 2; k++)
                    s += kernel[k + 2] * img_at(&tmp, x, mirror(y + k, in->h))[c];
                img_at(&out, x, y)[c] = s;
            }
    free(tmp.p);
    return out;
}

static Image halve(const Image *in)
{
    Image b = blur(in), out = img_new((in->w + 1) / 2, (in->h + 1) / 2, in->ch);

    for (int y = 0; y < out.h; y++)
        for (int x = 0; x < out.w; x++)
            memcpy(img_at(&out, x, y), img_at(&b, 2 * x, 2 * y), in->ch * sizeof(float));
    free(b.p);
    return out;
}

/* bilinear enlargement of `small` to the size of `big`; big += sign * it */
static void add_enlarged(Image *big, const Image *small, float sign)
{
    for (int y = 0; y < big->h; y++)
        for (int x = 0; x < big->w; x++) {
            int x0 = x / 2, y0 = y / 2;
            int x1 = x0 + 1 < small->w ? x0 + 1 : x0, y1 = y0 + 1 < small->h ? y0 + 1 : y0;
            float fx = x & 1 ? 0.5f : 0.0f, fy = y & 1 ? 0.5f : 0.0f;
            for (int c = 0; c < big->ch; c++) {
                float top = (1.0f - fx) * img_at(small, x0, y0)[c] + fx * img_at(small, x1, y0)[c];
                float bot = (1.0f - fx) * img_at(small, x0, y1)[c] + fx * img_at(small, x1, y1)[c];
                img_at(big, x, y)[c] += sign * ((1.0f - fy) * top + fy * bot);
            }
        }
}

static int laplacian(Image *lev, Image first)
{
    int n = 1;

    lev[0] = first;
    while (n < LEVELS && lev[n - 1].w > 8 && lev[n - 1].h > 8) {
        lev[n] = halve(&lev[n - 1]);
        n++;
    }
    for (int k = 0; k < n - 1; k++)
        add_enlarged(&lev[k], &lev[k + 1], -1.0f);
    return n;
}

/* a := m * a + (1 - m) * b */
static void mix(Image *a, const Image *b, const Image *m)
{
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++) {
            float w = img_at(m, x, y)[0];
            for (int c = 0; c < a->ch; c++)
                img_at(a, x, y)[c] = w * img_at(a, x, y)[c] + (1.0f - w) * img_at(b, x, y)[c];
        }
}

static void paint(Image *im, int which, Image *mask)
{
    unsigned r = 99u + which;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            r = r * 1664525u + 1013904223u;
            float base = (float)((x / 40 + y / 24) % 7) / 6.0f * (which ? 0.5f : 1.1f);
            for (int c = 0; c < im->ch; c++)
                img_at(im, x, y)[c] = base + 0.1f * c + (float)(r >> (8 + c) & 255) / 1024.0f;
            if (mask)
                img_at(mask, x, y)[0] = (x + y / 3) % 512 < 256 ? 1.0f : 0.0f;
        }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1950, h = argc > 2 ? atoi(argv[2]) : 1310;
    if (w < 4 || h < 4) {
        fprintf(stderr, "usage: %s [width [height]]\n", argv[0]);
        return 2;
    }
    Image a[LEVELS], b[LEVELS], m[LEVELS];
    Image first = img_new(w, h, 3), second = img_new(w, h, 3);
    m[0] = img_new(w, h, 1);
    paint(&first, 0, &m[0]);
    paint(&second, 1, NULL);

    int n = laplacian(a, first);
    laplacian(b, second);
    for (int k = 1; k < n; k++)
        m[k] = halve(&m[k - 1]);
    for (int k = 0; k < n; k++)
        mix(&a[k], &b[k], &m[k]);
    for (int k = n - 2; k >= 0; k--)
        add_enlarged(&a[k], &a[k + 1], 1.0f);

    double sum = 0.0, sq = 0.0;
    for (size_t i = 0; i < (size_t)w * h * 3; i++) {
        sum += a[0].p[i] * (double)(i % 5 + 1);
        sq += (double)a[0].p[i] * a[0].p[i];
    }
    printf("%d levels, sum %.10g, rms %.10g\n", n, sum, sqrt(sq / ((double)w * h * 3)));
    printf("pixels %.7g %.7g %.7g\n", (double)img_at(&a[0], 0, 0)[0],
           (double)img_at(&a[0], w / 2, h / 2)[1], (double)img_at(&a[0], w - 1, h - 1)[2]);
    printf("coarsest %.7g mask %.7g\n", (double)a[n - 1].p[0], (double)m[n - 1].p[1]);
    for (int k = 0; k < n; k++) {
        free(a[k].p);
        free(b[k].p);
        free(m[k].p);
    }
    return 0;
}
