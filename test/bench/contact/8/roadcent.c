// SPDX-License-Identifier: Apache-2.0
// Builds a road-like network, runs Dijkstra from many sources and estimates
// betweenness and closeness of the junctions with Brandes' accumulation.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Road {
    int to;
    int time; /* tenths of a second */
    struct Road *next;
} Road;

typedef struct {
    int x, y; /* metres */
    Road *roads;
    int degree, component;
} Junction;

typedef struct {
    int *dist;
    double *paths; /* number of shortest paths */
    double *delta;
    int *order, norder; /* settled junctions, nearest first */
    int *heap, nheap;
    int *where; /* position in the heap, -1 unseen, -2 settled */
} Search;

typedef struct {
    long reached, total_time;
    int farthest;
    double harmonic;
} SourceInfo;

static Junction *town;
static int njunction, nroad;
static uint64_t seed = 1234567;

static int rnd(int n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((seed >> 33) % (unsigned)n);
}

static int isqrt(long v)
{
    long r = 0;
    while ((r + 1) * (r + 1) <= v) r++;
    return (int)r;
}

static void add_road(int a, int b, int kmh)
{
    long dx = town[a].x - town[b].x, dy = town[a].y - town[b].y;
    int t = isqrt(dx * dx + dy * dy) * 36 / kmh + 5;
    for (int side = 0; side < 2; side++) {
        Road *r = malloc(sizeof *r);
        r->to = side ? a : b;
        r->time = t;
        r->next = town[side ? b : a].roads;
        town[side ? b : a].roads = r;
        town[side ? b : a].degree++;
    }
    nroad++;
}

/* Streets on a jittered grid with gaps, arterials every 8 blocks, a few motorways. */
static void build_town(int w, int h)
{
    njunction = w * h;
    town = calloc(njunction, sizeof *town);
    for (int i = 0; i < njunction; i++) {
        town[i].x = i % w * 120 + rnd(80);
        town[i].y = i / w * 120 + rnd(80);
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int n = y * w + x;
            int along = y % 8 == 3 ? 60 : 30, down = x % 8 == 4 ? 60 : 30;
            if (x + 1 < w && (along == 60 || rnd(100) < 80)) add_road(n, n + 1, along - rnd(8));
            if (y + 1 < h && (down == 60 || rnd(100) < 80)) add_road(n, n + w, down - rnd(8));
            if (x + 1 < w && y + 1 < h && rnd(100) < 4) add_road(n, n + w + 1, 40);
        }
    for (int m = 0; m < w / 20; m++) {
        int x = rnd(w);
        for (int y = 0; y + 6 < h; y += 6) {
            int nx = x + rnd(5) - 2;
            nx = nx < 0 ? 0 : nx >= w ? w - 1 : nx;
            add_road(y * w + x, (y + 6) * w + nx, 110);
            x = nx;
        }
    }
}

static void flood(int v, int id)
{
    int *stack = malloc(sizeof *stack * njunction), n = 0;
    stack[n++] = v;
    town[v].component = id;
    while (n > 0) {
        v = stack[--n];
        for (Road *r = town[v].roads; r; r = r->next)
            if (!town[r->to].component) {
                town[r->to].component = id;
                stack[n++] = r->to;
            }
    }
    free(stack);
}

static Search *new_search(void)
{
    Search *s = malloc(sizeof *s);
    s->dist = malloc(sizeof(int) * njunction);
    s->paths = malloc(sizeof(double) * njunction);
    s->delta = malloc(sizeof(double) * njunction);
    s->order = malloc(sizeof(int) * njunction);
    s->heap = malloc(sizeof(int) * njunction);
    s->where = malloc(sizeof(int) * njunction);
    return s;
}

static void sift_up(Search *s, int i)
{
    int v = s->heap[i];
    for (; i > 0 && s->dist[s->heap[(i - 1) / 2]] > s->dist[v]; i = (i - 1) / 2) {
        s->heap[i] = s->heap[(i - 1) / 2];
        s->where[s->heap[i]] = i;
    }
    s->heap[i] = v;
    s->where[v] = i;
}

