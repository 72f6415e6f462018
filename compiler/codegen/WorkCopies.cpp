// SPDX-License-Identifier: Apache-2.0
#include "codegen/WorkCopies.h"

#include "codegen/CheckText.h"

namespace hocket::codegen {

std::string frameMember(const WorkCopies &copies) {
  return "  void *" + copies.name + ";\n  long long " + copies.name + "_lo, " +
         copies.name + "_size;\n";
}

std::string allocate(const ir::Program &program, const WorkCopies &copies,
                     unsigned cores, const std::string &frame,
                     const std::string &prefix) {
  std::string member = frame + "." + copies.name;
  auto text = [&](const polyhedral::CheckExpr &expr) {
    return checkText(program, expr, prefix);
  };
  std::string lo =
      "    " + member + "_lo = " + (copies.lo ? text(copies.lo) : "0") + ";\n";
  if (copies.most)
    return lo + "    " + member + " = " + prefix + "new_counters(" + member +
           "_lo, " + text(copies.hi) + ",\n        " + text(copies.most) +
           ", " + std::to_string(cores) + ", &" + member + "_size);\n";
  return lo + "    " + member + "_size = " + prefix + "copy_size(" + member +
         "_lo, " + text(copies.hi) + ");\n    " + member + " = " + prefix +
         "new_copies(" + member + "_size, " + std::to_string(cores) + ");\n";
}

std::string isAllocated(const WorkCopies &copies, const std::string &frame) {
  return frame + "." + copies.name;
}

std::string release(const WorkCopies &copies, const std::string &frame,
                    const std::string &prefix) {
  return "    " + prefix + "drop_copies(" + frame + "." + copies.name + ");\n";
}

std::string address(const WorkCopies &copies, const std::string &original,
                    const std::string &last, const std::string &prefix) {
  std::string member = prefix + "f->" + copies.name;
  return "(" + prefix + "c == " + last + " ? (void *)" + original + " : " +
         prefix + "copy(" + member + ", " + member + "_size, " + prefix +
         "c, (const void *)" + original + ", " + member + "_lo))";
}

} // namespace hocket::codegen
