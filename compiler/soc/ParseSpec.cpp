// SPDX-License-Identifier: Apache-2.0
//
// The SoC spec's schema, one function for each kind of map in it.
// docs/soc-spec.md describes the same to people; change both.
#include "soc/CpuList.h"
#include "soc/Fields.h"
#include "soc/LoadSpec.h"
#include "soc/ParsePower.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace hocket::soc {
namespace {

constexpr Range microseconds{0, 1e7, "us"};
constexpr Range nanoseconds{0, 1e9, "ns"};
constexpr Range milliwatts{0, 1e6, "mW"};

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
      addCoreType(item);
    for (const YamlValue &item :
         fields.list("clusters", "a list of clusters", true))
      addCluster(item);
    for (const YamlValue &item :
         fields.list("frequency-domains", "a list of frequency domains", true))
      addDomain(item);
    for (const YamlValue &item : fields.list("cores", "a list of cores", true))
      addCores(item);
    if (const YamlValue *costs = fields.map("costs"))
      readCosts(*costs);
    fields.reportUnknown();
    checkWhole(fields);
    return std::move(spec_);
  }

private:
  void addCoreType(const YamlValue &item) {
    Fields fields(item, "a core type", errors_);
    CoreType type;
    type.name = newName(fields, spec_.types, "core type");
    type.cpu = fields.text("cpu", "the core as LLVM names it, or native");
    type.triple = fields.textOr("triple", "");
    type.capacity = fields.numberOr("capacity", {1e-3, 1, "of the fastest"}, 1);
    for (const YamlValue &cache :
         fields.list("caches", "a list of caches", false))
      addCache(cache, type);
    for (const YamlValue &state :
         fields.list("idle-states", "a list of idle states", false))
      addIdleState(state, type);
    type.capacitancePf = fields.numberOr("capacitance-pf", {0, 1e6, "pF"}, 0);
    type.staticMw = fields.numberOr("static-mw", milliwatts, 0);
    if (const YamlValue *model = fields.map("midr"))
      type.model = modelOf(*model);
    fields.reportUnknown();
    spec_.types.push_back(std::move(type));
  }

  CoreModel modelOf(const YamlValue &item) {
    Fields fields(item, "an identification register", errors_);
    CoreModel model;
    model.implementer = fields.bits("implementer", 8, "who designed the core");
    model.part = fields.bits("part", 12, "which core it is");
    fields.reportUnknown();
    return model;
  }

  void addCache(const YamlValue &item, CoreType &type) {
    Fields fields(item, "a cache", errors_);
    Cache cache;
    cache.level = fields.countOr("level", {1, 4, ""}, 1);
    double size =
        fields.number("size-kib", {1, 1e7, "KiB"}, "how much the cache holds");
    cache.sizeBytes = uint64_t(std::llround(size * 1024));
    cache.lineBytes = fields.countOr("line-bytes", {4, 4096, "bytes"}, 64);
    cache.isShared = fields.flagOr("shared", false);
    if ((cache.lineBytes & (cache.lineBytes - 1)) != 0)
      fields.error(fields.placeOf("line-bytes"),
                   "'line-bytes' is '" + std::to_string(cache.lineBytes) +
                       "'; expected a power of two");
    if (!type.caches.empty() && cache.level <= type.caches.back().level)
      fields.error(fields.placeOf("level"),
                   "expected the caches in ascending order of 'level', each "
                   "level once");
    fields.reportUnknown();
    type.caches.push_back(cache);
  }

  void addIdleState(const YamlValue &item, CoreType &type) {
    Fields fields(item, "an idle state", errors_);
    IdleState state;
    state.name = newName(fields, type.idleStates, "idle state");
    state.entryUs = fields.numberOr("entry-us", microseconds, 0);
    state.exitUs = fields.numberOr("exit-us", microseconds, 0);
    state.breakEvenUs = fields.numberOr("break-even-us", microseconds,
                                        state.entryUs + state.exitUs);
    state.powerMw = fields.numberOr("power-mw", milliwatts, 0);
    fields.reportUnknown();
    type.idleStates.push_back(std::move(state));
  }

  void addCluster(const YamlValue &item) {
    Fields fields(item, "a cluster", errors_);
    Cluster cluster{newName(fields, spec_.clusters, "cluster")};
    fields.reportUnknown();
    spec_.clusters.push_back(std::move(cluster));
  }

  void addDomain(const YamlValue &item) {
    Fields fields(item, "a frequency domain", errors_);
    FrequencyDomain domain;
    domain.name = newName(fields, spec_.domains, "frequency domain");
    domain.transitionUs = fields.numberOr("transition-us", microseconds, 0);
    domain.transitionUj = fields.numberOr("transition-uj", {0, 1e9, "uJ"}, 0);
    for (const YamlValue &point :
         fields.list("points", "a list of operating points", true))
      addPoint(point, domain);
    if (const YamlValue *power = fields.map("power"))
      domain.power = parsePower(*power, domain.points.size(), errors_);
    fields.reportUnknown();
    spec_.domains.push_back(std::move(domain));
  }

  /// Voltages may fall as the frequency rises: the Exynos 5422 has such a
  /// point.
  void addPoint(const YamlValue &item, FrequencyDomain &domain) {
    Fields fields(item, "an operating point", errors_);
    OperatingPoint point;
    size_t before = errors_.size();
    double mhz =
        fields.number("mhz", {0.001, 1e5, "MHz"}, "the frequency of the clock");
    point.frequencyHz = uint64_t(std::llround(mhz * 1e6));
    point.voltage = fields.optionalNumber("volts", {0.1, 5, "V"});
    if (!point.voltage && fields.has("volts"))
      point.voltage = 0; // wrong, and said so; not missing
    if (!domain.points.empty() && errors_.size() == before) {
      const OperatingPoint &last = domain.points.back();
      if (point.frequencyHz <= last.frequencyHz)
        fields.error(fields.placeOf("mhz"),
                     "expected the operating points in ascending order of "
                     "'mhz', each frequency once");
      if (point.voltage.has_value() != last.voltage.has_value())
        fields.error(fields.place(), "expected 'volts' in all operating points "
                                     "of a frequency domain or in none");
    }
    fields.reportUnknown();
    domain.points.push_back(point);
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
      if (!ids_.insert(id).second)
        fields.error(fields.placeOf("ids"), "core " + std::to_string(id) +
                                                " is defined twice; expected "
                                                "each number once");
      core.id = id;
      spec_.cores.push_back(core);
    }
  }

  void readCosts(const YamlValue &item) {
    Fields fields(item, "the costs", errors_);
    Costs &costs = spec_.costs;
    constexpr Range rate{1e-6, 1e6, "bytes per ns"};
    costs.syncNs = fields.numberOr("sync-ns", nanoseconds, costs.syncNs);
    costs.syncAcrossNs =
        fields.numberOr("sync-across-ns", nanoseconds,
                        std::max(costs.syncAcrossNs, costs.syncNs));
    costs.regionEntryNs =
        fields.numberOr("region-entry-ns", nanoseconds, costs.regionEntryNs);
    costs.bytesPerNs = fields.numberOr("bytes-per-ns", rate, costs.bytesPerNs);
    costs.bytesPerNsAcross =
        fields.numberOr("bytes-per-ns-across", rate,
                        std::min(costs.bytesPerNsAcross, costs.bytesPerNs));
    fields.reportUnknown();
  }

  void checkWhole(Fields &fields) {
    if (!errors_.empty())
      return; // the whole means little while parts are wrong
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
  }

  /// The 'name' of a new member of `others`.
  template <typename Named>
  std::string newName(Fields &fields, const std::vector<Named> &others,
                      const std::string &kind) {
    std::string name = fields.text("name", "what this " + kind + " is called");
    for (const Named &other : others)
      if (!name.empty() && other.name == name)
        fields.error(fields.placeOf("name"),
                     "the " + kind + " '" + name +
                         "' is defined twice; expected a new name");
    return name;
  }

  /// The position of the thing that `key` names; the only one if it is left
  /// out.
  template <typename Named>
  uint32_t reference(Fields &fields, std::string_view key,
                     const std::vector<Named> &things,
                     const std::string &kind) {
    std::string name =
        things.size() <= 1
            ? fields.textOr(key, things.empty() ? "" : things.front().name)
            : fields.text(key, "the name of a " + kind + " defined above");
    std::vector<std::string> names;
    for (uint32_t i = 0; i < things.size(); ++i) {
      if (things[i].name == name)
        return i;
      names.push_back(things[i].name);
    }
    if (!name.empty() && !things.empty())
      fields.error(fields.placeOf(key), "there is no " + kind + " '" + name +
                                            "'; expected one of " +
                                            joined(names));
    return 0;
  }

  std::vector<SpecError> &errors_;
  SocSpec spec_;
  std::set<unsigned> ids_; ///< of the cores so far
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
