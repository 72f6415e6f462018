// SPDX-License-Identifier: Apache-2.0
//
// The chip that a program is made for: what --soc= names, held against the
// machine that the compiler compiles for.
#pragma once

#include "driver/TargetMachine.h"
#include "driver/command/Options.h"
#include "soc/SocSpec.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// Where no compiler is named: the one for the chip of --soc=, if programs for
/// that do not run here, as Debian calls it: "aarch64-linux-gnu-gcc". Throws
/// UserError if there is none, but under --stop-after. A spec that cannot be
/// read changes nothing.
void chooseCompiler(Options &options);

/// What the types of a program's cores list as `flags`: the text is the same
/// for all cores, and a task must come to the same bits on each.
struct ChipFlags {
  std::vector<std::string> common; ///< all of the types have them
  std::vector<std::string> others;
};
ChipFlags chipFlags(const soc::SocSpec &soc, unsigned cores);

/// Where C is compiled: puts the common flags of the chip of --soc= in front of
/// the user's, so that these win, for the sequential program, too. A spec that
/// cannot be read changes nothing.
void chooseFlags(Options &options);

/// The spec of --soc= with --cores=; types of cores that name no machine are of
/// the compiler's. Throws UserError for mistakes in the spec, and where its
/// cores are of another architecture than programs of this compiler; not so
/// under --stop-after, where nothing is compiled.
soc::SocSpec chipFor(const Options &options, const TargetMachine &target);

/// Is the chip that is meant (this machine, for none is named) of another
/// architecture than the programs?
bool lacksChip(const Options &options, const TargetMachine &target);

} // namespace hocket::driver
