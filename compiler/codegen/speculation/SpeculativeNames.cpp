// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/SpeculativeNames.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;

SpeculativeNames::SpeculativeNames(const Program &program,
                                   const speculation::SpeculativeLoop &loop,
                                   std::string prefix, std::size_t number)
    : program(program), loop(loop), node(program[loop.loop]),
      source(*node.as<Loop>()), counted(*source.header()),
      iterator(program[counted.iterator]), p(std::move(prefix)),
      base(p + program[node.function].name + "_s" + std::to_string(number)) {}

std::string SpeculativeNames::member(ObjectId id) const {
  return p + "v" + std::to_string(index(id)) + "_" + program[id].name;
}

std::string SpeculativeNames::valueAt(const std::string &start,
                                      const std::string &at) const {
  std::string type = "(__typeof__(" + iterator.name + "))";
  return type + "(" + start + " + " + type + "(" +
         std::to_string(counted.step) + "LL * " + at + "))";
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
