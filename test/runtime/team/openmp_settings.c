/* SPDX-License-Identifier: Apache-2.0
 *
 * Whatever the user has told the OpenMP runtime in the environment - fewer
 * threads, smaller stacks, binding - regions run, on all their cores, and
 * nothing is printed. The runtime reads the environment as it is loaded, so
 * each case is a process of its own.
 */
#define _GNU_SOURCE
#include "processors.h"

#include <fcntl.h>
#include <string.h>

extern char **environ;

static int processors[MOST_CORES];

static __attribute__((noinline)) char touch(size_t size) {
  volatile char local[size];
  for (size_t i = 0; i < size; i += 1024)
    local[i] = 1;
  return local[0];
}

static void program(struct hk_core *core, void *frame) {
  (void)frame;
  cpu_set_t mask;
  CHECK(sched_getaffinity(0, sizeof mask, &mask) == 0);
  processors[core->id] = CPU_COUNT(&mask);
  CHECK(touch((size_t)7 << 20) == 1);
}

static int run_case(unsigned cores) {
  for (unsigned i = 0; i < 3; i++)
    CHECK(hk_run(new_region(program, cores), NULL));
  for (unsigned i = 1; i < cores; i++)
    CHECK(processors[i] == 1);
  return 0;
}

static void expect_quiet_run(char **argv, const char *setting, unsigned cores) {
  FILE *errors = tmpfile();
  char copy[64], number[16], text[1024];
  CHECK(errors && strlen(setting) < sizeof copy);
  strcpy(copy, setting);
  snprintf(number, sizeof number, "%u", cores);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(fileno(errors), STDERR_FILENO);
    CHECK(putenv(copy) == 0);
    execl("/proc/self/exe", argv[0], number, (char *)NULL);
    _exit(1);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  rewind(errors);
  text[fread(text, 1, sizeof text - 1, errors)] = 0;
  if (status != 0 || *text)
    fprintf(stderr, "%s, %u cores: status %x, '%s'\n", setting, cores, status,
            text);
  CHECK(status == 0 && *text == 0);
  fclose(errors);
}

int main(int argc, char **argv) {
  if (argc > 1)
    return run_case((unsigned)atoi(argv[1]));
  unsetenv("HOCKET_CORES");
  unsigned cores = hk_cores() < 8 ? hk_cores() : 8;
  if (cores < 2)
    return 77;
  static const char *const settings[] = {
      "OMP_NUM_THREADS=1",     "OMP_THREAD_LIMIT=1",
      "OMP_DYNAMIC=true",      "OMP_PROC_BIND=true",
      "OMP_PROC_BIND=close",   "OMP_PROC_BIND=spread",
      "OMP_PLACES=threads",    "OMP_PLACES=cores",
      "OMP_STACKSIZE=128k",    "OMP_MAX_ACTIVE_LEVELS=0",
      "OMP_WAIT_POLICY=active"};
  for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
    expect_quiet_run(argv, settings[i], 2);
    expect_quiet_run(argv, settings[i], cores);
  }
  return 0;
}
