// SPDX-License-Identifier: Apache-2.0
//
// Writes C: lines with their indentation, blocks, line markers. What is to be
// written has been decided before.
#pragma once

#include "support/SourceLocation.h"

#include <string>
#include <string_view>

namespace hocket::codegen {

class CWriter {
public:
  /// \param columns that lines begin at
  explicit CWriter(unsigned columns = 0) : columns_(columns) {}

  /// One line, or several: each begins at the present column, those that begin
  /// with `#` and empty ones at the first. \param text without the last
  /// newline.
  void line(std::string_view text) { line(0, text); }
  /// So many steps of two columns further to the right.
  void line(unsigned steps, std::string_view text);

  /// A line with text of the user's in it: the lines that this breaks into stay
  /// as they are, only the first begins at the present column.
  void unbroken(unsigned steps, std::string_view text);

  /// `header {`; lines are two columns further to the right until `close`.
  void open(std::string_view header);
  /// Behind a line that opens a block in another way.
  void indent();
  /// `} else {`
  void reopen(std::string_view braces);
  /// `}`, or what begins so: `} while (c);`.
  void close(std::string_view brace = "}");

  /// The line that follows is the user's. \param isGenerated see ir::lineMarker
  void marker(const SourceLocation &location, bool isGenerated = true);
  /// From here on each line that is not `raw` is at that place of the user's,
  /// for debuggers: what takes the place of a loop, say.
  void pin(const SourceLocation &location);
  /// What follows is ours, and does not count as lines of the user's.
  /// \param what for debuggers and profilers: "tasks of hk_heat1"
  void ours(std::string_view what);

  /// Text as it is, newlines included.
  void raw(std::string_view text) { text_ += text; }

  const std::string &text() const { return text_; }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
  std::string pin_; ///< before each line; empty: none
  unsigned columns_;
};

} // namespace hocket::codegen
