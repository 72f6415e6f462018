// SPDX-License-Identifier: Apache-2.0
//
// Every store of a pointer to the heap must be the one store of a fresh block:
// of an allocating call's result, directly, or by way of an automatic variable
// that is assigned such a result each time before it is stored. What is passed
// up by `return` counts as stored by the caller. Anything else that may put a
// pointer somewhere (copies, swaps, memcpy, code outside) takes the objects it
// may point to off the list.
//
// Why freed memory does no harm: when `free` and a later call give the same
// address twice, the older pointer may no longer be used (C11 6.2.4p2).
// `realloc` counts as giving a fresh block, for it ends the old one, and as
// moving the contents, not copying them.
#include "analysis/HeldOnce.h"

#include "analysis/objects/AddressTerms.h"

#include "ir/CallInstance.h"
#include "ir/Tree.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::analysis {

using namespace ir;

namespace {

/// An automatic scalar that only accesses by its name touch.
bool isRegister(const Program &program, ObjectId id) {
  const Object &object = program[id];
  return (object.kind == ObjectKind::Local ||
          object.kind == ObjectKind::Param) &&
         object.isScalar && !object.isAddressTaken && !object.isVolatile;
}

bool isRegister(const Program &program, ExprId address) {
  const Expr &e = program[address];
  return e.kind == ExprKind::AddrOf && isRegister(program, e.object);
}

/// The one expression that a pointer value is computed from; None: several.
ExprId baseOf(const Program &program, ExprId value) {
  AddressTerms terms = splitAddress(program, value);
  return terms.bases.size() == 1 ? terms.bases[0] : ExprId::None;
}

/// What the stored value may point to.
ObjectSet storedBy(const Program &program, const PointsTo &pointsTo,
                   StmtId stmt, const Access &access) {
  const Expr &e = program[access.value];
  if (e.kind == ExprKind::Load && e.bits == 0)
    return pointsTo.contents(pointsTo.objectsAt(stmt, e.operands[0]));
  return pointsTo.pointees(stmt, access.value);
}

/// Which stores are the first of the block that they store a pointer to.
class FreshBlocks {
public:
  FreshBlocks(const Program &program, const PointsTo &pointsTo,
              const LibraryTable &library)
      : p_(program), pointsTo_(pointsTo), library_(library) {
    nodeOf_.assign(p_.stmts.size(), NodeId::None);
    for (const Node &node : p_.nodes)
      for (StmtId stmt : ownStmts(p_, node.id))
        nodeOf_[index(stmt)] = node.id;
  }

  /// The node whose own statement it is.
  NodeId nodeOf(StmtId stmt) const { return nodeOf_[index(stmt)]; }

  /// Takes a store into account: to be called with all of them, before the
  /// first question.
  void note(StmtId stmt, const Access &access) {
    ExprId base = baseOf(p_, access.value);
    if (isRegister(p_, access.address))
      assignments_[p_[access.address].object].push_back({stmt, &access});
    if (!isValid(base))
      return;
    if (p_[base].kind == ExprKind::CallResult)
      ++uses_[{stmt, p_[base].value}];
    if (p_[base].kind == ExprKind::Var && !isRegister(p_, access.address))
      stores_[p_[base].object].push_back({stmt, &access});
  }

  /// No other place holds a pointer to the block that the value points into.
  bool isFirstStore(StmtId stmt, const Access &access) {
    ExprId base = baseOf(p_, access.value);
    if (!isValid(base))
      return false;
    if (p_[base].kind == ExprKind::CallResult)
      return isFreshCall(stmt, base, 1);
    if (p_[base].kind != ExprKind::Var)
      return false;
    ObjectId variable = p_[base].object;
    return isRegister(p_, variable) && p_[variable].kind == ObjectKind::Local &&
           stores_[variable].size() == 1 && areFresh(variable) &&
           isAssignedBefore(variable, stmt);
  }

private:
  struct Store {
    StmtId stmt;
    const Access *access;
  };

  /// The call gives a block that nobody else has, and its result is stored
  /// `numUses` times at most.
  bool isFreshCall(StmtId stmt, ExprId result, unsigned numUses) {
    auto position = static_cast<std::size_t>(p_[result].value);
    const std::vector<CallSite> &calls = p_[stmt].calls;
    if (position >= calls.size() || uses_[{stmt, p_[result].value}] > numUses)
      return false;
    FunctionId callee = calls[position].callee;
    if (!isValid(callee))
      return false;
    if (isValid(p_[callee].body))
      return returnsFresh(callee);
    const LibraryFunction *known = library_.find(p_, p_[callee]);
    if (!known || known->isUnknown || !isValid(calls[position].heap))
      return false;
    return !known->returns.empty() &&
           std::all_of(known->returns.begin(), known->returns.end(),
                       [&](const LibraryReturn &r) {
                         return r.kind == ReturnKind::Heap ||
                                (r.kind == ReturnKind::Argument && r.arg == 0 &&
                                 known->frees);
                       });
  }

