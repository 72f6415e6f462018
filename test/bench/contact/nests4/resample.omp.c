/* Resize colour pictures by windowed-sinc resampling, vertical pass then horizontal pass,
 * 8-bit interleaved pixels, double intermediate rows; then down again and compare. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define CH 3

typedef struct {
    int w, h;
    unsigned char *px;
} Pic;

typedef struct {
    int start, count;
    double *w;
} Weights;

static Pic *pic_new(int w, int h)
{
    Pic *p = malloc(sizeof(Pic));
    p->w = w;
    p->h = h;
    p->px = malloc((size_t)w * h * CH);
    return p;
}

static void pic_free(Pic *p)
{
    free(p->px);
    free(p);
}

static double lanczos(double x)
{
    double px = 3.14159265358979323846 * x;
    if (fabs(x) < 1e-12)
        return 1.0;
    if (fabs(x) >= 3.0)
        return 0.0;
    return 3.0 * sin(px) * sin(px / 3.0) / (px * px);
}

static Weights *make_weights(int from, int to)
{
    Weights *t = malloc(to * sizeof(Weights));
    double ratio = (double)from / to, support = 3.0 * (ratio > 1.0 ? ratio : 1.0);
    double shrink = ratio > 1.0 ? ratio : 1.0;
    for (int i = 0; i < to; i++) {
        double centre = (i + 0.5) * ratio - 0.5, sum = 0;
        int lo = (int)ceil(centre - support), hi = (int)floor(centre + support);
        if (lo < 0)
            lo = 0;
        if (hi > from - 1)
            hi = from - 1;
        t[i].start = lo;
        t[i].count = hi - lo + 1;
        t[i].w = malloc(t[i].count * sizeof(double));
        for (int k = lo; k <= hi; k++)
            sum += t[i].w[k - lo] = lanczos((k - centre) / shrink);
        for (int k = 0; k < t[i].count; k++)
            t[i].w[k] /= sum;
    }
    return t;
}

static void free_weights(Weights *t, int n)
{
    for (int i = 0; i < n; i++)
        free(t[i].w);
    free(t);
}

typedef double v8 __attribute__((vector_size(64), aligned(8)));
#define RB 8       /* output rows side by side in the horizontal pass */

/* Eight output rows, 64 samples at a time: the input rows of the strip are converted to
 * double once per chunk (L1), each output row keeps eight accumulators, and the result is
 * turned to lane-per-row order on the way out. */
static void vertical(const Pic *in, const Weights *vert, int rows, double *conv, double *inter)
{
    const int n = in->w * CH;
    int lo = vert[0].start, hi = 0;
    for (int r = 0; r < rows; r++)
        if (vert[r].start + vert[r].count > hi)
            hi = vert[r].start + vert[r].count;
    for (int x = 0; x < n; x += 64) {
        int m = n - x < 64 ? n - x : 64;
        double s[RB][64];
        for (int k = lo; k < hi; k++) {
            const unsigned char *p = in->px + (size_t)k * n + x;
            double *d = conv + (size_t)(k - lo) * 64;
            if (m == 64)
                for (int l = 0; l < 64; l++)
                    d[l] = p[l];
            else
                for (int l = 0; l < 64; l++)
                    d[l] = l < m ? p[l] : 0;
        }
        for (int r = 0; r < RB; r++) {
            const Weights *v = &vert[r < rows ? r : 0];
            const double *d = conv + (size_t)(v->start - lo) * 64;
            v8 a[8];
            for (int q = 0; q < 8; q++)
                a[q] = (v8){ 0 };
            for (int k = 0; k < v->count; k++, d += 64) {
                double w = v->w[k];
#pragma GCC unroll 8
                for (int q = 0; q < 8; q++)
                    a[q] += w * *(const v8 *)(d + 8 * q);
            }
            for (int q = 0; q < 8; q++)
                *(v8 *)(s[r] + 8 * q) = a[q];
        }
        for (int l = 0; l < m; l++)
            for (int r = 0; r < RB; r++)
                inter[(size_t)(x + l) * RB + r] = s[r][l];
    }
}

/* eight lines interleaved by lane: lines[x*CH+c][row] */
static void horizontal(const v8 *lines, const Weights *hori, Pic *out, int y0, int rows)
{
    for (int x = 0; x < out->w; x++) {
        const v8 *p = lines + (size_t)hori[x].start * CH;
        v8 a = { 0 }, b = a, c = a;
        for (int k = 0; k < hori[x].count; k++, p += CH) {
            double w = hori[x].w[k];
            a += w * p[0];
            b += w * p[1];
            c += w * p[2];
        }
        int q[CH * RB];
#pragma omp simd
        for (int r = 0; r < RB; r++) {
            double u = a[r] < 0.0 ? 0.0 : a[r], v = b[r] < 0.0 ? 0.0 : b[r], t = c[r] < 0.0 ? 0.0 : c[r];
            q[r] = (int)((u > 255.0 ? 255.0 : u) + 0.5);
            q[RB + r] = (int)((v > 255.0 ? 255.0 : v) + 0.5);
            q[2 * RB + r] = (int)((t > 255.0 ? 255.0 : t) + 0.5);
        }
        for (int r = 0; r < rows; r++) {
            unsigned char *o = out->px + ((size_t)(y0 + r) * out->w + x) * CH;
            o[0] = (unsigned char)q[r];
            o[1] = (unsigned char)q[RB + r];
            o[2] = (unsigned char)q[2 * RB + r];
        }
    }
}

static Pic *resize(const Pic *in, int w, int h)
{
    Pic *out = pic_new(w, h);
    Weights *vert = make_weights(in->h, h), *hori = make_weights(in->w, w);
    const int n = in->w * CH;
#pragma omp parallel
    {
        double *conv = malloc((size_t)in->h * 64 * sizeof(double));
        double *inter = aligned_alloc(64, (size_t)n * RB * sizeof(double));
#pragma omp for schedule(dynamic, 2)
        for (int y = 0; y < h; y += RB) {
            int rows = h - y < RB ? h - y : RB;
            vertical(in, &vert[y], rows, conv, inter);
            horizontal((const v8 *)inter, hori, out, y, rows);
        }
        free(conv);
        free(inter);
    }
    free_weights(vert, h);
    free_weights(hori, w);
    return out;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1100;
    int h = argc > 2 ? atoi(argv[2]) : 800;
    int rounds = argc > 3 ? atoi(argv[3]) : 6;
    Pic *p = pic_new(w, h);
    for (int i = 0; i < w * h; i++)
        for (int c = 0; c < CH; c++)
            p->px[i * CH + c] = (unsigned char)((i % w) * (c + 1) / 3 ^ (i / w) * (5 - c) / 4);
    for (int r = 0; r < rounds; r++) {
        Pic *big = resize(p, w * 3 / 2 + r, h * 4 / 3);
        Pic *small = resize(big, w / 3 + 1, h / 2 + 1);
        Pic *back = resize(small, w, h);
        double err = 0;
        unsigned long sum = 0;
        for (int i = 0; i < w * h * CH; i++) {
            int d = back->px[i] - p->px[i];
            err += d * d;
            sum = (sum * 33 + back->px[i]) % 998244353UL;
        }
        printf("round %d rms %.10g hash %lu\n", r, sqrt(err / (w * h * CH)), sum);
        pic_free(p);
        pic_free(big);
        pic_free(small);
        p = back;
    }
    pic_free(p);
    return 0;
}
