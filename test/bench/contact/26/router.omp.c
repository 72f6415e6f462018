/* router [packets] [routes] - IPv4 header checks, longest-prefix match in a
 * multibit trie, per-flow accounting, per-port token buckets */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <omp.h>

#define STRIDE		6
#define FANOUT		(1 << STRIDE)
#define NPORTS		32
#define FLOW_BUCKETS	16384
#define BURST		60000
#define NO_ROUTE	(-1)
#define BATCH		65536
#define RND_STEP	0x6D2B79F5u

struct trie_node {
	int child[FANOUT];	/* index into trie[], 0: none */
	int8_t port[FANOUT];
	uint8_t plen[FANOUT];
};

struct packet { uint8_t hdr[20]; uint16_t sport, dport; uint32_t hash; int port; int verdict; };

struct flow {
	uint32_t src, dst, ports, packets, first;
	uint8_t proto;
	uint64_t bytes;
	struct flow *next;
};

struct port { int64_t tokens; uint32_t last, sent, digest; uint64_t bytes; };

enum verdict { V_OK, V_BAD, V_TTL, V_NOROUTE, V_POLICED, V_COUNT };

static struct trie_node *trie;
static int nnodes = 1;
static struct flow *flows[FLOW_BUCKETS];
static struct port ports[NPORTS];
static uint64_t stats[V_COUNT], nflows;

static uint32_t rnd32(uint32_t *rstate)
{
	uint32_t x = *rstate += RND_STEP;
	x = (x ^ x >> 15) * (x | 1);
	x ^= x + (x ^ x >> 7) * (x | 61);
	return x ^ x >> 14;
}

static void *check(void *p)
{
	if (!p)
		fprintf(stderr, "router: out of memory\n"), exit(1);
	return p;
}

static unsigned int slice(uint32_t addr, int depth)
{
	return (unsigned int)(((uint64_t)addr << 32) << depth >> (64 - STRIDE));
}

static void route_add(uint32_t prefix, int len, int port)
{
	int n = 0, depth = 0;
	for (; len - depth > STRIDE; depth += STRIDE) {
		unsigned int s = slice(prefix, depth);
		if (!trie[n].child[s])
			trie[n].child[s] = nnodes++;
		n = trie[n].child[s];
	}
	unsigned int span = 1u << (STRIDE - (len - depth));
	for (unsigned int i = slice(prefix, depth) & ~(span - 1); span--; i++)
		if (trie[n].plen[i] <= len) {
			trie[n].port[i] = (int8_t)port;
			trie[n].plen[i] = (uint8_t)len;
		}
}

static int route_lookup(uint32_t addr)
{
	int best = NO_ROUTE, depth = 0, n = 0;
	do {
		unsigned int s = slice(addr, depth);
		best = trie[n].plen[s] ? trie[n].port[s] : best;
		n = trie[n].child[s];
		depth += STRIDE;
	} while (n);
	return best;
}

static uint32_t be(const uint8_t *p, int n)
{
	uint32_t v = 0;
	for (; n--; p++)
		v = v << 8 | *p;
	return v;
}

static void set_be(uint8_t *p, int n, uint32_t v)
{
	for (; n--; v >>= 8)
		p[n] = (uint8_t)v;
}

static uint16_t checksum(const uint8_t *h)
{
	uint32_t s = 0;
	for (int i = 0; i < 20; i += 2)
		s += be(h + i, 2);
	s = (s & 0xffff) + (s >> 16);
	return (uint16_t)~(s + (s >> 16));
}

static void packet_make(struct packet *p, uint32_t rs)
{
	uint32_t a = rnd32(&rs), b = rnd32(&rs), who = b % ((b >> 28) ? 3000 : 60000);
	memset(p, 0, sizeof(*p));
	p->hdr[0] = (a >> 10 & 1023) ? 0x45 : 0x65;
	set_be(p->hdr + 2, 2, 40 + (a & 1023));
	p->hdr[8] = (uint8_t)(a >> 20 & 127);
	p->hdr[9] = who & 1 ? 6 : 17;
	set_be(p->hdr + 12, 4, 0x0a000000u + who % 977);
	set_be(p->hdr + 16, 4, who * 2654435761u);
	p->sport = (uint16_t)(1024 + who % 5);
	p->dport = who & 2 ? 443 : 53;
	set_be(p->hdr + 10, 2, checksum(p->hdr) ^ ((a >> 27) == 9 && (b & 15) == 3));
}

/* header checks; on success the ttl is decremented and *port is set */
static enum verdict classify(struct packet *p, int *port)
{
	if (p->hdr[0] != 0x45 || checksum(p->hdr) != 0)
		return V_BAD;
	if (p->hdr[8] <= 1)
		return V_TTL;
	*port = route_lookup(be(p->hdr + 16, 4));
	if (*port == NO_ROUTE)
		return V_NOROUTE;
	p->hdr[8]--;
	uint32_t c = be(p->hdr + 10, 2) + 0x100;	/* RFC 1141 */
	set_be(p->hdr + 10, 2, c + (c >> 16));
	return V_OK;
}

