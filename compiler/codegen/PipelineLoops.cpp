// SPDX-License-Identifier: Apache-2.0
#include "codegen/PipelineLoops.h"

#include "taskgraph/ReplicatedUse.h"

namespace hocket::codegen {

using namespace ir;
using polyhedral::PipelineStage;
using taskgraph::LeafIndex;

namespace {

const std::vector<PipelineStage> &stagesOf(const RegionContext &c,
                                           LeafIndex leaf) {
  return c.verdicts[c.region.leaves[leaf].verdict].stages;
}

std::string flagsName(const RegionContext &c, LeafIndex leaf) {
  return bodyName(c, leaf) + "_passed";
}

std::string countsName(const RegionContext &c, LeafIndex leaf) {
  return bodyName(c, leaf) + "_counts";
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

std::string aloneName(const RegionContext &c, LeafIndex leaf) {
  return bodyName(c, leaf) + "_alone";
}

std::string atMember(const RegionContext &c, LeafIndex leaf) {
  return errnoMember(c, leaf) + "_at";
}

} // namespace

bool isPipeline(const RegionContext &c, LeafIndex leaf) {
  return c.forC && c.region.leaves[leaf].isPipeline;
}

std::string pipelineStorage(const RegionContext &c, LeafIndex leaf) {
  const std::string &p = c.naming.prefix;
  size_t ordered = 0;
  for (const PipelineStage &stage : stagesOf(c, leaf))
    ordered += stage.isOrdered;
  std::string text;
  if (ordered != 0)
    text += "static struct " + p + "flag " + flagsName(c, leaf) + "[" +
            std::to_string(ordered) + "];\n";
  return text + "static struct " + p + "turn " + countsName(c, leaf) + "[" +
         std::to_string(c.region.leaves[leaf].chunks) + "], " +
         aloneName(c, leaf) + ";\n";
}

std::string pipelineStart(const RegionContext &c, LeafIndex leaf) {
  const std::string &p = c.naming.prefix;
  return p + "begin_overlap(&" + p + "o, &" + aloneName(c, leaf) + ", " +
         countsName(c, leaf) + ", " + p + "c, " +
         std::to_string(c.region.leaves[leaf].chunks) + ", " + p + "count);\n";
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

StageTexts textsOf(const RegionContext &c, LeafIndex leaf,
                   const PipelineStage &stage, size_t index,
                   const std::vector<Carried> &carried) {
  const std::string &p = c.naming.prefix;
  const std::string o = p + "o", k = p + "k", n = std::to_string(index);
  const std::string flag = "(&" + flagsName(c, leaf) + "[" + n + "], " +
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

std::string addStages(const RegionContext &c, LeafIndex leaf,
                      const std::vector<Carried> &carried,
                      Insertions &insertions) {
  const std::string &p = c.naming.prefix;
  const std::string o = p + "o", time = p + "time(&" + o + ", &" + o + ".";
  std::string rest;
  size_t ordered = 0;
  for (const PipelineStage &stage : stagesOf(c, leaf)) {
    if (!stage.isOrdered)
      continue;
    const std::string n = std::to_string(ordered);
    StageTexts texts = textsOf(c, leaf, stage, ordered++, carried);
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

ErrnoTexts keepLastErrno(const RegionContext &c, LeafIndex leaf) {
  const std::string &p = c.naming.prefix;
  const std::string error = p + "error", kept = p + "kept",
                    last = p + "lasterror", at = p + "at", k = p + "k",
                    frame = p + "f->";
  return {"int *const " + error + " = " + p + "errno();\nconst int " + kept +
              " = *" + error + ";\nint " + last + " = 0;\nlong long " + at +
              " = -1;\n*" + error + " = 0;\n",
          "if (*" + error + " != 0) {\n  " + last + " = *" + error + ";\n  " +
              at + " = " + k + ";\n  *" + error + " = 0;\n}\n",
          frame + errnoMember(c, leaf) + "[" + p + "c] = " + last + ";\n" +
              frame + atMember(c, leaf) + "[" + p + "c] = " + at + ";\n*" +
              error + " = " + kept + ";\n"};
}

std::string takeLastErrno(const RegionContext &c, LeafIndex leaf,
                          unsigned chunks) {
  const std::string &p = c.naming.prefix;
  const std::string k = p + "k", at = p + "at", frame = p + "f->";
  const std::string here = frame + atMember(c, leaf) + "[" + k + "]";
  return "{\n  long long " + at + " = -1;\n  for (" + k + " = 0; " + k + " < " +
         std::to_string(chunks) + "; " + k + "++)\n    if (" + here + " > " +
         at + ") {\n      " + at + " = " + here + ";\n      *" + p +
         "errno() = " + frame + errnoMember(c, leaf) + "[" + k +
         "];\n    }\n}\n";
}

std::string errnoMembers(const RegionContext &c, LeafIndex leaf) {
  const taskgraph::Leaf &l = c.region.leaves[leaf];
  std::string count = "[" + std::to_string(l.chunks) + "];\n";
  std::string text = "  int " + errnoMember(c, leaf) + count;
  if (l.isPipeline)
    text += "  long long " + atMember(c, leaf) + count;
  return text;
}

} // namespace hocket::codegen
