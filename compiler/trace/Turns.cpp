// SPDX-License-Identifier: Apache-2.0
#include "trace/Turns.h"

#include "llvm/ADT/EquivalenceClasses.h"

#include <algorithm>
#include <map>

namespace hocket::trace {

namespace {

/// When a thread was a core.
struct Stay : Interval {
  std::size_t core = 0;
};

std::map<uint32_t, std::vector<Stay>> staysByThread(const Trace &trace) {
  std::map<uint32_t, std::vector<Stay>> stays;
  for (std::size_t core = 0; core < trace.cores.size(); ++core) {
    const std::vector<ThreadChange> &threads = trace.cores[core].threads;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      Time end = i + 1 < threads.size() ? threads[i + 1].at : trace.span.end;
      stays[threads[i].thread].push_back({{threads[i].at, end}, core});
    }
  }
  return stays;
}

} // namespace

std::vector<std::vector<std::size_t>> coresInTurns(const Trace &trace) {
  llvm::EquivalenceClasses<std::size_t> groups;
  std::map<uint32_t, std::vector<Stay>> byThread = staysByThread(trace);
  for (auto &[thread, stays] : byThread) {
    std::sort(stays.begin(), stays.end(),
              [](const Stay &a, const Stay &b) { return a.begin < b.begin; });
    // Of those so far, the one that lasts longest: who overlaps any of them,
    // overlaps this one.
    const Stay *longest = nullptr;
    for (const Stay &stay : stays) {
      if (longest && stay.begin < longest->end && stay.core != longest->core)
        groups.unionSets(stay.core, longest->core);
      if (!longest || stay.end > longest->end)
        longest = &stay;
    }
  }
  std::vector<std::vector<std::size_t>> result;
  for (auto it = groups.begin(); it != groups.end(); ++it)
    if (it->isLeader()) {
      result.emplace_back(groups.member_begin(it), groups.member_end());
      std::sort(result.back().begin(), result.back().end());
    }
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace hocket::trace
