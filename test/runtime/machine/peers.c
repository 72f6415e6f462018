/* SPDX-License-Identifier: Apache-2.0
 *
 * Two programs that change one fake machine at the same time: the second one
 * gets the processors that are left, or is told who has them; neither changes
 * what the other has changed; and what a dead one had is put back before it is
 * handed on.
 *   peers [ROUNDS]
 */
#include "fake_tree.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"
#include "machine/restore/restore.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>

#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define GOVERNOR "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor"
enum { ROUNDS = 100, THREADS = 8 };

static struct fake_tree tree;
static struct hki_journal *journal;
static int to_child[2], to_parent[2];

static void set_up(void) {
  tree = fake_tree();
  fake_put(&tree, GOVERNOR, "schedutil");
  fake_put(&tree, ONLINE, "1");
  fake_thread(&tree, 41, 1000, "0-3");
  fake_files(&tree);
  CHECK(pipe(to_child) == 0 && pipe(to_parent) == 0);
}

static void tear_down(void) {
  close(to_child[0]);
  close(to_child[1]);
  close(to_parent[0]);
  close(to_parent[1]);
  CHECK(fake_journals(&tree) == 0);
  fake_remove(&tree);
}

static void say(int file) { CHECK(write(file, "x", 1) == 1); }
static void hear(int file) {
  char byte;
  CHECK(read(file, &byte, 1) == 1);
}

static void open_journal(void) {
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == 0);
}

/* The other program: runs `work`, says so, and ends when it is told to. */
static pid_t start(void (*work)(void)) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    close(to_child[1]); /* it shall not outlive the test */
    open_journal();
    work();
    say(to_parent[1]);
    hear(to_child[0]);
    exit(0);
  }
  hear(to_parent[0]);
  return child;
}

static void await(pid_t child) {
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(status == 0 || WIFSIGNALED(status));
}

static void claim_some(void) {
  const unsigned cpus[] = {2, 3};
  unsigned got[2];
  CHECK(hki_journal_claim(journal, cpus, 2, got) == 2);
  CHECK(got[0] == 2 && got[1] == 3);
}

static void claims(void) {
  const unsigned cpus[] = {1, 2, 3, 4}, taken[] = {3, 2};
  unsigned got[4];
  set_up();
  pid_t child = start(claim_some);
  open_journal();
  CHECK(hki_journal_claim(journal, cpus, 4, got) == 2);
  CHECK(got[0] == 1 && got[1] == 4);
  CHECK(hki_journal_holder(journal).pid == child);
  CHECK(!strncmp(hki_journal_holder(journal).name,
                 program_invocation_short_name, 13));
  CHECK(hki_journal_claim(journal, taken, 2, got) == -EBUSY);
  CHECK(hki_journal_holder(journal).pid == child);
  CHECK(hki_journal_claim(journal, taken, 0, got) == -EINVAL);
  /* What it has itself it can have again. */
  CHECK(hki_journal_claim(journal, cpus, 1, got) == 1);
  CHECK(hki_journal_holder(journal).pid == 0);
  say(to_child[1]);
  await(child);
  CHECK(hki_journal_claim(journal, taken, 2, got) == 2);
  hki_journal_close(journal);
  tear_down();
}

/* A claim that was given up by going back is free again. */
static void claim_and_go_back(void) {
  claim_some();
  CHECK(hki_journal_undo(journal, 0) == 0);
}

static void given_up(void) {
  const unsigned cpus[] = {2, 3};
  unsigned got[2];
  set_up();
  pid_t child = start(claim_and_go_back);
  open_journal();
  CHECK(hki_journal_claim(journal, cpus, 2, got) == 2);
  hki_journal_close(journal);
  say(to_child[1]);
  await(child);
  tear_down();
}

static void change(void) {
  const unsigned cpus[] = {1};
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  CHECK(hki_journal_note(journal, GOVERNOR) == 0);
  CHECK(hki_journal_affinity(journal, 41, cpus, 1) == 0);
}

static void same_things(void) {
  const unsigned cpus[] = {2};
  set_up();
  pid_t child = start(change);
  open_journal();
  CHECK(hki_journal_write(journal, ONLINE, "1") == -EBUSY);
  CHECK(hki_journal_holder(journal).pid == child);
  CHECK(hki_journal_write(journal, GOVERNOR, "userspace") == -EBUSY);
  CHECK(hki_journal_note(journal, ONLINE) == -EBUSY);
  CHECK(hki_journal_affinity(journal, 41, cpus, 1) == -EBUSY);
  CHECK(fake_is(&tree, ONLINE, "0") && fake_is(&tree, GOVERNOR, "schedutil"));
  say(to_child[1]);
  await(child);
  /* Now it is free; the old value is the one from before both. */
  CHECK(fake_is(&tree, ONLINE, "1"));
  CHECK(hki_journal_write(journal, GOVERNOR, "userspace") == 0);
  CHECK(hki_journal_affinity(journal, 41, cpus, 1) == 0);
  hki_journal_close(journal);
  CHECK(fake_is(&tree, GOVERNOR, "schedutil"));
  tear_down();
}

