// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/plan/Divide.h"

#include "support/Policy.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace hocket::taskgraph {

namespace {

using Kind = LevelPart::Kind;
using Sizes = std::vector<size_t>;

/// Sums of `parts` numbers or fewer, each not above the one before.
void addPartitions(size_t left, size_t parts, size_t largest, Sizes &begun,
                   std::vector<Sizes> &all) {
  if (left == 0) {
    all.push_back(begun);
    return;
  }
  if (parts == 0)
    return;
  for (size_t size = std::min(left, largest); size > 0; --size) {
    begun.push_back(size);
    addPartitions(left - size, parts - 1, size, begun, all);
    begun.pop_back();
  }
}

/// One stretch of a level.
class Stretch {
public:
  Stretch(const DivideInputs &in, std::vector<size_t> parts)
      : in_(in), parts_(std::move(parts)) {}

  /// The best ways to divide the cores among its parts, the best first.
  std::vector<Division> best(size_t most) const {
    std::map<Division, double> ends; // as list scheduling has it
    for (const Sizes &sizes : allSizes())
      for (const std::vector<CoreGroup> &groups : groupsOf(sizes)) {
        auto [division, end] = assign(groups);
        if (end < std::numeric_limits<double>::infinity())
          ends.try_emplace(std::move(division), end);
      }
    std::vector<std::pair<double, Division>> sorted;
    for (const auto &[division, end] : ends)
      sorted.push_back({end, division});
    std::sort(sorted.begin(), sorted.end());
    std::vector<Division> result;
    for (size_t i = 0; i < std::min(most, sorted.size()); ++i)
      result.push_back(std::move(sorted[i].second));
    return result;
  }

private:
  bool isAny(Kind kind) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](size_t part) {
      return in_.parts[part].kind == kind;
    });
  }

  /// Groups that could all have something to do.
  size_t mostGroups() const {
    size_t parts = isAny(Kind::Whole) || isAny(Kind::Spread);
    for (size_t part : parts_)
      parts += in_.parts[part].kind == Kind::Group;
    return std::min(parts, in_.cores.size());
  }

  std::vector<Sizes> allSizes() const {
    std::vector<Sizes> all;
    const size_t cores = in_.cores.size(), most = mostGroups();
    if (cores <= policy.groups.allSizes) {
      Sizes begun;
      addPartitions(cores, most, cores, begun, all);
      return all;
    }
    for (size_t count = 1; count <= std::min(most, policy.groups.most);
         ++count) {
      all.push_back(equalSizes(count));
      all.push_back(sizesByWork(count));
    }
    return all;
  }

  Sizes equalSizes(size_t count) const {
    Sizes sizes;
    for (size_t i = 0; i < count; ++i)
      sizes.push_back(in_.cores.size() * (i + 1) / count -
                      in_.cores.size() * i / count);
    return sizes;
  }

  /// The longest parts first, each to the group with least work; then a core
  /// for each group, and the others by what the groups have.
  Sizes sizesByWork(size_t count) const {
    std::vector<double> ns;
    for (size_t part : parts_)
      ns.push_back(in_.parts[part].ns);
    std::sort(ns.rbegin(), ns.rend());
    std::vector<double> work(count);
    for (double one : ns)
      *std::min_element(work.begin(), work.end()) += one;
    std::sort(work.rbegin(), work.rend());
    Sizes sizes(count, 1);
    for (size_t left = in_.cores.size() - count; left > 0; --left) {
      size_t neediest = 0;
      for (size_t i = 1; i < count; ++i)
        if (work[i] * double(sizes[neediest]) >
            work[neediest] * double(sizes[i]))
          neediest = i;
      ++sizes[neediest];
    }
    return sizes;
  }

  /// Neighbours go together. Where cores are unlike, it matters which end the
  /// large group is at.
  std::vector<std::vector<CoreGroup>> groupsOf(Sizes sizes) const {
    std::vector<std::vector<CoreGroup>> all;
    for (unsigned turn = 0; turn < (in_.areAlike ? 1u : 2u); ++turn) {
      auto next = in_.cores.begin();
      std::vector<CoreGroup> groups;
      for (size_t size : sizes) {
        groups.emplace_back(next, next + ptrdiff_t(size));
        next += ptrdiff_t(size);
      }
      all.push_back(std::move(groups));
      std::reverse(sizes.begin(), sizes.end());
    }
    return all;
  }

  /// Longest way from each part to the end of the stretch.
  std::vector<double> levels() const {
    std::vector<double> level(in_.parts.size());
    for (size_t i = parts_.size(); i-- > 0;) {
      for (size_t j = i + 1; j < parts_.size(); ++j)
        if (in_.parts[parts_[j]].waitsFor[parts_[i]])
          level[parts_[i]] = std::max(level[parts_[i]], level[parts_[j]]);
      level[parts_[i]] += in_.parts[parts_[i]].ns;
    }
    return level;
  }

  /// When each core is free and each part done.
  struct Times {
    std::map<uint32_t, double> freeAt;
    std::map<size_t, double> doneAt;
  };

  double readyAt(size_t part, const Times &times) const {
    double ready = 0;
    for (const auto &[other, end] : times.doneAt)
      if (in_.parts[part].waitsFor[other])
        ready = std::max(ready, end);
    return ready;
  }

  static double freeAt(const CoreGroup &group, const Times &times) {
    double free = 0;
    for (uint32_t core : group)
      free = std::max(free, times.freeAt.at(core));
    return free;
  }

  /// Puts it on the group where it ends first. \returns that
  CoreGroup placeGroup(size_t part, const std::vector<CoreGroup> &groups,
                       Times &times) const {
    const CoreGroup *best = nullptr;
    double bestEnd = 0;
    for (const CoreGroup &group : groups) {
      double end = std::max(readyAt(part, times), freeAt(group, times)) +
                   in_.nsOn(part, group);
      if (!best || end < bestEnd) {
        best = &group;
        bestEnd = end;
      }
    }
    for (uint32_t core : *best)
      times.freeAt[core] = bestEnd;
    times.doneAt[part] = bestEnd;
    return *best;
  }

  void placeWhole(size_t part, Times &times) const {
    auto first = std::min_element(
        times.freeAt.begin(), times.freeAt.end(),
        [](const auto &a, const auto &b) { return a.second < b.second; });
    first->second =
        std::max(first->second, readyAt(part, times)) + in_.parts[part].ns;
    times.doneAt[part] = first->second;
  }

  void placeSpread(size_t part, Times &times) const {
    const double share = in_.parts[part].ns / double(times.freeAt.size());
    double &done = times.doneAt[part], ready = readyAt(part, times);
    for (auto &[core, free] : times.freeAt) {
      free = std::max(free, ready) + share;
      done = std::max(done, free);
    }
  }

  /// List scheduling. \returns the groups, and when all is done
  std::pair<Division, double>
  assign(const std::vector<CoreGroup> &groups) const {
    Division division(in_.parts.size());
    Times times;
    for (uint32_t core : in_.cores)
      times.freeAt[core] = 0;
    const std::vector<double> level = levels();
    std::vector<size_t> left = parts_;
    while (!left.empty()) {
      auto isReady = [&](size_t part) {
        return std::none_of(left.begin(), left.end(), [&](size_t other) {
          return in_.parts[part].waitsFor[other];
        });
      };
      auto next = left.end();
      for (auto it = left.begin(); it != left.end(); ++it)
        if (isReady(*it) && (next == left.end() || level[*it] > level[*next]))
          next = it;
      const size_t part = *next;
      left.erase(next);
      switch (in_.parts[part].kind) {
      case Kind::Group:
        division[part] = placeGroup(part, groups, times);
        break;
      case Kind::AllCores:
        division[part] = placeGroup(part, {in_.cores}, times);
        break;
      case Kind::Whole:
        placeWhole(part, times);
        break;
      case Kind::Spread:
        placeSpread(part, times);
        break;
      }
    }
    return {std::move(division), freeAt(in_.cores, times)};
  }

  const DivideInputs &in_;
  const std::vector<size_t> parts_; ///< in order of text
};

