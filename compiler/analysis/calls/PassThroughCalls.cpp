// SPDX-License-Identifier: Apache-2.0
#include "analysis/calls/PassThroughCalls.h"

#include "ir/Append.h"
#include "ir/Tree.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace hocket::analysis {

using namespace ir;

namespace {

/// Parameters that some statement writes.
std::set<ObjectId> writtenParams(const Program &program) {
  std::set<ObjectId> written;
  for (const Stmt &stmt : program.stmts)
    for (const Access &access : stmt.accesses)
      if (const Expr &e = program[access.address];
          access.kind == AccessKind::Write && e.kind == ExprKind::AddrOf &&
          program[e.object].kind == ObjectKind::Param)
        written.insert(e.object);
  return written;
}

/// The parameter that the function always returns, by position.
std::optional<unsigned> passedThrough(const Program &program,
                                      const Function &function,
                                      const std::set<ObjectId> &written) {
  if (!isValid(function.body) || function.returnsVoid)
    return std::nullopt;
  std::set<ObjectId> returned;
  forEachNode(program, function.body, [&](NodeId node) {
    const Jump *jump = program[node].as<Jump>();
    if (!jump || jump->kind != JumpKind::Return)
      return;
    ExprId value =
        isValid(jump->value) ? program[jump->value].value : ExprId::None;
    const bool isVariable =
        isValid(value) && program[value].kind == ExprKind::Var;
    returned.insert(isVariable ? program[value].object : ObjectId::None);
  });
  if (returned.size() != 1 || !isValid(*returned.begin()))
    return std::nullopt;
  const Object &object = program[*returned.begin()];
  if (!object.isPointer || object.isAddressTaken || object.isVolatile ||
      written.count(object.id))
    return std::nullopt;
  for (unsigned i = 0; i < function.params.size(); ++i)
    if (function.params[i] == object.id)
      return i;
  return std::nullopt;
}

/// No function that is called can change it: nothing is loaded, but variables
/// that only their names lead to.
bool isOutOfReach(const Program &program, ExprId id) {
  const Expr &e = program[id];
  if (e.kind == ExprKind::Load || e.kind == ExprKind::Unknown)
    return false;
  if (e.kind == ExprKind::Var) {
    const Object &object = program[e.object];
    return (object.kind == ObjectKind::Local ||
            object.kind == ObjectKind::Param) &&
           !object.isAddressTaken && !object.isVolatile;
  }
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](ExprId o) { return isOutOfReach(program, o); });
}

/// Expressions of one statement with arguments in place of results.
class Substitution {
public:
  Substitution(Program &program, std::map<int64_t, ExprId> values)
      : p_(program), values_(std::move(values)) {}

  ExprId operator()(ExprId id) {
    if (!isValid(id))
      return id;
    auto [it, isNew] = done_.try_emplace(id, id);
    if (!isNew)
      return it->second;
    if (p_[id].kind == ExprKind::CallResult) {
      auto value = values_.find(p_[id].value);
      if (value == values_.end() || !p_[id].isPointer)
        return id;
      ExprId argument = (*this)(value->second);
      return done_[id] = argument;
    }
    Expr copy = p_[id];
    bool isChanged = false;
    for (ExprId &operand : copy.operands) {
      ExprId changed = (*this)(operand);
      isChanged |= changed != operand;
      operand = changed;
    }
    if (!isChanged)
      return id;
    ExprId changed = append(p_, std::move(copy));
    return done_[id] = changed;
  }

private:
  Program &p_;
  std::map<int64_t, ExprId> values_; ///< by position of the call
  std::map<ExprId, ExprId> done_;
};

} // namespace

void resolvePassThroughCalls(Program &program) {
  const std::set<ObjectId> written = writtenParams(program);
  std::map<FunctionId, unsigned> functions;
  for (const Function &function : program.functions)
    if (std::optional<unsigned> param =
            passedThrough(program, function, written))
      functions.emplace(function.id, *param);
  if (functions.empty())
    return;
  for (Stmt &stmt : program.stmts) {
    std::map<int64_t, ExprId> values;
    for (std::size_t i = 0; i < stmt.calls.size(); ++i) {
      auto it = functions.find(stmt.calls[i].callee);
      if (it != functions.end() && it->second < stmt.calls[i].args.size() &&
          program[stmt.calls[i].args[it->second]].isPointer &&
          isOutOfReach(program, stmt.calls[i].args[it->second]))
        values.emplace(int64_t(i), stmt.calls[i].args[it->second]);
    }
    if (values.empty())
      continue;
    Substitution substitute(program, std::move(values));
    for (Access &access : stmt.accesses) {
      access.address = substitute(access.address);
      access.value = substitute(access.value);
    }
    for (CallSite &call : stmt.calls) {
      call.pointer = substitute(call.pointer);
      for (ExprId &arg : call.args)
        arg = substitute(arg);
    }
    stmt.value = substitute(stmt.value);
    if (stmt.update)
      stmt.update->target = substitute(stmt.update->target);
  }
}

} // namespace hocket::analysis
