/* SPDX-License-Identifier: Apache-2.0
 *
 * What the processes of precomputed calls tell each other, in shared memory.
 *
 * The scout runs ahead in the loop and writes down each call that it comes to:
 * the call's number, its arguments, and the bytes behind them that decide what
 * the call does (the *key*). Each evaluator makes some of these calls and
 * writes down the key again, and what the call left (the *answer*). So the
 * scout, which may go wrong, has no part in what the program takes: it can only
 * read the evaluators' memory.
 */
#pragma once

#include "hocket/abi_pre.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HKI_MOST_EVALUATORS = 15, HKI_MOST_FUNCTIONS = 16 };

/* A call, as the scout has it; its key follows. */
struct hki_asked {
  unsigned function; /* its number in the loop */
  unsigned unused;
};

/* Written by the scout; calls as in a ring. */
struct hki_keys {
  uint64_t position; /* atomic: calls that are written down */
  uint64_t unused[7];
  _Alignas(64) char calls[];
};

/* A call that was made; its key and its answer follow. */
struct hki_made {
  uint64_t call;
  uint64_t sum; /* of all that follows */
  unsigned function;
  int error;       /* errno that it set; 0: none */
  unsigned raised; /* floating-point exceptions */
  unsigned unused;
};

/* Of one evaluator. */
struct hki_line {
  _Alignas(64) uint64_t claim; /* atomic: the call that it makes */
  uint64_t count;              /* atomic: calls made; they are in its ring */
  _Alignas(64) uint64_t taken; /* atomic: of them, by the program */
};

struct hki_answers {
  _Alignas(
      64) uint64_t floor; /* atomic: calls that the program has behind it */
  struct hki_line lines[HKI_MOST_EVALUATORS];
  _Alignas(64) char calls[];
};

/* How both are divided; the same in all processes. */
struct hki_layout {
  size_t slot_bytes, record_bytes, key_bytes;
  uint64_t slots, records; /* powers of two; records of each evaluator */
  unsigned evaluators, chunk;
};

struct hki_rings {
  struct hki_layout layout;
  struct hki_keys *keys;
  struct hki_answers *answers;
};

/* Room for calls of these functions, `chunk` in a row by one process. False:
 * they need too much. */
bool hki_layout_make(struct hki_layout *layout, const struct hk_pre_loop *loop,
                     unsigned evaluators, unsigned chunk);

/* The memory, once. False: there is none. */
bool hki_rings_make(struct hki_rings *rings);

/* Of both. */
size_t hki_rings_bytes(void);

/* As at first. Nobody else looks. */
void hki_rings_clear(struct hki_rings *rings);

/* In a child, which then can only read them. */
bool hki_rings_close_keys(const struct hki_rings *rings);
bool hki_rings_close_answers(const struct hki_rings *rings);

struct hki_asked *hki_slot_of(const struct hki_rings *rings, uint64_t call);
struct hki_made *hki_record_of(const struct hki_rings *rings, unsigned line,
                               uint64_t number);

/* Who makes a call: an evaluator's number; -1: the program. */
int hki_maker_of(const struct hki_layout *layout, uint64_t call);

/* The call's key, to `to`; its places, of which there are as many as the
 * function says. Returns the bytes. */
size_t hki_key_write(const struct hk_pre_function *function,
                     const void *arguments, const struct hk_pre_place *places,
                     char *to);
bool hki_key_is(const struct hk_pre_function *function, const void *arguments,
                const struct hk_pre_place *places, const char *key);

/* Bytes after the key: how many there are; a sum over them all. */
size_t hki_answer_bytes(const struct hk_pre_function *function,
                        const struct hk_pre_place *places);
uint64_t hki_sum_over(const void *bytes, size_t count);

/* An integer of 1, 2, 4 or 8 bytes. */
uint64_t hki_bytes_number(const void *at, size_t bytes);
void hki_bytes_add(void *at, size_t bytes, uint64_t more);
