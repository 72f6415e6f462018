// SPDX-License-Identifier: Apache-2.0
//
// C text as HTML, line by line, with keywords, comments, literals and
// directives marked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hocket::report {

/// One entry for each line, escaped; every element is closed in its line.
std::vector<std::string> highlightC(std::string_view text);

} // namespace hocket::report
