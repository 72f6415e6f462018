/* SPDX-License-Identifier: Apache-2.0
 *
 * What HOCKET_TRACE writes: every task, wait, clock and gate of known regions;
 * what did not fit; what exit, _exit, fork and a file that cannot be written
 * make of it. Each program is a child, whose file the parent reads.
 */
#define _GNU_SOURCE
#include "../check.h"
#include "json.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>

/* Inside libhocket. */
void hki_trace_clock(unsigned core, unsigned long khz);
void hki_trace_gate(unsigned core, unsigned state, unsigned long long begin,
                    unsigned long long end);
unsigned long long hki_trace_now(void);

enum { CORES = 2 };

static char folder[64], path[128];

static char *read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file)
    return NULL;
  static char text[1 << 20];
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  return text;
}

static unsigned count(const char *text, const char *words) {
  unsigned result = 0;
  for (const char *at = text; (at = strstr(at, words)); at += strlen(words))
    result++;
  return result;
}

/* Where the files are kept, for check_trace.py; NULL: nowhere. */
static const char *keep;

static void keep_file(const char *text) {
  static unsigned number;
  char name[256];
  snprintf(name, sizeof name, "%s/%u.json", keep, number++);
  FILE *file = fopen(name, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* Runs `body` in a child that records; returns the file, valid JSON. */
static const char *record(void (*body)(void), const char *events, int status) {
  unlink(path);
  setenv("HOCKET_TRACE", path, 1);
  setenv("HOCKET_TRACE_EVENTS", events, 1);
  int got = in_child(body);
  CHECK(WIFEXITED(got) && WEXITSTATUS(got) == status);
  const char *text = read_file(path);
  CHECK(text && is_json(text));
  CHECK(count(text, "\"ph\":\"B\"") == count(text, "\"ph\":\"E\""));
  if (keep)
    keep_file(text);
  return text;
}

static struct hk_flag flags[1];
static const char *const tasks[] = {"load \"a\\b\"", "use\n\xff \xc3\xa4",
                                    "other"};
static const unsigned signallers[] = {0};
static const struct hk_names names = {tasks, 3, 1, flags, signallers};

static void tasks_of(struct hk_core *core, unsigned repetitions) {
  for (unsigned i = 0; i < repetitions; i++) {
    hk_begin_task(core, 2);
    hk_end_task(core);
  }
}

/* Core 1 waits for core 0's task, which ends once core 1 sleeps. */
static void known_program(struct hk_core *core, void *frame) {
  unsigned number = core->epoch + 1;
  (void)frame;
  if (core->id == 0) {
    hk_begin_task(core, 0);
    while (__atomic_load_n(&flags->sleepers, __ATOMIC_RELAXED) == 0)
      ;
    hk_end_task(core);
    hk_signal(flags, number);
    core->epoch = number;
  } else {
    hk_wait(flags, number);
    hk_begin_task(core, 1);
    hk_end_task(core);
  }
  tasks_of(core, 3);
}

static void run_known(void) {
  struct hk_region *region = new_region(known_program, CORES);
  region->name = "known.c:1 \"main\"";
  region->names = &names;
  CHECK(hk_run(region, NULL));
  CHECK(hk_run(region, NULL));
}

static void check_known(void) {
  const char *text = record(run_known, "", 0);
  CHECK(count(text, "\"name\":\"known.c:1 \\\"main\\\"\",\"cat\":\"region\"") ==
        4);
  CHECK(count(text, "\"name\":\"load \\\"a\\\\b\\\"\",\"cat\":\"task\",\"ph\":"
                    "\"B\"") == 2);
  CHECK(count(text,
              "\"name\":\"use\\u000a\\ufffd \xc3\xa4\",\"cat\":\"task\"") == 2);
  CHECK(count(text, "\"name\":\"other\",\"cat\":\"task\"") == 12);
  CHECK(count(text,
              "\"name\":\"wait for load \\\"a\\\\b\\\"\",\"cat\":\"wait\"") ==
        2);
  CHECK(strstr(text, ",\"args\":{\"number\":2,\"task\":0}}"));
  CHECK(strstr(text, "\"cores\":2,\"tasks\":[\"load \\\"a\\\\b\\\"\",\"use"));
  CHECK(strstr(text, "\"lost\":[0,0],\"lost-elsewhere\":0"));
  CHECK(strstr(text, "\"entered\":2,\"sequential\":0"));
  CHECK(count(text, "\"name\":\"core 0\"") == 1);
  CHECK(count(text, "\"name\":\"core 1\"") == 1);
  CHECK(count(text, "\"name\":\"thread\"") == count(text, "\"s\":\"t\""));
  CHECK(!strstr(text, "\"cut\""));
}

static void many_program(struct hk_core *core, void *frame) {
  (void)frame;
  tasks_of(core, 100);
}

static void run_many(void) {
  CHECK(hk_run(new_region(many_program, CORES), NULL));
}

/* The core's thread, the region, 200 ends of tasks, the region's end; core 0
 * may have waited for core 1 before that. */
static void check_full(void) {
  const char *text = record(run_many, "16", 0);
  CHECK(strstr(text, "\"lost\":[187,187]") ||
        strstr(text, "\"lost\":[189,187]"));
  CHECK(strstr(text, "\"name\":\"187 events lost\""));
  CHECK(count(text, "\"cut\":true") == 2);
  CHECK(count(text, "\"name\":\"task 2\"") == 14);
}

static unsigned processor; /* of core 1 */

static void where_program(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id == 1)
    processor = (unsigned)sched_getcpu();
}

static const struct hk_power_point points[] = {{600000, 0}, {1400000, 0}};

/* On virtual clocks; the processor's number is known once a region has run. */
static void run_clocks(void) {
  CHECK(hk_run(new_region(where_program, CORES), NULL));
  struct hk_power_domain domain = {.name = "all",
                                   .cpus = &processor,
                                   .cpu_count = 1,
                                   .points = points,
                                   .point_count = 2};
  struct hk_power_chip chip = {"test", .domains = &domain, .domain_count = 1};
  struct hk_power_options options = {.backend = HK_POWER_SIM};
  struct hk_power *power;
  CHECK(hk_power_open(&chip, &options, &power) == 0);
  CHECK(hk_power_request(power, processor, 600000) == 1);
  CHECK(hk_power_release(power, processor) == 1);
  hk_power_close(power);
}

/* Lines with both. */
static unsigned count_lines(const char *text, const char *a, const char *b) {
  unsigned lines = 0;
  for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
    const char *end = line + strcspn(line, "\n");
    const char *first = strstr(line, a), *second = strstr(line, b);
    lines += first && second && first < end && second < end;
    if (!*end)
      break;
  }
  return lines;
}

