/* SPDX-License-Identifier: Apache-2.0
 *
 * hk_reserve: choose the processors, claim them, and try the levels in order,
 * each by a plan of its own. What a level that fails has done is put back
 * before the next one is tried.
 */
#include "hocket/reserve.h"

#include "machine/journal/journal.h"
#include "reserve/carry_out.h"
#include "reserve/choose.h"
#include "reserve/look/look.h"
#include "reserve/plan/level.h"
#include "reserve/reserve.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hk_reservation {
  struct hki_files files;
  struct hki_journal *journal;
  struct hki_cpus cpus;
  enum hk_reserve_level level;
  struct hki_voice voice;
  int process;
  bool self; /* the process is the one that reserves */
  bool fifo; /* it was made SCHED_FIFO */
};

/* What becomes of a change that is put back: a word for all that is not as it
 * was. */
static void hear_undone(void *context, const struct hki_undone *undone) {
  const struct hki_voice *voice = context;
  char text[1024];
  struct hki_line line = hki_line_in(text, sizeof text);
  hki_undo_explain(undone, &line);
  enum hki_outcome outcome = undone->change->outcome;
  hki_voice_say(voice, outcome != HKI_FAILED && outcome != HKI_LEFT, "%s",
                text);
}

/* The levels to try, in order. */
static unsigned levels_of(const struct hk_reserve_request *request,
                          unsigned processors, enum hk_reserve_level *levels) {
  bool pinned = (request->flags & HK_RESERVE_PINNED) || processors == 1;
  enum hk_reserve_level first = request->level;
  if (first == HK_RESERVE_AUTO)
    first = pinned ? HK_RESERVE_ISOLATED : HK_RESERVE_ROOT;
  if (request->flags & HK_RESERVE_EXACTLY &&
      request->level != HK_RESERVE_AUTO) {
    levels[0] = first;
    return 1;
  }
  unsigned count = 0;
  for (int level = (int)first; level <= HK_RESERVE_AFFINITY; level++)
    levels[count++] = (enum hk_reserve_level)level;
  return count;
}

static unsigned numbers_of(const struct hki_cpus *set, unsigned *cpus) {
  unsigned count = 0;
  for (unsigned cpu = hki_cpus_next(set, 0); cpu < HKI_MOST_CPUS;
       cpu = hki_cpus_next(set, cpu + 1))
    cpus[count++] = cpu;
  return count;
}

/* Claims a set; `got` is what of it no other program has. */
static int claim_set(struct hki_journal *journal, const struct hki_cpus *wanted,
                     struct hki_cpus *got) {
  unsigned cpus[HKI_MOST_CPUS], granted[HKI_MOST_CPUS];
  *got = (struct hki_cpus){{0}};
  unsigned count = numbers_of(wanted, cpus);
  int result = hki_journal_claim(journal, cpus, count, granted);
  for (int i = 0; i < result; i++)
    hki_cpus_add(got, granted[i]);
  return result < 0 && result != -EBUSY ? result : 0;
}

/* Claims the processors. What other programs have is left out of a choice that
 * is not by number. */
static int claim(struct hki_journal *journal, const struct hki_choice *choice,
                 const struct hki_voice *voice, struct hki_cpus *got) {
  struct hki_cpus free = choice->wanted, wanted;
  int error = 0;
  while (!error && hki_cpus_count(&free)) {
    unsigned mark = hki_journal_mark(journal);
    wanted = hki_last_of(&free, choice->count);
    error = claim_set(journal, &wanted, got);
    if (error)
      break;
    struct hki_cpus taken = hki_cpus_without(&wanted, got);
    if (hki_cpus_count(&taken) == 0 || (!choice->by_number && !choice->count)) {
      if (hki_cpus_count(got) == 0)
        break;
      if (hki_cpus_count(got) < choice->count)
        hki_voice_say(voice, 0, "there are %u processors instead of %u",
                      hki_cpus_count(got), choice->count);
      return 0;
    }
    hki_journal_undo(journal, mark);
    if (choice->by_number)
      break;
    free = hki_cpus_without(&free, &taken);
  }
  struct hki_holder holder = hki_journal_holder(journal);
  if (!error)
    hki_voice_say(voice, 0,
                  "processors are reserved by another program: '%s', process "
                  "%ld",
                  holder.name, holder.pid);
  return error ? error : -EBUSY;
}

