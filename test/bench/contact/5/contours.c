// SPDX-License-Identifier: Apache-2.0
// Segments a noisy microscope-like picture: bilateral smoothing, Otsu
// threshold, flood-fill labelling, border tracing (Freeman chain code) and
// Douglas-Peucker simplification of every border.
//
// contours [width] [height] [cells]
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned char pixel;
struct point { int x, y; };
struct region {
    struct point start;
    int area, border, corners;
    double perimeter;
    unsigned chain;
};

static int W, H, S;              // S: stride of the padded planes
static const int step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int step_y[8] = { 0, -1, -1, -1, 0, 1, 1, 1 };

static unsigned hash2(unsigned x, unsigned y)
{
    unsigned h = x * 0x9E3779B1u ^ y * 0x85EBCA77u;
    h ^= h >> 15; h *= 0x2C1B3C6Du; h ^= h >> 12; h *= 0x297A2D39u;
    return h ^ h >> 15;
}

static void paint(pixel *img, int cells)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            img[y * W + x] = (pixel)(60 + hash2(x, y) % 40 + 20 * y / H);
    for (int c = 0; c < cells; c++) {
        int cx = hash2(c, 1) % W, cy = hash2(c, 2) % H;
        double rx = 4 + hash2(c, 3) % 22, ry = 4 + hash2(c, 4) % 22;
        int tone = 70 + hash2(c, 5) % 40;
        for (int y = cy - 26; y <= cy + 26; y++)
            for (int x = cx - 26; x <= cx + 26; x++) {
                if (x < 0 || y < 0 || x >= W || y >= H)
                    continue;
                double u = (x - cx) / rx, v = (y - cy) / ry;
                if (u * u + v * v + 0.3 * u * v < 1.0) {
                    int t = img[y * W + x] + tone;
                    img[y * W + x] = (pixel)(t > 255 ? 255 : t);
                }
            }
    }
}

static void bilateral(const pixel *in, pixel *out)
{
    static const int space[5][5] = { { 1, 3, 4, 3, 1 }, { 3, 8, 10, 8, 3 },
        { 4, 10, 13, 10, 4 }, { 3, 8, 10, 8, 3 }, { 1, 3, 4, 3, 1 } };
    int tone[256];
    for (int d = 0; d < 256; d++)
        tone[d] = (int)(256 * exp(-d * d / (2.0 * 30 * 30)) + 0.5);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int mid = in[y * W + x], sum = 0, weight = 0;
            for (int j = -2; j <= 2; j++) {
                int yy = y + j < 0 ? 0 : y + j >= H ? H - 1 : y + j;
                for (int i = -2; i <= 2; i++) {
                    int xx = x + i < 0 ? 0 : x + i >= W ? W - 1 : x + i;
                    int v = in[yy * W + xx];
                    int w = space[j + 2][i + 2] * tone[abs(v - mid)];
                    sum += w * v;
                    weight += w;
                }
            }
            out[y * W + x] = (pixel)((sum + weight / 2) / weight);
        }
}

static int otsu(const pixel *img)
{
    long hist[256] = { 0 }, n = (long)W * H, below = 0;
    double all = 0, part = 0, best = -1;
    int level = 0;
    for (long i = 0; i < n; i++)
        hist[img[i]]++;
    for (int t = 0; t < 256; t++)
        all += (double)t * hist[t];
    for (int t = 0; t < 256; t++) {
        below += hist[t];
        part += (double)t * hist[t];
        if (below == 0 || below == n)
            continue;
        double gap = part / below - (all - part) / (n - below);
        double between = (double)below * (n - below) * gap * gap;
        if (between > best)
            best = between, level = t;
    }
    return level;
}

static int flood(int *lab, int seed, int id, int *stack)
{
    int top = 0, area = 0;
    lab[seed] = id;
    stack[top++] = seed;
    while (top) {
        int p = stack[--top];
        area++;
        for (int d = 0; d < 8; d++) {
            int q = p + step_x[d] + step_y[d] * S;
            if (lab[q] == -1) {
                lab[q] = id;
                stack[top++] = q;
            }
        }
    }
    return area;
}

