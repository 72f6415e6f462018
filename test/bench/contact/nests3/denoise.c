/* denoise: cleans a noisy colour picture: a 5x5 median per colour plane against
 * the outliers, then a colour bilateral filter (weight by place and by the sum
 * of the three differences), the border repeats the outermost pixels.
 * Expert: padded planes; the median by min/max exchanges on 64 pixels at once
 * (forgetful selection), the bilateral filter with the pixels of a row as vector
 * lanes and the weights looked up once for three colours; rows among threads.
 * SMALL: 60 40
 * Usage: denoise [width] [height]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXW 1600
#define MAXH 1200
#define RADIUS 4
#define SIDE (2 * RADIUS + 1)

static unsigned char noisy[3][MAXH][MAXW];
static unsigned char clean[3][MAXH][MAXW];
static unsigned char smooth[3][MAXH][MAXW];
static float near_weight[SIDE][SIDE], like_weight[3 * 255 + 1];

static unsigned rng = 99;

static unsigned next(void)
{
    rng = rng * 1664525u + 1013904223u;
    return rng >> 10;
}

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void paint(int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int disc = (x - w / 3) * (x - w / 3) + (y - h / 2) * (y - h / 2) < h * h / 9;
            int stripe = (x / 23 + y / 17) % 2;
            for (int c = 0; c < 3; c++) {
                int v = 40 + 60 * c + (disc ? 90 - 70 * c : 0) + stripe * (c == 1 ? 40 : 10);
                v += (x * (c + 1)) * 30 / w + (int)(next() % 25) - 12;
                if (next() % 20 == 0)
                    v = next() % 2 ? 255 : 0;
                noisy[c][y][x] = (unsigned char)clamp(v, 0, 255);
            }
        }
}

static int median(unsigned char *v, int n)
{
    for (int i = 1; i < n; i++) {
        unsigned char t = v[i];
        int j = i;
        while (j > 0 && v[j - 1] > t) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = t;
    }
    return v[n / 2];
}

static void remove_outliers(int w, int h)
{
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                unsigned char window[25];
                int n = 0;
                for (int dy = -2; dy <= 2; dy++)
                    for (int dx = -2; dx <= 2; dx++)
                        window[n++] =
                            noisy[c][clamp(y + dy, 0, h - 1)][clamp(x + dx, 0, w - 1)];
                clean[c][y][x] = (unsigned char)median(window, n);
            }
}

static void bilateral(int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum[3] = { 0.0f, 0.0f, 0.0f }, total = 0.0f;
            for (int dy = -RADIUS; dy <= RADIUS; dy++)
                for (int dx = -RADIUS; dx <= RADIUS; dx++) {
                    int yy = clamp(y + dy, 0, h - 1), xx = clamp(x + dx, 0, w - 1);
                    int diff = 0;
                    for (int c = 0; c < 3; c++)
                        diff += abs(clean[c][yy][xx] - clean[c][y][x]);
                    float weight = near_weight[dy + RADIUS][dx + RADIUS] * like_weight[diff];
                    for (int c = 0; c < 3; c++)
                        sum[c] += weight * clean[c][yy][xx];
                    total += weight;
                }
            for (int c = 0; c < 3; c++)
                smooth[c][y][x] = (unsigned char)(sum[c] / total + 0.5f);
        }
}

static void report(const char *name, unsigned char image[3][MAXH][MAXW], int w, int h)
{
    for (int c = 0; c < 3; c++) {
        long long sum = 0, steps = 0;
        unsigned hash = 2166136261u;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                sum += image[c][y][x];
                hash = (hash ^ image[c][y][x]) * 16777619u;
                if (x > 0)
                    steps += abs(image[c][y][x] - image[c][y][x - 1]);
            }
        printf("%s plane %d: mean %.9g roughness %.9g hash %08x\n", name, c,
               (double)sum / ((double)w * h), (double)steps / ((double)w * h), hash);
    }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 1300;
    int h = argc > 2 ? atoi(argv[2]) : 1000;
    if (w < 1 || w > MAXW || h < 1 || h > MAXH) {
        fprintf(stderr, "picture too large\n");
        return 1;
    }
    for (int dy = -RADIUS; dy <= RADIUS; dy++)
        for (int dx = -RADIUS; dx <= RADIUS; dx++)
            near_weight[dy + RADIUS][dx + RADIUS] = expf(-(float)(dx * dx + dy * dy) / 12.0f);
    for (int d = 0; d <= 3 * 255; d++)
        like_weight[d] = expf(-(float)(d * d) / 3000.0f);
    paint(w, h);
    remove_outliers(w, h);
    bilateral(w, h);
    printf("picture %d x %d\n", w, h);
    report("noisy", noisy, w, h);
    report("clean", clean, w, h);
    report("smooth", smooth, w, h);
    for (int q = 1; q < 4; q++)
        printf("pixel at %d/4: %d %d %d\n", q, smooth[0][q * h / 4][q * w / 4],
               smooth[1][q * h / 4][q * w / 4], smooth[2][q * h / 4][q * w / 4]);
    return 0;
}
