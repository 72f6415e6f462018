/* lloyd - stippling by Lloyd relaxation: nearest site per pixel by brute
 * force, weighted centroids of the cells, a few rounds, PGM-like checksum. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 320
#define H 240
#define MAXS 1024

static unsigned char darkness[H][W];
static short owner[H][W];
static int sx[MAXS], sy[MAXS];             /* 1/16 pixel */
static long acc_x[MAXS], acc_y[MAXS], acc_w[MAXS];
static int cell_size[MAXS];

static void paint(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int dx = x - W / 3, dy = y - H / 2, ex = x - 3 * W / 4, ey = y - H / 4;
            int v = 12 + (x * 40) / W;
            if (dx * dx + dy * dy < 5000) v += 180 - (dx * dx + dy * dy) / 40;
            if (ex * ex + 2 * ey * ey < 2400) v += 90;
            if (((x / 20) + (y / 20)) % 5 == 0) v += 25;
            darkness[y][x] = (unsigned char)(v > 255 ? 255 : v);
        }
}

static void scatter(int n)
{
    unsigned s = 31337u;
    for (int i = 0; i < n; i++) {
        s = s * 69069u + 1u;
        sx[i] = (int)(s >> 9) % (W * 16);
        s = s * 69069u + 1u;
        sy[i] = (int)(s >> 9) % (H * 16);
    }
}

static int nearest(int px, int py, int n)
{
    int best = 0x7fffffff, id = 0;
    for (int i = 0; i < n; i++) {
        int dx = sx[i] - px, dy = sy[i] - py, d = dx * dx + dy * dy;
        if (d < best) {
            best = d;
            id = i;
        }
    }
    return id;
}

static int assign(int n)
{
    int moved = 0;
    memset(acc_x, 0, sizeof acc_x);
    memset(acc_y, 0, sizeof acc_y);
    memset(acc_w, 0, sizeof acc_w);
    memset(cell_size, 0, sizeof cell_size);
    #pragma omp parallel for schedule(static) reduction(+:moved, acc_x, acc_y, acc_w, cell_size)
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int px = x * 16 + 8, py = y * 16 + 8, id = nearest(px, py, n), w = darkness[y][x];
            if (owner[y][x] != id) {
                owner[y][x] = (short)id;
                moved++;
            }
            acc_x[id] += (long)w * px;
            acc_y[id] += (long)w * py;
            acc_w[id] += w;
            cell_size[id]++;
        }
    return moved;
}

static long relax(int n)
{
    long shift = 0;
    for (int i = 0; i < n; i++) {
        if (acc_w[i] == 0)
            continue;
        int nx = (int)(acc_x[i] / acc_w[i]), ny = (int)(acc_y[i] / acc_w[i]);
        shift += labs((long)nx - sx[i]) + labs((long)ny - sy[i]);
        sx[i] = nx;
        sy[i] = ny;
    }
    return shift;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400;
    int rounds = argc > 2 ? atoi(argv[2]) : 20;
    if (n < 1 || n > MAXS) {
        fprintf(stderr, "sites 1..%d\n", MAXS);
        return 1;
    }
    paint();
    scatter(n);
    memset(owner, 0xff, sizeof owner);
    for (int r = 0; r < rounds; r++) {
        int moved = assign(n);
        long shift = relax(n);
        if (r % 6 == 0 || r == rounds - 1)
            printf("round %2d: %5d pixels moved, site shift %ld\n", r, moved, shift);
    }
    int small = W * H, large = 0;
    unsigned crc = 0;
    for (int i = 0; i < n; i++) {
        if (cell_size[i] < small) small = cell_size[i];
        if (cell_size[i] > large) large = cell_size[i];
        crc = (crc << 5 | crc >> 27) ^ (unsigned)(sx[i] * 4099 + sy[i]);
    }
    printf("cells %d..%d pixels, checksum %08x\n", small, large, crc);
    return 0;
}
