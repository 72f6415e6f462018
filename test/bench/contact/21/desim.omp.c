/* desim.c - discrete event simulation of a small repair shop network.
 * Stations are objects with a vtable; jobs walk a route of stations.
 * A number of independent replications is run and summarised. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EV_ARRIVE, EV_DONE, EV_BREAK, EV_FIX };

struct sim;
struct job { double born, queued; int klass, step; struct job *next; };
struct event { double t; unsigned long seq; int kind, where; struct job *job; };

struct station;
struct station_ops {
	const char *name;
	double (*service)(struct station *, struct sim *, struct job *);
	void (*push)(struct station *, struct job *);
};
struct station {
	const struct station_ops *ops;
	struct job *head, *tail;
	int servers, busy, down, qlen, maxq;
	double mean, busytime;
	unsigned long served;
};

#define NST 5
struct sim {
	double now;
	unsigned long seq, rng;
	struct event *heap;
	int nheap, cap;
	struct station st[NST];
	struct job *freejobs;
	double flow[3], wait;
	unsigned long done[3], nevents;
};

static unsigned long next_rand(unsigned long *s)
{
	*s = *s * 6364136223846793005UL + 1442695040888963407UL;
	return *s >> 33;
}
static double uniform(struct sim *s) { return ((double)next_rand(&s->rng) + 0.5) / 2147483648.0; }
static double expo(struct sim *s, double mean) { return -mean * log(uniform(s)); }

static void schedule(struct sim *s, double dt, int kind, int where, struct job *j)
{
	struct event e;
	int i;
	e.t = s->now + dt; e.seq = s->seq++; e.kind = kind; e.where = where; e.job = j;
	if (s->nheap == s->cap) {
		s->cap = s->cap ? s->cap * 2 : 64;
		s->heap = realloc(s->heap, (size_t)s->cap * sizeof e);
		if (!s->heap) exit(1);
	}
	for (i = s->nheap++; i > 0; i = (i - 1) / 2) {
		struct event *p = &s->heap[(i - 1) / 2];
		if (p->t < e.t || (p->t == e.t && p->seq < e.seq)) break;
		s->heap[i] = *p;
	}
	s->heap[i] = e;
}

static struct event pop(struct sim *s)
{
	struct event top = s->heap[0], e = s->heap[--s->nheap];
	int i = 0, c;
	while ((c = 2 * i + 1) < s->nheap) {
		if (c + 1 < s->nheap && (s->heap[c + 1].t < s->heap[c].t ||
		    (s->heap[c + 1].t == s->heap[c].t && s->heap[c + 1].seq < s->heap[c].seq))) c++;
		if (e.t < s->heap[c].t || (e.t == s->heap[c].t && e.seq < s->heap[c].seq)) break;
		s->heap[i] = s->heap[c];
		i = c;
	}
	s->heap[i] = e;
	return top;
}

/* --- station kinds --- */
static double sv_exp(struct station *st, struct sim *s, struct job *j)
{ (void)j; return expo(s, st->mean); }
static double sv_erlang(struct station *st, struct sim *s, struct job *j)
{ (void)j; return expo(s, st->mean / 3) + expo(s, st->mean / 3) + expo(s, st->mean / 3); }
static double sv_class(struct station *st, struct sim *s, struct job *j)
{ return st->mean * (0.6 + 0.4 * j->klass) * (0.5 + uniform(s)); }

static void push_fifo(struct station *st, struct job *j)
{
	j->next = NULL;
	if (st->tail) st->tail->next = j; else st->head = j;
	st->tail = j;
}
static void push_prio(struct station *st, struct job *j)
{
	struct job **p = &st->head;
	while (*p && (*p)->klass <= j->klass) p = &(*p)->next;
	j->next = *p; *p = j;
	if (!j->next) st->tail = j;
}

static const struct station_ops
	op_desk = { "desk", sv_exp, push_fifo }, op_strip = { "strip", sv_erlang, push_fifo },
	op_weld = { "weld", sv_class, push_prio }, op_paint = { "paint", sv_class, push_fifo },
	op_test = { "test", sv_exp, push_prio };

static const int routing[3][6] = { { 0, 1, 2, 3, 4, -1 }, { 0, 2, 4, -1, -1, -1 }, { 0, 1, 3, 1, 4, -1 } };

static void try_start(struct sim *s, int w)
{
	struct station *st = &s->st[w];
	while (st->head && st->busy < st->servers - st->down) {
		struct job *j = st->head;
		double d;
		st->head = j->next;
		if (!st->head) st->tail = NULL;
		st->qlen--;
		s->wait += s->now - j->queued;
		d = st->ops->service(st, s, j);
		st->busy++;
		st->busytime += d;
		schedule(s, d, EV_DONE, w, j);
	}
}

