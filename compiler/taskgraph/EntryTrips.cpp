// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/EntryTrips.h"

#include "analysis/values/TripGuess.h"
#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

namespace {

/// The header reads memory through an address.
bool loads(const Program &program, const Loop &loop) {
  for (StmtId stmt : {loop.init, loop.condition})
    if (isValid(stmt))
      for (const Access &access : program[stmt].accesses)
        if (!isValid(access.address) ||
            program[access.address].kind != ExprKind::AddrOf)
          return true;
  return false;
}

/// A division may be by zero, an address may be no one's.
bool mayTrap(const Program &program, const Loop &loop) {
  for (const TextRange &range : headerTexts(*loop.header())) {
    llvm::StringRef text(program.text(range));
    for (size_t at = text.find_first_of("/%"); at != llvm::StringRef::npos;
         at = text.find_first_of("/%", at + 1)) {
      llvm::StringRef divisor = text.drop_front(at + 1).ltrim();
      if (divisor.empty() || divisor.front() < '1' || divisor.front() > '9')
        return true;
    }
  }
  return loads(program, loop);
}

bool isCutAtVariable(const Loop &loop) {
  auto isValue = [](const IterationPoint &point) {
    return point.from == IterationPoint::From::Value;
  };
  return loop.part && (isValue(loop.part->begin) || isValue(loop.part->end));
}

bool isOnlyNamed(const Object &object) {
  return !object.isAddressTaken &&
         (object.kind == ObjectKind::Local || object.kind == ObjectKind::Param);
}

} // namespace

bool runsOnEntry(const Program &program, const analysis::Effects &effects,
                 NodeId block, uint32_t first, NodeId node) {
  for (NodeId above = program[node].parent; above != block;
       above = program[above].parent) {
    const Loop *loop = program[above].as<Loop>();
    bool runs = loop ? loop->form == LoopForm::Do ||
                           analysis::constantTrips(program, above) > 0
                     : program[above].as<Block>() != nullptr;
    if (!runs)
      return false;
  }
  const std::vector<NodeId> &children = program[block].as<Block>()->children;
  for (uint32_t i = first; i < children.size(); ++i) {
    for (StmtId stmt : allStmts(program, children[i]))
      if (effects.stmts[index(stmt)].mayNotReturn)
        return false;
    if (isWithin(program, node, children[i]))
      return true;
  }
  return false;
}

bool holdsEntryValue(const Program &program, const ChildRun &run, NodeId loop,
                     ObjectId object) {
  if (!isOnlyNamed(program[object]))
    return false;
  for (NodeId above = program[loop].parent; above != run.block;
       above = program[above].parent)
    if (!program[above].as<Block>() && !program[above].as<Branch>())
      return false;
  auto touches = [&](const Stmt &s) {
    return s.declares == object ||
           std::any_of(
               s.accesses.begin(), s.accesses.end(), [&](const Access &a) {
                 return a.kind == AccessKind::Write && isValid(a.address) &&
                        program[a.address].kind == ExprKind::AddrOf &&
                        program[a.address].object == object;
               });
  };
  const std::vector<NodeId> &children =
      program[run.block].as<Block>()->children;
  StmtId init = program[loop].as<Loop>()->init;
  const TextRange &own = program[loop].text;
  for (uint32_t i = run.first; i <= run.last; ++i)
    for (StmtId stmt : allStmts(program, children[i])) {
      const Stmt &s = program[stmt];
      bool isBefore = s.text.begin < own.begin || stmt == init;
      if (isBefore && touches(s))
        return false;
    }
  return true;
}

namespace {

/// The variable that gives the first value or the bound where no expression in
/// the header does.
std::vector<ObjectId> entryVariables(const Counted &counted) {
  std::vector<ObjectId> result;
  if (counted.lowerText.empty())
    result.push_back(counted.iterator);
  if (counted.boundText.empty() && isValid(counted.boundVariable))
    result.push_back(counted.boundVariable);
  return result;
}

/// The header has no other text that counts.
bool hasTexts(const Counted &counted) {
  return !counted.isPlain ||
         (!counted.lowerText.empty() && !counted.boundText.empty());
}

} // namespace

