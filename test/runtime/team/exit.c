/* SPDX-License-Identifier: Apache-2.0
 *
 * A program ends from within a region, on any core and in each way there is,
 * while the others run, spin or sleep: with its status, its atexit handlers run
 * once, and its output written.
 */
#include "check.h"

#include <signal.h>
#include <string.h>

enum { CORES = 3 };

/* ThreadSanitizer writes buffered output at _exit and handles SIGSEGV. */
#ifdef __SANITIZE_THREAD__
enum { UNDER_TSAN = 1 };
#else
enum { UNDER_TSAN = 0 };
#endif

enum way { EXIT, UNDERSCORE_EXIT, ABORT, SEGV, RETURN };

static unsigned where;
static enum way way;
static struct hk_flag never;

static void say_bye(void) { fputs("bye", stdout); }

static void end(void) {
  fputs("output ", stdout);
  if (way == EXIT)
    exit(3);
  if (way == UNDERSCORE_EXIT)
    _exit(4);
  if (way == ABORT)
    abort();
  if (way == SEGV)
    raise(SIGSEGV);
}

static void program(struct hk_core *core, void *frame) {
  (void)frame;
  if (core->id == where)
    end();
  hk_wait(&never, 1);
}

static void empty(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

static void die(void) {
  atexit(say_bye);
  CHECK(hk_run(new_region(empty, CORES), NULL));
  if (way == RETURN) { /* workers idle, spinning or asleep */
    usleep(where * 200);
    fputs("output ", stdout);
    exit(3);
  }
  hk_run(new_region(program, CORES), NULL);
  CHECK(!"not reached");
}

/* Runs `die` with its output in a file; returns the status. */
static int run(char *output, size_t size) {
  FILE *file = tmpfile();
  CHECK(file);
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(fileno(file), STDOUT_FILENO);
    die();
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  rewind(file);
  output[fread(output, 1, size - 1, file)] = 0;
  fclose(file);
  return status;
}

static void check(enum way how) {
  char output[64];
  way = how;
  int status = run(output, sizeof output);
  if (how == EXIT || how == RETURN) {
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    CHECK(strcmp(output, "output bye") == 0);
  } else if (how == UNDERSCORE_EXIT) {
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    CHECK(strcmp(output, "") == 0);
  } else {
    int expected = how == ABORT ? SIGABRT : SIGSEGV;
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == expected);
  }
}

int main(int argc, char **argv) {
  leave_no_core_file();
  setenv("HOCKET_CORES", "3", 1);
  unsigned rounds = argument(argc, argv, 5);
  for (unsigned i = 0; i < rounds; i++)
    for (where = 0; where < CORES; where++) {
      check(EXIT);
      check(RETURN);
      if (UNDER_TSAN)
        continue;
      check(UNDERSCORE_EXIT);
      check(ABORT);
      check(SEGV);
    }
  return 0;
}
