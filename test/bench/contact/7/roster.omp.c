// SPDX-License-Identifier: Apache-2.0
/* Nurse rostering by tabu search with restarts.  Each nurse has one shift a
 * day (off, early, late, night); soft rules are weighted into a penalty.
 * Moves swap the shifts of two nurses on one day, so cover stays satisfied. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NURSES 36
#define DAYS   28
#define TENURE 14

enum { OFF, EARLY, LATE, NIGHT, SHIFTS };

static const int cover[SHIFTS] = { 0, 9, 8, 5 };
static signed char wish[NURSES][DAYS];      /* -1 none, otherwise the shift wanted */
static int contract[NURSES];                /* working days in the period */

typedef struct {
  unsigned char plan[NURSES][DAYS];
  int cost[NURSES];
  int total;
} Roster;

typedef struct {
  Roster cur, best;
  int tabu[NURSES][DAYS];
  unsigned rng;
  long moves;
} Solver;

static unsigned rnd(unsigned *s)
{
  *s ^= *s << 13;
  *s ^= *s >> 17;
  *s ^= *s << 5;
  return *s;
}

static int nurse_cost(const unsigned char *p, int nurse)
{
  int cost = 0, work = 0, run = 0, offrun = 0, nights = 0, weekends = 0;
  for (int d = 0; d < DAYS; d++) {
    int s = p[d];
    if (s == OFF) {
      if (run > 5) cost += 15 * (run - 5);
      if (run == 1) cost += 6;
      run = 0;
      offrun++;
    } else {
      work++;
      if (offrun == 1) cost += 4;
      offrun = 0;
      run++;
      if (s == NIGHT) nights++;
      if (d > 0) {
        if (p[d - 1] == NIGHT && s != NIGHT) cost += 40;     /* rest after a night */
        if (p[d - 1] == LATE && s == EARLY) cost += 12;
      }
    }
    if (d % 7 == 6) {
      int sat = p[d - 1] != OFF, sun = s != OFF;
      if (sat != sun) cost += 8;
      weekends += sat || sun;
    }
    if (wish[nurse][d] >= 0 && wish[nurse][d] != s) cost += 5;
  }
  if (run > 5) cost += 15 * (run - 5);
  if (weekends > 2) cost += 10 * (weekends - 2);
  if (nights > 5) cost += 7 * (nights - 5);
  cost += 9 * abs(work - contract[nurse]);
  return cost;
}

static void make_wishes(unsigned seed)
{
  for (int n = 0; n < NURSES; n++) {
    contract[n] = n % 3 == 0 ? 14 : 18;
    for (int d = 0; d < DAYS; d++) {
      unsigned r = rnd(&seed);
      wish[n][d] = r % 8 == 0 ? (int)(r / 8 % SHIFTS) : -1;
    }
  }
}

static void initial(Roster *r, unsigned *seed)
{
  memset(r->plan, OFF, sizeof r->plan);
  for (int d = 0; d < DAYS; d++)
    for (int s = EARLY; s < SHIFTS; s++)
      for (int k = 0; k < cover[s]; ) {
        int n = rnd(seed) % NURSES;
        if (r->plan[n][d] != OFF) continue;
        r->plan[n][d] = s;
        k++;
      }
  r->total = 0;
  for (int n = 0; n < NURSES; n++)
    r->total += r->cost[n] = nurse_cost(r->plan[n], n);
}

static void swap_day(Roster *r, int a, int b, int d)
{
  unsigned char t = r->plan[a][d];
  r->plan[a][d] = r->plan[b][d];
  r->plan[b][d] = t;
}

static void search(Solver *s, unsigned seed, int iterations)
{
  s->rng = seed;
  s->moves = 0;
  memset(s->tabu, 0, sizeof s->tabu);
  initial(&s->cur, &s->rng);
  s->best = s->cur;
  for (int it = 1; it <= iterations; it++) {
    int best_delta = INT_MAX, ba = -1, bb = -1, bd = -1, ties = 0;
    int d0 = rnd(&s->rng) % DAYS;
    for (int k = 0; k < 4; k++) {           /* a sample of the days */
      int d = (d0 + k * 7) % DAYS;
      for (int a = 0; a < NURSES; a++)
        for (int b = 0; b < a; b++) {
          if (s->cur.plan[a][d] == s->cur.plan[b][d]) continue;
          if (s->cur.cost[a] + s->cur.cost[b] == 0) continue;
          swap_day(&s->cur, a, b, d);
          int delta = nurse_cost(s->cur.plan[a], a) + nurse_cost(s->cur.plan[b], b)
                      - s->cur.cost[a] - s->cur.cost[b];
          swap_day(&s->cur, a, b, d);
          s->moves++;
          if ((s->tabu[a][d] > it || s->tabu[b][d] > it) && s->cur.total + delta >= s->best.total)
            continue;
          if (delta == best_delta && rnd(&s->rng) % ++ties) continue;
          if (delta > best_delta) continue;
          if (delta < best_delta) ties = 1;
          best_delta = delta;
          ba = a, bb = b, bd = d;
        }
    }
    if (ba < 0) continue;
    swap_day(&s->cur, ba, bb, bd);
    s->cur.total += best_delta;
    s->cur.cost[ba] = nurse_cost(s->cur.plan[ba], ba);
    s->cur.cost[bb] = nurse_cost(s->cur.plan[bb], bb);
    s->tabu[ba][bd] = s->tabu[bb][bd] = it + TENURE + rnd(&s->rng) % 6;
    if (s->cur.total < s->best.total) s->best = s->cur;
  }
}

int main(int argc, char **argv)
{
  int restarts = argc > 1 ? atoi(argv[1]) : 12;
  int iterations = argc > 2 ? atoi(argv[2]) : 160;
  Solver *all = malloc(restarts * sizeof *all);
  Roster champion = { .total = INT_MAX };
  long moves = 0;
  int winner = -1;
  if (!all) return 1;
  make_wishes(2024);
  #pragma omp parallel for schedule(dynamic, 1)
  for (int r = 0; r < restarts; r++)
    search(&all[r], 7000 + 31 * r, iterations);
  for (int r = 0; r < restarts; r++) {
    const Solver *s = &all[r];
    printf("start %2d: penalty %d\n", r, s->best.total);
    moves += s->moves;
    if (winner < 0 || s->best.total < champion.total) {
      champion = s->best;
      winner = r;
    }
  }
  if (winner < 0) return 1;
  printf("best %d from start %d, %ld moves tried\n", champion.total, winner, moves);
  for (int n = 0; n < NURSES; n++) {
    for (int d = 0; d < DAYS; d++)
      putchar("-ELN"[champion.plan[n][d]]);
    printf(" %3d\n", champion.cost[n]);
  }
  free(all);
  return 0;
}
