/* SPDX-License-Identifier: Apache-2.0
 *
 * The watchdog keeps nothing of the program's: no file, terminal, session or
 * memory; signals do not end it; the program's wait does not see it; and it
 * says what it could not put back.
 */
#include "fake_tree.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"
#include "machine/restore/report.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define OTHER "/sys/other"
enum { MEMORY = 192 << 20 };

static struct fake_tree tree;
static struct hki_journal *journal;

static void set_up(void) {
  tree = fake_tree();
  fake_put(&tree, ONLINE, "1");
  fake_put(&tree, OTHER, "old");
  fake_files(&tree);
}

static void open_journal(void) {
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == 0);
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
}

static void close_journal(void) {
  pid_t watchdog = journal->watchdog;
  hki_journal_close(journal);
  CHECK(fake_is(&tree, ONLINE, "1") && fake_journals(&tree) == 0);
  CHECK(kill(watchdog, 0) != 0 && errno == ESRCH); /* not even a zombie */
}

/* All that the process has open are its own. */
static bool has_closed_all(pid_t process) {
  char path[64], target[600];
  bool has = true;
  snprintf(path, sizeof path, "/proc/%d/fd", process);
  DIR *names = opendir(path);
  CHECK(names);
  for (struct dirent *entry; (entry = readdir(names));) {
    ssize_t length =
        readlinkat(dirfd(names), entry->d_name, target, sizeof target - 1);
    if (length < 0) /* "." and ".." */
      continue;
    target[length] = 0;
    has &= !strcmp(target, "/dev/null") || strstr(target, "pidfd");
  }
  closedir(names);
  return has;
}

/* A pipe of the program's: who reads it finds its end when the program has
 * closed it. */
static void files(void) {
  int ends[2];
  char byte, path[64], target[600];
  CHECK(pipe(ends) == 0);
  CHECK(dup2(ends[1], 200) == 200);
  open_journal();
  close(ends[1]);
  close(200);
  CHECK(read(ends[0], &byte, 1) == 0);
  for (unsigned looks = 0; !has_closed_all(journal->watchdog); looks++) {
    CHECK(looks < 1000); /* it may be at it still */
    usleep(10 * 1000);
  }
  snprintf(path, sizeof path, "/proc/%d/cwd", journal->watchdog);
  CHECK(readlink(path, target, sizeof target) == 1 && target[0] == '/');
  close_journal();
  close(ends[0]);
}

static void signals(void) {
  open_journal();
  pid_t watchdog = journal->watchdog;
  CHECK(getsid(watchdog) == watchdog && getsid(0) != watchdog);
  static const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                                SIGALRM, SIGUSR1, SIGTSTP, SIGTTOU};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    CHECK(kill(watchdog, numbers[i]) == 0);
  usleep(2000);
  CHECK(waitpid(watchdog, NULL, WNOHANG | __WALL) == 0);
  CHECK(fake_is(&tree, ONLINE, "0"));
  close_journal();
}

static volatile sig_atomic_t children;
static void count_children(int signal) {
  (void)signal;
  children++;
}

