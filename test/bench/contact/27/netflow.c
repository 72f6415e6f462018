/*
 * netflow: flow accounting at a border router.
 * Packets are checked (IPv4 header checksum, ttl), looked up in a prefix trie
 * (longest match) and booked on a flow table with idle and active timeouts.
 * Expired flows are exported in the order in which they are found.
 *
 * usage: netflow [packets] [prefixes] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define HASHSIZE 16384
#define IDLE 4000               /* milliseconds */
#define ACTIVE 20000
#define NAS 64

struct packet { uint32_t ms; uint8_t ip[20]; uint16_t sport, dport; uint8_t flags; };
struct key { uint32_t src, dst; uint16_t sport, dport; uint8_t proto; };

struct flow {
    struct flow *next;
    struct key key;
    uint32_t first, last, packets, bytes;
    uint8_t flags, as;
};

struct trie { struct trie *child[2]; int as; };

static struct packet *trace;
static int npackets;
static struct trie *routes;
static struct flow *table[HASHSIZE];
static struct flow *exported, **export_tail = &exported;
static int bad_sum, bad_ttl, no_route;
static uint64_t as_bytes[NAS], as_packets[NAS];

static uint64_t seed = 99;
static uint32_t rnd(uint32_t n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (uint32_t)((seed >> 32) * n >> 32);
}

static void *must(void *p)
{
    if (!p) { fprintf(stderr, "netflow: out of memory\n"); exit(2); }
    return p;
}

static void put32(uint8_t *p, uint32_t v) { p[0] = (uint8_t)(v >> 24); p[1] = (uint8_t)(v >> 16); p[2] = (uint8_t)(v >> 8); p[3] = (uint8_t)v; }
static uint32_t get32(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }

static uint16_t ip_sum(const uint8_t *h)
{
    uint32_t s = 0;
    for (int i = 0; i < 20; i += 2) s += (uint32_t)(h[i] << 8 | h[i + 1]);
    while (s >> 16) s = (s & 0xffff) + (s >> 16);
    return (uint16_t)~s;
}

static uint32_t host(uint32_t k)        /* popular and rare addresses */
{
    uint32_t x = k * 2654435761u;
    x ^= x >> 15;
    return x * 2246822519u;
}

static void add_route(uint32_t net, int len, int as)
{
    struct trie **t = &routes;
    for (int bit = 0; ; bit++) {
        if (!*t) {
            *t = must(calloc(1, sizeof **t));
            (*t)->as = -1;
        }
        if (bit == len) break;
        t = &(*t)->child[net >> (31 - bit) & 1];
    }
    (*t)->as = as;
}

static int lookup(uint32_t addr)
{
    int as = -1;
    const struct trie *t = routes;
    for (int bit = 31; t; bit--) {
        if (t->as >= 0) as = t->as;
        if (bit < 0) break;
        t = t->child[addr >> bit & 1];
    }
    return as;
}

static void free_trie(struct trie *t)
{
    if (!t) return;
    free_trie(t->child[0]);
    free_trie(t->child[1]);
    free(t);
}

static void make_trace(int n)
{
    uint32_t ms = 0;
    trace = must(calloc((size_t)n, sizeof *trace));
    npackets = n;
    for (int i = 0; i < n; i++) {
        struct packet *p = &trace[i];
        uint32_t r = rnd(1 << 30), conv = (r & 3) ? (r >> 2) % 3000 : (r >> 2) % 60000;
        conv += ms / 30000 * 500;
        ms += (i & 15) == 0;
        p->ms = ms;
        p->ip[0] = 0x45;
        p->ip[2] = (uint8_t)(rnd(6));
        p->ip[3] = (uint8_t)(40 + (r >> 20) % 200);
        p->ip[8] = r % 9973 == 0 ? 0 : 64;
        p->ip[9] = conv % 5 ? 6 : 17;
        put32(p->ip + 12, host(conv % 7919));
        put32(p->ip + 16, host(conv + 100000));
        uint16_t sum = ip_sum(p->ip);
        if (r % 7001 == 0) sum ^= 0x0100;               /* line error */
        p->ip[10] = (uint8_t)(sum >> 8);
        p->ip[11] = (uint8_t)sum;
        p->sport = (uint16_t)(1024 + conv % 50000);
        p->dport = conv % 3 ? 443 : 53;
        p->flags = r % 101 == 0 ? 1 : 16;               /* FIN or ACK */
    }
}