static void claim_and_change(void) {
  claim_some();
  change();
  kill(journal->watchdog, SIGKILL);
}

/* The first one and its watchdog are killed: what it had is put back by the
 * second one, before that has it. */
static void taken_over(unsigned rounds) {
  const unsigned cpus[] = {2, 3};
  unsigned got[2];
  for (unsigned i = 0; i < rounds; i++) {
    set_up();
    pid_t child = start(claim_and_change);
    CHECK(kill(child, SIGKILL) == 0);
    await(child);
    CHECK(fake_is(&tree, ONLINE, "0") && fake_journals(&tree) == 1);
    open_journal();
    CHECK(hki_journal_claim(journal, cpus, 2, got) == 2);
    CHECK(fake_is(&tree, ONLINE, "1") && fake_journals(&tree) == 1);
    CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
    hki_journal_close(journal);
    CHECK(fake_is(&tree, ONLINE, "1"));
    tear_down();
  }
}

/* Killed with its watchdog at work: both the watchdog and the next program put
 * back, and the next one reads the old value only after that. */
static void taken_over_at_once(unsigned rounds) {
  for (unsigned i = 0; i < rounds; i++) {
    set_up();
    pid_t child = start(change);
    CHECK(kill(child, SIGKILL) == 0);
    await(child);
    open_journal();
    CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
    hki_journal_close(journal);
    CHECK(fake_is(&tree, ONLINE, "1"));
    while (fake_journals(&tree) > 0)
      usleep(200);
    CHECK(fake_is(&tree, ONLINE, "1"));
    tear_down();
  }
}

/* A watchdog that is slow: the next program waits for it, or it would put back
 * what that has changed since. */
static void be_slow(void) { usleep(1000); }

static void change_slowly(void) {
  fake_fault =
      (struct fake_fault){FAKE_WRITE, "/online", -EBUSY, 0, 20, be_slow};
  open_journal();
  fake_fault.path = NULL; /* now the watchdog alone has it */
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  raise(SIGKILL);
}

static void change_alone(void) {
  open_journal();
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  kill(journal->watchdog, SIGKILL);
  raise(SIGKILL);
}

static void slow_watchdog(void) {
  for (unsigned i = 0; i < 5; i++) {
    set_up();
    CHECK(WIFSIGNALED(in_child(change_slowly)));
    usleep(1000 * i); /* it is at work by then, or soon */
    open_journal();
    CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
    usleep(60000);
    CHECK(fake_is(&tree, ONLINE, "0"));
    hki_journal_close(journal);
    CHECK(fake_is(&tree, ONLINE, "1"));
    tear_down();
  }
}

/* One restorer is held between its look at a file and its write, while a second
 * program wants to change that file. It has to wait for the first, or what that
 * writes then is over its own change. */
static int held[2], let_go[2], changed[2];

static void stop_here(void) {
  say(held[1]);
  hear(let_go[0]);
}

static int restore_one(void *context, const struct hki_restore_found *found) {
  (void)context;
  struct hki_undo undo = {.files = &tree.files};
  CHECK(found->error == 0 && hki_restore_file(&undo, found->path) == 0);
  return 0;
}

static void restore_slowly(void) {
  fake_fault = (struct fake_fault){FAKE_WRITE, "/online", 0, 0, 1, stop_here};
  CHECK(hki_restore_each(tree.folder, NULL, restore_one, NULL) == 0);
  exit(0);
}

static void change_after(void) {
  close(to_child[1]);
  open_journal();
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  say(changed[1]);
  hear(to_child[0]);
  exit(0);
}

static void two_restorers(void) {
  set_up();
  CHECK(pipe(held) == 0 && pipe(let_go) == 0 && pipe(changed) == 0);
  CHECK(WIFSIGNALED(in_child(change_alone)));
  pid_t first = fork();
  if (first == 0)
    restore_slowly();
  hear(held[0]);
  pid_t second = fork();
  if (second == 0)
    change_after();
  /* Where locks cannot be seen it gets some time to be wrong. */
  struct pollfd done = {.fd = changed[0], .events = POLLIN};
  for (unsigned i = 0; i < 500 && poll(&done, 1, 1) == 0; i++)
    if (fake_waits_for_lock(second))
      break;
  say(let_go[1]);
  await(first);
  hear(changed[0]);
  CHECK(fake_is(&tree, ONLINE, "0"));
  say(to_child[1]);
  await(second);
  CHECK(fake_is(&tree, ONLINE, "1"));
  for (unsigned i = 0; i < 2; i++) {
    close(held[i]);
    close(let_go[i]);
    close(changed[i]);
  }
  tear_down();
}

/* A program whose first thread has ended looks like a zombie. */
static void *outlive_main(void *unused) {
  /* Until it is one. */
  char path[64], stat[512] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", getpid());
  while (!strstr(stat, ") Z ")) {
    usleep(200);
    CHECK(hki_files_read(&hki_machine, path, stat, sizeof stat) > 0);
  }
  say(to_parent[1]);
  hear(to_child[0]);
  _exit(0);
  return unused;
}