static int pop_nearest(Search *s)
{
    int top = s->heap[0], v = s->heap[--s->nheap], i = 0;
    while (2 * i + 1 < s->nheap) {
        int c = 2 * i + 1;
        if (c + 1 < s->nheap && s->dist[s->heap[c + 1]] < s->dist[s->heap[c]]) c++;
        if (s->dist[s->heap[c]] >= s->dist[v]) break;
        s->heap[i] = s->heap[c];
        s->where[s->heap[i]] = i;
        i = c;
    }
    s->heap[i] = v;
    s->where[v] = i;
    s->where[top] = -2;
    return top;
}

static void dijkstra(Search *s, int source)
{
    for (int i = 0; i < njunction; i++) {
        s->dist[i] = INT_MAX;
        s->where[i] = -1;
        s->paths[i] = 0;
    }
    s->norder = 0;
    s->nheap = 1;
    s->heap[0] = source;
    s->where[source] = 0;
    s->dist[source] = 0;
    s->paths[source] = 1;
    while (s->nheap > 0) {
        int v = pop_nearest(s);
        s->order[s->norder++] = v;
        for (const Road *r = town[v].roads; r; r = r->next) {
            int d = s->dist[v] + r->time, u = r->to;
            if (d < s->dist[u]) {
                s->dist[u] = d;
                s->paths[u] = s->paths[v];
                if (s->where[u] == -1) {
                    s->where[u] = s->nheap;
                    s->heap[s->nheap++] = u;
                }
                sift_up(s, s->where[u]);
            } else if (d == s->dist[u]) {
                s->paths[u] += s->paths[v];
            }
        }
    }
}

/* Dependencies of this source on every junction, farthest first. */
static void accumulate(Search *s)
{
    memset(s->delta, 0, sizeof(double) * njunction);
    for (int k = s->norder - 1; k >= 0; k--) {
        int v = s->order[k];
        for (const Road *r = town[v].roads; r; r = r->next)
            if (s->dist[r->to] + r->time == s->dist[v])
                s->delta[r->to] += s->paths[r->to] / s->paths[v] * (1 + s->delta[v]);
    }
}

static SourceInfo summarise(const Search *s)
{
    SourceInfo in = {s->norder - 1, 0, s->order[s->norder - 1], 0};
    for (int k = 1; k < s->norder; k++) {
        in.total_time += s->dist[s->order[k]];
        in.harmonic += 1000.0 / s->dist[s->order[k]];
    }
    return in;
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 110, h = argc > 2 ? atoi(argv[2]) : 100, nsrc = argc > 3 ? atoi(argv[3]) : 800;
    build_town(w, h);
    int ncomp = 0, degree[16] = {0};
    for (int i = 0; i < njunction; i++) {
        degree[town[i].degree & 15]++;
        if (!town[i].component) flood(i, ++ncomp);
    }
    printf("%d junctions %d roads %d components, degrees", njunction, nroad, ncomp);
    for (int d = 0; d < 10; d++) printf(" %d", degree[d]);
    printf("\n");

    int *source = malloc(sizeof *source * nsrc);
    SourceInfo *info = malloc(sizeof *info * nsrc);
    double *central = calloc(njunction, sizeof *central);
    for (int k = 0; k < nsrc; k++) source[k] = rnd(njunction);
    Search *s = new_search();
    for (int k = 0; k < nsrc; k++) {
        dijkstra(s, source[k]);
        accumulate(s);
        info[k] = summarise(s);
        for (int v = 0; v < njunction; v++)
            if (v != source[k]) central[v] += s->delta[v];
    }

    double sum = 0, harm = 0;
    long time = 0, reached = 0;
    for (int v = 0; v < njunction; v++) sum += central[v];
    for (int k = 0; k < nsrc; k++) time += info[k].total_time, reached += info[k].reached, harm += info[k].harmonic;
    printf("pairs %ld mean time %.6f s harmonic %.9f centrality sum %.6f\n", reached, time / 10.0 / reached, harm / nsrc, sum);
    for (int k = 0; k < nsrc; k += nsrc / 6 + 1) printf("source %d farthest %d\n", source[k], info[k].farthest);
    for (int k = 0; k < 10; k++) {
        int best = 0;
        for (int v = 1; v < njunction; v++)
            if (central[v] > central[best]) best = v;
        printf("%2d. junction %d at (%d, %d): %.9f\n", k + 1, best, town[best].x, town[best].y, central[best]);
        central[best] = -1;
    }
    return 0;
}
