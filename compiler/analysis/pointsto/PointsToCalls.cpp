// SPDX-License-Identifier: Apache-2.0
//
// Flow of pointers through calls: of the program's functions, of the library's
// (by its table), and of functions that nobody knows.
#include "analysis/library/FormatString.h"
#include "analysis/pointsto/PointsToBuilder.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::analysis {

using namespace ir;

void PointsToBuilder::addCall(StmtId stmt, unsigned position) {
  const CallSite &site = p_[stmt].calls[position];
  Call call{stmt, &site, callNodes_.at({stmt, position}), {}};
  for (ExprId arg : site.args)
    call.args.push_back(eval(stmt, arg));
  if (isValid(site.callee))
    return callFunction(call, site.callee);
  Node pointer = eval(stmt, site.pointer);
  if (pointer == noNode)
    return callOutside(call);
  solver_.onLocation(pointer, [this, call](LocationId location) {
    uint32_t object = solver_[location].object;
    if (object == anything_ || object == idx(p_.hidden.external))
      callOutside(call);
    else if (p_.objects[object].kind == ObjectKind::Function)
      callFunction(call, p_.objects[object].function);
  });
}

PointsToBuilder::Node PointsToBuilder::argument(const Call &call,
                                                unsigned position) const {
  return position < call.args.size() ? call.args[position] : noNode;
}

/// \param value what the argument may point to
void PointsToBuilder::passArgument(const Call &call, const Function &callee,
                                   const BoundArgument &argument, Node value) {
  ObjectId param = argument.param;
  if (!isValid(param)) {
    if (value != noNode)
      solver_.addCopy(value, variableArguments(callee.id));
    return;
  }
  if (p_[param].isScalar) {
    if (value != noNode)
      solver_.addCopy(value, variable(param));
    return;
  }
  if (!copyStruct(call.stmt, argument.value, addressNode(idx(param)),
                  p_[param].size) &&
      value != noNode)
    solver_.addCopy(value, storedAnywhere(idx(param)));
}

void PointsToBuilder::callFunction(const Call &call, FunctionId callee) {
  const Function &function = p_[callee];
  if (!isValid(function.body)) {
    const LibraryFunction *known = library_.find(p_, function);
    return known ? callLibrary(call, *known) : callOutside(call);
  }
  std::vector<BoundArgument> bound = bindArguments(p_, *call.site, callee);
  for (std::size_t i = 0; i < bound.size(); ++i)
    passArgument(call, function, bound[i], call.args[i]);
  const auto &clones = call.site->heapClones;
  if (call.site->callee == callee && clones.empty() &&
      isValid(call.site->result)) // the copy says what this call returns
    return solver_.addCopy(variable(call.site->result), call.result);
  if (call.site->callee != callee || clones.empty()) {
    solver_.addCopy(resultNode(callee), call.result);
    return;
  }
  uint32_t renaming = renamingOf(*call.site);
  solver_.addCopy(resultNode(callee), call.result, 0, 0, renaming);
  for (const auto &[own, clone] : clones)
    solver_.addRenamed(idx(clone), idx(own), renaming);
}

uint32_t PointsToBuilder::renamingOf(const CallSite &site) {
  std::map<uint32_t, uint32_t> names;
  for (const auto &[own, clone] : site.heapClones)
    names.emplace(idx(own), idx(clone));
  return names.empty() ? 0 : solver_.newRenaming(std::move(names));
}

void PointsToBuilder::findReturnedPlaces() {
  returnedPlaces_.assign(p_.functions.size(), noNode);
  for (const Function &function : p_.functions) {
    std::vector<Node> places;
    if (isValid(function.body))
      for (StmtId id : stmtsSeenThrough(p_, function.body)) {
        const Stmt &stmt = p_[id];
        if (stmt.kind != StmtKind::ReturnValue)
          continue;
        const Expr *value = isValid(stmt.value) ? &p_[stmt.value] : nullptr;
        bool isPlace = value && value->kind == ExprKind::Load &&
                       value->bits == 0 &&
                       !hasCallResult_[index(value->operands[0])];
        places.push_back(isPlace ? eval(id, value->operands[0]) : noNode);
      }
    if (places.empty() || std::count(places.begin(), places.end(), noNode) != 0)
      continue;
    Node all = returnedPlaces_[index(function.id)] = solver_.newNode();
    for (Node place : places)
      solver_.addCopy(place, all);
  }
}

