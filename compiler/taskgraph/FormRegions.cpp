// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/FormRegions.h"

#include "ir/Identifiers.h"
#include "ir/Tree.h"
#include "support/Policy.h"
#include "taskgraph/Accelerators.h"
#include "taskgraph/BuildLevels.h"
#include "taskgraph/Movable.h"
#include "taskgraph/RegionFacts.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

namespace {

struct Candidate {
  Region region;
  double entries = 1; ///< each time that the part of the function runs
};

/// Regions for a part of a function, and how much parallel work they hold each
/// time that it runs (in the rough units of RegionFacts::size).
struct Cover {
  std::vector<Candidate> regions;
  double parallelSize = 0;

  void add(Cover other) {
    parallelSize += other.parallelSize;
    std::move(other.regions.begin(), other.regions.end(),
              std::back_inserter(regions));
  }

  /// The part runs in a loop, which is to be the part.
  void repeat(double trips) {
    parallelSize *= trips;
    for (Candidate &candidate : regions)
      candidate.entries *= trips;
  }
};

class Former {
public:
  Former(const RegionFacts &facts, const RegionOptions &options)
      : facts_(facts), program_(facts.program()), options_(options) {}

  Cover coverNode(NodeId node) const {
    const Node &n = program_[node];
    if (options_.tried.count(node))
      return {};
    const Block *block = n.as<Block>();
    if (block && block->isSplitLoop)
      return coverSplit(node, block->children);
    if (block)
      return coverBlock(node, block->children);
    Cover result;
    for (NodeId child : childrenOf(program_, node))
      result.add(coverNode(child));
    if (n.as<Loop>())
      result.repeat(facts_.trips(node));
    return result;
  }

private:
  /// Children a block can have inside a region, declarations included.
  bool fits(NodeId child) const {
    if (!facts_.isRegionable(child) || options_.apart.count(child))
      return false;
    const ir::Leaf *leaf = program_[child].as<ir::Leaf>();
    return !leaf || program_[leaf->stmt].kind != StmtKind::Declaration ||
           isMovableDeclaration(program_, leaf->stmt);
  }

  Cover coverBlock(NodeId block, const std::vector<NodeId> &children) const {
    Cover result;
    for (size_t i = 0; i < children.size();) {
      if (!fits(children[i])) {
        result.add(coverAlone(block, children, i++));
        continue;
      }
      size_t end = i + 1;
      while (end < children.size() && fits(children[end]) &&
             !hidesNameOfRun(children, i, end))
        ++end;
      result.add(coverRun(block, children, i, end));
      i = end;
    }
    return result;
  }

  /// The child at `at` declares a name by which the run before it, from `begin`
  /// on, means something else. A region's declarations move before it.
  bool hidesNameOfRun(const std::vector<NodeId> &children, size_t begin,
                      size_t at) const {
    const ir::Leaf *leaf = program_[children[at]].as<ir::Leaf>();
    if (!leaf || !isValid(program_[leaf->stmt].declares))
      return false;
    const std::string &name = program_[program_[leaf->stmt].declares].name;
    std::vector<TextRange> inner;
    for (size_t i = begin; i < at; ++i)
      addScopes(children[i], name, inner);
    TextRange before = program_[children[begin]].text;
    before.end = std::max(before.begin, program_[children[at]].text.begin);
    bool hides = names(before, name, inner);
    // Declarators before it in the same declaration.
    for (size_t i = begin; i < at; ++i)
      if (const ir::Leaf *other = program_[children[i]].as<ir::Leaf>())
        hides |= names(program_[other->stmt].initText, name, {});
    return hides;
  }

  /// Where the node's own variables of that name are known.
  void addScopes(NodeId node, const std::string &name,
                 std::vector<TextRange> &scopes) const {
    forEachNode(program_, node, [&](NodeId id) {
      const TextRange &text = program_[id].text;
      auto declares = [&](StmtId stmt) {
        return isValid(stmt) && isValid(program_[stmt].declares) &&
               program_[program_[stmt].declares].name == name;
      };
      if (const Loop *loop = program_[id].as<Loop>()) {
        if (declares(loop->init))
          scopes.push_back(text);
      } else if (const ir::Leaf *leaf = program_[id].as<ir::Leaf>()) {
        if (id == node || !declares(leaf->stmt))
          return;
        NodeId scope = program_[program_[leaf->stmt].declares].scope;
        if (isValid(scope))
          scopes.push_back({text.unit, text.begin, program_[scope].text.end});
      }
    });
  }

