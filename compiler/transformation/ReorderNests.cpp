// SPDX-License-Identifier: Apache-2.0
#include "transformation/ReorderNests.h"

#include "ir/Identifiers.h"
#include "ir/Text.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "transformation/order/ChooseOrder.h"
#include "transformation/order/InPlace.h"
#include "transformation/order/Tables.h"
#include "transformation/text/NestText.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace hocket::transformation {

using ir::NodeId;

namespace {

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

constexpr const char *nothingToGain = "it would gain nothing";

/// What the program's own allocator does is to happen as often as before.
bool definesAllocator(const ir::Program &program) {
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [](const ir::Function &function) {
                       return isValid(function.body) &&
                              (function.name == "malloc" ||
                               function.name == "free");
                     });
}

double mostWithTables(OrderChooser &plain, const ReorderOptions &options) {
  return (options.isAlways ? 1 : policy.tables.worthwhile) * plain.cost();
}

/// \returns nothing if no tables are predicted to gain enough.
std::optional<Nest> cheapestWithTables(NestModel &model, OrderChooser &plain,
                                       const ReorderOptions &options) {
  std::optional<Nest> result;
  double least = mostWithTables(plain, options);
  for (Nest &nest : withTables(model))
    if (const double cost = plain.costWith(nest); cost <= least) {
      least = cost;
      result = std::move(nest);
    }
  return result;
}

