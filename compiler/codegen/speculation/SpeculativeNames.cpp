// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/SpeculativeNames.h"

namespace hocket::codegen {

using namespace ir;

SpeculativeNames::SpeculativeNames(const Program &program,
                                   const speculation::SpeculativeLoop &loop,
                                   std::string prefix, std::size_t number)
    : program(program), loop(loop), node(program[loop.loop]),
      source(*node.as<Loop>()), counted(*source.counted),
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

} // namespace hocket::codegen
