// SPDX-License-Identifier: Apache-2.0
//
// `x + a * b` becomes `__builtin_fma(a, b, x)`: operands are converted as in
// the sum, since the function's parameters have its type. A sign is put on an
// operand, which is exact. A product alone is one with -0.0: the same value,
// signs of zeros included, and no compiler fuses it again.
#include "transformation/pins/Pins.h"

#include <algorithm>

namespace hocket::transformation {

namespace {

using ir::FloatOperand;
using ir::FloatSum;
using ir::TextRange;

class Writer {
public:
  Writer(const ir::Program &program, const OtherText &other)
      : program_(program), other_(other) {}

  /// \param around a pin that is being written, of all of the range or more
  std::string text(const TextRange &range, const Pin *around) const {
    std::vector<const Pin *> inside;
    for (const Pin &pin : other_.pins)
      if (&pin != around && range.contains(pin.text) &&
          !(around && pin.text.contains(around->text)))
        inside.push_back(&pin);
    ir::Replacements replacements;
    for (const Pin *pin : inside)
      if (std::none_of(inside.begin(), inside.end(), [&](const Pin *outer) {
            return outer != pin && outer->text.contains(pin->text);
          }))
        replacements.push_back({pin->text.begin, pin->text.end, written(*pin)});
    for (const ir::Replacement &one :
         ir::replacementsIn(range, other_.replacements))
      replacements.push_back(one);
    return ir::fillReplaced(program_, range, other_.filler,
                            ir::outermost(std::move(replacements)));
  }

private:
  std::string written(const Pin &pin) const {
    return pin.sum ? fused(pin) : apart(pin);
  }

  static std::string function(const std::string &type) {
    return type == "float"    ? "__builtin_fmaf("
           : type == "double" ? "__builtin_fma("
                              : "__builtin_fmal(";
  }

  std::string apart(const Pin &pin) const {
    std::string call = function(pin.product->type) +
                       text(pin.product->left, &pin) + ", " +
                       text(pin.product->right, &pin) + ", -0.0)";
    return pin.product->isNegative ? "(-" + call + ")" : call;
  }

  std::string fused(const Pin &pin) const {
    const FloatSum &sum = *pin.sum;
    const FloatOperand &product = *pin.product;
    bool isLeft = &product == &sum.left;
    const FloatOperand &addend = isLeft ? sum.right : sum.left;
    bool isNegative = product.isNegative != (sum.isDifference && !isLeft);
    std::string call =
        function(sum.type) +
        operand(text(product.left, &pin), product.leftType, isNegative, sum) +
        ", " + text(product.right, &pin) + ", " +
        operand(text(addend.text, &pin), isLeft ? sum.rightType : sum.leftType,
                sum.isDifference && isLeft, sum) +
        ")";
    return sum.isAssignment ? text(sum.left.text, &pin) + " = " + call : call;
  }

  static std::string operand(const std::string &text, const std::string &type,
                             bool isNegative, const FloatSum &sum) {
    if (!isNegative)
      return text;
    return (type == sum.type ? "-(" : "-(" + sum.type + ")(") + text + ")";
  }

  const ir::Program &program_;
  const OtherText &other_;
};

} // namespace

std::string pinnedText(const ir::Program &program, const TextRange &range,
                       const OtherText &other) {
  return Writer(program, other).text(range, nullptr);
}

} // namespace hocket::transformation
