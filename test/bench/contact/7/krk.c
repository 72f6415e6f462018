// SPDX-License-Identifier: Apache-2.0
/*
 * Endgame tables by retrograde analysis: king and one piece against king.
 * For every placement the distance to mate is found by iterating until
 * nothing changes any more.  White has the piece.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWN   255
#define ILLEGAL   254
#define POS(wk, wp, bk) (((wk) << 12) | ((wp) << 6) | (bk))
#define NPOS      (64 * 64 * 64)

typedef unsigned char u8;

enum { ROOK = 1, BISHOP = 2, KNIGHT = 4, QUEEN = 3, MAN = 8 };   /* may be combined */

static u8 wtm[NPOS];        /* plies to mate, white to move */
static u8 btm[NPOS];        /* plies to mate, black to move */

static const int kdx[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int kdy[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

static int abs_(int x)
{
    return x < 0 ? -x : x;
}

static int adjacent(int a, int b)
{
    return abs_((a & 7) - (b & 7)) <= 1 && abs_((a >> 3) - (b >> 3)) <= 1;
}

static int step(int sq, int dx, int dy)
{
    int x = (sq & 7) + dx, y = (sq >> 3) + dy;
    if (x < 0 || x > 7 || y < 0 || y > 7)
        return -1;
    return y * 8 + x;
}

static int dirs_of(int piece, int d)
{
    return (d & 1) ? piece & (BISHOP | MAN) : piece & (ROOK | MAN);
}

/* does the piece on `from` attack `target`, `block` being the only blocker? */
static int attacks(int piece, int from, int target, int block)
{
    if (piece & KNIGHT) {
        int ax = abs_((from & 7) - (target & 7)), ay = abs_((from >> 3) - (target >> 3));
        if (ax * ay == 2)
            return 1;
    }
    for (int d = 0; d < 8; d++) {
        if (!dirs_of(piece, d))
            continue;
        int s = step(from, kdx[d], kdy[d]);
        while (s >= 0 && s != block) {
            if (s == target)
                return 1;
            if (piece == MAN)
                break;
            s = step(s, kdx[d], kdy[d]);
        }
    }
    return 0;
}

static int black_in_check(int piece, int wk, int wp, int bk)
{
    return wp != bk && attacks(piece, wp, bk, wk);
}

static void init_tables(int piece)
{
    memset(wtm, UNKNOWN, sizeof wtm);
    memset(btm, UNKNOWN, sizeof btm);
    for (int wk = 0; wk < 64; wk++)
        for (int wp = 0; wp < 64; wp++)
            for (int bk = 0; bk < 64; bk++) {
                int p = POS(wk, wp, bk);
                if (wk == wp || wk == bk || wp == bk || adjacent(wk, bk)) {
                    wtm[p] = btm[p] = ILLEGAL;
                    continue;
                }
                if (black_in_check(piece, wk, wp, bk))
                    wtm[p] = ILLEGAL;
            }
}

/* White to move: is there a move into a position lost for black in d - 1? */
static int white_wins_in(int piece, int wk, int wp, int bk, int d)
{
    for (int k = 0; k < 8; k++) {
        int s = step(wk, kdx[k], kdy[k]);
        if (s < 0 || s == wp)
            continue;
        if (btm[POS(s, wp, bk)] == d - 1)
            return 1;
    }
    for (int k = 0; k < 8; k++) {
        if (!dirs_of(piece, k))
            continue;
        int s = step(wp, kdx[k], kdy[k]);
        while (s >= 0 && s != wk && s != bk) {
            if (btm[POS(wk, s, bk)] == d - 1)
                return 1;
            if (piece == MAN)
                break;
            s = step(s, kdx[k], kdy[k]);
        }
    }
    if (piece & KNIGHT)
        for (int dx = -2; dx <= 2; dx++)
            for (int dy = -2; dy <= 2; dy++) {
                int s;
                if (dx * dy != 2 && dx * dy != -2)
                    continue;
                s = step(wp, dx, dy);
                if (s >= 0 && s != wk && s != bk && btm[POS(wk, s, bk)] == d - 1)
                    return 1;
            }
    return 0;
}

/* Black to move: do all moves lose?  Returns the number of plies or -1. */
static int black_loses(int piece, int wk, int wp, int bk, int d)
{
    int legal = 0;
    for (int k = 0; k < 8; k++) {
        int s = step(bk, kdx[k], kdy[k]);
        if (s < 0 || adjacent(s, wk))
            continue;
        if (s == wp)
            return -1;              /* takes the piece, draw */
        int v = wtm[POS(wk, wp, s)];
        if (v == ILLEGAL)
            continue;
        legal++;
        if (v == UNKNOWN || v > d - 1)
            return -1;
    }
    if (legal)
        return d;
    return d == 0 && black_in_check(piece, wk, wp, bk) ? 0 : -1;
}

static long white_pass(int piece, int d)
{
    long found = 0;
    for (int p = 0; p < NPOS; p++)
        if (wtm[p] == UNKNOWN && white_wins_in(piece, p >> 12, (p >> 6) & 63, p & 63, d)) {
            wtm[p] = (u8)d;
            found++;
        }
    return found;
}

static long black_pass(int piece, int d)
{
    long found = 0;
    for (int p = 0; p < NPOS; p++)
        if (btm[p] == UNKNOWN && black_loses(piece, p >> 12, (p >> 6) & 63, p & 63, d) >= 0) {
            btm[p] = (u8)d;
            found++;
        }
    return found;
}

static void show_line(int piece, int p)
{
    printf("  longest: wk %c%d piece %c%d bk %c%d in %d plies\n",
           'a' + ((p >> 12) & 7), 1 + (p >> 15), 'a' + ((p >> 6) & 7), 1 + ((p >> 9) & 7),
           'a' + (p & 7), 1 + ((p >> 3) & 7), wtm[p]);
    (void)piece;
}

static void solve(const char *name, int piece)
{
    init_tables(piece);
    printf("%s\n  mates on the board: %ld\n", name, black_pass(piece, 0));
    int d = 1, idle = 0;
    while (idle < 2) {
        long n = (d & 1) ? white_pass(piece, d) : black_pass(piece, d);
        idle = n ? 0 : idle + 1;
        if (n)
            printf("  %s %2d plies: %6ld\n", (d & 1) ? "white wins in " : "black loses in", d, n);
        d++;
    }
    int best = -1;
    long draws = 0;
    for (int p = 0; p < NPOS; p++) {
        if (wtm[p] == UNKNOWN)
            draws++;
        if (wtm[p] < ILLEGAL && (best < 0 || wtm[p] > wtm[best]))
            best = p;
    }
    if (best >= 0)
        show_line(piece, best);
    printf("  draws with white to move: %ld\n", draws);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "rqinmcba";
    for (; *which; which++)
        switch (*which) {
        case 'r': solve("KRK", ROOK); break;
        case 'q': solve("KQK", QUEEN); break;
        case 'a': solve("amazon", QUEEN | KNIGHT); break;
        case 'c': solve("chancellor", ROOK | KNIGHT); break;
        case 'i': solve("bishop", BISHOP); break;
        case 'n': solve("knight", KNIGHT); break;
        case 'm': solve("man", MAN); break;
        case 'b': solve("archbishop", BISHOP | KNIGHT); break;
        default:
            fprintf(stderr, "unknown piece '%c'\n", *which);
            return 2;
        }
    return 0;
}
