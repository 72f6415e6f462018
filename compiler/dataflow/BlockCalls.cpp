// SPDX-License-Identifier: Apache-2.0
#include "dataflow/BlockCalls.h"

#include <algorithm>
#include <string_view>

namespace hocket {

using namespace ir;
using analysis::EffectItem;

namespace {

/// What argument 0 points to is written, read, or both; what argument 1 points
/// to is read.
struct BlockFunction {
  std::string_view name;
  bool writesFirst, readsFirst, readsSecond;
  unsigned size; ///< the argument that counts
  int elements;  ///< the argument that says how large what is counted is; or -1
};

constexpr BlockFunction blockFunctions[] = {
    {"memcpy", true, false, true, 2, -1},
    {"memmove", true, false, true, 2, -1},
    {"memset", true, false, false, 2, -1},
    {"memcmp", false, true, true, 2, -1},
    {"qsort", true, true, false, 1, 2},
    {"__hocket_given", false, true, false, 2, -1}, // ir/AcceleratorMark.h
    {"__hocket_taken", true, true, false, 2, -1},
};

const BlockFunction *functionOf(const Program &program, const CallSite &call) {
  if (!isValid(call.callee) || isValid(program[call.callee].body) ||
      call.args.size() < 3)
    return nullptr;
  const auto *found =
      std::find_if(std::begin(blockFunctions), std::end(blockFunctions),
                   [&](const BlockFunction &f) {
                     return f.name == program[call.callee].name;
                   });
  return found == std::end(blockFunctions) ? nullptr : found;
}

/// Of a constant that is a sensible size; else nothing.
std::optional<int64_t> constantSize(const Program &program, ExprId id) {
  constexpr int64_t largest = int64_t(1) << 31;
  while (isValid(id) && program[id].kind == ExprKind::Cast)
    id = program[id].operands[0];
  if (!isValid(id) || program[id].kind != ExprKind::Const ||
      program[id].value < 1 || program[id].value > largest)
    return std::nullopt;
  return program[id].value;
}

} // namespace

std::vector<BlockAccess> blocksOf(const Program &program,
                                  const CallSite &call) {
  const BlockFunction *function = functionOf(program, call);
  if (!function)
    return {};
  std::optional<int64_t> scale = 1;
  if (function->elements >= 0)
    scale = constantSize(program, call.args[function->elements]);
  ExprId size = call.args[function->size];
  if (!scale || !isValid(size))
    return {};
  std::vector<BlockAccess> result;
  if (function->writesFirst)
    result.push_back(
        {call.args[0], size, *scale, true, call.must && !function->readsFirst});
  if (function->readsFirst)
    result.push_back({call.args[0], size, *scale, false, false});
  if (function->readsSecond)
    result.push_back({call.args[1], size, *scale, false, false});
  return result;
}

std::optional<BlockAccess> blockOf(const Program &program, StmtId stmt,
                                   const EffectItem &item) {
  if (item.size != 0 || item.via.empty() || !isValid(item.address) ||
      item.offset != 0)
    return std::nullopt;
  std::optional<BlockAccess> result;
  for (const CallSite &call : program[stmt].calls) {
    if (!isValid(call.callee) || program[call.callee].name != item.via)
      continue;
    bool isFound = false;
    for (const BlockAccess &block : blocksOf(program, call))
      if (block.from == item.address &&
          block.isWrite == (item.kind == AccessKind::Write)) {
        if (result && (result->size != block.size))
          return std::nullopt;
        result = block;
        isFound = true;
      }
    // Another call of it may be the one that is meant.
    if (!isFound && std::find(call.args.begin(), call.args.end(),
                              item.address) != call.args.end())
      return std::nullopt;
  }
  return result;
}

} // namespace hocket
