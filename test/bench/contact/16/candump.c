/* candump - decodes a recorded CAN trace against a small signal database and
 * prints min / max / mean and a value histogram for every signal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define HBINS 24

struct frame {
    uint32_t stamp_us;
    uint16_t id;
    uint8_t dlc;
    uint8_t data[8];
};

struct signal {
    const char *name;
    uint16_t id;
    uint8_t start, len, motorola, is_signed;
    int mul, div, off;
    long lo, hi;            /* histogram range, physical */
};

struct sigstat {
    int64_t count, sum, min, max, out_of_range;
    int64_t bin[HBINS];
};

static const struct signal db[] = {
    { "engine_rpm", 0x0c4, 0, 16, 0, 0, 1, 4, 0, 0, 16384 },
    { "coolant_temp", 0x0c4, 16, 8, 0, 0, 1, 1, -40, -40, 215 },
    { "throttle", 0x0c4, 24, 10, 0, 0, 100, 1023, 0, 0, 100 },
    { "steer_angle", 0x1a0, 7, 16, 1, 1, 1, 10, 0, -3277, 3277 },
    { "steer_rate", 0x1a0, 23, 12, 1, 1, 1, 2, 0, -1024, 1024 },
    { "wheel_fl", 0x1f1, 0, 13, 0, 0, 1, 8, 0, 0, 1024 },
    { "wheel_fr", 0x1f1, 13, 13, 0, 0, 1, 8, 0, 0, 1024 },
    { "wheel_rl", 0x1f1, 26, 13, 0, 0, 1, 8, 0, 0, 1024 },
    { "wheel_rr", 0x1f1, 39, 13, 0, 0, 1, 8, 0, 0, 1024 },
    { "batt_current", 0x2b5, 4, 20, 0, 1, 1, 100, 0, -5243, 5243 },
    { "batt_voltage", 0x2b5, 24, 14, 0, 0, 1, 20, 0, 0, 820 },
    { "cell_temp", 0x2b5, 55, 9, 1, 1, 1, 2, 0, -128, 128 },
    { "gear", 0x3e9, 0, 4, 0, 0, 1, 1, 0, 0, 16 },
    { "fuel_level", 0x3e9, 8, 8, 0, 0, 100, 255, 0, 0, 100 },
    { "odometer", 0x3e9, 16, 24, 0, 0, 1, 10, 0, 0, 1677722 },
    { "yaw_rate", 0x4d2, 0, 12, 0, 1, 1, 16, 0, -128, 128 },
    { "lat_acc", 0x4d2, 12, 11, 0, 1, 1, 8, 0, -128, 128 },
};
#define NSIG ((int)(sizeof db / sizeof db[0]))

static struct sigstat stats[NSIG];
static long unknown_frames, short_frames, checksum_errors;

static uint64_t splitmix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

static void record(struct frame *f, long n)
{
    static const uint16_t ids[] = { 0x0c4, 0x1a0, 0x1f1, 0x2b5, 0x3e9, 0x4d2, 0x555, 0x1f1 };
    for (long i = 0; i < n; i++) {
        uint64_t h = splitmix((uint64_t)i), d = splitmix(h);
        f[i].stamp_us = (uint32_t)i * 230u + (uint32_t)(h & 63);
        f[i].id = ids[h >> 8 & 7];
        f[i].dlc = (h >> 16 & 1023) == 5 ? 4 : 8;
        memcpy(f[i].data, &d, 8);
    }
}

static unsigned extract(const uint8_t *d, const struct signal *s)
{
    unsigned v = 0;
    int bit = s->start;
    if (!s->motorola) {
        for (int k = 0; k < s->len; k++, bit++)
            v |= (unsigned)(d[bit >> 3] >> (bit & 7) & 1) << k;
        return v;
    }
    for (int k = 0; k < s->len; k++) {
        v = v << 1 | (d[bit >> 3] >> (bit & 7) & 1u);
        if ((bit & 7) == 0)
            bit += 15;
        else
            bit--;
    }
    return v;
}

static long physical(const struct signal *s, unsigned raw)
{
    long v = (long)raw;
    if (s->is_signed && raw >> (s->len - 1) & 1u)
        v -= 1L << s->len;
    return v * s->mul / s->div + s->off;
}

static void account(struct sigstat *st, const struct signal *s, long v)
{
    if (st->count == 0 || v < st->min)
        st->min = v;
    if (st->count == 0 || v > st->max)
        st->max = v;
    st->count++;
    st->sum += v;
    if (v < s->lo || v >= s->hi)
        st->out_of_range++;
    else
        st->bin[(v - s->lo) * HBINS / (s->hi - s->lo)]++;
}

static void decode(const struct frame *f)
{
    int seen = 0;
    unsigned crc = 0;
    for (int k = 0; k < f->dlc; k++)
        crc = (crc << 1 ^ f->data[k]) & 0xffu;
    if (crc == 0)
        checksum_errors++;
    for (int s = 0; s < NSIG; s++) {
        if (db[s].id != f->id)
            continue;
        seen = 1;
        if (f->dlc < 8) {
            short_frames++;
            break;
        }
        account(&stats[s], &db[s], physical(&db[s], extract(f->data, &db[s])));
    }
    if (!seen)
        unknown_frames++;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 7500000;
    struct frame *trace = malloc(sizeof *trace * (size_t)n);
    if (!trace)
        return 1;
    record(trace, n);
    for (long i = 0; i < n; i++)
        decode(&trace[i]);
    printf("%ld frames, %ld unknown, %ld short, %ld zero checks\n", n, unknown_frames, short_frames, checksum_errors);
    for (int s = 0; s < NSIG; s++) {
        struct sigstat *t = &stats[s];
        uint64_t h = 0;
        for (int b = 0; b < HBINS; b++)
            h = splitmix(h ^ (uint64_t)t->bin[b]);
        printf("%-13s n %ld min %ld max %ld mean %ld out %ld hist %016lx\n", db[s].name, (long)t->count, (long)t->min,
               (long)t->max, t->count ? (long)(t->sum / t->count) : 0L, (long)t->out_of_range, (unsigned long)h);
    }
    free(trace);
    return 0;
}
