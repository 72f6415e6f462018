// SPDX-License-Identifier: Apache-2.0
//
// A function is an allocator if it is not recursive and, in it and all it
// calls, every store of a pointer to memory it allocates goes to a local
// variable or to memory it allocates. This is judged with points-to sets that
// do not yet tell calls apart, so it errs on the safe side.
#include "analysis/SeparateHeaps.h"

#include "analysis/calls/CallGraph.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <set>

namespace hocket::analysis {

using namespace ir;

namespace {

/// Bounds what chains of allocators may add.
constexpr std::size_t maxClones = policy.analysis.heapClones;
constexpr std::size_t maxNamesPerFunction = policy.analysis.heapNames;
constexpr std::size_t maxFunctionsBelow = policy.analysis.heapFunctions;

class HeapSeparation {
public:
  explicit HeapSeparation(Program &program)
      : p_(program), pointsTo_(program, library_),
        graph_(program, pointsTo_, library_), heaps_(program.functions.size()),
        names_(program.functions.size()),
        isAllocator_(program.functions.size(), 0) {}

  PointersAre run() {
    if (pointsTo_.gaveUp())
      return PointersAre::BeyondBudget;
    countCalls();
    // Callees first: every call of an allocator gets its clones, or none does.
    for (const std::vector<uint32_t> &component : graph_.components())
      for (uint32_t f : component) {
        if (f == graph_.outside() || !isValid(p_.functions[f].body))
          continue;
        cloneAtCalls(f);
        if (!graph_.isRecursive(f))
          findAllocator(f);
      }
    return PointersAre::Followed;
  }

private:
  using Ids = std::set<ObjectId>;

  bool meets(const ObjectSet &objects, const Ids &heaps) const {
    return objects.unknown ||
           std::any_of(objects.ids.begin(), objects.ids.end(),
                       [&](ObjectId id) { return heaps.count(id) != 0; });
  }

  /// Heap objects that the function allocates, by itself or by allocators.
  Ids ownHeaps(uint32_t f) const {
    Ids heaps;
    for (StmtId stmt : allStmts(p_, p_.functions[f].body))
      for (const CallSite &site : p_[stmt].calls) {
        if (!isValid(site.callee))
          continue;
        if (!isValid(p_[site.callee].body) && isValid(site.heap))
          heaps.insert(site.heap);
        if (isAllocator_[index(site.callee)])
          heaps.insert(heaps_[index(site.callee)].begin(),
                       heaps_[index(site.callee)].end());
      }
    return heaps;
  }

  void countCalls() {
    numCalls_.assign(p_.functions.size(), 0);
    for (const Stmt &stmt : p_.stmts)
      for (const CallSite &site : stmt.calls)
        if (isValid(site.callee))
          ++numCalls_[index(site.callee)];
  }

  /// True if all calls of the function are direct ones that we see: memory
  /// under its inner name is then known to nobody but itself.
  bool isCalledDirectly(uint32_t f) const {
    const Function &function = p_.functions[f];
    const std::vector<uint32_t> &others = graph_.callees(graph_.outside());
    return !function.isAddressTaken && (p_.isClosed || function.isStatic) &&
           !std::binary_search(others.begin(), others.end(), f);
  }

  void findAllocator(uint32_t f) {
    std::size_t numNew = numCalls_[f] * names_[f].size();
    if (names_[f].empty() || names_[f].size() > maxNamesPerFunction ||
        numClones_ + numNew > maxClones || !isCalledDirectly(f))
      return;
    Ids heaps = ownHeaps(f);
    if (!returnsAny(f, heaps) || lets(f, heaps))
      return;
    heaps_[f] = std::move(heaps);
    isAllocator_[f] = 1;
    numClones_ += numNew;
  }

  bool returnsAny(uint32_t f, const Ids &heaps) const {
    for (StmtId stmt : allStmts(p_, p_.functions[f].body))
      if (p_[stmt].kind == StmtKind::ReturnValue &&
          meets(pointsTo_.pointees(stmt, p_[stmt].value), heaps))
        return true;
    return false;
  }

  /// True if a pointer to the heaps may get out of `f` and all below other
  /// than by its result.
  bool lets(uint32_t f, const Ids &heaps) const {
    std::set<uint32_t> below{f};
    std::vector<uint32_t> pending{f};
    while (!pending.empty()) {
      uint32_t next = pending.back();
      pending.pop_back();
      if (next == graph_.outside() || below.size() > maxFunctionsBelow)
        return true;
      for (uint32_t callee : graph_.callees(next))
        if (below.insert(callee).second)
          pending.push_back(callee);
    }
    for (uint32_t member : below)
      for (StmtId stmt : allStmts(p_, p_.functions[member].body))
        if (stmtLets(stmt, heaps, below))
          return true;
    return false;
  }