/// What is assigned or returned as a whole keeps its members apart.
/// \param to where it is copied; noNode: nobody knows
/// \returns false if the value is none of that
bool PointsToBuilder::copyStruct(StmtId stmt, ExprId value, Node to,
                                 uint64_t size) {
  const Expr &e = p_[value];
  if (e.bits != 0 || e.isFloat)
    return false;
  if (e.kind == ExprKind::Load) {
    Node from = eval(stmt, e.operands[0]);
    if (from != noNode && to != noNode)
      solver_.addRegionCopy(to, from, size);
    return true;
  }
  if (e.kind != ExprKind::CallResult || to == noNode)
    return false;
  const std::vector<CallSite> &calls = p_[stmt].calls;
  const auto which = static_cast<std::size_t>(e.value);
  if (which >= calls.size())
    return false;
  const CallSite &site = calls[which];
  if (!isValid(site.callee) || isValid(site.result) ||
      returnedPlaces_[index(site.callee)] == noNode)
    return false;
  solver_.addRegionCopy(to, returnedPlaces_[index(site.callee)], size,
                        renamingOf(site));
  return true;
}

/// A call of code that we do not see. It may also write what the heap object
/// of the call holds, if the front end gave it one.
void PointsToBuilder::callOutside(const Call &call) {
  for (Node arg : call.args)
    if (arg != noNode)
      solver_.addCopy(arg, outside_);
  solver_.addCopy(outside_, call.result);
}

void PointsToBuilder::callLibrary(const Call &call,
                                  const LibraryFunction &function) {
  if (function.isUnknown)
    callOutside(call);
  for (const LibraryReturn &result : function.returns)
    addReturn(call, result);
  for (const LibraryFlow &flow : function.flows)
    addFlow(call, flow);
  for (const LibraryCallback &callback : function.callbacks)
    addCallback(call, callback);
  for (const LibraryFormat &format : function.formats)
    addFormat(call, format);
}

/// `%ms` and `%p` of scanf store pointers; what `%p` or the number of an
/// address prints may be read again from the text.
void PointsToBuilder::addFormat(const Call &call, const LibraryFormat &format) {
  std::optional<std::string> text = literalArgument(p_, *call.site, format.arg);
  bool showsPointers = !text || formatTraits(*text).showsPointers;
  for (std::size_t i = format.arg + 1; i < call.args.size(); ++i) {
    if (call.args[i] == noNode)
      continue;
    if (format.isScan)
      solver_.addStore(call.args[i], outside_);
    else if (showsPointers || !p_[call.site->args[i]].isPointer)
      solver_.addCopy(call.args[i], outside_);
  }
}

void PointsToBuilder::addReturn(const Call &call, const LibraryReturn &result) {
  auto pointTo = [&](ObjectId object) {
    solver_.addLocation(call.result, solver_.anywhere(idx(object)));
  };
  switch (result.kind) {
  case ReturnKind::Argument:
    if (Node arg = argument(call, result.arg); arg != noNode)
      solver_.addCopy(arg, call.result, 0, result.isAnywhere ? 1 : 0);
    break;
  case ReturnKind::Pointee:
    if (Node arg = argument(call, result.arg); arg != noNode)
      solver_.addLoad(arg, call.result);
    break;
  case ReturnKind::Heap:
    if (isValid(call.site->heap))
      solver_.addCopy(addressNode(idx(call.site->heap)), call.result);
    else
      solver_.addCopy(outside_, call.result);
    break;
  case ReturnKind::Stream:
    pointTo(p_.hidden.io);
    break;
  case ReturnKind::Library:
    pointTo(p_.hidden.library);
    break;
  case ReturnKind::Held:
    solver_.addCopy(loadedAnywhere(idx(p_.hidden.library)), call.result, 0, 1);
    break;
  case ReturnKind::Errno:
    pointTo(p_.hidden.errnoValue);
    break;
  case ReturnKind::External:
    solver_.addCopy(outside_, call.result);
    break;
  }
}

