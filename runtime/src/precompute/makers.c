/* SPDX-License-Identifier: Apache-2.0 */
#include "precompute/makers.h"

#include "platform/children.h"
#include "platform/platform.h"
#include "precompute/watched.h"
#include "speculate/process.h"
#include "team/team.h"

#include "arch.h"

#include <errno.h>
#include <string.h>

void hki_maker_begin(const struct hki_rings *rings, bool is_scout) {
  long parent = hki_process.number;
  __atomic_store_n(&hki_process.state, HKI_CHILD, __ATOMIC_RELAXED);
  __atomic_store_n(&hki_team.state, HKI_LOST, __ATOMIC_RELAXED);
  bool is_closed =
      is_scout ? hki_rings_close_answers(rings) : hki_rings_close_keys(rings);
  if (!is_closed)
    hki_platform_leave();
  hki_platform_be_child(parent, hki_process.processors,
                        hki_process.processor_count);
  if (!hki_platform_confine(!is_scout))
    hki_platform_leave();
}

static unsigned number_of(const struct hk_pre_loop *loop,
                          const struct hk_pre_function *function) {
  unsigned number = 0;
  while (loop->functions[number] != function)
    number++;
  return number;
}

static uint64_t behind(const struct hki_rings *rings) {
  return __atomic_load_n(&rings->answers->floor, __ATOMIC_ACQUIRE);
}

static void doze(void) {
  hki_platform_sleep_until(hki_platform_clock() + 50 * 1000);
}

void hki_scout_call(const struct hki_rings *rings,
                    const struct hk_pre_loop *loop, uint64_t call,
                    struct hk_pre_function *function, void *arguments) {
  struct hk_pre_place places[HKI_MOST_PLACES_OF_CALL];
  const struct hki_called *called = hki_called_of(function);
  struct hki_asked *slot = hki_slot_of(rings, call);
  function->find(arguments, places);
  if (call >= behind(rings) + rings->layout.slots)
    while (call >= behind(rings) + rings->layout.slots / 2)
      doze();
  slot->function = number_of(loop, function);
  hki_key_write(function, arguments, places, (char *)(slot + 1));
  __atomic_store_n(&rings->keys->position, call + 1, __ATOMIC_RELEASE);
  size_t bytes = function->result_bytes < sizeof called->last
                     ? function->result_bytes
                     : sizeof called->last;
  memcpy((char *)arguments + function->result_at, called->last, bytes);
}

/* The next call of this evaluator's from `call` on. */
static uint64_t next_own(const struct hki_layout *layout, unsigned line,
                         uint64_t call) {
  while (hki_maker_of(layout, call) != (int)line)
    call = (call / layout->chunk + 1) * layout->chunk;
  return call;
}

/* The scout may be on the same processor. */
static void await_call(const struct hki_rings *rings, uint64_t call) {
  for (unsigned tries = 0;
       __atomic_load_n(&rings->keys->position, __ATOMIC_ACQUIRE) <= call;
       tries++)
    if (tries < 64)
      hki_pause();
    else
      doze();
}

static void await_room(const struct hki_rings *rings,
                       const struct hki_line *own) {
  while (own->count - __atomic_load_n(&own->taken, __ATOMIC_ACQUIRE) >=
         rings->layout.records)
    doze();
}

static void install(const struct hk_pre_function *function,
                    const struct hk_pre_place *places, const char *key) {
  key += function->key_bytes;
  for (unsigned i = 0; i < function->places; i++)
    if (places[i].at && places[i].kind & hk_pre_key) {
      memcpy(places[i].at, key, places[i].bytes);
      key += places[i].bytes;
    }
}

static void collect(const struct hk_pre_function *function,
                    const char *arguments, const struct hk_pre_place *places,
                    const uint64_t *before, char *to) {
  memcpy(to, arguments + function->result_at, function->result_bytes);
  to += function->result_bytes;
  for (unsigned i = 0; i < function->places; i++) {
    if (!places[i].at)
      continue;
    if (places[i].kind & hk_pre_answer)
      memcpy(to, places[i].at, places[i].bytes);
    else if (places[i].kind & hk_pre_sum) {
      memset(to, 0, places[i].bytes);
      hki_bytes_add(to, places[i].bytes,
                    hki_bytes_number(places[i].at, places[i].bytes) -
                        before[i]);
    } else
      continue;
    to += places[i].bytes;
  }
}

/* What an evaluator has for itself. */
struct evaluator {
  const struct hki_rings *rings;
  const struct hk_pre_loop *loop;
  unsigned line;
  struct hki_line *own; /* the line's */
  char *arguments, *key;
};

/* The call of this number, of which the key has been copied. */
static void make(const struct evaluator *self, uint64_t call, unsigned number) {
  const struct hk_pre_function *function = self->loop->functions[number];
  struct hk_pre_place places[HKI_MOST_PLACES_OF_CALL];
  uint64_t before[HKI_MOST_PLACES_OF_CALL] = {0};
  struct hki_made *record =
      hki_record_of(self->rings, self->line, self->own->count);
  memcpy(self->arguments, self->key, function->key_bytes);
  function->find(self->arguments, places);
  size_t bytes = function->key_bytes;
  for (unsigned i = 0; i < function->places; i++)
    if (places[i].at && places[i].kind & hk_pre_key)
      bytes += places[i].bytes;
  install(function, places, self->key);
  for (unsigned i = 0; i < function->places; i++)
    if (places[i].at && places[i].kind & hk_pre_sum)
      before[i] = hki_bytes_number(places[i].at, places[i].bytes);
  errno = 0;
  function->call(self->arguments);
  record->error = errno;
  record->raised = hki_fpu_raised();
  record->call = call;
  record->function = number;
  char *data = (char *)(record + 1);
  memcpy(data, self->key, bytes);
  collect(function, self->arguments, places, before, data + bytes);
  record->sum = hki_sum_over(data, bytes + hki_answer_bytes(function, places));
  __atomic_store_n(&self->own->count, self->own->count + 1, __ATOMIC_RELEASE);
}

static size_t most_arguments(const struct hk_pre_loop *loop) {
  size_t most = 4096;
  for (unsigned i = 0; i < loop->count; i++) {
    const struct hk_pre_function *one = loop->functions[i];
    size_t bytes = one->result_at + one->result_bytes + 64;
    most = bytes > most ? bytes : most;
  }
  return most;
}

/* The key of a call that is to be claimed. */
static unsigned copy_key(const struct evaluator *self, uint64_t call) {
  const struct hki_asked *slot = hki_slot_of(self->rings, call);
  memcpy(self->key, slot + 1, self->rings->layout.key_bytes);
  return slot->function;
}

void hki_evaluate(const struct hki_rings *rings, const struct hk_pre_loop *loop,
                  unsigned line) {
  const struct evaluator self = {
      rings,
      loop,
      line,
      &rings->answers->lines[line],
      hki_platform_reserve(most_arguments(loop), false),
      hki_platform_reserve(rings->layout.slot_bytes, false)};
  if (!self.arguments || !self.key)
    hki_platform_leave();
  for (uint64_t call = 0;; call++) {
    uint64_t floor = behind(rings);
    call = next_own(&rings->layout, line, call > floor ? call : floor);
    await_call(rings, call);
    await_room(rings, self.own);
    unsigned number = copy_key(&self, call);
    __atomic_store_n(&self.own->claim, call, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&rings->answers->floor, __ATOMIC_SEQ_CST) <= call &&
        number < loop->count)
      make(&self, call, number);
    __atomic_store_n(&self.own->claim, ~0ull, __ATOMIC_RELEASE);
  }
}
