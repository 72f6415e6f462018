// SPDX-License-Identifier: Apache-2.0
#include "soc/ParseAccelerator.h"

#include "soc/Names.h"
#include "soc/Ranges.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace hocket::soc {
namespace {

/// The name of a C function; empty if it is left out.
std::string functionName(Fields &fields, std::string_view key) {
  std::string name = fields.optionalText(key, "the name of a function in C");
  bool isName = name.empty() || !llvm::isDigit(name.front());
  for (char c : name)
    isName = isName && (llvm::isAlnum(c) || c == '_');
  if (!isName)
    fields.error(fields.placeOf(key),
                 "'" + std::string(key) + "' is '" + name +
                     "'; expected the name of a function in C");
  return name;
}

} // namespace

Accelerator parseAccelerator(const YamlValue &item, const SocSpec &spec,
                             std::vector<SpecError> &errors) {
  Fields fields(item, "an accelerator", errors);
  Accelerator unit;
  unit.name = newName(fields, spec.accelerators, "accelerator");
  unit.count = fields.countOr("count", {1, 4096, ""}, 1);
  unit.cluster = optionalReference(fields, "cluster", spec.clusters, "cluster");
  unit.runs = fields.texts("runs", "a list of what it can run, as in fft");
  if (auto mhz = fields.optionalNumber("mhz", megahertz))
    unit.frequencyHz = hertz(*mhz);
  unit.startNs = fields.numberOr("start-ns", nanoseconds, 0);
  if (auto rate = fields.optionalNumber("bytes-per-ns", bytesEachNs))
    unit.bytesPerNs = *rate;
  unit.powerMw = fields.numberOr("power-mw", milliwatts, 0);
  unit.idleMw = fields.numberOr("idle-mw", milliwatts, 0);
  unit.startCall = functionName(fields, "start-call");
  unit.waitCall = functionName(fields, "wait-call");
  if (unit.startCall.empty() != unit.waitCall.empty())
    fields.error(fields.place(), "an accelerator with one of 'start-call' and "
                                 "'wait-call'; expected both or neither");
  fields.reportUnknown();
  return unit;
}

} // namespace hocket::soc
