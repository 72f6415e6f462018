/* SPDX-License-Identifier: Apache-2.0
 *
 * Frequency control. A program asks for each of its cores; cores that share a
 * clock get the highest of what they asked for. Behind one interface stand
 *
 *   cpufreq  Linux's userspace governor: scaling_setspeed, kept open
 *   limits   scaling_min_freq and scaling_max_freq, under any governor
 *   mmio     clock and voltage registers, mapped through UIO
 *   sim      a virtual clock with a log
 *   none     nothing: requests are counted
 *
 * What is refused, clamped or lost is found by reading back, reported once, and
 * the next in this list takes over. No result of a program depends on any of
 * it. Everything that is changed is put back by hk_power_close, or after the
 * program's death by its watchdog.
 *
 * Conventions as in hocket.h; `cpu` is a core as the OS numbers it.
 * hk_power(3) has the whole.
 */
#pragma once

#include "hocket/gate.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hk_power_backend {
  HK_POWER_AUTO, /* the best that works */
  HK_POWER_CPUFREQ,
  HK_POWER_LIMITS,
  HK_POWER_MMIO,
  HK_POWER_SIM,
  HK_POWER_NONE,
};

struct hk_power_options {
  enum hk_power_backend backend; /* if not HK_POWER_AUTO: this one or none */
  const unsigned *cpus;          /* the program's; clocks of others are left
                                    alone. NULL: all of the chip or machine */
  unsigned cpu_count;
  void (*report)(void *context, const char *text); /* NULL: say nothing. May be
                                          called from any thread that asks */
  void *context;
  unsigned long long (*virtual_ns)(void *context); /* the time of the back end
                                          sim; NULL: hk_clock's */
};

struct hk_power;

/* Takes the clocks of the options' cores and sets them to their highest
 * operating points. `chip` may be NULL: then clocks and points are the
 * machine's own. It must stay until hk_power_close. `options` may be NULL.
 * 0, or -ENOMEM, -EINVAL for a senseless chip or option. That the machine does
 * not let itself be changed is no failure: the back end is then none. */
int hk_power_open(const struct hk_power_chip *chip,
                  const struct hk_power_options *options,
                  struct hk_power **power);

/* The core needs at least this frequency from now on; 0 takes back what it
 * asked for. Its clock runs at the operating point at or above the highest
 * request of the cores on it, at its highest one if none of them asks. From any
 * thread, without waiting for others; a request that changes nothing makes no
 * system call. 1: the clock was changed; 0: it need not be, or another
 * thread, just changing it, sees to it, or there is no back end; -ENODEV: no
 * clock of `power`. */
int hk_power_request(struct hk_power *power, unsigned cpu, unsigned khz);

/* The same by the number of the operating point, from 0 for the lowest; a
 * greater number than there is means the highest. */
int hk_power_point(struct hk_power *power, unsigned cpu, unsigned point);

/* hk_power_request(power, cpu, 0) */
int hk_power_release(struct hk_power *power, unsigned cpu);

/* The frequency in kHz as the hardware has it now. -EAGAIN: another thread is
 * just changing it; -ENODEV; -ENOTSUP: it cannot be known. */
long hk_power_now(struct hk_power *power, unsigned cpu);

/* What a program may want to know of a core's clock. */
struct hk_power_clock {
  unsigned number;                     /* equal for cores that share a clock */
  enum hk_power_backend backend;       /* in use now */
  const struct hk_power_point *points; /* until hk_power_close */
  unsigned point_count;                /* 0: unknown */
  unsigned long long transition_ns;
};
int hk_power_describe(const struct hk_power *power, unsigned cpu,
                      struct hk_power_clock *clock);

/* Over all clocks since hk_power_open. */
struct hk_power_counts {
  unsigned long requests;
  unsigned long changes;  /* written to the hardware */
  unsigned long clamped;  /* read back as something else than asked for */
  unsigned long refused;  /* writes that failed */
  unsigned long replaced; /* back ends given up for the next one */
};
void hk_power_count(const struct hk_power *power,
                    struct hk_power_counts *counts);

/* A change of a clock of the back end sim. */
struct hk_power_event {
  unsigned long long ns; /* when asked; in effect transition_ns later */
  unsigned from_khz, to_khz;
};

/* The change number `index` of the core's clock, counted from 0; while no
 * request is being made. -ENOENT: there is none, or more than 4096 came after
 * it. */
int hk_power_log(const struct hk_power *power, unsigned cpu,
                 unsigned long index, struct hk_power_event *event);

/* Puts back what was changed, and frees. No other thread may be using it. In a
 * forked child it only frees, and requests there change nothing. */
void hk_power_close(struct hk_power *power);

/* "cpufreq" for HK_POWER_CPUFREQ, and back; -EINVAL for no such name. */
const char *hk_power_name(enum hk_power_backend backend);
int hk_power_named(const char *name, enum hk_power_backend *backend);

#ifdef __cplusplus
}
#endif
