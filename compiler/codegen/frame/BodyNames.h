// SPDX-License-Identifier: Apache-2.0
//
// What the C functions of a region's tasks are called, their parameters, and
// the members of the frame that belong to a task: names that the functions,
// the per-core programs and the frame's own text agree on.
#pragma once

#include "codegen/frame/RegionContext.h"

#include <string>
#include <vector>

namespace hocket::codegen {

/// Name of the function, as in "hk_heat1_loop40".
std::string bodyName(const RegionContext &c, taskgraph::TaskId task);

/// Name of the function for the loop's first chunk: one that is inlined where a
/// compiler may fold the first iteration, else the same.
std::string firstBodyName(const RegionContext &c, taskgraph::TaskId task);

/// "file.c:40 function", for messages: a place in the region's function.
std::string placeLabel(const RegionContext &c, const SourceLocation &at);

/// The function's chunks take blocks of iterations in turn, from a variable at
/// file scope; its last parameter is the number of the level's instance.
bool isSelfScheduled(const RegionContext &c, taskgraph::TaskId task);
std::string turnName(const RegionContext &c, taskgraph::TaskId task);

/// Member that takes a variable's value when the region ends: a replicated
/// scalar has one of its own, since other cores may still be reading the value
/// it began with.
std::string outMember(const RegionContext &c, const Member &member);

/// Member of the frame for what the chunks of a task leave in errno.
std::string errnoMember(const RegionContext &c, taskgraph::TaskId task);

/// The task is the chunks of a search.
bool isSearch(const RegionContext &c, const taskgraph::MacroTask &task);

/// Member of the frame where the chunks of a search note what they found.
std::string searchMember(const RegionContext &c, taskgraph::TaskId task);

/// Member of the frame for what the last chunk of a task leaves in an induction
/// variable that other chunks may still be reading.
std::string lastMember(const RegionContext &c, taskgraph::TaskId task,
                       ir::ObjectId object);

/// Some statement in the node assigns the variable by its name.
bool isWrittenByName(const ir::Program &program, ir::NodeId node,
                     ir::ObjectId object);

/// Replicated scalars that the task uses, in order of object; they are the
/// body's parameters after the frame.
std::vector<ir::ObjectId> bodyParameters(const RegionContext &c,
                                         taskgraph::TaskId task);

} // namespace hocket::codegen
