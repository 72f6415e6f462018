// SPDX-License-Identifier: Apache-2.0
//
// Effects of tasks. Left out: objects replicated on each core, automatic
// variables of the task itself, private copies and partial results of chunks.

#include "taskdeps/TaskAccesses.h"

#include "ir/TileLoops.h"
#include "ir/Tree.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// What the tasks of a region run and have for themselves.
class TaskContents {
public:
  TaskContents(const ProgramIndex &index,
               const std::vector<LoopVerdict> &verdicts,
               const RegionShape &region)
      : index_(index), program_(index.program()), verdicts_(verdicts),
        region_(region) {}

  /// A loop's condition and step are part of each of its iterations.
  std::vector<NodeId> loopsOf(const MacroTask &task) const {
    std::vector<NodeId> loops;
    std::vector<NodeId> around = ir::loopsAround(program_, task.node);
    const ir::Loop *own = program_[task.node].as<ir::Loop>();
    if (own && task.is<Replicated>() && task.stmt() != own->init)
      around.push_back(task.node);
    for (NodeId loop : around)
      if (std::find(region_.loops.begin(), region_.loops.end(), loop) !=
          region_.loops.end())
        loops.push_back(loop);
    return loops;
  }

  /// Null: none.
  const LoopVerdict *verdictOf(NodeId loop) const {
    for (const LoopVerdict &verdict : verdicts_)
      if (verdict.loop == loop)
        return &verdict;
    return nullptr;
  }

  bool isSearch(NodeId loop) const {
    const LoopVerdict *verdict = verdictOf(loop);
    return verdict && verdict->traits().looksAhead;
  }

  /// What the task runs, calls seen through.
  std::vector<StmtId> stmtsOf(const MacroTask &task) const {
    std::vector<StmtId> stmts;
    if (isValid(task.stmt())) {
      NodeId calls = index_.inlinedIn(index_.nodeOf(task.stmt()));
      if (isValid(calls))
        stmts = index_.stmtsOf(calls);
      stmts.push_back(task.stmt());
      return stmts;
    }
    if (task.is<Chunks>() && isSearch(task.node))
      return searchedBy(task.node);
    const LoopVerdict *verdict =
        task.isFirstPass() ? verdictOf(task.node) : nullptr;
    if (!verdict)
      return index_.stmtsOf(task.node);
    stmts = ir::ownStmts(program_, task.node);
    for (NodeId node : verdict->firstPass())
      for (StmtId stmt : index_.stmtsOf(node))
        stmts.push_back(stmt);
    return stmts;
  }

  /// Objects whose accesses by the task nobody else sees.
  std::set<ObjectId> ownObjects(const TaskFacts &facts) const {
    std::set<ObjectId> own(region_.replicated.begin(),
                           region_.replicated.end());
    bool isReplicated = facts.task->is<Replicated>();
    for (StmtId stmt : stmtsOf(*facts.task))
      for (const EffectItem &item : index_.itemsOf(stmt))
        for (ObjectId id : item.objects.ids) {
          if ((!isReplicated || isValid(program_[id].cloneOf)) &&
              ir::isDeclaredIn(program_, id, facts.task->node))
            own.insert(id);
        }
    if (!facts.task->is<Chunks>())
      return own;
    own.insert(program_[facts.task->node].as<ir::Loop>()->header()->iterator);
    if (const LoopVerdict *verdict = verdictOf(facts.task->node)) {
      for (const PrivateObject &object : verdict->privates)
        if (!object.isPointee && !object.isCopiedIn())
          own.insert(object.object);
      for (const ReductionObject &object : verdict->reductions())
        if (!object.isMemory())
          own.insert(object.object);
      for (const InductionObject &object : verdict->inductions)
        own.insert(object.object);
      for (const ReductionObject &total : verdict->totals())
        own.insert(total.object);
      for (const SelectionObject &selection : verdict->selections())
        for (ObjectId object : selection.objects())
          own.insert(object);
      if (verdict->writesErrno)
        own.insert(program_.hidden.errnoValue);
    }
    return own;
  }

  bool isInWarmUp(const MacroTask &task, StmtId stmt) const {
    const LoopVerdict *verdict =
        task.is<Chunks>() ? verdictOf(task.node) : nullptr;
    return verdict && std::find(verdict->warmUp.begin(), verdict->warmUp.end(),
                                index_.nodeOf(stmt)) != verdict->warmUp.end();
  }

