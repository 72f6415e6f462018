/* flowdpi - offline flow accounting and signature matching.
 * A capture is synthesised in memory (length-prefixed raw IPv4 frames), then
 * walked packet by packet: header checks, checksum, flow lookup, stream match.
 * usage: flowdpi [packets] [hosts] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>

enum { OK, E_SHORT, E_VERSION, E_CSUM, E_PROTO, NERR };
static const char *errname[NERR] = { "ok", "short", "version", "checksum", "proto" };

static const char *words[] = {
    "GET ", "POST ", "index", ".html", "user", "login", "admin", "root", "passwd", "select",
    "union", "cookie", "token", "session", "img", "data", "update", "/bin", "/sh", "exec",
    "\r\n", "Host: ", "\x90\x90", "alert", "script", "<", ">", "=", "&", "%20"
};
#define NWORDS ((int)(sizeof words / sizeof *words))
static const char *sigs[] = {
    "union%20select", "/bin/sh", "adminadmin", "<script>", "passwdroot", "rootroot",
    "\x90\x90\x90\x90\x90\x90", "cookie=token", "login&admin", "exec/bin", "tokentoken",
    "useruseruser", "sessionsession", "alert<", "POST index", "GET /sh"
};
#define NSIGS ((int)(sizeof sigs / sizeof *sigs))

/* Aho-Corasick automaton as a dense table */
static int (*go)[256];
static uint32_t *outmask;
static int nstates;

struct flow {
    uint32_t a, b;
    uint16_t pa, pb;
    uint8_t proto;
    int state;
    uint32_t packets, hits[NSIGS];
    uint64_t bytes;
    struct flow *next;
};
static struct flow **table;
static uint32_t tmask;
static int nflows;

static uint64_t rs;
static uint32_t rnd(uint32_t lim)
{
    rs = rs * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)((rs >> 33) % lim);
}

static int build_automaton(void)
{
    int max = 1, qh = 0, qt = 0;
    for (int i = 0; i < NSIGS; i++)
        max += (int)strlen(sigs[i]);
    go = calloc(max, sizeof *go);
    outmask = calloc(max, sizeof *outmask);
    int *fail = calloc(max, sizeof *fail), *queue = malloc(max * sizeof *queue);
    if (!go || !outmask || !fail || !queue) { free(fail); free(queue); return -1; }
    nstates = 1;
    for (int i = 0; i < NSIGS; i++) {
        int s = 0;
        for (const unsigned char *p = (const unsigned char *)sigs[i]; *p; p++) {
            if (!go[s][*p]) go[s][*p] = nstates++;
            s = go[s][*p];
        }
        outmask[s] |= 1u << i;
    }
    for (int c = 0; c < 256; c++)
        if (go[0][c]) queue[qt++] = go[0][c];
    while (qh < qt) {
        int s = queue[qh++];
        outmask[s] |= outmask[fail[s]];
        for (int c = 0; c < 256; c++) {
            int t = go[s][c];
            if (t) { fail[t] = go[fail[s]][c]; queue[qt++] = t; }
            else go[s][c] = go[fail[s]][c];
        }
    }
    free(fail);
    free(queue);
    return 0;
}

static unsigned get16(const uint8_t *p) { return (unsigned)p[0] << 8 | p[1]; }
static uint32_t get32(const uint8_t *p) { return (uint32_t)get16(p) << 16 | get16(p + 2); }
static void put16(uint8_t *p, unsigned v) { p[0] = (uint8_t)(v >> 8); p[1] = (uint8_t)v; }

static unsigned inet_sum(const uint8_t *p, int len, uint32_t acc)
{
    for (; len > 1; len -= 2, p += 2)
        acc += get16(p);
    if (len) acc += (uint32_t)*p << 8;
    while (acc >> 16)
        acc = (acc & 0xffff) + (acc >> 16);
    return acc ^ 0xffff;
}

