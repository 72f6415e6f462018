// SPDX-License-Identifier: Apache-2.0
//
// A spec as text. Numbers are written with as many digits as reading them back
// needs, and fields that have their default are left out.
#include "soc/LoadSpec.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/raw_ostream.h"

#include <charconv>

namespace hocket::soc {
namespace {

std::string exact(double number) {
  char buffer[40];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return std::string(buffer, end);
}

std::string hex(uint32_t word) { return "0x" + llvm::utohexstr(word, true); }

std::string quoted(const std::string &text) {
  return "\"" + llvm::yaml::escape(text, /*EscapePrintable=*/false) + "\"";
}

void writeCoreType(llvm::raw_ostream &out, const CoreType &type) {
  out << "  - name: " << quoted(type.name) << "\n";
  out << "    cpu: " << quoted(type.cpu) << "\n";
  if (!type.triple.empty())
    out << "    triple: " << quoted(type.triple) << "\n";
  out << "    capacity: " << exact(type.capacity) << "\n";
  if (!type.caches.empty())
    out << "    caches:\n";
  for (const Cache &cache : type.caches)
    out << "      - {level: " << cache.level
        << ", size-kib: " << exact(double(cache.sizeBytes) / 1024)
        << ", line-bytes: " << cache.lineBytes
        << ", shared: " << (cache.isShared ? "true" : "false") << "}\n";
  if (!type.idleStates.empty())
    out << "    idle-states:\n";
  for (const IdleState &state : type.idleStates)
    out << "      - {name: " << quoted(state.name)
        << ", entry-us: " << exact(state.entryUs)
        << ", exit-us: " << exact(state.exitUs)
        << ", break-even-us: " << exact(state.breakEvenUs)
        << ", power-mw: " << exact(state.powerMw) << "}\n";
  if (type.capacitancePf != 0)
    out << "    capacitance-pf: " << exact(type.capacitancePf) << "\n";
  if (type.staticMw != 0)
    out << "    static-mw: " << exact(type.staticMw) << "\n";
  if (type.model)
    out << "    midr: {implementer: " << hex(type.model->implementer)
        << ", part: " << hex(type.model->part) << "}\n";
}

void writeRegister(llvm::raw_ostream &out, const PowerRegister &bits) {
  out << "        - {sets: " << (bits.isVoltage ? "voltage" : "clock")
      << ", offset: " << hex(bits.offset) << ", mask: " << hex(bits.mask)
      << ", values: [";
  for (size_t i = 0; i < bits.values.size(); ++i)
    out << (i ? ", " : "") << hex(bits.values[i]);
  out << "]";
  if (bits.settleUs != 0)
    out << ", settle-us: " << exact(bits.settleUs);
  out << "}\n";
}

void writePower(llvm::raw_ostream &out, const PowerControl &power) {
  if (power.backend == PowerControl::Backend::Auto && power.registers.empty())
    return;
  out << "    power:\n      backend: " << toString(power.backend) << "\n";
  if (!power.uio.empty())
    out << "      uio: " << quoted(power.uio) << "\n";
  if (!power.registers.empty())
    out << "      registers:\n";
  for (const PowerRegister &bits : power.registers)
    writeRegister(out, bits);
}

void writeDomain(llvm::raw_ostream &out, const FrequencyDomain &domain) {
  out << "  - name: " << quoted(domain.name) << "\n";
  if (domain.transitionUs != 0)
    out << "    transition-us: " << exact(domain.transitionUs) << "\n";
  if (domain.transitionUj != 0)
    out << "    transition-uj: " << exact(domain.transitionUj) << "\n";
  out << "    points:\n";
  for (const OperatingPoint &point : domain.points) {
    out << "      - {mhz: " << exact(double(point.frequencyHz) / 1e6);
    if (point.voltage)
      out << ", volts: " << exact(*point.voltage);
    out << "}\n";
  }
  writePower(out, domain.power);
}

void writeCosts(llvm::raw_ostream &out, const Costs &costs) {
  out << "costs:\n"
      << "  sync-ns: " << exact(costs.syncNs) << "\n"
      << "  sync-across-ns: " << exact(costs.syncAcrossNs) << "\n"
      << "  region-entry-ns: " << exact(costs.regionEntryNs) << "\n"
      << "  bytes-per-ns: " << exact(costs.bytesPerNs) << "\n"
      << "  bytes-per-ns-across: " << exact(costs.bytesPerNsAcross) << "\n";
}

} // namespace

std::string toYaml(const SocSpec &spec) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "name: " << quoted(spec.name) << "\n";
  if (!spec.description.empty())
    out << "description: " << quoted(spec.description) << "\n";
  if (!spec.compatible.empty())
    out << "compatible:\n";
  for (const std::string &machine : spec.compatible)
    out << "  - " << quoted(machine) << "\n";
  out << "core-types:\n";
  for (const CoreType &type : spec.types)
    writeCoreType(out, type);
  out << "clusters:\n";
  for (const Cluster &cluster : spec.clusters)
    out << "  - {name: " << quoted(cluster.name) << "}\n";
  out << "frequency-domains:\n";
  for (const FrequencyDomain &domain : spec.domains)
    writeDomain(out, domain);
  out << "cores:\n";
  for (const Core &core : spec.cores)
    out << "  - {ids: " << core.id
        << ", type: " << quoted(spec.types[core.type].name)
        << ", cluster: " << quoted(spec.clusters[core.cluster].name)
        << ", domain: " << quoted(spec.domains[core.domain].name)
        << (core.isForOs ? ", for-os: true" : "") << "}\n";
  writeCosts(out, spec.costs);
  return text;
}

} // namespace hocket::soc
