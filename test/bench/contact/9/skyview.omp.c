/*
 * skyview - terrain analysis of a square elevation model: slope and aspect,
 * horizon angles, sky view factor, and the sunshine of one day including
 * the shadows cast by the surrounding terrain.
 *
 * usage: skyview [size [reach]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NDIR 16
#define CELL 25.0
#define NHOURS 14

typedef struct {
    int size;
    float **z;
} Grid;

typedef struct {
    double alt, azi;            /* radians, azimuth clockwise from north */
    double power;
} Sun;

static Grid dem, slope, aspect, svf, energy;
static Grid horizon[NDIR];
static Sun sun[NHOURS];
static double means[4];
static int reach = 60;

static unsigned hash(unsigned x, unsigned y)
{
    unsigned h = x * 374761393u + y * 668265263u;
    h = (h ^ (h >> 13)) * 1274126177u;
    return h ^ (h >> 16);
}

static double lattice(int x, int y)
{
    return hash((unsigned)x, (unsigned)y) / 4294967296.0;
}

static double value_noise(double x, double y)
{
    int ix = (int)floor(x), iy = (int)floor(y);
    double fx = x - ix, fy = y - iy;
    double ux = fx * fx * (3 - 2 * fx), uy = fy * fy * (3 - 2 * fy);
    double a = lattice(ix, iy), b = lattice(ix + 1, iy);
    double c = lattice(ix, iy + 1), d = lattice(ix + 1, iy + 1);
    return (a + (b - a) * ux) * (1 - uy) + (c + (d - c) * ux) * uy;
}

static void grid_alloc(Grid *g, int size)
{
    g->size = size;
    g->z = malloc(size * sizeof *g->z);
    for (int i = 0; i < size; i++)
        g->z[i] = calloc(size, sizeof **g->z);
}

static void grid_free(Grid *g)
{
    for (int i = 0; i < g->size; i++)
        free(g->z[i]);
    free(g->z);
}

static void build_terrain(void)
{
    #pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < dem.size; i++)
        for (int j = 0; j < dem.size; j++) {
            double h = 0, amp = 600, f = 1.0 / 90;
            for (int oct = 0; oct < 6; oct++) {
                double v = value_noise(j * f + 17 * oct, i * f);
                h += amp * (oct ? v : 1 - fabs(2 * v - 1));
                amp *= 0.45;
                f *= 2.03;
            }
            dem.z[i][j] = (float)h;
        }
}

static float at(const Grid *g, int i, int j)
{
    if (i < 0) i = 0;
    if (j < 0) j = 0;
    if (i >= g->size) i = g->size - 1;
    if (j >= g->size) j = g->size - 1;
    return g->z[i][j];
}

static void gradients(void)
{
    #pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < dem.size; i++)
        for (int j = 0; j < dem.size; j++) {
            double gx = (at(&dem, i, j + 1) - at(&dem, i, j - 1)) / (2 * CELL);
            double gy = (at(&dem, i - 1, j) - at(&dem, i + 1, j)) / (2 * CELL);
            slope.z[i][j] = (float)atan(sqrt(gx * gx + gy * gy));
            aspect.z[i][j] = (float)atan2(-gx, -gy);
        }
}

/* largest tangent of elevation seen from (i,j) in one direction */
static double look(int i, int j, double dx, double dy)
{
    double best = 0, here = dem.z[i][j];
    for (int k = 1; k <= reach; k++) {
        double y = i - k * dy, x = j + k * dx, fx, fy, h, t;
        int iy, ix;
        if (x < 0 || y < 0 || x >= dem.size - 1 || y >= dem.size - 1)
            break;
        iy = (int)y;
        ix = (int)x;
        fx = x - ix;
        fy = y - iy;
        h = (dem.z[iy][ix] * (1 - fx) + dem.z[iy][ix + 1] * fx) * (1 - fy)
          + (dem.z[iy + 1][ix] * (1 - fx) + dem.z[iy + 1][ix + 1] * fx) * fy;
        t = (h - here) / (k * CELL);
        if (t > best)
            best = t;
    }
    return best;
}

