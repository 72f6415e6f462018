// SPDX-License-Identifier: Apache-2.0
//
// The thresholds of Policy.h for regions: how they are formed, and how their
// levels have cores.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hocket {

/// How loops are cut and regions formed (taskgraph/).
struct RegionPolicy {
  /// Iterations that a chunk has at least. Larger: fewer, longer chunks; a
  /// region asks for more iterations on entry.
  unsigned minIterationsPerChunk = 4;
  /// Chunks for each core of a loop whose chunks keep their order, where one
  /// for each core lets nothing overlap. Larger: cores start earlier, and hand
  /// over more often.
  unsigned doacrossChunks = 4;
  /// Chunks for each core of a loop whose iterations take unequal time; with
  /// two the longest and the shortest make equal parts of work that grows
  /// evenly. Larger: other growth is evened out, too; but each pair of chunks
  /// is asked about.
  unsigned unequalChunks = 2;
  /// ... and in all at least.
  unsigned leastUnequalChunks = 8;
  /// Where cores are unlike, the last one may end so much later than all would
  /// together, as a share of that. Smaller: a loop is cut at finer parts, which
  /// makes it harder to find out what its chunks need of each other.
  double unevenCuts = 0.01;
  /// Cores of one type whose measured speeds differ by no more, as a share of
  /// them, stay equal.
  double equalSpeeds = 0.03;
  /// Parts of a loop that its chunks are told in, at most.
  unsigned mostParts = 1024;
  /// The longest chunk may do so many times the work of the shortest before
  /// the work counts as unequal.
  double aboutEqual = 1.25;
  /// Entering and leaving a loop once, in statements, where chunks are
  /// compared.
  double loopItself = 2;
  /// Iterations of a vectorizable loop that a chunk is a multiple of: more
  /// elements than a vector of any target has, unrolled. Larger: coarser
  /// chunks.
  unsigned vectorElements = 64;
  /// Inner loops of so many iterations may disappear when a compiler unrolls.
  int64_t unrolledTrips = 16;
  /// With steps beyond this many, no compiler makes vectors of a loop.
  int64_t widestStep = 16;
  /// One larger region is taken where it has at least this share of the
  /// parallel work of several smaller ones: it saves entries and keeps data in
  /// place. Smaller: larger regions.
  double largerRegionShare = 0.9;
  /// ... and where at most this share of their parallel work runs in it as
  /// loops around loops.
  double expandedShare = 0.5;
  /// Calls are followed so far to find the rough size of a function.
  unsigned sizeDepth = 16;
  /// Values are followed so far to find variables with one value.
  unsigned knownDepth = 16;
  /// Bytes of private copies that a chunk has on the stack of its core.
  uint64_t privateBytes = 256 * 1024;
  /// Bytes of a variable that moves into the region's frame. Larger: more
  /// variables keep to registers outside of the region, and each entry copies
  /// more.
  uint64_t movedBytes = 256;
  /// Bytes of a variable that a task copies; it may do so again and again.
  uint64_t taskCopyBytes = 128;
  /// Bytes that a chunk in order hands on to the next, for the scheduler.
  uint64_t carriedBytes = 64;
};

/// How the cores of a level are divided among what may run at the same time
/// (taskgraph/plan).
struct GroupPolicy {
  /// Groups have to shorten a level by this share. Larger: cores keep together,
  /// and fewer plans are tried.
  double leastGain = 0.05;
  /// A part of a level that does less than this share of its work is not asked
  /// about. Larger: fewer plans are tried.
  double leastWork = 0.02;
  /// Divisions that are scheduled, of those proposed.
  std::size_t trials = 3;
  /// Up to so many cores groups of all sizes are compared; of more, equal ones
  /// and those that the work asks for.
  std::size_t allSizes = 8;
  /// Groups of more cores than that, at most.
  std::size_t most = 8;
};

} // namespace hocket
