/* SPDX-License-Identifier: Apache-2.0
 *
 * Errors and races around the journal, in a fake machine: what is refused is
 * not changed, what is lost is told, what is busy is tried again, and a journal
 * that cannot be written keeps the machine as it is.
 */
#include "fake_tree.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"

#define POLICY "/sys/devices/system/cpu/cpufreq/policy0/"
#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define CPUSET "/sys/fs/cgroup/cpuset"

static struct fake_tree tree;
static struct hki_journal *journal;
static unsigned outcomes[HKI_FAILED + 1];
static char said[4096];

static void hear(void *context, const struct hki_undone *undone) {
  (void)context;
  outcomes[undone->change->outcome]++;
  size_t length = strlen(said);
  struct hki_line line = hki_line_in(said + length, sizeof said - length);
  hki_undo_explain(undone, &line);
  hki_line_add(&line, "\n");
}

static void begin(void) {
  tree = fake_tree();
  memset(outcomes, 0, sizeof outcomes);
  said[0] = 0;
  fake_kernel = NULL;
  fake_fault.path = NULL;
  fake_paused = 0;
  fake_put(&tree, POLICY "scaling_governor", "schedutil");
  fake_put(&tree, POLICY "scaling_setspeed", "<unsupported>");
  fake_put(&tree, POLICY "scaling_min_freq", "200000");
  fake_put(&tree, POLICY "scaling_max_freq", "1400000");
  fake_put(&tree, ONLINE, "1");
  fake_put(&tree, CPUSET "/cpuset.cpus", "0-3");
  fake_put(&tree, CPUSET "/tasks", "");
  CHECK(hki_journal_open(&journal, fake_files(&tree), tree.folder) == 0);
  hki_journal_listen(journal, hear, NULL);
}

static void end(void) {
  fake_fault.path = NULL;
  hki_journal_close(journal);
  CHECK(fake_journals(&tree) == 0);
  fake_remove(&tree);
}

/* Writes that fail leave what was there, and nothing to be put back. */
static void refused_writes(void) {
  static const struct fake_fault faults[] = {
      {FAKE_WRITE, "/scaling_governor", -EINVAL, 0, 1, NULL},
      {FAKE_WRITE, "/scaling_governor", -EBUSY, 0, 1, NULL},
      {FAKE_WRITE, "/scaling_governor", 0, 0, 1, NULL}, /* a short one */
      {FAKE_OPEN, "/scaling_governor", -EACCES, 2, 1, NULL},
      {FAKE_OPEN, "/scaling_governor", -ENOENT, 2, 1, NULL},
  };
  static const int results[] = {-EINVAL, -EBUSY, -EIO, -EACCES, -ENOENT};
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
    begin();
    fake_fault = faults[i];
    CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
          results[i]);
    CHECK(!fake_fault.path); /* it has struck */
    CHECK(fake_is(&tree, POLICY "scaling_governor", "schedutil"));
    CHECK(hki_journal_holder(journal).pid == 0);
    /* Nothing is left to be put back: what others set now is theirs. */
    fake_put(&tree, POLICY "scaling_governor", "powersave");
    CHECK(hki_journal_restore(journal) == 0);
    CHECK(fake_is(&tree, POLICY "scaling_governor", "powersave"));
    CHECK(outcomes[HKI_LEFT] == 0 && outcomes[HKI_PUT_BACK] == 0);
    end();
  }
}

/* A second value that is refused: the first one is still ours. */
static void refused_again(void) {
  begin();
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
        0);
  fake_fault =
      (struct fake_fault){FAKE_OPEN, "/scaling_governor", -EACCES, 0, 1, NULL};
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "bad") ==
        -EACCES);
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_governor", "schedutil"));
  CHECK(outcomes[HKI_PUT_BACK] == 1);
  end();
}