  /// The text has the name outside of `scopes`.
  bool names(const TextRange &range, const std::string &name,
             const std::vector<TextRange> &scopes) const {
    if (range.empty())
      return false;
    std::string_view text = program_.text(range);
    for (std::string_view word : namesIn(text)) {
      uint32_t at = range.begin + uint32_t(word.data() - text.data());
      if (word == name &&
          std::none_of(scopes.begin(), scopes.end(), [&](const TextRange &s) {
            return s.begin <= at && at < s.end;
          }))
        return true;
    }
    return false;
  }

  /// A child that no region can have inside.
  Cover coverAlone(NodeId block, const std::vector<NodeId> &children,
                   size_t i) const {
    std::optional<Cover> whole;
    if (facts_.isReturningSearch(children[i]))
      whole = wholeRun(block, children, i, i + 1);
    return whole ? std::move(*whole) : coverNode(children[i]);
  }

  /// The parts of a split loop go together, or not at all.
  Cover coverSplit(NodeId block, const std::vector<NodeId> &parts) const {
    std::optional<Cover> whole;
    if (std::all_of(parts.begin(), parts.end(),
                    [&](NodeId part) { return fits(part); }))
      whole = wholeRun(block, parts, 0, parts.size());
    return whole ? std::move(*whole) : Cover();
  }

  /// One region for the run [begin, end), or what its children give apart.
  Cover coverRun(NodeId block, const std::vector<NodeId> &children,
                 size_t begin, size_t end) const {
    Cover inside;
    for (size_t i = begin; i < end; ++i)
      inside.add(end - begin == 1 ? coverNode(children[i])
                                  : coverRun(block, children, i, i + 1));
    std::optional<Cover> whole = wholeRun(block, children, begin, end);
    // A larger region saves entries and keeps data in place, so a little less
    // parallel work is accepted for it.
    if (whole &&
        whole->parallelSize >=
            policy.region.largerRegionShare * inside.parallelSize &&
        sizeOfExpanded(*whole, inside) <=
            policy.region.expandedShare * inside.parallelSize)
      return std::move(*whole);
    return inside;
  }

  /// Size of the loops that run as chunks in regions of their own, but not in
  /// the larger one, where only loops inside them do, once for each of their
  /// iterations: what they test on entry is not known so early.
  double sizeOfExpanded(const Cover &whole, const Cover &inside) const {
    double size = 0;
    for (const auto &[region, entries] : inside.regions)
      for (const MacroTask &task : region.tasks)
        if (task.is<Chunks>() &&
            std::any_of(whole.regions.begin(), whole.regions.end(),
                        [&](const Candidate &larger) {
                          return std::count(larger.region.loops.begin(),
                                            larger.region.loops.end(),
                                            task.node) > 0;
                        }))
          size += sizeInRegion(region, task) * entries;
    return size;
  }

  double sizeInRegion(const Region &region, const MacroTask &task) const {
    double repetitions = 1;
    for (NodeId loop : region.loops)
      if (isWithin(program_, task.node, loop) && task.node != loop)
        repetitions *= facts_.trips(loop);
    return facts_.size(task.node) * repetitions;
  }

  unsigned coresFor(const std::vector<NodeId> &children, size_t begin,
                    size_t end) const {
    for (NodeId node : options_.onOneCluster)
      for (size_t i = begin; i < end; ++i)
        if (isWithin(program_, node, children[i]))
          return options_.firstCores;
    return options_.cores;
  }

