// SPDX-License-Identifier: Apache-2.0
//
// Where our own files are: beside the running program, in the build tree and
// installed alike (PREFIX/bin, PREFIX/lib, PREFIX/share/hocket/soc-specs).
#pragma once

#include <string>
#include <vector>

namespace hocket::driver {

/// The directory with libhocket.a: for programs of this machine, or of another
/// one by its name (TargetMachine::runtimeFolder).
std::string runtimeDirectory(const std::string &machine = "");

/// The directory with libhocket's own sources and headers.
std::string runtimeSources();

/// Where SoC specs are looked up by name.
std::vector<std::string> specDirectories();

} // namespace hocket::driver
