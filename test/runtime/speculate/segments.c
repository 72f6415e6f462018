/* SPDX-License-Identifier: Apache-2.0
 *
 * Of a child each iteration is a segment here, judged by itself: those that are
 * right count, and the program does the others. What was noted of a place in
 * one segment says nothing in the next: places that change now and then, sums
 * that are read now and then, bounds, questions whether all of a row has been
 * touched, output, errno, exceptions of floating point, blocks that are freed
 * in another iteration, early ends.
 */
#define _DEFAULT_SOURCE
#include "ahead.h"

#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TRIPS = 400, ROWS = 7, ROW = 64 };

static struct state {
  unsigned found, list[TRIPS];
  unsigned long count, looked[TRIPS];
  double sum, sums[TRIPS], most;
  long long at_most;
  int row[ROWS][ROW], of_row[TRIPS], error[TRIPS];
} state, wanted;

static long long alone; /* iterations that the program did itself */

static unsigned random_of(long long at) {
  unsigned x = (unsigned)at * 2654435761u + 12345u;
  return (x ^ x >> 13) * 1274126177u >> 7;
}

static void add_double(void *target, const void *value) {
  *(double *)target += *(const double *)value;
}

/* A list that grows now and then. */
static void append(void *unused, long long at) {
  (void)unused;
  alone++;
  if (random_of(at) % 11 == 0)
    state.list[state.found++] = (unsigned)at;
}

static void append_marked(void *unused, long long at) {
  (void)unused;
  if (random_of(at) % 11 == 0) {
    unsigned k = R(state.found);
    W(state.list[k], (unsigned)at);
    W(state.found, k + 1);
  }
}

/* Sums that all add to and few read: the values that the others had before are
 * none of theirs. */
static void add(void *unused, long long at) {
  (void)unused;
  alone++;
  state.count += (unsigned long)at;
  state.count += 3;
  state.sum += 1.0 / (double)(at + 1);
  if (random_of(at) % 13 == 0)
    state.looked[at] = state.count;
  if (random_of(at + 1) % 17 == 0)
    state.sums[at] = state.sum;
  state.count ^= random_of(at + 2) % 19 == 0 ? 1 : 0;
}

static void add_marked(void *unused, long long at) {
  (void)unused;
  static struct hk_spec_sum known[2];
  double part = 1.0 / (double)(at + 1);
  unsigned long values[] = {(unsigned long)at, 3};
  for (int i = 0; i < 2; i++)
    if (!hk_spec_add_again(&known[i], &state.count, values[i]) &&
        !hk_spec_add(&known[i], &state.count, sizeof state.count, values[i]))
      W(state.count, R(state.count) + values[i]);
  static struct hk_spec_site site;
  if (!hk_spec_defer(&site, &state.sum, sizeof state.sum, add_double, &part,
                     sizeof part))
    W(state.sum, R(state.sum) + part);
  if (random_of(at) % 13 == 0)
    W(state.looked[at], R(state.count));
  if (random_of(at + 1) % 17 == 0)
    W(state.sums[at], R(state.sum));
  if (random_of(at + 2) % 19 == 0)
    W(state.count, R(state.count) ^ 1);
}

/* What a child has found at the place, and what the program has there now, may
 * be the same by chance. */
static void count_and_look(void *unused, long long at) {
  (void)unused;
  alone++;
  state.count++;
  if (at < TRIPS / 4)
    state.looked[at] = state.count;
}

static void count_and_look_marked(void *unused, long long at) {
  (void)unused;
  static struct hk_spec_sum known;
  if (!hk_spec_add_again(&known, &state.count, 1) &&
      !hk_spec_add(&known, &state.count, sizeof state.count, 1))
    W(state.count, R(state.count) + 1);
  if (at < TRIPS / 4)
    W(state.looked[at], R(state.count));
}

/* The largest so far. */
static void look(void *unused, long long at) {
  (void)unused;
  alone++;
  double value = random_of(at) % 5000;
  if (value > state.most) {
    state.most = value;
    state.at_most = at;
  }
}

