/* SPDX-License-Identifier: Apache-2.0
 *
 * The nets of regions (docs/runtime/net.md). What a net knows is in the
 * region's static data. A thread takes it, by a lock that is only ever tried,
 * to ask or to tell, never while the region runs: so nothing hangs where a
 * region is left in some other way, and who does not get it runs the region as
 * it is kept to. The counts that usual entries look at may be written by
 * several threads at once, which lets some entries be asked for too early or
 * too late.
 */
#include "team/net.h"

#include "platform/platform.h"
#include "settings/say.h"
#include "team/team.h"
#include "team/verdict.h"

#include <errno.h>

enum { NEVER = 1u << 30 };

/* HOCKET_ADAPT and HOCKET_VERBOSE, for threads that do not own the team; all
 * atomic. */
static struct {
  unsigned adapt; /* enum hki_adapt */
  unsigned is_verbose;
  unsigned is_alone; /* there is one processor, and no region runs */
  unsigned asked;    /* HKI_ADAPT_ALTERNATE: entries of all regions */
} nets;

void hki_net_start(const struct hki_settings *settings, bool is_alone) {
  __atomic_store_n(&nets.is_alone, is_alone, __ATOMIC_RELAXED);
  __atomic_store_n(&nets.is_verbose, settings->verbose, __ATOMIC_RELAXED);
  __atomic_store_n(&nets.adapt, (unsigned)settings->adapt, __ATOMIC_RELAXED);
}

static bool take(struct hk_net *net) {
  unsigned expected = 0;
  return __atomic_compare_exchange_n(&net->busy, &expected, 1, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void give_back(struct hk_net *net) {
  __atomic_store_n(&net->busy, 0, __ATOMIC_RELEASE);
}

enum hki_adapt hki_net_adapt(void) {
  return (enum hki_adapt)__atomic_load_n(&nets.adapt, __ATOMIC_RELAXED);
}

bool hki_net_is_verbose(void) {
  return __atomic_load_n(&nets.is_verbose, __ATOMIC_RELAXED) != 0;
}

bool hki_net_is_planned(void) {
  const unsigned *unusual = &hki_team.resources.planned.unusual;
  return __atomic_load_n(unusual, __ATOMIC_RELAXED) != 0;
}

/* The sequence of Thue and Morse. */
bool hki_net_alternates(void) {
  unsigned asked = __atomic_fetch_add(&nets.asked, 1, __ATOMIC_RELAXED);
  return __builtin_parity(asked);
}

/* The region could not run in parallel, or none has: there is nothing to
 * compare. In a loop with a deadline, what is compared would stand at different
 * points. */
static bool is_idle(void) {
  return hki_net_is_planned() ||
         __atomic_load_n(&hk_handover, __ATOMIC_RELAXED) == 0 ||
         __atomic_load_n(&hki_team.state, __ATOMIC_RELAXED) != HKI_FREE;
}

static int ask(struct hk_net *net, struct hk_probe *probe, double work,
               unsigned size) {
  unsigned *state = &net->state[size];
  switch (hki_net_adapt()) {
  case HKI_ADAPT_ALTERNATE:
    return !hki_net_alternates();
  case HKI_ADAPT_OFF:
    __atomic_store_n(state, 2u * NEVER, __ATOMIC_RELAXED);
    return 1;
  default:
    break;
  }
  if (__atomic_load_n(&nets.is_alone, __ATOMIC_RELAXED)) {
    __atomic_store_n(state, 2u * NEVER + 1, __ATOMIC_RELAXED);
    return 0;
  }
  if (is_idle() || !take(net))
    return !(__atomic_load_n(state, __ATOMIC_RELAXED) & 1);
  probe->is_sequential = hki_net_next(&net->sizes[size]);
  give_back(net);
  probe->work = work;
  probe->size = size;
  probe->since = hk_clock();
  return !probe->is_sequential;
}

int hk_asks(struct hk_net *net, struct hk_probe *probe, double work) {
  unsigned size = hk_size_of(work);
  unsigned state = __atomic_load_n(&net->state[size], __ATOMIC_RELAXED);
  if (state < 2)
    return ask(net, probe, work, size);
  __atomic_store_n(&net->state[size], state - 2, __ATOMIC_RELAXED);
  return !(state & 1);
}

static void say(const struct hk_net *net, const struct hk_size *size) {
  const double *rate = size->rate;
  double now = size->usual_ns,
         before = now / rate[size->is_sequential] * rate[!size->is_sequential];
  int kept = errno;
  hki_say("%s: now runs %s: an entry takes %.1f us, not %.1f", net->name,
          size->is_sequential ? "sequentially" : "in parallel", now / 1000,
          before / 1000);
  errno = kept;
}

void hk_net_tell(struct hk_net *net, const struct hk_probe *probe) {
  double ns = (double)(hk_clock() - probe->since);
  struct hk_size *size = &net->sizes[probe->size];
  if (!take(net))
    return;
  unsigned skip;
  bool has_changed =
      hki_net_learn(net, size, probe->work, ns, probe->is_sequential, &skip);
  __atomic_store_n(&net->state[probe->size], 2 * skip + size->is_sequential,
                   __ATOMIC_RELAXED);
  if (has_changed && hki_net_is_verbose() && net->said++ < HKI_NET_MESSAGES)
    say(net, size);
  give_back(net);
}
