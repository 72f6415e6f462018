/* SPDX-License-Identifier: Apache-2.0
 *
 * The same on this machine, by root: processor 1 goes offline, a process is
 * kept off it, and a group of the cpuset controller is made; the program is
 * killed, and all is as it was. Skipped where it cannot be tried: for ordinary
 * users, on machines with one processor, and where another program is at it.
 *   on_machine [ROUNDS]
 */
#include "fake_tree.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"
#include "tools/restore.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define LIST "/sys/devices/system/cpu/online"
#define CPUSET "/sys/fs/cgroup/cpuset"
#define OUTER CPUSET "/hocket-test-outer"
#define INNER OUTER "/inner"
#define OWN CPUSET "/hocket-test-own"

enum { SKIPPED = 77, TRIES = 20000 /* of 1 ms */ };

static const struct hki_files *const machine = &hki_machine;
static struct hki_journal *journal;
static char all[HKI_VALUE_ROOM]; /* processors that are online */
static bool hasGroups;
static pid_t sleeper;

static bool holds(const char *path, const char *value) {
  char now[HKI_VALUE_ROOM];
  bool isSame = hki_files_read(machine, path, now, sizeof now) >= 0 &&
                strcmp(now, value) == 0;
  if (!isSame)
    fprintf(stderr, "%s holds '%s', not '%s'\n", path, now, value);
  return isSame;
}

/* However the test ends. */
static void clean_up(void) {
  if (geteuid() != 0)
    return;
  hki_files_write(machine, ONLINE, "1");
  rmdir(INNER);
  rmdir(OUTER);
  rmdir(OWN);
}

/* Somebody else's groups, which have processor 1. */
static void make_groups(void) {
  char mems[64];
  hasGroups =
      hki_files_read(machine, CPUSET "/cpuset.mems", mems, sizeof mems) > 0 &&
      hki_files_make_folder(machine, OUTER) == 0 &&
      hki_files_make_folder(machine, INNER) == 0;
  if (!hasGroups)
    return;
  CHECK(hki_files_write(machine, OUTER "/cpuset.cpus", "0-1") == 0);
  CHECK(hki_files_write(machine, OUTER "/cpuset.mems", mems) == 0);
  CHECK(hki_files_write(machine, INNER "/cpuset.cpus", "1") == 0);
  CHECK(hki_files_write(machine, INNER "/cpuset.mems", mems) == 0);
}

static void make_sleeper(void) {
  sleeper = fork();
  CHECK(sleeper >= 0);
  if (sleeper == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;)
      pause();
  }
}

static void set_up(void) {
  char value[8];
  if (geteuid() != 0 || hki_files_may_write(machine, ONLINE) != 0 ||
      hki_files_read(machine, ONLINE, value, sizeof value) < 0 ||
      strcmp(value, "1") != 0)
    exit(SKIPPED);
  CHECK(hki_files_read(machine, LIST, all, sizeof all) > 0);
  make_groups();
  make_sleeper();
}

/* -EBUSY here says that somebody else has the processor. */
static void change(void) {
  const unsigned first[] = {0};
  char text[HKI_VALUE_ROOM], number[16];
  CHECK(hki_journal_open(&journal, machine, NULL) == 0);
  CHECK(hki_journal_affinity(journal, sleeper, first, 1) == 0);
  if (hasGroups) {
    CHECK(hki_journal_make_folder(journal, OWN) == 0);
    CHECK(hki_journal_write(journal, OWN "/cpuset.cpus", "0") == 0);
    CHECK(hki_journal_write(journal, OWN "/cpuset.mems", "0") == 0);
    snprintf(number, sizeof number, "%d", sleeper);
    CHECK(hki_files_write(machine, OWN "/tasks", number) == 0);
  }
  int error = hki_journal_write(journal, ONLINE, "0");
  if (error == -EBUSY)
    exit(SKIPPED); /* which puts back the rest */
  CHECK(error == 0);
  CHECK(hki_files_read(machine, LIST, text, sizeof text) > 0);
  CHECK(strcmp(text, all) != 0);
  CHECK(hki_files_affinity(machine, sleeper, text, sizeof text) > 0);
  CHECK(!strcmp(text, "0"));
}

static void check_put_back(void) {
  char list[HKI_VALUE_ROOM], own[HKI_VALUE_ROOM];
  CHECK(holds(LIST, all) && holds(ONLINE, "1"));
  CHECK(hki_files_affinity(machine, getpid(), own, sizeof own) > 0);
  CHECK(hki_files_affinity(machine, sleeper, list, sizeof list) > 0);
  CHECK(!strcmp(list, own));
  CHECK(!hki_files_exists(machine, OWN));
  if (hasGroups) {
    CHECK(holds(OUTER "/cpuset.cpus", "0-1"));
    CHECK(holds(INNER "/cpuset.cpus", "1"));
  }
}

static void by_exit(void) { exit(0); }
static void by_kill(void) { raise(SIGKILL); }
static void by_kill_of_both(void) {
  kill(journal->watchdog, SIGKILL);
  raise(SIGKILL);
}

static void await_watchdog(void) {
  char value[8] = "";
  for (unsigned i = 0; strcmp(value, "1") != 0 && i < TRIES; i++) {
    usleep(1000);
    hki_files_read(machine, ONLINE, value, sizeof value);
  }
  /* The processor comes after the others were put in a queue for it, and what
   * was changed before it comes after it. */
  for (unsigned i = 0; i < TRIES; i++) {
    char list[HKI_VALUE_ROOM];
    CHECK(hki_files_affinity(machine, sleeper, list, sizeof list) > 0);
    if (strcmp(list, "0") != 0)
      return;
    usleep(1000);
  }
}

static void one_round(void (*end)(void)) {
  fflush(stdout);
  pid_t program = fork();
  CHECK(program >= 0);
  if (program == 0) {
    change();
    end();
  }
  int status;
  CHECK(waitpid(program, &status, 0) == program);
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    exit(WEXITSTATUS(status));
  if (end == by_kill_of_both) {
    char name[] = "restore", *arguments[] = {name, NULL};
    CHECK(holds(ONLINE, "0"));
    CHECK(hkt_restore_of(machine, 1, arguments, stdout) == 0);
  }
  await_watchdog();
  check_put_back();
}

static unsigned rounds;

static void try_all(void) {
  set_up();
  for (unsigned i = 0; i < rounds; i++) {
    one_round(by_exit);
    one_round(by_kill);
    one_round(by_kill_of_both);
  }
}

static void ignore(int number) { (void)number; }

int main(int argc, char **argv) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  rounds = argument(argc, argv, 2);
  leave_no_core_file();
  /* Who interrupts the test interrupts the child, and we clean up. */
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    signal(numbers[i], ignore);
  int status = in_child(try_all);
  clean_up();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
