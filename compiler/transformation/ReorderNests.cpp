// SPDX-License-Identifier: Apache-2.0
#include "transformation/ReorderNests.h"

#include "ir/Identifiers.h"
#include "ir/Text.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "transformation/order/Dependences.h"
#include "transformation/order/InPlace.h"
#include "transformation/order/Jamming.h"
#include "transformation/order/OrderCost.h"
#include "transformation/order/Sinking.h"
#include "transformation/order/Tiling.h"
#include "transformation/text/NestText.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace hocket::transformation {

using ir::NodeId;

namespace {

constexpr TransformPolicy limits = policy.transform;

/// The best order found, or why a better one cannot be had.
struct Choice {
  std::optional<Reordered> order;
  AliasTests tests; ///< that it rests on
  std::string why;  ///< nonempty: there would be something to gain
};

/// What is tried: loops over jams, and tiles, take most of the time to find out
/// about.
struct Effort {
  bool tiles = true, jams = true;
};

class Chooser {
public:
  Chooser(NestModel &model, const ReorderOptions &options, Effort effort)
      : model_(model), nest_(model.nest()), options_(options), effort_(effort),
        traffic_(trafficOf(model)) {
    for (NodeId loop : nest_.loops)
      if (std::optional<int64_t> trips = model.trips(loop))
        trips_[loop] = *trips;
  }

  Choice run() {
    Choice result;
    Reordered now{nest_.order, {}, {}};
    double cost = costOf(nest_, traffic_, trips_, now);
    if (!options_.isAlways && work() < limits.leastWork)
      return result;
    while (std::optional<Reordered> better = best(now, cost, result.why)) {
      now = std::move(*better);
      cost = costOf(nest_, traffic_, trips_, now);
      result.order = now;
      result.why.clear();
    }
    if (std::optional<Reordered> one = tiled(now)) {
      result.order = std::move(one);
      return finished(std::move(result));
    }
    std::string whyNoJam;
    if (std::optional<Reordered> one =
            effort_.jams ? jam(now, whyNoJam) : std::nullopt)
      result.order = std::move(one);
    if (!result.order && result.why.empty())
      result.why = whyNoJam;
    return result.order ? finished(std::move(result)) : result;
  }

private:
  Choice finished(Choice choice) {
    choice.tests = std::move(dependences_->tests);
    if (nest_.needsPins)
      choice.order->pins = std::move(pins_->pins);
    return choice;
  }

  double work() const {
    double most = 0;
    for (const Traffic &traffic : traffic_)
      most = std::max(most, traffic.runs);
    return most;
  }

  /// As far as it is known here; the entry tests the rest.
  bool isLongEnough(const Sunk &sunk) const {
    auto isLong = [&](NodeId loop) {
      auto known = trips_.find(loop);
      return known == trips_.end() || known->second >= limits.leastTrips;
    };
    return isLong(sunk.loop) &&
           std::any_of(sunk.into.begin(), sunk.into.end(), isLong);
  }

  std::optional<Reordered> best(const Reordered &now, double cost,
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
    if (!dependences_)
      dependences_ = findDependences(model_);
    do
      for (auto &[then, one] : candidates) {
        const Dependence *broken = brokenBy(model_, *dependences_, one.order);
        if (!broken && isPinned(why))
          return std::move(one);
        if (!broken)
          return std::nullopt;
        if (why.empty())
          why = "'" + broken->second + "' depends on '" + broken->first +
                "' of an iteration that would then come later";
      }
    while (assumeExtents());
    return std::nullopt;
  }

  /// Where nothing else helps, subscripts that may leave their extents are left
  /// to the entry. \returns whether the dependences are others now
  bool assumeExtents() {
    if (isAssuming_)
      return false;
    isAssuming_ = true;
    Dependences assuming = findDependences(model_, /*mayAssumeExtents=*/true);
    if (assuming.tests.within.empty())
      return false;
    dependences_ = std::move(assuming);
    return true;
  }

  /// The same in tiles, if that gains something.
  std::optional<Reordered> tiled(const Reordered &now) {
    if (!effort_.tiles || !nest_.bitsChange.empty() || nest_.needsPins)
      return std::nullopt;
    if (!dependences_)
      dependences_ = findDependences(model_);
    do
      for (Reordered &one : tilings(model_, *dependences_, traffic_, trips_,
                                    now, options_.isAlways))
        if (!brokenBy(model_, *dependences_, one.order))
          return std::move(one);
    while (assumeExtents());
    return std::nullopt;
  }

