/*
 * ringroad.c - traffic microsimulation on a network of ring roads.
 *
 * Several concentric ring roads with one lane each.  Cars follow the leader
 * with the "intelligent driver model"; every ring has a traffic light and a few
 * ramps where cars may change to the next ring if there is a gap.
 * Car arrays are kept sorted along the ring (car 0 is the rearmost).
 *
 * An expert would run the rings of one time step in parallel (following
 * and moving); changing the ring touches two rings and stays serial.
 *
 * SMALL: 6 40 300     (rings cars-per-ring steps)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAXRING  128
#define MAXCAR   600
#define NRAMP    4
#define DT       0.25
#define CARLEN   5.0

typedef struct {
    int    n;
    double length;
    double pos[MAXCAR], vel[MAXCAR], acc[MAXCAR], v0[MAXCAR];
    int    id[MAXCAR], truck[MAXCAR];
    double light_pos;
    int    light_phase;
    long   passed, stopped, entered;
    double dist;
} Ring;

static Ring ring[MAXRING];
static int nring = 120, ncar = 280, nstep = 3600;
static double trip[MAXRING * MAXCAR];

static unsigned hash32(unsigned x)
{
    x ^= x >> 16; x *= 0x7feb352du;
    x ^= x >> 15; x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

static void setup(void)
{
    int id = 0;
    for (int r = 0; r < nring; r++) {
        Ring *g = &ring[r];
        g->length = 22.0 * ncar + 40.0 * r;
        g->n = ncar - 10 + (int)(hash32(r) % 21);
        g->light_pos = g->length * 0.37;
        g->light_phase = (int)(hash32(r + 77) % 240);
        for (int i = 0; i < g->n; i++) {
            unsigned h = hash32(1000003u * r + i);
            g->pos[i] = g->length * i / g->n + (h % 100) * 0.01;
            g->truck[i] = h % 7 == 0;
            g->v0[i] = g->truck[i] ? 19.0 : 26.0 + (h >> 8) % 80 * 0.1;
            g->vel[i] = 10.0;
            g->id[i] = id++;
        }
    }
}

/* IDM acceleration of a car with gap s and closing speed dv */
static double idm(double v, double v0, double s, double dv, int truck)
{
    double a = truck ? 0.7 : 1.3, b = truck ? 1.5 : 2.0, T = truck ? 1.8 : 1.2;
    double star = 2.0 + v * T + v * dv / (2.0 * sqrt(a * b));
    double r = v / v0, q;
    if (s < 0.5) s = 0.5;
    if (star < 2.0) star = 2.0;
    q = star / s;
    return a * (1.0 - r * r * r * r - q * q);
}

static void follow(Ring *g, int step)
{
    int red = (step + g->light_phase) % 240 < 70;
    for (int i = 0; i < g->n; i++) {
        int lead = i + 1 == g->n ? 0 : i + 1;
        double gap = g->pos[lead] - g->pos[i];
        if (lead == 0) gap += g->length;
        double acc = idm(g->vel[i], g->v0[i], gap - CARLEN, g->vel[i] - g->vel[lead], g->truck[i]);
        if (red) {
            double d = g->light_pos - g->pos[i];
            if (d > 0.0 && d < 150.0 && d > g->vel[i] * g->vel[i] / 8.0) {
                double s = idm(g->vel[i], g->v0[i], d, g->vel[i], g->truck[i]);
                if (s < acc) acc = s;
            }
        }
        if (hash32((unsigned)(g->id[i] * 7919 + step)) % 500 == 0)
            acc -= 1.5;                                 /* inattentive */
        g->acc[i] = acc < -8.0 ? -8.0 : acc;
    }
}