static unsigned hash_key(const struct key *k)
{
    uint64_t h = ((uint64_t)k->src << 32 | k->dst) ^ ((uint64_t)k->sport << 24 | (uint64_t)k->dport << 8 | k->proto) * 0x9E3779B97F4A7C15ULL;
    h *= 0xD6E8FEB86659FD93ULL;
    return (unsigned)(h >> 50);
}

static int same_key(const struct key *a, const struct key *b)
{
    return a->src == b->src && a->dst == b->dst && a->sport == b->sport && a->dport == b->dport && a->proto == b->proto;
}

static void export_flow(struct flow **where)
{
    struct flow *f = *where;
    *where = f->next;
    f->next = NULL;
    *export_tail = f;
    export_tail = &f->next;
    as_bytes[f->as] += f->bytes;
    as_packets[f->as] += f->packets;
}

static void account(const struct packet *p)
{
    struct key k = { get32(p->ip + 12), get32(p->ip + 16), p->sport, p->dport, p->ip[9] };
    uint32_t len = (uint32_t)(p->ip[2] << 8 | p->ip[3]);
    if (ip_sum(p->ip) != 0) { bad_sum++; return; }
    if (p->ip[8] == 0) { bad_ttl++; return; }
    int as = lookup(k.dst);
    if (as < 0) { no_route++; return; }

    struct flow **w = &table[hash_key(&k)], *f;
    while ((f = *w) != NULL) {
        if (p->ms - f->last > IDLE || p->ms - f->first > ACTIVE || f->flags & 1) export_flow(w);
        else if (same_key(&f->key, &k)) break;
        else w = &f->next;
    }
    if (!f) {
        f = *w = must(calloc(1, sizeof *f));
        f->key = k;
        f->first = p->ms;
        f->as = (uint8_t)as;
    }
    f->last = p->ms;
    f->packets++;
    f->bytes += len;
    f->flags |= p->flags;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000000, prefixes = argc > 2 ? atoi(argv[2]) : 20000;
    if (argc > 3) seed = strtoull(argv[3], NULL, 10);
    if (n < 1 || prefixes < 1) { fprintf(stderr, "usage: netflow [packets] [prefixes] [seed]\n"); return 1; }
    for (int i = 0; i < 200; i++) add_route((uint32_t)i << 24, 8, i % NAS);
    for (int i = 0; i < prefixes; i++)
        add_route(host(100000 + rnd(62000)) ^ rnd(1024), 12 + (int)rnd(17), (int)rnd(NAS));
    make_trace(n);
    for (int i = 0; i < npackets; i++) account(&trace[i]);
    for (int h = 0; h < HASHSIZE; h++)          /* end of the trace */
        while (table[h]) export_flow(&table[h]);

    uint64_t digest = 17, flows = 0;
    struct flow *top = exported;
    for (struct flow *f = exported; f; f = f->next) {
        digest = (digest ^ f->key.src ^ (uint64_t)f->key.dst << 20 ^ (uint64_t)f->bytes << 9 ^ f->last) * 0x100000001b3ULL;
        digest ^= digest >> 31;
        flows++;
        if (f->bytes > top->bytes) top = f;
    }
    printf("packets %d flows %llu bad sum %d ttl %d unrouted %d digest %016llx\n", n, (unsigned long long)flows, bad_sum, bad_ttl, no_route, (unsigned long long)digest);
    if (top) printf("top %08x:%u > %08x:%u proto %u packets %u bytes %u ms %u-%u\n", top->key.src, top->key.sport, top->key.dst, top->key.dport, top->key.proto, top->packets, top->bytes, top->first, top->last);
    for (int a = 0; a < NAS; a += 8)
        printf("as %2d: %llu packets %llu bytes\n", a, (unsigned long long)as_packets[a], (unsigned long long)as_bytes[a]);
    while (exported) { struct flow *f = exported->next; free(exported); exported = f; }
    free(trace); free_trie(routes);
    return 0;
}
