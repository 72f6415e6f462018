// SPDX-License-Identifier: Apache-2.0
//
// Pairs of memory areas that have to be apart for a nest to be reordered, which
// the entry tests: what two pointers lead to, of which nobody knows whether it
// is the same.
#pragma once

#include "symbolic/Accesses.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hocket::transformation {

/// All accesses of a nest to what one base leads to.
struct Area {
  polyhedral::Base base;
  std::vector<polyhedral::MemoryAccess> accesses;
};

struct AliasTests {
  std::map<std::string, Area> areas; ///< by key of the base
  std::set<std::pair<std::string, std::string>> apart;
};

} // namespace hocket::transformation
