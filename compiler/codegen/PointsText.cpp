// SPDX-License-Identifier: Apache-2.0
#include "codegen/PointsText.h"

#include "codegen/AbiText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace hocket::codegen {

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
  return "static const unsigned char " + name + "_at[] = {" + rows +
         "\n};\nstatic const float " + name + "_stretch[] = {" + stretch +
         "};\nstatic struct " + prefix + "points " + name + "_points = {" +
         name + "_at, " + name + "_stretch, 0, 0};\n\n";
}

std::string pricesText(const power::Prices &prices, const std::string &prefix) {
  const power::PricedPart &alone = prices.parts.front();
  return abiMarker("hocket/abi_points.h", prefix) + pointsAbiText(prefix) +
         "\n# 1 \"hocket: the operating points that were chosen\" 3\n" +
         pointsText(alone, prefix + "alone", prefix) +
         pointsText(prices.parts[1], prefix + "together", prefix) +
         "const struct " + prefix + "prices " + prefix + "program_prices = {" +
         std::to_string(alone.points.size()) + ", " +
         std::to_string(alone.points.front().size()) + ", " +
         std::to_string(prices.usual) + ", &" + prefix + "alone_points, &" +
         prefix + "together_points};\n";
}

} // namespace hocket::codegen
