// SPDX-License-Identifier: Apache-2.0
/* Impulse responses of a shoebox room for a line of microphones, by the
 * image-source method (Allen & Berkley 1979) with fractional delays, then the
 * usual room-acoustic figures (RT60, EDT, C50, D50) per microphone.
 *
 * usage: roomsim [microphones] [milliseconds]
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PI 3.14159265358979323846
#define SPEED 343.0
#define RATE 16000.0
#define TAPS 16
#define PHASES 64
#define MAXREFL 512

typedef struct { double x, y, z; } vec3;

typedef struct {
    vec3 size;
    double beta[6];             /* x0 x1 y0 y1 z0 z1 */
} room_t;

typedef struct {
    double rt60, edt, c50, d50, peak;
    long images;
    uint32_t crc;
} report_t;

static double frac_table[PHASES][TAPS];
static double power[6][MAXREFL];

static void make_tables(const room_t *room)
{
    for (int p = 0; p < PHASES; p++)
        for (int t = 0; t < TAPS; t++) {
            double x = t - (TAPS / 2 - 1) - (double)p / PHASES;
            double s = fabs(x) < 1e-12 ? 1.0 : sin(PI * x) / (PI * x);
            double w = 0.5 * (1.0 + cos(PI * x / (TAPS / 2)));
            frac_table[p][t] = fabs(x) > TAPS / 2 ? 0.0 : s * w;
        }
    for (int w = 0; w < 6; w++) {
        power[w][0] = 1.0;
        for (int k = 1; k < MAXREFL; k++)
            power[w][k] = power[w][k - 1] * room->beta[w];
    }
}

static long image_sources(const room_t *room, vec3 src, vec3 mic, double *ir, int len)
{
    const double reach = len / RATE * SPEED;
    const int nx = (int)ceil(reach / (2 * room->size.x));
    const int ny = (int)ceil(reach / (2 * room->size.y));
    const int nz = (int)ceil(reach / (2 * room->size.z));
    long images = 0;

    for (int i = 0; i < len; i++)
        ir[i] = 0.0;
    for (int mx = -nx; mx <= nx; mx++)
        for (int qx = 0; qx < 2; qx++) {
            double dx = (1 - 2 * qx) * src.x + 2 * mx * room->size.x - mic.x;
            double ax = power[0][abs(mx - qx)] * power[1][abs(mx)];
            for (int my = -ny; my <= ny; my++)
                for (int qy = 0; qy < 2; qy++) {
                    double dy = (1 - 2 * qy) * src.y + 2 * my * room->size.y - mic.y;
                    double axy = ax * power[2][abs(my - qy)] * power[3][abs(my)];
                    if (dx * dx + dy * dy > reach * reach)
                        continue;
                    for (int mz = -nz; mz <= nz; mz++)
                        for (int qz = 0; qz < 2; qz++) {
                            double dz = (1 - 2 * qz) * src.z + 2 * mz * room->size.z - mic.z;
                            double d = sqrt(dx * dx + dy * dy + dz * dz);
                            double delay = d / SPEED * RATE;
                            int n = (int)delay;
                            int first = n - (TAPS / 2 - 1);
                            if (first < 0 || first + TAPS > len)
                                continue;
                            double a = axy * power[4][abs(mz - qz)] * power[5][abs(mz)]
                                     / (4 * PI * d);
                            const double *h = frac_table[(int)((delay - n) * PHASES)];
                            for (int t = 0; t < TAPS; t++)
                                ir[first + t] += a * h[t];
                            images++;
                        }
                }
        }
    return images;
}

/* slope of the decay curve between two levels, as the time for 60 dB */
static double decay_time(const double *decay, int len, double from, double to)
{
    double st = 0, sl = 0, stt = 0, stl = 0;
    int n = 0;
    for (int i = 0; i < len; i++) {
        if (decay[i] > from || decay[i] < to)
            continue;
        double t = i / RATE;
        st += t; sl += decay[i]; stt += t * t; stl += t * decay[i];
        n++;
    }
    double den = n * stt - st * st;
    if (n < 2 || den <= 0)
        return 0;
    return -60.0 / ((n * stl - st * sl) / den);
}

static void analyse(const double *ir, int len, double *decay, report_t *rep)
{
    double total = 0, early = 0;
    int onset = 0;

    rep->peak = 0;
    rep->crc = 2166136261u;
    for (int i = 0; i < len; i++) {
        if (fabs(ir[i]) > rep->peak) {
            rep->peak = fabs(ir[i]);
            onset = i;
        }
        rep->crc = (rep->crc ^ (uint32_t)(int32_t)lrint(ir[i] * 1e9)) * 16777619u;
    }
    for (int i = len - 1; i >= 0; i--) {
        total += ir[i] * ir[i];
        decay[i] = total;
    }
    for (int i = 0; i < len && i < onset + (int)(0.05 * RATE); i++)
        early += ir[i] * ir[i];
    for (int i = 0; i < len; i++)
        decay[i] = 10 * log10(decay[i] / total + 1e-20);
    rep->rt60 = decay_time(decay, len, -5, -25);
    rep->edt = decay_time(decay, len, 0, -10);
    rep->d50 = early / total;
    rep->c50 = 10 * log10(early / (total - early + 1e-20));
}

int main(int argc, char **argv)
{
    int mics = argc > 1 ? atoi(argv[1]) : 28;
    int ms = argc > 2 ? atoi(argv[2]) : 740;
    int len = (int)(ms * RATE / 1000);
    room_t room = { { 7.1, 5.3, 2.9 }, { 0.93, 0.91, 0.94, 0.92, 0.80, 0.88 } };
    vec3 src = { 1.7, 3.6, 1.5 };

    if (mics < 1 || ms < 20 || ms > 2000)
        return fprintf(stderr, "usage: roomsim [mics] [ms 20..2000]\n"), 1;
    report_t *rep = malloc(mics * sizeof *rep);
    if (!rep)
        return 1;

    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    make_tables(&room);
    #pragma omp parallel
    {
    double *ir = malloc(len * sizeof *ir);
    double *decay = malloc(len * sizeof *decay);
    if (!ir || !decay)
        exit(1);
    #pragma omp for schedule(dynamic)
    for (int m = 0; m < mics; m++) {
        vec3 mic = { 2.5 + 4.0 * m / mics, 1.1 + 0.9 * sin(0.7 * m), 1.2 + 0.01 * m / mics };
        rep[m].images = image_sources(&room, src, mic, ir, len);
        analyse(ir, len, decay, &rep[m]);
    }
    free(ir);
    free(decay);
    }
    clock_gettime(CLOCK_MONOTONIC, &b);

    double mean = 0;
    long images = 0;
    for (int m = 0; m < mics; m++) {
        printf("mic %2d  rt60 %.4f  edt %.4f  c50 %7.3f  d50 %.4f  peak %.6f  %08x\n", m,
               rep[m].rt60, rep[m].edt, rep[m].c50, rep[m].d50, rep[m].peak, (unsigned)rep[m].crc);
        mean += rep[m].rt60 / mics;
        images += rep[m].images;
    }
    printf("images %ld  mean rt60 %.6f\n", images, mean);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    free(rep);
    return 0;
}
