/* Ordinary kriging of borehole data onto a regular grid: closest samples from
 * a bucket grid, spherical variogram, dense solve for every node. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NEAR 14
#define NB 32           /* buckets per side */

struct sample { double x, y, grade; };
struct variogram { double nugget, sill, range; };

static struct sample *samples;
static int nsamples;
static int *bucket_start, *bucket_item;
static struct variogram model;

/* work arrays of the solver */
static double mat[NEAR + 1][NEAR + 2];
static int near_id[NEAR];
static double near_d2[NEAR];

static double drand(void)
{
    static unsigned long long s = 31415926535ULL;
    s = s * 2862933555777941757ULL + 3037000493ULL;
    return (double)(s >> 11) / 9007199254740992.0;
}

static double field(double x, double y)
{
    return 2.5 + sin(7.0 * x) * cos(5.0 * y) + 0.6 * sin(19.0 * (x + y)) + 3.0 * exp(-30.0 * ((x - 0.7) * (x - 0.7) + (y - 0.3) * (y - 0.3)));
}

static int bucket_of(double x, double y)
{
    return (int)(y * NB) * NB + (int)(x * NB);
}

static void build_buckets(void)
{
    bucket_start = calloc(NB * NB + 1, sizeof(int));
    bucket_item = malloc(nsamples * sizeof(int));
    for (int i = 0; i < nsamples; i++)
        bucket_start[bucket_of(samples[i].x, samples[i].y) + 1]++;
    for (int b = 0; b < NB * NB; b++)
        bucket_start[b + 1] += bucket_start[b];
    int *fill = malloc(NB * NB * sizeof(int));
    memcpy(fill, bucket_start, NB * NB * sizeof(int));
    for (int i = 0; i < nsamples; i++)
        bucket_item[fill[bucket_of(samples[i].x, samples[i].y)]++] = i;
    free(fill);
}

static double gamma_h(double h)
{
    if (h <= 0.0) return 0.0;
    if (h >= model.range) return model.nugget + model.sill;
    double r = h / model.range;
    return model.nugget + model.sill * (1.5 * r - 0.5 * r * r * r);
}

/* experimental variogram over all pairs, then a crude fit */
static void fit_variogram(void)
{
    enum { NLAG = 15 };
    double sum[NLAG] = {0}, lag = 0.02;
    long cnt[NLAG] = {0};
    for (int i = 0; i < nsamples; i++)
        for (int j = i + 1; j < nsamples; j++) {
            double dx = samples[i].x - samples[j].x, dy = samples[i].y - samples[j].y;
            double h = sqrt(dx * dx + dy * dy);
            int k = (int)(h / lag);
            if (k >= NLAG) continue;
            double d = samples[i].grade - samples[j].grade;
            sum[k] += 0.5 * d * d;
            cnt[k]++;
        }
    double top = 0.0;
    for (int k = 0; k < NLAG; k++) {
        double g = cnt[k] ? sum[k] / cnt[k] : 0.0;
        printf("lag %.3f pairs %7ld gamma %.5f\n", (k + 0.5) * lag, cnt[k], g);
        if (g > top) top = g;
    }
    model.nugget = cnt[0] ? 0.3 * sum[0] / cnt[0] : 0.0;
    model.sill = top - model.nugget;
    model.range = NLAG * lag;
    for (int k = 0; k < NLAG; k++)
        if (cnt[k] && sum[k] / cnt[k] > 0.95 * top) {
            model.range = (k + 0.5) * lag;
            break;
        }
}

static int find_near(double x, double y)
{
    int n = 0, bx = (int)(x * NB), by = (int)(y * NB);
    for (int ring = 0; ring < NB; ring++) {
        if (n == NEAR && near_d2[NEAR - 1] < (double)(ring - 1) * (ring - 1) / (NB * NB) && ring > 0)
            break;
        for (int j = by - ring; j <= by + ring; j++)
            for (int i = bx - ring; i <= bx + ring; i++) {
                if (i < 0 || j < 0 || i >= NB || j >= NB) continue;
                if (abs(i - bx) != ring && abs(j - by) != ring) continue;
                for (int k = bucket_start[j * NB + i]; k < bucket_start[j * NB + i + 1]; k++) {
                    int id = bucket_item[k];
                    double dx = samples[id].x - x, dy = samples[id].y - y, d2 = dx * dx + dy * dy;
                    int p = n < NEAR ? n++ : NEAR;
                    if (p == NEAR) {
                        if (d2 >= near_d2[NEAR - 1]) continue;
                        p = NEAR - 1;
                    }
                    for (; p > 0 && near_d2[p - 1] > d2; p--) {
                        near_d2[p] = near_d2[p - 1];
                        near_id[p] = near_id[p - 1];
                    }
                    near_d2[p] = d2;
                    near_id[p] = id;
                }
            }
    }
    return n;
}