  bool isReplicated(ObjectId object) const {
    return std::find(region_.replicated.begin(), region_.replicated.end(),
                     object) != region_.replicated.end();
  }

private:
  /// What the chunks of a search run.
  std::vector<StmtId> searchedBy(NodeId loop) const {
    const std::vector<NodeId> &exits = verdictOf(loop)->exits();
    std::vector<StmtId> stmts = index_.stmtsOf(loop);
    std::erase_if(stmts, [&](StmtId stmt) {
      return std::any_of(exits.begin(), exits.end(), [&](NodeId exit) {
        return ir::isWithin(program_, index_.nodeOf(stmt), exit);
      });
    });
    return stmts;
  }

  const ProgramIndex &index_;
  const ir::Program &program_;
  const std::vector<LoopVerdict> &verdicts_;
  const RegionShape &region_;
};

class Collector {
public:
  Collector(AffineModel &model, const std::vector<LoopVerdict> &verdicts,
            const RegionShape &region, TaskTable &table)
      : model_(model), index_(model.index()), program_(model.program()),
        region_(region), contents_(index_, verdicts, region), table_(table) {}

  void run() {
    for (const MacroTask &task : region_.tasks) {
      TaskFacts facts;
      facts.task = &task;
      facts.loops = contents_.loopsOf(task);
      if (const Chunks *chunks = task.as<Chunks>()) {
        facts.chunks = chunks->count;
        facts.grain = std::max(chunks->grain, 1u);
        facts.phase = chunks->phase;
        // Which iterations a chunk has must be known.
        if (!contents_.isSearch(task.node) && !chunks->isSpread() &&
            chunks->mode != ChunkMode::Tested)
          facts.chunked = model_.loopShape(task.node);
      }
      if (task.is<Combine>() && !contents_.isSearch(task.node))
        addCombine(facts);
      else
        addStatements(facts);
      table_.tasks.push_back(std::move(facts));
    }
  }

private:
  void addStatements(TaskFacts &facts) {
    std::vector<StmtId> stmts = contents_.stmtsOf(*facts.task);
    std::set<ObjectId> own = contents_.ownObjects(facts);
    std::set<std::string> seen;
    for (StmtId stmt : stmts) {
      const analysis::StmtEffects &effects =
          index_.effects().stmts[ir::index(stmt)];
      if (effects.isUnknown || effects.mayNotReturn || effects.readsClock ||
          program_[stmt].isOpaque) {
        facts.isBarrier = true;
        facts.barrierObject = effects.mayNotReturn ? program_.hidden.control
                                                   : program_.hidden.external;
      }
      for (const EffectItem &item : index_.itemsOf(stmt)) {
        // Volatile accesses keep their order, whatever they touch.
        if (item.isVolatile) {
          facts.isBarrier = true;
          facts.barrierObject = program_.hidden.external;
        }
        addItem(facts, stmt, item, own, seen);
      }
    }
    addCopies(facts, stmts, own);
    if (!facts.task->is<Chunks>() || facts.task->isFirstPass())
      return;
    if (!contents_.isSearch(facts.task->node))
      addLastprivates(facts);
    addFirstValues(facts);
    if (const LoopVerdict *verdict = contents_.verdictOf(facts.task->node))
      for (const SelectionObject &selection : verdict->selections())
        if (isValid(selection.start()))
          addWhole(facts, selection.start(), ir::AccessKind::Read, false);
  }

  /// The emitted code reads a shared scalar once where a task begins, and
  /// writes it back at the end if the task assigns it: whatever conditions the
  /// statements are under, and even by a chunk without iterations.
  void addCopies(TaskFacts &facts, const std::vector<StmtId> &stmts,
                 const std::set<ObjectId> &own) {
    if (facts.task->is<Replicated>())
      return;
    std::map<ObjectId, bool> isWritten;
    for (StmtId stmt : stmts)
      for (const EffectItem &item : index_.itemsOf(stmt)) {
        ObjectId id = index_.namedObject(item);
        if (!isValid(id) || own.contains(id))
          continue;
        const ir::Object &object = program_[id];
        bool isCopied = object.isScalar && !object.isAddressTaken &&
                        (object.kind == ir::ObjectKind::Local ||
                         object.kind == ir::ObjectKind::Param);
        if (isCopied && !isOfReduction(*facts.task, stmt, item))
          isWritten[id] |= item.kind == ir::AccessKind::Write;
      }
    for (const auto &[object, written] : isWritten) {
      addCopy(facts, stmts.front(), object, ir::AccessKind::Read);
      if (written)
        addCopy(facts, stmts.front(), object, ir::AccessKind::Write);
    }
  }

