// SPDX-License-Identifier: Apache-2.0
//
// What `hocket explain ID` says: the remark's row of remarks.def and its
// section of docs/remarks.md, which is built into the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hocket::report {

/// \returns nothing if no remark has this id.
std::optional<std::string> explainRemark(std::string_view name);

/// All ids, one line each with the kind and the text.
std::string listRemarks();

} // namespace hocket::report
