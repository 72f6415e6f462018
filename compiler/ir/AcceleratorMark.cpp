// SPDX-License-Identifier: Apache-2.0
#include "ir/AcceleratorMark.h"

namespace hocket::ir {

namespace {

/// The call that the node is nothing but.
const CallSite *callOf(const Program &program, NodeId node) {
  const Leaf *leaf = program[node].as<Leaf>();
  if (!leaf || program[leaf->stmt].calls.size() != 1)
    return nullptr;
  return &program[leaf->stmt].calls.front();
}

bool calls(const Program &program, NodeId node, std::string_view name) {
  const CallSite *call = callOf(program, node);
  return call && isValid(call->callee) && program[call->callee].name == name;
}

std::optional<int64_t> constantOf(const Program &program, ExprId id) {
  while (isValid(id) && program[id].kind == ExprKind::Cast)
    id = program[id].operands[0];
  if (!isValid(id) || program[id].kind != ExprKind::Const)
    return std::nullopt;
  return program[id].value;
}

} // namespace

std::optional<AcceleratorMark> acceleratorMark(const Program &program,
                                               NodeId node) {
  const Block *block = program[node].as<Block>();
  if (!block || block->children.empty() ||
      !calls(program, block->children.front(), "__hocket_task"))
    return std::nullopt;
  AcceleratorMark mark;
  const CallSite &call = *callOf(program, block->children.front());
  if (call.args.size() != 3)
    return std::nullopt;
  std::vector<int64_t> says;
  for (ExprId arg : call.args)
    says.push_back(constantOf(program, arg).value_or(-1));
  if (says[0] < 0)
    return std::nullopt;
  mark.number = uint32_t(says[0]);
  for (size_t i = 1; i < block->children.size(); ++i) {
    NodeId child = block->children[i];
    (calls(program, child, "__hocket_given")   ? mark.given
     : calls(program, child, "__hocket_taken") ? mark.taken
                                               : mark.work)
        .push_back(child);
  }
  if (mark.work.empty() || int64_t(mark.given.size()) != says[1] ||
      int64_t(mark.taken.size()) != says[2])
    return std::nullopt;
  return mark;
}

bool isMarkCall(const Program &program, StmtId stmt) {
  for (const CallSite &call : program[stmt].calls)
    if (isValid(call.callee) && !isValid(program[call.callee].body))
      for (std::string_view name :
           {"__hocket_task", "__hocket_given", "__hocket_taken"})
        if (program[call.callee].name == name)
          return true;
  return false;
}

std::optional<uint64_t> namedBytes(const Program &program, NodeId node) {
  const CallSite *call = callOf(program, node);
  std::optional<int64_t> bytes = call && call->args.size() == 3
                                     ? constantOf(program, call->args[2])
                                     : std::nullopt;
  if (!bytes || *bytes < 0)
    return std::nullopt;
  return uint64_t(*bytes);
}

} // namespace hocket::ir
