// SPDX-License-Identifier: Apache-2.0
#include "codegen/CostText.h"

#include "codegen/AbiText.h"
#include "codegen/EmitProgram.h"
#include "codegen/FrameText.h"
#include "codegen/bodies/PlanBody.h"
#include "codegen/bodies/WriteBody.h"
#include "codegen/frame/BodyNames.h"
#include "codegen/loops/PipelineLoops.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace hocket::codegen {

using namespace ir;

namespace {

/// `c` becomes `__builtin_expect_with_probability((c) != 0, 1, p)`.
void addProbability(const TextRange &condition, double probability,
                    Insertions &insertions) {
  std::string close;
  llvm::raw_string_ostream(close)
      << llvm::format(") != 0, 1, %.12f)", probability);
  insertions.emplace(condition.begin, "__builtin_expect_with_probability((");
  insertions.emplace(condition.end, close);
}

void addExpectation(const Program &program, NodeId node, double trips,
                    Insertions &insertions) {
  const Loop &loop = *program[node].as<Loop>();
  if (loop.conditionText.empty())
    return;
  double holds = std::max(trips, 0.5);
  double probability = loop.form == LoopForm::Do
                           ? std::max(0.0, (holds - 1) / holds)
                           : holds / (holds + 1);
  addProbability(loop.conditionText, probability, insertions);
}

/// Updates and selections are emitted in other ways than they are written.
void addBranch(const Program &program, NodeId node, double taken,
               Insertions &insertions) {
  const Branch &branch = *program[node].as<Branch>();
  if (!branch.update && !branch.selection && isValid(branch.condition))
    addProbability(program[branch.condition].text, taken, insertions);
}

/// The text with `name` replaced by something shorter.
void dropName(std::string &text, const std::string &name) {
  for (size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at))
    text.replace(at, name.size(), "@");
}

/// The same in each round, wherever the borders of the region then are: the
/// frame's other members do not change what the task costs.
std::string keyOf(const RegionContext &c, const CostFunction &function) {
  std::string key = function.text;
  dropName(key, function.name);
  dropName(key, c.name + "_");
  dropName(key, c.name + "\"");
  return key;
}

/// The difference to the task as it is, is what the stage costs.
void addStages(const RegionContext &c, taskgraph::TaskId task,
               const Insertions &insertions, CostPart &part) {
  const taskgraph::MacroTask &loop = c.region.tasks[task];
  const std::vector<polyhedral::PipelineStage> &stages =
      c.verdicts[loop.verdict()].stages();
  for (size_t i = 0; i < stages.size(); ++i) {
    if (!stages[i].isOrdered)
      continue;
    Insertions twice = insertions;
    repeatStage(c, stages[i], twice);
    CostFunction function;
    function.task = task;
    function.hasStageTwice = true;
    std::string once = bodyName(c, task);
    function.name = once + "_stage" + std::to_string(i);
    function.text = writeBody(c, planBody(c, task, 1, twice));
    for (size_t at = function.text.find(once); at != std::string::npos;
         at = function.text.find(once, at + function.name.size()))
      function.text.replace(at, once.size(), function.name);
    function.key = keyOf(c, function);
    part.functions.push_back(std::move(function));
  }
}

CostPart emitPart(const RegionContext &c, size_t position,
                  const Insertions &insertions) {
  CostPart part;
  part.region = position;
  part.frame = emitFrame(c);
  for (taskgraph::TaskId task = 0; task < c.region.tasks.size(); ++task) {
    if (!c.region.tasks[task].hasBody())
      continue;
    CostFunction function;
    function.task = task;
    function.name = bodyName(c, task);
    function.text = writeBody(c, planBody(c, task, 1, insertions));
    function.key = keyOf(c, function);
    part.functions.push_back(std::move(function));
    if (c.region.tasks[task].runsAs(taskgraph::ChunkMode::Pipeline))
      addStages(c, task, insertions, part);
  }
  return part;
}

/// The bodies of functions that are not needed, in order of text.
std::vector<TextRange> unneededBodies(const Program &program, UnitId unit,
                                      const CostTextOptions &options) {
  std::vector<TextRange> result;
  for (const Function &function : program.functions) {
    if (function.unit != unit || !isValid(function.body) ||
        options.isNeeded(function.id))
      continue;
    const TextRange &text = program[function.body].text;
    std::string_view body = program.text(text);
    if (body.starts_with('{') && body.ends_with('}'))
      result.push_back(text);
  }
  std::sort(
      result.begin(), result.end(),
      [](const TextRange &a, const TextRange &b) { return a.begin < b.begin; });
  return result;
}

std::string unitText(const Program &program, UnitId unit,
                     const Insertions &insertions,
                     const CostTextOptions &options) {
  auto asItIs = [](ObjectId) { return std::string(); };
  std::string result;
  TextRange rest{unit, 0, uint32_t(program[unit].text.size())};
  for (const TextRange &body : unneededBodies(program, unit, options)) {
    if (body.begin < rest.begin)
      continue; // a function in a function
    result += fill(program, {unit, rest.begin, body.begin}, asItIs, insertions);
    result += "{}";
    rest.begin = body.end;
  }
  return result + fill(program, rest, asItIs, insertions);
}

/// What is known of the unit's loops and branches.
Insertions expectations(const Program &program, UnitId unit,
                        const CostTextOptions &options) {
  Insertions insertions;
  for (const Node &node : program.nodes) {
    if (isValid(node.copyOf) || isValid(node.inlinedFrom) ||
        node.text.unit != unit)
      continue;
    if (node.as<Loop>())
      addExpectation(program, node.id, options.trips(node.id), insertions);
    else if (std::optional<double> taken = options.taken(node.id))
      addBranch(program, node.id, *taken, insertions);
  }
  return insertions;
}

std::vector<std::string> exportedFrom(const Program &program, UnitId unit,
                                      const CostTextOptions &options) {
  std::vector<std::string> result;
  for (const Function &function : program.functions)
    if (function.unit == unit && isValid(function.body) && !function.isStatic &&
        options.isNeeded(function.id))
      result.push_back(function.name);
  return result;
}

} // namespace

std::vector<CostText>
emitCostTexts(const Program &program,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              const std::vector<taskgraph::Region> &regions,
              const Naming &naming, const CostTextOptions &options) {
  std::vector<CostText> result;
  for (size_t u = 0; u < program.units.size(); ++u) {
    CostText out;
    out.unit = UnitId(u);
    out.exported = exportedFrom(program, out.unit, options);
    const bool hasRegions = std::any_of(regions.begin(), regions.end(),
                                        [&](const taskgraph::Region &region) {
                                          return region.text.unit == out.unit;
                                        });
    if (regions.empty() || (!hasRegions && out.exported.empty()) ||
        !program.units[u].parsed)
      continue;
    const Insertions insertions = expectations(program, out.unit, options);
    size_t number = 0; // in the unit, see emitProgram
    for (size_t i = 0; i < regions.size(); ++i) {
      const taskgraph::Region &region = regions[i];
      if (region.text.unit != out.unit)
        continue;
      Frame frame = buildFrame(program, region, verdicts, naming);
      RegionContext c{program, verdicts,
                      region,  frame,
                      naming,  regionName(program, region, naming, number++)};
      out.parts.push_back(emitPart(c, i, insertions));
    }
    out.prelude = abiText(naming.prefix) +
                  unitText(program, out.unit, insertions, options) + "\n";
    result.push_back(std::move(out));
  }
  return result;
}

} // namespace hocket::codegen
