/* SPDX-License-Identifier: Apache-2.0
 *
 * What had been recorded survives the program, however it ends: FILE.part holds
 * it, and reads as the trace that exit would have written. And the program does
 * not notice: no handler, no open file, no fork's events in its parent's file.
 */
#define _GNU_SOURCE
#include "../check.h"
#include "json.h"

#include "trace/image.h"
#include "trace/print.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { CORES = 2, TASKS = 40 };

static char folder[64], path[128], part[160];

static struct hk_flag flags[1];
static const char *const tasks[] = {"load", "use", "other"};
static const unsigned signallers[] = {0};
static const struct hk_names names = {tasks, 3, 1, flags, signallers};

static void *read_bytes(const char *name, size_t *size) {
  struct stat status;
  int file = open(name, O_RDONLY);
  if (file < 0)
    return NULL;
  CHECK(fstat(file, &status) == 0);
  *size = (size_t)status.st_size;
  char *bytes = calloc(1, *size + 1);
  CHECK(bytes && read(file, bytes, *size) == (ssize_t)*size);
  close(file);
  return bytes;
}

static struct hki_image image;

/* The trace that these bytes make; NULL: they are damaged. To be freed. */
static char *text_of(const void *bytes, size_t size, char *problem) {
  char *text = NULL;
  size_t length;
  *problem = 0;
  if (!hki_image_read(&image, bytes, size, problem)) {
    CHECK(*problem);
    return NULL;
  }
  FILE *file = open_memstream(&text, &length);
  CHECK(file && hki_trace_print(file, &image) && fclose(file) == 0);
  CHECK(is_json(text));
  return text;
}

static char *text_of_file(const char *name) {
  char problem[HKI_PROBLEM_ROOM];
  size_t size;
  void *bytes = read_bytes(name, &size);
  CHECK(bytes);
  char *text = text_of(bytes, size, problem);
  if (!text)
    fprintf(stderr, "%s\n", problem);
  CHECK(text);
  free(bytes);
  return text;
}

static unsigned count(const char *text, const char *words) {
  unsigned result = 0;
  for (const char *at = text; (at = strstr(at, words)); at += strlen(words))
    result++;
  return result;
}

static void program(struct hk_core *core, void *frame) {
  unsigned number = core->epoch + 1;
  (void)frame;
  if (core->id == 0) {
    while (__atomic_load_n(&flags->sleepers, __ATOMIC_RELAXED) == 0)
      ;
    hk_signal(flags, number);
    core->epoch = number;
  } else {
    hk_wait(flags, number);
  }
  for (unsigned i = 0; i < TASKS; i++) {
    hk_begin_task(core, 2);
    hk_end_task(core);
  }
}

static void run_known(void) {
  flags[0] = (struct hk_flag){0};
  struct hk_region *region = new_region(program, CORES);
  region->name = "known.c:1 main";
  region->names = &names;
  CHECK(hk_run(region, NULL));
}

/* Of one region that has ended. */
static void check_known(const char *text) {
  CHECK(count(text, "\"name\":\"known.c:1 main\",\"cat\":\"region\"") == 2);
  CHECK(count(text, "\"name\":\"other\",\"cat\":\"task\"") == 2 * TASKS);
  CHECK(count(text, "\"name\":\"wait for load\"") == 1);
  CHECK(count(text, "\"ph\":\"B\"") == count(text, "\"ph\":\"E\""));
  CHECK(count(text, "\"cut\"") == 0);
  CHECK(strstr(text, "\"cores\":2,\"tasks\":[\"load\",\"use\",\"other\"]"));
  CHECK(strstr(text, "\"entered\":1,\"sequential\":0"));
}

