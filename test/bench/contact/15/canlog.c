/* canlog - decode a CAN bus recording and summarise every signal.
 *
 * The message database is a table in the style of a DBC file.  Frames carry
 * a rolling counter and a CRC-8 (SAE J1850) in bytes 6 and 7.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t ts;            /* 10 us ticks */
    uint16_t id;
    uint8_t  dlc;
    uint8_t  flags;
    uint8_t  data[8];
} frame_t;

typedef struct {
    const char *name;
    uint16_t id;
    uint8_t  start, len;    /* start bit: LSB (intel) or MSB (motorola) */
    uint8_t  motorola, is_signed;
    double   factor, offset;
} signal_def_t;

typedef struct {
    long   n;
    double min, max, mean, m2, last;
    long   jumps;
} signal_stat_t;

typedef struct {
    uint16_t id;
    int      period;
    long     frames, crc_errors, lost;
    uint32_t last_ts, max_gap;
    int      counter;
} message_t;

static const signal_def_t sigs[] = {
    { "EngineSpeed",   0x0C0,  0, 16, 0, 0, 0.25,  0 },
    { "EngineTorque",  0x0C0, 16, 12, 0, 1, 0.5,   0 },
    { "Throttle",      0x0C0, 32,  8, 0, 0, 0.4,   0 },
    { "WheelFL",       0x1A0,  7, 12, 1, 0, 0.05,  0 },
    { "WheelFR",       0x1A0, 11, 12, 1, 0, 0.05,  0 },
    { "WheelRL",       0x1A0, 31, 12, 1, 0, 0.05,  0 },
    { "SteerAngle",    0x2B0,  0, 16, 0, 1, 0.1,   0 },
    { "SteerRate",     0x2B0, 16, 10, 0, 1, 1.0,   0 },
    { "BrakePressure", 0x2B8,  5, 14, 1, 0, 0.1,  -5 },
    { "CoolantTemp",   0x3D0,  0,  8, 0, 0, 0.75, -48 },
    { "OilTemp",       0x3D0,  8,  8, 0, 0, 0.75, -48 },
    { "BattVoltage",   0x3D0, 16, 11, 0, 0, 0.01,  0 },
    { "YawRate",       0x4E0, 15, 13, 1, 1, 0.05,  0 },
    { "LatAccel",      0x4E0, 33, 10, 0, 1, 0.02,  0 },
    { "Odometer",      0x5F0,  0, 32, 0, 0, 0.001, 0 },
};
#define NSIG ((int)(sizeof sigs / sizeof sigs[0]))

static message_t msgs[] = {
    { 0x0C0, 10, 0, 0, 0, 0, 0, -1 }, { 0x1A0, 20, 0, 0, 0, 0, 0, -1 }, { 0x2B0, 10, 0, 0, 0, 0, 0, -1 },
    { 0x2B8, 20, 0, 0, 0, 0, 0, -1 }, { 0x3D0, 100, 0, 0, 0, 0, 0, -1 }, { 0x4E0, 10, 0, 0, 0, 0, 0, -1 },
    { 0x5F0, 500, 0, 0, 0, 0, 0, -1 },
};
#define NMSG ((int)(sizeof msgs / sizeof msgs[0]))

static signal_stat_t stats[NSIG];
static uint8_t crc_table[256];

static void crc_init(void)
{
    for (int i = 0; i < 256; i++) {
        uint8_t c = (uint8_t)i;
        for (int b = 0; b < 8; b++)
            c = (c & 0x80) ? (uint8_t)(c << 1) ^ 0x1D : (uint8_t)(c << 1);
        crc_table[i] = c;
    }
}

static uint8_t crc8(const uint8_t *p, int n)
{
    uint8_t c = 0xFF;
    while (n--)
        c = crc_table[c ^ *p++];
    return c ^ 0xFF;
}

