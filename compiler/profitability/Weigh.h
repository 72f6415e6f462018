// SPDX-License-Identifier: Apache-2.0
//
// Whether a loop, a level, a pipeline or a region is worth running in parallel.
//
// Needs: estimates in nanoseconds, and what is known about how sure they are.
// Promises: pure functions of numbers and policy; nothing here knows a program,
// a graph or a chip.
//
// The idea. Each of them is compared with the sequential program alone: what a
// core saves must make up for the waits, and a region for its entry. Where the
// work is tested on entry, with the trip counts of that moment, it is enough
// that it may pay with much more work than estimated; where nothing tests it
// and the estimate is a guess, it has to pay with much less.
#pragma once

#include "support/Policy.h"

namespace hocket::profitability {

/// The answer: whether it pays, and what would.
struct Weighed {
  bool pays = false;
  /// Work that it would take at least; ns of one core. Told to the user.
  double neededNs = 0;
};

/// A loop that is cut into chunks, inside a region.
struct ChunkedLoop {
  double ns = 0;      ///< one run of the whole loop on the fastest core
  unsigned cores = 2; ///< that share it
  /// Its trip counts are those of a profile's run; others may be longer.
  bool mayBeLonger = false;
  /// No chunk of it waits for another core's, or is waited for.
  bool isFreeOfWaits = false;
  /// The level that holds it pays with all of its waits.
  bool isInPayingLevel = false;
};

/// A chunk must make up for finding its bounds, or else for its waits.
/// \param syncNs one hand-over between cores
Weighed weighChunks(const ChunkedLoop &loop, double syncNs,
                    const ProfitPolicy &policy);

/// A loop whose iterations overlap, but for ordered stages.
struct PipelinedLoop {
  double ns = 0;         ///< one run on the fastest core
  double parallelNs = 0; ///< one run on all cores, waits included
  double trips = 1;      ///< iterations
  unsigned waits = 0;    ///< ordered stages
  /// Its iterations' work is a guess, but the first ones show it at run time.
  bool isShownAtStart = false;
};

/// What an iteration of a pipeline takes at least; ns. Shorter ones are not
/// worth it: cores that hand over all the time crawl where one of them is
/// interrupted.
/// \param waits ordered stages
double leastIterationNs(unsigned waits, double syncNs,
                        const ProfitPolicy &policy);

/// \param syncNs one hand-over; 0 where the entry tests what they cost
Weighed weighPipeline(const PipelinedLoop &loop, double syncNs,
                      const ProfitPolicy &policy);

/// One repetition of a level, waits included, against the same work on one
/// core; both in ns.
bool levelPays(double parallelNs, double sequentialNs,
               const ProfitPolicy &policy);

/// A region as a whole.
struct RegionWork {
  double sequentialNs = 0; ///< one run on the fastest core
  double parallelNs = 0;   ///< one run on all cores, entry included
  double entryNs = 0;      ///< of that, to enter and to leave
  /// Trip counts that decide its work are known on entry, and tested there.
  bool isTested = false;
  bool isMost = false; ///< ... and may be less than was estimated, not more
  /// A profile says how much all of its loops do.
  bool isProfiled = false;
  /// Entered in a loop, or in a function that one calls.
  bool isEnteredOften = false;
  /// Some loop in it runs nobody knows how often.
  bool restsOnGuesses = false;
};

/// So many times the estimated work is taken to decide whether it may pay.
double workTaken(const RegionWork &region, const ProfitPolicy &policy);

bool pays(const RegionWork &region, const ProfitPolicy &policy);

/// What a call of a recursive function takes at least to run as a task; ns.
double leastForkJoinNs(double entryNs, const ProfitPolicy &policy);

} // namespace hocket::profitability
