/* SPDX-License-Identifier: Apache-2.0
 *
 * hocket run: a program on cores of its own.
 *
 * The program's process is made first and waits; cores are reserved for it;
 * then it goes on and this process waits for it, on the system's cores, passes
 * signals on and puts everything back. So the program is the only one in its
 * partition, and it need not have been compiled by Hocket.
 *
 * Exit status as of env(1) and timeout(1): the program's own; 125 if the cores
 * were refused, 126 if the program cannot be run, 127 if it is not found. A
 * program that a signal has ended ends this process by the same signal.
 */
#define _GNU_SOURCE
#include "run.h"

#include "options.h"

#include "machine/restore/report.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REFUSED = 125, CANNOT_RUN = 126, NOT_FOUND = 127 };

/* Signals that are meant for the program. What stops and continues is left to
 * work on this process as on any other. */
static const int forwarded[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                                SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH};

static void signals_of(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGCHLD);
  sigaddset(set, SIGPIPE);
  for (unsigned i = 0; i < sizeof forwarded / sizeof *forwarded; i++)
    sigaddset(set, forwarded[i]);
}

/* What the program is to find as this process found it. */
struct inherited {
  sigset_t mask;
  struct sigaction child;
};

/* The program's process: waits for the word, "1", and becomes the program. The
 * end of the pipe means that there are no cores for it. */
static void become(char **program, int word,
                   const struct inherited *inherited) {
  char byte;
  ssize_t length;
  do
    length = read(word, &byte, 1);
  while (length < 0 && errno == EINTR);
  if (length != 1)
    _exit(REFUSED);
  close(word);
  /* Its cores are reserved: it shall not try once more. */
  setenv("HOCKET_RESERVE", "off", 1);
  sigaction(SIGCHLD, &inherited->child, NULL);
  sigprocmask(SIG_SETMASK, &inherited->mask, NULL);
  execvp(program[0], program);
  int error = errno;
  fprintf(stderr, "hocket run: %s: %s\n", program[0], strerror(error));
  _exit(error == ENOENT ? NOT_FOUND : CANNOT_RUN);
}

/* Waits for the end of the program. Signals that come from a terminal go to the
 * program without our help. */
static int wait_for(pid_t program, const sigset_t *signals) {
  for (;;) {
    int status;
    pid_t ended = waitpid(program, &status, WNOHANG);
    if (ended == program)
      return status;
    siginfo_t info;
    int signal = sigwaitinfo(signals, &info);
    if (signal > 0 && signal != SIGCHLD && signal != SIGPIPE &&
        info.si_code <= 0)
      kill(program, signal);
  }
}

/* Ends as the program did. */
static int end_like(int status) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  int number = WTERMSIG(status);
  struct rlimit none = {0, 0}; /* the program has left its core file */
  setrlimit(RLIMIT_CORE, &none);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  return 128 + number;
}

static void say(void *context, int detail, const char *text) {
  const struct hkt_run_options *options = context;
  if (options->quiet || (detail && !options->verbose))
    return;
  fprintf(options->dry_run ? stdout : stderr, "%s%s\n",
          options->dry_run ? "" : "hocket run: ", text);
}

/* What was put back since, after programs that were killed. */
static void tell(void *context, const char *line) { say(context, 0, line); }

static int reserve(struct hkt_run_options *options, pid_t program,
                   struct hk_reservation **reservation) {
  options->request.process = program;
  options->request.say = say;
  options->request.context = options;
  int error = hk_reserve(&options->request, reservation);
  if (!options->quiet && !options->dry_run)
    hki_report_tell(NULL, false, tell, options);
  if (error)
    fprintf(stderr, "hocket run: no cores reserved: %s\n", strerror(-error));
  return error;
}

/* Runs the program; `signals` are blocked. */
static int run(struct hkt_run_options *options, const sigset_t *signals,
               const struct inherited *inherited) {
  int word[2];
  pid_t program = pipe(word) == 0 ? fork() : -1;
  if (program < 0) {
    fprintf(stderr, "hocket run: %s\n", strerror(errno));
    return REFUSED;
  }
  if (program == 0) {
    close(word[1]);
    become(options->program, word[0], inherited);
  }
  close(word[0]);
  struct hk_reservation *reservation = NULL;
  int error = reserve(options, program, &reservation);
  /* If it was killed meanwhile, SIGPIPE stays pending until this ends. */
  if (!error && write(word[1], "1", 1) != 1 && errno != EPIPE)
    fprintf(stderr, "hocket run: %s\n", strerror(errno));
  close(word[1]);
  int status = wait_for(program, signals);
  int restored = hk_release(reservation);
  if (restored)
    fprintf(stderr,
            "hocket run: not everything could be put back: %s ('hocket "
            "restore' tries again)\n",
            strerror(-restored));
  return end_like(status);
}

int hkt_run(int argc, char **argv) {
  struct hkt_run_options options;
  int status = hkt_run_options(argc, argv, &options);
  if (status >= 0)
    return status;
  if (options.dry_run) {
    struct hk_reservation *none;
    int error = reserve(&options, 0, &none);
    hkt_run_options_free(&options);
    return error ? REFUSED : 0;
  }
  struct inherited inherited;
  sigset_t signals;
  signals_of(&signals);
  sigprocmask(SIG_BLOCK, &signals, &inherited.mask);
  /* Ignored, a child's end would not be told. */
  sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL},
            &inherited.child);
  status = run(&options, &signals, &inherited);
  hkt_run_options_free(&options);
  return status;
}