  /// Everything on the heap that the variable is ever assigned is fresh.
  bool areFresh(ObjectId variable) {
    return std::all_of(
        assignments_[variable].begin(), assignments_[variable].end(),
        [&](const Store &assignment) {
          ExprId value = assignment.access->value;
          ObjectSet stored =
              storedBy(p_, pointsTo_, assignment.stmt, *assignment.access);
          if (!anyHeap(stored))
            return true;
          ExprId base = baseOf(p_, value);
          return isValid(base) && p_[base].kind == ExprKind::CallResult &&
                 isFreshCall(assignment.stmt, base, 1);
        });
  }

  bool anyHeap(const ObjectSet &objects) const {
    return objects.unknown ||
           std::any_of(
               objects.ids.begin(), objects.ids.end(),
               [&](ObjectId id) { return p_[id].kind == ObjectKind::Heap; });
  }

  bool returnsFresh(FunctionId function) {
    auto [it, isNew] = returnsFresh_.try_emplace(function, false);
    if (!isNew)
      return it->second; // in progress: recursive, no
    bool result = true;
    for (StmtId stmt : allStmts(p_, p_[function].body))
      if (p_[stmt].kind == StmtKind::ReturnValue)
        result &= isFreshResult(stmt);
    return returnsFresh_[function] = result;
  }

  bool isFreshResult(StmtId stmt) {
    ExprId value = p_[stmt].value;
    if (!isValid(value) || !anyHeap(pointsTo_.pointees(stmt, value)))
      return isValid(value);
    ExprId base = baseOf(p_, value);
    if (!isValid(base))
      return false;
    if (p_[base].kind == ExprKind::CallResult)
      return isFreshCall(stmt, base, 0);
    return p_[base].kind == ExprKind::Var && isRegister(p_, p_[base].object) &&
           p_[p_[base].object].kind == ObjectKind::Local &&
           stores_[p_[base].object].empty() && areFresh(p_[base].object);
  }

  /// Whenever `stmt` runs, the variable was assigned since it last ran: by an
  /// earlier statement of a block around it, with no loop between.
  bool isAssignedBefore(ObjectId variable, StmtId stmt) const {
    for (NodeId node = nodeOf_[index(stmt)]; isValid(node);
         node = p_[node].parent) {
      NodeId up = p_[node].parent;
      if (p_[node].hasLabel || !isValid(up) || p_[node].as<Loop>() ||
          p_[node].as<Opaque>())
        return false;
      const Block *block = p_[up].as<Block>();
      if (!block || p_[up].hasLabel)
        continue;
      for (NodeId child : block->children) {
        if (child == node)
          break;
        if (alwaysAssigns(child, variable))
          return true;
      }
    }
    return false;
  }

  bool alwaysAssigns(NodeId node, ObjectId variable) const {
    StmtId stmt = StmtId::None;
    if (const Leaf *leaf = p_[node].as<Leaf>())
      stmt = leaf->stmt;
    if (const Branch *branch = p_[node].as<Branch>())
      stmt = branch->condition;
    auto it = assignments_.find(variable);
    return isValid(stmt) && it != assignments_.end() &&
           std::any_of(it->second.begin(), it->second.end(),
                       [&](const Store &assignment) {
                         return assignment.stmt == stmt &&
                                assignment.access->must;
                       });
  }

  const Program &p_;
  const PointsTo &pointsTo_;
  const LibraryTable &library_;
  std::vector<NodeId> nodeOf_;                         ///< by StmtId
  std::map<ObjectId, std::vector<Store>> assignments_; ///< of registers
  std::map<ObjectId, std::vector<Store>> stores_; ///< to memory, by variable
  std::map<std::pair<StmtId, int64_t>, unsigned> uses_; ///< of call results
  std::map<FunctionId, bool> returnsFresh_;
};

class HeldOnce {
public:
  HeldOnce(const Program &program, const PointsTo &pointsTo,
           const CallGraph &graph, const LibraryTable &library)
      : p_(program), pointsTo_(pointsTo), graph_(graph),
        fresh_(program, pointsTo, library), held_(program.objects.size(), 0) {}

