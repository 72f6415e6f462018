/* ecuscan - decode a vehicle bus log, filter every signal, look for spikes, drift and ripple.
 * usage: ecuscan [frames] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

#define MED 15
#define BANDS 4
#define BLOCK 64

struct sigdef { unsigned id; const char *name; int bit, len, is_signed; double scale, offset, q, r, gate; };
static const struct sigdef sigs[] = {
    { 0x0c0, "engine_speed", 0, 16, 0, 0.25, 0, 4.0, 90.0, 4.0 },      { 0x0c0, "torque", 16, 12, 1, 0.5, 0, 2.0, 40.0, 4.5 },
    { 0x0c0, "pedal", 32, 8, 0, 0.4, 0, 0.5, 3.0, 4.0 },               { 0x1a3, "wheel_fl", 0, 14, 0, 0.02, 0, 0.01, 0.5, 4.0 },
    { 0x1a3, "wheel_fr", 16, 14, 0, 0.02, 0, 0.01, 0.5, 4.0 },         { 0x1a3, "wheel_rl", 32, 14, 0, 0.02, 0, 0.01, 0.5, 4.0 },
    { 0x1a3, "wheel_rr", 48, 14, 0, 0.02, 0, 0.01, 0.5, 4.0 },         { 0x220, "yaw_rate", 4, 14, 1, 0.01, 0, 0.02, 1.5, 4.0 },
    { 0x220, "lat_acc", 20, 12, 1, 0.005, 0, 0.01, 0.8, 3.8 },         { 0x220, "steer", 36, 16, 1, 0.1, 0, 1.0, 30.0, 4.2 },
    { 0x318, "coolant", 0, 8, 0, 0.75, -40, 0.001, 2.0, 3.5 },         { 0x318, "oil_press", 8, 10, 0, 0.01, 0, 0.001, 0.5, 3.5 },
    { 0x318, "battery", 24, 12, 0, 0.005, 0, 0.0005, 0.2, 3.7 },       { 0x4f1, "radar_range", 2, 15, 0, 0.05, 0, 1.0, 60.0, 4.0 },
    { 0x4f1, "radar_rate", 20, 13, 1, 0.05, 0, 0.4, 14.0, 4.0 },       { 0x5aa, "fuel", 0, 9, 0, 0.2, 0, 0.0001, 4.0, 3.5 } };
#define NSIG ((int)(sizeof sigs / sizeof sigs[0]))
static const unsigned ids[] = { 0x0c0, 0x1a3, 0x220, 0x318, 0x4f1, 0x5aa, 0x7df };

struct frame { uint32_t us; uint16_t id; uint8_t len, data[8]; };
struct channel {
    double win[MED]; int nwin, pos;
    double x, p, last, sum, sum2, lo, hi;
    double ring[BLOCK], band[BANDS]; int nring;
    long n, spikes, blocks;
};
struct alert { long frame; int sig; double value; struct alert *next; };

static struct channel chan[NSIG];
static struct alert *alerts, **alert_tail = &alerts;

static uint32_t seed;
static uint32_t rnd(void) { seed = seed * 747796405u + 2891336453u; uint32_t w = ((seed >> ((seed >> 28) + 4)) ^ seed) * 277803737u; return (w >> 22) ^ w; }

static char *hex(char *p, unsigned v, int digits)
{
    while (digits--) *p++ = "0123456789ABCDEF"[v >> 4 * digits & 15];
    return p;
}

static char *write_log(long frames, size_t *len)
{
    char *buf = malloc((size_t)frames * 48 + 16), *p = buf;
    uint32_t us = 0;
    int walk[8][8] = { { 0 } };
    if (!buf) return NULL;
    for (int i = 0; i < 64; i++) walk[i / 8][i % 8] = (int)(rnd() & 127) + 40;
    for (long i = 0; i < frames; i++) {
        uint32_t r = rnd();
        int k = (int)(r % 16), m = k < 5 ? 0 : k < 9 ? 1 : k < 12 ? 2 : k < 13 ? 3 : k < 15 ? 4 : r & 16 ? 5 : 6;
        us += 40 + (r >> 20) % 90;
        *p++ = '(';
        for (uint32_t d = 1000000000; d; d /= 10) { *p++ = (char)('0' + us / d % 10); if (d == 1000000) *p++ = '.'; }
        memcpy(p, ") can0 ", 7); p += 7;
        p = hex(p, ids[m], 3); *p++ = '#';
        uint32_t s = rnd();
        for (int b = 0; b < 8; b++) {
            walk[m][b] += (int)(s >> b * 3 & 3) - (int)(s >> (b * 3 + 1) & 3);
            if (walk[m][b] < 8) walk[m][b] = 8;
            if (walk[m][b] > 247) walk[m][b] = 247;
            unsigned v = b & 1 ? (unsigned)(walk[m][b] / 16) : (unsigned)walk[m][b];
            if ((r >> 5) % 1500 == (unsigned)b) v = s >> 9 & 255;
            p = hex(p, v, 2);
        }
        if ((r >> 7) % 20011 == 0) p -= 7;                     /* damaged line */
        *p++ = '\n';
    }
    *len = (size_t)(p - buf);
    return buf;
}

