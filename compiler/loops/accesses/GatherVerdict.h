// SPDX-License-Identifier: Apache-2.0
//
// The common fields of a verdict, from what was found out of scalars and of
// memory.
#pragma once

#include "loops/accesses/AccessAnalysis.h"
#include "loops/legality/Scalars.h"
#include "verdict/LoopVerdict.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

template <typename T> void append(std::vector<T> &to, std::vector<T> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()),
            std::make_move_iterator(from.end()));
}

inline void sortByObject(std::vector<PrivateObject> &privates) {
  std::sort(privates.begin(), privates.end(),
            [](const PrivateObject &a, const PrivateObject &b) {
              return a.object < b.object;
            });
}

/// What all kinds have; sequential as yet.
inline LoopVerdict gatherVerdict(ir::NodeId loop, ScalarEvidence scalars,
                                 AccessEvidence accesses) {
  LoopVerdict verdict;
  verdict.loop = loop;
  verdict.privates = std::move(scalars.privates);
  append(verdict.privates, std::move(accesses.privates));
  verdict.inductions = std::move(scalars.inductions);
  verdict.warmUp = std::move(scalars.warmUp);
  verdict.warmUpDepth = scalars.warmUpDepth;
  verdict.checks = std::move(accesses.checks);
  verdict.conditions = std::move(accesses.conditions);
  return verdict;
}

} // namespace hocket::polyhedral
