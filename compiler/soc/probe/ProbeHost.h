// SPDX-License-Identifier: Apache-2.0
//
// The probe with its inputs given, for tests with a tree of their own.
#pragma once

#include "soc/SocSpec.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::soc {

/// What /sys and /proc of some machine look like.
struct HostFiles {
  std::string sysRoot;
  std::string procRoot;
  /// Cores that this process may run on; empty: all.
  std::optional<std::vector<unsigned>> allowed;
};

SocSpec probe(const HostFiles &files);

} // namespace hocket::soc
