// SPDX-License-Identifier: Apache-2.0
#include "analysis/FailedAllocations.h"

#include "analysis/objects/AddressTerms.h"
#include "ir/Tree.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace hocket::analysis {

using namespace ir;

namespace {

/// stdin, stdout or stderr: nobody assigns them.
bool isStream(const Object &object) {
  return object.kind == ObjectKind::Global &&
         (object.name == "stderr" || object.name == "stdout");
}

/// The same for all that fail.
bool isConstant(const Program &program, ExprId id) {
  const Expr &e = program[id];
  if (e.kind == ExprKind::Const)
    return true;
  if (e.kind == ExprKind::Var)
    return isStream(program[e.object]);
  return e.kind == ExprKind::AddrOf &&
         program[e.object].kind == ObjectKind::String;
}

/// Reads nothing that may change, of what is not the function's own, and writes
/// nothing else.
/// \param isBranch no function of its own: nothing is its own
bool isHarmless(const Program &program, const Stmt &stmt, bool isBranch) {
  constexpr std::string_view variadic = "__builtin_va_";
  auto isAllowed = [&](const Access &access) {
    const Expr &e = program[access.address];
    if (e.kind != ExprKind::AddrOf)
      return false;
    const Object &object = program[e.object];
    const bool isOwn = !isBranch && (object.kind == ObjectKind::Local ||
                                     object.kind == ObjectKind::Param);
    return isOwn || (access.kind == AccessKind::Read && isStream(object));
  };
  if (isBranch)
    for (const CallSite &call : stmt.calls)
      for (ExprId arg : call.args)
        if (!isConstant(program, arg))
          return false;
  return (!stmt.isOpaque ||
          (!isBranch && isValid(stmt.text.unit) &&
           program.text(stmt.text).substr(0, variadic.size()) == variadic)) &&
         std::all_of(stmt.accesses.begin(), stmt.accesses.end(), isAllowed);
}

/// Code that prints and ends the program.
class Endings {
public:
  Endings(const Program &program, const LibraryTable &library)
      : p_(program), library_(library) {}

  /// Nothing runs behind the node.
  bool ends(NodeId node) {
    if (const auto *block = p_[node].as<Block>())
      return std::any_of(block->children.begin(), block->children.end(),
                         [&](NodeId child) { return ends(child); });
    const auto *leaf = p_[node].as<Leaf>();
    return leaf &&
           std::any_of(p_[leaf->stmt].calls.begin(), p_[leaf->stmt].calls.end(),
                       [&](const CallSite &call) {
                         return call.must && isValid(call.callee) &&
                                neverReturns(call.callee);
                       });
  }

  /// Whoever runs the node does no more than to print, and to end.
  /// \param isBranch of a test; else the body of a function
  bool onlyPrints(NodeId node, bool isBranch) {
    const Exits &exits = p_[node].exits;
    if (exits.byReturn || exits.byGoto || p_[node].hasLabel)
      return false;
    for (StmtId stmt : allStmts(p_, node)) {
      if (!isHarmless(p_, p_[stmt], isBranch))
        return false;
      for (const CallSite &call : p_[stmt].calls)
        if (!isValid(call.callee) || !mayPrint(call.callee))
          return false;
    }
    return true;
  }

private:
  bool neverReturns(FunctionId function) {
    if (!isValid(p_[function].body)) {
      const LibraryFunction *known = library_.find(p_, p_[function]);
      return known && known->isNoReturn && !known->isUnknown;
    }
    auto [it, isNew] = neverReturns_.try_emplace(function, false);
    if (!isNew)
      return it->second; // recursive: no
    NodeId body = p_[function].body;
    return neverReturns_[function] = !p_[body].exits.any() && ends(body);
  }

  bool mayPrint(FunctionId function) {
    if (!isValid(p_[function].body)) {
      const LibraryFunction *known = library_.find(p_, p_[function]);
      return known && !known->isUnknown && !known->needsThread &&
             !known->frees && known->callbacks.empty() && !known->readsClock &&
             !known->changesFloatEnvironment && !known->isAsync;
    }
    auto [it, isNew] = mayPrint_.try_emplace(function, false);
    if (!isNew)
      return it->second;
    return mayPrint_[function] =
               onlyPrints(p_[function].body, /*isBranch=*/false);
  }

  const Program &p_;
  const LibraryTable &library_;
  std::map<FunctionId, bool> neverReturns_, mayPrint_;
};

bool failsForMemoryAlone(std::string_view name) {
  constexpr std::string_view all[] = {"malloc",        "calloc",  "realloc",
                                      "reallocarray",  "strdup",  "strndup",
                                      "aligned_alloc", "memalign"};
  return std::find(std::begin(all), std::end(all), name) != std::end(all);
}

/// Whether a value is null only where an allocation has failed.
class Allocated {
public:
  Allocated(const Program &program, const LibraryTable &library)
      : p_(program), library_(library) {
    for (const Stmt &stmt : p_.stmts)
      addAssignments(stmt);
  }

