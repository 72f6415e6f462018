// SPDX-License-Identifier: Apache-2.0
/* Connect-Four engine: bitboard alpha-beta analysis of a batch of random mid-game positions. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

#define COLS 7
#define ROWS 6
#define INF 10000

typedef uint64_t bb;
typedef struct pos { bb me, all; int ply; struct pos *next; } pos;
typedef struct { int score, best; } result;

static long nodes, cutoffs;
static const int order[COLS] = {3, 2, 4, 1, 5, 0, 6};

static uint64_t rs = 0x9E3779B97F4A7C15ull;
static unsigned rnd(void) {
  rs ^= rs >> 12; rs ^= rs << 25; rs ^= rs >> 27;
  return (unsigned)((rs * 0x2545F4914F6CDD1Dull) >> 33);
}

static inline bb bottom(int c) { return 1ull << (c * 7); }
static inline bb colmask(int c) { return 0x3Full << (c * 7); }
static inline int can_play(bb all, int c) { return !(all & (1ull << (c * 7 + 5))); }
static inline bb drop(bb all, int c) { return (all + bottom(c)) & colmask(c); }

static int has_four(bb b) {
  static const int dir[4] = {1, 7, 6, 8};
  for (int i = 0; i < 4; i++) {
    bb m = b & (b >> dir[i]);
    if (m & (m >> (2 * dir[i]))) return 1;
  }
  return 0;
}

/* open threes minus the opponent's */
static int evaluate(bb me, bb opp) {
  static const int dir[4] = {1, 7, 6, 8};
  static const bb center = 0x3Full << 21;
  bb empty = ~(me | opp) & 0x0FDFBF7EFDFBF7Eull;
  int s = 2 * (__builtin_popcountll(me & center) - __builtin_popcountll(opp & center));
  for (int i = 0; i < 4; i++) {
    bb m3 = me & (me >> dir[i]) & (me >> (2 * dir[i]));
    bb o3 = opp & (opp >> dir[i]) & (opp >> (2 * dir[i]));
    s += 5 * __builtin_popcountll((m3 << (3 * dir[i])) & empty);
    s -= 5 * __builtin_popcountll((o3 << (3 * dir[i])) & empty);
  }
  return s;
}

static int search(bb me, bb all, int ply, int depth, int alpha, int beta) {
  bb opp = me ^ all;
  nodes++;
  if (has_four(opp)) return -(INF - ply);
  if (ply == COLS * ROWS) return 0;
  if (depth == 0) return evaluate(me, opp);
  for (int i = 0; i < COLS; i++) {
    int c = order[i];
    if (!can_play(all, c)) continue;
    bb mv = drop(all, c);
    int v = -search(opp, all | mv, ply + 1, depth - 1, -beta, -alpha);
    if (v > alpha) {
      alpha = v;
      if (alpha >= beta) { cutoffs++; break; }
    }
  }
  return alpha;
}

static result analyse(const pos *p, int depth) {
  result r = {-INF, -1};
  for (int i = 0; i < COLS; i++) {
    int c = order[i];
    if (!can_play(p->all, c)) continue;
    bb mv = drop(p->all, c);
    int v = -search(p->me ^ p->all, p->all | mv, p->ply + 1, depth - 1, -INF, -r.score);
    if (v > r.score || r.best < 0) { r.score = v; r.best = c; }
  }
  return r;
}

static pos *random_position(int plies) {
  for (;;) {
    bb me = 0, all = 0;
    int k;
    for (k = 0; k < plies; k++) {
      int c = (int)(rnd() % COLS);
      if (!can_play(all, c)) break;
      bb mv = drop(all, c);
      bb mine = me | mv;
      if (has_four(mine)) break;
      bb opp = me ^ all;
      all |= mv;
      me = opp;
    }
    if (k < plies) continue;
    pos *p = malloc(sizeof *p);
    p->me = me; p->all = all; p->ply = plies; p->next = NULL;
    return p;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 60;
  int depth = argc > 2 ? atoi(argv[2]) : 11;
  pos *head = NULL, **tail = &head;
  for (int i = 0; i < n; i++) {
    *tail = random_position(6 + i % 7);
    tail = &(*tail)->next;
  }
  int wins = 0, losses = 0, colhist[COLS] = {0}, i = 0;
  unsigned long sum = 0;
  for (pos *p = head; p; p = p->next, i++) {
    result r = analyse(p, depth);
    if (r.score > INF / 2) wins++;
    if (r.score < -INF / 2) losses++;
    if (r.best >= 0) colhist[r.best]++;
    sum = sum * 31 + (unsigned long)(r.score + INF) * 8 + (unsigned long)(r.best + 1);
    if (i < 5) printf("position %d (ply %d): score %d, play column %d\n", i, p->ply, r.score, r.best + 1);
  }
  printf("positions %d won %d lost %d nodes %ld cutoffs %ld\n", n, wins, losses, nodes, cutoffs);
  for (int c = 0; c < COLS; c++) printf("%s%d", c ? " " : "best-move columns: ", colhist[c]);
  printf("\nchecksum %016lx\n", sum);
  while (head) { pos *t = head->next; free(head); head = t; }
  return 0;
}
