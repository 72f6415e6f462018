// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/ChooseOrder.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "transformation/order/Hoisting.h"
#include "transformation/order/Jamming.h"
#include "transformation/order/OrderCost.h"
#include "transformation/order/Sinking.h"
#include "transformation/order/Tiling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace hocket::transformation {

using ir::NodeId;

namespace {

constexpr TransformPolicy limits = policy.transform;

bool isOrHoldsRest(const Order &order) {
  return order.hasRest() || std::any_of(order.children.begin(),
                                        order.children.end(), isOrHoldsRest);
}

} // namespace

OrderChooser::OrderChooser(NestModel &model, const ChooserOptions &options)
    : model_(model), nest_(model.nest()), options_(options),
      traffic_(trafficOf(model, model.nest().tables)) {
  for (NodeId loop : nest_.loops)
    if (std::optional<int64_t> trips = model.trips(loop))
      trips_[loop] = *trips;
}

bool OrderChooser::isTooSmall() const {
  double most = 0;
  for (const Traffic &traffic : traffic_)
    most = std::max(most, traffic.runs);
  return !options_.isAlways && most < limits.leastWork;
}

bool OrderChooser::isOutermostParallel() {
  return isParallel(model_, dependences(), nest_.root);
}

Reordered OrderChooser::now() const {
  return sunk_ && sunk_->order ? *sunk_->order : Reordered{nest_.order, {}, {}};
}

const Choice &OrderChooser::sunk() {
  if (sunk_)
    return *sunk_;
  Choice result;
  Reordered order = now();
  double cost = costOf(nest_, traffic_, trips_, order);
  while (std::optional<Reordered> better = best(order, cost, result.why)) {
    order = std::move(*better);
    cost = costOf(nest_, traffic_, trips_, order);
    result = chosen(order);
  }
  if (std::optional<Reordered> hoisted = hoistedFrom(order))
    result = chosen(std::move(*hoisted));
  sunk_ = std::move(result);
  return *sunk_;
}

double OrderChooser::cost() {
  sunk();
  return costOf(nest_, traffic_, trips_, now());
}

double OrderChooser::costWith(const Nest &tabled) {
  sunk();
  const std::vector<Traffic> traffic = trafficOf(model_, tabled.tables);
  double least = std::numeric_limits<double>::infinity();
  for (const Reordered &from : {Reordered{nest_.order, {}, {}}, now()})
    for (const Reordered &one : sinkings(tabled, from))
      if (options_.isAlways || isLongEnough(one.sunk.back()))
        least = std::min(least, costOf(tabled, traffic, trips_, one));
  return least;
}

/// Cores need not meet in each iteration of an outermost loop that carries
/// dependences.
std::optional<Reordered> OrderChooser::hoistedFrom(const Reordered &order) {
  std::optional<Reordered> result = withPiecesOutermost(nest_, order);
  if (!result || isParallel(model_, dependences(), nest_.root) ||
      !isOutermostIndependent(model_, dependences(), result->order) ||
      brokenBy(model_, dependences(), result->order))
    return std::nullopt;
  return result;
}

std::optional<Choice> OrderChooser::tiled() {
  if (!nest_.bitsChange.empty() || nest_.needsPins)
    return std::nullopt;
  // Its pieces are tiles that need nothing of each other.
  if (!options_.isAlways && !now().sunk.empty() &&
      now().sunk.back().isOutermost)
    return std::nullopt;
  // Dependences take long. Jams need them, too, and have less of a budget.
  if (!mayGainFromTiles(nest_, traffic_, trips_, options_.isAlways) &&
      jams().empty())
    return std::nullopt;
  const bool wasAssuming = isAssuming_;
  do
    for (Reordered &one : tilings(model_, dependences(), traffic_, trips_,
                                  now(), options_.isAlways))
      if (!brokenBy(model_, dependences(), one.order))
        return chosen(std::move(one));
  while (assumeExtents());
  isAssuming_ = wasAssuming;
  return std::nullopt;
}

/// Whether they are legal is not asked yet.
const std::vector<Reordered> &OrderChooser::jams() {
  if (!jams_)
    jams_ = jammings(model_, traffic_, trips_, now(), options_.isAlways);
  return *jams_;
}

Choice OrderChooser::jammed() {
  Choice result;
  std::vector<Reordered> candidates = jams();
  if (candidates.empty())
    return result;
  if (!nest_.bitsChange.empty()) {
    result.why = nest_.bitsChange;
    return result;
  }
  do {
    std::size_t tries = 0;
    for (Reordered &one : candidates) {
      if (!options_.isAlways && !isParallelAround(one.order) && isAnyParallel())
        continue;
      if (options_.mayReassociate)
        one.chain = NodeId::None;
      if (!brokenBy(model_, dependences(), one.order)) {
        if (isPinned(result.why))
          result = chosen(std::move(one));
        return result;
      }
      if (++tries == limits.jamTries)
        break;
    }
  } while (assumeExtents());
  return result;
}

Choice OrderChooser::chosen(Reordered order) {
  Choice result;
  result.tests = dependences().tests;
  if (nest_.needsPins)
    order.pins = pins_->pins;
  result.order = std::move(order);
  return result;
}

