/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of the functions, loops and entries of loops whose calls may
 * be precomputed, in the `state` of each. All 0 at first.
 */
#pragma once

#include "hocket/abi_pre.h"

enum { HKI_MOST_PLACES_OF_CALL = 16 };

struct hki_called {
  unsigned long long calls, ns; /* that were timed */
  int is_small;                 /* its calls take too little time each */
  char last[36];                /* the first bytes of its last result */
};

struct hki_watched {
  unsigned long long resume;   /* the clock at which children may start again */
  unsigned long long entry_ns; /* how long an entry takes, about */
  unsigned shorts, failures;   /* in a row */
  unsigned starts, answers;
  int is_confirmed; /* that it pays, by calls with and without children */
};

struct hki_entry_watch {
  unsigned long long entered; /* the clock */
  unsigned long long calls, timed, ns;
  unsigned regions; /* that had run */
};

static inline struct hki_called *
hki_called_of(struct hk_pre_function *function) {
  return (struct hki_called *)(void *)function->state;
}

static inline struct hki_watched *hki_watched_of(struct hk_pre_loop *loop) {
  return (struct hki_watched *)(void *)loop->state;
}

static inline struct hki_entry_watch *hki_entry_of(struct hk_pre_scope *scope) {
  return (struct hki_entry_watch *)(void *)scope->state;
}