static void say_plan(const struct hki_plan *plan,
                     const struct hki_voice *voice) {
  for (unsigned i = 0; i < plan->count; i++) {
    char text[900];
    hki_step_describe(&plan->steps[i], text, sizeof text);
    hki_voice_say(voice, 0, "%s", text);
  }
}

/* Tries one level: 0 if it is reached, or if it was only to be said. */
static int try_level(const struct hki_reserve_ask *ask,
                     enum hk_reserve_level level, struct hki_journal *journal,
                     const struct hki_voice *voice) {
  struct hki_plan plan;
  struct hki_results results = {.why_not = ""};
  char list[HKI_CPUS_TEXT] = "";
  const char *name = hk_reserve_level_name(level);
  hki_cpus_list(&ask->cpus, list, sizeof list);
  hki_plan_make(&plan, ask, level);
  int error = plan.why_not[0] ? -EPERM : 0;
  if (error) {
    hki_voice_say(voice, 0, "level '%s': %s", name, plan.why_not);
  } else if (!journal) {
    hki_voice_say(voice, 0, "level '%s', processors %.400s:", name, list);
    say_plan(&plan, voice);
    hki_tell_results(&plan, &results, voice);
  } else {
    unsigned mark = hki_journal_mark(journal);
    error = hki_carry_out(&plan, ask, journal, voice, &results);
    if (error) {
      hki_voice_say(voice, 0, "level '%s': %s", name, results.why_not);
      hki_journal_undo(journal, mark);
    } else {
      hki_voice_say(voice, 0, "processors %.400s reserved, level '%s'", list,
                    name);
      hki_tell_results(&plan, &results, voice);
    }
  }
  hki_plan_free(&plan);
  return error;
}

static int try_levels(const struct hk_reserve_request *request,
                      const struct hki_reserve_ask *ask,
                      struct hki_journal *journal,
                      enum hk_reserve_level *reached) {
  enum hk_reserve_level levels[HK_RESERVE_AFFINITY + 1];
  struct hki_voice voice = {request->say, request->context};
  unsigned count = levels_of(request, hki_cpus_count(&ask->cpus), levels);
  int error = -EPERM;
  for (unsigned i = 0; i < count && error; i++) {
    *reached = levels[i];
    error = try_level(ask, levels[i], journal, &voice);
  }
  return error ? -EPERM : 0;
}

/* Says that the kernel takes time from SCHED_FIFO threads that wait by
 * spinning, or that it does not: then they can lock up their processor. */
static void say_throttle(const struct hki_files *files,
                         const struct hki_voice *voice) {
  long runtime, period;
  if (hki_files_read_number(files, "/proc/sys/kernel/sched_rt_runtime_us",
                            &runtime) != 0 ||
      hki_files_read_number(files, "/proc/sys/kernel/sched_rt_period_us",
                            &period) != 0 ||
      period <= 0)
    return;
  if (runtime < 0)
    hki_voice_say(voice, 0,
                  "SCHED_FIFO is not limited (sched_rt_runtime_us is -1): a "
                  "thread that spins keeps its processor from everything else");
  else
    hki_voice_say(voice, 1,
                  "SCHED_FIFO threads get at most %ld us of %ld us "
                  "(sched_rt_runtime_us)",
                  runtime, period);
}

static bool is_request(const struct hk_reserve_request *request) {
  return request->level > HK_RESERVE_OFF &&
         request->level <= HK_RESERVE_AFFINITY && request->fifo >= 0 &&
         request->fifo <= 99 && request->process >= 0 &&
         request->process <= 0x7fffffff &&
         (!request->within || request->within[0] == '/') &&
         (!request->num_keep || request->keep);
}

