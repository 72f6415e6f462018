/* ospf.c - what-if tool for an IGP: shortest paths with ECMP over a generated
 * backbone, gravity traffic matrix, link loads, and the effect of every single
 * link failure (and every node failure) on the worst utilisation.
 *   ospf [pops] [extra links per pop] [seed]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdbool.h>
#include <inttypes.h>

#define INF UINT32_MAX
#define MAX_NODES 512

struct link {                   /* directed half, rev = index of the other */
	int from, to, rev;
	uint32_t metric;
	uint64_t capacity, load;    /* kbit/s */
	bool up;
	struct link *next;          /* adjacency list of from */
};

struct node { char name[12]; int x, y, weight; bool up; struct link *adj; };
struct heap_item { uint32_t dist; int node; };

static struct node nodes[MAX_NODES];
static struct link *links;
static int n_nodes, n_links;
static uint64_t *demand;        /* n_nodes * n_nodes, kbit/s */

static struct heap_item heap[8 * MAX_NODES];
static int heap_len;
static uint32_t dist[MAX_NODES];
static int order[MAX_NODES], n_order;
static uint64_t unrouted, seed = 1;

static unsigned rnd(unsigned n)
{
	seed ^= seed >> 12; seed ^= seed << 25; seed ^= seed >> 27;
	return (unsigned)((seed * 2685821657736338717ULL) >> 33) % n;
}

static void add_link(int a, int b)
{
	int dx = nodes[a].x - nodes[b].x, dy = nodes[a].y - nodes[b].y;
	uint32_t m = 10;
	uint64_t cap = (uint64_t[]){ 10000000, 40000000, 100000000 }[rnd(3)];

	while ((uint64_t)m * m < (uint64_t)(dx * dx + dy * dy))
		m += 10;
	for (struct link *l = nodes[a].adj; l; l = l->next)
		if (l->to == b)
			return;
	for (int k = 0; k < 2; k++) {
		struct link *l = &links[n_links];
		*l = (struct link){ k ? b : a, k ? a : b, n_links + (k ? -1 : 1), m, cap, 0, true, NULL };
		l->next = nodes[l->from].adj, nodes[l->from].adj = l;
		n_links++;
	}
}

static void build_topology(int n, int extra)
{
	static const char *city[] = { "ams", "fra", "lon", "par", "vie", "zrh", "mil", "mad", "sto", "waw" };
	n_nodes = n;
	links = calloc((size_t)n * (size_t)(extra + 2) * 2, sizeof(*links));
	demand = calloc((size_t)n * (size_t)n, sizeof(*demand));
	if (!links || !demand)
		exit((perror("ospf"), 1));
	for (int i = 0; i < n; i++) {
		snprintf(nodes[i].name, sizeof(nodes[i].name), "%s%d", city[i % 10], i / 10 + 1);
		nodes[i].x = (int)rnd(1000), nodes[i].y = (int)rnd(1000);
		nodes[i].weight = 1 + (int)rnd(i % 10 == 0 ? 60 : 12);
		nodes[i].up = true;
	}
	for (int i = 0; i < n; i++)
		add_link(i, (i + 1) % n);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < extra; k++) {
			int best = -1, bd = 0;
			for (int t = 0; t < 6; t++) {       /* prefer near neighbours */
				int j = (int)rnd((unsigned)n), d;
				d = abs(nodes[i].x - nodes[j].x) + abs(nodes[i].y - nodes[j].y);
				if (j != i && (best < 0 || d < bd))
					best = j, bd = d;
			}
			if (best >= 0)
				add_link(i, best);
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			if (i != j)
				demand[i * n + j] = (uint64_t)nodes[i].weight * (uint64_t)nodes[j].weight * (40 + rnd(20));
}

static void heap_push(uint32_t d, int v)
{
	int i = heap_len++;
	while (i > 0 && heap[(i - 1) / 2].dist > d) {
		heap[i] = heap[(i - 1) / 2], i = (i - 1) / 2;
	}
	heap[i] = (struct heap_item){ d, v };
}

static struct heap_item heap_pop(void)
{
	struct heap_item top = heap[0], last = heap[--heap_len];
	int i = 0, c;
	while ((c = 2 * i + 1) < heap_len) {
		if (c + 1 < heap_len && heap[c + 1].dist < heap[c].dist)
			c++;
		if (heap[c].dist >= last.dist)
			break;
		heap[i] = heap[c], i = c;
	}
	heap[i] = last;
	return top;
}

