// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/BuildLevels.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/Accelerators.h"
#include "taskgraph/EntryTrips.h"
#include "taskgraph/Movable.h"
#include "taskgraph/NodeEffects.h"
#include "taskgraph/OrderedUpdates.h"
#include "taskgraph/Replication.h"
#include "taskgraph/TestedInside.h"
#include "taskgraph/shares/UnequalWork.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace hocket::taskgraph {

using namespace ir;

namespace {

unsigned chunksOfUnequalWork(unsigned cores) {
  return std::max(policy.region.leastUnequalChunks,
                  policy.region.unequalChunks * cores);
}

/// What means the same on entry to the region as at a loop in it.
class EntryMeaning {
public:
  EntryMeaning(const RegionFacts &facts, const RegionRequest &request)
      : facts_(facts), program_(facts.program()), request_(request),
        children_(program_[request.block].as<Block>()->children) {
    for (uint32_t i = request.first; i <= request.last; ++i) {
      addWrites(program_, facts.effects(), children_[i], {}, writtenInRun_);
      writesUnknownInRun_ |=
          writesUnknown(program_, facts.effects(), children_[i]);
      for (StmtId stmt : allStmts(program_, children_[i]))
        if (isValid(program_[stmt].declares))
          declaredInRun_.insert(program_[stmt].declares);
    }
  }

  /// What is checked and copied for the loop can be before the region.
  bool checksHoldOnEntry(NodeId loop) const {
    const polyhedral::LoopVerdict &verdict = *facts_.verdict(loop);
    return std::all_of(verdict.checks.begin(), verdict.checks.end(),
                       [&](const polyhedral::AliasCheck &check) {
                         return meansTheSame(check.first.trees(), loop) &&
                                meansTheSame(check.second.trees(), loop);
                       }) &&
           std::all_of(verdict.conditions.begin(), verdict.conditions.end(),
                       [&](const polyhedral::EntryCondition &condition) {
                         return meansTheSame(condition.trees(), loop) &&
                                (!condition.isOfMapping || keepsMemory());
                       }) &&
           std::none_of(verdict.privates.begin(), verdict.privates.end(),
                        [&](const polyhedral::PrivateObject &copy) {
                          return copy.isOnHeap() && isNewInRun(copy.object);
                        });
  }

  /// Nothing in the region gives memory back to the system.
  bool keepsMemory() const {
    return !writesUnknownInRun_ &&
           !writtenInRun_.contains(program_.hidden.allocator);
  }

private:
  /// A loop among the region's own children runs once: what it reads when it
  /// starts is only changed by the children before it.
  bool isUnchangedBefore(NodeId loop,
                         const analysis::ObjectSet &objects) const {
    if (!writesUnknownInRun_ && !objects.unknown &&
        std::none_of(objects.ids.begin(), objects.ids.end(),
                     [&](ObjectId id) { return writtenInRun_.contains(id); }))
      return true;
    bool runsOnce = program_[loop].parent == request_.block;
    for (uint32_t i = request_.first; i <= request_.last; ++i) {
      if (runsOnce && children_[i] == loop)
        return true;
      for (StmtId stmt : allStmts(program_, children_[i]))
        for (const analysis::EffectItem &item :
             facts_.effects().stmts[index(stmt)].items) {
          if (item.kind != AccessKind::Write)
            continue;
          if (item.objects.unknown || objects.unknown ||
              meet(item.objects.ids, objects.ids))
            return false;
        }
    }
    return true;
  }

  bool initWrites(NodeId loop, ObjectId object) const {
    StmtId init = program_[loop].as<Loop>()->init;
    if (!isValid(init))
      return false;
    std::vector<ObjectId> written = writtenBy(facts_.effects(), init);
    return std::binary_search(written.begin(), written.end(), object);
  }

  /// There is no such variable on entry yet.
  bool isNewInRun(ObjectId object) const {
    const Object &o = program_[object];
    return declaredInRun_.count(object) ||
           (o.kind == ObjectKind::Local && isValid(o.scope) &&
            o.scope != request_.block &&
            isWithin(program_, o.scope, request_.block));
  }