  /// The value of a condition says that there is no block.
  /// \param whenTrue if it holds; else if it does not
  bool isFailure(NodeId branch, ExprId value, bool whenTrue) const {
    const StmtId stmt = p_[branch].as<Branch>()->condition;
    const Expr &e = p_[value];
    auto both = [&](bool all) {
      bool first = isFailure(branch, e.operands[0], whenTrue),
           second = isFailure(branch, e.operands[1], whenTrue);
      return all ? first && second : first || second;
    };
    switch (e.kind) {
    case ExprKind::LogicalNot:
      return isFailure(branch, e.operands[0], !whenTrue);
    case ExprKind::LogicalOr: // true: one of them is; false: both are
      return both(whenTrue);
    case ExprKind::LogicalAnd:
      return both(!whenTrue);
    case ExprKind::Eq:
    case ExprKind::Ne:
      if (whenTrue == (e.kind == ExprKind::Eq))
        for (unsigned i : {0U, 1U})
          if (isNull(e.operands[i]))
            return isBlock(branch, stmt, e.operands[1 - i]);
      return false;
    default:
      return !whenTrue && isBlock(branch, stmt, value);
    }
  }

private:
  struct Assignment {
    StmtId stmt;
    ExprId value;
  };

  /// Arguments are assigned to parameters.
  void addAssignments(const Stmt &stmt) {
    for (const Access &access : stmt.accesses)
      if (const Expr &e = p_[access.address];
          access.kind == AccessKind::Write && e.kind == ExprKind::AddrOf)
        assigned_[e.object].push_back({stmt.id, access.value});
    for (const CallSite &call : stmt.calls) {
      if (!isValid(call.callee))
        continue;
      const std::vector<ObjectId> &params = p_[call.callee].params;
      for (std::size_t i = 0; i < params.size(); ++i)
        assigned_[params[i]].push_back(
            {stmt.id, i < call.args.size() ? call.args[i] : ExprId::None});
    }
  }

  /// All its calls are there to see.
  bool areCallsKnown(FunctionId function) const {
    return !p_[function].isAddressTaken &&
           (p_[function].isStatic || p_.isClosed);
  }

  bool isNull(ExprId value) const {
    return p_[value].kind == ExprKind::Const && p_[value].value == 0;
  }

  bool isResult(StmtId stmt, ExprId value) const {
    if (!isValid(value) || p_[value].kind != ExprKind::CallResult)
      return false;
    const CallSite &call =
        p_[stmt].calls[static_cast<std::size_t>(p_[value].value)];
    if (!isValid(call.callee))
      return false;
    if (isValid(p_[call.callee].body))
      return returnsBlock(call.callee);
    return isValid(call.heap) && library_.find(p_, p_[call.callee]) &&
           failsForMemoryAlone(p_[call.callee].name);
  }

  /// What the function returns is null only where an allocation has failed.
  bool returnsBlock(FunctionId function) const {
    auto [it, isNew] = returnsBlock_.try_emplace(function, false);
    if (!isNew)
      return it->second; // recursive: no
    // A label may lead to a `return` past the test around it.
    bool result = !p_[function].returnsVoid && !p_[p_[function].body].hasLabel;
    forEachNode(p_, p_[function].body, [&](NodeId node) {
      if (const Jump *jump = p_[node].as<Jump>();
          jump && jump->kind == JumpKind::Return)
        result &= isValid(jump->value) && isBlockReturned(node, jump->value);
    });
    return returnsBlock_[function] = result;
  }

  bool isBlockReturned(NodeId jump, StmtId stmt) const {
    const ExprId value = p_[stmt].value;
    if (!isValid(value))
      return false;
    const Expr &e = p_[value];
    if (e.kind == ExprKind::Var)
      return isVariable(e.object);
    if (e.kind == ExprKind::CallResult)
      return isResult(stmt, value);
    if (!isNull(value))
      return false;
    for (NodeId node = jump, up = p_[node].parent; isValid(up);
         node = up, up = p_[up].parent) {
      const Branch *branch = p_[up].as<Branch>();
      if (branch && isValid(p_[branch->condition].value) &&
          isFailure(up, p_[branch->condition].value, node == branch->thenNode))
        return true;
    }
    return false;
  }

  /// \param value of a pointer, in the condition of the branch
  bool isBlock(NodeId branch, StmtId condition, ExprId value) const {
    const Expr &e = p_[value];
    if (e.kind == ExprKind::CallResult)
      return isResult(condition, value);
    if (e.kind == ExprKind::Var)
      return isVariable(e.object);
    return e.kind == ExprKind::Load && isMemory(branch, condition, value);
  }

