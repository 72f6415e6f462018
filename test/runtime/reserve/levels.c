/* SPDX-License-Identifier: Apache-2.0
 *
 * Each level on a fake machine: what it does, what it says, that the next level
 * comes where it cannot be had, and that all is put back.
 */
#include "fake_machine.h"

static struct hk_reservation *reservation;
static char *before;

/* Reserves and checks the outcome. */
static void expect(const struct hk_reserve_request *request, int result,
                   enum hk_reserve_level level) {
  before = contents();
  CHECK(reserve(request, &reservation) == result);
  if (result) {
    CHECK(!reservation && is_as_before(before));
    before = NULL;
    return;
  }
  if (hk_reservation_level(reservation) != level)
    fputs(said, stderr);
  CHECK(hk_reservation_level(reservation) == level);
}

/* Puts back and checks that. */
static void end(void) {
  int released = hk_release(reservation);
  if (released)
    fputs(said, stderr);
  CHECK(released == 0);
  if (before)
    CHECK(is_as_before(before));
  CHECK(fake_journals(&tree) == 0);
  before = NULL;
  fake_remove(&tree);
}

static void check_noise(void) {
  CHECK(fake_is(&tree, "/sys/devices/virtual/workqueue/cpumask", "3"));
  CHECK(fake_is(&tree, "/proc/irq/default_smp_affinity", "3"));
  CHECK(fake_is(&tree, "/proc/irq/24/smp_affinity_list", "0-1"));
  CHECK(fake_is(&tree, "/proc/irq/25/smp_affinity_list", "0"));
  CHECK(fake_is(&tree, "/proc/irq/26/smp_affinity_list", "0"));
  CHECK(fake_is(&tree, "/proc/sys/kernel/timer_migration", "0"));
}

static bool affinity_is(int tid, const char *cpus) {
  char text[64];
  CHECK(hki_files_affinity(&tree.files, tid, text, sizeof text) > 0);
  return strcmp(text, cpus) == 0;
}

static void isolated(void) {
  make_machine();
  make_v2(false);
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, V2 "/cgroup.subtree_control", "cpuset cpu memory pids"));
  CHECK(fake_is(&tree, V2 "/hocket-100/cpuset.cpus", "2-3"));
  CHECK(fake_is(&tree, V2 "/hocket-100/cpuset.cpus.partition", "isolated"));
  CHECK(fake_is(&tree, V2 "/hocket-100/cgroup.procs", "100"));
  check_noise();
  CHECK(affinity_is(15, "0-1") && affinity_is(16, "3") &&
        affinity_is(APP, "2-3"));
  CHECK(affinity_is(201, "3")); /* the kernel's affair in a partition */
  unsigned cpus[1] = {0};
  CHECK(hk_reservation_cpus(reservation, cpus, 1) == 2 && cpus[0] == 2);
  end();
}

/* A program that does not pin its threads, and one processor alone. */
static void which_partition(void) {
  make_machine();
  make_v2(false);
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  request.flags = 0;
  expect(&request, 0, HK_RESERVE_ROOT);
  CHECK(fake_is(&tree, V2 "/hocket-100/cpuset.cpus.partition", "root"));
  end();
  make_machine();
  make_v2(false);
  request.cpus = NULL;
  request.num_cpus = 1;
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, V2 "/hocket-100/cpuset.cpus", "3"));
  end();
}

static void partition_is_invalid(void) {
  make_machine();
  make_v2(false);
  invalid = "isolated invalid (Cpu list in cpuset.cpus not exclusive)\n";
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  expect(&request, 0, HK_RESERVE_AFFINITY);
  CHECK(was_said("level 'isolated': " V2 "/hocket-100/cpuset.cpus.partition: "
                 "it reads 'isolated invalid (Cpu list"));
  CHECK(affinity_is(APP, "2-3") && affinity_is(APP + 1, "2-3"));
  CHECK(affinity_is(200, "0-1") && affinity_is(201, "0"));
  check_noise();
  end();
  make_machine();
  make_v2(false);
  invalid = "isolated invalid\n";
  request.level = HK_RESERVE_ISOLATED;
  request.flags |= HK_RESERVE_EXACTLY;
  expect(&request, -EPERM, HK_RESERVE_OFF);
  end();
}

