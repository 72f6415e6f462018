// SPDX-License-Identifier: Apache-2.0
#include "codegen/speculation/DeferredText.h"

#include "speculation/marks/Marks.h"

namespace hocket::codegen {

using speculation::MarkOperand;
using speculation::MemoryMark;

namespace {

/// `++` as `+=`.
std::string assignment(const std::string &op) {
  return op == "++" || op == "--" ? op.substr(0, 1) + "=" : op;
}

/// `*at += value` of integers, as the other argument of what adds.
std::string summand(const MemoryMark &mark, const std::string &value) {
  std::string sign = mark.op[0] == '-' ? "0ull - " : "";
  return sign + "(unsigned long long)" + value;
}

/// The members of a formula's record.
std::string operandsOf(const MemoryMark &mark, const std::string &prefix) {
  std::string text;
  for (std::size_t i = 0; i < mark.operands.size(); ++i)
    text += "  " + mark.operands[i].type + " " + prefix + "o" +
            std::to_string(i + 1) + ";\n";
  return text;
}

/// `@0` the target at `at`, `@1` and so on members of the record at `by`.
std::string formulaText(const MemoryMark &mark, const std::string &prefix) {
  std::string text;
  for (std::size_t i = 0; i < mark.formula.size(); ++i) {
    if (mark.formula[i] != '@') {
      text += mark.formula[i];
      continue;
    }
    std::string number;
    while (i + 1 < mark.formula.size() && mark.formula[i + 1] >= '0' &&
           mark.formula[i + 1] <= '9')
      number += mark.formula[++i];
    text += number == "0"
                ? "(*" + prefix + "to)"
                : "(" + prefix + "from->" + prefix + "o" + number + ")";
  }
  return text;
}

class DeferredText {
public:
  DeferredText(const MemoryMark &mark, unsigned number,
               const std::string &prefix, ApplyFunctions &applies)
      : mark_(mark), p_(prefix), at_(prefix + "p" + std::to_string(number)),
        value_(prefix + "v" + std::to_string(number)), applies_(applies) {}

  std::vector<DeferredPiece> pieces() {
    add(mark_.whole.begin, mark_.target.begin,
        "__extension__ ({ __auto_type " + at_ + " = &(", true);
    if (mark_.formula.empty())
      addOperation();
    else
      addFormula();
    return std::move(pieces_);
  }

private:
  void add(uint32_t begin, uint32_t end, const std::string &text,
           bool isBegin) {
    uint32_t length = mark_.whole.end - mark_.whole.begin;
    pieces_.push_back({begin, end, text, isBegin, length});
  }

  /// A condition that leaves `*at op= value` to the parent; it holds where that
  /// is not possible. A sum is first looked for where it was the last time. For
  /// either a declaration stands in front.
  struct Deferral {
    std::string declaration, fails;
  };

  Deferral deferral() const {
    const std::string size = at_ + ", sizeof *" + at_ + ", ", last = at_ + "s";
    const std::string touched = p_ + "spec_is_touched(" + at_ + ", " + p_ +
                                "spec_bits(" + at_ + ", sizeof *" + at_ + "))";
    if (!speculation::isIntegerSum(mark_))
      return {"static struct " + p_ + "spec_site " + last + "; ",
              touched + " || !" + p_ + "spec_defer(&" + last + ", " + size +
                  applies_.nameFor(mark_) + ", &" + value_ + ", sizeof " +
                  value_ + ")"};
    const std::string by = summand(mark_, value_);
    return {"static struct " + p_ + "spec_sum " + last + "; ",
            "!" + p_ + "spec_add_here(" + size + by + ") && !" + p_ +
                "spec_add_again(&" + last + ", " + at_ + ", " + by + ") && (" +
                touched + " || !" + p_ + "spec_add(&" + last + ", " + size +
                by + "))"};
  }

  std::string orElse(const Deferral &left, const std::string &update) const {
    return "if (" + left.fails + ") { " + p_ + "spec_update(" + at_ +
           ", sizeof *" + at_ + "); " + update + "; } })";
  }

  void addOperation() {
    const ir::TextRange &t = mark_.target, &by = mark_.assigned;
    std::string operand = "); " + mark_.computed + " " + value_ + " = ";
    const Deferral left = deferral();
    std::string rest =
        "; " + left.declaration +
        orElse(left, "*" + at_ + " " + assignment(mark_.op) + " " + value_);
    if (by.empty()) // ++ or --
      return add(t.end, mark_.whole.end, operand + "1" + rest, false);
    pieces_.push_back({t.end, by.begin, operand + "(", false, t.end - t.begin});
    add(by.end, by.end, ")" + rest, false);
  }

  /// The operands first: one may be the target by another name, which is then
  /// touched.
  void addFormula() {
    uint32_t from = mark_.target.end;
    const std::string apply = applies_.nameFor(mark_);
    const Deferral left = deferral();
    std::string text =
        "); struct " + apply + " " + value_ + "; " + left.declaration;
    for (std::size_t i = 0; i < mark_.operands.size(); ++i) {
      const MarkOperand &operand = mark_.operands[i];
      add(from, operand.text.begin,
          text + value_ + "." + p_ + "o" + std::to_string(i + 1) + " = (",
          false);
      from = operand.text.end;
      text = "); ";
    }
    add(from, mark_.whole.end,
        "); " + orElse(left, apply + "(" + at_ + ", &" + value_ + ")"), false);
  }

  const MemoryMark &mark_;
  const std::string p_, at_, value_;
  ApplyFunctions &applies_;
  std::vector<DeferredPiece> pieces_;
};

} // namespace

std::string ApplyFunctions::nameFor(const MemoryMark &mark) {
  const bool isFormula = !mark.formula.empty();
  const std::string operands = operandsOf(mark, prefix_);
  const std::string body =
      isFormula
          ? "*" + prefix_ + "to = " + formulaText(mark, prefix_) + ";"
          : "*(" + mark.type + " *)" + prefix_ + "at " + assignment(mark.op) +
                " *(const " + mark.computed + " *)" + prefix_ + "by;";
  auto [known, isNew] = names_.try_emplace(mark.type + operands + body);
  if (!isNew)
    return known->second;
  const std::string name = base_ + "_apply" + std::to_string(names_.size());
  known->second = name;
  if (isFormula)
    definitions_ += "struct " + name + " {\n" + operands + "};\n\n";
  definitions_ += "static void " + name + "(void *" + prefix_ +
                  "at, const void *" + prefix_ + "by)\n{\n  ";
  if (isFormula)
    definitions_ += mark.type + " *" + prefix_ + "to = " + prefix_ +
                    "at;\n  const struct " + name + " *" + prefix_ +
                    "from = " + prefix_ + "by;\n  ";
  definitions_ += body + "\n}\n\n";
  return name;
}

std::vector<DeferredPiece> deferredText(const MemoryMark &mark, unsigned number,
                                        const std::string &prefix,
                                        ApplyFunctions &applies) {
  return DeferredText(mark, number, prefix, applies).pieces();
}

} // namespace hocket::codegen
