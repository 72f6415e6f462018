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

#include "support/Policy.h"
#include "symbolic/Accesses.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <set>
#include <vector>

namespace hocket::polyhedral {

enum class ElementTest : uint8_t {
  Monotonic, ///< no element is less than the one before it
  Injective, ///< no value stands there twice
};

struct Reached {
  RangeCheck::Side side;  ///< without its base
  std::string iterations; ///< of the loop, at most
};

class RangeText {
public:
  explicit RangeText(AffineModel &model) : model_(model) {}

  /// What all `accesses`, which have the same root, touch together. Nothing if
  /// it cannot be said in variables that the root's entry sees.
  std::optional<RangeCheck::Side>
  side(const std::vector<const MemoryAccess *> &accesses);

  /// What updates reach from their base.
  std::optional<Reached> reached(const Reach &reach);

  /// A test of the elements of one array that the atoms may stand for. Nothing
  /// if it cannot be said on entry, or if the loop might not read all of them.
  std::optional<EntryCondition> elementTest(ElementTest test,
                                            const std::vector<AtomId> &atoms);

  /// That the rows through which the accesses go, all from one array of
  /// pointers, have no bytes in common with each other. Nothing like
  /// elementTest.
  std::optional<EntryCondition>
  rowsApart(const std::vector<const MemoryAccess *> &rows);

  /// That they have none in common with what the others touch, which have
  /// another root or are rows of another array.
  std::optional<EntryCondition>
  rowsMiss(const std::vector<const MemoryAccess *> &rows,
           const std::vector<const MemoryAccess *> &others);

  /// A test of what the model assumed.
  std::optional<EntryCondition> rangeTest(const RangeAssumption &assumption);
  /// 0 <= poly and poly + size <= extent, for all iterations.
  std::optional<EntryCondition> within(const Poly &poly, int64_t size,
                                       const Poly &extent);

private:
  static constexpr unsigned kMaxDepth = policy.loops.checkDepth;
  static constexpr std::size_t kMaxText =
      policy.loops.checkText; ///< longer: not worth it

  struct Interval {
    std::string low, high; ///< inclusive; C expressions of type long long
  };

  std::optional<Interval> ofBound(ir::NodeId loop, const Poly &bound,
                                  unsigned depth);
  std::optional<Interval> ofMonomial(const Monomial &monomial, unsigned depth);
  std::optional<Interval> ofPoly(const Poly &poly, unsigned depth);
  std::optional<Interval> ofAtom(AtomId atom, unsigned depth);
  std::optional<Interval> ofNumber(const LoopShape &shape, unsigned depth);
  std::optional<Interval> ofIterator(const Atom &atom, unsigned depth);
  Interval stepped(const LoopShape &shape, Interval range) const;
  std::optional<Interval> ofElement(AtomId atom, unsigned depth);

  std::optional<Interval>
  offsets(const std::vector<const MemoryAccess *> &accesses);
  std::optional<std::string>
  scanOfCells(const std::vector<const MemoryAccess *> &rows);
  struct Extent {
    std::string base, low, end, name;
  };
  std::optional<Extent> extent(const std::vector<const MemoryAccess *> &all);
  // BoundedText.cpp
  std::optional<Interval> ofBounded(AtomId atom, unsigned depth);
  // ReachText.cpp
  std::optional<Interval> ofReach(const Reach &reach);
  std::optional<Interval> ofExpr(ir::ExprId expr, ir::StmtId stmt,
                                 unsigned depth);
  std::optional<Interval> ofValue(ir::ExprId expr, ir::StmtId stmt,
                                  unsigned depth);
  std::optional<Interval> ofParts(ir::ExprId expr, ir::StmtId stmt,
                                  unsigned depth);
  std::optional<Interval> ofRemainder(const ir::Expr &expr, ir::StmtId stmt,
                                      unsigned depth);
  std::optional<Interval> ofMask(const ir::Expr &expr, ir::StmtId stmt,
                                 unsigned depth);
  std::optional<Interval> ofWriters(ir::ObjectId variable, unsigned depth);
  std::optional<Interval> ofAssigned(ir::ObjectId variable, unsigned depth);
  bool isLargeConstant(const ir::Expr &product) const;
  Interval inType(const ir::Expr &expr, Interval range, bool mayCut = false);

  EntryCondition conditionOf(const std::string &text,
                             std::string meaning) const;

  // ElementScans.cpp
  std::optional<std::string> scan(const std::vector<AtomId> &atoms,
                                  unsigned depth);
  std::optional<std::string> countText(const std::vector<AtomId> &atoms,
                                       const Interval &range, int64_t step,
                                       unsigned depth);
  std::optional<std::string> guarded(ir::NodeId loop, const std::string &count,
                                     unsigned depth);
  std::optional<std::string> segmentTest(const LoopShape &shape,
                                         unsigned depth);
  void start();
  std::optional<std::string> parameterText(const Atom &atom);
  std::optional<std::string> loadText(ir::ExprId load, ir::StmtId at);
  std::optional<std::string> baseText(const Root &root);
  bool use(ir::ObjectId object);
  void noteLoad(ir::ExprId address, ir::StmtId at);

  // SureLoads.cpp
  /// The loop makes the load if the guards hold; it adds them.
  bool guardLoad(ir::ExprId address, ir::StmtId at, unsigned depth);
  bool guardLoop(ir::NodeId loop, unsigned depth);
  bool isInVariable(ir::ExprId address, ir::StmtId at);
  std::string withGuards(const std::string &text) const;

  AffineModel &model_;
  /// Of the texts since `start`.
  struct Needs {
    std::vector<std::string> guards; ///< truth values, in order
    std::set<ir::ExprId> guardedLoads;
    std::vector<ir::ObjectId> uses;
    bool readsMemory = false;
    analysis::ObjectSet reads;
  };
  Needs needs_;
  std::set<ir::ExprId> pendingLoads_;
  std::set<ir::ObjectId> pendingVariables_;
};

} // namespace hocket::polyhedral
