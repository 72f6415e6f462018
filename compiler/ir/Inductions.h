// SPDX-License-Identifier: Apache-2.0
//
// Induction variables: scalars that every iteration of a loop moves by the same
// amount, wherever in the iteration that happens: `i++` in the header, `p++`
// inside an expression, `n -= 4` in the condition, `p += 3 * stride` where the
// loop does not assign `stride`.
//
// The idea. The statements that each iteration surely runs, in order, are the
// loop's *spine*: its condition and step, and the leaves of its body down
// through plain blocks, up to the first that a `continue` may pass by. A
// variable whose only writes in the loop are additions of constants on the
// spine has, before statement s of iteration k, the value
// entry + step * k + (sum of the updates before s). Instead of constants it may
// be multiples of one variable that stays the same; then these all count in
// units of it. A counted loop on the spine adds what all of its iterations do:
// `for (x = 0; x < w; x++) *p++ = ...` moves p by w.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <vector>

namespace hocket::ir {

/// One statement that moves the variable; in a loop inside, by all that its
/// iterations add together.
struct InductionUpdate {
  StmtId stmt = StmtId::None;
  int64_t amount = 0; ///< in bytes for pointers
};

struct Induction {
  ObjectId object = ObjectId::None;
  int64_t step = 0; ///< of a whole iteration; in bytes for pointers; not 0
  /// What `step` and all amounts are multiples of: an automatic integer that
  /// the loop and its init do not assign. None: they are constants.
  ObjectId by = ObjectId::None;
  /// Valid: `by` bounds a loop inside, and this is that bound, a Var. Then less
  /// than 0 of it counts as 0.
  ExprId count = ExprId::None;
  /// In order of execution in an iteration; the condition of a `for` or `while`
  /// first, that of a `do` last.
  std::vector<InductionUpdate> updates;
  /// The additions are modulo 2^bits: unsigned, narrower than int, or with
  /// conversions.
  bool mayWrap = false;

  /// How `by` is named where the variable is moved; None without `by`.
  ExprId byExpr(const Program &program) const;

  /// What an iteration has added before the statement runs.
  /// \param spine spineOf the loop.
  int64_t before(StmtId stmt, const std::vector<StmtId> &spine) const;
};

/// `variable + amount`, as an expression.
struct Moved {
  ObjectId object = ObjectId::None;
  int64_t amount = 0;           ///< in bytes for pointers
  bool mayWrap = false;         ///< holds modulo 2^bits of the variable only
  ObjectId by = ObjectId::None; ///< that `amount` is a multiple of
};

/// Nothing if the expression is anything else.
std::optional<Moved> movedVariable(const Program &program, ExprId expr);

/// Statements that every iteration of the loop runs exactly once, in order; one
/// that ends the loop by a break or return runs the first of them.
/// Empty if the loop may be entered in the middle.
std::vector<StmtId> spineOf(const Program &program, NodeId loop);

/// All of the loop's, in order of object. Only automatic variables whose
/// address is not taken: nothing but their own name touches them.
std::vector<Induction> findInductions(const Program &program, NodeId loop);

/// The object's among them, or null.
const Induction *inductionOf(const std::vector<Induction> &inductions,
                             ObjectId object);

} // namespace hocket::ir
