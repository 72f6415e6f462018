/*
 * vidmotion - temporal noise reduction for a (synthetic) camera clip.
 *
 * For every frame: hot pixel removal (3x3 median), block motion search
 * against the previous cleaned frame, motion compensated blending and a
 * Hadamard activity figure of what is left over.
 *
 * usage: vidmotion [frames] [width] [height]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLK     16
#define RANGE   10
#define MAXPOS  ((2 * RANGE + 1) * (2 * RANGE + 1))

typedef struct {
    int w, h;
    unsigned char *y;
} Frame;

typedef struct {
    int dx, dy;
    int sad;
} MotionVec;

typedef struct {
    long sad_sum;
    long still;
    long moved;
    long rejected;
    long activity;
    int  len_hist[2 * RANGE + 1];
} ClipStats;

static unsigned int seed = 12345;

static unsigned int rnd(unsigned int *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

/* the generator's state n steps after s */
static unsigned int skip(unsigned int s, unsigned long n)
{
    unsigned int a = 1664525u, c = 1013904223u, A = 1, C = 0;
    for (; n; n >>= 1) {
        if (n & 1) {
            A *= a;
            C = C * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    return s * A + C;
}

static int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

static Frame *frame_new(int w, int h)
{
    Frame *f = malloc(sizeof *f);
    f->w = w;
    f->h = h;
    f->y = calloc((size_t)w * h, 1);
    return f;
}

static void frame_free(Frame *f)
{
    free(f->y);
    free(f);
}

/* a panning texture, three discs that move about, sensor noise, hot pixels */
static void shoot(Frame *f, int t)
{
    static const int disc[3][5] = {   /* x0 y0 vx vy r */
        { 60, 50, 5, 2, 30 }, { 300, 200, -4, -3, 44 }, { 200, 100, 2, 4, 22 }
    };
    int x, y, k;

    /* two random numbers a pixel, so a row can start anywhere */
#pragma omp parallel for private(x, k) schedule(static)
    for (y = 0; y < f->h; y++) {
        unsigned int s = skip(seed, 2ul * y * f->w);
        for (x = 0; x < f->w; x++) {
            int u = x + 3 * t, v = y + t;
            int p = 60 + ((u * 7 + (v * v) / 9) & 63) + (((u >> 4) ^ (v >> 4)) & 7) * 8;
            for (k = 0; k < 3; k++) {
                int cx = (disc[k][0] + disc[k][2] * t + 10 * f->w) % f->w;
                int cy = (disc[k][1] + disc[k][3] * t + 10 * f->h) % f->h;
                int ddx = x - cx, ddy = y - cy, r = disc[k][4];
                if (ddx * ddx + ddy * ddy < r * r)
                    p = 90 + 40 * k + ((ddx * 5 + ddy * 3) & 31);
            }
            p += (int)(rnd(&s) % 13) - 6;
            if (rnd(&s) % 2000 == 0)
                p = 255;
            f->y[y * f->w + x] = (unsigned char)clampi(p, 0, 255);
        }
    }
    seed = skip(seed, 2ul * f->w * f->h);
}

static int median9(int *v)
{
    int i, j;
    for (i = 1; i < 9; i++) {
        int key = v[i];
        for (j = i - 1; j >= 0 && v[j] > key; j--)
            v[j + 1] = v[j];
        v[j + 1] = key;
    }
    return v[4];
}

static long fix_hot_pixels(const Frame *in, Frame *out)
{
    int x, y, i, j;
    long fixed = 0;

    memcpy(out->y, in->y, (size_t)in->w * in->h);
#pragma omp parallel for private(x, i, j) reduction(+:fixed) schedule(static)
    for (y = 1; y < in->h - 1; y++)
        for (x = 1; x < in->w - 1; x++) {
            int win[9], n = 0, c = in->y[y * in->w + x], m;
            for (j = -1; j <= 1; j++)
                for (i = -1; i <= 1; i++)
                    win[n++] = in->y[(y + j) * in->w + x + i];
            m = median9(win);
            if (abs(c - m) > 60) {
                out->y[y * in->w + x] = (unsigned char)m;
                fixed++;
            }
        }
    return fixed;
}

static int block_sad(const Frame *a, const Frame *b, int bx, int by,
                     int dx, int dy, int best)
{
    int sum = 0, i, j;
    for (j = 0; j < BLK; j++) {
        const unsigned char *p = a->y + (by + j) * a->w + bx;
        const unsigned char *q = b->y + (by + dy + j) * b->w + bx + dx;
        for (i = 0; i < BLK; i++)
            sum += abs(p[i] - q[i]);
        if (sum >= best)
            return sum;
    }
    return sum;
}

static MotionVec search_block(const Frame *cur, const Frame *ref, int bx, int by)
{
    MotionVec mv = { 0, 0, 0 };
    int dx, dy;

    mv.sad = block_sad(cur, ref, bx, by, 0, 0, 1 << 30);
    for (dy = -RANGE; dy <= RANGE; dy++) {
        if (by + dy < 0 || by + dy + BLK > ref->h)
            continue;
        for (dx = -RANGE; dx <= RANGE; dx++) {
            int s;
            if (bx + dx < 0 || bx + dx + BLK > ref->w)
                continue;
            s = block_sad(cur, ref, bx, by, dx, dy, mv.sad) + 2 * (abs(dx) + abs(dy));
            if (s < mv.sad) {
                mv.dx = dx;
                mv.dy = dy;
                mv.sad = s;
            }
        }
    }
    return mv;
}

/* sum of absolute 4x4 Hadamard coefficients of the residual block */
static long hadamard_activity(const int *res)
{
    long sum = 0;
    int bx, by, i;
    for (by = 0; by < BLK; by += 4)
        for (bx = 0; bx < BLK; bx += 4) {
            int m[16];
            for (i = 0; i < 4; i++) {
                const int *r = res + (by + i) * BLK + bx;
                int a = r[0] + r[1], b = r[0] - r[1], c = r[2] + r[3], d = r[2] - r[3];
                m[4 * i] = a + c; m[4 * i + 1] = b + d;
                m[4 * i + 2] = a - c; m[4 * i + 3] = b - d;
            }
            for (i = 0; i < 4; i++) {
                int a = m[i] + m[4 + i], b = m[i] - m[4 + i];
                int c = m[8 + i] + m[12 + i], d = m[8 + i] - m[12 + i];
                sum += abs(a + c) + abs(b + d) + abs(a - c) + abs(b - d);
            }
        }
    return sum;
}

static void filter_block(const Frame *cur, const Frame *ref, Frame *out,
                         int bx, int by, const MotionVec *mv, ClipStats *st)
{
    int res[BLK * BLK];
    int i, j, use = mv->sad < 14 * BLK * BLK;

    for (j = 0; j < BLK; j++)
        for (i = 0; i < BLK; i++) {
            int c = cur->y[(by + j) * cur->w + bx + i];
            int r = ref->y[(by + j + mv->dy) * ref->w + bx + i + mv->dx];
            int d = c - r, k = abs(d) < 8 ? 3 : (abs(d) < 16 ? 2 : 1);
            res[j * BLK + i] = d;
            out->y[(by + j) * out->w + bx + i] =
                (unsigned char)(use ? (k * r + (4 - k) * c + 2) >> 2 : c);
        }
    st->activity += hadamard_activity(res);
    st->sad_sum += mv->sad;
    if (!use)
        st->rejected++;
    if (mv->dx == 0 && mv->dy == 0)
        st->still++;
    else
        st->moved++;
    st->len_hist[abs(mv->dx) + abs(mv->dy)]++;
}

static void process_frame(const Frame *cur, const Frame *ref, Frame *out, ClipStats *st)
{
    int nbx = cur->w / BLK, nby = cur->h / BLK;
#pragma omp parallel
    {
        ClipStats mine;
        int b, i;
        memset(&mine, 0, sizeof mine);
#pragma omp for schedule(dynamic, 8)
        for (b = 0; b < nbx * nby; b++) {
            int bx = b % nbx * BLK, by = b / nbx * BLK;
            MotionVec mv = search_block(cur, ref, bx, by);
            filter_block(cur, ref, out, bx, by, &mv, &mine);
        }
#pragma omp critical
        {
            st->sad_sum += mine.sad_sum;
            st->still += mine.still;
            st->moved += mine.moved;
            st->rejected += mine.rejected;
            st->activity += mine.activity;
            for (i = 0; i <= 2 * RANGE; i++)
                st->len_hist[i] += mine.len_hist[i];
        }
    }
}

static unsigned int frame_hash(const Frame *f)
{
    unsigned int h = 2166136261u;
    long i, n = (long)f->w * f->h;
    for (i = 0; i < n; i++)
        h = (h ^ f->y[i]) * 16777619u;
    return h;
}

int main(int argc, char **argv)
{
    int nframes = argc > 1 ? atoi(argv[1]) : 48;
    int w = argc > 2 ? atoi(argv[2]) : 640;
    int h = argc > 3 ? atoi(argv[3]) : 384;
    Frame *raw, *clean, *prev, *out, *tmp;
    ClipStats st;
    long hot = 0;
    int t, i;

    if (nframes < 1 || w < 32 || h < 32) {
        fprintf(stderr, "bad size\n");
        return 1;
    }
    memset(&st, 0, sizeof st);
    raw = frame_new(w, h);
    clean = frame_new(w, h);
    prev = frame_new(w, h);
    out = frame_new(w, h);

    shoot(raw, 0);
    hot += fix_hot_pixels(raw, prev);
    for (t = 1; t < nframes; t++) {
        shoot(raw, t);
        hot += fix_hot_pixels(raw, clean);
        memcpy(out->y, clean->y, (size_t)w * h);
        process_frame(clean, prev, out, &st);
        if (t % 16 == 0)
            printf("frame %3d hash %08x\n", t, frame_hash(out));
        tmp = prev;
        prev = out;
        out = tmp;
    }
    printf("hot pixels %ld\n", hot);
    printf("sad %ld  activity %ld\n", st.sad_sum, st.activity);
    printf("still %ld moved %ld rejected %ld\n", st.still, st.moved, st.rejected);
    printf("lengths:");
    for (i = 0; i <= 2 * RANGE; i++)
        printf(" %d", st.len_hist[i]);
    printf("\nlast frame hash %08x\n", frame_hash(prev));
    frame_free(raw);
    frame_free(clean);
    frame_free(prev);
    frame_free(out);
    return 0;
}
