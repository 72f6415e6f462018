/* SPDX-License-Identifier: Apache-2.0
 *
 * Of undo.h: outcomes in words. strerror is not for the watchdog, so errors
 * have their names here.
 */
#include "machine/restore/undo.h"

#include <errno.h>

static const char *error_name(int error) {
  static const struct {
    int error;
    const char *name;
  } names[] = {
      {EACCES, "EACCES"},       {EAGAIN, "EAGAIN"}, {EBUSY, "EBUSY"},
      {EFBIG, "EFBIG"},         {EINVAL, "EINVAL"}, {EIO, "EIO"},
      {ENODEV, "ENODEV"},       {ENOENT, "ENOENT"}, {ENOSPC, "ENOSPC"},
      {EPERM, "EPERM"},         {EROFS, "EROFS"},   {ESRCH, "ESRCH"},
      {ENOTEMPTY, "ENOTEMPTY"},
  };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].error == -error)
      return names[i].name;
  return NULL;
}

static void add_error(struct hki_line *line, int error) {
  const char *name = error_name(error);
  hki_line_add(line, name ? name : "error ");
  if (!name)
    hki_line_add_number(line, (unsigned long long)-error);
}

static void add_quoted(struct hki_line *line, const char *text) {
  hki_line_add(line, "'");
  hki_line_add(line, text);
  hki_line_add(line, "'");
}

static void add_subject(struct hki_line *line,
                        const struct hki_change *change) {
  if (change->kind == HKI_AFFINITY) {
    hki_line_add(line, "affinity of thread ");
    hki_line_add_number(line, change->tid);
  } else if (change->kind == HKI_CLAIM || change->kind == HKI_CLOCK_CLAIM) {
    hki_line_add(line, change->kind == HKI_CLAIM
                           ? "claim of processors "
                           : "claim of the clock of processors ");
    hki_line_add(line, change->wanted);
  } else {
    hki_line_add(line, change->path);
  }
  hki_line_add(line, ": ");
}

static void add_put_back(struct hki_line *line,
                         const struct hki_change *change) {
  if (change->kind == HKI_FOLDER) {
    hki_line_add(line, "control group removed");
  } else if (change->kind == HKI_CLAIM || change->kind == HKI_CLOCK_CLAIM) {
    hki_line_add(line, "given up");
  } else {
    hki_line_add(line, "put back to ");
    add_quoted(line, change->old);
  }
}

static void add_failure(struct hki_line *line,
                        const struct hki_undone *undone) {
  const struct hki_change *change = undone->change;
  if (change->kind == HKI_FOLDER) {
    hki_line_add(line, "control group cannot be removed: ");
  } else {
    hki_line_add(line, "cannot be put back to ");
    add_quoted(line, change->old);
    hki_line_add(line, ": ");
  }
  if (undone->error) {
    add_error(line, undone->error);
  } else {
    hki_line_add(line, "then reads ");
    add_quoted(line, undone->found);
  }
}

void hki_undo_explain(const struct hki_undone *undone, struct hki_line *line) {
  const struct hki_change *change = undone->change;
  add_subject(line, change);
  switch (change->outcome) {
  case HKI_PENDING:
    hki_line_add(line, "to be put back");
    break;
  case HKI_PUT_BACK:
    add_put_back(line, change);
    break;
  case HKI_LEFT:
    hki_line_add(line, "left at ");
    add_quoted(line, undone->found);
    hki_line_add(line, ", which something else has set since");
    break;
  case HKI_GONE:
    hki_line_add(line, "no longer there");
    break;
  case HKI_FAILED:
    add_failure(line, undone);
    break;
  }
}
