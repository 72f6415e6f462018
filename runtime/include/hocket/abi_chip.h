/* SPDX-License-Identifier: Apache-2.0
 *
 * The chip that a program was compiled for: its clocks, its idle states, its
 * cores, and how to know a machine that has it. Plain constants, that hocketcc
 * puts into programs for a SoC spec that is named. As it is pasted into
 * preprocessed units, it uses no macro (see abi.h); power.h and gate.h have the
 * functions.
 */
#pragma once

/* One idle state of a core. */
struct hk_idle_state {
  const char *name;
  unsigned long long entry_ns, exit_ns;
  unsigned long long break_even_ns; /* shortest gap for which it saves energy */
  unsigned microwatts;              /* what the core takes in it; 0 unknown */
};

/* The idle states of equal cores, lightest first. */
struct hk_idle_group {
  const unsigned *cpus; /* as the OS numbers them */
  unsigned cpu_count;
  const struct hk_idle_state *states;
  unsigned state_count;
};

struct hk_power_point {
  unsigned khz;
  unsigned microvolts; /* 0 unknown */
};

/* Bits of one 32-bit register that set a clock or its voltage. */
struct hk_power_register {
  unsigned offset;        /* in bytes from the start of the UIO mapping */
  unsigned mask;          /* the bits; others are kept as they are */
  const unsigned *values; /* for each operating point, in place */
  unsigned settle_us;     /* to wait after a write */
  unsigned char is_voltage;
};

/* Cores that share a clock. */
struct hk_power_domain {
  const char *name;
  const unsigned *cpus;
  unsigned cpu_count;
  const struct hk_power_point *points; /* ascending by khz, at least one */
  unsigned point_count;
  unsigned long long transition_ns; /* that a change takes; 0 unknown */
  unsigned backend; /* of enum hk_power_backend: to be tried first */
  const char *uio;  /* for mmio: "uio0", or what its `name` file says */
  const struct hk_power_register *registers; /* written in this order */
  unsigned register_count;
};

/* The chip's power side as its SoC spec has it. Plain data, that emitted C has
 * as constants. */
struct hk_power_chip {
  const char *name;
  const struct hk_power_domain *domains;
  unsigned domain_count;
  const struct hk_idle_group *idle;
  unsigned idle_count;
};

/* A core as the schedule took it to be. Those of one kind do for each other:
 * they are of one type, in one cluster, and kept for the system or not. */
struct hk_chip_core {
  unsigned cpu;               /* as the OS numbers it */
  unsigned kind;              /* from 0 on */
  unsigned implementer, part; /* of an ARM core's MIDR; 0 unknown */
};

struct hk_chip {
  struct hk_power_chip power;
  const unsigned *kept; /* cores for the operating system, as it numbers them */
  unsigned kept_count;
  /* Core k of a region is meant to be the k-th; those that are kept come last.
   */
  const struct hk_chip_core *cores;
  unsigned core_count;
  /* Of machines with this chip, in their device trees: one of these. */
  const char *const *machines;
  unsigned machine_count; /* 0 unknown */
};

/* Not there in programs for the machine that they were compiled on. */
extern const struct hk_chip hk_program_chip __asm__("__hocket_chip")
    __attribute__((weak));
