// SPDX-License-Identifier: Apache-2.0
//
// Each candidate is split on trial, its parts are classified like any loop, and
// what brought nothing is put together again.
#include "splitting/SplitLoops.h"

#include "loops/ClassifyLoops.h"
#include "splitting/Distribution.h"
#include "splitting/Pipelines.h"
#include "splitting/SplitLoop.h"

#include "ir/TileLoops.h"
#include "ir/Tree.h"

#include <algorithm>
#include <map>

namespace hocket::polyhedral {

using ir::NodeId;

namespace {

class Splitter {
public:
  Splitter(ir::Program &program, analysis::Effects &effects,
           std::vector<LoopVerdict> &verdicts, const LoopOptions &options)
      : program_(program), effects_(effects), verdicts_(verdicts),
        options_(options), index_(program, effects) {
    for (const LoopVerdict &verdict : verdicts)
      if (verdict.kind() != LoopKind::Sequential)
        parallel_.insert(verdict.loop);
  }

  void run() {
    std::vector<LoopVerdict> result;
    for (LoopVerdict &verdict : verdicts_) {
      std::vector<LoopVerdict> parts;
      if (isCandidate(verdict))
        parts = split(verdict);
      if (parts.empty())
        result.push_back(std::move(verdict));
      std::move(parts.begin(), parts.end(), std::back_inserter(result));
    }
    verdicts_ = std::move(result);
  }

private:
  /// Neither inside a parallel loop nor inside one that was split.
  bool isCandidate(const LoopVerdict &verdict) const {
    if (verdict.kind() != LoopKind::Sequential ||
        !program_[verdict.loop].as<ir::Loop>() ||
        !program_[verdict.loop].as<ir::Loop>()->counted ||
        !program_[verdict.loop].as<ir::Loop>()->counted->isPlain ||
        ir::keepsOrderOfTiles(program_, verdict.loop))
      return false;
    std::vector<NodeId> around = ir::loopsAround(program_, verdict.loop);
    return std::none_of(around.begin(), around.end(), [&](NodeId loop) {
      return parallel_.count(loop) || program_[loop].as<ir::Loop>()->part;
    });
  }

  std::vector<LoopVerdict> split(const LoopVerdict &verdict) {
    for (const LoopCut &cut : verdict.cuts())
      if (std::vector<LoopVerdict> parts = tryCut(verdict, cut); !parts.empty())
        return parts;
    std::vector<std::set<std::size_t>> groups =
        distribution({program_, effects_, index_}, verdict.loop, options_);
    if (groups.empty())
      return {};
    return tryParts(verdict.loop, plansOf(groups), "distribution",
                    verdict.remark);
  }

  /// Every long part has to be parallel; the others run on one core. No loop
  /// inside is lost: it is in the long parts too.
  std::vector<LoopVerdict> tryCut(const LoopVerdict &verdict,
                                  const LoopCut &cut) {
    std::vector<PartPlan> plans(cut.points.size() + 1);
    for (std::size_t i = 0; i < plans.size(); ++i) {
      plans[i].isWholeBody = true;
      if (i > 0)
        plans[i].range.begin = cut.points[i - 1];
      if (i < cut.points.size())
        plans[i].range.end = cut.points[i];
    }
    SplitLoop split({program_, effects_, index_}, verdict.loop, plans);
    std::vector<LoopVerdict> parts;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      LoopVerdict part = classifyLoop(index_, split.parts()[i], options_);
      if (!cut.isLong[i]) {
        part = LoopVerdict();
        part.remark = verdict.remark;
        part.loop = split.parts()[i];
      } else if (part.kind() == LoopKind::Sequential ||
                 !part.inductions.empty()) {
        // Induction variables are counted from the loop's first iteration.
        split.undo();
        return {};
      } else if (!part.remark.args.empty()) {
        part.remark.args.back() += ", after " + cut.how;
      }
      parts.push_back(std::move(part));
    }
    return parts;
  }