static void waiting(void) {
  signal(SIGCHLD, count_children);
  open_journal();
  CHECK(waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
  close_journal();
  CHECK(children == 0);
  signal(SIGCHLD, SIG_IGN);
  open_journal();
  close_journal();
  signal(SIGCHLD, SIG_DFL);
}

static unsigned atfork_calls;
static void count_forks(void) { atfork_calls++; }

/* Handlers for children that go on with the program are not for it, and what
 * of the program's mask is blocked is blocked afterwards. */
static void unnoticed(void) {
  sigset_t before, after;
  CHECK(pthread_atfork(count_forks, count_forks, count_forks) == 0);
  sigemptyset(&before);
  sigaddset(&before, SIGUSR2);
  CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
  open_journal();
  CHECK(pthread_sigmask(SIG_SETMASK, NULL, &after) == 0);
  CHECK(sigismember(&after, SIGUSR2) && !sigismember(&after, SIGTERM));
  sigemptyset(&before);
  CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
  close_journal();
  CHECK(atfork_calls == 0);
}

static long resident_kib(pid_t process) {
  char path[64], line[256];
  long kib = -1;
  snprintf(path, sizeof path, "/proc/%d/status", process);
  FILE *status = fopen(path, "r");
  CHECK(status);
  while (fgets(line, sizeof line, status))
    sscanf(line, "RssAnon: %ld", &kib);
  fclose(status);
  return kib;
}

static char large[MEMORY / 4]; /* one of a program's static arrays */

/* Not kept where a sanitizer needs it. */
static void memory(bool isKept) {
  char *heap = malloc(MEMORY / 4);
  CHECK(heap);
  memset(heap, 1, MEMORY / 4);
  memset(large, 1, sizeof large);
  open_journal();
  long kib = resident_kib(journal->watchdog);
  if (kib >= 0 && !isKept)
    CHECK(kib < MEMORY / 1024 / 16);
  CHECK(heap[12345] == 1 && large[12345] == 1);
  close_journal();
  free(heap);
}

/* It works without what it has given back, also when it was made by a thread
 * with a stack of its own. */
static void *open_on_thread(void *unused) {
  open_journal();
  return unused;
}

static void from_thread(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, open_on_thread, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  raise(SIGKILL);
}

static void await_watchdog(void) {
  for (unsigned i = 0; fake_journals(&tree) > 0; i++) {
    CHECK(i < 200000);
    usleep(200);
  }
}

/* Runs `body`, which ends by SIGKILL. */
static void await_end(void (*body)(void), pid_t *child) {
  fflush(stdout);
  *child = fork();
  CHECK(*child >= 0);
  if (*child == 0) {
    body();
    _exit(1);
  }
  int status;
  CHECK(waitpid(*child, &status, 0) == *child && WIFSIGNALED(status));
}

static void die_and_leave(void) {
  open_journal();
  raise(SIGKILL);
}

static void threads(void) {
  CHECK(WIFSIGNALED(in_child(from_thread)));
  await_watchdog();
  CHECK(fake_is(&tree, ONLINE, "1"));
}

/* What somebody else has changed is left, and the report says so. */
static void change_and_die(void) {
  open_journal();
  CHECK(hki_journal_write(journal, OTHER, "new") == 0);
  fake_put(&tree, OTHER, "theirs");
  raise(SIGKILL);
}

/* As another program that takes over. */
static void die_with_watchdog(void) {
  open_journal();
  kill(journal->watchdog, SIGKILL);
  raise(SIGKILL);
}

static void take_over(void) {
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == 0);
  CHECK(hki_journal_write(journal, ONLINE, "1") == 0);
}

static char told[4096];

static void hear(void *context, const char *line) {
  size_t length = strlen(told);
  (void)context;
  snprintf(told + length, sizeof told - length, "%s\n", line);
}

static bool tells(bool stays, const char *text) {
  told[0] = 0;
  int error = hki_report_tell(tree.folder, stays, hear, NULL);
  bool isSame = error == (text[0] ? 0 : -ENOENT) && strcmp(told, text) == 0;
  if (!isSame)
    fprintf(stderr, "%d, told: '%s', not '%s'\n", error, told, text);
  return isSame;
}

static void report(void) {
  char text[512], more[1024], name[16];
  pid_t child;
  snprintf(name, sizeof name, "%s", program_invocation_short_name);
  hki_report_tell(tree.folder, false, hear, NULL); /* of earlier tests */
  CHECK(tells(false, ""));
  await_end(change_and_die, &child);
  await_watchdog();
  CHECK(fake_is(&tree, ONLINE, "1") && fake_is(&tree, OTHER, "theirs"));
  snprintf(text, sizeof text,
           "after the end of %s, pid %d: 1 of 2 changes put back by its "
           "watchdog\n" OTHER
           ": left at 'theirs', which something else has set since\n",
           name, child);
  CHECK(tells(true, text));
  /* The next program puts back what a watchdog could not. */
  fake_put(&tree, OTHER, "old");
  await_end(die_with_watchdog, &child);
  CHECK(in_child(take_over) == 0);
  snprintf(more, sizeof more,
           "%safter the end of %s, pid %d: 1 of 1 changes put back by the next "
           "program\n",
           text, name, child);
  CHECK(tells(false, more));
  CHECK(tells(false, ""));
  /* A program that puts back itself is not told of. */
  open_journal();
  close_journal();
  CHECK(tells(false, ""));
}

/* Somebody reads and removes the report while a watchdog wants to append to it:
 * it waits, and begins a new one. */
static int watchdogs[2];

static void die_and_tell(void) {
  open_journal();
  CHECK(write(watchdogs[1], &journal->watchdog, sizeof(pid_t)) > 0);
  raise(SIGKILL);
}

