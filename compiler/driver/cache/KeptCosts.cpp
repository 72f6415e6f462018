// SPDX-License-Identifier: Apache-2.0
//
// Numbers are kept bit by bit: what is found is what was computed.
#include "driver/cache/KeptCosts.h"

#include "driver/cache/Identity.h"
#include "driver/cache/Key.h"
#include "driver/cache/Parts.h"

#include <bit>
#include <map>
#include <string>
#include <vector>

namespace hocket::driver {
namespace {

using Costs = std::map<std::string, cost::FunctionCost>;

std::string pack(const Costs &costs) {
  std::string bytes;
  addNumber(bytes, costs.size());
  for (const auto &[name, cost] : costs) {
    addPart(bytes, name);
    addNumber(bytes, std::bit_cast<uint64_t>(cost.cycles));
    addNumber(bytes, cost.calls.size());
    for (const auto &[callee, count] : cost.calls) {
      addPart(bytes, callee);
      addNumber(bytes, std::bit_cast<uint64_t>(count));
    }
  }
  return bytes;
}

bool takeCost(llvm::StringRef &bytes, cost::FunctionCost &cost) {
  uint64_t cycles = 0, calls = 0;
  if (!takeNumber(bytes, cycles) || !takeNumber(bytes, calls))
    return false;
  cost.cycles = std::bit_cast<double>(cycles);
  for (uint64_t i = 0; i < calls; ++i) {
    std::string callee;
    uint64_t count = 0;
    if (!takePart(bytes, callee) || !takeNumber(bytes, count))
      return false;
    cost.calls[callee] = std::bit_cast<double>(count);
  }
  return true;
}

std::optional<Costs> unpack(llvm::StringRef bytes) {
  Costs costs;
  uint64_t functions = 0;
  if (!takeNumber(bytes, functions))
    return std::nullopt;
  for (uint64_t i = 0; i < functions; ++i) {
    std::string name;
    if (!takePart(bytes, name) || !takeCost(bytes, costs[name]))
      return std::nullopt;
  }
  return bytes.empty() ? std::optional(std::move(costs)) : std::nullopt;
}

} // namespace

cost::CycleEstimator keptCycles(const Store &store) {
  Key begin("cycles 1");
  begin.add(ownCode());
  addSurroundings(begin);
  return [store, begin](
             const std::string &text, const std::vector<std::string> &functions,
             const std::vector<std::string> &flags, const cost::Target &target,
             std::string &error) -> std::optional<Costs> {
    Key key = begin;
    key.add(text);
    key.add(functions);
    key.add(flags);
    key.add(target.triple);
    key.add(target.cpu);
    const std::string name = key.digest() + ".cycles";
    if (std::optional<std::string> bytes = store.find(name))
      if (std::optional<Costs> kept = unpack(*bytes))
        return kept;
    std::optional<Costs> costs =
        cost::estimateCycles(text, functions, flags, target, error);
    if (costs)
      store.keep(name, pack(*costs));
    return costs;
  };
}

} // namespace hocket::driver
