// SPDX-License-Identifier: Apache-2.0
#include "codegen/copies/WorkCopies.h"

#include "codegen/text/CheckText.h"

namespace hocket::codegen {

std::string frameMember(const WorkCopies &copies) {
  return "void *" + copies.name + ";\nlong long " + copies.name + "_lo, " +
         copies.name + "_size;";
}

void allocate(const ir::Program &program, const WorkCopies &copies,
              unsigned cores, const std::string &frame,
              const std::string &prefix, CWriter &out) {
  std::string member = frame + "." + copies.name;
  auto text = [&](const polyhedral::CheckExpr &expr) {
    return checkText(program, expr, prefix);
  };
  out.unbroken(0,
               member + "_lo = " + (copies.lo ? text(copies.lo) : "0") + ";");
  if (copies.most) {
    out.unbroken(0, member + " = " + prefix + "new_counters(" + member +
                        "_lo, " + text(copies.hi) + ",\n        " +
                        text(copies.most) + ", " + std::to_string(cores) +
                        ", &" + member + "_size);");
    return;
  }
  out.unbroken(0, member + "_size = " + prefix + "copy_size(" + member +
                      "_lo, " + text(copies.hi) + ");");
  out.line(member + " = " + prefix + "new_copies(" + member + "_size, " +
           std::to_string(cores) + ");");
}

std::string isAllocated(const WorkCopies &copies, const std::string &frame) {
  return frame + "." + copies.name;
}

Assignment release(const WorkCopies &copies, const std::string &frame,
                   const std::string &prefix) {
  return {"", prefix + "drop_copies(" + frame + "." + copies.name + ")"};
}

std::string ownAddress(const WorkCopies &copies, const std::string &original,
                       const std::string &prefix) {
  std::string member = prefix + "f->" + copies.name;
  return prefix + "pointee_copy(" + member + ", " + member + "_size, " +
         prefix + "c, (const void *)" + original + ", " + member + "_lo)";
}

std::string address(const WorkCopies &copies, const std::string &original,
                    const std::string &last, const std::string &prefix) {
  return "(" + prefix + "c == " + last + " ? (void *)" + original + " : " +
         ownAddress(copies, original, prefix) + ")";
}

} // namespace hocket::codegen
