/* SPDX-License-Identifier: Apache-2.0
 *
 * Of doctor.h: devices, limits, and what traces need.
 */
#define _GNU_SOURCE
#include "doctor.h"

#include "reserve/look/look.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* access(2), for files whose opening does something. Returns 0 or -errno. */
static int may_access(const struct hkt_machine *machine, const char *path,
                      int mode) {
  char whole[HKI_PATH_ROOM];
  snprintf(whole, sizeof whole, "%s%s", machine->files->root, path);
  return faccessat(AT_FDCWD, whole, mode, AT_EACCESS) == 0 ? 0 : -errno;
}

/* The soft limit in a line of /proc/self/limits; -1: unlimited, or none. */
static long limit_of(const struct hkt_machine *machine, const char *name) {
  int error = 0;
  char *limits = hki_read_whole(machine->files, "/proc/self/limits", &error);
  const char *line = limits ? strstr(limits, name) : NULL;
  long value = 0;
  if (line) {
    line += strlen(name);
    line += strspn(line, " ");
    value = *line == 'u' ? -1 : strtol(line, NULL, 10);
  }
  free(limits);
  return value;
}

static void fifo(const struct hkt_machine *machine,
                 struct hkt_finding *finding) {
  long limit = limit_of(machine, "Max realtime priority"), runtime = 0;
  if (!machine->nice && limit == 0) {
    hkt_answer(finding, HKT_NO,
               "no CAP_SYS_NICE, and the limit of real-time "
               "priorities is 0");
    hkt_grant(finding, "echo \"$USER - rtprio 50\" | sudo tee "
                       "/etc/security/limits.d/hocket.conf    (and log in "
                       "again)");
    return;
  }
  const char *by = machine->nice ? "CAP_SYS_NICE" : "a limit of priorities";
  if (hki_files_read_number(machine->files,
                            "/proc/sys/kernel/sched_rt_runtime_us",
                            &runtime) != 0)
    hkt_answer(finding, HKT_YES, "by %s", by);
  else if (runtime < 0)
    hkt_answer(finding, HKT_YES,
               "by %s; not throttled: a thread that spins "
               "keeps its processor from everything",
               by);
  else
    hkt_answer(finding, HKT_YES,
               "by %s; at most %ld us of each period "
               "(sched_rt_runtime_us)",
               by, runtime);
}

static void nice_up(const struct hkt_machine *machine,
                    struct hkt_finding *finding) {
  long limit = limit_of(machine, "Max nice priority");
  if (machine->nice || limit < 0 || limit > 20) {
    hkt_answer(finding, HKT_YES,
               machine->nice ? "CAP_SYS_NICE" : "by the limit of priorities");
    return;
  }
  hkt_answer(finding, HKT_NO,
             "no CAP_SYS_NICE, and the limit of nice "
             "priorities is %ld",
             limit);
  hkt_grant(finding,
            "echo \"$USER - nice -10\" | sudo tee -a "
            "/etc/security/limits.d/hocket.conf    (and log in again)");
}

static void lock_memory(const struct hkt_machine *machine,
                        struct hkt_finding *finding) {
  long limit = limit_of(machine, "Max locked memory");
  if (machine->lock || limit < 0) {
    hkt_answer(finding, HKT_YES, machine->lock ? "CAP_IPC_LOCK" : "no limit");
    return;
  }
  hkt_answer(finding, limit ? HKT_PARTLY : HKT_NO, "up to %ld bytes", limit);
  hkt_grant(finding,
            "echo \"$USER - memlock unlimited\" | sudo tee -a "
            "/etc/security/limits.d/hocket.conf    (and log in again)");
}

static void qos(const struct hkt_machine *machine,
                struct hkt_finding *finding) {
  int error = may_access(machine, "/dev/cpu_dma_latency", W_OK);
  if (!error) {
    hkt_answer(finding, HKT_YES, "/dev/cpu_dma_latency may be written");
    return;
  }
  hkt_answer(finding, HKT_NO, "/dev/cpu_dma_latency: %s", strerror(-error));
  if (error == -EACCES)
    hkt_grant(finding,
              "echo 'KERNEL==\"cpu_dma_latency\", GROUP=\"power\", "
              "MODE=\"0660\"' | sudo tee /etc/udev/rules.d/99-hocket-qos.rules "
              "&& sudo udevadm trigger --sysname-match=cpu_dma_latency");
}

struct devices {
  const struct hkt_machine *machine;
  unsigned all, usable;
};

static int uio_device(void *context, const char *name) {
  struct devices *devices = context;
  char path[96];
  if (strlen(name) > 32)
    return 0;
  snprintf(path, sizeof path, "/dev/%s", name);
  devices->all++;
  devices->usable += may_access(devices->machine, path, R_OK | W_OK) == 0;
  return 0;
}

static void uio(const struct hkt_machine *machine,
                struct hkt_finding *finding) {
  struct devices devices = {machine, 0, 0};
  hki_files_list(machine->files, "/sys/class/uio", uio_device, &devices);
  if (devices.all == 0) {
    hkt_answer(finding, HKT_NO, "there are no UIO devices");
    hkt_grant(finding, "a kernel with CONFIG_UIO, and a module that registers "
                       "the clock registers of the chip");
  } else if (devices.usable == devices.all) {
    hkt_answer(finding, HKT_YES, "%u devices may be mapped", devices.all);
  } else {
    hkt_answer(finding, devices.usable ? HKT_PARTLY : HKT_NO,
               "%u of %u devices may be mapped", devices.usable, devices.all);
    hkt_grant(finding, "echo 'SUBSYSTEM==\"uio\", GROUP=\"power\", "
                       "MODE=\"0660\"' | sudo tee "
                       "/etc/udev/rules.d/99-hocket-uio.rules && sudo udevadm "
                       "trigger --subsystem-match=uio");
  }
}

