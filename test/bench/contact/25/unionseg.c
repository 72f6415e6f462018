/* unionseg - moving-object segmentation: background model, blur, threshold, labelling, tracks.
 * usage: unionseg [frames] [width] [height]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define MAXBLOB 4096
#define MAXTRACK 256

typedef struct { int area, x0, y0, x1, y1, edge; long sx, sy; unsigned char peak; } blob;
typedef struct { int live, age, x, y, hits, lost; long path; } track;

static int W, H;
static unsigned char *img;
static float *back, *diff, *tmp;
static int *parent, *label;
static blob blobs[MAXBLOB];
static track tracks[MAXTRACK];

static unsigned hash2(unsigned x, unsigned y, unsigned t)
{
    unsigned h = x * 374761393u + y * 668265263u + t * 2246822519u;
    h = (h ^ h >> 13) * 1274126177u;
    return h ^ h >> 16;
}

static void grab_frame(int t)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int v = 60 + ((x / 40 + y / 32) % 3) * 22 + (int)(hash2((unsigned)x, (unsigned)y, (unsigned)t) % 17);
            img[y * W + x] = (unsigned char)v;
        }
    for (int k = 0; k < 36; k++) {              /* vehicles: bright rounded patches on straight courses */
        int r = 5 + k % 9;
        int cx = (int)((hash2((unsigned)k, 1, 0) % (unsigned)W + (unsigned)(t * (k % 5 + 1))) % (unsigned)(W + 60)) - 30;
        int cy = (int)((hash2((unsigned)k, 2, 0) % (unsigned)H + (unsigned)(t * (k % 4))) % (unsigned)(H + 60)) - 30;
        for (int y = cy - r; y <= cy + r; y++)
            for (int x = cx - r; x <= cx + r; x++) {
                if (x < 0 || y < 0 || x >= W || y >= H) continue;
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) > r * r + k % 7) continue;
                int v = img[y * W + x] + 70 + k;
                img[y * W + x] = (unsigned char)(v > 255 ? 255 : v);
            }
    }
}

static void subtract_background(int t)
{
    float rate = t == 0 ? 1.0f : 0.04f;
    for (int i = 0; i < W * H; i++) {
        float d = (float)img[i] - back[i];
        diff[i] = t == 0 ? 0 : d < 0 ? -d : d;
        back[i] += rate * d * (diff[i] > 30 ? 0.15f : 1.0f);
    }
}

/* separable 5-tap binomial blur of diff, clamped at the borders */
static void blur(void)
{
    static const float k[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float s = 0;
            for (int j = -2; j <= 2; j++) {
                int c = x + j < 0 ? 0 : x + j >= W ? W - 1 : x + j;
                s += k[j + 2] * diff[y * W + c];
            }
            tmp[y * W + x] = s;
        }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float s = 0;
            for (int j = -2; j <= 2; j++) {
                int c = y + j < 0 ? 0 : y + j >= H ? H - 1 : y + j;
                s += k[j + 2] * tmp[c * W + x];
            }
            diff[y * W + x] = s;
        }
}

static int root(int i)
{
    while (parent[i] != i) { parent[i] = parent[parent[i]]; i = parent[i]; }
    return i;
}

static void unite(int a, int b)
{
    a = root(a); b = root(b);
    if (a < b) parent[b] = a; else parent[a] = b;
}

