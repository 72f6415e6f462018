/* SPDX-License-Identifier: Apache-2.0
 *
 * Of doctor.h: what core reservation needs.
 */
#include "doctor.h"

#include "reserve/look/look.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void affinity(const struct hkt_machine *machine,
                     struct hkt_finding *finding) {
  char list[HKI_CPUS_TEXT];
  struct hki_cpus allowed;
  int error = 0;
  char *status = hki_read_whole(machine->files, "/proc/self/status", &error);
  const char *line = status ? strstr(status, "\nCpus_allowed_list:\t") : NULL;
  if (line)
    snprintf(list, sizeof list, "%.*s",
             (int)strcspn(line + strlen("\nCpus_allowed_list:\t"), "\n"),
             line + strlen("\nCpus_allowed_list:\t"));
  free(status);
  if (!line || hki_cpus_parse_list(&allowed, list) != 0) {
    hkt_answer(finding, HKT_NO, "/proc/self/status cannot be read");
    return;
  }
  struct hki_cpus missing = hki_cpus_without(&machine->online, &allowed);
  bool whole = hki_cpus_count(&missing) == 0;
  hkt_answer(finding, whole ? HKT_YES : HKT_PARTLY, "processors %.200s%s", list,
             whole ? "" : ": a cpuset or an affinity mask leaves out others");
  if (!whole)
    hkt_grant(finding, "cat /proc/self/cgroup    (the cpuset to widen)");
}

static void affinity_of_others(const struct hkt_machine *machine,
                               struct hkt_finding *finding) {
  if (machine->nice) {
    hkt_answer(finding, HKT_YES, "CAP_SYS_NICE");
    return;
  }
  hkt_answer(finding, HKT_NO,
             "only that of this user's own tasks; no "
             "CAP_SYS_NICE");
  hkt_grant(finding, "sudo setcap cap_sys_nice+ep $(command -v hocket)");
}

static void cgroup2(const struct hkt_machine *machine,
                    struct hkt_finding *finding) {
  struct hki_hierarchy tree;
  char path[HKI_RESERVE_PATH], root[HKI_RESERVE_PATH];
  if (hki_find_cgroup2(machine->files, 0, &tree) != 0) {
    hkt_answer(finding, HKT_NO,
               "no cgroup v2 hierarchy has the cpuset "
               "controller");
    hkt_grant(finding, "kernel parameter: systemd.unified_cgroup_hierarchy=1 "
                       "cgroup_no_v1=cpuset");
    return;
  }
  hki_path(path, tree.mount, "cpuset.cpus.isolated");
  bool remote = hki_files_exists(machine->files, path);
  const char *more = remote ? "; also further down (remote partitions)" : "";
  hki_path(root, tree.mount, "cgroup.subtree_control");
  int error = hki_files_may_write(machine->files, root);
  if (!error) {
    hkt_answer(finding, HKT_YES, "groups can be made in %.150s%s", tree.mount,
               more);
    return;
  }
  hkt_answer(finding, HKT_NO, "%.150s: %s%s", root, strerror(-error), more);
  hkt_grant(finding, "sudo hocket run --cores=%.64s -- PROGRAM",
            machine->cores);
}

/* Whether the groups beside the own one are the user's: systemd's Delegate=. */
static void delegation(const struct hkt_machine *machine,
                       struct hkt_finding *finding) {
  struct hki_hierarchy tree;
  char folder[HKI_RESERVE_PATH], path[HKI_RESERVE_PATH], text[1024] = "";
  if (hki_find_cgroup2(machine->files, 0, &tree) != 0) {
    hkt_answer(finding, HKT_NO,
               "no cgroup v2 hierarchy has the cpuset "
               "controller");
    return;
  }
  *strrchr(tree.own, '/') = '\0';
  hki_path(folder, tree.mount, tree.own);
  hki_path(path, folder, "cgroup.controllers");
  hki_files_read(machine->files, path, text, sizeof text);
  hki_path(path, folder, "cgroup.subtree_control");
  int error = hki_files_may_write(machine->files, path);
  if (error)
    hkt_answer(finding, HKT_NO, "%.150s: %s", path, strerror(-error));
  else if (!hki_has_word(text, "cpuset"))
    hkt_answer(finding, HKT_PARTLY, "%.150s may be written, but has no cpuset",
               path);
  else
    hkt_answer(finding, HKT_YES, "%.150s may be written", path);
  if (finding->answer != HKT_YES)
    hkt_grant(
        finding,
        "sudo mkdir -p /etc/systemd/system/user@.service.d\n"
        "printf '[Service]\\nDelegate=cpu cpuset memory pids\\n' | sudo tee "
        "/etc/systemd/system/user@.service.d/hocket.conf\n"
        "sudo systemctl daemon-reload    (and log in again; a partition "
        "still takes root)");
}

static void cpuset1(const struct hkt_machine *machine,
                    struct hkt_finding *finding) {
  struct hki_hierarchy tree;
  char path[HKI_RESERVE_PATH];
  if (hki_find_cpuset1(machine->files, 0, &tree) != 0) {
    hkt_answer(finding, HKT_NO,
               "no cgroup v1 hierarchy has cpusets (cgroup v2 "
               "does without)");
    return;
  }
  hki_path(path, tree.mount, "tasks");
  if (!hkt_answer_by(machine, finding, path))
    hkt_grant(finding, "sudo hocket run --cores=%.64s -- PROGRAM",
              machine->cores);
}

static int count_irqs(void *context, const char *name) {
  *(unsigned *)context += name[0] >= '0' && name[0] <= '9';
  return 0;
}

