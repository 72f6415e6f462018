/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of memory that iterations allocate and that stay: the program has them
 * at the addresses that children gave them, frees and enlarges them, and has
 * their memory back. Linked as programs are whose loops are tried.
 */
#define _GNU_SOURCE
#include "ahead.h"

#include <malloc.h>
#include <sys/mman.h>

enum { TRIPS = 300, ROUNDS = 40 };

/* Children of later rounds have the second quarter. */
enum { A_CHILDS = TRIPS / 3 };

struct cell {
  struct cell *next;
  int value;
};

static struct cell *lists[TRIPS];
static int *rows[TRIPS];
static char *names[TRIPS];

static int length_of(long long at) { return (int)(at * 37 % 50 + 1); }
static size_t bytes_of(long long at) { return (size_t)(at * at % 5000 + 1); }

static void build(void *unused, long long at) {
  (void)unused;
  char text[40];
  struct cell *list = NULL;
  for (int i = 0; i < length_of(at); i++) {
    struct cell *cell = malloc(sizeof *cell);
    int *passing = malloc((size_t)(i * 100 + 4));
    CHECK(cell && passing);
    *passing = i;
    cell->next = list;
    cell->value = *passing + (int)at;
    list = cell;
    free(passing);
  }
  lists[at] = list;
  rows[at] = calloc(bytes_of(at), sizeof **rows);
  CHECK(rows[at]);
  rows[at][bytes_of(at) - 1] = (int)at;
  snprintf(text, sizeof text, "number %lld", at);
  names[at] = strdup(text);
}

static void build_marked(void *unused, long long at) {
  (void)unused;
  char text[40];
  struct cell *list = NULL;
  for (int i = 0; i < length_of(at); i++) {
    struct cell *cell = hk_spec_malloc(sizeof *cell);
    int *passing = hk_spec_malloc((size_t)(i * 100 + 4));
    W(*passing, i);
    W(cell->next, list);
    W(cell->value, R(*passing) + (int)at);
    list = cell;
    hk_spec_free(passing);
  }
  W(lists[at], list);
  W(rows[at], hk_spec_calloc(bytes_of(at), sizeof **rows));
  W(R(rows[at])[bytes_of(at) - 1], (int)at);
  hk_spec_sprintf(text, "number %lld", at);
  W(names[at], hk_spec_strdup(text));
}

static void check_built(void) {
  for (long long at = 0; at < TRIPS; at++) {
    char text[40];
    int count = 0;
    for (const struct cell *cell = lists[at]; cell; cell = cell->next)
      CHECK(cell->value == length_of(at) - ++count + (int)at);
    CHECK(count == length_of(at));
    for (size_t i = 0; i < bytes_of(at); i++)
      CHECK(rows[at][i] == (i + 1 == bytes_of(at) ? (int)at : 0));
    snprintf(text, sizeof text, "number %lld", at);
    CHECK(strcmp(names[at], text) == 0);
  }
}

static void release(struct cell *list) {
  while (list) {
    struct cell *next = list->next;
    free(list);
    list = next;
  }
}

static void release_all(void) {
  for (int at = 0; at < TRIPS; at++) {
    release(lists[at]);
    free(rows[at]);
    free(names[at]);
  }
}

/* Rows grow that were there before, some of them children's; glibc enlarges
 * what it can where it is. */
static void grow(void *unused, long long at) {
  (void)unused;
  rows[at] = realloc(rows[at], (bytes_of(at) + 100) * sizeof **rows);
  CHECK(rows[at]);
  rows[at][bytes_of(at)] = -1;
}

static void grow_marked(void *unused, long long at) {
  (void)unused;
  size_t bytes = (bytes_of(at) + 100) * sizeof **rows;
  W(rows[at], hk_spec_realloc(R(rows[at]), bytes));
  W(R(rows[at])[bytes_of(at)], -1);
}

/* Lists of children's are freed by children. */
static void drop(void *unused, long long at) {
  (void)unused;
  release(lists[at]);
  lists[at] = NULL;
}

static void drop_marked(void *unused, long long at) {
  (void)unused;
  struct cell *list = R(lists[at]);
  while (list) {
    struct cell *next = R(list->next);
    hk_spec_free(list);
    list = next;
  }
  W(lists[at], NULL);
}

