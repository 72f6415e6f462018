/* SPDX-License-Identifier: Apache-2.0
 *
 * Choosing processors. Unless they were asked for by number they come from the
 * affinity mask of the process, so that a program does not leave the part of
 * the machine that it was given. Those of the highest numbers come first: the
 * system's own work is mostly on the first ones.
 */
#include "reserve/choose.h"

#include "reserve/look/look.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct hki_cpus hki_last_of(const struct hki_cpus *set, unsigned count) {
  unsigned all = hki_cpus_count(set),
           skip = count && count < all ? all - count : 0;
  struct hki_cpus last = {{0}};
  for (unsigned cpu = hki_cpus_next(set, 0); cpu < HKI_MOST_CPUS;
       cpu = hki_cpus_next(set, cpu + 1)) {
    if (skip)
      skip--;
    else
      hki_cpus_add(&last, cpu);
  }
  return last;
}

/* A caller's array; false if a number is too large. */
static bool set_of(const unsigned *cpus, unsigned count, struct hki_cpus *set) {
  *set = (struct hki_cpus){{0}};
  for (unsigned i = 0; i < count; i++) {
    if (cpus[i] >= HKI_MOST_CPUS)
      return false;
    hki_cpus_add(set, cpus[i]);
  }
  return true;
}

static int refuse(const struct hki_voice *voice, const char *what,
                  const struct hki_cpus *set) {
  char list[HKI_CPUS_TEXT] = "";
  hki_cpus_list(set, list, sizeof list);
  hki_voice_say(voice, 0, "processors %.400s %s", list, what);
  return -EINVAL;
}

/* The processors that stay: as asked, or the first one that can. */
static int choose_kept(const struct hk_reserve_request *request,
                       const struct hki_cpus *online,
                       const struct hki_voice *voice,
                       struct hki_choice *choice) {
  struct hki_cpus free = *online;
  if (request->cpus)
    free = hki_cpus_without(online, &choice->wanted);
  if (request->num_keep) {
    if (!set_of(request->keep, request->num_keep, &choice->keep))
      return -EINVAL;
    choice->keep = hki_cpus_and(&choice->keep, online);
    struct hki_cpus both = hki_cpus_and(&choice->wanted, &choice->keep);
    if (request->cpus && hki_cpus_count(&both))
      return refuse(voice, "are kept for the system", &both);
  } else if (hki_cpus_count(&free)) {
    choice->keep = (struct hki_cpus){{0}};
    hki_cpus_add(&choice->keep, hki_cpus_next(&free, 0));
  }
  if (hki_cpus_count(&choice->keep) && hki_cpus_count(&free))
    return 0;
  hki_voice_say(voice, 0, "at least one processor has to stay with the system");
  return -EINVAL;
}

int hki_choose(const struct hki_files *files,
               const struct hk_reserve_request *request,
               const struct hki_voice *voice, struct hki_choice *choice) {
  struct hki_cpus online;
  *choice = (struct hki_choice){.by_number = request->cpus != NULL};
  int error = hki_read_list(files, "/sys/devices/system/cpu/online", &online);
  if (error) {
    hki_voice_say(voice, 0, "/sys/devices/system/cpu/online: %s",
                  strerror(-error));
    return error;
  }
  if (request->cpus) {
    if (!request->num_cpus ||
        !set_of(request->cpus, request->num_cpus, &choice->wanted))
      return -EINVAL;
    struct hki_cpus missing = hki_cpus_without(&choice->wanted, &online);
    if (hki_cpus_count(&missing))
      return refuse(voice, "are not online", &missing);
    return choose_kept(request, &online, voice, choice);
  }
  error = choose_kept(request, &online, voice, choice);
  if (error)
    return error;
  int process = request->process ? (int)request->process : (int)getpid();
  char list[HKI_CPUS_TEXT];
  error = hki_files_affinity(files, process, list, sizeof list);
  if (error >= 0)
    error = hki_cpus_parse_list(&choice->wanted, list);
  if (error)
    return error;
  choice->wanted = hki_cpus_and(&choice->wanted, &online);
  choice->wanted = hki_cpus_without(&choice->wanted, &choice->keep);
  choice->count = request->num_cpus;
  if (hki_cpus_count(&choice->wanted))
    return 0;
  hki_voice_say(voice, 0, "no processor is left beside those of the system");
  return -EBUSY;
}