/// What tables hold is read again by the loops that they do not move with.
void readOften(const Nest &nest, Reordered &order) {
  for (const Table &table : nest.tables) {
    std::vector<NodeId> again = nest.units[table.unit].loops;
    std::erase_if(again, [&](NodeId loop) {
      return std::count(table.loops.begin(), table.loops.end(), loop) != 0;
    });
    if (again.size() == 1)
      order.leastTrips.emplace_back(again.front(), policy.transform.leastTrips);
  }
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

  /// What costs isl most is tried last, with a budget of its own: where that is
  /// spent, what was found before stands. \param isLast what keeps the nest
  /// from being reordered is told
  bool reorder(const Nest &nest, bool isLast) {
    IslContext context;
    std::optional<NestModel> model;
    std::optional<OrderChooser> chooser;
    std::optional<bool> isNest =
        withIslBudget(context, options_.islBudget, [&] {
          model.emplace(index_, context, nest, options_.strictAliasing);
          if (!model->isExact())
            return false;
          chooser.emplace(*model, chooserOptions());
          if (chooser->isTooSmall())
            return false;
          chooser->sunk();
          return true;
        });
    std::string why = "it took too long to find out";
    if (isNest.value_or(false)) {
      if (options_.mayTile && !nest.scalars.empty() && isDeep(nest) &&
          withIslBudget(context, options_.islBudget,
                        [&] { return !chooser->isOutermostParallel(); })
              .value_or(false) &&
          reorderInPlace(nest))
        return true;
      if (options_.mayHaveTables && reorderWithTables(nest, *model, *chooser))
        return true;
      why = reorder(nest, context, *model, *chooser);
      if (why.empty())
        return true;
    }
    if (!isNest.value_or(true) || !isLast || why == nothingToGain)
      return false;
    keep(nest.root, why);
    return false;
  }

  /// \returns why not; empty: it is
  std::string reorder(const Nest &nest, isl::ctx ctx, NestModel &model,
                      OrderChooser &chooser) {
    if (options_.mayTile &&
        withIslBudget(ctx,
                      isDeep(nest) ? options_.tileBudget : options_.islBudget,
                      [&] {
                        std::optional<Choice> tiled = chooser.tiled();
                        return tiled && write(model, *tiled).empty();
                      })
            .value_or(false))
      return "";
    std::string whyNoJam;
    // Jams among guards take long to find out about, and come to little.
    const unsigned long jamBudget =
        nest.guards.empty() ? options_.islBudget : options_.islBudget / 8;
    if (withIslBudget(ctx, jamBudget, [&] {
          Choice jammed = chooser.jammed();
          whyNoJam = jammed.why;
          return jammed.order && write(model, jammed).empty();
        }).value_or(false))
      return "";
    const Choice &sunk = chooser.sunk();
    if (sunk.order)
      return withIslBudget(ctx, options_.islBudget,
                           [&] { return write(model, sunk); })
          .value_or("it took too long to find out");
    if (!sunk.why.empty())
      return sunk.why;
    return whyNoJam.empty() ? nothingToGain : whyNoJam;
  }

  ChooserOptions chooserOptions() const {
    return {options_.isAlways, options_.mayReassociate, options_.seen};
  }

  /// It may gain from tiles.
  static bool isDeep(const Nest &nest) {
    return std::any_of(nest.units.begin(), nest.units.end(),
                       [](const Unit &unit) { return unit.loops.size() >= 3; });
  }

  /// With its scalars in memory, in tiles or not at all: elsewhere scalars are
  /// faster.
  bool reorderInPlace(const Nest &nest) {
    IslContext context;
    return withIslBudget(context, options_.tileBudget,
                         [&] { return reorderInPlace(nest, context); })
        .value_or(false);
  }

  bool reorderInPlace(const Nest &nest, isl::ctx ctx) {
    NestModel asWritten(index_, ctx, nest, options_.strictAliasing);
    std::optional<Nest> inPlace;
    if (asWritten.isExact())
      inPlace = withScalarsInPlace(asWritten);
    if (!inPlace)
      return false;
    NestModel model(index_, ctx, *inPlace, options_.strictAliasing);
    OrderChooser chooser(model, chooserOptions());
    if (chooser.isTooSmall())
      return false;
    chooser.sunk();
    std::optional<Choice> tiled = chooser.tiled();
    return tiled && write(model, *tiled).empty();
  }

  /// With copies of what it reads in other orders of their cells, where no
  /// order of its loops alone comes near. \param plain without them
  bool reorderWithTables(const Nest &nest, NestModel &model,
                         OrderChooser &plain) {
    // Sums in any order become vectors without them.
    if (options_.mayReassociate || !nest.bitsChange.empty() || nest.needsPins ||
        !nest.inPlace.empty() || definesAllocator(program_))
      return false;
    std::optional<Nest> tabled =
        withIslBudget(model.runs(0).ctx(), options_.islBudget, [&] {
          return cheapestWithTables(model, plain, options_);
        }).value_or(std::nullopt);
    if (!tabled)
      return false;
    const double most = mostWithTables(plain, options_);
    IslContext context;
    std::optional<NestModel> other;
    std::optional<OrderChooser> chooser;
    const bool gains =
        withIslBudget(context, options_.islBudget, [&] {
          other.emplace(index_, context, *tabled, options_.strictAliasing);
          chooser.emplace(*other, chooserOptions());
          return chooser->sunk().order && chooser->cost() <= most &&
                 chooser->mayHaveTables();
        }).value_or(false);
    return gains && reorder(*tabled, context, *other, *chooser).empty();
  }

  /// \returns why it cannot be said in C; empty: it is part of the result
  std::string write(NestModel &model, const Choice &choice) {
    const Nest &nest = model.nest();
    ir::UnitId unit = program_[nest.root].text.unit;
    if (options_.beforeC99.count(unit))
      return "it would need C99 (-std=gnu99 or later), where loops declare "
             "their iterators";
    FreshName fresh = [&](const std::string &like) { return freshName(like); };
    Reordered order = *choice.order;
    if (!options_.isAlways)
      readOften(nest, order);
    std::optional<NestText> text =
        nestText(model, order, choice.tests, fresh, !options_.isAlways);
    if (!text)
      return "a bound cannot be said before it";
    result_.tileLoops.merge(text->tileLoops);
    ReorderedNest done{
        nest.root, std::move(text->text), {}, choice.tests.apart, {}, false};
    for (const polyhedral::WithinExtent &one : choice.tests.within)
      done.within.insert(polyhedral::keyOf(model.model(), one));
    done.hasPins = !choice.order->pins.empty();
    result_.nests.push_back(std::move(done));
    for (const Table &table : nest.tables)
      tell(nest, table);
    for (const Sunk &sunk : choice.order->sunk)
      tell(nest, *choice.order, sunk);
    if (choice.order->order.tiles)
      tell(nest, *choice.order->order.tiles);
    return "";
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
        program_[iterator].name,
        std::to_string(sunk.size) + (sunk.isOutermost ? ", outermost" : "")};
    add(nest.root, std::move(remark));
  }

  void tell(const Nest &nest, const Table &table) {
    Remark remark = remarkOf(program_, RemarkId::NestTable, nest.root);
    ir::ObjectId iterator =
        program_[table.loops.back()].as<ir::Loop>()->counted->iterator;
    remark.args = {std::string(program_.text(table.reads.front().text)),
                   program_[iterator].name};
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
