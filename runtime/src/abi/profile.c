/* SPDX-License-Identifier: Apache-2.0
 *
 * The profile of a program built with --profile-generate, written when it ends.
 *
 * The file is JSON, laid out in one way only: texts that the compiler made,
 * with numbers between them. So a profile that an earlier run of the same
 * program left can be read without a parser: all texts must be the same, and
 * its numbers are added to this run's. Any other file is replaced.
 *
 * Nothing here may change what the program does: no output but a message where
 * the profile cannot be written, and the exit status stays.
 */
#include "hocket/abi_profile.h"

#include "arch.h"
#include "platform/platform.h"
#include "settings/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  struct hk_profile *units; /* by number */
  char *path;               /* NULL: none is wanted */
  unsigned long long first_tick, first_time;
  unsigned long long clock_ticks; /* that reading the clock takes */
  long long runs;
  long long took, longest; /* nanoseconds: all runs, and the longest of them */
  long long khz; /* what the clock was set to in all of them; 0: not known */
  char *cores;   /* what is kept of how fast cores are, as text; may be NULL */
} profile;

unsigned long long hk_profile_clock(void) {
  unsigned long long ticks = hki_ticks();
  return ticks ? ticks : hki_platform_clock();
}

/* What becomes of a number that is read. */
enum use { IS_SKIPPED, ADDS, TAKES_MOST, HAS_TO_AGREE };

/* Text that is being read or written. */
struct text {
  char *bytes;
  size_t length, room;
  size_t at;     /* reading */
  bool isReader; /* else it grows */
  enum use adds; /* to the counters */
  bool fails;    /* no memory, or not what was expected */
};

static void append(struct text *text, const char *bytes, size_t length) {
  if (text->fails)
    return;
  if (text->room - text->length < length) {
    size_t room = 2 * (text->length + length) + 4096;
    char *more = realloc(text->bytes, room);
    text->fails = !more;
    if (!more)
      return;
    text->bytes = more;
    text->room = room;
  }
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
}

/* Writes the words, or reads them. */
static void words(struct text *text, const char *words) {
  size_t length = strlen(words);
  if (!text->isReader) {
    append(text, words, length);
    return;
  }
  text->fails |= text->length - text->at < length ||
                 memcmp(text->bytes + text->at, words, length) != 0;
  if (!text->fails)
    text->at += length;
}

static void number(struct text *text, volatile long long *value) {
  char digits[24];
  if (!text->isReader) {
    append(text, digits,
           (size_t)snprintf(digits, sizeof digits, "%lld", *value));
    return;
  }
  const char *first = text->bytes + text->at;
  size_t length = 0;
  while (length < 18 && text->at + length < text->length &&
         first[length] >= '0' && first[length] <= '9')
    length++;
  text->fails |= length == 0;
  if (text->fails)
    return;
  memcpy(digits, first, length);
  digits[length] = 0;
  text->at += length;
  long long read = strtoll(digits, NULL, 10);
  if (text->adds == ADDS)
    *value += read;
  else if (text->adds == TAKES_MOST && read > *value)
    *value = read;
  else if (text->adds == HAS_TO_AGREE && read != *value)
    *value = 0;
}

/* A number that is not the sum of what all runs had. */
static void joined(struct text *text, volatile long long *value,
                   enum use joins) {
  enum use adds = text->adds;
  text->adds = adds == ADDS ? joins : adds;
  number(text, value);
  text->adds = adds;
}

static void place(struct text *text, const char *begin,
                  struct hk_place *place) {
  words(text, begin);
  words(text, ", \"runs\": ");
  number(text, &place->runs);
  words(text, ", \"times\": ");
  number(text, &place->times);
  words(text, ", \"timed\": ");
  number(text, &place->timed);
  words(text, ", \"timed_times\": ");
  number(text, &place->timedTimes);
  words(text, ", \"ns\": ");
  number(text, &place->ticks);
  words(text, "}");
}

static void function(struct text *text, const struct hk_profiled *function) {
  words(text, function->text);
  words(text, ", \"places\": [");
  for (unsigned i = 0; i < function->count; i++) {
    words(text, i ? ",\n  " : "\n  ");
    place(text, function->texts[i], &function->places[i]);
  }
  words(text, "]}");
}

/* How fast the cores are, which `hocket trace` has added, is kept as it is. */
static void cores(struct text *text) {
  static const char begin[] = ",\n \"cores\": [";
  if (!text->isReader) {
    if (profile.cores)
      append(text, profile.cores, strlen(profile.cores));
    return;
  }
  const char *first = text->bytes + text->at;
  size_t left = text->fails ? 0 : text->length - text->at;
  if (left < sizeof begin - 1 || memcmp(first, begin, sizeof begin - 1) != 0)
    return;
  const char *last = memchr(first + sizeof begin - 1, ']', left - sizeof begin);
  text->fails |= !last;
  if (!last)
    return;
  size_t length = (size_t)(last - first) + 1;
  text->at += length;
  if (text->adds == ADDS)
    profile.cores = strndup(first, length);
}

