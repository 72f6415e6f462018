/* Othello opening explorer: exhaustive fixed-depth minimax with statistics.
   usage: othello [depth] [random plies] */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <inttypes.h>

typedef uint64_t bitboard;
#define MAXDEPTH 16
#define INF 100000

static const bitboard NOT_A = 0xfefefefefefefefeULL;
static const bitboard NOT_H = 0x7f7f7f7f7f7f7f7fULL;
static const bitboard CORNERS = 0x8100000000000081ULL;
static const bitboard XSQUARES = 0x0042000000004200ULL;

/* statistics of the whole search */
static uint64_t nodes[MAXDEPTH + 1];
static uint64_t passes, finished, signature;
static uint64_t mobility_hist[34];
static int deepest_score = -INF;

static bitboard shift(bitboard b, int dir)
{
  switch (dir) {
  case 0: return (b << 1) & NOT_A;
  case 1: return (b >> 1) & NOT_H;
  case 2: return b << 8;
  case 3: return b >> 8;
  case 4: return (b << 9) & NOT_A;
  case 5: return (b >> 9) & NOT_H;
  case 6: return (b << 7) & NOT_H;
  default: return (b >> 7) & NOT_A;
  }
}

static int popcount(bitboard b)
{
  b = b - ((b >> 1) & 0x5555555555555555ULL);
  b = (b & 0x3333333333333333ULL) + ((b >> 2) & 0x3333333333333333ULL);
  b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return (int)((b * 0x0101010101010101ULL) >> 56);
}

static int lowest(bitboard b)
{
  return popcount((b & (0 - b)) - 1);
}

static bitboard moves(bitboard me, bitboard opp)
{
  bitboard empty = ~(me | opp), result = 0;
  for (int d = 0; d < 8; d++) {
    bitboard x = shift(me, d) & opp;
    for (int i = 0; i < 5; i++)
      x |= shift(x, d) & opp;
    result |= shift(x, d) & empty;
  }
  return result;
}

static bitboard flips(bitboard me, bitboard opp, bitboard mv)
{
  bitboard all = 0;
  for (int d = 0; d < 8; d++) {
    bitboard line = 0, x = shift(mv, d);
    while (x & opp) {
      line |= x;
      x = shift(x, d);
    }
    if (x & me)
      all |= line;
  }
  return all;
}

static int evaluate(bitboard me, bitboard opp, int mob)
{
  int s = 6 * mob;
  s += 30 * (popcount(me & CORNERS) - popcount(opp & CORNERS));
  s -= 9 * (popcount(me & XSQUARES) - popcount(opp & XSQUARES));
  s -= popcount(me) - popcount(opp);
  return s;
}

static uint64_t mix(bitboard a, bitboard b)
{
  uint64_t x = a * 0x9E3779B97F4A7C15ULL ^ (b + 0x7F4A7C15ULL) * 0xBF58476D1CE4E5B9ULL;
  return x ^ (x >> 29);
}

/* exact minimax value for the side to move; *best receives the chosen square */
static int search(bitboard me, bitboard opp, int depth, int passed, int *best)
{
  bitboard mv = moves(me, opp);
  int nmv = popcount(mv), value = -INF, dummy;

  nodes[depth]++;
  mobility_hist[nmv > 33 ? 33 : nmv]++;
  signature += mix(me, opp);
  *best = -1;
  if (depth == 0) {
    int e = evaluate(me, opp, nmv);
    if (e > deepest_score)
      deepest_score = e;
    return e;
  }
  if (mv == 0) {
    if (passed) {
      finished++;
      return 200 * (popcount(me) - popcount(opp));
    }
    passes++;
    return -search(opp, me, depth - 1, 1, &dummy);
  }
  while (mv) {
    bitboard m = mv & (0 - mv);
    bitboard f = flips(me, opp, m);
    int v = -search(opp & ~f, me | m | f, depth - 1, 0, &dummy);
    if (v > value) {
      value = v;
      *best = lowest(m);
    }
    mv ^= m;
  }
  return value;
}

static void show(bitboard black, bitboard white)
{
  for (int r = 0; r < 8; r++) {
    for (int c = 0; c < 8; c++) {
      bitboard s = 1ULL << (r * 8 + c);
      putchar(black & s ? 'X' : white & s ? 'O' : '.');
    }
    putchar('\n');
  }
}

int main(int argc, char *argv[])
{
  int depth = argc > 1 ? atoi(argv[1]) : 6;
  int plies = argc > 2 ? atoi(argv[2]) : 17;
  bitboard me = 0x0000000810000000ULL, opp = 0x0000001008000000ULL;
  uint32_t r = 2463534242u;
  int best, side = 0;

  if (depth < 1 || depth > MAXDEPTH || plies < 0 || plies > 50) {
    fprintf(stderr, "usage: %s [depth 1..%d] [plies 0..50]\n", argv[0], MAXDEPTH);
    return EXIT_FAILURE;
  }
  for (int i = 0; i < plies; i++) {
    bitboard mv = moves(me, opp), t;
    if (mv) {
      r = r * 1103515245u + 12345u;
      int k = (int)((r >> 16) % (unsigned)popcount(mv));
      while (k--)
        mv &= mv - 1;
      mv &= 0 - mv;
      t = flips(me, opp, mv);
      me |= mv | t;
      opp &= ~t;
    }
    t = me;
    me = opp;
    opp = t;
    side ^= 1;
  }
  show(side ? opp : me, side ? me : opp);
  int value = search(me, opp, depth, 0, &best);

  printf("value %d best %c%d top leaf %d\n", value,
         best < 0 ? '-' : 'a' + best % 8, best < 0 ? 0 : best / 8 + 1, deepest_score);
  for (int d = depth; d >= 0; d--)
    printf("ply %d: %" PRIu64 "\n", depth - d, nodes[d]);
  uint64_t wsum = 0;
  for (int i = 0; i < 34; i++)
    wsum = wsum * 1000003u + mobility_hist[i];
  printf("passes %" PRIu64 " finished %" PRIu64 " mobility %016" PRIx64 " signature %016" PRIx64 "\n",
         passes, finished, wsum, signature);
  return EXIT_SUCCESS;
}
