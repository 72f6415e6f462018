/**
 * @file   telem.c
 * @brief  Ground test bench for the telemetry link: a recorded UART capture
 *         is replayed with bit errors through the receiver of the target.
 * Link layer: COBS framing, 0x00 delimiter, CRC-16/CCITT (bitwise, no table:
 * the flash of the target is full).
 * usage: telem [frames in capture] [replays]
 */
#include <stdint.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RX_BUF_SIZE     256u
#define MAX_PAYLOAD     200u
#define NUM_CHANNELS    8u
#define MSG_SAMPLES     0x10u
#define MSG_EVENT       0x20u
#define MSG_CONFIG      0x30u

typedef enum { RX_OK, RX_EMPTY, RX_SHORT, RX_COBS, RX_CRC, RX_OVERRUN, RX_NUM } rx_status_t;

typedef struct { int32_t b0, b1, b2, a1, a2, x1, x2, y1, y2; } biquad_q14_t;

typedef struct {
    biquad_q14_t filt;
    int16_t  threshold;
    bool     alarm; uint32_t alarms;
    int64_t  energy;
    int16_t  min, max;
} channel_t;

static uint8_t   rx_buf[RX_BUF_SIZE];
static uint16_t  rx_len;
static bool      rx_overrun;
static channel_t channels[NUM_CHANNELS];
static uint32_t  rx_stat[RX_NUM];
static uint32_t  msg_stat[4];
static uint32_t  seq_gaps;
static uint8_t   seq_expected;
static uint32_t  event_hist[64];
static uint32_t  digest = 0xFFFFFFFFu;
static uint32_t  lfsr = 0xACE1u;

static uint32_t lfsr_next(void)
{
    lfsr = lfsr * 1664525u + 1013904223u;
    return lfsr >> 8;
}

static uint16_t crc16(const uint8_t *p, uint16_t n)
{
    uint16_t crc = 0xFFFFu;
    while (n--) {
        crc ^= (uint16_t)(*p++ << 8);
        for (uint8_t i = 0; i < 8u; i++) { crc = (crc & 0x8000u) ? (uint16_t)((crc << 1) ^ 0x1021u) : (uint16_t)(crc << 1); }
    }
    return crc;
}

static uint16_t cobs_encode(const uint8_t *in, uint16_t n, uint8_t *out)
{
    uint16_t w = 1, code_at = 0;
    uint8_t code = 1;
    for (uint16_t i = 0; i < n; i++) {
        if (in[i] != 0u) { out[w++] = in[i]; code++; }
        if (in[i] == 0u || code == 0xFFu) {
            out[code_at] = code; code = 1; code_at = w++;
        }
    }
    out[code_at] = code;
    return w;
}

static int16_t cobs_decode(const uint8_t *in, uint16_t n, uint8_t *out)
{
    uint16_t r = 0, w = 0;
    while (r < n) {
        uint8_t code = in[r++];
        for (uint8_t i = 1; i < code; i++) {
            if (r >= n) { return -1; }
            out[w++] = in[r++];
        }
        if (code != 0xFFu && r < n) { out[w++] = 0u; }
    }
    return (int16_t)w;
}

static int16_t biquad_run(biquad_q14_t *f, int16_t x)
{
    int64_t acc = (int64_t)f->b0 * x + (int64_t)f->b1 * f->x1 + (int64_t)f->b2 * f->x2
                - (int64_t)f->a1 * f->y1 - (int64_t)f->a2 * f->y2;
    int32_t y = (int32_t)((acc + 8192) / 16384);
    if (y > INT16_MAX) { y = INT16_MAX; }
    if (y < INT16_MIN) { y = INT16_MIN; }
    f->x2 = f->x1; f->x1 = x; f->y2 = f->y1; f->y1 = y;
    return (int16_t)y;
}

static void channels_init(void)
{
    for (uint8_t c = 0; c < NUM_CHANNELS; c++) {
        channels[c] = (channel_t){ .threshold = 9000, .filt = { 1100 + 90 * c, 2200, 1100 - 60 * c,
                                   -18727 + 300 * c, 6763 - 100 * c, 0, 0, 0, 0 } };
    }
}

