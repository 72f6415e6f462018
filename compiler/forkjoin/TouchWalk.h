// SPDX-License-Identifier: Apache-2.0
//
// What one run of a function touches, each place with what is known of the
// variables there: a walk along its control flow, in which loops are repeated
// until their state holds (LinearStates.h).
#pragma once

#include "forkjoin/LinearStates.h"

#include <string>
#include <vector>

namespace hocket::polyhedral {

/// Bytes [low, high) from a base.
struct Touch {
  ir::ObjectId base = ir::ObjectId::None;
  bool isWrite = false;
  isl::set state;
  Linear low, high;
};

/// A call of the function by itself.
struct SelfCall {
  ir::StmtId stmt = ir::StmtId::None;
  uint32_t site = 0;
  isl::set state; ///< with the values of the arguments
  std::vector<std::optional<Linear>> integers; ///< by parameter
  std::vector<std::optional<Place>> pointers;  ///< by parameter
};

struct Touches {
  std::string problem; ///< not empty: not everything is known
  std::vector<Touch> touches;
  std::vector<SelfCall> calls;
  /// Objects that each base leads to, as far as it does, and those that are
  /// read at places that nothing is known of.
  std::map<ir::ObjectId, std::vector<analysis::ObjectSet>> objects;
  std::vector<analysis::ObjectSet> readAnywhere;
  std::map<ir::StmtId, isl::set> before; ///< statements with self-calls
};

/// \param index that sees through calls
Touches collectTouches(const ProgramIndex &index, LinearStates &states,
                       ir::FunctionId function);

/// The arguments of a call where `state` holds.
SelfCall argumentsOf(const ir::Program &program, LinearStates &states,
                     ir::StmtId stmt, uint32_t site, const isl::set &state);

} // namespace hocket::polyhedral
