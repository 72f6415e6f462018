/* roadpaths, optimized by hand: see roadpaths.c.
 * SMALL: 60
 */
#include <stdio.h>
#include <stdlib.h>

#define MAXN 1400
#define FAR 1000000000

static int time_to[MAXN][MAXN];
static int last_stop[MAXN][MAXN];
static int px[MAXN], py[MAXN];
static long long busy[MAXN];

static unsigned seed = 4711;

static int rnd(int range)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return (int)(seed % (unsigned)range);
}

static int length(int a, int b)
{
    int dx = px[a] - px[b], dy = py[a] - py[b];
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return dx + dy + 1;
}

static void road(int a, int b, int speed)
{
    int t = length(a, b) * 12 / speed + 1;
    if (a != b && t < time_to[a][b]) {
        time_to[a][b] = t;
        last_stop[a][b] = a;
    }
}

static void build(int n)
{
    for (int i = 0; i < n; i++) {
        px[i] = rnd(100);
        py[i] = rnd(100);
        for (int j = 0; j < n; j++) {
            time_to[i][j] = i == j ? 0 : FAR;
            last_stop[i][j] = i == j ? i : -1;
        }
    }
    for (int i = 0; i < n; i++) {
        for (int tries = 0; tries < 8; tries++) {
            int best = -1;
            for (int q = 0; q < 12; q++) {
                int j = rnd(n);
                if (j != i && (best < 0 || length(i, j) < length(i, best)))
                    best = j;
            }
            if (best < 0)
                continue;
            road(i, best, 2 + rnd(4));
            if (rnd(4) > 0)
                road(best, i, 2 + rnd(4));
        }
    }
}

#define KB 32
#define JW 64

typedef int v16 __attribute__((vector_size(64)));
typedef int v16u __attribute__((vector_size(64), aligned(4)));

static int col[MAXN][KB];                        /* time_to[i][k] as step k finds it */
static int row_t[KB][MAXN], row_p[KB][MAXN];     /* time_to[k][j], last_stop[k][j] likewise */

/* step k of the block on row i, columns j0..j1-1 */
static inline void relax(int i, int k, int through, int j0, int j1)
{
    int *t = time_to[i], *p = last_stop[i];
    const int *rt = row_t[k], *rp = row_p[k];
#pragma omp simd
    for (int j = j0; j < j1; j++) {
        int v = through + rt[j], old = t[j], ip = rp[j], op = p[j];
        t[j] = v < old ? v : old;
        p[j] = v < old ? ip : op;
    }
}

/* 32 columns of row i: all steps of the block with the element in registers */
static inline void steps(int i, int nk, int j)
{
    v16 t0 = *(v16u *)&time_to[i][j], t1 = *(v16u *)&time_to[i][j + 16];
    v16 p0 = *(v16u *)&last_stop[i][j], p1 = *(v16u *)&last_stop[i][j + 16];
    for (int k = 0; k < nk; k++) {
        int c = col[i][k];
        v16 v0 = c + *(v16u *)&row_t[k][j], v1 = c + *(v16u *)&row_t[k][j + 16];
        v16 m0 = v0 < t0, m1 = v1 < t1;
        t0 = (v0 & m0) | (t0 & ~m0);
        t1 = (v1 & m1) | (t1 & ~m1);
        p0 = (*(v16u *)&row_p[k][j] & m0) | (p0 & ~m0);
        p1 = (*(v16u *)&row_p[k][j + 16] & m1) | (p1 & ~m1);
    }
    *(v16u *)&time_to[i][j] = t0;
    *(v16u *)&time_to[i][j + 16] = t1;
    *(v16u *)&last_stop[i][j] = p0;
    *(v16u *)&last_stop[i][j + 16] = p1;
}

static void keep_row(int k, int kk, int j0, int j1)
{
    for (int j = j0; j < j1; j++) {
        row_t[kk][j] = time_to[k][j];
        row_p[kk][j] = last_stop[k][j];
    }
}

static void columns_of(int i, int k0, int nk)
{
    for (int kk = 0; kk < nk; kk++) {
        col[i][kk] = time_to[i][k0 + kk];
        relax(i, kk, col[i][kk], k0, k0 + nk);
    }
}

static void shortest(int n)
{
#pragma omp parallel
    for (int k0 = 0; k0 < n; k0 += KB) {
        int nk = n - k0 < KB ? n - k0 : KB;
        /* the diagonal block */
#pragma omp single
        for (int kk = 0; kk < nk; kk++) {
            keep_row(k0 + kk, kk, k0, k0 + nk);
            for (int i = k0; i < k0 + nk; i++) {
                col[i][kk] = time_to[i][k0 + kk];
                relax(i, kk, col[i][kk], k0, k0 + nk);
            }
        }
        /* the rows of the block, by pieces of columns */
#pragma omp for schedule(static) nowait
        for (int j0 = 0; j0 < n; j0 += JW) {
            int j1 = j0 + JW < n ? j0 + JW : n;
            int piece[2][2] = { { j0, j1 < k0 ? j1 : k0 }, { j0 > k0 + nk ? j0 : k0 + nk, j1 } };
            for (int q = 0; q < 2; q++) {
                if (piece[q][0] >= piece[q][1])
                    continue;
                for (int kk = 0; kk < nk; kk++) {
                    keep_row(k0 + kk, kk, piece[q][0], piece[q][1]);
                    for (int i = k0; i < k0 + nk; i++)
                        relax(i, kk, col[i][kk], piece[q][0], piece[q][1]);
                }
            }
        }
        /* the columns of the block */
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            if (i < k0 || i >= k0 + nk)
                columns_of(i, k0, nk);
        /* everything else */
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            if (i >= k0 && i < k0 + nk)
                continue;
            for (int side = 0; side < 2; side++) {
                int j = side ? k0 + nk : 0, end = side ? n : k0;
                for (; j + 32 <= end; j += 32)
                    steps(i, nk, j);
                if (j < end)
                    for (int kk = 0; kk < nk; kk++)
                        relax(i, kk, col[i][kk], j, end);
            }
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1300;
    if (n < 2 || n > MAXN)
        return 1;
    build(n);
    shortest(n);

    long long sum = 0, unreachable = 0;
    int far_a = 0, far_b = 0;
    unsigned hash = 2166136261u;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            hash = (hash ^ (unsigned)last_stop[i][j]) * 16777619u;
            if (time_to[i][j] >= FAR) {
                unreachable++;
                continue;
            }
            sum += time_to[i][j];
            if (time_to[i][j] > time_to[far_a][far_b]) {
                far_a = i;
                far_b = j;
            }
            for (int v = j; v != i; v = last_stop[i][v])
                busy[v] += v != j;
        }
    printf("%d places, sum of times %lld, unreachable %lld\n", n, sum, unreachable);
    printf("longest trip %d -> %d takes %d\n", far_a, far_b, time_to[far_a][far_b]);
    printf("hash of the last stops %08x\n", hash);
    printf("route back from %d:", far_b);
    int stops = 0;
    for (int v = far_b; v != far_a; v = last_stop[far_a][v])
        if (stops++ < 12)
            printf(" %d", v);
    printf(" (%d stops)\n", stops);
    for (int r = 0; r < 5; r++) {
        int best = 0;
        for (int v = 1; v < n; v++)
            if (busy[v] > busy[best])
                best = v;
        printf("busy place %d: on %lld routes\n", best, busy[best]);
        busy[best] = -1;
    }
    return 0;
}