static void move(Ring *g)
{
    for (int i = 0; i < g->n; i++) {
        double v = g->vel[i] + g->acc[i] * DT, d;
        if (v < 0.0) v = 0.0;
        d = 0.5 * (v + g->vel[i]) * DT;
        if (g->pos[i] < g->light_pos && g->pos[i] + d >= g->light_pos)
            g->passed++;
        g->pos[i] += d;
        g->vel[i] = v;
        g->dist += d;
        trip[g->id[i]] += d;
        g->stopped += v < 0.1;
    }
    while (g->n > 0 && g->pos[g->n - 1] >= g->length) {     /* wrap the front car */
        int last = g->n - 1;
        double p = g->pos[last] - g->length, v = g->vel[last], v0 = g->v0[last];
        int id = g->id[last], tr = g->truck[last];
        memmove(g->pos + 1, g->pos, last * sizeof g->pos[0]);
        memmove(g->vel + 1, g->vel, last * sizeof g->vel[0]);
        memmove(g->v0 + 1, g->v0, last * sizeof g->v0[0]);
        memmove(g->id + 1, g->id, last * sizeof g->id[0]);
        memmove(g->truck + 1, g->truck, last * sizeof g->truck[0]);
        g->pos[0] = p; g->vel[0] = v; g->v0[0] = v0; g->id[0] = id; g->truck[0] = tr;
    }
}

/* move car i of ring a to ring b at the same relative position; 0 if no gap */
static int change_ring(Ring *a, int i, Ring *b)
{
    double p = a->pos[i] / a->length * b->length;
    int k = 0;
    if (b->n >= MAXCAR || a->n <= 2) return 0;
    while (k < b->n && b->pos[k] < p) k++;
    if (k < b->n && b->pos[k] - p < 12.0) return 0;
    if (k > 0 && p - b->pos[k - 1] < 12.0) return 0;
    if (p < 12.0 || p > b->length - 12.0) return 0;
    for (int j = b->n; j > k; j--) {
        b->pos[j] = b->pos[j - 1]; b->vel[j] = b->vel[j - 1]; b->v0[j] = b->v0[j - 1];
        b->id[j] = b->id[j - 1]; b->truck[j] = b->truck[j - 1];
    }
    b->pos[k] = p; b->vel[k] = 0.9 * a->vel[i]; b->v0[k] = a->v0[i];
    b->id[k] = a->id[i]; b->truck[k] = a->truck[i];
    b->n++;
    b->entered++;
    for (int j = i; j + 1 < a->n; j++) {
        a->pos[j] = a->pos[j + 1]; a->vel[j] = a->vel[j + 1]; a->v0[j] = a->v0[j + 1];
        a->id[j] = a->id[j + 1]; a->truck[j] = a->truck[j + 1];
    }
    a->n--;
    return 1;
}

static int ramps(int step)
{
    int changed = 0, r = step % nring;          /* one ring per step has its turn */
    Ring *a = &ring[r], *b = &ring[(r + 1 + step / nring % 2 * (nring - 2)) % nring];
    for (int k = 0; k < NRAMP; k++) {
        double at = a->length * (0.15 + 0.2 * k);
        for (int i = 0; i < a->n; i++)
            if (fabs(a->pos[i] - at) < 8.0 && hash32(a->id[i] ^ step) % 3 == 0) {
                changed += change_ring(a, i, b);
                break;
            }
    }
    return changed;
}

int main(int argc, char **argv)
{
    if (argc > 1) nring = atoi(argv[1]);
    if (argc > 2) ncar = atoi(argv[2]);
    if (argc > 3) nstep = atoi(argv[3]);
    if (nring < 3 || nring > MAXRING || ncar < 20 || ncar > MAXCAR / 2) return 1;
    setup();
    long changes = 0;
    for (int step = 0; step < nstep; step++) {
        for (int r = 0; r < nring; r++) {
            follow(&ring[r], step);
            move(&ring[r]);
        }
        changes += ramps(step);
    }
    double dist = 0.0, far = 0.0;
    long stopped = 0;
    int who = 0, cars = 0;
    for (int r = 0; r < nring; r++) {
        const Ring *g = &ring[r];
        if (r % (nring / 12 + 1) == 0)
            printf("ring %2d: %3d cars, passed %5ld, entered %4ld, stopped %7ld, km %11.5f\n",
                   r, g->n, g->passed, g->entered, g->stopped, g->dist / 1000.0);
        dist += g->dist; stopped += g->stopped; cars += g->n;
    }
    for (int i = 0; i < cars; i++)
        if (trip[i] > far) far = trip[i], who = i;
    printf("%d cars, %ld ring changes, mean speed %.6f m/s, stopped %.4f %%, car %d went %.4f m\n",
           cars, changes, dist / ((double)cars * nstep * DT), 100.0 * stopped / ((double)cars * nstep), who, far);
    return 0;
}
