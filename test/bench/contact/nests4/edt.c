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

/* squared distance to the nearest pixel whose value is `target` */
static void distance_map(const struct bitmap *b, int target, int *out)
{
    int w = b->w, h = b->h;
    int *col = malloc((size_t)w * h * sizeof(int));
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) {
            int best = BIG;
            for (int v = 0; v < h; v++)
                if (b->on[v * w + x] == target && (y - v) * (y - v) < best)
                    best = (y - v) * (y - v);
            col[y * w + x] = best;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int best = BIG;
            for (int u = 0; u < w; u++) {
                int d = col[y * w + u] + (x - u) * (x - u);
                if (d < best)
                    best = d;
            }
            out[y * w + x] = best;
        }
    free(col);
}

static void signed_map(const int *inside, const int *outside, float *sd, int n)
{
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