static void by_exit_now(void) { _exit(3); }
static void by_quick_exit(void) { quick_exit(3); }
static void by_abort(void) { abort(); }
static void by_fault(void) {
  signal(SIGSEGV, SIG_DFL); /* a sanitizer has its own */
  volatile char *page =
      mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *page = 1;
}
static void by_term(void) { kill(getpid(), SIGTERM); }
static void by_int(void) { kill(getpid(), SIGINT); }
static void by_kill(void) { kill(getpid(), SIGKILL); }
static void by_exec(void) { execl("/bin/sh", "sh", "-c", "exit 3", NULL); }

static const struct end {
  void (*run)(void);
  int signal; /* 0: status 3 */
} ends[] = {{by_exit_now, 0},    {by_quick_exit, 0}, {by_abort, SIGABRT},
            {by_fault, SIGSEGV}, {by_term, SIGTERM}, {by_int, SIGINT},
            {by_kill, SIGKILL},  {by_exec, 0}};

static const struct end *chosen;

static void run_and_end(void) {
  run_known();
  chosen->run();
}

static void check_ends(void) {
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
    chosen = &ends[i];
    int status = in_child(run_and_end);
    CHECK(chosen->signal
              ? WIFSIGNALED(status) && WTERMSIG(status) == chosen->signal
              : WIFEXITED(status) && WEXITSTATUS(status) == 3);
    CHECK(access(path, F_OK) != 0);
    char *text = text_of_file(part);
    check_known(text);
    free(text);
  } /* each but the first has found one that another had left behind */
  CHECK(unlink(part) == 0);
}

/* Ended from outside, in the middle of a task. */
static int ready[2];

static void endless(struct hk_core *core, void *frame) {
  (void)frame;
  for (unsigned i = 0;; i++) {
    hk_begin_task(core, core->id);
    if (i == 500)
      CHECK(write(ready[1], "x", 1) == 1);
    hk_end_task(core);
  }
}

static void check_within(void) {
  char byte;
  CHECK(pipe(ready) == 0);
  setenv("HOCKET_TRACE_EVENTS", "3000", 1);
  pid_t child = fork();
  if (child == 0) {
    hk_run(new_region(endless, CORES), NULL);
    _exit(1);
  }
  for (unsigned i = 0; i < CORES; i++)
    CHECK(read(ready[0], &byte, 1) == 1);
  free(text_of_file(part)); /* it may be read while the program runs */
  CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
  char *text = text_of_file(part);
  CHECK(count(text, "\"name\":\"task 0\"") > 500);
  CHECK(count(text, "\"cut\":true") >= 2); /* the regions */
  CHECK(count(text, "\"ph\":\"B\"") == count(text, "\"ph\":\"E\""));
  free(text);
  unsetenv("HOCKET_TRACE_EVENTS");
  CHECK(unlink(part) == 0);
}

/* By exit there is the trace, and nothing else. */
static void check_exit(void) {
  CHECK(in_child(run_known) == 0);
  size_t size;
  char *bytes = read_bytes(path, &size);
  CHECK(bytes && memcmp(bytes, "{\"traceEvents\"", 14) == 0);
  free(bytes);
  CHECK(access(part, F_OK) != 0);
  CHECK(unlink(path) == 0);
}

/* hk_trace_write leaves the recording: it goes on. */
static void write_and_end(void) {
  run_known();
  CHECK(hk_trace_write() == 0);
  run_known();
  _exit(0);
}

static void check_written(void) {
  CHECK(in_child(write_and_end) == 0);
  CHECK(unlink(path) == 0);
  char *text = text_of_file(part);
  CHECK(strstr(text, "\"entered\":2"));
  free(text);
  CHECK(unlink(part) == 0);
}

/* Signals and files are as they were. */
static void run_unseen(void) {
  struct sigaction before[32], after;
  char files[64];
  for (int i = 1; i < 32; i++)
    sigaction(i, NULL, &before[i]);
  for (int i = 0; i < 64; i++)
    files[i] = fcntl(i, F_GETFD) >= 0;
  run_known();
  for (int i = 1; i < 32; i++)
    CHECK(sigaction(i, NULL, &after) != 0 ||
          after.sa_handler == before[i].sa_handler);
  for (int i = 0; i < 64; i++)
    CHECK(files[i] == (fcntl(i, F_GETFD) >= 0));
}

