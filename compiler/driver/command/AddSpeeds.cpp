// SPDX-License-Identifier: Apache-2.0
#include "driver/command/AddSpeeds.h"

#include "driver/system/Errors.h"
#include "driver/system/TempFiles.h"
#include "profile/Profile.h"
#include "trace/MeasuredSpeeds.h"

#include "llvm/Support/FileSystem.h"

namespace hocket::driver {

namespace {

/// The profile that is there, or one without runs.
std::string profileText(const std::string &file, const std::string &chip) {
  if (!llvm::sys::fs::exists(file))
    return profile::emptyProfile(chip);
  std::string text = readFile(file);
  llvm::Expected<profile::Profile> read = profile::readProfile(text);
  if (!read)
    throw UserError::located(
        {file + ": error: " + llvm::toString(read.takeError())});
  if (read->chip != chip)
    throw UserError::located({file + ": error: the profile is of '" +
                              read->chip + "', the plan of '" + chip + "'"});
  return text;
}

} // namespace

void addSpeeds(const std::string &profileFile, const std::string &planFile,
               const trace::Plan &plan, const trace::Trace &trace,
               const std::vector<trace::RegionComparison> &comparisons) {
  const profile::CoreSpeeds speeds =
      trace::measuredSpeeds(plan, trace, comparisons);
  if (speeds.empty())
    throw UserError::located(
        {planFile + ": error: the trace does not tell how fast each core was; "
                    "expected chunks of one loop on every core of the plan"});
  writeFile(profileFile,
            profile::withSpeeds(profileText(profileFile, plan.chip), speeds));
}

} // namespace hocket::driver