  /// May the object hold such a pointer without anybody else seeing it?
  bool isInside(ObjectId id, const Ids &heaps,
                const std::set<uint32_t> &below) const {
    const Object &object = p_[id];
    bool isLocal =
        object.kind == ObjectKind::Local || object.kind == ObjectKind::Param;
    return heaps.count(id) != 0 ||
           (isLocal &&
            below.count(static_cast<uint32_t>(index(object.function))) != 0);
  }

  bool staysInside(const ObjectSet &target, const Ids &heaps,
                   const std::set<uint32_t> &below) const {
    return !target.unknown &&
           std::all_of(target.ids.begin(), target.ids.end(),
                       [&](ObjectId id) { return isInside(id, heaps, below); });
  }

  bool stmtLets(StmtId id, const Ids &heaps,
                const std::set<uint32_t> &below) const {
    const Stmt &stmt = p_[id];
    if (stmt.isOpaque)
      return true;
    for (const Access &access : stmt.accesses) {
      if (access.kind != AccessKind::Write || !isValid(access.value) ||
          !meets(storedBy(id, access), heaps))
        continue;
      if (!staysInside(pointsTo_.objectsAt(id, access.address), heaps, below))
        return true;
    }
    for (unsigned i = 0; i < stmt.calls.size(); ++i)
      for (const ResolvedCall::Library &known : graph_.call(id, i).library)
        if (libraryLets(id, stmt.calls[i], *known.effects, heaps, below))
          return true;
    return false;
  }

  /// What a write may store; of an aggregate all that its source holds.
  ObjectSet storedBy(StmtId stmt, const Access &access) const {
    const Expr &e = p_[access.value];
    if (e.kind == ExprKind::Load && e.bits == 0)
      return pointsTo_.contents(pointsTo_.objectsAt(stmt, e.operands[0]));
    return pointsTo_.pointees(stmt, access.value);
  }

  bool libraryLets(StmtId stmt, const CallSite &site, const LibraryFunction &f,
                   const Ids &heaps, const std::set<uint32_t> &below) const {
    if (f.isUnknown)
      return true;
    auto objects = [&](unsigned arg) {
      return arg < site.args.size() ? pointsTo_.pointees(stmt, site.args[arg])
                                    : ObjectSet();
    };
    for (const LibraryFlow &flow : f.flows) {
      ObjectSet source = objects(flow.source);
      switch (flow.kind) {
      case FlowKind::CopyContents:
        source = pointsTo_.contents(source);
        break;
      case FlowKind::StoreInto:
        break;
      case FlowKind::StoreHeap:
        if (isValid(site.heap))
          source = {{site.heap}, false};
        break;
      case FlowKind::CopyToHeap:
      case FlowKind::StoreExternal:
        continue; // into fresh memory; nothing of ours
      case FlowKind::KeepByStream:
      case FlowKind::KeepByLibrary:
      case FlowKind::Escape:
        if (meets(source, heaps))
          return true;
        continue;
      }
      if (meets(source, heaps) &&
          !staysInside(objects(flow.target), heaps, below))
        return true;
    }
    return false;
  }

  /// Also lists all that `f` allocates, calls told apart.
  void cloneAtCalls(uint32_t f) {
    for (StmtId stmt : allStmts(p_, p_.functions[f].body))
      for (CallSite &site : p_.stmts[index(stmt)].calls) {
        if (!isValid(site.callee))
          continue;
        if (!isValid(p_[site.callee].body) && isValid(site.heap))
          names_[f].push_back(site.heap);
        if (isAllocator_[index(site.callee)])
          for (ObjectId own : names_[index(site.callee)])
            names_[f].push_back(clone(site, own));
      }
  }

  ObjectId clone(CallSite &site, ObjectId own) {
    Object object = p_[own];
    object.id = ObjectId(p_.objects.size());
    object.name = p_[site.callee].name + ":" + object.name;
    object.location = site.location;
    p_.objects.push_back(object);
    site.heapClones.push_back({own, object.id});
    return object.id;
  }

  Program &p_;
  LibraryTable library_;
  PointsTo pointsTo_;
  CallGraph graph_;
  std::vector<Ids> heaps_; ///< by function: what an allocator allocates
  std::vector<std::vector<ObjectId>> names_; ///< the same, calls told apart
  std::vector<char> isAllocator_;
  std::vector<std::size_t> numCalls_; ///< by function: calls by name
  std::size_t numClones_ = 0;
};

} // namespace

PointersAre separateHeaps(Program &program) {
  return HeapSeparation(program).run();
}

} // namespace hocket::analysis
