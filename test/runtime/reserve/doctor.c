/* SPDX-License-Identifier: Apache-2.0
 *
 * hocket doctor on fake machines: what it answers, with what reason and what
 * grant, and that it changes nothing.
 */
#include "fake_machine.h"

#include "doctor.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"

#include <signal.h>

#define CPU "/sys/devices/system/cpu/"

static char *report;

/* Asks for cores 2-3, as text or as JSON. */
static void ask_doctor(bool json) {
  char name[] = "doctor", cores[] = "--cores=2-3", format[] = "--json";
  char folder[400];
  snprintf(folder, sizeof folder, "--folder=%s", tree.folder);
  char *arguments[] = {name, cores, folder, json ? format : NULL, NULL};
  size_t size;
  free(report);
  FILE *out = open_memstream(&report, &size);
  CHECK(out && hkt_doctor_of(machine(), json ? 4 : 3, arguments, out) == 0);
  fclose(out);
}

static bool says(const char *text) {
  bool found = strstr(report, text) != NULL;
  if (!found)
    fprintf(stderr, "'%s' is not in:\n%s", text, report);
  return found;
}

/* A board with everything. */
static void make_board(void) {
  make_machine();
  make_v2(true);
  put_thread(300, 300, "irqbalance", 0, "0-3");
  fake_put(&tree, "/proc/self/limits",
           "Limit Soft Hard Units\n"
           "Max locked memory         8388608              8388608     bytes\n"
           "Max nice priority         0                    0\n"
           "Max realtime priority     0                    0");
  fake_put(&tree, "/proc/sys/kernel/perf_event_paranoid", "3");
  fake_put(&tree, "/proc/sys/kernel/sched_util_clamp_min", "1024");
  fake_put(&tree, CPU "nohz_full", "");
  fake_put(&tree, CPU "isolated", "3");
  fake_put(&tree, CPU "cpu2/cpufreq/scaling_driver", "cpufreq-dt");
  fake_put(&tree, CPU "cpu2/cpufreq/scaling_governor", "schedutil");
  fake_put(&tree, CPU "cpu2/cpufreq/scaling_available_governors",
           "userspace schedutil");
  fake_put(&tree, CPU "cpu2/cpufreq/scaling_setspeed", "<unsupported>");
  fake_put(&tree, CPU "cpu2/cpufreq/scaling_max_freq", "1400000");
  fake_put(&tree, CPU "cpu2/power/pm_qos_resume_latency_us", "0");
  fake_put(&tree, CPU "cpu2/cpuidle/state0/disable", "0");
  fake_put(&tree, CPU "cpu2/cpuidle/state1/disable", "0");
  fake_put(&tree, CPU "cpuidle/current_driver", "psci_idle");
  fake_put(&tree, "/dev/cpu_dma_latency", "");
  fake_put(&tree, "/sys/class/uio/uio0/name", "dvfs");
  fake_put(&tree, "/dev/uio0", "");
  fake_put(&tree, "/sys/class/powercap/intel-rapl:0/energy_uj", "1");
  fake_put(&tree, "/sys/kernel/tracing/events/sched/sched_switch/enable", "0");
}

static void as_root(void) {
  make_board();
  fake_put(&tree, "/proc/device-tree/compatible", "maker,board");
  for (unsigned cpu = 0; cpu < 4; cpu++) {
    char path[100];
    snprintf(path, sizeof path, CPU "cpu%u/regs/identification/midr_el1", cpu);
    fake_put(&tree, path, cpu == 2 ? "0x410fd083" : "0x410fd034");
  }
  char *before = contents();
  ask_doctor(false);
  CHECK(is_as_before(before));
  CHECK(says("yes     know the chip that a program is for: its device tree "
             "names 'maker,board', its processors tell 0x41/0xd03 (0-1,3), "
             "0x41/0xd08 (2)\n"));
  CHECK(says("yes     bind threads to processors: processors 0-3"));
  CHECK(says("yes     cgroup v2 partition: groups can be made in "
             "/sys/fs/cgroup; also further down"));
  CHECK(says("no      cgroup v1 cpuset"));
  CHECK(says("partly  move interrupts: 3 interrupts, but irqbalance runs"));
  CHECK(says("IRQBALANCE_BANNED_CPULIST=2-3"));
  CHECK(says("yes     move RCU callbacks: 1 rcuo threads"));
  CHECK(says("no      no tick on the cores (nohz_full): no processors\n"
             "        grant: kernel parameter: nohz_full=2-3"));
  CHECK(says(
      "partly  cores isolated when the machine starts: only processors "
      "3\n        grant: kernel parameter: isolcpus=managed_irq,domain,2-3"));
  CHECK(says("yes     set the clock of cores: driver cpufreq-dt"));
  CHECK(says("yes     write scaling_setspeed"));
  CHECK(says("yes     utilization clamps: the governor is schedutil"));
  CHECK(says("yes     take cores offline and online"));
  CHECK(says("yes     idle states: driver 'psci_idle', 2 states"));
  CHECK(says("yes     SCHED_FIFO: by CAP_SYS_NICE; at most 950000 us"));
  CHECK(says("yes     clock registers through UIO: 1 devices"));
  CHECK(says("yes     performance counters: perf_event_paranoid is 3, with"));
  CHECK(says("yes     write to /sys"));
  CHECK(says("yes     no other program has cores or clocks: no program has"));
  CHECK(says("yes     what ended programs have changed is put back: nothing"));
  fake_remove(&tree);
}

