// SPDX-License-Identifier: Apache-2.0
/* Decodes a long CAN bus log: verifies CRC-8 and alive counters, extracts signals by a small message database, tracks timeouts and bus load. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

typedef struct
{
    uint32_t usTime;
    uint16_t id;
    uint8_t  dlc;
    uint8_t  flags;
    uint8_t  data[8];
} CAN_Frame_t;

typedef struct
{
    const char *name;
    uint8_t  startBit, length;
    uint8_t  bigEndian, isSigned;
    int32_t  scale, offset;             /* fixed point, 1/1000 */
} SignalDef_t;

typedef struct
{
    uint16_t id;
    const char *name;
    uint32_t periodUs;
    int      nSignals;
    SignalDef_t sig[4];
} MessageDef_t;

static const MessageDef_t gDb[] =
{
    { 0x0A0, "EngineSpeed",  10000, 3, { { "rpm", 8, 16, 0, 0, 250, 0 }, { "torque", 24, 12, 0, 1, 500, 0 }, { "temp", 40, 8, 0, 0, 1000, -40000 } } },
    { 0x0B4, "WheelSpeeds",  10000, 4, { { "fl", 8, 12, 0, 0, 62, 0 }, { "fr", 20, 12, 0, 0, 62, 0 }, { "rl", 32, 12, 0, 0, 62, 0 }, { "rr", 44, 12, 0, 0, 62, 0 } } },
    { 0x120, "Steering",     20000, 2, { { "angle", 15, 16, 1, 1, 100, 0 }, { "rate", 31, 12, 1, 1, 500, 0 } } },
    { 0x1F3, "Brake",        20000, 2, { { "pressure", 8, 10, 0, 0, 300, 0 }, { "pedal", 20, 1, 0, 0, 1000, 0 } } },
    { 0x260, "Battery",      50000, 3, { { "volt", 15, 12, 1, 0, 10, 0 }, { "amp", 24, 14, 0, 1, 100, 0 }, { "soc", 40, 7, 0, 0, 1000, 0 } } },
    { 0x2C8, "Yaw",          10000, 2, { { "yawrate", 8, 14, 0, 1, 20, 0 }, { "latacc", 24, 13, 0, 1, 10, 0 } } },
    { 0x3A5, "Climate",     100000, 2, { { "cabin", 8, 9, 0, 1, 100, 0 }, { "fan", 20, 4, 0, 0, 1000, 0 } } },
    { 0x510, "Diag",        200000, 1, { { "code", 8, 24, 0, 0, 1000, 0 } } },
};
#define NMSG ((int)(sizeof gDb / sizeof gDb[0]))

typedef struct
{
    uint32_t lastTime;
    uint8_t  lastAlive, seen;
    long     frames, crcErr, aliveErr, timeouts;
    int64_t  min[4], max[4], sum[4];
    int64_t  filt[4];                   /* first-order low pass, 1/1000 */
} MessageState_t;

static uint8_t gCrcTab[256];
static uint64_t gRng = 0x1234567890ABCDEFull;

static uint32_t Rand32(void)
{
    gRng = gRng * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(gRng >> 32);
}

static void Crc_Init(void)
{
    for (int i = 0; i < 256; i++)
    {
        uint8_t c = (uint8_t)i;
        for (int k = 0; k < 8; k++)
            c = (uint8_t)((c & 0x80) ? (c << 1) ^ 0x1D : c << 1);
        gCrcTab[i] = c;
    }
}

static uint8_t Crc_Frame(const CAN_Frame_t *f)
{
    uint8_t c = (uint8_t)(0xFF ^ f->id);
    for (int i = 1; i < f->dlc; i++)
        c = gCrcTab[c ^ f->data[i]];
    return c;
}

static int FindMessage(uint16_t id)
{
    for (int i = 0; i < NMSG; i++)
        if (gDb[i].id == id)
            return i;
    return -1;
}

static int64_t ExtractSignal(const SignalDef_t *s, const uint8_t *d)
{
    uint64_t raw = 0;
    if (s->bigEndian)
    {
        int bit = s->startBit;
        for (int i = 0; i < s->length; i++)
        {
            raw = raw << 1 | (d[bit >> 3] >> (bit & 7) & 1);
            bit = (bit & 7) ? bit - 1 : bit + 15;
        }
    }
    else
    {
        for (int i = s->length - 1; i >= 0; i--)
        {
            int bit = s->startBit + i;
            raw = raw << 1 | (d[bit >> 3] >> (bit & 7) & 1);
        }
    }
    int64_t v = (int64_t)raw;
    if (s->isSigned && (raw >> (s->length - 1) & 1))
        v -= (int64_t)1 << s->length;
    return v * s->scale + s->offset;
}

