/* SPDX-License-Identifier: Apache-2.0
 *
 * hocket restore, in a fake machine: what a program has left that was killed
 * together with its watchdog is put back, 100 times over; a journal that is cut
 * short, damaged, forged or somebody else's is refused.
 *   restore [ROUNDS]
 */
#include "machine/restore/restore.h"
#include "fake_tree.h"
#include "machine/format/folder.h"
#include "machine/journal/journal.h"
#include "machine/journal/writer.h"
#include "tools/restore.h"

#include <signal.h>

#define POLICY "/sys/devices/system/cpu/cpufreq/policy0/"
#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define CPUSET "/sys/fs/cgroup/cpuset"

static struct fake_tree tree;
static char said[8192];

static void set_up(void) {
  tree = fake_tree();
  fake_put(&tree, POLICY "scaling_governor", "schedutil");
  fake_put(&tree, POLICY "scaling_max_freq", "1400000");
  fake_put(&tree, ONLINE, "1");
  fake_put(&tree, CPUSET "/tasks", "");
  fake_thread(&tree, 41, 1000, "0-3");
  fake_files(&tree);
}

static void check_changed(void) {
  CHECK(fake_is(&tree, POLICY "scaling_governor", "userspace"));
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "900000"));
  CHECK(fake_is(&tree, ONLINE, "0"));
  CHECK(hki_files_exists(&tree.files, CPUSET "/h"));
}

static void check_put_back(void) {
  char list[16];
  CHECK(fake_is(&tree, POLICY "scaling_governor", "schedutil"));
  CHECK(fake_is(&tree, POLICY "scaling_max_freq", "1400000"));
  CHECK(fake_is(&tree, ONLINE, "1"));
  CHECK(!hki_files_exists(&tree.files, CPUSET "/h"));
  CHECK(hki_files_affinity(&tree.files, 41, list, sizeof list) > 0);
  CHECK(!strcmp(list, "0-3"));
}

/* Makes changes of each kind; then nobody is left to put them back. */
static void die_with_watchdog(void) {
  struct hki_journal *journal;
  const unsigned cpus[] = {1, 2};
  unsigned got[2];
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == 0);
  CHECK(hki_journal_claim(journal, cpus, 2, got) == 2);
  CHECK(hki_journal_claim_clock(journal, cpus, 2) == 2);
  CHECK(hki_journal_write(journal, POLICY "scaling_governor", "userspace") ==
        0);
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "800000") == 0);
  CHECK(hki_journal_write(journal, POLICY "scaling_max_freq", "900000") == 0);
  CHECK(hki_journal_make_folder(journal, CPUSET "/h") == 0);
  fake_put(&tree, CPUSET "/h/tasks", "41");
  CHECK(hki_journal_affinity(journal, 41, cpus, 2) == 0);
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  kill(journal->watchdog, SIGKILL);
  raise(SIGKILL);
}

static void leave(void) {
  CHECK(WIFSIGNALED(in_child(die_with_watchdog)));
  CHECK(fake_journals(&tree) == 1);
  check_changed();
}

/* Runs the command; what it says is in `said`. */
static int restore(const char *option) {
  char folder[400], name[] = "restore", own[32];
  snprintf(folder, sizeof folder, "--folder=%s", tree.folder);
  snprintf(own, sizeof own, "%s", option ? option : "");
  char *arguments[] = {name, folder, option ? own : NULL, NULL};
  FILE *out = fmemopen(said, sizeof said, "w");
  CHECK(out);
  int status = hkt_restore_of(&tree.files, option ? 3 : 2, arguments, out);
  fclose(out);
  return status;
}

static void rounds_of(unsigned rounds) {
  set_up();
  for (unsigned i = 0; i < rounds; i++) {
    leave();
    CHECK(restore(NULL) == 0);
    CHECK(fake_journals(&tree) == 0);
    check_put_back();
  }
  CHECK(restore(NULL) == 0);
  CHECK(strstr(said, "no journals in "));
  fake_remove(&tree);
}

/* What was put back meanwhile: told, and then no longer. */
static void die(void) {
  struct hki_journal *journal;
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == 0);
  CHECK(hki_journal_write(journal, ONLINE, "0") == 0);
  raise(SIGKILL);
}

