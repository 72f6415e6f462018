// SPDX-License-Identifier: Apache-2.0
//
// The form: the number of bytes, a line feed, and the parts, compressed.
#include "driver/units/KeptProgram.h"

#include "driver/cache/Parts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"

#include <vector>

namespace hocket::driver {
namespace {

namespace compression = llvm::compression;
using llvm::StringRef;

/// In front of a text that is new; nothing alone: the unit's own.
constexpr char isNew = '+';

} // namespace

std::string pack(const KeptProgram &kept, const LinkedProgram &program) {
  const EmittedTexts &emitted = kept.emitted;
  if (!compression::zlib::isAvailable() ||
      emitted.units.size() > program.units.size())
    return "";
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < emitted.units.size(); ++i)
    texts.push_back(emitted.units[i] == program.units[i].unit.text
                        ? ""
                        : isNew + emitted.units[i]);
  std::string all;
  addPart(all, kept.said);
  addParts(all, texts);
  addParts(all, emitted.flags);
  addPart(all,
          std::string(emitted.isReordered.begin(), emitted.isReordered.end()));
  addPart(all, emitted.hasDeadlines ? "deadlines" : "");
  addPart(all, emitted.triesLoops ? "tries" : "");
  llvm::SmallVector<uint8_t, 0> packed;
  compression::zlib::compress(llvm::arrayRefFromStringRef(all), packed);
  return std::to_string(all.size()) + "\n" + llvm::toStringRef(packed).str();
}

std::optional<KeptProgram> unpack(StringRef bytes,
                                  const LinkedProgram &program) {
  auto [number, packed] = bytes.split('\n');
  std::size_t size = 0;
  llvm::SmallVector<uint8_t, 0> expanded;
  if (!compression::zlib::isAvailable() || number.getAsInteger(10, size))
    return std::nullopt;
  if (llvm::Error error = compression::zlib::decompress(
          llvm::arrayRefFromStringRef(packed), expanded, size)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  StringRef all = llvm::toStringRef(expanded);
  KeptProgram kept;
  EmittedTexts &emitted = kept.emitted;
  std::string isReordered, deadlines, tries;
  if (!takePart(all, kept.said) || !takeParts(all, emitted.units) ||
      !takeParts(all, emitted.flags) || !takePart(all, isReordered) ||
      !takePart(all, deadlines) || !takePart(all, tries) || !all.empty() ||
      emitted.units.size() > program.units.size())
    return std::nullopt;
  for (std::size_t i = 0; i < emitted.units.size(); ++i)
    if (emitted.units[i].empty())
      emitted.units[i] = program.units[i].unit.text;
    else
      emitted.units[i].erase(0, 1);
  emitted.isReordered.assign(isReordered.begin(), isReordered.end());
  emitted.hasDeadlines = !deadlines.empty();
  emitted.triesLoops = !tries.empty();
  return kept;
}

} // namespace hocket::driver