static void GenerateLog(CAN_Frame_t *log, long n)
{
    uint32_t next[NMSG];
    uint8_t alive[NMSG] = { 0 };
    for (int m = 0; m < NMSG; m++)
        next[m] = Rand32() % gDb[m].periodUs;
    for (long i = 0; i < n; i++)
    {
        int m = 0;
        for (int k = 1; k < NMSG; k++)
            if (next[k] - next[m] > 0x80000000u)        /* wraps */
                m = k;
        CAN_Frame_t *f = &log[i];
        uint32_t r = Rand32(), r2 = Rand32();
        f->usTime = next[m];
        f->id = (r2 & 0x1FF) == 0 ? (uint16_t)(0x700 + (r2 >> 20 & 7)) : gDb[m].id;
        f->dlc = 8;
        f->flags = 0;
        memcpy(f->data + 1, &r, 4);
        memcpy(f->data + 5, &r2, 3);
        f->data[7] = (uint8_t)(alive[m]++ & 15) | (uint8_t)(r >> 28 << 4);
        if (r % 3001 == 0) alive[m]++;
        f->data[0] = Crc_Frame(f);
        if (r2 % 1999 == 0) f->data[3] ^= 0x10;
        next[m] += gDb[m].periodUs + (r >> 20) % 500 + (r2 % 5003 == 0 ? 4 * gDb[m].periodUs : 0);
    }
}

static void HandleFrame(const CAN_Frame_t *f, int m, MessageState_t *st, int crcOk)
{
    const MessageDef_t *def = &gDb[m];
    st->frames++;
    if (st->seen && f->usTime - st->lastTime > 3 * def->periodUs)
        st->timeouts++;
    st->lastTime = f->usTime;
    if (!crcOk)
    {
        st->crcErr++;
        return;
    }
    uint8_t alive = f->data[7] & 15;
    if (st->seen && alive != ((st->lastAlive + 1) & 15))
        st->aliveErr++;
    st->lastAlive = alive;
    for (int s = 0; s < def->nSignals; s++)
    {
        int64_t v = ExtractSignal(&def->sig[s], f->data);
        if (!st->seen || v < st->min[s]) st->min[s] = v;
        if (!st->seen || v > st->max[s]) st->max[s] = v;
        st->sum[s] += v;
        st->filt[s] += (v - st->filt[s]) / 16;
    }
    st->seen = 1;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 13000000;
    CAN_Frame_t *log = malloc(n * sizeof *log);
    MessageState_t state[NMSG];
    long unknown = 0, bits = 0, peakLoad = 0, window = 0;
    uint32_t windowStart = 0;

    memset(state, 0, sizeof state);
    Crc_Init();
    GenerateLog(log, n);
    /* stage 1: classify and check every frame; stage 2: state per message in order */
    int8_t *kind = malloc(n);
    #pragma omp parallel for schedule(static) reduction(+:unknown, bits)
    for (long i = 0; i < n; i++)
    {
        const CAN_Frame_t *f = &log[i];
        int m = FindMessage(f->id);
        bits += 47 + 8 * f->dlc;
        if (m < 0) unknown++;
        kind[i] = (int8_t)(m < 0 ? -1 : m | (Crc_Frame(f) == f->data[0]) << 4);
    }
    #pragma omp parallel for schedule(dynamic, 1)
    for (int task = -1; task < NMSG; task++)
    {
    if (task >= 0)
    {
        for (long i = 0; i < n; i++)
            if (kind[i] >= 0 && (kind[i] & 15) == task)
                HandleFrame(&log[i], task, &state[task], kind[i] >> 4);
        continue;
    }
    for (long i = 0; i < n; i++)
    {
        const CAN_Frame_t *f = &log[i];
        long len = 47 + 8 * f->dlc;
        if (f->usTime - windowStart >= 100000)
        {
            if (window > peakLoad) peakLoad = window;
            window = 0;
            windowStart = f->usTime;
        }
        window += len;
    }
    }
    free(kind);
    printf("frames %ld unknown %ld bits %ld peak window %ld\n", n, unknown, bits, peakLoad);
    for (int m = 0; m < NMSG; m++)
    {
        const MessageState_t *st = &state[m];
        printf("%03X %-12s frames %ld crc %ld alive %ld timeout %ld\n", gDb[m].id, gDb[m].name, st->frames,
               st->crcErr, st->aliveErr, st->timeouts);
        for (int s = 0; s < gDb[m].nSignals; s++)
            printf("    %-9s min %lld max %lld sum %lld filt %lld\n", gDb[m].sig[s].name, (long long)st->min[s],
                   (long long)st->max[s], (long long)st->sum[s], (long long)st->filt[s]);
    }
    free(log);
    return 0;
}
