/* SPDX-License-Identifier: Apache-2.0
 *
 * Two programs on one fake machine that would set the same clock, each for a
 * core of its own: one of them has it, the other is told whose it is and leaves
 * it alone; and in whatever order and way they end, the files hold what they
 * held before the first.  two_programs [ROUNDS]
 */
#include "fake_cpufreq.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"
#include "restore.h"

#include <signal.h>

#define LOW "200000 600000 1000000 1400000"
#define UIO "/sys/class/uio/uio0/"
enum { BYTES = 4096, SAID = 512 };

/* The other program, as the test sees it. */
struct program {
  pid_t pid, watchdog;
  int to, from; /* pipes */
  enum hk_power_backend backend;
  unsigned messages;
  char said[SAID];
};

/* What it tells when it has opened its clocks. */
struct word {
  pid_t watchdog;
  enum hk_power_backend backend;
  unsigned messages;
  char said[SAID];
};

static const uint32_t dividers[] = {1, 0};
static const struct hk_power_register registers[] = {{0, 3, dividers, 0, 0}};
static const struct hk_power_point points[] = {{600000, 1}, {1400000, 2}};
static const unsigned pair[] = {0, 1};
static const struct hk_power_domain domain = {.name = "pair",
                                              .cpus = pair,
                                              .cpu_count = 2,
                                              .points = points,
                                              .point_count = 2,
                                              .uio = "clocks",
                                              .registers = registers,
                                              .register_count = 1};
static const struct hk_power_chip chip = {"chip", &domain, 1, NULL, 0};

/* Cores 0 and 1 share a clock; `isOurs`: it was on userspace before already. */
static void begin(bool isOurs) {
  char path[512];
  make_machine();
  add_policy("policy0", "0 1", LOW);
  add_policy("policy2", "2 3", LOW);
  if (isOurs) {
    put_policy("policy0", "scaling_governor", "userspace");
    put_policy("policy0", "scaling_setspeed", "600000");
  }
  fake_put(&machine_tree, UIO "name", "clocks");
  fake_put(&machine_tree, UIO "maps/map0/addr", "0x40000000");
  fake_put(&machine_tree, UIO "maps/map0/offset", "0x0");
  fake_put(&machine_tree, UIO "maps/map0/size", "0x80");
  fake_put(&machine_tree, "/dev/uio0", "");
  fake_path(&machine_tree, "/dev/uio0", path, sizeof path);
  CHECK(truncate(path, 0) == 0 && truncate(path, BYTES) == 0);
}

static void check_as_before(bool isOurs) {
  const struct hki_files plain = {machine_tree.root, &hki_system_calls};
  char bytes[8] = "x", path[512];
  CHECK(policy_is("policy0", "scaling_governor",
                  isOurs ? "userspace" : "schedutil"));
  CHECK(!isOurs || policy_is("policy0", "scaling_setspeed", "600000"));
  CHECK(policy_is("policy0", "scaling_min_freq", "200000"));
  CHECK(policy_is("policy0", "scaling_max_freq", "1400000"));
  fake_path(&machine_tree, "/dev/uio0", path, sizeof path);
  int file = open(path, O_RDONLY);
  CHECK(plain.calls && read(file, bytes, 4) == 4 &&
        !memcmp(bytes, "\0\0\0", 4));
  close(file);
}

static void await_watchdogs(void) {
  for (unsigned i = 0; fake_journals(&machine_tree) > 0; i++) {
    CHECK(i < 200000);
    usleep(200);
  }
}

static void end(bool isOurs) {
  await_watchdogs();
  check_as_before(isOurs);
  fake_remove(&machine_tree);
}

static pid_t watchdog_of(const struct hk_power *power) {
  return power->machine->journal ? power->machine->journal->watchdog : 0;
}

static struct hk_power *open_on(unsigned cpu, enum hk_power_backend backend) {
  struct hk_power_options options = {
      .backend = backend, .cpus = &cpu, .cpu_count = 1};
  power_said[0] = 0;
  power_messages = 0;
  return open_power(backend == HK_POWER_MMIO ? &chip : NULL, &options);
}

