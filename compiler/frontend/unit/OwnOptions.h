// SPDX-License-Identifier: Apache-2.0
//
// Functions that are compiled with other options than the rest of their file:
// `#pragma GCC optimize` and `target`, the attributes of these names, and
// `#pragma STDC FP_CONTRACT` and Clang's own in a file or a block.
//
// What is emitted for tasks stands at the end of the file, where other options
// hold; and options like "wrapv" change what the analysis may take for granted.
// Clang knows few of these, so the text is asked.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hocket::frontend {

class OwnOptions {
public:
  /// \param text of a preprocessed unit.
  explicit OwnOptions(std::string_view text);

  /// Why the function is not to be touched, one line; empty if it may be.
  /// \param at, end offsets of its definition in the text
  std::string why(const std::string &function, uint32_t at, uint32_t end) const;

private:
  void readPragma(std::string_view line, uint32_t at, bool isInBlock);
  void readAttributes(std::string_view text);
  void noteNames(std::string_view text, std::size_t begin, std::size_t end);
  std::string optionsAt(uint32_t at) const;

  /// From an offset on: the pragmas in force, joined.
  std::vector<std::pair<uint32_t, std::string>> changes_{{0, ""}};
  std::vector<std::string> pushed_;
  std::vector<uint32_t> inBlocks_; ///< pragmas for the rest of a block
  /// In declarations with such an attribute: the function's name among others.
  std::set<std::string, std::less<>> named_;
};

} // namespace hocket::frontend
