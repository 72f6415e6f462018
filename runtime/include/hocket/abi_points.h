/* SPDX-License-Identifier: Apache-2.0
 *
 * The operating points that the compiler has chosen for the parts of a program,
 * and the loops whose iterations have a deadline. As it is pasted into
 * preprocessed units, it uses no macro (see abi.h). What it means:
 * docs/runtime/deadlines.md.
 *
 * A price of time is what a second is worth, in watts. For each price a part of
 * the program runs at the points that make its energy and the price of its time
 * the least. Prices are numbered from the dearest on, number 0, at which time
 * is worth any energy.
 */
#pragma once

/* What each core of a region asks of its clock from task to task. */
struct hk_wishes {
  unsigned cores, slots;
  const unsigned short *first; /* by core: its first slot, before any task */
  const unsigned char *at; /* by price, then by slot: a point of its clock */
};

/* What a part of the program runs at. Static, one for each region and one for
 * what a core runs alone. */
struct hk_points {
  const unsigned char *at; /* by price, then by clock of the chip: a point */
  const float *stretch; /* by price: its time in that of the highest points */
  /* The runtime's, all 0 at first: nanoseconds that it takes, and until the
     next region. */
  double usual_ns, after_ns;
  const struct hk_wishes *wishes; /* null: the points stay while it runs */
};

enum { hk_most_prices = 32 };

/* The deadline of a program as a whole. */
struct hk_whole {
  unsigned long long ns; /* after its start */
  const float *takes;    /* by price: what it is expected to take, in ns; null:
                            not known, so it runs at the dearest price */
};

/* The plan of the program. */
struct hk_prices {
  unsigned count, clocks;       /* prices; clocks of hk_program_chip */
  unsigned usual;               /* the price outside of loops with a deadline */
  struct hk_points *alone;      /* what one core runs outside regions */
  struct hk_points *together;   /* what all cores run, in regions without points
                                 */
  const struct hk_whole *whole; /* null: it has no deadline */
};

/* Not there in programs that were compiled without an objective. */
extern const struct hk_prices hk_program_prices __asm__("__hocket_prices")
    __attribute__((weak));

struct hk_region;

/* hk_run, at these points; null: at those for all cores, as hk_run itself. */
int hk_run_at(struct hk_region *region, void *frame,
              struct hk_points *points) __asm__("__hocket_run_at");

/* A loop with a deadline for each iteration, while it runs. */
struct hk_deadline {
  const char *name; /* "file.c:40 function", for messages */
  unsigned long long period_ns;
  unsigned long long since; /* the start of this iteration; 0: not running */
  unsigned turns, late; /* iterations that have ended; those after their time */
};

/* Where an iteration begins, the first one too: waits until the period of the
 * one before is over. */
void hk_deadline_turn(struct hk_deadline *loop) __asm__("__hocket_turn");

/* Behind the loop, however it is left. */
void hk_deadline_end(struct hk_deadline *loop) __asm__("__hocket_turns_end");

/* The program has started, and has a deadline: called before main. */
void hk_program_begin(void) __asm__("__hocket_begin");

struct hk_core;

/* In a per-core program, where the next slot's wish is another one. */
void hk_wish(const struct hk_core *core,
             unsigned slot) __asm__("__hocket_wish");
