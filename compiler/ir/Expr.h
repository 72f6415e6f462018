// SPDX-License-Identifier: Apache-2.0
//
// Values and addresses as small expression trees, just precise enough for
// dependence analysis. They describe what an expression computes; the C text
// that computes it stays in the unit (see Program.h).
//
// Semantics. An expression is evaluated in a state of memory, the one its
// statement sees. `Var` reads a scalar variable, `Load` reads memory; all other
// operators are pure. Every expression has a width in bits and a signedness,
// those of its C type after promotion. Signed arithmetic does not overflow (C
// leaves it undefined); unsigned arithmetic wraps at `bits`. Pointers are
// unsigned of pointer width and do not wrap; pointer arithmetic is in bytes:
// `p + i` with `double *p` is Add(p, Mul(8, i)). `Cast` converts an integer to
// `bits`/`isSigned` (value preserving casts may be left out). `Unknown` is any
// value at all; two Unknowns are never equal unless they are the same ExprId
// in the same statement instance.
//
// A pointer's Add knows of subscripts what C says of arrays that are named: its
// second operand is at least 0 and less than `value`, unless that is 0.
#pragma once

#include "ir/Ids.h"

#include <cstdint>
#include <vector>

namespace hocket::ir {

enum class ExprKind : uint8_t {
  Unknown, ///< any value; operands: what it was computed from (may be empty);
           ///< `value` 1: of the operand, read once the statement has written
  Const,   ///< `value`
  Var,     ///< value of the scalar variable `object` (never an aggregate)
  AddrOf,  ///< address of `object` (arrays decay to this; functions too)
  Load,    ///< value in memory at address operands[0], bits/8 bytes wide
  Add,
  Sub,
  Mul,
  Div,
  Rem, ///< as in C, truncating
  Shl,
  Shr, ///< operands[1] is the count
  And,
  Or,
  Xor,
  Not, ///< bitwise
  Neg,
  Min,
  Max,
  Select, ///< operands: condition, then, else
  Lt,
  Le,
  Eq,
  Ne, ///< comparison of the operands' common type; value 0 or 1
  LogicalAnd,
  LogicalOr,
  LogicalNot,
  Cast,       ///< integer conversion
  CallResult, ///< value returned by the call site `value` of the statement
};

/// One node of an expression. Operands are ids into Program::exprs and always
/// smaller than the node's own id.
struct Expr {
  ExprKind kind = ExprKind::Unknown;
  uint8_t bits = 64;
  bool isSigned = true;
  bool isPointer = false;
  bool isFloat =
      false; ///< floating point: only ever Var, Load, Unknown, CallResult
  /// Const; CallResult: index into Stmt::calls; Add of a pointer: see above.
  int64_t value = 0;
  ObjectId object = ObjectId::None; ///< Var, AddrOf
  std::vector<ExprId> operands;
};

/// What a variable or place in memory holds after some writes of the statement:
/// nothing that is never stored there.
inline bool isReadLater(const Expr &e) {
  return e.kind == ExprKind::Unknown && e.value == 1 && e.operands.size() == 1;
}

} // namespace hocket::ir
