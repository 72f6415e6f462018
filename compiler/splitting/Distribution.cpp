// SPDX-License-Identifier: Apache-2.0
//
// Typed fusion (Kennedy and McKinley, "Typed Fusion with Applications to
// Parallel and Sequential Code Generation", 1993), in its simple greedy form:
// all sequential groups that can come now, then all parallel ones, and so on.
#include "splitting/Distribution.h"

#include "loops/ClassifyLoops.h"
#include "splitting/BodyGroups.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

class Merger {
public:
  Merger(const BodyGroups &body, const std::vector<char> &isParallel)
      : body_(body), isParallel_(isParallel), left_(body.groups.size()) {
    done_.assign(left_, false);
  }

  std::vector<std::set<std::size_t>> run() {
    std::vector<std::set<std::size_t>> result;
    for (bool wanted = false; left_ != 0; wanted = !wanted) {
      std::vector<std::size_t> part;
      for (bool more = true; more;) {
        more = false;
        for (std::size_t g = 0; g < done_.size(); ++g)
          if (!done_[g] && bool(isParallel_[g]) == wanted &&
              mayFollow(g, part)) {
            part.push_back(g);
            done_[g] = more = true;
            --left_;
          }
      }
      std::set<std::size_t> positions;
      for (std::size_t g : part)
        positions.insert(body_.groups[g].begin(), body_.groups[g].end());
      if (!part.empty())
        result.push_back(std::move(positions));
    }
    return result;
  }

private:
  /// Everything before it is done; and a parallel one joins others only if no
  /// iteration needs another's.
  bool mayFollow(std::size_t group,
                 const std::vector<std::size_t> &part) const {
    for (std::size_t other = 0; other < done_.size(); ++other)
      if (!done_[other] && body_.before.count({other, group}))
        return false;
    return std::none_of(part.begin(), part.end(), [&](std::size_t other) {
      return isParallel_[group] && body_.carried.count({other, group});
    });
  }

  const BodyGroups &body_;
  const std::vector<char> &isParallel_;
  std::size_t left_;
  std::vector<char> done_;
};

/// Each group as a loop of its own.
std::vector<char> classifyGroups(MutableProgram in, ir::NodeId loop,
                                 const BodyGroups &body,
                                 const LoopOptions &options) {
  std::vector<PartPlan> plans;
  for (const std::set<std::size_t> &group : body.groups)
    plans.push_back({group, false, {}});
  SplitLoop split(in, loop, plans);
  std::vector<char> isParallel;
  for (ir::NodeId part : split.parts())
    isParallel.push_back(classifyLoop(in.index, part, options).kind() !=
                         LoopKind::Sequential);
  split.undo();
  return isParallel;
}

} // namespace

std::vector<std::set<std::size_t>>
distribution(MutableProgram in, ir::NodeId loop, const LoopOptions &options) {
  IslContext context;
  std::optional<std::optional<BodyGroups>> body =
      withIslBudget(context, options.islBudget, [&] {
        return findBodyGroups(in.index, context, loop, options);
      });
  if (!body || !*body)
    return {};
  std::vector<char> isParallel = classifyGroups(in, loop, **body, options);
  if (std::find(isParallel.begin(), isParallel.end(), true) == isParallel.end())
    return {};
  std::vector<std::set<std::size_t>> parts = Merger(**body, isParallel).run();
  return parts.size() < 2 ? std::vector<std::set<std::size_t>>() : parts;
}

} // namespace hocket::polyhedral
