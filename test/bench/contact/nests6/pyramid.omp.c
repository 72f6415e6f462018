/* (bands of rows per thread, reflection peeled, vector lanes along x) Exposure fusion: Gaussian and Laplacian pyramids of three exposures of a scene,
 * blended with normalized weights (contrast, saturation, exposedness), collapsed;
 * then a small bilateral filter on the result.   usage: pyramid [w] [h] [frames] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 5
#define SHOTS 3
#define SMALL 20000     /* pixels: below that one thread is faster */

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

typedef float f16 __attribute__((vector_size(64), aligned(4)));

/* one row, rows of the small image b wide; the interior without reflection */
static inline __attribute__((always_inline))
void reduce_row(const float *restrict a, int aw, float *restrict o, int bw, int ch)
{
    int lo = 1, hi = (aw - 3) / 2 + 1;      /* 2x - 2 >= 0, 2x + 2 < aw */
    for (int x = 0; x < bw; x++) {
        if (x == lo && hi > lo) x = hi;
        if (x >= bw) break;
        for (int c = 0; c < ch; c++) {
            float s = 0.0f;
            for (int k = -2; k <= 2; k++) s += tap[k + 2] * a[reflect(2 * x + k, aw) * ch + c];
            o[x * ch + c] = s;
        }
    }
    #pragma omp simd
    for (int x = lo; x < hi; x++)
        for (int c = 0; c < ch; c++) {
            const float *p = a + 2 * x * ch + c;
            float s = 0.0f;
            s += tap[0] * p[-2 * ch];
            s += tap[1] * p[-ch];
            s += tap[2] * p[0];
            s += tap[3] * p[ch];
            s += tap[4] * p[2 * ch];
            o[x * ch + c] = s;
        }
}

static void reduce(const Image *a, Image *b, float *tmp)
{
    int ch = a->ch, row = b->w * ch;
    #pragma omp parallel if (a->h * a->w > SMALL)
    {
        #pragma omp for schedule(static)
        for (int y = 0; y < a->h; y++) {
            const float *r = a->px + (size_t)y * a->w * ch;
            if (ch == 3) reduce_row(r, a->w, tmp + (size_t)y * row, b->w, 3);
            else reduce_row(r, a->w, tmp + (size_t)y * row, b->w, 1);
        }
        #pragma omp for schedule(static)
        for (int y = 0; y < b->h; y++) {
            const float *r[5];
            float *restrict o = b->px + (size_t)y * row;
            for (int k = 0; k < 5; k++) r[k] = tmp + (size_t)reflect(2 * y + k - 2, a->h) * row;
            const float *r0 = r[0], *r1 = r[1], *r2 = r[2], *r3 = r[3], *r4 = r[4];
            #pragma omp simd
            for (int x = 0; x < row; x++) {
                float s = 0.0f;
                s += tap[0] * r0[x];
                s += tap[1] * r1[x];
                s += tap[2] * r2[x];
                s += tap[3] * r3[x];
                s += tap[4] * r4[x];
                o[x] = s;
            }
        }
    }
}

/* even outputs take the taps 0, 2, 4, odd ones 1 and 3 */
static inline __attribute__((always_inline))
void expand_row(const float *restrict q, int qw, float *restrict o, int w, int ch)
{
    const float t0 = 2.0f * tap[0], t1 = 2.0f * tap[1], t2 = 2.0f * tap[2];
    for (int m = 0; 2 * m < w; m++) {
        int l = reflect(m - 1, qw), r = reflect(m + 1, qw);
        for (int c = 0; c < ch; c++) {
            float u = q[l * ch + c], v = q[m * ch + c], z = q[r * ch + c];
            o[2 * m * ch + c] = 0.0f + t0 * u + t2 * v + t0 * z;
            if (2 * m + 1 < w) o[(2 * m + 1) * ch + c] = 0.0f + t1 * v + t1 * z;
        }
    }
}

static void expand_add(const Image *small, const Image *base, Image *out, float sign, float *tmp)
{
    int ch = base->ch, w = base->w, row = w * ch;
    const float t0 = 2.0f * tap[0], t1 = 2.0f * tap[1], t2 = 2.0f * tap[2];
    #pragma omp parallel if (base->h * w > SMALL)
    {
        #pragma omp for schedule(static)
        for (int y = 0; y < small->h; y++)
            expand_row(small->px + (size_t)y * small->w * 3, small->w, tmp + (size_t)y * row, w, 3);
        #pragma omp for schedule(static)
        for (int y = 0; y < base->h; y++) {
            const float *b = base->px + (size_t)y * row;
            float *o = out->px + (size_t)y * row;       /* may be b itself */
            int m = y / 2;
            const float *u = tmp + (size_t)reflect(m - 1, small->h) * row, *v = tmp + (size_t)m * row;
            const float *z = tmp + (size_t)reflect(m + 1, small->h) * row;
            if (y & 1) {
                #pragma omp simd
                for (int x = 0; x < row; x++) o[x] = b[x] + sign * (0.0f + t1 * v[x] + t1 * z[x]);
            } else {
                #pragma omp simd
                for (int x = 0; x < row; x++)
                    o[x] = b[x] + sign * (0.0f + t0 * u[x] + t2 * v[x] + t0 * z[x]);
            }
        }
    }
}

