/* SPDX-License-Identifier: Apache-2.0
 *
 * hocket doctor: what this user may do with this machine. A table of probes,
 * each of which looks at one interface and fills in a finding. Nothing is
 * changed: files are opened for writing where that says what access(2) does not
 * (a read-only mount, a security module), and are not written.
 */
#pragma once

#include "reserve/look/cpus.h"

#include <stdbool.h>
#include <stdio.h>

enum hkt_answer { HKT_NO, HKT_PARTLY, HKT_YES };

struct hkt_finding {
  enum hkt_answer answer;
  char why[320];   /* what was found */
  char grant[640]; /* the exact command, rule or parameter; "": none is needed,
                     or there is none */
};

struct hkt_machine {
  const struct hki_files *files;
  const char *folder; /* of the journals; NULL: this user's */
  struct hki_cpus online;
  char cores[HKI_CPUS_TEXT]; /* a list: those that would be reserved */
  unsigned first;            /* of them */
  bool nice, lock, perfmon;  /* CAP_SYS_NICE, CAP_IPC_LOCK, CAP_PERFMON */
  bool admin;                /* CAP_SYS_ADMIN */
};

struct hkt_probe {
  const char *name; /* stable: of the JSON output */
  const char *what;
  void (*look)(const struct hkt_machine *machine, struct hkt_finding *finding);
};

/* Each ends with a probe without a name. */
extern const struct hkt_probe hkt_machine_probes[];
extern const struct hkt_probe hkt_core_probes[];
extern const struct hkt_probe hkt_clock_probes[];
extern const struct hkt_probe hkt_other_probes[];
extern const struct hkt_probe hkt_program_probes[];

/* Fill in a finding, each text like printf. */
void hkt_answer(struct hkt_finding *finding, enum hkt_answer answer,
                const char *why, ...) __attribute__((format(printf, 3, 4)));
void hkt_grant(struct hkt_finding *finding, const char *how, ...)
    __attribute__((format(printf, 2, 3)));
/* By whether the file may be written: yes, or no with the reason. Returns
 * whether it may. */
bool hkt_answer_by(const struct hkt_machine *machine,
                   struct hkt_finding *finding, const char *path);

/* The command; see struct hkt_command. */
int hkt_doctor(int argc, char **argv);

/* The same, of another machine than this and to another file. */
int hkt_doctor_of(const struct hki_files *files, int argc, char **argv,
                  FILE *out);
