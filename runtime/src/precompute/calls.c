/* SPDX-License-Identifier: Apache-2.0
 *
 * Precomputed calls: what the program does at each call of a watched loop.
 *
 * At first calls are timed. Where they take most of the loop's time, children
 * start: a scout, which runs the loop without making the calls, and evaluators,
 * which make some of those that it comes to. The program goes on as it did,
 * makes the other calls, and takes the evaluators' answers where the key, all
 * that a call reads and the loop changes, is what the evaluator had. See
 * docs/runtime/precomputation.md.
 *
 * One loop of one thread at a time does that.
 */
#include "platform/children.h"
#include "platform/platform.h"
#include "precompute/makers.h"
#include "precompute/watched.h"
#include "settings/say.h"
#include "speculate/process.h"
#include "team/team.h"

#include "arch.h"

#include <errno.h>
#include <string.h>

_Static_assert(sizeof(struct hki_called) <=
                   sizeof((struct hk_pre_function *)0)->state,
               "what is known of a function fits");
_Static_assert(sizeof(struct hki_watched) <=
                   sizeof((struct hk_pre_loop *)0)->state,
               "what is known of a loop fits");
_Static_assert(sizeof(struct hki_entry_watch) <=
                   sizeof((struct hk_pre_scope *)0)->state,
               "what is known of an entry fits");

/* Nanoseconds. */
enum {
  SMALL = 500,                /* calls that take less are not worth a look */
  TIMING = 60,                /* what it takes to time one */
  BRIEF = 1000 * 1000,        /* entries that take less are short ones */
  LEAST = 4 * 1000 * 1000,    /* before children start, at first */
  SOON = 300 * 1000,          /* the same where entries are known to be long */
  LONG = 15 * 1000 * 1000,    /* such an entry */
  CHUNK = 20 * 1000,          /* calls in a row by one process */
  CHECKED = 10 * 1000 * 1000, /* how often it is asked whether it pays */
  START = 2 * 1000 * 1000,    /* what it costs to start, about */
  LATE = 5 * 1000 * 1000      /* beside 20 times what a call takes */
};

enum why { OVER, CHANGED, ENDED, TOO_LATE, NO_GAIN, COMPARED };

static struct {
  struct hk_pre_scope *scope;   /* the innermost that is watched */
  struct hk_pre_scope *running; /* for which there are children */
  bool is_scout;
  uint64_t next; /* number of the next call */
  struct hki_rings rings;
  long scout, evaluators[HKI_MOST_EVALUATORS];
  long ending[HKI_MOST_EVALUATORS + 1]; /* that are told to end */
  /* Whether it pays: */
  double call_ns; /* between calls, without children */
  double with_ns; /* with them */
  bool compares;
  unsigned long long mark, marked; /* the clock and the call */
  unsigned strikes;
  double credit; /* nanoseconds that starts may cost */
  double cost;   /* what the last one did, START at least */
  unsigned long long credited;
  unsigned answers;
  int error; /* errno, as the program is to find it */
} self;

static void set_asks(const struct hk_pre_loop *loop, int asks) {
  for (unsigned i = 0; i < loop->count; i++)
    __atomic_store_n(&loop->functions[i]->asks,
                     asks && !hki_called_of(loop->functions[i])->is_small,
                     __ATOMIC_RELAXED);
}

static void watch_outer(struct hk_pre_scope *outer) {
  self.scope = outer;
  if (outer)
    set_asks(outer->loop, 1);
}

static void make_call(const struct hk_pre_loop *loop,
                      struct hk_pre_function *function, void *arguments) {
  set_asks(loop, 0);
  errno = self.error;
  function->call(arguments);
  self.error = errno;
  set_asks(loop, 1);
}

static void reap(void) {
  for (unsigned i = 0; i <= HKI_MOST_EVALUATORS; i++)
    if (self.ending[i] != 0)
      hki_platform_end(self.ending[i]);
  memset(self.ending, 0, sizeof self.ending);
}

static void end_children(void) {
  unsigned count = 0;
  if (self.scout > 0)
    self.ending[count++] = self.scout;
  for (unsigned i = 0; i < self.rings.layout.evaluators; i++)
    if (self.evaluators[i] > 0)
      self.ending[count++] = self.evaluators[i];
  for (unsigned i = 0; i < count; i++)
    hki_platform_tell_end(self.ending[i]);
  self.scout = 0;
  memset(self.evaluators, 0, sizeof self.evaluators);
  hki_process.precomputes = false;
  __atomic_store_n(&hki_team.is_lent, 0, __ATOMIC_RELAXED);
}

