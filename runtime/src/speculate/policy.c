/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/policy.h"

/* Nanoseconds. */
static const double first_piece = 4e6, most_piece = 250e6, least_piece = 2e6;
static const unsigned long long first_pause = 1000 * 1000;

enum { MOST_SKIPPED = 1 << 20, ENOUGH = 3, EARLY = 4, MOST_CHANGED = 8 };

/* So many attempts may be too short to tell. */
enum { FIRST = 6 };

void hki_begin_entry(struct hki_history *history) {
  if (history->has_changed && history->piece_ns > first_piece)
    history->piece_ns = first_piece;
}

void hki_learn_entry(struct hki_history *history, double ns) {
  history->is_long = ns >= HKI_LASTING;
  if (ns >= HKI_BRIEF) {
    history->shorts = 0;
    history->patience = 0;
    return;
  }
  if (++history->shorts < 2)
    return;
  history->shorts = 1;
  history->patience = history->patience ? 2 * history->patience : 2;
  if (history->patience > MOST_SKIPPED)
    history->patience = MOST_SKIPPED;
  __atomic_store_n(&history->skip, history->patience, __ATOMIC_RELAXED);
}

long long hki_assumed_end(const struct hki_history *history, long long at) {
  enum { FEW = 8 };
  double more = (double)at < FEW ? FEW : (double)at;
  double worth = history->is_long && history->iteration_ns > 0
                     ? HKI_LASTING / history->iteration_ns
                     : 0;
  return at + (long long)(worth > more ? worth : more);
}

void hki_learn_within(struct hki_history *history) {
  enum { MOST_WITHIN = 1 << 13, FEW_WITHIN = 8 };
  if (history->within < MOST_WITHIN)
    history->within++;
  unsigned skip = history->within / FEW_WITHIN;
  __atomic_store_n(&history->skip, skip, __ATOMIC_RELAXED);
}

void hki_end_within(struct hki_history *history) {
  unsigned long long skip = __atomic_load_n(&history->skip, __ATOMIC_RELAXED);
  if (history->within > 0 && skip != HKI_NEVER)
    __atomic_store_n(&history->skip, 0, __ATOMIC_RELAXED);
}

static double between(double low, double value, double high) {
  return value < low ? low : value > high ? high : value;
}

static const double most_slowness = 8;

static double slowness_of(const struct hki_history *history) {
  return history->slowness > 0 ? history->slowness : 1.5;
}

/* Iterations of the parent's in which a child is to do its first. */
static double enough_for_one(const struct hki_history *history) {
  const double if_unknown = 4;
  return history->slowness > 0 ? history->slowness + 0.5 : if_unknown;
}

/* Children that take as long as the parent with its piece, behind each other.
 */
static void place(struct hki_plan *plan, long long at, long long trips,
                  long long piece, long long distance) {
  long long start = at;
  for (unsigned i = 0; i < plan->count; i++) {
    if (hki_left(start, trips) <= (i == 0 ? piece : distance)) {
      plan->count = i;
      break;
    }
    start += i == 0 ? piece : distance;
    plan->starts[i] = start;
  }
}

static unsigned at_most(unsigned children, long long iterations) {
  return iterations <= (long long)children
             ? (iterations > 0 ? (unsigned)iterations - 1 : 0)
             : children;
}

void hki_plan(const struct hki_history *history, long long at, long long trips,
              unsigned children, long long grain, struct hki_plan *plan) {
  double slowness = slowness_of(history), each = history->iteration_ns;
  double left = (double)trips - (double)at;
  /* Where regions gain already, an attempt must not be most of the loop. */
  const double many = 16;
  plan->end = LLONG_MAX;
  plan->count = 0;
  if (each <= 0 || left * each < HKI_WORTH ||
      (history->has_regions && left < many))
    return;
  plan->count = at_most(children, hki_left(at, trips));
  double piece = history->piece_ns > 0 ? history->piece_ns : first_piece;
  double wanted = piece / each;
  double most = left / (1 + plan->count / slowness);
  /* A child's first iteration is to be over when the parent arrives. */
  double least = enough_for_one(history);
  wanted = wanted > least ? wanted : least;
  wanted = wanted < most ? wanted : most;
  long long iterations = wanted < 1 ? 1 : (long long)(wanted + 0.5);
  long long distance = (long long)((double)iterations / slowness);
  place(plan, at, trips, hki_rounded(iterations, grain),
        hki_rounded(distance < 1 ? 1 : distance, grain));
}

