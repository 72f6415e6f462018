// SPDX-License-Identifier: Apache-2.0
#include "analysis/calls/CallCopier.h"

#include "analysis/calls/BodyCopier.h"
#include "analysis/calls/StructParameters.h"
#include "ir/Append.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

namespace {

/// It is computed from the result of a call that has no copy. \param orNumber
/// also from a number that cannot hold a pointer, which may be Unknown.
bool needsUnseen(const Program &program, const CallPoint &point, ExprId id,
                 bool orNumber) {
  const Expr &e = program[id];
  if (e.kind == ExprKind::CallResult) {
    const Stmt &stmt = program[point.stmt];
    auto which = static_cast<std::size_t>(e.value);
    bool isNumber = e.isFloat || (!e.isPointer && e.bits != 0 &&
                                  e.bits < 8 * program.pointerBytes);
    return (orNumber || !isNumber) &&
           (which >= stmt.calls.size() || !isValid(stmt.calls[which].result));
  }
  return std::any_of(e.operands.begin(), e.operands.end(), [&](ExprId operand) {
    return needsUnseen(program, point, operand, orNumber);
  });
}

/// The use of call `position`'s result in the expression; null: none.
const Expr *findCallResult(const Program &program, ExprId id,
                           unsigned position) {
  if (!isValid(id))
    return nullptr;
  const Expr &e = program[id];
  if (e.kind == ExprKind::CallResult)
    return e.value == static_cast<int64_t>(position) ? &e : nullptr;
  for (ExprId operand : e.operands)
    if (const Expr *found = findCallResult(program, operand, position))
      return found;
  return nullptr;
}

std::vector<ExprId> exprsOf(const Stmt &stmt) {
  std::vector<ExprId> all{stmt.value};
  for (const Access &access : stmt.accesses) {
    all.push_back(access.address);
    all.push_back(access.value);
  }
  for (const CallSite &site : stmt.calls)
    all.insert(all.end(), site.args.begin(), site.args.end());
  return all;
}

class CallCopier {
public:
  CallCopier(Program &program, CallInstance call)
      : p_(program), call_(std::move(call)) {}

  CallInstance copy(NodeId parent);

private:
  NodeId guard(NodeId parent);
  void findResult();
  void bindParameters();
  Access bindAccess(const BoundArgument &argument);
  void addReadsOfCaller(Stmt &stmt);
  /// An expression of the calling statement as it is when the callee starts.
  ExprId bound(ExprId expr);