  /// The trees of a check have the same values on entry to the region as at the
  /// loop.
  bool meansTheSame(const std::vector<const polyhedral::CheckExpr *> &trees,
                    NodeId loop) const {
    auto known = [&](ObjectId object) {
      return !declaredInRun_.count(object) &&
             (!writtenInRun_.contains(object) ||
              (!initWrites(loop, object) &&
               isUnchangedBefore(loop, {{object}, false})) ||
              holdsEntryValue(program_,
                              {request_.block, request_.first, request_.last},
                              loop, object));
    };
    const std::vector<ObjectId> uses = variablesOf(trees);
    if (!std::all_of(uses.begin(), uses.end(), known))
      return false;
    const std::optional<analysis::ObjectSet> reads = memoryReadBy(trees);
    return !reads || (isUnchangedBefore(loop, *reads) &&
                      runsOnEntry(program_, facts_.effects(), request_.block,
                                  request_.first, loop));
  }

  const RegionFacts &facts_;
  const Program &program_;
  const RegionRequest &request_;
  const std::vector<NodeId> &children_;
  analysis::ObjectUnion writtenInRun_;
  std::set<ObjectId> declaredInRun_;
  bool writesUnknownInRun_ = false;
};

/// Two or more children that are worth tasks of their own.
bool containsTasks(const Program &program, NodeId node) {
  unsigned heavy = 0;
  std::vector<NodeId> work{node};
  while (!work.empty()) {
    NodeId id = work.back();
    work.pop_back();
    for (NodeId child : childrenOf(program, id)) {
      if (program[child].as<Block>()) {
        work.push_back(child);
        continue;
      }
      bool isHeavy = program[child].as<Loop>() != nullptr;
      for (StmtId stmt : allStmts(program, child))
        for (const CallSite &call : program[stmt].calls)
          isHeavy |= isValid(call.callee) && isValid(program[call.callee].body);
      heavy += isHeavy;
    }
  }
  return heavy >= 2;
}

/// How each node of the region is to run: in chunks, as a pipeline, by every
/// core for itself, or as a whole.
class HowToRun {
public:
  HowToRun(const RegionFacts &facts, const RegionRequest &request)
      : facts_(facts), program_(facts.program()), request_(request),
        entry_(facts, request) {}

  bool isChunkable(NodeId node) const {
    if (!program_[node].as<Loop>() || !facts_.isParallel(node) ||
        request_.tooSmall.count(node) ||
        !(entry_.checksHoldOnEntry(node) || isTestableInside(facts_, node)))
      return false;
    int64_t trips = analysis::constantTrips(program_, node);
    if (trips < 0 || trips >= int64_t(request_.cores))
      return true;
    // Fewer iterations than cores: rather an inner loop, if there is one.
    return trips > 1 && !containsChunkable(program_[node].as<Loop>()->body);
  }

  bool containsChunkable(NodeId node) const {
    bool found = false;
    if (const Block *block = program_[node].as<Block>();
        block && !mayHaveParts(*block))
      return false;
    for (NodeId child : childrenOf(program_, node))
      found |= isChunkable(child) ||
               (isTransparent(child) && containsChunkable(child));
    return found;
  }

  /// A loop inside loops of the region, whose chunks, one after another, may
  /// overlap with those of the next iteration around.
  bool isCutAsDoacross(NodeId node, bool isRepeated) const {
    if (!isRepeated || request_.isSpread || !program_[node].as<Loop>() ||
        !facts_.mayBeDoacross(node) || request_.tooSmall.count(node) ||
        chunksPerCore(node) == 0 || containsChunkable(node))
      return false;
    int64_t trips = analysis::constantTrips(program_, node);
    return trips < 0 || trips >= int64_t(request_.cores) * chunksPerCore(node);
  }

  unsigned chunksPerCore(NodeId node) const {
    auto it = request_.doacross.find(node);
    return it == request_.doacross.end() ? 1 : it->second;
  }

  bool containsDoacross(NodeId node, bool isRepeated) const {
    isRepeated |= program_[node].as<Loop>() != nullptr;
    bool found = false;
    for (NodeId child : childrenOf(program_, node))
      found |= isCutAsDoacross(child, isRepeated) ||
               (isTransparent(child) && containsDoacross(child, isRepeated));
    return found;
  }

  /// Its iterations overlap, unless more is gained by expanding it.
  bool isPipelined(NodeId node) const {
    if (!program_[node].as<Loop>() || !facts_.mayRunAsPipeline(node) ||
        request_.noPipelines.count(node) || !entry_.checksHoldOnEntry(node))
      return false;
    int64_t trips = analysis::constantTrips(program_, node);
    if (trips >= 0 && trips < 2)
      return false;
    double cores = request_.cores, all = facts_.size(node);
    double longest = 0;
    for (const polyhedral::PipelineStage &stage :
         facts_.verdict(node)->stages())
      if (stage.isOrdered)
        longest = std::max(longest, facts_.stageSize(node, stage));
    double expanded = all;
    if (isTransparent(node))
      expanded -= chunkableSize(node) * (1 - 1 / cores);
    return std::max(all / cores, longest) <= expanded;
  }

