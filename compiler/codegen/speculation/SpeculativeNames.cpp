// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/SpeculativeNames.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;

SpeculativeNames::SpeculativeNames(const Program &program,
                                   const speculation::SpeculativeLoop &loop,
                                   std::string prefix, std::size_t number)
    : program(program), loop(loop), node(program[loop.loop]),
      source(*node.as<Loop>()),
      counted(loop.isCounted ? source.header() : nullptr),
      iterator(counted ? &program[counted->iterator] : nullptr),
      p(std::move(prefix)),
      base(p + program[node.function].name + "_s" + std::to_string(number)) {}

std::string SpeculativeNames::member(ObjectId id) const {
  return p + "v" + std::to_string(index(id)) + "_" + program[id].name;
}

std::string SpeculativeNames::valueAt(const std::string &start,
                                      const std::string &at) const {
  std::string type = "(__typeof__(" + iterator->name + "))";
  return type + "(" + start + " + " + type + "(" +
         std::to_string(counted->step) + "LL * " + at + "))";
}

std::string SpeculativeNames::begins(
    const std::function<std::string(const TextRange &)> &text) const {
  const std::string isFirst = p + "spec_at == 0";
  std::string goesOn = "(1)";
  if (!source.conditionText.empty())
    goesOn = "(" + text(source.conditionText) + ")";
  if (source.form == LoopForm::Do)
    return "(" + isFirst + " || " + goesOn + ")";
  if (source.stepText.empty())
    return goesOn;
  return "((" + isFirst + " || ((void)(" + text(source.stepText) +
         "), 1)) && " + goesOn + ")";
}

bool SpeculativeNames::hasResult() const {
  return std::any_of(loop.exits.begin(), loop.exits.end(), [&](NodeId exit) {
    return isValid(program[exit].as<Jump>()->value);
  });
}

std::string SpeculativeNames::result(const std::string &name) const {
  return program[node.function].resultType.declare(name);
}

} // namespace hocket::codegen
