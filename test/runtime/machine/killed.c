/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that has changed a fake machine ends, in each way that there is,
 * 100 times over: everything is put back, by the program or by its watchdog.
 *   killed [ROUNDS]
 */
#include "fake_tree.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"

#include <pthread.h>
#include <signal.h>

#define POLICY "/sys/devices/system/cpu/cpufreq/policy0/"
#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define CPUSET "/sys/fs/cgroup/cpuset"
enum { TID = 41 };

static struct fake_tree tree;
static struct hki_journal *journal;
static const unsigned cpus[] = {1, 2, 3};

static void set_up(void) {
  tree = fake_tree();
  fake_put(&tree, POLICY "scaling_governor", "schedutil");
  fake_put(&tree, POLICY "scaling_min_freq", "200000");
  fake_put(&tree, POLICY "scaling_max_freq", "1400000");
  fake_put(&tree, ONLINE, "1");
  fake_put(&tree, CPUSET "/tasks", "");
  fake_put(&tree, "/proc/irq/default_smp_affinity", "f");
  fake_thread(&tree, TID, 1000, "0-3");
  fake_files(&tree);
}

/* One change of each kind, and some values more than once. */
static void change(void) {
  unsigned got[3];
  char list[16];
  CHECK(hki_journal_claim(journal, cpus, 3, got) == 3);
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
        0);
  CHECK(hki_journal_note(journal, POLICY "scaling_max_freq") == 0);
  fake_put(&tree, POLICY "scaling_max_freq", "5");
  CHECK(hki_journal_write(journal, POLICY "scaling_min_freq", "300000") == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_min_freq", "400000") == 0);
  CHECK(hki_journal_make_folder(journal, CPUSET "/h") == 0);
  fake_put(&tree, CPUSET "/h/tasks", "41");
  CHECK(hki_journal_affinity(journal, TID, cpus, 2) == 0);
  CHECK(hki_journal_write(journal, "/proc/irq/default_smp_affinity", "1") == 0);
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  CHECK(hki_files_affinity(&tree.files, TID, list, sizeof list) > 0);
  CHECK(!strcmp(list, "1-2") && fake_is(&tree, ONLINE, "0"));
}

static void check_put_back(void) {
  char list[16];
  CHECK(fake_is(&tree, POLICY "scaling_governor", "schedutil"));
  CHECK(fake_is(&tree, POLICY "scaling_min_freq", "200000"));
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(fake_is(&tree, "/proc/irq/default_smp_affinity", "f"));
  CHECK(fake_is(&tree, ONLINE, "1"));
  CHECK(!hki_files_exists(&tree.files, CPUSET "/h"));
  CHECK(hki_files_affinity(&tree.files, TID, list, sizeof list) > 0);
  CHECK(!strcmp(list, "0-3"));
}

static void open_journal(void) {
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == 0);
}

/* Ways to end; each is called in the program that has made the changes. */
static void by_exit(void) { exit(0); }
static void by_quick_exit(void) { _exit(0); }
static void by_closing(void) {
  hki_journal_close(journal);
  check_put_back();
  _exit(0);
}
static void by_kill(void) { raise(SIGKILL); }
static void by_fault(void) {
  signal(SIGSEGV, SIG_DFL); /* a sanitizer has a handler */
  raise(SIGSEGV);
}
static void by_abort(void) { abort(); }
static void by_term(void) { raise(SIGTERM); }
static void by_interrupt(void) { raise(SIGINT); }
static void by_hangup(void) { raise(SIGHUP); }
/* All processes of the job, as a shell would. */
static void by_kill_of_group(void) { kill(0, SIGKILL); }
static void by_term_of_group(void) { kill(0, SIGTERM); }
static void by_exec(void) { execl("/bin/true", "true", (char *)NULL); }
static void by_exec_and_kill(void) {
  execl("/bin/sh", "sh", "-c", "kill -9 $$", (char *)NULL);
}
static void *run_on(void *unused) {
  for (;;)
    pause();
  return unused;
}
static void with_threads(void) {
  pthread_t thread;
  for (unsigned i = 0; i < 3; i++)
    CHECK(pthread_create(&thread, NULL, run_on, NULL) == 0);
  raise(SIGKILL);
}
static void *kill_all(void *unused) {
  /* The first thread is a zombie by then, or soon will be. */
  usleep(1000);
  raise(SIGKILL);
  return unused;
}
static void after_main_thread(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, kill_all, NULL) == 0);
  pthread_exit(NULL);
}