/* The same board for somebody who may nothing but read. */
static void as_user(void) {
  make_board();
  fake_put(&tree, "/proc/self/status",
           "Name:\tx\nCapEff:\t0000000000000000\nCpus_allowed_list:\t0-1");
  static const char *const files[] = {"subtree_control", "affinity", "cpumask",
                                      "timer_migration", "setspeed", "max_freq",
                                      "online"};
  memcpy(denied, files, sizeof files);
  ask_doctor(false);
  CHECK(says("no      know the chip that a program is for: there is no device "
             "tree, and processors tell nothing of themselves\n"));
  CHECK(says("partly  bind threads to processors: processors 0-1: a cpuset"));
  CHECK(says("no      keep other programs off by affinity"));
  CHECK(says("setcap cap_sys_nice+ep"));
  CHECK(says("no      cgroup v2 partition: /sys/fs/cgroup/"
             "cgroup.subtree_control: Permission denied"));
  CHECK(says("no      own part of the cgroup v2 hierarchy: /sys/fs/cgroup/"
             "user.slice/cgroup.subtree_control"));
  CHECK(says("Delegate=cpu cpuset memory pids"));
  CHECK(says("no      move interrupts"));
  CHECK(says("no      move unbound workqueues"));
  CHECK(says("/etc/tmpfiles.d/hocket-workqueue.conf"));
  CHECK(says("partly  move RCU callbacks: 1 rcuo threads; moving them takes"));
  CHECK(says("grant: sudo sysctl kernel.timer_migration=0"));
  CHECK(says("no      write scaling_setspeed"));
  CHECK(says("cpufreq/policy*/scaling_setspeed 0664 root power"));
  CHECK(says("no      take cores offline and online"));
  CHECK(
      says("partly  idle states: driver 'psci_idle', 2 states; to switch them "
           "off takes CAP_SYS_ADMIN"));
  CHECK(!strstr(report, "hocket-idle"));
  CHECK(says("no      SCHED_FIFO: no CAP_SYS_NICE, and the limit"));
  CHECK(says("rtprio 50"));
  CHECK(says("partly  lock memory: up to 8388608 bytes"));
  CHECK(says(
      "no      performance counters: perf_event_paranoid is 3: no events"));
  fake_remove(&tree);
}

/* intel_pstate, a read-only /sys in a container, limits that were raised. */
static void special_machines(void) {
  make_board();
  fake_put(&tree, CPU "cpu2/cpufreq/scaling_available_governors",
           "performance powersave");
  fake_put(&tree, CPU "cpu2/cpufreq/scaling_governor", "powersave");
  fake_put(&tree, CPU "intel_pstate/status", "active");
  fake_put(&tree, "/.dockerenv", "");
  fake_put(&tree, "/proc/self/mounts",
           "sysfs /sys sysfs ro,nosuid 0 0\n"
           "cgroup /sys/fs/cgroup/cpuset cgroup rw,cpuset 0 0");
  fake_put(&tree, V1 "/tasks", "");
  own_group("3:cpuset:/");
  fake_put(&tree, "/proc/self/status",
           "Name:\tx\nCapEff:\t0000000000000000\nCpus_allowed_list:\t0-3");
  fake_put(&tree, "/proc/self/limits",
           "Max locked memory         unlimited            unlimited   bytes\n"
           "Max nice priority         30                   30\n"
           "Max realtime priority     50                   50");
  fake_put(&tree, "/proc/sys/kernel/sched_rt_runtime_us", "-1");
  fake_take(&tree, "/dev/cpu_dma_latency");
  ask_doctor(false);
  CHECK(says("partly  set the clock of cores"));
  CHECK(says("no      intel_pstate leaves clocks to others: intel_pstate is "
             "active"));
  CHECK(says("grant: kernel parameter: intel_pstate=passive"));
  CHECK(says("partly  utilization clamps: the governor 'powersave' ignores"));
  CHECK(says("no      write to /sys: /sys is mounted read-only: this is a "
             "container"));
  CHECK(says("no      cgroup v2 partition: no cgroup v2 hierarchy"));
  CHECK(says("yes     cgroup v1 cpuset"));
  CHECK(says("yes     SCHED_FIFO: by a limit of priorities; not throttled"));
  CHECK(says("yes     priorities above the ordinary: by the limit"));
  CHECK(says("yes     lock memory: no limit"));
  CHECK(says("no      latency limit for the machine: /dev/cpu_dma_latency: No "
             "such file"));
  fake_remove(&tree);
}

