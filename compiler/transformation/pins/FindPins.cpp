// SPDX-License-Identifier: Apache-2.0
//
// A sum is fused where all that is left of it are fused operations, and nothing
// is left of its product; apart, where none is a fused operation. Everything
// else depends on what nobody sees.
//
// A product that comes to a sum by way of a variable is not in the sum's text.
// Where the sum takes no product with it now, none may come to it in another
// order: such a product is rounded where it is stored.
#include "transformation/pins/Pins.h"

#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::transformation {

namespace {

using ir::FloatOperand;
using ir::FloatSum;
using ir::ObjectId;
using Kind = FloatOperand::Kind;

class Finder {
public:
  Finder(const ir::Program &program, SeenOperations &seen)
      : program_(program), seen_(seen) {}

  FoundPins run(const std::vector<ir::NodeId> &nodes) {
    for (ir::NodeId node : nodes)
      for (ir::StmtId id : ir::allStmts(program_, node))
        stmts_.push_back(&program_[id]);
    for (const ir::Stmt *stmt : stmts_)
      checkStmt(*stmt);
    if (found_.why.empty())
      roundStored();
    return std::move(found_);
  }

private:
  void refuse(const std::string &why) {
    if (found_.why.empty())
      found_.why = why;
  }

  void checkStmt(const ir::Stmt &stmt) {
    for (const ir::CallSite &call : stmt.calls)
      if (!isValid(call.callee) || isValid(program_[call.callee].text.unit))
        refuse("a function is called that may be fused otherwise here");
    if (!stmt.computesFloats)
      return;
    if (stmt.floats.isIncomplete || stmt.multipliesComplex)
      refuse("it computes with other things than plain floating-point numbers");
    if (stmt.knowsProducts)
      refuse("a product that is known beforehand is not fused into a sum");
    for (const FloatSum &sum : stmt.floats.sums)
      checkSum(sum, seenFor(sum, stmt));
  }

  std::optional<OperationSeen> seenAt(const FloatSum &sum,
                                      const ir::OperationPlace &place) {
    return seen_.at(sum.text.unit, place);
  }

  bool isTraced(const FloatSum &sum) {
    std::optional<OperationSeen> seen = seenAt(sum, sum.place);
    return seen && (seen->sums || seen->fused);
  }

  /// The sum itself; or, if nothing is left of it, one of the same text in the
  /// statement that has its value.
  const FloatSum &seenFor(const FloatSum &sum, const ir::Stmt &stmt) {
    if (!isTraced(sum))
      for (const FloatSum &other : stmt.floats.sums)
        if (textOf(other) == textOf(sum) && isTraced(other))
          return other;
    return sum;
  }

  /// \param traced what `sum` leaves is left of this one
  void checkSum(const FloatSum &sum, const FloatSum &traced) {
    if (!found_.why.empty())
      return;
    std::optional<OperationSeen> seen = seenAt(traced, traced.place);
    if (!seen)
      return refuse("nobody knows which products are fused into sums now");
    if (!seen->sums && !seen->fused && isNeverFused(sum.left) &&
        isNeverFused(sum.right))
      return; // the same in any order
    if (sum.type.empty() || (!seen->sums && !seen->fused))
      return refuse("nothing tells how '" + textOf(sum) + "' is computed now");
    if (seen->sums && seen->fused)
      return refuse("of '" + textOf(sum) +
                    "' some copies are fused operations now and others not");
    if (seen->fused)
      return checkFused(sum, traced, *seen);
    for (const FloatOperand *side : {&sum.left, &sum.right})
      if (side->kind == Kind::Product)
        keepApart(*side);
      else if (side->kind == Kind::Other)
        return refuse("a product may come to '" + textOf(sum) +
                      "' in another order");
      else
        note(*side);
  }

  /// Nothing that the nest computes.
  bool isNeverFused(const FloatOperand &operand) const {
    return operand.kind == Kind::Never ||
           (operand.kind == Kind::Scalar &&
            std::none_of(stmts_.begin(), stmts_.end(),
                         [&](const ir::Stmt *stmt) {
                           return std::any_of(stmt->floats.stores.begin(),
                                              stmt->floats.stores.end(),
                                              [&](const ir::FloatStore &store) {
                                                return store.target.object ==
                                                       operand.object;
                                              });
                         }));
  }

