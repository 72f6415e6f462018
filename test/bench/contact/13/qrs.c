/*
 * qrs.c - QRS detector (after Pan and Tompkins) for many ECG channels.
 *
 * Prototype of a firmware: integer samples, static buffers, one channel after
 * the other: synthesize -> band pass -> derivative -> square -> moving window
 * integration -> adaptive thresholds with search back -> heart rate statistics.
 *
 * An expert would process the channels in parallel, each thread with its own
 * set of the work buffers.
 *
 * SMALL: 8 10         (channels seconds)
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <math.h>

#define FS         360
#define MAX_SEC    300
#define NS         (FS * MAX_SEC)
#define MAX_CH     512
#define MAX_BEATS  (MAX_SEC * 4)
#define WIN        54                   /* 150 ms */
#define REFRACT    72                   /* 200 ms */

/* work buffers for one channel */
static int16_t ecg[NS];
static int32_t bp[NS], sq[NS], mwi[NS];
static int32_t beat[MAX_BEATS];
static int nbeat;

struct result {
    int beats, expected, searchback, pvc;
    float hr_mean, sdnn, rmssd;
    uint32_t crc;
} result[MAX_CH];

static uint32_t xs;
static uint32_t xorshift(void)
{
    xs ^= xs << 13; xs ^= xs >> 17; xs ^= xs << 5;
    return xs;
}

static int synth(int ch, int n)
{
    /* P Q R S T: centre (fraction of a beat), width, height */
    static const double wave[5][3] = {
        { 0.18, 0.025, 120 }, { 0.27, 0.010, -130 }, { 0.30, 0.011, 1000 },
        { 0.33, 0.010, -220 }, { 0.55, 0.040, 280 }
    };
    double phase = 0.0, rr = 0.8;
    int beats = 0, weak = 0;
    xs = 2463534242u ^ (uint32_t)(ch * 2654435761u);
    for (int i = 0; i < n; i++) {
        double s = 60.0 * sin(2 * 3.14159265358979 * 0.25 * i / FS + ch);
        for (int k = 0; k < 5; k++) {
            double d = (phase - wave[k][0]) / wave[k][1];
            if (d > -5 && d < 5)
                s += (weak ? 0.35 : 1.0) * wave[k][2] * exp(-0.5 * d * d);
        }
        s += (double)(xorshift() >> 16) / 65536.0 * 50.0 - 25.0;
        s += 20.0 * sin(2 * 3.14159265358979 * 50.0 * i / FS);      /* mains hum */
        ecg[i] = (int16_t)s;
        phase += 1.0 / (rr * FS);
        if (phase >= 1.0) {
            phase -= 1.0;
            beats++;
            rr = 0.6 + 0.05 * (ch % 9) + (xorshift() % 100) * 0.001;
            weak = xorshift() % 23 == 0;
        }
    }
    return beats;
}

static void bandpass(int n)
{
    static int32_t lp[NS];
    for (int i = 0; i < n; i++) {       /* recursive low pass, 12 Hz corner */
        int32_t x0 = ecg[i], x6 = i >= 6 ? ecg[i - 6] : 0, x12 = i >= 12 ? ecg[i - 12] : 0;
        int32_t y1 = i >= 1 ? lp[i - 1] : 0, y2 = i >= 2 ? lp[i - 2] : 0;
        lp[i] = 2 * y1 - y2 + x0 - 2 * x6 + x12;
    }
    int64_t acc = 0;                    /* high pass: minus the mean of 32 */
    for (int i = 0; i < n; i++) {
        acc += lp[i] - (i >= 32 ? lp[i - 32] : 0);
        bp[i] = (int32_t)((i >= 16 ? lp[i - 16] : 0) - acc / 32) / 32;
    }
}

static void energy(int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        int32_t d = i < 4 ? 0 : (2 * bp[i] + bp[i - 1] - bp[i - 3] - 2 * bp[i - 4]) / 8;
        sq[i] = d * d;
    }
    for (int i = 0; i < n; i++) {
        sum += sq[i];
        if (i >= WIN) sum -= sq[i - WIN];
        mwi[i] = (int32_t)(sum / WIN);
    }
}