static void report(void) {
  set_up();
  CHECK(WIFSIGNALED(in_child(die)));
  while (fake_journals(&tree) > 0)
    usleep(200);
  CHECK(restore("--list") == 0 && strstr(said, "1 of 1 changes put back by"));
  CHECK(restore("--dry-run") == 0 && strstr(said, "1 of 1 changes put back"));
  CHECK(restore(NULL) == 0 && strstr(said, "1 of 1 changes put back by its "));
  CHECK(restore(NULL) == 0 && !strstr(said, "1 of 1"));
  fake_remove(&tree);
}

static void options(void) {
  set_up();
  CHECK(restore(NULL) == 0); /* no folder */
  leave();
  CHECK(restore("--list") == 0);
  CHECK(strstr(said, "has ended\n  claims processors 1-2\n"
                     "  sets the clock of processors 1-2\n"
                     "  changes in force: 5\n"));
  check_changed();
  CHECK(restore("--dry-run") == 0);
  CHECK(strstr(said, "what would be done:\n"));
  CHECK(strstr(said, "  " ONLINE ": put back to '1'\n"));
  CHECK(strstr(said, "  affinity of thread 41: put back to '0-3'\n"));
  check_changed();
  CHECK(restore("--help") == 0 && strstr(said, "usage: hocket restore"));
  fflush(stderr);
  CHECK(freopen("/dev/null", "w", stderr));
  CHECK(restore("--what") == 1 && restore("what") == 1);
  check_changed();
  CHECK(restore(NULL) == 0);
  check_put_back();
  fake_remove(&tree);
}

/* Something cannot be put back: it is said, and the journal stays. */
static void not_all(void) {
  set_up();
  leave();
  fake_fault =
      (struct fake_fault){FAKE_WRITE, "/scaling_max_freq", -EIO, 0, 0, NULL};
  CHECK(restore(NULL) == 2);
  CHECK(strstr(said, "scaling_max_freq: cannot be put back to '1400000': EIO"));
  CHECK(strstr(said, ONLINE ": put back to '1'"));
  CHECK(strstr(said, "for another try"));
  CHECK(fake_journals(&tree) == 1);
  fake_fault.path = NULL;
  CHECK(restore(NULL) == 0);
  check_put_back();
  fake_remove(&tree);
}

/* The journals in the folder; `each` is called with the path. */
static char journal_path[600];

static int keep_path(void *context, const struct hki_restore_found *found) {
  (void)context;
  snprintf(journal_path, sizeof journal_path, "%s", found->path);
  return 0;
}

static size_t read_journal(char *text, size_t room) {
  CHECK(hki_restore_each(tree.folder, NULL, keep_path, NULL) == 0);
  FILE *file = fopen(journal_path, "r");
  CHECK(file);
  size_t length = fread(text, 1, room, file);
  CHECK(fclose(file) == 0 && length > 0 && length < room);
  return length;
}

static void write_journal(const char *text, size_t length) {
  FILE *file = fopen(journal_path, "w");
  CHECK(file && fwrite(text, 1, length, file) == length);
  CHECK(fclose(file) == 0);
}

/* What can be read of a journal that is not whole is the begin of it. */
static void check_begin(const struct hki_reader *part,
                        const struct hki_reader *whole) {
  CHECK(part->count <= whole->count);
  for (unsigned i = 0; i < part->count; i++) {
    const struct hki_change *a = &part->changes[i], *b = &whole->changes[i];
    CHECK(a->kind == b->kind && a->tid == b->tid && a->start == b->start);
    CHECK(!a->path || !strcmp(a->path, b->path));
    CHECK(!a->old || !strcmp(a->old, b->old));
  }
}

static void cut_short(const char *text, size_t length,
                      const struct hki_reader *whole) {
  const char *lineEnd = memchr(text, '\n', length);
  for (size_t cut = 0; cut < length; cut++) {
    struct hki_reader part;
    write_journal(text, cut);
    int error = hki_reader_open(&part, journal_path, false);
    CHECK(error == (cut > (size_t)(lineEnd - text) ? 0 : -EBADMSG));
    if (error)
      continue;
    check_begin(&part, whole);
    CHECK(part.is_torn == (text[cut - 1] != '\n'));
    hki_reader_close(&part);
  }
}

static void damaged(char *text, size_t length, const struct hki_reader *whole) {
  for (size_t at = 0; at < length; at++) {
    char before = text[at];
    static const char wrong[] = {1, 2, 16, 64};
    for (unsigned i = 0; i < sizeof wrong; i++) {
      struct hki_reader part;
      text[at] = (char)(before ^ wrong[i]);
      write_journal(text, length);
      int error = hki_reader_open(&part, journal_path, false);
      /* The last newline can be missed as if the line were cut short. */
      CHECK(error == (at + 1 == length ? 0 : -EBADMSG));
      if (!error) {
        check_begin(&part, whole);
        hki_reader_close(&part);
      }
    }
    text[at] = before;
  }
}