  /// Of two products it is the one of which nothing is left.
  void checkFused(const FloatSum &sum, const FloatSum &traced,
                  const OperationSeen &seen) {
    auto left = [&](const FloatOperand &side) {
      return seenAt(sum, side.place)->products;
    };
    bool hasLeft = sum.left.kind == Kind::Product;
    bool hasRight = sum.right.kind == Kind::Product;
    bool isLeft = hasLeft && left(traced.left) == 0 &&
                  (!hasRight || left(traced.right) == seen.fused);
    bool isRight = hasRight && left(traced.right) == 0 &&
                   (!hasLeft || left(traced.left) == seen.fused);
    // A product that comes by way of a variable might be the one, and the
    // sum's own be known from before.
    if (isLeft == isRight || mayHoldProduct(isLeft ? sum.right : sum.left))
      return refuse("which product is fused into '" + textOf(sum) +
                    "' now is not known");
    found_.pins.push_back({sum.text, isLeft ? &sum.left : &sum.right, &sum});
  }

  /// Memory keeps what is stored there: such a product is there to stay.
  bool mayHoldProduct(const FloatOperand &operand) const {
    if (operand.kind != Kind::Scalar)
      return operand.kind == Kind::Other;
    std::set<ObjectId> holders = {operand.object};
    std::size_t before;
    do {
      before = holders.size();
      for (const ir::Stmt *stmt : stmts_)
        for (const ir::FloatStore &store : stmt->floats.stores) {
          if (!isValid(store.target.object) ||
              store.target.kind != Kind::Scalar ||
              !holders.count(store.target.object))
            continue;
          if (store.value.kind == Kind::Product ||
              store.value.kind == Kind::Other)
            return true;
          if (store.value.kind == Kind::Scalar)
            holders.insert(store.value.object);
        }
    } while (holders.size() != before);
    return false;
  }

  std::string textOf(const FloatSum &sum) const {
    return std::string(program_.text(sum.text));
  }

  void keepApart(const FloatOperand &product) {
    if (product.type != "float" && product.type != "double" &&
        product.type != "long double")
      refuse("it computes with other things than plain floating-point numbers");
    else if (seen_.hasFused(product.type))
      found_.pins.push_back({product.text, &product, nullptr});
  }

  // Products that are stored.

  /// What a sum takes that is not fused. Of memory the variable, if it has a
  /// name.
  void note(const FloatOperand &operand) {
    if (operand.kind == Kind::Scalar)
      scalars_.insert(operand.object);
    else if (operand.kind == Kind::Memory)
      memory_.insert(operand.object);
  }

  bool isTaken(const FloatOperand &target) const {
    if (target.kind == Kind::Scalar)
      return scalars_.count(target.object) != 0;
    if (!isValid(target.object))
      return !memory_.empty();
    return memory_.count(target.object) || memory_.count(ObjectId::None);
  }

  void roundStored() {
    std::size_t before;
    do { // what is copied to what is taken
      before = scalars_.size() + memory_.size();
      for (const ir::Stmt *stmt : stmts_)
        for (const ir::FloatStore &store : stmt->floats.stores)
          if (isTaken(store.target))
            note(store.value);
    } while (before != scalars_.size() + memory_.size());
    for (const ir::Stmt *stmt : stmts_)
      for (const ir::FloatStore &store : stmt->floats.stores)
        if (isTaken(store.target))
          roundStored(store);
  }

  void roundStored(const ir::FloatStore &store) {
    if (store.value.kind == Kind::Product)
      keepApart(store.value);
    else if (store.value.kind == Kind::Other)
      refuse("a product may come to a sum by way of '" +
             std::string(program_.text(store.target.text)) + "'");
  }

  const ir::Program &program_;
  SeenOperations &seen_;
  std::vector<const ir::Stmt *> stmts_;
  std::set<ObjectId> scalars_, memory_;
  FoundPins found_;
};

} // namespace

FoundPins findPins(const ir::Program &program,
                   const std::vector<ir::NodeId> &nodes, SeenOperations &seen) {
  return Finder(program, seen).run(nodes);
}

} // namespace hocket::transformation