static void look_marked(void *unused, long long at) {
  (void)unused;
  double value = random_of(at) % 5000;
  int is_more = value > state.most;
  if (hk_spec_is_touched(&state.most, hk_spec_bits(&state.most, 8)) ||
      !hk_spec_bound(&state.most, 8, 2, &value, is_more ? 0 : 3))
    hk_spec_read(&state.most, 8);
  if (is_more) {
    W(state.most, value);
    W(state.at_most, at);
  }
}

/* Rows that are summed, and now and then changed. Whoever has read a row asks
 * for all of it before it reads it again without marks. */
static void sum_rows(void *unused, long long at) {
  (void)unused;
  alone++;
  int *row = state.row[random_of(at) % ROWS], sum = 0;
  for (int k = 0; k < ROW; k++)
    sum += row[k];
  state.of_row[at] = sum;
  if (random_of(at) % 23 == 0)
    row[random_of(at + 5) % ROW] += 1 + (int)at;
}

static void sum_rows_marked(void *unused, long long at) {
  (void)unused;
  static struct hk_spec_cover known[2];
  int *row = state.row[random_of(at) % ROWS], sum = 0;
  int is_known =
      at % 2 ? hk_spec_covers(&known[0], &row[0], &row[1], &row[0], 4, ROW, 1)
             : hk_spec_covers_all(&known[1], row, sizeof state.row[0]);
  for (int k = 0; k < ROW; k++)
    sum += is_known ? row[k] : R(row[k]);
  /* Once more, by those who have just read it. */
  is_known = hk_spec_covers(&known[0], &row[0], &row[1], &row[0], 4, ROW, 1) &
             hk_spec_covers_all(&known[1], row, sizeof state.row[0]);
  W(state.of_row[at], sum + !is_known * 0);
  if (random_of(at) % 23 == 0) {
    int *place = &row[random_of(at + 5) % ROW];
    W(*place, R(*place) + 1 + (int)at);
  }
}

/* errno, of which the program sees what those before left. */
static int left[TRIPS];
static bool is_left; /* known */

static void fail(void *unused, long long at) {
  (void)unused;
  alone++;
  if (is_left)
    CHECK(errno == left[at]);
  left[at] = errno;
  if (random_of(at) % 5 == 0)
    errno = (int)(at % 90) + 1;
  if (random_of(at) % 7 == 0)
    state.list[state.found++] = 1;
}

static void fail_marked(void *unused, long long at) {
  (void)unused;
  if (random_of(at) % 5 == 0)
    errno = (int)(at % 90) + 1;
  if (random_of(at) % 7 == 0) {
    W(state.list[R(state.found)], 1);
    W(state.found, R(state.found) + 1);
  }
}

/* A child that cannot go on leaves what it has done. */
static void give_up(void *unused, long long at) {
  (void)unused;
  alone++;
  state.list[at] = (unsigned)at;
}

static void give_up_marked(void *unused, long long at) {
  (void)unused;
  if (at % 32 == 31)
    hk_spec_give_up();
  W(state.list[at], (unsigned)at);
}

/* Blocks that live for three iterations. */
static unsigned *block;

static void hold(void *unused, long long at) {
  (void)unused;
  alone++;
  if (at % 3 == 0) {
    block = malloc(sizeof *block);
    CHECK(block != NULL);
    *block = (unsigned)at;
  }
  *block += 5;
  if (at % 3 == 2) {
    state.list[at / 3] = *block;
    free(block);
    block = NULL;
  }
  if (random_of(at) % 9 == 0)
    state.found++;
}

static void hold_marked(void *unused, long long at) {
  (void)unused;
  if (at % 3 == 0) {
    W(block, hk_spec_malloc(sizeof *block));
    W(*block, (unsigned)at);
  }
  unsigned *here = R(block);
  W(*here, R(*here) + 5);
  if (at % 3 == 2) {
    W(state.list[at / 3], R(*here));
    hk_spec_free(here);
    W(block, NULL);
  }
  if (random_of(at) % 9 == 0)
    W(state.found, R(state.found) + 1);
}

