/* telem.c - ground receiver for a group of pump controllers: frame sync, CRC,
 * calibration, limit monitor with hysteresis, 6-state Kalman filter, vibration
 * lines (Goertzel), PI trim command */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define UNITS      48u
#define NCH        6u
#define PAYLOAD    (2u * NCH)
#define FRAME_LEN  (6u + PAYLOAD + 2u)      /* A5 5A unit seq(2) len payload crc(2) */
#define NS         6
#define WIN        128u
#define NLINE      6

typedef enum { ST_SYNC1, ST_SYNC2, ST_HEAD, ST_BODY } rx_state_t;

typedef struct { uint8_t unit; uint16_t seq; int16_t ch[NCH]; } frame_t;

typedef struct {
    rx_state_t st;
    uint8_t buf[FRAME_LEN];
    uint32_t fill;
    uint32_t good, bad_crc, bad_len, skipped;
} rx_t;

typedef struct {
    double x[NS], P[NS][NS];
    double integ, trim;
    double hi[NCH], lo[NCH];
    uint8_t alarm[NCH];
    uint16_t last_seq;
    uint32_t frames, lost, alarms;
    double hist[NCH][WIN], line[NLINE];
} unit_t;

typedef struct { uint8_t n; struct { uint8_t ch, on; float value; } e[NCH]; } events_t;

static unit_t unit[UNITS];
static uint32_t prng = 0xC0FFEEu;

static uint32_t rnd(void)
{
    prng = prng * 747796405u + 2891336453u;
    uint32_t w = ((prng >> ((prng >> 28) + 4u)) ^ prng) * 277803737u;
    return (w >> 22) ^ w;
}

static uint16_t crc16(const uint8_t *p, uint32_t n)
{
    uint16_t c = 0xFFFFu;
    while (n--) {
        c = (uint16_t)((c >> 8) | (c << 8)) ^ *p++;
        c ^= (c & 0xFFu) >> 4, c ^= (uint16_t)(c << 12), c ^= (uint16_t)((c & 0xFFu) << 5);
    }
    return c;
}

/* ---- the sending side, with a lossy link ---- */
static uint32_t make_stream(uint8_t *out, uint32_t frames)
{
    uint16_t seq[UNITS] = { 0 };
    uint32_t n = 0;
    for (uint32_t f = 0; f < frames; f++) {
        uint8_t u = (uint8_t)(rnd() % UNITS), *p = out + n;
        double t = 0.02 * seq[u];
        p[0] = 0xA5; p[1] = 0x5A; p[2] = u; p[5] = PAYLOAD;
        p[3] = (uint8_t)(seq[u] >> 8); p[4] = (uint8_t)seq[u]++;
        for (uint32_t c = 0; c < NCH; c++) {
            double v = 6000.0 * sin(t * (0.11 + 0.013 * u) + c) + 400.0 * c;
            if (u % 7u == 3u && seq[u] % 2500u < 60u) v += 9000.0;      /* a fault now and then */
            int16_t s = (int16_t)(v + (double)(rnd() % 601u) - 300.0);
            p[6u + 2u * c] = (uint8_t)((uint16_t)s >> 8), p[7u + 2u * c] = (uint8_t)s;
        }
        uint16_t crc = crc16(p + 2, FRAME_LEN - 4u);
        p[FRAME_LEN - 2u] = (uint8_t)(crc >> 8), p[FRAME_LEN - 1u] = (uint8_t)crc;
        n += FRAME_LEN;
        if (rnd() % 400u == 0u) out[n - 1u - rnd() % FRAME_LEN] ^= (uint8_t)(1u << (rnd() & 7u));
        if (rnd() % 900u == 0u) n -= 1u + rnd() % 5u;                   /* bytes dropped */
    }
    return n;
}

/* ---- receiver: one byte in, 1 if a frame came out ---- */
static int rx_byte(rx_t *r, uint8_t b, frame_t *f)
{
    switch (r->st) {
    case ST_SYNC1:
        if (b == 0xA5) r->st = ST_SYNC2; else r->skipped++;
        return 0;
    case ST_SYNC2:
        r->st = b == 0x5A ? ST_HEAD : b == 0xA5 ? ST_SYNC2 : ST_SYNC1;
        r->fill = 0;
        return 0;
    case ST_HEAD:
        r->buf[r->fill++] = b;
        if (r->fill == 4u) r->st = ST_BODY;
        if (r->fill == 4u && (b != PAYLOAD || r->buf[0] >= UNITS)) { r->bad_len++; r->st = ST_SYNC1; }
        return 0;
    case ST_BODY:
        r->buf[r->fill++] = b;
        if (r->fill < FRAME_LEN - 2u) return 0;
        r->st = ST_SYNC1;
        if (crc16(r->buf, FRAME_LEN - 2u) != 0u) { r->bad_crc++; return 0; }
        f->unit = r->buf[0];
        f->seq = (uint16_t)(r->buf[1] << 8 | r->buf[2]);
        for (uint32_t c = 0; c < NCH; c++)
            f->ch[c] = (int16_t)(uint16_t)(r->buf[4u + 2u * c] << 8 | r->buf[5u + 2u * c]);
        r->good++;
        return 1;
    }
    return 0;
}

