// SPDX-License-Identifier: Apache-2.0
//
// The address of what an update works on, taken apart: a base, and offsets that
// are added to it. `g = &bins[key[i]]; g->sum += x` is an update of bins +
// 24 * key[i] + 8, whatever `g` is for the rest of the iteration.
#pragma once

#include "symbolic/AffineModel.h"

#include <vector>

namespace hocket::polyhedral {

struct TargetAddress {
  struct Term {
    ir::ExprId offset = ir::ExprId::None; ///< in bytes
    int64_t extent = 0; ///< bytes of the array that it is a subscript of; or 0
  };
  ir::ExprId base = ir::ExprId::None;
  ir::StmtId at = ir::StmtId::None; ///< which evaluates all of this
  std::vector<Term> terms;
  /// All offsets are `member` + multiples of `stride`, 0 <= member < stride;
  /// stride 0: nothing varies.
  int64_t stride = 0, member = 0;

  /// Elements of so many bytes are one member of each of what lies `stride`
  /// bytes apart.
  bool isMember(int64_t size) const {
    return stride > size && stride % size == 0 && member % size == 0;
  }
};

/// A number that divides each value of the expression, even where unsigned
/// arithmetic wraps around; 0: the value is 0.
int64_t divisorOf(const ir::Program &program, ir::ExprId id);

/// Local pointers that each iteration of the model's root sets in one place
/// before it uses them are followed to what they are set to.
TargetAddress takeApart(AffineModel &model, ir::ExprId address,
                        ir::StmtId stmt);

} // namespace hocket::polyhedral