static int find_irqbalance(void *context, const struct hki_task *task) {
  *(bool *)context = strcmp(task->name, "irqbalance") == 0;
  return *(bool *)context;
}

static void irqs(const struct hkt_machine *machine,
                 struct hkt_finding *finding) {
  unsigned count = 0;
  bool balanced = false;
  hki_files_list(machine->files, "/proc/irq", count_irqs, &count);
  hki_each_task(machine->files, find_irqbalance, &balanced);
  if (!hkt_answer_by(machine, finding, "/proc/irq/default_smp_affinity")) {
    hkt_grant(finding, "sudo hocket run --cores=%.64s -- PROGRAM",
              machine->cores);
    return;
  }
  if (!balanced) {
    hkt_answer(finding, HKT_YES,
               "%u interrupts; those that their drivers "
               "manage will stay",
               count);
    return;
  }
  hkt_answer(finding, HKT_PARTLY,
             "%u interrupts, but irqbalance runs and may "
             "put them back",
             count);
  hkt_grant(finding,
            "echo IRQBALANCE_BANNED_CPULIST=%.64s | sudo tee -a "
            "/etc/default/irqbalance && sudo systemctl restart "
            "irqbalance",
            machine->cores);
}

static void workqueues(const struct hkt_machine *machine,
                       struct hkt_finding *finding) {
  if (!hkt_answer_by(machine, finding,
                     "/sys/devices/virtual/workqueue/cpumask"))
    hkt_grant(finding,
              "echo 'z /sys/devices/virtual/workqueue/cpumask 0664 root power' "
              "| sudo tee /etc/tmpfiles.d/hocket-workqueue.conf && sudo "
              "systemd-tmpfiles --create hocket-workqueue.conf");
}

static int count_rcuo(void *context, const struct hki_task *task) {
  *(unsigned *)context +=
      (task->kind & HKI_KTHREAD) && strncmp(task->name, "rcuo", 4) == 0;
  return 0;
}

static void rcu(const struct hkt_machine *machine,
                struct hkt_finding *finding) {
  unsigned count = 0;
  hki_each_task(machine->files, count_rcuo, &count);
  if (count == 0) {
    hkt_answer(finding, HKT_NO,
               "callbacks run on the processors that made "
               "them: there are no rcuo threads");
    hkt_grant(finding, "kernel parameter: rcu_nocbs=%.200s", machine->cores);
  } else if (machine->nice) {
    hkt_answer(finding, HKT_YES, "%u rcuo threads, which can be moved", count);
  } else {
    hkt_answer(finding, HKT_PARTLY,
               "%u rcuo threads; moving them takes "
               "CAP_SYS_NICE",
               count);
    hkt_grant(finding, "sudo setcap cap_sys_nice+ep $(command -v hocket)");
  }
}

/* A list that is fixed when the machine starts. */
static void by_boot(const struct hkt_machine *machine,
                    struct hkt_finding *finding, const char *path,
                    const char *parameter, const char *config) {
  char text[HKI_CPUS_TEXT];
  struct hki_cpus set, wanted;
  int length = hki_files_read(machine->files, path, text, sizeof text);
  if (length == -ENOENT) {
    hkt_answer(finding, HKT_NO, "this kernel does not have it");
    hkt_grant(finding, "a kernel with %s", config);
    return;
  }
  bool listed = length > 0 && hki_cpus_parse_list(&set, text) == 0 &&
                hki_cpus_parse_list(&wanted, machine->cores) == 0;
  if (listed && hki_cpus_within(&wanted, &set)) {
    hkt_answer(finding, HKT_YES, "processors %.200s", text);
    return;
  }
  bool some = listed && hki_cpus_count(&set) > 0;
  hkt_answer(finding, some ? HKT_PARTLY : HKT_NO,
             some ? "only processors %.200s" : "no processors%.0s",
             length > 0 ? text : "");
  hkt_grant(finding, "kernel parameter: %s%.200s", parameter, machine->cores);
}

static void nohz_full(const struct hkt_machine *machine,
                      struct hkt_finding *finding) {
  by_boot(machine, finding, "/sys/devices/system/cpu/nohz_full",
          "nohz_full=", "CONFIG_NO_HZ_FULL=y");
}

static void isolcpus(const struct hkt_machine *machine,
                     struct hkt_finding *finding) {
  by_boot(machine, finding, "/sys/devices/system/cpu/isolated",
          "isolcpus=managed_irq,domain,", "CONFIG_CPU_ISOLATION=y");
}

static void timers(const struct hkt_machine *machine,
                   struct hkt_finding *finding) {
  if (!hkt_answer_by(machine, finding, "/proc/sys/kernel/timer_migration"))
    hkt_grant(finding, "sudo sysctl kernel.timer_migration=0");
}

const struct hkt_probe hkt_core_probes[] = {
    {"affinity", "bind threads to processors", affinity},
    {"affinity-others", "keep other programs off by affinity",
     affinity_of_others},
    {"cpuset-v2", "cgroup v2 partition", cgroup2},
    {"delegation", "own part of the cgroup v2 hierarchy", delegation},
    {"cpuset-v1", "cgroup v1 cpuset", cpuset1},
    {"irqs", "move interrupts", irqs},
    {"workqueues", "move unbound workqueues", workqueues},
    {"rcu-nocbs", "move RCU callbacks", rcu},
    {"nohz-full", "no tick on the cores (nohz_full)", nohz_full},
    {"isolcpus", "cores isolated when the machine starts", isolcpus},
    {"timers", "keep timers off", timers},
    {NULL, NULL, NULL},
};