static void end_first_thread(void) {
  pthread_t thread;
  claim_some();
  CHECK(pthread_create(&thread, NULL, outlive_main, NULL) == 0);
  pthread_exit(NULL);
}

static void without_first_thread(void) {
  const unsigned cpus[] = {2, 3};
  unsigned got[2];
  set_up();
  pid_t child = start(end_first_thread);
  open_journal();
  CHECK(hki_journal_claim(journal, cpus, 2, got) == -EBUSY);
  CHECK(hki_journal_holder(journal).pid == child);
  say(to_child[1]);
  await(child);
  CHECK(hki_journal_claim(journal, cpus, 2, got) == 2);
  hki_journal_close(journal);
  while (fake_journals(&tree) > 0)
    usleep(200);
  tear_down();
}

/* Programs that claim at the same time get each processor once. */
static void claim_two(unsigned program, int gate, int result) {
  const unsigned first = program % 6;
  const unsigned cpus[] = {1 + first, 1 + (first + 1) % 6};
  unsigned got[2];
  char byte;
  close(to_child[1]);
  open_journal();
  say(to_parent[1]);
  CHECK(read(gate, &byte, 1) == 0); /* open for all at once */
  int count = hki_journal_claim(journal, cpus, 2, got);
  CHECK(count > 0 || count == -EBUSY);
  for (int i = 0; i < count; i++)
    CHECK(write(result, &got[i], sizeof got[i]) == sizeof got[i]);
  say(to_parent[1]);
  hear(to_child[0]);
  exit(0);
}

static void at_the_same_time(void) {
  enum { PROGRAMS = 12 };
  int results[2], gate[2];
  unsigned owners[8] = {0}, cpu;
  set_up();
  CHECK(pipe(results) == 0 && pipe(gate) == 0);
  for (unsigned i = 0; i < PROGRAMS; i++)
    if (fork() == 0) {
      close(gate[1]);
      claim_two(i, gate[0], results[1]);
    }
  for (unsigned i = 0; i < PROGRAMS; i++)
    hear(to_parent[0]);
  close(gate[1]);
  for (unsigned i = 0; i < PROGRAMS; i++)
    hear(to_parent[0]);
  CHECK(fcntl(results[0], F_SETFL, O_NONBLOCK) == 0);
  while (read(results[0], &cpu, sizeof cpu) == sizeof cpu)
    CHECK(cpu < 8 && ++owners[cpu] == 1);
  for (unsigned i = 1; i <= 6; i++)
    CHECK(owners[i] == 1);
  close(results[0]);
  close(results[1]);
  close(gate[0]);
  for (unsigned i = 0; i < PROGRAMS; i++)
    say(to_child[1]);
  for (unsigned i = 0; i < PROGRAMS; i++)
    CHECK(wait(NULL) > 0);
  while (fake_journals(&tree) > 0)
    usleep(200);
  tear_down();
}

/* Threads of one program, each with files of its own, and two journals. */
static void *write_some(void *argument) {
  char path[64];
  unsigned number = (unsigned)(size_t)argument;
  snprintf(path, sizeof path, "/sys/file%u", number);
  for (unsigned i = 0; i < 20; i++) {
    char value[16];
    snprintf(value, sizeof value, "%u", i + 1);
    CHECK(hki_journal_write(journal, path, value) == 0);
  }
  struct hki_journal *own;
  CHECK(hki_journal_open(&own, &tree.files, tree.folder) == 0);
  snprintf(path, sizeof path, "/sys/more%u", number);
  CHECK(hki_journal_write(own, path, "1") == 0);
  if (number % 2)
    hki_journal_close(own); /* the others at exit */
  return NULL;
}

static void with_threads(void) {
  pthread_t threads[THREADS];
  tree.files.calls = &hki_system_calls; /* the test's are for one thread */
  open_journal();
  for (size_t i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, write_some, (void *)i) == 0);
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  exit(0);
}

static void threads(void) {
  char path[64];
  set_up();
  for (unsigned i = 0; i < THREADS; i++) {
    snprintf(path, sizeof path, "/sys/file%u", i);
    fake_put(&tree, path, "old");
    snprintf(path, sizeof path, "/sys/more%u", i);
    fake_put(&tree, path, "old");
  }
  CHECK(in_child(with_threads) == 0);
  for (unsigned i = 0; i < THREADS; i++) {
    snprintf(path, sizeof path, "/sys/file%u", i);
    CHECK(fake_is(&tree, path, "old"));
    snprintf(path, sizeof path, "/sys/more%u", i);
    CHECK(fake_is(&tree, path, "old"));
  }
  tear_down();
}

int main(int argc, char **argv) {
  unsigned rounds = argument(argc, argv, ROUNDS);
  claims();
  given_up();
  same_things();
  taken_over(rounds);
  taken_over_at_once(rounds);
  slow_watchdog();
  two_restorers();
  without_first_thread();
  for (unsigned i = 0; i < 20; i++)
    at_the_same_time();
  for (unsigned i = 0; i < 20; i++)
    threads();
  return 0;
}