/* It is tried again, later and later. */
static void fail(struct hki_watched *watched, unsigned long long now) {
  unsigned shift = watched->failures < 10 ? watched->failures++ : 10;
  watched->is_confirmed = 0;
  watched->resume = now + ((unsigned long long)CHECKED << shift);
}

/* What a call gives may be an argument of another one: then the scout makes the
 * lesser ones by itself. */
static void keep_heaviest(const struct hk_pre_loop *loop) {
  const struct hki_called *most = hki_called_of(loop->functions[0]);
  for (unsigned i = 1; i < loop->count; i++) {
    const struct hki_called *one = hki_called_of(loop->functions[i]);
    if (one->ns > most->ns)
      most = one;
  }
  for (unsigned i = 0; i < loop->count; i++)
    if (hki_called_of(loop->functions[i]) != most)
      hki_called_of(loop->functions[i])->is_small = 1;
}

static void stop(enum why why) {
  static const char *const words[] = {
      [OVER] = "the loop is over",
      [CHANGED] = "calls are other than foreseen",
      [ENDED] = "a child has ended",
      [TOO_LATE] = "a child is late",
      [NO_GAIN] = "no gain",
      [COMPARED] = "for comparison",
  };
  struct hk_pre_loop *loop = self.running->loop;
  struct hki_watched *watched = hki_watched_of(loop);
  unsigned long long now = hki_platform_clock();
  if (hki_process.tells_attempts)
    hki_say("%s: of %llu calls, %u were made ahead; %s", loop->name,
            (unsigned long long)self.next, self.answers, words[why]);
  end_children();
  self.running = NULL;
  if (self.answers > 0 && watched->answers == 0 && hki_process.is_verbose)
    hki_say("%s: calls are made ahead: an answer was taken", loop->name);
  watched->answers += self.answers;
  if (why == OVER || why == COMPARED) {
    watched->failures = 0;
    return;
  }
  if (why == CHANGED && !loop->always && self.answers < self.next / 8)
    keep_heaviest(loop);
  fail(watched, now);
}

static void begin_entry(struct hk_pre_scope *scope, unsigned long long now) {
  *hki_entry_of(scope) = (struct hki_entry_watch){
      .entered = now,
      .regions = __atomic_load_n(&hki_team.entered, __ATOMIC_RELAXED)};
}

static void credit(unsigned long long now) {
  if (self.credited == 0) {
    self.credit = 2 * START;
    self.cost = START;
  } else
    self.credit += 0.01 * (double)(now - self.credited);
  self.credited = now;
}

/* Nothing that others have, too, is there for children to change. */
static bool is_alone(void) {
  size_t ours = self.rings.keys ? hki_rings_bytes() : 0, shared = 0;
  ours += hki_children_bytes(&hki_process.children);
  if (!hki_memory_look(&hki_process.memory))
    return false;
  for (unsigned i = 0; i < hki_process.memory.count; i++) {
    const struct hki_area *area = &hki_process.memory.areas[i];
    if (area->is_shared && area->is_writable)
      shared += area->end - area->begin;
  }
  return shared <= ours;
}

static long start_child(bool is_scout) {
  long process = hki_platform_split();
  if (process == 0)
    hki_maker_begin(&self.rings, is_scout);
  return process;
}

/* Pages that children have take their time again when the program writes to
 * them: about as much as to make the children. */
static void charge_start(unsigned long long ns) {
  self.cost = 2.0 * (double)ns > START ? 2.0 * (double)ns : START;
  self.credit -= self.cost;
}

/* In the scout this returns, too. */
static bool start(struct hk_pre_scope *scope, double each_ns, double call_ns) {
  unsigned long long begin = hki_platform_clock();
  unsigned evaluators = hki_process.most_children;
  double chunk = CHUNK / (each_ns < 1 ? 1 : each_ns);
  reap();
  if (!hki_process_prepare() || !is_alone() || !hki_rings_make(&self.rings) ||
      !hki_layout_make(&self.rings.layout, scope->loop, evaluators,
                       chunk < 1    ? 1
                       : chunk > 64 ? 64
                                    : (unsigned)chunk))
    return false;
  hki_rings_clear(&self.rings);
  self.next = 0;
  self.answers = 0;
  self.running = scope;
  self.call_ns = call_ns;
  self.strikes = 0;
  __atomic_store_n(&hki_team.is_lent, 1, __ATOMIC_RELAXED);
  hki_process.precomputes = true;
  for (unsigned i = 0; i < self.rings.layout.evaluators; i++) {
    self.evaluators[i] = start_child(false);
    if (self.evaluators[i] == 0) {
      set_asks(scope->loop, 0);
      hki_evaluate(&self.rings, scope->loop, i);
    }
  }
  self.scout = start_child(true);
  if (self.scout == 0) {
    self.is_scout = true;
    return true;
  }
  self.mark = hki_platform_clock();
  self.marked = 0;
  charge_start(self.mark - begin);
  hki_watched_of(scope->loop)->starts++;
  if (self.scout < 0)
    stop(ENDED);
  return true;
}

