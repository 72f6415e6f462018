// SPDX-License-Identifier: Apache-2.0
//
// What changes in the text of a tried loop, and of all that it calls.
#pragma once

#include "speculation/CalledFunctions.h"
#include "speculation/Captures.h"
#include "speculation/SpeculationOptions.h"
#include "speculation/loop/SpeculativeLoop.h"
#include "speculation/marks/Marks.h"

#include <memory>
#include <set>
#include <vector>

namespace hocket::speculation {

/// What it refers to has to outlive it.
class Instrumenter {
public:
  struct Facts {
    const ir::Program &program;
    const analysis::Effects &effects;
    const polyhedral::ProgramIndex &index;
    const analysis::LibraryTable &library;
    CalledFunctions &called;
    const SpeculationOptions &options;
  };

  explicit Instrumenter(const Facts &facts) : facts_(facts) {}

  /// For marks of statements of the loop. Valid as long as this is.
  /// \param captures of it; none where they are not known
  MarkContext contextOf(const std::vector<Capture> &captures, ir::NodeId whole);

  /// Calls whose text changes in a copy of the process.
  std::vector<MarkedCall> callsOf(const std::vector<ir::StmtId> &stmts) const;

  /// \param stmts of the loop but for the epilogue
  /// \param reached functions that these may come to
  SpeculativeLoop instrumented(ir::NodeId loop, ir::NodeId whole,
                               const std::vector<ir::StmtId> &stmts,
                               const Captures &captures,
                               const IterationParts &parts,
                               const std::vector<ir::FunctionId> &reached);

  /// The statements of the epilogue, which the program runs between what copies
  /// have done.
  void addEpilogue(SpeculativeLoop &loop, const std::vector<ir::StmtId> &stmts);

private:
  struct Context {
    const std::set<ir::ObjectId> tracked;
    const SteadyMemory steady;
    const OwnMemory own;
  };

  bool isCloned(ir::FunctionId function) const;
  void addCovered(Instrumented &code, ir::NodeId root) const;

  const Facts facts_;
  const IsCloned isCloned_ = [this](ir::FunctionId id) { return isCloned(id); };
  std::vector<std::unique_ptr<Context>> contexts_;
};

} // namespace hocket::speculation
