// SPDX-License-Identifier: Apache-2.0
#include "loops/reductions/UpdateTexts.h"

#include <cctype>

namespace hocket::polyhedral {

const ir::Update *updateOf(const ProgramIndex &index, ir::StmtId stmt) {
  const ir::Program &program = index.program();
  if (program[stmt].update)
    return &*program[stmt].update;
  for (ir::NodeId node = index.nodeOf(stmt); isValid(node);
       node = program[node].parent) {
    const ir::Branch *branch = program[node].as<ir::Branch>();
    if (branch && branch->update)
      return &*branch->update;
    // A branch of the caller is no part of what a called function does.
    ir::NodeId parent = program[node].parent;
    if (program[node].as<ir::Loop>() ||
        (isValid(parent) && program[parent].inlined == node))
      return nullptr;
  }
  return nullptr;
}

namespace {

/// Without blanks and the parentheses around all of it.
std::string spelling(const ir::Program &program, const ir::TextRange &range) {
  std::string text;
  if (isValid(range.unit))
    for (char c : program.text(range))
      if (!std::isspace(static_cast<unsigned char>(c)))
        text += c;
  while (text.size() > 2 && text.front() == '(' && text.back() == ')' &&
         text.find(')') == text.size() - 1)
    text = text.substr(1, text.size() - 2);
  return text;
}

} // namespace

bool isTargetOf(const ProgramIndex &index, const ir::Update &update,
                const analysis::EffectItem &item) {
  return item.via.empty() && isValid(item.address) &&
         item.address == update.target && item.offset == 0 &&
         !update.text.empty() &&
         spelling(index.program(), item.text) ==
             spelling(index.program(), update.text);
}

} // namespace hocket::polyhedral
