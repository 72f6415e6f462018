// SPDX-License-Identifier: Apache-2.0
#include "transformation/order/Recurrences.h"

#include "symbolic/Accesses.h"
#include "transformation/order/InPlace.h"

#include <algorithm>
#include <set>

namespace hocket::transformation {

using ir::NodeId;
using ir::ObjectId;
using polyhedral::LoopShape;
using polyhedral::MemoryAccess;
using polyhedral::Polynomial;

namespace {

/// Follows values through the statements of a unit, in order of text.
class Recurrences {
public:
  Recurrences(NestModel &model, std::size_t unit)
      : model_(model), values_(model.model()), index_(values_.index()),
        unit_(unit), loops_(model.nest().units[unit].loops) {
    for (NodeId node : model.nest().units[unit].nodes)
      for (ir::StmtId stmt : index_.stmtsOf(node))
        addStmt(stmt);
  }

  std::vector<char> run() {
    std::vector<char> result;
    for (std::size_t k = 0; k < loops_.size(); ++k)
      result.push_back(std::any_of(writes_.begin(), writes_.end(),
                                   [&](const MemoryAccess &write) {
                                     return isCarriedInMemory(k, write);
                                   }));
    for (ObjectId scalar : scalarsCarried())
      for (std::size_t k = homeOf(model_.nest(), loops_, scalar);
           k < loops_.size(); ++k)
        result[k] = true;
    return result;
  }

private:
  struct Statement {
    std::vector<MemoryAccess> reads, writes;
    std::vector<ObjectId> uses, sets; ///< scalars
    bool isIntegerUpdate = false;     ///< compilers have vectors of them
  };

  void addStmt(ir::StmtId id) {
    const ir::Stmt &stmt = index_.program()[id];
    Statement result;
    result.isIntegerUpdate = stmt.update && !stmt.update->isFloat;
    for (const analysis::EffectItem &item : index_.itemsOf(id)) {
      if (polyhedral::isHiddenOnly(index_, item))
        continue;
      const bool isWrite = item.kind == ir::AccessKind::Write;
      ObjectId object = index_.namedObject(item);
      if (isValid(object) && inPlaceFor(model_.nest(), unit_, object))
        continue;
      if (isValid(object) && index_.program()[object].isScalar) {
        (isWrite ? result.sets : result.uses).push_back(object);
        continue;
      }
      MemoryAccess access = polyhedral::makeAccess(values_, item, id);
      if (!access.address || !access.base)
        continue;
      if (isWrite)
        writes_.push_back(access);
      (isWrite ? result.writes : result.reads).push_back(std::move(access));
    }
    stmts_.push_back(std::move(result));
  }

  /// The read is of the place that the write has left an iteration of the loop
  /// before.
  bool isLastOf(std::size_t k, const MemoryAccess &read,
                const MemoryAccess &write) const {
    if (read.base->key != write.base->key)
      return false;
    std::optional<Polynomial> step = advance(k, read.address->polynomial);
    std::optional<Polynomial> back =
        write.address->polynomial.minus(read.address->polynomial);
    return step && back && !step->terms().empty() && *step == *back;
  }

  /// How far an address moves in an iteration of the loop: it has the iterator
  /// in no other power than the first.
  std::optional<Polynomial> advance(std::size_t k,
                                    const Polynomial &address) const {
    const LoopShape &shape = *values_.loopShape(loops_[k]);
    Polynomial result;
    for (const auto &[monomial, coefficient] : address.terms()) {
      auto at = std::find(monomial.begin(), monomial.end(), shape.iterator);
      if (at == monomial.end())
        continue;
      polyhedral::Monomial rest = monomial;
      rest.erase(rest.begin() + (at - monomial.begin()));
      if (std::count(rest.begin(), rest.end(), shape.iterator) != 0 ||
          !result.add(rest, coefficient * shape.step))
        return std::nullopt;
    }
    return result;
  }

  bool isCarriedInMemory(std::size_t k, const MemoryAccess &write) const {
    return reaches(
        [&](const Statement &stmt) {
          return std::any_of(stmt.reads.begin(), stmt.reads.end(),
                             [&](const MemoryAccess &read) {
                               return isLastOf(k, read, write);
                             });
        },
        [&](const Statement &stmt) {
          return std::any_of(stmt.writes.begin(), stmt.writes.end(),
                             [&](const MemoryAccess &other) {
                               return other.base->key == write.base->key &&
                                      other.address->polynomial ==
                                          write.address->polynomial;
                             });
        });
  }

  /// Floating-point scalars that a run takes from the run before and leaves to
  /// the next one.
  std::vector<ObjectId> scalarsCarried() const {
    std::set<ObjectId> set, result;
    for (const Statement &stmt : stmts_) {
      for (ObjectId scalar : stmt.uses)
        if (set.count(scalar) == 0 && index_.program()[scalar].isFloat)
          result.insert(scalar);
      set.insert(stmt.sets.begin(), stmt.sets.end());
    }
    std::vector<ObjectId> carried;
    for (ObjectId scalar : result)
      if (set.count(scalar) != 0 && isCarried(scalar))
        carried.push_back(scalar);
    return carried;
  }

  bool isCarried(ObjectId scalar) const {
    return reaches(
        [&](const Statement &stmt) {
          return std::count(stmt.uses.begin(), stmt.uses.end(), scalar) != 0;
        },
        [&](const Statement &stmt) {
          return std::count(stmt.sets.begin(), stmt.sets.end(), scalar) != 0;
        });
  }

  /// Some value that a statement takes which `begins` comes, by way of scalars,
  /// to one that `ends`.
  template <typename Begins, typename Ends>
  bool reaches(const Begins &begins, const Ends &ends) const {
    std::set<ObjectId> holders;
    for (const Statement &stmt : stmts_) {
      bool takes = !stmt.isIntegerUpdate && begins(stmt);
      for (ObjectId scalar : stmt.uses)
        takes |= holders.count(scalar) != 0;
      if (takes && ends(stmt))
        return true;
      for (ObjectId scalar : stmt.sets)
        if (takes)
          holders.insert(scalar);
    }
    return false;
  }

  NestModel &model_;
  polyhedral::AffineModel &values_;
  const polyhedral::ProgramIndex &index_;
  const std::size_t unit_;
  const std::vector<NodeId> &loops_;
  std::vector<Statement> stmts_;
  std::vector<MemoryAccess> writes_;
};

} // namespace

std::size_t homeOf(const Nest &nest, const std::vector<NodeId> &loops,
                   ObjectId scalar) {
  if (std::count(nest.ofUnits.begin(), nest.ofUnits.end(), scalar) != 0)
    return loops.size();
  for (const OwnScalar &own : nest.scalars)
    if (own.object == scalar)
      return std::size_t(std::find(loops.begin(), loops.end(), own.loop) -
                         loops.begin()) +
             1;
  return 0;
}

std::vector<char> recurrencesOf(NestModel &model, std::size_t unit) {
  return Recurrences(model, unit).run();
}

} // namespace hocket::transformation
