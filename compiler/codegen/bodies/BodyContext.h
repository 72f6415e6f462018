// SPDX-License-Identifier: Apache-2.0
//
// What planning a body reads: its task, its loop's verdict, and how the frame
// is reached.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "codegen/loops/PipelineLoops.h"

#include <string>

namespace hocket::codegen {

struct BodyContext {
  const RegionContext &c;
  taskgraph::TaskId id;
  unsigned chunks; ///< that the task is cut into, or combines
  const taskgraph::MacroTask &task;
  /// Of Chunks and Combine; else null.
  const polyhedral::LoopVerdict *verdict = nullptr;

  BodyContext(const RegionContext &context, taskgraph::TaskId id,
              unsigned chunks)
      : c(context), id(id), chunks(chunks), task(c.region.tasks[id]) {
    if (task.verdict() != taskgraph::none)
      verdict = &c.verdicts[task.verdict()];
  }

  const ir::Program &program() const { return c.program; }
  const ir::Object &object(ir::ObjectId id) const { return c.program[id]; }
  const std::string &p() const { return c.naming.prefix; }
  /// `hk_f->`
  std::string frame() const { return p() + "f->"; }
  std::string member(ir::ObjectId object) const {
    return frame() + c.frame.find(object)->name;
  }

  bool isChunk() const { return task.is<taskgraph::Chunks>(); }
  bool isOfSearch() const {
    return verdict && verdict->kind() == polyhedral::LoopKind::Search;
  }
  bool isSearchChunk() const { return isChunk() && isOfSearch(); }
  /// Chunks run the iterations in turn.
  bool isInTurn() const { return isPipeline(c, id); }

  /// C text of the chunk that runs the last iteration.
  std::string lastChunk() const {
    return isInTurn() ? p() + "last" : std::to_string(chunks - 1);
  }
  /// C condition: this is that chunk.
  std::string isLastChunk() const { return p() + "c == " + lastChunk(); }
  /// C condition: it has run the last iteration.
  std::string isLastOfAll() const {
    std::string ran =
        isInTurn() ? p() + "count > 0" : p() + "first < " + p() + "last";
    return ran + " && " + isLastChunk();
  }

  /// A variable as the combining task reaches it; empty for None.
  std::string targetOf(ir::ObjectId object) const {
    if (!isValid(object))
      return "";
    const Member *m = c.frame.find(object);
    if (!m)
      return c.program[object].name;
    return m->storage == Storage::Pointer ? "(*" + member(object) + ")"
                                          : member(object);
  }
};

/// What the user's text calls variables in the plan's body.
inline ir::Filler fillerOf(const BodyPlan &plan) {
  return [&plan](ir::ObjectId object) {
    auto it = plan.names.find(object);
    return it == plan.names.end() ? std::string() : it->second;
  };
}

} // namespace hocket::codegen