static void handle_samples(const uint8_t *p, uint16_t n)
{
    channel_t *ch = &channels[p[0] % NUM_CHANNELS];
    for (uint16_t i = 1; i + 1u < n; i += 2u) {
        int16_t y = biquad_run(&ch->filt, (int16_t)(uint16_t)(p[i] | (p[i + 1u] << 8)));
        if (y < ch->min) { ch->min = y; }
        if (y > ch->max) { ch->max = y; }
        ch->energy += (int32_t)y * y;
        if (!ch->alarm && y > ch->threshold) {
            ch->alarm = true; ch->alarms++;
        } else if (ch->alarm && y < ch->threshold - 500) {
            ch->alarm = false;
        }
        digest = (digest << 5 | digest >> 27) ^ (uint16_t)y;
    }
}

/* runs in task context, msg = type, seq, payload */
static void dispatch(const uint8_t *msg, uint16_t n)
{
    if (msg[1] != seq_expected) { seq_gaps++; }
    seq_expected = (uint8_t)(msg[1] + 1u);
    switch (msg[0]) {
    case MSG_SAMPLES: msg_stat[0]++; handle_samples(&msg[2], (uint16_t)(n - 2u)); break;
    case MSG_EVENT:   msg_stat[1]++; event_hist[msg[2] & 63u] += msg[n - 1u]; break;
    case MSG_CONFIG:  msg_stat[2]++; channels[msg[2] % NUM_CHANNELS].threshold =
                                         (int16_t)(msg[3] * 64); break;
    default:          msg_stat[3]++; break;
    }
}

static rx_status_t frame_check(const uint8_t *raw, uint16_t n, uint8_t *msg, uint16_t *msg_len)
{
    int16_t len;
    if (n == 0u) { return RX_EMPTY; }
    len = cobs_decode(raw, n, msg);
    if (len < 0) { return RX_COBS; }
    if (len < 6) { return RX_SHORT; }
    *msg_len = (uint16_t)(len - 2);
    if (crc16(msg, *msg_len) != (uint16_t)(msg[len - 2] << 8 | msg[len - 1])) { return RX_CRC; }
    return RX_OK;
}

typedef struct {
    size_t      from, to;           /* raw bytes, delimiter excluded */
    rx_status_t st;
    uint16_t    len;
    uint8_t     msg[RX_BUF_SIZE];
} frame_t;

#define BATCH 2048u
static frame_t batch[2][BATCH];

/* decode and check a cut frame; the carry of the previous replay, if any,
 * lies before it in rx_buf */
static void frame_decode(const uint8_t *cap, frame_t *f, const uint8_t *carry, uint16_t ncarry,
                         bool over)
{
    size_t n = f->to - f->from;
    if (over || n + ncarry > RX_BUF_SIZE) {
        f->st = RX_OVERRUN;
    } else if (ncarry != 0u) {
        uint8_t raw[RX_BUF_SIZE];
        memcpy(raw, carry, ncarry);
        memcpy(&raw[ncarry], &cap[f->from], n);
        f->st = frame_check(raw, (uint16_t)(n + ncarry), f->msg, &f->len);
    } else {
        f->st = frame_check(&cap[f->from], (uint16_t)n, f->msg, &f->len);
    }
}

static void batch_dispatch(const frame_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        rx_stat[b[i].st]++;
        if (b[i].st == RX_OK) { dispatch(b[i].msg, b[i].len); }
    }
}

/* software pipeline: while one batch is checked (tasks), the one before is
 * dispatched in order by another task */
