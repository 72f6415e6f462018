// SPDX-License-Identifier: Apache-2.0
//
// The frame of a region: what its tasks share, and how each variable of the
// user's function is reached from a task. One decision for each variable, made
// here, read by everything else in codegen.
#pragma once

#include "taskgraph/Region.h"
#include "verdict/LoopVerdict.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket::codegen {

/// Identifiers of the emitted C; no user's identifier begins with `prefix`.
struct Naming {
  std::string prefix = "hk_";
};

/// The shortest of "hk_", "hk1_", ... that begins no identifier of the program.
Naming chooseNaming(const ir::Program &program);

enum class Storage : uint8_t {
  Elsewhere,  ///< visible as it is: globals, functions
  Replicated, ///< a copy on each core, passed to tasks by value
  Value,      ///< a member of the frame that holds the value
  Pointer,    ///< a member that points to the user's variable
  Inside,     ///< a member that is the variable (declared inside the region,
              ///< or moved there: Region::moved)
  Copied,     ///< no member: each task that names it has a copy of its own, and
              ///< nobody needs what it holds before or afterwards
};

struct Member {
  ir::ObjectId object = ir::ObjectId::None;
  Storage storage = Storage::Value;
  std::string name;     ///< of the member, unique in the frame
  bool copyIn = false;  ///< all but Pointer: set before the region runs
  bool copyOut = false; ///< all but Pointer: read back afterwards
};

/// Partial results of one reduction of one chunked loop.
struct Partial {
  taskgraph::TaskId task = taskgraph::none; ///< the Chunks task
  polyhedral::ReductionObject reduction;
  std::string name;
  std::string copies; ///< WorkCopies of that name hold its elements
};

/// What each chunk of a loop left in a variable that not every chunk assigns.
struct Lastprivate {
  taskgraph::TaskId task = taskgraph::none; ///< the Chunks task
  ir::ObjectId object = ir::ObjectId::None;
  std::string name;
};

/// What each chunk of a loop selected.
struct Selected {
  taskgraph::TaskId task = taskgraph::none; ///< the Chunks task
  polyhedral::SelectionObject what;
  std::string name;
};

/// Copies, one for each chunk of a loop, that the entry allocates.
struct WorkCopies {
  taskgraph::TaskId task = taskgraph::none; ///< the Chunks task
  polyhedral::CheckExpr lo, hi; ///< the extent; no `lo`: from the first byte
  std::string name;
  ir::ObjectId object = ir::ObjectId::None; ///< private; else a reduction's
  polyhedral::CheckExpr most = {};          ///< of a reduction: bytes
  /// Of what a pointer in the private record leads to: where that stands.
  std::optional<int64_t> link = {};
};

struct Frame {
  std::vector<Member> members; ///< in order of object
  std::vector<Partial> partials;
  std::vector<Lastprivate> lastprivates;
  std::vector<Selected> selections;
  std::vector<WorkCopies> workCopies;
  std::map<ir::ObjectId, uint32_t> memberOf;

  const Member *find(ir::ObjectId object) const;
};

Frame buildFrame(const ir::Program &program, const taskgraph::Region &region,
                 const std::vector<polyhedral::LoopVerdict> &verdicts,
                 const Naming &naming);

/// The variable's type less a `restrict` of its own. So are members of structs
/// declared: what is loaded from such a member compilers take for restrict,
/// too.
ir::CType withoutRestrict(const ir::Object &object);

/// Nothing else in its function gets the pointer's value, or one that goes out
/// from it. Of others a `restrict` says nothing where the function is, but in a
/// task, where they come in beside it, that they never meet.
bool isOnlyName(const ir::Program &program, ir::ObjectId pointer);

/// True if the type has to be written as `void *` in the frame, because it
/// names variables.
bool isOpaqueInFrame(const ir::Object &object);

} // namespace hocket::codegen
