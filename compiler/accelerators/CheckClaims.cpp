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
      add(call, AccessKind::Read, given_);
    for (NodeId node : mark.work)
      for (StmtId stmt : stmtsSeenThrough(program_, node))
        for (const EffectItem &item : effects_.stmts[index(stmt)].items)
          if (std::string name = missing(block, item); !name.empty()) {
            bool isRead = item.kind == AccessKind::Read;
            return {task.accelerator, isRead ? "reads" : "writes", name,
                    isRead ? "in(...)" : "out(...)"};
          }
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

  /// Declared inside the statement, or in a function that it calls.
  bool isOwn(const Block &block, ObjectId object) const {
    if (isValid(program_[object].cloneOf))
      return true;
    return std::any_of(
        block.children.begin(), block.children.end(),
        [&](NodeId child) { return isDeclaredIn(program_, object, child); });
  }

  std::string missing(const Block &block, const EffectItem &item) const {
    const std::set<ObjectId> &named =
        item.kind == AccessKind::Read ? given_ : taken_;
    if (item.objects.unknown)
      return "memory that is not known";
    for (ObjectId object : item.objects.ids) {
      // What is written before it is read, nobody needs to give.
      if (named.count(object) || isOwn(block, object) ||
          (item.kind == AccessKind::Read && taken_.count(object)))
        continue;
      const std::string &name = program_[object].name;
      return name.empty() ? "memory without a name" : name;
    }
    return "";
  }

  const Program &program_;
  const analysis::Effects &effects_;
  std::set<ObjectId> given_, taken_;
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
