// SPDX-License-Identifier: Apache-2.0
#include "codegen/GroupCounters.h"

#include <algorithm>

namespace hocket::codegen {

using taskgraph::Item;
using taskgraph::ItemKind;
using taskgraph::LevelIndex;

GroupCounters::GroupCounters(const RegionContext &c,
                             const taskgraph::RegionPlan &plan)
    : c_(c), plan_(plan) {
  for (const taskgraph::Level &level : c.region.levels)
    for (const Item &item : level.items)
      if (item.kind != ItemKind::Task && plan.beginsGroup(c.region, item.body))
        groups_.push_back(item.body);
}

bool GroupCounters::isIn(LevelIndex group, uint32_t core) const {
  const taskgraph::CoreGroup &cores = plan_.levels[group].cores;
  return std::binary_search(cores.begin(), cores.end(), core);
}

std::string GroupCounters::nameOf(LevelIndex group) const {
  return c_.naming.prefix + "g" + std::to_string(group);
}

std::string GroupCounters::counterOf(LevelIndex level) const {
  const std::vector<taskgraph::Level> &levels = c_.region.levels;
  for (; level != 0; level = levels[level].parent)
    if (plan_.beginsGroup(c_.region, level)) {
      const taskgraph::Level &inner = levels[level];
      return nameOf(levels[inner.parent].items[inner.parentItem].body);
    }
  return c_.naming.prefix + "n";
}

std::string GroupCounters::emitEnds() const {
  const auto others =
      std::count_if(groups_.begin(), groups_.end(),
                    [&](LevelIndex group) { return !isIn(group, 0); });
  if (others == 0)
    return "";
  const std::string count = "[" + std::to_string(others) + "];\n";
  return "static struct " + c_.naming.prefix + "flag " + c_.name + "_ended" +
         count + "static unsigned " + c_.name + "_ends" + count + "\n";
}

void GroupCounters::begin(uint32_t core, CWriter &out) const {
  for (LevelIndex group : groups_)
    if (isIn(group, core))
      out.line("unsigned " + nameOf(group) + " = " + c_.naming.prefix +
               "core->epoch;");
}

void GroupCounters::end(uint32_t core, const std::string &instance,
                        CWriter &out) const {
  const std::string &p = c_.naming.prefix;
  unsigned others = 0; // groups without core 0
  for (LevelIndex group : groups_) {
    std::string reached = nameOf(group);
    if (!isIn(group, 0)) {
      const std::string at = "[" + std::to_string(others++) + "]";
      const std::string end = c_.name + "_ends" + at;
      const std::string flag =
          "(&" + c_.name + "_ended" + at + ", " + instance + ");";
      if (plan_.levels[group].cores.front() == core) {
        // Stored before the signal, which is what core 0 waits for.
        out.line(end + " = " + reached + ";");
        out.line(p + "signal" + flag);
      } else if (core == 0) {
        out.line(p + "wait" + flag);
      }
      reached = end;
    }
    if (core != 0)
      continue;
    out.line("if ((int)(" + reached + " - " + p + "n) > 0)");
    out.line(1, p + "n = " + reached + ";");
  }
}

} // namespace hocket::codegen
