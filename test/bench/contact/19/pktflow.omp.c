/* pktflow - offline capture analysis: decode, checksum, route, match payload
 * signatures and keep per-flow TCP state.  pktflow [packets] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>

typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;

static u8 *cap; static size_t caplen, capmax;
static u32 rng = 1;
static u32 rnd(void) { rng = rng * 1103515245u + 12345u; return rng >> 7; }

static u16 get16(const u8 *p) { return (u16)(p[0] << 8 | p[1]); }
static u32 get32(const u8 *p) { return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3]; }
static void put16(u8 *p, u32 v) { p[0] = (u8)(v >> 8); p[1] = (u8)v; }
static void put32(u8 *p, u32 v) { put16(p, v >> 16); put16(p + 2, v & 0xffff); }

static u32 csum_add(u32 s, const u8 *p, int n)
{
    for (; n > 1; n -= 2, p += 2) s += get16(p);
    if (n) s += (u32)p[0] << 8;
    return s;
}
static u16 csum_end(u32 s) { while (s >> 16) s = (s & 0xffff) + (s >> 16); return (u16)~s; }

/* ------------------------------------------------ signatures: Aho-Corasick */
#define MAXST 512
static int go_to[MAXST][256], fail[MAXST], outmask[MAXST], nstates = 1;
static const char *sigs[] = { "GET /admin", "cmd.exe", "/etc/passwd", "SELECT * FROM", "powershell",
    "\x90\x90\x90\x90\x90", "User-Agent: bot", "wget http", "eval(base64", "<script>", "union select", "admin:admin" };
#define NSIG ((int)(sizeof sigs / sizeof *sigs))

static void build_matcher(void)
{
    for (int k = 0; k < NSIG; k++) {
        int s = 0;
        for (const u8 *p = (const u8 *)sigs[k]; *p; p++) {
            if (!go_to[s][*p]) go_to[s][*p] = nstates++;
            s = go_to[s][*p];
        }
        outmask[s] |= 1 << k;
    }
    int q[MAXST], head = 0, tail = 0;
    for (int c = 0; c < 256; c++) if (go_to[0][c]) q[tail++] = go_to[0][c];
    while (head < tail) {
        int s = q[head++];
        outmask[s] |= outmask[fail[s]];
        for (int c = 0; c < 256; c++) {
            int t = go_to[s][c];
            if (t) { fail[t] = go_to[fail[s]][c]; q[tail++] = t; }
            else go_to[s][c] = go_to[fail[s]][c];
        }
    }
}

static int match(const u8 *p, int n)
{
    int s = 0, m = 0;
    for (int i = 0; i < n; i++) { s = go_to[s][p[i]]; m |= outmask[s]; }
    return m;
}

/* byte entropy in 1/1000 bit, to tell text from packed data */
static int nlogn[1600];
static int entropy(const u8 *p, int n)
{
    int hist[256] = { 0 };
    long s = 0;
    if (n < 16 || n >= 1600) return 0;
    for (int i = 0; i < n; i++) hist[p[i]]++;
    for (int c = 0; c < 256; c++) s += nlogn[hist[c]];
    return (int)((nlogn[n] - s) / n);
}

/* ------------------------------------------------ routes: binary trie */
struct trie { struct trie *kid[2]; int port; };
static struct trie *routes;
static void add_route(u32 net, int len, int port)
{
    struct trie **t = &routes;
    for (int b = 0; ; b++) {
        if (!*t) { *t = calloc(1, sizeof **t); (*t)->port = -1; }
        if (b == len) break;
        t = &(*t)->kid[net >> (31 - b) & 1];
    }
    (*t)->port = port;
}
static int route(u32 ip)
{
    int port = -1;
    for (const struct trie *t = routes; t; t = t->kid[ip >> 31], ip <<= 1)
        if (t->port >= 0) port = t->port;
    return port;
}

/* ------------------------------------------------ flows */
enum tcp_state { NEW, SYN, OPEN, CLOSING, CLOSED };
struct flow {
    u32 src, dst; u16 sp, dp; u8 proto;
    enum tcp_state st;
    u32 next_seq;
    long packets, bytes; int retrans, gaps, sigs;
    struct flow *next;
};
#define NBUCKET 65536
static struct flow *table[NBUCKET];
static long nflows;