/* Payloads are cuts from one long word soup. */
static size_t make_capture(uint8_t *buf, int n, int hosts)
{
    enum { SOUP = 1 << 18 };
    static uint8_t soup[SOUP + 1400];
    uint8_t *p = buf;
    for (int at = 0; at < SOUP + 1300; ) {
        const char *w = words[rnd(NWORDS)];
        int l = (int)strlen(w);
        memcpy(soup + at, w, l);
        at += l;
    }
    for (int i = 0; i < n; i++) {
        uint8_t *ip = p + 2;
        int len = 60 + (int)rnd(1200);
        memcpy(ip + 28, soup + rnd(SOUP), len - 28);
        memset(ip, 0, 28);
        ip[0] = rnd(400) ? 0x45 : 0x65;
        put16(ip + 2, len);
        put16(ip + 4, i & 0xffff);
        ip[8] = 64;
        ip[9] = rnd(50) ? (rnd(3) ? 6 : 17) : 1;
        uint32_t s = rnd(hosts), d = rnd(hosts / 4 + 1);
        ip[12] = 10; put16(ip + 14, s);
        ip[16] = 172; put16(ip + 18, d);
        put16(ip + 20, 1024 + s % 7);
        put16(ip + 22, d % 3 ? 80 : 443);
        put16(ip + 26, inet_sum(ip + 12, len - 12, (uint32_t)ip[9]));
        if (!rnd(300)) ip[40] ^= 0x10;
        put16(p, len);
        p += 2 + len;
    }
    return p - buf;
}

static struct flow *lookup(const uint8_t *ip)
{
    uint32_t a = get32(ip + 12), b = get32(ip + 16);
    uint16_t pa = get16(ip + 20), pb = get16(ip + 22);
    uint32_t h = (a * 2654435761u ^ b * 40503u ^ ((uint32_t)pa << 16 | pb)) + ip[9];
    h ^= h >> 15;
    struct flow **slot = &table[h & tmask];
    for (struct flow *f = *slot; f; f = f->next)
        if (f->a == a && f->b == b && f->pa == pa && f->pb == pb && f->proto == ip[9])
            return f;
    struct flow *f = calloc(1, sizeof *f);
    if (!f) { fputs("flowdpi: out of memory\n", stderr); exit(1); }
    f->a = a; f->b = b; f->pa = pa; f->pb = pb; f->proto = ip[9];
    f->next = *slot;
    *slot = f;
    nflows++;
    return f;
}

static int handle_packet(const uint8_t *ip, int len)
{
    if (len < 28) return E_SHORT;
    if (ip[0] != 0x45) return E_VERSION;
    if (ip[9] != 6 && ip[9] != 17) return E_PROTO;
    if (inet_sum(ip + 12, len - 12, ip[9])) return E_CSUM;
    struct flow *f = lookup(ip);
    f->packets++;
    f->bytes += len;
    int s = f->state;              /* signatures may straddle packets */
    for (int i = 28; i < len; i++) {
        s = go[s][ip[i]];
        for (uint32_t m = outmask[s]; m; m &= m - 1)
            f->hits[__builtin_ctz(m)]++;
    }
    f->state = s;
    return OK;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 250000;
    int hosts = argc > 2 ? atoi(argv[2]) : 150;
    rs = argc > 3 ? strtoull(argv[3], NULL, 0) : 77;
    long errs[NERR] = { 0 };
    if (n < 1 || hosts < 1) { fputs("usage: flowdpi [packets] [hosts] [seed]\n", stderr); return 2; }
    for (tmask = 255; tmask < (uint32_t)hosts * 8; tmask = tmask * 2 + 1) ;
    table = calloc((size_t)tmask + 1, sizeof *table);
    uint8_t *cap = malloc((size_t)n * 1300);
    if (!table || !cap || build_automaton()) { fputs("flowdpi: out of memory\n", stderr); return 1; }
    size_t size = make_capture(cap, n, hosts), off = 0;
    while (off + 2 <= size) {
        int len = (int)get16(cap + off);
        errs[handle_packet(cap + off + 2, len)]++;
        off += 2 + len;
    }
    uint64_t bytes = 0, hits[NSIGS] = { 0 }, sum = 0;
    struct flow *top = NULL;
    for (uint32_t h = 0; h <= tmask; h++)
        for (struct flow *f = table[h], *nx; f; f = nx) {
            nx = f->next;
            bytes += f->bytes;
            for (int i = 0; i < NSIGS; i++) { hits[i] += f->hits[i]; sum = sum * 131 + f->hits[i]; }
            sum += f->state + f->packets;
            if (!top || f->bytes > top->bytes) { free(top); top = f; }
            else free(f);
        }
    printf("capture %zu bytes, %d states, %d flows, %llu bytes accepted\n", size, nstates, nflows, (unsigned long long)bytes);
    for (int i = 0; i < NERR; i++) printf("%-9s %ld\n", errname[i], errs[i]);
    for (int i = 0; i < NSIGS; i++) printf("sig %02d %llu\n", i, (unsigned long long)hits[i]);
    if (top) printf("top flow %08x:%u > %08x:%u %llu bytes\n", top->a, top->pa, top->b, top->pb, (unsigned long long)top->bytes);
    printf("digest %016llx\n", (unsigned long long)sum);
    free(top); free(table); free(cap); free(go); free(outmask);
    return 0;
}
