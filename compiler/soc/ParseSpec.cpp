// SPDX-License-Identifier: Apache-2.0
//
// The SoC spec's schema: the file as a whole, and who belongs together in it.
// docs/soc-spec.md describes the same to people, soc-specs/schema.json to
// editors; change all three.
#include "soc/CpuList.h"
#include "soc/LoadSpec.h"
#include "soc/Names.h"
#include "soc/ParseAccelerator.h"
#include "soc/ParseCoreType.h"
#include "soc/ParseCosts.h"
#include "soc/ParseDomain.h"

#include <algorithm>
#include <map>
#include <set>

namespace hocket::soc {
namespace {

class SpecParser {
public:
  explicit SpecParser(std::vector<SpecError> &errors) : errors_(errors) {}

  SocSpec parse(const YamlValue &root) {
    Fields fields(root, "a SoC spec", errors_);
    spec_.name = fields.text("name", "what --soc= calls this chip");
    spec_.description = fields.textOr("description", "");
    spec_.compatible = fields.texts(
        "compatible",
        "a list of strings of device trees, as in \"raspberrypi,4-model-b\"");
    for (const YamlValue &item :
         fields.list("core-types", "a list of core types", true))
      spec_.types.push_back(parseCoreType(item, spec_.types, errors_));
    for (const YamlValue &item :
         fields.list("clusters", "a list of clusters", true))
      addCluster(item);
    for (const YamlValue &item :
         fields.list("voltage-domains", "a list of voltage domains", false))
      addVoltageDomain(item);
    for (const YamlValue &item :
         fields.list("frequency-domains", "a list of frequency domains", true))
      spec_.domains.push_back(parseDomain(item, spec_, errors_));
    for (const YamlValue &item : fields.list("cores", "a list of cores", true))
      addCores(item);
    for (const YamlValue &item :
         fields.list("accelerators", "a list of accelerators", false))
      spec_.accelerators.push_back(parseAccelerator(item, spec_, errors_));
    if (const YamlValue *costs = fields.map("costs"))
      spec_.costs = parseCosts(*costs, spec_.clusters, errors_);
    fields.reportUnknown();
    // The whole means little while parts are wrong.
    if (errors_.empty())
      checkWhole(fields);
    return std::move(spec_);
  }

private:
  void addCluster(const YamlValue &item) {
    Fields fields(item, "a cluster", errors_);
    Cluster cluster;
    cluster.name = newName(fields, spec_.clusters, "cluster");
    cluster.isCoherent = fields.flagOr("coherent", true);
    cluster.isExclusive = fields.flagOr("exclusive", false);
    fields.reportUnknown();
    spec_.clusters.push_back(std::move(cluster));
  }

  void addVoltageDomain(const YamlValue &item) {
    Fields fields(item, "a voltage domain", errors_);
    VoltageDomain domain;
    domain.name = newName(fields, spec_.voltageDomains, "voltage domain");
    fields.reportUnknown();
    spec_.voltageDomains.push_back(std::move(domain));
  }

  void addCores(const YamlValue &item) {
    Fields fields(item, "a group of cores", errors_);
    Core core;
    std::string ids =
        fields.text("ids", "the cores' numbers as the OS has them, as in 0-3");
    core.type = reference(fields, "type", spec_.types, "core type");
    core.cluster = reference(fields, "cluster", spec_.clusters, "cluster");
    core.domain =
        reference(fields, "domain", spec_.domains, "frequency domain");
    core.isForOs = fields.flagOr("for-os", false);
    fields.reportUnknown();
    auto numbers = parseCpuList(ids);
    if (!numbers) {
      if (!ids.empty())
        fields.error(fields.placeOf("ids"),
                     "'ids' is '" + ids +
                         "'; expected numbers below 4096 and ranges of them, "
                         "as in 0-3,6");
      return;
    }
    for (unsigned id : *numbers) {
      if (!isNewNumber(id, core.cluster)) {
        fields.error(fields.placeOf("ids"), "core " + std::to_string(id) +
                                                " is defined twice; expected "
                                                "each number once");
        return;
      }
      core.id = id;
      spec_.cores.push_back(core);
    }
  }

  /// Where one of some clusters runs at a time, the OS may number the cores of
  /// each alike.
  bool isNewNumber(unsigned id, uint32_t cluster) {
    auto isExclusive = [&](uint32_t of) {
      return of < spec_.clusters.size() && spec_.clusters[of].isExclusive;
    };
    std::set<uint32_t> &others = clustersOf_[id];
    bool isNew = others.empty() ||
                 (isExclusive(cluster) && !others.count(cluster) &&
                  std::all_of(others.begin(), others.end(), isExclusive));
    others.insert(cluster);
    return isNew;
  }

  void checkWhole(Fields &fields) {
    if (std::all_of(spec_.cores.begin(), spec_.cores.end(),
                    [](const Core &core) { return core.isForOs; }))
      fields.error(fields.placeOf("cores"),
                   "all cores are kept for the operating system; expected at "
                   "least one without 'for-os'");
    double fastest = 0;
    for (const CoreType &type : spec_.types)
      fastest = std::max(fastest, type.capacity);
    if (fastest < 1)
      fields.error(fields.placeOf("core-types"),
                   "no core type has the capacity 1; expected it of the "
                   "fastest, the others relative to it");
    if (std::count_if(spec_.clusters.begin(), spec_.clusters.end(),
                      [](const Cluster &c) { return c.isExclusive; }) == 1)
      fields.error(fields.placeOf("clusters"),
                   "one cluster alone is exclusive; expected two at least, of "
                   "which one runs at a time");
    checkSupplies(fields);
    checkCorePower(fields);
  }

  void checkSupplies(Fields &fields) {
    std::set<uint32_t> used;
    for (const FrequencyDomain &domain : spec_.domains)
      if (domain.voltage)
        used.insert(*domain.voltage);
    for (uint32_t i = 0; i < spec_.voltageDomains.size(); ++i)
      if (!used.count(i))
        fields.error(fields.placeOf("voltage-domains"),
                     "no frequency domain has the voltage domain '" +
                         spec_.voltageDomains[i].name +
                         "'; expected at least one");
  }

  /// Cores of two types at one clock do not draw the same.
  void checkCorePower(Fields &fields) {
    std::map<uint32_t, uint32_t> typeOf;
    std::set<uint32_t> mixed;
    for (const Core &core : spec_.cores)
      if (typeOf.try_emplace(core.domain, core.type).first->second != core.type)
        mixed.insert(core.domain);
    for (uint32_t domain : mixed)
      if (spec_.domains[domain].points.front().coreMw)
        fields.error(fields.placeOf("frequency-domains"),
                     "'" + spec_.domains[domain].name +
                         "' has 'core-mw' and cores of two types; expected "
                         "cores of one");
  }

  std::vector<SpecError> &errors_;
  SocSpec spec_;
  std::map<unsigned, std::set<uint32_t>> clustersOf_; ///< of the cores so far
};

} // namespace

std::optional<SocSpec> parseSpec(std::string_view text, const std::string &file,
                                 std::vector<SpecError> &errors) {
  std::vector<SpecError> found;
  std::optional<SocSpec> spec;
  if (auto root = parseYaml(text, file, found)) {
    if (!root->where.isValid())
      root->where = {file, 1, 1};
    spec = SpecParser(found).parse(*root);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const SpecError &a, const SpecError &b) {
                     return a.location < b.location;
                   });
  if (!found.empty())
    spec.reset();
  errors.insert(errors.end(), found.begin(), found.end());
  return spec;
}

} // namespace hocket::soc
