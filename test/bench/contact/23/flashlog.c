/*
 * flashlog.c - offline decoder for the data logger flash image (bench build)
 *
 * Page = 64 codewords groups, Hamming(8,4) on every nibble, CRC-16/CCITT at the end.
 * The "flash" is emulated: flash_read_page() makes up the contents of a page.
 *   flashlog [pages] [first_page]
 */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <stdbool.h>

#define PAGE_SIZE       1024u               /* raw bytes, ECC included   */
#define DATA_SIZE       (PAGE_SIZE / 2u)    /* after ECC                 */
#define HDR_SIZE        8u
#define REC_SIZE        8u
#define RECS_PER_PAGE   ((DATA_SIZE - HDR_SIZE - 2u) / REC_SIZE)
#define PAGE_MAGIC      0x5AA5u
#define NUM_CH          4u
#define HIST_BINS       16u

typedef union {
    uint8_t raw[REC_SIZE];
    struct { uint8_t type, ch; int16_t val; uint32_t tick; } adc;
    struct { uint8_t type, code; uint16_t arg; uint32_t tick; } evt;
    struct { uint8_t type, sats; int8_t dlat, dlon; uint32_t tick; } gps;
} rec_t;

typedef struct {
    int16_t  min, max;
    int64_t  sum;
    uint32_t n;
    uint32_t hist[HIST_BINS];
} chan_t;

static uint8_t  page_buf[PAGE_SIZE];
static uint8_t  data_buf[DATA_SIZE];
static chan_t   chan[NUM_CH];
static uint32_t evt_count[256];
static int32_t  gps_lat, gps_lon;
static uint32_t gps_fix, gps_lost;
static uint32_t err_single, err_double, err_crc, err_magic, err_type, err_seq, err_tick;
static uint32_t last_seq;
static bool     have_seq;
static uint32_t pages_ok;
static uint16_t crc_chain;

static const uint8_t enc_tab[16] = {
    0x00, 0xD2, 0x55, 0x87, 0x99, 0x4B, 0xCC, 0x1E, 0xE1, 0x33, 0xB4, 0x66, 0x78, 0xAA, 0x2D, 0xFF
};

static uint32_t prng(uint32_t *s)
{
    uint32_t x = *s;
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    return *s = x;
}

static uint16_t crc16(uint16_t crc, const uint8_t *p, uint32_t len)
{
    while (len--) {
        crc ^= (uint16_t)(*p++ << 8);
        for (uint8_t i = 0; i < 8; i++)
            crc = (uint16_t)((crc & 0x8000u) ? (crc << 1) ^ 0x1021u : crc << 1);
    }
    return crc;
}

static bool flash_page_blank(uint32_t page, uint32_t total)
{
    return page >= total - total / 50u;     /* tail of the chip never written */
}

static void flash_read_page(uint32_t page)
{
    uint8_t  d[DATA_SIZE];
    uint32_t s = page * 2654435761u ^ 0xA5A5F00Du, i, seq = page + page / 997u;
    rec_t    r;

    if (s == 0) s = 1;
    memset(d, 0, sizeof d);
    d[0] = PAGE_MAGIC & 0xFF; d[1] = PAGE_MAGIC >> 8;
    d[2] = RECS_PER_PAGE;
    memcpy(&d[4], &seq, 4);
    for (i = 0; i < RECS_PER_PAGE; i++) {
        uint32_t v = prng(&s);
        memset(&r, 0, sizeof r);
        r.adc.tick = page * 5000u + i * 80u + (v & 63u);
        switch (v >> 29) {
        case 0: r.evt.type = 2; r.evt.code = (v >> 8) & 0x3F; r.evt.arg = (uint16_t)(v >> 3); break;
        case 1: r.gps.type = 3; r.gps.sats = (v >> 8) & 15; r.gps.dlat = (int8_t)(v >> 12);
                r.gps.dlon = (int8_t)(v >> 20); break;
        default: r.adc.type = 1; r.adc.ch = (v >> 6) % NUM_CH;
                r.adc.val = (int16_t)((v >> 10 & 0xFFF) + (v >> 18 & 0x3FF) - 2048); break;
        }
        if ((v & 0x7FF00u) == 0) r.raw[0] = 9;
        memcpy(&d[HDR_SIZE + i * REC_SIZE], r.raw, REC_SIZE);
    }
    uint16_t c = crc16(0xFFFF, d, DATA_SIZE - 2);
    d[DATA_SIZE - 2] = (uint8_t)c; d[DATA_SIZE - 1] = (uint8_t)(c >> 8);
    for (i = 0; i < DATA_SIZE; i++) {
        page_buf[2 * i] = enc_tab[d[i] & 15];
        page_buf[2 * i + 1] = enc_tab[d[i] >> 4];
    }
    for (i = prng(&s) % 6u; i; i--) {       /* worn out cells */
        uint32_t v = prng(&s);
        page_buf[v % PAGE_SIZE] ^= (uint8_t)(1u << (v >> 29));
    }
    if (prng(&s) % 50u == 0) page_buf[prng(&s) % PAGE_SIZE] ^= 0x03;
}

