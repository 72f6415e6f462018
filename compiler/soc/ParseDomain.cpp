// SPDX-License-Identifier: Apache-2.0
#include "soc/ParseDomain.h"

#include "soc/Names.h"
#include "soc/ParsePower.h"
#include "soc/Ranges.h"

namespace hocket::soc {

namespace {

/// A number that all points of a domain have, or none.
struct Figure {
  std::string_view key;
  Range range;
  std::optional<double> OperatingPoint::*place;
};

constexpr Figure figures[] = {
    {"volts", {0.1, 5, "V"}, &OperatingPoint::voltage},
    {"core-mw", milliwatts, &OperatingPoint::coreMw},
    {"cluster-mw", milliwatts, &OperatingPoint::clusterMw}};

/// Voltages may fall as the frequency rises: the Exynos 5422 has such a point.
void addPoint(const YamlValue &item, FrequencyDomain &domain,
              std::vector<SpecError> &errors) {
  Fields fields(item, "an operating point", errors);
  OperatingPoint point;
  size_t before = errors.size();
  point.frequencyHz =
      hertz(fields.number("mhz", megahertz, "the frequency of the clock"));
  for (const Figure &figure : figures) {
    std::optional<double> &value = point.*figure.place;
    value = fields.optionalNumber(figure.key, figure.range);
    if (!value && fields.has(figure.key))
      value = 0; // wrong, and said so; not missing
  }
  if (!domain.points.empty() && errors.size() == before) {
    const OperatingPoint &last = domain.points.back();
    if (point.frequencyHz <= last.frequencyHz)
      fields.error(fields.placeOf("mhz"),
                   "expected the operating points in ascending order of "
                   "'mhz', each frequency once");
    for (const Figure &figure : figures)
      if ((point.*figure.place).has_value() != (last.*figure.place).has_value())
        fields.error(fields.place(), "expected '" + std::string(figure.key) +
                                         "' in all operating points of a "
                                         "frequency domain or in none");
  }
  fields.reportUnknown();
  domain.points.push_back(point);
}

/// A supply's voltage is known if all its clocks say what they need.
void checkSupply(Fields &fields, const FrequencyDomain &domain,
                 const SocSpec &spec) {
  for (const FrequencyDomain &other : spec.domains)
    if (domain.voltage && other.voltage == domain.voltage &&
        !domain.points.empty() && !other.points.empty() &&
        other.points.front().voltage.has_value() !=
            domain.points.front().voltage.has_value()) {
      fields.error(fields.placeOf("voltage-domain"),
                   "'" + domain.name + "' shares a supply with '" + other.name +
                       "'; expected 'volts' in the points of both or of "
                       "neither");
      return;
    }
}

} // namespace

FrequencyDomain parseDomain(const YamlValue &item, const SocSpec &spec,
                            std::vector<SpecError> &errors) {
  Fields fields(item, "a frequency domain", errors);
  FrequencyDomain domain;
  size_t before = errors.size();
  domain.name = newName(fields, spec.domains, "frequency domain");
  domain.voltage = optionalReference(fields, "voltage-domain",
                                     spec.voltageDomains, "voltage domain");
  std::optional<double> transition =
      fields.optionalNumber("transition-us", microseconds);
  domain.transitionUj = fields.numberOr("transition-uj", microjoules, 0);
  for (const YamlValue &point :
       fields.list("points", "a list of operating points", true))
    addPoint(point, domain, errors);
  if (const YamlValue *power = fields.map("power"))
    domain.power = parsePower(*power, domain.points.size(), errors);
  auto known = domain.power.transitionUs.find(domain.power.first());
  domain.transitionUs = transition.value_or(
      known == domain.power.transitionUs.end() ? 0 : known->second);
  fields.reportUnknown();
  if (errors.size() == before)
    checkSupply(fields, domain, spec);
  return domain;
}

} // namespace hocket::soc
