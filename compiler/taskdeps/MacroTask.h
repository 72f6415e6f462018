// SPDX-License-Identifier: Apache-2.0
//
// Macro-tasks: the units of work of a region, as the analysis of their
// dependences, the task graph, the costs and code generation see them. Plain
// data, one struct for all: what every task has, and one variant for what a
// kind of task has.
//
// Tasks that belong together name each other. A reduction has its chunks and a
// task that combines their partial results; a scan has chunks that only compute
// totals, a task that combines these, and chunks that run the loop:
//
//   0  Chunks   first pass          0  Chunks
//   1  Combine  combines = 0        1  Combine  combines = 0
//   2  Chunks   secondPassOf = 0
#pragma once

#include "ir/Program.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace hocket::polyhedral {

/// Position in the list of a region's tasks (Region::tasks).
using TaskId = uint32_t;
/// No task, level or verdict.
constexpr uint32_t none = 0xffffffffu;

/// A variable that has a copy.
struct Copied {
  ir::ObjectId object = ir::ObjectId::None;
  bool isWritten = false; ///< so the copy is written back

  bool operator==(const Copied &) const = default;
};

/// The node, run by one core.
struct Whole {
  bool operator==(const Whole &) const = default;
};

/// How the chunks of a loop share its iterations, and in which order they run.
enum class ChunkMode : uint8_t {
  Doall,         ///< contiguous parts, in any order
  Tested,        ///< parts, in any order; but whether the loop's accesses are
                 ///< disjoint is known only when it is reached, for its
                 ///< pointers or bounds change in the region. Each chunk makes
                 ///< the run-time checks; where they fail, the first one runs
                 ///< all iterations
  SelfScheduled, ///< blocks of iterations, taken at run time by any chunk
  Doacross,      ///< contiguous parts, each after the one before it
  Pipeline, ///< chunk c, on core c, takes each so-manieth iteration and waits
            ///< inside for the one before; all chunks run at the same time
};

/// A parallel loop, or one in order or in stages, cut into chunks.
struct Chunks {
  uint32_t verdict = none; ///< position in the vector of verdicts
  unsigned count = 1;      ///< chunks
  unsigned grain = 1;      ///< each begins at a multiple of so many iterations
  /// So many iterations less than that: where they begin, lines of caches do.
  unsigned phase = 0;
  ChunkMode mode = ChunkMode::Doall;
  /// Of a pipeline with ordered updates: iterations of a block, at most.
  unsigned block = 1;
  /// Of a scan: the pass that only computes the totals.
  bool isFirstPass = false;
  /// Of a scan: the first pass that this is the second of; else none.
  TaskId secondPassOf = none;
  /// As RegionFacts::foldsStart.
  bool foldsStart = false;
  /// How much of the work each chunk does, in sum 1; empty: as much as it has
  /// of the iterations.
  std::vector<double> shares = {};
  /// Chunk c has the iterations from cuts[c] to cuts[c + 1] of cuts.back()
  /// equal parts of the loop; empty: one part each. Ascending, from 0 on.
  std::vector<unsigned> cuts = {};

  /// Any iteration may run in any chunk, as blocks of them are taken at run
  /// time, or in turn.
  bool isSpread() const {
    return mode == ChunkMode::SelfScheduled || mode == ChunkMode::Pipeline;
  }
  /// Equal parts of the loop that the cuts count.
  unsigned parts() const { return cuts.empty() ? count : cuts.back(); }
  /// The part that chunk `chunk` begins with; parts() for the number of chunks.
  unsigned cut(unsigned chunk) const {
    return cuts.empty() ? chunk : cuts[chunk];
  }
  /// The parts of the shortest chunk.
  unsigned shortest() const {
    unsigned least = parts();
    for (unsigned chunk = 0; chunk < count; ++chunk)
      least = std::min(least, cut(chunk + 1) - cut(chunk));
    return least;
  }
  /// With `n` iterations for each of so many chunks, the shortest has at least
  /// n, too.
  unsigned asIfEqual() const { return (parts() + shortest() - 1) / shortest(); }
  bool operator==(const Chunks &) const = default;
};

/// After the chunks of a loop: makes one result of what they left; after those
/// of a search: runs the loop from shortly before its end.
struct Combine {
  uint32_t verdict = none; ///< position in the vector of verdicts
  TaskId combines = none;  ///< the Chunks task

  bool operator==(const Combine &) const = default;
};

/// A cheap scalar statement or a condition, run by every core.
struct Replicated {
  /// A Leaf's, a Branch's or Loop's condition, a Loop's init or step.
  ir::StmtId stmt = ir::StmtId::None;

  bool operator==(const Replicated &) const = default;
};

struct MacroTask {
  ir::NodeId node = ir::NodeId::None;
  std::variant<Whole, Chunks, Combine, Replicated> kind = {};
  uint32_t level = 0; ///< position in Region::levels
  /// Touches errno, which the program looks for on its own thread.
  bool onCallingThread = false;
  /// Whole, Chunks: variables that are copied where the task begins.
  std::vector<Copied> copies = {};
  /// Whole, Chunks: variables that it names, each with its one value.
  std::vector<std::pair<ir::ObjectId, int64_t>> known = {};

  template <typename Kind> const Kind *as() const {
    return std::get_if<Kind>(&kind);
  }
  template <typename Kind> bool is() const {
    return std::holds_alternative<Kind>(kind);
  }

  /// Chunks in this mode.
  bool runsAs(ChunkMode mode) const {
    const Chunks *chunks = as<Chunks>();
    return chunks && chunks->mode == mode;
  }
  bool isFirstPass() const {
    const Chunks *chunks = as<Chunks>();
    return chunks && chunks->isFirstPass;
  }
  /// Replicated: the statement; else None.
  ir::StmtId stmt() const {
    const Replicated *replicated = as<Replicated>();
    return replicated ? replicated->stmt : ir::StmtId::None;
  }
  /// 1 for what is not cut.
  unsigned chunkCount() const {
    const Chunks *chunks = as<Chunks>();
    return chunks ? chunks->count : 1;
  }
  /// Chunks, Combine: position in the vector of verdicts; else none.
  uint32_t verdict() const {
    if (const Chunks *chunks = as<Chunks>())
      return chunks->verdict;
    const Combine *combine = as<Combine>();
    return combine ? combine->verdict : none;
  }
  /// Has a function of its own that does work of the user's program.
  bool hasBody() const { return is<Whole>() || is<Chunks>(); }
  /// The sequential program does it too.
  bool isSequentialWork() const { return !is<Combine>() && !isFirstPass(); }

  bool operator==(const MacroTask &) const = default;
};

} // namespace hocket::polyhedral