static bool is_speculating(unsigned long long now) {
  const struct hki_children *children = &hki_process.children;
  const unsigned long long lately = 50 * 1000 * 1000;
  return children->first < children->count ||
         (hki_process.last_right != 0 && now - hki_process.last_right < lately);
}

/* After a call that was timed. */
static void consider(struct hk_pre_scope *scope, unsigned long long now) {
  struct hki_entry_watch *entry = hki_entry_of(scope);
  struct hk_pre_loop *loop = scope->loop;
  const struct hki_watched *watched = hki_watched_of(loop);
  unsigned long long spent = now - entry->entered;
  const unsigned most_starts = 30;
  if (loop->always) {
    if (entry->calls >= 2 && watched->starts < most_starts)
      start(scope, 1, 1e18);
    return;
  }
  if (spent < (watched->entry_ns >= LONG ? SOON : LEAST) || entry->calls < 2 ||
      now < watched->resume)
    return;
  credit(now);
  double share = (double)entry->ns / (double)spent;
  bool has_regions =
      entry->regions != __atomic_load_n(&hki_team.entered, __ATOMIC_RELAXED);
  if (share < 0.3 || has_regions || is_speculating(now) ||
      self.credit < self.cost) {
    struct hki_watched *known = hki_watched_of(loop);
    known->resume = now + LEAST;
    begin_entry(scope, now);
    return;
  }
  double calls = (double)entry->calls;
  double timing = TIMING * (double)entry->timed;
  if (!start(scope, (double)entry->ns / calls,
             ((double)spent - timing) / calls))
    __atomic_store_n(&loop->skip, ~0u, __ATOMIC_RELAXED);
  else if (!self.is_scout)
    begin_entry(scope, now);
}

static void learn_call(struct hk_pre_function *function, const void *arguments,
                       unsigned long long ns) {
  struct hki_called *called = hki_called_of(function);
  size_t bytes = function->result_bytes < sizeof called->last
                     ? function->result_bytes
                     : sizeof called->last;
  memcpy(called->last, (const char *)arguments + function->result_at, bytes);
  called->calls++;
  called->ns += ns;
  if (called->calls >= 32 && called->ns < called->calls * SMALL &&
      !self.scope->loop->always) {
    called->is_small = 1;
    __atomic_store_n(&function->asks, 0, __ATOMIC_RELAXED);
  }
}

/* Many calls of a short time are not all timed. */
static void time_call(struct hk_pre_function *function, void *arguments) {
  struct hk_pre_scope *scope = self.scope;
  struct hki_entry_watch *entry = hki_entry_of(scope);
  const struct hki_called *called = hki_called_of(function);
  entry->calls++;
  if (entry->calls > 256 && entry->calls % 16 != 0 && called->calls >= 32) {
    make_call(scope->loop, function, arguments);
    entry->ns += called->ns / called->calls;
    return;
  }
  unsigned long long begin = hki_platform_clock();
  make_call(scope->loop, function, arguments);
  unsigned long long end = hki_platform_clock();
  entry->ns += end - begin;
  entry->timed++;
  learn_call(function, arguments, end - begin);
  consider(scope, end);
}

