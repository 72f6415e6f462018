/* SPDX-License-Identifier: Apache-2.0
 *
 * The order that the schedule promises, as vector clocks.
 *
 * Core i is at time clock[i] of its own and comes after time clock[j] of core
 * j. An access of core j at time t is before core i's present iff
 * t <= clock_i[j]. A signal keeps a copy of the signaller's clock with the
 * flag's number and starts the signaller's next time.
 *
 * A region starts all clocks at the greatest time of the regions before it, so
 * shadow memory needs no clearing in between.
 */
#include "clocks.h"

#include "memory.h"

struct signal {
  unsigned number;
  uint64_t *clock; /* the signaller's */
};

/* All signals of one flag in this region; the numbers grow. */
struct history {
  const struct hk_flag *flag;
  struct signal *signals;
  size_t count, capacity;
};

static struct {
  unsigned cores;
  struct hki_core *const *all;
  uint64_t now;              /* the greatest time of all */
  struct history *histories; /* open hashing by the flag's address */
  size_t used, capacity;     /* a power of two */
} clocks;

static size_t clock_bytes(void) { return clocks.cores * sizeof(uint64_t); }

void hki_clocks_enter(struct hki_core *const *cores, unsigned count) {
  clocks.cores = count;
  clocks.all = cores;
  for (unsigned i = 0; i < count; i++) {
    cores[i]->clock = hki_allocate(clock_bytes());
    for (unsigned j = 0; j < count; j++)
      cores[i]->clock[j] = clocks.now;
    cores[i]->clock[i]++;
  }
}

static struct history *place_of(struct history *table, size_t capacity,
                                const struct hk_flag *flag) {
  size_t at = ((uintptr_t)flag >> 6) * 0x9e3779b97f4a7c15u;
  for (;; at++) {
    struct history *history = &table[at & (capacity - 1)];
    if (!history->flag || history->flag == flag)
      return history;
  }
}

static void grow_table(void) {
  size_t capacity = clocks.capacity ? clocks.capacity * 2 : 64;
  struct history *table = hki_allocate(capacity * sizeof *table);
  for (size_t i = 0; i < clocks.capacity; i++)
    if (clocks.histories[i].flag)
      *place_of(table, capacity, clocks.histories[i].flag) =
          clocks.histories[i];
  hki_release(clocks.histories, clocks.capacity * sizeof *table);
  clocks.histories = table;
  clocks.capacity = capacity;
}

static struct history *history_of(const struct hk_flag *flag) {
  if (2 * clocks.used >= clocks.capacity)
    grow_table();
  struct history *history = place_of(clocks.histories, clocks.capacity, flag);
  if (!history->flag) {
    history->flag = flag;
    clocks.used++;
  }
  return history;
}

static void grow_signals(struct history *history) {
  size_t capacity = history->capacity ? history->capacity * 2 : 4;
  struct signal *signals = hki_allocate(capacity * sizeof *signals);
  for (size_t i = 0; i < history->count; i++)
    signals[i] = history->signals[i];
  hki_release(history->signals, history->capacity * sizeof *signals);
  history->signals = signals;
  history->capacity = capacity;
}

void hki_clocks_signal(struct hki_core *core, const struct hk_flag *flag,
                       unsigned number) {
  struct history *history = history_of(flag);
  if (history->count == history->capacity)
    grow_signals(history);
  uint64_t *copy = hki_allocate(clock_bytes());
  for (unsigned i = 0; i < clocks.cores; i++)
    copy[i] = core->clock[i];
  history->signals[history->count++] = (struct signal){number, copy};
  core->clock[core->core.id]++;
}

/* The first signal that lets a wait for `number` go on; NULL: one before this
 * region. */
static const struct signal *signal_for(const struct history *history,
                                       unsigned number) {
  size_t from = 0, to = history->count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if ((int)(history->signals[middle].number - number) < 0)
      from = middle + 1;
    else
      to = middle;
  }
  return from < history->count ? &history->signals[from] : NULL;
}

void hki_clocks_wait(struct hki_core *core, const struct hk_flag *flag,
                     unsigned number) {
  const struct signal *signal = signal_for(history_of(flag), number);
  for (unsigned i = 0; signal && i < clocks.cores; i++)
    if (core->clock[i] < signal->clock[i])
      core->clock[i] = signal->clock[i];
}

static void forget_signals(void) {
  for (size_t i = 0; i < clocks.capacity; i++) {
    struct history *history = &clocks.histories[i];
    for (size_t j = 0; j < history->count; j++)
      hki_release(history->signals[j].clock, clock_bytes());
    hki_release(history->signals, history->capacity * sizeof(struct signal));
  }
  hki_release(clocks.histories, clocks.capacity * sizeof *clocks.histories);
  clocks.histories = NULL;
  clocks.used = clocks.capacity = 0;
}

void hki_clocks_leave(void) {
  for (unsigned i = 0; i < clocks.cores; i++) {
    uint64_t own = clocks.all[i]->clock[i];
    clocks.now = own > clocks.now ? own : clocks.now;
  }
  for (unsigned i = 0; i < clocks.cores; i++) {
    hki_release(clocks.all[i]->clock, clock_bytes());
    clocks.all[i]->clock = NULL;
  }
  forget_signals();
}
