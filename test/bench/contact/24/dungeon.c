/* dungeon - cave level generator: makes many candidate levels, keeps the most interesting one.
 * usage: dungeon [candidates] [width] [height] [seed]
 * A candidate is random rock smoothed by a cellular automaton; caverns are
 * labelled, joined by tunnels, given a start and an exit, and scored. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <limits.h>

enum { FLOOR = '.', ROCK = '#', TUNNEL = ',', START = '<', EXIT = '>', LOOT = '$' };

typedef struct {
    int label, size, x, y;              /* any one cell of the cavern */
} Cavern;

typedef struct {
    int w, h, ncav, path, dead_ends, loot;
    long score;
    unsigned id;
    char *map;
    int *mark;
} Level;

static int *queue;                      /* shared breadth-first queue */
static Cavern *cav;
static char *tmp;
static uint32_t rs;

static uint32_t rnd(uint32_t n)
{
    rs += 0x9E3779B9u;
    uint32_t z = rs;
    z = (z ^ z >> 16) * 0x85EBCA6Bu;
    z = (z ^ z >> 13) * 0xC2B2AE35u;
    z ^= z >> 16;
    return n ? z % n : z;
}

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) { perror("dungeon"); exit(1); }
    return p;
}

static Level *level_new(int w, int h)
{
    Level *l = xmalloc(sizeof *l);
    memset(l, 0, sizeof *l);
    l->w = w; l->h = h;
    l->score = LONG_MIN;
    l->map = xmalloc((size_t)w * h);
    memset(l->map, ROCK, (size_t)w * h);
    l->mark = xmalloc((size_t)w * h * sizeof(int));
    return l;
}
static void level_free(Level *l) { free(l->map); free(l->mark); free(l); }

static int rocks(const char *m, int w)  /* rocks in the 3x3 block around m */
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++) {
        const char *p = m + dy * w - 1;
        n += (p[0] == ROCK) + (p[1] == ROCK) + (p[2] == ROCK);
    }
    return n;
}

static void smooth(Level *l, int want)
{
    int w = l->w;
    memcpy(tmp, l->map, (size_t)w * l->h);
    for (int y = 1; y < l->h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            int n = rocks(l->map + y * w + x, w);
            tmp[y * w + x] = n >= want ? ROCK : FLOOR;
        }
    char *t = tmp; tmp = l->map; l->map = t;
}

static int flood(Level *l, int from, int label)
{
    const int step[4] = { 1, -1, l->w, -l->w };
    int head = 0, tail = 0;
    queue[tail++] = from;
    l->mark[from] = label;
    while (head < tail) {
        int c = queue[head++];
        for (int d = 0; d < 4; d++) {
            int q = c + step[d];
            if (l->map[q] != ROCK && !l->mark[q]) { l->mark[q] = label; queue[tail++] = q; }
        }
    }
    return tail;
}

static void label_caverns(Level *l)
{
    int n = l->w * l->h;
    memset(l->mark, 0, n * sizeof *l->mark);
    l->ncav = 0;
    for (int i = 0; i < n; i++) {
        if (l->map[i] == ROCK || l->mark[i]) continue;
        int size = flood(l, i, l->ncav + 1);
        if (size < 12) {                                  /* fill the small holes */
            for (int k = 0; k < size; k++) l->map[queue[k]] = ROCK;
            continue;
        }
        Cavern *c = &cav[l->ncav++];
        int q = queue[rnd((uint32_t)size)];
        c->label = l->ncav; c->size = size; c->x = q % l->w; c->y = q / l->w;
    }
}

static int by_size(const void *a, const void *b)
{
    const Cavern *p = a, *q = b;
    return p->size != q->size ? q->size - p->size : p->label - q->label;
}

static void join_caverns(Level *l)
{
    qsort(cav, l->ncav, sizeof *cav, by_size);
    for (int i = 1; i < l->ncav; i++) {
        int best = 0, bd = INT_MAX;
        for (int j = 0; j < i; j++) {
            int d = abs(cav[i].x - cav[j].x) + abs(cav[i].y - cav[j].y);
            if (d < bd) { bd = d; best = j; }
        }
        int x = cav[i].x, y = cav[i].y;
        while (x != cav[best].x || y != cav[best].y) {
            int dx = cav[best].x - x, dy = cav[best].y - y;
            if (rnd((uint32_t)(abs(dx) + abs(dy))) < (uint32_t)abs(dx)) x += dx > 0 ? 1 : -1; else y += dy > 0 ? 1 : -1;
            char *m = &l->map[y * l->w + x];
            if (*m == ROCK) *m = TUNNEL;
        }
    }
}

