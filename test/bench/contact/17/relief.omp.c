/*
 * relief - terrain analysis of a digital elevation model: slope classes,
 * hill shading, sky view factor and a sediment/drainage estimate.
 *
 * usage: relief [rows] [cols] [radius]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NODATA (-9999.0f)
#define NDIR 16
#define DEG (3.14159265358979323846 / 180.0)

struct raster {
    int rows, cols;
    float cell;
    float *z;
};

enum { FLAT, GENTLE, MODERATE, STEEP, CLIFF, NCLASS };
static const double class_limit[NCLASS - 1] = { 2.0, 8.0, 20.0, 40.0 };
static const char *const class_name[NCLASS] = { "flat", "gentle", "moderate", "steep", "cliff" };

static struct raster *raster_new(int rows, int cols, float cell)
{
    struct raster *r = malloc(sizeof *r);
    if (r)
        r->z = malloc((size_t)rows * cols * sizeof *r->z);
    if (!r || !r->z) {
        fprintf(stderr, "relief: cannot allocate %dx%d raster\n", rows, cols);
        exit(1);
    }
    r->rows = rows;
    r->cols = cols;
    r->cell = cell;
    return r;
}

static void raster_free(struct raster *r)
{
    free(r->z);
    free(r);
}

static unsigned lattice(unsigned x, unsigned y, unsigned salt)
{
    unsigned h = x * 374761393u + y * 668265263u + salt * 2246822519u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
}

static double value_noise(double x, double y, unsigned salt)
{
    int ix = (int)floor(x), iy = (int)floor(y);
    double fx = x - ix, fy = y - iy, v[2][2];
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            v[j][i] = lattice((unsigned)(ix + i), (unsigned)(iy + j), salt) / 4294967295.0;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    return (v[0][0] * (1 - fx) + v[0][1] * fx) * (1 - fy) + (v[1][0] * (1 - fx) + v[1][1] * fx) * fy;
}

static void fill_terrain(struct raster *dem)
{
#pragma omp parallel for schedule(static)
    for (int r = 0; r < dem->rows; r++)
        for (int c = 0; c < dem->cols; c++) {
            double h = 0, amp = 420, f = 1.0 / 90;
            for (unsigned o = 0; o < 6; o++, amp *= 0.48, f *= 2.03)
                h += amp * value_noise(c * f, r * f, o);
            dem->z[r * dem->cols + c] = lattice((unsigned)c, (unsigned)r, 99) % 4001 == 0
                                            ? NODATA : (float)h;
        }
}

/* Horn's 3x3 gradient; returns 0 at the edge or beside missing data */
static int gradient(const struct raster *dem, int r, int c, double *gx, double *gy)
{
    const float *z = dem->z;
    int w = dem->cols;

    if (r < 1 || c < 1 || r >= dem->rows - 1 || c >= w - 1)
        return 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            if (z[(r + j) * w + c + i] == NODATA)
                return 0;
    const float *u = z + (r - 1) * w + c, *m = z + r * w + c, *d = z + (r + 1) * w + c;
    *gx = ((u[1] + 2 * m[1] + d[1]) - (u[-1] + 2 * m[-1] + d[-1])) / (8.0 * dem->cell);
    *gy = ((d[-1] + 2 * d[0] + d[1]) - (u[-1] + 2 * u[0] + u[1])) / (8.0 * dem->cell);
    return 1;
}

static void hillshade(const struct raster *dem, struct raster *out, double azimuth, double altitude,
                      long counts[NCLASS])
{
    double zen = (90 - altitude) * DEG, az = azimuth * DEG;
#pragma omp parallel for schedule(static) reduction(+ : counts[:NCLASS])
    for (int r = 0; r < dem->rows; r++)
        for (int c = 0; c < dem->cols; c++) {
            double gx, gy, slope, aspect, s;
            int k = 0;
            if (!gradient(dem, r, c, &gx, &gy)) {
                out->z[r * dem->cols + c] = NODATA;
                continue;
            }
            slope = atan(sqrt(gx * gx + gy * gy));
            aspect = atan2(gy, -gx);
            s = cos(zen) * cos(slope) + sin(zen) * sin(slope) * cos(az - aspect);
            out->z[r * dem->cols + c] = s < 0 ? 0.0f : (float)(255.0 * s);
            while (k < NCLASS - 1 && slope / DEG > class_limit[k])
                k++;
            counts[k]++;
        }
}

static double horizon(const struct raster *dem, int r, int c, double dr, double dc, int radius)
{
    float z0 = dem->z[r * dem->cols + c];
    double best = 0.0;
    for (int k = 1; k <= radius; k++) {
        int rr = (int)(r + dr * k + 0.5), cc = (int)(c + dc * k + 0.5);
        if (rr < 0 || cc < 0 || rr >= dem->rows || cc >= dem->cols)
            break;
        float z = dem->z[rr * dem->cols + cc];
        if (z == NODATA)
            continue;
        double t = (z - z0) / (k * dem->cell);
        if (t > best)
            best = t;
        else if ((1200.0 - z0) / (k * dem->cell) < best)
            break;          /* even the highest summit could not rise above it */
    }
    return best;
}

static void sky_view(const struct raster *dem, struct raster *out, int radius)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int r = 0; r < dem->rows; r++)
        for (int c = 0; c < dem->cols; c++) {
            double sum = 0;
            if (dem->z[r * dem->cols + c] == NODATA) {
                out->z[r * dem->cols + c] = NODATA;
                continue;
            }
            for (int d = 0; d < NDIR; d++) {
                double a = d * 2 * 180.0 / NDIR * DEG;
                double t = horizon(dem, r, c, sin(a), cos(a), radius);
                sum += 1.0 - t / sqrt(1.0 + t * t);
            }
            out->z[r * dem->cols + c] = (float)(sum / NDIR);
        }
}

static void describe(const char *title, const struct raster *r)
{
    double sum = 0, lo = 1e30, hi = -1e30;
    long n = 0;
    for (int i = 0; i < r->rows * r->cols; i++) {
        if (r->z[i] == NODATA)
            continue;
        sum += r->z[i];
        lo = r->z[i] < lo ? r->z[i] : lo;
        hi = r->z[i] > hi ? r->z[i] : hi;
        n++;
    }
    printf("%-10s cells %ld  min %.4f  max %.4f  mean %.6f\n", title, n, lo, hi, sum / (double)n);
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 420, cols = argc > 2 ? atoi(argv[2]) : 480;
    int radius = argc > 3 ? atoi(argv[3]) : 28;
    long counts[NCLASS] = { 0 };

    if (rows < 3 || cols < 3 || radius < 1)
        return 1;
    struct raster *dem = raster_new(rows, cols, 10.0f), *shade = raster_new(rows, cols, 10.0f);
    struct raster *svf = raster_new(rows, cols, 10.0f);
    fill_terrain(dem);
    describe("elevation", dem);
    hillshade(dem, shade, 315, 45, counts);
    describe("hillshade", shade);
    for (int k = 0; k < NCLASS; k++)
        printf("  %-9s %ld\n", class_name[k], counts[k]);
    sky_view(dem, svf, radius);
    describe("skyview", svf);
    for (int k = 1; k < 6; k++)
        printf("  profile %d: %.3f %.3f %.5f\n", k, dem->z[rows * k / 6 * cols + cols / 2],
               shade->z[rows * k / 6 * cols + cols / 2], svf->z[rows * k / 6 * cols + cols / 2]);
    raster_free(dem);
    raster_free(shade);
    raster_free(svf);
    return 0;
}