  /// All that is ever assigned to it are results of allocations.
  bool isVariable(ObjectId id) const {
    const Object &object = p_[id];
    auto it = assigned_.find(id);
    return (object.kind == ObjectKind::Local ||
            (object.kind == ObjectKind::Param &&
             areCallsKnown(object.function))) &&
           object.isPointer && !object.isAddressTaken && !object.isVolatile &&
           it != assigned_.end() &&
           std::all_of(
               it->second.begin(), it->second.end(),
               [&](const Assignment &a) { return isResult(a.stmt, a.value); });
  }

  /// Loaded from where the statement before has stored the result of one.
  bool isMemory(NodeId branch, StmtId condition, ExprId value) const {
    const ExprId address = p_[value].operands[0];
    auto writes = [&](const Access &access) {
      return access.kind == AccessKind::Write;
    };
    const std::vector<Access> &tested = p_[condition].accesses;
    if (std::any_of(tested.begin(), tested.end(), writes))
      return false; // before or after the load
    const NodeId parent = p_[branch].parent;
    const Block *block = isValid(parent) ? p_[parent].as<Block>() : nullptr;
    if (!block || p_[parent].hasLabel || p_[parent].hasOuterCase)
      return false; // who comes to the test may come from elsewhere
    auto at = std::find(block->children.begin(), block->children.end(), branch);
    while (at != block->children.begin()) {
      const Leaf *leaf = p_[*--at].as<Leaf>();
      if (!leaf)
        return false;
      if (std::optional<bool> stored = storedBy(leaf->stmt, address))
        return *stored;
    }
    return false;
  }

  /// Whether the statement stores a block there; nothing if it leaves alone
  /// what is there.
  std::optional<bool> storedBy(StmtId stmt, ExprId address) const {
    std::optional<bool> result;
    for (const Access &access : p_[stmt].accesses) {
      if (access.kind != AccessKind::Write)
        continue;
      if (isSame(access.address, address))
        result = access.must && isResult(stmt, access.value);
      else if (!isBeside(access, address))
        return false;
    }
    for (const CallSite &call : p_[stmt].calls)
      if (!isValid(call.callee) || isValid(p_[call.callee].body) ||
          !isValid(call.heap))
        return false;
    return result;
  }

  /// Another member of what the address points to.
  bool isBeside(const Access &write, ExprId address) const {
    AddressTerms a = splitAddress(p_, write.address),
                 b = splitAddress(p_, address);
    return a.bases.size() == 1 && b.bases.size() == 1 && a.rest.empty() &&
           b.rest.empty() && isSame(a.bases[0], b.bases[0]) &&
           write.size != 0 &&
           (a.delta + write.size <= b.delta ||
            b.delta + p_.pointerBytes <= a.delta);
  }

  bool isSame(ExprId a, ExprId b) const {
    if (a == b)
      return true;
    const Expr &x = p_[a], &y = p_[b];
    return x.kind == y.kind && x.kind != ExprKind::Unknown &&
           x.kind != ExprKind::CallResult && x.bits == y.bits &&
           x.value == y.value && x.object == y.object &&
           x.operands.size() == y.operands.size() &&
           std::equal(x.operands.begin(), x.operands.end(), y.operands.begin(),
                      [&](ExprId u, ExprId v) { return isSame(u, v); });
  }

  const Program &p_;
  const LibraryTable &library_;
  std::map<ObjectId, std::vector<Assignment>> assigned_;
  mutable std::map<FunctionId, bool> returnsBlock_;
};

} // namespace

bool hasExitHandlers(const Program &program) {
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [](const Function &f) {
                       return f.isRunAtExit || f.name == "atexit" ||
                              f.name == "on_exit" || f.name == "at_quick_exit";
                     });
}

std::vector<char> findFailedAllocations(const Program &program,
                                        const LibraryTable &library) {
  std::vector<char> result(program.stmts.size(), 0);
  if (hasExitHandlers(program))
    return result;
  Endings endings(program, library);
  const Allocated allocated(program, library);
  for (const Node &node : program.nodes) {
    const Branch *branch = node.as<Branch>();
    if (!branch || !isValid(branch->condition) ||
        !isValid(program[branch->condition].value))
      continue;
    for (NodeId arm : {branch->thenNode, branch->elseNode})
      if (isValid(arm) && endings.ends(arm) &&
          endings.onlyPrints(arm, /*isBranch=*/true) &&
          allocated.isFailure(node.id, program[branch->condition].value,
                              arm == branch->thenNode))
        for (StmtId stmt : stmtsSeenThrough(program, arm))
          result[index(stmt)] = 1;
  }
  return result;
}

} // namespace hocket::analysis
