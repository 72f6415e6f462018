// SPDX-License-Identifier: Apache-2.0
//
// What emitted C needs of libhocket, as text: runtime/include/hocket/abi.h
// without its lines that begin with '#', made at build time.
#pragma once

#include <string>

namespace hocket::codegen {

/// \param prefix stands for "hk_" in all names (the linker's names stay).
std::string abiText(const std::string &prefix);

} // namespace hocket::codegen