static struct hki_reserve_ask ask_of(const struct hki_files *files,
                                     const struct hk_reserve_request *request,
                                     const struct hki_choice *choice) {
  int self = (int)getpid();
  int process = request->process ? (int)request->process : self;
  return (struct hki_reserve_ask){
      .files = files,
      .keep = choice->keep,
      .process = process,
      .pinned = request->flags & HK_RESERVE_PINNED,
      .replug = request->flags & HK_RESERVE_REPLUG,
      .may_nice = hki_is_capable(files, HKI_CAP_SYS_NICE),
      .fifo = request->fifo,
      .within = request->within,
  };
}

static int dry_run(const struct hki_files *files,
                   const struct hk_reserve_request *request,
                   const struct hki_choice *choice) {
  enum hk_reserve_level level;
  struct hki_reserve_ask ask = ask_of(files, request, choice);
  ask.cpus = hki_last_of(&choice->wanted, choice->count);
  return try_levels(request, &ask, NULL, &level);
}

/* With a journal: claims, levels. */
static int reserve(const struct hk_reserve_request *request,
                   const struct hki_choice *choice,
                   struct hk_reservation *reservation) {
  struct hki_voice voice = {request->say, request->context};
  int error = claim(reservation->journal, choice, &voice, &reservation->cpus);
  if (error)
    return error;
  struct hki_reserve_ask ask = ask_of(&reservation->files, request, choice);
  ask.cpus = reservation->cpus;
  reservation->process = ask.process;
  reservation->self = ask.process == (int)getpid();
  reservation->fifo = ask.fifo != 0;
  if (ask.fifo)
    say_throttle(&reservation->files, &voice);
  return try_levels(request, &ask, reservation->journal, &reservation->level);
}

int hki_reserve(const struct hki_files *files, const char *folder,
                const struct hk_reserve_request *request,
                struct hk_reservation **result) {
  struct hki_voice voice = {request->say, request->context};
  struct hki_choice choice;
  *result = NULL;
  if (!is_request(request))
    return -EINVAL;
  int error = hki_choose(files, request, &voice, &choice);
  if (error)
    return error;
  if (request->flags & HK_RESERVE_DRY_RUN)
    return dry_run(files, request, &choice);
  struct hk_reservation *reservation = calloc(1, sizeof *reservation);
  if (!reservation)
    return -ENOMEM;
  reservation->files = *files;
  error = hki_journal_open(&reservation->journal, files, folder);
  reservation->voice = voice;
  if (error) {
    hki_voice_say(&voice, 0, "no journal, so nothing is changed: %s",
                  strerror(-error));
  } else {
    hki_journal_listen(reservation->journal, hear_undone, &reservation->voice);
    error = reserve(request, &choice, reservation);
    /* At exit the caller's context may be gone. */
    hki_journal_listen(reservation->journal, NULL, NULL);
  }
  if (error) {
    hki_journal_close(reservation->journal);
    free(reservation);
    return error;
  }
  *result = reservation;
  return 0;
}

int hk_reserve(const struct hk_reserve_request *request,
               struct hk_reservation **reservation) {
  return hki_reserve(&hki_machine, NULL, request, reservation);
}

unsigned hk_reservation_cpus(const struct hk_reservation *reservation,
                             unsigned *cpus, unsigned room) {
  unsigned count = 0;
  for (unsigned cpu = hki_cpus_next(&reservation->cpus, 0); cpu < HKI_MOST_CPUS;
       cpu = hki_cpus_next(&reservation->cpus, cpu + 1)) {
    if (count < room)
      cpus[count] = cpu;
    count++;
  }
  return count;
}

enum hk_reserve_level
hk_reservation_level(const struct hk_reservation *reservation) {
  return reservation->level;
}

int hk_release(struct hk_reservation *reservation) {
  if (!reservation)
    return 0;
  int error = 0;
  if (reservation->fifo && reservation->self)
    error = hki_set_fifo(&reservation->files, reservation->process, 0);
  hki_journal_listen(reservation->journal, hear_undone, &reservation->voice);
  int restored = hki_journal_restore(reservation->journal);
  hki_journal_close(reservation->journal);
  free(reservation);
  return error ? error : restored;
}