  void addCopy(TaskFacts &facts, StmtId stmt, ObjectId object,
               ir::AccessKind kind) {
    EffectItem item;
    item.kind = kind;
    item.objects.ids = {object};
    table_.items.push_back(std::move(item));
    TaskAccess access;
    access.stmt = stmt;
    access.item = &table_.items.back();
    facts.accesses.push_back(std::move(access));
  }

  /// A chunk has its own in place of a reduction's target, and of what a
  /// selection assigns.
  bool isOfReduction(const MacroTask &task, StmtId stmt,
                     const EffectItem &item) const {
    const LoopVerdict *verdict =
        task.is<Chunks>() ? contents_.verdictOf(task.node) : nullptr;
    return verdict && (isAssigned(verdict->selections(), stmt, item) ||
                       std::any_of(verdict->reductions().begin(),
                                   verdict->reductions().end(),
                                   [&](const ReductionObject &reduction) {
                                     return placeOf(reduction, stmt, item);
                                   }));
  }

  static bool isAssigned(const std::vector<SelectionObject> &selections,
                         StmtId stmt, const EffectItem &item) {
    for (const SelectionObject &selection : selections)
      for (const SelectedPlace &place : selection.places)
        if (item.kind == ir::AccessKind::Write &&
            placeOf(place.places, stmt, item))
          return true;
    return false;
  }

  void addItem(TaskFacts &facts, StmtId stmt, const EffectItem &original,
               const std::set<ObjectId> &own, std::set<std::string> &seen) {
    if (isOfReduction(*facts.task, stmt, original))
      return;
    EffectItem item = original;
    item.objects.ids.eraseIf([&](ObjectId id) { return own.contains(id); });
    ObjectId named = index_.namedObject(item);
    if ((item.objects.ids.empty() && !item.objects.unknown) ||
        (isValid(named) && own.contains(named)))
      return;
    const bool inTile = ir::isInTile(program_, index_.nodeOf(stmt));
    TaskAccess access{inTile ? anywhereBehind(item, stmt)
                             : makeAccess(model_, item, stmt)};
    if (inTile && access.base &&
        !seen.insert(access.base->key + " " + item.type +
                     (access.isWrite() ? "w" : "r") + objectsKey(item))
             .second)
      return;
    if (access.address) {
      std::string key = placeKey(index_, access, item);
      access.placeNumber = numberOf(key, access.bounds);
      key += (item.kind == ir::AccessKind::Write ? "w" : "r") +
             std::to_string(access.placeNumber);
      if (!seen.insert(key).second)
        return;
    }
    table_.items.push_back(std::move(item));
    access.item = &table_.items.back();
    access.inWarmUp = contents_.isInWarmUp(*facts.task, stmt);
    facts.accesses.push_back(std::move(access));
  }

  /// What tiles do to memory is known by its base alone: exact sets over the
  /// bounds of tiles take seconds, and nobody overlaps chunks of tiles.
  MemoryAccess anywhereBehind(const EffectItem &item, StmtId stmt) {
    MemoryAccess access;
    access.stmt = stmt;
    access.item = &item;
    if (isValid(item.address))
      access.base = model_.baseOf(item.address, stmt);
    return access;
  }

  static std::string objectsKey(const EffectItem &item) {
    std::string key = item.objects.unknown ? "?" : "";
    for (ObjectId id : item.objects.ids)
      key += " " + std::to_string(ir::index(id));
    return key;
  }

  int numberOf(const std::string &key, const std::optional<isl::set> &bounds) {
    for (const Place &place : places_[key])
      if (place.bounds.has_value() == bounds.has_value() &&
          (!bounds || isl_ext::isSaidAlike(*place.bounds, *bounds)))
        return place.id;
    places_[key].push_back({bounds, numPlaces_});
    return numPlaces_++;
  }

  void addWhole(TaskFacts &facts, ObjectId object, ir::AccessKind kind,
                bool onlyLastChunk) {
    EffectItem item;
    item.kind = kind;
    item.objects.ids = {object};
    table_.items.push_back(std::move(item));
    TaskAccess access;
    access.stmt = program_[facts.task->node].as<ir::Loop>()->condition;
    access.item = &table_.items.back();
    access.onlyLastChunk = onlyLastChunk;
    facts.accesses.push_back(std::move(access));
  }

