/* quadidx - moving vehicles in a quadtree: neighbours, congestion and cell reports per round.
 * usage: quadidx [vehicles] [rounds]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define LEAF_MAX 8
#define MAX_DEPTH 14
#define K 6

struct vehicle { float x, y, vx, vy; int kind, next; int crowd; float gap; };
struct qnode { float cx, cy, half; int kid[4]; int first, count, depth; };
struct arena { struct qnode *n; int used, cap; };
struct near { int n; float d2[K]; int id[K]; };

static struct vehicle *veh;
static struct arena tree;
static long visited;
static struct near best;

static unsigned state = 7u;
static float frand(void)
{
    state = state * 1103515245u + 12345u;
    return (float)((state >> 9) & 0x3fffff) / 4194304.0f;
}

static int new_node(float cx, float cy, float half, int depth)
{
    if (tree.used == tree.cap) {
        tree.cap = tree.cap ? tree.cap * 2 : 1024;
        tree.n = realloc(tree.n, sizeof *tree.n * (size_t)tree.cap);
        if (!tree.n) { perror("quadidx"); exit(1); }
    }
    struct qnode *q = &tree.n[tree.used];
    q->cx = cx; q->cy = cy; q->half = half; q->depth = depth;
    q->kid[0] = q->kid[1] = q->kid[2] = q->kid[3] = -1;
    q->first = -1; q->count = 0;
    return tree.used++;
}

static int side_of(const struct qnode *q, const struct vehicle *v) { return (v->x >= q->cx) | (v->y >= q->cy) << 1; }

static void insert(int at, int v)
{
    for (;;) {
        struct qnode *q = &tree.n[at];
        if (q->kid[0] >= 0) { q->count++; at = q->kid[side_of(q, &veh[v])]; continue; }
        if (q->count < LEAF_MAX || q->depth == MAX_DEPTH) {
            veh[v].next = q->first; q->first = v; q->count++;
            return;
        }
        int list = q->first, depth = q->depth;
        float h = q->half / 2, cx = q->cx, cy = q->cy;
        for (int k = 0; k < 4; k++) {
            int c = new_node(cx + (k & 1 ? h : -h), cy + (k & 2 ? h : -h), h, depth + 1);
            tree.n[at].kid[k] = c;
        }
        tree.n[at].first = -1;
        while (list >= 0) {
            int nx = veh[list].next;
            struct qnode *c = &tree.n[tree.n[at].kid[side_of(&tree.n[at], &veh[list])]];
            veh[list].next = c->first; c->first = list; c->count++;
            list = nx;
        }
    }
}

static float box_dist2(const struct qnode *q, float x, float y)
{
    float dx = fabsf(x - q->cx) - q->half, dy = fabsf(y - q->cy) - q->half;
    dx = dx > 0 ? dx : 0; dy = dy > 0 ? dy : 0;
    return dx * dx + dy * dy;
}

static void offer(int id, float d2)
{
    int p;
    if (best.n == K && d2 >= best.d2[K - 1]) return;
    p = best.n < K ? best.n++ : K - 1;
    for (; p > 0 && best.d2[p - 1] > d2; p--) { best.d2[p] = best.d2[p - 1]; best.id[p] = best.id[p - 1]; }
    best.d2[p] = d2; best.id[p] = id;
}

static void nearest(int at, int self)
{
    const struct qnode *q = &tree.n[at];
    const struct vehicle *v = &veh[self];
    visited++;
    if (!q->count || (best.n == K && box_dist2(q, v->x, v->y) >= best.d2[K - 1])) return;
    if (q->kid[0] < 0) {
        for (int i = q->first; i >= 0; i = veh[i].next) {
            float dx = veh[i].x - v->x, dy = veh[i].y - v->y;
            if (i != self) offer(i, dx * dx + dy * dy);
        }
        return;
    }
    int s = side_of(q, v);
    nearest(q->kid[s], self); nearest(q->kid[s ^ 1], self);
    nearest(q->kid[s ^ 2], self); nearest(q->kid[s ^ 3], self);
}

/* number of vehicles within r; whole cells inside are taken by their count */
static int within(int at, float x, float y, float r)
{
    const struct qnode *q = &tree.n[at];
    float fx = fabsf(x - q->cx) + q->half, fy = fabsf(y - q->cy) + q->half;
    visited++;
    if (!q->count || box_dist2(q, x, y) > r * r) return 0;
    if (fx * fx + fy * fy <= r * r) return q->count;
    int n = 0;
    if (q->kid[0] < 0) {
        for (int i = q->first; i >= 0; i = veh[i].next) {
            float dx = veh[i].x - x, dy = veh[i].y - y;
            n += dx * dx + dy * dy <= r * r;
        }
        return n;
    }
    for (int k = 0; k < 4; k++) n += within(q->kid[k], x, y, r);
    return n;
}

