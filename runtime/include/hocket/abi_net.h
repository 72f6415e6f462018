/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of abi.h for regions that are never to be slower than the user's
 * code: the net of a region times some entries in parallel and some that run
 * the sequential version, and keeps to what was faster. Entries whose work is
 * alike are judged together. See docs/runtime/net.md.
 */
#pragma once

enum { hk_sizes = 12 };

/* Of entries whose work is alike: the runtime's own, under hk_net::busy. */
struct hk_size {
  double rate[2];    /* ns for each unit of work as last probed, in parallel and
                        sequentially; 0: never */
  double usual_ns;   /* an entry as it is kept to, as last probed */
  unsigned skipped;  /* entries that did not ask since */
  unsigned distance; /* entries that shall not ask after a probe, the last */
  unsigned char is_sequential; /* what is kept to */
  unsigned char phase;         /* enum hki_phase */
  unsigned char taken;         /* entries timed in it */
};

/* Static, one for each region that has a net; all but the first two 0. */
struct hk_net {
  const char *name;         /* "file.c:40 function", for messages */
  unsigned cores;           /* per-core programs */
  unsigned busy;            /* atomic: a thread has what is below; only tried */
  unsigned said;            /* messages */
  double spent_ns, lost_ns; /* in entries; by probes */
  unsigned state[hk_sizes]; /* atomic: twice the entries to run without asking,
                               + 1 to run them sequentially */
  struct hk_size sizes[hk_sizes];
};

/* One entry, a local of it. */
struct hk_probe {
  unsigned long long since; /* 0: not timed */
  double work;
  unsigned size;
  int is_sequential;
};

/* An entry that may run in parallel asks whether it is to; what one that was
 * timed took. Out of line as hk_pays_here is.
 * \param work in units that are alike for all entries, at best expected ns */
int hk_asks(struct hk_net *net, struct hk_probe *probe,
            double work) __asm__("__hocket_asks");
void hk_net_tell(struct hk_net *net,
                 const struct hk_probe *probe) __asm__("__hocket_net_tell");

/* Work from 1 us on, by factors of 4. */
static __inline__ __attribute__((always_inline, unused)) unsigned
hk_size_of(double work) {
  enum { mantissa_bits = 52, exponent_of_us = 1023 + 10 };
  union {
    double number;
    unsigned long long bits;
  } of;
  unsigned exponent;
  of.number = work;
  exponent = (unsigned)(of.bits >> mantissa_bits);
  if (exponent < exponent_of_us)
    return 0;
  exponent = (exponent - exponent_of_us) / 2;
  return exponent < hk_sizes ? exponent : hk_sizes - 1;
}

/* At its end. */
static __inline__ __attribute__((always_inline, unused)) void
hk_tells(struct hk_net *net, const struct hk_probe *probe) {
  if (probe->since != 0)
    hk_net_tell(net, probe);
}
