/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of libhocket share. A test is one program: status 0 passed, 1
 * failed (the first failing check is printed), 77 cannot be tried here. Tests
 * assert what happens, never how long it takes.
 */
#pragma once

#include "hocket/hocket.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                       \
  ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))

/* _exit: a failure on any thread ends the test at once. */
static inline void check_failed(const char *file, int line, const char *text) {
  fprintf(stderr, "%s:%d: not true: %s\n", file, line, text);
  fflush(stdout);
  _exit(1);
}

enum { MOST_CORES = 64 };

#ifndef MAY_TAKE_TURNS
#define MAY_TAKE_TURNS 0
#endif

/* A region that runs `program` on `cores` cores; never freed. */
static inline struct hk_region *new_region(hk_core_program *program,
                                           unsigned cores) {
  static struct region {
    struct hk_region region;
    hk_core_program *programs[MOST_CORES];
    struct region *before; /* so that none counts as lost */
  } *last;
  struct region *storage = calloc(1, sizeof *storage);
  CHECK(storage && cores <= MOST_CORES);
  storage->before = __atomic_exchange_n(&last, storage, __ATOMIC_RELAXED);
  for (unsigned i = 0; i < cores; i++)
    storage->programs[i] = program;
  storage->region = (struct hk_region){"test", cores, storage->programs,
                                       0,      0,     MAY_TAKE_TURNS};
  return &storage->region;
}

/* For tests whose children end by a signal. */
static inline void leave_no_core_file(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

/* Runs `body` in a child; returns its status as waitpid gives it. */
static inline int in_child(void (*body)(void)) {
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    body();
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

/* The first argument as a number, for longer runs by hand. */
static inline unsigned argument(int argc, char **argv, unsigned otherwise) {
  return argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : otherwise;
}

/* A cheap generator for delays; each core has its own state. */
static inline unsigned next_random(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static inline void delay(unsigned turns) {
  for (volatile unsigned i = 0; i < turns; i++)
    ;
}