static uint32_t flow_hash(const struct packet *p)
{
	uint32_t pp = (uint32_t)p->sport << 16 | p->dport;
	return ((be(p->hdr + 12, 4) * 0x9E3779B1u ^ be(p->hdr + 16, 4)) ^ pp ^ p->hdr[9]) * 0x85EBCA6Bu >> 18;
}

/* returns the number of new flows */
static int account(const struct packet *p, uint32_t now)
{
	uint32_t src = be(p->hdr + 12, 4), dst = be(p->hdr + 16, 4);
	uint32_t pp = (uint32_t)p->sport << 16 | p->dport;
	uint32_t h = p->hash;
	int fresh = 0;
	struct flow *f, **at = &flows[h];
	for (f = *at; f; at = &f->next, f = *at)
		if (f->src == src && f->dst == dst && f->ports == pp && f->proto == p->hdr[9])
			break;
	if (f) {
		*at = f->next;
	} else {
		f = check(malloc(sizeof(*f)));
		*f = (struct flow){ src, dst, pp, 0, now, p->hdr[9], 0, NULL };
		fresh = 1;
	}
	f->next = flows[h];	/* move to front */
	flows[h] = f;
	f->packets++;
	f->bytes += be(p->hdr + 2, 2);
	return fresh;
}

static enum verdict transmit(struct port *q, const struct packet *p, uint32_t now)
{
	uint32_t len = be(p->hdr + 2, 2);
	q->tokens += (int64_t)(now - q->last) * 15;
	q->tokens = q->tokens > BURST ? BURST : q->tokens;
	q->last = now;
	if (q->tokens < len)
		return V_POLICED;
	q->tokens -= len;
	q->sent++;
	q->bytes += len;
	for (int i = 8; i < 20; i++)
		q->digest = (q->digest ^ p->hdr[i]) * 16777619u;
	return V_OK;
}

int main(int argc, char **argv)
{
	uint32_t npackets = argc > 1 ? (uint32_t)atoi(argv[1]) : 7000000;
	int nroutes = argc > 2 ? atoi(argv[2]) : 40000;
	uint64_t h = 14695981039346656037u;
	uint32_t rs = 0x1234567;
	trie = check(calloc((size_t)nroutes * 3 + 1, sizeof(*trie)));	/* 3 new nodes at most */
	for (int i = 0; i < nroutes; i++) {
		int len = 12 + (int)(rnd32(&rs) % 13);
		uint32_t prefix = rnd32(&rs) & ~0u << (32 - len);
		route_add(prefix, len, (int)(rnd32(&rs) % NPORTS));
	}
	/* per batch: headers and lookups packet-parallel (the generator can be entered
	 * anywhere), then flow buckets and ports divided among the threads, in order */
	struct packet *batch = check(malloc(sizeof(*batch) * BATCH));
	#pragma omp parallel reduction(+:stats, nflows)
	for (uint32_t first = 0; first < npackets; first += BATCH) {
		uint32_t cnt = npackets - first < BATCH ? npackets - first : BATCH;
		uint32_t nt = (uint32_t)omp_get_num_threads(), me = (uint32_t)omp_get_thread_num();
		#pragma omp for schedule(static)
		for (uint32_t i = 0; i < cnt; i++) {
			struct packet *p = &batch[i];
			packet_make(p, rs + (first + i) * 2 * RND_STEP);
			p->verdict = classify(p, &p->port);
			p->hash = p->verdict == V_OK ? flow_hash(p) : 0;
			if (p->verdict != V_OK)
				stats[p->verdict]++;
		}
		for (uint32_t i = 0; i < cnt; i++) {
			struct packet *p = &batch[i];
			if (p->verdict != V_OK)
				continue;
			if (p->hash % nt == me)
				nflows += (uint64_t)account(p, first + i);
			if ((uint32_t)p->port % nt == me)
				stats[transmit(&ports[p->port], p, first + i)]++;
		}
		#pragma omp barrier
	}
	free(batch);
	for (int b = 0; b < FLOW_BUCKETS; b++)
		while (flows[b]) {
			struct flow *f = flows[b];
			h = (h ^ f->src ^ (uint64_t)f->dst << 32) * 1099511628211u + f->bytes * 31 + f->packets + f->first;
			flows[b] = f->next, free(f);
		}
	for (int i = 0; i < NPORTS; i++)
		h = (h ^ ports[i].digest) * 1099511628211u + ports[i].bytes + ports[i].sent + (uint64_t)ports[i].tokens;
	for (int i = 0; i < V_COUNT; i++)
		printf("%s%llu", i ? " " : "verdicts: ", (unsigned long long)stats[i]);
	printf("\n%d trie nodes, %llu flows, state %016llx\n", nnodes, (unsigned long long)nflows, (unsigned long long)h);
	free(trie);
	return 0;
}
