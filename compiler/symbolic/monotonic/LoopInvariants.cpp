// SPDX-License-Identifier: Apache-2.0
//
// Candidates for a loop's invariants, and which of them hold.

#include "symbolic/monotonic/MonotonicDomain.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::NodeId;

namespace {

constexpr int64_t kLargest =
    policy.loops.monotonicGrowth; ///< growth of an iteration
constexpr std::size_t kMaxRatios = policy.loops.monotonicRatios;
constexpr const char *kFast = "growth of fast", *kSlow = "growth of slow";

/// Of values on entry of the loop, and at the start of an iteration.
std::string entrySuffix(NodeId node) {
  return "'in" + std::to_string(ir::index(node));
}
std::string startSuffix(NodeId node) {
  return "'at" + std::to_string(ir::index(node));
}

isl::set both(isl::set set, const std::vector<isl::set> &all) {
  for (const isl::set &one : all)
    set = set.intersect(one);
  return set;
}

} // namespace

/// { : the values on entry are those of `state` }, for any values now.
isl::set MonotonicDomain::withEntry(const isl::set &state,
                                    const Variables &written,
                                    const std::string &suffix) const {
  isl::set result = MonotonicStates::withoutSuffix(state, suffix);
  for (const MonotonicVariable *variable : written)
    result = result.intersect(states_.named(variable->name + suffix)
                                  .eq_set(states_.named(variable->name)));
  return result;
}

/// Which way each variable goes.
MonotonicDomain::Invariants
MonotonicDomain::ways(const isl::set &state, const Variables &written,
                      const std::string &suffix) const {
  Invariants result;
  for (const MonotonicVariable *variable : written) {
    isl::pw_aff now = states_.named(variable->name);
    isl::pw_aff entry = states_.named(variable->name + suffix);
    result.push_back(now.ge_set(entry));
    result.push_back(now.le_set(entry));
    isl::set isNatural = now.ge_set(model_.constant(0));
    if (model_.withTypeRanges(state.subtract(isNatural)).is_empty())
      result.push_back(isNatural);
  }
  return result;
}

/// Strikes out what an iteration does not keep, until it keeps all.
MonotonicDomain::Invariants
MonotonicDomain::keepInductive(const isl::set &start, Invariants candidates,
                               const Iteration<isl::set> &iteration) {
  for (;;) {
    isl::set after = iteration(both(start, candidates)).back;
    after = model_.withTypeRanges(after);
    std::size_t struck = std::erase_if(candidates, [&](const isl::set &one) {
      return !after.subtract(one).is_empty();
    });
    if (struck == 0)
      return candidates;
  }
}

MonotonicDomain::Invariants
MonotonicDomain::guess(NodeId node, const isl::set &before,
                       const Variables &written,
                       const Iteration<isl::set> &iteration) {
  const std::string suffix = entrySuffix(node);
  isl::set start = states_.forget(withEntry(before, written, suffix), written);
  bool wasGuessing = states_.setGuessing(true);
  Invariants found =
      keepInductive(start, ways(before, written, suffix), iteration);
  // Loops inside were met with more than holds.
  std::erase_if(known_, [&](const auto &entry) {
    return ir::isWithin(program_, entry.first, node);
  });
  isl::set head = both(start, found);
  Invariants more = ratios(node, head, written, iteration);
  found.insert(found.end(), more.begin(), more.end());
  more = limits(node, before.unite(iteration(head).back));
  found.insert(found.end(), more.begin(), more.end());
  states_.setGuessing(wasGuessing);
  return found;
}

/// How far the last iteration may go beyond the loop's condition, from what
/// holds before and after an iteration: i < n, and i += 4.
MonotonicDomain::Invariants MonotonicDomain::limits(NodeId node,
                                                    const isl::set &states) {
  const ir::Loop *loop = program_[node].as<ir::Loop>();
  Invariants result;
  if (!loop || !isValid(loop->condition))
    return result;
  std::vector<Polynomial> ways;
  states_.addWays(program_[loop->condition].value, loop->condition, ways);
  for (const Polynomial &way : ways) {
    isl::pw_aff self = model_.toIsl(way), largest = model_.constant(kLargest);
    isl::set near = model_.withTypeRanges(states)
                        .intersect(self.le_set(largest))
                        .intersect(self.ge_set(largest.neg()));
    auto range = isl_ext::rangeOf(near, self);
    if (range && range->second < kLargest)
      result.push_back(self.le_set(model_.constant(range->second)));
  }
  return result;
}