static int64_t extract(const uint8_t *d, const signal_def_t *s)
{
    uint64_t v = 0;
    if (s->motorola) {
        int bit = s->start;
        for (int i = 0; i < s->len; i++) {
            v = v << 1 | (d[bit >> 3] >> (bit & 7) & 1);
            bit = (bit & 7) ? bit - 1 : bit + 15;
        }
    } else {
        for (int i = 0; i < s->len; i++) {
            int bit = s->start + i;
            v |= (uint64_t)(d[bit >> 3] >> (bit & 7) & 1) << i;
        }
    }
    if (s->is_signed && (v >> (s->len - 1) & 1))
        v |= ~0ULL << s->len;
    return (int64_t)v;
}

static void update_stat(signal_stat_t *st, double x, double range)
{
    if (st->n == 0)
        st->min = st->max = x;
    else if (fabs(x - st->last) > 0.25 * range)
        st->jumps++;
    st->n++;
    if (x < st->min) st->min = x;
    if (x > st->max) st->max = x;
    double d = x - st->mean;
    st->mean += d / st->n;
    st->m2 += d * (x - st->mean);
    st->last = x;
}

static void decode_frame(const frame_t *f)
{
    message_t *m = NULL;
    for (int i = 0; i < NMSG; i++)
        if (msgs[i].id == f->id)
            m = &msgs[i];
    if (!m)
        return;
    m->frames++;
    if (crc8(f->data, 7) != f->data[7]) {
        m->crc_errors++;
        return;
    }
    int cnt = f->data[6] & 15;
    if (m->counter >= 0) {
        m->lost += (cnt - m->counter - 1) & 15;
        if (f->ts - m->last_ts > m->max_gap)
            m->max_gap = f->ts - m->last_ts;
    }
    m->counter = cnt;
    m->last_ts = f->ts;
    for (int k = 0; k < NSIG; k++)
        if (sigs[k].id == f->id)
            update_stat(&stats[k], (double)extract(f->data, &sigs[k]) * sigs[k].factor + sigs[k].offset,
                        ldexp(sigs[k].factor, sigs[k].len));
}

static long record(frame_t *log, long max)
{
    uint32_t r = 2463534242u, tick = 0;
    int counters[NMSG] = {0};
    uint8_t content[NMSG][8] = {{0}};
    long n = 0;
    while (n < max) {
        tick++;
        for (int i = 0; i < NMSG && n < max; i++) {
            if (tick % (msgs[i].period / 10) != 0)
                continue;
            r ^= r << 13; r ^= r >> 17; r ^= r << 5;
            counters[i]++;
            content[i][r & 3] += (r >> 8) % 5 - 2;
            content[i][4 + (r >> 3 & 1)] ^= r >> 27;
            if ((r >> 12) % 5000 == 0)
                continue;           /* frame lost on the bus */
            frame_t *f = &log[n++];
            f->ts = tick * 1000 + (r >> 24);
            f->id = (r >> 14) % 700 == 0 ? 0x7DF : msgs[i].id;
            f->dlc = 8;
            f->flags = 0;
            memcpy(f->data, content[i], 6);
            f->data[6] = counters[i] & 15;
            f->data[7] = crc8(f->data, 7) ^ ((r >> 11) % 3000 == 0);
        }
    }
    return n;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 10000000;
    frame_t *log = malloc(n * sizeof *log);

    crc_init();
    n = record(log, n);

    for (long i = 0; i < n; i++)
        decode_frame(&log[i]);

    for (int i = 0; i < NMSG; i++)
        printf("%03X frames %8ld crc %5ld lost %5ld max gap %.2f ms\n", msgs[i].id, msgs[i].frames,
               msgs[i].crc_errors, msgs[i].lost, msgs[i].max_gap * 0.01);
    for (int k = 0; k < NSIG; k++) {
        signal_stat_t *s = &stats[k];
        printf("%-14s n %8ld min %12.3f max %12.3f mean %14.5f sd %14.5f jumps %ld\n", sigs[k].name, s->n,
               s->min, s->max, s->mean, s->n ? sqrt(s->m2 / s->n) : 0.0, s->jumps);
    }
    free(log);
    return 0;
}
