// SPDX-License-Identifier: Apache-2.0
//
// Which loops may run speculatively, and what that takes.
//
// Needs: a program with its effects and verdicts. Promises: a loop that is
// given can be cloned with everything it calls, each access of the clone to
// memory that existed before the loop is marked, and whatever cannot be done in
// a copy of the process ends that copy. Whether iterations depend on each other
// is found out as they run; loops of which it is certain are not given, nor
// those that others prove parallel.
#pragma once

#include "analysis/Effects.h"
#include "speculation/SpeculationOptions.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <map>

namespace hocket::speculation {

/// A loop that could not be tried, with the reason.
struct NotTried {
  ir::NodeId loop = ir::NodeId::None;
  std::string why;
};

struct SpeculativeLoops {
  std::vector<SpeculativeLoop> loops; ///< outer ones before inner ones
  std::vector<NotTried> others;       ///< with loops or recursion inside
};

SpeculativeLoops findSpeculativeLoops(const ir::Program &program,
                                      const analysis::Effects &effects,
                                      const std::vector<TakenText> &taken,
                                      const SpeculationOptions &options);

/// Empty: copies of the process may run some of the program beside it; else
/// what of the program forbids that.
std::string whyNotBeside(const ir::Program &program,
                         const analysis::Effects &effects, bool hasExcess);

/// Those that would be tried if there were no regions, but for loops of which a
/// guess says that their iterations depend on each other. True: they are cut
/// into parts (IterationParts.h).
std::map<ir::NodeId, bool> loopsWorthTrying(const ir::Program &program,
                                            const analysis::Effects &effects,
                                            const SpeculationOptions &options);

} // namespace hocket::speculation