static void horizons(void)
{
    for (int d = 0; d < NDIR; d++) {
        double a = 2 * M_PI * d / NDIR;
        #pragma omp parallel for schedule(dynamic, 4)
        for (int i = 0; i < dem.size; i++)
            for (int j = 0; j < dem.size; j++)
                horizon[d].z[i][j] = (float)atan(look(i, j, sin(a), cos(a)));
    }
    #pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < dem.size; i++)
        for (int j = 0; j < dem.size; j++) {
            double open = 0;
            for (int d = 0; d < NDIR; d++) {
                double c = cos(horizon[d].z[i][j]);
                open += c * c;
            }
            svf.z[i][j] = (float)(open / NDIR);
        }
}

static void sun_path(double latitude, double declination)
{
    for (int k = 0; k < NHOURS; k++) {
        double w = (k - (NHOURS - 1) / 2.0) * M_PI / 12;
        double s = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(w);
        sun[k].alt = asin(s);
        sun[k].azi = atan2(sin(w), cos(w) * sin(latitude) - tan(declination) * cos(latitude)) + M_PI;
        sun[k].power = s > 0 ? 1361 * pow(0.72, 1 / (s + 0.05)) : 0;
    }
}

static double skyline(int i, int j, double azi)
{
    double f = azi / (2 * M_PI) * NDIR;
    int k = (int)floor(f);
    double w = f - k;
    return (1 - w) * horizon[k % NDIR].z[i][j] + w * horizon[(k + 1) % NDIR].z[i][j];
}

static void sunshine(void)
{
    #pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < dem.size; i++)
        for (int j = 0; j < dem.size; j++) {
            double sum = 0;
            for (int k = 0; k < NHOURS; k++) {
                double inc;
                if (sun[k].power <= 0)
                    continue;
                sum += 0.12 * sun[k].power * svf.z[i][j];
                if (sun[k].alt <= skyline(i, j, sun[k].azi))
                    continue;
                inc = sin(sun[k].alt) * cos(slope.z[i][j])
                    + cos(sun[k].alt) * sin(slope.z[i][j]) * cos(sun[k].azi - aspect.z[i][j]);
                if (inc > 0)
                    sum += sun[k].power * inc;
            }
            energy.z[i][j] = (float)sum;
        }
}

static double mean_of(const Grid *g, float *lo, float *hi)
{
    double total = 0;
    *lo = *hi = g->z[0][0];
    for (int i = 0; i < g->size; i++) {
        double s = 0;
        for (int j = 0; j < g->size; j++) {
            float v = g->z[i][j];
            s += v;
            if (v < *lo) *lo = v;
            if (v > *hi) *hi = v;
        }
        total += s;
    }
    return total / ((double)g->size * g->size);
}

int main(int argc, char **argv)
{
    static const char *label[4] = { "elevation", "slope", "skyview", "energy" };
    Grid *shown[4] = { &dem, &slope, &svf, &energy };
    int size = argc > 1 ? atoi(argv[1]) : 400;

    if (argc > 2)
        reach = atoi(argv[2]);
    if (size < 4)
        return 1;
    grid_alloc(&dem, size);
    grid_alloc(&slope, size);
    grid_alloc(&aspect, size);
    grid_alloc(&svf, size);
    grid_alloc(&energy, size);
    for (int d = 0; d < NDIR; d++)
        grid_alloc(&horizon[d], size);

    build_terrain();
    gradients();
    horizons();
    sun_path(46.5 * M_PI / 180, -12 * M_PI / 180);
    sunshine();

    printf("%d x %d cells, reach %d\n", size, size, reach);
    for (int k = 0; k < 4; k++) {
        float lo, hi;
        means[k] = mean_of(shown[k], &lo, &hi);
        printf("%-10s mean %.8f  min %.5f  max %.5f\n", label[k], means[k], lo, hi);
    }
    for (int d = 0; d < NDIR; d++)
        grid_free(&horizon[d]);
    for (int k = 0; k < 4; k++)
        grid_free(shown[k]);
    grid_free(&aspect);
    return 0;
}
