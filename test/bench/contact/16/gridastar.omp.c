/* gridastar - answers a batch of shortest-path queries on a weighted tile map
 * with A* (octile heuristic, binary heap, lazily cleared node table). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRAIGHT 10
#define DIAGONAL 14

typedef struct {
    int w, h;
    unsigned char *cost;        /* 0 = wall, else 1..9 */
} Map;

typedef struct {
    int g, f, parent, slot;     /* slot in heap, -1 closed */
    unsigned stamp;
} Node;

typedef struct {
    Node *node;
    int *heap;
    int n;
    unsigned stamp;
} Search;

typedef struct {
    int from, to;
    int cost, hops, expanded;
} Query;

static unsigned lcg = 1u;

static unsigned pick(unsigned n)
{
    lcg = lcg * 22695477u + 1u;
    return (lcg >> 12) % n;
}

static Map map_generate(int w, int h)
{
    Map m = { w, h, malloc((size_t)w * (size_t)h) };
    if (!m.cost) exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int hill = ((x / 9) * 7 + (y / 7) * 13) % 4;
            m.cost[y * w + x] = (unsigned char)(1 + hill + (pick(5) == 0));
        }
    for (int k = 0; k < w * h / 400; k++) {         /* wall segments */
        int x = (int)pick((unsigned)w), y = (int)pick((unsigned)h), len = 5 + (int)pick(25), dx = (int)pick(2);
        for (int i = 0; i < len && x < w && y < h; i++) {
            m.cost[y * w + x] = 0;
            if (dx) x++; else y++;
        }
    }
    return m;
}

static void search_init(Search *s, const Map *m)
{
    size_t n = (size_t)m->w * (size_t)m->h;
    s->node = calloc(n, sizeof *s->node);
    s->heap = malloc(n * sizeof *s->heap);
    s->n = 0;
    s->stamp = 0;
    if (!s->node || !s->heap) exit(1);
}

static void search_free(Search *s)
{
    free(s->node);
    free(s->heap);
}

static int before(const Search *s, int a, int b)
{
    const Node *p = &s->node[a], *q = &s->node[b];
    if (p->f != q->f) return p->f < q->f;
    if (p->g != q->g) return p->g > q->g;
    return a < b;
}

static void sift_up(Search *s, int i)
{
    int v = s->heap[i];
    while (i > 0 && before(s, v, s->heap[(i - 1) / 2])) {
        s->heap[i] = s->heap[(i - 1) / 2];
        s->node[s->heap[i]].slot = i;
        i = (i - 1) / 2;
    }
    s->heap[i] = v;
    s->node[v].slot = i;
}

static int pop(Search *s)
{
    int top = s->heap[0], v = s->heap[--s->n], i = 0;
    while (2 * i + 1 < s->n) {
        int c = 2 * i + 1;
        if (c + 1 < s->n && before(s, s->heap[c + 1], s->heap[c])) c++;
        if (!before(s, s->heap[c], v)) break;
        s->heap[i] = s->heap[c];
        s->node[s->heap[i]].slot = i;
        i = c;
    }
    if (s->n > 0) {
        s->heap[i] = v;
        s->node[v].slot = i;
    }
    s->node[top].slot = -1;
    return top;
}

static int octile(const Map *m, int a, int b)
{
    int dx = abs(a % m->w - b % m->w), dy = abs(a / m->w - b / m->w);
    return dx > dy ? STRAIGHT * dx + (DIAGONAL - STRAIGHT) * dy : STRAIGHT * dy + (DIAGONAL - STRAIGHT) * dx;
}

static void find_path(const Map *m, Search *s, Query *q)
{
    s->stamp++;
    s->n = 0;
    q->cost = -1;
    q->hops = q->expanded = 0;
    Node *st = &s->node[q->from];
    st->g = 0;
    st->f = octile(m, q->from, q->to);
    st->parent = -1;
    st->stamp = s->stamp;
    s->heap[s->n] = q->from;
    sift_up(s, s->n++);
    while (s->n > 0) {
        int v = pop(s), vx = v % m->w, vy = v / m->w;
        q->expanded++;
        if (v == q->to) {
            q->cost = s->node[v].g;
            for (int p = v; s->node[p].parent >= 0; p = s->node[p].parent)
                q->hops++;
            return;
        }
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int x = vx + dx, y = vy + dy, u = y * m->w + x;
                if ((!dx && !dy) || x < 0 || y < 0 || x >= m->w || y >= m->h || !m->cost[u])
                    continue;
                if (dx && dy && (!m->cost[vy * m->w + x] || !m->cost[y * m->w + vx]))
                    continue;
                int g = s->node[v].g + (dx && dy ? DIAGONAL : STRAIGHT) * m->cost[u];
                Node *nu = &s->node[u];
                if (nu->stamp != s->stamp) {
                    nu->stamp = s->stamp;
                    nu->slot = s->n;
                    s->heap[s->n++] = u;
                } else if (nu->slot < 0 || g >= nu->g)
                    continue;
                nu->g = g;
                nu->f = g + octile(m, u, q->to);
                nu->parent = v;
                sift_up(s, nu->slot);
            }
    }
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 256, nq = argc > 2 ? atoi(argv[2]) : 280;
    Map m = map_generate(w, w * 3 / 4);
    Query *q = malloc(sizeof *q * (size_t)nq);
    if (!q) return 1;
    for (int i = 0; i < nq; i++) {
        do q[i].from = (int)pick((unsigned)(m.w * m.h)); while (!m.cost[q[i].from]);
        do q[i].to = (int)pick((unsigned)(m.w * m.h)); while (!m.cost[q[i].to]);
    }
    #pragma omp parallel
    {
        Search s;
        search_init(&s, &m);
        #pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < nq; i++)
            find_path(&m, &s, &q[i]);
        search_free(&s);
    }
    long solved = 0, cost = 0, hops = 0, expanded = 0, longest = 0;
    for (int i = 0; i < nq; i++) {
        expanded += q[i].expanded;
        if (q[i].cost < 0) continue;
        solved++;
        cost += q[i].cost;
        hops += q[i].hops;
        if (q[i].cost > longest) longest = q[i].cost;
    }
    printf("queries %d solved %ld\ncost %ld longest %ld hops %ld expanded %ld\n", nq, solved, cost, longest, hops, expanded);
    free(q);
    free(m.cost);
    return 0;
}
