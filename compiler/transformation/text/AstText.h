// SPDX-License-Identifier: Apache-2.0
//
// isl's expressions over loop counters and parameters as C. All is computed in
// `long long`, but for a lone name.
#pragma once

#include "support/Isl.h"

#include <functional>
#include <optional>
#include <string>

namespace hocket::transformation {

class AstText {
public:
  /// \param nameOf of an identifier, of 64 bits; \param plainNameOf the same
  /// without a conversion, where it needs none or stands alone.
  using Names = std::function<std::string(const std::string &)>;
  AstText(Names nameOf, Names plainNameOf)
      : nameOf_(std::move(nameOf)), plainNameOf_(std::move(plainNameOf)) {}

  std::string text(const isl::ast_expr &expr) const;
  /// expr + 1
  std::string successor(const isl::ast_expr &expr) const;
  /// It is an operand without operators: cheap to compute again.
  static bool isSimple(const isl::ast_expr &expr);

private:
  std::string operand(const isl::ast_expr &expr) const;
  std::string operation(const isl::ast_expr_op &op) const;

  Names nameOf_, plainNameOf_;
};

} // namespace hocket::transformation
