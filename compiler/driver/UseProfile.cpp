// SPDX-License-Identifier: Apache-2.0
#include "driver/UseProfile.h"

#include "codegen/profiling/ProfileText.h"
#include "support/Policy.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>

namespace hocket::driver {

namespace {

void warnUnreadable(Compilation &c, const std::string &why) {
  c.remarks.add(
      {RemarkId::ProfileUnreadable, {}, "", {c.options.profileUse, why}, {}});
}

} // namespace

profile::SourceMeasures readMeasures(const ir::Program &program,
                                     Compilation &c) {
  const std::string &path = c.options.profileUse;
  if (path.empty())
    return {};
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    warnUnreadable(c, buffer.getError().message());
    return {};
  }
  llvm::Expected<profile::Profile> read =
      profile::readProfile((*buffer)->getBuffer());
  if (!read) {
    warnUnreadable(c, llvm::toString(read.takeError()));
    return {};
  }
  profile::Attached attached = profile::attach(*read, program);
  if (attached.isForeign) {
    c.remarks.add({RemarkId::ProfileForeign, {}, "", {path}, {}});
    return {};
  }
  for (ir::FunctionId id : attached.stale) {
    const ir::Function &function = program[id];
    c.remarks.add({RemarkId::ProfileStale,
                   function.location,
                   function.name,
                   {function.name},
                   {}});
  }
  return std::move(attached.measures);
}

soc::SocSpec withMeasuredSpeeds(soc::SocSpec soc, const std::string &profile) {
  if (profile.empty())
    return soc;
  auto buffer = llvm::MemoryBuffer::getFile(profile, /*IsText=*/true);
  if (!buffer)
    return soc; // readMeasures says so
  llvm::Expected<profile::Profile> read =
      profile::readProfile((*buffer)->getBuffer());
  if (!read) {
    llvm::consumeError(read.takeError());
    return soc;
  }
  if (read->speeds.empty() || read->chip != chipName(soc))
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
