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

/* reversed graph; predecessors come out in ascending order */
static Graph *transpose(const Graph *g)
{
	Graph *t = malloc(sizeof(Graph));
	t->n = g->n;
	t->m = g->m;
	t->off = calloc(g->n + 1, sizeof(size_t));
	t->adj = malloc(g->m * sizeof(uint32_t));
	size_t *fill = malloc(g->n * sizeof(size_t));
	for (size_t k = 0; k < g->m; k++)
		t->off[g->adj[k] + 1]++;
	for (uint32_t v = 0; v < g->n; v++) {
		t->off[v + 1] += t->off[v];
		fill[v] = t->off[v];
	}
	for (uint32_t u = 0; u < g->n; u++)
		for (size_t k = g->off[u]; k < g->off[u + 1]; k++)
			t->adj[fill[g->adj[k]]++] = u;
	free(fill);
	return t;
}

/* pull formulation: every vertex gathers from its predecessors */
/* teleports only to the pages of one topic (page id modulo TOPICS) */
static int pagerank(const Graph *g, const Graph *in, double *rank, uint32_t topic, double damping, double eps, int maxit)
{
	uint32_t n = g->n;
	double *share = malloc(n * sizeof(double));
	uint32_t members = (n - topic + TOPICS - 1) / TOPICS;
	int it;

	for (uint32_t v = 0; v < n; v++)
		rank[v] = 1.0 / n;
	for (it = 0; it < maxit; it++) {
		double dangling = 0.0, diff = 0.0;
		#pragma omp parallel for reduction(+:dangling) schedule(static)
		for (uint32_t u = 0; u < n; u++) {
			size_t deg = g->off[u + 1] - g->off[u];
			if (deg == 0)
				dangling += rank[u];
			else
				share[u] = rank[u] / deg;
		}
		double base = (1.0 - damping + damping * dangling) / members;
		#pragma omp parallel for reduction(+:diff) schedule(dynamic, 1024)
		for (uint32_t v = 0; v < n; v++) {
			double s = 0.0;
			for (size_t k = in->off[v]; k < in->off[v + 1]; k++)
				s += share[in->adj[k]];
			double r = (v % TOPICS == topic ? base : 0.0) + damping * s;
			diff += fabs(r - rank[v]);
			rank[v] = r;
		}
		if (diff < eps)
			break;
	}
	free(share);
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
	clock_gettime(CLOCK_MONOTONIC, &a);
	Graph *in = transpose(g);
	clock_gettime(CLOCK_MONOTONIC, &b);
	spent += (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
	uint32_t largest, ncomp = components(g, &largest);
	printf("vertices %u edges %zu components %u largest %u\n", n, m, ncomp, largest);
	for (uint32_t t = 0; t < TOPICS; t++) {
		clock_gettime(CLOCK_MONOTONIC, &a);
		pagerank(g, in, rank, t, 0.85, 1e-12, 200);
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
	free(in->off);
	free(in->adj);
	free(in);
	free(rank);
	free(g->off);
	free(g->adj);
	free(g);
	return 0;
}