void hki_plan_always(const struct hki_history *history, long long at,
                     long long trips, unsigned children, long long grain,
                     struct hki_plan *plan) {
  enum { MOST_DOUBLINGS = 20, MOST_ATTEMPTS = 1000 };
  long long left = hki_left(at, trips), piece = 1;
  unsigned doublings = history->attempts;
  piece <<= doublings < MOST_DOUBLINGS ? doublings : MOST_DOUBLINGS;
  piece = piece < left / 4 ? piece : left / 4;
  piece = hki_rounded(piece < 1 ? 1 : piece, grain);
  plan->count = history->attempts < MOST_ATTEMPTS ? at_most(children, left) : 0;
  place(plan, at, trips, piece, piece);
  plan->end = plan->count > 0 ? plan->starts[plan->count - 1] + piece : 0;
}

static void learn_times(struct hki_history *history,
                        const struct hki_outcome *outcome) {
  double now = outcome->piece_ns / (double)outcome->piece;
  double before = history->iteration_ns;
  if (!history->has_regions) /* those did not run beside children */
    history->iteration_ns = before > 0 ? (before + now) / 2 : now;
  if (outcome->child_ns <= 0 || now <= 0)
    return;
  double slowness = between(1, outcome->child_ns / now, most_slowness);
  /* The first iterations of a child take longer than later ones: what was
   * thought too high is corrected at once. */
  bool is_higher = history->slowness > 0 && slowness > history->slowness;
  history->slowness = is_higher ? (history->slowness + slowness) / 2 : slowness;
}

/* Where iterations now and then change what all read, as an error does that is
 * counted, children of longer pieces are wrong more often, and of shorter ones
 * there are more, each with its cost: best is about the root of that cost times
 * the time between two changes (Young, A first order approximation to the
 * optimum checkpoint interval, CACM 1974), by the child's share of the work. */
static double longest_piece(const struct hki_history *history) {
  const double cost = 700e3, share = 0.4;
  double piece = least_piece;
  if (history->changes <= 0)
    return most_piece;
  double between_changes = history->tried_ns / history->changes;
  while (piece < most_piece && piece * piece < cost / share * between_changes)
    piece *= 1.5;
  return piece < most_piece ? piece : most_piece;
}

static void learn_piece(struct hki_history *history,
                        const struct hki_outcome *outcome) {
  double piece = history->piece_ns > 0 ? history->piece_ns : first_piece;
  if (outcome->is_cut)
    piece /= 2;
  else if (outcome->verdict == HKI_GOOD)
    piece *= 2;
  history->piece_ns = between(least_piece, piece, longest_piece(history));
}

static void learn_changes(struct hki_history *history,
                          const struct hki_outcome *outcome) {
  const double kept = 0.8;
  if (history->successes == 0)
    return;
  history->tried_ns = kept * history->tried_ns + outcome->piece_ns;
  history->changes =
      kept * history->changes + (outcome->verdict == HKI_CHANGED);
}

/* It is slower than was thought, and than what it has done says. */
static void learn_late(struct hki_history *history,
                       const struct hki_outcome *outcome) {
  double slowness = 2 * slowness_of(history);
  double seen = 1.5 * (double)outcome->piece / (1.0 + outcome->passed);
  history->slowness =
      between(1, slowness > seen ? slowness : seen, most_slowness);
}

bool hki_keep_updates(struct hki_history *history, unsigned statements) {
  enum { MOST_TIMES = 4 };
  history->keeps_updates |= statements == 0 || statements > HKI_MOST_SITES ||
                            ++history->kept > MOST_TIMES;
  return !history->keeps_updates;
}

/* The next attempt may be right where iterations have changed what all read:
 * fewer and fewer do, as with the best so far. It then waits longer and longer;
 * what else was wrong will be so again. */