/// The loop's iterations from `before` on. \returns what holds behind it.
isl::set MonotonicDomain::repeat(NodeId node, const isl::set &before,
                                 const Iteration<isl::set> &iteration) {
  const std::string suffix = entrySuffix(node);
  Variables written = variables_.writtenIn(node);
  isl::set start = states_.forget(withEntry(before, written, suffix), written);
  bool wasNoting = std::exchange(isNoting_, false);
  auto known = known_.find(node);
  Invariants candidates = known != known_.end()
                              ? known->second
                              : guess(node, before, written, iteration);
  // They hold before the first iteration ...
  isl::set first = withEntry(before, written, suffix);
  std::erase_if(candidates, [&](const isl::set &one) {
    return !model_.withTypeRanges(first.subtract(one)).is_empty();
  });
  // ... and each keeps them.
  Invariants kept = keepInductive(start, std::move(candidates), iteration);
  isNoting_ = wasNoting;
  isl::set behind = iteration(both(start, kept)).exit;
  known_.insert_or_assign(node, std::move(kept));
  return MonotonicStates::tidy(MonotonicStates::withoutSuffix(behind, suffix));
}

/// How fast monotonic indices move for each step of others.
MonotonicDomain::Invariants
MonotonicDomain::ratios(NodeId node, const isl::set &head,
                        const Variables &written,
                        const Iteration<isl::set> &iteration) {
  Variables fast;
  std::copy_if(written.begin(), written.end(), std::back_inserter(fast),
               [](const MonotonicVariable *v) { return v->isInAddress; });
  Invariants result;
  if (fast.empty() || written.size() < 2)
    return result;
  isl::set after = iteration(withEntry(head, written, startSuffix(node))).back;
  after = model_.withTypeRanges(after);
  for (const MonotonicVariable *k : fast)
    for (const MonotonicVariable *i : written)
      if (k != i && result.size() < kMaxRatios)
        if (std::optional<isl::set> one = ratio(node, after, *k, *i))
          result.push_back(*one);
  return result;
}

namespace {

using Fraction = std::pair<int64_t, int64_t>;

/// Greatest growth of `fast` over least growth of `slow`, part by part.
std::vector<Fraction> fractions(const AffineModel &model,
                                const isl::set &growth, const isl::pw_aff &fast,
                                const isl::pw_aff &slow) {
  std::vector<Fraction> result{{1, 1}};
  isl::pw_aff largest = model.constant(kLargest);
  isl::set grows = growth.intersect(fast.le_set(largest))
                       .intersect(slow.le_set(largest))
                       .intersect(slow.ge_set(model.constant(-kLargest)))
                       .intersect(fast.gt_set(model.constant(0)));
  grows.foreach_basic_set([&](const isl::basic_set &part) {
    auto up = isl_ext::rangeOf(isl::set(part), fast);
    auto down = isl_ext::rangeOf(isl::set(part), slow);
    if (up && down && up->second < kLargest && down->first > 0)
      result.emplace_back(up->second, down->first);
  });
  std::sort(result.begin(), result.end(),
            [](const Fraction &a, const Fraction &b) {
              return a.first * b.second < b.first * a.second;
            });
  return result;
}

} // namespace

/// q (k - k') <= p (i - i'), or with i' - i where i falls, from the growths of
/// an iteration.
std::optional<isl::set> MonotonicDomain::ratio(NodeId node,
                                               const isl::set &after,
                                               const MonotonicVariable &fast,
                                               const MonotonicVariable &slow) {
  auto grown = [&](const MonotonicVariable &variable,
                   const std::string &suffix) {
    return states_.named(variable.name)
        .sub(states_.named(variable.name + suffix));
  };
  const std::string start = startSuffix(node);
  isl::pw_aff zero = model_.constant(0), k = states_.named(kFast),
              i = states_.named(kSlow);
  isl::pw_aff way = grown(slow, start);
  bool falls = after.intersect(way.gt_set(zero)).is_empty();
  if (!falls && !after.intersect(way.lt_set(zero)).is_empty())
    return std::nullopt;
  isl::set growth = after.intersect(k.eq_set(grown(fast, start)))
                        .intersect(i.eq_set(falls ? way.neg() : way));
  for (const std::string &name : isl_ext::paramsOf(growth))
    if (name != kFast && name != kSlow)
      growth = MonotonicStates::without(growth, name);
  growth = MonotonicStates::tidy(growth);
  isl::pw_aff entry = grown(slow, entrySuffix(node));
  for (auto [p, q] : fractions(model_, growth, k, i)) {
    isl::val up(growth.ctx(), static_cast<long>(p)),
        down(growth.ctx(), static_cast<long>(q));
    if (growth.intersect(k.scale(down).gt_set(i.scale(up))).is_empty())
      return grown(fast, entrySuffix(node))
          .scale(down)
          .le_set((falls ? entry.neg() : entry).scale(up));
  }
  return std::nullopt;
}

} // namespace hocket::polyhedral