static void replay(const uint8_t *cap, size_t len)
{
    size_t pos = 0;
    uint32_t nprev = 0;
    unsigned cur = 0;
    #pragma omp parallel
    #pragma omp single
    for (;;) {
        frame_t *b = batch[cur], *old = batch[cur ^ 1u];
        uint32_t n = 0, first = 0;
        const uint8_t *z;
        while (n < BATCH && (z = memchr(&cap[pos], 0, len - pos)) != NULL) {
            b[n].from = pos;
            b[n].to = (size_t)(z - cap);
            pos = b[n].to + 1u;
            n++;
            if (pos >= len) { break; }
        }
        if (n != 0u && (rx_len != 0u || rx_overrun)) {      /* left over from last time */
            frame_decode(cap, &b[0], rx_buf, rx_len, rx_overrun);
            rx_len = 0;
            rx_overrun = false;
            first = 1;
        }
        #pragma omp task firstprivate(old, nprev)
        batch_dispatch(old, nprev);
        for (uint32_t i = first; i < n; i += 64u) {
            uint32_t e = i + 64u < n ? i + 64u : n;
            #pragma omp task firstprivate(b, i, e)
            for (uint32_t k = i; k < e; k++) { frame_decode(cap, &b[k], NULL, 0, false); }
        }
        #pragma omp taskwait
        nprev = n;
        cur ^= 1u;
        if (n == 0u) { break; }
        if (pos >= len) {
            batch_dispatch(b, n);
            break;
        }
    }
    for (; pos < len; pos++) {          /* unfinished frame at the end */
        if (rx_len < RX_BUF_SIZE) { rx_buf[rx_len++] = cap[pos]; }
        else { rx_overrun = true; }
    }
}

static size_t make_capture(uint8_t *out, uint32_t frames)
{
    uint8_t m[MAX_PAYLOAD + 8u];
    size_t w = 0;
    for (uint32_t f = 0; f < frames; f++) {
        uint32_t kind = lfsr_next() % 16u;
        uint16_t n = 2;
        m[0] = kind < 12u ? MSG_SAMPLES : kind < 15u ? MSG_EVENT : MSG_CONFIG;
        m[1] = (uint8_t)f;
        uint16_t want = kind < 12u ? (uint16_t)(41u + 2u * (lfsr_next() % 70u)) : 4u;
        for (uint16_t i = 0; i < want; i++) { m[n++] = (uint8_t)(lfsr_next() >> (i & 1u ? 3 : 9)); }
        uint16_t crc = crc16(m, n);
        m[n++] = (uint8_t)(crc >> 8);
        m[n++] = (uint8_t)crc;
        w += cobs_encode(m, n, &out[w]);
        out[w++] = 0u;
    }
    return w;
}

int main(int argc, char **argv)
{
    uint32_t frames = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 6000u;
    uint32_t replays = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 80u;
    uint8_t *cap = malloc((size_t)frames * (MAX_PAYLOAD + 16u) + 1u);
    if (cap == NULL || frames == 0u) {
        fputs("telem: no capture\n", stderr);
        return EXIT_FAILURE;
    }
    size_t len = make_capture(cap, frames);
    channels_init();
    for (uint32_t r = 0; r < replays; r++) {
        for (uint32_t e = 0; e < len / 2048u; e++) {        /* the line is noisy */
            size_t at = ((size_t)lfsr_next() << 8 ^ lfsr_next()) % len;
            cap[at] ^= (uint8_t)(1u << (lfsr_next() & 7u));
        }
        replay(cap, len);
    }
    printf("bytes %zu ok %u empty %u short %u cobs %u crc %u overrun %u\n", len, rx_stat[RX_OK],
           rx_stat[RX_EMPTY], rx_stat[RX_SHORT], rx_stat[RX_COBS], rx_stat[RX_CRC], rx_stat[RX_OVERRUN]);
    printf("samples %u events %u config %u other %u gaps %u pending %u\n", msg_stat[0], msg_stat[1],
           msg_stat[2], msg_stat[3], seq_gaps, rx_len);
    for (uint8_t c = 0; c < NUM_CHANNELS; c++) {
        printf("ch%u: min %d max %d energy %lld alarms %u thr %d\n", c, channels[c].min, channels[c].max,
               (long long)channels[c].energy, channels[c].alarms, channels[c].threshold);
    }
    uint32_t ev = 0;
    for (uint8_t i = 0; i < 64u; i++) { ev = ev * 31u + event_hist[i]; }
    printf("events %08x digest %08x\n", ev, digest);
    free(cap);
    return EXIT_SUCCESS;
}
