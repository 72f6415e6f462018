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

static inline void blur_row(const Image *in, int y, float *restrict out)
{
    const float *restrict p = img_at(in, 0, y);
    const int w = in->w, ch = in->ch;
    const int e0 = w < 2 ? w : 2, e1 = w - 2 > e0 ? w - 2 : e0;

    for (int x = 0; x < w; x = x + 1 == e0 && e1 > e0 ? e1 : x + 1)
        for (int c = 0; c < ch; c++) {
            float s = 0.0f;
            for (int k = -2; k <= 2; k++)
                s += kernel[k + 2] * p[mirror(x + k, w) * ch + c];
            out[x * ch + c] = s;
        }
#pragma omp simd
    for (int i = e0 * ch; i < e1 * ch; i++) {
        float s = 0.0f;
        s += 0.05f * p[i - 2 * ch];
        s += 0.25f * p[i - ch];
        s += 0.4f * p[i];
        s += 0.25f * p[i + ch];
        s += 0.05f * p[i + 2 * ch];
        out[i] = s;
    }
}

#define ROWS 32 /* output rows of a task */

/* Blur and decimation in one go: only the rows that survive are blurred down
 * the columns, out of a strip of horizontally blurred rows. */
static Image halve(const Image *in)
{
    const int w = in->w, ch = in->ch, len = w * ch;
    Image out = img_new((w + 1) / 2, (in->h + 1) / 2, ch);

#pragma omp parallel
    {
        float *strip = img_new(w, 2 * ROWS + 4, ch).p, *line = img_new(w, 1, ch).p;
#pragma omp for schedule(dynamic, 1)
        for (int y0 = 0; y0 < out.h; y0 += ROWS) {
            int y1 = y0 + ROWS < out.h ? y0 + ROWS : out.h;
            int lo = 2 * y0 - 2 > 0 ? 2 * y0 - 2 : 0;
            int hi = 2 * y1 + 1 < in->h ? 2 * y1 + 1 : in->h;
            int first = mirror(2 * y1, in->h); /* a mirrored tap may reach below lo */
            lo = first < lo ? first : lo;
            for (int y = lo; y < hi; y++)
                blur_row(in, y, strip + (size_t)(y - lo) * len);
            for (int y = y0; y < y1; y++) {
                const float *restrict r[5];
                for (int k = 0; k < 5; k++)
                    r[k] = strip + (size_t)(mirror(2 * y + k - 2, in->h) - lo) * len;
#pragma omp simd
                for (int i = 0; i < len; i++) {
                    float s = 0.0f;
                    s += 0.05f * r[0][i];
                    s += 0.25f * r[1][i];
                    s += 0.4f * r[2][i];
                    s += 0.25f * r[3][i];
                    s += 0.05f * r[4][i];
                    line[i] = s;
                }
                float *restrict dst = img_at(&out, 0, y);
                for (int x = 0; x < out.w; x++)
                    for (int c = 0; c < ch; c++)
                        dst[x * ch + c] = line[2 * x * ch + c];
            }
        }
        free(strip);
        free(line);
    }
    return out;
}

/* bilinear enlargement of `small` to the size of `big`; big += sign * it */
static void add_enlarged(Image *big, const Image *small, float sign)
{
    const int ch = big->ch;

#pragma omp parallel for schedule(static)
    for (int y = 0; y < big->h; y++) {
        int y0 = y / 2, y1 = y0 + 1 < small->h ? y0 + 1 : y0;
        float fy = y & 1 ? 0.5f : 0.0f;
        const float *restrict s0 = img_at(small, 0, y0), *restrict s1 = img_at(small, 0, y1);
        float *restrict dst = img_at(big, 0, y);
        for (int x = 0; x < big->w; x++) {
            int x0 = x / 2, x1 = x0 + 1 < small->w ? x0 + 1 : x0;
            float fx = x & 1 ? 0.5f : 0.0f;
            for (int c = 0; c < ch; c++) {
                float top = (1.0f - fx) * s0[x0 * ch + c] + fx * s0[x1 * ch + c];
                float bot = (1.0f - fx) * s1[x0 * ch + c] + fx * s1[x1 * ch + c];
                dst[x * ch + c] += sign * ((1.0f - fy) * top + fy * bot);
            }
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
#pragma omp parallel for schedule(static)
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