static int gauss(int n, double *x)
{
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(mat[r][c]) > fabs(mat[p][c])) p = r;
        if (fabs(mat[p][c]) < 1e-12) return -1;
        if (p != c)
            for (int k = 0; k <= n; k++) {
                double t = mat[c][k]; mat[c][k] = mat[p][k]; mat[p][k] = t;
            }
        for (int r = c + 1; r < n; r++) {
            double f = mat[r][c] / mat[c][c];
            for (int k = c; k <= n; k++)
                mat[r][k] -= f * mat[c][k];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        x[r] = mat[r][n];
        for (int k = r + 1; k < n; k++)
            x[r] -= mat[r][k] * x[k];
        x[r] /= mat[r][r];
    }
    return 0;
}

static int krige(double x, double y, double *est, double *var)
{
    double w[NEAR + 1];
    int n = find_near(x, y);
    for (int i = 0; i < n; i++) {
        const struct sample *a = &samples[near_id[i]];
        for (int j = 0; j < n; j++) {
            const struct sample *b = &samples[near_id[j]];
            mat[i][j] = gamma_h(hypot(a->x - b->x, a->y - b->y));
        }
        mat[i][n] = 1.0;
        mat[n][i] = 1.0;
        mat[i][n + 1] = gamma_h(sqrt(near_d2[i]));
    }
    mat[n][n] = 0.0;
    mat[n][n + 1] = 1.0;
    double rhs[NEAR];
    for (int i = 0; i < n; i++)
        rhs[i] = mat[i][n + 1];
    if (gauss(n + 1, w) < 0) return -1;
    *est = 0.0;
    *var = w[n];
    for (int i = 0; i < n; i++) {
        *est += w[i] * samples[near_id[i]].grade;
        *var += w[i] * rhs[i];
    }
    return 0;
}

int main(int argc, char **argv)
{
    int grid = argc > 1 ? atoi(argv[1]) : 440;
    nsamples = argc > 2 ? atoi(argv[2]) : 3000;
    double *est = calloc((size_t)grid * grid, sizeof *est), *var = calloc((size_t)grid * grid, sizeof *var);
    int failed = 0;
    struct timespec t0, t1;

    samples = malloc(nsamples * sizeof *samples);
    for (int i = 0; i < nsamples; i++) {
        samples[i].x = drand();
        samples[i].y = drand();
        samples[i].grade = field(samples[i].x, samples[i].y) + 0.1 * (drand() - 0.5);
    }
    build_buckets();
    clock_gettime(CLOCK_MONOTONIC, &t0);
    fit_variogram();
    printf("model nugget %.5f sill %.5f range %.4f\n", model.nugget, model.sill, model.range);
    for (int j = 0; j < grid; j++)
        for (int i = 0; i < grid; i++)
            if (krige((i + 0.5) / grid, (j + 0.5) / grid, &est[j * grid + i], &var[j * grid + i]) < 0)
                failed++;
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "kriging: %.3f s\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);

    double mean = 0, err = 0, vm = 0, tonnage = 0;
    for (int j = 0; j < grid; j++)
        for (int i = 0; i < grid; i++) {
            double e = est[j * grid + i], t = field((i + 0.5) / grid, (j + 0.5) / grid);
            mean += e;
            vm += var[j * grid + i];
            err += (e - t) * (e - t);
            if (e > 3.5) tonnage += e;
        }
    printf("nodes %d failed %d mean %.6f variance %.6f rmse %.6f ore %.3f\n", grid * grid, failed,
           mean / grid / grid, vm / grid / grid, sqrt(err) / grid, tonnage);
    free(est); free(var); free(samples); free(bucket_start); free(bucket_item);
    return 0;
}
