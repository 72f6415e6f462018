/*
 * pclass - replay a synthetic packet trace through a three stage classifier:
 * access list, QoS class, NAT entry.  Every stage is a rule set compiled into
 * a HiCuts-like decision tree: inner nodes cut one header field into equal
 * pieces, leaves hold a short list of rules in priority order.
 *
 * usage: pclass [packets] [acl_rules] [seed]
 */
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SRC, DST, SPORT, DPORT, PROTO, NDIM };
enum { LEAF_MAX = 16, DEPTH_MAX = 10, CUT_BITS = 3, NCUT = 1 << CUT_BITS, NCLASS = 6 };

struct range { uint32_t lo, hi; };

struct rule {
    struct range f[NDIM];
    int deny, log;
    uint32_t arg;               /* QoS class or NAT address */
    uint64_t hits, bytes;
};

struct box { uint32_t lo[NDIM]; int bits[NDIM]; };

struct node {
    int dim, shift;
    struct node *kid[NCUT];     /* all NULL in a leaf */
    struct rule **rules;        /* ends with one that covers the leaf */
};

struct ruleset {
    const char *name;
    struct rule *rules;
    struct node *root;
    int n, nodes, leaves, refs;
};

struct packet { uint32_t f[NDIM]; uint16_t len; uint8_t verdict, cls; };

static struct { int *idx; int n; } loglist;
static uint64_t rng_state;

static uint32_t rnd(void)
{
    rng_state = rng_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return rng_state >> 32;
}

static void *xrealloc(void *p, size_t n)
{
    if (!(p = realloc(p, n)))
        abort();
    return p;
}

static uint32_t span(int bits) { return bits >= 32 ? UINT32_MAX : (1u << bits) - 1; }

static struct range prefix(uint32_t addr, int len)
{
    return (struct range){ addr & ~span(32 - len), addr | span(32 - len) };
}

static void random_rule(struct rule *r, const uint32_t *nets, int nnets)
{
    static const uint16_t ports[] = { 22, 25, 53, 80, 110, 123, 143, 443, 993, 3306, 8080, 8443 };
    static const int plen[] = { 0, 16, 20, 24, 24, 28, 32, 32 };
    uint32_t port = rnd() % 3 ? ports[rnd() % 12] : rnd() % 60000, proto = rnd() % 3 ? 6 : 17;

    r->f[SRC] = prefix(nets[rnd() % nnets] + rnd() % 4096, plen[rnd() % 8]);
    r->f[DST] = prefix(nets[rnd() % nnets] + rnd() % 4096, plen[1 + rnd() % 7]);
    r->f[SPORT] = (struct range){ rnd() % 6 ? 0 : 1024, 65535 };
    r->f[DPORT] = (struct range){ port, rnd() % 4 ? port : port + rnd() % 5000 };
    r->f[PROTO] = rnd() % 5 ? (struct range){ proto, proto } : (struct range){ 0, 255 };
    r->deny = rnd() % 4 == 0;
    r->log = rnd() % 16 == 0;
    r->arg = rnd();
    r->hits = r->bytes = 0;
}

/* 0: no common point, 1: partial overlap, 2: the rule covers the whole box */
static int relation(const struct rule *r, const struct box *b)
{
    int rel = 2;
    for (int d = 0; d < NDIM; d++) {
        uint32_t lo = b->lo[d], hi = lo + span(b->bits[d]);
        if (r->f[d].lo > hi || r->f[d].hi < lo)
            return 0;
        if (r->f[d].lo > lo || r->f[d].hi < hi)
            rel = 1;
    }
    return rel;
}

/* Piece k of b cut along d, and the rules that can match inside it. */
static int cut(struct rule **list, int n, struct box b, int d, int k, struct box *sub, struct rule **out)
{
    int m = 0;
    b.bits[d] -= CUT_BITS;
    b.lo[d] += (uint32_t)k << b.bits[d];
    for (int i = 0; i < n; i++) {
        int rel = relation(list[i], &b);
        if (rel)
            out[m++] = list[i];
        if (rel == 2)
            break;              /* everything behind it is hidden */
    }
    *sub = b;
    return m;
}

