/* SPDX-License-Identifier: Apache-2.0
 *
 * The journal puts back what it changed, in a fake machine: values, notes,
 * control groups and affinities, in reverse order, and not what others have
 * changed since.
 */
#include "machine/journal/journal.h"
#include "fake_tree.h"

#define POLICY "/sys/devices/system/cpu/cpufreq/policy0/"
#define ONLINE "/sys/devices/system/cpu/cpu1/online"

static struct fake_tree tree;
static struct hki_journal *journal;
static unsigned outcomes[HKI_FAILED + 1];
static char said[1024];

static void hear(void *context, const struct hki_undone *undone) {
  (void)context;
  outcomes[undone->change->outcome]++;
  struct hki_line line = hki_line_in(said, sizeof said);
  hki_undo_explain(undone, &line);
}

static void begin(void) {
  tree = fake_tree();
  memset(outcomes, 0, sizeof outcomes);
  fake_put(&tree, POLICY "scaling_governor", "schedutil");
  fake_put(&tree, POLICY "scaling_setspeed", "<unsupported>");
  fake_put(&tree, POLICY "scaling_min_freq", "200000");
  fake_put(&tree, POLICY "scaling_max_freq", "1400000");
  fake_put(&tree, ONLINE, "1");
  fake_put(&tree, "/sys/fs/cgroup/cpuset/tasks", "");
  CHECK(hki_journal_open(&journal, fake_files(&tree), tree.folder) == 0);
  hki_journal_listen(journal, hear, NULL);
  CHECK(fake_journals(&tree) == 1);
}

static void end(void) {
  hki_journal_close(journal);
  CHECK(fake_journals(&tree) == 0);
  fake_remove(&tree);
}

static void values(void) {
  begin();
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
        0);
  CHECK(hki_journal_write(journal, POLICY "scaling_min_freq", "800000") == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_min_freq", "900000") == 0);
  CHECK(hki_journal_write(journal, ONLINE, "1") == 0);
  CHECK(fake_is(&tree, POLICY "scaling_min_freq", "900000"));
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_governor", "schedutil"));
  CHECK(fake_is(&tree, POLICY "scaling_min_freq", "200000"));
  CHECK(outcomes[HKI_PUT_BACK] == 2);
  /* And once more with the same journal; closing puts back. */
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  end();
}

static void unsupported(void) {
  begin();
  CHECK(hki_journal_note(journal, POLICY "scaling_setspeed") == -EOPNOTSUPP);
  CHECK(hki_journal_write(journal, POLICY "scaling_setspeed", "1") ==
        -EOPNOTSUPP);
  CHECK(hki_journal_write(journal, POLICY "none", "1") == -ENOENT);
  CHECK(hki_journal_write(journal, "/sys/../etc/passwd", "1") == -EINVAL);
  CHECK(hki_journal_write(journal, "/etc/passwd", "1") == -EINVAL);
  CHECK(hki_journal_write(journal, "sys/a", "1") == -EINVAL);
  end();
}

static void notes(void) {
  begin();
  CHECK(hki_journal_note(journal, POLICY "scaling_max_freq") == 0);
  fake_put(&tree, POLICY "scaling_max_freq", "123");
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  end();
}

static void of_others(void) {
  begin();
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
        0);
  fake_put(&tree, POLICY "scaling_governor", "powersave");
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_governor", "powersave"));
  CHECK(outcomes[HKI_LEFT] == 1);
  CHECK(!strcmp(said, POLICY "scaling_governor: left at 'powersave', which "
                             "something else has set since"));
  end();
}

static void marks(void) {
  begin();
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  unsigned mark = hki_journal_mark(journal);
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "5") == 0);
  CHECK(hki_journal_undo(journal, mark) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(fake_is(&tree, ONLINE, "0"));
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "6") == 0);
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(fake_is(&tree, ONLINE, "1"));
  end();
}

static void folders(void) {
  begin();
  CHECK(hki_journal_make_folder(journal, "/sys/fs/cgroup/cpuset/h") == 0);
  fake_put(&tree, "/sys/fs/cgroup/cpuset/h/tasks", "17");
  CHECK(hki_journal_make_folder(journal, "/sys/fs/cgroup/cpuset/h") == -EEXIST);
  CHECK(hki_journal_make_folder(journal, "/sys/no/h") == -ENOENT);
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(!hki_files_exists(&tree.files, "/sys/fs/cgroup/cpuset/h"));
  CHECK(fake_is(&tree, "/sys/fs/cgroup/cpuset/tasks", "17"));
  end();
}

static void affinities(void) {
  begin();
  const unsigned cpus[] = {0, 2, 3};
  fake_thread(&tree, 41, 1000, "0-3");
  fake_thread(&tree, 42, 1000, "0-3");
  CHECK(hki_journal_affinity(journal, 41, cpus, 3) == 0);
  CHECK(hki_journal_affinity(journal, 42, cpus, 3) == 0);
  CHECK(hki_journal_affinity(journal, 43, cpus, 3) == -ESRCH);
  char text[64];
  CHECK(hki_files_affinity(&tree.files, 41, text, sizeof text) > 0);
  CHECK(!strcmp(text, "0,2-3"));
  fake_thread(&tree, 42, 2000, "0,2-3"); /* another one with its number */
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(hki_files_affinity(&tree.files, 41, text, sizeof text) > 0);
  CHECK(!strcmp(text, "0-3"));
  CHECK(hki_files_affinity(&tree.files, 42, text, sizeof text) > 0);
  CHECK(!strcmp(text, "0,2-3"));
  CHECK(outcomes[HKI_PUT_BACK] == 1 && outcomes[HKI_GONE] == 1);
  end();
}

static void child(void) {
  CHECK(hki_journal_write(journal, ONLINE, "1") == -EPERM);
  CHECK(hki_journal_restore(journal) == -EPERM);
}

static void forks(void) {
  begin();
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  CHECK(in_child(child) == 0); /* exit handlers and all */
  CHECK(fake_is(&tree, ONLINE, "0") && fake_journals(&tree) == 1);
  CHECK(hki_journal_restore(journal) == 0);
  CHECK(fake_is(&tree, ONLINE, "1"));
  end();
}

int main(void) {
  values();
  unsupported();
  notes();
  of_others();
  marks();
  folders();
  affinities();
  forks();
  return 0;
}
