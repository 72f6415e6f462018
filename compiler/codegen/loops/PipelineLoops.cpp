// SPDX-License-Identifier: Apache-2.0
#include "codegen/loops/PipelineLoops.h"

#include "codegen/text/Text.h"
#include "ir/LoopPragmas.h"

#include "taskgraph/ReplicatedUse.h"

namespace hocket::codegen {

using namespace ir;
using polyhedral::PipelineStage;
using taskgraph::TaskId;

namespace {

const std::vector<PipelineStage> &stagesOf(const RegionContext &c,
                                           TaskId task) {
  return c.verdicts[c.region.tasks[task].verdict()].stages();
}

std::string flagsName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_passed";
}

std::string countsName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_counts";
}

TextRange textOf(const Program &program, const PipelineStage &stage) {
  TextRange text = program[stage.items.front()].text;
  for (NodeId item : stage.items)
    text.end = std::max(text.end, program[item].text.end);
  return text;
}

bool isWrittenIn(const Program &program, const PipelineStage &stage,
                 ObjectId object) {
  for (NodeId item : stage.items)
    if (isWrittenByName(program, item, object))
      return true;
  return false;
}

std::string sharedName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_shared";
}

std::string atMember(const RegionContext &c, TaskId task) {
  return errnoMember(c, task) + "_at";
}

} // namespace

bool isPipeline(const RegionContext &c, TaskId task) {
  return c.forC && c.region.tasks[task].runsAs(taskgraph::ChunkMode::Pipeline);
}

std::string stageFlags(const RegionContext &c, TaskId task) {
  return flagsName(c, task);
}

std::vector<std::string> pipelineStorage(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  size_t ordered =
      !c.verdicts[c.region.tasks[task].verdict()].ordered().empty();
  for (const PipelineStage &stage : stagesOf(c, task))
    ordered += stage.isOrdered;
  std::vector<std::string> all;
  if (ordered != 0)
    all.push_back("static struct " + p + "flag " + flagsName(c, task) + "[" +
                  std::to_string(ordered) + "];");
  const std::string chunks = std::to_string(c.region.tasks[task].chunkCount());
  all.push_back("static struct " + p + "turn " + countsName(c, task) + "[" +
                chunks + "];");
  all.push_back(
      "static struct " + p + "pipeline " + sharedName(c, task) + " = {{" +
      quoted(placeLabel(c, c.program[c.region.tasks[task].node].location)) +
      ", " + (c.hasNets ? chunks : "0") + "}};");
  return all;
}

Assignment pipelineStart(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  return {"", p + "begin_overlap(&" + p + "o, &" + sharedName(c, task) + ", " +
                  countsName(c, task) + ", " + p + "c, " +
                  std::to_string(c.region.tasks[task].chunkCount()) + ", " + p +
                  "count)"};
}

std::set<ObjectId> namedInStage(const Program &program,
                                const PipelineStage &stage) {
  std::vector<ObjectId> named =
      taskgraph::namedObjects(program, textOf(program, stage));
  return {named.begin(), named.end()};
}

namespace {

StageTexts textsOf(const RegionContext &c, TaskId task,
                   const PipelineStage &stage, size_t index,
                   const std::vector<Carried> &carried) {
  const std::string &p = c.naming.prefix;
  const std::string o = p + "o", k = p + "k", n = std::to_string(index);
  const std::string flag = "(&" + flagsName(c, task) + "[" + n + "], " +
                           "(unsigned)(" + o + ".before + " + k + ")";
  StageTexts texts;
  texts.enter = "if (!" + o + ".is_alone) " + p + "enter_stage" + flag + "); ";
  if (index == 0)
    texts.enter += p + "decide(&" + o + ", " + k + "); ";
  texts.begin = o + ".entered = " + std::to_string(index + 1) + "; ";
  const std::set<ObjectId> named = namedInStage(c.program, stage);
  for (const Carried &variable : carried) {
    if (!named.count(variable.object))
      continue;
    texts.begin += variable.own + " = " + variable.shared + "; ";
    if (isWrittenIn(c.program, stage, variable.object))
      texts.store += " " + variable.shared + " = " + variable.own + ";";
  }
  texts.leave = " " + o + ".left = " + std::to_string(index + 1) + "; if (" +
                p + "is_awaited(&" + o + ", " + k + ")) " + p + "leave_stage" +
                flag + " + 1);";
  return texts;
}

} // namespace