/* Where the journal cannot be written, the machine stays as it is. */
static void journal_unwritable(void) {
  static const int errors[] = {-ENOSPC, -EDQUOT, 0 /* a short write */};
  for (unsigned i = 0; i < 3; i++) {
    begin();
    CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
    fake_fault =
        (struct fake_fault){FAKE_WRITE, ".journal", errors[i], 0, 1, NULL};
    CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "5") ==
          (errors[i] ? errors[i] : -ENOSPC));
    CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
    fake_fault = (struct fake_fault){FAKE_WRITE, ".journal", 0, 0, 1, NULL};
    CHECK(hki_journal_make_folder(journal, CPUSET "/h") == -ENOSPC);
    CHECK(!hki_files_exists(&tree.files, CPUSET "/h"));
    /* It can be written again, and is whole. */
    CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "6") == 0);
    CHECK(hki_journal_restore(journal) == 0);
    CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
    CHECK(fake_is(&tree, ONLINE, "1"));
    end();
  }
}

/* Somebody has put another file in its place, or has written to it. */
static void journal_of_others(void) {
  begin();
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  FILE *file = fopen(journal->path, "a");
  CHECK(file && fputs("x", file) >= 0 && fclose(file) == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "5") == -EBADMSG);
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(truncate(journal->path, journal->length) == 0);
  char other[HKI_PATH_ROOM + 2];
  snprintf(other, sizeof other, "%s.x", journal->path);
  CHECK(rename(journal->path, other) == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "5") == -ENOENT);
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(rename(other, journal->path) == 0);
  end();
  CHECK(outcomes[HKI_PUT_BACK] == 1);
}

static void vanished(void) {
  begin();
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "5") == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_min_freq", "6") == 0);
  CHECK(hki_journal_make_folder(journal, CPUSET "/h") == 0);
  fake_take(&tree, POLICY "scaling_max_freq");
  fake_take(&tree, CPUSET "/h");
  /* This one goes between the look and the write. */
  fake_fault =
      (struct fake_fault){FAKE_OPEN, "/scaling_min_freq", -ENOENT, 1, 1, NULL};
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(outcomes[HKI_GONE] == 3);
  CHECK(!strcmp(said, CPUSET "/h: no longer there\n" POLICY
                             "scaling_min_freq: no longer there\n" POLICY
                             "scaling_max_freq: no longer there\n"));
  end();
}

static void busy(void) {
  begin();
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  fake_fault = (struct fake_fault){FAKE_WRITE, "/online", -EBUSY, 0, 7, NULL};
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, ONLINE, "1") && outcomes[HKI_PUT_BACK] == 1);
  CHECK(fake_paused > 0 && !fake_fault.path);
  end();
}

/* For good, that is until the fault is mended. The journal stays. */
static void refused_restore(void) {
  begin();
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "5") == 0);
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  fake_fault = (struct fake_fault){FAKE_WRITE, "/online", -EBUSY, 0, 0, NULL};
  CHECK(hki_journal_restore(journal) == -EIO);
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(outcomes[HKI_FAILED] == 1 && outcomes[HKI_PUT_BACK] == 1);
  CHECK(strstr(said, ONLINE ": cannot be put back to '1': EBUSY\n"));
  CHECK(fake_journals(&tree) == 1);
  fake_fault.path = NULL;
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, ONLINE, "1"));
  end();
}

/* What depends on another file that comes later is tried again. */
static void dependent(void) {
  begin();
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "5") == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_min_freq", "6") == 0);
  fake_fault =
      (struct fake_fault){FAKE_WRITE, "/scaling_min_freq", -EINVAL, 0, 1, NULL};
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(outcomes[HKI_PUT_BACK] == 2 && outcomes[HKI_FAILED] == 0);
  CHECK(fake_is(&tree, POLICY "scaling_min_freq", "200000"));
  end();
}

/* The kernel takes a value but makes another of it, or adds why not. */
static void clamp(const char *path, const char *text) {
  if (fake_ends(path, "/scaling_max_freq") && strcmp(text, "1400000") != 0)
    fake_put(&tree, POLICY "scaling_max_freq", "1300000");
}

static void clamped(void) {
  begin();
  fake_kernel = clamp;
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "9999999") == 1);
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(outcomes[HKI_PUT_BACK] == 1);
  end();
}

static void sticky(const char *path, const char *text) {
  if (fake_ends(path, "/scaling_max_freq") && !strcmp(text, "1400000"))
    fake_put(&tree, POLICY "scaling_max_freq", "1200000");
}

static void clamped_restore(void) {
  begin();
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "9") == 0);
  fake_kernel = sticky; /* the chip has got hot */
  CHECK(hki_journal_restore(journal) == -EIO);
  CHECK(strstr(said, "cannot be put back to '1400000': then reads '1200000'"));
  fake_kernel = NULL;
  end();
}

