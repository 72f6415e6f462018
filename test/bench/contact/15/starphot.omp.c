/* starphot: find and measure stars on a CCD frame (tile sky, matched filter,
 * connected components, windowed centroid and aperture flux) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TILE 64
#define KRAD 4
#define KSIZE (2 * KRAD + 1)

typedef struct { double x, y, flux, peak, fwhm; int npix; } star_t;
typedef struct { int w, h; float *data; } ccd_t;

static unsigned int lfsr = 0xACE1u;

static double urand(void)
{
    lfsr = lfsr * 1664525u + 1013904223u;
    return (lfsr >> 8) / 16777216.0;
}

static double nrand(void)
{
    return (urand() + urand() + urand() + urand() - 2.0) * 1.732;
}

static void synthesise(ccd_t *im, int nstars)
{
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            im->data[y * im->w + x] = 200.0 + 0.03 * x + 0.02 * y + 9.0 * nrand();
    for (int s = 0; s < nstars; s++) {
        double cx = urand() * im->w, cy = urand() * im->h;
        double amp = 60.0 * pow(10.0, 2.2 * urand()), sig = 1.4 + 0.2 * urand();
        for (int y = (int)cy - 12; y <= (int)cy + 12; y++)
            for (int x = (int)cx - 12; x <= (int)cx + 12; x++) {
                if (x < 0 || y < 0 || x >= im->w || y >= im->h) continue;
                double r2 = (x - cx) * (x - cx) + (y - cy) * (y - cy);
                im->data[y * im->w + x] += amp * exp(-r2 / (2 * sig * sig));
            }
    }
}

static int cmp_float(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static float tile_sky(const ccd_t *im, int x0, int y0, float *sigma)
{
    float buf[TILE * TILE];
    int n = 0;
    for (int y = y0; y < y0 + TILE && y < im->h; y++)
        for (int x = x0; x < x0 + TILE && x < im->w; x++)
            buf[n++] = im->data[y * im->w + x];
    qsort(buf, n, sizeof(float), cmp_float);
    int lo = 0, hi = n;
    float med = buf[n / 2];
    for (int it = 0; it < 5; it++) {
        double s = 0, s2 = 0;
        for (int i = lo; i < hi; i++) {
            s += buf[i] - med;
            s2 += (double)(buf[i] - med) * (buf[i] - med);
        }
        double m = s / (hi - lo), sd = sqrt(fmax(1e-6, s2 / (hi - lo) - m * m));
        while (lo < hi - 1 && buf[lo] < med - 3 * sd) lo++;
        while (hi > lo + 1 && buf[hi - 1] > med + 3 * sd) hi--;
        med = buf[(lo + hi) / 2];
        *sigma = sd;
    }
    return med;
}

static double subtract_sky(ccd_t *im)
{
    int nx = (im->w + TILE - 1) / TILE, ny = (im->h + TILE - 1) / TILE;
    float *grid = malloc(nx * ny * sizeof(float));
    float *sd = malloc(nx * ny * sizeof(float));
    double noise = 0.0;
    #pragma omp parallel for collapse(2) schedule(dynamic, 4)
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            grid[j * nx + i] = tile_sky(im, i * TILE, j * TILE, &sd[j * nx + i]);
    for (int k = 0; k < nx * ny; k++)
        noise += sd[k];
    free(sd);
    #pragma omp parallel for schedule(static)
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            double gx = (x + 0.5) / TILE - 0.5, gy = (y + 0.5) / TILE - 0.5;
            int i = fmin(fmax(gx, 0), nx - 2), j = fmin(fmax(gy, 0), ny - 2);
            double fx = gx - i, fy = gy - j;
            const float *g = grid + j * nx + i;
            im->data[y * im->w + x] -= (1 - fy) * ((1 - fx) * g[0] + fx * g[1])
                                     + fy * ((1 - fx) * g[nx] + fx * g[nx + 1]);
        }
    free(grid);
    return noise / (nx * ny);
}

static double matched_filter(const ccd_t *in, ccd_t *out)
{
    float k[KSIZE][KSIZE], sum = 0, sq = 0;
    for (int j = 0; j < KSIZE; j++)
        for (int i = 0; i < KSIZE; i++) {
            float r2 = (i - KRAD) * (i - KRAD) + (j - KRAD) * (j - KRAD);
            k[j][i] = expf(-r2 / (2 * 1.5f * 1.5f));
            sum += k[j][i];
            sq += k[j][i] * k[j][i];
        }
    #pragma omp parallel for schedule(static)
    for (int y = KRAD; y < in->h - KRAD; y++)
        for (int x = KRAD; x < in->w - KRAD; x++) {
            float s = 0;
            for (int j = 0; j < KSIZE; j++)
                for (int i = 0; i < KSIZE; i++)
                    s += k[j][i] * in->data[(y + j - KRAD) * in->w + x + i - KRAD];
            out->data[y * in->w + x] = s / sum;
        }
    return sqrt(sq) / sum;
}

static int root(int *p, int i)
{
    while (p[i] != i)
        i = p[i] = p[p[i]];
    return i;
}

static int detect(const ccd_t *f, float thr, star_t **out)
{
    int w = f->w, n = w * f->h, ns = 0, cap = 256;
    int *label = malloc(n * sizeof(int));
    star_t *st = malloc(cap * sizeof(star_t));
    for (int i = 0; i < n; i++) {
        label[i] = -1;
        if (f->data[i] <= thr) continue;
        label[i] = i;
        if (i % w && label[i - 1] >= 0)
            label[i] = root(label, i - 1);
        if (i >= w && label[i - w] >= 0) {
            int a = root(label, i), b = root(label, i - w);
            if (a < b) label[b] = a; else label[a] = b;
        }
    }
    int *which = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++) {
        if (label[i] < 0) continue;
        int r = root(label, i);
        if (r == i) {
            if (ns == cap)
                st = realloc(st, (cap *= 2) * sizeof(star_t));
            memset(&st[ns], 0, sizeof(star_t));
            which[i] = ns++;
        }
        star_t *s = &st[which[r]];
        s->npix++;
        if (f->data[i] > s->peak) {
            s->peak = f->data[i];
            s->x = i % w;
            s->y = i / w;
        }
    }
    free(label);
    free(which);
    *out = st;
    return ns;
}

static void measure(const ccd_t *im, star_t *s)
{
    for (int it = 0; it < 10; it++) {
        double sw = 0, sx = 0, sy = 0, m2 = 0;
        s->flux = 0;
        for (int y = (int)s->y - 9; y <= (int)s->y + 9; y++)
            for (int x = (int)s->x - 9; x <= (int)s->x + 9; x++) {
                if (x < 0 || y < 0 || x >= im->w || y >= im->h) continue;
                double dx = x - s->x, dy = y - s->y, r2 = dx * dx + dy * dy;
                double v = im->data[y * im->w + x], wt = exp(-r2 / 8.0) * v;
                if (r2 < 64) s->flux += v;
                sw += wt;
                sx += wt * dx;
                sy += wt * dy;
                m2 += wt * r2;
            }
        if (sw <= 0) break;
        s->x += sx / sw;
        s->y += sy / sw;
        s->fwhm = 2.3548 * sqrt(fmax(0.0, m2 / sw));
        if (fabs(sx / sw) + fabs(sy / sw) < 1e-4) break;
    }
}

static int brighter(const void *a, const void *b)
{
    double x = ((const star_t *)a)->flux, y = ((const star_t *)b)->flux;
    return (y > x) - (y < x);
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 2600, h = argc > 2 ? atoi(argv[2]) : 2600;
    ccd_t im = { w, h, malloc((size_t)w * h * sizeof(float)) };
    ccd_t filt = { w, h, calloc((size_t)w * h, sizeof(float)) };
    star_t *st;

    synthesise(&im, w * h / 1500);
    double noise = subtract_sky(&im), gain = matched_filter(&im, &filt);
    int n = detect(&filt, 5.0 * noise * gain, &st);
    #pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < n; i++) {
        star_t s = st[i];
        measure(&im, &s);
        st[i] = s;
    }
    qsort(st, n, sizeof(star_t), brighter);
    printf("sky noise %.4f, %d detections\n", noise, n);
    for (int i = 0; i < n; i += 1 + n / 12)
        printf("%5d x %8.3f y %8.3f mag %7.3f fwhm %.3f npix %d\n", i, st[i].x, st[i].y,
               st[i].flux > 0 ? 25.0 - 2.5 * log10(st[i].flux) : 99.0, st[i].fwhm, st[i].npix);
    free(st);
    free(im.data);
    free(filt.data);
    return 0;
}
