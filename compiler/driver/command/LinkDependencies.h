// SPDX-License-Identifier: Apache-2.0
//
// The linker's --dependency-file=FILE: what a link was made of, for build
// systems (CMake asks for it). Ours is made of files that are gone afterwards,
// so that the user's own link has to write it.
#pragma once

#include <string>
#include <vector>

namespace hocket::driver {

/// Takes the option out of a link command, given by -Wl, or -Xlinker.
/// \returns whether it was there.
bool takeLinkDependencies(std::vector<std::string> &words);

} // namespace hocket::driver