static void shoot(Image *im, int frame, float gain)
{
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++) {
        float v = (float)(y % 61) / 61.0f, v3 = 3.0f * v * v * v;
        for (int x = 0; x < im->w; x++) {
            float u = (float)((x + 3 * frame) % 97) / 97.0f, uu = u * u;
            for (int c = 0; c < 3; c++) {
                uint32_t n = (uint32_t)(x * 7919 + y * 104729 + c * 31 + frame * 65537);
                n = (n ^ (n >> 13)) * 1274126177u;
                float l = (0.05f + uu * (1.0f + c) + v3) * gain + (n >> 20) * 1e-5f;
                im->px[((size_t)y * im->w + x) * 3 + c] = l < 1.0f ? l : 1.0f;
            }
        }
    }
}

static inline float weight(const float *p, const float *l, const float *r, const float *u, const float *d)
{
    float mean = (p[0] + p[1] + p[2]) / 3.0f, lap = 0.0f, sat = 0.0f, exposed = 1.0f;
    for (int c = 0; c < 3; c++) {
        lap += fabsf(4.0f * p[c] - l[c] - r[c] - u[c] - d[c]);
        sat += (p[c] - mean) * (p[c] - mean);
        exposed *= 1.0f / (1.0f + 12.0f * (p[c] - 0.5f) * (p[c] - 0.5f));
    }
    return (lap + 0.01f) * (sqrtf(sat / 3.0f) + 0.05f) * exposed + 1e-6f;
}

static void weigh(const Image *im, Image *wt)
{
    int w = im->w;
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++) {
        const float *p = im->px + (size_t)y * w * 3;
        const float *u = im->px + (size_t)reflect(y - 1, im->h) * w * 3;
        const float *d = im->px + (size_t)reflect(y + 1, im->h) * w * 3;
        float *restrict o = wt->px + (size_t)y * w;
        o[0] = weight(p, p + 3, p + 3, u, d);
        #pragma omp simd
        for (int x = 1; x < w - 1; x++)
            o[x] = weight(p + 3 * x, p + 3 * x - 3, p + 3 * x + 3, u + 3 * x, d + 3 * x);
        int e = 3 * (w - 1);
        o[w - 1] = weight(p + e, p + e - 3, p + e - 3, u + e, d + e);
    }
}

/* planes with a reflected border; sixteen pixels side by side */
static void bilateral(const Image *a, Image *b, int radius, float k)
{
    int w = a->w, h = a->h, ld = (w + 15) / 16 * 16 + 2 * radius;
    size_t plane = (size_t)(h + 2 * radius) * ld;
    float *pl = malloc(3 * plane * sizeof *pl);
    if (!pl) exit(1);
    #pragma omp parallel
    {
        #pragma omp for schedule(static)
        for (int y = 0; y < h + 2 * radius; y++)
            for (int x = 0; x < ld; x++) {
                const float *q = a->px + ((size_t)reflect(y - radius, h) * w + reflect(x - radius, w)) * 3;
                for (int c = 0; c < 3; c++) pl[c * plane + (size_t)y * ld + x] = q[c];
            }
        #pragma omp for schedule(dynamic, 4)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x += 16) {
                const float *m = pl + (size_t)(y + radius) * ld + x + radius;
                f16 p0 = *(const f16 *)m, p1 = *(const f16 *)(m + plane), p2 = *(const f16 *)(m + 2 * plane);
                f16 s0 = { 0 }, s1 = s0, s2 = s0, sum = s0;
                for (int dy = -radius; dy <= radius; dy++)
                    for (int dx = -radius; dx <= radius; dx++) {
                        const float *q = m + dy * ld + dx;
                        f16 q0 = *(const f16 *)q, q1 = *(const f16 *)(q + plane);
                        f16 q2 = *(const f16 *)(q + 2 * plane), e0 = q0 - p0, e1 = q1 - p1, e2 = q2 - p2;
                        f16 g = 1.0f / (1.0f + k * (e0 * e0 + e1 * e1 + e2 * e2) + 0.2f * (dx * dx + dy * dy));
                        s0 += g * q0;
                        s1 += g * q1;
                        s2 += g * q2;
                        sum += g;
                    }
                s0 /= sum;
                s1 /= sum;
                s2 /= sum;
                float *o = b->px + ((size_t)y * w + x) * 3;
                for (int q = 0; q < 16 && x + q < w; q++) {
                    o[3 * q] = s0[q];
                    o[3 * q + 1] = s1[q];
                    o[3 * q + 2] = s2[q];
                }
            }
    }
    free(pl);
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
        #pragma omp parallel for simd schedule(static)
        for (int i = 0; i < w * h; i++) {
            float w0 = wgt[0][0].px[i], w1 = wgt[1][0].px[i], w2 = wgt[2][0].px[i];
            float t = 0.0f + w0 + w1 + w2;
            wgt[0][0].px[i] = w0 / t;
            wgt[1][0].px[i] = w1 / t;
            wgt[2][0].px[i] = w2 / t;
        }
        for (int s = 0; s < SHOTS; s++) {
            for (int l = 0; l + 1 < LEVELS; l++) {
                const Image *src = l == 0 ? &shot[s] : &col[l];     /* no copy */
                reduce(src, &col[l + 1], tmp);
                reduce(&wgt[s][l], &wgt[s][l + 1], tmp);
                expand_add(&col[l + 1], src, &col[l], -1.0f, tmp);
            }
            for (int l = 0; l < LEVELS; l++) {
                const float *wp = wgt[s][l].px, *cp = col[l].px;
                float *ap = acc[l].px;
                #pragma omp parallel for schedule(static) if (col[l].w * col[l].h > SMALL)
                for (int i = 0; i < col[l].w * col[l].h; i++)
                    for (int c = 0; c < 3; c++) {
                        float v = wp[i] * cp[3 * i + c];
                        ap[3 * i + c] = s == 0 ? v : ap[3 * i + c] + v;
                    }
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