/* The answer that the record has. */
static bool take(const struct hki_made *record,
                 struct hk_pre_function *function, char *arguments) {
  struct hk_pre_place places[HKI_MOST_PLACES_OF_CALL];
  const char *data = (const char *)(record + 1);
  function->find(arguments, places);
  if (!hki_key_is(function, arguments, places, data))
    return false;
  size_t key = function->key_bytes;
  for (unsigned i = 0; i < function->places; i++)
    if (places[i].at && places[i].kind & hk_pre_key)
      key += places[i].bytes;
  if (hki_sum_over(data, key + hki_answer_bytes(function, places)) !=
      record->sum)
    return false;
  data += key;
  memcpy(arguments + function->result_at, data, function->result_bytes);
  data += function->result_bytes;
  for (unsigned i = 0; i < function->places; i++) {
    if (!places[i].at || !(places[i].kind & (hk_pre_answer | hk_pre_sum)))
      continue;
    if (places[i].kind & hk_pre_answer)
      memcpy(places[i].at, data, places[i].bytes);
    else
      hki_bytes_add(places[i].at, places[i].bytes,
                    hki_bytes_number(data, places[i].bytes));
    data += places[i].bytes;
  }
  hki_fpu_raise(record->raised);
  if (record->error != 0)
    self.error = record->error;
  return true;
}

static bool has_scout_ended(void) {
  if (self.scout > 0 && hki_platform_has_ended(self.scout))
    self.scout = 0;
  return self.scout == 0;
}

/* The call has been written down, or may be, and there is who makes it. */
static bool may_come(unsigned line, uint64_t call) {
  if (self.evaluators[line] == 0 ||
      hki_platform_has_ended(self.evaluators[line])) {
    self.evaluators[line] = 0;
    return false;
  }
  return __atomic_load_n(&self.rings.keys->position, __ATOMIC_ACQUIRE) > call ||
         !has_scout_ended();
}

enum found { NOTHING, ANSWERED, WRONG, GONE, WAITED };

/* The scout has written down another call: so it is no use to wait for what the
 * evaluator makes of that. */
static bool is_foreseen(uint64_t call, const struct hk_pre_function *function,
                        void *arguments) {
  struct hk_pre_place places[HKI_MOST_PLACES_OF_CALL];
  const struct hki_asked *slot = hki_slot_of(&self.rings, call);
  function->find(arguments, places);
  return slot->function < self.running->loop->count &&
         self.running->loop->functions[slot->function] == function &&
         hki_key_is(function, arguments, places, (const char *)(slot + 1));
}

/* What the evaluator has made of the call; waits for it if it is at it. */
static enum found look(unsigned line, uint64_t call,
                       struct hk_pre_function *function, char *arguments) {
  struct hki_line *own = &self.rings.answers->lines[line];
  unsigned long long begin = 0;
  bool is_known = false, is_told = false,
       is_patient = self.running->loop->always;
  for (unsigned tries = 0;; tries++) {
    uint64_t claim = __atomic_load_n(&own->claim, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&own->count, __ATOMIC_ACQUIRE) > own->taken) {
      const struct hki_made *record =
          hki_record_of(&self.rings, line, own->taken);
      if (record->call > call)
        return NOTHING;
      bool is_right =
          record->call == call &&
          self.running->loop->functions[record->function] == function &&
          take(record, function, arguments);
      if (!is_right)
        return WRONG;
      __atomic_store_n(&own->taken, own->taken + 1, __ATOMIC_RELEASE);
      return ANSWERED;
    }
    if (claim != call && is_told)
      return NOTHING;
    if (claim != call && is_patient && may_come(line, call)) {
      hki_platform_sleep_until(hki_platform_clock() + 20 * 1000);
      is_patient = tries < 5000;
      continue;
    }
    if (claim != call) {
      __atomic_store_n(&self.rings.answers->floor, call + 1, __ATOMIC_SEQ_CST);
      is_told = true;
      continue;
    }
    if (!is_known && !is_foreseen(call, function, arguments))
      return WRONG;
    is_known = true;
    hki_pause();
    if (tries % 1024 != 1023)
      continue;
    unsigned long long now = hki_platform_clock();
    if (begin == 0)
      begin = now;
    if (self.evaluators[line] == 0 ||
        hki_platform_has_ended(self.evaluators[line])) {
      self.evaluators[line] = 0;
      return GONE;
    }
    const struct hki_called *called = hki_called_of(function);
    if (now - begin >
        LATE + (called->calls ? 20 * called->ns / called->calls : 0))
      return WAITED;
  }
}

/* Now and then: does it go faster than it did? What calls took before was timed
 * one by one, when caches were cold; so at first they are made for some time
 * without children once more. */
