/* othperft - counts Othello move paths to a given depth (perft) and scores the
 * leaves with a positional table; mailbox board, make by copy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, BLACK, WHITE, WALL };

typedef struct {
    signed char sq[100];        /* 10 x 10 with a wall around */
    int mover, passes;
} Pos;

typedef struct {
    long long leaves, passes, flips;
    long long score;
    int best, worst;
} Tally;

static const int dirs[8] = { -11, -10, -9, -1, 1, 9, 10, 11 };
static int table[100];

static void init_table(void)
{
    static const int rank[8] = { 20, -3, 11, 8, 8, 11, -3, 20 };
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            table[(r + 1) * 10 + c + 1] = (rank[r] * rank[c]) / 6 + 1;
}

static void start_position(Pos *p)
{
    memset(p, 0, sizeof *p);
    for (int i = 0; i < 100; i++)
        if (i < 10 || i >= 90 || i % 10 == 0 || i % 10 == 9)
            p->sq[i] = WALL;
    p->sq[44] = p->sq[55] = WHITE;
    p->sq[45] = p->sq[54] = BLACK;
    p->mover = BLACK;
}

static int is_legal(const Pos *p, int at)
{
    int me = p->mover, you = 3 - me;
    if (p->sq[at] != EMPTY)
        return 0;
    for (int d = 0; d < 8; d++) {
        int q = at + dirs[d];
        if (p->sq[q] != you)
            continue;
        do
            q += dirs[d];
        while (p->sq[q] == you);
        if (p->sq[q] == me)
            return 1;
    }
    return 0;
}

static int moves(const Pos *p, int *list)
{
    int n = 0;
    for (int r = 1; r <= 8; r++)
        for (int at = r * 10 + 1; at <= r * 10 + 8; at++)
            if (is_legal(p, at))
                list[n++] = at;
    return n;
}

static int play(Pos *p, int at)
{
    int me = p->mover, you = 3 - me, flips = 0;
    for (int d = 0; d < 8; d++) {
        int q = at + dirs[d];
        while (p->sq[q] == you)
            q += dirs[d];
        if (p->sq[q] != me)
            continue;
        for (q -= dirs[d]; q != at; q -= dirs[d]) {
            p->sq[q] = (signed char)me;
            flips++;
        }
    }
    p->sq[at] = (signed char)me;
    p->mover = you;
    p->passes = 0;
    return flips;
}

static int evaluate(const Pos *p)
{
    int s = 0;
    for (int i = 11; i < 89; i++) {
        if (p->sq[i] == BLACK) s += table[i];
        if (p->sq[i] == WHITE) s -= table[i];
    }
    return s;
}

static void leaf(const Pos *p, Tally *t)
{
    int s = evaluate(p);
    t->leaves++;
    t->score += s;
    if (s > t->best) t->best = s;
    if (s < t->worst) t->worst = s;
}

static void perft(const Pos *p, int depth, Tally *t)
{
    int list[64];
    if (depth == 0 || p->passes == 2) {
        leaf(p, t);
        return;
    }
    int n = moves(p, list);
    Pos next;
    if (n == 0) {
        next = *p;
        next.mover = 3 - p->mover;
        next.passes++;
        t->passes++;
        perft(&next, depth - 1, t);
        return;
    }
    for (int k = 0; k < n; k++) {
        next = *p;
        t->flips += play(&next, list[k]);
        perft(&next, depth - 1, t);
    }
}

/* positions after the first plies become a work list */
static void perft_root(const Pos *p, int depth, Tally *t)
{
    int cap = 4096, n = 1, plies = 0;
    Pos *cur = malloc(sizeof *cur * (size_t)cap), *nxt = malloc(sizeof *nxt * (size_t)cap);
    if (!cur || !nxt)
        exit(1);
    cur[0] = *p;
    while (plies < depth && plies < 4) {
        int m = 0, list[64];
        for (int i = 0; i < n; i++) {
            int c = moves(&cur[i], list);
            if (c == 0) {           /* cannot happen this early; fall back */
                free(cur);
                free(nxt);
                perft(p, depth, t);
                return;
            }
            for (int k = 0; k < c; k++) {
                nxt[m] = cur[i];
                t->flips += play(&nxt[m++], list[k]);
            }
        }
        Pos *x = cur;
        cur = nxt;
        nxt = x;
        n = m;
        plies++;
    }
    long long leaves = 0, passes = 0, flips = 0, score = 0;
    int best = t->best, worst = t->worst;
    #pragma omp parallel for schedule(dynamic, 1) reduction(+:leaves, passes, flips, score) reduction(max:best) \
        reduction(min:worst)
    for (int i = 0; i < n; i++) {
        Tally my = { 0, 0, 0, 0, -1000000, 1000000 };
        perft(&cur[i], depth - plies, &my);
        leaves += my.leaves;
        passes += my.passes;
        flips += my.flips;
        score += my.score;
        if (my.best > best) best = my.best;
        if (my.worst < worst) worst = my.worst;
    }
    t->leaves += leaves;
    t->passes += passes;
    t->flips += flips;
    t->score += score;
    t->best = best;
    t->worst = worst;
    free(cur);
    free(nxt);
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    Pos root;
    Tally all = { 0, 0, 0, 0, -1000000, 1000000 };
    init_table();
    start_position(&root);
    for (int d = 1; d < depth; d += 3) {
        Tally t = { 0, 0, 0, 0, -1000000, 1000000 };
        perft_root(&root, d, &t);
        printf("depth %d: %lld\n", d, t.leaves);
    }
    perft_root(&root, depth, &all);
    printf("depth %d: %lld leaves, %lld passes, %lld flips\n", depth, all.leaves, all.passes, all.flips);
    printf("score sum %lld best %d worst %d\n", all.score, all.best, all.worst);
    return 0;
}