static struct flow *lookup(u32 src, u32 dst, u16 sp, u16 dp, u8 proto)
{
    u32 h = src * 2654435761u ^ dst * 2246822519u ^ ((u32)sp << 16 | dp) * 3266489917u ^ proto;
    struct flow **b = &table[(h ^ h >> 15) % NBUCKET];
    for (struct flow *f = *b; f; f = f->next)
        if (f->src == src && f->dst == dst && f->sp == sp && f->dp == dp && f->proto == proto) return f;
    struct flow *f = calloc(1, sizeof *f);
    if (!f) { fprintf(stderr, "no memory\n"); exit(1); }
    f->src = src; f->dst = dst; f->sp = sp; f->dp = dp; f->proto = proto;
    f->next = *b;
    *b = f;
    nflows++;
    return f;
}

static void track(struct flow *f, u32 seq, u8 flags, int len, int sig)
{
    f->packets++;
    f->bytes += len;
    f->sigs |= sig;
    if (f->proto != 6) return;
    switch (f->st) {
    case NEW:
        if (flags & 2) { f->st = SYN; f->next_seq = seq + 1; }
        else { f->st = OPEN; f->next_seq = seq + len; }
        return;
    case SYN: case OPEN:
        f->st = flags & 1 ? CLOSING : OPEN;
        break;
    case CLOSING: f->st = flags & 4 ? CLOSED : CLOSING; break;
    case CLOSED: if (flags & 2) { f->st = SYN; f->next_seq = seq + 1; return; } break;
    }
    if (seq == f->next_seq) f->next_seq += len;
    else if ((int32_t)(seq - f->next_seq) < 0) f->retrans++;
    else { f->gaps++; f->next_seq = seq + len; }
}

/* ------------------------------------------------ one packet */
struct totals { long frames, notip, badip, badl4, noroute, tcp, udp, other, hits[32], port[16], entropy[9]; };
static struct totals tot;

/* what the decoding phase hands to the flow phase */
struct decoded { u32 src, dst, seq; u16 sp, dp; u8 proto, flags, valid; int len, sig; };

static void packet(const u8 *p, int n, struct totals *t, struct decoded *d)
{
    d->valid = 0;
    t->frames++;
    if (n < 34 || get16(p + 12) != 0x0800) { t->notip++; return; }
    const u8 *ip = p + 14;
    int hl = (ip[0] & 15) * 4, len = get16(ip + 2);
    if (ip[0] >> 4 != 4 || hl < 20 || len > n - 14 || csum_end(csum_add(0, ip, hl))) { t->badip++; return; }
    u32 src = get32(ip + 12), dst = get32(ip + 16);
    int out = route(dst);
    if (out < 0) { t->noroute++; return; }
    t->port[out]++;
    const u8 *l4 = ip + hl;
    int l4len = len - hl, off;
    if (ip[9] == 6 && l4len >= 20) { off = (l4[12] >> 4) * 4; t->tcp++; }
    else if (ip[9] == 17 && l4len >= 8) { off = 8; t->udp++; }
    else { t->other++; return; }
    u32 s = csum_add(0, ip + 12, 8) + ip[9] + (u32)l4len;
    if (off > l4len || csum_end(csum_add(s, l4, l4len))) { t->badl4++; return; }
    int sig = match(l4 + off, l4len - off);
    for (int k = 0; k < NSIG; k++) if (sig >> k & 1) t->hits[k]++;
    t->entropy[entropy(l4 + off, l4len - off) / 1000]++;
    *d = (struct decoded){ src, dst, ip[9] == 6 ? get32(l4 + 4) : 0, get16(l4), get16(l4 + 2),
                           ip[9], ip[9] == 6 ? l4[13] : 0, 1, l4len - off, sig };
}

