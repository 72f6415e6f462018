// SPDX-License-Identifier: Apache-2.0
#include "codegen/LastValues.h"

namespace hocket::codegen {

std::string frameMember(const ir::Object &object, const LastValue &last,
                        unsigned chunks) {
  return "  struct { " + object.type.declare("value") +
         "; int isSet; } __attribute__((aligned(64))) " + last.name + "[" +
         std::to_string(chunks) + "];\n";
}

ConditionalCopy conditionalCopy(const ir::Object &object, const LastValue &last,
                                const std::string &prefix) {
  std::string own = prefix + "own_" + object.name;
  std::string isSet = prefix + "set_" + object.name;
  std::string slot = prefix + "f->" + last.name + "[" + prefix + "c]";
  ConditionalCopy copy;
  copy.declaration = object.type.declare(own) + ";\nint " + isSet + " = 0;\n";
  copy.use = "(*(" + isSet + " = 1, &" + own + "))";
  copy.store = slot + ".isSet = " + isSet + ";\nif (" + isSet + ")\n  " + slot +
               ".value = " + own + ";\n";
  return copy;
}

std::string takeLast(const LastValue &last, const std::string &target,
                     const std::string &prefix) {
  std::string slot = prefix + "f->" + last.name + "[" + prefix + "k]";
  return "  if (" + slot + ".isSet)\n    " + target + " = " + slot +
         ".value;\n";
}

} // namespace hocket::codegen