  static std::vector<PartPlan>
  plansOf(const std::vector<std::set<std::size_t>> &groups) {
    std::vector<PartPlan> plans;
    for (const std::set<std::size_t> &group : groups)
      plans.push_back({group, false, {}});
    return plans;
  }

  /// The verdicts of the parts, or nothing if the loop stays whole.
  /// \param whole why it is sequential
  std::vector<LoopVerdict> tryParts(NodeId loop,
                                    const std::vector<PartPlan> &plans,
                                    const std::string &how,
                                    const Remark &whole) {
    SplitLoop split({program_, effects_, index_}, loop, plans);
    std::vector<LoopVerdict> parts;
    for (NodeId part : split.parts())
      parts.push_back(classifyLoop(index_, part, options_));
    bool isGain = std::any_of(parts.begin(), parts.end(), isParallel);
    bool leavesWork = isGain && leavesWorkInOrder(parts);
    bool leavesSums = isGain && leavesDearSums(parts);
    if (!isGain || losesParallelLoops(parts)) {
      split.undo();
      return {};
    }
    if (leavesWork || leavesSums) {
      split.undo();
      Remark ignored = whole;
      if (leavesSums &&
          withOrderedUpdates({program_, effects_, /*seesThrough=*/true}, loop,
                             options_, ignored))
        return {};
      if (leavesWork &&
          mayBePipeline({program_, effects_, /*seesThrough=*/true}, loop,
                        options_))
        return {};
      // The same nodes again.
      SplitLoop({program_, effects_, index_}, loop, plans);
    }
    for (LoopVerdict &verdict : parts)
      if (isParallel(verdict) && !verdict.remark.args.empty())
        verdict.remark.args.back() += ", after " + how + linesOf(verdict.loop);
    return parts;
  }

  static bool isParallel(const LoopVerdict &verdict) {
    return verdict.kind() != LoopKind::Sequential;
  }

  /// The parts that are parallel do next to nothing, and those that are not do
  /// the work.
  bool leavesWorkInOrder(const std::vector<LoopVerdict> &parts) const {
    bool inOrder = false, inParallel = false;
    for (const LoopVerdict &verdict : parts)
      for (NodeId child : ir::childrenOf(
               program_, program_[verdict.loop].as<ir::Loop>()->body))
        (isParallel(verdict) ? inParallel : inOrder) |=
            isHeavy(program_, effects_, child);
    return inOrder && !inParallel;
  }

  /// Sums stay sequential whose terms other cores could work out.
  bool leavesDearSums(const std::vector<LoopVerdict> &parts) const {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const LoopVerdict &part) {
                         return part.remark.id == RemarkId::FloatReduction &&
                                hasDearTerms(program_, part.loop);
                       });
  }

  bool losesParallelLoops(const std::vector<LoopVerdict> &parts) const {
    bool loses = false;
    for (const LoopVerdict &verdict : parts)
      if (verdict.kind() == LoopKind::Sequential)
        ir::forEachNode(program_, verdict.loop,
                        [&](NodeId id) { loses |= parallel_.count(id) != 0; });
    return loses;
  }

  /// " (lines 12, 14)": what the part does.
  std::string linesOf(NodeId part) const {
    std::set<unsigned> lines;
    for (NodeId child :
         ir::childrenOf(program_, program_[part].as<ir::Loop>()->body))
      lines.insert(program_[child].location.line);
    std::string text;
    for (unsigned line : lines)
      text += (text.empty() ? "" : ", ") + std::to_string(line);
    return (lines.size() == 1 ? " (line " : " (lines ") + text + ")";
  }

  ir::Program &program_;
  analysis::Effects &effects_;
  std::vector<LoopVerdict> &verdicts_;
  const LoopOptions &options_;
  ProgramIndex index_;
  std::set<NodeId> parallel_;
};

} // namespace

void splitLoops(ir::Program &program, analysis::Effects &effects,
                std::vector<LoopVerdict> &verdicts,
                const LoopOptions &options) {
  Splitter(program, effects, verdicts, options).run();
}

} // namespace hocket::polyhedral
