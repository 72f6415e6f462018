/* SPDX-License-Identifier: Apache-2.0
 *
 * What emitted C calls for precomputed calls (docs/runtime/precomputation.md):
 * calls of a function in a loop that a copy of the process makes ahead, and
 * whose answers the program takes.
 *
 * The function, where ARGUMENTS is a structure of its parameters and, behind
 * them, its result:
 *
 *   T f(A a) {
 *     if (hk_pre_asks(&hk_pre_f)) {
 *       ARGUMENTS all = {a}; hk_pre_call(&hk_pre_f, &all); return all.result;
 *     }
 *     BODY
 *   }
 *
 * The loop: { struct hk_pre_scope s __attribute__((cleanup(hk_pre_leave)));
 *             hk_pre_enter(&s, &hk_pre_loop); LOOP }
 *
 * This text is pasted into preprocessed units and uses no macro, as abi.h.
 */
#pragma once

#include "hocket/abi.h"

enum hk_pre_kind {
  hk_pre_key = 1,    /* what the call reads there decides what it does */
  hk_pre_answer = 2, /* it is what the call leaves there */
  hk_pre_sum = 4     /* an integer that the call adds to, and nothing else */
};

/* Memory that a call reads or writes. */
struct hk_pre_place {
  void *at; /* NULL: nothing */
  unsigned long bytes;
  int kind; /* enum hk_pre_kind, or several */
};

struct hk_pre_function {
  int asks;                   /* atomic: calls go through hk_pre_call */
  unsigned long key_bytes;    /* of the parameters, */
  unsigned long result_bytes; /* and of the result behind them */
  unsigned long result_at;
  unsigned places;
  unsigned long place_bytes; /* of all places together, at most */
  void (*call)(void *arguments);
  void (*find)(void *arguments, struct hk_pre_place *places);
  long long state[8]; /* the runtime's; 0 at first */
};

struct hk_pre_loop {
  const char *name;
  struct hk_pre_function *const *functions;
  unsigned count;
  int always;
  unsigned skip;       /* atomic: entries that need not ask */
  long long state[16]; /* the runtime's; 0 at first */
};

struct hk_pre_scope {
  struct hk_pre_loop *loop; /* NULL: not watched */
  struct hk_pre_scope *outer;
  long long state[6];
};

void hk_pre_call(struct hk_pre_function *function,
                 void *arguments) __asm__("__hocket_pre_call");
void hk_pre_watch(struct hk_pre_scope *scope,
                  struct hk_pre_loop *loop) __asm__("__hocket_pre_watch");
void hk_pre_end(struct hk_pre_scope *scope) __asm__("__hocket_pre_end");

static __inline__ __attribute__((always_inline, unused)) int
hk_pre_asks(const struct hk_pre_function *function) {
  return __builtin_expect(hk_seen_word((const unsigned *)&function->asks) != 0,
                          0);
}

static __inline__ __attribute__((always_inline, unused)) void
hk_pre_enter(struct hk_pre_scope *scope, struct hk_pre_loop *loop) {
  unsigned skip = hk_seen_word(&loop->skip);
  scope->loop = 0;
  if (skip == 0)
    hk_pre_watch(scope, loop);
  else if (skip != ~0u)
    hk_show_word(&loop->skip, skip - 1);
}

static __inline__ __attribute__((always_inline, unused)) void
hk_pre_leave(struct hk_pre_scope *scope) {
  if (scope->loop)
    hk_pre_end(scope);
}