static void check_clocks(void) {
  const char *text = record(run_clocks, "", 0);
  if (!strstr(text, "\"processor\":"))
    return; /* processors have no numbers here */
  /* The last one again at the end. Core 0 may be there, too. */
  const char *name = "\"name\":\"clock of core 1\"";
  CHECK(count(text, name) == 3);
  CHECK(count_lines(text, name, "\"args\":{\"kHz\":1400000}}") == 2);
  CHECK(count_lines(text, name, "\"args\":{\"kHz\":600000}}") == 1);
}

static void run_power(void) {
  run_known();
  unsigned long long begin = hki_trace_now();
  CHECK(begin != 0);
  hki_trace_clock(1, 1400000);
  hki_trace_gate(1, 2, begin, hki_trace_now());
}

static void check_power(void) {
  const char *text = record(run_power, "", 0);
  CHECK(strstr(text,
               "\"name\":\"clock of core 1\",\"cat\":\"clock\",\"ph\":\"C\","));
  CHECK(strstr(text, "\"args\":{\"kHz\":1400000}}"));
  CHECK(strstr(text, "\"name\":\"gated\",\"cat\":\"gate\",\"ph\":\"X\","));
  CHECK(strstr(text, "\"args\":{\"state\":2}}"));
}

static void exit_program(struct hk_core *core, void *frame) {
  (void)frame;
  hk_begin_task(core, core->id);
  if (core->id == 1)
    exit(3);
  for (;;)
    tasks_of(core, 1);
}

static void run_exit(void) { hk_run(new_region(exit_program, CORES), NULL); }

static void check_exit(void) {
  const char *text = record(run_exit, "1000", 3);
  CHECK(count(text, "\"cut\":true") >= 3); /* core 0 has not begun, maybe */
}