/// As far as it is known here; the entry tests the rest.
bool OrderChooser::isLongEnough(const Sunk &sunk) const {
  auto isLong = [&](NodeId loop) {
    auto known = trips_.find(loop);
    return known == trips_.end() || known->second >= limits.leastTrips;
  };
  return isLong(sunk.loop) &&
         std::any_of(sunk.into.begin(), sunk.into.end(), isLong);
}

std::optional<Reordered> OrderChooser::best(const Reordered &now, double cost,
                                            std::string &why) {
  // Costs that are about the same count as the same.
  constexpr double costSteps = 20;
  std::vector<std::pair<double, Reordered>> candidates;
  for (Reordered &one : sinkings(nest_, now)) {
    double then = costOf(nest_, traffic_, trips_, one);
    if (options_.isAlways ||
        (then <= limits.worthwhile * cost && isLongEnough(one.sunk.back())))
      candidates.emplace_back(std::round(std::log(then) * costSteps),
                              std::move(one));
  }
  std::stable_sort(
      candidates.begin(), candidates.end(),
      [](const auto &a, const auto &b) { return a.first < b.first; });
  if (candidates.empty())
    return std::nullopt;
  if (!nest_.bitsChange.empty()) {
    why = nest_.bitsChange;
    return std::nullopt;
  }
  const bool wasAssuming = isAssuming_;
  do
    for (auto &[then, one] : candidates) {
      const Dependence *broken = brokenBy(model_, dependences(), one.order);
      if (!broken && isPinned(why))
        return std::move(one);
      if (!broken)
        return std::nullopt;
      if (why.empty())
        why = "'" + broken->second + "' depends on '" + broken->first +
              "' of an iteration that would then come later";
    }
  while (assumeExtents());
  isAssuming_ = wasAssuming;
  return std::nullopt;
}

const Dependences &OrderChooser::dependences() {
  if (isAssuming_)
    return *assuming_;
  if (!known_)
    known_ = findDependences(model_);
  return *known_;
}

/// Where nothing else helps, subscripts that may leave their extents are left
/// to the entry. \returns whether the dependences are others now
bool OrderChooser::assumeExtents() {
  if (isAssuming_ || !dependences().mayAssumeMore)
    return false;
  if (!assuming_)
    assuming_ = findDependences(model_, /*mayAssumeExtents=*/true);
  isAssuming_ = !assuming_->tests.within.empty();
  return isAssuming_;
}

/// Cores divide a jammed loop, or one around all of them; else they would
/// have to meet in each of the loops that a jam makes of one.
bool OrderChooser::isParallelAround(const Order &jammed) {
  const Order *order = &jammed;
  for (;;) {
    if (order->isLoop() && isParallel(model_, dependences(), order->loop))
      return true;
    auto next = std::find_if(order->children.begin(), order->children.end(),
                             isOrHoldsRest);
    if (order->hasRest() || next == order->children.end())
      return false;
    order = &*next;
  }
}

bool OrderChooser::isAnyParallel() {
  return std::any_of(
      nest_.loops.begin(), nest_.loops.end(),
      [this](NodeId loop) { return isParallel(model_, dependences(), loop); });
}

/// Each operation is rounded the same in any order, or can be made so.
bool OrderChooser::isPinned(std::string &why) {
  if (!nest_.needsPins)
    return true;
  constexpr const char *frees = "; '-ffp-contract=off' frees it";
  if (!options_.seen) {
    why =
        std::string("which products are fused into sums would change") + frees;
    return false;
  }
  if (!pins_ && hasSumsAround()) {
    pins_ = FoundPins();
    pins_->why = "sums in a loop around it may be fused otherwise then";
  }
  if (!pins_) {
    std::vector<NodeId> nodes;
    for (const Unit &unit : nest_.units)
      nodes.insert(nodes.end(), unit.nodes.begin(), unit.nodes.end());
    pins_ = findPins(model_.model().program(), nodes, *options_.seen);
  }
  if (!pins_->why.empty())
    why = pins_->why + ", and the order of loops decides" + frees;
  return pins_->why.empty();
}

/// The loops around the nest are compiled otherwise, too, if it changes.
bool OrderChooser::hasSumsAround() const {
  const ir::Program &program = model_.model().program();
  NodeId outermost = nest_.root;
  for (NodeId at = nest_.root; isValid(at); at = program[at].parent)
    if (program[at].as<ir::Loop>())
      outermost = at;
  std::vector<ir::StmtId> own = ir::allStmts(program, nest_.root);
  std::set<ir::StmtId> inside(own.begin(), own.end());
  std::vector<ir::StmtId> all = ir::allStmts(program, outermost);
  return std::any_of(all.begin(), all.end(), [&](ir::StmtId id) {
    const ir::Stmt &stmt = program[id];
    return inside.count(id) == 0 &&
           (!stmt.floats.sums.empty() || stmt.floats.isIncomplete ||
            std::any_of(stmt.calls.begin(), stmt.calls.end(),
                        [&](const ir::CallSite &call) {
                          return !isValid(call.callee) ||
                                 isValid(program[call.callee].text.unit);
                        }));
  });
}

} // namespace hocket::transformation