  void addLastprivates(TaskFacts &facts) {
    if (const LoopVerdict *verdict = contents_.verdictOf(facts.task->node))
      for (const PrivateObject &object : verdict->privates)
        if (object.isLastprivate && !object.isConditional &&
            !object.isPointee && !contents_.isReplicated(object.object))
          addWhole(facts, object.object, ir::AccessKind::Write,
                   /*onlyLastChunk=*/!facts.task->as<Chunks>()->isSpread());
  }

  /// Every chunk works out its own first value from the shared one.
  void addFirstValues(TaskFacts &facts) {
    if (const LoopVerdict *verdict = contents_.verdictOf(facts.task->node))
      for (const InductionObject &object : verdict->inductions)
        if (!object.isSetByInit && !contents_.isReplicated(object.object))
          addWhole(facts, object.object, ir::AccessKind::Read, false);
  }

  void addCombine(TaskFacts &facts) {
    const LoopVerdict *verdict = contents_.verdictOf(facts.task->node);
    if (!verdict)
      return;
    std::set<std::string> seen;
    for (const ReductionObject &object : verdict->reductions()) {
      if (object.isMemory()) {
        addCombined(facts, object.item, object.stmt, seen);
        continue;
      }
      addWhole(facts, object.object, ir::AccessKind::Read, false);
      addWhole(facts, object.object, ir::AccessKind::Write, false);
    }
    for (const PrivateObject &object : verdict->privates)
      if (object.isConditional) {
        addWhole(facts, object.object, ir::AccessKind::Read, false);
        addWhole(facts, object.object, ir::AccessKind::Write, false);
      }
    for (const InductionObject &object : verdict->inductions)
      if (object.isLastprivate)
        addWhole(facts, object.object, ir::AccessKind::Write, false);
    for (const ReductionObject &total : verdict->totals()) {
      addWhole(facts, total.object, ir::AccessKind::Read, false);
      addWhole(facts, total.object, ir::AccessKind::Write, false);
    }
    for (const SelectionObject &selection : verdict->selections())
      for (ObjectId object : selection.objects()) {
        addWhole(facts, object, ir::AccessKind::Read, false);
        addWhole(facts, object, ir::AccessKind::Write, false);
      }
    for (const SelectionObject &selection : verdict->selections())
      for (const SelectedPlace &place : selection.places)
        if (isValid(place.stmt))
          addCombined(facts, place.item, place.stmt, seen);
    if (verdict->writesErrno)
      addWhole(facts, program_.hidden.errnoValue, ir::AccessKind::Write, false);
  }

  /// Memory that is read and written after all chunks.
  void addCombined(TaskFacts &facts, EffectItem item, StmtId stmt,
                   std::set<std::string> &seen) {
    if (!isValid(index_.nodeOf(stmt)) || index_.isCopy(stmt)) {
      // In a called function: anywhere in what it may be.
      item.address = ir::ExprId::None;
      stmt = program_[facts.task->node].as<ir::Loop>()->condition;
    }
    for (ir::AccessKind kind : {ir::AccessKind::Read, ir::AccessKind::Write}) {
      item.kind = kind;
      addItem(facts, stmt, item, {}, seen);
    }
  }

  AffineModel &model_;
  const ProgramIndex &index_;
  const ir::Program &program_;
  const RegionShape &region_;
  const TaskContents contents_;
  TaskTable &table_;
  struct Place {
    std::optional<isl::set> bounds;
    int id;
  };
  std::map<std::string, std::vector<Place>> places_; ///< by address and such
  int numPlaces_ = 0;
};

} // namespace

std::vector<NodeId> childrenWithTasks(const ir::Program &program,
                                      const RegionShape &region) {
  const ir::Block *block = program[region.root].as<ir::Block>();
  if (!block)
    return {};
  std::size_t first = block->children.size(), last = 0;
  for (std::size_t i = 0; i < block->children.size(); ++i)
    for (const MacroTask &task : region.tasks)
      if (ir::isWithin(program, task.node, block->children[i])) {
        first = std::min(first, i);
        last = i;
      }
  if (first > last)
    return {};
  return {block->children.begin() + static_cast<std::ptrdiff_t>(first),
          block->children.begin() + static_cast<std::ptrdiff_t>(last) + 1};
}

TaskTable collectTasks(AffineModel &model,
                       const std::vector<LoopVerdict> &verdicts,
                       const RegionShape &region) {
  TaskTable table;
  Collector(model, verdicts, region, table).run();
  return table;
}

} // namespace hocket::polyhedral
