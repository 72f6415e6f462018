// SPDX-License-Identifier: Apache-2.0
//
// Every figure here is an assumption: round ones, those of generic-4.yaml, so
// that what is found with a few cores compares with what is found with many.
#include "soc/GenericChip.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace hocket::soc {
namespace {

constexpr unsigned coresOfCluster = 4;

CoreType coreType() {
  CoreType type;
  type.name = "core";
  type.cpu = "generic";
  type.caches = {{1, 32 * 1024, 64, false}, {2, 1024 * 1024, 64, true}};
  IdleState clockGate, powerGate;
  clockGate.name = "clock-gate";
  clockGate.entryUs = clockGate.exitUs = 1;
  clockGate.breakEvenUs = 2;
  clockGate.powerMw = 50;
  powerGate.name = "power-gate";
  powerGate.entryUs = 50;
  powerGate.exitUs = 100;
  powerGate.breakEvenUs = 500;
  powerGate.powerMw = 5;
  type.idleStates = {clockGate, powerGate};
  type.capacitancePf = 300;
  type.staticMw = 100;
  return type;
}

FrequencyDomain clock(const std::string &name) {
  FrequencyDomain domain;
  domain.name = name;
  domain.transitionUs = 50;
  domain.points = {{500000000, 0.8},
                   {1000000000, 0.9},
                   {1500000000, 1.0},
                   {2000000000, 1.1}};
  return domain;
}

} // namespace

std::optional<unsigned> genericCores(std::string_view name) {
  llvm::StringRef digits(name.data(), name.size());
  unsigned cores = 0;
  if (!digits.consume_front("generic-") || digits.starts_with("0") ||
      digits.getAsInteger(10, cores) || cores > mostGenericCores)
    return std::nullopt;
  return cores;
}

SocSpec genericChip(unsigned cores) {
  SocSpec spec;
  spec.name = "generic-" + std::to_string(cores);
  spec.description =
      std::to_string(cores) + " equal cores of no particular chip";
  spec.types.push_back(coreType());
  unsigned clusters = (cores + coresOfCluster - 1) / coresOfCluster;
  for (unsigned i = 0; i < clusters; ++i) {
    std::string number = clusters == 1 ? "" : std::to_string(i);
    Cluster cluster;
    cluster.name = "cluster" + number;
    spec.clusters.push_back(cluster);
    spec.domains.push_back(clock("clock" + number));
  }
  for (unsigned id = 0; id < cores; ++id) {
    Core core;
    core.id = id;
    core.cluster = core.domain = id / coresOfCluster;
    spec.cores.push_back(core);
  }
  return spec; // the costs are the defaults, as they are there
}

} // namespace hocket::soc
