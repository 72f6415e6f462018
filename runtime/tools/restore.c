/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "restore.h"

#include "machine/format/folder.h"
#include "machine/restore/report.h"
#include "machine/restore/restore.h"

#include <errno.h>
#include <getopt.h>
#include <string.h>

enum { NOT_ALL = 2 }; /* exit status: something is not as it was */

struct run {
  const struct hki_files *files;
  FILE *out;
  bool isList, isDry;
  unsigned journals;
  int status;
};

static void print_change(void *context, const struct hki_undone *undone) {
  struct run *run = context;
  char text[2 * HKI_VALUE_ROOM + HKI_PATH_ROOM];
  struct hki_line line = hki_line_in(text, sizeof text);
  hki_undo_explain(undone, &line);
  fprintf(run->out, "  %s\n", text);
}

static const char *state_text(enum hki_owner_state state) {
  switch (state) {
  case HKI_OWNER_LIVES:
    return "runs";
  case HKI_OWNER_DEAD:
    return "has ended";
  case HKI_OWNER_OF_OTHER_BOOT:
    return "ran before this machine was started; nothing of it is left";
  case HKI_OWNER_OUT_OF_SIGHT:
    return "has a pid namespace of its own; its end cannot be seen from here";
  }
  return "";
}

/* In a dry run outcomes are what is to be expected. */
static void put_back(struct run *run, const struct hki_restore_found *found) {
  struct hki_undo undo = {.files = run->files,
                          .is_dry = run->isDry,
                          .heard = print_change,
                          .context = run};
  if (run->isDry)
    fprintf(run->out, "  what would be done:\n");
  int error = hki_restore_file(&undo, found->path);
  if (!error || error == -ENOENT) /* somebody else was faster */
    return;
  if (error == -EIO)
    fprintf(run->out, "  the rest stays in %s, for another try\n", found->path);
  else
    fprintf(run->out, "  %s: %s\n", found->path, strerror(-error));
  run->status = NOT_ALL;
}

static void print_claims(const struct run *run,
                         const struct hki_reader *reader) {
  unsigned changes = 0;
  for (unsigned i = 0; i < reader->count; i++) {
    if (reader->changes[i].outcome != HKI_PENDING)
      continue;
    const struct hki_change *change = &reader->changes[i];
    if (change->kind == HKI_CLAIM)
      fprintf(run->out, "  claims processors %s\n", change->wanted);
    else if (change->kind == HKI_CLOCK_CLAIM)
      fprintf(run->out, "  sets the clock of processors %s\n", change->wanted);
    else
      changes++;
  }
  fprintf(run->out, "  changes in force: %u\n", changes);
}

static void print_refusal(struct run *run,
                          const struct hki_restore_found *found) {
  run->status = NOT_ALL;
  fprintf(run->out, "%s: ", found->path);
  if (found->error == -EBADMSG)
    fprintf(run->out,
            "damaged at line %u; nothing was put back by it. Look at it, put "
            "back by hand what is still changed, and remove it\n",
            found->reader->line);
  else if (found->error == -EPERM)
    fprintf(run->out, "another user could have written it; left alone\n");
  else
    fprintf(run->out, "%s\n", strerror(-found->error));
}

static int look(void *context, const struct hki_restore_found *found) {
  struct run *run = context;
  const struct hki_reader *reader = found->reader;
  run->journals++;
  if (found->error) {
    print_refusal(run, found);
    return 0;
  }
  fprintf(run->out, "%s, pid %llu: %s\n", reader->owner.name, reader->owner.pid,
          state_text(found->state));
  if (strcmp(reader->root, run->files->root) != 0)
    fprintf(run->out, "  it is about the files below '%s'; left alone\n",
            reader->root);
  else if (run->isList)
    print_claims(run, reader);
  else if (found->state == HKI_OWNER_DEAD ||
           found->state == HKI_OWNER_OF_OTHER_BOOT)
    put_back(run, found);
  return 0;
}

static void print_line(void *context, const char *line) {
  const struct run *run = context;
  fprintf(run->out, "%s\n", line);
}

static int go_through(struct run *run, const char *wanted) {
  char folder[HKI_PATH_ROOM];
  int error = hki_folder_find(wanted, folder);
  if (!error) {
    hki_report_tell(folder, run->isList || run->isDry, print_line, run);
    error = hki_restore_each(folder, NULL, look, run);
  }
  if (error == -EPERM) {
    fprintf(stderr,
            "hocket restore: %s: it belongs to another user, or others may "
            "write there\n",
            folder);
    return 1;
  }
  if (error && error != -ENOENT) {
    fprintf(stderr, "hocket restore: %s: %s\n", folder, strerror(-error));
    return 1;
  }
  if (run->journals == 0)
    fprintf(run->out, "no journals in %s; nothing is to be put back\n", folder);
  return run->status;
}

static const char help[] =
    "usage: hocket restore [--list | --dry-run] [--folder=FOLDER]\n\n"
    "Puts back what programs have changed on this machine that ended together\n"
    "with their watchdogs.\n\n"
    "  --list           say what journals there are, and change nothing\n"
    "  --dry-run        say what would be put back, and change nothing\n"
    "  --folder=FOLDER  where the journals are\n";

int hkt_restore_of(const struct hki_files *files, int argc, char **argv,
                   FILE *out) {
  static const struct option table[] = {{"list", no_argument, NULL, 1},
                                        {"dry-run", no_argument, NULL, 2},
                                        {"folder", required_argument, NULL, 3},
                                        {"help", no_argument, NULL, 4},
                                        {NULL, 0, NULL, 0}};
  struct run run = {.files = files, .out = out};
  const char *folder = NULL;
  char name[] = "hocket restore", *own = argv[0];
  int option;
  argv[0] = name; /* that getopt's messages begin with */
  optind = 0;     /* begin anew */
  while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
    if (option == 4)
      fputs(help, out);
    if (option == 4 || option == '?')
      return option == '?';
    run.isList |= option == 1;
    run.isDry |= option == 2;
    folder = option == 3 ? optarg : folder;
  }
  argv[0] = own;
  if (optind < argc) {
    fprintf(stderr, "hocket restore: '%s' is one argument too many\n",
            argv[optind]);
    return 1;
  }
  return go_through(&run, folder);
}

int hkt_restore(int argc, char **argv) {
  return hkt_restore_of(&hki_machine, argc, argv, stdout);
}
