/* SPDX-License-Identifier: Apache-2.0
 *
 * Of doctor.h: what setting clocks and gating need.
 */
#include "doctor.h"

#include "reserve/look/look.h"

#include <string.h>

#define CPU "/sys/devices/system/cpu/"
#define LIMIT CPU "cpu%u/power/pm_qos_resume_latency_us"

/* A file of the cpufreq policy of the first of the processors. */
static int policy_file(const struct hkt_machine *machine, const char *name,
                       char path[HKI_RESERVE_PATH], char *text, size_t room) {
  snprintf(path, HKI_RESERVE_PATH, CPU "cpu%u/cpufreq/%s", machine->first,
           name);
  return hki_files_read(machine->files, path, text, room);
}

static void driver(const struct hkt_machine *machine,
                   struct hkt_finding *finding) {
  char path[HKI_RESERVE_PATH], name[64], governors[256] = "", mode[64] = "";
  if (policy_file(machine, "scaling_driver", path, name, sizeof name) < 0) {
    hkt_answer(finding, HKT_NO,
               "there is no cpufreq driver: clocks are the "
               "firmware's or the hypervisor's");
    return;
  }
  policy_file(machine, "scaling_available_governors", path, governors,
              sizeof governors);
  hki_files_read(machine->files, CPU "intel_pstate/status", mode, sizeof mode);
  if (hki_has_word(governors, "userspace")) {
    hkt_answer(finding, HKT_YES, "driver %s, governors %.150s", name,
               governors);
    return;
  }
  hkt_answer(finding, HKT_PARTLY,
             "driver %s, governors %.150s: clocks can be "
             "limited, not set",
             name, governors);
  if (strcmp(mode, "active") == 0)
    hkt_grant(finding, "kernel parameter: intel_pstate=passive    (or: echo "
                       "passive | sudo tee " CPU "intel_pstate/status)");
  else
    hkt_grant(finding, "sudo modprobe cpufreq_userspace");
}

static void pstate(const struct hkt_machine *machine,
                   struct hkt_finding *finding) {
  char mode[64];
  if (hki_files_read(machine->files, CPU "intel_pstate/status", mode,
                     sizeof mode) < 0)
    hkt_answer(finding, HKT_YES, "intel_pstate is not in use");
  else if (strcmp(mode, "active") != 0)
    hkt_answer(finding, HKT_YES, "intel_pstate is %s", mode);
  else {
    hkt_answer(finding, HKT_NO,
               "intel_pstate is active: it chooses clocks by "
               "itself, between limits");
    hkt_grant(finding, "kernel parameter: intel_pstate=passive");
  }
}

/* Files that udev sets up for a group as the device appears. */
static void grant_cpufreq(struct hkt_finding *finding, const char *file) {
  hkt_grant(finding,
            "echo 'z " CPU "cpufreq/policy*/%s 0664 root power' | sudo tee "
            "/etc/tmpfiles.d/hocket-%s.conf && sudo systemd-tmpfiles --create "
            "hocket-%s.conf    (group 'power': sudo groupadd -f power && sudo "
            "usermod -aG power $USER)",
            file, file, file);
}

static void set_clock(const struct hkt_machine *machine,
                      struct hkt_finding *finding) {
  char path[HKI_RESERVE_PATH], text[64], governor[64] = "";
  if (policy_file(machine, "scaling_setspeed", path, text, sizeof text) < 0) {
    hkt_answer(finding, HKT_NO, "there is no scaling_setspeed");
    return;
  }
  if (!hkt_answer_by(machine, finding, path)) {
    grant_cpufreq(finding, "scaling_setspeed");
    return;
  }
  policy_file(machine, "scaling_governor", path, governor, sizeof governor);
  if (strcmp(governor, "userspace") == 0 ||
      hki_files_may_write(machine->files, path) == 0)
    return;
  hkt_answer(finding, HKT_PARTLY,
             "scaling_setspeed may be written, but the "
             "governor is %s and cannot be changed",
             governor);
  grant_cpufreq(finding, "scaling_governor");
}

static void limit_clock(const struct hkt_machine *machine,
                        struct hkt_finding *finding) {
  char path[HKI_RESERVE_PATH], text[64];
  if (policy_file(machine, "scaling_max_freq", path, text, sizeof text) < 0)
    hkt_answer(finding, HKT_NO, "there is no scaling_max_freq");
  else if (!hkt_answer_by(machine, finding, path))
    grant_cpufreq(finding, "scaling_max_freq");
}

