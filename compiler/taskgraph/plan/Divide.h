// SPDX-License-Identifier: Apache-2.0
//
// Processor groups: which cores of a level each of its parts should have.
//
// A loop or branch that all cores follow keeps all of them until it ends, and
// what is parallel in it may be worth fewer: two chains of loops with waits,
// one after the other on four cores, take longer than both at once on two each.
// So the cores are divided among what may run at the same time, by the cost of
// each part on so many cores; each group divides its own cores further in the
// levels inside (Kasahara, Obata and Ishizaka, "Automatic coarse grain task
// parallel processing on SMP using OpenMP", LCPC 2000: processor groups by
// cost, hierarchically).
//
// The idea. Parts that have to run one after the other need no groups. So a
// level falls into *stretches*, each of parts that are connected by "may run at
// the same time"; stretches follow each other. Each gets a division of its own:
// the cores are cut into groups of all sizes, the parts are put on the groups
// by list scheduling, and what ends first is proposed.
//
// Needs: numbers alone. Promises: proposals, the most promising first; how long
// they really take schedulers find out.
#pragma once

#include "taskgraph/RegionPlan.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <vector>

namespace hocket::taskgraph {

/// Part of a level, in order of text.
struct LevelPart {
  enum class Kind : uint8_t {
    Group,    ///< runs on the cores of a group, all at once
    AllCores, ///< the same, but cannot have fewer than all
    Whole,    ///< runs on any core
    Spread,   ///< chunks, that run on any cores
  };
  Kind kind = Kind::Whole;
  double ns = 0; ///< on one core
  /// By part: has to be done before.
  std::vector<bool> waitsFor;
};

/// By part, the cores of its group; empty for Whole and Spread.
using Division = std::vector<CoreGroup>;

struct DivideInputs {
  const std::vector<LevelPart> &parts;
  const CoreGroup &cores; ///< of the level
  bool areAlike = true;   ///< any of them for any other
  /// What a part of kind Group takes on some cores; infinite: it cannot run on
  /// them.
  llvm::function_ref<double(size_t, const CoreGroup &)> nsOn;
};

/// Different ones, not more than `most`. Empty: nothing may be gained.
std::vector<Division> proposeDivisions(const DivideInputs &inputs, size_t most);

} // namespace hocket::taskgraph
