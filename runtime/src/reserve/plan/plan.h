/* SPDX-License-Identifier: Apache-2.0
 *
 * A plan: the steps that reserve processors at one level, as plain data. It is
 * made by looking at the machine alone (level.h), so it can be printed
 * (--dry-run) without a change; carrying it out goes step by step through the
 * journal, and what the machine says then counts, not what was planned.
 */
#pragma once

#include "reserve/look/cpus.h"

#include "hocket/reserve.h"

struct hki_files;

enum hki_step_kind {
  HKI_STEP_FOLDER,    /* make the control group `path`; in the end its tasks go
                         to the group `value`, NULL: to the one above it */
  HKI_STEP_ENABLE,    /* "+cpuset" to the cgroup.subtree_control `path` */
  HKI_STEP_WRITE,     /* `value` to `path` */
  HKI_STEP_PARTITION, /* the same; it must then read as `value` */
  HKI_STEP_MOVE,      /* the program `task` to the list of tasks `path` */
  HKI_STEP_MOVE_REST, /* all tasks listed in `old` to `path`, but `task`'s */
  HKI_STEP_AFFINITY,  /* the affinity mask of thread `task` becomes `value` */
  HKI_STEP_FIFO,      /* SCHED_FIFO for `task`, priority `value` */
  HKI_STEP_REPLUG,    /* '0' and then '1' to the cpuN/online `path` */
};

/* What a step is for: failures are counted and told by purpose. */
enum hki_purpose {
  HKI_FOR_PROGRAM, /* the level itself: all of these are needed */
  HKI_FOR_OTHERS,  /* other tasks keep off */
  HKI_FOR_WORKQUEUES,
  HKI_FOR_IRQS,
  HKI_FOR_KTHREADS,
  HKI_FOR_TIMERS,
  HKI_FOR_FIFO,
  HKI_PURPOSES
};

struct hki_step {
  enum hki_step_kind kind;
  enum hki_purpose purpose;
  bool needed; /* the level cannot do without it */
  int task;    /* process or thread, by kind */
  char *path;  /* NULL where there is none */
  char *old;   /* as found while planning; NULL where there is none, as in a
                  group that the plan has made */
  char *value;
};

struct hki_plan {
  enum hk_reserve_level level; /* never off or auto */
  struct hki_step *steps;
  unsigned count, room;
  bool forbidden[HKI_PURPOSES]; /* there was something to do, and no permission
                                 */
  bool short_of_memory;         /* steps are missing: not to be carried out */
  char why_not[256];            /* "": the plan can be carried out */
};

/* What plans are made from. */
struct hki_reserve_ask {
  const struct hki_files *files;
  struct hki_cpus cpus; /* to reserve */
  struct hki_cpus keep; /* stay with the system: not empty, apart from cpus */
  int process;          /* whose cores these will be */
  bool self;            /* it is the process that reserves */
  bool pinned;          /* it pins its threads */
  bool replug;
  bool may_nice;      /* CAP_SYS_NICE: may set the affinity of others' tasks */
  int fifo;           /* 0: none */
  const char *within; /* NULL: anywhere */
};

/* Whether the file may be written; if not, that is kept in `forbidden`. */
bool hki_plan_may_write(struct hki_plan *plan, const struct hki_files *files,
                        enum hki_purpose purpose, const char *path);
void hki_plan_free(struct hki_plan *plan);

/* Adds a step; the texts are copied, NULL is none. */
void hki_plan_add(struct hki_plan *plan, const struct hki_step *step);
/* Says why this plan cannot be; the first reason stays. */
void hki_plan_refuse(struct hki_plan *plan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One line without a newline: "write '1' to /sys/... (was '0'): timers". */
void hki_step_describe(const struct hki_step *step, char *text, size_t room);
const char *hki_purpose_name(enum hki_purpose purpose);

/* The name of the control group of a process's reservation, "hocket-PID", and
 * room for it and what the groups beside it add. */
enum { HKI_GROUP_NAME = 64 };
void hki_group_name(const struct hki_reserve_ask *ask, const char *more,
                    char name[HKI_GROUP_NAME]);