static void arrive_at(struct sim *s, struct job *j)
{
	int w = routing[j->klass][j->step];
	struct station *st;
	if (w < 0) {
		s->flow[j->klass] += s->now - j->born;
		s->done[j->klass]++;
		j->next = s->freejobs; s->freejobs = j;
		return;
	}
	st = &s->st[w];
	j->queued = s->now;
	st->ops->push(st, j);
	if (++st->qlen > st->maxq) st->maxq = st->qlen;
	try_start(s, w);
}

static void run(struct sim *s, unsigned long seed, double horizon)
{
	static const struct station_ops *const ops[NST] = { &op_desk, &op_strip, &op_weld, &op_paint, &op_test };
	static const int servers[NST] = { 2, 4, 3, 3, 2 };
	static const double mean[NST] = { 0.9, 2.0, 2.3, 2.0, 1.0 };
	int i;
	memset(s, 0, sizeof *s);
	s->rng = seed;
	for (i = 0; i < NST; i++) {
		s->st[i].ops = ops[i]; s->st[i].servers = servers[i]; s->st[i].mean = mean[i];
	}
	schedule(s, expo(s, 0.65), EV_ARRIVE, 0, NULL);
	schedule(s, expo(s, 300.0), EV_BREAK, 2, NULL);
	while (s->nheap && s->heap[0].t < horizon) {
		struct event e = pop(s);
		s->now = e.t;
		s->nevents++;
		switch (e.kind) {
		case EV_ARRIVE: {
			struct job *j = s->freejobs;
			if (j) s->freejobs = j->next;
			else if (!(j = malloc(sizeof *j))) exit(1);
			j->born = s->now; j->step = 0;
			j->klass = (int)(uniform(s) * 3);
			arrive_at(s, j);
			schedule(s, expo(s, 0.65), EV_ARRIVE, 0, NULL);
			break;
		}
		case EV_DONE:
			s->st[e.where].busy--; s->st[e.where].served++;
			e.job->step++;
			arrive_at(s, e.job);
			try_start(s, e.where);
			break;
		case EV_BREAK:
			s->st[e.where].down = 1;
			schedule(s, 4 + expo(s, 6.0), EV_FIX, e.where, NULL);
			break;
		case EV_FIX:
			s->st[e.where].down = 0;
			try_start(s, e.where);
			schedule(s, expo(s, 300.0), EV_BREAK, (e.where + 1) % NST, NULL);
			break;
		}
	}
	free(s->heap);
	s->heap = NULL;
}

int main(int argc, char **argv)
{
	int reps = argc > 1 ? atoi(argv[1]) : 64, r, i;
	double horizon = argc > 2 ? atof(argv[2]) : 25000.0;
	unsigned long master = 2024, events = 0;
	double sum = 0, sq = 0, m, busy[NST] = { 0 };
	struct sim *all = malloc((size_t)reps * sizeof *all);
	unsigned long *seeds = malloc((size_t)reps * sizeof *seeds);
	if (!all || !seeds) return 1;
	for (r = 0; r < reps; r++) seeds[r] = next_rand(&master) * 2654435761UL + 1;
	/* replications share nothing but their seed generator */
#pragma omp parallel for schedule(dynamic, 1)
	for (r = 0; r < reps; r++) {
		struct sim local;
		run(&local, seeds[r], horizon);
		all[r] = local;
	}
	for (r = 0; r < reps; r++) {
		double flow = 0, n = 0;
		struct sim s = all[r];
		for (i = 0; i < 3; i++) { flow += s.flow[i]; n += (double)s.done[i]; }
		flow /= n;
		sum += flow; sq += flow * flow; events += s.nevents;
		for (i = 0; i < NST; i++) busy[i] += s.st[i].busytime / (horizon * s.st[i].servers);
		printf("rep %2d jobs %.0f flow %.6f wait %.6f maxq", r, n, flow, s.wait / n);
		for (i = 0; i < NST; i++) printf(" %d", s.st[i].maxq);
		printf("\n");
	}
	m = sum / reps;
	printf("events %lu mean flow %.6f +- %.6f\n", events, m, 1.96 * sqrt((sq / reps - m * m) / (reps - 1)));
	for (i = 0; i < NST; i++) printf("%-6s util %.6f\n", all[0].st[i].ops->name, busy[i] / reps);
	return 0;
}