/* As cpufreq's: setspeed is there under `userspace` alone, and starts anew. */
static void cpufreq(const char *path, const char *text) {
  if (!fake_ends(path, "/scaling_governor"))
    return;
  fake_put(&tree, POLICY "scaling_setspeed",
           strcmp(text, "userspace") ? "<unsupported>" : "1000000");
}

static void governor_to_userspace(void) {
  begin();
  fake_kernel = cpufreq;
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
        0);
  CHECK(hki_journal_note(journal, POLICY "scaling_setspeed") == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_setspeed", "300000") == 0);
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_governor", "schedutil"));
  CHECK(outcomes[HKI_PUT_BACK] == 3);
  end();
}

/* The other way round the speed is lost, unless it is noted before. */
static void governor_from_userspace(void) {
  begin();
  fake_put(&tree, POLICY "scaling_governor", "userspace");
  fake_put(&tree, POLICY "scaling_setspeed", "700000");
  fake_kernel = cpufreq;
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "performance") ==
        0);
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_governor", "userspace"));
  CHECK(fake_is(&tree, POLICY "scaling_setspeed", "700000"));
  end();
}

/* Somebody has set another governor, under which there is no speed. */
static void governor_under_us(void) {
  begin();
  fake_kernel = cpufreq;
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
        0);
  CHECK(hki_journal_note(journal, POLICY "scaling_setspeed") == 0);
  fake_put(&tree, POLICY "scaling_governor", "ondemand");
  fake_put(&tree, POLICY "scaling_setspeed", "<unsupported>");
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_governor", "ondemand"));
  CHECK(outcomes[HKI_LEFT] == 2);
  end();
}

/* Version 1 of cpuset takes an offline processor from its groups for good. */
static void hotplug(const char *path, const char *text) {
  if (!fake_ends(path, "/cpu1/online") || strcmp(text, "0") != 0)
    return;
  fake_put(&tree, CPUSET "/a/cpuset.cpus", "0");
  fake_put(&tree, CPUSET "/a/b/cpuset.cpus", "");
  fake_put(&tree, "/proc/irq/17/smp_affinity_list", "0-3");
}

static void begin_hotplug(void) {
  begin();
  fake_kernel = hotplug;
  fake_put(&tree, CPUSET "/a/cpuset.cpus", "0-1");
  fake_put(&tree, CPUSET "/a/b/cpuset.cpus", "1");
  fake_put(&tree, CPUSET "/a/b/tasks", "");
  fake_put(&tree, CPUSET "/c/cpuset.cpus", "2-3");
  fake_put(&tree, "/proc/irq/17/smp_affinity_list", "1");
  fake_put(&tree, "/proc/irq/18/smp_affinity_list", "0-3");
}

static void offline(void) {
  begin_hotplug();
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  CHECK(fake_is(&tree, CPUSET "/a/cpuset.cpus", "0"));
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, ONLINE, "1"));
  CHECK(fake_is(&tree, CPUSET "/a/cpuset.cpus", "0-1"));
  CHECK(fake_is(&tree, CPUSET "/a/b/cpuset.cpus", "1"));
  CHECK(fake_is(&tree, "/proc/irq/17/smp_affinity_list", "1"));
  CHECK(outcomes[HKI_PUT_BACK] == 4);
  end();
}

/* Online again while the program runs: the groups get it back at once. */
static void offline_and_online(void) {
  begin_hotplug();
  for (unsigned i = 0; i < 3; i++) {
    CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
    CHECK(fake_is(&tree, CPUSET "/a/b/cpuset.cpus", ""));
    CHECK(hki_journal_write(journal, ONLINE, "1") == 0);
    CHECK(fake_is(&tree, CPUSET "/a/cpuset.cpus", "0-1"));
    CHECK(fake_is(&tree, CPUSET "/a/b/cpuset.cpus", "1"));
  }
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  /* Its owner gives the group another processor meanwhile. */
  fake_put(&tree, CPUSET "/a/b/cpuset.cpus", "0");
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, CPUSET "/a/cpuset.cpus", "0-1"));
  CHECK(fake_is(&tree, CPUSET "/a/b/cpuset.cpus", "0"));
  end();
}