  bool containsPipelined(NodeId node) const {
    for (NodeId child : childrenOf(program_, node))
      if (isPipelined(child) ||
          (isTransparent(child) && containsPipelined(child)))
        return true;
    return false;
  }

  bool isTransparent(NodeId node) const {
    if (acceleratorMark(program_, node))
      return false;
    return program_[node].as<Block>() ||
           (isExpandable(program_, node) && !collapsed_.count(node) &&
            !request_.tooSmall.count(node));
  }

  /// A split loop goes in as its parts only if each that was found parallel is
  /// run so: the others may not hold without what those have tested on entry,
  /// and alone they gain nothing.
  bool mayHaveParts(const Block &block) const {
    return !block.isSplitLoop ||
           std::all_of(
               block.children.begin(), block.children.end(), [&](NodeId part) {
                 const polyhedral::LoopVerdict *v = facts_.verdict(part);
                 return v->kind() == polyhedral::LoopKind::Sequential ||
                        isChunkable(part);
               });
  }

  ChunkMode modeOf(NodeId node) const {
    if (!facts_.isParallel(node))
      return ChunkMode::Doacross;
    if (!entry_.checksHoldOnEntry(node))
      return ChunkMode::Tested;
    return !request_.isSpread && facts_.isSelfScheduled(node, isAlone(node))
               ? ChunkMode::SelfScheduled
               : ChunkMode::Doall;
  }

  /// No other loop of the region, nor its own next run, finds in a core's
  /// caches what the loop has left there.
  bool isAlone(NodeId node) const {
    const std::vector<NodeId> &children =
        program_[request_.block].as<Block>()->children;
    bool hasOther = false;
    for (uint32_t i = request_.first; i <= request_.last; ++i)
      forEachNode(program_, children[i], [&](NodeId id) {
        hasOther |= program_[id].as<Loop>() && !isWithin(program_, id, node) &&
                    (isWithin(program_, node, id) || isChunkable(id));
      });
    return !hasOther;
  }

  /// It goes in as its parts.
  bool isTakenApart(NodeId node, bool isRepeated) const {
    return isTransparent(node) &&
           (containsMarked(node) || containsChunkable(node) ||
            containsTasks(program_, node) ||
            containsDoacross(node, isRepeated) || containsPipelined(node));
  }

  /// A task that an accelerator may run.
  bool containsMarked(NodeId node) const {
    for (NodeId child : childrenOf(program_, node))
      if (acceleratorMark(program_, child) ||
          (isTransparent(child) && containsMarked(child)))
        return true;
    return false;
  }

  /// From now on the loop or branch is not expanded.
  void collapse(NodeId node) { collapsed_.insert(node); }

private:
  /// Size of the parallel loops in a loop or below that expanding it gives.
  double chunkableSize(NodeId node) const {
    double size = 0;
    for (NodeId child : childrenOf(program_, node))
      if (isChunkable(child))
        size += facts_.size(child);
      else if (isTransparent(child))
        size += chunkableSize(child);
    return program_[node].as<Loop>() ? size * facts_.trips(node) : size;
  }

  const RegionFacts &facts_;
  const Program &program_;
  const RegionRequest &request_;
  const EntryMeaning entry_;
  std::set<NodeId> collapsed_; ///< expanded in no further round
};

bool blockIsFlat(const RegionFacts &facts, const Block &block) {
  return std::all_of(
      block.children.begin(), block.children.end(), [&](NodeId child) {
        const ir::Leaf *leaf = facts.program()[child].as<ir::Leaf>();
        return !leaf ||
               facts.program()[leaf->stmt].kind != StmtKind::Declaration ||
               isMovableDeclaration(facts.program(), leaf->stmt);
      });
}

bool needsCallingThread(const RegionFacts &facts, const MacroTask &task) {
  bool isCombine = task.is<Combine>();
  if (isCombine && !facts.isSearch(task.node))
    return facts.verdict(task.node)->writesErrno;
  if (!task.is<Whole>() && !isCombine)
    return false; // chunks hand on what they leave in errno
  std::vector<StmtId> stmts = allStmts(facts.program(), task.node);
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId s) {
    return touchesErrno(facts.program(), facts.effects(), s);
  });
}

