// SPDX-License-Identifier: Apache-2.0
#include "driver/fusing/SequentialFusing.h"

#include "driver/system/TempFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace hocket::driver {

namespace {

using llvm::StringRef;

/// Its code is made elsewhere, or from files beside the source; or sums may be
/// regrouped; or it leaves files of its own.
bool isInTheWay(StringRef word) {
  constexpr StringRef begins[] = {"-flto",
                                  "-fprofile",
                                  "-fauto-profile",
                                  "-fbranch-probabilities",
                                  "-ftest-coverage",
                                  "--coverage",
                                  "-fdump",
                                  "-save-temps",
                                  "--save-temps",
                                  "-fplugin",
                                  "-fstack-usage",
                                  "-fcallgraph-info",
                                  "-wrapper",
                                  "-specs",
                                  "--specs",
                                  "-Ofast",
                                  "-ffast-math",
                                  "-funsafe-math",
                                  "-fassociative-math",
                                  "-freciprocal-math",
                                  "-ffinite-math",
                                  "-fno-signed-zeros",
                                  "-frounding-math"};
  return llvm::any_of(begins,
                      [&](StringRef begin) { return word.starts_with(begin); });
}

/// Each line of the text is one for the compiler, too: without line markers a
/// place is a line and a column of this very text.
std::string withoutMarkers(StringRef text) {
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    if (!line.starts_with("# ") && !line.starts_with("#line "))
      result += line;
    result += '\n';
    text = rest;
  }
  return result;
}

TextPlace placeIn(const std::string &text, uint32_t offset) {
  auto at =
      text.begin() + std::ptrdiff_t(std::min<std::size_t>(offset, text.size()));
  auto line = std::count(text.begin(), at, '\n');
  std::size_t begin = offset ? text.rfind('\n', offset - 1) : std::string::npos;
  begin = begin == std::string::npos ? 0 : begin + 1;
  return {unsigned(line) + 1, unsigned(offset - begin) + 1};
}

} // namespace

SequentialFusing::SequentialFusing(const SequentialBuild &build,
                                   const std::vector<SourceInput> &inputs)
    : build_(build) {
  for (const SourceInput &input : inputs)
    units_.push_back({input.text, false, std::nullopt});
}

void SequentialFusing::ask(std::size_t unit) {
  units_[unit].isAsked = true;
  if (!build_.compiler || unit >= build_.flags.size())
    return;
  std::vector<std::string> words = build_.flags[unit];
  if (llvm::any_of(words, isInTheWay))
    return;
  TempFiles temp;
  const std::string source = temp.create("hocketcc-sequential", "i");
  const std::string object = temp.create("hocketcc-sequential", "o");
  const std::string dump = temp.create("hocketcc-sequential", "dump");
  TempFiles::write(source, withoutMarkers(units_[unit].text));
  for (const std::string &word :
       {std::string("-w"), "-fdump-tree-optimized-raw-lineno=" + dump,
        std::string("-c"), std::string("-o"), object, std::string("-x"),
        std::string("cpp-output"), source})
    words.push_back(word);
  if (build_.compiler->run(words).status != 0)
    return;
  units_[unit].seen = readGimpleDump(TempFiles::read(dump));
}

std::optional<transformation::OperationSeen>
SequentialFusing::at(ir::UnitId unit, const ir::OperationPlace &place) {
  Unit &asked = units_[ir::index(unit)];
  if (!asked.isAsked)
    ask(ir::index(unit));
  if (!asked.seen)
    return std::nullopt;
  transformation::OperationSeen result;
  for (uint32_t offset : {place.operation, place.assignment}) {
    if (offset == 0)
      continue;
    std::optional<OperationCounts> found =
        asked.seen->at(placeIn(asked.text, offset));
    if (!found)
      return std::nullopt;
    result.sums += found->sums;
    result.products += found->products;
    result.fused += found->fused;
  }
  return result;
}

} // namespace hocket::driver
