// SPDX-License-Identifier: Apache-2.0
//
// What has to hold for a nest to be reordered and is tested on entry: pairs of
// memory areas that are apart, of which nobody knows whether they are the same;
// subscripts that stay within the extents that strides say.
#pragma once

#include "dependences/Overlap.h"
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
  std::vector<polyhedral::WithinExtent> within;

  bool isEmpty() const { return apart.empty() && within.empty(); }
};

} // namespace hocket::transformation