/// Objects written by leaves that one core runs, or chunks.
analysis::ObjectUnion writtenByTasks(const RegionFacts &facts,
                                     const std::vector<MacroTask> &tasks) {
  analysis::ObjectUnion result;
  for (const MacroTask &task : tasks) {
    if (task.is<Replicated>())
      continue;
    std::set<ObjectId> own;
    if (task.verdict() != none) {
      const polyhedral::LoopVerdict &v = *facts.verdict(task.node);
      for (const polyhedral::PrivateObject &p : v.privates)
        if (!p.isLastprivate)
          own.insert(p.object);
      for (const polyhedral::InductionObject &i : v.inductions)
        if (!i.isLastprivate)
          own.insert(i.object);
    }
    addWrites(facts.program(), facts.effects(), task.node, own, result);
  }
  return result;
}

bool hasParallelism(const Program &program, const std::vector<MacroTask> &all) {
  unsigned tasks = 0;
  for (const MacroTask &task : all) {
    if (task.is<Chunks>() || markOf(program, task))
      return true;
    tasks += task.is<Whole>();
  }
  return tasks >= 2;
}

/// Chunks with equal shares of the work, where iterations take unequal time.
void cutUnequalWork(const RegionFacts &facts, NodeId node, unsigned cores,
                    Chunks &chunks) {
  unsigned count = chunksOfUnequalWork(cores);
  int64_t trips = analysis::constantTrips(facts.program(), node);
  if (cores < 2 || (trips >= 0 && trips < int64_t(count)))
    return;
  chunks.shares = sharesOfWork(facts.program(), facts.guess(), node, count);
  if (!chunks.shares.empty())
    chunks.count = count;
}

/// With nothing but its outermost level.
Region emptyRegion(const Program &program, const RegionRequest &request) {
  Region region;
  const std::vector<NodeId> &children =
      program[request.block].as<Block>()->children;
  region.function = program[request.block].function;
  region.block = request.block;
  region.first = request.first;
  region.last = request.last;
  region.cores = request.cores;
  region.text = program[children[request.first]].text;
  region.text.end = program[children[request.last]].text.end;
  Level top;
  top.node = request.block;
  region.levels.push_back(top);
  return region;
}

class Builder {
public:
  Builder(const RegionFacts &facts, const RegionRequest &request)
      : facts_(facts), program_(facts.program()), request_(request),
        children_(program_[request.block].as<Block>()->children),
        how_(facts, request) {}

  std::optional<Region> build() {
    // Each round collapses at least one node, so this ends.
    for (;;) {
      region_ = emptyRegion(program_, request_);
      for (uint32_t i = request_.first; i <= request_.last; ++i)
        addNode(0, children_[i]);
      if (!settleReplication())
        continue;
      if (!hasParallelism(program_, region_.tasks))
        return std::nullopt;
      finish();
      return std::move(region_);
    }
  }

private:
  void addNode(LevelIndex level, NodeId node) {
    const Node &n = program_[node];
    if (const Block *block = n.as<Block>()) {
      if (!acceleratorMark(program_, node) && !n.hasLabel &&
          blockIsFlat(facts_, *block) && how_.mayHaveParts(*block)) {
        for (NodeId child : block->children)
          addNode(level, child);
        return;
      }
    } else if (const ir::Leaf *leaf = n.as<ir::Leaf>()) {
      addStatement(level, node, leaf->stmt);
      return;
    } else if (how_.isChunkable(node)) {
      addChunks(level, node);
      return;
    } else if (how_.isPipelined(node)) {
      addPipeline(level, node);
      return;
    } else if (bool isRepeated = region_.levels[level].loopDepth > 0;
               how_.isCutAsDoacross(node, isRepeated)) {
      addChunks(level, node);
      return;
    } else if (how_.isTakenApart(node, isRepeated)) {
      if (n.as<Loop>())
        addLoop(level, node);
      else
        addBranch(level, node);
      return;
    }
    addTask(level, MacroTask{node, Whole{}});
  }

  TaskId addTask(LevelIndex level, MacroTask task) {
    task.level = level;
    task.onCallingThread = needsCallingThread(facts_, task);
    region_.tasks.push_back(std::move(task));
    Item item;
    item.kind = ItemKind::Task;
    item.task = TaskId(region_.tasks.size() - 1);
    region_.levels[level].items.push_back(item);
    return item.task;
  }

