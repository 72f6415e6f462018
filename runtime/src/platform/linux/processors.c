/* SPDX-License-Identifier: Apache-2.0
 *
 * Processors of the affinity mask, and pinning to them. Masks are sized by
 * trying: the kernel may know more processors than CPU_SETSIZE.
 */
#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned list_of(const cpu_set_t *set, size_t bytes, unsigned **list) {
  unsigned count = (unsigned)CPU_COUNT_S(bytes, set);
  *list = calloc(count ? count : 1, sizeof **list);
  if (!*list || !count)
    return 1;
  unsigned filled = 0;
  for (unsigned cpu = 0; filled < count; cpu++)
    if (CPU_ISSET_S(cpu, bytes, set))
      (*list)[filled++] = cpu;
  return count;
}

unsigned hki_platform_processors(unsigned **list) {
  *list = NULL;
  for (unsigned cpus = 1024; cpus <= 1u << 20; cpus *= 2) {
    cpu_set_t *set = CPU_ALLOC(cpus);
    size_t bytes = CPU_ALLOC_SIZE(cpus);
    if (!set)
      return 1;
    CPU_ZERO_S(bytes, set);
    int error = sched_getaffinity(0, bytes, set) == 0 ? 0 : errno;
    unsigned count = error ? 0 : list_of(set, bytes, list);
    CPU_FREE(set);
    if (!error)
      return count;
    if (error != EINVAL)
      break;
  }
  return 1;
}

int hki_platform_current(void) { return sched_getcpu(); }

long hki_platform_thread_number(void) { return syscall(SYS_gettid); }

void hki_platform_program(char *name, size_t room) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  size_t begin = length > 0 ? (size_t)length : 0, end = begin;
  while (begin > 0 && path[begin - 1] != '/')
    begin--;
  end = end - begin < room ? end : begin + room - 1;
  memcpy(name, path + begin, end - begin);
  name[end - begin] = 0;
}

/* More processors than Linux can be built for. On the stack: a region may be
 * entered where the allocator was interrupted. */
struct mask {
  cpu_set_t set[8192 / CPU_SETSIZE];
};

static bool make_mask(struct mask *mask, const unsigned *list, unsigned count) {
  memset(mask, 0, sizeof *mask);
  for (unsigned i = 0; i < count; i++) {
    if (list[i] >= 8 * sizeof *mask)
      return false;
    CPU_SET_S(list[i], sizeof *mask, mask->set);
  }
  return true;
}

bool hki_platform_pin(hki_thread thread, const unsigned *list, unsigned count) {
  struct mask mask;
  return make_mask(&mask, list, count) &&
         pthread_setaffinity_np(thread, sizeof mask, mask.set) == 0;
}

/* Of the calling thread, however its process was made. */
static bool get_mask(struct mask *mask) {
  memset(mask, 0, sizeof *mask);
  return sched_getaffinity(0, sizeof *mask, mask->set) == 0;
}

static bool set_mask(const struct mask *mask) {
  return sched_setaffinity(0, sizeof *mask, mask->set) == 0;
}

/* The kernel keeps what was asked for, and gives a thread that has not asked
 * what its control group gets later. So where all that may be had was had, all
 * is asked for. */
static void put_back(const struct mask *before) {
  struct mask all, now;
  memset(&all, 0xff, sizeof all);
  if (!set_mask(&all) || !get_mask(&now) ||
      memcmp(&now, before, sizeof now) != 0)
    set_mask(before);
}

bool hki_platform_move(unsigned processor) {
  struct mask before, one;
  sigset_t all, blocked;
  int kept = errno;
  bool moved = false;
  if (make_mask(&one, &processor, 1) && get_mask(&before) &&
      CPU_ISSET_S(processor, sizeof before, before.set)) {
    /* A handler shall not find the mask in between. */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &blocked);
    moved = set_mask(&one);
    if (moved)
      put_back(&before);
    pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  }
  errno = kept;
  return moved;
}

size_t hki_platform_own_stack(void) {
  pthread_attr_t attributes;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  if (pthread_attr_getstacksize(&attributes, &bytes) != 0)
    bytes = 0;
  pthread_attr_destroy(&attributes);
  return bytes;
}

unsigned long hki_platform_hwcap(unsigned number) {
  return getauxval(number == 0 ? AT_HWCAP : AT_HWCAP2);
}