static int find_energy(void *context, const char *name) {
  struct devices *devices = context;
  char path[160];
  if (strncmp(name, "intel-rapl:", 11) != 0 || strlen(name) > 64)
    return 0;
  snprintf(path, sizeof path, "/sys/class/powercap/%s/energy_uj", name);
  if (!hki_files_exists(devices->machine->files, path))
    return 0;
  devices->all++;
  devices->usable += may_access(devices->machine, path, R_OK) == 0;
  return 0;
}

static void powercap(const struct hkt_machine *machine,
                     struct hkt_finding *finding) {
  struct devices devices = {machine, 0, 0};
  hki_files_list(machine->files, "/sys/class/powercap", find_energy, &devices);
  if (devices.all == 0) {
    hkt_answer(finding, HKT_NO,
               "there are no energy counters in "
               "/sys/class/powercap");
    return;
  }
  bool all = devices.usable == devices.all;
  hkt_answer(finding, all ? HKT_YES : HKT_NO,
             "%u of %u energy counters may be "
             "read",
             devices.usable, devices.all);
  if (!all)
    hkt_grant(finding,
              "echo 'z /sys/class/powercap/intel-rapl:*/energy_uj 0440 root "
              "power' | sudo tee /etc/tmpfiles.d/hocket-energy.conf && sudo "
              "systemd-tmpfiles --create hocket-energy.conf");
}

static void perf(const struct hkt_machine *machine,
                 struct hkt_finding *finding) {
  long level;
  int error = hki_files_read_number(
      machine->files, "/proc/sys/kernel/perf_event_paranoid", &level);
  if (error) {
    hkt_answer(finding, HKT_NO, "this kernel has no perf events");
    return;
  }
  if (machine->perfmon || level <= 0) {
    hkt_answer(finding, HKT_YES, "perf_event_paranoid is %ld%s", level,
               machine->perfmon ? ", with CAP_PERFMON" : "");
    return;
  }
  hkt_answer(finding, level <= 2 ? HKT_PARTLY : HKT_NO,
             "perf_event_paranoid is %ld: %s", level,
             level <= 2 ? "own tasks only" : "no events");
  hkt_grant(finding, "sudo sysctl kernel.perf_event_paranoid=0");
}

static void tracefs(const struct hkt_machine *machine,
                    struct hkt_finding *finding) {
  static const char path[] =
      "/sys/kernel/tracing/events/sched/sched_switch/enable";
  int error = may_access(machine, path, W_OK);
  if (!error) {
    hkt_answer(finding, HKT_YES, "sched_switch can be recorded");
    return;
  }
  hkt_answer(finding, HKT_NO, "%s: %s", path, strerror(-error));
  hkt_grant(finding,
            error == -ENOENT
                ? "sudo mount -t tracefs tracefs /sys/kernel/tracing"
                : "sudo groupadd -f tracing && sudo usermod -aG tracing "
                  "$USER && sudo mount -o remount,gid=$(getent group "
                  "tracing | cut -d: -f3),mode=0770 "
                  "/sys/kernel/tracing");
}

/* Whether /sys is mounted read-only, as containers have it. */
static void sysfs(const struct hkt_machine *machine,
                  struct hkt_finding *finding) {
  int error = 0;
  char *mounts = hki_read_whole(machine->files, "/proc/self/mounts", &error);
  const char *line = mounts ? strstr(mounts, " /sys sysfs ") : NULL;
  bool only_read = line && strncmp(line + strlen(" /sys sysfs "), "ro", 2) == 0;
  bool container = hki_files_exists(machine->files, "/.dockerenv") ||
                   hki_files_exists(machine->files, "/run/.containerenv") ||
                   hki_files_exists(machine->files, "/run/systemd/container");
  if (!line)
    hkt_answer(finding, HKT_NO, "there is no sysfs at /sys");
  else if (only_read)
    hkt_answer(finding, HKT_NO, "/sys is mounted read-only%s",
               container ? ": this is a container" : "");
  else
    hkt_answer(finding, HKT_YES, "/sys is mounted for writing%s",
               container ? ", though this is a container" : "");
  if (only_read)
    hkt_grant(finding, container ? "docker run --privileged --cgroupns=host ..."
                                 : "sudo mount -o remount,rw /sys");
  free(mounts);
}

const struct hkt_probe hkt_other_probes[] = {
    {"fifo", "SCHED_FIFO", fifo},
    {"nice", "priorities above the ordinary", nice_up},
    {"mlock", "lock memory", lock_memory},
    {"pm-qos", "latency limit for the machine", qos},
    {"uio", "clock registers through UIO", uio},
    {"powercap", "read energy counters", powercap},
    {"perf", "performance counters", perf},
    {"tracefs", "record the scheduler's events", tracefs},
    {"sysfs", "write to /sys", sysfs},
    {NULL, NULL, NULL},
};