static struct node *build(struct ruleset *rs, struct rule **list, int n, const struct box *b, int depth)
{
    struct node *nd = xrealloc(NULL, sizeof *nd);
    struct rule **tmp = xrealloc(NULL, n * sizeof *tmp);
    struct box sub;
    int best = -1, best_cost = NCUT * 2 * n;

    *nd = (struct node){ 0 };
    rs->nodes++;
    for (int d = 0; d < NDIM && n > LEAF_MAX && depth < DEPTH_MAX; d++) {
        int sum = 0, worst = 0;
        for (int k = 0; k < NCUT && b->bits[d] >= CUT_BITS; k++) {
            int m = cut(list, n, *b, d, k, &sub, tmp);
            sum += m;
            worst = m > worst ? m : worst;
        }
        if (sum && sum + NCUT * worst < best_cost) {
            best_cost = sum + NCUT * worst;
            best = d;
        }
    }
    if (best < 0) {
        nd->rules = memcpy(tmp, list, n * sizeof *tmp);
        rs->leaves++;
        rs->refs += n;
        return nd;
    }
    nd->dim = best;
    nd->shift = b->bits[best] - CUT_BITS;
    for (int k = 0; k < NCUT; k++) {
        int m = cut(list, n, *b, best, k, &sub, tmp);
        nd->kid[k] = build(rs, tmp, m, &sub, depth + 1);
    }
    free(tmp);
    return nd;
}

static void make_ruleset(struct ruleset *rs, const char *name, int n, const uint32_t *nets, int nnets)
{
    struct rule **list = xrealloc(NULL, n * sizeof *list);
    struct box all = { { 0 }, { 32, 32, 16, 16, 8 } };

    *rs = (struct ruleset){ .name = name, .n = n, .rules = xrealloc(NULL, n * sizeof *rs->rules) };
    for (int i = 0; i < n; i++) {
        random_rule(&rs->rules[i], nets, nnets);
        list[i] = &rs->rules[i];
    }
    for (int d = 0; d < NDIM; d++)      /* the last rule matches everything */
        rs->rules[n - 1].f[d] = (struct range){ 0, span(all.bits[d]) };
    rs->root = build(rs, list, n, &all, 0);
    free(list);
}

static int matches(const struct rule *r, const uint32_t *f)
{
    for (int d = 0; d < NDIM; d++)
        if (f[d] < r->f[d].lo || f[d] > r->f[d].hi)
            return 0;
    return 1;
}

/* state of the LCG after n more steps */
static uint64_t lcg_skip(uint64_t x, uint64_t n)
{
    uint64_t a = 6364136223846793005ULL, c = 1442695040888963407ULL;
    for (; n; n >>= 1) {
        if (n & 1)
            x = a * x + c;
        c *= a + 1;
        a *= a;
    }
    return x;
}

static uint32_t lcg(uint64_t *st)
{
    *st = *st * 6364136223846793005ULL + 1442695040888963407ULL;
    return *st >> 32;
}

struct tally { uint64_t hits, bytes; };

static const struct rule *classify(const struct ruleset *rs, const struct packet *p, struct tally *t)
{
    const struct node *nd = rs->root;
    while (nd->kid[0])
        nd = nd->kid[(p->f[nd->dim] >> nd->shift) & (NCUT - 1)];
    struct rule **r = nd->rules;
    while (!matches(*r, p->f))  /* ends at the catch-all rule */
        r++;
    t += *r - rs->rules;
    t->hits++;
    t->bytes += p->len;
    return *r;
}