const EntryTrips::Changes &EntryTrips::changes() const {
  if (changes_)
    return *changes_;
  changes_.emplace(Changes{});
  const std::vector<NodeId> &children =
      program_[region_.block].as<Block>()->children;
  for (uint32_t i = region_.first; i <= region_.last; ++i)
    for (StmtId stmt : allStmts(program_, children[i])) {
      if (isValid(program_[stmt].declares))
        changes_->objects.add(program_[stmt].declares);
      for (const analysis::EffectItem &item : effects_.stmts[index(stmt)].items)
        if (item.kind == AccessKind::Write) {
          changes_->objects.add(item.objects.ids);
          changes_->isAll &= !item.objects.unknown;
        }
    }
  return *changes_;
}

bool EntryTrips::mayChange(ObjectId object) const {
  return changes().objects.contains(object) ||
         (!changes().isAll && !isOnlyNamed(program_[object]));
}

/// In what computes the bounds, but for the iterator, the bound's own variable
/// and what is allowed.
bool EntryTrips::readsChanged(const Loop &loop,
                              const std::set<ObjectId> &allowed) const {
  auto changes = [&](ObjectId object) {
    return !allowed.count(object) && mayChange(object);
  };
  ObjectId iterator = loop.header()->iterator;
  ObjectId bound = loop.header()->boundVariable;
  for (StmtId stmt : {loop.init, loop.condition}) {
    if (!isValid(stmt))
      continue;
    if (!program_[stmt].calls.empty())
      return true;
    for (const analysis::EffectItem &item : effects_.stmts[index(stmt)].items) {
      if (item.kind == AccessKind::Write)
        continue;
      if (item.objects.unknown)
        return true;
      for (ObjectId object : item.objects.ids)
        if (object != iterator && object != bound && changes(object))
          return true;
    }
  }
  for (const TextRange &range : headerTexts(*loop.header()))
    for (ObjectId object : namedObjects(program_, range))
      if (changes(object))
        return true;
  return isValid(loop.header()->stepBy) && changes(loop.header()->stepBy);
}

bool EntryTrips::areKnown(NodeId node) const {
  const Loop *loop = program_[node].as<Loop>();
  if (!loop || !loop->header() || !hasTexts(*loop->header()) ||
      isCutAtVariable(*loop))
    return false;
  if (mayTrap(program_, *loop) &&
      !runsOnEntry(program_, effects_, region_.block, region_.first, node))
    return false;
  for (ObjectId object : entryVariables(*loop->header()))
    if (!holdsEntryValue(program_, {region_.block, region_.first, region_.last},
                         node, object))
      return false;
  return !readsChanged(*loop, {});
}

bool EntryTrips::followIterators(NodeId node) const {
  const Loop *loop = program_[node].as<Loop>();
  // Parts of a loop that is split have all its iterations together.
  if (!loop || !loop->header() || !hasTexts(*loop->header()) ||
      loads(program_, *loop))
    return false;
  // What a variable of its own holds when it is reached, nobody knows.
  if (!entryVariables(*loop->header()).empty())
    return false;
  std::set<ObjectId> iterators;
  for (NodeId above = program_[node].parent; above != region_.block;
       above = program_[above].parent)
    if (const Loop *around = program_[above].as<Loop>();
        around && around->header())
      iterators.insert(around->header()->iterator);
  return !readsChanged(*loop, iterators);
}

void dropNeedlessTrips(TaskGraph &graph) {
  const std::vector<MacroTask> &tasks = graph.region.tasks;
  // Also of a pipeline, say, whose own iterations are not looked at.
  std::set<NodeId> divided;
  for (const MacroTask &task : tasks)
    if (task.is<Chunks>())
      divided.insert(task.node);
  if (divided.size() < 2)
    return;
  // Where chunks were told apart, it may have been by their length.
  auto isNeeded = [&](NodeId loop) {
    return std::any_of(graph.dependences.begin(), graph.dependences.end(),
                       [&](const polyhedral::TaskDependence &d) {
                         return !d.chunkPairs.empty() &&
                                (tasks[d.from].node == loop ||
                                 tasks[d.to].node == loop);
                       });
  };
  std::erase_if(graph.region.entryTrips,
                [&](NodeId loop) { return !isNeeded(loop); });
}

} // namespace hocket::taskgraph
