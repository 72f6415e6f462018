// SPDX-License-Identifier: Apache-2.0
//
// The calls that write lines of caches back and drop them, as C, and what
// stands around them: where the region's flags are, how it is entered, what its
// entry tests, and how variables are aligned to lines. Nothing for regions
// whose cores are all coherent.
#pragma once

#include "codegen/frame/RegionContext.h"
#include "codegen/text/CWriter.h"

#include <map>
#include <string>
#include <vector>

namespace hocket::codegen {

/// The frame has to be at hand as <prefix>f.
void writeBack(const RegionContext &c, const taskgraph::CacheLines &lines,
               CWriter &out);
void invalidate(const RegionContext &c, const taskgraph::CacheLines &lines,
                CWriter &out);

/// Behind the declarator of what programs of several clusters wait by.
std::string uncachedAttribute(const RegionContext &c);

/// The function that enters the region, <name>_run, and what it needs.
std::string emitRunOnClusters(const RegionContext &c);

/// Expressions, all of which have to be true on entry.
std::vector<std::string> lineTests(const RegionContext &c);

/// `__attribute__((aligned(64)))`, if the region wants it of the variable.
std::string lineAttribute(const RegionContext &c, ir::ObjectId object);

/// Behind which bytes of a unit's text the attribute stands for a variable that
/// is declared there: of a local its one declaration, of others each at file
/// scope that may be its definition. None where it cannot be put in.
std::vector<uint32_t> declaratorEnds(const ir::Program &program,
                                     ir::UnitId unit, ir::ObjectId object);

} // namespace hocket::codegen
