/* SPDX-License-Identifier: Apache-2.0
 *
 * One loop runs ahead at a time, of one thread: loops within it run as they
 * are, also the same one called again, and in a child, and in a region; loops
 * of other threads do, too. A loop that was left in its midst does not keep
 * later ones from it. A process that is forked off in the midst goes on for
 * itself.
 */
#include "ahead.h"

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>

enum { TRIPS = 12, INNER = 8 };

static int table[TRIPS][INNER];
static struct ahead rows, cells;

static void set_cell(void *row, long long at) { ((int *)row)[at]++; }

static void set_cell_marked(void *row, long long at) {
  W(((int *)row)[at], R(((int *)row)[at]) + 1);
}

static void set_row(void *unused, long long at) {
  (void)unused;
  run_ahead(&cells, table[at], INNER);
}

static void set_row_marked(void *unused, long long at) {
  (void)unused;
  for (int i = 0; i < INNER; i++)
    set_cell_marked(table[at], i);
}

static struct ahead cells = {
    {.name = "cells", .body = body, .always = 1}, set_cell, set_cell_marked};
static struct ahead rows = {
    {.name = "rows", .body = body, .always = 1}, set_row, set_row_marked};

static void check_table(int times) {
  for (int row = 0; row < TRIPS; row++)
    for (int i = 0; i < INNER; i++)
      CHECK(table[row][i] == times);
  memset(table, 0, sizeof table);
}

static void within(void) {
  run_ahead(&rows, NULL, TRIPS);
  check_right(&rows);
  CHECK(history_of(&cells)->attempts == 0);
  check_table(1);
  run_ahead(&cells, table[0], INNER);
  check_right(&cells);
  memset(table, 0, sizeof table);
}

/* A loop that calls itself: its iterations 0 and 6 run it again. */
static struct ahead again;
static unsigned level;

static void set_again(void *row, long long at) {
  if (level < 2 && at % 6 == 0) {
    level++;
    run_ahead(&again, table[level], INNER);
    level--;
  }
  set_cell(row, at);
}

static void set_again_marked(void *row, long long at) {
  if (level < 2 && at % 6 == 0)
    hk_spec_give_up();
  set_cell_marked(row, at);
}

static struct ahead again = {
    {.name = "again", .body = body, .always = 1}, set_again, set_again_marked};

static void recursion(void) {
  run_ahead(&again, table[0], INNER);
  CHECK(history_of(&again)->successes > 0);
  for (int i = 0; i < INNER; i++)
    CHECK(table[0][i] == 1 && table[1][i] == 2 && table[2][i] == 4);
  memset(table, 0, sizeof table);
}

/* A loop each of whose iterations, but for the last, that has no children,
 * runs it again, many times: what these learn does not keep the outermost entry
 * from its next piece, nor a later one. */
enum { LONG = 40, TIMES = 20 };
static int sums[LONG], below[LONG];
static struct ahead often;

static void sum_often(void *to, long long at) {
  for (int i = 0; to == sums && at + 1 < LONG && i < TIMES; i++)
    run_ahead(&often, below, INNER);
  ((int *)to)[at]++;
}

static void sum_often_marked(void *to, long long at) {
  const bool is_again = to == sums && at + 1 < LONG;
  for (int i = 0; is_again && i < TIMES * INNER; i++)
    W(below[i % INNER], R(below[i % INNER]) + 1);
  W(((int *)to)[at], R(((int *)to)[at]) + 1);
}

AHEAD(often, sum_often, sum_often_marked);
AHEAD(seldom, set_cell, set_cell_marked);

static void again_and_again(void) {
  const struct hki_history *history = history_of(&often);
  run_ahead(&seldom, below, LONG);
  memset(below, 0, sizeof below);
  run_ahead(&often, sums, LONG);
  CHECK(history->attempts == history_of(&seldom)->attempts);
  run_ahead(&often, sums, LONG);
  CHECK(history->attempts > history_of(&seldom)->attempts);
  for (int i = 0; i < LONG; i++)
    CHECK(sums[i] == 2 && below[i] == (i < INNER ? 2 * TIMES * (LONG - 1) : 0));
}

/* Left by longjmp, with a child; then entered again. */
static jmp_buf out;

