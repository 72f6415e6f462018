// SPDX-License-Identifier: Apache-2.0
#include "accelerators/CheckClaims.h"

#include "ir/Tree.h"

#include <algorithm>
#include <set>

namespace hocket::accelerators {

using namespace ir;
using analysis::EffectItem;

namespace {

class Checker {
public:
  Checker(const Program &program, const analysis::Effects &effects)
      : program_(program), effects_(effects) {}

  /// The arguments of the remark; empty: all is named.
  std::vector<std::string> check(const Block &block,
                                 const AcceleratorMark &mark,
                                 const AcceleratorTask &task) {
    for (NodeId call : mark.given)
      add(call, AccessKind::Read, given_);
    for (NodeId call : mark.taken)
      add(call, AccessKind::Write, taken_);
    // What the clauses say with is given with them: pointers, bounds.
    for (NodeId call : mark.taken)
      addNames(call);
    for (NodeId node : mark.work)
      for (StmtId stmt : stmtsSeenThrough(program_, node))
        for (AccessKind kind : {AccessKind::Read, AccessKind::Write})
          if (std::string name = missing(block, stmt, kind); !name.empty())
            return {task.accelerator,
                    kind == AccessKind::Read ? "reads" : "writes", name,
                    kind == AccessKind::Read ? "in(...)" : "out(...)"};
    for (NodeId node : mark.work)
      for (StmtId stmt : stmtsSeenThrough(program_, node))
        if (const analysis::StmtEffects &e = effects_.stmts[index(stmt)];
            e.isUnknown || e.mayNotReturn || e.readsClock ||
            program_[stmt].isOpaque)
          return {task.accelerator, "may touch", "anything", "the clauses"};
    return {};
  }

private:
  void add(NodeId call, AccessKind kind, std::set<ObjectId> &objects) const {
    for (StmtId stmt : ownStmts(program_, call))
      for (const EffectItem &item : effects_.stmts[index(stmt)].items)
        if (item.kind == kind)
          for (ObjectId object : item.objects.ids)
            objects.insert(object);
  }

  void addNames(NodeId call) {
    for (StmtId stmt : ownStmts(program_, call))
      for (const EffectItem &item : effects_.stmts[index(stmt)].items)
        if (item.kind == AccessKind::Read && item.via.empty())
          for (ObjectId object : item.objects.ids)
            given_.insert(object);
  }

  /// Declared inside the statement, or in a function that it calls.
  bool isOwn(const Block &block, ObjectId object) const {
    if (isValid(program_[object].cloneOf))
      return true;
    return std::any_of(
        block.children.begin(), block.children.end(),
        [&](NodeId child) { return isDeclaredIn(program_, object, child); });
  }

  /// What of the statement's reads or writes no clause names; empty: nothing.
  std::string missing(const Block &block, StmtId stmt, AccessKind kind) {
    for (const EffectItem &item : effects_.stmts[index(stmt)].items) {
      if (item.kind != kind)
        continue;
      if (item.objects.unknown)
        return "memory that is not known";
      for (ObjectId object : item.objects.ids)
        if (!isOwn(block, object) && !isNamed(object, kind)) {
          const std::string &name = program_[object].name;
          return name.empty() ? "memory without a name" : name;
        }
    }
    return "";
  }

  /// What is written first, before it is read, nobody needs to give.
  bool isNamed(ObjectId object, AccessKind kind) {
    if (kind == AccessKind::Read)
      return given_.count(object) != 0 || written_.count(object) != 0;
    written_.insert(object);
    return taken_.count(object) != 0;
  }

  const Program &program_;
  const analysis::Effects &effects_;
  std::set<ObjectId> given_, taken_;
  std::set<ObjectId> written_; ///< by what stands before
};

} // namespace

std::vector<WrongClaim> checkClaims(const Program &program,
                                    const analysis::Effects &effects,
                                    const std::vector<AcceleratorTask> &tasks) {
  std::vector<WrongClaim> wrong;
  std::set<uint32_t> seen; // that are wrong, wherever a mark stands again
  for (const Node &node : program.nodes) {
    std::optional<AcceleratorMark> mark = acceleratorMark(program, node.id);
    if (!mark || mark->number >= tasks.size() || seen.count(mark->number))
      continue;
    const AcceleratorTask &task = tasks[mark->number];
    std::vector<std::string> args =
        Checker(program, effects).check(*node.as<Block>(), *mark, task);
    if (!args.empty() && seen.insert(mark->number).second)
      wrong.push_back({mark->number,
                       {RemarkId::AcceleratorClaims,
                        task.location,
                        task.function,
                        std::move(args),
                        {}}});
  }
  return wrong;
}

} // namespace hocket::accelerators
