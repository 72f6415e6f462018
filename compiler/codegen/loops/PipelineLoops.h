// SPDX-License-Identifier: Apache-2.0
//
// Pipelines as C: waits and signals between the user's statements.
//
// Iteration k enters an ordered stage when the stage's flag has reached the
// number of iteration k - 1, and leaves it by storing its own. The numbers of
// one run of the loop follow those of the run before; each chunk keeps count
// for itself, for all of them see the same trip counts. Some iterations are
// timed, and some that one core does alone; what is faster goes on
// (hocket/abi_overlap.h). A scalar that carries a value is loaded from
// the frame where the stage begins and stored where it ends, so that inside it
// is a variable like any other.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "codegen/plan/BodyPlan.h"
#include "codegen/text/CWriter.h"
#include "ir/Text.h"

#include <set>
#include <string>
#include <vector>

namespace hocket::codegen {

/// The task is to be emitted so.
bool isPipeline(const RegionContext &c, taskgraph::TaskId task);

/// The stages' flags and the chunks' counts, at file scope.
std::vector<std::string> pipelineStorage(const RegionContext &c,
                                         taskgraph::TaskId task);

/// The name of the stages' flags, an array.
std::string stageFlags(const RegionContext &c, taskgraph::TaskId task);

/// Sets <prefix>o, which says where this core is; behind the trip count.
Assignment pipelineStart(const RegionContext &c, taskgraph::TaskId task);

/// Variables that are named between a stage's first and last item.
std::set<ir::ObjectId> namedInStage(const ir::Program &program,
                                    const polyhedral::PipelineStage &stage);

/// A variable that an ordered stage loads and stores.
struct Carried {
  ir::ObjectId object = ir::ObjectId::None;
  std::string own, shared; ///< the chunk's copy and where the value is
};

/// Puts waits and signals into the text of the body.
/// \returns what stands around each ordered stage.
std::vector<StageTexts> addStages(const RegionContext &c,
                                  taskgraph::TaskId task,
                                  const std::vector<Carried> &carried,
                                  ir::Insertions &insertions);

/// Behind the body: passes the stages that a `continue` has left out.
void writeMissedStages(const std::vector<StageTexts> &stages,
                       const std::string &prefix, CWriter &out);

/// For cost estimation: the stage runs twice in each iteration, on average.
void repeatStage(const RegionContext &c, const polyhedral::PipelineStage &stage,
                 ir::Insertions &insertions);

/// An iteration has left an error in errno; all have.
struct LastErrnoPlan {
  std::vector<Local> locals;
  Update iteration;
  Update end;
};
LastErrnoPlan keepLastErrno(const RegionContext &c, taskgraph::TaskId task);

/// Sets errno to what the last iteration that set it left there.
void takeLastErrno(const RegionContext &c, taskgraph::TaskId task,
                   unsigned chunks, CWriter &out);

/// Members of the frame for that.
std::string errnoMembers(const RegionContext &c, taskgraph::TaskId task);

} // namespace hocket::codegen