  TaskId addReplicated(LevelIndex level, NodeId node, StmtId stmt) {
    return addTask(level, MacroTask{node, Replicated{stmt}});
  }

  void addStatement(LevelIndex level, NodeId node, StmtId stmt) {
    const Stmt &s = program_[stmt];
    if (s.kind == StmtKind::Declaration && isValid(s.declares) &&
        !program_[s.declares].hasInitializer && s.accesses.empty() &&
        s.calls.empty())
      return; // storage only
    bool replicable = isReplicable(program_, facts_.effects(), stmt) &&
                      !notReplicated_.count(stmt);
    if (replicable)
      addReplicated(level, node, stmt);
    else
      addTask(level, MacroTask{node, Whole{}});
  }

  /// That the loop is cut for: those of the region, or of the group that is
  /// known to run it.
  unsigned coresFor(NodeId node, ChunkMode mode) const {
    auto it = request_.groups.find(node);
    return it == request_.groups.end() || mode == ChunkMode::Doacross
               ? request_.cores
               : it->second;
  }

  void addChunks(LevelIndex level, NodeId node) {
    Chunks chunks;
    chunks.verdict = facts_.verdictIndex(node);
    chunks.foldsStart = facts_.foldsStart(node);
    chunks.isFirstPass = !facts_.verdict(node)->totals().empty();
    chunks.mode = how_.modeOf(node);
    const unsigned cores = coresFor(node, chunks.mode);
    chunks.count = cores;
    chunks.grain = facts_.grain(node, cores);
    if (chunks.mode == ChunkMode::Doacross)
      chunks.count *= how_.chunksPerCore(node);
    else if (chunks.mode == ChunkMode::SelfScheduled)
      chunks.foldsStart = false;
    else if (!chunks.isFirstPass && !facts_.isSearch(node))
      cutUnequalWork(facts_, node, cores, chunks);
    cutAtLines(node, chunks);
    TaskId first = addTask(level, MacroTask{node, chunks});
    addCombine(level, first);
    if (chunks.isFirstPass) {
      chunks.isFirstPass = false;
      chunks.secondPassOf = first;
      addTask(level, MacroTask{node, chunks});
    }
  }

  /// Not where compilers would take other iterations together, and the results
  /// could tell.
  void cutAtLines(NodeId node, Chunks &chunks) const {
    if (!request_.lineGrains || chunks.mode != ChunkMode::Doall)
      return;
    auto at = request_.lineGrains->find(node);
    if (at == request_.lineGrains->end() ||
        (at->second.phase != 0 && chunks.grain > 1 &&
         facts_.computesFloats(node)))
      return;
    chunks.grain = std::lcm(chunks.grain, at->second.grain);
    chunks.phase = at->second.phase;
  }

  void addPipeline(LevelIndex level, NodeId node) {
    Chunks chunks;
    chunks.verdict = facts_.verdictIndex(node);
    chunks.count = request_.cores;
    chunks.mode = ChunkMode::Pipeline;
    if (!facts_.verdict(node)->ordered().empty()) {
      chunks.grain = facts_.grain(node, request_.cores);
      chunks.block = orderedBlock(facts_, node);
    }
    chunks.foldsStart = facts_.foldsStart(node);
    addCombine(level, addTask(level, MacroTask{node, chunks}));
  }

  /// The task that combines what the chunks leave, where they leave something
  /// to combine.
  void addCombine(LevelIndex level, TaskId chunks) {
    const MacroTask &task = region_.tasks[chunks];
    if (facts_.verdict(task.node)->needsCombine() &&
        !facts_.isReturningSearch(task.node))
      addTask(level, MacroTask{task.node, Combine{task.verdict(), chunks}});
  }

  LevelIndex addLevel(LevelIndex parent, NodeId node, bool repeats) {
    Level level;
    level.parent = parent;
    level.parentItem = uint32_t(region_.levels[parent].items.size() - 1);
    level.node = node;
    level.repeats = repeats;
    level.loopDepth = region_.levels[parent].loopDepth + (repeats ? 1 : 0);
    region_.levels.push_back(level);
    return LevelIndex(region_.levels.size() - 1);
  }

