/* Block motion search: sum of absolute differences over a search window, with early
 * boundary tests; prints a field checksum per frame pair. */
#include <stdio.h>
#include <stdlib.h>
#include <immintrin.h>

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

/* Rows of a block are compared four at a time (psadbw) and a
 * candidate is dropped once its partial sum passes the bound.  The bound starts from
 * the neighbour's vector, so it bites at once; ties still go to the first in scan order. */
static inline int sad4(const unsigned char *p, int ps, const unsigned char *q, int qs)
{
    __m128i s = _mm_setzero_si128();
    for (int y = 0; y < 4; y++)
        s = _mm_add_epi32(s, _mm_sad_epu8(_mm_loadu_si128((const __m128i *)(p + y * ps)),
                                          _mm_loadu_si128((const __m128i *)(q + (long)y * qs))));
    return _mm_cvtsi128_si32(s) + _mm_extract_epi16(s, 4);
}

static inline int cost_upto(const unsigned char *blk, const unsigned char *q, int qs, int start, int limit)
{
    int c = start;
    for (int y = 0; y < BS && c < limit; y += 4)
        c += sad4(blk + y * BS, BS, q + (long)y * qs, qs);
    return c;
}

static Vec search(const Plane *cur, const Plane *ref, int x, int y, int range, Vec guess)
{
    Vec best = { 0, 0, 0 };
    unsigned char blk[BS * BS];
    int x0 = x - range < 0 ? -x : -range, x1 = x + range + BS > ref->width ? ref->width - BS - x : range;
    int y0 = y - range < 0 ? -y : -range, y1 = y + range + BS > ref->height ? ref->height - BS - y : range;
    const int rs = ref->stride;
    const unsigned char *r0 = ref->pix + (long)y * rs + x;
    for (int i = 0; i < BS; i++)
        for (int j = 0; j < BS; j++)
            blk[i * BS + j] = cur->pix[(y + i) * cur->stride + x + j];
    if (guess.dx < x0 || guess.dx > x1 || guess.dy < y0 || guess.dy > y1)
        guess.dx = guess.dy = 0;
    best.cost = cost_upto(blk, r0 + (long)guess.dy * rs + guess.dx, rs, 2 * (abs(guess.dx) + abs(guess.dy)), 1 << 30) + 1;
    for (int dy = y0; dy <= y1; dy++) {
        const unsigned char *q = r0 + (long)dy * rs;
        for (int dx = x0; dx <= x1; dx++) {
            int c = cost_upto(blk, q + dx, rs, 2 * (abs(dx) + abs(dy)), best.cost);
            if (c < best.cost) {
                best.cost = c;
                best.dx = (short)dx;
                best.dy = (short)dy;
            }
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
#pragma omp parallel for schedule(dynamic, 1)
        for (int by = 0; by < bh; by++) {
            Vec guess = { 0, 0, 0 };
            for (int bx = 0; bx < bw; bx++)
                guess = field[by * bw + bx] = search(&cur, &prev, bx * BS, by * BS, range, guess);
        }
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