static void remote_partition(void) {
  make_machine();
  make_v2(true);
  fake_put(&tree, V2 "/user.slice/cpuset.cpus.exclusive", "1");
  struct hk_reserve_request request = ask(HK_RESERVE_ISOLATED);
  request.within = "/user.slice";
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, V2 "/user.slice/cgroup.subtree_control", "cpuset cpu"));
  CHECK(fake_is(&tree, V2 "/user.slice/cpuset.cpus.exclusive", "1-3"));
  CHECK(
      fake_is(&tree, V2 "/user.slice/hocket-100/cpuset.cpus.exclusive", "2-3"));
  CHECK(fake_is(&tree, V2 "/user.slice/hocket-100/cgroup.procs", "100"));
  end();
  /* Linux before 6.7. */
  make_machine();
  make_v2(false);
  fake_take(&tree, V2 "/user.slice/cpuset.cpus.exclusive");
  request.flags |= HK_RESERVE_EXACTLY;
  expect(&request, -EPERM, HK_RESERVE_OFF);
  CHECK(was_said("needs Linux 6.7"));
  end();
  /* Within a partition it is a local one. */
  make_machine();
  make_v2(false);
  fake_put(&tree, V2 "/user.slice/cpuset.cpus.partition", "root");
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, V2 "/user.slice/cpuset.cpus.exclusive", ""));
  end();
}

static void cpuset(void) {
  make_machine();
  make_v1(V1, "cpuset.", "0-3");
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  expect(&request, 0, HK_RESERVE_CPUSET);
  CHECK(fake_is(&tree, V1 "/hocket-100/cpuset.cpus", "2-3"));
  CHECK(fake_is(&tree, V1 "/hocket-100/cpuset.mems", "0"));
  CHECK(fake_is(&tree, V1 "/hocket-100/cpuset.sched_load_balance", "0"));
  CHECK(fake_is(&tree, V1 "/hocket-100/cgroup.procs", "100"));
  CHECK(fake_is(&tree, V1 "/hocket-100-others/cpuset.cpus", "0-1"));
  CHECK(fake_is(&tree, V1 "/hocket-100-others/tasks", "200\n201"));
  CHECK(fake_is(&tree, V1 "/box/cpuset.cpus", "0-1"));
  CHECK(fake_is(&tree, V1 "/box/inner/cpuset.cpus", "0-1"));
  CHECK(fake_is(&tree, V1 "/cpuset.sched_load_balance", "0"));
  CHECK(affinity_is(201, "0-1")); /* remembered in the journal */
  check_noise();
  end();
}

static void cpuset_without_prefix(void) {
  make_machine();
  make_v1("/dev/cpuset", "", "0-1");
  struct hk_reserve_request request = ask(HK_RESERVE_CPUSET);
  expect(&request, 0, HK_RESERVE_CPUSET);
  CHECK(fake_is(&tree, "/dev/cpuset/hocket-100/cpus", "2-3"));
  CHECK(fake_is(&tree, "/dev/cpuset/box/cpus", "0-1"));
  end();
}

static void cpuset_refusals(void) {
  struct hk_reserve_request request = ask(HK_RESERVE_CPUSET);
  request.flags |= HK_RESERVE_EXACTLY;
  make_machine();
  make_v1(V1, "cpuset.", "2-3");
  expect(&request, -EPERM, HK_RESERVE_OFF);
  CHECK(was_said("/box/inner has no other processors"));
  end();
  make_machine();
  make_v1(V1, "cpuset.", "0-3");
  fake_put(&tree, V1 "/hocket-7-others/tasks", "");
  expect(&request, -EPERM, HK_RESERVE_OFF);
  CHECK(was_said("hocket-7-others is of another reservation"));
  end();
  make_machine();
  make_v1(V1, "cpuset.", "0-3");
  fake_put(&tree, V1 "/cpuset.cpus", "0-2");
  expect(&request, -EPERM, HK_RESERVE_OFF);
  CHECK(was_said("does not have these processors"));
  end();
}

/* A daemon forks while its tasks are moved. */
static void fork_while_moving(void) {
  char path[400];
  snprintf(path, sizeof path, "%s" V1 "/tasks", tree.root);
  put_thread(202, 202, "late", 0, "0-3");
  list_task(path, "202", true);
}

