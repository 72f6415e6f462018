// SPDX-License-Identifier: Apache-2.0
#include "codegen/AbiText.h"

#include <string_view>

namespace hocket::codegen {

namespace {
constexpr std::string_view abi =
#include "codegen/AbiText.inc"
    ;
constexpr std::string_view checkedAbi =
#include "codegen/AbiCheckText.inc"
    ;
constexpr std::string_view profileAbi =
#include "codegen/AbiProfileText.inc"
    ;
constexpr std::string_view chipAbi =
#include "codegen/AbiChipText.inc"
    ;
constexpr std::string_view pointsAbi =
#include "codegen/AbiPointsText.inc"
    ;
constexpr std::string_view specAbi =
#include "codegen/AbiSpecText.inc"
    ;
constexpr std::string_view preAbi =
#include "codegen/AbiPreText.inc"
    ;
constexpr std::string_view acceleratorAbi =
#include "codegen/AbiAcceleratorText.inc"
    ;
constexpr std::string_view clustersAbi =
#include "codegen/AbiClustersText.inc"
    ;
constexpr std::string_view standardPrefix = "hk_";

std::string withPrefix(std::string text, const std::string &prefix) {
  if (prefix == standardPrefix)
    return text;
  for (size_t at = text.find(standardPrefix); at != std::string::npos;
       at = text.find(standardPrefix, at + prefix.size()))
    text.replace(at, standardPrefix.size(), prefix);
  return text;
}

} // namespace

std::string abiMarker(const std::string &header, const std::string &prefix) {
  bool isAsItIs = prefix == "hk_";
  return "# 1 \"" +
         (isAsItIs ? header : "hocket: " + header + " with other names") +
         "\" 3\n";
}

std::string abiText(const std::string &prefix, Ordering ordering) {
  return withPrefix(
      std::string(ordering == Ordering::Checked ? checkedAbi : abi), prefix);
}

std::string chipAbiText(const std::string &prefix) {
  return withPrefix(std::string(chipAbi), prefix);
}

std::string pointsAbiText(const std::string &prefix) {
  return withPrefix(std::string(pointsAbi), prefix);
}

std::string specAbiText(const std::string &prefix) {
  return withPrefix(std::string(specAbi), prefix);
}

std::string preAbiText(const std::string &prefix) {
  return withPrefix(std::string(preAbi), prefix);
}

std::string acceleratorAbiText(const std::string &prefix) {
  return withPrefix(std::string(acceleratorAbi), prefix);
}

std::string clustersAbiText(const std::string &prefix) {
  return withPrefix(std::string(clustersAbi), prefix);
}

std::string profileAbiText(const std::string &prefix) {
  return withPrefix(std::string(profileAbi), prefix);
}

} // namespace hocket::codegen
