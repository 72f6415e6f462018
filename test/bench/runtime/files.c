/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints what a change through a file of the kernel costs on this machine: the
 * file kept open, with and without the look whether it is still ours, against
 * open, write and close each time; asserts nothing.
 *   files [FILE [VALUE [ROUNDS]]]
 * Without a file: those of sysfs, procfs and cgroups that are there, may be
 * written and take back what they hold. What is written is what was read, so
 * that nothing changes.
 */
#define _GNU_SOURCE
#include "power/linux/kept.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 51 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

struct job {
  const char *path;
  const char *text;
  size_t length;
  int file;
  struct hki_kept kept;
};

static bool each_time(struct job *job) {
  int file = open(job->path, O_WRONLY | O_CLOEXEC);
  bool isWritten =
      file >= 0 && write(file, job->text, job->length) == (ssize_t)job->length;
  return file >= 0 && close(file) == 0 && isWritten;
}

static bool kept(struct job *job) {
  return pwrite(job->file, job->text, job->length, 0) == (ssize_t)job->length;
}

static bool looked_at(struct job *job) {
  return hki_kept_write(&job->kept, &hki_machine, job->text, job->length) == 0;
}

static int ascending(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

/* The three in turn, batch by batch; medians, as others run beside it. */
static bool measure(struct job *job, unsigned rounds, double medians[3]) {
  bool (*const ways[3])(struct job *) = {each_time, kept, looked_at};
  static double times[3][BATCHES];
  for (unsigned batch = 0; batch < BATCHES; batch++)
    for (unsigned way = 0; way < 3; way++) {
      double begin = now();
      for (unsigned i = 0; i < rounds; i++)
        if (!ways[way](job))
          return false;
      times[way][batch] = (now() - begin) / rounds;
    }
  for (unsigned way = 0; way < 3; way++) {
    qsort(times[way], BATCHES, sizeof times[way][0], ascending);
    medians[way] = times[way][BATCHES / 2];
  }
  return true;
}

static void print(const char *path, const char *value, unsigned rounds) {
  char text[128];
  double medians[3];
  struct job job = {.path = path, .text = text};
  job.length = (size_t)snprintf(text, sizeof text, "%s\n", value);
  job.file = open(path, O_WRONLY | O_CLOEXEC);
  if (job.file < 0 || hki_kept_open(&job.kept, &hki_machine, path) != 0) {
    printf("%-58s cannot be written by this user\n", path);
    return;
  }
  if (job.length < sizeof text && measure(&job, rounds, medians))
    printf("%-58s %9.0f %9.0f %9.0f %6.1f\n", path, medians[0], medians[1],
           medians[2], medians[0] / medians[2]);
  else
    printf("%-58s does not take back what it holds\n", path);
  close(job.file);
  hki_kept_close(&job.kept, &hki_machine);
}

/* What a file holds now; false if it cannot be read. */
static bool value_of(const char *path, char value[64]) {
  int length = hki_files_read(&hki_machine, path, value, 64);
  return length > 0;
}

int main(int argc, char **argv) {
  static const char *const usual[] = {
      "/sys/devices/system/cpu/cpufreq/policy0/scaling_setspeed",
      "/sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq",
      "/sys/devices/system/cpu/cpu1/power/pm_qos_resume_latency_us",
      "/sys/devices/virtual/workqueue/cpumask",
      "/proc/self/oom_score_adj",
  };
  unsigned rounds = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 500;
  char value[64];
  printf("ns for each write, medians of %d batches of %u\n", (int)BATCHES,
         rounds);
  printf("%-58s %9s %9s %9s %6s\n", "", "opened", "kept", "looked at", "times");
  if (argc > 2)
    print(argv[1], argv[2], rounds);
  else if (argc > 1 && value_of(argv[1], value))
    print(argv[1], value, rounds);
  for (unsigned i = 0; argc == 1 && i < sizeof usual / sizeof *usual; i++)
    if (value_of(usual[i], value))
      print(usual[i], value, rounds);
  return 0;
}
