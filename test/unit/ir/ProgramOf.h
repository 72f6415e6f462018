// SPDX-License-Identifier: Apache-2.0
//
// Programs read from C text, and their functions and calls by name.
#pragma once

#include "frontend/ExtractProgram.h"
#include "ir/CallInstance.h"
#include "ir/Tree.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace hocket::ir::test {

/// The text must need no preprocessing.
inline Program programOf(const std::string &text) {
  RemarkSink sink;
  Program program = extractProgram({{"t.c", text, {}}}, true, sink);
  if (!program.units.at(0).parsed)
    throw std::runtime_error(program.units[0].problem);
  return program;
}

inline FunctionId functionNamed(const Program &program,
                                const std::string &name) {
  for (const Function &function : program.functions)
    if (function.name == name)
      return function.id;
  throw std::runtime_error("no function " + name);
}

/// Call number `which`, in order of text, of a function by name.
inline CallPoint callOf(const Program &program, const std::string &name,
                        std::size_t which = 0) {
  return callsByCallee(program)
      .at(index(functionNamed(program, name)))
      .at(which);
}

/// The parameters that the arguments become: "a n -", with "-" for none.
inline std::string paramsOf(const Program &program,
                            const std::vector<BoundArgument> &arguments) {
  std::string result;
  for (const BoundArgument &argument : arguments)
    result += (result.empty() ? "" : " ") +
              (isValid(argument.param) ? program[argument.param].name : "-");
  return result;
}

/// The arguments as written: "x + 1|n", with "?" for none.
inline std::string textsOf(const Program &program, const CallInstance &call) {
  std::string result;
  for (const BoundArgument &argument : call.arguments)
    result +=
        (result.empty() ? "" : "|") +
        (isValid(argument.text.unit) ? std::string(program.text(argument.text))
                                     : "?");
  return result;
}

} // namespace hocket::ir::test