/* A list that moves to other memory as it grows, the old is unmapped. */
static unsigned *moving;

static void move(void *unused, long long at) {
  (void)unused;
  alone++;
  if (at % 16 == 7) {
    unsigned *old = moving;
    moving = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(moving != MAP_FAILED);
    memcpy(moving, old, 65536);
    CHECK(munmap(old, 65536) == 0);
  }
  moving[at] += 1 + (at > 0 ? moving[at - 1] : 0);
}

static void move_marked(void *unused, long long at) {
  (void)unused;
  if (at % 16 == 7) /* as one that changes the place it is told of */
    W(moving, R(moving));
  unsigned *here = R(moving);
  W(here[at], R(here[at]) + 1 + (at > 0 ? R(here[at - 1]) : 0));
}

/* Memory that is gone as the program does an iteration that the child had done
 * otherwise; it has looked there before it could know. */
static unsigned *page;
static unsigned is_gone, turns;
static long long last_time;

static void take_away(void *unused, long long at) {
  (void)unused;
  if (!is_gone)
    state.found += *page;
  if (at % 2 == 0)
    turns = random_of(turns + at);
  if (at == last_time) {
    CHECK(munmap(page, 65536) == 0);
    is_gone = 1;
  }
}

static void take_away_marked(void *unused, long long at) {
  (void)unused;
  unsigned sum = is_gone ? 0 : R(*page);
  if (!R(is_gone))
    W(state.found, R(state.found) + sum);
  if (at % 2 == 0 || at == last_time) /* what the child does then is wrong */
    W(turns, random_of(R(turns) + at));
}

static void reset(void) {
  memset(&state, 0, sizeof state);
  for (int i = 0; i < ROWS * ROW; i++)
    state.row[i / ROW][i % ROW] = i * 3;
  alone = 0;
  errno = 0;
  feclearexcept(FE_ALL_EXCEPT);
}

/* As the text alone leaves it; of so many iterations the program has done no
 * more than `most` by itself. */
static void check(const char *name, iteration *text, iteration *clone,
                  long long most) {
  struct ahead ahead = {{.name = name, .body = body, .always = 2}, text, clone};
  reset();
  for (long long at = 0; at < TRIPS; at++)
    text(NULL, at);
  int error = errno;
  wanted = state;
  reset();
  run_ahead(&ahead, NULL, TRIPS);
  CHECK(errno == error);
  CHECK(memcmp(&state, &wanted, sizeof state) == 0);
  if (alone > most || history_of(&ahead)->successes == 0)
    fprintf(stderr, "%s: alone %lld, successes %u of %u\n", name, alone,
            history_of(&ahead)->successes, history_of(&ahead)->attempts);
  CHECK(alone <= most && history_of(&ahead)->successes > 0);
}

/* The same where what a child did is right or wrong as a whole. */
static void check_whole(const char *name, iteration *text, iteration *clone) {
  struct ahead ahead = {{.name = name, .body = body, .always = 1}, text, clone};
  reset();
  run_ahead(&ahead, NULL, TRIPS);
  CHECK(alone > TRIPS * 3 / 4);
}

/* What iterations raise that the program does itself is raised once more, and
 * what the child raised in vain is not. */
static int divisor;
static bool may_divide[TRIPS];

static void divide(void *unused, long long at) {
  (void)unused;
  volatile double one = 1, by = may_divide[at] ? divisor : 4;
  one /= by;
  if (random_of(at) % 4 < 2)
    divisor = random_of(at) % 4 == 1 ? 2 : 0;
}

static void divide_marked(void *unused, long long at) {
  (void)unused;
  volatile double one = 1, by = may_divide[at] ? R(divisor) : 4;
  one /= by;
  if (random_of(at) % 4 < 2)
    W(divisor, random_of(at) % 4 == 1 ? 2 : 0);
}

