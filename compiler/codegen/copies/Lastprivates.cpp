// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/Lastprivates.h"

#include "codegen/text/Text.h"

namespace hocket::codegen {

std::string frameMember(const ir::Object &object, const Lastprivate &last,
                        unsigned chunks) {
  return "struct { " + withoutRestrict(object).declare("value") +
         "; int isSet; } __attribute__((aligned(64))) " + last.name + "[" +
         std::to_string(chunks) + "];";
}

ConditionalCopy conditionalCopy(const ir::Object &object,
                                const Lastprivate &last,
                                const std::string &prefix) {
  std::string own = prefix + "own_" + object.name;
  std::string isSet = prefix + "set_" + object.name;
  std::string slot = prefix + "f->" + last.name + "[" + prefix + "c]";
  ConditionalCopy copy;
  copy.locals.push_back(
      {LocalKind::Private, withoutRestrict(object).declare(own)});
  copy.locals.push_back({LocalKind::Own, "int " + isSet, "0"});
  copy.use = "(*(" + isSet + " = 1, &" + own + "))";
  copy.stores.push_back({"", {{slot + ".isSet", isSet}}});
  copy.stores.push_back({isSet, {{slot + ".value", own}}});
  return copy;
}

void takeLast(const Lastprivate &last, unsigned chunks,
              const std::string &target, const std::string &prefix,
              CWriter &out) {
  const std::string k = prefix + "k";
  std::string slot = prefix + "f->" + last.name + "[" + k + "]";
  out.line(loopOver(k, std::to_string(chunks)));
  out.line(1, "if (" + slot + ".isSet)");
  out.line(2, target + " = " + slot + ".value;");
}

} // namespace hocket::codegen
