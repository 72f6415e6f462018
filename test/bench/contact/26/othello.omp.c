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

#define SPLIT 3   /* plies whose moves become tasks */

/* statistics of a search; every task fills its own */
struct stats {
  uint64_t nodes[MAXDEPTH + 1];
  uint64_t passes, finished, signature;
  uint64_t mobility_hist[34];
  int deepest_score;
};

static void add_stats(struct stats *a, const struct stats *b)
{
  for (int i = 0; i <= MAXDEPTH; i++)
    a->nodes[i] += b->nodes[i];
  for (int i = 0; i < 34; i++)
    a->mobility_hist[i] += b->mobility_hist[i];
  a->passes += b->passes;
  a->finished += b->finished;
  a->signature += b->signature;
  if (b->deepest_score > a->deepest_score)
    a->deepest_score = b->deepest_score;
}

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
static int search(bitboard me, bitboard opp, int depth, int passed, int split, struct stats *st, int *best)
{
  bitboard mv = moves(me, opp);
  int nmv = popcount(mv), value = -INF, dummy;

  st->nodes[depth]++;
  st->mobility_hist[nmv > 33 ? 33 : nmv]++;
  st->signature += mix(me, opp);
  *best = -1;
  if (depth == 0) {
    int e = evaluate(me, opp, nmv);
    if (e > st->deepest_score)
      st->deepest_score = e;
    return e;
  }
  if (mv == 0) {
    if (passed) {
      st->finished++;
      return 200 * (popcount(me) - popcount(opp));
    }
    st->passes++;
    return -search(opp, me, depth - 1, 1, split, st, &dummy);
  }
  if (split > 0) {
    struct stats *sub = calloc((size_t)nmv, sizeof *sub);
    int val[64], sq[64];
    if (!sub)
      exit(EXIT_FAILURE);
    for (int i = 0; i < nmv; i++, mv &= mv - 1) {
      bitboard m = mv & (0 - mv), f = flips(me, opp, m);
      sq[i] = lowest(m);
      sub[i].deepest_score = -INF;
      #pragma omp task shared(val, sub) firstprivate(i, m, f, me, opp, depth, split)
      {
        int d2;
        val[i] = -search(opp & ~f, me | m | f, depth - 1, 0, split - 1, &sub[i], &d2);
      }
    }
    #pragma omp taskwait
    for (int i = 0; i < nmv; i++) {
      add_stats(st, &sub[i]);
      if (val[i] > value) {
        value = val[i];
        *best = sq[i];
      }
    }
    free(sub);
    return value;
  }
  while (mv) {
    bitboard m = mv & (0 - mv);
    bitboard f = flips(me, opp, m);
    int v = -search(opp & ~f, me | m | f, depth - 1, 0, 0, st, &dummy);
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
  struct stats total = { .deepest_score = -INF };
  int value = 0;
  #pragma omp parallel
  #pragma omp single
  value = search(me, opp, depth, 0, SPLIT, &total, &best);

  printf("value %d best %c%d top leaf %d\n", value,
         best < 0 ? '-' : 'a' + best % 8, best < 0 ? 0 : best / 8 + 1, total.deepest_score);
  for (int d = depth; d >= 0; d--)
    printf("ply %d: %" PRIu64 "\n", depth - d, total.nodes[d]);
  uint64_t wsum = 0;
  for (int i = 0; i < 34; i++)
    wsum = wsum * 1000003u + total.mobility_hist[i];
  printf("passes %" PRIu64 " finished %" PRIu64 " mobility %016" PRIx64 " signature %016" PRIx64 "\n",
         total.passes, total.finished, wsum, total.signature);
  return EXIT_SUCCESS;
}
