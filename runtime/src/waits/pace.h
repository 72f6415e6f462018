/* SPDX-License-Identifier: Apache-2.0
 *
 * How long a thread looks for a signal before it sleeps, when each core has a
 * processor. On a quiet machine, long: the signaller runs, and a wake-up costs
 * more than looking. Beside other programs, next to not at all: the signaller
 * has lost its processor for milliseconds as a rule, and who spins through that
 * uses up the time that the scheduler owes the thread; who sleeps is let in at
 * once when woken, so that the threads of a region come to run at the same
 * time.
 *
 * Each thread finds out for itself which of the two it is: between two looks
 * it was awake for so long, and had a processor for so long; what is missing,
 * other threads had. (Ousterhout, Scheduling techniques for concurrent systems,
 * 1982, for two-phase waiting; Karlin et al., Empirical studies of competitive
 * spinning, 1991, for how long.)
 */
#pragma once

/* Nanoseconds: beside other programs a signal comes at once or after a time
 * slice; and when they seem to be gone. */
enum { HKI_SPIN_BUSY = 1000, HKI_SPIN_TRIAL = 20 * 1000 };

enum hki_pace_state { HKI_QUIET, HKI_BUSY_MACHINE, HKI_TRIAL };

struct hki_pace {
  unsigned long long since;  /* the last look; 0: none yet */
  unsigned long long had;    /* thread's processor time then */
  unsigned long interrupted; /* how often others had taken it by then */
  unsigned long long slept;  /* since then */
  unsigned period;           /* ns to the next look while busy */
  enum hki_pace_state state;
};

/* What the thread spins now, where `usual` is right on a quiet machine. */
unsigned hki_pace_spin(const struct hki_pace *pace, unsigned usual);

/* The system's account of the calling thread. */
struct hki_account {
  unsigned long long had;
  unsigned long interrupted;
};

/* Between a spin that was in vain and a sleep. `account` is called only where a
 * look is due. */
void hki_pace_look(struct hki_pace *pace, unsigned long long now,
                   struct hki_account (*account)(void));
