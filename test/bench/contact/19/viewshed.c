/* Cumulative viewshed: from how many watch posts is each terrain cell seen?
 * viewshed [grid-size] [posts] [range] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

static int n = 1025, range = 320, nposts = 400;
static float *elev;
static unsigned short *count;
static unsigned char *seen;          /* cells visible from the current post */
static long tested, blocked;

static unsigned rs = 4711;
static float noise(void)
{
    rs = rs * 1664525u + 1013904223u;
    return (float)(rs >> 8) / 8388608.0f - 1.0f;
}

#define Z(x, y) elev[(size_t)(y) * n + (x)]

/* diamond-square; n = 2^k + 1 */
static void terrain(void)
{
    float amp = 300;
    Z(0, 0) = 200; Z(n - 1, 0) = 400; Z(0, n - 1) = 300; Z(n - 1, n - 1) = 100;
    for (int s = n - 1; s > 1; s /= 2, amp *= 0.52f) {
        int h = s / 2;
        for (int y = h; y < n; y += s)
            for (int x = h; x < n; x += s)
                Z(x, y) = (Z(x - h, y - h) + Z(x + h, y - h) + Z(x - h, y + h) + Z(x + h, y + h)) / 4 + amp * noise();
        for (int y = 0; y < n; y += h)
            for (int x = (y / h % 2) ? 0 : h; x < n; x += s) {
                float t = 0; int k = 0;
                if (x >= h) { t += Z(x - h, y); k++; }
                if (x + h < n) { t += Z(x + h, y); k++; }
                if (y >= h) { t += Z(x, y - h); k++; }
                if (y + h < n) { t += Z(x, y + h); k++; }
                Z(x, y) = t / k + amp * noise();
            }
    }
}

/* walk from the post to a cell of the rim, marking what is in sight */
static void sight_line(int ox, int oy, float eye, int tx, int ty)
{
    int dx = abs(tx - ox), dy = abs(ty - oy), sx = tx > ox ? 1 : -1, sy = ty > oy ? 1 : -1;
    int err = dx - dy, x = ox, y = oy;
    float steepest = -1e30f;
    while (x != tx || y != ty) {
        int e2 = 2 * err;
        if (e2 > -dy) { err -= dy; x += sx; }
        if (e2 < dx) { err += dx; y += sy; }
        if (x < 0 || y < 0 || x >= n || y >= n) break;
        int d2 = (x - ox) * (x - ox) + (y - oy) * (y - oy);
        if (d2 > range * range) break;
        float d = sqrtf((float)d2);
        float drop = (float)d2 * 0.00001f;            /* curvature */
        float slope = (Z(x, y) - drop - eye) / d;
        tested++;
        if (slope >= steepest) {
            steepest = slope;
            seen[(size_t)y * n + x] = 1;
        } else blocked++;
    }
}

static int look(int ox, int oy, float mast)
{
    float eye = Z(ox, oy) + mast;
    int x0 = ox - range, x1 = ox + range, y0 = oy - range, y1 = oy + range, cells = 0;
    memset(seen, 0, (size_t)n * n);
    seen[(size_t)oy * n + ox] = 1;
    for (int x = x0; x <= x1; x++) {
        sight_line(ox, oy, eye, x, y0);
        sight_line(ox, oy, eye, x, y1);
    }
    for (int y = y0 + 1; y < y1; y++) {
        sight_line(ox, oy, eye, x0, y);
        sight_line(ox, oy, eye, x1, y);
    }
    for (int y = y0 < 0 ? 0 : y0; y <= y1 && y < n; y++)
        for (int x = x0 < 0 ? 0 : x0; x <= x1 && x < n; x++)
            if (seen[(size_t)y * n + x]) {
                count[(size_t)y * n + x]++;
                cells++;
            }
    return cells;
}

int main(int argc, char **argv)
{
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) nposts = atoi(argv[2]);
    if (argc > 3) range = atoi(argv[3]);
    if (n < 17 || ((n - 1) & (n - 2)) || nposts < 1 || range < 2) {
        fprintf(stderr, "viewshed: size must be 2^k+1\n");
        return 1;
    }
    elev = calloc((size_t)n * n, sizeof *elev);
    count = calloc((size_t)n * n, sizeof *count);
    seen = malloc((size_t)n * n);
    terrain();

    long total = 0;
    int best = -1, bx = 0, by = 0, poor = 0;
    for (int p = 0; p < nposts; p++) {
        /* a post stands on the highest of a few random places */
        int px = 0, py = 0;
        for (int k = 0; k < 5; k++) {
            rs = rs * 1664525u + 1013904223u; int x = (rs >> 8) % n;
            rs = rs * 1664525u + 1013904223u; int y = (rs >> 8) % n;
            if (k == 0 || Z(x, y) > Z(px, py)) { px = x; py = y; }
        }
        int c = look(px, py, 10 + p % 3 * 5);
        total += c;
        if (c > best) { best = c; bx = px; by = py; }
        if (c < range * range / 10) poor++;
    }
    long hist[12] = { 0 }, hidden = 0;
    unsigned long sum = 0;
    for (size_t i = 0; i < (size_t)n * n; i++) {
        if (!count[i]) hidden++;
        hist[count[i] / 2 > 11 ? 11 : count[i] / 2]++;
        sum = sum * 31 + count[i];
    }
    printf("posts %d mean cells %.2f best %d at (%d,%d) poor %d\n", nposts, (double)total / nposts, best, bx, by, poor);
    printf("line cells tested %ld blocked %ld\n", tested, blocked);
    printf("never seen %ld of %ld\n", hidden, (long)n * n);
    for (int k = 0; k < 12; k++) printf("seen by %2d..: %ld\n", 2 * k, hist[k]);
    printf("checksum %lu\n", sum);
    free(elev); free(count); free(seen);
    return 0;
}