static void memory_may_go(void) {
  struct ahead ahead = {{.name = "take away", .body = body, .always = 2},
                        take_away,
                        take_away_marked};
  page = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
              -1, 0);
  CHECK(page != MAP_FAILED);
  reset();
  is_gone = turns = 0;
  *page = 1;
  run_ahead(&ahead, NULL, TRIPS / 4);
  CHECK(is_gone && state.found == last_time + 1);
}

static void exceptions_are_those_of_the_program(void) {
  struct ahead ahead = {
      {.name = "divide", .body = body, .always = 2}, divide, divide_marked};
  divisor = 0;
  for (int at = 0; at < TRIPS; at++) {
    may_divide[at] = divisor != 0;
    divide(NULL, at);
  }
  divisor = 0;
  feclearexcept(FE_ALL_EXCEPT);
  run_ahead(&ahead, NULL, TRIPS);
  CHECK(!fetestexcept(FE_DIVBYZERO));
  CHECK(history_of(&ahead)->successes > 0);
}

/* Text appears once, and in order. */
static unsigned told;

static void tell(void *unused, long long at) {
  (void)unused;
  printf("%lld\n", at);
  if (random_of(at) % 6 == 0)
    printf("%u\n", told++);
  if (at % 50 == 0)
    fflush(stdout);
}

static void tell_marked(void *unused, long long at) {
  (void)unused;
  hk_spec_printf("%lld\n", at);
  if (random_of(at) % 6 == 0) {
    hk_spec_printf("%u\n", R(told));
    W(told, R(told) + 1);
  }
  if (at % 50 == 0)
    hk_spec_fflush(stdout);
}

static void output_is_in_order(void) {
  struct ahead ahead = {
      {.name = "tell", .body = body, .always = 2}, tell, tell_marked};
  char name[] = "/tmp/segmentsXXXXXX";
  int file = mkstemp(name), kept = dup(1);
  CHECK(file >= 0 && kept >= 0 && unlink(name) == 0 && dup2(file, 1) == 1);
  told = 0;
  run_ahead(&ahead, NULL, TRIPS);
  fflush(stdout);
  CHECK(dup2(kept, 1) == 1 && lseek(file, 0, SEEK_SET) == 0);
  FILE *stream = fdopen(file, "r");
  unsigned count = 0, number;
  for (long long at = 0; at < TRIPS; at++) {
    CHECK(fscanf(stream, "%u", &number) == 1 && number == at);
    if (random_of(at) % 6 == 0)
      CHECK(fscanf(stream, "%u", &number) == 1 && number == count++);
  }
  CHECK(fscanf(stream, "%u", &number) == EOF);
  fclose(stream);
  CHECK(history_of(&ahead)->successes > 0);
}

int main(void) {
  begin_test();
  check("append", append, append_marked, TRIPS * 3 / 4);
  check_whole("append", append, append_marked);
  check("add", add, add_marked, TRIPS * 4 / 5);
  check("count", count_and_look, count_and_look_marked, TRIPS);
  check("look", look, look_marked, TRIPS * 3 / 4);
  check("rows", sum_rows, sum_rows_marked, TRIPS * 3 / 4);
  for (int i = 0; i < TRIPS; i++)
    fail(NULL, i);
  is_left = true;
  check("fail", fail, fail_marked, TRIPS * 3 / 4);
  check("give up", give_up, give_up_marked, TRIPS * 4 / 5);
  check("hold", hold, hold_marked, TRIPS * 4 / 5);
  exceptions_are_those_of_the_program();
  output_is_in_order();
  for (last_time = 16; last_time < 64; last_time++)
    memory_may_go();
  moving = mmap(NULL, 65536, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(moving != MAP_FAILED);
  struct ahead ahead = {
      {.name = "move", .body = body, .always = 2}, move, move_marked};
  run_ahead(&ahead, NULL, TRIPS);
  for (int i = 0; i < TRIPS; i++)
    CHECK(moving[i] == (unsigned)i + 1);
  return 0;
}