static enum hki_advice learn_failure(struct hki_history *history,
                                     const struct hki_outcome *outcome,
                                     unsigned long long now) {
  enum hki_verdict verdict = outcome->verdict;
  if (verdict == HKI_DEFERRED && !history->keeps_updates)
    return HKI_GO_ON; /* the next are not put off */
  if (verdict == HKI_LATE)
    learn_late(history, outcome);
  bool is_changed = verdict == HKI_CHANGED;
  history->has_changed |= is_changed;
  if (++history->failures >= (is_changed ? MOST_CHANGED : ENOUGH))
    return HKI_TOO_WRONG;
  if (is_changed)
    history->piece_ns =
        between(least_piece, history->piece_ns / 2, longest_piece(history));
  if (history->pause_ns == 0)
    history->pause_ns = first_pause;
  history->resume = now + history->pause_ns;
  history->pause_ns *= history->failures < EARLY ? 2 : 4;
  return HKI_GO_ON;
}

/* All loops together may lose 1/BUDGET of the time, a credit, and each what it
 * has gained. Neither gains nor time are saved beyond some measure: what was
 * right for long may be wrong from now on. */
static const double most_saved = 10e6;
enum { BUDGET = 64 };

static void count_time(struct hki_account *account, unsigned long long now) {
  if (now <= account->since)
    return;
  double left = account->left_ns + (double)(now - account->since) / BUDGET;
  account->left_ns = left < most_saved ? left : most_saved;
  account->since = now;
}

/* Children were right, of short pieces, and there were not many yet: longer
 * ones gain. */
static bool is_beginning(const struct hki_history *history,
                         const struct hki_outcome *outcome) {
  const double is_short = 4 * first_piece;
  return outcome->verdict == HKI_GOOD && outcome->piece_ns < is_short &&
         history->attempts <= FIRST;
}

/* What there is not left for has to be waited for. */
static void pay(struct hki_history *history, struct hki_account *account,
                const struct hki_outcome *outcome, double lost_ns,
                unsigned long long now) {
  double own = between(0, lost_ns, history->earned_ns);
  history->earned_ns -= own;
  account->left_ns -= lost_ns - own;
  if (account->left_ns >= 0 || is_beginning(history, outcome))
    return;
  unsigned long long then =
      now + (unsigned long long)(BUDGET * -account->left_ns);
  if (then > history->resume)
    history->resume = then;
}

static enum hki_advice learn(struct hki_history *history,
                             const struct hki_outcome *outcome, double alone,
                             double whole, unsigned long long now) {
  double before = history->slowness;
  history->attempts++;
  history->last = (unsigned char)outcome->verdict;
  if (outcome->piece > 0)
    learn_times(history, outcome);
  learn_changes(history, outcome);
  if (outcome->good == 0 && outcome->verdict != HKI_GOOD)
    return learn_failure(history, outcome, now);
  if (outcome->good > 0) {
    history->has_changed |= outcome->wrong > 0;
    history->successes++;
    history->failures = 0;
    history->pause_ns = 0;
    learn_piece(history, outcome);
  }
  bool is_better = before > 0 && history->slowness < 0.9 * before;
  bool is_brief = outcome->piece_ns < least_piece && history->attempts <= FIRST;
  bool is_dropped = outcome->good == 0; /* the loop ended before */
  if (whole < 0.9 * alone)
    history->gainless = 0;
  else if (!is_better && !is_brief && !is_dropped) /* longer ones may gain */
    history->gainless++;
  return history->gainless >= ENOUGH ? HKI_TOO_LITTLE : HKI_GO_ON;
}

void hki_forgive(struct hki_history *history, double rest_ns,
                 const struct hki_account *account) {
  enum { MANY = 8 };
  history->failures = 0;
  history->pause_ns = 0;
  if (account->left_ns < 0) {
    if (history->is_forgiven || rest_ns < MANY * -account->left_ns)
      return;
    history->is_forgiven = true;
  }
  history->resume = 0;
}

enum hki_advice hki_learn(struct hki_history *history,
                          struct hki_account *account,
                          const struct hki_outcome *outcome,
                          unsigned long long now) {
  double alone = 0;
  if (outcome->piece > 0) { /* else a division would raise an exception */
    double each = history->has_regions
                      ? history->iteration_ns
                      : outcome->piece_ns / (double)outcome->piece;
    alone = each * (double)outcome->iterations;
  }
  double whole = outcome->whole_ns + history->after_ns;
  enum hki_advice advice = learn(history, outcome, alone, whole, now);
  history->after_ns = 0;
  count_time(account, now);
  if (whole > alone)
    pay(history, account, outcome, whole - alone, now);
  else
    history->earned_ns =
        between(0, history->earned_ns + alone - whole, most_saved);
  return advice;
}