static void task_comes_late(void) {
  make_machine();
  make_v1(V1, "cpuset.", "0-1");
  on_move = fork_while_moving;
  struct hk_reserve_request request = ask(HK_RESERVE_CPUSET);
  expect(&request, 0, HK_RESERVE_CPUSET);
  CHECK(fake_is(&tree, V1 "/hocket-100-others/tasks", "200\n201\n202"));
  free(before);
  before = NULL; /* 202 has come meanwhile */
  end();
}

/* The only thing that fails, and what is said of it. */
static void interrupt_is_managed(void) {
  make_machine();
  make_v2(false);
  denied[0] = "/irq/24/smp_affinity_list";
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, "/proc/irq/24/smp_affinity_list", "0-3"));
  CHECK(fake_is(&tree, "/proc/irq/25/smp_affinity_list", "0"));
  end();
}

/* An ordinary user: no capability, nothing may be written. */
static void ordinary_user(void) {
  make_machine();
  make_v2(false);
  fake_put(&tree, "/proc/self/status", "Name:\tx\nCapEff:\t0000000000000000");
  static const char *const all[] = {
      "subtree_control", "cpumask", "smp_affinity", "smp_affinity_list",
      "timer_migration", "online",  "mkdir"};
  memcpy(denied, all, sizeof all);
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  request.flags |= HK_RESERVE_REPLUG;
  expect(&request, 0, HK_RESERVE_AFFINITY);
  CHECK(affinity_is(APP, "2-3") && affinity_is(200, "0-3"));
  CHECK(was_said(
      "0 level 'isolated': no permission to make control groups in " V2));
  CHECK(was_said("keep these off: other tasks, unbound workqueues, interrupts, "
                 "kernel threads, timers"));
  end();
}

/* Where groups can be made beside the own one alone. */
static void delegated(void) {
  make_machine();
  make_v2(true);
  denied[0] = "cgroup/cgroup.subtree_control";
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  /* cpusets are not enabled at the top, and that may not be changed. */
  expect(&request, 0, HK_RESERVE_AFFINITY);
  end();
  make_machine();
  make_v2(true);
  fake_put(&tree, V2 "/cgroup.subtree_control", "cpuset cpu");
  denied[0] = "cgroup/cgroup.subtree_control";
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, V2 "/user.slice/hocket-100/cgroup.procs", "100"));
  end();
}

static void dry_run(void) {
  make_machine();
  make_v1(V1, "cpuset.", "0-3");
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  request.flags |= HK_RESERVE_DRY_RUN | HK_RESERVE_REPLUG;
  request.fifo = 20;
  before = contents();
  CHECK(reserve(&request, &reservation) == 0 && !reservation);
  CHECK(is_as_before(before));
  CHECK(was_said("level 'cpuset', processors 2-3:"));
  CHECK(was_said(
      "write '0' and then '1' to /sys/devices/system/cpu/cpu3/online"));
  CHECK(was_said("write '0-1' to " V1 "/box/cpuset.cpus (was '0-3')"));
  CHECK(was_said("thread 101 app) R 1: processors 0-3 to 2-3"));
  CHECK(was_said("process 100: SCHED_FIFO, priority 20"));
  before = NULL;
  end();
}

static void replug(void) {
  make_machine();
  make_v2(false);
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  request.flags |= HK_RESERVE_REPLUG;
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(was_said("cpu2/online: timers"));
  CHECK(fake_is(&tree, "/sys/devices/system/cpu/cpu3/online", "1"));
  end();
}

