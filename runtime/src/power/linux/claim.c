/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock is set by one program. Two that set the clock of different cores that
 * share it would write the same files, and each would put back at its end what
 * the other had set. So before anything of a clock is changed, or even read to
 * be put back, it is claimed in the journal for all cores that share it, also
 * those that this program does not use; who comes second leaves it alone.
 *
 * Not combined by maximum, as within a program: that would need a program that
 * outlives the others.
 */
#include "power/linux/claim.h"

#include "power/linux/machine.h"
#include "power/linux/policies.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_ROOM = 128 };

static int ascending(const void *a, const void *b) {
  unsigned first = *(const unsigned *)a, second = *(const unsigned *)b;
  return (first > second) - (first < second);
}

/* Adds those of `more` that a journal can name. */
static unsigned add(unsigned *cpus, unsigned count, const unsigned *more,
                    unsigned length) {
  for (unsigned i = 0; i < length && count < HKI_MOST_CPUS; i++)
    if (more[i] < HKI_MOST_CPUS)
      cpus[count++] = more[i];
  return count;
}

/* All cores of the clock, in order: those of its cpufreq policies, and of its
 * frequency domain if that is set without them. */
static unsigned cores_of(const struct hki_clock *clock, unsigned *cpus) {
  struct hki_policies policies;
  unsigned count = 0, kept = 0;
  bool has_policies = hki_policies_of(clock, &policies) == 0;
  for (unsigned i = 0; has_policies && i < policies.count; i++) {
    unsigned *cores;
    unsigned length = hki_policy_cores(&clock->power->machine->files,
                                       policies.number[i], &cores);
    count = add(cpus, count, cores, length);
    free(cores);
  }
  if (clock->domain && (!has_policies || clock->domain->register_count))
    count = add(cpus, count, clock->domain->cpus, clock->domain->cpu_count);
  qsort(cpus, count, sizeof *cpus, ascending);
  for (unsigned i = 0; i < count; i++)
    if (!kept || cpus[i] != cpus[kept - 1])
      cpus[kept++] = cpus[i];
  return kept;
}

static void say_whose(const struct hki_clock *clock,
                      struct hki_journal *journal, const unsigned *cpus,
                      unsigned count) {
  char list[LIST_ROOM];
  struct hki_holder holder = hki_journal_holder(journal);
  if (hki_files_print_cpus(cpus, count, list, sizeof list) < 0)
    snprintf(list, sizeof list, "%u and others", cpus[0]);
  if (holder.pid == (long)getpid())
    hki_power_say(clock,
                  "the clock of processors %s is set by another part of this "
                  "program",
                  list);
  else
    hki_power_say(clock,
                  "the clock of processors %s belongs to another program: "
                  "'%s', process %ld",
                  list, holder.name, holder.pid);
}

int hki_clock_claim(struct hki_clock *clock) {
  if (clock->claim > 0)
    return 0;
  if (clock->claim == HKI_CLAIM_REFUSED)
    return -EBUSY; /* which has been said */
  struct hki_journal *journal = hki_power_journal(clock);
  unsigned *cpus = journal ? malloc(HKI_MOST_CPUS * sizeof *cpus) : NULL;
  if (!cpus)
    return journal ? -ENOMEM : -EROFS;
  unsigned count = cores_of(clock, cpus);
  int claim = hki_journal_claim_clock(journal, cpus, count);
  if (claim == -EBUSY) {
    clock->claim = HKI_CLAIM_REFUSED;
    say_whose(clock, journal, cpus, count);
  } else if (claim < 0) {
    hki_power_say(clock, "its clock cannot be claimed: %s", strerror(-claim));
  } else {
    clock->claim = claim;
  }
  free(cpus);
  return claim < 0 ? claim : 0;
}

void hki_clock_give_up(struct hki_clock *clock) {
  struct hki_journal *journal =
      clock->claim > 0 ? hki_power_journal(clock) : NULL;
  if (journal) {
    hki_journal_give_up_clock(journal, clock->claim);
    clock->claim = 0;
  }
}
