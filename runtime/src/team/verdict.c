/* SPDX-License-Identifier: Apache-2.0 */
#include "team/verdict.h"

/* Faster is what takes less than so much of the other's time. */
static const double clearly = 0.97;

/* So many times as fast as all cores together could be: what was expected says
 * nothing, and the work may be too little for them. */
enum { INCREDIBLE = 8 };

bool hki_net_next(const struct hk_size *size) {
  return (size->phase == HKI_NET_OTHER) != size->is_sequential;
}

static unsigned wanted(const struct hk_size *size) {
  return size->usual_ns < HKI_NET_LONG_NS ? 2 : 1;
}

/* The work of an entry that took usual_ns. */
static double usual_work(const struct hk_size *size) {
  double rate = size->rate[size->is_sequential];
  return rate > 0 ? size->usual_ns / rate : 1;
}

/* What a round the other way loses, as far as can be known: the sequential
 * version takes no longer than all cores together. */
static double may_lose(const struct hk_net *net, const struct hk_size *size) {
  double rate = size->rate[!size->is_sequential];
  double ns = rate > 0 ? rate * usual_work(size) : size->usual_ns * net->cores;
  return ns > size->usual_ns ? (ns - size->usual_ns) * wanted(size) : 0;
}

/* Of what was spent, one part in so many may be lost. */
static unsigned share_of(const struct hk_size *size) {
  if (size->is_sequential)
    return HKI_NET_SHARE;
  if (size->rate[1] > 0)
    return HKI_NET_SELDOM;
  double slower = size->rate[0];
  return slower < HKI_NET_SUSPICIOUS        ? HKI_NET_SHARE
         : slower < HKI_NET_VERY_SUSPICIOUS ? 2
                                            : 1;
}

/* What may be lost whatever was spent. */
static double free_of(const struct hk_net *net, const struct hk_size *size) {
  bool is_incredible = !size->is_sequential && size->rate[1] <= 0 &&
                       size->rate[0] * net->cores * INCREDIBLE < 1;
  return is_incredible ? HKI_NET_DOUBT_NS : HKI_NET_FREE_NS;
}

static unsigned entries(double count) {
  return count < 1                  ? 1
         : count < HKI_NET_FARTHEST ? (unsigned)count
                                    : HKI_NET_FARTHEST;
}

/* So many entries shall not ask; then those as kept to are timed again. */
static unsigned rest(struct hk_size *size, double count) {
  size->phase = HKI_NET_OWN;
  size->taken = 0;
  size->skipped = entries(count);
  return size->skipped;
}

/* The next round: at twice the distance, as long as that is not for ever. */
static unsigned rest_longer(struct hk_size *size) {
  double most = HKI_NET_BETWEEN_NS / (size->usual_ns + 1);
  double next = size->distance ? 2.0 * size->distance : 2;
  size->distance = entries(next < most ? next : most < 2 ? 2 : most);
  return rest(size, size->distance);
}

static void sample(double *rate, struct hk_size *size, double now) {
  if (size->taken == 0 || now < *rate)
    *rate = now;
  size->taken++;
}

static unsigned learn_own(struct hk_net *net, struct hk_size *size, double rate,
                          double ns) {
  if (size->taken == 0 || ns < size->usual_ns)
    size->usual_ns = ns;
  sample(&size->rate[size->is_sequential], size, rate);
  net->spent_ns += ns + size->usual_ns * size->skipped;
  size->skipped = 0;
  if (size->taken < wanted(size))
    return 0;
  unsigned share = share_of(size);
  double missing = may_lose(net, size) + net->lost_ns - free_of(net, size);
  if (missing * share > net->spent_ns)
    return rest(size, (missing * share - net->spent_ns) / (size->usual_ns + 1));
  size->phase = HKI_NET_OTHER;
  size->taken = 0;
  return 0;
}

static bool learn_other(struct hk_net *net, struct hk_size *size, double rate,
                        double ns, unsigned *skip) {
  double own = size->rate[size->is_sequential];
  double *other = &size->rate[!size->is_sequential];
  double useful = own / rate * ns;
  net->spent_ns += useful < ns ? useful : ns;
  net->lost_ns += useful < ns ? ns - useful : 0;
  sample(other, size, rate);
  if (size->taken < wanted(size))
    return false;
  bool is_better = *other < own * clearly;
  if (is_better) {
    size->usual_ns *= *other / own;
    size->is_sequential = !size->is_sequential;
    size->distance = 0;
  }
  *skip = rest_longer(size);
  return is_better;
}

/* Whether even the first entry counts: what makes it slow otherwise, memory
 * that comes into being, does not explain so long a time. */
static bool tells_much(double rate, double ns) {
  return rate >= HKI_NET_VERY_SUSPICIOUS && ns >= HKI_NET_LONG_NS;
}

bool hki_net_learn(struct hk_net *net, struct hk_size *size, double work,
                   double ns, bool is_sequential, unsigned *skip) {
  *skip = 0;
  if (is_sequential != hki_net_next(size))
    return false;
  double rate = (ns > 1 ? ns : 1) / (work > 1 ? work : 1);
  if (size->phase == HKI_NET_OTHER)
    return learn_other(net, size, rate, ns, skip);
  if (size->phase == HKI_NET_FRESH) {
    size->phase = HKI_NET_OWN;
    if (!tells_much(rate, ns)) {
      net->spent_ns += ns;
      return false;
    }
  }
  *skip = learn_own(net, size, rate, ns);
  return false;
}