/* distances from one cell in mark[]; returns the farthest cell */
static int distances(Level *l, int from)
{
    const int step[4] = { 1, -1, l->w, -l->w };
    int head = 0, tail = 0, c = from;
    memset(l->mark, 0xff, (size_t)l->w * l->h * sizeof *l->mark);
    l->mark[from] = 0;
    for (queue[tail++] = from; head < tail; ) {
        c = queue[head++];
        for (int d = 0; d < 4; d++) {
            int q = c + step[d];
            if (l->map[q] != ROCK && l->mark[q] < 0) { l->mark[q] = l->mark[c] + 1; queue[tail++] = q; }
        }
    }
    return c;
}

static void furnish(Level *l)
{
    int a = distances(l, cav[0].y * l->w + cav[0].x), b = distances(l, a);
    l->path = l->mark[b];
    l->dead_ends = l->loot = 0;
    for (int y = 1; y < l->h - 1; y++)
        for (int x = 1; x < l->w - 1; x++) {
            int i = y * l->w + x;
            if (l->map[i] == ROCK) continue;
            int open = (l->map[i - 1] != ROCK) + (l->map[i + 1] != ROCK) + (l->map[i - l->w] != ROCK) + (l->map[i + l->w] != ROCK);
            if (open == 1) {
                l->dead_ends++;
                if (l->mark[i] > l->path / 3 && rnd(3) == 0) { l->map[i] = LOOT; l->loot++; }
            }
        }
    l->map[a] = START; l->map[b] = EXIT;
}

static void generate(Level *l, unsigned id, uint32_t seed)
{
    rs = seed + id * 7477u;
    l->id = id;
    uint32_t fill = 40 + rnd(10);
    for (int y = 0; y < l->h; y++)
        for (int x = 0; x < l->w; x++)
            l->map[y * l->w + x] = x == 0 || y == 0 || x == l->w - 1 || y == l->h - 1 || rnd(100) < fill ? ROCK : FLOOR;
    int passes = 3 + (int)rnd(3);
    while (passes--) smooth(l, 5);
    label_caverns(l);
    if (l->ncav == 0) { l->score = LONG_MIN; l->path = l->dead_ends = l->loot = 0; return; }
    join_caverns(l);
    furnish(l);
    l->score = 10L * l->path + 7L * l->dead_ends + 25L * l->loot - 15L * abs(l->ncav - 12);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 640, w = argc > 2 ? atoi(argv[2]) : 160, h = argc > 3 ? atoi(argv[3]) : 110;
    uint32_t seed = argc > 4 ? (uint32_t)atoi(argv[4]) : 31;
    long paths = 0, loot = 0, caverns = 0, rejected = 0, hist[16] = { 0 };
    if (n < 1 || w < 10 || h < 10) return 1;
    queue = xmalloc((size_t)w * h * sizeof *queue);
    cav = xmalloc((size_t)w * h * sizeof *cav);
    tmp = xmalloc((size_t)w * h);
    Level *best = level_new(w, h), *cand = level_new(w, h);

    for (int i = 0; i < n; i++) {
        generate(cand, (unsigned)i, seed);
        if (cand->ncav == 0) { rejected++; continue; }
        paths += cand->path; loot += cand->loot; caverns += cand->ncav;
        hist[cand->ncav < 60 ? cand->ncav / 4 : 15]++;
        if (cand->score > best->score) { Level *t = best; best = cand; cand = t; }
    }

    printf("%d candidates, %ld rejected, path total %ld, loot %ld, caverns %ld\ncaverns/4:", n, rejected, paths, loot, caverns);
    for (int k = 0; k < 16; k++) printf(" %ld", hist[k]);
    printf("\nbest id %u score %ld path %d dead ends %d loot %d caverns %d\n", best->id, best->score, best->path,
           best->dead_ends, best->loot, best->ncav);
    for (int y = 0; y < h; y += h / 10) printf("%.*s\n", w > 100 ? 100 : w, best->map + y * w);
    level_free(best); level_free(cand);
    free(queue); free(cav); free(tmp);
    return 0;
}
