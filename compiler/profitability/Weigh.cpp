// SPDX-License-Identifier: Apache-2.0
#include "profitability/Weigh.h"

#include <algorithm>

namespace hocket::profitability {

Weighed weighChunks(const ChunkedLoop &loop, double syncNs,
                    const ProfitPolicy &policy) {
  double saved = loop.ns * (1 - 1.0 / loop.cores) *
                 (loop.mayBeLonger ? policy.beyondProfile : 1);
  // Where the whole level pays with all its waits, a chunk must make up for
  // its own.
  double waits = loop.isInPayingLevel ? 1 : policy.unpaidWaits;
  double needed = loop.isFreeOfWaits ? policy.chunkOverheadNs : waits * syncNs;
  return {saved >= needed, needed + loop.ns / loop.cores};
}

double leastIterationNs(unsigned waits, double syncNs,
                        const ProfitPolicy &policy) {
  return policy.hotHandovers * (waits + 1) * syncNs;
}

Weighed weighPipeline(const PipelinedLoop &loop, double syncNs,
                      const ProfitPolicy &policy) {
  double least = loop.trips * leastIterationNs(loop.waits, syncNs, policy);
  if (loop.isShownAtStart)
    least /= policy.shownIterations;
  bool pays =
      loop.parallelNs <= policy.worthwhile * loop.ns && loop.ns >= least;
  return {pays, std::max(loop.parallelNs, least)};
}

bool levelPays(double parallelNs, double sequentialNs,
               const ProfitPolicy &policy) {
  return parallelNs <= policy.worthwhile * sequentialNs;
}

double workTaken(const RegionWork &region, const ProfitPolicy &policy) {
  // What is tested on entry may pay; the test itself costs a little each time,
  // which counts where the region is entered again and again.
  if (region.isTested && region.isMost)
    return 1;
  if (region.isTested)
    return region.isProfiled       ? policy.beyondProfile
           : region.isEnteredOften ? policy.testedOftenWork
                                   : policy.testedWork;
  // What nobody knows and nothing tests may be much less than guessed.
  return region.isEnteredOften && region.restsOnGuesses ? policy.untestedShare
                                                        : 1;
}

bool pays(const RegionWork &region, const ProfitPolicy &policy) {
  double inside = region.parallelNs - region.entryNs;
  double times = workTaken(region, policy);
  return inside * times + region.entryNs <
         policy.worthwhile * region.sequentialNs * times;
}

double leastForkJoinNs(double entryNs, const ProfitPolicy &policy) {
  return policy.forkJoinEntries * entryNs;
}

} // namespace hocket::profitability