static int nib(int c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

static int parse(const char *p, const char *e, struct frame *f)
{
    uint64_t t = 0; unsigned id = 0; int h, l;
    if (p == e || *p++ != '(') return -1;
    for (; p < e && *p != ')'; p++) if (*p != '.') t = t * 10 + (uint64_t)(*p - '0');
    if (e - p < 11 || memcmp(p, ") can0 ", 7)) return -1;
    for (p += 7; p < e && *p != '#'; p++) { if ((h = nib(*p)) < 0) return -1; id = id << 4 | (unsigned)h; }
    f->us = (uint32_t)t; f->id = (uint16_t)id; f->len = 0;
    for (p++; p + 1 < e && f->len < 8; p += 2) {
        if ((h = nib(p[0])) < 0 || (l = nib(p[1])) < 0) return -1;
        f->data[f->len++] = (uint8_t)(h << 4 | l);
    }
    return p == e && f->len == 8 ? 0 : -1;
}

static double extract(const struct frame *f, const struct sigdef *d)
{
    uint64_t raw = 0;
    for (int b = 7; b >= 0; b--) raw = raw << 8 | f->data[b];
    raw = raw >> d->bit & ((1ULL << d->len) - 1);
    int64_t v = (int64_t)raw;
    if (d->is_signed && raw >> (d->len - 1)) v -= 1LL << d->len;
    return (double)v * d->scale + d->offset;
}

static double median(const double *w, int n)
{
    double s[MED];
    for (int i = 0; i < n; i++) {
        int j = i;
        for (; j > 0 && s[j - 1] > w[i]; j--) s[j] = s[j - 1];
        s[j] = w[i];
    }
    return s[n / 2];
}

static void ripple(struct channel *c)                            /* Goertzel on a full block */
{
    for (int b = 0; b < BANDS; b++) {
        double k = 2 * cos(6.283185307179586 * (3 + 7 * b) / BLOCK), s1 = 0, s2 = 0;
        for (int i = 0; i < BLOCK; i++) { double s0 = c->ring[i] + k * s1 - s2; s2 = s1; s1 = s0; }
        c->band[b] += sqrt(fabs(s1 * s1 + s2 * s2 - k * s1 * s2));
    }
    c->blocks++; c->nring = 0;
}

static void update(int sig, double v, long frame)
{
    const struct sigdef *d = &sigs[sig];
    struct channel *c = &chan[sig];
    if (!c->n) { c->x = v; c->p = d->r; c->lo = c->hi = v; }
    c->win[c->pos] = v; c->pos = (c->pos + 1) % MED;
    if (c->nwin < MED) c->nwin++;
    double m = median(c->win, c->nwin), s;
    c->p += d->q;
    s = sqrt(c->p + d->r);
    if (fabs(v - m) > d->gate * s && fabs(v - c->x) > d->gate * s) {
        struct alert *a = malloc(sizeof *a);
        if (!a) { perror("ecuscan"); exit(1); }
        a->frame = frame; a->sig = sig; a->value = v; a->next = NULL;
        *alert_tail = a; alert_tail = &a->next;
        c->spikes++;
        v = m;
    }
    double g = c->p / (c->p + d->r);
    c->last = c->x; c->x += g * (v - c->x); c->p *= 1 - g;
    c->sum += c->x; c->sum2 += c->x * c->x; c->n++;
    if (c->x < c->lo) c->lo = c->x;
    if (c->x > c->hi) c->hi = c->x;
    c->ring[c->nring++] = v - c->x;
    if (c->nring == BLOCK) ripple(c);
}

int main(int argc, char **argv)
{
    long frames = argc > 1 ? atol(argv[1]) : 980000, no = 0, bad = 0, other = 0, n = 0;
    size_t len = 0; double last = 0;
    seed = argc > 2 ? (uint32_t)atol(argv[2]) : 4711;
    char *text = frames > 0 ? write_log(frames, &len) : NULL;
    if (!text) { fprintf(stderr, "ecuscan: bad size\n"); return 1; }
    for (char *p = text, *nl; p < text + len && (nl = memchr(p, '\n', (size_t)(text + len - p))); p = nl + 1, no++) {
        struct frame f; int used = 0;
        if (parse(p, nl, &f)) { bad++; continue; }
        last = f.us * 1e-6;
        for (int s = 0; s < NSIG; s++) if (sigs[s].id == f.id) { update(s, extract(&f, &sigs[s]), no); used = 1; }
        other += !used;
    }
    printf("lines %ld bad %ld other %ld duration %.6f s\n", no, bad, other, last);
    for (int s = 0; s < NSIG; s++) {
        struct channel *c = &chan[s];
        double m = c->n ? c->sum / (double)c->n : 0, k = c->blocks ? (double)c->blocks : 1;
        printf("%03x %-12s n %7ld mean %12.5f sd %10.5f [%.4f %.4f] spikes %ld ripple %.5f %.5f %.5f %.5f\n", sigs[s].id, sigs[s].name, c->n, m,
               sqrt(fabs(c->n ? c->sum2 / (double)c->n - m * m : 0)), c->lo, c->hi, c->spikes, c->band[0] / k, c->band[1] / k, c->band[2] / k, c->band[3] / k);
    }
    uint64_t h = 0;
    for (struct alert *a = alerts, *nx; a; a = nx) {
        if (n++ < 5) printf("alert line %ld %s %.3f\n", a->frame, sigs[a->sig].name, a->value);
        h = (h ^ (uint64_t)a->frame ^ (uint64_t)a->sig << 40) * 1099511628211ULL + (uint64_t)(int64_t)(a->value * 1000);
        nx = a->next; free(a);
    }
    printf("alerts %ld digest %016llx\n", n, (unsigned long long)h);
    free(text);
    return 0;
}
