// SPDX-License-Identifier: Apache-2.0
//
// What the functions that classify a loop look at. None of them changes it:
// each returns its evidence, or the remark that says why the loop is refused.
#pragma once

#include "checks/RunTimeChecks.h"
#include "loops/context/LoopOptions.h"
#include "symbolic/AffineModel.h"
#include "symbolic/monotonic/MonotonicBounds.h"

#include "support/Remarks.h"

#include <optional>
#include <variant>
#include <vector>

namespace hocket::polyhedral {

/// Why not; empty: nothing stands in the way.
using Refused = std::optional<Remark>;

/// Evidence, or why there is none.
template <typename Evidence> using Result = std::variant<Evidence, Remark>;

/// The refusal in a result, or null.
template <typename Evidence>
const Remark *refusalOf(const Result<Evidence> &result) {
  return std::get_if<Remark>(&result);
}

/// Values and domains in a loop: what is expensive to find out and remembered.
struct LoopModel {
  AffineModel values;        ///< its root is the loop
  MonotonicBounds monotonic; ///< of places that data moves along

  /// \param mayAssumeDisjoint see AffineModel; alias checks follow from the
  /// pairs of accesses.
  LoopModel(const ProgramIndex &index, isl::ctx ctx, ir::NodeId loop,
            const LoopOptions &options, bool mayAssumeDisjoint = true);
  LoopModel(const LoopModel &) = delete;
  LoopModel &operator=(const LoopModel &) = delete;
};

/// The entry tests that, too.
void require(std::vector<EntryCondition> &conditions, EntryCondition condition);

/// A counted loop in its program.
struct LoopContext {
  const ProgramIndex &index;
  const ir::Program &program;
  const LoopOptions &options;
  ir::NodeId loop;
  AffineModel &model; ///< of LoopModel; it only remembers what it is asked
  MonotonicBounds &monotonic;
  const LoopShape *shape; ///< how it counts; never null
  /// What chunks run: the statements of the loop; of a search without those
  /// that end it.
  std::vector<ir::StmtId> stmts;

  const ir::Loop &data() const { return *program[loop].as<ir::Loop>(); }
};

/// The loop looks for the iteration that ends it.
bool isSearch(const ir::Program &program, ir::NodeId loop);

/// The loop, if it is counted and starts from what it is entered with.
Result<LoopContext> contextOf(const ProgramIndex &index,
                              const LoopOptions &options, ir::NodeId loop,
                              LoopModel &model);

} // namespace hocket::polyhedral