static void bounce(float *p, float *v)
{
    if (*p < 0) { *p = -*p; *v = -*v; }
    if (*p > 1) { *p = 2 - *p; *v = -*v; }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50000, rounds = argc > 2 ? atoi(argv[2]) : 6;
    if (n < K + 1 || !(veh = malloc(sizeof *veh * (size_t)n))) { fprintf(stderr, "quadidx: bad size\n"); return 1; }
    for (int i = 0; i < n; i++) {
        struct vehicle *v = &veh[i];
        float a = frand() * 6.2831853f, r = sqrtf(frand()) * 0.45f;
        int town = i % 5;
        v->x = 0.5f + 0.25f * (float)((town * 7) % 3 - 1) + r * cosf(a) * 0.5f;
        v->y = 0.5f + 0.25f * (float)((town * 5) % 3 - 1) + r * sinf(a) * 0.5f;
        v->vx = (frand() - 0.5f) * 0.02f; v->vy = (frand() - 0.5f) * 0.02f;
        v->kind = i % 3; v->crowd = 0; v->gap = 0;
        bounce(&v->x, &v->vx); bounce(&v->y, &v->vy);
    }
    for (int t = 0; t < rounds; t++) {
        tree.used = 0;
        new_node(0.5f, 0.5f, 0.5f, 0);
        for (int i = 0; i < n; i++) insert(0, i);
        int deepest = 0, jam = 0, jamat = -1;
        double gap = 0;
        long pairs = 0;
        for (int k = 0; k < tree.used; k++) if (tree.n[k].depth > deepest) deepest = tree.n[k].depth;
        for (int i = 0; i < n; i++) {
            best.n = 0;
            nearest(0, i);
            veh[i].gap = sqrtf(best.d2[0]);
            veh[i].crowd = within(0, veh[i].x, veh[i].y, 0.006f + 0.002f * (float)veh[i].kind);
            for (int k = 0; k < K; k++) pairs += veh[best.id[k]].kind == veh[i].kind;
            gap += veh[i].gap;
            if (veh[i].crowd > jam) { jam = veh[i].crowd; jamat = i; }
        }
        for (int i = 0; i < n; i++) {
            float slow = 1.0f / (1.0f + 0.05f * (float)veh[i].crowd);
            veh[i].x += veh[i].vx * slow; veh[i].y += veh[i].vy * slow;
            bounce(&veh[i].x, &veh[i].vx); bounce(&veh[i].y, &veh[i].vy);
        }
        printf("round %2d nodes %d depth %d gap %.9f pairs %ld jam %d at vehicle %d (%.5f %.5f)\n",
               t, tree.used, deepest, gap / n, pairs, jam, jamat, veh[jamat].x, veh[jamat].y);
    }
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 16777619u ^ (unsigned)(veh[i].x * 1e6f) ^ (unsigned)veh[i].crowd << 20;
    printf("visited %ld checksum %08x\n", visited, sum);
    free(tree.n);
    free(veh);
    return 0;
}
