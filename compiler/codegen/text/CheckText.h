// SPDX-License-Identifier: Apache-2.0
//
// The C of run-time checks: the one place where their trees (checks/) become
// text, in the user's own names and the names of hocket/abi.h.
#pragma once

#include "checks/RunTimeChecks.h"

#include <string>

namespace hocket::codegen {

/// An expression of type `long long`, a pointer or a truth value, as the tree
/// is. \param prefix of the names in hocket/abi.h; dumps have "@" there.
/// \param work nanoseconds that the text takes whose check it is, an expression
/// of type double: loops over more elements than are worth it fail. Empty: none
/// does
std::string checkText(const ir::Program &program,
                      const polyhedral::CheckExpr &expr,
                      const std::string &prefix, const std::string &work = "");

/// The test that two ranges do not meet, after what guards their ends.
std::string checkText(const ir::Program &program,
                      const polyhedral::AliasCheck &check,
                      const std::string &prefix);

} // namespace hocket::codegen