static int label_blobs(float level)
{
    int n = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int i = y * W + x;
            if (diff[i] < level) { parent[i] = -1; continue; }
            parent[i] = i;
            if (x && parent[i - 1] >= 0) unite(i, i - 1);
            if (y && parent[i - W] >= 0) unite(i, i - W);
            if (x && y && parent[i - W - 1] >= 0) unite(i, i - W - 1);
            if (x < W - 1 && y && parent[i - W + 1] >= 0) unite(i, i - W + 1);
        }
    for (int i = 0; i < W * H; i++) {
        if (parent[i] < 0) { label[i] = -1; continue; }
        int r = root(i), x = i % W, y = i / W;
        if (r == i) {
            if (n == MAXBLOB) { label[i] = -1; continue; }
            label[i] = n;
            blobs[n++] = (blob){ 0, x, y, x, y, 0, 0, 0, 0 };
        } else label[i] = label[r];
        if (label[i] < 0) continue;
        blob *b = &blobs[label[i]];
        b->area++; b->sx += x; b->sy += y;
        if (x < b->x0) b->x0 = x;
        if (x > b->x1) b->x1 = x;
        if (y > b->y1) b->y1 = y;
        if (img[i] > b->peak) b->peak = img[i];
        if (!x || !y || x == W - 1 || y == H - 1 || parent[i - 1] < 0 || parent[i + 1] < 0 || parent[i - W] < 0 || parent[i + W] < 0) b->edge++;
    }
    return n;
}

static void follow(int n, int t)
{
    for (int b = 0; b < n; b++) {
        if (blobs[b].area < 40) continue;
        int x = (int)(blobs[b].sx / blobs[b].area), y = (int)(blobs[b].sy / blobs[b].area), best = -1, bd = 15 * 15, spare = -1;
        for (int k = 0; k < MAXTRACK; k++) {
            track *q = &tracks[k];
            if (!q->live) { if (spare < 0) spare = k; continue; }
            int d = (q->x - x) * (q->x - x) + (q->y - y) * (q->y - y);
            if (q->age != t && d < bd) { bd = d; best = k; }
        }
        if (best < 0) { if (spare < 0) continue; best = spare; tracks[best] = (track){ 1, t, x, y, 0, 0, 0 }; }
        tracks[best].path += abs(tracks[best].x - x) + abs(tracks[best].y - y);
        tracks[best].x = x; tracks[best].y = y; tracks[best].age = t; tracks[best].hits++;
    }
    for (int k = 0; k < MAXTRACK; k++) if (tracks[k].live && tracks[k].age < t - 4) { tracks[k].live = 0; tracks[k].lost++; }
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 160;
    W = argc > 2 ? atoi(argv[2]) : 800; H = argc > 3 ? atoi(argv[3]) : 600;
    if (frames < 1 || W < 16 || H < 16) { fprintf(stderr, "unionseg: bad size\n"); return 2; }
    size_t n = (size_t)W * (size_t)H;
    img = malloc(n); back = calloc(n, sizeof *back); diff = malloc(n * sizeof *diff); tmp = malloc(n * sizeof *tmp);
    parent = malloc(n * sizeof *parent); label = malloc(n * sizeof *label);
    if (!img || !back || !diff || !tmp || !parent || !label) { perror("unionseg"); return 1; }
    long total = 0; unsigned sum = 0;
    for (int t = 0; t < frames; t++) {
        grab_frame(t);
        subtract_background(t);
        blur();
        int nb = label_blobs(22.0f), big = 0;
        follow(nb, t);
        for (int b = 0; b < nb; b++) {
            total += blobs[b].area;
            sum = sum * 31 + (unsigned)(blobs[b].area ^ blobs[b].x0 << 4 ^ blobs[b].y1 << 12 ^ blobs[b].edge << 20) + blobs[b].peak + (unsigned)blobs[b].x1;
            if (blobs[b].area > blobs[big].area) big = b;
        }
        if (t % 10 == 9 && nb) printf("frame %3d blobs %4d largest %d at (%ld,%ld) edge %d peak %d\n", t, nb, blobs[big].area,
                                blobs[big].sx / blobs[big].area, blobs[big].sy / blobs[big].area, blobs[big].edge, blobs[big].peak);
    }
    int live = 0, longest = 0; double level = 0;
    for (int k = 0; k < MAXTRACK; k++) { live += tracks[k].live; if (tracks[k].hits > tracks[longest].hits) longest = k; }
    for (size_t i = 0; i < n; i++) level += back[i];
    printf("foreground %ld tracks live %d longest %d hits path %ld background %.6f sum %08x\n", total, live, tracks[longest].hits,
           tracks[longest].path, level / (double)n, sum);
    free(img); free(back); free(diff); free(tmp); free(parent); free(label);
    return 0;
}
