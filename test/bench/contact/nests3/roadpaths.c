/* roadpaths: shortest travel times between all places of a road map with
 * one-way roads, with the last stop before the destination for every pair; then
 * some routes, the most remote places and how busy the places are.
 * Expert: blocked by 32 intermediate places: the columns and the rows of the
 * block are advanced first, keeping what they were before each step, then every
 * other element takes its 32 steps in registers (same order, so same choice
 * among equal routes); rows among threads.
 * SMALL: 60
 * Usage: roadpaths [places]
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

static void shortest(int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int through = time_to[i][k] + time_to[k][j];
                if (through < time_to[i][j]) {
                    time_to[i][j] = through;
                    last_stop[i][j] = last_stop[k][j];
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