static void jump(void *row, long long at) {
  set_cell(row, at);
  if (at == 3 && row == table[1])
    longjmp(out, 1);
}

AHEAD(jumps, jump, set_cell_marked);

static void __attribute__((noinline)) enter_jumps(int row) {
  run_ahead(&jumps, table[row], INNER);
}

static void left(void) {
  if (setjmp(out) == 0)
    enter_jumps(1);
  unsigned before = history_of(&jumps)->attempts;
  enter_jumps(0);
  CHECK(history_of(&jumps)->attempts > before);
  for (int i = 0; i < INNER; i++)
    CHECK(table[0][i] == 1 && (i > 3 || table[1][i] == 1));
  memset(table, 0, sizeof table);
}

AHEAD(others, set_cell, set_cell_marked);

static void *run_others(void *unused) {
  run_ahead(&others, table[0], INNER);
  return unused;
}

static void other_thread(void) {
  pthread_t thread;
  run_ahead(&cells, table[0], INNER); /* this thread is the first */
  CHECK(pthread_create(&thread, NULL, run_others, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(history_of(&others)->attempts == 0);
  for (int i = 0; i < INNER; i++)
    CHECK(table[0][i] == 2);
  memset(table, 0, sizeof table);
}

/* Forked off while its parent has a child: both go on to the end. */
static pid_t forked;

static void fork_off(void *row, long long at) {
  if (at == 2)
    forked = fork();
  set_cell(row, at);
}

static void fork_off_marked(void *row, long long at) {
  if (at == 2)
    hk_spec_give_up();
  set_cell_marked(row, at);
}

AHEAD(forks, fork_off, fork_off_marked);

static void in_both(void) {
  int status;
  run_ahead(&forks, table[0], INNER);
  CHECK(forked >= 0);
  for (int i = 0; i < INNER; i++)
    CHECK(table[0][i] == 1);
  memset(table, 0, sizeof table);
  unsigned before = history_of(&cells)->successes;
  run_ahead(&cells, table[0], INNER);
  CHECK(history_of(&cells)->successes > before);
  if (forked == 0)
    _exit(0);
  CHECK(waitpid(forked, &status, 0) == forked && status == 0);
  memset(table, 0, sizeof table);
}

static void in_region(struct hk_core *core, void *unused) {
  (void)unused;
  if (core->id == 0)
    run_ahead(&others, table[0], INNER);
}

static void region(void) {
  int before = hk_run(new_region(in_region, 2), NULL);
  CHECK(before == 1 && history_of(&others)->attempts == 0);
  memset(table, 0, sizeof table);
}

/* A region that iterations come to does not run while children do. */
static int ran;

static void nothing(struct hk_core *core, void *unused) {
  (void)core;
  (void)unused;
}

static void with_region(void *row, long long at) {
  ran += hk_run(new_region(nothing, 2), NULL);
  set_cell(row, at);
}

AHEAD(holders, with_region, set_cell_marked);

static void regions_wait(void) {
  run_ahead(&holders, table[0], INNER);
  CHECK(history_of(&holders)->successes > 0 && ran <= INNER / 2);
  ran = 0;
  with_region(table[0], 0);
  CHECK(ran == 1);
  memset(table, 0, sizeof table);
}

static void refused(void) {
  run_ahead(&others, table[0], INNER);
  CHECK(history_of(&others)->attempts == 0);
  CHECK(hk_spec_begin(&others.loop, 0, 1000, NULL) == LLONG_MAX);
  for (int i = 0; i < INNER; i++)
    CHECK(table[0][i] == 1);
}

static void off(void) {
  setenv("HOCKET_SPECULATE", "off", 1);
  refused();
}

static void one_core(void) {
  setenv("HOCKET_CORES", "1", 1);
  refused();
}

static void always(void) {
  setenv("HOCKET_SPECULATE", "always", 1);
  others.loop.always = 0;
  run_ahead(&others, table[0], INNER);
  check_right(&others);
}

int main(void) {
  begin_test();
  CHECK(in_child(off) == 0);
  CHECK(in_child(one_core) == 0);
  CHECK(in_child(always) == 0);
  within();
  recursion();
  again_and_again();
  left();
  other_thread();
  in_both();
  region();
  regions_wait();
  return 0;
}
