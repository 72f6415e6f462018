// SPDX-License-Identifier: Apache-2.0
//
// How the front end lays out C's types, said in C: so that a compiler can be
// asked whether it does likewise.
#pragma once

#include <string>
#include <vector>

namespace hocket::frontend {

struct TypeLayout {
  std::string assertions; ///< a C file that a compiler of the same ABI accepts
  std::string problem;    ///< why there are none; else empty
};

/// Sizes, alignments and signs of the basic types, of enumerations, of members
/// and of bit-fields, as `flags` (those of SourceInput) make them.
TypeLayout typeLayout(const std::vector<std::string> &flags);

} // namespace hocket::frontend
