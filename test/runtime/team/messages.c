/* SPDX-License-Identifier: Apache-2.0
 *
 * What HOCKET_VERBOSE prints, what a bad value of a variable prints, and that
 * nothing is printed otherwise.
 */
#include "check.h"

#include <string.h>

static void program(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

static const char *variable, *value;
static unsigned cores;
static int expected_run;

static void body(void) {
  unsetenv("HOCKET_VERBOSE");
  unsetenv("HOCKET_LAUNCHER");
  setenv("HOCKET_CORES", "4", 1);
  if (strchr(variable, '+')) /* more than one: A+B, the same value */
    setenv("HOCKET_VERBOSE", "1", 1);
  char name[32] = {0};
  memcpy(name, variable, strcspn(variable, "+"));
  setenv(name, value, 1);
  struct hk_region *region = new_region(program, cores);
  for (unsigned i = 0; i < 3; i++)
    CHECK(hk_run(region, NULL) == expected_run);
}

/* What `body` writes to standard error. */
static void output_of(char *text, size_t size) {
  FILE *file = tmpfile();
  CHECK(file);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(fileno(file), STDERR_FILENO);
    body();
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  rewind(file);
  text[fread(text, 1, size - 1, file)] = 0;
  if (status != 0)
    fputs(text, stderr);
  CHECK(status == 0);
  fclose(file);
}

static void expect(const char *name, const char *setting, const char *message) {
  char text[4096];
  variable = name;
  value = setting;
  output_of(text, sizeof text);
  const char *found = strstr(text, message);
  if (!found || (*message == 0 && *text != 0))
    fprintf(stderr, "%s=%s: expected '%s', got '%s'\n", name, setting, message,
            text);
  CHECK(found && (*message != 0 || *text == 0));
  if (found)
    CHECK(!*message || !strstr(found + 1, message)); /* once */
}

int main(void) {
  cores = 4;
  expected_run = 1;
  expect("HOCKET_VERBOSE", "0", "");
  expect("HOCKET_VERBOSE", "", "");
  expect("HOCKET_VERBOSE", "1", "hocket: team of 4 cores on ");
  expect("HOCKET_VERBOSE", "1", "hocket: 3 regions entered, 0 run seq");
  expect("HOCKET_VERBOSE", "2", "hocket: team of 4 cores on ");
  expect("HOCKET_VERBOSE", "yes",
         "hocket: HOCKET_VERBOSE: 'yes' is not 0, 1 or 2; ignored\n");
  expect("HOCKET_LAUNCHER", "threads", "");
  expect("HOCKET_LAUNCHER+", "threads", "launcher 'threads'");
  expect("HOCKET_LAUNCHER", "pthread",
         "'pthread' is not 'openmp' or 'threads'");
  expect("HOCKET_CORES+", "1000", "more cores than processors");
  expect("HOCKET_CROWDED", "fibers", "");
  expect("HOCKET_CROWDED", "turns", ""); /* what fibers were called once */
  expect("HOCKET_CROWDED", "threads", "");
  expect("HOCKET_CROWDED", "turn", "'turn' is not 'fibers' or 'threads'");
  expected_run = 0;
  expect("HOCKET_CORES+", "1", "one processor: running sequentially");
  expect("HOCKET_CORES+", "1", "0 regions entered, 3 run sequentially");
  if (hk_cores() < 2)
    return 0;
  expected_run = 1;
  expect("HOCKET_CORES", "0", "'0' is not a number of cores from 1 to 1024");
  expect("HOCKET_CORES", "two", "'two' is not a number of cores");
  expect("HOCKET_CORES", "-1", "'-1' is not a number of cores");
  expect("HOCKET_CORES", "99999999999999", "is not a number of cores");
  return 0;
}
