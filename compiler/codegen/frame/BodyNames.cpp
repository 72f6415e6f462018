// SPDX-License-Identifier: Apache-2.0
#include "codegen/frame/BodyNames.h"

#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include "llvm/Support/Path.h"

namespace hocket::codegen {

using namespace ir;
using taskgraph::ChunkMode;
using taskgraph::Chunks;
using taskgraph::Combine;
using taskgraph::TaskId;

bool isWrittenByName(const Program &program, NodeId node, ObjectId object) {
  for (StmtId stmt : allStmts(program, node)) {
    const Stmt &s = program[stmt];
    if (s.declares == object)
      return true;
    for (const Access &a : s.accesses)
      if (a.kind == AccessKind::Write && isValid(a.address) &&
          program[a.address].kind == ExprKind::AddrOf &&
          program[a.address].object == object)
        return true;
  }
  return false;
}

std::string placeLabel(const RegionContext &c, const SourceLocation &at) {
  return llvm::sys::path::filename(at.file).str() + ":" +
         std::to_string(at.line) + " " + c.program[c.region.function].name;
}

std::string outMember(const RegionContext &c, const Member &member) {
  return member.storage == Storage::Replicated
             ? c.naming.prefix + "out_" + member.name
             : member.name;
}

std::string errnoMember(const RegionContext &c, TaskId task) {
  return c.naming.prefix + "errno" + std::to_string(task);
}

bool isSearch(const RegionContext &c, const taskgraph::MacroTask &task) {
  return task.is<Chunks>() &&
         c.verdicts[task.verdict()].kind() == polyhedral::LoopKind::Search;
}

std::string searchMember(const RegionContext &c, TaskId task) {
  return c.naming.prefix + "search" + std::to_string(task);
}

std::string lastMember(const RegionContext &c, TaskId task, ObjectId object) {
  return c.naming.prefix + "last" + std::to_string(task) + "_" +
         c.program[object].name;
}

std::string bodyName(const RegionContext &c, TaskId task) {
  const taskgraph::MacroTask &l = c.region.tasks[task];
  std::string kind = taskgraph::taskKind(c.program, l);
  return c.name + "_" + kind + std::to_string(c.program[l.node].location.line) +
         "_" + std::to_string(task);
}

bool isSelfScheduled(const RegionContext &c, TaskId task) {
  return c.forC && c.region.tasks[task].runsAs(ChunkMode::SelfScheduled);
}

std::string turnName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_turn";
}

std::string firstBodyName(const RegionContext &c, TaskId task) {
  const Chunks *chunks = c.region.tasks[task].as<Chunks>();
  bool isInlined = c.forC && chunks && chunks->foldsStart;
  return bodyName(c, task) + (isInlined ? "_inline" : "");
}

std::vector<ObjectId> bodyParameters(const RegionContext &c, TaskId task) {
  std::vector<ObjectId> result;
  const taskgraph::MacroTask &l = c.region.tasks[task];
  bool isSearch =
      l.verdict() != taskgraph::none &&
      c.verdicts[l.verdict()].kind() == polyhedral::LoopKind::Search;
  if (l.is<Combine>() && !isSearch)
    return result;
  std::set<ObjectId> needed;
  std::vector<ObjectId> work = taskgraph::namedObjects(c.program, l.node);
  while (!work.empty()) {
    ObjectId object = work.back();
    work.pop_back();
    if (!needed.insert(object).second)
      continue;
    const std::vector<ObjectId> &more = c.program[object].type.needs;
    work.insert(work.end(), more.begin(), more.end());
  }
  for (ObjectId object : needed) {
    const Member *m = c.frame.find(object);
    if (!m || m->storage != Storage::Replicated)
      continue;
    // A private copy takes the name.
    bool isPrivate = false;
    if (l.is<Chunks>())
      for (const polyhedral::PrivateObject &q :
           c.verdicts[l.verdict()].privates)
        isPrivate |= q.object == object && !q.isLocalToBody && !q.isPointee;
    if (!isPrivate)
      result.push_back(object);
  }
  return result;
}

} // namespace hocket::codegen