static int simplify(const struct point *p, int a, int b, double tol)
{
    double worst = 0, dx = p[b].x - p[a].x, dy = p[b].y - p[a].y;
    double len = sqrt(dx * dx + dy * dy);
    int at = -1;
    for (int i = a + 1; i < b; i++) {
        double ex = p[i].x - p[a].x, ey = p[i].y - p[a].y;
        double d = len > 0 ? fabs(dx * ey - dy * ex) / len : sqrt(ex * ex + ey * ey);
        if (d > worst)
            worst = d, at = i;
    }
    if (worst <= tol)
        return 1;
    return simplify(p, a, at, tol) + simplify(p, at, b, tol);
}

static void trace(const int *lab, int id, struct region *r, struct point *pts)
{
    struct point cur = r->start, first = { -1, -1 };
    int dir = 7, n = 0;
    r->chain = 5381;
    r->perimeter = 0;
    pts[n++] = cur;
    for (;;) {
        int k, d = (dir % 2 ? dir + 6 : dir + 7) % 8;
        for (k = 0; k < 8; k++, d = (d + 1) % 8)
            if (lab[(cur.y + step_y[d]) * S + cur.x + step_x[d]] == id)
                break;
        if (k == 8)
            break;                              // a lone pixel
        struct point next = { cur.x + step_x[d], cur.y + step_y[d] };
        if (n > 1 && cur.x == r->start.x && cur.y == r->start.y && next.x == first.x && next.y == first.y)
            break;
        if (n == 1)
            first = next;
        dir = d;
        r->chain = r->chain * 33 + d;
        r->perimeter += d % 2 ? 1.4142135623730951 : 1.0;
        pts[n++] = cur = next;
    }
    r->border = n;
    r->corners = n > 2 ? simplify(pts, 0, n / 2, 1.5) + simplify(pts, n / 2, n - 1, 1.5) : n;
}

int main(int argc, char **argv)
{
    W = argc > 1 ? atoi(argv[1]) : 2400;
    H = argc > 2 ? atoi(argv[2]) : 2000;
    int cells = argc > 3 ? atoi(argv[3]) : W * H / 2200;
    if (W < 8 || H < 8 || W > 20000 || H > 20000) return 1;
    S = W + 2;
    size_t plane = (size_t)S * (H + 2);
    pixel *raw = malloc((size_t)W * H), *smooth = malloc((size_t)W * H);
    int *lab = calloc(plane, sizeof *lab), *stack = malloc(plane * sizeof *stack);
    struct region *reg = NULL;
    int nreg = 0, room = 0;
    if (!raw || !smooth || !lab || !stack) return 1;
    paint(raw, cells);

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int pass = 0; pass < 3; pass++) {
        bilateral(raw, smooth);
        memcpy(raw, smooth, (size_t)W * H);
    }
    int level = otsu(smooth);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            lab[(y + 1) * S + x + 1] = smooth[y * W + x] > level ? -1 : 0;
    for (int y = 1; y <= H; y++)
        for (int x = 1; x <= W; x++)
            if (lab[y * S + x] == -1) {
                if (nreg == room && !(reg = realloc(reg, (room = 2 * room + 64) * sizeof *reg))) return 1;
                reg[nreg].start = (struct point){ x, y };
                reg[nreg].area = flood(lab, y * S + x, nreg + 1, stack);
                nreg++;
            }
    struct point *pts = malloc((4 * plane + 16) * sizeof *pts);
    if (!pts) return 1;
    for (int i = 0; i < nreg; i++)
        trace(lab, i + 1, &reg[i], pts);
    clock_gettime(CLOCK_MONOTONIC, &b);

    unsigned sum = 0;
    long area = 0, border = 0, corners = 0, round = 0;
    double length = 0;
    for (int i = 0; i < nreg; i++) {
        sum = sum * 31 + (reg[i].chain ^ (unsigned)reg[i].area);
        area += reg[i].area; border += reg[i].border; corners += reg[i].corners;
        length += reg[i].perimeter;
        round += reg[i].area > 40 && 12.566 * reg[i].area > 0.8 * reg[i].perimeter * reg[i].perimeter;
    }
    printf("level %d regions %d area %ld border %ld corners %ld\n", level, nreg, area, border, corners);
    printf("perimeter %.3f round %ld checksum %08x\n", length, round, sum);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(raw); free(smooth); free(lab); free(stack); free(reg); free(pts);
    return 0;
}