/* Goes up and down, as told: 'c' changes, 'q' ends. */
static void obey(struct hk_power *power, unsigned cpu, int from, int to) {
  char order = 0;
  for (unsigned i = 0; read(from, &order, 1) == 1 && order == 'c'; i++) {
    hk_power_point(power, cpu, i % 2 ? 0 : 2);
    CHECK(write(to, &order, 1) == 1);
  }
  hk_power_close(power);
  exit(0);
}

static struct program start(unsigned cpu, enum hk_power_backend backend) {
  int orders[2], words[2];
  struct program program = {0};
  struct word word = {0};
  CHECK(pipe(orders) == 0 && pipe(words) == 0);
  program.pid = fork();
  CHECK(program.pid >= 0);
  if (program.pid == 0) {
    close(orders[1]);
    close(words[0]);
    struct hk_power *power = open_on(cpu, backend);
    word.backend = backend_of(power, cpu);
    word.messages = power_messages;
    word.watchdog = watchdog_of(power);
    snprintf(word.said, SAID, "%.500s", power_said);
    CHECK(write(words[1], &word, sizeof word) == sizeof word);
    obey(power, cpu, orders[0], words[1]);
  }
  close(orders[0]);
  close(words[1]);
  program.to = orders[1];
  program.from = words[0];
  CHECK(read(program.from, &word, sizeof word) == sizeof word);
  program.backend = word.backend;
  program.messages = word.messages;
  program.watchdog = word.watchdog;
  memcpy(program.said, word.said, SAID);
  return program;
}

static void let_change(const struct program *program) {
  char byte = 'c';
  CHECK(write(program->to, &byte, 1) == 1);
  CHECK(read(program->from, &byte, 1) == 1);
}

static void is_over(const struct program *program) {
  int status;
  CHECK(waitpid(program->pid, &status, 0) == program->pid);
  CHECK(status == 0 || WTERMSIG(status) == SIGKILL);
  close(program->to);
  close(program->from);
}

static void let_end(const struct program *program) {
  CHECK(write(program->to, "q", 1) == 1);
  is_over(program);
}

static void end_by_kill(const struct program *program) {
  CHECK(kill(program->pid, SIGKILL) == 0);
  is_over(program);
}

static void kill_with_watchdog(const struct program *program) {
  CHECK(program->watchdog > 0 && kill(program->watchdog, SIGKILL) == 0);
  end_by_kill(program);
}

/* The second one has no clock and has been told once whose it is. */
static void check_refused(const struct program *second,
                          const struct program *first) {
  char text[200];
  snprintf(text, sizeof text,
           "the clock of processors 0-1 belongs to another program: '%.15s', "
           "process %d\n",
           program_invocation_short_name, first->pid);
  CHECK(second->backend == HK_POWER_NONE && second->messages == 1);
  CHECK(strstr(second->said, text));
}

typedef void ending(const struct program *program);
static const struct {
  ending *first, *second;
  bool secondEndsFirst;
} endings[] = {
    {let_end, let_end, false},         {let_end, let_end, true},
    {end_by_kill, let_end, false},     {end_by_kill, let_end, true},
    {let_end, end_by_kill, false},     {let_end, end_by_kill, true},
    {end_by_kill, end_by_kill, false}, {end_by_kill, end_by_kill, true},
};

static void one_after_the_other(enum hk_power_backend first,
                                enum hk_power_backend second, bool isOurs) {
  for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
    begin(isOurs);
    struct program a = start(0, first), b = start(1, second);
    CHECK(a.backend == (first == HK_POWER_AUTO ? HK_POWER_CPUFREQ : first));
    check_refused(&b, &a);
    let_change(&b);
    let_change(&a);
    let_change(&b);
    if (endings[i].secondEndsFirst) {
      endings[i].second(&b);
      let_change(&a);
      endings[i].first(&a);
    } else {
      endings[i].first(&a);
      let_change(&b);
      endings[i].second(&b);
    }
    end(isOurs);
  }
}

/* Killed, with its watchdog or without it: the next one may have the clock, and
 * finds what was there before the first. */
