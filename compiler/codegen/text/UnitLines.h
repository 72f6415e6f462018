// SPDX-License-Identifier: Apache-2.0
//
// Places in a unit's preprocessed text where other text may be put in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hocket::codegen {

/// Where the markers end that say which file this is, and with debug
/// information in which directory it was compiled ("/home/me//"): the first two
/// lines at most. 0 if the text does not begin with a marker.
uint32_t firstMarkersEnd(std::string_view text);

/// The text to be read by people: without the markers of ir::pinnedMarker.
std::string withoutPinnedMarkers(std::string_view text);

} // namespace hocket::codegen
