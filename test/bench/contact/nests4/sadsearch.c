/* Block motion search: sum of absolute differences over a search window, with early
 * boundary tests; prints a field checksum per frame pair. */
#include <stdio.h>
#include <stdlib.h>

#define BS 16

typedef struct {
    int width, height, stride;
    unsigned char *pix;
} Plane;

typedef struct {
    short dx, dy;
    int cost;
} Vec;

static Plane plane_new(int w, int h)
{
    Plane p;
    p.width = w;
    p.height = h;
    p.stride = (w + 31) / 32 * 32;
    p.pix = calloc((size_t)p.stride * h, 1);
    return p;
}

static void draw(Plane *p, int frame)
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            int u = x + 3 * frame, v = y - 2 * frame;
            unsigned h = (unsigned)((u / 5) * 73856093) ^ (unsigned)((v / 7) * 19349663);
            int base = (int)(h >> 11 & 127) + ((u * v) >> 6 & 63);
            unsigned n = (unsigned)(x * 7 + y * 13 + frame * 101) * 2654435761u;
            p->pix[y * p->stride + x] = (unsigned char)(base + (int)(n >> 29));
        }
}

static int sad(const Plane *a, int ax, int ay, const Plane *b, int bx, int by)
{
    int sum = 0;
    for (int y = 0; y < BS; y++)
        for (int x = 0; x < BS; x++) {
            int d = a->pix[(ay + y) * a->stride + ax + x] - b->pix[(by + y) * b->stride + bx + x];
            sum += d < 0 ? -d : d;
        }
    return sum;
}

static Vec search(const Plane *cur, const Plane *ref, int x, int y, int range)
{
    Vec best = { 0, 0, 1 << 30 };
    for (int dy = -range; dy <= range; dy++)
        for (int dx = -range; dx <= range; dx++) {
            if (x + dx < 0 || y + dy < 0 || x + dx + BS > ref->width || y + dy + BS > ref->height)
                continue;
            int cost = sad(cur, x, y, ref, x + dx, y + dy) + 2 * (abs(dx) + abs(dy));
            if (cost < best.cost) {
                best.cost = cost;
                best.dx = (short)dx;
                best.dy = (short)dy;
            }
        }
    return best;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 960;
    int h = argc > 2 ? atoi(argv[2]) : 540;
    int range = argc > 3 ? atoi(argv[3]) : 24;
    int frames = argc > 4 ? atoi(argv[4]) : 11;
    Plane prev = plane_new(w, h), cur = plane_new(w, h);
    int bw = w / BS, bh = h / BS;
    Vec *field = malloc(sizeof(Vec) * (bw * bh + 1));

    draw(&prev, 0);
    for (int f = 1; f < frames; f++) {
        long cost = 0, mix = 0;
        draw(&cur, f);
        for (int by = 0; by < bh; by++)
            for (int bx = 0; bx < bw; bx++)
                field[by * bw + bx] = search(&cur, &prev, bx * BS, by * BS, range);
        for (int i = 0; i < bw * bh; i++) {
            cost += field[i].cost;
            mix += (long)(field[i].dx * 31 + field[i].dy) * (i % 17 + 1);
        }
        printf("frame %d cost %ld field %ld\n", f, cost, mix);
        Plane t = prev;
        prev = cur;
        cur = t;
    }
    free(prev.pix);
    free(cur.pix);
    free(field);
    return 0;
}
