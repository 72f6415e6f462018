// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/plan/CopyUse.h"

#include "taskgraph/ReplicatedUse.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

namespace {

bool isOf(const Program &program, const Access &access, ObjectId object) {
  return isValid(access.address) &&
         program[access.address].kind == ExprKind::AddrOf &&
         program[access.address].object == object;
}

/// The statement assigns all of the scalar each time it runs, and nothing in it
/// asks what it was.
bool setsAnew(const Program &program, const Stmt &stmt, ObjectId object) {
  bool sets = stmt.declares == object;
  for (const Access &access : stmt.accesses) {
    if (!isOf(program, access, object))
      continue;
    if (access.kind == AccessKind::Read || !access.must)
      return false;
    sets = true;
  }
  return sets;
}

CopyUse copyUse(const Program &program, const Region &region, TaskId task) {
  Item alone;
  alone.task = task;
  CopyUse result;
  const StmtId stmt = region.tasks[task].stmt();
  for (ObjectId object : replicatedUse(program, region, alone).uses)
    if (isValid(stmt) && setsAnew(program, program[stmt], object))
      result.sets.insert(object);
    else
      result.reads.insert(object);
  return result;
}

} // namespace

std::vector<CopyUse> copyUses(const Program &program, const Region &region) {
  std::vector<CopyUse> uses;
  for (TaskId task = 0; task < region.tasks.size(); ++task)
    uses.push_back(copyUse(program, region, task));
  return uses;
}

} // namespace hocket::taskgraph
