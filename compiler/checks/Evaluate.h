// SPDX-License-Identifier: Apache-2.0
//
// What a run-time check's tree computes, given what variables and memory hold:
// the meaning of each kind, for tests of what analyses build. The functions of
// hocket/abi.h and the runtime compute the same in the emitted program.
#pragma once

#include "checks/CheckExpr.h"

#include <map>

namespace hocket::polyhedral {

/// Stands for a number that left the range of believable offsets, |x| <= 2^60,
/// or is not known. The same number as hk_none().
inline constexpr int64_t kUnknown = INT64_MIN;

/// A state of the program on entry to a loop. Addresses are numbers.
struct CheckState {
  std::map<ir::ObjectId, int64_t> variables; ///< their values
  std::map<ir::ObjectId, int64_t> addresses;
  std::map<ir::ObjectId, int64_t> sizes; ///< in bytes
  std::map<ir::ExprId, int64_t> loads;   ///< what each CheckLoad::expr reads
  std::map<int64_t, uint8_t> memory;     ///< bytes that may be read
};

/// A number or a truth value, 0 or 1.
/// Throws std::out_of_range where the check would use a variable, a load or a
/// byte that the state does not have: it must not be evaluated there.
int64_t evaluate(const CheckExpr &expr, const CheckState &state);

} // namespace hocket::polyhedral
