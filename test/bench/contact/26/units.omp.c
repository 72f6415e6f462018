// units.c -- RTS path service stress test: waves of units cross the map,
// every wave leaves congestion behind which the next wave has to pay for.
//   units [mapsize] [units per wave] [waves] [seed]
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <stdbool.h>

#define MAX_MAP   512
#define MAX_TILES (MAX_MAP * MAX_MAP)
#define MAX_PATH  8192
#define COST_STRAIGHT 10
#define COST_DIAG     14

typedef enum { T_GRASS, T_ROAD, T_MUD, T_FOREST, T_WATER, T_COUNT } Tile;
static const int kTileCost[T_COUNT] = { 2, 1, 5, 4, 0 };   // 0 == blocked
static const int kDx[8] = { 1, 0, -1, 0, 1, -1, -1, 1 };
static const int kDy[8] = { 0, 1, 0, -1, 1, 1, -1, -1 };

typedef struct {
    int g, f;
    int parent;
    int heapPos;          // -1 when closed
    uint32_t stamp;
} Node;

typedef struct { int from, to; } Order;

static int      g_size = 200;
static uint8_t  g_tile[MAX_TILES];
static int      g_heat[MAX_TILES];
static int      g_moveCost[MAX_TILES];
static uint32_t g_rng = 0x2545F491u;

// search state, reused by every query
static Node     s_nodes[MAX_TILES];
static int      s_heap[MAX_TILES];
static int      s_heapCount;
static uint32_t s_stamp;
static int      s_path[MAX_PATH];
static int      s_pathLen;
static int      s_expanded;
// every thread owns a complete search state
#pragma omp threadprivate(s_nodes, s_heap, s_heapCount, s_stamp, s_path, s_pathLen, s_expanded)

typedef struct { int cost, len, expanded; int *tiles; } Result;

static uint32_t Rnd(void)
{
    g_rng ^= g_rng << 13; g_rng ^= g_rng >> 17; g_rng ^= g_rng << 5;
    return g_rng;
}
static int RndRange(int n) { return (int)(Rnd() % (uint32_t)n); }

static void Blob(Tile t, int cx, int cy, int r)
{
    for (int y = cy - r; y <= cy + r; y++)
        for (int x = cx - r; x <= cx + r; x++) {
            if (x < 0 || y < 0 || x >= g_size || y >= g_size) continue;
            if ((x - cx) * (x - cx) + (y - cy) * (y - cy) <= r * r - RndRange(r + 1))
                g_tile[y * g_size + x] = (uint8_t)t;
        }
}

static void BuildMap(void)
{
    int n = g_size;
    for (int i = 0; i < n * n; i++) g_tile[i] = T_GRASS;
    for (int i = 0; i < n / 3; i++) Blob(T_FOREST, RndRange(n), RndRange(n), 3 + RndRange(6));
    for (int i = 0; i < n / 5; i++) Blob(T_MUD, RndRange(n), RndRange(n), 2 + RndRange(5));
    for (int i = 0; i < n / 3; i++) Blob(T_WATER, RndRange(n), RndRange(n), 2 + RndRange(7));
    for (int i = 0; i < n / 25; i++) {          // drunken roads (and bridges)
        int x = RndRange(n), y = RndRange(n), d = RndRange(4);
        for (int k = 0; k < 3 * n; k++) {
            if (RndRange(9) == 0) d = RndRange(4);
            x = (x + kDx[d] + n) % n; y = (y + kDy[d] + n) % n;
            g_tile[y * n + x] = T_ROAD;
        }
    }
}

static void RefreshCosts(void)
{
    for (int i = 0; i < g_size * g_size; i++)
        g_moveCost[i] = kTileCost[g_tile[i]] ? kTileCost[g_tile[i]] + g_heat[i] / 3 : 0;
}

static bool Less(int a, int b)
{
    const Node *na = &s_nodes[a], *nb = &s_nodes[b];
    if (na->f != nb->f) return na->f < nb->f;
    if (na->g != nb->g) return na->g > nb->g;
    return a < b;
}
static void HeapPlace(int pos, int id) { s_heap[pos] = id; s_nodes[id].heapPos = pos; }

static void SiftUp(int pos)
{
    int id = s_heap[pos];
    while (pos > 0 && Less(id, s_heap[(pos - 1) / 2])) {
        HeapPlace(pos, s_heap[(pos - 1) / 2]);
        pos = (pos - 1) / 2;
    }
    HeapPlace(pos, id);
}

static int PopBest(void)
{
    int best = s_heap[0], last = s_heap[--s_heapCount], pos = 0;
    s_nodes[best].heapPos = -1;
    if (s_heapCount == 0) return best;
    for (;;) {
        int c = 2 * pos + 1;
        if (c >= s_heapCount) break;
        if (c + 1 < s_heapCount && Less(s_heap[c + 1], s_heap[c])) c++;
        if (!Less(s_heap[c], last)) break;
        HeapPlace(pos, s_heap[c]);
        pos = c;
    }
    HeapPlace(pos, last);
    return best;
}

