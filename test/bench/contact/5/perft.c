// SPDX-License-Identifier: Apache-2.0
/* perft: counts the leaves of the chess move tree, to test a move generator.
 * 0x88 board, pseudo-legal generation, make / unmake on one global board.
 *
 *   perft [change of depth] ["FEN" depth]
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
enum { CAPTURE = 1, EN_PASSANT = 2, CASTLE = 4, DOUBLE = 8, PROMOTION = 16 };

typedef struct { unsigned char from, to, promo, flags; } move;
typedef struct { int captured, castle, ep; } undo;
typedef struct { unsigned long nodes, captures, ep, castles, promotions, checks; } counts;

static int board[128];          /* white positive, black negative */
static int side, castle, ep, king[2];
static counts total;

static const int knight_step[8] = { 33, 31, 18, 14, -33, -31, -18, -14 };
static const int king_step[8] = { 1, 16, -1, -16, 17, 15, -17, -15 };   /* rook, then bishop */

static const struct { const char *fen; int depth; } suite[] = {
    { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5 },
    { "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4 },
    { "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5 },
    { "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4 },
    { "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 3 },
};

static int setup(const char *f)
{
    static const char pieces[] = " PNBRQK", rights[] = "KQkq";
    int sq = 112;
    memset(board, 0, sizeof board);
    king[0] = king[1] = -1;
    for (; *f && *f != ' '; f++) {
        if (*f == '/') { sq = (sq & 0x70) - 16; continue; }
        if (isdigit((unsigned char)*f)) { sq += *f - '0'; continue; }
        const char *p = strchr(pieces + 1, toupper((unsigned char)*f));
        if (!p || sq < 0 || sq & 0x88) return 0;
        board[sq] = (int)(p - pieces) * (isupper((unsigned char)*f) ? 1 : -1);
        if (abs(board[sq]) == KING) king[board[sq] < 0] = sq;
        sq++;
    }
    if (king[0] < 0 || king[1] < 0 || !f[0] || !f[1]) return 0;
    side = f[1] == 'b' ? -1 : 1;
    for (castle = 0, f += 2; *f == ' '; f++) { }
    for (; *f && *f != ' '; f++)
        for (int i = 0; i < 4; i++) if (*f == rights[i]) castle |= 1 << i;
    while (*f == ' ') f++;
    ep = f[0] >= 'a' && f[0] <= 'h' && (f[1] == '3' || f[1] == '6') ? (f[1] - '1') * 16 + f[0] - 'a' : -1;
    return 1;
}

static int attacked(int sq, int by)
{
    for (int d = -1; d <= 1; d += 2) {
        int s = sq - 16 * by + d;
        if (!(s & 0x88) && board[s] == by * PAWN) return 1;
    }
    for (int d = 0; d < 8; d++) {
        int s = sq + knight_step[d];
        if (!(s & 0x88) && board[s] == by * KNIGHT) return 1;
        for (s = sq + king_step[d]; !(s & 0x88); s += king_step[d]) {
            int p = board[s] * by;
            if (!p) continue;
            if (p == QUEEN || p == (d < 4 ? ROOK : BISHOP) || (p == KING && s == sq + king_step[d])) return 1;
            break;
        }
    }
    return 0;
}

static move *add(move *m, int from, int to, int flags)
{
    *m = (move){ (unsigned char)from, (unsigned char)to, 0, (unsigned char)flags };
    if (abs(board[from]) == PAWN && (to < 16 || to >= 112))
        for (int p = QUEEN; p >= KNIGHT; p--, m++) {
            m[1] = m[0];
            m->promo = (unsigned char)p;
            m->flags |= PROMOTION;
        }
    else m++;
    return m;
}

static move *pawn_moves(move *m, int s)
{
    int to = s + 16 * side;
    if (!board[to]) {
        m = add(m, s, to, 0);
        if (s >> 4 == (side > 0 ? 1 : 6) && !board[to + 16 * side]) m = add(m, s, to + 16 * side, DOUBLE);
    }
    for (int d = -1; d <= 1; d += 2) {
        int t = to + d;
        if (t & 0x88) continue;
        if (board[t] * side < 0) m = add(m, s, t, CAPTURE);
        else if (t == ep) m = add(m, s, t, CAPTURE | EN_PASSANT);
    }
    return m;
}

static int generate(move *list)
{
    move *m = list;
    for (int s = 0; s < 120; s++) {
        if (s & 0x88 || board[s] * side <= 0) continue;
        int p = board[s] * side;
        if (p == PAWN) { m = pawn_moves(m, s); continue; }
        const int *step = p == KNIGHT ? knight_step : king_step;
        int first = p == BISHOP ? 4 : 0, last = p == ROOK ? 4 : 8;
        for (int d = first; d < last; d++)
            for (int t = s + step[d]; !(t & 0x88); t += step[d]) {
                if (board[t] * side <= 0) m = add(m, s, t, board[t] ? CAPTURE : 0);
                if (board[t] || p == KNIGHT || p == KING) break;
            }
    }
    int k = king[side < 0], rights = side > 0 ? castle : castle >> 2;
    if (rights & 3 && !attacked(k, -side)) {
        if (rights & 1 && !board[k + 1] && !board[k + 2] && !attacked(k + 1, -side)) m = add(m, k, k + 2, CASTLE);
        if (rights & 2 && !board[k - 1] && !board[k - 2] && !board[k - 3] && !attacked(k - 1, -side)) m = add(m, k, k - 2, CASTLE);
    }
    return (int)(m - list);
}

static int right_of(int sq)
{
    return sq == 7 ? 1 : sq == 0 ? 2 : sq == 119 ? 4 : sq == 112 ? 8 : sq == 4 ? 3 : sq == 116 ? 12 : 0;
}

/* returns 0 (with the move made) if it leaves the own king in check */
static int make(move m, undo *u)
{
    int p = board[m.from];
    *u = (undo){ board[m.to], castle, ep };
    board[m.to] = m.promo ? m.promo * side : p;
    board[m.from] = EMPTY;
    if (m.flags & EN_PASSANT) board[m.to - 16 * side] = EMPTY;
    if (abs(p) == KING) king[side < 0] = m.to;
    if (m.flags & CASTLE) {
        int rook = m.to > m.from ? m.from + 3 : m.from - 4;
        board[(m.from + m.to) / 2] = board[rook];
        board[rook] = EMPTY;
    }
    ep = m.flags & DOUBLE ? (m.from + m.to) / 2 : -1;
    castle &= ~(right_of(m.from) | right_of(m.to));
    side = -side;
    return !attacked(king[side > 0], side);
}

static void unmake(move m, const undo *u)
{
    side = -side;
    board[m.from] = m.promo ? side * PAWN : board[m.to];
    board[m.to] = u->captured;
    if (m.flags & EN_PASSANT) board[m.to - 16 * side] = -side * PAWN;
    if (abs(board[m.from]) == KING) king[side < 0] = m.from;
    if (m.flags & CASTLE) {
        int rook = m.to > m.from ? m.from + 3 : m.from - 4;
        board[rook] = board[(m.from + m.to) / 2];
        board[(m.from + m.to) / 2] = EMPTY;
    }
    castle = u->castle; ep = u->ep;
}

static unsigned long perft(int depth, move last)
{
    move list[256];
    undo u;
    unsigned long nodes = 0;
    if (depth == 0) {
        total.captures += last.flags & CAPTURE;
        total.ep += !!(last.flags & EN_PASSANT); total.castles += !!(last.flags & CASTLE);
        total.promotions += !!(last.flags & PROMOTION); total.checks += attacked(king[side < 0], -side);
        return 1;
    }
    int n = generate(list);
    for (int i = 0; i < n; i++) {
        if (make(list[i], &u)) nodes += perft(depth - 1, list[i]);
        unmake(list[i], &u);
    }
    return nodes;
}

static void divide(const char *fen, int depth)
{
    move list[256];
    undo u;
    if (!setup(fen) || depth < 1) { printf("%s: skipped\n", fen); return; }
    memset(&total, 0, sizeof total);
    int n = generate(list);
    printf("%s depth %d\n", fen, depth);
    for (int i = 0; i < n; i++) {
        if (make(list[i], &u)) {
            unsigned long c = perft(depth - 1, list[i]);
            total.nodes += c;
            printf(" %02x%02x:%lu", list[i].from, list[i].to, c);
        }
        unmake(list[i], &u);
    }
    printf("\n nodes %lu captures %lu e.p. %lu castles %lu promotions %lu checks %lu\n", total.nodes,
           total.captures, total.ep, total.castles, total.promotions, total.checks);
}

int main(int argc, char **argv)
{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    if (argc > 3) divide(argv[2], atoi(argv[3]));
    else for (size_t i = 0; i < sizeof suite / sizeof *suite; i++)
        divide(suite[i].fen, suite[i].depth + (argc > 1 ? atoi(argv[1]) : 0));
    clock_gettime(CLOCK_MONOTONIC, &b);
    fprintf(stderr, "time %.3f\n", b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec));
    return 0;
}
