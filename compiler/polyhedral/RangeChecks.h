// SPDX-License-Identifier: Apache-2.0
//
// The bytes that a loop reaches from a base pointer, as C text to be evaluated
// on entry to the loop.
//
// Interval arithmetic on the address polynomial: each iterator runs between the
// extremes of its bounds, each product of an interval with a parameter of
// unknown sign becomes a conditional expression. The result may be wider than
// what is touched (a check that fails needlessly), never narrower.
#pragma once

#include "polyhedral/Accesses.h"
#include "polyhedral/LoopKinds.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

class RangeText {
public:
  explicit RangeText(AffineModel &model) : model_(model) {}

  /// What all `accesses`, which have the same root, touch together. Nothing if
  /// it cannot be said in variables that the root's entry sees.
  std::optional<RangeCheck::Side>
  side(const std::vector<const MemoryAccess *> &accesses);

private:
  struct Interval {
    std::string low, high; ///< inclusive; C expressions of type long long
  };

  std::optional<Interval> ofMonomial(const Monomial &monomial, unsigned depth);
  std::optional<Interval> ofPoly(const Poly &poly, unsigned depth);
  std::optional<Interval> ofAtom(AtomId atom, unsigned depth);
  std::optional<Interval> ofIterator(const Atom &atom, unsigned depth);
  std::optional<std::string> parameterText(const Atom &atom);
  std::optional<std::string> loadText(ir::ExprId load, ir::StmtId at);
  std::optional<std::string> baseText(const Root &root);
  bool use(ir::ObjectId object);
  void noteLoad(ir::ExprId address, ir::StmtId at);

  AffineModel &model_;
  std::vector<ir::ObjectId> uses_;
  bool readsMemory_ = false;
  analysis::ObjectSet reads_;
};

} // namespace hocket::polyhedral
