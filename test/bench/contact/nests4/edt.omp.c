/* Distance maps of a binary picture: exact squared Euclidean (two separable passes of a
 * lower envelope evaluated directly) and the signed float map made from two of them. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

struct bitmap {
    int w, h;
    unsigned char *on;
};

#define BIG 100000000

static struct bitmap blobs(int w, int h)
{
    struct bitmap b = { w, h, calloc((size_t)w * h, 1) };
    unsigned s = 1234567;
    for (int k = 0; k < 30; k++) {
        s = s * 1664525u + 1013904223u;
        int cx = (int)((s >> 8) % (unsigned)w);
        s = s * 1664525u + 1013904223u;
        int cy = (int)((s >> 8) % (unsigned)h);
        int r = 2 + (int)(s >> 3) % (w / 12 + 2);
        if (r < 0)
            r = 3;
        for (int y = cy - r; y <= cy + r; y++)
            for (int x = cx - r; x <= cx + r; x++)
                if (x >= 0 && x < w && y >= 0 && y < h
                    && (x - cx) * (x - cx) + (y - cy) * (y - cy) * 2 <= r * r)
                    b.on[y * w + x] ^= 1;
    }
    return b;
}

/* squared distance to the nearest pixel whose value is `target`.  Columns: nearest
 * pixel by a sweep down and a sweep up, rows of counters in vectors.  Rows: lower
 * envelope of parabolas on a stack, linear time (integers, exact). */
static void distance_map(const struct bitmap *b, int target, int *out)
{
    const int w = b->w, h = b->h;
    int *col = malloc((size_t)w * h * sizeof(int));
    const int far = 50000;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int xb = 0; xb < w; xb += 256) {
            int m = w - xb < 256 ? w - xb : 256, d[256];
            for (int x = 0; x < m; x++)
                d[x] = far;
            for (int y = 0; y < h; y++) {
                const unsigned char *on = b->on + (size_t)y * w + xb;
                int *c = col + (size_t)y * w + xb;
#pragma omp simd
                for (int x = 0; x < m; x++) {
                    int e = d[x] < far ? d[x] + 1 : far;
                    d[x] = on[x] == target ? 0 : e;
                    c[x] = d[x];
                }
            }
            for (int x = 0; x < m; x++)
                d[x] = far;
            for (int y = h - 1; y >= 0; y--) {
                int *c = col + (size_t)y * w + xb;
#pragma omp simd
                for (int x = 0; x < m; x++) {
                    int e = d[x] < far ? d[x] + 1 : far;
                    e = c[x] == 0 ? 0 : e;
                    d[x] = e;
                    e = e < c[x] ? e : c[x];
                    c[x] = e < far ? e * e : BIG;
                }
            }
        }
        int *at = malloc((w + 1) * sizeof(int)), *from = malloc((w + 2) * sizeof(int));
#pragma omp for schedule(static)
        for (int y = 0; y < h; y++) {
            const int *f = col + (size_t)y * w;
            int top = -1;
            for (int u = 0; u < w; u++) {
                if (f[u] >= BIG)
                    continue;
                int s = 0;
                while (top >= 0) {
                    /* first x where u is no worse than at[top] */
                    int p = at[top], num = f[u] + u * u - f[p] - p * p, den = 2 * (u - p);
                    s = num <= 0 ? 0 : (num + den - 1) / den;
                    if (s > from[top])
                        break;
                    top--;
                }
                if (top < 0)
                    s = 0;
                if (s < w) {
                    at[++top] = u;
                    from[top] = s;
                }
            }
            int *o = out + (size_t)y * w;
            if (top < 0)
                for (int x = 0; x < w; x++)
                    o[x] = BIG;
            for (int k = 0; k <= top; k++) {
                int e = k < top ? from[k + 1] : w, p = at[k], fp = f[p];
#pragma omp simd
                for (int x = from[k]; x < e; x++) {
                    int d = fp + (x - p) * (x - p);
                    o[x] = d < BIG ? d : BIG;
                }
            }
        }
        free(at);
        free(from);
    }
    free(col);
}

static void signed_map(const int *inside, const int *outside, float *sd, int n)
{
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < n; i++)
        sd[i] = sqrtf((float)outside[i]) - sqrtf((float)inside[i]);
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 900;
    int h = argc > 2 ? atoi(argv[2]) : 700;
    struct bitmap b = blobs(w, h);
    int n = w * h;
    int *to_on = malloc(n * sizeof(int)), *to_off = malloc(n * sizeof(int));
    float *sd = malloc(n * sizeof(float));
    distance_map(&b, 1, to_on);
    distance_map(&b, 0, to_off);
    signed_map(to_off, to_on, sd, n);

    long sum = 0;
    int max = 0;
    double area = 0;
    for (int i = 0; i < n; i++) {
        sum += to_on[i] % 10007;
        if (to_on[i] > max)
            max = to_on[i];
        area += sd[i] < -2.5f ? 1.0 : sd[i] < 2.5f ? 0.2 * (2.5f - sd[i]) : 0.0;
    }
    printf("size %dx%d sum %ld max %d\n", w, h, sum, max);
    printf("soft area %.10g middle %.9g\n", area, sd[(h / 2) * w + w / 2]);
    free(b.on);
    free(to_on);
    free(to_off);
    free(sd);
    return 0;
}
