// SPDX-License-Identifier: Apache-2.0
//
// Registers are checked here as far as can be without the chip: a value outside
// its mask or a missing one would set a clock that nobody meant.
#include "soc/ParsePower.h"

#include "soc/Fields.h"
#include "soc/Ranges.h"

namespace hocket::soc {
namespace {

using Backend = PowerControl::Backend;
constexpr Backend backends[] = {Backend::Auto,   Backend::Cpufreq,
                                Backend::Limits, Backend::Mmio,
                                Backend::Sim,    Backend::None};

/// Larger ones no UIO device maps; and offsets stay far from overflow.
constexpr uint32_t largestOffset = 1u << 24;

std::vector<std::string> namesOfBackends() {
  std::vector<std::string> names;
  for (Backend backend : backends)
    names.push_back(toString(backend));
  return names;
}

Backend readBackend(Fields &fields) {
  std::string name = fields.textOr("backend", toString(Backend::Auto));
  for (Backend backend : backends)
    if (name == toString(backend))
      return backend;
  fields.error(fields.placeOf("backend"), "there is no back end '" + name +
                                              "'; expected one of " +
                                              joined(namesOfBackends()));
  return Backend::Auto;
}

/// `auto` is none, and `none` changes nothing.
std::map<Backend, double> readTransitions(const YamlValue &item,
                                          std::vector<SpecError> &errors) {
  Fields fields(item, "the transitions", errors);
  std::map<Backend, double> result;
  for (Backend backend : backends)
    if (backend != Backend::Auto && backend != Backend::None)
      if (auto us = fields.optionalNumber(toString(backend), microseconds))
        result[backend] = *us;
  fields.reportUnknown();
  return result;
}

void checkValues(Fields &fields, const PowerRegister &bits, size_t points) {
  if (bits.values.size() != points)
    fields.error(fields.placeOf("values"),
                 "'values' has " + std::to_string(bits.values.size()) +
                     " numbers; expected one for each of the " +
                     std::to_string(points) + " operating points");
  for (uint32_t value : bits.values)
    if ((value & ~bits.mask) != 0) {
      fields.error(fields.placeOf("values"),
                   "the value " + std::to_string(value) +
                       " has bits outside 'mask'; expected the bits in place");
      break;
    }
}

PowerRegister readRegister(const YamlValue &item, size_t points,
                           std::vector<SpecError> &errors) {
  Fields fields(item, "a register", errors);
  PowerRegister bits;
  size_t before = errors.size();
  std::string sets = fields.text("sets", "clock or voltage");
  bits.isVoltage = sets == "voltage";
  bits.offset = fields.wordOr("offset", 0);
  bits.mask = fields.wordOr("mask", bits.mask);
  bits.values = fields.words("values", "a list of the register's values");
  bits.settleUs = fields.numberOr("settle-us", {0, 1e5, "us"}, 0);
  fields.reportUnknown();
  if (errors.size() != before)
    return bits;
  if (sets != "clock" && sets != "voltage")
    fields.error(fields.placeOf("sets"),
                 "'sets' is '" + sets + "'; expected clock or voltage");
  if (bits.offset % 4 != 0 || bits.offset > largestOffset)
    fields.error(fields.placeOf("offset"),
                 "'offset' is no place of a 32-bit register; expected a "
                 "multiple of 4 up to 0x1000000");
  if (bits.mask == 0)
    fields.error(fields.placeOf("mask"),
                 "'mask' is 0; expected the bits that are set");
  else
    checkValues(fields, bits, points);
  return bits;
}

void checkWhole(Fields &fields, const PowerControl &power) {
  bool needsRegisters = power.backend == Backend::Mmio;
  bool hasClock = false;
  for (const PowerRegister &bits : power.registers)
    hasClock = hasClock || !bits.isVoltage;
  if ((needsRegisters || !power.registers.empty()) && !hasClock)
    fields.error(fields.placeOf("registers"),
                 "no register sets the clock; expected at least one");
  if ((needsRegisters || !power.registers.empty()) && power.uio.empty())
    fields.error(fields.place(),
                 "the power control needs 'uio': the device that maps the "
                 "registers, as in uio0, or its name");
}

} // namespace

PowerControl::Backend PowerControl::first() const {
  if (backend != Backend::Auto)
    return backend;
  return registers.empty() ? Backend::Cpufreq : Backend::Mmio;
}

const char *toString(PowerControl::Backend backend) {
  switch (backend) {
  case Backend::Auto:
    return "auto";
  case Backend::Cpufreq:
    return "cpufreq";
  case Backend::Limits:
    return "limits";
  case Backend::Mmio:
    return "mmio";
  case Backend::Sim:
    return "sim";
  case Backend::None:
    return "none";
  }
  return "";
}

PowerControl parsePower(const YamlValue &item, size_t points,
                        std::vector<SpecError> &errors) {
  Fields fields(item, "the power control", errors);
  PowerControl power;
  size_t before = errors.size();
  power.backend = readBackend(fields);
  power.uio = fields.textOr("uio", "");
  for (const YamlValue &bits :
       fields.list("registers", "a list of registers", false))
    power.registers.push_back(readRegister(bits, points, errors));
  if (const YamlValue *transitions = fields.map("transition-us"))
    power.transitionUs = readTransitions(*transitions, errors);
  fields.reportUnknown();
  if (errors.size() == before)
    checkWhole(fields, power);
  return power;
}

} // namespace hocket::soc
