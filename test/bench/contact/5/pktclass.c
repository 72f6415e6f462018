// SPDX-License-Identifier: Apache-2.0
/* pktclass - classify a packet trace against a rule set, with counters
 *
 * usage: pktclass [packets] [rules] [seed]
 *
 * Rules are kept in priority order and hung into a binary trie on the
 * destination prefix; a lookup walks the trie and takes the best matching
 * rule of all nodes on the path.  Rate-limited rules have a token bucket.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
enum action { ACCEPT, DROP, REJECT, LIMIT, COUNT, NACTION };
static const char *const action_name[NACTION] = { "accept", "drop", "reject", "limit", "count" };

struct range16 { uint16_t lo, hi; };
struct rule {
    uint32_t src, src_mask, dst;
    uint8_t dst_len, proto, flags_set, flags_mask;      /* proto 0 is any */
    struct range16 sport, dport;
    enum action act;
    int prio;
    uint32_t rate;                      /* bytes per ms, LIMIT only */
    struct rule *next;                  /* same trie node, ascending priority */
    uint64_t packets, bytes, first_seen, last_seen, refill;     /* times in ns */
    int64_t tokens;
};

struct trie { struct trie *bit[2]; struct rule *rules; };
struct packet {
    uint64_t time;
    uint32_t src, dst;
    uint16_t sport, dport, len;
    uint8_t proto, flags;
};

struct totals {
    uint64_t per_action[NACTION], unmatched, compares, limited;
    uint64_t size_hist[8];
    uint32_t ports[1024];               /* accepted packets by low destination port */
};

static uint64_t seed = 1;
static uint32_t rnd(void)
{
    seed ^= seed >> 12; seed ^= seed << 25; seed ^= seed >> 27;
    return (uint32_t)((seed * 2685821657736338717ull) >> 32);
}

static void *zalloc(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    if (!p) { fputs("pktclass: out of memory\n", stderr); exit(EXIT_FAILURE); }
    return p;
}

static uint32_t mask_of(int len) { return len ? 0xffffffffu << (32 - len) : 0; }

static uint32_t address(void)           /* skewed, so that prefixes overlap */
{
    uint32_t a = rnd() % 7, b = rnd() & rnd() & 255;
    return 10u << 24 | a << 20 | b << 10 | (rnd() & 0x3ff);
}

static uint16_t service(void)
{
    static const uint16_t well[] = { 80, 443, 53, 22, 25, 123, 993, 8080, 5060, 3306 };
    return rnd() % 4 ? well[rnd() % (sizeof well / sizeof *well)] : (uint16_t)rnd();
}

static void make_rule(struct rule *r, int prio, int count)
{
    static const uint8_t protos[] = { 6, 6, 17, 0, 1 };
    int sl = rnd() % 3 ? 0 : 10 + (int)(rnd() % 15);
    memset(r, 0, sizeof *r);
    r->prio = prio;
    r->dst_len = (uint8_t)(prio == count - 1 ? 0 : 8 + rnd() % 22);
    r->dst = address() & mask_of(r->dst_len);
    r->src_mask = mask_of(sl);
    r->src = address() & r->src_mask;
    r->proto = protos[rnd() % sizeof protos];
    r->sport = (struct range16){ 0, 65535 };
    r->dport = r->sport;
    if (rnd() % 3) r->dport.lo = r->dport.hi = service();
    else if (rnd() & 1) r->dport.hi = 1023;
    if (rnd() % 5 == 0) r->sport.lo = 1024;
    if (r->proto == 6 && rnd() % 4 == 0) { r->flags_mask = 0x12; r->flags_set = 0x02; }
    r->act = (enum action)(rnd() % NACTION);
    r->rate = 20 + rnd() % 400;
    r->tokens = r->rate * 50;
}

static void hang(struct trie *t, struct rule *r)
{
    for (int d = 0; d < r->dst_len; d++) {
        int b = r->dst >> (31 - d) & 1;
        if (!t->bit[b]) t->bit[b] = zalloc(1, sizeof *t);
        t = t->bit[b];
    }
    struct rule **p = &t->rules;
    while (*p) p = &(*p)->next;
    *p = r;
}

static void prune(struct trie *t)
{
    if (!t) return;
    prune(t->bit[0]); prune(t->bit[1]);
    free(t);
}

