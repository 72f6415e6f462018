/* occgrid - build an occupancy map from simulated planar lidar scans.
 * usage: occgrid [scans] [cells-per-side]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>

#define BEAMS 360
#define RANGE 9.0
#define L_FREE (-3)
#define L_HIT 14
#define L_MIN (-120)
#define L_MAX 120

typedef struct { double x1, y1, x2, y2; } wall;
typedef struct { double x, y, th; } pose;
typedef struct { pose at; float range[BEAMS]; unsigned char hit[BEAMS]; } scan;
typedef struct { int n; double res; int8_t *odds; uint16_t *seen; } grid;

static unsigned lcg = 12345;
static double uniform(void) { lcg = lcg * 1664525u + 1013904223u; return (lcg >> 8) / 16777216.0; }

static int make_world(wall **out, double side)
{
    int n = 0, boxes = 26;
    wall *w = malloc(sizeof *w * (size_t)(4 * boxes + 4));
    if (!w) return -1;
    for (int b = 0; b <= boxes; b++) {
        double x = 1.5 + uniform() * (side - 4), y = 1.5 + uniform() * (side - 4);
        double dx = 0.3 + uniform() * 1.8, dy = 0.3 + uniform() * 1.8;
        if (b == boxes) { x = y = 0.2; dx = dy = side - 0.4; }
        w[n++] = (wall){ x, y, x + dx, y };
        w[n++] = (wall){ x + dx, y, x + dx, y + dy };
        w[n++] = (wall){ x + dx, y + dy, x, y + dy };
        w[n++] = (wall){ x, y + dy, x, y };
    }
    *out = w;
    return n;
}

static pose path_point(int k, int total, double side)
{
    double t = (double)k / total * 6.283185307179586;
    pose p;
    p.x = side * (0.5 + 0.36 * sin(3 * t));
    p.y = side * (0.5 + 0.36 * sin(4 * t + 0.6));
    p.th = atan2(4 * cos(4 * t + 0.6), 3 * cos(3 * t));
    return p;
}

static double ray_hit(const wall *w, int n, double x, double y, double c, double s, double best)
{
    for (int i = 0; i < n; i++) {
        double ex = w[i].x2 - w[i].x1, ey = w[i].y2 - w[i].y1;
        double den = c * ey - s * ex;
        if (fabs(den) < 1e-12) continue;
        double qx = w[i].x1 - x, qy = w[i].y1 - y;
        double t = (qx * ey - qy * ex) / den, u = (qx * s - qy * c) / den;
        if (t > 0 && t < best && u >= 0 && u <= 1) best = t;
    }
    return best;
}

static uint32_t mix(uint32_t h)
{
    h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
    return h;
}

static void sense(scan *sc, const wall *w, int nw, int id)
{
    for (int b = 0; b < BEAMS; b++) {
        double a = sc->at.th + b * (6.283185307179586 / BEAMS);
        double r = ray_hit(w, nw, sc->at.x, sc->at.y, cos(a), sin(a), RANGE);
        uint32_t h = mix((uint32_t)(id * BEAMS + b));
        sc->hit[b] = r < RANGE;
        if (sc->hit[b]) r += ((h & 1023) / 1023.0 - 0.5) * 0.08;
        if ((h >> 10) % 200 == 0) { r = r * 0.4; sc->hit[b] = 1; }     /* dust */
        sc->range[b] = (float)r;
    }
}

static void bump(grid *g, int cx, int cy, int by)
{
    if (cx < 0 || cy < 0 || cx >= g->n || cy >= g->n) return;
    int i = cy * g->n + cx, v = g->odds[i] + by;
    if (v < L_MIN) v = L_MIN;
    if (v > L_MAX) v = L_MAX;
    g->odds[i] = (int8_t)v;
    if (g->seen[i] < 65535) g->seen[i]++;
}

