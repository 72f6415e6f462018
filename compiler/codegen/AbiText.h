// SPDX-License-Identifier: Apache-2.0
//
// What emitted C needs of libhocket, as text: runtime/include/hocket/abi.h
// without its lines that begin with '#', made at build time.
#pragma once

#include <cstdint>
#include <string>

namespace hocket::codegen {

/// How tasks wait for each other.
enum class Ordering : uint8_t {
  Inline,  ///< with libhocket: abi_order.h
  Checked, ///< each wait and signal a call of the checking runtime: abi_check.h
};

/// \param prefix stands for "hk_" in all names (the linker's names stay).
std::string abiText(const std::string &prefix,
                    Ordering ordering = Ordering::Inline);

/// The line marker before such a text: of the header that stands for it in what
/// people read, or, with other names, of text that stays.
/// \param header "hocket/abi.h"
std::string abiMarker(const std::string &header, const std::string &prefix);

/// What the chip's description is made of.
std::string chipAbiText(const std::string &prefix);

/// What the operating points of a plan are made of, behind chipAbiText.
std::string pointsAbiText(const std::string &prefix);

/// What speculative loops call, beside abiText.
std::string specAbiText(const std::string &prefix);

/// What precomputed calls call, beside abiText.
std::string preAbiText(const std::string &prefix);

/// What regions with tasks on accelerators call, beside abiText.
std::string acceleratorAbiText(const std::string &prefix);

/// abi_clusters.h, behind abiText(), with the prefix in place of hk_.
std::string clustersAbiText(const std::string &prefix);

/// What profiled units call, in place of the above.
std::string profileAbiText(const std::string &prefix);

} // namespace hocket::codegen