/* Another program: claims, says so, and waits for its end. */
static void take_some(int words) {
  static const unsigned cores[] = {3}, clock[] = {2, 3};
  struct hki_journal *journal;
  unsigned got;
  CHECK(hki_journal_open(&journal, machine(), tree.folder) == 0);
  CHECK(hki_journal_claim(journal, cores, 1, &got) == 1);
  CHECK(hki_journal_claim_clock(journal, clock, 2) == 2);
  CHECK(hki_journal_write(journal, CPU "cpu2/cpufreq/scaling_governor",
                          "userspace") == 0);
  CHECK(write(words, &journal->watchdog, sizeof(pid_t)) == sizeof(pid_t));
  for (;;)
    pause();
}

static void take_over(void) {
  struct hki_journal *journal;
  CHECK(hki_journal_open(&journal, machine(), tree.folder) == 0);
  CHECK(hki_journal_write(journal, CPU "cpu2/cpufreq/scaling_governor",
                          "schedutil") == 0);
}

static void other_programs(void) {
  char text[200];
  int words[2];
  pid_t watchdog, other;
  make_board();
  CHECK(pipe(words) == 0);
  other = fork();
  CHECK(other >= 0);
  if (other == 0)
    take_some(words[1]);
  CHECK(read(words[0], &watchdog, sizeof watchdog) == sizeof watchdog);
  ask_doctor(false);
  snprintf(text, sizeof text,
           "partly  no other program has cores or clocks: processors 3: "
           "'%.15s', process %d; clock of processors 2-3: '%.15s', process "
           "%d\n",
           program_invocation_short_name, other, program_invocation_short_name,
           other);
  CHECK(says(text));
  CHECK(says("yes     what ended programs have changed is put back"));
  CHECK(kill(watchdog, SIGKILL) == 0 && kill(other, SIGKILL) == 0);
  CHECK(waitpid(other, NULL, 0) == other);
  ask_doctor(false);
  snprintf(text, sizeof text,
           "no      what ended programs have changed is put back: left: "
           "'%.15s', process %d\n        grant: hocket restore\n",
           program_invocation_short_name, other);
  CHECK(says(text));
  CHECK(says("yes     no other program has cores or clocks"));
  CHECK(fake_is(&tree, CPU "cpu2/cpufreq/scaling_governor", "userspace"));
  CHECK(in_child(take_over) == 0);
  ask_doctor(false);
  CHECK(says("is put back: nothing is left; after the end of "));
  CHECK(says(": 1 of 1 changes put back by the next program\n"));
  close(words[0]);
  close(words[1]);
  fake_remove(&tree);
}

static void as_json(void) {
  make_board();
  ask_doctor(true);
  CHECK(report[0] == '[' &&
        says("{\"name\": \"affinity\", \"what\": \"bind "
             "threads to processors\", \"answer\": \"yes\""));
  CHECK(says("\"grant\": \"\"}\n]\n"));
  fake_remove(&tree);
}

static void wrong_use(void) {
  make_machine();
  char name[] = "doctor", cores[] = "--cores=2-9", word[] = "x";
  char *arguments[] = {name, cores, NULL}, *more[] = {name, word, NULL};
  CHECK(hkt_doctor_of(machine(), 2, arguments, stdout) == 1);
  CHECK(hkt_doctor_of(machine(), 2, more, stdout) == 1);
  fake_take(&tree, CPU "online");
  CHECK(hkt_doctor_of(machine(), 1, arguments, stdout) == 1);
  fake_remove(&tree);
}

int main(void) {
  as_root();
  as_user();
  special_machines();
  other_programs();
  as_json();
  wrong_use();
  free(report);
  return 0;
}