static void kalman(unit_t *u, double dt, const double z[2])
{
    double F[NS][NS] = { { 0 } }, T[NS][NS];
    for (int i = 0; i < NS; i++) {
        F[i][i] = 1.0;
        if (i % 3 < 2) F[i][i + 1] = dt;
        if (i % 3 == 0) F[i][i + 2] = 0.5 * dt * dt;
        if (i % 3 == 0) u->x[i] += dt * u->x[i + 1] + 0.5 * dt * dt * u->x[i + 2];
        if (i % 3 == 1) u->x[i] += dt * u->x[i + 1];
    }
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++) {
            T[i][j] = 0;
            for (int k = 0; k < NS; k++) T[i][j] += F[i][k] * u->P[k][j];
        }
    for (int i = 0; i < NS; i++)
        for (int j = 0; j < NS; j++) {
            u->P[i][j] = i == j ? 0.02 * dt : 0;
            for (int k = 0; k < NS; k++) u->P[i][j] += T[i][k] * F[j][k];
        }
    for (int m = 0; m < 2; m++) {           /* scalar updates of x[0] and x[3] */
        int h = 3 * m;
        double S = u->P[h][h] + 0.05, y = z[m] - u->x[h], K[NS], row[NS];
        for (int i = 0; i < NS; i++) K[i] = u->P[i][h] / S, row[i] = u->P[h][i];
        for (int i = 0; i < NS; i++) {
            u->x[i] += K[i] * y;
            for (int j = 0; j < NS; j++) u->P[i][j] -= K[i] * row[j];
        }
    }
}

/* power of a few lines in the last WIN samples of every channel, smoothed */
static void vibration(unit_t *u)
{
    static const double coef[NLINE] = { 1.9904, 1.9616, 1.8478, 1.6629, 1.4142, 0.7654 };
    for (uint32_t c = 0; c < NCH; c++)
        for (int l = 0; l < NLINE; l++) {
            double s1 = 0, s2 = 0;
            for (uint32_t k = 0; k < WIN; k++) {
                double s = u->hist[c][(u->frames + k) % WIN] + coef[l] * s1 - s2;
                s2 = s1, s1 = s;
            }
            u->line[l] += 0.01 * ((s1 * s1 + s2 * s2 - coef[l] * s1 * s2) / WIN - u->line[l]);
        }
}

static void process(unit_t *u, const frame_t *f, events_t *ev)
{
    double v[NCH];
    uint16_t gap = (uint16_t)(f->seq - u->last_seq);
    if (u->frames && gap > 1u) u->lost += gap - 1u;
    double dt = 0.02 * (u->frames ? gap : 1u);
    u->last_seq = f->seq, u->frames++, ev->n = 0;
    for (uint32_t c = 0; c < NCH; c++) {
        double r = f->ch[c] / 4096.0;
        v[c] = 0.02 + r * (1.01 + r * (-0.004 + r * 0.0007));           /* sensor curve */
        u->hist[c][(u->frames - 1u) % WIN] = v[c];
        int over = v[c] > u->hi[c] || v[c] < u->lo[c];
        int clear = v[c] < u->hi[c] - 0.3 && v[c] > u->lo[c] + 0.3;
        if (u->alarm[c] ? clear : over) {
            u->alarm[c] ^= 1u;
            u->alarms += u->alarm[c];
            ev->e[ev->n].ch = (uint8_t)c, ev->e[ev->n].on = u->alarm[c], ev->e[ev->n++].value = (float)v[c];
        }
    }
    const double z[2] = { 0.5 * (v[0] + v[1]), 0.25 * (v[2] + v[3] + v[4] + v[5]) };
    kalman(u, dt, z);
    if (u->frames % 8u == 0u) vibration(u);
    double err = -u->x[0] - 0.2 * u->x[1];
    u->integ = fmax(-4.0, fmin(4.0, u->integ + err * dt));
    u->trim = 0.8 * err + 0.1 * u->integ;
}

static void print_events(uint32_t no, const frame_t *f, const events_t *ev)
{
    for (uint8_t k = 0; k < ev->n; k++)
        if (ev->e[k].on && no % 16u == 0u)      /* sampled, the full list is long */
            printf("%8u unit %2u seq %5u ch %u ALARM %.3f\n", no, f->unit, f->seq, ev->e[k].ch, ev->e[k].value);
}

int main(int argc, char **argv)
{
    uint32_t frames = argc > 1 ? (uint32_t)atoi(argv[1]) : 500000u;
    uint8_t *stream = malloc((size_t)frames * FRAME_LEN + 64u);
    rx_t rx = { .st = ST_SYNC1 };
    uint32_t len = stream ? make_stream(stream, frames) : 0u;
    for (uint32_t i = 0; i < UNITS; i++)
        for (int c = 0; c < (int)NCH; c++) {
            unit[i].P[c][c] = 4.0;
            unit[i].hi[c] = 2.3 + 0.1 * c, unit[i].lo[c] = -2.2;
        }
    for (uint32_t i = 0; i < len; i++) {
        frame_t f;
        events_t ev;
        if (!rx_byte(&rx, stream[i], &f)) continue;
        process(&unit[f.unit], &f, &ev);
        print_events(rx.good, &f, &ev);
    }
    printf("%u bytes, %u good, %u bad crc, %u bad header, %u skipped\n", len, rx.good, rx.bad_crc, rx.bad_len, rx.skipped);
    for (uint32_t i = 0; i < UNITS; i += 3u)
        printf("unit %2u: %6u frames %4u lost %5u alarms  x %8.4f %8.4f  trim %8.4f  lines %.4f %.4f\n", i, unit[i].frames,
               unit[i].lost, unit[i].alarms, unit[i].x[0], unit[i].x[3], unit[i].trim, unit[i].line[0], unit[i].line[4]);
    free(stream);
    return 0;
}