  void addLoop(LevelIndex level, NodeId node) {
    const Loop &loop = *program_[node].as<Loop>();
    if (isValid(loop.init))
      addReplicated(level, node, loop.init);
    Item item;
    item.kind = ItemKind::Loop;
    item.node = node;
    region_.levels[level].items.push_back(item);
    size_t position = region_.levels[level].items.size() - 1;
    region_.loops.push_back(node);

    LevelIndex body = addLevel(level, node, true);
    TaskId condition = none, step = none;
    if (loop.form != LoopForm::Do)
      condition = addReplicated(body, node, loop.condition);
    addNode(body, loop.body);
    if (isValid(loop.step))
      step = addReplicated(body, node, loop.step);
    if (loop.form == LoopForm::Do)
      condition = addReplicated(body, node, loop.condition);
    Item &placed = region_.levels[level].items[position];
    placed.body = body;
    placed.condition = condition;
    placed.step = step;
  }

  void addBranch(LevelIndex level, NodeId node) {
    const Branch &branch = *program_[node].as<Branch>();
    TaskId condition = addReplicated(level, node, branch.condition);
    Item item;
    item.kind = ItemKind::Branch;
    item.node = node;
    item.condition = condition;
    region_.levels[level].items.push_back(item);
    size_t position = region_.levels[level].items.size() - 1;
    LevelIndex body = addLevel(level, node, false);
    addNode(body, branch.thenNode);
    LevelIndex other = none;
    if (isValid(branch.elseNode)) {
      other = addLevel(level, node, false);
      region_.levels[other].parentItem = uint32_t(position);
      addNode(other, branch.elseNode);
    }
    region_.levels[level].items[position].body = body;
    region_.levels[level].items[position].elseBody = other;
  }

  /// Computes the replicated scalars. \returns false if a node had to be
  /// collapsed or a statement made ordinary work; then all starts anew.
  bool settleReplication() {
    std::vector<StmtId> candidates;
    for (const MacroTask &task : region_.tasks)
      if (task.is<Replicated>())
        candidates.push_back(task.stmt());
    std::set<ObjectId> replicated =
        replicatedScalars(program_, facts_.effects(), candidates,
                          writtenByTasks(facts_, region_.tasks));
    bool settled = true;
    for (const MacroTask &task : region_.tasks) {
      if (!task.is<Replicated>() ||
          (isReplicable(program_, facts_.effects(), task.stmt()) &&
           writesOnly(facts_.effects(), task.stmt(), replicated)))
        continue;
      settled = false;
      if (program_[task.node].as<ir::Leaf>())
        notReplicated_.insert(task.stmt());
      else
        how_.collapse(task.node);
    }
    region_.replicated.assign(replicated.begin(), replicated.end());
    return settled;
  }

  void finish() {
    region_.keepsMemory = EntryMeaning(facts_, request_).keepsMemory();
    cutBySpeed(request_.speeds, facts_, region_);
    EntryTrips trips(program_, facts_.effects(), region_);
    const bool repeatsLevels =
        std::any_of(region_.levels.begin(), region_.levels.end(),
                    [](const Level &level) { return level.repeats; });
    for (const MacroTask &task : region_.tasks) {
      if (!task.is<Chunks>() || task.isFirstPass())
        continue;
      const polyhedral::LoopVerdict &verdict = *facts_.verdict(task.node);
      if (!task.runsAs(ChunkMode::Tested))
        region_.checks.insert(region_.checks.end(), verdict.checks.begin(),
                              verdict.checks.end());
      region_.conditions.insert(region_.conditions.end(),
                                verdict.conditions.begin(),
                                verdict.conditions.end());
      // A constant count needs no test; it is known as it is. Nor does a loop
      // that runs once before or behind others that are repeated: more waits
      // cost it less than a test that keeps all of them sequential.
      if (!task.runsAs(ChunkMode::Pipeline) &&
          (task.level != 0 || !repeatsLevels) &&
          analysis::constantTrips(program_, task.node) < 0 &&
          trips.areKnown(task.node))
        region_.entryTrips.push_back(task.node);
    }
    for (uint32_t i = request_.first; i <= request_.last; ++i)
      if (const ir::Leaf *leaf = program_[children_[i]].as<ir::Leaf>())
        if (isValid(program_[leaf->stmt].declares))
          region_.hoisted.push_back(program_[leaf->stmt].declares);
  }

  const RegionFacts &facts_;
  const Program &program_;
  const RegionRequest &request_;
  const std::vector<NodeId> &children_;
  HowToRun how_;
  std::set<StmtId> notReplicated_;
  Region region_;
};

} // namespace

std::optional<Region> buildLevels(const RegionFacts &facts,
                                  const RegionRequest &request) {
  return Builder(facts, request).build();
}

} // namespace hocket::taskgraph
