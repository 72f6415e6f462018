/* minichess: perft and alpha-beta bench for Los Alamos chess (6x6, no bishops,
   no double step, no castling) on a set of positions from random games.

   usage: minichess [positions] [perft depth] [search depth] [seed] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W      8              /* mailbox width: 6 files and a border column on each side */
#define CELLS  80             /* 2 border ranks, 6 ranks, 2 border ranks */
#define SQ(f, r) ((r + 2) * W + f + 1)
#define OFF    99
#define MATE   30000

enum { MAXPLY = 32, MAXMOVES = 128 };
enum { EMPTY, PAWN, KNIGHT, ROOK, QUEEN, KING };

struct move { signed char from, to, captured, promoted; int order; };

struct game {
	signed char board[CELLS];      /* >0 white, <0 black */
	int side;                      /* +1 white to move, -1 black */
	int king[2];                  /* king squares, 0 white, 1 black */
};

static const int value[6] = { 0, 100, 290, 500, 900, 0 };
static const int knight_step[8] = { -2*W-1, -2*W+1, -W-2, -W+2, W-2, W+2, 2*W-1, 2*W+1 };
static const int king_step[8] = { -W, -1, 1, W, -W-1, -W+1, W-1, W+1 };  /* rook steps first */

static struct game g;                /* the position under analysis */
static long nodes;                   /* search state */
static struct move killer[MAXPLY];
static int history[CELLS][CELLS];
static unsigned rng_state;

static unsigned rnd(unsigned n)
{
	rng_state = rng_state * 1664525u + 1013904223u;
	return (rng_state >> 8) % n;
}

static void new_game(void)
{
	static const int back[6] = { ROOK, KNIGHT, QUEEN, KING, KNIGHT, ROOK };
	memset(g.board, OFF, sizeof g.board);
	for (int f = 0; f < 6; f++) {
		g.board[SQ(f, 0)] = back[f], g.board[SQ(f, 1)] = PAWN;
		g.board[SQ(f, 2)] = g.board[SQ(f, 3)] = EMPTY;
		g.board[SQ(f, 4)] = -PAWN, g.board[SQ(f, 5)] = -back[f];
	}
	g.king[0] = SQ(3, 0), g.king[1] = SQ(3, 5), g.side = 1;
}

/* is square s attacked by the pieces of 'by'? */
static int attacked(int s, int by)
{
	if (g.board[s - by * W - 1] == by * PAWN || g.board[s - by * W + 1] == by * PAWN)
		return 1;
	for (int i = 0; i < 8; i++)
		if (g.board[s + knight_step[i]] == by * KNIGHT) return 1;
	for (int i = 0; i < 8; i++) {
		int t = s + king_step[i];
		if (g.board[t] == by * KING) return 1;
		while (g.board[t] == EMPTY) t += king_step[i];
		if (g.board[t] == by * QUEEN || (i < 4 && g.board[t] == by * ROOK)) return 1;
	}
	return 0;
}

static int in_check(int who) { return attacked(g.king[who < 0], -who); }
static int enemy(int s) { return g.board[s] != OFF && g.board[s] * g.side < 0; }

static struct move *push(struct move *m, int from, int to)
{
	m->from = from, m->to = to;
	m->captured = g.board[to];
	m->promoted = abs(g.board[from]) == PAWN && g.board[to + g.side * W] == OFF;
	return m + 1;
}

/* pseudo-legal moves of the side to move; returns their number */
static int generate(struct move *list, int captures_only)
{
	struct move *m = list;
	for (int s = SQ(0, 0); s <= SQ(5, 5); s++) {
		int piece = g.board[s] * g.side;
		if (g.board[s] == OFF || piece <= 0) continue;
		if (piece == PAWN) {
			int t = s + g.side * W;
			if (g.board[t] == EMPTY && (!captures_only || g.board[t + g.side * W] == OFF))
				m = push(m, s, t);
			if (enemy(t - 1)) m = push(m, s, t - 1);
			if (enemy(t + 1)) m = push(m, s, t + 1);
			continue;
		}
		const int *step = piece == KNIGHT ? knight_step : king_step;
		int dirs = piece == ROOK ? 4 : 8;
		for (int i = 0; i < dirs; i++) {
			int t = s + step[i];
			while (g.board[t] == EMPTY) {
				if (!captures_only) m = push(m, s, t);
				if (piece == KNIGHT || piece == KING) break;
				t += step[i];
			}
			if (enemy(t)) m = push(m, s, t);
		}
	}
	return (int)(m - list);
}

static void unmake(const struct move *m)
{
	g.side = -g.side;
	g.board[m->from] = m->promoted ? g.side * PAWN : g.board[m->to];
	g.board[m->to] = m->captured;
	if (g.board[m->from] == g.side * KING) g.king[g.side < 0] = m->from;
}