/* A call that is divided in two, and those again: as long as there are parts to
 * be given away, some are. */
struct part {
  struct hk_task head;
  unsigned depth;
};

static void run_part(struct hk_task *head, const struct hk_here *here) {
  unsigned depth = ((struct part *)head)->depth;
  struct part parts[2] = {{{.run = run_part}, depth - 1},
                          {{.run = run_part}, depth - 1}};
  if (depth > 0)
    hk_together(here, &parts[0].head, sizeof *parts, 2);
  else
    delay(1000);
}

static hk_core_program *const divided_programs[CORES] = {hk_lead, hk_help};
static struct hk_divide divided = {
    {"parts.c:7 divide", CORES, divided_programs, 0, 0, 0},
    0,
    NULL,
    0,
    0,
    0,
    1};

static void run_parts(void) {
  struct part root = {{.run = run_part}, 6};
  hk_divide_call(&divided, &root.head, NULL);
}

static void check_parts(void) {
  const char *text = record(run_parts, "", 0);
  CHECK(count(text, "\"name\":\"parts.c:7 divide\",\"cat\":\"region\"") == 2);
  /* The call itself, and the first of each two, whoever ran them. */
  CHECK(count(text, "\"name\":\"parts.c:7 divide\",\"cat\":\"task\"") == 64);
  CHECK(!strstr(text, "\"cut\""));
  CHECK(count(text, "\"args\":{\"level\":0}") == 1);
  CHECK(count(text, "\"args\":{\"level\":6}") == 32);
}

static void run_write(void) {
  CHECK(hk_trace_write() == 1);
  run_known();
  CHECK(hk_trace_write() == 0);
  CHECK(hk_trace_write() == 0);
  _exit(5);
}

static void check_write(void) {
  const char *text = record(run_write, "", 5);
  CHECK(strstr(text, "\"entered\":2"));
}

static void child_of_run(void) {
  CHECK(hk_trace_write() == 1);
  run_many();
}

static void run_fork(void) {
  run_known();
  CHECK(in_child(child_of_run) == 0);
  CHECK(access(path, F_OK) != 0);
}

static void check_fork(void) {
  const char *text = record(run_fork, "", 0);
  CHECK(!strstr(text, "\"name\":\"task 2\""));
  CHECK(count(text, "\"name\":\"other\",\"cat\":\"task\"") == 12);
}

/* The regions and their names are gone when the file is written; there are more
 * than are kept apart. */
static void run_many_regions(void) {
  hk_core_program *programs[CORES] = {where_program, where_program};
  char name[200];
  for (unsigned i = 0; i < 1100; i++) {
    struct hk_region region = {name, CORES, programs, 0, 0, 0};
    memset(name, 'x', sizeof name - 1);
    snprintf(name, sizeof name, "region %u \"%*s", i, i == 7 ? 180 : 1, "");
    CHECK(hk_run(&region, NULL));
    memset(name, 'y', sizeof name - 1);
    name[sizeof name - 1] = 0;
    memset(&region, 0x55, sizeof region);
  }
}

static void check_many_regions(void) {
  const char *text = record(run_many_regions, "", 0);
  CHECK(count(text, "\"name\":\"region 1 \\\" \",\"cat\":\"region\"") == 2);
  CHECK(count(text, "\"name\":\"more regions\",\"cat\":\"region\"") ==
        2 * (1100 - 1022));
  CHECK(strstr(text, "\"entered\":1100"));
}

static void *enter(void *nothing) {
  run_many();
  return nothing;
}