  std::optional<Cover> wholeRun(NodeId block,
                                const std::vector<NodeId> &children,
                                size_t begin, size_t end) const {
    const unsigned cores = coresFor(children, begin, end);
    RegionRequest request{block,
                          uint32_t(begin),
                          uint32_t(end - 1),
                          cores,
                          options_.tooSmall,
                          options_.doacross,
                          options_.groups,
                          options_.noPipelines,
                          options_.speeds,
                          &options_.lineGrains,
                          options_.firstCores != 0 &&
                              cores > options_.firstCores};
    // Start and end at work that is worth a region.
    while (request.first <= request.last && !isHeavy(children[request.first]))
      ++request.first;
    while (request.last > request.first && !isHeavy(children[request.last]))
      --request.last;
    if (request.first > request.last ||
        !settleOnDeclarations(request, children, begin, end) ||
        options_.notAsRegion.count(
            {children[request.first], children[request.last]}))
      return std::nullopt;
    std::optional<Region> region = buildLevels(facts_, request);
    if (!region || (options_.noCallTasks && hasCallTasks(*region)))
      return std::nullopt;
    Cover result;
    result.parallelSize = parallelSize(*region);
    if (result.parallelSize == 0)
      return std::nullopt;
    result.regions.push_back({std::move(*region)});
    return result;
  }

  /// `int a = f(), b = g();` is one text for two children: a region takes all
  /// of it or nothing. \returns false if nothing is left.
  bool settleOnDeclarations(RegionRequest &request,
                            const std::vector<NodeId> &children, size_t begin,
                            size_t end) const {
    auto sameText = [&](size_t a, size_t b) {
      const TextRange &x = program_[children[a]].text;
      const TextRange &y = program_[children[b]].text;
      return x.begin == y.begin && x.end == y.end;
    };
    while (request.first > begin && sameText(request.first, request.first - 1))
      --request.first;
    while (request.last + 1 < end && sameText(request.last, request.last + 1))
      ++request.last;
    // Cut off by the run's own borders: leave the declaration out.
    while (request.first > 0 && request.first <= request.last &&
           sameText(request.first, request.first - 1))
      ++request.first;
    while (request.last + 1 < children.size() && request.last > request.first &&
           sameText(request.last, request.last + 1))
      --request.last;
    return request.first <= request.last;
  }

  /// Holds a loop, or a call of a function that is defined here.
  bool isHeavy(NodeId node) const {
    bool heavy = false;
    forEachNode(program_, node, [&](NodeId id) {
      heavy |= program_[id].as<Loop>() != nullptr || callsFrom(id) ||
               acceleratorMark(program_, id).has_value();
    });
    return heavy;
  }

  /// The node's own statements call a function that is defined here.
  bool callsFrom(NodeId node) const {
    for (StmtId stmt : ownStmts(program_, node))
      for (const CallSite &call : program_[stmt].calls)
        if (isValid(call.callee) && isValid(program_[call.callee].body))
          return true;
    return false;
  }

  bool hasCallTasks(const Region &region) const {
    return std::any_of(
        region.tasks.begin(), region.tasks.end(), [&](const MacroTask &task) {
          bool calls = false;
          if (task.is<Whole>())
            forEachNode(program_, task.node,
                        [&](NodeId id) { calls |= callsFrom(id); });
          return calls;
        });
  }

  double parallelSize(const Region &region) const {
    double chunked = 0;
    std::vector<double> heavy;
    for (const MacroTask &task : region.tasks) {
      double size = sizeInRegion(region, task);
      // An accelerator takes a task off the cores, as other cores do chunks.
      if (task.is<Chunks>() || markOf(program_, task))
        chunked += size;
      else if (task.is<Whole>() && isHeavy(task.node))
        heavy.push_back(size);
    }
    if (chunked > 0)
      return chunked;
    // Without parallel loops: what could overlap with the largest task.
    std::sort(heavy.begin(), heavy.end());
    double sum = 0;
    for (size_t i = 0; i + 1 < heavy.size(); ++i)
      sum += heavy[i];
    return sum;
  }

  const RegionFacts &facts_;
  const Program &program_;
  const RegionOptions &options_;
};

} // namespace

std::vector<Region>
formRegions(const Program &program, const analysis::Effects &effects,
            const std::vector<polyhedral::LoopVerdict> &verdicts,
            const RegionOptions &options) {
  if (!effects.threadUnsafe.empty() || options.cores < 2)
    return {};
  RegionFacts facts(program, effects, verdicts, options.measured);
  Former former(facts, options);
  std::vector<Region> result;
  for (const Function &function : program.functions) {
    if (!isValid(function.body))
      continue;
    for (Candidate &candidate : former.coverNode(function.body).regions)
      result.push_back(std::move(candidate.region));
  }
  return result;
}

} // namespace hocket::taskgraph