/// The first part that `part` need not wait for, of those before it; or itself.
size_t firstBeside(const std::vector<LevelPart> &parts, size_t part) {
  size_t other = 0;
  while (other < part && parts[part].waitsFor[other])
    ++other;
  return other;
}

/// Parts that are connected by "may run at the same time". All of a stretch
/// wait for all of the one before, so in the text they follow each other.
std::vector<std::vector<size_t>>
stretchesOf(const std::vector<LevelPart> &parts) {
  std::vector<std::vector<size_t>> stretches;
  size_t begin = parts.size(); // of the first stretch so far, from the back
  std::vector<size_t> stretch;
  for (size_t part = parts.size(); part-- > 0;) {
    begin = std::min(begin, firstBeside(parts, part));
    stretch.insert(stretch.begin(), part);
    if (begin != part)
      continue;
    stretches.insert(stretches.begin(), std::move(stretch));
    stretch.clear();
    begin = part;
  }
  return stretches;
}

bool mayBeDivided(const std::vector<LevelPart> &parts,
                  const std::vector<size_t> &stretch) {
  return stretch.size() > 1 &&
         std::any_of(stretch.begin(), stretch.end(), [&](size_t part) {
           return parts[part].kind == Kind::Group;
         });
}

} // namespace

std::vector<Division> proposeDivisions(const DivideInputs &inputs,
                                       size_t most) {
  std::vector<Division> all;
  Division together(inputs.parts.size());
  for (size_t part = 0; part < inputs.parts.size(); ++part)
    if (Kind kind = inputs.parts[part].kind;
        kind == Kind::Group || kind == Kind::AllCores)
      together[part] = inputs.cores;
  for (const std::vector<size_t> &stretch : stretchesOf(inputs.parts)) {
    if (!mayBeDivided(inputs.parts, stretch))
      continue;
    const std::vector<Division> best = Stretch(inputs, stretch).best(most);
    // The n-th best of each stretch together; of one with fewer its best.
    all.resize(std::max(all.size(), best.size()),
               all.empty() ? together : all.front());
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t part : stretch)
        all[i][part] = best[i < best.size() ? i : 0][part];
  }
  std::vector<Division> result;
  for (Division &division : all)
    if (division != together &&
        std::find(result.begin(), result.end(), division) == result.end())
      result.push_back(std::move(division));
  return result;
}

} // namespace hocket::taskgraph
