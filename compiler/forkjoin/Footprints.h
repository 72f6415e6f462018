// SPDX-License-Identifier: Apache-2.0
//
// The access footprint of one run of a function: the bytes that it reads and
// writes, each with what is known of the variables there. Found by an abstract
// walk (dataflow/AbstractWalk.h) over linear states (LinearStates.h), in which
// a loop's state is joined with what an iteration makes of it, then widened,
// until it holds.
#pragma once

#include "forkjoin/LinearStates.h"

#include <string>
#include <vector>

namespace hocket::polyhedral {

/// Bytes [low, high) from a base.
struct Footprint {
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

struct Footprints {
  std::string problem; ///< not empty: not everything is known
  std::vector<Footprint> all;
  std::vector<SelfCall> calls;
  /// Objects that each base leads to, as far as it does, and those that are
  /// read at places that nothing is known of.
  std::map<ir::ObjectId, std::vector<analysis::ObjectSet>> objects;
  std::vector<analysis::ObjectSet> readAnywhere;
  std::map<ir::StmtId, isl::set> before; ///< statements with self-calls
};

/// \param index that sees through calls
Footprints collectFootprints(const ProgramIndex &index, LinearStates &states,
                             ir::FunctionId function);

/// The arguments of a call where `state` holds.
SelfCall argumentsOf(const ir::Program &program, LinearStates &states,
                     ir::StmtId stmt, uint32_t site, const isl::set &state);

} // namespace hocket::polyhedral