static void check_unseen(void) {
  CHECK(in_child(run_unseen) == 0);
  CHECK(unlink(path) == 0);
}

/* Where there can be no such file the trace is written as ever. */
static void limit_files(void) {
  struct rlimit limit = {300 * 1024, 300 * 1024}; /* the head, no cores */
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  run_known();
}

/* ... or core 0 only: what is there is read, and what is not is said. */
static void limit_and_end(void) {
  struct rlimit limit = {600 * 1024, 600 * 1024};
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  run_known();
  _exit(0);
}

static void check_room(void) {
  setenv("HOCKET_TRACE_EVENTS", "6000", 1);
  CHECK(in_child(limit_and_end) == 0);
  unsetenv("HOCKET_TRACE_EVENTS");
  char *text = text_of_file(part);
  CHECK(strstr(text, "\"cores\":1,") && strstr(text, "\"missing\":1,"));
  CHECK(count(text, "\"name\":\"other\",\"cat\":\"task\"") == TASKS);
  free(text);
  CHECK(unlink(part) == 0);
}

static void check_without(void) {
  static const char foreign[] = "my own notes";
  FILE *file = fopen(part, "w");
  CHECK(file && fputs(foreign, file) >= 0 && fclose(file) == 0);
  CHECK(in_child(run_known) == 0);
  CHECK(unlink(path) == 0);
  size_t size;
  char *bytes = read_bytes(part, &size);
  CHECK(size == sizeof foreign - 1 && memcmp(bytes, foreign, size) == 0);
  free(bytes);
  CHECK(unlink(part) == 0);
  CHECK(mkfifo(part, 0600) == 0);
  CHECK(in_child(run_known) == 0);
  CHECK(unlink(path) == 0 && unlink(part) == 0);
  CHECK(in_child(limit_files) == 0);
  CHECK(access(part, F_OK) != 0);
  CHECK(unlink(path) == 0);
}

/* A trace that cannot be written stays as a recording. */
static void run_in_the_way(void) {
  run_known();
  CHECK(mkdir(path, 0700) == 0);
  close(2);
}

static void check_kept(void) {
  CHECK(in_child(run_in_the_way) == 0);
  char *text = text_of_file(part);
  check_known(text);
  free(text);
  CHECK(rmdir(path) == 0 && unlink(part) == 0);
}

/* What a task's child does is not the parent's. */
static void forking(struct hk_core *core, void *frame) {
  (void)frame;
  hk_begin_task(core, 0);
  pid_t child = fork();
  for (unsigned i = 0; child == 0 && i < 1000; i++) {
    hk_begin_task(core, 1);
    hk_end_task(core);
  }
  if (child == 0)
    _exit(hk_trace_write() != 1);
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  hk_end_task(core);
}

static void run_forking(void) {
  CHECK(hk_run(new_region(forking, CORES), NULL));
  _exit(0);
}

static void check_forking(void) {
  CHECK(in_child(run_forking) == 0);
  char *text = text_of_file(part);
  CHECK(count(text, "\"name\":\"task 0\"") == CORES);
  CHECK(count(text, "\"name\":\"task 1\"") == 0);
  free(text);
  CHECK(unlink(part) == 0);
}

/* Children's own regions. */
static void run_twice(void) {
  run_known();
  run_known();
}

static pid_t last_child;