/* Requests that make no sense. */
static void bad_requests(void) {
  static const unsigned kept[] = {3}, all[] = {0, 1, 2, 3}, absent[] = {4};
  make_machine();
  make_v2(false);
  struct hk_reserve_request request = ask(HK_RESERVE_OFF);
  expect(&request, -EINVAL, HK_RESERVE_OFF);
  request = ask(HK_RESERVE_AUTO);
  request.fifo = 100;
  expect(&request, -EINVAL, HK_RESERVE_OFF);
  request = ask(HK_RESERVE_AUTO);
  request.keep = kept;
  request.num_keep = 1;
  expect(&request, -EINVAL, HK_RESERVE_OFF);
  CHECK(was_said("processors 3 are kept for the system"));
  request = ask(HK_RESERVE_AUTO);
  request.cpus = all;
  request.num_cpus = 4;
  expect(&request, -EINVAL, HK_RESERVE_OFF);
  CHECK(was_said("at least one processor has to stay"));
  request.cpus = absent;
  request.num_cpus = 1;
  expect(&request, -EINVAL, HK_RESERVE_OFF);
  CHECK(was_said("processors 4 are not online"));
  request = ask(HK_RESERVE_AUTO);
  request.within = "user.slice";
  expect(&request, -EINVAL, HK_RESERVE_OFF);
  end();
}

/* Without numbers: what is not kept, and of that what is in the mask. */
static void any_processors(void) {
  static const unsigned kept[] = {0, 1};
  make_machine();
  make_v2(false);
  struct hk_reserve_request request = ask(HK_RESERVE_AUTO);
  request.cpus = NULL;
  request.num_cpus = 0;
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, V2 "/hocket-100/cpuset.cpus", "1-3"));
  end();
  make_machine();
  make_v2(false);
  request.keep = kept;
  request.num_keep = 2;
  put_thread(APP, APP, "app", 0, "0-2");
  expect(&request, 0, HK_RESERVE_ISOLATED);
  CHECK(fake_is(&tree, V2 "/hocket-100/cpuset.cpus", "2"));
  end();
}

/* Another living program has claimed 2-3. */
static void two_programs(void) {
  make_machine();
  make_v2(false);
  struct hk_reserve_request request = ask(HK_RESERVE_AFFINITY);
  int go[2], done[2];
  char byte;
  CHECK(pipe(go) == 0 && pipe(done) == 0);
  fflush(NULL);
  pid_t other = fork();
  CHECK(other >= 0);
  if (other == 0) {
    close(go[1]);
    put_thread(200, 200, "daemon", 0, "0-3");
    request.process = 200;
    if (reserve(&request, &reservation) != 0)
      fputs(said, stderr);
    CHECK(reservation);
    CHECK(write(done[1], "x", 1) == 1 && read(go[0], &byte, 1) == 1);
    CHECK(hk_release(reservation) == 0);
    _exit(0);
  }
  close(done[1]);
  close(go[0]);
  CHECK(read(done[0], &byte, 1) == 1);
  CHECK(reserve(&request, &reservation) == -EBUSY && !reservation);
  CHECK(was_said("reserved by another program"));
  request.cpus = NULL;
  request.num_cpus = 2; /* what is left: 1 */
  /* A program that the other one has moved may not be moved further. */
  CHECK(reserve(&request, &reservation) == -EPERM && !reservation);
  CHECK(was_said("another program has changed it: '"));
  put_thread(300, 300, "second", 0, "0-1");
  request.process = 300;
  if (reserve(&request, &reservation) != 0)
    fputs(said, stderr);
  CHECK(reservation);
  unsigned cpu;
  CHECK(hk_reservation_cpus(reservation, &cpu, 1) == 1 && cpu == 1);
  CHECK(was_said("there are 1 processors instead of 2"));
  CHECK(hk_release(reservation) == 0);
  CHECK(write(go[1], "x", 1) == 1);
  int status;
  CHECK(waitpid(other, &status, 0) == other && status == 0);
  CHECK(fake_journals(&tree) == 0);
  fake_remove(&tree);
}

static void names(void) {
  enum hk_reserve_level level;
  CHECK(hk_reserve_level_named("cpuset", &level) == 0);
  CHECK(level == HK_RESERVE_CPUSET);
  CHECK(strcmp(hk_reserve_level_name(HK_RESERVE_ISOLATED), "isolated") == 0);
  CHECK(hk_reserve_level_named("none", &level) == -EINVAL);
  CHECK(hk_release(NULL) == 0);
}

int main(void) {
  names();
  isolated();
  which_partition();
  partition_is_invalid();
  remote_partition();
  cpuset();
  cpuset_without_prefix();
  cpuset_refusals();
  task_comes_late();
  interrupt_is_managed();
  ordinary_user();
  delegated();
  dry_run();
  replug();
  bad_requests();
  any_processors();
  two_programs();
  return 0;
}