int main(int argc, char **argv)
{
    int npkt = argc > 1 ? atoi(argv[1]) : 1900000;
    int nacl = argc > 2 ? atoi(argv[2]) : 2000;
    uint32_t nets[48];
    uint64_t cls_bytes[NCLASS] = { 0 }, digest = 14695981039346656037ULL;
    struct ruleset acl, qos, nat, *sets[] = { &acl, &qos, &nat };
    int denied = 0;
    rng_state = argc > 3 ? strtoull(argv[3], NULL, 0) : 20240611;
    for (int i = 0; i < 48; i++)
        nets[i] = rnd() & 0xfffff000u;
    make_ruleset(&acl, "acl", nacl, nets, 48);
    make_ruleset(&qos, "qos", nacl / 3, nets, 48);
    make_ruleset(&nat, "nat", nacl / 4, nets, 48);

    struct packet *trace = xrealloc(NULL, npkt * sizeof *trace);
    loglist.idx = xrealloc(NULL, npkt * sizeof(int));
#pragma omp parallel
    {
        int nth = omp_get_num_threads(), tid = omp_get_thread_num();
        int lo = (int)((long)npkt * tid / nth), hi = (int)((long)npkt * (tid + 1) / nth);
        int nlog = 0, den = 0, *log = loglist.idx + lo;     /* room for one entry per packet */
        uint64_t bytes[NCLASS] = { 0 };
        struct tally *t_acl = calloc(acl.n + qos.n + nat.n, sizeof *t_acl);
        struct tally *t_qos = t_acl + acl.n, *t_nat = t_qos + qos.n;
        uint64_t st = lcg_skip(rng_state, 8ULL * lo);       /* 8 numbers per packet */

        for (int i = lo; i < hi; i++) {
            struct packet *p = &trace[i];
            const struct ruleset *rs = sets[lcg(&st) % 3];
            const struct rule *r = &rs->rules[lcg(&st) % rs->n];
            for (int d = 0; d < NDIM; d++)
                p->f[d] = r->f[d].lo + (uint32_t)(((uint64_t)(r->f[d].hi - r->f[d].lo) * lcg(&st)) >> 32);
            p->len = 40 + lcg(&st) % 1460;
            p->verdict = p->cls = 0;

            r = classify(&acl, p, t_acl);
            if (r->log)
                log[nlog++] = i;
            if (r->deny) {
                den++;
                continue;
            }
            p->verdict = 1;
            p->cls = classify(&qos, p, t_qos)->arg % NCLASS;
            bytes[p->cls] += p->len;
            p->f[SRC] = classify(&nat, p, t_nat)->arg;
        }
#pragma omp barrier
#pragma omp for ordered schedule(static, 1)
        for (int t = 0; t < nth; t++)
#pragma omp ordered
        {
            memmove(loglist.idx + loglist.n, log, nlog * sizeof(int));
            loglist.n += nlog;
            denied += den;
            for (int c = 0; c < NCLASS; c++)
                cls_bytes[c] += bytes[c];
            struct tally *q = t_acl;
            for (int s = 0; s < 3; s++)
                for (int i = 0; i < sets[s]->n; i++, q++) {
                    sets[s]->rules[i].hits += q->hits;
                    sets[s]->rules[i].bytes += q->bytes;
                }
        }
        free(t_acl);
    }

    for (int i = 0; i < npkt; i++)
        digest = (digest ^ trace[i].f[SRC] ^ (uint64_t)trace[i].cls << 40 ^ (uint64_t)trace[i].verdict << 50) * 1099511628211ULL;
    for (int s = 0; s < 3; s++) {
        const struct rule *top = sets[s]->rules;
        for (int i = 1; i < sets[s]->n; i++)
            if (sets[s]->rules[i].hits > top->hits)
                top = &sets[s]->rules[i];
        printf("%s: %d rules %d nodes %d leaves %d refs, busiest rule %d: %" PRIu64 " packets %" PRIu64 " bytes\n",
               sets[s]->name, sets[s]->n, sets[s]->nodes, sets[s]->leaves, sets[s]->refs,
               (int)(top - sets[s]->rules), top->hits, top->bytes);
    }
    for (int c = 0; c < NCLASS; c++)
        printf("class %d: %" PRIu64 " bytes\n", c, cls_bytes[c]);
    for (int i = 0; i < loglist.n; i++)
        digest = digest * 31 + loglist.idx[i];
    printf("denied %d of %d, logged %d, digest %016" PRIx64 "\n", denied, npkt, loglist.n, digest);
    return 0;
}