  std::vector<char> run() {
    if (pointsTo_.gaveUp() || usesSetjmp(p_))
      return std::move(held_);
    for (const Object &object : p_.objects)
      held_[index(object.id)] = object.kind == ObjectKind::Heap;
    forEachStore(
        [&](StmtId stmt, const Access &access) { fresh_.note(stmt, access); });
    strike(pointsTo_.reachableOutside());
    forEachStore([&](StmtId stmt, const Access &access) {
      if (isRegister(p_, access.address))
        return;
      ObjectSet stored = storedBy(p_, pointsTo_, stmt, access);
      if (anyHeld(stored) && !fresh_.isFirstStore(stmt, access))
        strike(stored);
    });
    for (const Stmt &stmt : p_.stmts)
      for (unsigned i = 0; i < stmt.calls.size() && !isCopy(stmt.id); ++i)
        strikeCall(stmt.id, i);
    strikeClones();
    return std::move(held_);
  }

private:
  /// Copies of callees do what the callees do.
  bool isCopy(StmtId stmt) const {
    NodeId node = fresh_.nodeOf(stmt);
    return isValid(node) && isValid(p_[node].inlinedFrom);
  }

  template <typename Visit> void forEachStore(Visit visit) {
    for (const Stmt &stmt : p_.stmts)
      if (!isCopy(stmt.id))
        forEachStoreOf(stmt, visit);
  }

  template <typename Visit>
  static void forEachStoreOf(const Stmt &stmt, Visit visit) {
    for (const Access &access : stmt.accesses)
      if (access.kind == AccessKind::Write && isValid(access.value))
        visit(stmt.id, access);
  }

  bool anyHeld(const ObjectSet &objects) const {
    return std::any_of(objects.ids.begin(), objects.ids.end(),
                       [&](ObjectId id) { return held_[index(id)] != 0; });
  }

  void strike(const ObjectSet &objects) {
    for (ObjectId id : objects.ids)
      held_[index(id)] = 0;
  }

  void strikeCall(StmtId stmt, unsigned position) {
    const CallSite &site = p_[stmt].calls[position];
    const ResolvedCall &call = graph_.call(stmt, position);
    auto pointees = [&](std::size_t arg) {
      return arg < site.args.size() ? pointsTo_.pointees(stmt, site.args[arg])
                                    : ObjectSet();
    };
    for (FunctionId callee : call.defined)
      for (const BoundArgument &argument : bindArguments(p_, site, callee))
        if (!isValid(argument.param) || !isRegister(p_, argument.param))
          strikeArgument(stmt, argument.value);
    for (const ResolvedCall::Callback &callback : call.callbacks)
      for (ExprId arg : callback.args)
        strikeArgument(stmt, arg);
    for (const ResolvedCall::Library &known : call.library)
      for (const LibraryFlow &flow : known.effects->flows)
        strikeFlow(flow, known.effects->frees, pointees);
  }

  /// An argument that becomes memory, or may be read from there meanwhile.
  void strikeArgument(StmtId stmt, ExprId arg) {
    const Expr &e = p_[arg];
    bool isAggregate = e.kind == ExprKind::Load && e.bits == 0;
    if (isAggregate) {
      strike(pointsTo_.contents(pointsTo_.objectsAt(stmt, e.operands[0])));
      return;
    }
    ObjectSet objects = pointsTo_.pointees(stmt, arg);
    strike(objects);
    strike(pointsTo_.contents(objects));
  }

  template <typename Pointees>
  void strikeFlow(const LibraryFlow &flow, bool frees, Pointees pointees) {
    switch (flow.kind) {
    case FlowKind::CopyContents:
      return strike(pointsTo_.contents(pointees(flow.source)));
    case FlowKind::CopyToHeap:
      if (!(frees && flow.source == 0))
        strike(pointsTo_.contents(pointees(flow.source)));
      return;
    case FlowKind::StoreHeap:
    case FlowKind::StoreExternal:
      return; // a fresh block; what is outside is off the list
    case FlowKind::StoreInto:
    case FlowKind::KeepByStream:
    case FlowKind::KeepByLibrary:
    case FlowKind::Escape:
      return strike(pointees(flow.source));
    }
  }

  /// What the allocating function itself spoils is spoilt after each call.
  void strikeClones() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const Stmt &stmt : p_.stmts)
        for (const CallSite &site : stmt.calls)
          for (const auto &[own, clone] : site.heapClones)
            if (!held_[index(own)] && held_[index(clone)]) {
              held_[index(clone)] = 0;
              changed = true;
            }
    }
  }

  const Program &p_;
  const PointsTo &pointsTo_;
  const CallGraph &graph_;
  FreshBlocks fresh_;
  std::vector<char> held_; ///< by ObjectId
};

} // namespace

bool usesSetjmp(const Program &program) {
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [](const Function &f) {
                       return f.name.find("setjmp") != std::string::npos ||
                              f.name == "getcontext" || f.name == "vfork";
                     });
}

std::vector<char> findHeldOnce(const Program &program, const PointsTo &pointsTo,
                               const CallGraph &graph,
                               const LibraryTable &library) {
  return HeldOnce(program, pointsTo, graph, library).run();
}

} // namespace hocket::analysis