/* 0 = fine, -1 = too many beats */
static int detect(int n, struct result *r)
{
    int32_t spk = 0, npk = 0, thr;
    int last = -REFRACT, cand = -1, rravg = FS;

    for (int i = 0; i < 2 * FS && i < n; i++)
        if (mwi[i] > spk) spk = mwi[i];
    spk /= 2;
    thr = npk + (spk - npk) / 4;
    nbeat = 0;
    for (int i = 1; i < n - 1; i++) {
        if (mwi[i] <= mwi[i - 1] || mwi[i] < mwi[i + 1] || i - last < REFRACT)
            continue;
        if (mwi[i] > thr) {
            spk = (mwi[i] + 7 * spk) / 8;
        } else if (i - last > rravg * 166 / 100 && cand > last + REFRACT && mwi[cand] > thr / 2) {
            i = cand;                   /* search back */
            spk = (mwi[i] + 3 * spk) / 4;
            r->searchback++;
        } else {
            npk = (mwi[i] + 7 * npk) / 8;
            if (cand <= last + REFRACT || mwi[i] > mwi[cand])
                cand = i;
            thr = npk + (spk - npk) / 4;
            continue;
        }
        if (nbeat >= MAX_BEATS) return -1;
        if (nbeat > 0) rravg = (7 * rravg + (i - last)) / 8;
        beat[nbeat++] = i;
        last = i;
        cand = -1;
        thr = npk + (spk - npk) / 4;
    }
    return 0;
}

static void statistics(struct result *r)
{
    double sum = 0, dev = 0, diff = 0;
    uint32_t c = 2166136261u;
    r->beats = nbeat;
    for (int k = 0; k < nbeat; k++)
        c = (c ^ (uint32_t)beat[k]) * 16777619u;
    r->crc = c;
    if (nbeat < 3) return;
    double mean = (double)(beat[nbeat - 1] - beat[0]) / (nbeat - 1);
    for (int k = 1; k < nbeat; k++) {
        int rr = beat[k] - beat[k - 1];
        sum += rr;
        dev += (rr - mean) * (rr - mean);
        if (k > 1) {
            int d = rr - (beat[k - 1] - beat[k - 2]);
            diff += (double)d * d;
            if (d < -(int)(0.25 * mean)) r->pvc++;
        }
    }
    r->hr_mean = (float)(60.0 * FS * (nbeat - 1) / sum);
    r->sdnn = (float)(1000.0 / FS * sqrt(dev / (nbeat - 1)));
    r->rmssd = (float)(1000.0 / FS * sqrt(diff / (nbeat - 2)));
}

int main(int argc, char **argv)
{
    int channels = argc > 1 ? atoi(argv[1]) : 450;
    int seconds = argc > 2 ? atoi(argv[2]) : 150;
    int n = seconds * FS, total = 0, expected = 0, back = 0;
    uint32_t all = 0;
    double hr = 0;
    if (channels < 1 || channels > MAX_CH || seconds < 3 || seconds > MAX_SEC)
        return EXIT_FAILURE;
    for (int ch = 0; ch < channels; ch++) {
        result[ch].expected = synth(ch, n);
        bandpass(n);
        energy(n);
        if (detect(n, &result[ch]) < 0) {
            printf("channel %d: beat buffer overflow\n", ch);
            return EXIT_FAILURE;
        }
        statistics(&result[ch]);
    }
    for (int ch = 0; ch < channels; ch++) {
        const struct result *r = &result[ch];
        if (ch < 20)
            printf("ch %3d: %4d beats (%4d made) HR %7.3f SDNN %8.3f RMSSD %8.3f back %d early %d\n", ch,
                   r->beats, r->expected, r->hr_mean, r->sdnn, r->rmssd, r->searchback, r->pvc);
        total += r->beats;
        expected += r->expected;
        back += r->searchback;
        hr += r->hr_mean;
        all = (all << 1 | all >> 31) ^ r->crc;
    }
    printf("%d channels: %d beats of %d, %d by search back, mean HR %.4f, check %08x\n", channels,
           total, expected, back, hr / channels, all);
    return 0;
}
