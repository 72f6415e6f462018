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

/// ", key: number", if it is not the default.
std::string also(const char *key, double number) {
  return number == 0 ? "" : std::string(", ") + key + ": " + exact(number);
}

std::string also(const char *key, std::optional<double> number) {
  return number ? std::string(", ") + key + ": " + exact(*number) : "";
}

/// "[a, b]"
std::string listed(const std::vector<std::string> &texts) {
  std::string list;
  for (const std::string &text : texts)
    list += (list.empty() ? "" : ", ") + quoted(text);
  return "[" + list + "]";
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
        << ", power-mw: " << exact(state.powerMw)
        << also("entry-uj", state.entryUj) << also("exit-uj", state.exitUj)
        << (state.isOfCluster ? ", scope: cluster" : "") << "}\n";
  if (type.capacitancePf != 0)
    out << "    capacitance-pf: " << exact(type.capacitancePf) << "\n";
  if (type.staticMw != 0)
    out << "    static-mw: " << exact(type.staticMw) << "\n";
  if (type.model)
    out << "    midr: {implementer: " << hex(type.model->implementer)
        << ", part: " << hex(type.model->part) << "}\n";
  if (!type.compiler.empty())
    out << "    compiler: " << quoted(type.compiler) << "\n";
  if (!type.flags.empty())
    out << "    flags: " << listed(type.flags) << "\n";
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
  if (power.backend == PowerControl::Backend::Auto && power.registers.empty() &&
      power.transitionUs.empty())
    return;
  out << "    power:\n      backend: " << toString(power.backend) << "\n";
  if (!power.uio.empty())
    out << "      uio: " << quoted(power.uio) << "\n";
  if (!power.registers.empty())
    out << "      registers:\n";
  for (const PowerRegister &bits : power.registers)
    writeRegister(out, bits);
  if (!power.transitionUs.empty())
    out << "      transition-us:\n";
  for (const auto &[backend, us] : power.transitionUs)
    out << "        " << toString(backend) << ": " << exact(us) << "\n";
}

void writeDomain(llvm::raw_ostream &out, const FrequencyDomain &domain,
                 const SocSpec &spec) {
  out << "  - name: " << quoted(domain.name) << "\n";
  if (domain.voltage)
    out << "    voltage-domain: "
        << quoted(spec.voltageDomains[*domain.voltage].name) << "\n";
  // Left out, it is that of the back end.
  auto known = domain.power.transitionUs.find(domain.power.first());
  if (domain.transitionUs !=
      (known == domain.power.transitionUs.end() ? 0 : known->second))
    out << "    transition-us: " << exact(domain.transitionUs) << "\n";
  if (domain.transitionUj != 0)
    out << "    transition-uj: " << exact(domain.transitionUj) << "\n";
  out << "    points:\n";
  for (const OperatingPoint &point : domain.points)
    out << "      - {mhz: " << exact(double(point.frequencyHz) / 1e6)
        << also("volts", point.voltage) << also("core-mw", point.coreMw)
        << also("cluster-mw", point.clusterMw) << "}\n";
  writePower(out, domain.power);
}

void writeClusters(llvm::raw_ostream &out, const SocSpec &spec) {
  out << "clusters:\n";
  for (const Cluster &cluster : spec.clusters)
    out << "  - {name: " << quoted(cluster.name)
        << (cluster.isCoherent ? "" : ", coherent: false")
        << (cluster.isExclusive ? ", exclusive: true" : "") << "}\n";
  if (!spec.voltageDomains.empty())
    out << "voltage-domains:\n";
  for (const VoltageDomain &domain : spec.voltageDomains)
    out << "  - {name: " << quoted(domain.name) << "}\n";
}

void writeAccelerator(llvm::raw_ostream &out, const Accelerator &unit,
                      const SocSpec &spec) {
  out << "  - name: " << quoted(unit.name) << "\n"
      << "    count: " << unit.count << "\n";
  if (unit.cluster)
    out << "    cluster: " << quoted(spec.clusters[*unit.cluster].name) << "\n";
  if (!unit.runs.empty())
    out << "    runs: " << listed(unit.runs) << "\n";
  const std::pair<const char *, double> figures[] = {
      {"mhz", double(unit.frequencyHz) / 1e6},
      {"start-ns", unit.startNs},
      {"bytes-per-ns", unit.bytesPerNs},
      {"power-mw", unit.powerMw},
      {"idle-mw", unit.idleMw}};
  for (const auto &[key, figure] : figures)
    if (figure != 0)
      out << "    " << key << ": " << exact(figure) << "\n";
  if (!unit.startCall.empty())
    out << "    start-call: " << unit.startCall << "\n"
        << "    wait-call: " << unit.waitCall << "\n";
}

void writeCosts(llvm::raw_ostream &out, const SocSpec &spec) {
  const Costs &costs = spec.costs;
  out << "costs:\n"
      << "  sync-ns: " << exact(costs.syncNs) << "\n"
      << "  sync-across-ns: " << exact(costs.syncAcrossNs) << "\n"
      << "  region-entry-ns: " << exact(costs.regionEntryNs) << "\n"
      << "  bytes-per-ns: " << exact(costs.bytesPerNs) << "\n"
      << "  bytes-per-ns-across: " << exact(costs.bytesPerNsAcross) << "\n";
  const Costs usual;
  if (costs.cacheCallNs != usual.cacheCallNs)
    out << "  cache-call-ns: " << exact(costs.cacheCallNs) << "\n";
  if (costs.cacheLineNs != usual.cacheLineNs)
    out << "  cache-line-ns: " << exact(costs.cacheLineNs) << "\n";
  if (costs.migrationUs != 0)
    out << "  migration-us: " << exact(costs.migrationUs) << "\n";
  if (costs.clusterSwitchUs != 0)
    out << "  cluster-switch-us: " << exact(costs.clusterSwitchUs) << "\n";
  if (costs.dma)
    out << "  dma: {start-ns: " << exact(costs.dma->startNs)
        << ", bytes-per-ns: " << exact(costs.dma->bytesPerNs)
        << ", channels: " << costs.dma->channels << "}\n";
  if (!costs.links.empty())
    out << "  links:\n";
  for (const Link &link : costs.links)
    out << "    - {from: " << quoted(spec.clusters[link.from].name)
        << ", to: " << quoted(spec.clusters[link.to].name)
        << ", sync-ns: " << exact(link.syncNs)
        << ", bytes-per-ns: " << exact(link.bytesPerNs) << "}\n";
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
  writeClusters(out, spec);
  out << "frequency-domains:\n";
  for (const FrequencyDomain &domain : spec.domains)
    writeDomain(out, domain, spec);
  out << "cores:\n";
  for (const Core &core : spec.cores)
    out << "  - {ids: " << core.id
        << ", type: " << quoted(spec.types[core.type].name)
        << ", cluster: " << quoted(spec.clusters[core.cluster].name)
        << ", domain: " << quoted(spec.domains[core.domain].name)
        << (core.isForOs ? ", for-os: true" : "") << "}\n";
  if (!spec.accelerators.empty())
    out << "accelerators:\n";
  for (const Accelerator &unit : spec.accelerators)
    writeAccelerator(out, unit, spec);
  writeCosts(out, spec);
  return text;
}

} // namespace hocket::soc
