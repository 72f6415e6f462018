// SPDX-License-Identifier: Apache-2.0
//
// Remarks for the terminal, in the style of clang:
//
//   heat.c:40:3: remark: loop stays sequential: ... [-Rhocket-missed=may-alias]
//   heat.c:12:20: note: 'a' comes from here
//   heat.c:40:3: help: declare the pointers 'restrict' ...
#pragma once

#include "support/Remarks.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hocket::report {

/// Which remarks to print. Each kind is off, or has a pattern that the stable
/// id must contain a match of (-Rhocket=loop-.*); the empty pattern takes all.
struct RemarkFilter {
  std::optional<std::string> passed;   ///< -Rhocket
  std::optional<std::string> missed;   ///< -Rhocket-missed
  std::optional<std::string> analysis; ///< -Rhocket-analysis
  bool noWarnings = false;             ///< -Wno-hocket

  /// Not of warnings, which have no pattern.
  const std::optional<std::string> &of(RemarkKind kind) const;
};

/// The option that shows remarks of a kind: "-Rhocket-missed". Of warnings what
/// stands before their ids.
std::string_view optionFor(RemarkKind kind);

/// \returns what is wrong with the filter's patterns; empty if nothing.
std::string check(const RemarkFilter &filter);

/// Prints the remarks that the filter takes, in order of file, line and column
/// (in order of reporting at one place), each text once at a place. The
/// filter must be well formed.
void printRemarks(const std::vector<Remark> &remarks,
                  const RemarkFilter &filter, llvm::raw_ostream &out);

} // namespace hocket::report