static void handed_on(ending *killed, bool isOurs) {
  begin(isOurs);
  struct program a = start(0, HK_POWER_AUTO);
  let_change(&a);
  killed(&a);
  struct program b = start(1, HK_POWER_AUTO), c = start(0, HK_POWER_AUTO);
  CHECK(b.backend == HK_POWER_CPUFREQ && b.messages == 0);
  let_change(&b);
  check_refused(&c, &b);
  let_end(&b);
  let_end(&c);
  end(isOurs);
}

static int restore(void) {
  char folder[400], name[] = "restore";
  const struct hki_files plain = {machine_tree.root, &hki_system_calls};
  snprintf(folder, sizeof folder, "--folder=%s", machine_tree.folder);
  char *arguments[] = {name, folder, NULL};
  FILE *out = fopen("/dev/null", "w");
  CHECK(out);
  /* With the kernel of this machine. */
  struct hki_files files = {plain.root, power_files()->calls};
  int status = hkt_restore_of(&files, 2, arguments, out);
  fclose(out);
  return status;
}

/* Both, and nobody is left to put back: `hocket restore` does. */
static void both_killed(bool isOurs) {
  begin(isOurs);
  struct program a = start(0, HK_POWER_AUTO), b = start(1, HK_POWER_AUTO);
  let_change(&a);
  check_refused(&b, &a);
  kill_with_watchdog(&a);
  kill_with_watchdog(&b);
  CHECK(fake_journals(&machine_tree) > 0);
  CHECK(policy_is("policy0", "scaling_cur_freq", "1000000"));
  CHECK(restore() == 0 && fake_journals(&machine_tree) == 0);
  check_as_before(isOurs);
  fake_remove(&machine_tree);
}

/* What a dead one has left cannot be put back now: nobody builds on it. */
static void left_changed(void) {
  begin(false);
  struct program a = start(0, HK_POWER_AUTO);
  kill_with_watchdog(&a);
  power_fault = (struct power_fault){.path = "_governor", .error = -EIO};
  struct program b = start(1, HK_POWER_AUTO);
  check_refused(&b, &a);
  power_fault = (struct power_fault){0};
  struct program c = start(1, HK_POWER_AUTO);
  CHECK(c.backend == HK_POWER_CPUFREQ);
  let_end(&b);
  let_end(&c);
  end(false);
}

/* A clock of its own is not refused, nor one that its program had to leave. */
static void others_are_free(void) {
  begin(false);
  struct program a = start(0, HK_POWER_AUTO), b = start(3, HK_POWER_AUTO);
  CHECK(a.backend == HK_POWER_CPUFREQ && b.backend == HK_POWER_CPUFREQ);
  let_end(&a);
  let_end(&b);
  power_fault = (struct power_fault){
      .path = "_governor", .error = -EACCES, .is_open = true};
  struct program c = start(0, HK_POWER_CPUFREQ);
  CHECK(c.backend == HK_POWER_NONE && strstr(c.said, "Permission denied"));
  power_fault = (struct power_fault){0};
  struct program d = start(1, HK_POWER_AUTO);
  CHECK(d.backend == HK_POWER_CPUFREQ && d.messages == 0);
  let_end(&c);
  let_end(&d);
  end(false);
}

/* Two parts of one program are no better than two programs. */
static void within_one_program(void) {
  begin(false);
  struct hk_power *first = open_on(0, HK_POWER_AUTO);
  struct hk_power *second = open_on(1, HK_POWER_LIMITS);
  CHECK(backend_of(second, 1) == HK_POWER_NONE && power_messages == 1);
  CHECK(was_said("the clock of processors 0-1 is set by another part of this "
                 "program"));
  hk_power_close(first);
  CHECK(hk_power_point(second, 1, 0) == 0);
  struct hk_power *third = open_on(1, HK_POWER_LIMITS);
  CHECK(backend_of(third, 1) == HK_POWER_LIMITS);
  hk_power_close(third);
  hk_power_close(second);
  end(false);
}

