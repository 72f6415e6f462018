// SPDX-License-Identifier: Apache-2.0
//
// The values and iteration domains of a part of the program, as isl sets.
//
// A model has a base: the loop that is classified, or the root of a region.
// Values are taken relative to one entry of the root: what the root does not
// change is a parameter, named after its value on entry; the iterators of
// counted loops from the root down are variables. Both, and products of
// parameters, and quotients and the like ("derived"), are *symbols*. An index
// expression is a polynomial over symbols (Polynomial.h); symbols are isl
// parameters by name, and every isl set here is a parameter set { : constraints
// }. A second instance of a statement is had by renaming the symbols that
// differ between instances
// (`instance`), so that no code ever counts dimensions.
//
// Scalars are followed to their one reaching definition within the root (def in
// an earlier statement of an enclosing block), so `row = a + i * n; row[j]` is
// known as a[i * n + j].
//
// Assumptions beyond C's own rules (signed arithmetic and pointers do not
// overflow): (1) an address computed in unsigned arithmetic as wide as a
// pointer may be taken modulo 2^width: that two different index values of one
// loop nest differ by a multiple of 2^width would take index values beyond any
// object's size; constant factors over 2^48 are refused. (2) 64-bit unsigned
// loops with a step over 1 end before their iterator wraps, as 2^63 iterations
// never end. All other unsigned or narrow arithmetic counts only where isl
// proves from the domain that it does not wrap.
#pragma once

#include "symbolic/SymbolTable.h"

#include <memory>

namespace hocket::polyhedral {

struct ModelData;

/// The questions to a model, which itself is in model/. Answers are remembered.
class AffineModel : public SymbolTable {
public:
  AffineModel(const ProgramIndex &index, isl::ctx ctx, ModelScope scope);
  ~AffineModel();

  const ProgramIndex &index() const;
  const ir::Program &program() const { return index().program(); }
  ir::NodeId root() const;
  /// Statements of the root.
  const std::vector<ir::StmtId> &stmts() const;

  std::optional<Value> value(ir::ExprId expr, Point point);
  std::optional<Value> valueAt(ir::ExprId expr, ir::StmtId stmt) {
    return value(expr, {index().nodeOf(stmt), stmt});
  }
  /// Superset of the points where the condition is (not) true.
  Domain condition(ir::ExprId expr, Point point, bool truth);
  Domain domain(ir::NodeId node);
  /// Nothing if the loop is not counted or its iterator may do anything else.
  const LoopShape *loopShape(ir::NodeId loop);
  /// What counts the loop, or null. The iterations of a search are at most
  /// these.
  const ir::Counted *countOf(ir::NodeId loop) const {
    return program()[loop].as<ir::Loop>()->header();
  }

  /// Value of the iterator at a place in the loop's iterations, as if there
  /// were enough of them. Nothing if the model cannot say it.
  std::optional<Polynomial> iteratorAt(ir::NodeId loop, const LoopShape &shape,
                                       const ir::IterationPoint &point);

  /// The loop, the model's root, may write memory that its first value is read
  /// from: evaluated again while it runs, that may be another one. Scalars that
  /// are only touched by their names are not looked at.
  bool startMayChange(ir::NodeId loop) const;

  /// { : the instances '1 and '2 read the same elements wherever an Element of
  /// instance '1 is named in `set` }; then its value is the one of '2. Likewise
  /// of partners `i ^ d`.
  isl::set sameElements(const isl::set &set) const;
  /// { : what holds of the partners `i ^ d` of instances '1 and '2 }, of those
  /// that `set` names.
  isl::set exchangeFacts(const isl::set &set) const;
  /// What an address is relative to, even where the offset is not known.
  std::optional<Base> baseOf(ir::ExprId address, ir::StmtId stmt);
  /// What values rest on. To be proved or tested by who uses them.
  const std::vector<DisjointAssumption> &assumptions() const;
  /// Likewise, of integers.
  const std::vector<RangeAssumption> &rangeAssumptions() const;
  /// One of them would have helped.
  bool wantsRanges() const;
  /// ModelScope::followsPointers would have made a difference.
  bool hasOutsidePointers() const;

  /// Some statement of the root may change the object.
  bool mayBeWritten(ir::ObjectId object);
  /// Types keep the two apart, given that their addresses have different bases.
  bool typesExclude(const analysis::EffectItem &a,
                    const std::optional<Value> &addressA,
                    const analysis::EffectItem &b,
                    const std::optional<Value> &addressB) const;
  std::optional<Value> addressOf(const analysis::EffectItem &item,
                                 ir::StmtId stmt) {
    return addressOf(item, Point{index().nodeOf(stmt), stmt});
  }
  /// As seen from another point.
  std::optional<Value> addressOf(const analysis::EffectItem &item, Point point);

private:
  std::unique_ptr<ModelData> data_;
};

} // namespace hocket::polyhedral