/* plays the move; returns 0 (and leaves the board alone) when it exposes the king */
static int make(const struct move *m)
{
	g.board[m->to] = m->promoted ? g.side * QUEEN : g.board[m->from];
	g.board[m->from] = EMPTY;
	if (g.board[m->to] == g.side * KING) g.king[g.side < 0] = m->to;
	g.side = -g.side;
	if (!in_check(-g.side)) return 1;
	unmake(m);
	return 0;
}

static long perft(int depth)
{
	struct move list[MAXMOVES];
	long total = 0;
	for (int i = 0, n = generate(list, 0); i < n; i++)
		if (make(&list[i])) {
			total += depth > 1 ? perft(depth - 1) : 1;
			unmake(&list[i]);
		}
	return total;
}

static int evaluate(void)
{
	int score = 0;
	for (int r = 0; r < 6; r++)
		for (int f = 0; f < 6; f++) {
			int p = g.board[SQ(f, r)], a = abs(p), c = p > 0 ? 1 : -1;
			if (a == EMPTY) continue;
			int centre = (f < 3 ? f : 5 - f) + (r < 3 ? r : 5 - r);
			int bonus = a == PAWN ? 8 * (c > 0 ? r - 1 : 4 - r) : a == KING ? -6 * centre : 5 * centre;
			score += c * (value[a] + bonus);
		}
	return score * g.side;
}

/* selection step: bring the most promising remaining move to position i */
static struct move *pick(struct move *list, int n, int i)
{
	int best = i;
	for (int j = i + 1; j < n; j++)
		if (list[j].order > list[best].order) best = j;
	struct move t = list[i];
	list[i] = list[best], list[best] = t;
	return &list[i];
}

static int search(int depth, int ply, int alpha, int beta, struct move *best_move)
{
	struct move list[MAXMOVES];
	int legal = 0, quiet = depth <= 0, best = -MATE + ply;
	nodes++;
	if (quiet) {
		best = evaluate();
		if (best >= beta || ply >= MAXPLY - 1) return best;
		if (best > alpha) alpha = best;
	}
	int n = generate(list, quiet);
	for (int i = 0; i < n; i++) {
		struct move *m = &list[i];
		if (m->captured || m->promoted)
			m->order = 1000000 + 10 * value[abs(m->captured)] - abs(g.board[m->from]);
		else if (m->from == killer[ply].from && m->to == killer[ply].to)
			m->order = 900000;
		else
			m->order = history[(int)m->from][(int)m->to];
	}
	for (int i = 0; i < n; i++) {
		struct move *m = pick(list, n, i);
		if (!make(m)) continue;
		legal++;
		int score = -search(depth - 1, ply + 1, -beta, -alpha, NULL);
		unmake(m);
		if (score > best) {
			best = score;
			if (best_move) *best_move = *m;
		}
		if (score > alpha) alpha = score;
		if (alpha >= beta) {
			if (m->captured) break;
			killer[ply] = *m;
			history[(int)m->from][(int)m->to] += depth * depth;
			break;
		}
	}
	return !legal && !quiet && !in_check(g.side) ? 0 /* stalemate */ : best;
}

/* plays a random opening of the given length; 0 if the game ended on the way */
static int random_game(int plies)
{
	struct move list[MAXMOVES];
	new_game();
	while (plies-- > 0) {
		int n = generate(list, 0), tries = 0;
		while (tries < 50 && (n == 0 || !make(&list[rnd(n)]))) tries++;
		if (tries == 50) return 0;
	}
	return 1;
}

int main(int argc, char **argv)
{
	int npos = argc > 1 ? atoi(argv[1]) : 120;
	int pdepth = argc > 2 ? atoi(argv[2]) : 4;
	int sdepth = argc > 3 ? atoi(argv[3]) : 5;
	long all_perft = 0, all_nodes = 0, score_sum = 0;
	rng_state = argc > 4 ? (unsigned)atoi(argv[4]) : 2024;
	struct game *pos = malloc(npos * sizeof *pos);
	for (int i = 0; i < npos; i++) {
		while (!random_game(4 + (int)rnd(16))) ;
		pos[i] = g;
	}
	for (int i = 0; i < npos; i++) {
		struct move best = { 0 };
		g = pos[i];
		memset(killer, 0, sizeof killer);
		memset(history, 0, sizeof history);
		nodes = 0;
		long p = perft(pdepth);
		int score = search(sdepth, 0, -MATE, MATE, &best);
		printf("%3d %c  perft %8ld  best %c%c%c%c  score %6d  nodes %8ld\n", i, g.side > 0 ? 'w' : 'b', p,
		       'a' + best.from % W - 1, '1' + best.from / W - 2,
		       'a' + best.to % W - 1, '1' + best.to / W - 2, score, nodes);
		all_perft += p, all_nodes += nodes, score_sum += score * g.side;
	}
	printf("perft(%d) total %ld, search(%d) total %ld nodes, white score sum %ld\n",
	       pdepth, all_perft, sdepth, all_nodes, score_sum);
	return 0;
}