  Program &p_;
  CallInstance call_;
  std::map<ExprId, ExprId> bound_;
};

CallInstance CallCopier::copy(NodeId parent) {
  NodeId top = call_.isCertain ? NodeId::None : guard(parent);
  call_.copy = newNode(p_, call_, isValid(top) ? top : parent, call_.text);
  p_.nodes[index(call_.copy)].data = Block{};
  if (isValid(top))
    p_.nodes[index(top)].as<Branch>()->thenNode = call_.copy;
  findResult();
  bindParameters();
  NodeId body = BodyCopier(p_, call_).copyBody(call_.copy);
  p_.nodes[index(call_.copy)].as<Block>()->children.push_back(body);
  p_.nodes[index(parent)].as<Block>()->children.push_back(
      isValid(top) ? top : call_.copy);
  CallSite &site = p_.stmts[index(call_.point.stmt)].calls[call_.point.site];
  site.copy = call_.copy;
  site.result = call_.result;
  return std::move(call_);
}

/// `if (?)`: the call happens or not.
NodeId CallCopier::guard(NodeId parent) {
  NodeId top = newNode(p_, call_, parent, call_.text);
  Stmt condition;
  condition.kind = StmtKind::Condition;
  condition.text = call_.text;
  condition.location = call_.location;
  Expr unknown;
  unknown.bits = 32;
  condition.value = append(p_, unknown);
  Branch branch;
  branch.condition = append(p_, std::move(condition));
  p_.nodes[index(top)].data = branch;
  return top;
}

/// The variable for the result, if some expression of the caller needs it.
void CallCopier::findResult() {
  const Expr *use = nullptr;
  for (ExprId expr : exprsOf(p_[call_.point.stmt]))
    if (!use)
      use = findCallResult(p_, expr, call_.point.site);
  if (!use || use->isFloat || use->bits == 0 || use->bits > 64)
    return;
  FunctionId function = p_[call_.point.node].function;
  Object object;
  object.kind = ObjectKind::Local;
  object.name = p_[call_.callee].name + "()";
  object.unit = p_[function].unit;
  object.function = function;
  object.scope = call_.copy;
  object.location = call_.location;
  object.cloneOf = ObjectId(p_.objects.size());
  object.isScalar = true;
  object.isPointer = use->isPointer;
  object.isSigned = use->isSigned;
  object.bits = use->bits;
  object.size = use->isPointer ? p_.pointerBytes : use->bits / 8;
  call_.result = append(p_, std::move(object));
}

/// The target of `s += f(x)`: its value comes in when the call is over, or as
/// well before, where it is a variable that f cannot reach.
bool isOwnTarget(const Program &program, const Stmt &stmt,
                 const Access &access) {
  const Update *update = stmt.update ? &*stmt.update : nullptr;
  if (!update || !isValid(update->object) || access.address != update->target)
    return false;
  const Object &object = program[update->object];
  return !object.isAddressTaken &&
         (object.kind == ObjectKind::Local || object.kind == ObjectKind::Param);
}

/// Arguments are evaluated before the callee runs: the caller's reads that need
/// no call come first. (They stand in the caller's statement, too.)
void CallCopier::addReadsOfCaller(Stmt &stmt) {
  const Stmt &calling = p_[call_.point.stmt];
  std::vector<Access> accesses = calling.accesses;
  std::erase_if(accesses, [&](const Access &access) {
    return isOwnTarget(p_, calling, access);
  });
  for (Access &access : accesses) {
    if (access.kind != AccessKind::Read ||
        needsUnseen(p_, call_.point, access.address, /*orNumber=*/true))
      continue;
    access.address = bound(access.address);
    stmt.accesses.push_back(std::move(access));
  }
}

Access CallCopier::bindAccess(const BoundArgument &argument) {
  const Object &param = p_[argument.param];
  bool isFloat = param.isFloat;
  Access access;
  access.kind = AccessKind::Write;
  access.size = static_cast<uint32_t>(param.size);
  access.address = addressOf(p_, call_, newClone(p_, call_, argument.param));
  ExprId value = bound(argument.value);
  access.value = isFloat ? ExprId::None : value;
  access.text = call_.text;
  access.location = call_.location;
  return access;
}

void CallCopier::bindParameters() {
  std::size_t count = call_.arguments.size();
  for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i) {
    Stmt stmt;
    stmt.kind = StmtKind::Declaration;
    stmt.text = call_.text;
    stmt.location = call_.location;
    if (i == 0)
      addReadsOfCaller(stmt);
    if (i < count) {
      stmt.accesses.push_back(bindAccess(call_.arguments[i]));
      stmt.declares = call_.objects.at(call_.arguments[i].param);
    }
    NodeId leaf = newNode(p_, call_, call_.copy, call_.text);
    p_.nodes[index(leaf)].data = Leaf{append(p_, std::move(stmt))};
    p_.nodes[index(call_.copy)].as<Block>()->children.push_back(leaf);
  }
}

/// Results of other calls of the statement are in their variables.
ExprId CallCopier::bound(ExprId id) {
  if (auto it = bound_.find(id); it != bound_.end())
    return it->second;
  Expr e = p_[id];
  bool isChanged = false;
  if (e.kind == ExprKind::CallResult) {
    const Stmt &stmt = p_[call_.point.stmt];
    auto which = static_cast<std::size_t>(e.value);
    ObjectId result =
        which < stmt.calls.size() ? stmt.calls[which].result : ObjectId::None;
    e.kind = isValid(result) ? ExprKind::Var : ExprKind::Unknown;
    e.object = result;
    e.value = 0;
    isChanged = true;
  }
  for (ExprId &operand : e.operands) {
    ExprId next = bound(operand);
    isChanged |= next != operand;
    operand = next;
  }
  ExprId result = isChanged ? append(p_, std::move(e)) : id;
  bound_[id] = result;
  return result;
}

} // namespace

bool canCopy(const Program &program, const CallInstance &call) {
  if (!call.isComplete)
    return false;
  return std::all_of(
      call.arguments.begin(), call.arguments.end(),
      [&](const BoundArgument &argument) {
        const Object &param = program[argument.param];
        return isValid(argument.value) && param.size != 0 &&
               (!needsUnseen(program, call.point, argument.value,
                             /*orNumber=*/false) ||
                (program[argument.value].bits == 0 &&
                 givesNumbersAlone(program, call.callee, argument.param))) &&
               param.isScalar == (argument.bytes == 0) &&
               (argument.bytes == 0 || argument.bytes == param.size);
      });
}

CallInstance copyCall(Program &program, CallInstance call, NodeId parent) {
  return CallCopier(program, std::move(call)).copy(parent);
}

} // namespace hocket::analysis
