/* SPDX-License-Identifier: Apache-2.0
 *
 * Of doctor.h: what other programs have of the machine, and what those have
 * left that have ended. By the journals in this user's folder and in root's.
 */
#define _GNU_SOURCE
#include "doctor.h"

#include "machine/format/folder.h"
#include "machine/restore/report.h"
#include "machine/restore/restore.h"

#include <errno.h>
#include <string.h>

/* A walk through the journals; what is found goes into `text`. */
struct programs {
  const struct hkt_machine *machine;
  struct hki_line text;
  unsigned count;
};

static bool is_about_us(const struct programs *programs,
                        const struct hki_restore_found *found) {
  return !found->error &&
         strcmp(found->reader->root, programs->machine->files->root) == 0;
}

static void add_owner(struct hki_line *text, const struct hki_owner *owner) {
  hki_line_add(text, ": '");
  hki_line_add(text, owner->name);
  hki_line_add(text, "', process ");
  hki_line_add_number(text, owner->pid);
}

static int add_claims(void *context, const struct hki_restore_found *found) {
  struct programs *programs = context;
  if (!is_about_us(programs, found) || found->state == HKI_OWNER_DEAD ||
      found->state == HKI_OWNER_OF_OTHER_BOOT)
    return 0;
  for (unsigned i = 0; i < found->reader->count; i++) {
    const struct hki_change *change = &found->reader->changes[i];
    bool isClock = change->kind == HKI_CLOCK_CLAIM;
    if (change->outcome != HKI_PENDING ||
        (change->kind != HKI_CLAIM && !isClock))
      continue;
    hki_line_add(&programs->text, programs->count++ ? "; " : "");
    hki_line_add(&programs->text,
                 isClock ? "clock of processors " : "processors ");
    hki_line_add(&programs->text, change->wanted);
    add_owner(&programs->text, &found->reader->owner);
  }
  return 0;
}

static int add_left(void *context, const struct hki_restore_found *found) {
  struct programs *programs = context;
  bool isDamaged = found->error == -EBADMSG;
  if (!isDamaged &&
      (!is_about_us(programs, found) || found->state != HKI_OWNER_DEAD))
    return 0;
  hki_line_add(&programs->text, programs->count++ ? "; " : "");
  hki_line_add(&programs->text, isDamaged ? "damaged: " : "left");
  if (isDamaged)
    hki_line_add(&programs->text, found->path);
  else
    add_owner(&programs->text, &found->reader->owner);
  return 0;
}

typedef int adding(void *context, const struct hki_restore_found *found);

/* Goes through both folders; one that is not there has no journals. Returns the
 * error of the own one. */
static int go_through(struct programs *programs, adding *add) {
  char own[HKI_PATH_ROOM];
  int error = hki_folder_find(programs->machine->folder, own);
  if (!error)
    error = hki_restore_each(own, NULL, add, programs);
  if (!programs->machine->folder &&
      (error || strcmp(own, hki_folder_of_root) != 0))
    hki_restore_each(hki_folder_of_root, NULL, add, programs);
  return error == -ENOENT ? 0 : error;
}

static void claims(const struct hkt_machine *machine,
                   struct hkt_finding *finding) {
  char text[sizeof finding->why];
  struct programs programs = {machine, hki_line_in(text, sizeof text), 0};
  go_through(&programs, add_claims);
  if (programs.count == 0)
    hkt_answer(finding, HKT_YES, "no program has reserved any");
  else
    hkt_answer(finding, HKT_PARTLY, "%s", text);
}

static void add_line(void *context, const char *line) {
  struct hki_line *text = context;
  hki_line_add(text, text->length ? "; " : "");
  hki_line_add(text, line);
}

static void left(const struct hkt_machine *machine,
                 struct hkt_finding *finding) {
  char text[sizeof finding->why];
  struct programs programs = {machine, hki_line_in(text, sizeof text), 0};
  int error = go_through(&programs, add_left);
  if (error) {
    hkt_answer(finding, HKT_NO, "the folder of the journals: %s",
               strerror(-error));
  } else if (programs.count == 0) {
    hki_report_tell(machine->folder, true, add_line, &programs.text);
    hkt_answer(finding, HKT_YES, "nothing is left%s%s",
               programs.text.length ? "; " : "", programs.text.text);
  } else {
    hkt_answer(finding, HKT_NO, "%s", text);
    hkt_grant(finding, "hocket restore");
  }
}

const struct hkt_probe hkt_program_probes[] = {
    {"claims", "no other program has cores or clocks", claims},
    {"put-back", "what ended programs have changed is put back", left},
    {NULL, NULL, NULL},
};