void PointsToBuilder::copyContents(const Call &call, const LibraryFlow &flow,
                                   Node target, Node source) {
  if (flow.isMoved) {
    Node held = solver_.newNode(), moved = solver_.newNode();
    solver_.addLoad(source, held);
    solver_.addCopy(held, moved, 0, 1);
    solver_.addStore(target, moved);
    return;
  }
  if (flow.isSpread) {
    int64_t step = 1;
    if (flow.stepArg >= 0 && unsigned(flow.stepArg) < call.site->args.size())
      if (const Expr &e = p_[call.site->args[unsigned(flow.stepArg)]];
          e.kind == ExprKind::Const && e.value > 0)
        step = e.value;
    Node spread = solver_.newNode();
    solver_.addCopy(target, spread, 0, static_cast<uint64_t>(step));
    target = spread;
  }
  solver_.addRegionCopy(target, source, 0);
}

void PointsToBuilder::addFlow(const Call &call, const LibraryFlow &flow) {
  Node source = argument(call, flow.source);
  Node target = argument(call, flow.target);
  auto storeAnywhere = [&](Node value) {
    Node moved = solver_.newNode();
    solver_.addCopy(value, moved, 0, 1);
    if (target != noNode)
      solver_.addStore(target, moved);
  };
  switch (flow.kind) {
  case FlowKind::CopyContents:
    if (source != noNode && target != noNode)
      copyContents(call, flow, target, source);
    break;
  case FlowKind::CopyToHeap:
    if (source != noNode && isValid(call.site->heap))
      solver_.addRegionCopy(addressNode(idx(call.site->heap)), source, 0);
    break;
  case FlowKind::StoreInto:
    if (source != noNode)
      storeAnywhere(source);
    break;
  case FlowKind::StoreExternal:
    storeAnywhere(outside_);
    break;
  case FlowKind::StoreHeap:
    if (target != noNode)
      solver_.addStore(target, isValid(call.site->heap)
                                   ? addressNode(idx(call.site->heap))
                                   : outside_);
    break;
  case FlowKind::KeepByStream:
  case FlowKind::KeepByLibrary:
    if (source != noNode)
      solver_.addCopy(source,
                      storedAnywhere(idx(flow.kind == FlowKind::KeepByStream
                                             ? p_.hidden.io
                                             : p_.hidden.library)));
    break;
  case FlowKind::Escape:
    if (source != noNode)
      solver_.addCopy(source, outside_);
    break;
  }
}

/// The library calls a function of the program with pointers into what some
/// arguments point to.
void PointsToBuilder::addCallback(const Call &call,
                                  const LibraryCallback &callback) {
  Node pointer = argument(call, callback.function);
  if (pointer == noNode)
    return;
  std::vector<Node> passed;
  for (unsigned position : callback.args) {
    Node arg = argument(call, position), moved = solver_.newNode();
    if (arg != noNode)
      solver_.addCopy(arg, moved, 0, 1);
    passed.push_back(moved);
  }
  solver_.onLocation(pointer, [this, passed](LocationId location) {
    uint32_t object = solver_[location].object;
    if (object == anything_ || object == idx(p_.hidden.external)) {
      for (Node node : passed)
        solver_.addCopy(node, outside_);
      return;
    }
    if (p_.objects[object].kind != ObjectKind::Function)
      return;
    const Function &function = p_[p_.objects[object].function];
    if (!isValid(function.body))
      return;
    for (std::size_t i = 0; i < function.params.size(); ++i)
      if (p_[function.params[i]].isScalar)
        solver_.addCopy(passed[std::min(i, passed.size() - 1)],
                        variable(function.params[i]));
  });
}

} // namespace hocket::analysis