static int Heuristic(int a, int b)
{
    int dx = abs(a % g_size - b % g_size), dy = abs(a / g_size - b / g_size);
    return dx > dy ? COST_STRAIGHT * dx + (COST_DIAG - COST_STRAIGHT) * dy
                   : COST_STRAIGHT * dy + (COST_DIAG - COST_STRAIGHT) * dx;
}

// fills s_path (goal first); returns cost or -1
static int FindPath(int from, int to)
{
    s_stamp++; s_heapCount = 0; s_pathLen = 0; s_expanded = 0;
    s_nodes[from] = (Node){ 0, Heuristic(from, to), -1, 0, s_stamp };
    s_heap[s_heapCount++] = from;
    while (s_heapCount > 0) {
        int cur = PopBest();
        s_expanded++;
        if (cur == to) break;
        int cx = cur % g_size, cy = cur / g_size;
        for (int d = 0; d < 8; d++) {
            int nx = cx + kDx[d], ny = cy + kDy[d];
            if (nx < 0 || ny < 0 || nx >= g_size || ny >= g_size) continue;
            int id = ny * g_size + nx;
            if (!g_moveCost[id]) continue;
            if (d >= 4 && (!g_moveCost[cy * g_size + nx] || !g_moveCost[ny * g_size + cx])) continue;
            int g = s_nodes[cur].g + (d < 4 ? COST_STRAIGHT : COST_DIAG) * g_moveCost[id];
            Node *n = &s_nodes[id];
            if (n->stamp == s_stamp) {
                if (n->heapPos < 0 || g >= n->g) continue;
                n->g = g; n->f = g + Heuristic(id, to); n->parent = cur;
            } else {
                *n = (Node){ g, g + Heuristic(id, to), cur, s_heapCount, s_stamp };
                s_heap[s_heapCount++] = id;
            }
            SiftUp(n->heapPos);
        }
    }
    if (s_nodes[to].stamp != s_stamp || s_nodes[to].heapPos >= 0) return -1;
    for (int id = to; id >= 0 && s_pathLen < MAX_PATH; id = s_nodes[id].parent)
        s_path[s_pathLen++] = id;
    return s_nodes[to].g;
}

static int RandomFreeTile(int x0, int x1)
{
    for (;;) {
        int id = RndRange(g_size) * g_size + x0 + RndRange(x1 - x0);
        if (g_moveCost[id]) return id;
    }
}

int main(int argc, char **argv)
{
    int units = argc > 2 ? atoi(argv[2]) : 60, waves = argc > 3 ? atoi(argv[3]) : 4;
    if (argc > 1) g_size = atoi(argv[1]);
    if (argc > 4) g_rng ^= (uint32_t)atoi(argv[4]) * 2654435761u;
    if (g_size < 16 || g_size > MAX_MAP || units < 1 || waves < 1) {
        fprintf(stderr, "units: bad arguments\n");
        return 1;
    }
    BuildMap();
    RefreshCosts();
    Order *orders = malloc(sizeof *orders * (size_t)units);
    Result *res = malloc(sizeof *res * (size_t)units);
    if (!orders || !res) return 1;
    for (int w = 0; w < waves; w++) {
        long cost = 0, steps = 0, expanded = 0;
        int lost = 0, longest = 0;
        uint32_t trail = 2166136261u;
        for (int u = 0; u < units; u++) {
            orders[u].from = RandomFreeTile(0, g_size / 4);
            orders[u].to   = RandomFreeTile(g_size - g_size / 4, g_size);
        }
        #pragma omp parallel for schedule(dynamic, 1)
        for (int u = 0; u < units; u++) {
            Result *r = &res[u];
            r->cost = FindPath(orders[u].from, orders[u].to);
            r->len = s_pathLen;
            r->expanded = s_expanded;
            r->tiles = malloc(sizeof(int) * (size_t)(s_pathLen + 1));
            if (!r->tiles) abort();
            memcpy(r->tiles, s_path, sizeof(int) * (size_t)s_pathLen);
        }
        for (int u = 0; u < units; u++) {
            Result *r = &res[u];
            expanded += r->expanded;
            if (r->cost < 0) { lost++; free(r->tiles); continue; }
            cost += r->cost; steps += r->len;
            if (r->len > longest) longest = r->len;
            for (int i = r->len - 1; i >= 0; i--) {
                g_heat[r->tiles[i]]++;
                trail = (trail ^ (uint32_t)r->tiles[i]) * 16777619u;
            }
            free(r->tiles);
        }
        printf("wave %d: cost %ld steps %ld expanded %ld lost %d longest %d trail %08x\n",
               w, cost, steps, expanded, lost, longest, trail);
        RefreshCosts();
        for (int i = 0; i < g_size * g_size; i++) g_heat[i] -= g_heat[i] / 4;
    }
    uint32_t h = 0;
    for (int i = 0; i < g_size * g_size; i++) h = h * 33u + (uint32_t)g_heat[i] * 7u + g_tile[i];
    printf("heat %08x rng %08x\n", h, g_rng);
    free(orders);
    free(res);
    return 0;
}
