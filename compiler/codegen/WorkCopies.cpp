// SPDX-License-Identifier: Apache-2.0
#include "codegen/WorkCopies.h"

namespace hocket::codegen {

namespace {

/// "@" stands for the prefix, as in EntryCondition::text.
std::string withPrefix(std::string text, const std::string &prefix) {
  for (size_t at = text.find('@'); at != std::string::npos;
       at = text.find('@', at))
    text.replace(at, 1, prefix);
  return text;
}

} // namespace

std::string frameMember(const WorkCopies &copies) {
  return "  void *" + copies.name + ";\n  long long " + copies.name + "_lo, " +
         copies.name + "_size;\n";
}

std::string allocate(const WorkCopies &copies, unsigned cores,
                     const std::string &frame, const std::string &prefix) {
  std::string member = frame + "." + copies.name;
  if (!copies.most.empty())
    return "    " + member + "_lo = " + withPrefix(copies.lo, prefix) +
           ";\n    " + member + " = " + prefix + "new_counters(" + member +
           "_lo, " + withPrefix(copies.hi, prefix) + ",\n        " +
           withPrefix(copies.most, prefix) + ", " + std::to_string(cores) +
           ", &" + member + "_size);\n";
  return "    " + member + "_lo = " + withPrefix(copies.lo, prefix) +
         ";\n    " + member + "_size = " + prefix + "copy_size(" + member +
         "_lo, " + withPrefix(copies.hi, prefix) + ");\n    " + member + " = " +
         prefix + "new_copies(" + member + "_size, " + std::to_string(cores) +
         ");\n";
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