/* A group whose tasks would have to leave it. */
static void offline_refused(void) {
  begin_hotplug();
  fake_put(&tree, CPUSET "/a/b/tasks", "4711");
  CHECK(hki_journal_write(journal, ONLINE, "0") == -EBUSY);
  CHECK(fake_is(&tree, ONLINE, "1"));
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(outcomes[HKI_PUT_BACK] == 0);
  end();
}

/* A group of ours: its files go with it, its tasks go up, and what is busy at
 * first is tried again. */
static void folders(void) {
  begin();
  CHECK(hki_journal_make_folder(journal, CPUSET "/h") == 0);
  fake_put(&tree, CPUSET "/h/cpuset.cpus", "");
  fake_put(&tree, CPUSET "/h/tasks", "");
  CHECK(hki_journal_write(journal, CPUSET "/h/cpuset.cpus", "1-3") == 0);
  fake_put(&tree, CPUSET "/h/tasks", "17\n18\n19");
  fake_fault =
      (struct fake_fault){FAKE_REMOVE, CPUSET "/h", -EBUSY, 0, 4, NULL};
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(!hki_files_exists(&tree.files, CPUSET "/h"));
  CHECK(fake_is(&tree, CPUSET "/tasks", "19"));
  CHECK(outcomes[HKI_PUT_BACK] == 1 && !fake_fault.path);
  CHECK(!strcmp(said, CPUSET "/h: control group removed\n"));
  end();
}

/* Version 2, and a task that has ended before it could be moved. */
static void folders_of_version_2(void) {
  begin();
  fake_put(&tree, "/sys/fs/cgroup/cgroup.procs", "");
  CHECK(hki_journal_make_folder(journal, "/sys/fs/cgroup/h") == 0);
  fake_put(&tree, "/sys/fs/cgroup/h/cgroup.procs", "17\n18");
  fake_fault =
      (struct fake_fault){FAKE_WRITE, "group/cgroup.procs", -ESRCH, 0, 1, NULL};
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(!hki_files_exists(&tree.files, "/sys/fs/cgroup/h"));
  CHECK(fake_is(&tree, "/sys/fs/cgroup/cgroup.procs", "18"));
  end();
}

static void folder_busy_for_good(void) {
  begin();
  CHECK(hki_journal_make_folder(journal, CPUSET "/h") == 0);
  fake_fault =
      (struct fake_fault){FAKE_REMOVE, CPUSET "/h", -EBUSY, 0, 0, NULL};
  CHECK(hki_journal_restore(journal) == -EIO);
  CHECK(!strcmp(said, CPUSET "/h: control group cannot be removed: EBUSY\n"));
  end();
}

static void affinities(void) {
  begin();
  const unsigned one[] = {0}, two[] = {0, 1};
  fake_thread(&tree, 41, 1000, "0-3");
  fake_thread(&tree, 42, 1000, "0-3");
  fake_fault =
      (struct fake_fault){FAKE_AFFINITY, "/proc/41", -EINVAL, 0, 1, NULL};
  CHECK(hki_journal_affinity(journal, 41, one, 1) == -EINVAL);
  CHECK(hki_journal_affinity(journal, 41, two, 2) == 0);
  CHECK(hki_journal_affinity(journal, 42, two, 2) == 0);
  CHECK(hki_journal_affinity(journal, 42, one, 1) == 0);
  fake_thread(&tree, 41, 1000, "3"); /* set by its own program */
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(outcomes[HKI_LEFT] == 1 && outcomes[HKI_PUT_BACK] == 1);
  CHECK(!strcmp(said,
                "affinity of thread 42: put back to '0-3'\n"
                "affinity of thread 41: left at '3', which something else has "
                "set since\n"));
  end();
}

int main(void) {
  refused_writes();
  refused_again();
  journal_unwritable();
  journal_of_others();
  vanished();
  busy();
  refused_restore();
  dependent();
  clamped();
  clamped_restore();
  governor_to_userspace();
  governor_from_userspace();
  governor_under_us();
  offline();
  offline_and_online();
  offline_refused();
  folders();
  folders_of_version_2();
  folder_busy_for_good();
  affinities();
  return 0;
}
