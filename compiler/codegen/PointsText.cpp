// SPDX-License-Identifier: Apache-2.0
#include "codegen/PointsText.h"

#include "codegen/AbiText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace hocket::codegen {

namespace {

/// Of a region whose cores ask for points from task to task; else nothing.
std::string wishesText(const power::PricedPart &part, const std::string &name,
                       const std::string &prefix) {
  if (part.wishes.empty())
    return "";
  std::string first, rows;
  size_t slots = 0;
  for (const std::vector<uint32_t> &core : part.wishes.front()) {
    first += (slots ? ", " : "") + std::to_string(slots);
    slots += core.size();
  }
  for (const power::Wishes &wishes : part.wishes) {
    rows += "\n ";
    for (const std::vector<uint32_t> &core : wishes)
      for (uint32_t point : core)
        rows += " " + std::to_string(point) + ",";
  }
  return "static const unsigned short " + name + "_first[] = {" + first +
         "};\nstatic const unsigned char " + name + "_wished[] = {" + rows +
         "\n};\nstatic const struct " + prefix + "wishes " + name +
         "_wishes = {" + std::to_string(part.wishes.front().size()) + ", " +
         std::to_string(slots) + ", " + name + "_first, " + name +
         "_wished};\n";
}

} // namespace

bool isChangedAt(const power::PricedPart &part, size_t core, size_t slot) {
  return slot != 0 &&
         std::any_of(part.wishes.begin(), part.wishes.end(),
                     [&](const power::Wishes &wishes) {
                       return wishes[core][slot] != wishes[core][slot - 1];
                     });
}

size_t slotOf(const power::PricedPart &part, size_t core, size_t slot) {
  for (size_t before = 0; before < core; ++before)
    slot += part.wishes.front()[before].size();
  return slot;
}

std::string pointsText(const power::PricedPart &part, const std::string &name,
                       const std::string &prefix) {
  std::string rows;
  for (const std::vector<uint32_t> &points : part.points)
    rows +=
        "\n  " + llvm::join(llvm::map_range(points,
                                            [](uint32_t at) {
                                              return std::to_string(at) + ",";
                                            }),
                            " ");
  std::string stretch;
  for (double times : part.stretch)
    stretch +=
        (stretch.empty() ? "" : ", ") + llvm::formatv("{0:F5}f", times).str();
  const std::string wishes = wishesText(part, name, prefix);
  return wishes + "static const unsigned char " + name + "_at[] = {" + rows +
         "\n};\nstatic const float " + name + "_stretch[] = {" + stretch +
         "};\nstatic struct " + prefix + "points " + name + "_points = {" +
         name + "_at, " + name + "_stretch, 0, 0, " +
         (wishes.empty() ? "0" : "&" + name + "_wishes") + "};\n\n";
}

namespace {

/// Of a program that has a deadline, and that it begins: what it takes, and a
/// call before main.
std::string wholeText(const power::WholeProgram &whole,
                      const std::string &prefix) {
  std::string takes;
  for (double ns : whole.takesNs)
    takes += (takes.empty() ? "" : ", ") + llvm::formatv("{0:E}f", ns).str();
  if (!takes.empty())
    takes = "static const float " + prefix + "takes[] = {" + takes + "};\n";
  return takes + "static const struct " + prefix + "whole " + prefix +
         "whole_program = {" + std::to_string(uint64_t(whole.deadlineNs)) +
         "ULL, " + (takes.empty() ? "0" : prefix + "takes") +
         "};\n__attribute__((__constructor__)) static void " + prefix +
         "begins(void) {\n  " + prefix + "program_begin();\n}\n";
}

} // namespace

std::string pricesText(const power::Prices &prices, const std::string &prefix) {
  const power::PricedPart &alone = prices.parts.front();
  return abiMarker("hocket/abi_points.h", prefix) + pointsAbiText(prefix) +
         "\n# 1 \"hocket: the operating points that were chosen\" 3\n" +
         pointsText(alone, prefix + "alone", prefix) +
         pointsText(prices.parts[1], prefix + "together", prefix) +
         (prices.whole ? wholeText(*prices.whole, prefix) : "") +
         "const struct " + prefix + "prices " + prefix + "program_prices = {" +
         std::to_string(alone.points.size()) + ", " +
         std::to_string(alone.points.front().size()) + ", " +
         std::to_string(prices.usual) + ", &" + prefix + "alone_points, &" +
         prefix + "together_points, " +
         (prices.whole ? "&" + prefix + "whole_program" : "0") + "};\n";
}

} // namespace hocket::codegen