static void mark_beam(grid *g, int x0, int y0, int x1, int y1, int hit)
{
    int dx = abs(x1 - x0), dy = -abs(y1 - y0), sx = x0 < x1 ? 1 : -1, sy = y0 < y1 ? 1 : -1, err = dx + dy;
    while (x0 != x1 || y0 != y1) {
        bump(g, x0, y0, L_FREE);
        int e2 = 2 * err;
        if (e2 >= dy) { err += dy; x0 += sx; }
        if (e2 <= dx) { err += dx; y0 += sy; }
    }
    bump(g, x1, y1, hit ? L_HIT : L_FREE);
}

static void integrate(grid *g, const scan *sc)
{
    int x0 = (int)(sc->at.x / g->res), y0 = (int)(sc->at.y / g->res);
    for (int b = 0; b < BEAMS; b++) {
        double a = sc->at.th + b * (6.283185307179586 / BEAMS);
        int x1 = (int)((sc->at.x + sc->range[b] * cos(a)) / g->res);
        int y1 = (int)((sc->at.y + sc->range[b] * sin(a)) / g->res);
        mark_beam(g, x0, y0, x1, y1, sc->hit[b]);
    }
}

int main(int argc, char **argv)
{
    int scans = argc > 1 ? atoi(argv[1]) : 2600;
    int n = argc > 2 ? atoi(argv[2]) : 640;
    double side = 20.0;
    wall *w = NULL;
    grid g = { n, side / n, NULL, NULL };
    scan *sc = NULL;
    int rc = 1, nw = make_world(&w, side);
    if (nw < 0 || scans < 1 || n < 16) goto out;
    g.odds = calloc((size_t)n * (size_t)n, sizeof *g.odds);
    g.seen = calloc((size_t)n * (size_t)n, sizeof *g.seen);
    sc = malloc(sizeof *sc);
    if (!g.odds || !g.seen || !sc) goto out;

    long hits = 0;
    double mean = 0;
    for (int k = 0; k < scans; k++) {
        sc->at = path_point(k, scans, side);
        sense(sc, w, nw, k);
        for (int b = 0; b < BEAMS; b++) { hits += sc->hit[b]; mean += sc->range[b]; }
        integrate(&g, sc);
    }
    printf("scans %d walls %d hits %ld mean range %.6f\n", scans, nw, hits, mean / scans / BEAMS);

    /* classify and score against the known walls */
    long occ = 0, fre = 0, unk = 0, frontier = 0, good = 0;
    uint64_t sum = 0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int i = y * n + x, v = g.odds[i];
            sum = sum * 1099511628211ULL + (uint64_t)(v + 200) + g.seen[i];
            if (v > 20) {
                double px = (x + 0.5) * g.res, py = (y + 0.5) * g.res, d2 = 1e9;
                for (int k = 0; k < nw; k++) {
                    double ex = w[k].x2 - w[k].x1, ey = w[k].y2 - w[k].y1;
                    double t = ((px - w[k].x1) * ex + (py - w[k].y1) * ey) / (ex * ex + ey * ey);
                    t = t < 0 ? 0 : t > 1 ? 1 : t;
                    double ax = px - w[k].x1 - t * ex, ay = py - w[k].y1 - t * ey;
                    if (ax * ax + ay * ay < d2) d2 = ax * ax + ay * ay;
                }
                occ++;
                if (d2 < 4 * g.res * g.res) good++;
            } else if (v < -20) {
                fre++;
                if ((x && !g.seen[i - 1]) || (x < n - 1 && !g.seen[i + 1]) || (y && !g.seen[i - n]) || (y < n - 1 && !g.seen[i + n])) frontier++;
            } else unk++;
        }
    printf("occupied %ld (near wall %ld) free %ld unknown %ld frontier %ld\n", occ, good, fre, unk, frontier);
    printf("map %016llx\n", (unsigned long long)sum);
    rc = 0;
out:
    if (rc) fprintf(stderr, "occgrid: bad arguments or no memory\n");
    free(sc); free(g.odds); free(g.seen); free(w);
    return rc;
}
