// SPDX-License-Identifier: Apache-2.0
//
// Remarks: every decision of the compiler as a value. Stages build remarks as
// data; `report` renders them (terminal, JSON, HTML). Texts stand in
// remarks.def alone. A remark that nobody wants costs one vector entry.
#pragma once

#include "support/SourceLocation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket {

enum class RemarkKind : uint8_t {
  Passed,   ///< done: shown by -Rhocket
  Missed,   ///< not done, and why: shown by -Rhocket-missed
  Analysis, ///< a fact about the whole: shown by -Rhocket-analysis
  Warning,  ///< what was asked for could not be done: shown always
};

/// One enumerator for each row of remarks.def.
enum class RemarkId : uint16_t {
#define REMARK(Name, Id, Kind, Stage, Text, Help) Name,
#include "support/remarks.def"
#undef REMARK
};

/// The fixed part of a remark, one row of remarks.def.
struct RemarkInfo {
  std::string_view name; ///< stable id as users write it: `may-alias`
  RemarkKind kind;
  std::string_view stage; ///< stage that emits it
  std::string_view text;  ///< format with {0}, {1}, ... for the arguments
  std::string_view help;  ///< what would change it; empty for Passed
};

const RemarkInfo &info(RemarkId id);
std::optional<RemarkId> findRemark(std::string_view name);
std::size_t numRemarks();

/// Evidence attached to a remark: "written here", "declared here".
struct RemarkNote {
  SourceLocation location;
  std::string text;
};

struct Remark {
  RemarkId id;
  SourceLocation location;
  std::string function;          ///< enclosing C function; may be empty
  std::vector<std::string> args; ///< fills {0}, {1}, ...
  std::vector<RemarkNote> notes;

  /// The text with its arguments filled in.
  std::string message() const;
  /// What would change it, with the arguments filled in; may be empty.
  std::string help() const;
};

/// Collects what the stages report, in the order of reporting.
/// Not thread-safe; one for each compilation.
class RemarkSink {
public:
  void add(Remark remark) { all_.push_back(std::move(remark)); }
  const std::vector<Remark> &all() const { return all_; }

private:
  std::vector<Remark> all_;
};

} // namespace hocket
