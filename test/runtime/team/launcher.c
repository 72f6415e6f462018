/* SPDX-License-Identifier: Apache-2.0
 *
 * The launcher is the one that was linked, or the one asked for.
 *   launcher openmp|threads    what is expected without HOCKET_LAUNCHER
 */
#include "check.h"

#include <string.h>

static void program(struct hk_core *core, void *frame) {
  __atomic_fetch_add((unsigned *)frame, 1 + core->id, __ATOMIC_RELAXED);
}

/* Regions that make the team grow twice. */
static void run(void) {
  for (unsigned cores = 2; cores <= 6; cores += 2) {
    unsigned sum = 0;
    CHECK(hk_run(new_region(program, cores), &sum));
    CHECK(sum == cores * (cores + 1) / 2);
  }
}

static void expect(const char *asked, const char *launcher) {
  char text[4096], wanted[64];
  FILE *file = tmpfile();
  CHECK(file);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(fileno(file), STDERR_FILENO);
    setenv("HOCKET_VERBOSE", "1", 1);
    setenv("HOCKET_CORES", "6", 1);
    setenv("HOCKET_LAUNCHER", asked, 1);
    run();
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fputs(text, stderr);
  CHECK(status == 0);
  fclose(file);
  for (unsigned cores = 2; cores <= 6; cores += 2) {
    snprintf(wanted, sizeof wanted, "team of %u cores", cores);
    char *line = strstr(text, wanted);
    CHECK(line);
    *strchr(line, '\n') = 0;
    snprintf(wanted, sizeof wanted, "launcher '%s'", launcher);
    CHECK(strstr(line, wanted));
    line[strlen(line)] = '\n';
  }
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  expect("", argv[1]);
  expect("threads", "threads");
  expect("openmp", argv[1]);
  return 0;
}
