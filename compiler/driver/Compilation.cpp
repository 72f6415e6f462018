// SPDX-License-Identifier: Apache-2.0
//
// Check points and the SoC spec.
#include "driver/Compilation.h"

#include "driver/system/Errors.h"
#include "driver/system/Installation.h"
#include "soc/LoadSpec.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace hocket::driver {

Compilation::Compilation(const Options &options, soc::SocSpec soc)
    : options(options), soc(std::move(soc)), start_(Clock::now()) {}

bool Compilation::stopAfter(
    Phase phase, llvm::function_ref<void(llvm::raw_ostream &)> print) {
  Clock::time_point now = Clock::now();
  laps_.push_back(
      {phase, std::chrono::duration<double, std::milli>(now - start_).count()});
  if (phase != Phase::Report)
    current_ = static_cast<Phase>(static_cast<unsigned>(phase) + 1);
  if (llvm::is_contained(options.printAfter, phase))
    print(llvm::outs());
  start_ = Clock::now(); // printing does not count
  return options.stopAfter == phase;
}

bool Compilation::isShown(Phase phase) const {
  return options.stopAfter == phase ||
         llvm::is_contained(options.printAfter, phase);
}

void Compilation::printTimes(llvm::raw_ostream &out) const {
  for (const Lap &lap : laps_)
    out << llvm::formatv("{0,-12} {1,10:f3} ms\n", name(lap.phase),
                         lap.milliseconds);
}

soc::SocSpec loadSoc(const std::string &nameOrFile) {
  std::vector<soc::SpecError> errors;
  std::optional<soc::SocSpec> spec =
      soc::loadSpec(nameOrFile, specDirectories(), errors);
  if (spec)
    return *spec;
  std::vector<std::string> messages;
  for (const soc::SpecError &error : errors) {
    const SourceLocation &at = error.location;
    messages.push_back(
        at.isValid()
            ? at.file + ":" + std::to_string(at.line) + ":" +
                  std::to_string(at.column) + ": error: " + error.message
            : "hocketcc: error: " + at.file + ": " + error.message);
  }
  throw UserError::located(std::move(messages));
}

} // namespace hocket::driver