/* returns nibble, 0xFF if not correctable */
static uint8_t ecc_nibble(uint8_t w)
{
    for (uint8_t n = 0; n < 16; n++) {
        uint8_t x = enc_tab[n] ^ w;
        if (x == 0) return n;
        if ((x & (x - 1)) == 0) { err_single++; return n; }
    }
    err_double++;
    return 0xFF;
}

static void on_adc(const rec_t *r)
{
    chan_t *c = &chan[r->adc.ch % NUM_CH];
    if (c->n == 0 || r->adc.val < c->min) c->min = r->adc.val;
    if (c->n == 0 || r->adc.val > c->max) c->max = r->adc.val;
    c->sum += r->adc.val;
    c->n++;
    c->hist[((uint32_t)r->adc.val + 32768u) >> 9 & (HIST_BINS - 1)]++;
}

static void on_evt(const rec_t *r) { evt_count[r->evt.code]++; }

static void on_gps(const rec_t *r)
{
    if (r->gps.sats < 4) { gps_lost++; return; }
    gps_lat += r->gps.dlat;
    gps_lon += r->gps.dlon;
    gps_fix++;
}

static void (*const handler[4])(const rec_t *) = { NULL, on_adc, on_evt, on_gps };

static void decode_page(void)
{
    uint32_t i, seq, tick = 0;
    uint16_t crc, magic;
    rec_t r;

    for (i = 0; i < DATA_SIZE; i++) {
        uint8_t lo = ecc_nibble(page_buf[2 * i]), hi = ecc_nibble(page_buf[2 * i + 1]);
        data_buf[i] = (uint8_t)((lo & 15) | (hi << 4));
    }
    crc = crc16(0xFFFF, data_buf, DATA_SIZE - 2);
    if (crc != (data_buf[DATA_SIZE - 2] | data_buf[DATA_SIZE - 1] << 8)) { err_crc++; return; }
    magic = (uint16_t)(data_buf[0] | data_buf[1] << 8);
    if (magic != PAGE_MAGIC || data_buf[2] > RECS_PER_PAGE) { err_magic++; return; }
    memcpy(&seq, &data_buf[4], 4);
    if (have_seq && seq != last_seq + 1) err_seq++;
    last_seq = seq;
    have_seq = true;
    for (i = 0; i < data_buf[2]; i++) {
        memcpy(r.raw, &data_buf[HDR_SIZE + i * REC_SIZE], REC_SIZE);
        if (r.adc.tick < tick) err_tick++;
        tick = r.adc.tick;
        if (r.raw[0] < 1 || r.raw[0] > 3) { err_type++; continue; }
        handler[r.raw[0]](&r);
    }
    pages_ok++;
    crc_chain = (uint16_t)((crc_chain << 1 | crc_chain >> 15) ^ crc);
}

int main(int argc, char **argv)
{
    uint32_t total = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 40000u;
    uint32_t page = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 0u;
    uint32_t i, j, evts = 0;

    for (; page < total; page++) {
        if (flash_page_blank(page, total)) break;
        flash_read_page(page);
        decode_page();
    }
    printf("end at page %u, %u good\n", page, pages_ok);
    printf("ecc single %u double %u | crc %u magic %u type %u seq %u tick %u\n",
           err_single, err_double, err_crc, err_magic, err_type, err_seq, err_tick);
    for (i = 0; i < NUM_CH; i++) {
        printf("ch%u n=%u min=%d max=%d sum=%lld :", i, chan[i].n, chan[i].min, chan[i].max, (long long)chan[i].sum);
        for (j = 0; j < HIST_BINS; j++) printf(" %u", chan[i].hist[j]);
        printf("\n");
    }
    for (i = 0; i < 256; i++) evts += evt_count[i] * (i + 1);
    printf("events %u gps fix %u lost %u pos %d,%d chain %04x\n", evts, gps_fix, gps_lost, gps_lat, gps_lon, crc_chain);
    return 0;
}