  /// The same with iterations side by side, if that gains something. \param why
  /// set if bits keep it from being had
  std::optional<Reordered> jam(const Reordered &now, std::string &why) {
    std::vector<Reordered> candidates =
        jammings(model_, traffic_, trips_, now, options_.isAlways);
    if (!candidates.empty() && !nest_.bitsChange.empty()) {
      why = nest_.bitsChange;
      return std::nullopt;
    }
    if (candidates.empty())
      return std::nullopt;
    if (!dependences_)
      dependences_ = findDependences(model_);
    do {
      std::size_t tries = 0;
      for (Reordered &one : candidates) {
        if (!options_.isAlways && !isParallelAround(one.order))
          continue;
        if (options_.mayReassociate)
          one.chain = NodeId::None;
        if (!brokenBy(model_, *dependences_, one.order))
          return isPinned(why) ? std::optional(std::move(one)) : std::nullopt;
        if (++tries == limits.jamTries)
          break;
      }
    } while (assumeExtents());
    return std::nullopt;
  }

  /// Cores divide a jammed loop, or one around all of them; else they would
  /// have to meet in each of the loops that a jam makes of one.
  bool isParallelAround(const Order &jammed) {
    const Order *order = &jammed;
    for (;;) {
      if (order->isLoop() && isParallel(model_, *dependences_, order->loop))
        return true;
      auto next = std::find_if(order->children.begin(), order->children.end(),
                               isOrHoldsRest);
      if (order->hasRest() || next == order->children.end())
        return false;
      order = &*next;
    }
  }

  static bool isOrHoldsRest(const Order &order) {
    return order.hasRest() || std::any_of(order.children.begin(),
                                          order.children.end(), isOrHoldsRest);
  }