/* A line that is missing, or is there twice. */
static void shuffled(const char *text, size_t length) {
  static char other[1 << 16];
  const char *line = memchr(text, '\n', length);
  for (; line && line + 1 < text + length;) {
    const char *next =
        memchr(line + 1, '\n', (size_t)(text + length - line - 1));
    size_t head = (size_t)(line + 1 - text), skipped = (size_t)(next - line);
    struct hki_reader part;
    memcpy(other, text, length);
    memmove(other + head + skipped, text + head, length - head);
    write_journal(other, length + skipped);
    CHECK(hki_reader_open(&part, journal_path, false) == -EBADMSG);
    memcpy(other + head, next + 1, length - head - skipped);
    write_journal(other, length - skipped);
    if (next + 1 < text + length)
      CHECK(hki_reader_open(&part, journal_path, false) == -EBADMSG);
    line = next;
  }
}

static void not_whole(void) {
  static char text[1 << 15];
  struct hki_reader whole;
  set_up();
  leave();
  size_t length = read_journal(text, sizeof text);
  CHECK(hki_reader_open(&whole, journal_path, false) == 0 && whole.count == 7);
  cut_short(text, length, &whole);
  damaged(text, length, &whole);
  shuffled(text, length);
  hki_reader_close(&whole);
  check_changed();
  /* The command refuses it and changes nothing. */
  text[length / 2] ^= 1;
  write_journal(text, length);
  CHECK(restore(NULL) == 2);
  CHECK(strstr(said, "damaged at line "));
  check_changed();
  text[length / 2] ^= 1;
  /* The end is missing: that of the last change was not made then. */
  write_journal(text, length - 3);
  CHECK(restore(NULL) == 0);
  check_put_back();
  fake_remove(&tree);
}

/* Journals with right sums and wrong contents. */
struct forged {
  struct hki_owner owner;
  const char *root;
  struct hki_record record;
};

static void forge(const struct forged *forged) {
  static char text[2 * HKI_RECORD_ROOM];
  unsigned sum = HKI_FIRST_SUM;
  char space[24], pid[24], start[24];
  snprintf(space, sizeof space, "%llu", forged->owner.space);
  snprintf(pid, sizeof pid, "%llu", forged->owner.pid);
  snprintf(start, sizeof start, "%llu", forged->owner.start);
  struct hki_record header = {
      HKI_HEADER,
      1,
      {forged->owner.boot, space, pid, start, forged->root, "name"}};
  int length = hki_record_print(&header, text, HKI_RECORD_ROOM, &sum);
  CHECK(length > 0);
  int more =
      hki_record_print(&forged->record, text + length, HKI_RECORD_ROOM, &sum);
  CHECK(more > 0);
  CHECK(mkdir(tree.folder, 0700) == 0 || errno == EEXIST);
  snprintf(journal_path, sizeof journal_path, "%s/1-1-0.journal", tree.folder);
  unlink(journal_path);
  write_journal(text, (size_t)(length + more));
}

static struct forged honest(void) {
  struct forged forged = {.root = tree.root,
                          .record = {HKI_WRITE, 1, {ONLINE, "1", "0"}}};
  CHECK(hki_owner_self(&forged.owner) == 0);
  forged.owner.start++; /* another process with our number */
  return forged;
}

static void wrong_contents(void) {
  static const struct hki_record records[] = {
      {HKI_WRITE, 1, {"/etc/passwd", "1", "0"}},
      {HKI_WRITE, 1, {"/sys/../etc/passwd", "1", "0"}},
      {HKI_WRITE, 1, {"/sys//x", "1", "0"}},
      {HKI_WRITE, 1, {"sys/x", "1", "0"}},
      {HKI_WRITE, 1, {"", "1", "0"}},
      {HKI_NOTE, 1, {"/home/x", "1"}},
      {HKI_FOLDER, 1, {"/tmp/x", ""}},
      {HKI_FOLDER, 1, {CPUSET "/h", "/tmp/x"}},
      {HKI_WRITE, 2, {ONLINE, "1", "0"}},
      {HKI_NOW, 1, {"1"}},
      {HKI_AGAIN, 0, {"1"}},
      {HKI_UNDONE, 7, {NULL}},
      {HKI_AFFINITY, 1, {"0", "1", "0-3", "1"}},
      {HKI_AFFINITY, 1, {"-1", "1", "0-3", "1"}},
      {HKI_AFFINITY, 1, {"x", "1", "0-3", "1"}},
      {HKI_AFFINITY, 1, {"99999999999999999999", "1", "0-3", "1"}},
  };
  set_up();
  fake_put(&tree, ONLINE, "0");
  for (unsigned i = 0; i < sizeof records / sizeof *records; i++) {
    struct forged forged = honest();
    forged.record = records[i];
    forge(&forged);
    CHECK(restore(NULL) == 2 && strstr(said, "damaged at line 2"));
    CHECK(fake_is(&tree, ONLINE, "0"));
  }
  struct forged forged = honest();
  forge(&forged);
  CHECK(restore(NULL) == 0 && fake_is(&tree, ONLINE, "1"));
  fake_remove(&tree);
}

