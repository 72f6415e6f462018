/* Othello: fixed-depth alpha-beta engine playing itself (bitboards). */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <time.h>

typedef uint64_t u64;

typedef struct {
  u64 own, opp;
} Board;

static const int square_value[64] = {
  100, -20, 10,  5,  5, 10, -20, 100,
  -20, -50, -2, -2, -2, -2, -50, -20,
   10,  -2, -1, -1, -1, -1,  -2,  10,
    5,  -2, -1, -1, -1, -1,  -2,   5,
    5,  -2, -1, -1, -1, -1,  -2,   5,
   10,  -2, -1, -1, -1, -1,  -2,  10,
  -20, -50, -2, -2, -2, -2, -50, -20,
  100, -20, 10,  5,  5, 10, -20, 100,
};

static const u64 NOT_A = 0xfefefefefefefefeULL;
static const u64 NOT_H = 0x7f7f7f7f7f7f7f7fULL;

static unsigned long nodes;

static u64 shift(u64 b, int dir) {
  switch (dir) {
  case 0: return (b & NOT_H) << 1;
  case 1: return (b & NOT_A) >> 1;
  case 2: return b << 8;
  case 3: return b >> 8;
  case 4: return (b & NOT_H) << 9;
  case 5: return (b & NOT_A) >> 9;
  case 6: return (b & NOT_A) << 7;
  default: return (b & NOT_H) >> 7;
  }
}

static u64 legal_moves(const Board *b) {
  u64 empty = ~(b->own | b->opp), moves = 0;
  for (int d = 0; d < 8; d++) {
    u64 x = shift(b->own, d) & b->opp;
    for (int i = 0; i < 5; i++)
      x |= shift(x, d) & b->opp;
    moves |= shift(x, d) & empty;
  }
  return moves;
}

static Board play(const Board *b, int sq) {
  u64 m = 1ULL << sq, flips = 0;
  for (int d = 0; d < 8; d++) {
    u64 line = 0, x = shift(m, d);
    while (x & b->opp) {
      line |= x;
      x = shift(x, d);
    }
    if (x & b->own)
      flips |= line;
  }
  Board r = { b->opp & ~flips, b->own | m | flips };
  return r;
}

static int evaluate(const Board *b) {
  int score = 0;
  for (u64 x = b->own; x; x &= x - 1)
    score += square_value[__builtin_ctzll(x)];
  for (u64 x = b->opp; x; x &= x - 1)
    score -= square_value[__builtin_ctzll(x)];
  Board o = { b->opp, b->own };
  score += 8 * (__builtin_popcountll(legal_moves(b)) - __builtin_popcountll(legal_moves(&o)));
  return score;
}

static int final_score(const Board *b) {
  return 1000 * (__builtin_popcountll(b->own) - __builtin_popcountll(b->opp));
}

static int search(const Board *b, int depth, int alpha, int beta, int passed) {
  nodes++;
  if (depth == 0)
    return evaluate(b);
  u64 moves = legal_moves(b);
  if (!moves) {
    if (passed)
      return final_score(b);
    Board o = { b->opp, b->own };
    return -search(&o, depth - 1, -beta, -alpha, 1);
  }
  /* corners first, then the rest in board order */
  u64 corners = moves & 0x8100000000000081ULL;
  for (int pass = 0; pass < 2; pass++) {
    u64 set = pass == 0 ? corners : moves & ~corners;
    while (set) {
      int sq = __builtin_ctzll(set);
      set &= set - 1;
      Board n = play(b, sq);
      int s = -search(&n, depth - 1, -beta, -alpha, 0);
      if (s > alpha) {
        alpha = s;
        if (alpha >= beta)
          return alpha;
      }
    }
  }
  return alpha;
}

static int choose_move(const Board *b, int depth, int *score) {
  u64 moves = legal_moves(b);
  int best = -1, alpha = -1000000;
  while (moves) {
    int sq = __builtin_ctzll(moves);
    moves &= moves - 1;
    Board n = play(b, sq);
    int s = -search(&n, depth - 1, -1000000, -alpha, 0);
    if (s > alpha) {
      alpha = s;
      best = sq;
    }
  }
  *score = alpha;
  return best;
}

int main(int argc, char **argv) {
  int depth = argc > 1 ? atoi(argv[1]) : 9;
  int maxply = argc > 2 ? atoi(argv[2]) : 11;
  Board b = { 0x0000000810000000ULL, 0x0000001008000000ULL };
  int ply, passes = 0, side = 0;
  clock_t start = clock();

  for (ply = 0; ply < maxply && passes < 2;) {
    if (!legal_moves(&b)) {
      passes++;
    } else {
      int score, sq = choose_move(&b, depth, &score);
      passes = 0;
      ply++;
      printf("%c%c%d(%d)%c", side ? 'w' : 'b', 'a' + sq % 8, 1 + sq / 8, score, ply % 8 ? ' ' : '\n');
      b = play(&b, sq);
      side ^= 1;
      continue;
    }
    Board o = { b.opp, b.own };
    b = o;
    side ^= 1;
  }
  int own = __builtin_popcountll(b.own), opp = __builtin_popcountll(b.opp);
  printf("\nblack %d white %d after %d plies\n", side ? opp : own, side ? own : opp, ply);
  fprintf(stderr, "%lu nodes, cpu %.3f s\n", nodes, (double)(clock() - start) / CLOCKS_PER_SEC);
  return 0;
}