/* A child that goes on for a while must not keep the watchdog waiting, nor put
 * back anything itself. */
static void with_child(void) {
  int gate[2];
  char byte;
  CHECK(pipe(gate) == 0);
  if (fork() == 0) {
    close(gate[1]);
    /* Until the program has ended. */
    CHECK(read(gate[0], &byte, 1) == 0);
    exit(0);
  }
  raise(SIGKILL);
}

static void with_closed_files(void) {
  for (int file = 3; file < 100; file++)
    close(file);
  raise(SIGKILL);
}

static const struct {
  const char *name;
  void (*end)(void);
} ways[] = {
    {"exit", by_exit},
    {"_exit", by_quick_exit},
    {"close", by_closing},
    {"SIGKILL", by_kill},
    {"SIGSEGV", by_fault},
    {"abort", by_abort},
    {"SIGTERM", by_term},
    {"SIGINT", by_interrupt},
    {"SIGHUP", by_hangup},
    {"SIGKILL to the group", by_kill_of_group},
    {"SIGTERM to the group", by_term_of_group},
    {"exec", by_exec},
    {"exec, then SIGKILL", by_exec_and_kill},
    {"SIGKILL with threads", with_threads},
    {"SIGKILL after the main thread's end", after_main_thread},
    {"SIGKILL with a child", with_child},
    {"SIGKILL with closed files", with_closed_files},
};

static void await_watchdog(void) {
  for (unsigned i = 0; fake_journals(&tree) > 0; i++) {
    CHECK(i < 200000);
    usleep(200);
  }
}

static void one_round(void (*end)(void)) {
  pid_t program = fork();
  CHECK(program >= 0);
  if (program == 0) {
    setpgid(0, 0);
    open_journal();
    change();
    end();
    pause();
  }
  int status;
  CHECK(waitpid(program, &status, 0) == program);
  CHECK(!WIFEXITED(status) || WEXITSTATUS(status) == 0);
  await_watchdog();
  check_put_back();
}

/* Killed at any point between its first change and its last putting back. */
static void at_random(unsigned rounds) {
  unsigned seed = (unsigned)getpid();
  printf("seed %u\n", seed);
  for (unsigned i = 0; i < rounds; i++) {
    pid_t program = fork();
    if (program == 0) {
      setpgid(0, 0);
      for (;;) {
        open_journal();
        change();
        hki_journal_close(journal);
      }
    }
    CHECK(program > 0);
    usleep(next_random(&seed) % 4000);
    CHECK(kill(program, SIGKILL) == 0);
    CHECK(waitpid(program, NULL, 0) == program);
    await_watchdog();
    check_put_back();
  }
}

enum { WAYS = sizeof ways / sizeof *ways };

/* Each way has a machine of its own, and all are tried at the same time. */
static void try_way(unsigned way, unsigned rounds) {
  set_up();
  for (unsigned i = 0; way < WAYS && i < rounds; i++)
    one_round(ways[way].end);
  if (way == WAYS)
    at_random(rounds);
  fake_remove(&tree);
  printf("%s: put back %u times\n", way < WAYS ? ways[way].name : "at random",
         rounds);
  exit(0);
}

int main(int argc, char **argv) {
  unsigned rounds = argument(argc, argv, 100);
  leave_no_core_file();
  for (unsigned way = 0; way <= WAYS; way++) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
      try_way(way, rounds);
  }
  int status;
  for (unsigned way = 0; way <= WAYS; way++) {
    CHECK(wait(&status) > 0);
    CHECK(status == 0);
  }
  return 0;
}