std::vector<StageTexts> addStages(const RegionContext &c, TaskId task,
                                  const std::vector<Carried> &carried,
                                  Insertions &insertions) {
  std::vector<StageTexts> all;
  for (const PipelineStage &stage : stagesOf(c, task)) {
    if (!stage.isOrdered)
      continue;
    StageTexts texts = textsOf(c, task, stage, all.size(), carried);
    TextRange text = textOf(c.program, stage);
    // Pragmas go with their loop; a directive begins its own line.
    const std::string &unit = c.program.units[index(text.unit)].text;
    const uint32_t begin = ir::pragmasAbove(unit, text.begin);
    const bool isDirective = unit[begin] == '#';
    insertions.emplace(begin,
                       texts.enter + texts.begin + (isDirective ? "\n" : ""));
    insertions.emplace(text.end, texts.store + texts.leave);
    all.push_back(std::move(texts));
  }
  return all;
}

void writeMissedStages(const std::vector<StageTexts> &stages,
                       const std::string &prefix, CWriter &out) {
  const std::string o = prefix + "o";
  for (size_t i = 0; i < stages.size(); ++i) {
    const std::string n = std::to_string(i);
    out.line("if (" + o + ".left <= " + n + ") {");
    out.line(1, "if (" + o + ".entered <= " + n + ") {");
    out.line(2, stages[i].enter);
    out.line(1, "} else {");
    out.line(1, " " + stages[i].store);
    out.line(1, "}");
    out.line(" " + stages[i].leave);
    out.line("}");
  }
}

void repeatStage(const RegionContext &c, const PipelineStage &stage,
                 Insertions &insertions) {
  const std::string &p = c.naming.prefix;
  TextRange text = textOf(c.program, stage);
  std::string label = p + "again", twice = p + "twice";
  insertions.emplace(text.begin, label + ":; ");
  insertions.emplace(text.end, " { extern volatile int " + twice +
                                   "; if (__builtin_expect_with_probability(" +
                                   twice + " != 0, 1, 0.5)) goto " + label +
                                   "; }");
}

LastErrnoPlan keepLastErrno(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  const std::string error = p + "error", kept = p + "kept",
                    last = p + "lasterror", at = p + "at", k = p + "k",
                    frame = p + "f->";
  LastErrnoPlan plan;
  plan.locals = {
      {LocalKind::Own, "int *const " + error, p + "errno()"},
      {LocalKind::Own, "const int " + kept, "*" + error},
      {LocalKind::Own, "int " + last, "0"},
      {LocalKind::Own, "long long " + at, "-1", {{"*" + error, "0"}}}};
  plan.iteration = {"*" + error + " != 0",
                    {{last, "*" + error}, {at, k}, {"*" + error, "0"}},
                    /*isBlock=*/true};
  plan.end = {"",
              {{frame + errnoMember(c, task) + "[" + p + "c]", last},
               {frame + atMember(c, task) + "[" + p + "c]", at},
               {"*" + error, kept}}};
  return plan;
}

void takeLastErrno(const RegionContext &c, TaskId task, unsigned chunks,
                   CWriter &out) {
  const std::string &p = c.naming.prefix;
  const std::string k = p + "k", at = p + "at", frame = p + "f->";
  const std::string here = frame + atMember(c, task) + "[" + k + "]";
  out.line("{");
  out.line(1, "long long " + at + " = -1;");
  out.line(1, loopOver(k, std::to_string(chunks)));
  out.line(2, "if (" + here + " > " + at + ") {");
  out.line(3, at + " = " + here + ";");
  out.line(3, "*" + p + "errno() = " + frame + errnoMember(c, task) + "[" + k +
                  "];");
  out.line(2, "}");
  out.line("}");
}

std::string errnoMembers(const RegionContext &c, TaskId task) {
  const taskgraph::MacroTask &l = c.region.tasks[task];
  std::string count = "[" + std::to_string(l.chunkCount()) + "];";
  std::string text = "int " + errnoMember(c, task) + count;
  if (l.runsAs(taskgraph::ChunkMode::Pipeline))
    text += "\nlong long " + atMember(c, task) + count;
  return text;
}

} // namespace hocket::codegen