static void run_family(void) {
  run_known();
  last_child = fork();
  if (last_child == 0) {
    run_twice();
    exit(0);
  }
  int status;
  CHECK(waitpid(last_child, &status, 0) == last_child && status == 0);
  char name[160], pattern[160];
  snprintf(pattern, sizeof pattern, "%s/of-%ld.json", folder, (long)last_child);
  size_t size;
  char *bytes = read_bytes(pattern, &size);
  CHECK(bytes && unlink(pattern) == 0);
  CHECK(size > 1000 && strstr(bytes, "\"entered\":2,"));
  free(bytes);
  snprintf(name, sizeof name, "%s/of-%ld.json.part", folder, (long)last_child);
  CHECK(access(name, F_OK) != 0);
}

/* One that ends otherwise, and whose own child has a trace, too. */
static void run_generations(void) {
  run_known();
  pid_t child = fork();
  if (child == 0) {
    run_known();
    CHECK(in_child(run_known) == 0);
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  char name[160];
  snprintf(name, sizeof name, "%s/of-%ld.json.part", folder, (long)child);
  char *text = text_of_file(name);
  check_known(text);
  free(text);
  CHECK(unlink(name) == 0);
}

static void check_children(void) {
  char pattern[160], command[200];
  snprintf(pattern, sizeof pattern, "%s/of-%%p.json", folder);
  setenv("HOCKET_TRACE", pattern, 1);
  CHECK(in_child(run_family) == 0);
  CHECK(in_child(run_generations) == 0);
  setenv("HOCKET_TRACE", path, 1);
  /* The parents', and the youngest's. */
  snprintf(command, sizeof command,
           "test $(ls %s | wc -l) = 3 && rm %s/of-*.json", folder, folder);
  CHECK(system(command) == 0);
}

/* Any damage is found, or does no harm. */
static void check_damage(void) {
  char problem[HKI_PROBLEM_ROOM];
  size_t size;
  unsigned state = 1, found = 0;
  setenv("HOCKET_TRACE_EVENTS", "200", 1);
  chosen = &ends[0];
  in_child(run_and_end);
  char *bytes = read_bytes(part, &size);
  CHECK(bytes && unlink(part) == 0);
  unsetenv("HOCKET_TRACE_EVENTS");
  for (size_t length = 24; length < size; length += 8192) {
    CHECK(!text_of(bytes, length, problem));
    CHECK(strstr(problem, "cut off"));
  }
  for (unsigned i = 0; i < 3000; i++) {
    /* The front, where all counts, or a core's events. */
    size_t at = next_random(&state) % (i % 2 ? 400 : size);
    char kept = bytes[at];
    bytes[at] ^= (char)(1 << next_random(&state) % 8);
    char *text = text_of(bytes, size, problem);
    found += !text;
    free(text);
    bytes[at] = kept;
  }
  CHECK(found > 100);
  free(text_of(bytes, size, problem));
  struct hki_recording *head = (void *)bytes;
  head->order = 0x04030201;
  CHECK(!text_of(bytes, size, problem) && strstr(problem, "byte order"));
  head->order = HKI_RECORD_ORDER;
  head->version = 9;
  CHECK(!text_of(bytes, size, problem));
  CHECK(strcmp(problem, "the recording is of version 9; expected 1") == 0);
  free(bytes);
}

int main(int argc, char **argv) {
  leave_no_core_file();
  snprintf(folder, sizeof folder, "/tmp/hocket-ended-XXXXXX");
  CHECK(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/t.json", folder);
  snprintf(part, sizeof part, "%s.part", path);
  setenv("HOCKET_CORES", "2", 1);
  setenv("HOCKET_TRACE", path, 1);
  unsetenv("HOCKET_VERBOSE");
  unsetenv("HOCKET_TRACE_EVENTS");
  check_ends();
  check_within();
  check_exit();
  check_written();
  check_unseen();
  check_without();
  check_room();
  check_kept();
  check_damage();
  /* Not under ThreadSanitizer: it wants no threads in a child of threads. */
  if (argc < 2 || strcmp(argv[1], "no-fork") != 0) {
    check_forking();
    check_children();
  }
  CHECK(rmdir(folder) == 0);
  return 0;
}
