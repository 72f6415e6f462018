// SPDX-License-Identifier: Apache-2.0
//
// The chip that a program is compiled for, as constants that libhocket finds in
// it: clocks with their operating points and registers, idle states, the cores
// in the order in which regions use them, those that stay with the operating
// system, and what a machine with this chip tells of itself
// (runtime/include/hocket/abi_chip.h).
#pragma once

#include "soc/SocSpec.h"

#include <string>

namespace hocket::codegen {

/// Preprocessed C for file scope, with line markers of ours. The object is
/// weak: each unit with regions has it.
/// \param prefix of our identifiers, "hk_".
std::string chipText(const soc::SocSpec &spec, const std::string &prefix);

} // namespace hocket::codegen