static void removed_meanwhile(void) {
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  char path[400];
  pid_t child, watchdog;
  CHECK(pipe(watchdogs) == 0);
  snprintf(path, sizeof path, "%s/report", tree.folder);
  int file = open(path, O_RDWR | O_CREAT, 0600);
  CHECK(file >= 0 && fcntl(file, F_SETLK, &whole) == 0);
  await_end(die_and_tell, &child);
  CHECK(read(watchdogs[0], &watchdog, sizeof watchdog) == sizeof watchdog);
  /* Where locks cannot be seen it gets some time to be wrong. */
  for (unsigned i = 0; i < 500 && fake_journals(&tree) > 0; i++) {
    if (fake_waits_for_lock(watchdog))
      break;
    usleep(1000);
  }
  CHECK(unlink(path) == 0 && close(file) == 0);
  await_watchdog();
  told[0] = 0;
  CHECK(hki_report_tell(tree.folder, false, hear, NULL) == 0);
  CHECK(!strncmp(told, "after the end of ", 17));
  close(watchdogs[0]);
  close(watchdogs[1]);
}

/* Nobody tells, and it does not grow without end; what is no file of ours is
 * neither read nor written. */
static void long_report(void) {
  char path[400], line[1024];
  snprintf(path, sizeof path, "%s/report", tree.folder);
  FILE *file = fopen(path, "w");
  memset(line, 'X', sizeof line);
  for (unsigned i = 0; i < 70; i++)
    CHECK(file && fwrite(line, 1, sizeof line, file) == sizeof line);
  CHECK(fclose(file) == 0);
  pid_t child;
  await_end(die_and_leave, &child);
  await_watchdog();
  told[0] = 0;
  CHECK(hki_report_tell(tree.folder, false, hear, NULL) == 0);
  CHECK(!strncmp(told, "after the end of ", 17) && !strchr(told, 'X') &&
        strlen(told) < 200);
  CHECK(symlink("/dev/zero", path) == 0);
  CHECK(hki_report_tell(tree.folder, false, hear, NULL) == -ELOOP);
  CHECK(unlink(path) == 0 && mkfifo(path, 0600) == 0);
  CHECK(hki_report_tell(tree.folder, false, hear, NULL) == -EPERM);
  await_end(die_and_leave, &child);
  await_watchdog();
  CHECK(unlink(path) == 0);
}

/* Linux before 5.3, which has neither pidfd_open nor close_range. */
static void on_old_kernel(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    exit(0); /* not to be tried here */
  CHECK(syscall(SYS_pidfd_open, getpid(), 0) == -1 && errno == ENOSYS);
  files();
  open_journal();
  usleep(50000); /* it has looked, and we live */
  CHECK(fake_is(&tree, ONLINE, "0"));
  raise(SIGKILL);
}

static void old_kernel(void) {
  int status = in_child(on_old_kernel);
  CHECK(status == 0 || WIFSIGNALED(status));
  await_watchdog();
  CHECK(fake_is(&tree, ONLINE, "1"));
}

/* The rights to put back can be given up: the watchdog has kept them. */
static void drop_rights(void) {
  open_journal();
  CHECK(chmod(tree.root, 0755) == 0);
  CHECK(setgid(65534) == 0 && setuid(65534) == 0);
  CHECK(hki_journal_restore(journal) == -EPERM ||
        hki_journal_restore(journal) == -EACCES);
  exit(0);
}

static void dropped_rights(void) {
  if (geteuid() != 0)
    return;
  CHECK(in_child(drop_rights) == 0);
  await_watchdog();
  CHECK(fake_is(&tree, ONLINE, "1"));
}

/* A program may not get a watchdog: then it does not get a journal, and nothing
 * is changed. */
static void without_processes(void) {
  struct rlimit none = {0, 0};
  CHECK(setrlimit(RLIMIT_NPROC, &none) == 0);
  if (geteuid() == 0)
    CHECK(setgid(65534) == 0 && setuid(65534) == 0);
  char folder[400];
  snprintf(folder, sizeof folder, "%s/journals", tree.root);
  CHECK(hki_journal_open(&journal, &tree.files, folder) == -EAGAIN);
  CHECK(journal == NULL);
  _exit(0); /* a sanitizer would look for leaks by a process */
}

static void no_watchdog(void) {
  struct fake_tree other = tree;
  tree = fake_tree();
  fake_files(&tree);
  CHECK(chmod(tree.root, 0777) == 0);
  CHECK(in_child(without_processes) == 0);
  CHECK(fake_journals(&tree) == 0);
  fake_remove(&tree);
  tree = other;
  fake_files(&tree);
}

int main(int argc, char **argv) {
  bool isSanitized = argc > 1 && !strcmp(argv[1], "sanitized");
  leave_no_core_file();
  set_up();
  files();
  signals();
  waiting();
  unnoticed();
  memory(isSanitized);
  threads();
  report();
  removed_meanwhile();
  long_report();
  old_kernel();
  dropped_rights();
  no_watchdog();
  fake_remove(&tree);
  return 0;
}
