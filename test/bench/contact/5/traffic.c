// SPDX-License-Identifier: Apache-2.0
/* Fundamental diagram of a two-lane ring road with the Nagel-Schreckenberg
 * cellular automaton, cars and lorries, symmetric lane changes.
 *
 *   traffic [cells] [steps] [densities]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LANES 2
#define FREE 0
#define MAXCELLS 20000

/* A cell holds FREE or 1 + speed, with bit 7 set for a lorry. */
static unsigned char road[LANES][MAXCELLS], next[LANES][MAXCELLS];
static int cells;
static unsigned rnd_state;

struct result {
    int vehicles;
    double density, flow, speed, changes, stopped;
    unsigned picture;
};

static const int top_speed[2] = { 5, 3 };
static const unsigned dawdle[2] = { 18 * 655, 25 * 655 };      /* of 65536 */

static unsigned rnd16(void)
{
    rnd_state = rnd_state * 1664525u + 1013904223u;
    return rnd_state >> 16;
}

static int speed_of(unsigned char c) { return (c & 127) - 1; }
static int is_lorry(unsigned char c) { return c >> 7; }

static int fill(double density)
{
    int count = 0;
    memset(road, FREE, sizeof road);
    for (int l = 0; l < LANES; l++)
        for (int x = 0; x < cells; x++)
            if (rnd16() < density * 65536) {
                int lorry = rnd16() % 8 == 0;
                road[l][x] = (unsigned char)(1 + rnd16() % 3 + 128 * lorry);
                count++;
            }
    return count;
}

static int gap_ahead(const unsigned char *lane, int x, int limit)
{
    int g = 0;
    while (g < limit) {
        int y = x + g + 1;
        if (y >= cells)
            y -= cells;
        if (lane[y] != FREE)
            break;
        g++;
    }
    return g;
}

static int gap_behind(const unsigned char *lane, int x, int limit)
{
    int g = 0;
    while (g < limit) {
        int y = x - g - 1;
        if (y < 0)
            y += cells;
        if (lane[y] != FREE)
            break;
        g++;
    }
    return g;
}

static int change_lanes(int parity)
{
    int changed = 0;
    memcpy(next, road, sizeof road);
    for (int l = 0; l < LANES; l++) {
        if (l != parity)                    /* one direction per step */
            continue;
        const unsigned char *own = road[l], *other = road[1 - l];
        for (int x = 0; x < cells; x++) {
            if (own[x] == FREE || other[x] != FREE)
                continue;
            int want = speed_of(own[x]) + 1;
            if (want > top_speed[is_lorry(own[x])])
                want = top_speed[is_lorry(own[x])];
            if (gap_ahead(own, x, want) >= want)
                continue;
            if (gap_ahead(other, x, want) < want || gap_behind(other, x, 5) < 5)
                continue;
            if (rnd16() < 32768) {
                next[1 - l][x] = own[x];
                next[l][x] = FREE;
                changed++;
            }
        }
    }
    memcpy(road, next, sizeof road);
    return changed;
}

static long move(int *stopped)
{
    long passed = 0;
    int still = 0;
    memset(next, FREE, sizeof next);
    for (int l = 0; l < LANES; l++)
        for (int x = 0; x < cells; x++) {
            unsigned char c = road[l][x];
            if (c == FREE)
                continue;
            int v = speed_of(c), lorry = is_lorry(c);
            if (v < top_speed[lorry])
                v++;
            int g = gap_ahead(road[l], x, v);
            if (g < v)
                v = g;
            if (v > 0 && rnd16() < dawdle[lorry])
                v--;
            int to = x + v;
            if (to >= cells)
                to -= cells;
            next[l][to] = (unsigned char)(1 + v + 128 * lorry);
            passed += v;
            still += v == 0;
        }
    memcpy(road, next, sizeof road);
    *stopped = still;
    return passed;
}

static struct result simulate(double density, unsigned seed, int steps)
{
    struct result r = { 0, 0, 0, 0, 0, 0, 2166136261u };
    long travelled = 0, changes = 0, stopped = 0;
    int warm = steps / 4, measured = 0;

    rnd_state = seed;
    r.vehicles = fill(density);
    for (int t = 0; t < steps; t++) {
        int still;
        int ch = change_lanes(t & 1);
        long d = move(&still);
        if (t >= warm) {
            travelled += d;
            changes += ch;
            stopped += still;
            measured++;
        }
    }
    for (int l = 0; l < LANES; l++)
        for (int x = 0; x < cells; x++)
            r.picture = (r.picture ^ road[l][x]) * 16777619u;
    r.density = (double)r.vehicles / (LANES * cells);
    r.flow = (double)travelled / ((double)LANES * cells * measured);
    if (r.vehicles) {
        double vt = (double)r.vehicles * measured;
        r.speed = travelled / vt;
        r.changes = changes / vt;
        r.stopped = stopped / vt;
    }
    return r;
}

int main(int argc, char **argv)
{
    int steps, n;
    cells = argc > 1 ? atoi(argv[1]) : 3000;
    steps = argc > 2 ? atoi(argv[2]) : 700;
    n = argc > 3 ? atoi(argv[3]) : 24;
    if (cells < 20 || cells > MAXCELLS || steps < 4 || n < 1) {
        fprintf(stderr, "usage: traffic [cells 20..%d] [steps] [densities]\n", MAXCELLS);
        return 1;
    }
    struct result *res = malloc(n * sizeof *res);
    if (!res)
        return 1;

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < n; i++)
        res[i] = simulate(0.02 + 0.7 * i / n, 4711u + 97u * i, steps);
    clock_gettime(CLOCK_MONOTONIC, &b);

    int best = 0;
    unsigned all = 0;
    printf("vehicles density   flow    speed  changes  stopped\n");
    for (int i = 0; i < n; i++) {
        printf("%8d %.5f %.6f %.5f %.6f %.6f %08x\n", res[i].vehicles, res[i].density, res[i].flow,
               res[i].speed, res[i].changes, res[i].stopped, res[i].picture);
        if (res[i].flow > res[best].flow)
            best = i;
        all = all * 31 + res[i].picture;
    }
    printf("capacity %.6f at density %.5f, check %08x\n", res[best].flow, res[best].density, all);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(res);
    return 0;
}
