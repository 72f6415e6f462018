/* Topic-sensitive PageRank and weakly connected components of a synthetic web graph. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <math.h>
#include <time.h>

#define TOPICS 6

typedef struct Edge { uint32_t src, dst; } Edge;

typedef struct Graph {
	uint32_t n;
	size_t m;
	size_t *off;
	uint32_t *adj;
} Graph;

static uint64_t state = 1181783497276652981ULL;

static inline uint64_t xrand(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 2685821657736338717ULL;
}

/* R-MAT: recursively choose one of the four quadrants */
static Edge rmat_edge(int scale)
{
	Edge e = {0, 0};
	uint64_t r = xrand();
	for (int b = 0; b < scale; b++) {
		if ((r & 7) == 0 && b % 4 == 3)
			r = xrand();
		unsigned q = r & 15;
		r >>= 3;
		e.src <<= 1;
		e.dst <<= 1;
		if (q < 8) {
			;
		} else if (q < 11) {
			e.dst |= 1;
		} else if (q < 14) {
			e.src |= 1;
		} else {
			e.src |= 1;
			e.dst |= 1;
		}
	}
	return e;
}

static Graph *build_graph(const Edge *edges, size_t m, uint32_t n)
{
	Graph *g = malloc(sizeof(Graph));
	g->n = n;
	g->m = m;
	g->off = calloc(n + 1, sizeof(size_t));
	g->adj = malloc(m * sizeof(uint32_t));
	for (size_t i = 0; i < m; i++)
		g->off[edges[i].src + 1]++;
	for (uint32_t v = 0; v < n; v++)
		g->off[v + 1] += g->off[v];
	size_t *fill = malloc(n * sizeof(size_t));
	memcpy(fill, g->off, n * sizeof(size_t));
	for (size_t i = 0; i < m; i++)
		g->adj[fill[edges[i].src]++] = edges[i].dst;
	free(fill);
	return g;
}

/* teleports only to the pages of one topic (page id modulo TOPICS) */
static int pagerank(const Graph *g, double *rank, uint32_t topic, double damping, double eps, int maxit)
{
	uint32_t n = g->n;
	double *next = malloc(n * sizeof(double));
	uint32_t members = (n - topic + TOPICS - 1) / TOPICS;
	int it;

	for (uint32_t v = 0; v < n; v++)
		rank[v] = 1.0 / n;
	for (it = 0; it < maxit; it++) {
		double dangling = 0.0, diff = 0.0;
		memset(next, 0, n * sizeof(double));
		for (uint32_t u = 0; u < n; u++) {
			size_t deg = g->off[u + 1] - g->off[u];
			if (deg == 0) {
				dangling += rank[u];
				continue;
			}
			double share = rank[u] / deg;
			for (size_t k = g->off[u]; k < g->off[u + 1]; k++)
				next[g->adj[k]] += share;
		}
		double base = (1.0 - damping + damping * dangling) / members;
		for (uint32_t v = 0; v < n; v++) {
			double r = (v % TOPICS == topic ? base : 0.0) + damping * next[v];
			diff += fabs(r - rank[v]);
			rank[v] = r;
		}
		if (diff < eps)
			break;
	}
	free(next);
	return it;
}

static uint32_t find(uint32_t *parent, uint32_t v)
{
	while (parent[v] != v) {
		parent[v] = parent[parent[v]];
		v = parent[v];
	}
	return v;
}

static uint32_t components(const Graph *g, uint32_t *largest)
{
	uint32_t *parent = malloc(g->n * sizeof(uint32_t));
	uint32_t *size = calloc(g->n, sizeof(uint32_t));
	uint32_t count = 0;

	for (uint32_t v = 0; v < g->n; v++)
		parent[v] = v;
	for (uint32_t u = 0; u < g->n; u++)
		for (size_t k = g->off[u]; k < g->off[u + 1]; k++) {
			uint32_t a = find(parent, u), b = find(parent, g->adj[k]);
			if (a != b)
				parent[a > b ? a : b] = a > b ? b : a;
		}
	*largest = 0;
	for (uint32_t v = 0; v < g->n; v++) {
		uint32_t r = find(parent, v);
		if (size[r]++ == 0)
			count++;
		if (size[r] > *largest)
			*largest = size[r];
	}
	free(parent);
	free(size);
	return count;
}

int main(int argc, char **argv)
{
	int scale = argc > 1 ? atoi(argv[1]) : 17;
	int degree = argc > 2 ? atoi(argv[2]) : 16;
	uint32_t n = 1u << scale;
	size_t m = (size_t)n * degree;
	struct timespec a, b;

	Edge *edges = malloc(m * sizeof(Edge));
	for (size_t i = 0; i < m; i++)
		edges[i] = rmat_edge(scale);
	Graph *g = build_graph(edges, m, n);
	free(edges);

	double *rank = malloc(n * sizeof(double));
	char *used = malloc(n);
	double spent = 0.0;
	uint32_t largest, ncomp = components(g, &largest);
	printf("vertices %u edges %zu components %u largest %u\n", n, m, ncomp, largest);
	for (uint32_t t = 0; t < TOPICS; t++) {
		clock_gettime(CLOCK_MONOTONIC, &a);
		pagerank(g, rank, t, 0.85, 1e-12, 200);
		clock_gettime(CLOCK_MONOTONIC, &b);
		spent += (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
		printf("topic %u:", t);
		memset(used, 0, n);
		for (int k = 0; k < 6; k++) {
			uint32_t best = n;
			for (uint32_t v = 0; v < n; v++)
				if (!used[v] && (best == n || rank[v] > rank[best] * (1 + 1e-9)))
					best = v;
			used[best] = 1;
			printf(" %u(%.6f)", best, rank[best]);
		}
		printf("\n");
	}
	fprintf(stderr, "pagerank %.3f s\n", spent);
	free(used);
	free(rank);
	free(g->off);
	free(g->adj);
	free(g);
	return 0;
}