/* The sysctls are there if the kernel has the scheduler's part. */
static void uclamp(const struct hkt_machine *machine,
                   struct hkt_finding *finding) {
  char governor[64] = "", path[HKI_RESERVE_PATH];
  if (!hki_files_exists(machine->files,
                        "/proc/sys/kernel/sched_util_clamp_min")) {
    hkt_answer(finding, HKT_NO, "this kernel has no utilization clamps");
    hkt_grant(finding, "a kernel with CONFIG_UCLAMP_TASK=y");
    return;
  }
  policy_file(machine, "scaling_governor", path, governor, sizeof governor);
  bool used = strcmp(governor, "schedutil") == 0;
  hkt_answer(finding, used ? HKT_YES : HKT_PARTLY,
             used ? "the governor is schedutil%s"
                  : "the governor '%s' ignores them: only schedutil looks",
             used ? "" : governor);
  if (!used)
    hkt_grant(finding, "echo schedutil | sudo tee " CPU
                       "cpufreq/policy*/scaling_governor");
}

static void hotplug(const struct hkt_machine *machine,
                    struct hkt_finding *finding) {
  char path[HKI_RESERVE_PATH];
  snprintf(path, sizeof path, CPU "cpu%u/online", machine->first);
  if (!hki_files_exists(machine->files, path)) {
    hkt_answer(finding, HKT_NO,
               "processor %u cannot be taken offline on this "
               "machine",
               machine->first);
    return;
  }
  if (!hkt_answer_by(machine, finding, path))
    hkt_grant(finding,
              "echo 'z " CPU "cpu[1-9]*/online 0664 root power' | sudo tee "
              "/etc/tmpfiles.d/hocket-online.conf && sudo systemd-tmpfiles "
              "--create hocket-online.conf");
}

static void grant_limit(struct hkt_finding *finding) {
  hkt_grant(finding, "echo 'z " CPU "cpu*/power/pm_qos_resume_latency_us 0664 "
                     "root power' | sudo tee /etc/tmpfiles.d/hocket-qos.conf "
                     "&& sudo systemd-tmpfiles --create hocket-qos.conf");
}

static int count_states(void *context, const char *name) {
  *(unsigned *)context += strncmp(name, "state", 5) == 0;
  return 0;
}

static void idle(const struct hkt_machine *machine,
                 struct hkt_finding *finding) {
  char path[HKI_RESERVE_PATH], name[64] = "none";
  unsigned states = 0;
  hki_files_read(machine->files, CPU "cpuidle/current_driver", name,
                 sizeof name);
  snprintf(path, sizeof path, CPU "cpu%u/cpuidle", machine->first);
  hki_files_list(machine->files, path, count_states, &states);
  if (states == 0) {
    hkt_answer(finding, HKT_NO,
               "no idle states to choose from (cpuidle driver "
               "'%s')",
               name);
    return;
  }
  snprintf(path, sizeof path, CPU "cpu%u/cpuidle/state%u/disable",
           machine->first, states - 1);
  if (machine->admin && hki_files_may_write(machine->files, path) == 0) {
    hkt_answer(finding, HKT_YES,
               "driver '%s', %u states, which can be switched "
               "off",
               name, states);
    return;
  }
  /* The kernel asks for the right itself: no mode of the file helps. */
  hkt_answer(finding, HKT_PARTLY,
             "driver '%s', %u states; to switch them off takes CAP_SYS_ADMIN, "
             "but a latency limit does as well",
             name, states);
  snprintf(path, sizeof path, LIMIT, machine->first);
  if (hki_files_may_write(machine->files, path) != 0)
    grant_limit(finding);
}

static void qos_of_cpu(const struct hkt_machine *machine,
                       struct hkt_finding *finding) {
  char path[HKI_RESERVE_PATH];
  snprintf(path, sizeof path, LIMIT, machine->first);
  if (!hki_files_exists(machine->files, path))
    hkt_answer(finding, HKT_NO, "%s is not there", path);
  else if (!hkt_answer_by(machine, finding, path))
    grant_limit(finding);
}

const struct hkt_probe hkt_clock_probes[] = {
    {"cpufreq", "set the clock of cores", driver},
    {"intel-pstate", "intel_pstate leaves clocks to others", pstate},
    {"setspeed", "write scaling_setspeed", set_clock},
    {"limits", "write the limits of clocks", limit_clock},
    {"uclamp", "utilization clamps", uclamp},
    {"hot-plug", "take cores offline and online", hotplug},
    {"cpuidle", "idle states", idle},
    {"pm-qos-cpu", "latency limit for one core", qos_of_cpu},
    {NULL, NULL, NULL},
};
