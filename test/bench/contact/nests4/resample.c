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

static unsigned char to_byte(double v)
{
    if (v <= 0.0)
        return 0;
    if (v >= 255.0)
        return 255;
    return (unsigned char)(v + 0.5);
}

static Pic *resize(const Pic *in, int w, int h)
{
    Pic *out = pic_new(w, h);
    Weights *vert = make_weights(in->h, h), *hori = make_weights(in->w, w);
    double *line = malloc((size_t)in->w * CH * sizeof(double));
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < in->w; x++)
            for (int c = 0; c < CH; c++) {
                double s = 0.0;
                for (int k = 0; k < vert[y].count; k++)
                    s += vert[y].w[k] * in->px[((size_t)(vert[y].start + k) * in->w + x) * CH + c];
                line[x * CH + c] = s;
            }
        for (int x = 0; x < w; x++)
            for (int c = 0; c < CH; c++) {
                double s = 0.0;
                for (int k = 0; k < hori[x].count; k++)
                    s += hori[x].w[k] * line[(hori[x].start + k) * CH + c];
                out->px[((size_t)y * w + x) * CH + c] = to_byte(s);
            }
    }
    free(line);
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
