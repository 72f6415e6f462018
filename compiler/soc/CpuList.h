// SPDX-License-Identifier: Apache-2.0
//
// Sets of cores as Linux writes them: "0-3,6".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace hocket::soc {

/// The numbers in order as written; empty if the text is not such a list, names
/// a core above 4095 or so many that some stand there again and again.
std::optional<std::vector<unsigned>> parseCpuList(std::string_view text);

} // namespace hocket::soc
