// SPDX-License-Identifier: Apache-2.0
//
// Cycles of C functions on a core, from LLVM's back end and scheduling model:
// the functions are compiled in memory as the target compiler would, and each
// machine block's cycles are weighted by its frequency. Loops carry their trip
// counts as branch weights (__builtin_expect_with_probability in the text), so
// that vectorizer and unroller keep the weights right. No table of operator
// weights. Where LLVM has no model for a CPU, its generic model is used.
#pragma once

#include "cost/Target.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hocket::cost {

struct FunctionCost {
  double cycles = 0; ///< of one call, callees excluded
  /// Expected calls of other functions for one call of this one. A call through
  /// a pointer has the empty name; a call of a vectorized function of the
  /// mathematics library (_ZGVdN4v_exp) counts as one of the scalar function.
  std::map<std::string, double> calls;
};

/// \param preprocessedC a unit that needs no further preprocessing.
/// \param functions names of the functions asked for (external or static).
/// \param flags optimization-relevant flags (-O3, -ffast-math, -march=...).
/// \returns a cost for each function found, and for each function of the unit
///   that they call and that was not inlined; empty with `error` set if the
///   unit does not compile with Clang or the target is not built in.
std::optional<std::map<std::string, FunctionCost>>
estimateCycles(const std::string &preprocessedC,
               const std::vector<std::string> &functions,
               const std::vector<std::string> &flags, const Target &target,
               std::string &error);

/// That function, or one that remembers what it gave.
using CycleEstimator =
    std::function<std::optional<std::map<std::string, FunctionCost>>(
        const std::string &preprocessedC,
        const std::vector<std::string> &functions,
        const std::vector<std::string> &flags, const Target &target,
        std::string &error)>;

} // namespace hocket::cost
