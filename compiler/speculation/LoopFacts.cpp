// SPDX-License-Identifier: Apache-2.0
#include "speculation/LoopFacts.h"

#include "ir/Identifiers.h"
#include "support/Policy.h"

#include <algorithm>
#include <cstdlib>

namespace hocket::speculation {

using namespace ir;

bool isPartOfLoop(const Program &program, NodeId id) {
  const Node &node = program[id];
  return node.as<Loop>()->part || isValid(node.copyOf) || !node.omitted.empty();
}

std::string whyNotSuitable(const Program &program, NodeId id) {
  const Node &node = program[id];
  const Loop &loop = *node.as<Loop>();
  if (loop.form != LoopForm::For || !loop.counted || !loop.counted->isPlain ||
      isValid(loop.counted->stepBy) || node.exits.any())
    return "its iterations are not counted by its header alone";
  const Object &iterator = program[loop.counted->iterator];
  if (!iterator.isScalar || iterator.isAddressTaken ||
      !iterator.type.isNameable ||
      (iterator.kind != ObjectKind::Local &&
       iterator.kind != ObjectKind::Param))
    return "its iterator is no local variable";
  return "";
}

std::string whyNotMoved(const Program &program, NodeId loop,
                        const std::vector<StmtId> &stmts) {
  static constexpr std::string_view ofItsName[] = {
      "__func__",  "__FUNCTION__", "__PRETTY_FUNCTION__", "asm", "__asm__",
      "__label__", "goto"};
  for (std::string_view word : identifiersIn(program.text(program[loop].text)))
    if (std::find(std::begin(ofItsName), std::end(ofItsName), word) !=
        std::end(ofItsName))
      return "it uses '" + std::string(word) + "'";
  if (program[loop].hasLabel)
    return "it has labels";
  bool usesLocalName =
      std::any_of(stmts.begin(), stmts.end(),
                  [&](StmtId stmt) { return program[stmt].usesLocalName; });
  return usesLocalName ? "it uses a type or constant of its function" : "";
}

bool isShortLoop(const Program &program, NodeId id) {
  const Loop *loop = program[id].as<Loop>();
  if (!loop || !loop->counted || !isValid(loop->counted->lower) ||
      !isValid(loop->counted->bound))
    return false;
  const Expr &lower = program[loop->counted->lower];
  const Expr &bound = program[loop->counted->bound];
  return lower.kind == ExprKind::Const && bound.kind == ExprKind::Const &&
         std::abs(bound.value - lower.value) <
             policy.speculation.fewIterations * std::abs(loop->counted->step);
}

} // namespace hocket::speculation