static void check_gain(void) {
  unsigned long long now;
  if (self.next % 32 != 0 && self.call_ns < 1e5)
    return;
  now = hki_platform_clock();
  if (now - self.mark < CHECKED || self.next == self.marked)
    return;
  double each = (double)(now - self.mark) / (double)(self.next - self.marked);
  struct hki_watched *watched = hki_watched_of(self.running->loop);
  bool gains = each < 0.93 * self.call_ns;
  self.strikes = gains ? 0 : self.strikes + 1;
  if (gains && watched->is_confirmed)
    self.credit += (self.call_ns - each) * (double)(self.next - self.marked);
  if (self.credit > 20.0 * START)
    self.credit = 20.0 * START;
  self.mark = now;
  self.marked = self.next;
  self.with_ns = each;
  if (self.strikes >= 2)
    stop(NO_GAIN);
  else if (gains && !watched->is_confirmed) {
    struct hk_pre_scope *scope = self.running;
    stop(COMPARED);
    begin_entry(scope, now);
    self.compares = true;
  }
}

/* Calls are made without children to see how long they take. */
static void compare(struct hk_pre_function *function, void *arguments) {
  struct hk_pre_scope *scope = self.scope;
  struct hki_entry_watch *entry = hki_entry_of(scope);
  make_call(scope->loop, function, arguments);
  entry->calls++;
  if (entry->calls % 16 != 0 && self.call_ns < 1e5)
    return;
  unsigned long long now = hki_platform_clock();
  unsigned long long spent = now - entry->entered;
  if (spent < LEAST || entry->calls < 2)
    return;
  double each = (double)spent / (double)entry->calls;
  self.compares = false;
  struct hki_watched *watched = hki_watched_of(scope->loop);
  watched->is_confirmed = self.with_ns < 0.9 * each;
  begin_entry(scope, now);
  if (watched->is_confirmed)
    start(scope, each, each);
  else
    fail(watched, now);
}

static void call_running(struct hk_pre_function *function, void *arguments) {
  struct hk_pre_loop *loop = self.running->loop;
  uint64_t call = self.next++;
  int maker = hki_maker_of(&self.rings.layout, call);
  enum found found = NOTHING;
  if (maker >= 0)
    found = look((unsigned)maker, call, function, arguments);
  __atomic_store_n(&self.rings.answers->floor, call + 1, __ATOMIC_RELEASE);
  if (found == ANSWERED)
    self.answers++;
  else if (found != NOTHING)
    stop(found == WRONG ? CHANGED : found == GONE ? ENDED : TOO_LATE);
  if (found != ANSWERED)
    make_call(loop, function, arguments);
  if (self.running && !loop->always)
    check_gain();
}

void hk_pre_call(struct hk_pre_function *function, void *arguments) {
  if (self.is_scout) {
    hki_scout_call(&self.rings, self.running->loop, self.next++, function,
                   arguments);
    return;
  }
  if (!hki_process_is_owner() || !self.scope) {
    function->call(arguments);
    return;
  }
  self.error = errno;
  if (self.running)
    call_running(function, arguments);
  else if (self.compares)
    compare(function, arguments);
  else
    time_call(function, arguments);
  errno = self.error;
}

void hk_pre_watch(struct hk_pre_scope *scope, struct hk_pre_loop *loop) {
  bool has_forked;
  if (self.is_scout || self.running || self.compares)
    return;
  if (!hki_process_ask(&has_forked) || has_forked) {
    if (hki_process_is_out())
      __atomic_store_n(&loop->skip, ~0u, __ATOMIC_RELAXED);
    return;
  }
  scope->loop = loop;
  scope->outer = self.scope;
  begin_entry(scope, hki_platform_clock());
  if (self.scope)
    set_asks(self.scope->loop, 0);
  self.scope = scope;
  set_asks(loop, 1);
}

/* Short entries ask less and less often. */
static void learn_entry(struct hk_pre_loop *loop, unsigned long long ns) {
  struct hki_watched *watched = hki_watched_of(loop);
  watched->entry_ns =
      watched->entry_ns == 0 ? ns : (3 * watched->entry_ns + ns) / 4;
  if (ns >= BRIEF || loop->always) {
    watched->shorts = 0;
    return;
  }
  if (watched->shorts < 16)
    watched->shorts++;
  __atomic_store_n(&loop->skip, 1u << watched->shorts, __ATOMIC_RELAXED);
}

void hk_pre_end(struct hk_pre_scope *scope) {
  int kept = errno;
  if (self.is_scout) {
    if (scope == self.running)
      hki_platform_leave();
    return;
  }
  if (!hki_process_is_own())
    return;
  if (self.running == scope)
    stop(OVER);
  self.compares = false;
  set_asks(scope->loop, 0);
  learn_entry(scope->loop, hki_platform_clock() - hki_entry_of(scope)->entered);
  watch_outer(scope->outer);
  errno = kept;
}