static void make_packet(struct packet *p, uint64_t *clock)
{
    *clock += 200 + rnd() % 1500;
    p->time = *clock;
    p->src = address();
    p->dst = address();
    p->proto = rnd() % 10 < 7 ? 6 : rnd() % 5 ? 17 : 1;
    p->sport = (uint16_t)(1024 + rnd() % 60000);
    p->dport = service();
    p->len = (uint16_t)(rnd() & 1 ? 40 + rnd() % 100 : 40 + rnd() % 1460);
    p->flags = (uint8_t)(rnd() % 6 ? 0x10 : 0x02);
}

static bool matches(const struct rule *r, const struct packet *p)
{
    return (p->src & r->src_mask) == r->src
        && (r->proto == 0 || r->proto == p->proto)
        && p->dport >= r->dport.lo && p->dport <= r->dport.hi
        && p->sport >= r->sport.lo && p->sport <= r->sport.hi
        && (p->flags & r->flags_mask) == r->flags_set;
}

static struct rule *lookup(const struct trie *t, const struct packet *p, uint64_t *compares)
{
    struct rule *best = NULL;
    for (int d = 31; t; t = d >= 0 ? t->bit[p->dst >> d & 1] : NULL, d--)
        for (struct rule *r = t->rules; r && (!best || r->prio < best->prio); r = r->next) {
            ++*compares;
            if (matches(r, p)) { best = r; break; }
        }
    return best;
}

static bool take_tokens(struct rule *r, const struct packet *p)
{
    int64_t cap = (int64_t)r->rate * 50;
    r->tokens += (int64_t)((p->time - r->refill) * r->rate / 1000000);
    if (r->tokens > cap) r->tokens = cap;
    r->refill = p->time;
    if (r->tokens < p->len) return false;
    r->tokens -= p->len;
    return true;
}

static void account(struct totals *tot, struct rule *r, const struct packet *p)
{
    enum action act = r->act;
    if (r->packets++ == 0) r->first_seen = p->time;
    r->bytes += p->len;
    r->last_seen = p->time;
    if (act == LIMIT && !take_tokens(r, p)) { tot->limited++; act = DROP; }
    tot->per_action[act]++;
    if ((act == ACCEPT || act == COUNT) && p->dport < 1024)
        tot->ports[p->dport]++;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 2400000;
    int nr = argc > 2 ? atoi(argv[2]) : 6000;
    seed = argc > 3 ? strtoull(argv[3], NULL, 10) | 1 : 42;
    if (n < 1 || nr < 1) { fputs("usage: pktclass [packets] [rules] [seed]\n", stderr); return EXIT_FAILURE; }
    struct rule *rules = zalloc((size_t)nr, sizeof *rules);
    struct packet *trace = zalloc((size_t)n, sizeof *trace);
    struct trie *root = zalloc(1, sizeof *root);
    struct totals tot;
    uint64_t clock = 0, digest = 0;
    struct timespec t0, t1;

    memset(&tot, 0, sizeof tot);
    for (int i = 0; i < nr; i++) {
        make_rule(&rules[i], i, nr);
        hang(root, &rules[i]);
    }
    for (long i = 0; i < n; i++)
        make_packet(&trace[i], &clock);

    clock_gettime(CLOCK_MONOTONIC, &t0);
    for (long i = 0; i < n; i++) {
        const struct packet *p = &trace[i];
        tot.size_hist[p->len * 8 / 1501]++;
        struct rule *r = lookup(root, p, &tot.compares);
        if (r)
            account(&tot, r, p);
        else
            tot.unmatched++;
    }
    clock_gettime(CLOCK_MONOTONIC, &t1);
    fprintf(stderr, "classify %.3f s\n", (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec));

    printf("packets %ld rules %d unmatched %llu compares %llu limited %llu\n", n, nr, (unsigned long long)tot.unmatched,
           (unsigned long long)tot.compares, (unsigned long long)tot.limited);
    for (int a = 0; a < NACTION; a++)
        printf("%-7s %llu\n", action_name[a], (unsigned long long)tot.per_action[a]);
    for (int i = 0; i < 8; i++)
        printf("%s%llu", i ? " " : "sizes ", (unsigned long long)tot.size_hist[i]);
    for (int i = 0; i < nr; i++)
        digest = digest * 1000003u + (rules[i].packets ^ rules[i].bytes << 7 ^ rules[i].last_seen ^ rules[i].first_seen << 3
                                      ^ (uint64_t)rules[i].tokens);
    for (int i = 0; i < 1024; i++)
        digest = digest * 31 + tot.ports[i];
    printf("\nhttp %u https %u dns %u digest %016llx\n", tot.ports[80], tot.ports[443], tot.ports[53], (unsigned long long)digest);
    prune(root);
    free(rules); free(trace);
    return EXIT_SUCCESS;
}