#define STAYS(NAME, TEXT, CLONE)                                               \
  static struct ahead NAME = {                                                 \
      {.name = #NAME, .body = body, .always = 1, .may_stay = 1}, TEXT, CLONE}
STAYS(builds, build, build_marked);
STAYS(grows, grow, grow_marked);
STAYS(drops, drop, drop_marked);

/* Much memory. */
enum { BLOCKS = 16, LARGE = 1 << 20 };
static char *large[BLOCKS];

static void fill(void *unused, long long at) {
  (void)unused;
  large[at] = malloc(LARGE);
  CHECK(large[at]);
  memset(large[at], (int)at + 1, LARGE);
}

static void fill_marked(void *unused, long long at) {
  (void)unused;
  W(large[at], hk_spec_malloc(LARGE));
  hk_spec_memset(R(large[at]), (int)at + 1, LARGE);
}

STAYS(fills, fill, fill_marked);

/* Much of which little is used. */
static void use_few(void *unused, long long at) {
  (void)unused;
  large[at] = calloc(LARGE, 1);
  CHECK(large[at]);
  large[at][LARGE / 2] = (char)at;
}

static void use_few_marked(void *unused, long long at) {
  (void)unused;
  W(large[at], hk_spec_calloc(LARGE, 1));
  W(R(large[at])[LARGE / 2], (char)at);
}

STAYS(sparse, use_few, use_few_marked);

/* Much of which little is kept. */
static void cut(void *unused, long long at) {
  fill(unused, at);
  large[at] = realloc(large[at], 100);
  CHECK(large[at]);
}

static void cut_marked(void *unused, long long at) {
  fill_marked(unused, at);
  W(large[at], hk_spec_realloc(R(large[at]), 100));
}

STAYS(cuts, cut, cut_marked);

/* What the C library does to blocks of others. */
static void check_uses(void) {
  char other[40];
  snprintf(other, sizeof other, "number %d", A_CHILDS + 1);
  char *line = names[A_CHILDS], *text = "a line that is longer than the name\n";
  size_t room = malloc_usable_size(line), longer = 4000;
  CHECK(room >= strlen(line) + 1 && room < 100);
  FILE *file = fmemopen(text, strlen(text), "r");
  CHECK(file && getline(&line, &room, file) == (ssize_t)strlen(text));
  CHECK(strcmp(line, text) == 0);
  names[A_CHILDS] = line;
  char *own = malloc(8);
  size_t eight = 8;
  rewind(file);
  CHECK(getdelim(&own, &eight, ' ', file) == 2 && own[0] == 'a');
  fclose(file);
  free(own);
  line = names[A_CHILDS + 1];
  line = realloc(line, 10);
  CHECK(line == names[A_CHILDS + 1] && strcmp(line, other) == 0);
  line = realloc(line, longer);
  CHECK(line && line != names[A_CHILDS + 1] && strcmp(line, other) == 0);
  names[A_CHILDS + 1] = line;
  int *row = reallocarray(rows[A_CHILDS], bytes_of(A_CHILDS) + 5000, 4);
  CHECK(row && row[bytes_of(A_CHILDS) - 1] == A_CHILDS);
  rows[A_CHILDS] = row;
}

/* Pages of the process that are in memory. */
static long resident(void) {
  long all = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file && fscanf(file, "%ld %ld", &all, &pages) == 2);
  fclose(file);
  return pages;
}

static void free_large(void) {
  for (int i = 0; i < BLOCKS; i++)
    free(large[i]);
}

/* What is new is 0 again where pages were locked, and never unlocked. */
static void check_locked(void) {
  run_ahead(&fills, NULL, BLOCKS);
  for (int i = 0; i < BLOCKS; i++)
    CHECK(mlock(large[i] + LARGE / 4, 1) == 0);
  free_large();
  run_ahead(&sparse, NULL, BLOCKS);
  for (int i = 0; i < BLOCKS; i++)
    for (int k = 0; k < LARGE; k++)
      CHECK(large[i][k] == (k == LARGE / 2 ? i : 0));
  free_large();
}

/* No more memory than is used. */
static void check_small(void) {
  const long few = BLOCKS / 4 * (LARGE / 4096);
  long before = resident();
  run_ahead(&sparse, NULL, BLOCKS);
  check_right(&sparse);
  CHECK(resident() < before + few);
  free_large();
  run_ahead(&cuts, NULL, BLOCKS);
  check_right(&cuts);
  for (int i = 0; i < BLOCKS; i++)
    CHECK(large[i][0] == i + 1 && large[i][99] == i + 1);
  CHECK(resident() < before + few);
  free_large();
  run_ahead(&fills, NULL, BLOCKS);
  for (int i = 0; i < BLOCKS; i++) {
    char *filled = large[i];
    large[i] = realloc(filled, 100);
    CHECK(large[i][0] == i + 1 && large[i][99] == i + 1);
  }
  /* The C library may keep what was not children's. */
  CHECK(resident() < before + 3 * few);
  free_large();
}

static void check_given_back(void) {
  run_ahead(&fills, NULL, BLOCKS);
  check_right(&fills);
  long filled = resident();
  for (int i = 0; i < BLOCKS; i++) {
    CHECK(large[i][0] == i + 1 && large[i][LARGE - 1] == i + 1);
    free(large[i]);
  }
  CHECK(resident() < filled - BLOCKS / 4 * 3 * (LARGE / 4096));
}

int main(void) {
  long before = 0;
  begin_test();
  for (int round = 0; round < ROUNDS; round++) {
    run_ahead(&builds, NULL, TRIPS);
    check_built();
    run_ahead(&grows, NULL, TRIPS);
    run_ahead(&drops, NULL, TRIPS);
    for (int at = 0; at < TRIPS; at++)
      CHECK(!lists[at] && rows[at][bytes_of(at)] == -1 &&
            rows[at][bytes_of(at) - 1] == at);
    check_uses();
    release_all();
    if (round == ROUNDS / 4)
      before = resident();
  }
  CHECK(resident() < before + before / 4);
  check_right(&builds);
  check_right(&grows);
  check_right(&drops);
  check_given_back();
  check_small();
  check_locked();
  return 0;
}
