/* Cumulative viewshed on a DEM: how many of the candidate towers see each
 * cell.  R3-ish: a ray to each perimeter cell of the tower's window, running
 * maximum slope; a cell counts once for each tower. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <math.h>

typedef struct {
    int nx, ny;
    double cell;
    float *z;
} dem_t;

typedef struct { int x, y; float h; int range; } tower_t;

typedef struct {
    const dem_t *dem;
    uint16_t *cover;            /* towers that see the cell */
    uint32_t *stamp;            /* last tower that counted the cell */
    uint32_t serial;
    double far;                 /* longest sight line */
    long rays, steps, blocked;
} vs_t;

#define Z(d, x, y) ((d)->z[(size_t)(y) * (d)->nx + (x)])

static uint32_t seed = 2463534242u;
static uint32_t xr(void) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; return seed; }

static int dem_make(dem_t *d, int nx, int ny)
{
    d->nx = nx; d->ny = ny; d->cell = 25.0;
    d->z = malloc(sizeof(float) * nx * ny);
    if (!d->z) return -1;
    double ph[12], fx[12], fy[12], am[12];
    for (int k = 0; k < 12; k++) {
        ph[k] = xr() / 4294967296.0 * 6.28;
        double f = 0.004 * pow(1.45, k), a = xr() / 4294967296.0 * 6.28;
        fx[k] = f * cos(a); fy[k] = f * sin(a);
        am[k] = 180.0 / pow(1.5, k);
    }
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            double z = 400;
            for (int k = 0; k < 12; k += 1 + (k > 6)) z += am[k] * sin(fx[k] * x + fy[k] * y + ph[k]);
            Z(d, x, y) = (float)(z < 300 ? 300 : z);
        }
    return 0;
}

static void cast(vs_t *v, const tower_t *t, int tx, int ty)
{
    const dem_t *d = v->dem;
    int dx = tx - t->x, dy = ty - t->y;
    int n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    if (n == 0) return;
    double sx = (double)dx / n, sy = (double)dy / n, len = sqrt(sx * sx + sy * sy) * d->cell;
    float eye = Z(d, t->x, t->y) + t->h;
    double top = -1e30;
    v->rays++;
    for (int i = 1; i <= n; i++) {
        int x = (int)floor(t->x + sx * i + 0.5), y = (int)floor(t->y + sy * i + 0.5);
        if (x < 0 || y < 0 || x >= d->nx || y >= d->ny) return;
        double dist = len * i;
        if (dist > t->range * d->cell) return;
        double slope = (Z(d, x, y) - eye) / dist;
        v->steps++;
        if (slope >= top) {
            top = slope;
            size_t c = (size_t)y * d->nx + x;
            if (v->stamp[c] != v->serial) {
                v->stamp[c] = v->serial;
                v->cover[c]++;
                if (dist > v->far) v->far = dist;
            }
        } else {
            v->blocked++;
        }
    }
}

static void tower_viewshed(vs_t *v, const tower_t *t)
{
    int r = t->range;
    v->serial++;
    size_t own = (size_t)t->y * v->dem->nx + t->x;
    v->stamp[own] = v->serial;
    v->cover[own]++;
    for (int x = t->x - r; x <= t->x + r; x++) {
        cast(v, t, x, t->y - r);
        cast(v, t, x, t->y + r);
    }
    for (int y = t->y - r + 1; y < t->y + r; y++) {
        cast(v, t, t->x - r, y);
        cast(v, t, t->x + r, y);
    }
}

int main(int argc, char **argv)
{
    dem_t dem;
    int nx = argc > 1 ? atoi(argv[1]) : 900;
    int nt = argc > 2 ? atoi(argv[2]) : 260;
    int ny = nx * 3 / 4;
    if (nx < 40 || nt < 1 || dem_make(&dem, nx, ny)) { fprintf(stderr, "bad arguments\n"); return 1; }

    tower_t *tw = malloc(nt * sizeof *tw);
    vs_t v = { .dem = &dem };
    v.cover = calloc((size_t)nx * ny, sizeof *v.cover);
    v.stamp = calloc((size_t)nx * ny, sizeof *v.stamp);
    if (!tw || !v.cover || !v.stamp) return 1;
    for (int i = 0; i < nt; i++) {
        int bx = 0, by = 0;
        float bz = -1;
        for (int k = 0; k < 12; k++) {          /* prefer high ground */
            int x = xr() % nx, y = xr() % ny;
            if (Z(&dem, x, y) > bz) { bz = Z(&dem, x, y); bx = x; by = y; }
        }
        tw[i].x = bx;
        tw[i].y = by;
        tw[i].h = 10.0f + xr() % 30;
        tw[i].range = nx / 6 + (int)(xr() % (nx / 6));
    }

    for (int i = 0; i < nt; i++)
        tower_viewshed(&v, &tw[i]);

    long hist[6] = { 0 }, total = 0;
    int best = 0, bx = 0, by = 0;
    for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
            int c = v.cover[(size_t)y * nx + x];
            hist[c >= 20 ? 5 : c >= 10 ? 4 : c >= 5 ? 3 : c >= 2 ? 2 : c]++;
            total += c;
            if (c > best) { best = c; bx = x; by = y; }
        }
    printf("rays %ld steps %ld blocked %ld far %.3f m\n", v.rays, v.steps, v.blocked, v.far);
    printf("unseen %ld once %ld 2-4 %ld 5-9 %ld 10-19 %ld 20+ %ld\n", hist[0], hist[1], hist[2], hist[3], hist[4], hist[5]);
    printf("total %ld max %d at %d,%d\n", total, best, bx, by);
    free(tw); free(v.cover); free(v.stamp); free(dem.z);
    return 0;
}