/* ------------------------------------------------ test traffic */
static void make_capture(int npk)
{
    enum { NF = 6000 };
    static u32 seqs[NF]; static u8 begun[NF];
    static u8 filler[8192];
    for (int i = 0; i < 8192; i++) filler[i] = (u8)(i < 4096 ? rnd() : "abcdefgh <>/.=&eGscw"[rnd() % 20]);
    capmax = (size_t)npk * 1600;
    cap = malloc(capmax);
    for (int k = 0; k < npk; k++) {
        int f = rnd() % NF, tcp = f % 4 != 0, pay = rnd() % 3 ? 200 + rnd() % 1200 : rnd() % 100;
        u8 *p = cap + caplen + 4, *ip = p + 14, *l4 = ip + 20;
        int hdr = tcp ? 20 : 8, n = 14 + 20 + hdr + pay;
        memset(p, 0, 54);
        put16(p + 12, rnd() % 200 == 0 ? 0x0806 : 0x0800);
        ip[0] = 0x45; ip[8] = 64; ip[9] = tcp ? 6 : 17;
        put16(ip + 2, (u32)(20 + hdr + pay));
        put32(ip + 12, 0x0a000000u + (u32)f * 77);
        put32(ip + 16, (u32)f * 2654435761u);
        put16(l4, 1024 + f % 50000); put16(l4 + 2, f % 3 ? 80 : 443);
        u8 *data = l4 + hdr;
        memcpy(data, filler + rnd() % 6000, (size_t)pay);
        if (pay > 60 && rnd() % 16 == 0) { const char *s = sigs[rnd() % NSIG]; memcpy(data + rnd() % 30, s, strlen(s)); }
        if (tcp) {
            put32(l4 + 4, seqs[f]);
            l4[12] = 0x50;
            l4[13] = begun[f] ? 0x10 : 2;
            if (!begun[f]) { begun[f] = 1; seqs[f]++; }
            else if (rnd() % 30) seqs[f] += (u32)pay;
            if (rnd() % 60 == 0) { l4[13] |= 1; }
            if (rnd() % 40 == 0) { l4[13] |= 4; begun[f] = 0; }
        } else put16(l4 + 4, (u32)(8 + pay));
        put16(ip + 10, csum_end(csum_add(0, ip, 20)));
        u32 s = csum_add(0, ip + 12, 8) + ip[9] + (u32)(hdr + pay);
        put16(l4 + (tcp ? 16 : 6), csum_end(csum_add(s, l4, hdr + pay)));
        if (rnd() % 100 == 0) p[rnd() % n] ^= 0x10;
        put32(p - 4, (u32)n);
        caplen += (size_t)n + 4;
    }
}

int main(int argc, char **argv)
{
    int npk = argc > 1 ? atoi(argv[1]) : 600000;
    if (argc > 2) rng = (u32)atoi(argv[2]);
    if (npk < 1) { fprintf(stderr, "usage: pktflow packets [seed]\n"); return 1; }
    build_matcher();
    for (int k = 2; k < 1600; k++) nlogn[k] = (int)(k * log2(k) * 1000);
    for (int k = 0; k < 4000; k++) add_route(rnd() << 8, 6 + rnd() % 19, rnd() % 16);
    make_capture(npk);

    size_t *start = malloc(sizeof *start * npk);
    int count = 0;
    for (size_t at = 0; at + 4 <= caplen; ) {
        int n = (int)get32(cap + at);
        if (at + 4 + (size_t)n > caplen) { fprintf(stderr, "truncated\n"); break; }
        start[count++] = at;
        at += 4 + (size_t)n;
    }
    struct decoded *dec = malloc(sizeof *dec * count);
#pragma omp parallel
    {
        struct totals mine = { 0 };
#pragma omp for schedule(dynamic, 256)
        for (int k = 0; k < count; k++)
            packet(cap + start[k] + 4, (int)get32(cap + start[k]), &mine, &dec[k]);
#pragma omp critical
        for (size_t k = 0; k < sizeof tot / sizeof(long); k++) ((long *)&tot)[k] += ((long *)&mine)[k];
    }
    for (int k = 0; k < count; k++) {
        const struct decoded *d = &dec[k];
        if (!d->valid) continue;
        struct flow *f = lookup(d->src, d->dst, d->sp, d->dp, d->proto);
        track(f, d->seq, d->flags, d->len, d->sig);
    }
    free(dec);
    free(start);

    printf("frames %ld not-ip %ld bad-ip %ld bad-l4 %ld no-route %ld\n", tot.frames, tot.notip, tot.badip, tot.badl4, tot.noroute);
    printf("tcp %ld udp %ld other %ld flows %ld\n", tot.tcp, tot.udp, tot.other, nflows);
    for (int k = 0; k < NSIG; k++) printf("signature %2d: %ld\n", k, tot.hits[k]);
    for (int k = 0; k < 16; k++) printf("port %2d: %ld\n", k, tot.port[k]);
    for (int k = 0; k < 9; k++) printf("entropy %d bits: %ld\n", k, tot.entropy[k]);
    long st[5] = { 0 }, re = 0, gaps = 0; u64 h = 0;
    for (int b = 0; b < NBUCKET; b++)
        for (struct flow *f = table[b]; f; f = f->next) {
            st[f->st]++; re += f->retrans; gaps += f->gaps;
            h = h * 1000003 + (u64)f->bytes * 7 + (u64)f->packets + f->next_seq + (u64)f->sigs;
        }
    printf("states %ld %ld %ld %ld %ld retrans %ld gaps %ld hash %llx\n", st[0], st[1], st[2], st[3], st[4], re, gaps, (unsigned long long)h);
    return 0;
}