/* distances of all nodes towards dst (reverse SPF), order = nearest first */
static void spf(int dst)
{
	for (int i = 0; i < n_nodes; i++) dist[i] = INF;
	n_order = heap_len = dist[dst] = 0;
	heap_push(0, dst);
	while (heap_len) {
		struct heap_item it = heap_pop();
		if (it.dist > dist[it.node])
			continue;
		order[n_order++] = it.node;
		for (struct link *l = nodes[it.node].adj; l; l = l->next) {
			uint32_t d = it.dist + links[l->rev].metric;
			if (l->up && nodes[l->to].up && d < dist[l->to])
				heap_push(dist[l->to] = d, l->to);
		}
	}
}

/* push everything for dst down the ECMP DAG, farthest node first */
static void route_to(int dst)
{
	uint64_t flow[MAX_NODES];
	if (!nodes[dst].up)
		return;
	spf(dst);
	for (int i = 0; i < n_nodes; i++) {
		flow[i] = nodes[i].up ? demand[i * n_nodes + dst] : 0;
		if (dist[i] == INF)
			unrouted += flow[i];
	}
	for (int k = n_order - 1; k > 0; k--) {
		int v = order[k], ways = 0;
		for (struct link *l = nodes[v].adj; l; l = l->next)
			ways += l->up && dist[l->to] != INF && dist[l->to] + l->metric == dist[v];
		for (struct link *l = nodes[v].adj; l; l = l->next)
			if (l->up && dist[l->to] != INF && dist[l->to] + l->metric == dist[v]) {
				uint64_t part = flow[v] / (uint64_t)ways--;
				l->load += part;
				flow[l->to] += part;
				flow[v] -= part;
			}
	}
}

/* worst utilisation in 1/10000, *where = the link */
static unsigned compute_loads(int *where)
{
	unsigned worst = 0;
	unrouted = 0;
	for (int i = 0; i < n_links; i++) links[i].load = 0;
	for (int d = 0; d < n_nodes; d++)
		route_to(d);
	*where = -1;
	for (int i = 0; i < n_links; i++) {
		unsigned u = (unsigned)(links[i].load * 10000 / links[i].capacity);
		if (u > worst)
			worst = u, *where = i;
	}
	return worst;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100, extra = argc > 2 ? atoi(argv[2]) : 2, w, worst_case = -1;
	unsigned base, worst = 0;
	uint64_t h = 0xcbf29ce484222325ULL, lost = 0;
	if (argc > 3) seed = strtoull(argv[3], NULL, 10) | 1;
	if (n < 4 || n > MAX_NODES || extra < 0 || extra > 20)
		return fprintf(stderr, "usage: ospf [4..%d] [0..20] [seed]\n", MAX_NODES), 1;
	build_topology(n, extra);
	base = compute_loads(&w);
	printf("%d nodes %d links, worst %u.%02u%% on %s-%s\n", n_nodes, n_links / 2, base / 100, base % 100,
	       nodes[links[w].from].name, nodes[links[w].to].name);
	for (int i = 0; i < n_links; i++)
		h = (h ^ links[i].load) * 0x100000001b3ULL;
	for (int f = 0; f < n_links / 2 + n_nodes; f++) {
		int a = 2 * f, v = f - n_links / 2;
		unsigned u;
		if (v < 0) links[a].up = links[a + 1].up = false;
		else nodes[v].up = false;
		u = compute_loads(&w);
		lost += unrouted;
		for (int i = 0; i < n_links; i++)
			h = (h ^ links[i].load) * 0x100000001b3ULL;
		if (u > worst) {
			worst = u, worst_case = f;
			printf("failure of %s%s%s: %u.%02u%% on %s-%s, unrouted %" PRIu64 "\n",
			       v < 0 ? nodes[links[a].from].name : "node ", v < 0 ? "-" : "",
			       v < 0 ? nodes[links[a].to].name : nodes[v].name, u / 100, u % 100,
			       nodes[links[w].from].name, nodes[links[w].to].name, unrouted);
		}
		if (v < 0) links[a].up = links[a + 1].up = true;
		else nodes[v].up = true;
	}
	printf("worst case %d, lost %" PRIu64 " kbit/s, check %016" PRIx64 "\n", worst_case, lost, h);
	free(links), free(demand);
	return 0;
}
