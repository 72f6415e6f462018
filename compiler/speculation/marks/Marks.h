// SPDX-License-Identifier: Apache-2.0
//
// The marks that the clone of a piece of text needs.
#pragma once

#include "speculation/loop/SpeculativeLoop.h"
#include "speculation/marks/OwnMemory.h"
#include "speculation/marks/SteadyMemory.h"

#include "analysis/library/LibraryTable.h"
#include "dataflow/ProgramIndex.h"

#include <functional>
#include <optional>
#include <set>

namespace hocket::speculation {

/// What is asked about a function that is called.
using IsCloned = std::function<bool(ir::FunctionId)>;

struct MarkContext {
  const polyhedral::ProgramIndex &index;
  const ir::Program &program;
  const analysis::Effects &effects;
  const analysis::LibraryTable &library;
  const SteadyMemory &steady;
  const OwnMemory &own;
  /// Variables of the function around the loop whose accesses are marked.
  const std::set<ir::ObjectId> &tracked;
  const IsCloned &isCloned;
  bool mayDefer = true; ///< updates
};

/// Empty: the statements can be instrumented; else why not.
/// \param isOfLoop variables of the function around may be marked, too
std::string whyNotMarked(const ir::Program &program,
                         const std::vector<ir::StmtId> &stmts, bool isOfLoop);

/// All that changes in the text of the statements. Needs whyNotMarked to be
/// empty.
Instrumented marksOf(const MarkContext &context,
                     const std::vector<ir::StmtId> &stmts);

/// A deferred update that adds an integer to one.
bool isIntegerSum(const MemoryMark &mark);

/// The wrapper that stands for a function of the C library in a clone; empty if
/// there is none.
std::string wrapperOf(const std::string &name);

/// Without marks: for text whose accesses to memory nobody looks at. Its calls
/// remain as a copy of the process has to make them: for blocks, output, what
/// it cannot do.
Instrumented withoutMarks(const Instrumented &code);

/// Nothing that the user's text of this calls may unmap memory. Functions of
/// the C library that clones call as they are compute numbers.
bool keepsMemory(const Instrumented &code);

} // namespace hocket::speculation
