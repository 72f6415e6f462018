// SPDX-License-Identifier: Apache-2.0
#include "driver/UseProfile.h"

#include "codegen/profiling/ProfileText.h"
#include "profile/Clocks.h"
#include "support/Policy.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <optional>

namespace hocket::driver {

namespace {

/// Nothing for what is no profile, and why in `problem`.
std::optional<profile::Profile> readFile(const std::string &path,
                                         std::string &problem) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    problem = buffer.getError().message();
    return std::nullopt;
  }
  llvm::Expected<profile::Profile> read =
      profile::readProfile((*buffer)->getBuffer());
  if (read)
    return std::move(*read);
  problem = llvm::toString(read.takeError());
  return std::nullopt;
}

/// What one file says. Functions that have changed since are told of the first
/// one.
std::optional<profile::SourceMeasures> measuresOf(const ir::Program &program,
                                                  const std::string &path,
                                                  bool isFirst,
                                                  RemarkSink &remarks) {
  std::string problem;
  std::optional<profile::Profile> read = readFile(path, problem);
  if (!read) {
    remarks.add({RemarkId::ProfileUnreadable, {}, "", {path, problem}, {}});
    return std::nullopt;
  }
  profile::Attached attached = profile::attach(*read, program);
  if (attached.isForeign) {
    remarks.add({RemarkId::ProfileForeign, {}, "", {path}, {}});
    return std::nullopt;
  }
  for (ir::FunctionId id : attached.stale)
    if (isFirst)
      remarks.add({RemarkId::ProfileStale,
                   program[id].location,
                   program[id].name,
                   {program[id].name},
                   {}});
  return std::move(attached.measures);
}

/// Why the second profile does not tell what follows the clock; empty: it does.
std::string noOtherClock(const profile::SourceMeasures &first,
                         const profile::SourceMeasures &other) {
  if (other.chip != first.chip)
    return "it was made on another chip than the first one";
  if (first.khz <= 0 || other.khz <= 0)
    return std::string("the ") + (first.khz <= 0 ? "first one" : "profile") +
           " does not say at which clock its runs were";
  if (other.khz == first.khz)
    return "its runs were at the first one's clock";
  return "";
}

} // namespace

profile::SourceMeasures readMeasures(const ir::Program &program,
                                     Compilation &c) {
  profile::SourceMeasures measures;
  std::vector<profile::SourceMeasures> others;
  for (const std::string &path : c.options.profileUse) {
    const bool isFirst = &path == &c.options.profileUse.front();
    std::optional<profile::SourceMeasures> its =
        measuresOf(program, path, isFirst, c.remarks);
    if (isFirst && !its)
      return {};
    if (!its)
      continue;
    if (isFirst) {
      measures = std::move(*its);
      continue;
    }
    std::string why = noOtherClock(measures, *its);
    if (why.empty())
      others.push_back(std::move(*its));
    else
      c.remarks.add({RemarkId::ProfileClock, {}, "", {path, why}, {}});
  }
  if (!others.empty())
    profile::addWaiting(measures, others);
  return measures;
}

soc::SocSpec withMeasuredSpeeds(soc::SocSpec soc,
                                const std::vector<std::string> &profiles) {
  std::string problem; // readMeasures says so
  if (profiles.empty())
    return soc;
  std::optional<profile::Profile> read = readFile(profiles.front(), problem);
  if (!read || read->speeds.empty() || read->chip != chipName(soc))
    return soc;
  return soc::withSpeeds(std::move(soc), read->speeds,
                         policy.region.equalSpeeds);
}

std::string chipName(const soc::SocSpec &soc) {
  return soc.name == "host"
             ? soc.name + " (" + llvm::sys::getHostCPUName().str() + ")"
             : soc.name;
}

std::vector<codegen::EmittedUnit>
profiledUnits(const ir::Program &program, const analysis::Effects &effects,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const Compilation &c) {
  std::vector<codegen::EmittedUnit> units = codegen::emitProfiled(
      program, effects, verdicts, {c.options.profileFile, chipName(c.soc)});
  bool isAsBefore = std::equal(
      units.begin(), units.end(), program.units.begin(), program.units.end(),
      [](const codegen::EmittedUnit &after, const ir::Unit &before) {
        return after.text == before.text;
      });
  if (isAsBefore)
    units.clear();
  return units;
}

} // namespace hocket::driver