  /// Each operation is rounded the same in any order, or can be made so.
  bool isPinned(std::string &why) {
    if (!nest_.needsPins)
      return true;
    constexpr const char *frees = "; '-ffp-contract=off' frees it";
    if (!options_.seen) {
      why = std::string("which products are fused into sums would change") +
            frees;
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
  bool hasSumsAround() const {
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

  NestModel &model_;
  const Nest &nest_;
  const ReorderOptions &options_;
  const Effort effort_;
  std::vector<Traffic> traffic_;
  std::map<NodeId, int64_t> trips_;
  std::optional<Dependences> dependences_;
  bool isAssuming_ = false; ///< the dependences rest on extents, if any do
  std::optional<FoundPins> pins_;
};

/// What is written in the place of nests; where each stands then.
void writeTexts(const ir::Program &program, Reorderings &reorderings) {
  reorderings.texts.clear();
  if (reorderings.nests.empty())
    return;
  for (const ir::Unit &unit : program.units) {
    auto id = static_cast<ir::UnitId>(&unit - program.units.data());
    ir::TextRange all{id, 0, static_cast<uint32_t>(unit.text.size())};
    std::map<uint32_t, ReorderedNest *> inUnit; // in order of text
    ir::Replacements replacements;
    for (ReorderedNest &nest : reorderings.nests)
      if (program[nest.root].text.unit == id) {
        inUnit[nest.text.begin] = &nest;
        replacements.push_back(nest.text);
      }
    uint32_t shift = 0; // modulo 2^32
    for (auto &[begin, nest] : inUnit) {
      const auto size = static_cast<uint32_t>(nest->text.text.size());
      nest->place = {id, begin + shift, begin + shift + size};
      shift += size - (nest->text.end - begin);
    }
    reorderings.texts.push_back(ir::fillReplaced(
        program, all, [](ir::ObjectId) { return std::string(); },
        std::move(replacements)));
  }
}

Remark remarkOf(const ir::Program &program, RemarkId id, NodeId loop) {
  return {
      id, program[loop].location, program[program[loop].function].name, {}, {}};
}

Remark keptRemark(const ir::Program &program, NodeId root,
                  const std::string &why) {
  Remark remark = remarkOf(program, RemarkId::NestKept, root);
  remark.args = {why};
  return remark;
}

class Reorderer {
public:
  Reorderer(const ir::Program &program, const analysis::Effects &effects,
            const ReorderOptions &options)
      : program_(program), index_(program, effects, /*seesThrough=*/true),
        options_(options) {}

  Reorderings run() {
    for (const ir::Function &function : program_.functions)
      if (isValid(function.body) && isValid(function.unit) &&
          (options_.only.empty() || options_.only.count(function.name) != 0))
        visit(function.body);
    writeTexts(program_, result_);
    return std::move(result_);
  }

private:
  void visit(NodeId node) {
    if (program_[node].as<ir::Loop>() && reorder(node))
      return;
    for (NodeId child : ir::childrenOf(program_, node))
      visit(child);
  }

  /// \returns whether the loops below are done with.
  bool reorder(NodeId root) {
    NestOptions bits = options_.bits;
    if (bits.fusing == Fusing::ByText &&
        saysHowToFuse(program_[root].text.unit))
      bits.fusing = Fusing::ByOrder;
    FoundNest found = findNest(index_, root, bits);
    // Where guards do not help, they may be in the way.
    if (found.hasGuards) {
      if (found.nest && reorder(*found.nest, /*isLast=*/false))
        return true;
      bits.mayHaveGuards = false;
      found = findNest(index_, root, bits);
    }
    return found.nest && reorder(*found.nest, /*isLast=*/true);
  }

  /// \param isLast what keeps the nest from being reordered is told
  bool reorder(const Nest &nest, bool isLast) {
    if (options_.mayTile && !nest.scalars.empty() && isDeep(nest)) {
      IslContext context;
      if (withIslBudget(context, options_.tileBudget, [&] {
            return reorderInPlace(nest, context);
          }).value_or(false))
        return true;
    }
    for (Effort effort :
         {Effort{true, true}, Effort{false, true}, Effort{false, false}}) {
      if (effort.tiles && !options_.mayTile)
        continue;
      IslContext context;
      std::optional<bool> isDone =
          withIslBudget(context,
                        effort.tiles && isDeep(nest) ? options_.tileBudget
                                                     : options_.islBudget,
                        [&] { return reorder(nest, context, effort, isLast); });
      if (isDone)
        return *isDone;
    }
    if (isLast)
      keep(nest.root, "it took too long to find out");
    return false;
  }

  /// It may gain from tiles.
  static bool isDeep(const Nest &nest) {
    return std::any_of(nest.units.begin(), nest.units.end(),
                       [](const Unit &unit) { return unit.loops.size() >= 3; });
  }

  bool reorder(const Nest &nest, isl::ctx ctx, Effort effort, bool isLast) {
    NestModel model(index_, ctx, nest, options_.strictAliasing);
    if (!model.isExact())
      return false;
    return reorder(model, Chooser(model, options_, effort).run(), isLast);
  }

  /// With its scalars in memory, in tiles or not at all: elsewhere scalars are
  /// faster.
  bool reorderInPlace(const Nest &nest, isl::ctx ctx) {
    NestModel asWritten(index_, ctx, nest, options_.strictAliasing);
    std::optional<Nest> inPlace;
    if (asWritten.isExact())
      inPlace = withScalarsInPlace(asWritten);
    if (!inPlace)
      return false;
    NestModel model(index_, ctx, *inPlace, options_.strictAliasing);
    Choice choice =
        Chooser(model, options_, {.tiles = true, .jams = false}).run();
    return choice.order && choice.order->order.tiles &&
           reorder(model, std::move(choice), /*isLast=*/false);
  }

  bool reorder(NestModel &model, Choice choice, bool isLast) {
    const Nest &nest = model.nest();
    if (!choice.order) {
      if (!choice.why.empty() && isLast)
        keep(nest.root, choice.why);
      return false;
    }
    ir::UnitId unit = program_[nest.root].text.unit;
    if (options_.beforeC99.count(unit)) {
      if (isLast)
        keep(nest.root, "it would need C99 (-std=gnu99 or later), where loops "
                        "declare their iterators");
      return false;
    }
    FreshName fresh = [&](const std::string &like) { return freshName(like); };
    std::optional<NestText> text =
        nestText(model, *choice.order, choice.tests, fresh, !options_.isAlways);
    if (!text) {
      if (isLast)
        keep(nest.root, "a bound cannot be said before it");
      return false;
    }
    result_.tileLoops.merge(text->tileLoops);
    ReorderedNest done{
        nest.root, std::move(text->text), {}, choice.tests.apart, {}, false};
    for (const polyhedral::WithinExtent &one : choice.tests.within)
      done.within.insert(polyhedral::keyOf(model.model(), one));
    done.hasPins = !choice.order->pins.empty();
    result_.nests.push_back(std::move(done));
    for (const Sunk &sunk : choice.order->sunk)
      tell(nest, *choice.order, sunk);
    if (choice.order->order.tiles)
      tell(nest, *choice.order->order.tiles);
    return true;
  }

  /// `#pragma STDC FP_CONTRACT` and its like, which may allow more.
  bool saysHowToFuse(ir::UnitId unit) {
    auto [known, isNew] = haveFusing_.try_emplace(unit, false);
    if (isNew)
      for (const char *word : {"FP_CONTRACT", "clang fp", "float_control"})
        known->second |= program_[unit].text.find(word) != std::string::npos;
    return known->second;
  }

  /// In no unit is it the name of anything else: calls may be written out in
  /// another one.
  std::string freshName(const std::string &like) {
    if (words_.empty())
      for (const ir::Unit &unit : program_.units)
        for (std::string_view word : ir::identifiersIn(unit.text))
          words_.insert(std::string(word));
    for (unsigned number = 1;; ++number)
      if (std::string name = like + "_" + std::to_string(number);
          words_.insert(name).second)
        return name;
  }

  void add(NodeId root, Remark remark) {
    result_.remarks.push_back(std::move(remark));
    result_.about.push_back(root);
  }

  void keep(NodeId root, const std::string &why) {
    add(root, keptRemark(program_, root, why));
  }

  void tell(const Nest &nest, const Reordered &reordered, const Sunk &sunk) {
    std::string arrays;
    for (const Expanded &one : reordered.expanded)
      if (one.loop == sunk.loop)
        arrays += (arrays.empty() ? "" : ", ") + std::string("'") +
                  program_[nest.scalars[one.scalar].object].name + "'";
    Remark remark = remarkOf(program_,
                             sunk.isJam() ? RemarkId::LoopJammed
                                          : RemarkId::LoopInterchanged,
                             sunk.loop);
    ir::ObjectId iterator =
        program_[sunk.loop].as<ir::Loop>()->counted->iterator;
    remark.args = {
        arrays.empty() ? "" : ", with an element of " + arrays + " for each",
        program_[iterator].name, std::to_string(sunk.size)};
    add(nest.root, std::move(remark));
  }

  void tell(const Nest &nest, const Tiles &tiles) {
    std::string sizes;
    for (const TileDirection &direction : tiles.directions)
      if (direction.size > 0)
        sizes += (sizes.empty() ? "" : " x ") + std::to_string(direction.size);
    Remark remark = remarkOf(program_, RemarkId::NestTiled, nest.root);
    remark.args = {sizes,
                   tiles.order == TileOrder::Levels
                       ? "those of a step that need nothing of each other"
                       : "those of a wavefront"};
    add(nest.root, std::move(remark));
  }

  const ir::Program &program_;
  polyhedral::ProgramIndex index_;
  const ReorderOptions &options_;
  std::set<std::string> words_; ///< of all units
  std::map<ir::UnitId, bool> haveFusing_;
  Reorderings result_;
};

} // namespace

Reorderings reorderNests(const ir::Program &program,
                         const analysis::Effects &effects,
                         const ReorderOptions &options) {
  return Reorderer(program, effects, options).run();
}

void keepNests(const ir::Program &program,
               const std::map<NodeId, std::string> &why,
               Reorderings &reorderings) {
  std::erase_if(reorderings.nests, [&](const ReorderedNest &nest) {
    return why.count(nest.root) != 0;
  });
  Reorderings result;
  std::set<NodeId> told;
  for (std::size_t k = 0; k < reorderings.remarks.size(); ++k) {
    NodeId root = reorderings.about[k];
    auto kept = why.find(root);
    if (kept != why.end() && !told.insert(root).second)
      continue;
    result.remarks.push_back(kept == why.end()
                                 ? std::move(reorderings.remarks[k])
                                 : keptRemark(program, root, kept->second));
    result.about.push_back(root);
  }
  result.nests = std::move(reorderings.nests);
  reorderings = std::move(result);
  writeTexts(program, reorderings);
}

} // namespace hocket::transformation
