/* SPDX-License-Identifier: Apache-2.0
 *
 * What a processor's clock is set to, by cpufreq's files.
 */
#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 64 };

/* The file's only word; "" if there is none. */
static void read_word(int cpu, const char *name, char word[ROOM]) {
  char path[128];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/%s", cpu,
           name);
  word[0] = 0;
  FILE *file = fopen(path, "re");
  if (!file)
    return;
  if (!fgets(word, ROOM, file))
    word[0] = 0;
  word[strcspn(word, "\n")] = 0;
  fclose(file);
}

static unsigned read_khz(int cpu, const char *name) {
  char word[ROOM];
  unsigned khz = 0;
  read_word(cpu, name, word);
  return sscanf(word, "%u", &khz) == 1 ? khz : 0;
}

static unsigned set_khz(int cpu) {
  unsigned least = read_khz(cpu, "scaling_min_freq");
  unsigned most = read_khz(cpu, "scaling_max_freq");
  if (least == most)
    return most;
  char driver[ROOM], governor[ROOM];
  read_word(cpu, "scaling_governor", governor);
  if (strcmp(governor, "userspace") == 0)
    return read_khz(cpu, "scaling_setspeed");
  /* Drivers that choose by themselves call what they do by these names, too. */
  read_word(cpu, "scaling_driver", driver);
  if (strstr(driver, "pstate"))
    return 0;
  if (strcmp(governor, "performance") == 0)
    return most;
  return strcmp(governor, "powersave") == 0 ? least : 0;
}

unsigned hki_platform_set_khz(void) {
  int saved = errno;
  int cpu = sched_getcpu();
  unsigned khz = cpu < 0 ? 0 : set_khz(cpu);
  errno = saved;
  return khz;
}
