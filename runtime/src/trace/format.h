/* SPDX-License-Identifier: Apache-2.0
 *
 * A recording as it lies in memory and in the file FILE.part: the same bytes.
 * The program stores into a shared mapping of that file, so that whatever ends
 * the program, what it had recorded is in the file (as with LTTng's
 * --shm-path and lttng-crash). `hocket trace` reads it.
 *
 * The file is a row of pieces, each with its length; the first one is the head,
 * the others come as the team and the number of names grow. All numbers are of
 * fixed size and lie at multiples of theirs, so that processors with the same
 * byte order understand each other's files. Addresses are kept as numbers: they
 * are compared, never followed.
 *
 * An event is stored, then counted with release order, and then stays as it is:
 * who loads the count with acquire order, or finds it in the file of a program
 * that has ended, may read all events before it.
 */
#pragma once

#include <stdint.h>

#define HKI_RECORD_MARK "hk-trace" /* each piece begins with it */

enum {
  HKI_RECORD_VERSION = 1,
  HKI_RECORD_ORDER = 0x01020304, /* bytes in the reader's order */
  HKI_RECORD_CORES = 1024,       /* at most */
  HKI_TRACED_REGIONS = 1024,     /* those beyond share the last one */
  HKI_REGION_NAME = 96,
  HKI_MOMENTS = 32,
};

enum hki_piece_kind {
  HKI_PIECE_HEAD = 1, /* struct hki_recording */
  HKI_PIECE_CORE,     /* struct hki_buffer of core `number` */
  HKI_PIECE_SPARE,    /* likewise, for threads that are no core */
  HKI_PIECE_NAMES,    /* struct hki_piece, then what regions refer to */
};

struct hki_piece {
  char mark[8];
  uint32_t kind; /* enum hki_piece_kind; stored last */
  uint32_t number;
  uint64_t size; /* with this */
};

/* Ticks, and nanoseconds of hki_platform_clock at the same moment. */
struct hki_moment {
  uint64_t ticks, time;
};

enum hki_event_kind {
  HKI_REGION, /* begins; what: its position among hki_traced_region, number: the
                 processor + 1, or 0 */
  HKI_TASK,   /* begins; number: in hk_names::tasks */
  HKI_PART,   /* a fork-join task begins; number: its level */
  HKI_WAIT,   /* begins; what: the hk_flag's address, number: awaited */
  HKI_END,    /* of what began last */
  HKI_THREAD, /* that is the core from now on; number: the system's */
  HKI_CLOCK,  /* what: kHz, number: the core whose clock it is */
  HKI_CPU,    /* what: kHz, number: the processor whose clock it is */
  HKI_GATE,   /* what: end, number: core * HKI_GATE_CORE + state */
  HKI_EVENT_KINDS,
};

enum { HKI_GATE_CORE = 1 << 16 };

struct hki_event {
  uint64_t ticks;
  uint64_t what;
  uint32_t kind; /* enum hki_event_kind */
  uint32_t number;
};

/* What one core has recorded, written by its own thread alone. */
struct hki_buffer {
  struct hki_piece piece;
  uint32_t count; /* of events; atomic */
  uint32_t room;  /* for so many */
  uint32_t lost;  /* atomic */
  uint32_t moment_count;
  uint64_t full; /* ticks when the first one was lost; 0: none was */
  uint64_t done; /* address of the flag that the core ends a region with */
  /* Taken from time to time: without an end they tell how fast ticks are. */
  struct hki_moment moments[HKI_MOMENTS];
  struct hki_event events[];
};

/* What is kept of a region: its own may be gone when the file is read. */
struct hki_traced_region {
  uint64_t region, name_at, names; /* addresses: is it the same one again? */
  uint64_t flags;                  /* address of those that its tasks signal */
  /* Where in the record there are, for each of these flags, the number of the
   * task that signals it, and behind them the names of the tasks, each with a 0
   * at its end. 0, or not in the file: they are not known. */
  uint64_t texts;
  uint64_t text_size;
  uint32_t cores;
  uint32_t task_count;
  uint32_t flag_count;
  uint32_t flag_size;
  char name[HKI_REGION_NAME]; /* may be cut; empty: no region */
};

/* The first piece. */
struct hki_recording {
  struct hki_piece piece;
  uint32_t version; /* HKI_RECORD_VERSION */
  uint32_t order;   /* HKI_RECORD_ORDER */
  uint64_t size;    /* of the file with all its pieces; atomic */
  uint64_t process;
  struct hki_moment begin;
  uint32_t has_ticks;           /* times are ticks, else nanoseconds */
  uint32_t cores;               /* that have a piece; atomic */
  uint32_t entered, sequential; /* regions, as hk_run counts them */
  uint32_t handover;            /* nanoseconds */
  uint32_t region_count;
  char program[256];
  /* A table by address. Entries are made by the thread that has entered, before
   * the events that refer to them, and then stay as they are. */
  struct hki_traced_region regions[HKI_TRACED_REGIONS];
};

_Static_assert(sizeof(struct hki_piece) == 24, "the same everywhere");
_Static_assert(sizeof(struct hki_event) == 24, "the same everywhere");
_Static_assert(sizeof(struct hki_buffer) == 568, "the same everywhere");
_Static_assert(sizeof(struct hki_traced_region) == 160, "the same everywhere");
_Static_assert(sizeof(struct hki_recording) == 344 + 160 * HKI_TRACED_REGIONS,
               "the same everywhere");
