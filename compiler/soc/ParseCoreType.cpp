// SPDX-License-Identifier: Apache-2.0
#include "soc/ParseCoreType.h"

#include "soc/Names.h"
#include "soc/Ranges.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cmath>

namespace hocket::soc {
namespace {

CoreModel modelOf(const YamlValue &item, std::vector<SpecError> &errors) {
  Fields fields(item, "an identification register", errors);
  CoreModel model;
  model.implementer = fields.bits("implementer", 8, "who designed the core");
  model.part = fields.bits("part", 12, "which core it is");
  fields.reportUnknown();
  return model;
}

void addCache(const YamlValue &item, CoreType &type,
              std::vector<SpecError> &errors) {
  Fields fields(item, "a cache", errors);
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

void addIdleState(const YamlValue &item, CoreType &type,
                  std::vector<SpecError> &errors) {
  Fields fields(item, "an idle state", errors);
  IdleState state;
  state.name = newName(fields, type.idleStates, "idle state");
  state.entryUs = fields.numberOr("entry-us", microseconds, 0);
  state.exitUs = fields.numberOr("exit-us", microseconds, 0);
  state.breakEvenUs = fields.numberOr("break-even-us", microseconds,
                                      state.entryUs + state.exitUs);
  state.powerMw = fields.numberOr("power-mw", milliwatts, 0);
  state.entryUj = fields.numberOr("entry-uj", microjoules, 0);
  state.exitUj = fields.numberOr("exit-uj", microjoules, 0);
  std::string scope = fields.textOr("scope", "core");
  state.isOfCluster = scope == "cluster";
  if (scope != "core" && scope != "cluster")
    fields.error(fields.placeOf("scope"),
                 "'scope' is '" + scope + "'; expected core or cluster");
  fields.reportUnknown();
  if (!state.isOfCluster && !type.idleStates.empty() &&
      type.idleStates.back().isOfCluster)
    fields.error(fields.place(),
                 "an idle state of a core after one of its cluster; expected "
                 "the lightest first");
  type.idleStates.push_back(std::move(state));
}

/// Code that is called otherwise fits neither the runtime library nor others.
bool changesCalls(llvm::StringRef flag) {
  constexpr llvm::StringLiteral words[] = {
      "-m16",           "-m32",
      "-m64",           "-mx32",
      "-msoft-float",   "-mhard-float",
      "-mbig-endian",   "-mlittle-endian",
      "-mms-bitfields", "-malign-double",
      "-mrtd",          "-mgeneral-regs-only"};
  constexpr llvm::StringLiteral starts[] = {
      "-mabi=", "-mfloat-abi=", "-mlong-double-",
      "-mregparm=", "-mstructure-size-boundary="};
  return llvm::is_contained(words, flag) ||
         llvm::any_of(starts, [&](llvm::StringRef start) {
           return flag.starts_with(start);
         });
}

std::vector<std::string> flagsOf(Fields &fields,
                                 std::vector<SpecError> &errors) {
  std::vector<std::string> flags =
      fields.texts("flags", "a list of options of the compiler");
  if (flags.empty())
    return flags;
  size_t at = 0;
  for (const YamlValue &item :
       fields.list("flags", "a list of options of the compiler", false)) {
    const std::string &flag = flags[at++];
    const bool isOther = !llvm::StringRef(flag).starts_with("-m");
    if (!flag.empty() && (isOther || changesCalls(flag)))
      errors.push_back(
          {item.where,
           "'flags' has '" + flag +
               (isOther ? "', which does not choose instructions"
                        : "', which changes how functions are called") +
               "; expected options as -mcpu=cortex-a7"});
  }
  return flags;
}

} // namespace

CoreType parseCoreType(const YamlValue &item,
                       const std::vector<CoreType> &others,
                       std::vector<SpecError> &errors) {
  Fields fields(item, "a core type", errors);
  CoreType type;
  type.name = newName(fields, others, "core type");
  type.cpu = fields.text("cpu", "the core as LLVM names it, or native");
  type.triple = fields.textOr("triple", "");
  type.capacity = fields.numberOr("capacity", {1e-3, 1, "of the fastest"}, 1);
  for (const YamlValue &cache :
       fields.list("caches", "a list of caches", false))
    addCache(cache, type, errors);
  for (const YamlValue &state :
       fields.list("idle-states", "a list of idle states", false))
    addIdleState(state, type, errors);
  type.capacitancePf = fields.numberOr("capacitance-pf", {0, 1e6, "pF"}, 0);
  type.staticMw = fields.numberOr("static-mw", milliwatts, 0);
  if (const YamlValue *model = fields.map("midr"))
    type.model = modelOf(*model, errors);
  type.compiler = fields.optionalText(
      "compiler", "a compiler's name, as in sh4-linux-gnu-gcc");
  type.flags = flagsOf(fields, errors);
  fields.reportUnknown();
  return type;
}

} // namespace hocket::soc