/* An ordinary user's program sees root's claims, which are in root's folder. */
static void hold_as_root(int words, int orders) {
  struct hk_power_options options = {0};
  struct hk_power *power;
  char byte;
  CHECK(hki_power_open(NULL, &options,
                       hki_power_machine_new(power_files(), NULL),
                       &power) == 0);
  byte = backend_of(power, 0) == HK_POWER_CPUFREQ;
  CHECK(write(words, &byte, 1) == 1);
  CHECK(read(orders, &byte, 1) == 0);
  hk_power_close(power);
  exit(0);
}

static void try_as_user(void) {
  CHECK(setgid(65534) == 0 && setuid(65534) == 0);
  strcat(machine_tree.folder, "-of-user");
  struct hk_power *power = open_on(1, HK_POWER_AUTO);
  CHECK(backend_of(power, 1) == HK_POWER_NONE && power_messages == 1);
  CHECK(was_said("the clock of processors 0-1 belongs to another program"));
  hk_power_close(power);
}

static void root_and_user(void) {
  int words[2], orders[2];
  char byte = 0;
  if (geteuid() != 0)
    return;
  begin(false);
  CHECK(chmod(machine_tree.root, 0777) == 0);
  CHECK(pipe(words) == 0 && pipe(orders) == 0);
  pid_t root = fork();
  CHECK(root >= 0);
  if (root == 0) {
    close(orders[1]);
    hold_as_root(words[1], orders[0]);
  }
  CHECK(read(words[0], &byte, 1) == 1 && byte);
  CHECK(in_child(try_as_user) == 0);
  close(orders[1]);
  int status;
  CHECK(waitpid(root, &status, 0) == root && status == 0);
  close(orders[0]);
  close(words[0]);
  close(words[1]);
  end(false);
}

/* Of many at the same moment one gets it. */
static void at_the_same_time(void) {
  enum { PROGRAMS = 8 };
  int gate[2], words[2], stay[2];
  unsigned char had;
  unsigned winners = 0;
  begin(false);
  CHECK(pipe(gate) == 0 && pipe(words) == 0 && pipe(stay) == 0);
  for (unsigned i = 0; i < PROGRAMS; i++)
    if (fork() == 0) {
      close(gate[1]);
      close(stay[1]);
      CHECK(read(gate[0], &had, 1) == 0);
      struct hk_power *power =
          open_on(i % 2, i % 3 ? HK_POWER_AUTO : HK_POWER_LIMITS);
      had = backend_of(power, i % 2) != HK_POWER_NONE;
      CHECK(write(words[1], &had, 1) == 1);
      CHECK(read(stay[0], &had, 1) == 0);
      if (i % 2) /* the others at exit */
        hk_power_close(power);
      exit(0);
    }
  close(gate[1]);
  for (unsigned i = 0; i < PROGRAMS; i++) {
    CHECK(read(words[0], &had, 1) == 1);
    winners += had;
  }
  CHECK(winners == 1);
  close(stay[1]);
  for (unsigned i = 0; i < PROGRAMS; i++) {
    int status;
    CHECK(wait(&status) > 0 && status == 0);
  }
  close(gate[0]);
  close(stay[0]);
  close(words[0]);
  close(words[1]);
  end(false);
}

int main(int argc, char **argv) {
  unsigned rounds = argument(argc, argv, 20);
  leave_no_core_file();
  for (unsigned isOurs = 0; isOurs < 2; isOurs++) {
    one_after_the_other(HK_POWER_AUTO, HK_POWER_AUTO, isOurs);
    one_after_the_other(HK_POWER_AUTO, HK_POWER_LIMITS, isOurs);
    one_after_the_other(HK_POWER_LIMITS, HK_POWER_AUTO, isOurs);
    one_after_the_other(HK_POWER_MMIO, HK_POWER_AUTO, isOurs);
    one_after_the_other(HK_POWER_LIMITS, HK_POWER_MMIO, isOurs);
    for (unsigned i = 0; i < rounds; i++) {
      handed_on(end_by_kill, isOurs);
      handed_on(kill_with_watchdog, isOurs);
      both_killed(isOurs);
    }
  }
  left_changed();
  others_are_free();
  within_one_program();
  root_and_user();
  for (unsigned i = 0; i < rounds; i++)
    at_the_same_time();
  return 0;
}
