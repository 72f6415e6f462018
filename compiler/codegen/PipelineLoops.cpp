// SPDX-License-Identifier: Apache-2.0
#include "codegen/PipelineLoops.h"

#include "taskgraph/ReplicatedUse.h"

namespace hocket::codegen {

using namespace ir;
using polyhedral::PipelineStage;
using taskgraph::TaskId;

namespace {

const std::vector<PipelineStage> &stagesOf(const RegionContext &c,
                                           TaskId task) {
  return c.verdicts[c.region.tasks[task].verdict()].stages;
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

std::string aloneName(const RegionContext &c, TaskId task) {
  return bodyName(c, task) + "_alone";
}

std::string atMember(const RegionContext &c, TaskId task) {
  return errnoMember(c, task) + "_at";
}

} // namespace

bool isPipeline(const RegionContext &c, TaskId task) {
  return c.forC && c.region.tasks[task].runsAs(taskgraph::ChunkMode::Pipeline);
}

std::string pipelineStorage(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  size_t ordered = 0;
  for (const PipelineStage &stage : stagesOf(c, task))
    ordered += stage.isOrdered;
  std::string text;
  if (ordered != 0)
    text += "static struct " + p + "flag " + flagsName(c, task) + "[" +
            std::to_string(ordered) + "];\n";
  return text + "static struct " + p + "turn " + countsName(c, task) + "[" +
         std::to_string(c.region.tasks[task].chunkCount()) + "], " +
         aloneName(c, task) + ";\n";
}

std::string pipelineStart(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  return p + "begin_overlap(&" + p + "o, &" + aloneName(c, task) + ", " +
         countsName(c, task) + ", " + p + "c, " +
         std::to_string(c.region.tasks[task].chunkCount()) + ", " + p +
         "count);\n";
}

std::set<ObjectId> namedInStage(const Program &program,
                                const PipelineStage &stage) {
  std::vector<ObjectId> named =
      taskgraph::namedObjects(program, textOf(program, stage));
  return {named.begin(), named.end()};
}

namespace {

/// What stands around an ordered stage.
struct StageTexts {
  std::string enter, begin; ///< waits; has waited
  std::string store, leave;
};

StageTexts textsOf(const RegionContext &c, TaskId task,
                   const PipelineStage &stage, size_t index,
                   const std::vector<Carried> &carried) {
  const std::string &p = c.naming.prefix;
  const std::string o = p + "o", k = p + "k", n = std::to_string(index);
  const std::string flag = "(&" + flagsName(c, task) + "[" + n + "], " +
                           "(unsigned)(" + o + ".before + " + k + ")";
  StageTexts texts;
  texts.enter = "if (!" + o + ".is_alone) " + p + "enter_stage" + flag + "); ";
  texts.begin = p + "begin_ordered(&" + o + "); ";
  if (index == 0)
    texts.begin += p + "decide(&" + o + ", " + k + "); ";
  texts.begin += o + ".entered = " + std::to_string(index + 1) + "; ";
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

std::string addStages(const RegionContext &c, TaskId task,
                      const std::vector<Carried> &carried,
                      Insertions &insertions) {
  const std::string &p = c.naming.prefix;
  const std::string o = p + "o", time = p + "time(&" + o + ", &" + o + ".";
  std::string rest;
  size_t ordered = 0;
  for (const PipelineStage &stage : stagesOf(c, task)) {
    if (!stage.isOrdered)
      continue;
    const std::string n = std::to_string(ordered);
    StageTexts texts = textsOf(c, task, stage, ordered++, carried);
    TextRange text = textOf(c.program, stage);
    insertions.emplace(text.begin,
                       time + "free); " + texts.enter + texts.begin);
    insertions.emplace(text.end,
                       texts.store + " " + time + "ordered);" + texts.leave);
    rest += "if (" + o + ".left <= " + n + ") {\n  if (" + o +
            ".entered <= " + n + ") {\n    " + texts.enter +
            "\n  } else {\n   " + texts.store + "\n  }\n " + texts.leave +
            "\n}\n";
  }
  return rest;
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

ErrnoTexts keepLastErrno(const RegionContext &c, TaskId task) {
  const std::string &p = c.naming.prefix;
  const std::string error = p + "error", kept = p + "kept",
                    last = p + "lasterror", at = p + "at", k = p + "k",
                    frame = p + "f->";
  return {"int *const " + error + " = " + p + "errno();\nconst int " + kept +
              " = *" + error + ";\nint " + last + " = 0;\nlong long " + at +
              " = -1;\n*" + error + " = 0;\n",
          "if (*" + error + " != 0) {\n  " + last + " = *" + error + ";\n  " +
              at + " = " + k + ";\n  *" + error + " = 0;\n}\n",
          frame + errnoMember(c, task) + "[" + p + "c] = " + last + ";\n" +
              frame + atMember(c, task) + "[" + p + "c] = " + at + ";\n*" +
              error + " = " + kept + ";\n"};
}

std::string takeLastErrno(const RegionContext &c, TaskId task,
                          unsigned chunks) {
  const std::string &p = c.naming.prefix;
  const std::string k = p + "k", at = p + "at", frame = p + "f->";
  const std::string here = frame + atMember(c, task) + "[" + k + "]";
  return "{\n  long long " + at + " = -1;\n  for (" + k + " = 0; " + k + " < " +
         std::to_string(chunks) + "; " + k + "++)\n    if (" + here + " > " +
         at + ") {\n      " + at + " = " + here + ";\n      *" + p +
         "errno() = " + frame + errnoMember(c, task) + "[" + k +
         "];\n    }\n}\n";
}

std::string errnoMembers(const RegionContext &c, TaskId task) {
  const taskgraph::MacroTask &l = c.region.tasks[task];
  std::string count = "[" + std::to_string(l.chunkCount()) + "];\n";
  std::string text = "  int " + errnoMember(c, task) + count;
  if (l.runsAs(taskgraph::ChunkMode::Pipeline))
    text += "  long long " + atMember(c, task) + count;
  return text;
}

} // namespace hocket::codegen
