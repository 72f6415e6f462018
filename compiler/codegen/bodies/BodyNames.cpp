// SPDX-License-Identifier: Apache-2.0
//
// What bodies, their parameters and their members of the frame are called.
#include "codegen/Bodies.h"
#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

namespace hocket::codegen {

using namespace ir;
using polyhedral::LeafRole;
using taskgraph::LeafIndex;

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

std::string outMember(const RegionContext &c, const Member &member) {
  return member.storage == Storage::Replicated
             ? c.naming.prefix + "out_" + member.name
             : member.name;
}

std::string errnoMember(const RegionContext &c, LeafIndex leaf) {
  return c.naming.prefix + "errno" + std::to_string(leaf);
}

bool isSearch(const RegionContext &c, const taskgraph::Leaf &leaf) {
  return leaf.role == LeafRole::Chunks &&
         c.verdicts[leaf.verdict].kind == polyhedral::LoopKind::Search;
}

std::string searchMember(const RegionContext &c, LeafIndex leaf) {
  return c.naming.prefix + "search" + std::to_string(leaf);
}

std::string lastMember(const RegionContext &c, LeafIndex leaf,
                       ObjectId object) {
  return c.naming.prefix + "last" + std::to_string(leaf) + "_" +
         c.program[object].name;
}

std::string bodyName(const RegionContext &c, LeafIndex leaf) {
  const taskgraph::Leaf &l = c.region.leaves[leaf];
  std::string kind = taskgraph::leafKind(c.program, l);
  return c.name + "_" + kind + std::to_string(c.program[l.node].location.line) +
         "_" + std::to_string(leaf);
}

bool isHandedOut(const RegionContext &c, LeafIndex leaf) {
  return c.forC && c.region.leaves[leaf].isHandedOut;
}

std::string turnName(const RegionContext &c, LeafIndex leaf) {
  return bodyName(c, leaf) + "_turn";
}

std::string firstBodyName(const RegionContext &c, LeafIndex leaf) {
  bool isInlined = c.forC && c.region.leaves[leaf].foldsStart;
  return bodyName(c, leaf) + (isInlined ? "_inline" : "");
}

std::vector<ObjectId> bodyParameters(const RegionContext &c, LeafIndex leaf) {
  std::vector<ObjectId> result;
  const taskgraph::Leaf &l = c.region.leaves[leaf];
  bool isSearch = l.verdict != taskgraph::none &&
                  c.verdicts[l.verdict].kind == polyhedral::LoopKind::Search;
  if (l.role == LeafRole::Combine && !isSearch)
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
    if (l.role == LeafRole::Chunks)
      for (const polyhedral::PrivateObject &q : c.verdicts[l.verdict].privates)
        isPrivate |= q.object == object && !q.isLocalToBody && !q.isPointee;
    if (!isPrivate)
      result.push_back(object);
  }
  return result;
}

} // namespace hocket::codegen