static void owners(void) {
  set_up();
  fake_put(&tree, ONLINE, "0");
  struct forged forged = honest();
  forged.owner.start--; /* us, and we live */
  forge(&forged);
  CHECK(restore(NULL) == 0 && strstr(said, "runs"));
  forged = honest();
  forged.owner.space++;
  forge(&forged);
  CHECK(restore(NULL) == 0 && strstr(said, "pid namespace"));
  forged = honest();
  forged.root = "/elsewhere";
  forge(&forged);
  CHECK(restore(NULL) == 0 && strstr(said, "/elsewhere"));
  CHECK(fake_journals(&tree) == 1 && fake_is(&tree, ONLINE, "0"));
  /* After a restart of the machine nothing of it is left. */
  forged = honest();
  forged.owner.boot[0] ^= 1;
  forge(&forged);
  CHECK(restore(NULL) == 0 && strstr(said, "before this machine"));
  CHECK(fake_journals(&tree) == 0 && fake_is(&tree, ONLINE, "0"));
  fake_remove(&tree);
}

static void files_of_others(void) {
  char other[700];
  set_up();
  fake_put(&tree, ONLINE, "0");
  struct forged forged = honest();
  forge(&forged);
  CHECK(chmod(journal_path, 0666) == 0);
  CHECK(restore(NULL) == 2 && strstr(said, "another user could have"));
  CHECK(chmod(journal_path, 0600) == 0);
  if (geteuid() == 0) {
    CHECK(chown(journal_path, 65534, 65534) == 0);
    CHECK(restore(NULL) == 2 && strstr(said, "another user could have"));
    CHECK(chown(journal_path, 0, 0) == 0);
  }
  snprintf(other, sizeof other, "%s/elsewhere", tree.root);
  CHECK(rename(journal_path, other) == 0);
  CHECK(symlink(other, journal_path) == 0);
  CHECK(restore(NULL) == 2 && strstr(said, "another user could have"));
  CHECK(unlink(journal_path) == 0 && mkfifo(journal_path, 0600) == 0);
  CHECK(restore(NULL) == 2);
  CHECK(unlink(journal_path) == 0 && mkdir(journal_path, 0700) == 0);
  CHECK(restore(NULL) == 2);
  CHECK(rmdir(journal_path) == 0 && rename(other, journal_path) == 0);
  CHECK(fake_is(&tree, ONLINE, "0"));
  CHECK(restore(NULL) == 0 && fake_is(&tree, ONLINE, "1"));
  fake_remove(&tree);
}

static void folders_of_others(void) {
  char other[700], path[HKI_PATH_ROOM];
  struct hki_journal *journal;
  set_up();
  CHECK(mkdir(tree.folder, 0700) == 0);
  CHECK(chmod(tree.folder, 0777) == 0);
  CHECK(restore(NULL) == 1);
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == -EPERM);
  CHECK(chmod(tree.folder, 0700) == 0);
  snprintf(other, sizeof other, "%s/elsewhere", tree.root);
  CHECK(rename(tree.folder, other) == 0 && symlink(other, tree.folder) == 0);
  CHECK(restore(NULL) == 1);
  CHECK(hki_journal_open(&journal, &tree.files, tree.folder) == -EPERM);
  CHECK(hki_journal_open(&journal, &tree.files, "relative") == -EINVAL);
  CHECK(hki_folder_find("relative", path) == -EINVAL);
  fake_remove(&tree);
}

int main(int argc, char **argv) {
  leave_no_core_file();
  rounds_of(argument(argc, argv, 100));
  not_all();
  not_whole();
  wrong_contents();
  owners();
  files_of_others();
  report();
  options(); /* from here on stderr is closed */
  folders_of_others();
  return 0;
}