/* The whole file. */
static void file(struct text *text) {
  words(text, "{\"hocket-profile\": 1, \"chip\": ");
  words(text, profile.units->chip);
  words(text, ", \"runs\": ");
  number(text, &profile.runs);
  words(text, ", \"ns\": ");
  number(text, &profile.took);
  words(text, ", \"longest\": ");
  joined(text, &profile.longest, TAKES_MOST);
  words(text, ", \"khz\": ");
  joined(text, &profile.khz, HAS_TO_AGREE);
  words(text, ", \"functions\": [");
  bool isFirst = true;
  for (struct hk_profile *unit = profile.units; unit; unit = unit->next)
    for (unsigned i = 0; i < unit->count; i++) {
      words(text, isFirst ? "\n " : ",\n ");
      function(text, &unit->functions[i]);
      isFirst = false;
    }
  words(text, "]");
  cores(text);
  words(text, "}\n");
  text->fails |= text->isReader && text->at != text->length;
}

static void read_all(struct text *text, FILE *from) {
  char block[4096];
  size_t length;
  while ((length = fread(block, 1, sizeof block, from)) > 0)
    append(text, block, length);
  text->fails |= ferror(from) != 0;
}

/* Adds what earlier runs of the same program left. */
static void add_earlier(void) {
  FILE *from =
      hki_platform_is_file(profile.path) ? fopen(profile.path, "rb") : NULL;
  if (!from)
    return;
  struct text text = {0};
  read_all(&text, from);
  fclose(from);
  text.isReader = true;
  if (!text.fails)
    file(&text);
  if (!text.fails) {
    text.at = 0;
    text.adds = ADDS;
    file(&text);
  }
  free(text.bytes);
}

/* Between two readings, at least. */
static unsigned long long clock_ticks(void) {
  unsigned long long least = ~0ull;
  for (int i = 0; i < 16; i++) {
    unsigned long long before = hk_profile_clock();
    unsigned long long ticks = hk_profile_clock() - before;
    least = ticks < least ? ticks : least;
  }
  return least;
}

/* Runs that are another place's iterations. */
static void derive(const struct hk_profiled *function) {
  for (unsigned i = 0; i < function->count; i++)
    if (function->around[i] >= 0)
      function->places[i].runs = function->places[function->around[i]].times;
}

/* Ticks become nanoseconds, without those of reading the clock. */
static void convert(void) {
  double ticks = (double)(hk_profile_clock() - profile.first_tick);
  double time = (double)(hki_platform_clock() - profile.first_time);
  double each = ticks > 0 ? time / ticks : 0;
  profile.took = profile.longest = (long long)time;
  if (hki_platform_set_khz() != profile.khz)
    profile.khz = 0;
  for (struct hk_profile *unit = profile.units; unit; unit = unit->next)
    for (unsigned i = 0; i < unit->count; i++)
      for (unsigned j = 0; j < unit->functions[i].count; j++) {
        struct hk_place *place = &unit->functions[i].places[j];
        double own = (double)place->timed * (double)profile.clock_ticks;
        double took = (double)place->ticks - own;
        place->ticks = took > 0 ? (long long)(took * each) : 0;
      }
}

static void at_exit(void) {
  for (struct hk_profile *unit = profile.units; unit; unit = unit->next)
    for (unsigned i = 0; i < unit->count; i++)
      derive(&unit->functions[i]);
  convert();
  profile.runs = 1;
  add_earlier();
  struct text text = {0};
  file(&text);
  int problem =
      text.fails ? -1
                 : hki_platform_replace(profile.path, text.bytes, text.length);
  if (problem)
    hki_say("the profile '%s' cannot be written: %s", profile.path,
            problem > 0 ? strerror(problem) : "no memory");
  free(text.bytes);
}

/* What the parent counts is the parent's. */
static void in_child(void) {
  for (struct hk_profile *unit = profile.units; unit; unit = unit->next)
    for (unsigned i = 0; i < unit->count; i++)
      memset(unit->functions[i].places, 0,
             unit->functions[i].count * sizeof(struct hk_place));
}

static void start(const char *path) {
  const char *chosen = getenv("HOCKET_PROFILE");
  if (chosen)
    path = chosen;
  profile.clock_ticks = clock_ticks();
  profile.first_tick = hk_profile_clock();
  profile.first_time = hki_platform_clock();
  profile.khz = hki_platform_set_khz();
  if (!*path)
    return;
  profile.path = hki_platform_absolute(path);
  if (!profile.path || !hki_platform_on_fork(in_child) || atexit(at_exit) != 0)
    hki_say("there will be no profile: no memory");
}

void hk_profile_add(struct hk_profile *unit) {
  if (!profile.units)
    start(unit->path);
  struct hk_profile **at = &profile.units;
  while (*at && (*at)->number < unit->number)
    at = &(*at)->next;
  unit->next = *at;
  *at = unit;
}
