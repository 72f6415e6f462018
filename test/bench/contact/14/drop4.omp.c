/* Connect-four analysis: for a list of opening positions, alpha-beta with a
 * transposition table to a fixed depth; prints score spread and node counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#define W 7
#define H 6
#define H1 (H + 1)
#define TT_BITS 16
#define INF 1000

typedef uint64_t bb;

typedef struct {
    bb board[2];
    int height[W];
    int ply;
} Pos;

typedef struct { bb key; int16_t score; uint8_t depth, flag; } Entry;
enum { EXACT = 1, LOWER, UPPER };

typedef struct Engine {
    Entry *tt;
    Pos pos;
    long nodes, hits, cutoffs, evals;
    int (*eval)(const Pos *);
} Engine;

static const int order[W] = { 3, 2, 4, 1, 5, 0, 6 };

static int wins(bb b)
{
    static const int dir[4] = { 1, H1, H, H1 + 1 };
    for (int d = 0; d < 4; d++) {
        bb m = b & (b >> dir[d]);
        if (m & (m >> 2 * dir[d])) return 1;
    }
    return 0;
}

static int legal(const Pos *p, int c) { return p->height[c] < c * H1 + H; }

static void play(Pos *p, int c) { p->board[p->ply & 1] ^= (bb)1 << p->height[c]++; p->ply++; }
static void undo(Pos *p, int c) { p->ply--; p->board[p->ply & 1] ^= (bb)1 << --p->height[c]; }

static void pos_init(Pos *p)
{
    memset(p, 0, sizeof *p);
    for (int c = 0; c < W; c++) p->height[c] = c * H1;
}

static int popc(bb b) { int n = 0; while (b) { b &= b - 1; n++; } return n; }

/* open threes and centre weight, for the side to move */
static int eval_threes(const Pos *p)
{
    bb occ = p->board[0] | p->board[1], full = 0;
    int s[2];
    for (int c = 0; c < W; c++) full |= (((bb)1 << H) - 1) << (c * H1);
    for (int k = 0; k < 2; k++) {
        bb b = p->board[k], t = 0;
        static const int dir[3] = { H1, H, H1 + 1 };
        for (int d = 0; d < 3; d++) {
            bb two = b & (b >> dir[d]);
            t |= (two & (b >> 2 * dir[d])) << 3 * dir[d];
            t |= (two & (b >> 2 * dir[d])) >> dir[d];
            t |= two << 2 * dir[d] & b >> dir[d];
        }
        s[k] = 4 * popc(t & full & ~occ) + popc(b >> (3 * H1) & 0x3f) + popc(b);
    }
    int me = p->ply & 1;
    return s[me] - s[!me];
}

static uint64_t pos_key(const Pos *p)
{
    uint64_t k = p->board[0] * 0x9E3779B97F4A7C15ULL ^ p->board[1] * 0xC2B2AE3D27D4EB4FULL;
    return k ^ k >> 31;
}

static int search(Engine *e, int depth, int alpha, int beta)
{
    Pos *p = &e->pos;
    int a0 = alpha, best = -INF;
    e->nodes++;
    if (wins(p->board[!(p->ply & 1)])) return -(500 - p->ply);
    if (p->ply == W * H) return 0;
    if (depth == 0) { e->evals++; return e->eval(p); }
    uint64_t key = pos_key(p);
    Entry *t = &e->tt[key >> (64 - TT_BITS)];
    if (t->key == key && t->depth == depth) {
        e->hits++;
        if (t->flag == EXACT) return t->score;
        if (t->flag == LOWER && t->score > alpha) alpha = t->score;
        if (t->flag == UPPER && t->score < beta) beta = t->score;
        if (alpha >= beta) return t->score;
    }
    for (int i = 0; i < W; i++) {
        int c = order[i];
        if (!legal(p, c)) continue;
        play(p, c);
        int s = -search(e, depth - 1, -beta, -alpha);
        undo(p, c);
        if (s > best) best = s;
        if (s > alpha) alpha = s;
        if (alpha >= beta) { e->cutoffs++; break; }
    }
    t->key = key;
    t->depth = (uint8_t)depth;
    t->score = (int16_t)best;
    t->flag = best <= a0 ? UPPER : best >= beta ? LOWER : EXACT;
    return best;
}