static void run_two_threads(void) {
  pthread_t thread;
  run_many();
  CHECK(pthread_create(&thread, NULL, enter, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  run_many();
}

static void check_two_threads(void) {
  const char *text = record(run_two_threads, "", 0);
  unsigned threads = count(text, "\"name\":\"thread\"");
  CHECK(threads == 0 || threads == 4); /* where threads have numbers */
}

/* What a child writes to standard error. */
static const char *errors_of(void (*body)(void), int status) {
  static char name[128];
  snprintf(name, sizeof name, "%s/errors", folder);
  int saved = dup(2), file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  CHECK(saved >= 0 && file >= 0 && dup2(file, 2) == 2);
  int got = in_child(body);
  CHECK(dup2(saved, 2) == 2);
  close(saved);
  close(file);
  CHECK(WIFEXITED(got) && WEXITSTATUS(got) == status);
  return read_file(name);
}

static void run_and_fail(void) {
  run_known();
  exit(7);
}

static void check_not_written(void) {
  setenv("HOCKET_TRACE", "/nonexistent/folder/t.json", 1);
  CHECK(strcmp(errors_of(run_and_fail, 7),
               "hocket: the trace '/nonexistent/folder/t.json' cannot be "
               "written: No such file or directory\n") == 0);
  setenv("HOCKET_TRACE", path, 1);
  setenv("HOCKET_TRACE_EVENTS", "few", 1);
  CHECK(strcmp(errors_of(run_and_fail, 7),
               "hocket: HOCKET_TRACE_EVENTS: 'few' is not a number of events "
               "from 16 to 67108864; ignored\n") == 0);
  setenv("HOCKET_TRACE_EVENTS", "", 1);
  setenv("HOCKET_TRACE", "/dev/null", 1);
  setenv("HOCKET_VERBOSE", "1", 1);
  CHECK(count(errors_of(run_and_fail, 7),
              "HOCKET_TRACE: recording in memory, for want of "
              "'/dev/null.part': Operation not supported\n") == 1);
  setenv("HOCKET_VERBOSE", "", 1);
  setenv("HOCKET_TRACE", path, 1);
  CHECK(unlink(path) == 0 && mkdir(path, 0700) == 0);
  CHECK(count(errors_of(run_and_fail, 7), "cannot be written") == 1);
  CHECK(rmdir(path) == 0);
}

/* Says so once, with HOCKET_VERBOSE; the name has no "%p". */
static void run_fork_twice(void) {
  run_known();
  CHECK(in_child(run_many) == 0);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    run_many();
    run_many();
    exit(0);
  }
  CHECK(waitpid(child, NULL, 0) == child);
}

static void check_fork_said(void) {
  setenv("HOCKET_TRACE", path, 1);
  setenv("HOCKET_VERBOSE", "1", 1);
  CHECK(count(errors_of(run_fork_twice, 0),
              "was forked from one that is recorded, and is not; with %p in "
              "the name each has its own") == 2);
  setenv("HOCKET_VERBOSE", "", 1);
  CHECK(count(errors_of(run_fork_twice, 0), "forked") == 0);
}

static void run_named(void) {
  run_known();
  CHECK(chdir("/") == 0); /* a relative path is that of the first region */
}

static void check_names(void) {
  CHECK(chdir(folder) == 0);
  setenv("HOCKET_TRACE", "of-%p.json", 1);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    run_named();
    exit(0);
  }
  int status;
  char name[128];
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  snprintf(name, sizeof name, "%s/of-%ld.json", folder, (long)child);
  CHECK(is_json(read_file(name)));
  CHECK(unlink(name) == 0);
}

static void run_off(void) {
  run_known();
  CHECK(hk_trace_write() == 1 && hki_trace_now() == 0);
}

/* Not under ThreadSanitizer: it wants no threads in a child of threads.
 *   recorded [no-fork | keep FOLDER] */
int main(int argc, char **argv) {
  if (argc > 2)
    keep = argv[2];
  snprintf(folder, sizeof folder, "/tmp/hocket-trace-XXXXXX");
  CHECK(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/t.json", folder);
  setenv("HOCKET_CORES", "2", 1);
  setenv("HOCKET_VERBOSE", "", 1);
  unsetenv("HOCKET_TRACE");
  unsetenv("HOCKET_TRACE_EVENTS");
  CHECK(in_child(run_off) == 0);
  check_known();
  check_full();
  check_power();
  check_clocks();
  check_exit();
  check_parts();
  check_write();
  if (argc < 2 || strcmp(argv[1], "no-fork") != 0) {
    check_fork();
    check_fork_said();
  }
  check_many_regions();
  check_two_threads();
  check_not_written();
  check_names();
  char errors[128];
  snprintf(errors, sizeof errors, "%s/errors", folder);
  unlink(errors);
  unlink(path);
  CHECK(rmdir(folder) == 0);
  return 0;
}
