// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Traffic.h"

#include "support/Policy.h"
#include "symbolic/Accesses.h"
#include "transformation/order/InPlace.h"
#include "transformation/order/Recurrences.h"
#include "transformation/order/Tables.h"

#include <algorithm>
#include <set>

namespace hocket::transformation {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using polyhedral::MemoryAccess;
using polyhedral::Polynomial;
using polyhedral::SymbolId;
using polyhedral::Value;

namespace {

bool variesWith(const Value &value, SymbolId symbol) {
  for (const auto &[monomial, coefficient] : value.polynomial.terms())
    if (std::find(monomial.begin(), monomial.end(), symbol) != monomial.end())
      return true;
  return value.base && value.base->cell &&
         variesWith(*value.base->cell, symbol);
}

Stride strideOf(const Value &address, SymbolId iterator, int64_t step) {
  Stride stride;
  for (const auto &[monomial, coefficient] : address.polynomial.terms())
    if (monomial.size() == 1 && monomial.front() == iterator)
      stride.bytes = coefficient * step;
    else if (std::find(monomial.begin(), monomial.end(), iterator) !=
             monomial.end())
      stride.isKnown = false;
  if (address.base && address.base->cell &&
      variesWith(*address.base->cell, iterator))
    stride.isKnown = false;
  return stride;
}

class UnitTraffic {
public:
  UnitTraffic(NestModel &model, const std::vector<Table> &tables,
              std::size_t unit)
      : model_(model), values_(model.model()), index_(values_.index()),
        tables_(tables), unit_(unit), loops_(model.nest().units[unit].loops) {}

  Traffic run() {
    traffic_.isChain.assign(loops_.size(), false);
    for (NodeId node : model_.nest().units[unit_].nodes) {
      traffic_.hasControl |= !index_.program()[node].as<ir::Leaf>() &&
                             !index_.program()[node].as<ir::Block>();
      for (ir::StmtId stmt : index_.stmtsOf(node))
        addStmt(stmt);
    }
    traffic_.isRecurrence = recurrencesOf(model_, unit_);
    for (NodeId loop : loops_)
      traffic_.runs *= double(std::max<int64_t>(
          1, model_.trips(loop).value_or(int64_t(policy.guess.unknownTrips))));
    return std::move(traffic_);
  }

private:
  void addStmt(ir::StmtId id) {
    const ir::Stmt &stmt = index_.program()[id];
    traffic_.hasControl |= std::any_of(
        stmt.calls.begin(), stmt.calls.end(),
        [](const ir::CallSite &site) { return !site.isSeenThrough(); });
    bool isFloatUpdate = stmt.update && stmt.update->isFloat;
    for (const analysis::EffectItem &item : index_.itemsOf(id)) {
      if (polyhedral::isHiddenOnly(index_, item))
        continue;
      if (const Table *table = tableFor(tables_, id, item)) {
        addTable(*table, item);
        continue;
      }
      ObjectId object = index_.namedObject(item);
      if (const InPlaceScalar *scalar =
              isValid(object) ? inPlaceFor(model_.nest(), unit_, object)
                              : nullptr) {
        EffectItem place;
        addAccess(inMemory(model_, *scalar, id, item.kind, place),
                  isFloatUpdate);
        continue;
      }
      if (isValid(object) && index_.program()[object].isScalar) {
        if (isFloatUpdate && item.kind == ir::AccessKind::Write)
          addChain(homeOf(model_.nest(), loops_, object));
        continue;
      }
      addAccess(polyhedral::makeAccess(values_, item, id), isFloatUpdate);
    }
  }

  void addChain(std::size_t from) {
    for (std::size_t k = from; k < loops_.size(); ++k)
      traffic_.isChain[k] = true;
  }

  /// With something else than the iterators of the unit's loops.
  bool movesOtherwise(const Value &address) const {
    std::vector<SymbolId> symbols = address.polynomial.symbols();
    return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
      const polyhedral::Symbol &symbol = values_.symbol(id);
      return symbol.isVariant && std::find(loops_.begin(), loops_.end(),
                                           symbol.loop) == loops_.end();
    });
  }

  void addAccess(const MemoryAccess &access, bool isFloatUpdate) {
    if (!access.address || movesOtherwise(*access.address)) {
      traffic_.isIrregular = true;
      return;
    }
    Touch touch;
    for (NodeId loop : loops_) {
      const polyhedral::LoopShape &shape = *values_.loopShape(loop);
      touch.strides.push_back(
          strideOf(*access.address, shape.iterator, shape.step));
    }
    if (isFloatUpdate && access.isWrite())
      for (std::size_t k = 0; k < loops_.size(); ++k)
        traffic_.isChain[k] |= touch.strides[k].isNone();
    // Neighbours differ by a constant, and share lines.
    Polynomial place = access.address->polynomial;
    int64_t constant = place.constantTerm();
    place.add({}, -constant);
    auto line = constant / int64_t(policy.transform.lineBytes);
    if (seen_
            .insert(access.address->base->key + " " + place.key() + " " +
                    std::to_string(line))
            .second)
      traffic_.touches.push_back(std::move(touch));
  }

  void addTable(const Table &table, const EffectItem &item) {
    Touch touch;
    for (NodeId loop : loops_) {
      Stride &stride = touch.strides.emplace_back();
      if (loop == table.loops.back())
        stride.bytes = values_.loopShape(loop)->step * int64_t(item.size);
      else
        stride.isKnown =
            std::count(table.loops.begin(), table.loops.end(), loop) == 0;
    }
    if (seen_.insert("table " + std::to_string(&table - tables_.data())).second)
      traffic_.touches.push_back(std::move(touch));
  }

  NestModel &model_;
  polyhedral::AffineModel &values_;
  const polyhedral::ProgramIndex &index_;
  const std::vector<Table> &tables_;
  std::size_t unit_;
  const std::vector<NodeId> &loops_;
  Traffic traffic_;
  std::set<std::string> seen_;
};

} // namespace

std::vector<Traffic> trafficOf(NestModel &model,
                               const std::vector<Table> &tables) {
  std::vector<Traffic> result;
  for (std::size_t unit = 0; unit < model.nest().units.size(); ++unit)
    result.push_back(UnitTraffic(model, tables, unit).run());
  return result;
}

} // namespace hocket::transformation