static int analyse(Engine *e, const Pos *p, int depth, int *move)
{
    int best = -INF;
    e->pos = *p;
    memset(e->tt, 0, sizeof(Entry) << TT_BITS);
    *move = -1;
    for (int i = 0; i < W; i++) {
        int c = order[i];
        if (!legal(p, c)) continue;
        play(&e->pos, c);
        int s = -search(e, depth - 1, -INF, -best);
        undo(&e->pos, c);
        if (s > best) { best = s; *move = c; }
    }
    return best;
}

static int make_openings(Pos *list, int n)
{
    uint32_t r = 20111;
    int m = 0;
    for (int tries = 0; m < n && tries < n * 50; tries++) {
        Pos p;
        pos_init(&p);
        int len = 4 + tries % 6;
        for (int i = 0; i < len; i++) {
            r = r * 1664525u + 1013904223u;
            int c = (int)((r >> 16) % W);
            if (legal(&p, c)) play(&p, c);
        }
        if (wins(p.board[0]) || wins(p.board[1])) continue;
        list[m++] = p;
    }
    return m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 150, depth = argc > 2 ? atoi(argv[2]) : 10;
    if (n < 1 || depth < 2 || depth > 30) { fprintf(stderr, "usage: drop4 [positions] [depth]\n"); return 1; }
    Pos *list = malloc(n * sizeof *list);
    Engine e = { .eval = eval_threes };
    e.tt = malloc(sizeof(Entry) << TT_BITS);
    if (!list || !e.tt) return 1;
    n = make_openings(list, n);

    int won = 0, lost = 0, sum = 0, moves[W] = { 0 }, hardest = -1;
    long most = 0;
    uint32_t sig = 0;
    struct { int score, move; long nodes; } *res = malloc((n + 1) * sizeof *res);
    if (!res) return 1;
    long nodes = 0, hits = 0, cutoffs = 0, evals = 0;
    int fail = 0;
#pragma omp parallel reduction(+:nodes, hits, cutoffs, evals) reduction(|:fail)
    {
        Engine my = { .eval = e.eval };
        my.tt = malloc(sizeof(Entry) << TT_BITS);
        if (!my.tt) fail = 1;
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < n; i++) {
            if (fail) continue;
            long before = my.nodes;
            res[i].score = analyse(&my, &list[i], depth, &res[i].move);
            res[i].nodes = my.nodes - before;
        }
        free(my.tt);
        nodes += my.nodes; hits += my.hits; cutoffs += my.cutoffs; evals += my.evals;
    }
    if (fail) return 1;
    e.nodes = nodes; e.hits = hits; e.cutoffs = cutoffs; e.evals = evals;
    for (int i = 0; i < n; i++) {
        int mv = res[i].move, s = res[i].score;
        if (s > 400) won++;
        else if (s < -400) lost++;
        else sum += s;
        if (mv >= 0) moves[mv]++;
        if (res[i].nodes > most) { most = res[i].nodes; hardest = i; }
        sig = sig * 31 + (uint32_t)(s + 1000) * 7 + (uint32_t)(mv + 1);
    }
    printf("positions %d depth %d won %d lost %d eval sum %d sig %08x\n", n, depth, won, lost, sum, sig);
    printf("nodes %ld hits %ld cutoffs %ld evals %ld hardest %d (%ld)\n", e.nodes, e.hits, e.cutoffs, e.evals, hardest, most);
    printf("moves");
    for (int c = 0; c < W; c++) printf(" %d", moves[c]);
    printf("\n");
    free(res); free(e.tt); free(list);
    return 0;
}
