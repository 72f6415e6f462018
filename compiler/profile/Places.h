// SPDX-License-Identifier: Apache-2.0
//
// The places of a program that a profile counts, and their names from one
// compilation to the next.
//
// A place is known by its function and its number among the function's places,
// in order of text. A hash of the function's text tells whether it is still the
// function that was measured; white space and line numbers do not count, so
// that an edit elsewhere in the file leaves the figures valid.
#pragma once

#include "ir/Program.h"

#include <string>
#include <string_view>
#include <vector>

namespace hocket::profile {

enum class PlaceKind : uint8_t { Loop, Branch, Call };

/// "loop", "branch", "call".
std::string_view name(PlaceKind kind);

struct Place {
  ir::NodeId node = ir::NodeId::None;
  PlaceKind kind = PlaceKind::Loop;
  /// Among all loops, branches and calls of the function, also those that are
  /// no places because of what other functions are.
  unsigned number = 0;
};

/// A function with at least one place.
struct FunctionPlaces {
  ir::FunctionId function = ir::FunctionId::None;
  std::string hash; ///< 16 hexadecimal digits
  std::vector<Place> places;
};

/// In order of the functions. The program is as the front end read it: no loop
/// is split, no call written out.
std::vector<FunctionPlaces> placesOf(const ir::Program &program);

} // namespace hocket::profile
